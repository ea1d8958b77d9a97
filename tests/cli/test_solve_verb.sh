#!/bin/sh
# `zermelo solve`: what it says, in text and JSON, and how it ends when it cannot.
. "$SOURCE/tests/cli/tap.sh"

zermelo 0 solve tictactoe --memory 4
says 'value  0 for the player to move (draw)'
[ "$(grep -c best "$work/out")" -eq 9 ]
ok '... with nine best moves' $?
zermelo 0 solve tictactoe --memory 4 --json --moves 'b2 b3'
says '"result":"win"'
says '"exact":true'
says '{"move":"a3","value":1,"best":true}'
says '{"move":"b1","value":0,"best":false}'
python3 -m json.tool "$work/out" >/dev/null 2>"$work/err" || ! command -v python3 >/dev/null
ok '... which is JSON' $?
zermelo 0 solve connect4 --memory 4 --moves 111111222222333333
says 'value  12 for the player to move (win)'
zermelo 2 solve connect4 --options size=99x99
complains 'columns x (rows + 1) may be 64 at most'
zermelo 0 solve pig --options goal=10
says 'is the chance that the player to move wins'
zermelo 0 solve pig --options goal=10 --position '0-0+0 1*'
says 'outcomes'
zermelo 0 solve mnk --options 'rows=2 columns=3 line=2'
says 'values 2 -1 -1'
zermelo 1 solve connect4 --memory 4 --nodes 1000
complains 'stopped after'
zermelo 1 solve connect4 --memory 4 --time 0.01
complains 'stopped after'
zermelo 4 solve pig --memory 1
complains 'too many for 1 MB'
zermelo 2 solve tictactoe --moves 'a3 b3 a2 b2 a1'
complains 'the game is over'
zermelo 2 solve tictactoe --memory 0
complains '--memory 0: expected a number'
zermelo 2 solve tictactoe --depth 3
complains 'solve has no option --depth'
# Only the best: one move with a value, the others not looked at.
zermelo 0 solve tictactoe --memory 4 --only-best
says 'value  0 for the player to move (draw)'
says 'others   not looked at'
[ "$(grep -c best "$work/out")" -eq 1 ]
ok '... with one best move' $?
zermelo 0 solve tictactoe --memory 4 --only-best --json --moves 'b2 b3'
says '"complete":false'
says '{"move":"a3","value":1,"best":true}'
says '{"move":"b1","value":null,"best":false}'

# Othello as a transcript, as a board and as a record are the same.
moves=a2c1d3a4a3
zermelo 0 solve othello --memory 4 --options size=4 --moves $moves
grep -v proof "$work/out" >"$work/wanted"
zermelo 0 solve othello --memory 4 --options size=4 --position '--o- XXO- XXXX O--- o'
grep -v proof "$work/out" | cmp -s - "$work/wanted"
ok '... as after the moves that lead there' $?
printf '(;GM[Othello]PB[a]PW[b]TY[4]B[A2]W[C1]B[D3//0.5]W[A4]B[A3/-2/1];)\n' >"$work/game.ggf"
zermelo 0 solve othello --memory 4 --load "$work/game.ggf"
grep -v proof "$work/out" | cmp -s - "$work/wanted"
ok '... as after the same moves' $?
zermelo 0 best othello --load "$work/game.ggf" --depth 4
zermelo 3 solve tictactoe --load "$work/game.ggf"
complains 'is a game of othello, not of tictactoe'
zermelo 2 solve othello --options size=4 --load "$work/game.ggf"
complains 'leave --options and --position out'
echo '(;GM[Othello]B[a1];)' >"$work/bad.ggf"
zermelo 3 solve othello --load "$work/bad.ggf"
complains 'bad.ggf: line 1, move 1:'
zermelo 3 solve othello --load "$work/none.ggf"
complains 'none.ggf'

zermelo 2 solve tictacto
complains 'did you mean "tictactoe"?'

"$ZERMELO" solve connect4 --memory 4 >"$work/out" 2>"$work/err" &
sleep 1
kill -TERM $!
wait $!
[ $? -eq 130 ]
ok 'interrupted, it ends with 130' $?
complains 'stopped after'
complains 'zermelo best connect4 --time 10'
ending

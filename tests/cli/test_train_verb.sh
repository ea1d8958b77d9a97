#!/bin/sh
# `zermelo train`: the same nets from the same seed, in one go or after any number of kills; games
# of who joins; curves; what it refuses, and what it says about damaged files.
. "$SOURCE/tests/cli/tap.sh"

# complains TEXT -- on one line of stderr, which is the last
complains() {
    tail -n 1 "$work/err" | grep -qF -- "$1"
    ok "it says: $1" $?
}

small='tictactoe --net 16x1 --games 8 --rounds 2 --search alphazero:sims=12,noise=0.25,temperature=1,memory=1'

# shellcheck disable=SC2086
zermelo 0 train $small --dir "$work/a" --out "$work/a.net" --svg "$work/a.svg"
[ -s "$work/a.net" ] && [ -s "$work/a/nets/0002.net" ] && grep -q '^playing 3$' "$work/a/state"
ok "nets and state are there" $?
[ "$(grep -c '<polyline' "$work/a.svg")" -eq 5 ]
ok "the picture has losses, Elo, mistakes with and without a search" $?

# One thread and one seed give the same nets to the bit, even killed again and again, at moments
# that nobody chose.
i=0
while [ $i -lt 100 ] && ! grep -q '^playing 3$' "$work/b/state" 2>/dev/null; do
    i=$((i + 1))
    # shellcheck disable=SC2086
    "$ZERMELO" train $small --dir "$work/b" >"$work/out" 2>"$work/err" </dev/null &
    pid=$!
    sleep "$((i / 5)).$((i % 5 * 2))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
cmp -s "$work/a/nets/0001.net" "$work/b/nets/0001.net" && cmp -s "$work/a/nets/0002.net" "$work/b/nets/0002.net"
ok "killed and started again, it finds the same nets to the bit" $?
zermelo 0 train report "$work/b" --json
[ "$(grep -c '"policy_loss":' "$work/out")" -eq 3 ] && grep -q '"generation":2,' "$work/out"
ok "JSON has a line for each generation" $?

zermelo 0 train report "$work/a" --svg "$work/r.svg"
grep -q '<svg' "$work/r.svg" && grep -q '^    2 ' "$work/out"
ok "the report has a row for each generation" $?
zermelo 0 match tictactoe "alphazero:net=$work/a.net,sims=20" random --games 2 --no-store
printf 'b2 0\nb2 a3 0\n' >"$work/positions"
zermelo 0 train grade "$work/a.net" "$work/positions"
grep -q 'mistakes in 2 positions' "$work/out"
ok "a net is graded" $?
# Against c3 only corners win, and who looks one ply ahead takes the centre.
printf 'b2 0\n\na1 b1 1\na1 c3 1\na1 c3 b2 0\n' >"$work/positions"
zermelo 0 train grade "$work/a.net" "$work/positions" --search minimax:depth=1 --threads 2 --json
grep -q '"positions":4,"mistakes":1,"lines":\[4\]' "$work/out"
ok "... or any search, by several threads, and its mistakes are named" $?
echo 'zz 0' >>"$work/positions"
zermelo 3 train grade "$work/a.net" "$work/positions" --threads 2
complains 'positions, line 6: move 1: "zz"'

# Nets that come with the program need not be named; of those for several sizes of a board the one
# that fits is taken, and one that does not fit is refused.
mkdir "$work/nets"
zermelo 2 best tictactoe --search alphazero:sims=8
complains 'no net comes with the program for tictactoe: expected alphazero:net=FILE'
export ZERMELO_NETS="$work/nets"
cp "$work/a.net" "$work/nets/tictactoe.net"
zermelo 0 best tictactoe --search alphazero:sims=8
cp "$SOURCE/data/othello6.net" "$work/nets/othello6.net"
zermelo 0 best othello --options size=6 --search alphazero:sims=8
zermelo 2 best othello --search alphazero:sims=8
complains 'no net comes with the program for othello on this board, but on one of so many rows: 6: expected'
cp "$SOURCE/data/othello6.net" "$work/nets/othello.net"
zermelo 2 best othello --search alphazero:sims=8
complains 'othello has'
export ZERMELO_NETS=

# Nets for other programs, and back. What is exported keeps the game; the bytes that come back are
# those that went.
zermelo 0 train export "$work/a.net" "$work/a.onnx"
grep -q 'a.onnx: tictactoe, 2 planes of 3x3, 9 moves, net 16x1 of generation' "$work/out"
ok "a net is exported" $?
zermelo 0 train import "$work/a.onnx" "$work/back.net" --json
grep -q '"game":"tictactoe"' "$work/out" && cmp -s "$work/a.net" "$work/back.net"
ok "... and imported, the same to the bit" $?
head -c 900 "$work/a.onnx" >"$work/torn.onnx"
zermelo 3 train import "$work/torn.onnx" "$work/torn.net"
complains 'torn.onnx: '
[ ! -e "$work/torn.net" ]
ok "... and writes nothing" $?
zermelo 3 train export "$work/a.onnx" "$work/b.onnx"
complains 'a.onnx: not a net'
zermelo 2 train export "$work/a.net"
complains 'export needs two files'

# Another process plays along.
"$ZERMELO" train join "$work/a" >"$work/out" 2>"$work/err" </dev/null &
pid=$!
sleep 1.5
kill -INT $pid
wait $pid
[ $? -eq 130 ] && [ "$(find "$work/a/games" -name '*.games' -size +1k | wc -l)" -ge 2 ]
ok "who joins leaves games, too" $?
# shellcheck disable=SC2086
zermelo 0 train ${small% --rounds*} --rounds 3 --search alphazero:sims=12,noise=0.25,temperature=1,memory=1 --dir "$work/a"
ok "the run goes on with them" $?

# One process at a time leads a run; how far it is, stands in a file.
# shellcheck disable=SC2086
"$ZERMELO" train ${small% --rounds*} --rounds 5000 --search alphazero:sims=12 --dir "$work/d" >/dev/null 2>&1 </dev/null &
pid=$!
i=0
while [ $i -lt 200 ] && [ ! -s "$work/d/progress" ]; do
    i=$((i + 1))
    sleep 0.1
done
grep -qE '^[a-z]+ [0-9]+ rounds=5000 threads=1 games=' "$work/d/progress"
ok "how far the run is, stands in a file" $?
# shellcheck disable=SC2086
zermelo 4 train ${small% --rounds*} --rounds 5000 --search alphazero:sims=12 --dir "$work/d"
complains 'another process trains in this folder'
kill -9 $pid
wait $pid 2>/dev/null

# shellcheck disable=SC2086
zermelo 4 train $small --seed 2 --dir "$work/b"
complains 'belongs to another run, with another --seed'
echo nonsense >"$work/b/state"
# shellcheck disable=SC2086
zermelo 4 train $small --dir "$work/b"
complains 'not the state of a run of `zermelo train`'
zermelo 3 train report "$work/nothing"
complains 'nothing: no run of `zermelo train` is kept in this folder'

# Nets that are none, or another game's, are refused wherever they are named.
zermelo 2 best connect4 --search "alphazero:net=$work/a.net,sims=5"
complains 'a net for tictactoe, not for connect4'
head -c 700 "$work/a.net" >"$work/torn.net"
zermelo 2 best tictactoe --search "alphazero:net=$work/torn.net,sims=5"
cp "$work/a.net" "$work/flipped.net"
printf '\377' | dd of="$work/flipped.net" bs=1 seek=900 conv=notrunc 2>/dev/null
zermelo 2 best tictactoe --search "alphazero:net=$work/flipped.net,sims=5"
complains 'checksum'

# A run may begin with a net of another one, if that is of its game and no larger.
# shellcheck disable=SC2086
zermelo 0 train $small --from "$work/a.net" --dir "$work/f"
[ "$(tail -c 3000 "$work/a.net" | head -c 2900 | cksum)" = \
    "$(tail -c 3000 "$work/f/nets/0000.net" | head -c 2900 | cksum)" ]
ok "a run begins with the weights it is given" $?
# shellcheck disable=SC2086
zermelo 4 train $small --dir "$work/f"
complains 'belongs to another run, with another --from'
zermelo 0 train tictactoe --from "$work/a.net" --net 32x2 --games 8 --rounds 1 --dir "$work/i"
zermelo 4 train tictactoe --from "$work/i/nets/0000.net" --net 32x1 --dir "$work/g"
complains 'a net of 32x2, and the run is to have a smaller one, 32x1'
zermelo 4 train connect4 --from "$work/a.net" --dir "$work/h"
complains 'a net for tictactoe'
# Where the moves are the cells, a net may go to a larger board.
zermelo 0 train othello --options size=4 --net 16x1 --games 8 --rounds 1 --search alphazero:sims=8,memory=1 \
    --dir "$work/o4" --out "$work/o4.net"
zermelo 0 train othello --options size=6 --from "$work/o4.net" --net 16x1 --games 4 --rounds 1 \
    --search alphazero:sims=8,memory=1 --dir "$work/o6" --out "$work/o6.net"
zermelo 0 best othello --options size=6 --search "alphazero:net=$work/o6.net,sims=4"

# Othello says whose squares are whose: its nets foretell it, unless that is left out.
little='othello --options size=4 --net 16x1 --games 8 --rounds 1 --search alphazero:sims=8,memory=1'
# shellcheck disable=SC2086
zermelo 0 train $little --dir "$work/o" --json
grep -q '"score_loss":0\.[0-9]*,"owner_loss":' "$work/out"
ok "score and owners are learned" $?
zermelo 0 best othello --options size=4 --search "alphazero:net=$work/o/nets/0001.net,sims=5"
grep -q '^score  [-+][0-9.]* expected for the player to move$' "$work/out"
ok "... and the score is told" $?
# shellcheck disable=SC2086
zermelo 0 train $little --heads off --dir "$work/p" --json
grep -q '"score_loss":null,"owner_loss":null' "$work/out" && grep -q '^heads off$' "$work/p/state"
ok "... or left out" $?
zermelo 0 best othello --options size=4 --search "alphazero:net=$work/p/nets/0001.net,sims=5"
! grep -q '^score' "$work/out"
ok "... and then not told" $?
# shellcheck disable=SC2086
zermelo 4 train $little --dir "$work/p"
complains 'another --heads'
zermelo 2 train othello --heads perhaps
complains 'expected on or off'

zermelo 2 train pig
complains 'no net learns pig'
zermelo 2 train tictactoe --net 7x7
complains 'expected CHANNELSxBLOCKS'
zermelo 2 train tictactoe --gate perhaps
complains 'expected a score from 0 to 1, always or sprt'
zermelo 4 train tictactoe --search mcts --dir "$work/e"
complains 'plays without a net'
ending

#!/bin/sh
# `zermelo book`: a run that is killed goes on, and the book is the same byte for byte.
. "$SOURCE/tests/cli/tap.sh"
board=size=5x5

zermelo 0 book connect4 --options $board --depth 5 --book "$work/whole.book"
killed=0
for round in 1 2 3; do
    "$ZERMELO" book connect4 --options $board --depth 5 --book "$work/killed.book" \
        >"$work/out" 2>"$work/err" </dev/null &
    pid=$!
    while kill -0 $pid 2>/dev/null && [ ! -s "$work/killed.book.part" ]; do :; done
    sleep "0.0$round"
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    [ -e "$work/killed.book" ] && break
done
[ $killed -gt 0 ]
ok "it was killed while it worked" $?
zermelo 0 book connect4 --options $board --depth 5 --book "$work/killed.book" --json
grep -q '"positions":' "$work/out"
ok "... and tells in JSON what it made" $?
cmp -s "$work/whole.book" "$work/killed.book"
ok "the book is the same, byte for byte" $?
[ ! -e "$work/killed.book.part" ]
ok "nothing is left over" $?

zermelo 0 solve connect4 --options $board --book "$work/whole.book"
grep -q 'value  0 .*draw' "$work/out" && grep -q ': 0 nodes' "$work/out"
ok "solve takes all values from the book" $?
zermelo 0 best connect4 --options $board --moves 333 --book "$work/whole.book"
grep -q 'search book' "$work/out"
ok "best takes its move from the book" $?
zermelo 0 play connect4 --options $board --x alphabeta:depth=3 --o alphabeta:depth=3 \
    --book "$work/whole.book"

zermelo 3 solve connect4 --book "$work/whole.book"
complains 'the book is for connect4 size=5x5'
zermelo 3 best tictactoe --book "$0"
complains 'this is no book'
zermelo 3 best tictactoe --book "$work/none"
complains 'No such file'
zermelo 2 book connect4
complains 'needs --book FILE'
zermelo 1 book pig --book "$work/pig.book"
complains 'cannot be made'
zermelo 2 book conect4
complains 'connect4'
zermelo 2 book connect4
complains 'book needs --book FILE'
ending

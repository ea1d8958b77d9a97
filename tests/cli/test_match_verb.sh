#!/bin/sh
# `zermelo match`, `rate` and `store`: what they say, what they refuse, and that a match that is
# killed or interrupted goes on to the table it would have had.
. "$SOURCE/tests/cli/tap.sh"
XDG_DATA_HOME=$work/data
export XDG_DATA_HOME

zermelo 0 match connect4 alphabeta:nodes=50,hash=1 random --games 6 --seed 3
says 'alphabeta:nodes=50,hash=1 against random'
says 'by games:'
cp "$work/out" "$work/table"
[ -s "$work/data/zermelo/store.db" ]
ok '... in the store of the user' $?
zermelo 0 match connect4 alphabeta:nodes=50,hash=1 random --games 6 --seed 3 --no-store --parallel 3
cmp -s "$work/out" "$work/table"
ok '... the same table by three at a time' $?
zermelo 0 store list
says 'connect4: alphabeta:nodes=50,hash=1, random'
zermelo 0 store show 1
says '(rules)'
zermelo 0 store show 1/2
says 'nodes,'
zermelo 0 match report 1
cmp -s "$work/out" "$work/table"
ok '... the same table again' $?
zermelo 0 match report 1 --out "$work/report.html"
grep -q '<svg' "$work/report.html" && grep -q '</html>' "$work/report.html"
ok '... a page with pictures' $?
zermelo 0 rate connect4 --anchor random=0
says 'anchor'
zermelo 0 rate connect4 --json
says '"player":"alphabeta:nodes=50,hash=1"'
zermelo 0 store export 1 --out "$work/one.jsonl"
zermelo 0 store import "$work/one.jsonl" --store "$work/other.db"
says '1 matches with 6 games added'
zermelo 0 store export --store "$work/other.db"
cmp -s "$work/out" "$work/one.jsonl"
ok '... the same, byte for byte' $?
zermelo 0 store check --store "$work/other.db"
says 'the store is sound'
zermelo 2 match --resume 1 --store "$work/other.db"
complains 'match 1 has come to its end'
sed 's/"move":"[1-7]"/"move":"9"/' "$work/one.jsonl" >"$work/bad.jsonl"
zermelo 3 store import "$work/bad.jsonl" --store "$work/other.db"
complains 'line 2: move 1: "9" is not a legal move'

zermelo 0 match mnk random random random --games 3 --options players=3 --json --records "$work/r.pgn"
[ "$(grep -c '"ending":"rules"' "$work/out")" -eq 3 ] && grep -q '"played":3' "$work/out"
ok '... three seats, a line for each game and one for all' $?
[ "$(grep -c '^\[Player3 ' "$work/r.pgn")" -eq 3 ]
ok '... and a record of each' $?
zermelo 0 match connect4 random random random random random --kind knockout --games 2
says 'the cup goes to random'
zermelo 0 match connect4 alphabeta:nodes=100,hash=1 random --games 4000 --sprt 0,100 --random 2
says 'accepted: E1'
zermelo 0 match tictactoe random random --games 2 --clock 60+1/40 --adjudicate 5000

# Interrupted, killed, resumed: the table of one sitting.
zermelo 0 match connect4 alphabeta:nodes=400,hash=1 mcts:sims=150 --games 120 --no-store
cp "$work/out" "$work/table"
"$ZERMELO" match connect4 alphabeta:nodes=400,hash=1 mcts:sims=150 --games 120 \
    --store "$work/k.db" >"$work/out" 2>"$work/err" &
pid=$!
sleep 0.1
kill -INT $pid
wait $pid
status=$?
[ $status -eq 130 ] || [ $status -eq 0 ]
ok 'an interrupt ends the match with 130' $?
for pause in 0.02 0.04 0.06; do
    "$ZERMELO" match --resume 1 --store "$work/k.db" >/dev/null 2>&1 &
    pid=$!
    sleep $pause
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
# A fast machine may have come to the end before the last kill.
"$ZERMELO" match --resume 1 --store "$work/k.db" --parallel 2 >/dev/null 2>&1
zermelo 0 match report 1 --store "$work/k.db"
cmp -s "$work/out" "$work/table"
ok 'after an interrupt and kills it comes to the same table' $?
zermelo 0 store check --store "$work/k.db"

# A plug-in is a program: a store alone does not load it.
plugin=$BUILD/bench/connect4_plugin.so
zermelo 0 match "$plugin" random random --games 2 --store "$work/p.db"
zermelo 2 match report 1 --store "$work/p.db"
complains 'names the plug-in'
zermelo 0 match report 1 "$plugin" --store "$work/p.db"
zermelo 2 store show 1 --store "$work/p.db"
complains 'names the plug-in'
zermelo 0 store show 1 "$plugin" --store "$work/p.db"

zermelo 2 match connect4 random
complains 'two players or more'
zermelo 2 match connect4 random randm
complains 'did you mean random?'
zermelo 2 match connect4 random human
complains 'zermelo play'
zermelo 2 match conect4 random random
complains 'connect4'
zermelo 2 match connect4 random random --kind knokout
complains 'did you mean knockout?'
zermelo 2 match connect4 random random --sprt 5,0
complains 'the smaller first'
zermelo 2 match connect4 random random --clock 1+x
complains 'expected seconds'
zermelo 3 match connect4 random random --openings "$work/none"
complains "$work/none"
echo 'not a store' >"$work/text.db"
zermelo 4 match connect4 random random --store "$work/text.db"
complains 'text.db'
zermelo 3 match --resume 99
complains 'no match 99'
zermelo 2 match report nothing
complains 'report needs the number'
zermelo 2 store burn
complains 'expected list, show, export, import or check'
zermelo 3 store list --store "$work/none.db"
complains 'there is no store'
zermelo 1 rate othello
complains 'no games of othello'
zermelo 2 rate connect4 --anchor nobody
complains 'expected PLAYER=ELO'
ending

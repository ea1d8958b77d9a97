#!/bin/sh
# `zermelo tree`: what it prints, word for word, and how it refuses. After a change that is
# meant, UPDATE=1 writes the records anew; read the diff before committing it.
golden=$SOURCE/tests/golden/tree
trees=$SOURCE/docs/trees
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0
failed=0

ok() { # NAME STATUS [NOTE]
    count=$((count + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1"
        printf '%s\n' "$3" | sed 's/^/# /'
    fi
}

# The output of `zermelo tree FILE OPTIONS` must be that of the record.
same() { # RECORD FILE OPTIONS
    record=$golden/$1.txt
    file=$trees/$2.tree
    shift 2
    "$ZERMELO" tree "$file" "$@" >"$work/out" 2>"$work/err"
    status=$?
    [ -z "$UPDATE" ] || cp "$work/out" "$record"
    difference=$(diff "$record" "$work/out" 2>&1; cat "$work/err")
    [ $status -eq 0 ] && [ -z "$difference" ]
    ok "tree $(basename "$file") $*" $? "$difference"
}

# It must be refused with this exit code and sentence.
refused() { # CODE SENTENCE ARGUMENTS
    code=$1
    sentence=$2
    shift 2
    "$ZERMELO" tree "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ $status -eq "$code" ] && [ "$(cat "$work/err")" = "zermelo: $sentence" ]
    ok "tree $* is refused" $? "exit $status: $(cat "$work/err")"
}

same two-ply-minimax two-ply --algorithm minimax --steps
same two-ply-alphabeta two-ply --algorithm alphabeta --steps
same two-ply-alphabeta-tree two-ply --algorithm alphabeta
same two-ply-negamax two-ply --algorithm alphabeta:form=negamax --steps
same two-ply-uct two-ply --algorithm uct:sims=8,seed=3 --steps
same coin-flip coin-flip --steps
same three-players three-players
same three-players-paranoid three-players --algorithm paranoid --steps
same horizon horizon --depth 2
same not-uniform not-uniform --algorithm alphabeta
same not-uniform-steps not-uniform --algorithm alphabeta --steps
same two-ply-stopped two-ply --nodes 3
same two-ply-pns two-ply --algorithm pns --steps
same two-ply-pns-tree two-ply --algorithm pns
same two-ply-french two-ply --algorithm alphabeta --steps --language fr
same coin-flip-uct-french coin-flip --algorithm uct:sims=6,seed=2 --steps --language fr

# Every line of the event log is JSON, and the last one is the result.
"$ZERMELO" tree "$trees/two-ply.tree" --algorithm alphabeta --json >"$work/log"
last=$(tail -n 1 "$work/log")
case $last in
'{"kind":"result",'*'"move":"a1","value":3,'*'"leaves":7,"steps":36,'*) true ;;
*) false ;;
esac
ok "the event log ends with the result" $? "$last"
[ "$(wc -l <"$work/log")" -eq 37 ] && [ "$(grep -c '^{"step":' "$work/log")" -eq 36 ]
ok "one line for each step" $?
grep -q '"kind":"cut","node":"C","path":\["a2"\],"moves":\["c2","c3"\],"value":2,"alpha":3,"beta":null,"bound":"alpha","by":"A"' "$work/log"
ok "a cut tells the moves, the bound and who set it" $?

# From the standard input, also where chance comes first.
answer=$(echo 'chance { 1/2: 3  1/2: max { 4 6 } }' | "$ZERMELO" tree - | grep '^value')
[ "$answer" = 'value 4.5 for max' ]
ok "a tree from the standard input that begins with chance" $? "$answer"

"$ZERMELO" tree "$trees/two-ply.tree" --svg "$work/a.svg" >"$work/out" && grep -q '</svg>' "$work/a.svg"
ok "--svg writes the picture" $?
"$ZERMELO" tree tictactoe --position X.O/.X./O.. --depth 1 >"$work/out" && [ "$(grep -c '^' "$work/out")" -ge 6 ]
ok "the tree of a real game" $? "$(cat "$work/out")"

# Trees by lot, and exercises on paper.
"$ZERMELO" tree random:depth=3,width=3,seed=5 --algorithm alphabeta >"$work/out" &&
    "$ZERMELO" tree random:seed=5 --algorithm alphabeta | diff - "$work/out"
ok "the same seed, the same tree" $?
"$ZERMELO" tree "$trees/two-ply.tree" --algorithm alphabeta --sheet "$work/s.pdf" --ask cuts,values >"$work/out" &&
    [ "$(head -c 8 "$work/s.pdf")" = "%PDF-1.4" ]
ok "--sheet writes PDF" $?
"$ZERMELO" tree "$trees/two-ply.tree" --sheet "$work/s.svg" --language fr --solution >"$work/out" &&
    grep -q 'Exercice : minimax (corrigé)' "$work/s.svg"
ok "--sheet writes SVG, in French, solved" $?
refused 2 "minimax has no windows that could be asked for" "$trees/two-ply.tree" --sheet "$work/s.svg" --ask windows
refused 2 "\"all\" cannot be asked; expected values, windows, cuts or choices, with commas between" \
    "$trees/two-ply.tree" --sheet "$work/s.svg" --ask all
refused 2 "$work/s.png: expected a name that ends in .svg or .pdf" "$trees/two-ply.tree" --sheet "$work/s.png"
refused 2 "--language de: expected en or fr" "$trees/two-ply.tree" --language de
refused 2 "random: width=0: expected a whole number from 1 to 12" random:width=0

refused 2 "minimax cannot play tree: it is for two players and this game has more: use maxn, paranoid or mcts" \
    "$trees/three-players.tree" --algorithm minimax
refused 2 "random looks at no tree; \`zermelo help searches\` lists others" "$trees/two-ply.tree" --algorithm random
refused 2 "the tree has 19608 nodes, and a picture of more than 3000 cannot be read: give a smaller --depth" \
    connect4 --depth 5 --svg "$work/b.svg"
refused 3 "$work/none.tree: No such file or directory" "$work/none.tree"
echo 'max { 3' >"$work/bad.tree"
refused 3 "$work/bad.tree: line 2, column 1: expected a number, a tuple (1, 2), max, min, player, chance or }, found the end of the text" "$work/bad.tree"
refused 4 "$work/no/folder.svg: No such file or directory" "$trees/two-ply.tree" --svg "$work/no/folder.svg"
refused 4 "the search visits more than 200000 nodes: give a smaller --depth" tictactoe
echo "1..$count"
exit $failed

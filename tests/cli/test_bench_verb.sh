#!/bin/sh
# zermelo bench: the signature is one number, always the same; every figure is there.
count=0 failed=0
try() {
    count=$((count + 1))
    if sh -c "$2" >/dev/null 2>&1; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        failed=1
    fi
}
z=$ZERMELO
bench=$("$z" bench --signature)
echo "# $bench"
try 'the signature is a number' "echo '$bench' | grep -Eq '^Bench: [1-9][0-9]{5,}\$'"
try 'twice the same' "test \"\$('$z' bench --signature)\" = '$bench'"
try 'in JSON too' "'$z' bench --signature --json | grep -qx '{\"nodes\":${bench#Bench: }}'"
for what in playouts perft alphabeta uct mcts; do
    try "connect4 $what" "'$z' bench connect4 --time 0.01 | grep -Eq '^connect4 +$what +[1-9]'"
done
try 'OpenSpiel is a recorded figure' \
    "'$z' bench tictactoe --time 0.001 --json | grep -q '\"openspiel_recorded\":657000'"
try 'pig has chance, so no alpha-beta' \
    "'$z' bench pig --time 0.001 --json | grep -q mcts &&
     ! '$z' bench pig --time 0.001 --json | grep alphabeta"
try 'threads' "'$z' bench connect4 --threads 2 --time 0.01 | grep -Eq '^connect4 +[1-9][0-9]+ +[1-9][0-9]+ +[0-9.]+\$'"
try 'threads in JSON' "'$z' bench nim --threads 2 --time 0.01 --json | grep -q '\"threads\":2,\"alone\":[1-9]'"
try 'no such game: exit 2' "'$z' bench nosuch; test \$? = 2"
try 'a signature of one game: exit 2' "'$z' bench nim --signature; test \$? = 2"
try 'not a time: exit 2' "'$z' bench --time x; test \$? = 2"
echo "1..$count"
exit $failed

#!/bin/sh
# The verbs that speak a protocol: their arguments, and a script through a pipe. What is said
# then is tested in tests/protocol.
. "$SOURCE/tests/cli/tap.sh"

# script VERB COMMANDS EXPECTED
script() {
    # shellcheck disable=SC2086
    printf "$2" | "$ZERMELO" $1 >"$work/out" 2>"$work/err"
    status=$?
    [ $status -eq 0 ] && grep -qx -- "$3" "$work/out"
    ok "$1 answers $3" $?
}

for verb in "uci connect4" "gtp othello" gomocup nboard; do
    # shellcheck disable=SC2086
    zermelo 0 $verb
done
zermelo 2 uci
complains "uci needs more"
zermelo 2 gtp conect4
complains "connect4"
zermelo 3 uci ./nothing.so
zermelo 2 uci connect4 --search nonsense
complains "there is no search"
zermelo 2 gomocup --search level:11
complains "level:1 to level:10"
zermelo 2 uci connect4 --hash 0
complains "--hash 0"
zermelo 2 nboard othello
complains "one word too many"
zermelo 2 gtp connect4 --book "$work/none.book"
zermelo 0 help uci
says "zermelo uci connect4"

script "uci tictactoe" 'uci\nisready\nposition startpos moves a1 b1 a2 b2\ngo\nquit\n' "bestmove a3"
script "uci tictactoe --search level:10" 'position startpos moves a1 b1 a2 b2\ngo\n' "bestmove a3"
script "uci connect4 --options size=4x4" 'go perft 3\n' "Nodes searched: 64"
script "uci connect4" 'go perft 8\n' "Nodes searched: 5673234"
script "gtp tictactoe --depth 3" '1 play b a1\n2 play w b1\nplay b a2\n4 genmove w\n5 quit\n' "=4 a3"
script "gomocup --nodes 1000" \
    'START 15\nBOARD\n1,1,1\n2,1,1\n3,1,1\n4,1,1\n1,2,2\n2,2,2\n3,2,2\n0,1,2\nDONE\nEND\n' "5,1"
script "nboard --depth 2" 'nboard 2\nping 4\n' "pong 4"
ending

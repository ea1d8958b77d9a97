#!/bin/sh
# Zermelo as an engine plays against itself as a program that seats engines, through every
# protocol: the games are those that are played within the program, move by move.
. "$SOURCE/tests/cli/tap.sh"

# played GAME FILE LIMITS PLAYER -- two games of PLAYER against itself; their moves in FILE
played() {
    # shellcheck disable=SC2086
    "$ZERMELO" match "$1" "$4" "$4" --games 2 --random 4 --no-store --records "$work/records" $3 \
        >"$work/out" 2>"$work/err" || echo "the match failed" >>"$work/records"
    # Without names, days, values and times.
    sed 's/{[^}]*}//g; s/^\[[EDWB].*//; s/\(P[BW]\|C\|DT\)\[[^]]*\]//g; s,/[^]]*\],],g' \
        "$work/records" | tr -s '\n ' ' ' >"$2"
    rm -f "$work/records"
}

same() { # GAME LIMITS PROTOCOL COMMAND
    played "$1" "$work/inside" "$2" alphabeta
    played "$1" "$work/outside" "$2" "$3:cmd='$ZERMELO' $4"
    [ "$(wc -c <"$work/inside")" -gt 200 ] && cmp -s "$work/inside" "$work/outside"
    ok "$1 by $3 is $1 inside" $?
}

same connect4 '--nodes 700' uci 'uci connect4'
same othello '--nodes 500' uci 'uci othello'
same gomoku '--nodes 300' uci 'uci gomoku'
same connect4 '--nodes 700' gtp 'gtp connect4 --nodes 700'
same othello '--nodes 500' gtp 'gtp othello --nodes 500'
same gomoku '--nodes 300' gomocup 'gomocup --nodes 300'
same othello '--depth 3' nboard nboard
ending

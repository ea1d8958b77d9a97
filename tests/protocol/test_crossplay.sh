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
    inside=$work/$1$2
    [ -e "$inside" ] || played "$1" "$inside" "$2" alphabeta
    played "$1" "$work/outside" "$2" "$3:cmd='$ZERMELO' $4"
    [ "$(wc -c <"$inside")" -gt 200 ] && cmp -s "$inside" "$work/outside"
    ok "$1 by $3 is $1 inside" $?
}

same connect4 '--nodes 300' uci 'uci connect4'
same othello '--nodes 200' uci 'uci othello'
same gomoku '--nodes 200' uci 'uci gomoku'
same connect4 '--nodes 300' gtp 'gtp connect4 --nodes 300'
same othello '--nodes 200' gtp 'gtp othello --nodes 200'
same gomoku '--nodes 200' gomocup 'gomocup --nodes 200'
same othello '--depth 3' nboard nboard
ending

#!/bin/sh
# Outside programs in `zermelo play`: whole games, failures, and records, which never start one.
. "$SOURCE/tests/cli/tap.sh"
export XDG_STATE_HOME="$work"
good="uci:cmd='$PEER' uci connect4"
bad="uci:cmd='$PEER' uci connect4 once-move-exit '$work/log'"

zermelo 0 help players
says 'nboard          an Othello program'
zermelo 0 play connect4 --x "$good" --o random --seed 1 --json
says '"event":"result"'

zermelo 1 play connect4 --x random --o "$bad" --seed 1
says 'peer exited with code 0 instead of answering'
says 'play --load '
says "--seat '2=uci:cmd="
file=$(ls "$work"/zermelo/*.zermelo)
rm "$work/log"

# In a match the game is lost, the reason told, and the match goes on with the program again.
broken="uci:cmd='$PEER' uci connect4 once-move-illegal '$work/match'"
zermelo 0 match connect4 "$broken" random --games 4 --json --no-store
says 'ending":"forfeit","reason":"peer played \"z99\", which is no legal move"'
[ "$(grep -c '"ending":"rules"' "$work/out")" -eq 3 ] && [ "$(grep -c ^pid "$work/match")" -eq 2 ]
ok '... and the other three games are played' $?
# A match is reported where its programs are not installed, but not gone on with.
cp "$PEER" "$work/gone"
zermelo 0 match connect4 "uci:cmd='$work/gone' uci connect4" random --games 2 --store "$work/store"
rm "$work/gone"
zermelo 0 match report 1 --store "$work/store"
says 'against random'
# A match that was not played to its end, as from somebody else's store: the program is started
# only if it is named.
other="uci:cmd='$PEER' uci connect4 '' '$work/other'"
"$ZERMELO" match connect4 "$other" random --games 100000 --store "$work/resume" \
    >/dev/null 2>"$work/out" &
pid=$!
while [ ! -s "$work/other" ] && kill -0 $pid; do sleep 0.05; done
sleep 0.2
kill -INT $pid
wait $pid
says 'match --resume 1 '
rm "$work/other"
zermelo 2 match --resume last --store "$work/resume"
complains 'the match is played by a program; if you trust it, name it: zermelo match --resume'
[ ! -e "$work/other" ]
ok '... and does not start it' $?
zermelo 2 match --resume 1 random level:1 --store "$work/resume"
complains 'level:1 does not'
"$ZERMELO" match --resume 1 "$other" --store "$work/resume" >"$work/out" 2>"$work/err" &
pid=$!
while [ ! -s "$work/other" ] && kill -0 $pid; do sleep 0.05; done
kill -INT $pid
wait $pid
[ -e "$work/other" ]
ok '... but does if it is named' $?
# Clocks of both sides; the program starts before its clock does.
zermelo 0 match connect4 "gtp:cmd='$PEER' gtp connect4 '' '$work/clock'" random --games 1 \
    --clock 60+1 --no-store
grep -q 'time_settings 60 1 1' "$work/clock" && grep -q 'time_left b ' "$work/clock"
ok '... and is told the time' $?

# The record alone starts nothing; whoever names the program, or another player, goes on.
zermelo 3 play --load "$file"
complains 'was played by a program; if you trust it, say so, or name another player'
[ ! -e "$work/log" ]
ok '... and does not start it' $?
zermelo 3 play --load "$file" --x level:3
[ ! -e "$work/log" ]
ok '... nor if the other seat is named' $?
zermelo 0 play --load "$file" --x level:3 --o level:2 --json
[ ! -e "$work/log" ]
ok '... nor if another player is' $?
zermelo 0 play --load "$file" --o "$bad" --json
says '"event":"result"'
[ -e "$work/log" ]
ok '... and starts what was named' $?

# At the prompt the same holds.
rm "$work/log"
printf 'load %s\nquit\n' "$file" | "$ZERMELO" play connect4 >"$work/out" 2>"$work/err"
grep -q 'was played by a program' "$work/err" "$work/out" && [ ! -e "$work/log" ]
ok 'load at the prompt does not start it' $?
ending

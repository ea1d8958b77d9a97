#!/bin/sh
# go_gnugo.sh -- Go on 9x9 against GNU Go in equal thinking time.
#
#     bench/go_gnugo.sh [GAMES] [PLAYER] [BUILD]
#
# PLAYER is one of ours without its time (default mcts), GAMES a number of pairs of colours
# times two (default 100). GNU Go (level 10, Chinese rules, komi 7.5) takes as long as it likes;
# ten games first tell how long that is for a game, and we get a clock with the same (seconds as
# they pass: mcts:threads=2 makes use of a second core, GNU Go cannot). Colours alternate,
# another GNU Go judges the games that both have ended by passing; so that the rules of our game,
# in which what is on the board counts, say the same, it captures what is dead. The match is kept in a store:
# called again after an interrupt, it goes on. LEVEL and STORE may be set in the environment.
set -eu
games=${1:-100}
player=${2:-mcts}
build=${3:-build}
level=${LEVEL:-10}
store=${STORE:-${XDG_STATE_HOME:-$HOME/.local/state}/zermelo/go_gnugo-$level-$(echo "$player" | tr -c 'a-z0-9\n' -).db}
PATH=$PATH:/usr/games
command -v gnugo >/dev/null || {
    echo "gnugo is not installed (Debian: apt-get install gnugo)" >&2
    exit 1
}
gnugo="gtp:cmd=gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead --level $level,wait=600"
judge="gtp:cmd=gnugo --mode gtp --chinese-rules --level 10,wait=600"
mkdir -p "$(dirname "$store")"

# with SECONDS: the player and its time for a game
with() { case $player in *:*) echo "$player,clock=$1" ;; *) echo "$player:clock=$1" ;; esac; }

# The seconds of the player whose name begins with $1 for a game, from the lines of --json.
seconds() {
    awk -v name="$1" '
        /"plies":/ { games++ }
        /"encounters":/ {
            at = index($0, "\"player\":\"" name)
            rest = substr($0, at)
            sub(/^[^}]*"seconds":/, "", rest)
            printf "%.2f", (rest + 0) / games
        }'
}

report=$(mktemp)
trap 'rm -f "$report"' EXIT
if [ -s "$store" ] && "$build/zermelo" match --resume last --store "$store" "$gnugo" \
    --judge "$judge" --json >"$report"; then
    ours=$("$build/zermelo" store export --store "$store" |
        sed -n 's/.*"players":\["\([^"]*\)".*/\1/p' | tail -n 1)
else
    echo "how long does GNU Go think? ten games" >&2
    "$build/zermelo" match go "$(with 3)" "$gnugo" --judge "$judge" --games 10 --random 0 \
        --allow 600 --no-store --json >"$report"
    time=$(seconds gtp: <"$report")
    echo "GNU Go, level $level: $time s for a game; so do we" >&2
    ours=$(with "$time")
    "$build/zermelo" match go "$ours" "$gnugo" --judge "$judge" --games "$games" --random 0 \
        --allow 600 --store "$store" --json >"$report"
fi
printf '%s against GNU Go level %s, 9x9, komi 7.5: %s s and %s s for a game in this sitting\n' \
    "$ours" "$level" "$(seconds "$player" <"$report")" "$(seconds gtp: <"$report")"
# Wins with the 95 % interval (Wilson 1927), and what the match says of Elo.
awk '/"encounters":/ {
    at = index($0, "\"encounters\":")
    rest = substr($0, at)
    match(rest, /"wins":[0-9]+/);   wins = substr(rest, RSTART + 7, RLENGTH - 7) + 0
    match(rest, /"draws":[0-9]+/);  draws = substr(rest, RSTART + 8, RLENGTH - 8) + 0
    match(rest, /"losses":[0-9]+/); losses = substr(rest, RSTART + 9, RLENGTH - 9) + 0
    n = wins + draws + losses; p = (wins + draws / 2) / n; z = 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    printf "%d wins, %d draws, %d losses: %.1f %% (95 %%: %.1f to %.1f)\n", wins, draws, losses,
        100 * p, 100 * (middle - half), 100 * (middle + half)
}' "$report"

#!/bin/sh
# serve.sh -- how many requests a second the server answers on one core while 200 streams listen to
# a search that runs there, too. Needs wrk (Debian: wrk) and taskset.
#
# The server, with its search, has the last core for itself; the streams' reader and wrk run on
# the others.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
streams=${STREAMS:-200}
seconds=${SECONDS_LONG:-10}
ninja -C "$build" --quiet zermelo bench/serve_streams
command -v wrk >/dev/null || {
    echo "wrk is not installed: apt-get install wrk" >&2
    exit 1
}
last=$(($(nproc) - 1))
said=$(mktemp)
trap 'kill "$server" 2>/dev/null; rm -f "$said" "$said.streams"' EXIT
taskset -c "$last" "$build/zermelo" serve --port 0 --no-store --limit rate=1000000 \
    --limit seconds=1000 --limit workers=1 >"$said" &
server=$!
while ! [ -s "$said" ]; do sleep 0.1; done
port=$(sed 's|.*:\([0-9]*\)/.*|\1|' "$said")
"$build/bench/serve_streams" "$port" "$streams" $((seconds + 3)) >"$said.streams" &
reader=$!
while ! [ -s "$said.streams" ]; do sleep 0.1; done
game=$(head -1 "$said.streams")
wrk -t1 -c16 -d"${seconds}s" --latency "http://127.0.0.1:$port/api/games/$game"
wait "$reader"
tail -1 "$said.streams"
awk -v hz="$(getconf CLK_TCK)" '{ printf "the server used %.1f s of its core\n", ($14 + $15) / hz }' \
    "/proc/$server/stat"

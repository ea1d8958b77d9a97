#!/bin/sh
# instructions.sh -- what the templates cost against code written by hand for one game.
#
#     bench/instructions.sh [BUILD] [quick]
#
# Counts the instructions of the same Connect Four searches in four variants with
# callgrind, which gives the same figures on every run, and prints them per node. Fails
# (1) if the variants of a search do not visit the same nodes and find the same value, if
# the specialised one costs more than its limit times the hand-written one, or if the plug-in,
# built by plain cc, costs 2 % more than the game that was linked in.
set -eu
build=${1:-build}
if [ "${2:-}" = quick ]; then
    workloads='perft:5:1.10 negamax:7:1.10 engine:9:1.05 playouts:1000:1.10'
else
    workloads='perft:7:1.10 negamax:10:1.10 engine:13:1.05 playouts:20000:1.10'
fi
plugin=$(cd "$build" && pwd)/bench/connect4_plugin.so
ninja -C "$build" bench/bench_kernels bench/connect4_plugin.so >/dev/null
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# run WORKLOAD SIZE VARIANT: "nodes value instructions", of the whole program
run() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$build/bench/bench_kernels" "$1" "$2" "$3" 2>"$report" | tr '\n' ' '
    sed -n 's/.*Collected : //p' "$report"
}

# count WORKLOAD SIZE VARIANT BASE: the same, of the search alone; BASE is what a program
# that does nothing costs
count() {
    run "$1" "$2" "$3" | awk -v base="$4" '{ print $1, $2, $3 - base }'
}
base() { run none 0 "$1" | awk '{ print $3 }'; }

generic_base=$(base generic) special_base=$(base specialised)
hand_base=$(base handwritten) plug_base=$(base "$plugin")
failed=0
echo "instructions per node        nodes  generic  special  by hand  plug-in | special/hand plug-in/hand generic/special"
for w in $workloads; do
    name=${w%%:*} limit=${w##*:} size=${w#*:}
    size=${size%:*}
    generic=$(count "$name" "$size" generic "$generic_base")
    special=$(count "$name" "$size" specialised "$special_base")
    hand=$(count "$name" "$size" handwritten "$hand_base")
    plug=$(count "$name" "$size" "$plugin" "$plug_base")
    echo "$name $size $generic $special $hand $plug" | awk -v limit=$limit '
        NF != 14 { print "no counts for " $1 ": " $0; exit 1 }
        {
            n = $3
            printf "%-11s %6s %16d %8.1f %8.1f %8.1f %8.1f | %12.3f %12.3f %15.3f\n", $1, $2, n,
                $5 / n, $8 / n, $11 / n, $14 / n, $8 / $11, $14 / $11, $5 / $8
            if ($3 != $6 || $3 != $9 || $3 != $12 || $4 != $7 || $4 != $10 || $4 != $13) {
                print $1 ": the variants differ in nodes or value: " $0; exit 1
            }
            if ($8 > limit * $11) {
                print $1 ": more than " limit " times the instructions of the hand-written code"
                exit 1
            }
            if ($14 > 1.02 * $8) {
                print $1 ": the plug-in costs more than the game that was linked in"
                exit 1
            }
        }' || failed=1
done
exit $failed

#!/bin/bash
# train_mpi.sh ZERMELO [SECONDS] -- what more processes are worth to `mpirun zermelo train`: games of
# self-play by one, two and three processes, a second and a second of processor time. Where each
# process has a core of its own, the second number times their count is the first.
set -eu
zermelo=$(realpath "$1")
seconds=${2:-20}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

games() { cat run/games/*.games 2>/dev/null | grep -ao game | wc -l; }
ticks() {
    local sum=0 pid stat
    for pid in $(cat "/proc/$mpirun/task/"*/children); do
        read -r -a stat <"/proc/$pid/stat"
        sum=$((sum + stat[13] + stat[14]))
    done
    echo "$sum"
}

for processes in 1 2 3; do
    rm -rf run
    mpirun -n $processes "$zermelo" train othello --options size=6 --net 32x2 --games 1000000 --rounds 1 \
        --search alphazero:sims=40,noise=0.25,temperature=1,memory=4 --dir run >/dev/null 2>&1 </dev/null &
    mpirun=$!
    while [ "$(games)" -lt $((40 * processes)) ]; do sleep 0.5; done
    games=$(games) ticks=$(ticks) begin=$(date +%s.%N)
    sleep "$seconds"
    games=$(($(games) - games)) ticks=$(($(ticks) - ticks)) end=$(date +%s.%N)
    kill -INT $mpirun
    wait $mpirun || true
    awk -v n=$processes -v g=$games -v ticks=$ticks -v rate="$(getconf CLK_TCK)" -v a="$begin" -v b="$end" 'BEGIN {
        printf "%d processes: %.1f games a second, %.1f a second of processor time\n", n, g / (b - a), g * rate / ticks }'
done

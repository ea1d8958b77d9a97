#!/bin/sh
# `mpirun -n 3 zermelo train`: processes in folders of their own, all but one of which stay empty;
# one of them is killed, and the run goes on when it is started again.
. "$SOURCE/tests/cli/tap.sh"

if [ -z "$MPI" ]; then
    OMPI_COMM_WORLD_SIZE=2 "$ZERMELO" train tictactoe --dir "$work/run" >"$work/out" 2>"$work/err" </dev/null
    [ $? -eq 4 ]
    ok "built without MPI it is refused" $?
    complains 'started by mpirun, but this zermelo was built without MPI'
    ending
fi
if ! command -v mpirun >/dev/null; then
    echo "1..0 # SKIP there is no mpirun"
    exit 0
fi

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
# What Open MPI itself does not give back is none of our business.
export ASAN_OPTIONS=detect_leaks=0
small='tictactoe --dir run --net 16x1 --games 40 --search alphazero:sims=12,noise=0.25,temperature=1,memory=1'

# start ROUNDS -- three processes; "$mpirun" is what started them
start() {
    mkdir -p "$work/0" "$work/1" "$work/2"
    # shellcheck disable=SC2086
    mpirun -n 1 --wdir "$work/0" "$ZERMELO" train $small --rounds "$1" : \
        -n 1 --wdir "$work/1" "$ZERMELO" train $small --rounds "$1" : \
        -n 1 --wdir "$work/2" "$ZERMELO" train $small --rounds "$1" \
        >"$work/out" 2>"$work/err" </dev/null &
    mpirun=$!
}

# guest -- the process in folder 2
guest() {
    for pid in $(cat "/proc/$mpirun/task/"*/children 2>/dev/null); do
        [ "$(readlink "/proc/$pid/cwd")" = "$work/2" ] && echo "$pid"
    done
}

games() {
    find "$work/0/run/games" -name '*.games' -size +1k | wc -l
}

start 1
wait $mpirun
ok "three processes make a run" $?
grep -q '^playing 2$' "$work/0/run/state" && [ -s "$work/0/run/nets/0001.net" ]
ok "nets and state are in the folder of the first" $?
[ -z "$(find "$work/1" "$work/2" -mindepth 1)" ]
ok "... and nothing is in those of the others" $?
[ "$(games)" -eq 3 ]
ok "the others' games have come, each into a file" $?

# A process is lost in the middle of a run without an end.
start 1000
i=0
while [ $i -lt 600 ] && [ "$(grep -c '^generation' "$work/0/run/state")" -lt 3 ]; do
    i=$((i + 1))
    sleep 0.1
done
before=$(games)
victim=$(guest)
[ -n "$victim" ] && kill -9 "$victim"
wait $mpirun
[ $? -ne 0 ] && [ $i -lt 600 ]
ok "a process that is lost ends the run" $?
next=$(sed -n 's/^\(playing\|training\|gating\) \([0-9]*\).*/\2/p' "$work/0/run/state")

start "$next"
wait $mpirun
ok "started again, it goes on" $?
grep -q "^playing $((next + 1))\$" "$work/0/run/state" && [ "$(games)" -gt "$before" ]
ok "... from where it was" $?
zermelo 0 train report "$work/0/run"
[ "$(grep -c '^ *[0-9]' "$work/out")" -eq $((next + 1)) ]
ok "the report has a row for each generation" $?

# Alone it is a run like any other; what is wrong for all is said before MPI begins.
cp -r "$work/0/run" "$work/run"
(cd "$work" && mpirun -n 1 "$ZERMELO" train ${small} --rounds "$next") >"$work/out" 2>"$work/err" </dev/null
ok "one process alone needs no others" $?
mpirun -n 2 "$ZERMELO" train pig >"$work/out" 2>"$work/err" </dev/null
[ $? -eq 2 ] && grep -q 'no net learns pig' "$work/err"
ok "what is wrong is said" $?
ending

#!/bin/sh
# `zermelo tune`: the same weights from the same seed, on one thread or three, in one go or
# after any number of kills; what it refuses, and what it says about a damaged file.
. "$SOURCE/tests/cli/tap.sh"

# complains TEXT -- on one line of stderr, which is the last
complains() {
    tail -n 1 "$work/err" | grep -qF -- "$1"
    ok "it says: $1" $?
}

small='othello --rounds 2 --games 40 --nodes 60'

# shellcheck disable=SC2086
zermelo 0 tune $small --out "$work/a" --svg "$work/a.svg"
[ ! -e "$work/a.work" ]
ok "the work file is gone once the weights are there" $?
grep -q 'made by   zermelo tune othello --search alphabeta:hash=1 --nodes 60 --rounds 2 --games 40' "$work/a"
ok "the weights say which command made them" $?
grep -q '<svg' "$work/a.svg" && [ "$(grep -c '<polyline' "$work/a.svg")" -eq 2 ]
ok "the picture has two curves" $?

# shellcheck disable=SC2086
zermelo 0 tune $small --threads 3 --json --out "$work/b"
cmp -s "$work/a" "$work/b"
ok "three threads find the same weights" $?
[ "$(grep -c '"round":2,"pass":' "$work/out")" -ge 3 ] && grep -q '"validation_loss":0\.' "$work/out"
ok "JSON has the losses of every pass" $?

# Killed again and again, at moments that nobody chose.
i=0
while [ ! -e "$work/c" ] && [ $i -lt 200 ]; do
    i=$((i + 1))
    # shellcheck disable=SC2086
    "$ZERMELO" tune $small --out "$work/c" >"$work/out" 2>"$work/err" </dev/null &
    pid=$!
    sleep "$((i / 10)).$((i % 10))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
cmp -s "$work/a" "$work/c"
ok "killed and started again, it finds the same weights" $?

# Interrupted, it keeps its work, which only the same command goes on with.
# shellcheck disable=SC2086
"$ZERMELO" tune othello --rounds 2 --games 4000 --nodes 60 --out "$work/d" >"$work/out" 2>"$work/err" </dev/null &
pid=$!
sleep 0.5
kill -INT $pid
wait $pid
[ $? -eq 130 ] && [ -s "$work/d.work" ]
ok "interrupted, it ends with 130 and leaves its work" $?
complains 'interrupted; the same command goes on with'
zermelo 4 tune othello --rounds 2 --games 4000 --nodes 61 --out "$work/d"
complains 'belongs to another tuning, with another --nodes'
printf 'x' | dd of="$work/d.work" bs=1 seek=2000 conv=notrunc 2>/dev/null
zermelo 4 tune othello --rounds 2 --games 4000 --nodes 60 --out "$work/d"
complains 'the checksum is wrong'
echo nonsense >"$work/d.work"
zermelo 4 tune othello --rounds 2 --games 4000 --nodes 60 --out "$work/d"
complains 'not a file of `zermelo tune`'

zermelo 2 tune pig
complains 'pig cannot be tuned: it has no weights to learn'
zermelo 2 tune othello --rounds 0
complains 'expected a number from 1'
zermelo 2 tune othello --search nonsense --out "$work/e"
complains 'nonsense'
zermelo 4 tune othello --rounds 1 --games 1 --nodes 20 --out "$work/e"
complains 'too few games to learn from'
zermelo 4 tune othello --rounds 1 --games 32 --nodes 20 --out "$work/no/such/folder"
ending

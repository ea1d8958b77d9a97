#!/bin/sh
# The fast instances contain nothing of the hook that reports steps: neither after the
# preprocessor, nor as a name the object would need.
count=0 failed=0
try() {
    count=$((count + 1))
    if sh -c "$2"; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        failed=1
    fi
}
cd "$SOURCE" || exit 1
CC=${CC:-cc}
cpp="$CC -std=c17 -D_GNU_SOURCE -Isrc -Iinclude -E -P"
object() { find "$BUILD" -name "*$1.c.o" | grep -E "$2" | head -n 1; }

for file in games/connect4.c games/tictactoe.c; do
    try "$file compiles kernels" "$cpp $file | grep -q '[a-z0-9]_negamax *('"
    try "$file has no steps" "! $cpp $file | grep -E 'zm_step|trace_step|ZM_STEP'"
done
# generic.c sees the public header, where the steps are declared: what counts is that the
# kernels, which come after it, name none.
kernels() { echo "$cpp $1 | sed -n '/_horizon *(/,\$p'"; }
try 'generic.c has kernels' "$(kernels src/search/generic.c) | grep -q 'generic_negamax *('"
try 'generic.c has no steps' "! $(kernels src/search/generic.c) | grep -E 'zm_step|trace_step|ZM_STEP'"
try 'traced.c has steps' "$(kernels src/search/traced.c) | grep -q 'trace_step *('"

generic=$(object search_generic libzermelo) traced=$(object search_traced libzermelo)
try 'the object of generic.c needs no trace_step' \
    "test -n '$generic' && ! nm '$generic' | grep trace_step"
try 'the object of traced.c does' "nm '$traced' | grep -q 'U trace_step'"
for game in connect4 tictactoe; do
    o=$(object $game libgames)
    try "the object of $game.c needs no trace_step" "test -n '$o' && ! nm '$o' | grep trace_step"
done
echo "1..$count"
exit $failed

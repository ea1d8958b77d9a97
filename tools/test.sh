#!/bin/sh
# test.sh -- the tests in every build that matters, one count at the end:
#   release  gcc, optimised: what users run
#   asan     clang, AddressSanitizer and UndefinedBehaviorSanitizer
#   tsan     gcc, ThreadSanitizer: the tests in which threads meet
set -u
cd "$(dirname "$0")/.." || exit 1
log=build/test-summary.txt
status=0
targets=

# run FOLDER COMPILER SETUP-OPTIONS... -- MESON-TEST-OPTIONS...
run() {
    folder=$1 compiler=$2 setup=
    shift 2
    while [ "$1" != -- ]; do
        setup="$setup $1"
        shift
    done
    shift
    echo "== $folder ($compiler$setup)"
    if [ ! -f "$folder/build.ninja" ]; then
        # shellcheck disable=SC2086
        CC=$compiler meson setup "$folder" -Dwerror=true $setup >build/setup.log 2>&1 || {
            cat build/setup.log
            exit 1
        }
    fi
    # shellcheck disable=SC2086
    ninja -C "$folder" $targets >"$folder/build.log" 2>&1 || {
        grep -v '^\[' "$folder/build.log"
        exit 1
    }
    meson test -C "$folder" --no-rebuild --print-errorlogs "$@" || status=1
    cat "$folder/meson-logs/testlog.txt" >>"$log"
}

mkdir -p build
# What the tests of the page need besides a browser.
if command -v npm >/dev/null && [ ! -d web/node_modules/playwright-core ]; then
    (cd web && npm install --no-save --silent --no-audit --no-fund >../build/npm.log 2>&1) || cat build/npm.log
fi
: >"$log"
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_stack_use_after_return=1}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}"
run build-release cc --
run build-asan clang -Dbuildtype=debugoptimized -Db_sanitize=address,undefined \
    -Db_lundef=false --
# Only what threads need is built here.
targets='tests/test_threads tests/test_match tests/test_engine tests/test_deepening tests/test_uci tests/test_gtp tests/test_gtp_go
    tests/test_mcts tests/test_gomocup tests/test_nboard tests/test_outside tests/peer
    zermelo tests/test_server tests/test_server_safety tests/kuhn.so
    tests/test_alphazero tests/test_train tests/test_train_post tests/test_net'
run build-tsan cc -Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false \
    -- --suite threads --suite match --suite engine --suite deepening --suite uci --suite gtp --suite gtp_go --suite mcts --suite gomocup \
    --suite nboard --suite outside --suite server --suite server_safety --suite alphazero --suite train --suite train_post --suite net

# A test program that died or hung has no line of its own and counts as one failure.
counts=$(awk '/^ok .*# SKIP/ || /^1\.\.0/ { skipped++; next }
              /^ok / { passed++ }
              /^not ok / { failed++ }
              END { printf "%d %d %d", passed, failed, skipped }' "$log")
# shellcheck disable=SC2086
set -- $counts
failed=$2
[ "$status" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "$1 passed, $failed failed, $3 skipped"
[ "$failed" -eq 0 ]

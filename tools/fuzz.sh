#!/bin/sh
# fuzz.sh [SECONDS] -- every fuzz target under libFuzzer for so long each (default 300).
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-300}
test -f build-fuzz/build.ninja ||
    CC=clang meson setup build-fuzz -Dfuzz=true -Dbuildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
ninja -C build-fuzz --quiet
for target in build-fuzz/tests/fuzz/fuzz_*; do
    if [ ! -x "$target" ] || [ ! -f "$target" ]; then continue; fi
    name=$(basename "$target")
    mkdir -p "build-fuzz/corpus/$name"
    echo "== $name, $seconds s"
    "$target" -max_total_time="$seconds" -timeout=10 -verbosity=0 \
        "build-fuzz/corpus/$name" "tests/fuzz/corpus/${name#fuzz_}"
done
echo "fuzz: no crash"

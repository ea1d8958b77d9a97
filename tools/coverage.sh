#!/bin/sh
# coverage.sh -- which lines the tests reach, as a page to look at.
set -eu
cd "$(dirname "$0")/.."
test -f build-coverage/build.ninja ||
    meson setup build-coverage -Dbuildtype=debug -Db_coverage=true >/dev/null
ninja -C build-coverage --quiet
meson test -C build-coverage --quiet || true
gcovr --root . --filter src/ --filter games/ --filter include/ build-coverage \
    --html-details build-coverage/coverage.html --print-summary | tail -3
echo "build-coverage/coverage.html"

#!/bin/sh
# A part of the page in a real Chromium (web/tests/$1), against the program as it is built. Once is
# enough: what the sanitizers are to see of the server, the tests of the server show them.
skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
[ "$SANITIZE" = none ] || skip "the browser tests run in the plain build"
command -v node >/dev/null || skip "node is not installed (Debian: nodejs, npm)"
CHROMIUM=${CHROMIUM:-$(command -v chromium)} || skip "chromium is not installed"
[ -d "$SOURCE/web/node_modules/playwright-core" ] || skip "playwright-core is missing: npm install in web/"
export CHROMIUM
exec node "$SOURCE/web/tests/$1"

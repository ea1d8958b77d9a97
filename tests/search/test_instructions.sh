#!/bin/sh
# The searches compiled for a game cost at most 1.10 times the instructions of code written
# by hand for it; bench/instructions.sh counts them.
skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
case $SANITIZE in none) ;; *) skip 'sanitizers add instructions of their own' ;; esac
case $OPTIMIZATION in 3) ;; *) skip 'only the optimised build is measured' ;; esac
command -v valgrind >/dev/null || skip 'no valgrind'
if out=$("$SOURCE/bench/instructions.sh" "$BUILD" quick 2>&1); then echo 'ok 1 - at most 1.10 times'
else echo 'not ok 1 - at most 1.10 times'; fi
echo "$out" | sed 's/^/# /'
echo '1..1'

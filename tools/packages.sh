#!/bin/sh
# packages.sh SET -- see that what SET (build, test, lint, docs or bench) needs is on this machine.
# Missing Debian packages are installed where that is possible without asking (as root, or
# with sudo that needs no password); otherwise the command to type is printed.
set -eu
PATH=$PATH:/usr/games # where Debian puts GNU Go

# Each pair is how to tell and what to install: a command, or pkg/NAME for a library.
build='cc:gcc meson:meson ninja:ninja-build pkg-config:pkg-config pkg/libedit:libedit-dev
    pkg/sqlite3:libsqlite3-dev pkg/jansson:libjansson-dev
    pkg/libmicrohttpd:libmicrohttpd-dev libc:libc6-dev scdoc:scdoc'
test="$build c++:g++ clang:clang runtime:libclang-rt-dev valgrind:valgrind
    chromium:chromium node:nodejs npm:npm dnnl:libdnnl-dev gnugo:gnugo gnuchess:gnuchess
    stockfish:stockfish phalanx:phalanx fairymax:fairymax mpirun:openmpi-bin pkg/ompi-c:libopenmpi-dev"
lint='clang-format:clang-format clang-tidy:clang-tidy cppcheck:cppcheck'
docs='doxygen:doxygen gcovr:gcovr'
bench="$build wrk:wrk dnnl:libdnnl-dev gnugo:gnugo"

present() {
    case $1 in
    pkg/*) pkg-config --exists "${1#pkg/}" 2>/dev/null ;;
    dnnl) echo '#include <oneapi/dnnl/dnnl.h>' | cc -E - >/dev/null 2>&1 ;;
    libc) echo '#include <stdio.h>' | cc -E - >/dev/null 2>&1 ;;
    runtime) echo 'int main(void){return 0;}' |
        clang -x c -fsanitize=address - -o /dev/null 2>/dev/null ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

case $1 in
build) wanted=$build ;;
test) wanted=$test ;;
lint) wanted=$lint ;;
docs) wanted=$docs ;;
bench) wanted=$bench ;;
*)
    echo "usage: packages.sh build|test|lint|docs|bench" >&2
    exit 2
    ;;
esac
missing=
for pair in $wanted; do
    present "${pair%:*}" || missing="$missing ${pair##*:}"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "Please install what these Debian packages hold:$missing" >&2
    exit 1
elif [ "$(id -u)" -eq 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root='sudo -n'
else
    echo "Please run: sudo apt-get install$missing" >&2
    exit 1
fi
echo "installing:$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# A list of packages from another day may name files that are gone: try, renew, try again.
# shellcheck disable=SC2086
$as_root apt-get install -y -qq $missing >/dev/null 2>&1 || {
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq $missing >/dev/null
}

#!/bin/sh
# The installed library as an outside programmer meets it: installed into a folder of its
# own, used from outside the source tree with what pkg-config says and nothing else.
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
count=0 failed=0
CC=${CC:-cc} CXX=${CXX:-c++}

# try NAME COMMAND...: one test; what went wrong follows as a comment
try() {
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$here/out" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        failed=1
        sed 's/^/# /' "$here/out"
    fi
}

skip() {
    echo "1..0 # SKIP $1"
    exit 0
}
case $SANITIZE in none) ;; *) skip 'a library with sanitizers needs programs with them' ;; esac
command -v pkg-config >/dev/null || skip 'no pkg-config'
command -v "$CXX" >/dev/null || skip 'no C++ compiler'

try 'meson installs' env DESTDIR="$here/root" meson install -C "$BUILD" --no-rebuild --quiet
pc=$(find "$here/root" -name zermelo.pc)
lib=$(dirname "$(dirname "$pc")")
prefix=$(dirname "$(find "$here/root" -type d -path '*/include/zermelo')")/..
program=$(find "$here/root" -path '*/bin/zermelo')
export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$here/root"
export LD_LIBRARY_PATH="$lib"
cd "$here" || exit 1

try 'the templates a plug-in needs, and no other' test \
    "$(cd "$prefix/include/zermelo/search" && ls | grep -c -v 'tmpl\.h$')" = 0
try 'the soname is libzermelo.so.0' sh -c \
    "objdump -p '$lib/libzermelo.so' | grep -q 'SONAME *libzermelo.so.0\$'"
try 'the shared library shows zm_ names only' sh -c \
    "test \"\$(nm -D --defined-only '$lib/libzermelo.so' | grep -c ' zm_')\" -gt 40 &&
     ! nm -D --defined-only '$lib/libzermelo.so' | grep -v ' zm_'"
try 'the static library shows zm_ names only' sh -c \
    "test \"\$(nm -g --defined-only '$lib/libzermelo.a' | grep -c ' zm_')\" -gt 40 &&
     ! nm -g --defined-only '$lib/libzermelo.a' | grep ' [A-Z] ' | grep -v ' zm_'"

cp "$SOURCE/examples/embed.c" "$SOURCE/examples/embed.cpp" "$SOURCE/games/tictactoe.c" .

# shellcheck disable=SC2046 # the flags are words
{
    try 'embed.c builds against the shared library' "$CC" -Wall -Wextra -Wpedantic -Werror embed.c \
        $(pkg-config --cflags --libs zermelo) -o shared
    try 'embed.c runs' ./shared tictactoe
    try '... and needs the shared library' sh -c 'ldd ./shared | grep -q libzermelo.so.0'

    # A program with names of its own that the library uses inside.
    { echo 'int perft(void); int sentence(void); int perft(void) { return 1; }'
      echo 'int sentence(void) { return 2; }'
      cat embed.c; } >clash.c
    try 'embed.c links statically beside its own perft() and sentence()' "$CC" clash.c \
        $(pkg-config --cflags zermelo) "$lib/libzermelo.a" \
        $(pkg-config --static --libs-only-l zermelo | sed 's/-lzermelo//') -o static
    try '... and runs without the shared library' env -u LD_LIBRARY_PATH ./static connect4

    try 'embed.cpp builds' "$CXX" -std=c++17 -Wall -Wextra -Wpedantic -Werror embed.cpp \
        $(pkg-config --cflags --libs zermelo) -pthread -o cpp
    try 'embed.cpp stops its search' sh -c './cpp | grep stopped'

    try 'a plug-in builds from one file' "$CC" -shared -fPIC -DZM_PLUGIN tictactoe.c \
        $(pkg-config --cflags zermelo) -o game.so
}
try 'the plug-in shows zm_plugin and nothing else' test \
    "$(nm -D --defined-only game.so | sed 's/.* //')" = zm_plugin
try 'the installed program runs it' sh -c "'$program' perft ./game.so 6 | grep -q 54720"
try '... and searches with it' sh -c "'$program' best ./game.so --moves 'b2 a1' --depth 6 --json"
try '... and finds the nets that came with it' sh -c \
    "env -u ZERMELO_NETS '$program' best tictactoe --moves 'b2 a1' --search alphazero:sims=20 --json"
echo "1..$count"
exit $failed

#!/bin/sh
# prelink.sh -- run by `meson install` on the static library: joins its objects into one in
# which only the public names (zm_*) can be seen from outside. Inside, the library may then
# call a function `perft` or `sentence` without taking that name from the user's program.
#
#     prelink.sh LIBDIR AR OBJCOPY LD
set -eu
library=${MESON_INSTALL_DESTDIR_PREFIX:?}/$1/libzermelo.a
case $1 in /*) library=${DESTDIR:-}$1/libzermelo.a ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$4" -r --whole-archive "$library" -o "$work/zermelo.o"
"$3" --localize-hidden "$work/zermelo.o"
rm "$library"
"$2" rcs "$library" "$work/zermelo.o"
chmod 644 "$library"

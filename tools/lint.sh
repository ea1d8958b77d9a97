#!/bin/sh
# lint.sh -- clang-format, cppcheck and clang-tidy find nothing to say.
set -u
cd "$(dirname "$0")/.." || exit 1
status=0

echo "== clang-format"
# shellcheck disable=SC2046
clang-format --dry-run --Werror $(tools/sources.sh) || status=1

echo "== web/src/api.ts is made from web/api/api.txt"
web/api/types.sh | cmp - web/src/api.ts || status=1

if [ -d web/node_modules/typescript ]; then
    echo "== tsc, and web/dist is built from web/src"
    (cd web && npx tsc --noEmit && npx prettier --check --log-level warn src tests &&
        npx vite build --logLevel error --outDir ../build/page --emptyOutDir) || status=1
    diff -rq web/dist build/page || status=1
fi

echo "== cppcheck"
cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr \
    --suppress=unknownMacro --suppress=uninitvar:*.tmpl.h --error-exitcode=1 -j 2 -D_GNU_SOURCE -D__cppcheck__ -Iinclude -Isrc \
    src games examples bench || status=1

echo "== clang-tidy"
test -f build-tidy/build.ninja || CC=clang meson setup build-tidy >/dev/null || exit 1
# Templates and .def files are seen through the files that include them. The games, into which
# all searches are compiled, take longest: they come first, so that nobody waits for them in the
# end while the other processors have nothing left to do.
{
    tools/sources.sh | grep '^games/.*\.c$'
    tools/sources.sh | grep '^\(src\|examples\)/.*\.c$'
} | xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p build-tidy 2>/dev/null || status=1

[ "$status" -eq 0 ] && echo "lint: clean"
exit $status

#!/bin/sh
# A folder may include only itself and those before it in the list (ARCHITECTURE.md), and
# games may include the public headers alone.
cd "$SOURCE" || exit 1
layers='base game notation search teach solve match learn protocol server cli'
count=0
failed=0

ok() {
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

allowed=
for layer in $layers; do
    allowed="$allowed $layer"
    [ -d "src/$layer" ] || continue
    pattern=$(echo "$allowed" | sed 's/^ //; s/ /\\|/g')
    wrong=$(grep -n '#include "' src/"$layer"/*.[ch] |
        grep -v "#include \"\($pattern\)/" |
        grep -v "#include \"[a-z_]*\.tmpl\.h\"" | grep -v '#include "../games/games.def"')
    ok "src/$layer includes nothing above it" "$wrong"
done
# ... but for headers of their own, which begin with their name.
wrong=$(grep -rn '#include "' games examples --include='*.c' |
    grep -v '^games/\([a-z0-9]*\)[./].*#include "\1_[a-z0-9_]*\.h"' |
    grep -v '^games/\([a-z0-9]*\)/.*#include "\1\.c"')
ok "games include public headers only" "$wrong"
wrong=$(find src games -name '*.[ch]' -exec basename {} \; | sort | uniq -d)
ok "file names are unique in the whole tree" "$wrong"
wrong=$(grep -nE '\b(printf|puts|exit|abort)\(' src/base/*.c src/game/*.c src/search/*.c src/solve/*.c src/teach/*.c 2>/dev/null |
    grep -vE 'v?s?n?fprintf|snprintf|zm_print')
ok "the library neither prints nor exits" "$wrong"
echo "1..$count"
exit $failed

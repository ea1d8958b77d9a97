#!/bin/sh
# embed.sh WEB OUT DEPFILE -- write the built page (WEB/dist, or WEB/placeholder where there is
# none) as C: each file as it is, and packed with gzip where that makes it shorter.
set -eu
web=$1 out=$2 depfile=$3
folder=$web/dist
[ -f "$folder/index.html" ] || folder=$web/placeholder
packed=$(mktemp)
trap 'rm -f "$packed"' EXIT

type_of() {
    case $1 in
    *.html) echo 'text/html; charset=utf-8' ;;
    *.js) echo 'text/javascript; charset=utf-8' ;;
    *.css) echo 'text/css; charset=utf-8' ;;
    *.json | *.map) echo 'application/json' ;;
    *.webmanifest) echo 'application/manifest+json' ;;
    *.svg) echo 'image/svg+xml' ;;
    *.png) echo 'image/png' ;;
    *.ico) echo 'image/x-icon' ;;
    *.woff2) echo 'font/woff2' ;;
    *.txt) echo 'text/plain; charset=utf-8' ;;
    *) echo 'application/octet-stream' ;;
    esac
}

# The bytes of a file, or a zero where there are none.
bytes() {
    if [ -s "$1" ]; then od -An -v -tu1 "$1" | sed 's/  */,/g; s/^,//; s/$/,/'; else echo 0; fi
}

files=$(cd "$folder" && find . -type f | LC_ALL=C sort | sed 's|^\./||')
{
    echo '/* Made by tools/embed.sh. */'
    echo '#include "server/page.h"'
    n=0
    for file in $files; do
        gzip -9 -n -c "$folder/$file" >"$packed"
        echo "static const unsigned char plain_$n[] = {"
        bytes "$folder/$file"
        echo '};'
        if [ "$(wc -c <"$packed")" -lt "$(wc -c <"$folder/$file")" ]; then
            echo "static const unsigned char packed_$n[] = {"
            bytes "$packed"
            echo '};'
            echo "#define PACKED_$n packed_$n"
            echo "#define PACKED_SIZE_$n sizeof packed_$n"
        else
            echo "#define PACKED_$n ((const unsigned char *)0)"
            echo "#define PACKED_SIZE_$n 0"
        fi
        n=$((n + 1))
    done
    echo 'const struct page_file page_files[] = {'
    n=0
    for file in $files; do
        printf '    { "/%s", "%s", plain_%d, PACKED_%d, %d, PACKED_SIZE_%d },\n' "$file" \
            "$(type_of "$file")" $n $n "$(wc -c <"$folder/$file")" $n
        n=$((n + 1))
    done
    echo '};'
    echo "const int page_file_count = $n;"
} >"$out"
{
    printf '%s:' "$(basename "$out")"
    for file in $files; do printf ' %s' "$folder/$file"; done
    printf ' %s\n' "$folder"
} >"$depfile"

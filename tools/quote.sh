#!/bin/sh
# Files as C strings, for a C file to include: quote.sh OUT FILE... writes, for each file,
# X(name, "text") with - and other signs of the name as _.
out=$1
shift
for file in "$@"; do
    name=$(basename "$file")
    printf 'X(%s,\n' "$(printf '%s' "${name%.*}" | tr -c 'A-Za-z0-9' '_')"
    sed 's/\\/\\\\/g; s/"/\\"/g; s/^/  "/; s/$/\\n"/' "$file"
    printf ')\n'
done >"$out.part" && mv "$out.part" "$out"

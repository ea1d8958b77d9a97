#!/bin/sh
# quote.sh OUT FILE... writes a C file with the text of each file under its name (without the
# ending): the trees of the lectures, as src/teach/lecture_texts.h declares them.
out=$1
shift
{
    printf '#include "teach/lecture_texts.h"\n\nconst struct lecture_text lecture_texts[] = {\n'
    for file in "$@"; do
        name=$(basename "$file")
        printf '  { "%s",\n' "${name%.*}"
        sed 's/\\/\\\\/g; s/"/\\"/g; s/^/    "/; s/$/\\n"/' "$file"
        printf '  },\n'
    done
    printf '  { 0, 0 },\n};\n'
} >"$out.part" && mv "$out.part" "$out"

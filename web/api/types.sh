#!/bin/sh
# types.sh -- write the TypeScript of web/api/api.txt to the standard output.
set -eu
cd "$(dirname "$0")"
awk '
function close_type() { if (open) print "}"; open = 0 }
function comment(line,    at) { at = index(line, "#"); return at ? substr(line, at + 1) : "" }
function code(line,    at) { at = index(line, "#"); line = at ? substr(line, 1, at - 1) : line
    sub(/[ \t]+$/, "", line); return line }
BEGIN {
    print "// Made by web/api/types.sh from web/api/api.txt: change that file, then run `make api`."
}
/^#/ || /^[ \t]*$/ { next }
/^type / { close_type(); printf "\nexport interface %s {\n", $2; open = 1; next }
/^union / { close_type(); sub(/^union /, "", $0); printf "\nexport type %s;\n", code($0); next }
/^route / { close_type(); $0 = code($0); line = ""
    answer = $0; sub(/.*-> /, "", answer)
    body = $4 == "->" ? "null" : $4
    path = $3; sub(/\?.*/, "", path)
    routes = routes sprintf("  \"%s %s\": { body: %s; answer: %s };\n", $2, path, body,
        answer == "text" || answer == "stream" ? "string" : answer); next }
/^event / { close_type(); events = events sprintf("  %s: %s;\n", $2, $3); next }
/^[ \t]+#/ { print "  //" comment($0); next }
/^[ \t]+[A-Za-z]+\??:/ { why = comment($0); line = code($0)
    if (why != "") print "  /**" why " */"
    print line ";"; next }
{ print "api.txt:" NR ": not understood: " $0 > "/dev/stderr"; exit 1 }
END {
    close_type()
    print "\n/** What each route takes and gives. */\nexport interface Routes {\n" routes "}"
    print "\n/** What the stream carries. */\nexport interface Events {\n" events "}"
}' api.txt

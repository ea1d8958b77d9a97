#!/bin/sh
# The built page (web/dist) is small, complete and asks nobody but its own server.
cd "$SOURCE/web/dist" || exit 1
count=0 failed=0
ok() { # NAME WHAT-IS-WRONG
    count=$((count + 1))
    if [ -z "$2" ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1"
        printf '%s\n' "$2" | sed 's/^/# /'
    fi
}

size=0
for file in *; do size=$((size + $(gzip -9 -c "$file" | wc -c))); done
echo "# $size bytes, packed"
ok "the whole page is under 80 KB" "$([ "$size" -le 80000 ] || echo "$size bytes")"

# Names of XML spaces are no addresses that anybody asks.
ok "no address of another host" \
    "$(grep -ohE '(https?:)?//[a-z0-9-]+\.[a-z0-9.-]+' ./* | grep -v 'www\.w3\.org')"

ok "what the page names is there" "$(
    { grep -ohE '(src|href)="\.?/?[a-z.]+"' index.html | sed 's/.*="//; s/"//'
        grep -ohE '"[./]*[a-z]+\.js"' page.js | tr -d '"'; } |
        while read -r name; do [ -f "./$name" ] || echo "$name"; done
)"
echo "1..$count"
exit $failed

#!/bin/sh
# What the searches do is told by one number; a commit that changes it says so with a line
# "Bench: N". The newest such line must be true.
cd "$SOURCE" || exit 1
stated=$(git log -1 --format=%B --grep='^Bench: [0-9][0-9]*$' -E 2>/dev/null |
    sed -n 's/^Bench: \([0-9]*\)$/\1/p' | tail -n 1)
if [ -z "$stated" ]; then
    echo "1..0 # SKIP no commit here states its bench number"
    exit 0
fi
found=$("$ZERMELO" bench --signature | sed -n 's/^Bench: //p')
if [ "$stated" = "$found" ]; then
    echo "ok 1 - the searches do what the last commit about them says: $found"
else
    echo "not ok 1 - the searches do what the last commit about them says"
    echo "# the last commit that says Bench: says $stated, but zermelo bench --signature is $found"
    failed=1
fi
echo "1..1"
exit "${failed:-0}"

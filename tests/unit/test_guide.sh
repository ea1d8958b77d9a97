#!/bin/sh
# docs/guide.md says the truth: its blocks of Nim, one after the other, are examples/nim.c;
# its other blocks stand in the files they name or build; its commands run.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
ln -s "$SOURCE/include" "$SOURCE/examples" "$SOURCE/src" "$folder" && cd "$folder" || exit 1
guide=$SOURCE/docs/guide.md
PATH=$(dirname "$ZERMELO"):$PATH
# A plug-in built without them may be loaded by a program built with sanitizers.
build='cc -shared -fPIC -O1 -Wall -Wextra -Werror -DZM_PLUGIN -Iinclude'
count=0
failed=0

# ok WHAT STATUS
ok() {
    count=$((count + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1"
        sed 's/^/# /' output
    fi
}

# block INFO -- the text of all blocks that begin with ```INFO
block() {
    awk -v begin="\`\`\`$1" '$0 == "```" { inside = 0 } inside { print } $0 == begin { inside = 1 }' \
        "$guide"
}

# Blank lines between blocks are left out.
block 'c nim.c' | grep -v '^$' >nim-blocks
grep -v '^$' examples/nim.c >nim-file
diff nim-blocks nim-file >output
ok "the guide's blocks of Nim are examples/nim.c" $?

block 'c games/pig.c' >pig-block
awk 'NR == FNR { block = block $0 "\n"; next } { file = file $0 "\n" }
     END { exit !(block != "" && index(file, block)) }' pig-block "$SOURCE/games/pig.c" >output
ok "the block of Pig stands in games/pig.c" $?

block 'c coin.c' >coin.c
{ $build coin.c -o coin.so && zermelo check ./coin.so; } >output 2>&1
ok "the coin game builds and is sound" $?

block 'c nim.c with undo' >undo
awk '/^static const struct zm_game nim/ { while ((getline line < "undo") > 0) print line }
     { print } /\.shape = / { print "    .save = nim_save,\n    .undo = nim_undo," }' \
    examples/nim.c >nim_undo.c
{ $build nim_undo.c -o nim_undo.so && zermelo check ./nim_undo.so; } >output 2>&1
ok "Nim with undo builds and is sound" $?

block 'c nim.c with weights' >weights
block 'c nim.c weights in the table' >members
awk '/^static const struct zm_game nim/ { while ((getline line < "weights") > 0) print line }
     /\.unit = / { while ((getline line < "members") > 0) print line; next } { print }' \
    examples/nim.c >nim_learned.c
{ $build nim_learned.c -o nim_learned.so && zermelo check ./nim_learned.so; } >output 2>&1
ok "Nim with weights builds and is sound" $?
{ zermelo tune ./nim_learned.so --games 500 && $build nim_learned.c -o nim_learned.so &&
    zermelo check ./nim_learned.so && cat nim.weights; } >output 2>&1
ok "its weights are learned and built in" $?
grep -q '^\[0\]=-[1-9][0-9]*,[1-9][0-9]*,[1-9][0-9]*,[1-9][0-9]*' output
ok "who faces a sum of 0 loses, anybody else wins" $?

block sh >commands
while read -r command; do
    case $command in
    'zermelo play'*) continue ;; # waits for somebody to play
    esac
    sh -c "$command" >output 2>&1 </dev/null
    ok "$command" $?
done <commands
[ "$count" -ge 12 ]
ok "all commands were found" $?
echo "1..$count"
exit $failed

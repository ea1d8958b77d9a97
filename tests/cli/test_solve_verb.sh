#!/bin/sh
# `zermelo solve`: what it says, in text and JSON, and how it ends when it cannot.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0
failed=0

ok() { # NAME STATUS
    count=$((count + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $count - $1"
    else
        failed=1
        echo "not ok $count - $1"
        sed 's/^/# /' "$work/out" "$work/err"
    fi
}

# solve CODE ARGUMENTS -- must end with this exit code
solve() {
    code=$1
    shift
    "$ZERMELO" solve "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ $status -eq "$code" ]
    ok "solve $* ends with $code" $?
}

says() { # TEXT
    grep -qF -- "$1" "$work/out"
    ok "... and says $1" $?
}

complains() { # TEXT
    [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -- "$1" "$work/err" && [ ! -s "$work/out" ]
    ok "... and complains: $1" $?
}

solve 0 tictactoe --memory 4
says 'value  0 for the player to move (draw)'
[ "$(grep -c best "$work/out")" -eq 9 ]
ok '... with nine best moves' $?
solve 0 tictactoe --memory 4 --json --moves 'b2 b3'
says '"result":"win"'
says '"exact":true'
says '{"move":"a3","value":1,"best":true}'
says '{"move":"b1","value":0,"best":false}'
python3 -m json.tool "$work/out" >/dev/null 2>"$work/err" || ! command -v python3 >/dev/null
ok '... which is JSON' $?
solve 0 connect4 --memory 4 --moves 111111222222333333
says 'value  12 for the player to move (win)'
solve 0 pig --options goal=10
says 'is the chance that the player to move wins'
solve 0 pig --options goal=10 --position '0-0+0 1*'
says 'outcomes'
solve 0 mnk --options 'rows=2 columns=3 line=2'
says 'values 2 -1 -1'
solve 1 connect4 --memory 4 --nodes 1000
complains 'stopped after'
solve 1 connect4 --memory 4 --time 0.01
complains 'stopped after'
solve 4 pig --memory 1
complains 'too many for 1 MB'
solve 2 tictactoe --moves 'a3 b3 a2 b2 a1'
complains 'the game is over'
solve 2 tictactoe --memory 0
complains '--memory 0: expected a number'
solve 2 tictactoe --depth 3
complains 'solve has no option --depth'
solve 2 tictacto
complains 'did you mean "tictactoe"?'

"$ZERMELO" solve connect4 --memory 4 >"$work/out" 2>"$work/err" &
sleep 1
kill -TERM $!
wait $!
[ $? -eq 130 ]
ok 'interrupted, it ends with 130' $?
complains 'stopped after'
echo "1..$count"
exit $failed

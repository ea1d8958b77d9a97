# tap.sh -- for tests of verbs, sourced by them: a folder "$work" that goes away again, and
# what they check. The test ends with `ending`.
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

# zermelo CODE ARGUMENTS -- must end with this exit code
zermelo() {
    code=$1
    shift
    "$ZERMELO" "$@" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ $status -eq "$code" ]
    ok "$* ends with $code" $?
}

says() { # TEXT
    grep -qF -- "$1" "$work/out"
    ok "... and says $1" $?
}

complains() { # TEXT
    [ "$(wc -l <"$work/err")" -eq 1 ] && grep -qF -- "$1" "$work/err" && [ ! -s "$work/out" ]
    ok "... and complains: $1" $?
}

ending() {
    echo "1..$count"
    exit $failed
}

#!/usr/bin/env bash
# Runs golden dialogues:  tests/run_sessions.sh ROEK FILE...
#
# A session file holds commands and what they print:
#     # a comment
#     $ roek perft 3
#     8902 nodes …            expected standard output, line by line
#     ...                     matches any number of lines (also none)
#     8902 nodes [..] nps     [..] matches anything within a line
#     ? 2                     the exit status, when it is not 0
# A blank line ends the expected output.  Commands run in bash, in an empty folder, with the
# binary's folder first on PATH and $DATA pointing at tests/data; use 2>&1 to see complaints.
set -u
roek=$(realpath "$1"); shift
DATA=$(realpath "$(dirname "$0")/data"); export DATA
PATH=$(dirname "$roek"):$PATH
export LC_ALL=C.UTF-8 NO_COLOR=1 ROEK_TABLES=/nonexistent
passed=0 failed=0
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
export XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data


matches() { # expected-file actual-file
    perl -e '
        local $/; open A, "<", $ARGV[0]; my $want = <A> // ""; open B, "<", $ARGV[1]; my $got = <B> // "";
        my $re = join "", map { $_ eq "..." ? "(?:.*\n)*?" : do { my $l = quotemeta $_; $l =~ s/\\\[\\\.\\\.\\\]/.*/g; "$l\n" } } split /\n/, $want;
        exit($got =~ /\A$re\z/ ? 0 : 1);' "$1" "$2"
}

check() { # file line command status
    local want=$scratch/want got=$scratch/got status
    mkdir -p "$scratch/cwd"
    (cd "$scratch/cwd" && timeout 120 bash -c "$3" < /dev/null) > "$got" 2> "$scratch/err"
    status=$?
    if [ "$status" = "$4" ] && matches "$want" "$got"; then passed=$((passed + 1)); return; fi
    failed=$((failed + 1))
    echo "FAILED $1:$2: $3 (exit $status, expected $4)"
    diff "$want" "$got" | head -20
    head -5 "$scratch/err"
}

for file in "$@"; do
    rm -rf "$scratch/cwd"
    command='' line=0 start=0 status=0
    while IFS= read -r text || [ -n "$text" ]; do
        line=$((line + 1))
        case $text in
        '$ '*) [ -n "$command" ] && check "$file" $start "$command" "$status"
               command=${text#'$ '} start=$line status=0; : > "$scratch/want" ;;
        '? '*) status=${text#'? '} ;;
        '') [ -n "$command" ] && check "$file" $start "$command" "$status"; command='' ;;
        '#'*) [ -n "$command" ] && printf '%s\n' "$text" >> "$scratch/want" ;;
        *) printf '%s\n' "$text" >> "$scratch/want" ;;
        esac
    done < "$file"
    [ -n "$command" ] && check "$file" $start "$command" "$status"
done
echo "sessions: $passed passed, $failed failed"
[ "$failed" = 0 ]

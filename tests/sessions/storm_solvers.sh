#!/usr/bin/env bash
# Everything that works on several threads, on more than there are processors: the same answers as
# on one, and nothing for the thread sanitizer to report (then the status is another).
set -u
roek=$(realpath "$1")
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
cd "$room"
export LC_ALL=C ROEK_TABLES=/nonexistent
failed=0
MATE='r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1'
TWO='8/8/7Q/8/8/2p5/2pN1N2/2k2K2 w - -'

# What was found, without how long it took or how many positions it cost.
answer() { sed -E 's/"(ms|nps|nodes|seconds)":[0-9.]+//g; s/ *[0-9.]+ s$//; s/ nodes [0-9]+ nps$//; /nodes/d'; }
same() { # arguments...: with --threads 1 and 8
    "$roek" "$@" --threads 1 2> one.err | answer > one
    "$roek" "$@" --threads 8 2> eight.err | answer > eight
    local status=${PIPESTATUS[0]}
    if ! cmp -s one eight || [ "$status" -gt 1 ] || [ ! -s one ]; then
        failed=1
        echo "roek $*: status $status"; diff one eight | head -5; head -40 eight.err
    fi
}
runs() { # arguments...
    if ! "$roek" "$@" > out 2> err; then failed=1; echo "roek $*"; tail -3 out; head -40 err; fi
}

same perft 4
same perft 4 --hash 4
same mate 3 "$MATE"
same mate 3 "$MATE" --all
same loop 5 5 4 kings knights --count
same loop 4 4 3 kings knights --count --symmetry
same loop 5 5 4 kings knights --unique
same problem '#2' "$TWO" --set --refutations 1
same problem 'h#2' '8/8/8/8/8/1K6/7R/k7 b - -'
same problem 's#2' '8/8/8/8/1p4Q1/k7/p7/K7 w - -'
runs analyse --depth 7 --threads 8 startpos
runs tables build --men 3 --threads 8 --folder tables
runs tables check --folder tables --samples 300
runs selfplay -q --games 6 --nodes 60 --threads 6 -o games
runs selfplay verify games
runs match -q --white roek --black 'roek[nodes=200]' --games 6 --nodes 100 --concurrency 6 --pgn games.pgn
runs analyse games.pgn --depth 1 --jobs 3
printf '%s\n' "#2 $TWO twins \"b) mirror c) shift a1-b1\"; duplex;" 'h#x' 'h#1 7k/5K2/8/5S2/8/8/8/6R1' '#1 8/8/8/8/8/k7/8/K7 w - -' > problems
for jobs in 1 8; do "$roek" problem problems --certificate proof$jobs --jobs $jobs --hash 1 > problems$jobs 2> err; [ $? = 2 ] || { failed=1; head -40 err; }; done
cmp problems1 problems8 && cmp proof1 proof8 || failed=1
runs match -q --white "uci:$roek" --black "uci:$roek" --games 4 --nodes 50 --concurrency 4
[ $failed = 0 ] && echo "all alike"
exit $failed

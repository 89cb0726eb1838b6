#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares Chess Loop with clingo:  tools/bench_loop.sh ROEK CPUTIME [LIMIT]
#
# Measures CPU milliseconds of whole processes, one thread each, in sequence. LIMIT (default 60) is the
# CPU time in seconds that clingo gets for each puzzle. Short runs of Roek are repeated and averaged.
# The start of a process that does nothing (/bin/true, measured in between) is a large part of the
# shortest runs. So there are three ratios: of whole processes, of the time beyond a process start, and
# with the time that Roek itself reports (set-up and search).
set -u
roek=$1 cputime=$2 limit=${3:-60}
model=$(dirname "$0")/loop.lp

counts="6 6 4 knights rooks
7 7 5 knights rooks
8 8 6 kings rooks
8 8 10 kings knights
9 9 7 knights queens
10 10 8 knights queens"
firsts="8 8 8 knights rooks
10 10 10 knights rooks
10 10 12 kings bishops
10 10 12 kings knights
16 16 12 knights rooks"

clingo_seconds() { # models-wanted puzzle...
    (ulimit -t "$limit"
     "$cputime" 1 clingo "$model" -c "rows=$2" -c "cols=$3" -c "n=$4" -c "first=${5%s}" \
         -c "second=${6%s}" "$1" -q)
}
row() { # kind puzzle...
    local kind=$1; shift
    local models=0 option=--count theirs once ours nothing shown inside answer runs
    answer=$(mktemp)
    [ "$kind" = first ] && models=1 option=--format=list
    theirs=$(clingo_seconds $models "$@")
    once=$("$cputime" 1 "$roek" loop "$@" $option --threads 1)
    runs=$(awk -v t="$once" 'BEGIN { print t < 0.002 ? 200 : t < 0.05 ? 30 : 3 }')
    nothing=$("$cputime" "$runs" /bin/true)
    ours=$("$cputime" "$runs" "$roek" loop "$@" $option --threads 1)
    for i in 1 2 3 4 5; do shown=$("$roek" loop "$@" $option --threads 1 2>> "$answer"); done
    inside=$(awk '/ nodes, / && (!best || $3 < best) { best = $3 } END { print best }' "$answer")
    rm -f "$answer"
    [ "$kind" = first ] && shown=found
    awk -v i="$inside" -v p="$*" -v k="$kind" -v a="$shown" -v t="$theirs" -v o="$ours" -v l="$limit" \
        -v e="$nothing" 'BEGIN {
        over = t >= l - 0.5 ? ">" : ""; net = o - e < 0.00002 ? 0.00002 : o - e; if (i < 0.0001) i = 0.0001
        printf "| %s | %s | %s | %s%.0f | %.2f | %.2f | %s%d | %s%d | %.1f | %s%d |\n", k, p, a,
               over, 1000 * t, 1000 * o, 1000 * e, over, t / o, over, (t - e) / net,
               1000 * i, over, t / i }'
}

echo "| what | puzzle | answer | clingo | roek | an empty process | ratio | beyond an empty process | its own clock, best of 5 | ratio |"
echo "|---|---|---|---|---|---|---|---|---|---|"
while read -r line; do row count $line; done <<< "$counts"
while read -r line; do row first $line; done <<< "$firsts"

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Chess Loop beside clingo:  tools/bench_loop.sh ROEK [LIMIT]
#
# CPU seconds of whole processes, one thread each, one after the other.  LIMIT (default 60) is the
# CPU time clingo gets for each puzzle.  Roek's runs are repeated and averaged when they are short;
# about 1.5 ms of each is the start of the process, so the last column has the time Roek itself
# reports (set-up and search).
set -u
roek=${1:-build/roek} limit=${2:-60}
model=$(dirname "$0")/loop.lp
TIMEFORMAT='%U %S'

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

cpu() { # command...: CPU seconds
    { time "$@" > /dev/null 2>&1; } 2>&1 | awk 'END { printf "%.4f", $1 + $2 }'
}
clingo_seconds() { # models-wanted puzzle...
    local models=$1; shift
    cpu bash -c "ulimit -t $limit; exec clingo $model -c rows=$1 -c cols=$2 -c n=$3 \
        -c first=${4%s} -c second=${5%s} $models -q"
}
roek_seconds() { # repetitions options...
    local repetitions=$1; shift
    cpu bash -c "for i in \$(seq $repetitions); do '$roek' loop $* --threads 1; done" |
        awk -v n="$repetitions" '{ printf "%.4f", $1 / n }'
}
row() { # kind puzzle...
    local kind=$1; shift
    local models=0 option=--count theirs once ours shown inside answer
    answer=$(mktemp)
    [ "$kind" = first ] && models=1 option=--format=list
    theirs=$(clingo_seconds $models "$@")
    once=$(roek_seconds 1 "$@" $option)
    ours=$(roek_seconds "$(awk -v t="$once" 'BEGIN { print t < 0.05 ? 20 : 1 }')" "$@" $option)
    for i in 1 2 3 4 5; do shown=$("$roek" loop "$@" $option --threads 1 2>> "$answer"); done
    inside=$(awk '/ nodes, / && (!best || $3 < best) { best = $3 } END { print best }' "$answer")
    rm -f "$answer"
    [ "$kind" = first ] && shown=found
    awk -v i="$inside" -v p="$*" -v k="$kind" -v a="$shown" -v t="$theirs" -v o="$ours" -v l="$limit" 'BEGIN {
        over = t >= l - 0.5; if (o < 0.0005) o = 0.0005
        printf "| %s | %s | %s | %s%.2f | %.4f | %s%d | %s |\n", k, p, a, over ? ">" : "", t, o,
               over ? ">" : "", t / o, i }'
}

echo "| what | puzzle | answer | clingo, CPU s | roek, CPU s | ratio | its own clock, best of 5 |"
echo "|---|---|---|---|---|---|---|"
while read -r line; do row count $line; done <<< "$counts"
while read -r line; do row first $line; done <<< "$firsts"

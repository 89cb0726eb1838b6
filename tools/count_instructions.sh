#!/usr/bin/env bash
# Counts the instructions of fixed workloads, to compare versions of the source within one percent.
#   tools/count_instructions.sh            prints the counts beside those of tests/instructions.tsv
#   tools/count_instructions.sh --write    writes tests/instructions.tsv
# callgrind counts; the result is the same on any machine with the same compiler. valgrind does not
# support AVX-512, so the program is built for x86-64-v3.
set -eu
cd "$(dirname "$0")/.."
build=build-count kept=tests/instructions.tsv
make -s -j"$(nproc)" ARCH=x86-64-v3 VARIANTS=no MINIMAL=1 BUILD=$build EXE=$build/roek
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

count() { # name command...: one line of the table
    local name=$1; shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null $build/roek "$@" > "$work/out" 2> "$work/err" || true
    printf '%s\t%s\n' "$name" "$(sed -nE 's/.*Collected : ([0-9]+).*/\1/p' "$work/err")"
}
counts() {
    printf '# Instructions of fixed work (tools/count_instructions.sh, %s)\n' "$(cc --version | head -1)"
    count start --version
    count perft perft 5
    count perft-race perft 4 -v racingkings
    count bench bench 6
    count mate mate 5 --threads 1 --hash 16 '6k1/3b3r/1p1p4/p1n2p2/1PPNpP1q/P3Q1p1/1R1RB1P1/5K2 b - - 0 1'
    count helpmate problem 'h#2.5' --threads 1 --hash 16 '2R5/7K/8/2Bk2N1/5P2/5q2/8/2R5 w - - 0 1'
    count loop loop 8 8 7 kings knights --count --threads 1
}
if [ "${1-}" = --write ]; then
    counts > $kept
    exit
fi
counts > "$work/now"
printf '%-12s %14s %14s\n' work now kept
awk -F'\t' '/^#/ { next } NR == FNR { kept[$1] = $2; next }
    { printf "%-12s %14d %14d %+.2f %%\n", $1, $2, kept[$1], 100 * ($2 / kept[$1] - 1) }' $kept "$work/now"

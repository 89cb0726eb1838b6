#!/usr/bin/env bash
# Verifies counts of an atlas by another method:  tools/check_atlas.sh FILE [LINES] [SECONDS] [SEED]     (40, 20, 1)
# Selects random lines of FILE (as `roek loop atlas --file` writes it); clingo (Debian: gringo) counts each
# again with tools/loop.lp, within SECONDS of CPU time. Exits with status 1 if a count differs.
set -u
file=$1 lines=${2:-40} seconds=${3:-20} seed=${4:-1}
model=$(dirname "$0")/loop.lp
command -v clingo > /dev/null || { echo "there is no clingo (Debian: gringo)" >&2; exit 3; }
same=0 other=0 late=0
draw() { perl -e 'srand shift; my @l = <STDIN>; for (1 .. shift) { print splice @l, rand @l, 1 if @l }' "$seed" "$lines"; }
while IFS=$'\t' read -r puzzle solutions rest; do
    read -r rows cols n first second <<< "$puzzle"
    counted=$(ulimit -t "$seconds"; clingo "$model" -c rows="$rows" -c cols="$cols" -c n="$n" -c first="${first%s}" \
        -c second="${second%s}" 0 -q 2> /dev/null | sed -n 's/^Models *: //p')
    case $counted in
        "$solutions") same=$((same + 1)) ;;
        '' | *+) late=$((late + 1)) ;;
        *) other=$((other + 1)); echo "$puzzle: $solutions in the file, $counted by clingo" ;;
    esac
done < <(grep -v '^#' "$file" | draw)
echo "$same counts the same, $other others, $late not counted within $seconds s"
[ $other = 0 ]

#!/usr/bin/env bash
# Compares the problem solver with Popeye:  tools/bench_problems.sh ROEK [STIPULATION...]
#
# Solves every class of tests/data/problems-bench.tsv (or $PROBLEMS: stipulation, tab, placement), or
# the named ones, with all solutions, one process per class; prints the CPU seconds of all runs. Popeye
# is `py` on the PATH, or the program that POPEYE names. It runs in its plain mode and, for help play and
# series, also with `Intelligent`, which does not guarantee to find everything. It gets $LIMIT seconds
# per problem (default 60). A star: the programs do not find the same number of solutions.
set -u
[ $# -ge 1 ] || { echo "usage: $0 ROEK [STIPULATION...]" >&2; exit 2; }
roek=$1; shift
problems=${PROBLEMS:-tests/data/problems-bench.tsv} popeye=${POPEYE:-py} limit=${LIMIT:-60}
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
[ $# -gt 0 ] || set -- $(awk -F '\t' '!/^# / && !seen[$1]++ { print $1 }' "$problems")

cpu() { # command...: output to $out/said; prints CPU seconds
    local TIMEFORMAT='%3U %3S'
    { time "$@" > "$out/said" 2> /dev/null; } 2>&1 | tail -1 | awk '{ print $1 + $2 }'
}
popeye_input() { # stipulation options
    awk -v stipulation="$1" -v options="$2" 'BEGIN { print "BeginProblem" } NR > 1 { print "NextProblem" }
        { gsub(/N/, "S"); gsub(/n/, "s"); printf "Forsyth %s\nStipulation %s\nOption NoBoard %s\n", $1, stipulation, options }
        END { print "EndProblem" }' "$out/problems" > "$out/input"
}
ask_popeye() { # stipulation options: "seconds solutions finished"
    popeye_input "$1" "$2 MaxTime $limit"
    local seconds; seconds=$(cpu "$popeye" "$out/input")
    case $1 in h*|ser*) pattern='^ +1\..*[#=] *$' ;; *) pattern='^ +1\..*!' ;; esac
    echo "$seconds $(grep -Ec "$pattern" "$out/said") $(grep -c '^solution finished' "$out/said")"
}
compare() { # our seconds, our solutions, "seconds solutions finished", problems
    awk -v us="$1" -v ours="$2" -v them="$3" -v n="$4" 'BEGIN { split(them, t, " ")
        printf " %9.2f %7s%s", t[1], sprintf("x%.1f", t[1] / (us > 0.001 ? us : 0.001)), t[2] == ours && t[3] == n ? " " : "*" }'
}
printf '%-8s %5s %10s %9s %18s %18s\n' problem n solutions 'Roek s' 'Popeye s' 'Intelligent s'
for class in "$@"; do
    awk -F '\t' -v class="$class" '$1 == class { print $2 }' "$problems" > "$out/problems"
    n=$(wc -l < "$out/problems")
    us=$(cpu "$roek" problem "$class" "$out/problems" --json --castling from-squares)
    solutions=$(grep -Eo '"solutions":[0-9]+' "$out/said" | awk -F : '{ n += $2 } END { print n + 0 }')
    printf '%-8s %5d %10d %9.3f' "$class" "$n" "$solutions" "$us"
    if command -v "$popeye" > /dev/null; then
        compare "$us" "$solutions" "$(ask_popeye "$class" '')" "$n"
        case $class in h*|ser*) compare "$us" "$solutions" "$(ask_popeye "$class" Intelligent)" "$n" ;; esac
    else
        printf ' %s' 'no Popeye'
    fi
    echo
done

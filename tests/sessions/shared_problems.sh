#!/usr/bin/env bash
# Lists of problems shared out:  shared_problems.sh ROEK
# Whoever does them, the answers, the files, what is told and the status are those of one process.
set -u
roek=$(realpath "$1") data=$(realpath "$(dirname "$0")/../data")
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
cd "$room"
export LC_ALL=C.UTF-8
failed=0 cases=0

# Twins, the other side, Popeye's input with several problems on a line, and what is wrong in between.
{
    awk -F'\t' '!/^#/ && NR % 8 == 0 { print $1, $2 }' "$data/problems.tsv"
    awk -F'\t' '!/^#/ && NR % 40 == 0 { print $1, $2, "- - twins \"b) mirror c) colours\";" }' "$data/problems-bench.tsv"
    cat <<'END'
h#1 7k/5K2/8/5S2/8/8/8/6R1 b - - twins "b) g1-g2 c) mirror +d) #1"; author "A & B"; duplex;
h#x 8/8/8/8/8/8/8/8
#2 8/8/7Q/8/8/2p5/2pN1N2/2k2K2 w - - set; refutations 1; bm Qa6;
BeginProblem
Author Nobody
Stipulation h#1
Pieces White Kf7 Rg1 Sf5
       Black Kh8
Twin Move g1 g2
NextProblem Stip #1 Pieces White Kf7 Rg1 Sf5 Black Kh8 Option Duplex NextProblem Stip =1 fors 7k/8/5K2/6Q1/8/8/8/8
NextProblem Stip nonsense Pieces White Kf7 Black Kh8
EndProblem
#1 8/8/8/8/8/6k1/8/4K2R w - - twins "b) h1-g1";
h#1 7k/5K2/8/5N2/8/8/8/6R1 b K - 0 1
#1 4k3/8/8/8/8/8/8/4KR2 w - - duplex;
#1 4k3/8/8/8/8/8/4R3/4K3 b - - duplex;
h#2 8/8/8/8/8/1K6/7R/k7 b - - most 3;
#2 8/8/Q7/8/8/2p5/2pN1N2/2k2K2 b - - afterkey;
END
} > list
printf '%s\n' 'h#1 7k/5K2/8/5S2/8/8/8/6R1 twins "b) g1-g2";' 's#1 4R3/8/8/8/8/p7/PP6/KBk5' > sound
printf '%s\n' '#1 7k/8/8/8/8/8/8/K7 w - -' > unsolved

timeless() { sed -E 's/"seconds":[0-9.]+//; s/after [0-9.]+ s,//' "$1"; }
differs() { failed=$((failed + 1)); echo "FAILED problem $words: $*"; }
# How it was done: its output, its status and the file that it wrote are those of one process.
same() {
    cmp -s <(timeless one) <(timeless "$1") || { differs "$1: another output"; diff one "$1" | head -5; }
    [ "$2" = $status ] || differs "$1: status $2, not $status"
    [ ! -e one.svg ] || cmp -s <(timeless one.svg) <(timeless file.svg) || differs "$1: another file"
    rm -f file.svg
}
try() { # arguments: one after the other, three at a time, and in three parts
    words=$* cases=$((cases + 1))
    rm -f ./*.svg
    "$roek" problem "$@" --hash 2 > one 2> err; status=$?
    [ ! -e file.svg ] || mv file.svg one.svg
    "$roek" problem "$@" --hash 2 --jobs 3 > three 2> err3; same three $?
    cmp -s <(sort err) <(sort err3) || differs "another thing is told"
    for i in 1 2 3; do "$roek" problem "$@" --hash 2 --shard $i/3 > part$i 2> err$i; done
    [ ! -e file.svg ] || differs "a part wrote a file"
    [ "$(cat err[123] | grep -v duplex: | sort -u)" = "$(grep -v duplex: err | sort -u)" ] || differs "the parts tell another thing"
    "$roek" merge part2 part3 part1 > merged 2> err; same merged $?
}

limit='--nodes 2000'
try list $limit
try list $limit --json --tree
try list $limit --brief --castling from-squares --length exact
try list $limit --duplex --sound --strict
try list $limit --format latex
try list $limit --format svg
try list $limit --certificate file.svg
try book list $limit --letters de
try book list $limit --certificate file.svg
try book list $limit --sheet file.svg
try sound --sound
try sound --certificate file.svg --format latex
try unsolved
try book unsolved
try nowhere.epd
try 'h#1' '7k/5K2/8/5S2/8/8/8/6R1' --twin 'b) g1-g2' --duplex --certificate file.svg
try 'h#1' '7k/5K2/8/5S2/8/8/8/6R1' --format svg
try '#1' unsolved --after-key

echo "$cases ways to ask, $failed failed"
[ $failed = 0 ]

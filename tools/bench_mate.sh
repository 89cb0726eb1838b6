#!/usr/bin/env bash
# Compares the mate solver with other programs:  tools/bench_mate.sh ROEK [find] [proof] [keys] [none]
#
#   find   finds a mate of the known shortest length, $LIMIT CPU seconds each (default 10), $HASH MB
#          (256), one thread; compared with `go mate N` of UCI engines
#   proof  finds a mate of unknown length and proves that no shorter one exists: counts how many mates
#          were found, and how many were proved, in $LIMIT seconds each
#   keys   finds and proves all keys; compared with Popeye
#   none   proves "no mate in N-1"; compared with Popeye
#
# Without one of these words all four run. $EPD names the problems (default: tests/data/mate/public.epd;
# `dm 3;` or `bm #3;`), $LENGTHS the classes (default: all). Times are CPU seconds, so that a busy
# machine does not distort them; only in `proof` $LIMIT is wall-clock time. The other programs are
# Popeye's `py` on the PATH, or the one that POPEYE names, and the UCI engines in $FINDERS (default:
# stockfish; matefish runs in its proof-number mode, its better one).
set -u
[ $# -ge 1 ] || { echo "usage: $0 ROEK [find] [proof] [keys] [none]" >&2; exit 2; }
roek=$1; shift
[ $# -gt 0 ] || set -- find proof keys none
PATH=$PATH:/usr/games
epd=${EPD:-tests/data/mate/public.epd} limit=${LIMIT:-10} hash=${HASH:-256}
finders=${FINDERS-stockfish} popeye=${POPEYE:-py}
classes=${LENGTHS:-"2 3 4 5 6 7-8 9-10 11-13 14-17 18-99"}
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT
mkfifo "$out/questions"

has() { command -v "$1" > /dev/null; }
class_file() { # class: its problems, one per line, to $out/problems
    awk -v a="${1%-*}" -v b="${1#*-}" 'match($0, /(dm |bm #)[0-9]+;/) {
        dm = substr($0, RSTART, RLENGTH - 1); sub(/.* |.*#/, "", dm); dm += 0; if (dm >= a && dm <= b) print }' "$epd" > "$out/problems"
}
length_of() { sed -E 's/.*(dm |bm #)([0-9]+);.*/\2/' <<< "$1"; }
fen_of() { awk '{ print $1, $2, $3, $4, 0, 1 }' <<< "$1"; }

cpu() { # command...: output to $out/said, CPU seconds added to $spent
    local TIMEFORMAT='%3U %3S' used
    used=$({ time "$@" > "$out/said" 2> /dev/null; } 2>&1 | tail -1)
    spent=$(awk -v s="$spent" -v u="$used" 'BEGIN { split(u, t, " "); print s + t[1] + t[2] }')
}
limited() { ( ulimit -t "$limit"; exec "$@" ); } # killed after $limit CPU seconds

# --- finding ---
find_roek() { # dm fen: is a mate within dm found?
    cpu limited "$roek" mate "$1" "$2" --quick --hash "$hash"
    grep -q '^mate in' "$out/said"
}
ask_engine() { # engine dm fen: until it has answered, or is killed
    exec 3<> "$out/questions"
    { printf 'setoption name %s\n' "Hash value $hash" "PNS Hash value $hash" 'ProofNumberSearch value true'
      printf 'position fen %s\ngo mate %s\n' "$3" "$2"; } >&3
    limited "$1" <&3 | { sed -u '/^bestmove/q'; echo quit >&3; }
    exec 3>&-
}
find_engine() { # engine dm fen: is a mate within dm found?
    cpu ask_engine "$1" "$2" "$3"
    awk -v dm="$2" '{ for (i = 1; i < NF; i++) if ($i == "mate" && $(i - 1) == "score" && $(i + 1) > 0 && $(i + 1) <= dm) ok = 1 }
        END { exit !ok }' "$out/said"
}
find_class() { # command with its arguments but for dm and fen: how many solved, CPU seconds
    local solved=0; spent=0
    while read -r problem; do
        "$@" "$(length_of "$problem")" "$(fen_of "$problem")" && solved=$((solved + 1))
    done < "$out/problems"
    echo "$solved $spent"
}
find_with() { # program dm fen
    if [ "$1" = "$roek" ]; then find_roek "$2" "$3"; else find_engine "$1" "$2" "$3"; fi
}
tell_found() { # solved and seconds, once or oftener
    awk '{ for (i = 1; i < NF; i += 2) { n += $i; s += $(i + 1) } printf " %18s", sprintf("%d (%.2f s)", n, s) }' <<< "$*"
}
bench_find() {
    local program answer runs all=0; local -A answers
    local programs=("$roek")
    for program in $finders; do
        if has "$program"; then programs+=("$program"); else echo "$program: not found" >&2; fi
    done
    echo "Shortest mates found, $limit CPU s each, $hash MB, one thread, a new start for each"
    printf '%-8s %5s' 'mate in' n
    for program in "${programs[@]}"; do printf ' %18s' "$(basename "$program")"; done
    echo
    for class in $classes; do
        class_file "$class"; runs=$(wc -l < "$out/problems"); all=$((all + runs))
        printf '%-8s %5d' "$class" "$runs"
        for program in "${programs[@]}"; do
            answer=$(find_class find_with "$program")
            answers[$program]+=" $answer"
            tell_found "$answer"
        done
        echo
    done
    printf '%-8s %5d' all "$all"
    for program in "${programs[@]}"; do tell_found "${answers[$program]}"; done
    echo
}

# --- finding and proving ---
bench_proof() {
    echo "Shortest mates found and proved, twice the length allowed, $limit s each"
    printf '%-8s %5s %8s %8s %10s\n' 'mate in' n found proved 'CPU s'
    for class in $classes; do
        local problem moves found=0 proved=0; spent=0
        class_file "$class"
        while read -r problem; do
            moves=$(length_of "$problem")
            cpu "$roek" mate $((moves < 62 ? 2 * moves : 125)) "$(fen_of "$problem")" --time "$limit" --hash "$hash"
            grep -Eq "^mate in $moves:|mate within $moves found" "$out/said" && found=$((found + 1))
            grep -q "^mate in $moves:" "$out/said" && proved=$((proved + 1))
        done < "$out/problems"
        printf '%-8s %5d %8d %8d %10.1f\n' "$class" "$(wc -l < "$out/problems")" $found $proved "$spent"
    done
}

# --- proving, in one batch per length ---
prove_roek() { # keys|none
    if [ "$1" = keys ]; then
        cpu "$roek" mate dm "$out/problems" --all --time "$limit" --hash "$hash"
        awk '/^mate in/ { n++ } END { print n + 0 }' "$out/said"
    else
        cpu "$roek" mate $((length - 1)) "$out/problems" --time "$limit" --hash "$hash"
        awk '/^no mate in/ { n++ } END { print n + 0 }' "$out/said"
    fi
}
popeye_input() { # moves
    awk -v n="$1" -v limit="$limit" 'BEGIN { print "BeginProblem" } NR > 1 { print "NextProblem" }
        { gsub(/N/, "S", $1); gsub(/n/, "s", $1); side = $2 == "b" ? " HalfDuplex" : ""
          printf "Forsyth %s\nStipulation #%d\nOption NoBoard MaxTime %d%s\n", $1, n, limit, side }
        END { print "EndProblem" }' "$out/problems"
}
prove_popeye() {
    local moves=$length; [ "$1" = none ] && moves=$((length - 1))
    popeye_input "$moves" > "$out/input"
    cpu "$popeye" "$out/input"
    awk '/^solution finished/ { n++ } END { print n + 0 }' "$out/said"
}
bench_prove() { # keys|none title
    echo "$2, at most $limit s each"
    printf '%-8s %5s %18s %18s %8s\n' 'mate in' n Roek Popeye ratio
    for length in 2 3 4 5 6; do
        case " ${LENGTHS:-$length} " in *" $length "*) ;; *) continue ;; esac
        class_file "$length"
        spent=0; prove_roek "$1" > "$out/count"; ours=$(cat "$out/count") our_time=$spent
        if has "$popeye"; then
            spent=0; prove_popeye "$1" > "$out/count"; theirs=$(cat "$out/count")
            printf '%-8s %5d %18s %18s %8s\n' "$length" "$(wc -l < "$out/problems")" "$ours (${our_time} s)" \
                "$theirs (${spent} s)" "$(awk -v a="$our_time" -v b="$spent" 'BEGIN { printf "%.0f", b / (a > 0.001 ? a : 0.001) }')"
        else
            printf '%-8s %5d %18s %18s\n' "$length" "$(wc -l < "$out/problems")" "$ours (${our_time} s)" missing
        fi
    done
}

for part in "$@"; do
    case $part in
    find) bench_find ;;
    proof) bench_proof ;;
    keys) bench_prove keys "All keys, proved" ;;
    none) bench_prove none "No mate in N-1, proved" ;;
    *) echo "usage: $0 ROEK [find] [proof] [keys] [none]" >&2; exit 2 ;;
    esac
    echo
done

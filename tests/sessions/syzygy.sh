#!/usr/bin/env bash
# Tablebases: those of three men and of a pawn against a pawn, one of which gets lost under way; and all of four men,
# where ROEK_SYZYGY names a folder of them.
set -u
roek=$(realpath "$1"); cd "$(dirname "$0")/../.."
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
bad=0

# lost: a table is cut short before it is first asked
lost() {
    cp tests/data/syzygy/* "$scratch"
    coproc UCI { "$roek" uci 2> "$scratch/err"; echo "exit $?"; }
    local line pid=$UCI_PID
    printf 'setoption name SyzygyPath value %s\nisready\n' "$scratch" >&"${UCI[1]}"
    while read -r line <&"${UCI[0]}"; do case $line in readyok) break ;; esac; done
    truncate -s 0 "$scratch/KRvK.rtbw"
    printf 'position fen 8/8/8/4k3/8/8/8/R3K3 w - - 0 1\ngo depth 4\n' >&"${UCI[1]}"
    while read -r line <&"${UCI[0]}"; do case $line in bestmove*) break ;; esac; done
    echo quit >&"${UCI[1]}"
    read -r line <&"${UCI[0]}"
    wait "$pid"
    [ "$line" = 'exit 3' ] && grep -q 'error: a tablebase is damaged, or became shorter' "$scratch/err" && return
    echo "a table cut short: $line"; cat "$scratch/err"; bad=1
}
lost

# score FOLDER SCORE FEN: what the tables say of the position, whatever a shallow search would think
score() {
    out=$(printf 'setoption name SyzygyPath value %s\nposition fen %s\ngo depth 4\n' "$1" "$3" |
        "$roek" uci 2>&1 | grep ' score ' | tail -1)
    case $out in
    *" score $2 "*) ;;
    *) echo "$3: expected $2, got: $out"; bad=1 ;;
    esac
}
score tests/data/syzygy 'cp 31000' '8/8/8/8/8/4k3/8/R3K3 w - - 0 1'
score tests/data/syzygy 'cp -31000' '8/8/4k3/8/8/8/8/KQ6 b - - 0 1'
score tests/data/syzygy 'cp 0' '8/8/8/3k4/8/8/8/KN6 w - - 0 1'
score tests/data/syzygy 'cp 31000' '8/8/8/8/2pP4/2k5/8/7K b - d3 0 1'
score tests/data/syzygy 'cp 0' '7k/7p/7K/7P/8/8/8/8 b - - 0 1'

if [ -z "${ROEK_SYZYGY:-}" ]; then
    echo "skipped: ROEK_SYZYGY does not name a folder of tablebases"
    exit $bad
fi
score "$ROEK_SYZYGY" 'cp 31000' '7k/8/8/8/8/8/8/KBN5 w - - 0 1'
score "$ROEK_SYZYGY" 'cp 0' '8/8/8/3k4/8/8/8/KNN5 w - - 0 1'

opening=$scratch/opening
echo '7k/8/8/8/8/8/8/KBN5 w - - 0 1' >"$opening"
# a hard ending is won from a weak search, and nobody complains
moves=$("$roek" match --white 'roek[nodes=300]' --black 'roek[nodes=300]' --syzygy "$ROEK_SYZYGY" \
    --openings "$opening" --games 2 --quiet 2>&1)
case $moves in
*"+1 =0 -1"*) ;;
*) echo "bishop and knight: $moves"; bad=1 ;;
esac
exit $bad

#!/usr/bin/env bash
# Real tablebases, where there are some: ROEK_SYZYGY names a folder with all of up to four men.
set -u
roek=$1
bad=0

if [ -z "${ROEK_SYZYGY:-}" ]; then
    echo "skipped: ROEK_SYZYGY does not name a folder of tablebases"
    exit 0
fi

# score SCORE FEN: what the tables say of the position, whatever a shallow search would think
score() {
    out=$(printf 'setoption name SyzygyPath value %s\nposition fen %s\ngo depth 4\n' "$ROEK_SYZYGY" "$2" |
        "$roek" uci 2>&1 | grep ' score ' | tail -1)
    case $out in
    *" score $1 "*) ;;
    *) echo "$2: expected $1, got: $out"; bad=1 ;;
    esac
}
score 'cp 31000' '8/8/8/8/8/4k3/8/R3K3 w - - 0 1'
score 'cp 31000' '7k/8/8/8/8/8/8/KBN5 w - - 0 1'
score 'cp -31000' '8/8/4k3/8/8/8/8/KQ6 b - - 0 1'
score 'cp 0' '8/8/8/3k4/8/8/8/KNN5 w - - 0 1'

opening=$(mktemp)
trap 'rm -f "$opening"' EXIT
echo '7k/8/8/8/8/8/8/KBN5 w - - 0 1' >"$opening"
# a hard ending is won from a weak search, and nobody complains
moves=$("$roek" match --white 'roek[nodes=300]' --black 'roek[nodes=300]' --syzygy "$ROEK_SYZYGY" \
    --openings "$opening" --games 2 --quiet 2>&1)
case $moves in
*"+1 =0 -1"*) ;;
*) echo "bishop and knight: $moves"; bad=1 ;;
esac
exit $bad

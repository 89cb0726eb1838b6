#!/usr/bin/env bash
# Matches against Debian's engines:  tests/slow/match_engines.sh ROEK
# Every engine must get through its games without an illegal answer or a crash, with a clock and with
# a fixed time per move (a loss on time is the machine's business); what we write as PGN must be good
# for pgn-extract.
set -u
roek=$(realpath "$1")
PATH=$PATH:/usr/games
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
failed=0

try() { # engine, then options of roek match
    local engine=$1 out; shift
    command -v "${engine%% *}" > /dev/null || { echo "skipped: ${engine%% *} is not installed"; return; }
    rm -f "$scratch/games.pgn"
    out=$("$roek" match --white "uci:$roek uci" --black "uci:$engine" --games 4 --concurrency 2 \
        --random-plies 6 --option Threads=1 --seed 1 --pgn "$scratch/games.pgn" "$@" 2>&1)
    if grep -qE 'illegal|crash|error' <<< "$out" || ! grep -q '/4 (' <<< "$out"; then
        failed=1; echo "FAILED $engine $*:"; echo "$out"
    else
        echo "ok      $engine $*: $(grep -o '+.*/4 (.*' <<< "$out")"
    fi
    command -v pgn-extract > /dev/null || return
    case "$*" in *racingkings*) return ;; esac
    if [ "$(pgn-extract --quiet -s "$scratch/games.pgn" 2>&1 | grep -c '^\[Result "\(1-0\|0-1\|1/2-1/2\)"\]')" != 4 ]; then
        failed=1; echo "FAILED pgn-extract does not read the four games against $engine"
    fi
}

for engine in stockfish ethereal-chess fairy-stockfish toga2 glaurung; do
    try $engine --tc 2+0.05 --margin 500
    try $engine --movetime 50 --margin 500
done
try 'gnuchess --uci' --tc 4+0.1 --margin 1000
try fairy-stockfish --variant racingkings --tc 2+0.05 --margin 500
exit $failed

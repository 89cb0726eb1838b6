#!/usr/bin/env bash
# Compares perft with other programs:  tools/bench_perft.sh ROEK [ROUNDS]
#
# All programs count the same positions in turn, single-threaded and without a hash table; the best of
# three rounds counts. Times are CPU time (so that a busy machine does not distort them), minus the time
# the program needs to start and stop. The other programs are Debian's stockfish and fairy-stockfish, or
# those that STOCKFISH and FAIRY_STOCKFISH name.
set -eu
[ $# -ge 1 ] || { echo "usage: $0 ROEK [ROUNDS]" >&2; exit 2; }
roek=$1 rounds=${2:-3}
PATH=$PATH:/usr/games
stockfish=${STOCKFISH:-stockfish} fairy=${FAIRY_STOCKFISH:-fairy-stockfish}
out=$(mktemp -d); trap 'rm -rf "$out"' EXIT

positions() { # variant, depth for Roek, depth for the peer, name, FEN
    cat << 'TABLE'
chess 6 6 start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
chess 5 5 kiwipete r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
chess 7 7 position-3 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
chess 6 6 position-4 r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1
chess 5 5 position-5 rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8
chess 5 5 position-6 r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10
racingkings 6 5 race-start 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1
racingkings 5 4 race-middle 8/8/8/2r5/3N1K2/7Q/kqNn2B1/1r1nR3 b - - 4 8
TABLE
}

cpu_ms() { # command...: its output to $out/said, its CPU milliseconds to stdout
    local TIMEFORMAT='%3U %3S'
    { time "$@" > "$out/said" 2> /dev/null; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 1000 + 0.5 }'
}

uci() { # program, lines...
    local program=$1; shift
    printf '%s\n' "$@" quit | "$program"
}

run_roek() { cpu_ms "$roek" perft "$1" "$3" --variant "$2"; }
run_peer() { # program depth variant fen
    local variant=()
    [ "$3" = chess ] || variant=("setoption name UCI_Variant value $3")
    cpu_ms uci "$1" "${variant[@]}" "position fen $4" "go perft $2"
}
nodes_of_roek() { awk '$2 == "nodes" { n = $1 } END { print n + 0 }' "$out/said"; }
nodes_of_peer() { awk '/^Nodes searched/ { n = $3 } END { print n + 0 }' "$out/said"; }

least() { [ -z "$1" ] || [ "$2" -lt "$1" ] && echo "$2" || echo "$1"; }
rate() { awk -v n="$1" -v ms="$2" -v idle="$3" 'BEGIN { t = ms - idle; printf "%.1f", n / (t > 1 ? t : 1) / 1000 }'; }

idle_of() { # command...: CPU time of doing nothing, the least of five
    local best='' i
    for i in 1 2 3 4 5; do best=$(least "$best" "$(cpu_ms "$@")"); done
    echo "$best"
}

roek_idle=$(idle_of "$roek" perft 1)
declare -A idle
for peer in "$stockfish" "$fairy"; do
    if command -v "$peer" > /dev/null; then idle[$peer]=$(idle_of uci "$peer" isready)
    else echo "NOT COMPARED: $peer is not installed"; fi
done

printf '%-12s %10s %16s %10s %6s   %s\n' position 'Roek Mn/s' peer 'Mn/s' ratio ''
positions | while read -r variant depth peer_depth name fen; do
    peer=$stockfish; [ "$variant" = chess ] || peer=$fairy
    ours='' theirs='' peer_nodes=0
    for ((round = 0; round < rounds; round++)); do
        ours=$(least "$ours" "$(run_roek "$depth" "$variant" "$fen")"); nodes=$(nodes_of_roek)
        [ -n "${idle[$peer]:-}" ] || continue
        theirs=$(least "$theirs" "$(run_peer "$peer" "$peer_depth" "$variant" "$fen")"); peer_nodes=$(nodes_of_peer)
    done
    speed=$(rate "$nodes" "$ours" "$roek_idle")
    if [ -z "$theirs" ]; then printf '%-12s %10s %16s\n' "$name" "$speed" missing; continue; fi
    peer_speed=$(rate "$peer_nodes" "$theirs" "${idle[$peer]}")
    remark=; [ "$depth" != "$peer_depth" ] || [ "$nodes" = "$peer_nodes" ] || remark="COUNTS DIFFER: $nodes $peer_nodes"
    printf '%-12s %10s %16s %10s %6.2f   %s\n' "$name" "$speed" "${peer##*/}" "$peer_speed" \
        "$(awk -v a="$speed" -v b="$peer_speed" 'BEGIN { print a / b }')" "$remark"
done

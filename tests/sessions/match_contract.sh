#!/usr/bin/env bash
# The acceptance test of the FEN contract:  match_contract.sh ROEK
# Roek, called as an outside program move by move, beats the random player in whole games with
# either colour in both games, and every way of cheating is caught and named.
set -u
roek=$(realpath "$1")
cheat=$(realpath "$(dirname "$0")/../data/match/cheat.sh")
failed=0

expect() { # what, pattern, then the arguments of roek match
    local what=$1 pattern=$2 out; shift 2
    out=$("$roek" match "$@" 2>&1)
    if ! grep -qE -- "$pattern" <<< "$out"; then
        failed=1; echo "FAILED $what: no '$pattern' in:"; echo "$out" | head -20
    fi
}

for variant in chess racingkings; do
    expect "$variant against random" 'roek against Random: \+6 =0 -0' --variant $variant --seed 7 --games 6 \
        --white "cmd:$roek --variant $variant --nodes 3000" --black random
done
honest=$("$roek" match --games 2 --seed 1 --max-moves 40 --movetime 10000 --white "cmd:$cheat $roek honest" --black random 2>&1)
if grep -qE 'illegal|crash|time' <<< "$honest" || ! grep -q '^cheat.sh against Random: .*/2' <<< "$honest"; then
    failed=1; echo "FAILED an honest player is accused:"; echo "$honest"
fi

# Who names no en-passant square where no pawn can capture plays on, and is told once, however the
# match is played; with --strict it is a fault.
dash=(--games 4 --seed 1 --max-moves 12 --movetime 60000 --white "cmd:$cheat $roek dash" --black random)
told_once() { # how the match was played, its output
    [ "$(grep -c "^warning: cheat.sh writes '-' in the en-passant field" <<< "$2")" = 1 ] && ! grep -q ' illegal' <<< "$2" &&
        grep -q '^cheat.sh against Random: .*/4' <<< "$2" && return
    failed=1; echo "FAILED a dash for a square, $1:"; echo "$2"
}
told_once "one by one" "$("$roek" match "${dash[@]}" 2>&1)"
told_once "three at a time" "$("$roek" match "${dash[@]}" --jobs 3 --quiet 2>&1)"
parts=$(mktemp -d)
for i in 1 2; do "$roek" match "${dash[@]}" --shard $i/2 > "$parts/$i" 2>&1; done
told_once "in two parts" "$("$roek" merge "$parts/1" "$parts/2" 2>&1)"
rm -rf "$parts"
expect "a dash, strictly" 'cheat.sh: en-passant field - instead of [a-h][36]' "${dash[@]}" --strict
expect "a dash, strictly" 'cheat.sh against Random: \+0 =0 -4' "${dash[@]}" --strict

# A signal that comes twice at once, as timeout(1) sends it, leaves the result to be told.
told=$(mktemp)
"$roek" match --games 1000 --white "uci:$roek" --black "uci:$roek" --movetime 300 -q > "$told" 2>&1 &
match=$!
for _ in {1..500}; do # until it listens to SIGTERM
    (( 0x$(awk '/^SigCgt/ { print $2 }' /proc/$match/status) & 0x4000 )) && break
    sleep 0.02
done
kill -TERM $match; sleep 0.005; kill -TERM $match 2> /dev/null; wait $match
grep -q '^stopped after' "$told" || { failed=1; echo "FAILED a second signal: no result in:"; cat "$told"; }
rm -f "$told"

caught() { # kind, the fault as it must be named; both games must be lost by it
    local patience=60000 out
    [ "$1" = hang ] && patience=300
    out=$("$roek" match --games 2 --seed 1 --patience $patience --white "cmd:$cheat $roek $1" --black random 2>&1)
    if [ "$(grep -cE -- "$2" <<< "$out")" != 2 ] || ! grep -q '^cheat.sh against Random: +0 =0 -2' <<< "$out"; then
        failed=1; echo "FAILED cheating by $1: not twice '$2' in:"; echo "$out" | head -20
    fi
}
# Programs of the contract are started for every move: they have 5 s without an option, and as long as
# --patience or a limit says with one.  They are given up then, not before.
waits() { # at least so long, with these options
    local least=$1 out ms; shift
    out=$("$roek" match --games 1 --white "cmd:$cheat $roek hang" --black random "$@" 2>&1)
    ms=$(sed -n 's/.*no answer in time (killed) after \([0-9]*\) ms/\1/p' <<< "$out")
    [ "${ms:-0}" -ge "$least" ] || { failed=1; echo "FAILED to wait $least ms with '$*':"; echo "$out"; }
}
waits 5000
waits 1500 --patience 1500
waits 1500 --patience 1500 --movetime 100
waits 700 --patience 100 --movetime 700
waits 700 --patience 700 --depth 1
waits 600 --tc 0.6

caught illegal 'cheat.sh: no single move changes these squares|cheat.sh: .*: only a pawn'
caught halfmove 'cheat.sh: half-move clock [0-9]+ instead of [0-9]+'
caught fullmove 'cheat.sh: full-move number [0-9]+ instead of [0-9]+'
caught castling 'cheat.sh: castling field - instead of KQkq'
caught ep 'cheat.sh: en-passant field .* instead of'
caught side 'cheat.sh: side to move [wb] instead of [wb]'
caught two 'cheat.sh: two moves were made'
caught both 'cheat.sh: 2 lines instead of one position'
caught none 'cheat.sh: no answer \(exit status 0\)'
caught pass 'cheat.sh: no move was made'
caught mate 'cheat.sh: says CHECKMATE, but the game goes on'
caught crash 'cheat.sh: no answer \(signal 11'
caught hang 'cheat.sh: no answer in time \(killed\)'
caught garbage 'cheat.sh: not a FEN|cheat.sh: [0-9]+ lines instead'
[ $failed = 0 ] && echo "the contract holds"
exit $failed

#!/usr/bin/env bash
# What a dialogue that is written down beforehand cannot show: when answers come.
#   tests/sessions/uci.sh ROEK
set -u
roek=$(realpath "$1")
failed=0
fail() { echo "FAILED: $*"; failed=1; }

open() { coproc ENGINE { exec "$roek" uci; }; pid=$ENGINE_PID; }
send() { printf '%s\n' "$@" >&"${ENGINE[1]}"; }
close() { send quit; wait "$pid" || fail "exit status $? after quit"; }
expect() { # pattern: reads lines until one matches
    local line
    while IFS= read -r -t 100 line <&"${ENGINE[0]}"; do [[ $line =~ $1 ]] && return 0; done
    fail "no line matches $1"
}
silent() { # pattern seconds: no such line comes by itself
    local line end=$((SECONDS + $2))
    while [ $SECONDS -lt $end ]; do
        IFS= read -r -t 1 line <&"${ENGINE[0]}" && [[ $line =~ $1 ]] && { fail "too early: $line"; return; }
    done
}
ticks() { awk '{print $14 + $15}' "/proc/$pid/stat" 2> /dev/null || echo 0; }

# endless searches are not answered early: deep in a mate, without moves, while pondering
mate='position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'
over='position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1'
for position in "$mate" "$over" 'position fen bad'; do
    for go in 'go infinite' 'go ponder wtime 10 btime 10' 'go ponder' 'go infinite depth 1' 'go'; do
        open
        send "$position" "$go"
        expect '^info depth '
        silent '^bestmove' 1
        send isready
        expect '^readyok'
        send stop
        expect '^bestmove'
        close
    done
done

# waiting at the greatest depth costs nothing
open
send "$mate" 'go infinite'
expect '^info depth 12[0-9]'
before=$(ticks)
sleep 1
[ $(($(ticks) - before)) -lt 40 ] || fail "an idle engine burns the processor"
send stop
expect '^bestmove d1d8'
close

# pondering: ponderhit makes it a timed search, stop ends it
open
send 'position startpos moves e2e4 e7e5' 'go ponder wtime 3000 btime 3000'
silent '^bestmove' 1
send isready
expect '^readyok'
send ponderhit
expect '^bestmove'
send 'go ponder movetime 50'
silent '^bestmove' 1
send ponderhit
expect '^bestmove'
send 'go ponder depth 2'
silent '^bestmove' 1
send stop
expect '^bestmove'
send ponderhit stop isready
expect '^readyok'
close

# without a position a hit is heard, too, and what ends is answered at once
open
send 'position fen bad' 'go ponder wtime 10 btime 10'
silent '^bestmove' 1
send ponderhit
expect '^bestmove .none.'
send 'go depth 3'
expect '^bestmove .none.'
send 'go perft 3'
expect '^bestmove .none.'
send 'go infinite' 'position startpos'
expect '^bestmove .none.'
send 'go depth 1'
expect '^bestmove [a-h]'
close

# a mate that is proved or refuted while pondering is told when it may be
open
send 'position fen 3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1' 'go ponder mate 2'
silent '^bestmove|no mate' 2
send ponderhit
expect '^info string no mate in 2'
expect '^bestmove'
send 'go ponder mate 3'
silent '^bestmove' 1
send stop
expect '^bestmove e2e7'
send 'go ponder mate 2' ponderhit
expect '^info string no mate in 2'
expect '^bestmove'
# also where the search knows the position already, and is at its end before the prover is
for _ in 1 2 3; do
    send 'go mate 3'
    expect '^bestmove e2e7'
    send 'go mate 2'
    expect '^info string no mate in 2'
    expect '^bestmove'
done
close

# stop, position and go may follow each other at once; each go is answered once
open
for i in 1 2 3 4 5 6 7 8; do send 'go infinite' stop "position startpos moves e2e4" 'go movetime 10' 'go infinite' stop; done
send isready 'go depth 1'
count=0
while IFS= read -r -t 100 line <&"${ENGINE[0]}"; do
    [[ $line =~ ^bestmove ]] && count=$((count + 1))
    [ $count = 25 ] && break
done
[ $count = 25 ] || fail "$count answers to 25 questions"
close

# the end of input: a finite search is finished, an endless one answered
[ "$(printf 'go depth 9\n' | "$roek" uci | grep -c '^info depth 9 ')" -ge 1 ] || fail "the end of input cuts a search"
printf 'go infinite\n' | "$roek" uci | grep -q '^bestmove [a-h]' || fail "no answer at the end of input"
printf 'go ponder\nponderhit\n' | "$roek" uci | grep -q '^bestmove [a-h]' || fail "no answer after ponderhit and the end"

# what many threads took is given back when there is one again
memory() { awk '/^VmRSS/ {print $2}' "/proc/$pid/status"; }
open
send isready
expect '^readyok'
before=$(memory)
for i in 1 2 3; do
    for threads in 40 1; do
        send "setoption name Threads value $threads" 'go nodes 20000'
        expect '^bestmove'
    done
done
send 'setoption name Threads value 2' isready
expect '^readyok'
[ $(($(memory) - before)) -lt 60000 ] || fail "after 40 threads two keep $(memory) KB"
close

# quit during a search
open
send 'go infinite'
close
exit $failed

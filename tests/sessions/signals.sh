#!/usr/bin/env bash
# Signals at random moments:  signals.sh ROEK [SEED]
# Whenever a signal comes, files hold whole records only and can be gone on with, no temporary file is
# left behind, and a terminal is as sane as it was.
set -u
roek=$(realpath "$1")
RANDOM=${2:-$((${EPOCHSECONDS:-1} % 32768))}
echo "seed $RANDOM"
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export XDG_STATE_HOME=$scratch/state HOME=$scratch
signals=(INT TERM HUP KILL)
bad=0 sent=0 killed=0
wrong() { bad=$((bad + 1)); echo "FAILED $*"; }
hit() { # signal command...: it, and the signal after up to 0.15 s; sets status
    local signal=$1; shift
    perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$@" > out 2> err < /dev/null & local pid=$!
    perl -e 'select undef, undef, undef, rand 0.15'
    kill -s "$signal" $pid 2> /dev/null && sent=$((sent + 1))
    [ "$signal" = KILL ] && killed=$((killed + 1))
    wait $pid 2> /dev/null; status=$?
    [ $status -lt 132 ] || [ $status = 137 ] || [ $status = 143 ] || wrong "$*: status $status after $signal"
}

# a match: every game in the PGN has its moves and its result, and the match can go on
for i in $(seq ${SIGNAL_ROUNDS:-6}); do
    signal=${signals[RANDOM % 4]}
    rm -f m.pgn
    hit $signal "$roek" match --white bimbi --black optimus --games 400 --concurrency 2 --seed $i --pgn m.pgn --quiet
    [ -e m.pgn ] || continue
    tags=$(grep -c '^\[Result ' m.pgn) ends=$(grep -cE '(^| )(1-0|0-1|1/2-1/2)$' m.pgn)
    # (a killed one may leave the game it was writing; going on takes it away)
    [ $signal = KILL ] || [ "$tags" = "$ends" ] || wrong "match after $signal: $tags games begun, $ends ended"
    [ $signal = KILL ] || [ "$tags" = 0 ] || [ -z "$(tail -c 1 m.pgn | tr -d '\n')" ] || wrong "match after $signal: no last line end"
    timeout 60 "$roek" match --white bimbi --black optimus --games 400 --pgn m.pgn --resume --quiet > out 2> err || wrong "match does not go on after $signal: $(head -1 err)"
    [ "$(grep -c '^\[Result ' m.pgn)" = 400 ] || wrong "match that went on after $signal: not 400 games"
done

# what replaces a file: the old one or the new one, and nothing beside it
"$roek" loop atlas kings knights --most 3 --file atlas.txt > /dev/null 2>&1
for i in $(seq ${SIGNAL_ROUNDS:-6}); do
    signal=${signals[RANDOM % 4]}
    hit $signal "$roek" loop atlas kings knights --most $((4 + i % 3)) --file atlas.txt
    timeout 60 "$roek" loop atlas kings knights --most 3 --file atlas.txt > out 2> err || wrong "atlas after $signal: $(head -1 err)"
    rm -f cert.txt
    hit $signal "$roek" mate 4 'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1' --certificate cert.txt
    [ ! -e cert.txt ] || "$roek" mate check cert.txt > /dev/null 2>&1 || wrong "certificate after $signal"
done
# (only who is killed cannot tidy up)
rest=$(ls | grep -cvxE 'm.pgn|atlas.txt|cert.txt|out|err|state')
[ "$rest" -le $killed ] || wrong "left behind: $(ls)"

# self-play: whole blocks, verified, and gone on with
for i in $(seq $((${SIGNAL_ROUNDS:-6} / 3))); do
    signal=${signals[RANDOM % 4]}
    hit $signal "$roek" selfplay --games 60 --nodes 40 -o games.bin --seed 1
    [ -e games.bin ] || continue
    timeout 100 "$roek" selfplay --games 60 --nodes 40 -o games.bin --seed 1 > out 2> err || wrong "selfplay does not go on after $signal: $(head -1 err)"
    "$roek" selfplay verify games.bin > out 2> err || wrong "selfplay after $signal: $(cat out err | head -2)"
    rm -f games.bin
done

# A command with this input, the signal after so many seconds, and KILL where that is not heard.  (In a
# shell of its own: one that is killed before it is set up would run the trap of this one.)
cat > wait.sh <<'END'
perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "${@:4}" < "$3" > out 2> err & pid=$!
sleep $2
kill -s $1 $pid; perl -e 'sleep 60; kill KILL => shift' $pid > /dev/null 2>&1 & dog=$!
wait $pid; status=$?
kill $dog 2> /dev/null
exit $status
END

# An interrupt leaves what was found until then in a file, with the status of the signal.  The machine
# may be slow, so the signal comes later and later, until something was found.
mkdir found; cd found
leaves() { # pattern command...
    local pattern=$1 want=130 signal pause; shift
    for signal in INT TERM; do
        for pause in 0.3 1 4 16; do
            bash ../wait.sh $signal $pause /dev/null "$@" 2> /dev/null; status=$?
            sent=$((sent + 1))
            if [ $status = $want ] && grep -Eq -- "$pattern" out; then break; fi
        done
        [ $status = $want ] || wrong "$*: status $status after $signal: $(tail -1 err)"
        grep -Eq -- "$pattern" out || wrong "$*: not found after $signal: $(head -c 200 out)"
        want=143
    done
}
# What is found is in the file at once, while the command goes on.
at_once() { # pattern command...
    local pattern=$1 i; shift
    "$@" > out 2> err < /dev/null & local pid=$!
    for i in $(seq 600); do grep -Eq -- "$pattern" out && break; kill -0 $pid 2> /dev/null || break; sleep 0.1; done
    grep -Eq -- "$pattern" out || wrong "$*: not shown"
    kill -0 $pid 2> /dev/null || wrong "$*: over too soon"
    kill -s KILL $pid 2> /dev/null; wait $pid 2> /dev/null
}
kiwi='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
for i in $(seq 1000); do echo "$kiwi bm e2a6;"; done > list.epd
for i in $(seq 200); do printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. -- Nf6 5. O-O Be7 *\n\n'; done > games.pgn
export ROEK_TABLES=$PWD/tables
leaves '^1\. .* depth [0-9]' "$roek" analyse startpos --movetime 600000
leaves '^solved [0-9]+ of [1-9]' "$roek" analyse list.epd --movetime 50
leaves '"lines"' "$roek" analyse list.epd --movetime 50 --json --jobs 2
leaves '^  1\. e4 ' "$roek" analyse games.pgn --movetime 50
leaves '^  1\. e4 ' "$roek" analyse games.pgn --movetime 50 --jobs 2
leaves '^\{"game":[0-9]+,.*"complete":false,.*\}$' "$roek" analyse games.pgn --movetime 50 --json
leaves '^at least [0-9]+ nodes [0-9]+ nps$' "$roek" perft 12
leaves '^a2a3: at least [1-9]' "$roek" perft 12 --divide --threads 2
leaves '^at least [0-9]+ nodes' "$roek" perft 12 --jobs 2
leaves '"complete":false' "$roek" perft 12 list.epd --json
leaves '^unknown after ' "$roek" mate 20 "$kiwi"
leaves '^found [0-9]+ of [1-9]' "$roek" mate 20 list.epd --nodes 20000
leaves '^h#9: at least [1-9]' "$roek" problem 'h#9' '8/8/8/8/8/1K6/7R/k6r b - -'
leaves '"complete":false' "$roek" problem 'h#9' '8/8/8/8/8/1K6/7R/k6r b - -' --json
leaves '^unknown after ' "$roek" loop 14 14 50 kings knights
leaves '^at least [1-9]' "$roek" loop 12 12 13 knights kings --count
leaves '^at least [0-9]' "$roek" loop 12 12 13 knights kings --count --jobs 2
leaves '"complete":false,"solutions":[1-9]' "$roek" loop 12 12 13 knights kings --count --json
leaves '^[0-9 ]+ \| [0-9 ]+$' "$roek" loop 12 12 13 knights kings --all --format list
leaves '</svg>' "$roek" loop generate --number 1000000 --format svg
leaves '^roek loop ' "$roek" loop generate --number 1000000 --unique --format list
leaves 'area [0-9]+' "$roek" loop atlas kings knights --most 100
leaves '^[2-9] .*area [0-9]+' "$roek" loop atlas kings knights --most 100 --boards 12 --jobs 2
leaves '^stopped after [0-9]+ of 100000 games' "$roek" match --white bimbi --black optimus --games 100000
leaves '"games":[1-9]' "$roek" selfplay --games 100000 --nodes 40 -o games.bin --json
leaves '^[1-9][0-9]* tables? built, the same command goes on' bash -c "rm -rf tables; exec '$roek' tables build --men 5"
leaves ' so far$' "$roek" tables check KvK --plies 20 --searched 1000000
leaves '^at least [1-9][0-9]* nodes' "$roek" bench 40
leaves '^rnbqkbnr/' "$roek" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 --movetime 600000
at_once '^  1\. e4 ' "$roek" analyse games.pgn --movetime 300
at_once '"lines"' "$roek" analyse list.epd --movetime 300 --json
at_once '^roek loop ' "$roek" loop generate --number 1000000 --unique
at_once '^[0-9 ]+ \| ' "$roek" loop 12 12 13 knights kings --all --format list
at_once '^game 1:' "$roek" match --white bimbi --black optimus --games 100000
at_once '^mate|^unknown' "$roek" mate 20 list.epd --nodes 20000
at_once 'nodes' "$roek" bench 24 --json

# games that were not judged yet stay in the file they are written to, also where they were read from
bash ../wait.sh INT 1 /dev/null "$roek" analyse games.pgn --movetime 50 --pgn games.pgn --graph games.svg 2> /dev/null; status=$?
[ $status = 130 ] || wrong "analyse --pgn: status $status"
[ "$(grep -c '1\. e4' games.pgn)" = 200 ] || wrong "analyse --pgn: $(grep -c '1\. e4' games.pgn) games are left of 200"
grep -q '</svg>' games.svg || wrong "analyse --graph: no graph"
[ "$(ls | grep -cvxE 'out|err|list.epd|games.pgn|games.svg|games.bin|tables')" = 0 ] || wrong "left behind: $(ls)"
unset ROEK_TABLES
cd ..; rm -r found

# who waits for the next position, or for the end of a line, is not deaf
mkfifo silence; exec 9<> silence
for from in silence /dev/zero; do
    for command in 'mate 2' 'mate 2 - --jobs 3' 'problem #2' 'problem #2 - --jobs 3'; do
        for signal in INT TERM; do
            bash wait.sh $signal 0.3 $from "$roek" $command 2> /dev/null; status=$?
            sent=$((sent + 1))
            [ $status -gt 128 ] && [ $status != 137 ] || wrong "$command < $from: status $status after $signal: $(head -1 err)"
        done
    done
done
exec 9>&-

# the terminal: what stty says before is what it says afterwards
if command -v script > /dev/null; then
    cat > screen.sh <<'END'
before=$(stty -g)
# (a shell lets what it runs beside itself ignore INT)
perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$1" play --white bimbi --black bimbi & pid=$!
perl -e 'select undef, undef, undef, 0.1 + rand 0.3'
kill -s $2 $pid; wait $pid
[ "$before" = "$(stty -g)" ] && echo sane-terminal
END
    for signal in INT TERM HUP; do
        TERM=xterm timeout 30 script -qec "bash screen.sh '$roek' $signal" typescript < /dev/null > out 2>&1
        grep -q sane-terminal out || wrong "terminal after $signal"
    done
fi
echo "$sent signals, $bad bad"
[ $bad = 0 ]

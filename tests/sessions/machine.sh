#!/usr/bin/env bash
# When the machine fails us:  machine.sh ROEK
# Without room for the output every command ends with status 3 and the true reason; with little memory
# it answers or ends with status 3 and one line.
set -u
roek=$(realpath "$1")
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export XDG_STATE_HOME=$scratch/state HOME=$scratch
fen='6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'
printf '1. e4 e5 2. Nf3 1-0\n' > game.pgn
cat > commands <<'END'
moves -
perft 2 -
analyse - --depth 2
mate 1 -
problem #1 -
board -
loop 4 4 2 kings rooks
loop atlas kings knights --most 2
bench 2
play --plain --no-wait --white bimbi --black bimbi --seed 1
match --white roek --black random --games 2 --nodes 100
match --white roek --black random --games 2 --nodes 100 --json
session
shell
uci
help
selfplay --games 1 --nodes 50 -o games.bin
book make game.pgn --least 1 -o book.bin
END
bad=0 cases=0
wrong() { bad=$((bad + 1)); echo "$*"; cat err | head -3; }
input() { case $1 in shell) echo b ;; uci) echo isready ;; session) echo '{}' ;; *) echo "$fen" ;; esac; }

while read -r command; do
    case $command in selfplay*|book*) continue ;; esac # their answer is a file
    cases=$((cases + 1))
    input "$command" | timeout 120 "$roek" $command > /dev/full 2> err
    status=$?
    [ $status = 3 ] || wrong "$command > /dev/full: status $status"
    grep -q 'No space left on device' err || wrong "$command > /dev/full: the reason is not told"
done < commands

for command in "match --white random --black random --games 2 --pgn /dev/full" \
    "play --plain --no-wait --white bimbi --black bimbi --seed 1 --pgn /dev/full" \
    "book make game.pgn --least 1 -o /dev/full" \
    "selfplay --games 1 --nodes 50 -o /dev/full" \
    "loop atlas kings knights --most 2 --file /dev/full"; do
    cases=$((cases + 1))
    timeout 120 "$roek" $command > /dev/null 2> err < /dev/null
    status=$?
    [ $status = 3 ] || wrong "$command: status $status"
    grep -q 'No space left on device' err || wrong "$command: the reason is not told"
done

# what never ends is refused
for command in "match --white random --black random --openings /dev/zero" "book make /dev/zero -o book.bin"; do
    cases=$((cases + 1))
    timeout 120 "$roek" $command > out 2> err < /dev/null
    status=$?
    [ $status = 2 ] || [ $status = 3 ] || wrong "$command: status $status"
    grep -q 'File too large' err || wrong "$command: the reason is not told"
done

# a first thread with hardly any stack: what searches does so on one that has enough
while read -r command; do
    case $command in mate*) command='mate 6 -' ;; bench*) command='bench 6' ;; esac
    cases=$((cases + 1))
    rm -f games.bin book.bin
    input "$command" | (ulimit -s 64; timeout 120 "$roek" $command > out 2> err)
    status=$?
    [ $status = 0 ] || [ $status = 1 ] || wrong "$command with 64 KB of stack: status $status"
done < commands

# (the smallest one in which the program itself starts, and some more)
for megabytes in 8 14 22 30; do
    (ulimit -v $((megabytes * 1024)); "$roek" --version) > /dev/null 2>&1 || continue
    while read -r command; do
        cases=$((cases + 1))
        rm -f games.bin book.bin
        input "$command" | (ulimit -v $((megabytes * 1024)); timeout 120 "$roek" $command > out 2> err)
        status=$?
        [ $status = 0 ] && continue
        [ $status = 3 ] || wrong "$command in $megabytes MB: status $status"
        grep -q '^error: ' err || wrong "$command in $megabytes MB: nothing is told"
    done < commands
done
echo "$cases cases, $bad bad"
[ $bad = 0 ]

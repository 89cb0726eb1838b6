#!/usr/bin/env bash
# Plays very fast games of the engine against itself, as UCI programs with clocks, in each game that it
# supports. Fails if a game ends by an illegal move, a crash or loss on time, or if memory grows.
#
#   tools/soak.sh ROEK [GAMES]        GAMES in each of chess and Racing Kings (default 5000)
#
# The clock is TC=0.1+0.001 with a tolerance of MARGIN=0 ms; Move Overhead has the engine's default.
# CONCURRENCY games run at once (default: half the processors, as each game has two programs and a
# referee). LOGS=DIR keeps the games. Results are meaningful on an idle machine only.
set -u
roek=$(realpath "$1") games=${2:-5000}
tc=${TC:-0.1+0.001}
concurrency=${CONCURRENCY:-$(( ($(nproc) + 1) / 2 ))}
logs=${LOGS:-$(mktemp -d)}
mkdir -p "$logs"
[ -n "${LOGS:-}" ] || trap 'rm -rf "$logs"' EXIT
failed=0
fail() { echo "FAILED  $*"; failed=1; }

# Resident memory of the match and its engines together, in kilobytes.
resident() { # pid of the match
    ps -o rss= -p "$1" --ppid "$1" | awk '{ sum += $1 } END { print sum + 0 }'
}

# Compares the peak memory of the first tenth of the games with the overall peak: 25 % more is growth.
watch_memory() { # pid, lines of the match, file for the numbers
    local early=0 late=0 now
    while kill -0 "$1" 2> /dev/null; do
        now=$(resident "$1")
        [ "$now" -gt "$late" ] && late=$now
        [ "$early" = 0 ] && [ "$(grep -c '^game ' "$2")" -ge $((games / 10 + 1)) ] && early=$late
        sleep 1
    done
    [ "$early" -gt 0 ] || early=$late # over before it was seen
    echo "$early $late" > "$3"
}

soak() { # variant
    local out=$logs/$1.txt pgn=$logs/$1.pgn pid status early late
    rm -f "$pgn"
    "$roek" match --variant "$1" --white "uci:$roek" --black "uci:$roek" --tc "$tc" \
        --games "$games" --random-plies 8 --margin ${MARGIN:-0} --concurrency "$concurrency" --pgn "$pgn" > "$out" 2>&1 &
    pid=$!
    watch_memory $pid "$out" "$logs/$1.memory"
    wait $pid
    status=$?
    read -r early late < "$logs/$1.memory"
    [ $status = 0 ] || fail "$1: the match ended with status $status: $(tail -1 "$out")"
    [ "$(grep -c '^\[Result ' "$pgn")" = "$games" ] || fail "$1: not all games were played"
    grep -E 'ran out of time|illegal move|crashed' "$out" && fail "$1: see above"
    [ "$late" -le $((early + early / 4)) ] || fail "$1: memory grew from $early to $late kB"
    echo "$1: $games games, $(grep -c 'ran out of time' "$out") lost on time; memory $early, then $late kB"
}

for variant in chess racingkings; do soak $variant; done
exit $failed

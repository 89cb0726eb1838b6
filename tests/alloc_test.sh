#!/usr/bin/env bash
# Each allocation of a run fails once:  tests/alloc_test.sh ROEK
# The program must answer as if nothing had happened, or end with status 3 and one line that says
# so; it never crashes, hangs, or gives another answer.
set -u
cd "$(dirname "$0")/.."
roek=$(realpath "$1")
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
cc -std=c11 -D_GNU_SOURCE -O1 -shared -fPIC -o "$room/failing.so" tests/alloc/failing.c || exit 3
export ROEK_TABLES=/nonexistent LC_ALL=C.UTF-8
bad=0 tried=0

run() { # fail-at input arguments...: sets status; out and err in the room
    local at=$1 input=$2; shift 2
    printf '%b' "$input" | (cd "$room" && timeout 60 env LD_PRELOAD="$room/failing.so" ROEK_FAIL_AT=$at \
        ROEK_FAIL_COUNT="$room/count" "$roek" "$@") > "$room/out" 2> "$room/err"
    status=$?
}
same() { sed -E 's/[0-9.]* *nps//; s/"(ms|nps|seconds)":[0-9.]*//g; s/[0-9.]+ s\b//' "$1"; }

check() { # input arguments...
    local input=$1 total step normal; shift
    run 0 "$input" "$@"; normal=$status
    total=$(cat "$room/count"); same "$room/out" > "$room/normal"
    step=$((total / ${ALLOC_RUNS:-60} + 1))
    for ((n = 1; n <= total; n += step)); do
        run $n "$input" "$@"
        tried=$((tried + 1))
        if [ $status = 3 ] && [ "$(grep -c '^error: ' "$room/err")" -ge 1 ]; then continue; fi
        if [ $status = "$normal" ] && same "$room/out" | cmp -s - "$room/normal"; then continue; fi
        bad=$((bad + 1))
        echo "allocation $n of $total: roek $* (exit $status, without failure $normal)"
        head -3 "$room/err"
    done
}

FEN='8/8/8/8/8/8/QpkPK3/1Rb5 w - - 0 1'
check '' moves "$FEN"
check '' moves --json "$FEN"
check "$FEN\n" moves -
check '' perft 3
check '' loop 5 5 4 kings knights --count
check '' loop 5 5 4 kings knights --json
check '' analyse --depth 2 "$FEN"
printf '1. f3 e5 2. g4 Qh4# 0-1\n' > "$room/fool.pgn"
check '' analyse --depth 2 fool.pgn --pgn judged.pgn --graph fool.svg --json
check '' "$FEN" TEST
MATE='r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1'
check '' mate 3 "$MATE" --hash 1
check '' mate 3 "$MATE" --hash 1 --tree
check '' mate 2 "$MATE" --hash 1
check '' mate 3 "$MATE" --hash 1 --all --json
check '' mate 3 "$MATE" --hash 1 --certificate c.txt
check '' match --white bimbi --black random --games 1 --seed 1
check '' play --plain --no-wait --white bimbi --black optimus --seed 1 --quiet
echo "$tried failures of allocations tried, $bad badly answered"
[ $bad = 0 ]

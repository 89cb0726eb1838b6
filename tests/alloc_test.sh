#!/usr/bin/env bash
# Each allocation of a run fails once, for every command:  tests/alloc_test.sh ROEK
# The program must answer as if nothing had happened, or end with status 3 and one line that says
# so; in a dialogue it may also tell and go on.  It never crashes, hangs, loses memory, or gives
# another answer.  ROEK is any build, tried under a library that lets allocations fail, or one with
# that linked into it (make BUILD/roek-failing), where the sanitizers watch.
#   ALLOC_RUNS=N   at most N failures for each command, spread evenly; all: every one of them
#   ALLOC_ONLY=W   only commands that begin with W
set -u
cd "$(dirname "$0")/.."
roek=$(realpath "$1")
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
case $roek in
*-failing) preload= ;;
*)  preload=$room/failing.so
    cc -std=c11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -O1 -shared -fPIC -o "$preload" tests/alloc/failing.c || exit 3 ;;
esac
export ROEK_TABLES=/nonexistent LC_ALL=C HOME=$room XDG_STATE_HOME=$room/state
export ASAN_OPTIONS=allocator_may_return_null=1:exitcode=99 UBSAN_OPTIONS=exitcode=99 # 3 means something else
bad=0 tried=0

run() { # fail-at input arguments...: sets status; out and err in the room
    local at=$1 input=$2; shift 2
    (cd "$room" && rm -rf made* && printf '%b' "$input" | timeout 60 env ${preload:+LD_PRELOAD="$preload"} ROEK_FAIL_AT=$at \
        ROEK_FAIL_COUNT="$room/count" "$roek" "$@") > "$room/out" 2> "$room/err"
    status=$?
}
# What a run says and writes, but for what depends on time.
same() {
    (cd "$room" && cat out; cat made* 2> /dev/null) | sed -E 's/[0-9.]* *nps//; s/"(ms|nps|seconds)":[-+e0-9.]*//g; s/\b[0-9.]+ s\b//;
        s/ (time|nps|hashfull|ms) [0-9]+//g; s/\b[0-9.]+s\b//g; s/^# .*//; s/\t[0-9]+\.[0-9]{3}\t/\t\t/; /UTCTime|UTCDate|\[Date/d; s/[0-9.]+ (k|M)?(games|nodes|positions) ?(a|per|\/) ?(second|minute|s)//'
}
is_told() { # in a dialogue
    [ "$dialogue" = yes ] && [ $status = "$normal" ] && grep -qi 'memory\|thread' "$room/out"
}

check() { # input arguments...
    local input=$1 total step; shift
    case $* in ${ALLOC_ONLY:-}*) ;; *) return ;; esac
    run 0 "$input" "$@"; normal=$status
    [ $normal -lt 2 ] || { bad=$((bad + 1)); echo "roek $*: exit $normal"; head -3 "$room/err"; return; }
    total=$(cat "$room/count"); same > "$room/normal"
    step=1
    [ "${ALLOC_RUNS:=60}" = all ] || step=$((total / ALLOC_RUNS + 1))
    for ((n = 1; n <= total; n += step)); do
        run $n "$input" "$@"
        tried=$((tried + 1))
        if [ $status = 3 ] && [ "$(grep -c '^error: ' "$room/err")" = 1 ]; then continue; fi
        if [ $status = "$normal" ] && same | cmp -s - "$room/normal"; then continue; fi
        if is_told; then continue; fi
        bad=$((bad + 1))
        echo "allocation $n of $total: roek $* (exit $status, without failure $normal)"
        head -30 "$room/err" | cut -c1-150
        if [ -n "${ALLOC_SHOW:-}" ]; then same | diff "$room/normal" - | head -5; fi
    done
}
dialogue=no
talk() { dialogue=yes; check "$@"; dialogue=no; }

FEN='8/8/8/8/8/8/QpkPK3/1Rb5 w - - 0 1'
check '' moves "$FEN"
check '' moves --json "$FEN"
check "$FEN\n" moves -
check '' perft 3
check '' perft 3 --threads 2 --hash 1
check '' board "$FEN"
check '' board --format svg "$FEN"
check '' loop 5 5 4 kings knights --count
check '' loop 5 5 4 kings knights --json
check '' loop 4 4 3 kings knights --threads 2 --all
check '' loop 5 5 4 kings knights --format svg
check '' loop check 2 3 2 kings knights '1 3 | 4 6'
check '' loop generate 4 4 2 kings rooks --unique --seed 1 --hints --sheet made.svg
check '' loop generate 4 4 2 kings rooks --unique --seed 1 --json
check '' loop atlas kings knights --most 2 --file made.atlas --threads 1
check '' analyse --depth 2 "$FEN"
printf '1. f3 e5 2. g4 Qh4# 0-1\n' > "$room/fool.pgn"
check '' analyse --depth 2 fool.pgn --pgn made.pgn --graph made.svg --json
check '' "$FEN" TEST
check '' bench 1
MATE='r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1'
check '' mate 3 "$MATE" --hash 1
check '' mate 3 "$MATE" --hash 1 --tree
check '' mate 2 "$MATE" --hash 1
check '' mate 3 "$MATE" --hash 1 --all --json
check '' mate 3 "$MATE" --hash 1 --certificate made.txt
(cd "$room" && "$roek" mate 3 "$MATE" --hash 1 --certificate mate.proof > /dev/null)
check '' mate check mate.proof
TWO='8/8/7Q/8/8/2p5/2pN1N2/2k2K2 w - -'
check '' problem '#2' "$TWO" --set --refutations 1 --hash 1
check '' problem '#2' "$TWO" --json --hash 1
check '' problem '#2' "$TWO" --hash 1 --certificate made.txt
check '' problem '#2' '8/8/Q7/8/8/2p5/2pN1N2/2k2K2 b - -' --after-key --hash 1
check '' problem 'h#2' '8/8/8/8/8/1K6/7R/k7 b - -' --most 10 --set --hash 1 --certificate made.txt
check '' problem 'h#1' '7k/5K2/8/5S2/8/8/8/6R1' --twin 'b) g1-g2 c) mirror' --duplex --hash 1
check 'ser-#3 8/8/8/8/8/8/1K5R/3k4\nh#1 7k/5K2/8/5S2/8/8/8/6R1\n' problem - --format latex --hash 1
check 'ser-#3 8/8/8/8/8/8/1K5R/3k4\nh#1 7k/5K2/8/5S2/8/8/8/6R1\n' problem book - --sheet made.svg --hash 1
check '' problem 's#2' '8/8/8/8/1p4Q1/k7/p7/K7 w - -' --hash 1 --threads 2
(cd "$room" && "$roek" problem '#2' "$TWO" --hash 1 --certificate problem.proof > /dev/null)
check '' problem check problem.proof
check '' problem '#1' '7k/5K2/8/5S2/8/8/8/6R1' --twin 'b) g1-g2' --duplex --hash 1 --certificate made.txt
check 'h#1 7k/5K2/8/5S2/8/8/8/6R1 twins "b) g1-g2";\n' problem - --jobs 2 --format latex --hash 1 --certificate made.txt
check 'beg stip h#1 pie white kf7 rg1 sf5 black kh8 twin move g1 g2 end\n' problem - --hash 1
check '' match --white bimbi --black random --games 1 --seed 1
check '' match --white roek --black roek --games 1 --seed 1 --nodes 30 --pgn made.pgn --json
printf '# two\n%s\n4k3/8/8/8/8/8/8/4K2R w K - id "a line that is longer than the ones before it";\n' "$MATE" > "$room/two.epd"
check '' match --white bimbi --black random --games 4 --seed 1 --openings two.epd
check '' match --white bimbi --black random --games 2 --seed 1 --openings fool.pgn --plies 2
check '' match --white "uci:env -u LD_PRELOAD -u ROEK_FAIL_AT $roek uci" --black 'cmd:false' --games 1 --nodes 30
check '' play --plain --no-wait --white bimbi --black optimus --seed 1 --quiet
check '' play --plain --no-wait --white bimbi --black optimus --seed 1 --quiet --json
check 'e2e4\nquit\n' play --plain --white human --black bimbi --seed 1 --pgn made.pgn
talk 'hint\neval\nhint\nquit\n' play --plain --white human --black human --fen '7k/8/6K1/8/8/8/8/R7 w - - 0 1'
check '' selfplay --games 2 --nodes 50 -o made.games
(cd "$room" && "$roek" selfplay --games 2 --nodes 50 -o kept.games > /dev/null 2>&1)
check '' selfplay stats kept.games
check '' selfplay verify kept.games
check '' selfplay dump kept.games
check '' book make fool.pgn --least 1 -o made.bin
check '' tables build KvK --folder made.tables --threads 1
(cd "$room" && "$roek" tables build KvK KvKN --folder kept.tables > /dev/null 2>&1)
check '' tables list --folder kept.tables
check '' tables check --folder kept.tables
check '' tables check --folder kept.tables --samples 50 --plies 2 --jobs 2
check '' tables stats --folder kept.tables --json
check '' tables stats --folder kept.tables --records 2
check '' tables probe '8/8/8/8/3k4/8/8/4K3 w - - 0 1' --folder kept.tables
check '' moves --tables --variant racingkings '8/8/8/8/3k4/8/8/4K3 w - - 0 1'
ROEK_TABLES=$room/kept.tables check '' analyse --depth 2 --variant racingkings '8/8/8/8/8/8/k3N3/4K3 w - - 0 1'
talk 'uci\nisready\nsetoption name Hash value 2\nposition startpos moves e2e4\ngo nodes 100\n' uci
talk 'xboard\nprotover 2\nsd 2\nusermove e2e4\n' xboard
# one errand each, as two at a time may end in any order
talk '{"id":1,"do":"perft","depth":2}\n' session
talk '{"id":2,"do":"mate","fen":"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1","n":1}\n' session
talk '{"id":3,"do":"loop-hint","rows":5,"cols":5,"n":4,"types":["kings","knights"]}\n' session
talk '{"id":4,"do":"loop-generate","rows":4,"cols":4,"n":2,"types":["kings","rooks"]}\n' session
talk 'm e2 e4\ncopy a\nfen\n' shell --json
talk 'new\nm e2 e4\n(bbm 2)\ncopy a\nb\nsb made.board\n' shell
talk '(empty) (p king e1)\nundo\nundo\nboard a\nboards\n' shell
echo "$tried failures of allocations tried, $bad badly answered"
[ $bad = 0 ]

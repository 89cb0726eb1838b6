#!/usr/bin/env bash
# Lists of jobs on four ranks of one machine:  tests/mpi_test.sh ROEK ROEK-MPI
# The same output as one process, whatever is killed meanwhile; nothing is lost and nothing twice.
set -u
cd "$(dirname "$0")/.."
roek=$(realpath "$1") mpi=$(realpath "$2") data=$(realpath tests/data)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ROEK_TABLES=/nonexistent LC_ALL=C.UTF-8
room=$(mktemp -d); trap 'rm -rf "$room"; kill $(jobs -p) 2> /dev/null' EXIT
cd "$room"
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED $*"; tail -3 err; }
ranks() { mpirun --oversubscribe --bind-to none -np "$@"; }
timeless() { sed -E 's/[0-9.]+ (s|nps)$//; s/"(ms|nps|seconds|time_ms)":[0-9.e-]+//g' "$@"; }
same() { # what, file, file
    if cmp -s <(timeless "$2") <(timeless "$3"); then ok; else bad "$1: another output"; diff <(timeless "$2") <(timeless "$3") | head -5; fi
}
holds() { local what=$1; shift; if "$@"; then ok; else bad "$what"; fi; }
children() { pgrep -P "$1"; }
# Waits until a command succeeds, as long as a process is there.
until_seen() { local process=$1; shift; until "$@"; do kill -0 "$process" 2> /dev/null || return 1; sleep 0.02; done; }
answers() { [ -e "$1.journal" ] && [ "$(grep -ac '^J ' "$1.journal")" -ge "$2" ]; }
workers() { local rank; for rank in $(children "$(children "$1")"); do children $rank; done; } # of a run
has_worker() { [ -n "$(workers "$1")" ]; }

# The same as one process.
head -20 "$data/mate/public.epd" > mates
printf '[White "A"]\n\n1. e4 e5 2. Ke2 *\n\n1. d4 {why} d5 (1... f5) *\n' > games.pgn
printf '%s\n' 'h#1 7k/5K2/8/5S2/8/8/8/6R1 b - - twins "b) g1-g2"; duplex;' 's#1 4R3/8/8/8/8/p7/PP6/KBk5' \
    'begin stip h#1 pieces white kf7 rg1 sf5 black kh8 twin move g1 g2' 'next stip #1 pieces white kf7 rg1 sf5 black kh8 end' > problems
try() { # arguments: with one process, and on four ranks
    "$roek" "$@" > one 2> err; local one=$?
    ranks 4 "$mpi" "$@" > four 2> err < /dev/null; local four=$?
    same "$*" one four
    holds "$*: status $four, not $one" [ $one = $four ]
}
try perft 5 --divide
try perft 7 '8/8/8/8/8/k7/8/K6R b - - 0 1' --json
try perft 3 "$data/perft.epd"
try mate dm mates --hash 4 --json
try mate 1 mates --hash 4
try analyse mates --nodes 1000
try problem problems --hash 4 --brief
try problem book problems --hash 4
try loop 8 8 5 knights rooks --count --json
try loop atlas kings knights --most 5
try match --white optimus --black random --variant racingkings --games 10 --seed 3
"$roek" selfplay --games 50 --nodes 5 --quiet -o one.games > one 2> err
ranks 4 "$mpi" selfplay --games 50 --nodes 5 --quiet -o four.games > four 2> err
same "selfplay" one.games four.games
"$roek" analyse games.pgn --nodes 300 --pgn one.pgn --graph one.svg > one
ranks 3 "$mpi" --output four analyse games.pgn --nodes 300 --pgn four.pgn --graph four.svg 2> err
same "analyse games.pgn" one four; same "its games" one.pgn four.pgn; same "its graph" one.svg four.svg
"$roek" problem problems --certificate one.proof --format latex > one 2> err
ranks 3 "$mpi" --output four problem problems --certificate four.proof --format latex 2> err
same "problem" one four; same "its proofs" one.proof four.proof
holds "the journal of a finished run is gone" [ ! -e four.journal ]
ranks 1 "$mpi" --output four perft 5 2> err; "$roek" perft 5 > one; same "one rank" one four

# Tables, which need each other: the same bytes; killed workers, and a run that was killed.
"$roek" tables build KRvKR KRNvK KvKBB --folder one.tables > one 2> err
ranks 4 "$mpi" tables build KRvKR KRNvK KvKBB --folder four.tables > four 2> err
same "tables" <(sed 's/one\.tables/four.tables/' one) four
holds "tables: the same bytes" diff -r one.tables four.tables
rm -r four.tables
ranks 4 "$mpi" tables build KRvKR KRNvK KvKBB --folder four.tables > four 2> err & run=$!
until_seen $run has_worker $run; kill -9 $(workers $run) 2> /dev/null
wait $run; status=$?
holds "tables, killed workers: status $status" [ $status = 0 ]
holds "tables, killed workers: the same bytes" diff -r one.tables four.tables
rm -r four.tables
ranks 4 "$mpi" tables build KRvKR KRNvK KvKBB --folder four.tables > four 2> err & run=$!
until_seen $run [ -e four.tables/KRvK.rkd ]; kill -9 $(children $run); wait $run
ranks 2 "$mpi" tables build KRvKR KRNvK KvKBB --folder four.tables > four 2> err
holds "tables, killed run: the same bytes" diff -r one.tables four.tables
try tables check --folder "$PWD/four.tables" --samples 200 --plies 3

# Bad input is refused before any work.
{ cat mates; echo nonsense; } > spoilt
ranks 4 "$mpi" mate dm spoilt --hash 4 > four 2> err; status=$?
holds "bad input: status $status" [ $status = 2 ]
holds "bad input: no answer" [ ! -s four ]
holds "bad input is told once" [ "$(grep -c '^error: line 21' err)" = 1 ]
for words in '' play nonsense '--nonsense perft 5' 'perft'; do
    ranks 2 "$mpi" $words > four 2> err; status=$?
    holds "'$words': status $status" [ $status = 2 ]
done

# A worker is killed, over and over: its job is done again.
long=(perft 7 'r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1' --divide)
"$roek" "${long[@]}" > one
ranks 4 "$mpi" --output four "${long[@]}" 2> err & run=$!
killed=0
for wanted in 10 30 60; do
    until_seen $run answers four $wanted || break
    for worker in $(workers $run); do kill -9 $worker && killed=$((killed + 1)); done 2> /dev/null
done
wait $run; status=$?
holds "workers were killed" [ $killed -gt 0 ]
holds "killed workers: status $status" [ $status = 0 ]
same "killed workers" one four

# A job over which three of them are lost is given up.
ranks 2 "$mpi" mate 12 startpos > four 2> err & run=$!
while until_seen $run has_worker $run; do kill -9 $(workers $run) 2> /dev/null; done
wait $run; status=$?
holds "a hopeless job: status $status" [ $status = 3 ]
holds "a hopeless job is told" grep -q '^error: a job was given up' err

# The whole run is killed, and goes on: once by the master, once by mpirun itself.
for who in master mpirun; do
    rm -f four four.journal
    ranks 4 "$mpi" --output four "${long[@]}" 2> err & run=$!
    until_seen $run answers four 20
    starter=$(children $run); [ $who = master ] && victim=$(children $starter | head -1) || victim=$starter
    kill -9 $victim
    wait $run
    holds "$who killed: the journal is kept" answers four 20
    printf 'J 5 0 0 9' >> four.journal # as if it had been killed while writing
    sed -i '0,/^J \([0-9]*\) 0 /s//J \1 1 /' four.journal # and as if the disk had changed a byte
    ranks 4 "$mpi" --output four "${long[@]}" 2> err; status=$?
    holds "$who killed: status $status" [ $status = 0 ]
    holds "$who killed: it goes on" grep -q 'jobs were done before' err
    holds "$who killed: what is damaged is told" grep -q '^warning: .*what is damaged here is done again' err
    same "$who killed" one four
    holds "$who killed: the journal is gone" [ ! -e four.journal ]
done

# An answer in the journal that is whole but cannot be read is told and done again, whether its turn has come
# or not; one that was done again counts.  A whole shard is a journal but for its end.
spoil() { # expression: of the records on stdin, $n their number, $kind and @part; signed again
    perl -e '
        use integer; local $/; my ($change, $all) = ($ARGV[0], <STDIN>); @ARGV = ();
        sub sum { my $s = 0xcbf29ce484222325; $s = ($s ^ ord) * 0x100000001b3 for split //, $_[0]; sprintf "%016x", $s }
        while ($all =~ /\G(\w) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) \w+\n/gc) {
            our ($kind, $n, $other, @part) = ($1, $2, $3); my @size = ($4, $5, $6, $7, $8);
            push @part, substr $all, pos $all, $_ and pos($all) += $_ for @size;
            pos($all)++;
            for my $copy (eval $change) {
                local $part[2] = $copy;
                my $line = join " ", $kind, $n, $other, map length, @part;
                my $text = join "", @part;
                print "$line ", sum($line . $text), "\n$text\n";
            }
        }' "$1"
}
"$roek" perft 5 --divide --shard 1/1 > whole; "$roek" perft 5 --divide > five
for change in '$kind eq "E" ? () : $kind eq "J" && $n == 0 ? "nonsense" : $part[2]' \
    '$kind eq "E" || $kind eq "J" && $n == 0 ? () : $kind eq "J" && $n == 3 ? "nonsense" : $part[2]' \
    '$kind eq "E" ? () : $kind eq "J" && $n == 19 ? "nonsense" : $part[2]'; do
    rm -f four; spoil "$change" < whole > four.journal
    ranks 3 "$mpi" --output four perft 5 --divide 2> err; status=$?
    holds "an answer that cannot be read: status $status" [ $status = 0 ]
    holds "an answer that cannot be read is told" [ "$(grep -c '^warning: .* byte [0-9]*: the answer to job [0-9]* cannot be read and is done again' err)" = 1 ]
    holds "the others are kept" grep -q '^1[89] of 20 jobs were done before' err
    same "an answer that cannot be read" five four
    holds "its journal is gone" [ ! -e four.journal ]
done
spoil '$kind eq "E" ? () : $kind eq "J" && $n == 3 ? ("nonsense", $part[2]) : $part[2]' < whole > four.journal
ranks 2 "$mpi" --output four perft 5 --divide 2> err
holds "what was done again counts" grep -q '^20 of 20 jobs were done before' err
holds "and is not told any more" [ "$(grep -c '^warning' err)" = 0 ]
same "what was done again" five four

# The same of games, of which none may be taken before all are read.
"$roek" selfplay --games 50 --nodes 5 --quiet -o shard.games --shard 1/1 > whole 2> err
spoil '$part[3] .= "x" if $kind eq "J" && $n == 2; $kind eq "E" ? () : $part[2]' < whole > four.journal
ranks 3 "$mpi" --output four selfplay --games 50 --nodes 5 --quiet -o shard.games 2> err; status=$?
holds "games that cannot be read: status $status" [ $status = 0 ]
holds "games that cannot be read are told" grep -q '^warning: .*the answer to job 2 cannot be read' err
same "games that cannot be read" one.games shard.games

# A full disk ends the run with the reason, and keeps what was done.
ln -s /dev/full full
ranks 2 "$mpi" --output full "${long[@]}" 2> err; status=$?
holds "full disk: status $status" [ $status = 3 ]
holds "full disk: the reason" grep -q 'No space left on device' err
holds "full disk: the answers are kept" answers full 1
rm full
ranks 2 "$mpi" --output full "${long[@]}" 2> err
holds "full disk: it goes on" grep -q 'jobs were done before' err
same "after a full disk" one full

# A journal of something else is not gone on with.
echo text > four.journal
ranks 2 "$mpi" --output four perft 5 2> err; status=$?
holds "a journal of something else: status $status" [ $status = 2 ]
holds "a journal of something else stays" grep -qx text four.journal

echo "mpi: $passed passed, $failed failed"
[ $failed = 0 ]

#!/usr/bin/env bash
# Measures how well MPI ranks scale:  tools/bench_mpi.sh [RANKS...]       (1 2 4 8 16)
# Runs one list of equal searches with one process and on each number of ranks. The efficiency is the
# time of the one process divided by ranks times their time: 1 is perfect. For comparison it also runs
# as many independent processes (--shard): these show the limit of the machine, since processors share
# caches and clock frequency. Needs an idle machine.
#   JOBS=128 NODES=5000000   number of searches, and nodes of each
#   MPIRUN=mpirun            the command that starts Open MPI; if it is only unpacked, mpirun.openmpi
#   BUILD=build              the folder of roek and roek-mpi
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
roek=$build/roek mpi=$build/roek-mpi jobs=${JOBS:-128} nodes=${NODES:-5000000}
[ -x "$mpi" ] || make -s BUILD="$build" all mpi # if not built here, both must come from the same source
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ROEK_TABLES=/nonexistent
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
: > "$room/list"
while [ "$(wc -l < "$room/list")" -lt "$jobs" ]; do
    sed 's/ ;.*//' tests/data/perft.epd >> "$room/list"
done
sed -i "$((jobs + 1)),\$d" "$room/list"

# Measures wall-clock and CPU seconds of a command with all its children; prints its errors if it fails.
timed() {
    local TIMEFORMAT='%R %U %S'
    { time "$@" > "$room/out" 2> "$room/err"; } 2> "$room/time" || { cat "$room/err" >&2; exit 1; }
}
timed $roek analyse "$room/list" --nodes "$nodes"
cp "$room/out" "$room/one"
read -r base work _ < "$room/time"
printf '%d searches of %d nodes, %.2f s of work each\n' "$jobs" "$nodes" "$(perl -e "print $work / $jobs")"
row() { # name, how many, seconds, seconds of the processors
    perl -e 'printf "%-12s %9.1f %9.2f %10.2f %12.1f\n", $ARGV[0], $ARGV[2], $ARGV[4] / $ARGV[2], $ARGV[4] / $ARGV[2] / $ARGV[1], $ARGV[3]' \
        "$1" "$2" "$3" "$4" "$base"
}
# Independent processes: each runs every Nth search.
apart() {
    for i in $(seq "$1"); do $roek analyse "$room/list" --nodes "$nodes" --shard "$i/$1" > "$room/part$i" & done
    wait
}
printf '%-12s %9s %9s %10s %12s\n' ranks seconds speed-up efficiency 'cpu seconds'
row 'one process' 1 "$base" "$work"
for ranks in ${*:-1 2 4 8 16}; do
    timed ${MPIRUN:-mpirun} --oversubscribe --bind-to none -np "$ranks" $mpi --output "$room/many" analyse "$room/list" --nodes "$nodes"
    cmp "$room/many" "$room/one" # they differ where one of the programs is older than the other
    read -r wall user system < "$room/time"
    row "$ranks" "$ranks" "$wall" "$(perl -e "print $user + $system")"
done
timed apart "$ranks"
read -r wall user system < "$room/time"
row "$ranks apart" "$ranks" "$wall" "$(perl -e "print $user + $system")"

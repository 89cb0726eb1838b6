#!/usr/bin/env bash
# The test command: installs what is missing, builds, and runs everything.
#   scripts/test.sh [STAGE...]     one or more stages by name; all of them without arguments
set -eu
cd "$(dirname "$0")/.."
jobs=-j$(nproc)
log=$(mktemp -d); trap 'rm -rf "$log"' EXIT
passed=0 failed=0 begun=()

say() { printf '\n== %s\n' "$*"; }
note() { # name status: counts one check
    if [ "$2" = 0 ]; then passed=$((passed + 1)); echo "ok      $1"
    else failed=$((failed + 1)); echo "FAILED  $1"; fi
}
show_failure() { # output: the tests of it that failed, where it says which; else its end
    awk '/^ *not ok/ { shown = 1 } /^ *(ok |# )/ { shown = 0 } shown' "$1" | head -150 > "$log/blocks"
    if [ -s "$log/blocks" ]; then cat "$log/blocks"; else tail -40 "$1"; fi
}
try() { # name command...
    local name=$1 status=0; shift
    "$@" > "$log/out" 2>&1 || status=$?
    [ $status = 0 ] || show_failure "$log/out"
    note "$name" $status
}

begin() { # name command...: like try, but beside others, as many as there are processors
    local at=${#begun[@]}
    begun+=("$1"); shift
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
    { status=0; "$@" > "$log/$at.out" 2>&1 || status=$?; echo $status > "$log/$at.status"; } &
}
settle() { # waits for all that were begun and tells of them in order
    wait
    local at status
    for at in "${!begun[@]}"; do
        status=$(cat "$log/$at.status")
        [ "$status" = 0 ] || show_failure "$log/$at.out"
        note "${begun[$at]}" "$status"
    done
    begun=()
}

build() { # quiet make; stops the run when it does not compile
    make -s $jobs "$@" > "$log/build" 2>&1 || { tail -60 "$log/build"; echo "FAILED  make $*"; exit 1; }
}

run_units() { # build folder
    local exe
    for exe in $(find tests -mindepth 2 -name '*_test.c' ! -name '*_windows_test.c' | sort); do
        exe=$1/${exe%.c}
        begin "$exe" timeout 900 "$exe"
    done
    settle
}

stage_build() {
    say "Builds without warnings (gcc, clang, portable, minimal)"
    build WERROR=1
    try "tools of developers" make -s $jobs tools WERROR=1
    try "clang" make -s $jobs all WERROR=1 CC=clang BUILD=build-clang
    try "portable, no optional libraries" make -s $jobs all WERROR=1 ARCH= VARIANTS=no MINIMAL=1 BUILD=build-portable
    try "the server without them" tests/sessions/web.sh build-portable/roek
}
stage_check() {
    say "Shape of the source"
    build WERROR=1
    local part
    for part in $(make -s --no-print-directory list-checks); do try "check: $part" make -s "$part"; done
}
stage_install() {
    say "Installing"
    try "install" tests/install_test.sh
    try "flags of whoever builds" tests/flags_test.sh
    try "manual is up to date" sh -c "tools/make_man.sh build/roek | diff - docs/man/roek.1"
}
stage_unit() {
    say "Unit tests"
    build tests WERROR=1
    run_units build
}
stage_sanitize() {
    say "Unit tests under address and undefined-behaviour sanitizers"
    build all tests BUILD=build-asan SANITIZE=address,undefined OPTIMIZE=-O1
    ROEK_TEST_QUICK=1 run_units build-asan
    build build-asan/roek-failing BUILD=build-asan SANITIZE=address,undefined OPTIMIZE=-O1
    try "allocations that fail, watched" env ALLOC_RUNS=3 tests/alloc_test.sh build-asan/roek-failing
    try "a storm of keys" tests/storm_keys.py build-asan/roek 30
}
stage_threads() {
    say "Storms of commands under the thread sanitizer"
    build BUILD=build-tsan SANITIZE=thread OPTIMIZE=-O1
    try "both protocols" tests/sessions/storm.sh build-tsan/roek 2
    try "session and server" tests/sessions/storm_session.sh build-tsan/roek 2
    try "solvers and matches" tests/sessions/storm_solvers.sh build-tsan/roek
}
stage_sessions() {
    say "Dialogues"
    build
    try "examples of the documents" tests/readme_test.sh build/roek
    local file
    for file in tests/sessions/*.session; do try "$file" tests/run_sessions.sh build/roek "$file"; done
    try "allocations that fail" env ALLOC_RUNS=25 tests/alloc_test.sh build/roek
    for file in tests/sessions/*.sh; do
        [ -e "$file" ] || continue
        try "$file" "$file" build/roek
    done
}
stage_fuzz() {
    say "Fuzzers, a short run each"
    build fuzzers CC=clang BUILD=build-fuzz SANITIZE=fuzzer-no-link,address,undefined OPTIMIZE=-O1
    local exe seeds found words
    for exe in build-fuzz/tests/fuzz/*_fuzz; do
        seeds=tests/fuzz/seeds/${exe##*/} found=$log/found/${exe##*/}
        [ -d "$seeds" ] || seeds=
        words=tests/fuzz/${exe##*/}.dict
        if [ -e "$words" ]; then words=-dict=$words; else words=; fi
        mkdir -p "$found" # new inputs go there, not into the seeds
        begin "$exe" "$exe" "$found" $seeds $words -runs=${FUZZ_RUNS:-20000} -max_total_time=${FUZZ_SECONDS:-10} -max_len=4096 -artifact_prefix=build-fuzz/
    done
    settle
}

# Where Open MPI cannot be had that is said, and no failure.
stage_mpi() {
    say "Lists of jobs on four ranks of Open MPI"
    if ! scripts/deps.sh mpi; then
        echo "SKIPPED the ranks: Open MPI could not be installed"
        return
    fi
    build all build/roek-mpi WERROR=1
    try "four ranks, killed and gone on with" timeout 900 tests/mpi_test.sh build/roek build/roek-mpi
}

# The page in a real browser.  Where the tools for it cannot be had that is said, and no failure.
stage_web() {
    say "The browser page"
    if ! scripts/deps.sh web; then
        echo "SKIPPED the page: what it needs could not be installed"
        return
    fi
    build web npm web-tests
    try "modules and engine under node" node --test --test-reporter=tap tests/web/
    try "the package under node" node --test --test-reporter=tap tests/npm/
    if npm install --silent --no-save --no-package-lock --prefix tests/npm > "$log/out" 2>&1; then
        try "the types of the package" tests/npm/node_modules/.bin/tsc -p tests/npm
    else
        tail -5 "$log/out"
        echo "SKIPPED the types of the package: typescript could not be installed"
    fi
    if ! npm install --silent --no-save --no-package-lock --prefix tests/browser > "$log/out" 2>&1; then
        tail -5 "$log/out"
        echo "SKIPPED the browser: playwright-core could not be installed"
        return
    fi
    try "the page in Chromium" timeout 900 node --test --test-reporter=tap --test-concurrency=1 tests/browser/
}

scripts/deps.sh test
for stage in ${*:-check build install unit sanitize threads sessions mpi web fuzz}; do "stage_$stage"; done
printf '\n%d passed, %d failed\n' $passed $failed
[ $failed = 0 ]

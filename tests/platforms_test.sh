#!/usr/bin/env bash
# The program on other processors:  tests/platforms_test.sh ROEK PLATFORM...
# Each must count the same nodes in bench and pass the unit tests in brief; musl gives threads small
# stacks, so there deep and threaded work is tried as well.
set -u
cd "$(dirname "$0")/.."
roek=$1; shift
log=$(mktemp -d); trap 'rm -rf "$log"' EXIT
failed=0
expected=$("$roek" bench 8 | awk 'END { print $1 }')

try() { # name command...
    local name=$1; shift
    if "$@" > "$log/out" 2>&1; then echo "ok      $name"
    else failed=$((failed + 1)); tail -20 "$log/out"; echo "FAILED  $name"; fi
}
limited() { # command...: by its own time and not by the clock's, as machines are busy
    (ulimit -t 1800; exec timeout 7200 "$@")
}
same_bench() { # runner exe
    local nodes
    nodes=$(limited $1 "$2" bench 8 | awk 'END { print $1 }')
    echo "nodes here $expected, there $nodes"
    [ -n "$expected" ] && [ "$nodes" = "$expected" ]
}
UNITS="core/position core/generate notation/text/fen notation/text/san nnue/accumulator search/engine solve/loop/loop base/uint128 base/file/file
       solve/syzygy/syzygy"
units() { # platform runner build
    local exe
    for exe in $UNITS; do
        try "$1: $exe" limited env ROEK_TEST_QUICK=1 $2 "$3/tests/${exe}_test"
    done
}
deep() { # runner exe: what needs more stack than musl gives
    printf 'position fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1\ngo depth 30\n' | limited $1 "$2" uci | grep -q bestmove &&
    $1 "$2" mate 4 --threads 2 'r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1' | grep -q '^mate in 3' &&
    $1 "$2" match --white roek --black roek --games 2 --concurrency 2 --nodes 500
}

# platform: the compiler, how to run it, more arguments for make
tried() { # platform compiler runner make-arguments...
    local platform=$1 cc=$2 runner=$3 build=build-$1; shift 3
    if ! scripts/deps.sh "$platform" > "$log/deps" 2>&1 || ! command -v "$cc" > /dev/null; then
        echo "left out: $platform, as its packages cannot be installed"
        return
    fi
    # most processors that are not i686 run its programs all the same, ten times as fast as qemu
    local loader="/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib"
    if [ "$platform" = i686 ] && ${loader%% *} --version > /dev/null 2>&1; then runner=$loader; fi
    local targets=all unit
    for unit in $UNITS; do targets="$targets $build/tests/${unit}_test"; done
    try "$platform: build" make -s -j"$(nproc)" $targets CC="$cc" BUILD="$build" MINIMAL=1 FOREIGN=1 "$@"
    [ -x "$build/roek" ] || return
    try "$platform: bench" same_bench "$runner" "$build/roek"
    units "$platform" "$runner" "$build"
    try "$platform: deep work" deep "$runner" "$build/roek"
}

for platform in "$@"; do
    case $platform in
    # the oldest processor takes the oldest of the variants in the program
    x86-64) tried x86-64 cc "qemu-x86_64 -cpu Nehalem" ARCH= ;;
    aarch64) tried aarch64 aarch64-linux-gnu-gcc "qemu-aarch64 -L /usr/aarch64-linux-gnu" ARCH= ;;
    s390x) tried s390x s390x-linux-gnu-gcc "qemu-s390x -L /usr/s390x-linux-gnu" ARCH= ;;
    i686) tried i686 i686-linux-gnu-gcc "qemu-i386 -L /usr/i686-linux-gnu" ARCH= ;;
    musl) tried musl musl-gcc "" ARCH=native LDFLAGS=-static ;;
    *) echo "unknown platform: $platform" >&2; exit 2 ;;
    esac
done
[ $failed = 0 ]

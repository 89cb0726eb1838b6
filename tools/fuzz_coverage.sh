#!/usr/bin/env bash
# Prints which share of the lines of each source file the fuzz targets reach, least first. A reader with
# low coverage has outdated seeds, a checksum that no target corrects, or no target at all.
#
#   tools/fuzz_coverage.sh [FOLDER]      with the inputs in FOLDER/NAME_fuzz besides the seeds
#
# Needs clang and llvm. Search, evaluation and rules are counted too, as far as readers call them.
set -eu
grown=$(realpath "${1:-/nonexistent}" 2> /dev/null || true)
cd "$(dirname "$0")/.."
build=build-coverage
make -s -j"$(nproc)" fuzzers CC=clang BUILD=$build SANITIZE=fuzzer-no-link \
    OPTIMIZE='-O1 -fprofile-instr-generate -fcoverage-mapping' LDFLAGS=-fprofile-instr-generate
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT

objects=() # all targets, for llvm-cov
for exe in "$build"/tests/fuzz/*_fuzz; do
    name=${exe##*/} inputs=()
    for folder in "tests/fuzz/seeds/$name" "$grown/$name"; do
        [ -d "$folder" ] && inputs+=("$folder")
    done
    [ ${#inputs[@]} = 0 ] && continue
    LLVM_PROFILE_FILE=$scratch/$name.raw "$exe" -runs=0 "${inputs[@]}" > "$scratch/log" 2>&1 ||
        { tail -5 "$scratch/log"; echo "$name failed"; exit 1; }
    objects+=(-object "$exe")
done
llvm-profdata merge -o "$scratch/all" "$scratch"/*.raw
llvm-cov export -summary-only -instr-profile="$scratch/all" "${objects[@]:1}" 2> /dev/null |
    python3 -c '
import json, sys
for file in json.load(sys.stdin)["data"][0]["files"]:
    lines, name = file["summary"]["lines"], file["filename"]
    if "/src/" in name and lines["count"]:
        print("%4.0f %%  %4d of %4d  %s" % (lines["percent"], lines["covered"], lines["count"], name.split("/src/")[1]))
' | sort -n

#!/usr/bin/env bash
# Installs what is missing, builds, and plays one move through the FEN contract:
# the board before, the answer, the board after.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh build
make -s -j"$(nproc)"
fen=${1:-"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4"}
style=ascii
case ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} in *UTF-8* | *utf8*) style=unicode ;; esac
board() { printf '(fen "%s") (b %s)\n' "$1" "$style" | build/roek shell; }

echo "roek $fen"
board "$fen"
answer=$(build/roek $fen)
printf '\n%s\n' "$answer"
case $answer in *' '*/* | */*) board "$answer" ;; esac
printf '\nMore: build/roek help\n'

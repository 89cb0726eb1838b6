#!/usr/bin/env bash
# The clients in examples/ do what they say:  tests/sessions/examples.sh ROEK
set -eu
roek=$(realpath "$1")
examples=$(realpath "$(dirname "$0")/../../examples")

expect() { # name wanted-pattern got
    if ! printf '%s' "$3" | grep -qE -- "$2"; then echo "$1: wanted '$2', got: $3"; exit 1; fi
}

if command -v python3 > /dev/null; then
    said=$(timeout 60 python3 "$examples/session.py" "$roek")
    expect session.py 'wins: the king reached the goal after [0-9]+ half-moves, the last one K' "$said"
    expect session.py 'perft 3 after 1. e4 e5: 24825' "$said"
    expect session.py "Ke3: .*king" "$said"
else
    echo "skipped: there is no python3 for examples/session.py"
fi
if command -v node > /dev/null; then
    said=$(timeout 60 node "$examples/session.mjs" "$roek")
    expect session.mjs 'mate in 3: Qe7\+ Kg8 Qe8\+ Rxe8 Rxe8#' "$said"
    expect session.mjs '614 loops, 88 up to symmetry' "$said"
else
    echo "skipped: there is no node for examples/session.mjs"
fi
echo "examples: passed"

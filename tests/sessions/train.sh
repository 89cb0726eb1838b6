#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tools for training: tests/sessions/train.sh ROEK.  Games judged anew are the same games, every
# position is kept that was kept before, and mixing scores moves them only.
set -eu
roek=$(realpath "$1")
make -s records rejudge BUILD="$(dirname "$1")"
tools=$(dirname "$roek")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$1"
    exit 1
}

# What a file of records holds besides the scores.
boards() {
    python3 - "$1" "$2" << 'END'
import sys
data = b"".join(open(path, "rb").read() for path in sys.argv[1:])
print(sorted(data[at:at + 32] + data[at + 34:at + 40] for at in range(0, len(data), 40)))
END
}

for variant in chess racingkings; do
    old=$work/$variant.games new=$work/$variant.new
    "$roek" selfplay --variant $variant --games 70 --nodes 20 --seed 5 -q -o "$old"
    "$tools/rejudge" 30 "$new" "$old" > "$work/said"
    "$roek" selfplay verify "$new" > "$work/said" || fail "$variant: judged games do not replay"
    for file in "$old" "$new"; do
        "$tools/records" --later 0 "$file.train" "$file.held" "$file" > "$work/said"
    done
    [ -s "$old.held" ] || fail "$variant: no game was held out"
    cmp -s "$old.train" "$new.train" && fail "$variant: nothing was judged anew"
    "$tools/records" "$work/train" "$work/held" "$new" > "$work/said"
    cmp -s "$new.train" "$work/train" && fail "$variant: nothing was mixed"
    [ "$(boards "$new.train" "$new.held")" = "$(boards "$work/train" "$work/held")" ] ||
        fail "$variant: mixing changed more than scores"
done
"$tools/rejudge" 30 "$new" "$old" 2> /dev/null && fail "a file was written over"
"$tools/records" /dev/full "$work/held" "$old" > "$work/said" 2>&1 && fail "a full disk was not told"
"$tools/records" --later 100 a b "$old" 2> /dev/null && fail "a share of 100 was taken"
echo ok

#!/usr/bin/env bash
# The source archive built without git in two folders of different length: the same bytes.
#   tests/reproducible_test.sh [MAKE-ARGUMENT...]      ARCH= is slower and what packages are made of
set -eu
cd "$(dirname "$0")/.."
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
version=$(cat VERSION)
git archive --prefix="roek-$version/" HEAD > "$room/source.tar"
for folder in a much/longer/name; do
    mkdir -p "$room/$folder"
    tar -xf "$room/source.tar" -C "$room/$folder"
    (cd "$room/$folder/roek-$version" && GIT_DIR=/nonexistent make -s -j"$(nproc)" REPRODUCIBLE=1 "$@" all)
done
status=0
for file in build/roek build/libroek.a; do
    if cmp "$room/a/roek-$version/$file" "$room/much/longer/name/roek-$version/$file"; then echo "same    $file"
    else status=1; fi
done
exit $status

#!/usr/bin/env bash
# Flags of whoever builds come last, once, beside ours; as arguments of make and out of the environment the same.
set -eu
cd "$(dirname "$0")/.."
fail() { echo "$*"; exit 1; }

steps() { # what a build for all processors would do, in a folder that is not there
    make -n all ARCH= BUILD=build-flags "$@" | tr -s ' ' | sed 's/ $//'
}
ours=$(steps)
[ "$(grep -c -- ' -c -o ' <<< "$ours")" -gt 300 ] || fail "hardly anything is compiled"
! grep -q -- '-march=native' <<< "$ours" || fail "not for all processors"

given=(CPPFLAGS=-DMY_CPP CFLAGS=-DMY_C LDFLAGS=-LMY_LD LDLIBS=-lMY_LIB)
told=$(steps "${given[@]}")
[ "$told" = "$(export "${given[@]}"; steps)" ] || fail "arguments are not what the environment is"
[ "$(sed -E 's/ -(DMY_CPP|DMY_C|LMY_LD|lMY_LIB)\b//g' <<< "$told")" = "$ours" ] || fail "they change more than themselves"
compiled=$(grep ' -c -o .*[.]c$' <<< "$told")
for flag in -DMY_CPP -DMY_C; do
    [ -z "$(grep -v -- "$flag " <<< "$compiled")" ] || fail "not everywhere: $flag"
    [ -z "$(grep -- "$flag .*$flag " <<< "$compiled")" ] || fail "more than once: $flag"
done
grep -q -- '-LMY_LD .*-lMY_LIB$' <<< "$told" || fail "the program is not linked with them"

# What makes packages calls make again, which must not take our flags for theirs.
! CFLAGS=-DMY_C make -n deb | grep -q -- '-march=native' || fail "the package is for this processor alone"

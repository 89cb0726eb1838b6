#!/usr/bin/env bash
# Checks that a library has no writable global data:  tools/check_globals.sh LIB
# Exception: signals belong to the whole process, so base/interrupt may store their state.
# Constants that contain addresses (.data.rel.ro) are written by the loader only and do not count.
set -eu
[ $# = 1 ] && [ -r "$1" ] || { echo "usage: $0 LIBRARY" >&2; exit 2; }
found=$(nm -f sysv "$1" | awk -F '|' '
    { gsub(/[ \t]/, "", $1); section = $7; gsub(/[ \t\r]/, "", section) }
    section ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && section !~ /^\.data\.rel\.ro/ && $1 !~ /^(interrupt_(state|watching))$/ { print section, $1 }')
[ -z "$found" ] && exit 0
echo "writable symbols in $1:"
echo "$found"
exit 1

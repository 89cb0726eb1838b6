#!/usr/bin/env bash
# Installs the library for use by other programs:  tools/install_headers.sh LIBRARY FOLDER
# Copies the headers that src/roek.h needs to FOLDER/include/roek and the library to FOLDER/lib.
#
# Names inside the project are short. To avoid conflicts, every symbol of the copied library gets the
# prefix roek_, and the header names.h, which all others include, maps the names for the compiler
# (#pragma redefine_extname, supported by gcc and clang). In C++ the copied headers have C linkage, and
# they leave out what depends on the compiler options of the including file.
set -eu
[ $# = 2 ] && [ -r "$1" ] || { echo "usage: $0 LIBRARY FOLDER" >&2; exit 2; }
library=$1 folder=$2
cd "$(dirname "$0")/.."
mkdir -p "$folder/lib" "$folder/include/roek"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

headers() { # the headers that src/roek.h needs, including itself
    ${CC:-cc} -Isrc -D_GNU_SOURCE -MM -x c src/roek.h | tr -s ' \\\n' '\n' |
        sed -nE 's#^src/(.*\.h)$#\1#p' | sort -u
}

# Adds names.h before everything, and C linkage from the last include to the end. Suppresses warnings that
# users of the library cannot act on (C literals in C++ under -pedantic).
dress() { # header
    awk '
        { line[NR] = $0 }
        /^#define [A-Z0-9_]+_H$/ && !guard { guard = NR }
        /^#[ ]*if/ { depth++ }
        /^#[ ]*endif/ { depth-- }
        /^#[ ]*include/ && depth == 1 { last = NR }
        /^#endif/ { end = NR }
        END {
            if (last < guard) last = guard
            for (i = 1; i <= NR; i++) {
                if (i == end && !whole) print "ROEK_C_END\n"
                sub(/^#include "/, "&roek/", line[i])
                if (line[i] !~ /<stdatomic.h>/) print line[i]
                if (i == guard) print "\n#pragma GCC system_header\n\n#include \"roek/names.h\""
                if (i == last && !whole) print "\nROEK_C_BEGIN"
            }
        }' whole="$([ "$1" = roek.h ] && echo 1 || echo)" "src/$1"
}

names() { # the preamble of all headers
    cat <<'HEADER'
// SPDX-License-Identifier: MIT
//
// How the symbols of the library are called, and what C++ needs to know.  Made by installing.
#ifndef ROEK_NAMES_H
#define ROEK_NAMES_H

#define ROEK_INSTALLED

#ifdef __cplusplus
#include <atomic>
using std::atomic_bool;
using std::atomic_llong;
using std::atomic_load_explicit;
using std::memory_order_relaxed;
#define _Atomic(type) std::atomic<type>
#define ROEK_C_BEGIN extern "C" {
#define ROEK_C_END }
#else
#include <stdatomic.h>
#define ROEK_C_BEGIN
#define ROEK_C_END
#endif

HEADER
    sed 's/.*/#pragma redefine_extname & roek_&/' "$work/used"
    printf '\n#endif\n'
}

headers > "$work/headers"
${NM:-nm} -g --defined-only "$library" 2> /dev/null | awk 'NF == 3 { print $3 }' | sort -u > "$work/symbols"
(cd src && xargs cat < "$work/headers") | grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u |
    comm -12 - "$work/symbols" > "$work/used"
while read -r header; do
    mkdir -p "$folder/include/roek/$(dirname "$header")"
    dress "$header" > "$folder/include/roek/$header"
done < "$work/headers"
names > "$folder/include/roek/names.h"
sed 's/.*/& roek_&/' "$work/symbols" > "$work/map"
${OBJCOPY:-objcopy} --redefine-syms="$work/map" "$library" "$folder/lib/libroek.a"
chmod 644 "$folder/lib/libroek.a"

#!/usr/bin/env bash
# Do the includes under src/ point one way?  Compares them with the table below: each layer, then
# the layers it may include (its own always).  The table itself is searched for cycles too.
set -eu
cd "$(dirname "$0")/.."

layers() {
    cat <<'TABLE'
base
core      base
rules     base core
notation  base core rules
game      base core
nnue      base core
eval      base core rules nnue
search    base core eval nnue
solve     base core rules search
play      base core rules notation game eval search solve
session   base core rules notation game search solve play
ui        base
net       base
jobs      base
cmd       base core rules notation game nnue eval search solve play session ui net jobs
mpi       base jobs cmd
TABLE
}

includes() { # "file:line layer included": every include of src/, quoted ones without roek/ as they are
    grep -rnoE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]*"' src/*/ |
        sed -E 's|^(src/([^/]+)/[^:]*:[0-9]+):.*"([^"]*)"|\1 \2 \3|'
}

{ layers; echo --; includes; } | awk '
    BEGIN { bad = 0 }
    $1 == "--" { table = 1; next }
    !table {
        known[$1] = 1
        for (i = 2; i <= NF; i++) may[$1, $i] = 1
        order[++n] = $0
        next
    }
    !($2 in known) { complain($1 ": the layer " $2 " is not in the table"); next }
    $3 ~ /(^|\/)\.\.?\// { complain($1 ": the include climbs: " $3); next }
    $3 !~ /^roek\/[^\/]+\/[^\/]+$/ {
        if ($3 !~ /^gen\//) complain($1 ": write it as roek/LAYER/FILE.h: " $3)
        next
    }
    {
        split($3, part, "/")
        if (part[2] != $2 && !(($2, part[2]) in may)) complain($1 ": " $2 " may not include " part[2])
    }
    function complain(text) { print text; bad = 1 }
    function is_cyclic(    i, j, f, k, count, left, progress) { # peel off layers whose needs are gone
        for (progress = 1; progress;) {
            progress = 0
            for (i = 1; i <= n; i++) {
                count = split(order[i], f, " "); left = 0
                if (gone[f[1]]) continue
                for (j = 2; j <= count; j++) if (!gone[f[j]]) left = 1
                if (!left) { gone[f[1]] = 1; progress = 1 }
            }
        }
        for (k in known) if (!gone[k]) return 1
        return 0
    }
    END { if (is_cyclic()) complain("the table of layers holds a cycle"); exit bad }'

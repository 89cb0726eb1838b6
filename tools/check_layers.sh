#!/usr/bin/env bash
# Checks that the includes under src/ point one way. The table below lists each layer, then the layers
# that it may include (besides itself). No two folders may include each other, directly or indirectly;
# subfolders of one layer count as folders here.
set -eu
cd "$(dirname "$0")/.."

layers() {
    cat <<'TABLE'
base
core      base
rules     base core
notation  base core rules
game      base core rules notation
nnue      base core
eval      base core rules nnue
search    base core eval nnue
solve     base core rules search
jobs      base
play      base core rules notation game eval search solve
match     base core rules notation game eval search solve play jobs
review    base core rules notation game eval search solve play jobs
session   base core rules notation game search solve jobs play match review
console   base
cmd       base core rules notation game nnue eval search solve jobs play match review session console
protocol  base core rules notation game nnue eval search solve jobs play match review session console cmd
terminal  base core rules notation game nnue eval search solve jobs play match review session console cmd
server    base core rules notation game nnue eval search solve jobs play match review session console cmd
cli       base core rules notation game nnue eval search solve jobs play match review session console cmd protocol terminal server
cluster   base jobs console cmd
TABLE
}

includes() { # "file:line file included": every quoted include of src/
    grep -rnoE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"[^"]*"' src/*/ |
        sed -E 's|^src/([^:]*)(:[0-9]+):.*"([^"]*)"|\1\2 \1 \3|'
}
headers() { (cd src && find . -name '*.h' | sed 's|^\./||'); }

{ layers; echo --; headers; echo --; includes; } | awk '
    BEGIN { bad = 0 }
    $1 == "--" { part++; next }
    part == 0 {
        known[$1] = 1
        for (i = 2; i <= NF; i++) may[$1, $i] = 1
        next
    }
    part == 1 { header[$1] = 1; next }
    $3 ~ /^gen\// { next }
    !($3 in header) { complain($1 ": write it from src/ on, as LAYER/FILE.h: " $3); next }
    {
        from = layer($2); to = layer($3)
        if (!(from in known)) complain($1 ": the layer " from " is not in the table")
        if (from != to && !((from, to) in may)) complain($1 ": " from " may not include " to)
        if (folder($2) != folder($3)) need[folder($2)] = need[folder($2)] folder($3) " "
        folders[folder($2)]; folders[folder($3)]
    }
    function complain(text) { print text; bad = 1 }
    function layer(file) { sub(/\/.*/, "", file); return file }
    function folder(file) { sub(/\/[^\/]*$/, "", file); return file }
    function find_cycle(    f, i, n, part, left, progress) { # peel off folders whose needs are gone
        for (progress = 1; progress;) {
            progress = 0
            for (f in folders) {
                if (f in gone) continue
                left = 0; n = split(need[f], part, " ")
                for (i = 1; i <= n; i++) if (!(part[i] in gone)) left = 1
                if (!left) { gone[f]; progress = 1 }
            }
        }
        for (f in folders) if (!(f in gone)) complain("the folder " f " stands in a cycle of includes, or needs one")
    }
    END { find_cycle(); exit bad }'

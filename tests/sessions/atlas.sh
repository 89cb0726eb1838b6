#!/usr/bin/env bash
# The atlas of loops:  atlas.sh ROEK
# Each smallest board of docs/loop-atlas.tsv is proved there, both files say the same, lines drawn by lot
# are counted again, and clingo counts small boards by another method.
set -eu
roek=$(realpath "$1")
cd "$(dirname "$0")/../.."
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT

perl -F'\t' -lane '
    my ($r, $c, $n, $a, $b) = split / /, $F[0]; my $key = "$n $a $b";
    if ($F[1]) { $area{$key} = $r * $c if !$area{$key} || $r * $c < $area{$key} } else { push @{$none{$key}}, [$r, $c] }
    END {
        for my $key (keys %area) {
            my ($n) = split / /, $key;
            for (my $r = 1; $r * $r < $area{$key}; $r++) {
                my $c = int(($area{$key} - 1) / $r);
                next if $c < $r || $r * $c < 2 * $n;
                die "$key: no proof for $r x $c\n" unless grep { $_->[0] >= $r && $_->[1] >= $c } @{$none{$key}};
            }
        }
        print scalar(keys %area), " smallest boards are proved";
    }' docs/loop-atlas.tsv

# by lot, of those that are soon counted
cat docs/loop-atlas.tsv docs/loop-boards.tsv | awk -F'\t' '$4 < 100000' |
    perl -e 'srand 3; my @l = <>; print splice @l, rand @l, 1 for 1 .. 40' > "$room/drawn"
while IFS=$'\t' read -r puzzle solutions classes rest; do
    set -- $("$roek" loop $puzzle --count --json 2> /dev/null | sed 's/.*"solutions":\([0-9]*\),"up_to_symmetry":\([0-9]*\).*/\1 \2/')
    [ "$1 $2" = "$solutions $classes" ] || { echo "$puzzle: $solutions $classes in the file, $1 $2 now"; exit 1; }
done < "$room/drawn"
sort <(cut -f1-3 docs/loop-atlas.tsv) <(cut -f1-3 docs/loop-boards.tsv) | uniq | cut -f1 | uniq -d > "$room/twice"
[ ! -s "$room/twice" ] || { echo "the files differ:"; cat "$room/twice"; exit 1; }
echo "40 lines are counted again"

awk -F'\t' '{ split($1, p, " "); if (p[1] * p[2] <= 20) print }' docs/loop-boards.tsv > "$room/small"
if command -v clingo > /dev/null; then tools/check_atlas.sh "$room/small" 30 60; else echo "left out: there is no clingo"; fi

#!/usr/bin/env bash
# Verifies the claims of docs/race-endings.md with the tables:  tools/check_endings.sh ROEK FOLDER
# Checks headings against the line below their diagram, zugzwangs with both sides to move, and rows of
# records. Positions without a table in FOLDER are counted and skipped.
set -eu
roek=$1 folder=$2 page=$(dirname "$0")/../docs/race-endings.md
claims() { # FEN, tab, what it is worth
    perl -ne '
        if (/^### \w+: (.* wins in .*\))$/) { $worth = $1 }
        elsif (/^`([^`]+)`$/ && $worth) { print "$1\t$worth\n"; $worth = "" }
        elsif (/^`(\S+) w - - 0 1`: White to move: (.*?)\. Black to move: (.*?)\.$/) { print "$1 w - - 0 1\t$2\n$1 b - - 0 1\t$3\n" }
        elsif (/^## (.*)/) { $lists_wins = $1 =~ /[Ww]ins/ }
        elsif (/^\| (\d+) \| \w+ \| \d+ \| `([^`]+)` \|$/ && $lists_wins) { print "$2\t($1 plies)\n" }' "$page"
}
same=0 other=0 unknown=0
while IFS=$'\t' read -r fen worth; do
    said=$("$roek" tables probe "$fen" --folder "$folder" | head -1) || true
    case $said in
        unknown*) unknown=$((unknown + 1)) ;;
        *"$worth") same=$((same + 1)) ;;
        *) other=$((other + 1)); echo "$fen: '$worth' on the page, '$said' in the table" ;;
    esac
done < <(claims)
echo "$same claims hold, $other do not, $unknown have no table"
[ $other = 0 ] && [ $same -gt 0 ]

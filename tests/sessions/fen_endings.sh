#!/usr/bin/env bash
# The FEN contract in late endings:  fen_endings.sh ROEK
# In 1,000 positions with few men and any half-move clock, dead ones among them, TEST must list the
# positions after exactly the moves that `roek moves` lists, and CHECKMATE or DRAW only where there
# is none.
set -u
export LC_ALL=C
roek=$(realpath "$1")
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
wanted=1000

# The same candidates every time, from a generator of our own (Park and Miller, 1988): two kings and
# up to two more men, most often those that cannot mate.  About one in three is illegal.
awk '
    function next_random(n) { seed = (seed * 16807) % 2147483647; return int(seed / 7) % n }
    function put(man,   square) { do square = next_random(64); while (square in on); on[square] = man }
    function placement(   rank, file, empty, text) {
        for (rank = 7; rank >= 0; rank--) {
            for (file = empty = 0; file < 8; file++) {
                if (!((rank * 8 + file) in on)) { empty++; continue }
                text = text (empty ? empty : "") on[rank * 8 + file]; empty = 0
            }
            text = text (empty ? empty : "") (rank ? "/" : "")
        }
        return text
    }
    BEGIN {
        seed = 2024; men = "BbNnBbNnRrQqPp"
        for (i = 0; i < 4000; i++) {
            split("", on); put("K"); put("k")
            for (more = next_random(3); more > 0; more--) put(substr(men, 1 + next_random(14), 1))
            print placement(), next_random(2) ? "w" : "b", "- -", next_random(4) ? next_random(100) : 140 + next_random(20), 1 + next_random(200)
        }
    }' > candidates

"$roek" moves - --json < candidates 2> /dev/null | head -$wanted > moves
perl -ne '/"fen":"([^"]*)"/ and print "$1\n"' moves > endings
[ "$(wc -l < endings)" = $wanted ] || { echo "only $(wc -l < endings) positions"; exit 1; }

# FEN and move, a line each, from either command; "none" without a move
perl -ne '/"fen":"([^"]*)"/ or next; my $fen = $1; my @moves = /"uci":"([^"]*)"/g;
          print "$fen $_\n" for @moves ? @moves : "none"' moves | sort > expected
"$roek" - TEST --json < endings > listed || { echo "TEST failed"; exit 1; }
perl -ne '/"fen":"([^"]*)".*?"(?:uci|over)":"([^"]*)"/ or die; my ($fen, $said) = ($1, $2);
          $said = "none" if $said =~ /^(?:CHECKMATE|DRAW)$/; print "$fen $said\n"' listed | sort > found
if ! cmp -s expected found; then
    echo "TEST and moves differ in $(diff expected found | grep '^[<>]' | cut -d' ' -f2-7 | sort -u | wc -l) of $wanted positions:"
    diff expected found | head
    exit 1
fi

# The lines themselves, and an answer wherever there is a move, which is one of those listed.
"$roek" - TEST < endings > lines
[ "$(wc -l < lines)" = "$(wc -l < listed)" ] || { echo "as text, TEST has another number of lines"; exit 1; }
"$roek" - --depth 1 --hash 1 --json < endings > answers
perl -ne '/"fen":"([^"]*)".*?"(?:uci|over)":"([^"]*)"/ or die; my ($fen, $said) = ($1, $2);
          $said = "none" if $said =~ /^(?:CHECKMATE|DRAW)$/; print "$fen $said\n"' answers | sort > chosen
[ "$(wc -l < answers)" = $wanted ] || { echo "$(wc -l < answers) answers to $wanted positions"; exit 1; }
comm -23 chosen found | grep . && { echo "such moves are not listed"; exit 1; }

ends=$(grep -c ' none$' expected) dead=$("$roek" - --stop-at-draw --depth 1 --hash 1 < endings | grep -c DRAW)
[ "$ends" -gt 0 ] && [ "$dead" -gt 100 ] || { echo "too few ends ($ends) and dead positions ($dead)"; exit 1; }
echo "$wanted endings, $(wc -l < found) moves: TEST lists what moves lists"

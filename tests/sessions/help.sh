#!/usr/bin/env bash
# Every example of every help page does what the page shows:  tests/sessions/help.sh ROEK
# Examples are the lines "  $ COMMAND" of a page, with all that is printed below them, or nothing if
# that is too much; then any answer will do, but no complaint.  What works for long is cut short.
set -u
roek=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/files"
PATH=$scratch/bin:$(dirname "$roek"):$PATH
export HELP_FILES=$scratch/files

# The files and programs the examples speak of.
printf '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;\n' > "$scratch/files/tests.epd"
printf '8/8/8/8/8/8/QpkPK3/1Rb5 w - - dm 2;\n' > "$scratch/files/mates.epd"
printf '#2 8/8/8/8/8/8/QpkPK3/1Rb5 w - - author "Nobody";\n' > "$scratch/files/problems.epd"
printf 'BeginProblem\nStipulation #2\nForsyth 48/QpkPK3/1Rb5\nEndProblem\n' > "$scratch/files/popeye.inp"
printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D4 197281\n' > "$scratch/files/perft.epd"
printf 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\n' > "$scratch/files/book.epd"
printf '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' > "$scratch/files/game.pgn"
printf '#!/bin/sh\nexec roek uci\n' > "$scratch/files/new"
chmod +x "$scratch/files/new"
cp "$scratch/files/new" "$scratch/files/old"

# Runs an example: "no" is an answer where the page shows it, being cut short is none, a complaint
# is a failure.
cat > "$scratch/bin/example" <<'RUN'
#!/usr/bin/env bash
timeout -s INT 3 bash -c "cp -n \"$HELP_FILES\"/* .; export ROEK_TABLES=\$PWD/tables; . '$1'" 2> "$1.err"
status=$?
if [ $status = 124 ]; then exit 0; fi
if grep '^error:' "$1.err"; then exit 9; fi
if [ $status = 1 ] && [ "$2" -gt 0 ]; then exit 0; fi
exit $status
RUN
chmod +x "$scratch/bin/example"

# A help page as a dialogue.
dialogue() { # page
    "$roek" help "$1" | awk -v base="$scratch/$1" '
        function finish() {
            if (count) printf "$ example %s %d\n%s\n", file, shown, shown ? output : "...\n"
            output = ""; shown = 0
        }
        /^  \$ / { finish(); count++; file = base "-" count; sub(/^  \$ /, ""); more = /\\$/
                   print > file; next }
        more     { more = /\\$/; print >> file; next }
        /^  [^ ]/ && count { output = output substr($0, 3) "\n"; shown++ }
        END      { finish() }'
}

status=0 pages=0
for page in $("$roek" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    pages=$((pages + 1))
    dialogue "$page" > "$scratch/$page.session"
    if ! grep -q '^\$' "$scratch/$page.session"; then echo "FAILED: $page shows no example"; status=1; fi
    TMPDIR=$scratch "$here/../run_sessions.sh" "$roek" "$scratch/$page.session" || { echo "^ $page"; status=1; }
done
[ "$pages" -ge 19 ] || { echo "FAILED: only $pages pages"; status=1; }
exit $status

#!/usr/bin/env bash
# Builds the report, with the whole source as an appendix:  tools/make_report.sh ROEK OUT.pdf
#   tools/make_report.sh --check ROEK     only checks that everything the text refers to exists, and
#                                         that the commands still print what it shows
#   tools/make_report.sh --refresh ROEK   writes the current output of the commands into docs/report.md,
#                                         and redraws its pictures
#
# docs/report.md is plain Markdown. For the PDF
#   - links to ../src/FILE#NAME get the line on which NAME is defined,
#   - blocks that begin with "$ " are run again, so that all output is that of the given program,
#   - every file of src/ is appended with line numbers.
# Needs Debian's pandoc, librsvg2-bin, texlive-xetex, texlive-latex-recommended, texlive-fonts-recommended, lmodern
# and fonts-dejavu.
set -eu
cd "$(dirname "$0")/.."
text=docs/report.md

# Finds the line on which a type, a function or a macro is defined.
line_of() { # file name
    awk -v name="$2" '
        { code = $0; sub(/\/\/.*/, "", code) }
        code ~ "^} " name ";" || code ~ "^(typedef|struct|enum) .*[ *]" name "([ ;{]|$)" ||
        code ~ "^#define " name "[( ]" { print NR; exit }
        code ~ "(^|[ *])" name "\\(" && code !~ /^[ \t]/ {
            pending = NR
            if (code ~ /;[ \t]*$/) pending = 0           # only a declaration
        }
        pending && /\{[ \t]*$/ { print pending; exit }
        pending && /;[ \t]*$/ { pending = 0 }
    ' "$1"
}

references() { grep -oE '\]\(\.\./src/[a-z_/]+\.[ch]#[A-Za-z_0-9]+\)' "$text" | sed -E 's/^\]\(\.\.\/(.*)#(.*)\)$/\1 \2/' | sort -u; }

check() {
    local bad=0 file name
    while read -r file name; do
        [ -e "$file" ] && [ -n "$(line_of "$file" "$name")" ] || { echo "docs/report.md: there is no $name in $file" >&2; bad=1; }
    done < <(references)
    return $bad
}

up_to_date() { rerun < "$text" | diff "$text" - || { echo "docs/report.md: commands print other things; --refresh it" >&2; return 1; }; }

missing_tools() {
    local missing=
    command -v pandoc > /dev/null || missing="$missing pandoc"
    command -v rsvg-convert > /dev/null || missing="$missing librsvg2-bin"
    command -v xelatex > /dev/null || missing="$missing texlive-xetex"
    { command -v kpsewhich > /dev/null && kpsewhich fancyvrb.sty > /dev/null; } || missing="$missing texlive-latex-recommended"
    { command -v kpsewhich > /dev/null && kpsewhich pzdr.tfm > /dev/null; } || missing="$missing texlive-fonts-recommended"
    { command -v kpsewhich > /dev/null && kpsewhich lmroman10-regular.otf > /dev/null; } || missing="$missing lmodern"
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf ] || missing="$missing fonts-dejavu"
    echo $missing
}

with_lines() { # puts "(FILE, line N)" behind every reference
    local script=$work/references.sed file name
    while read -r file name; do
        printf 's|\\]\\(\\.\\./%s#%s\\)|](\\#%s) (*%s*, line %s)|g\n' "$file" "$name" "$(label "$file")" "${file#src/}" "$(line_of "$file" "$name")"
    done < <(references) > "$script"
    sed -E -f "$script"
}

label() { echo "$1" | tr -c 'a-zA-Z0-9\n' '-'; }

rerun() { # replaces the output of the commands in blocks
    perl -e '
        my ($in, $ran) = (0, 0);
        while (<STDIN>) {
            if (/^```/) { $in = !$in; $ran = 0; print; next }
            if ($in && /^\$ (.*)/) { print; $ran = 1; print `$1`; die "failed: $1\n" if $?; next }
            print unless $ran;
        }'
}

pictures() { # of the worked example
    local fen='8/k1P5/2K5/8/8/8/8/8 w - - 0 1'
    roek board --format svg "$fen" > docs/images/report-position.svg
    printf 'fen %s\ntree 3\n' "$fen" | roek shell | tools/draw_tree.py > docs/images/report-tree.svg
}

sources() { # layer by layer from the bottom, headers first
    local layer
    for layer in base core rules notation game nnue eval search solve jobs play match review session console cmd protocol \
                 terminal server cli cluster; do
        find "src/$layer" -name '*.[ch]' | sed -E 's/^(.*)\.([ch])$/\1 \2/' | LC_ALL=C sort -k1,1 -k2,2r | tr ' ' .
    done
}

listing() { # the source as LaTeX
    local file
    printf '\\clearpage\n\\section{The source}\n\n\\listofsources\n\\clearpage\n\n'
    sources | while read -r file; do
        printf '\\subsection*{\\texttt{%s}}\\label{%s}\\addcontentsline{src}{subsection}{\\texttt{%s}}\n' \
            "$(echo "$file" | sed 's/_/\\_/g')" "$(label "$file")" "$(echo "$file" | sed 's/_/\\_/g')"
        printf '\\VerbatimInput[numbers=left,numbersep=6pt,fontsize=\\fontsize{8.4}{8.1}\\selectfont]{%s}\n\n' "$PWD/$file"
    done
}

[ $# = 2 ] || { echo "usage: $0 ROEK OUT.pdf | --check ROEK | --refresh ROEK" >&2; exit 2; }
if [ "$1" = --check ]; then
    PATH=$(dirname "$(realpath "$2")"):$PATH
    check && up_to_date
    exit
fi
if [ "$1" = --refresh ]; then
    PATH=$(dirname "$(realpath "$2")"):$PATH
    rerun < "$text" > "$text.new"
    mv "$text.new" "$text"
    pictures
    exit
fi
roek=$(realpath "$1") out=$(realpath -m "$2")
missing=$(missing_tools)
[ -z "$missing" ] || { echo "The report needs Debian packages that are missing: $missing" >&2; exit 3; }
check
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
PATH=$(dirname "$roek"):$PATH
cat > "$work/header.tex" <<'TEX'
\usepackage{fancyvrb}
\usepackage{xurl}
\setmonofont{DejaVu Sans Mono}[Scale=0.78]
\fvset{tabsize=4}
\setlength{\emergencystretch}{3em}
\makeatletter
\newcommand{\listofsources}{\@starttoc{src}} % files stand before the source, not before the text
\makeatother
TEX
rerun < "$text" | with_lines | sed -E "s|\]\(images/([a-z-]+)\.svg\)|]($work/\1.pdf)|" > "$work/report.md"
for picture in docs/images/report-*.svg; do
    rsvg-convert -f pdf -o "$work/$(basename "$picture" .svg).pdf" "$picture"
done
listing > "$work/listing.tex"
pandoc "$work/report.md" -o "$work/report.tex" --standalone --toc --toc-depth=2 --number-sections \
    -V documentclass=article -V papersize=a4 -V geometry=margin=22mm -V colorlinks=true -V linkcolor=black \
    -V date="Version $(cat VERSION)" -H "$work/header.tex" -A "$work/listing.tex"
cd "$work"
for pass in 1 2 3; do # the table of contents moves what it lists
    xelatex -interaction=nonstopmode -halt-on-error report.tex > xelatex.log 2>&1 || { tail -30 xelatex.log >&2; exit 1; }
done
mkdir -p "$(dirname "$out")"
mv report.pdf "$out"
echo "$out: $(grep -oE '[0-9]+ pages' xelatex.log | tail -1)"

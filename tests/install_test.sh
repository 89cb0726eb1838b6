#!/usr/bin/env bash
# Installs into an empty folder and builds a program of a stranger against what is found there.
set -eu
cd "$(dirname "$0")/.."
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
make -s install DESTDIR="$room" PREFIX=/opt/roek
prefix=$room/opt/roek
"$prefix/bin/roek" --version

# Every command has its page, and the shells know the commands.
for name in $("$prefix/bin/roek" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    grep -q "^.SH SYNOPSIS" "$prefix/share/man/man1/roek-$name.1" || { echo "no page: $name"; exit 1; }
    grep -q "\b$name\b" "$prefix/share/zsh/vendor-completions/_roek" || { echo "unknown to zsh: $name"; exit 1; }
    grep -q -- "-a $name " "$prefix/share/fish/vendor_completions.d/roek.fish" || { echo "unknown to fish: $name"; exit 1; }
done
said=$(bash -c 'source "$1"; COMP_WORDS=(roek perft --di) COMP_CWORD=2; _roek; echo "${COMPREPLY[@]}"' - \
    "$prefix/share/bash-completion/completions/roek")
[ "$said" = "--divide" ] || { echo "bash completes 'perft --di' to '$said'"; exit 1; }

cat > "$room/stranger.c" << 'C'
#include <roek/notation/fen.h>
#include <roek/rules/rules.h>
#include <stdio.h>

int main(void) {
    Position chess = position_start(&STANDARD_CHESS), race = position_start(&RACING_KINGS);
    MoveList list;
    position_legal_moves(&race, &list);
    printf("%llu %d\n", (unsigned long long)chess.rules->perft(&chess.board, 3), list.count);
    return 0;
}
C
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
flags=$(pkg-config --define-variable=prefix="$prefix" --cflags --libs roek)
${CC:-cc} -std=c11 -Wall -Werror -o "$room/stranger" "$room/stranger.c" $flags
said=$("$room/stranger")
[ "$said" = "8902 21" ] || { echo "the installed library says '$said', expected '8902 21'"; exit 1; }

# Every installed header stands on its own.
find "$prefix/include" -name '*.h' -printf '#include <%P>\n' | sort | while read -r line; do
    echo "$line" | ${CC:-cc} -std=c11 -D_GNU_SOURCE -I"$prefix/include" -fsyntax-only -x c - || { echo "fails alone: $line"; exit 1; }
done
echo "version $(pkg-config --modversion roek)"
[ "$(pkg-config --modversion roek)" = "$(cat VERSION)" ]

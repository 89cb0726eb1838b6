#!/usr/bin/env bash
# Installs into an empty folder and builds programs of strangers against what is found there.
set -eu
cd "$(dirname "$0")/.."
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
make -s install DESTDIR="$room" PREFIX=/opt/roek
prefix=$room/opt/roek
"$prefix/bin/roek" --version
fail() { echo "$*"; exit 1; }

# Every command has its page, and the shells know the commands.
for name in $("$prefix/bin/roek" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    grep -q "^.SH SYNOPSIS" "$prefix/share/man/man1/roek-$name.1" || { echo "no page: $name"; exit 1; }
    grep -q "\b$name\b" "$prefix/share/zsh/vendor-completions/_roek" || { echo "unknown to zsh: $name"; exit 1; }
    grep -q -- "-a $name " "$prefix/share/fish/vendor_completions.d/roek.fish" || { echo "unknown to fish: $name"; exit 1; }
done
said=$(bash -c 'source "$1"; COMP_WORDS=(roek perft --di) COMP_CWORD=2; _roek; echo "${COMPREPLY[@]}"' - \
    "$prefix/share/bash-completion/completions/roek")
[ "$said" = "--divide" ] || { echo "bash completes 'perft --di' to '$said'"; exit 1; }
mkdir "$room/folder"; touch "$room/folder/my game.pgn"
said=$(cd "$room/folder"; bash -c 'source "$1"; for word in "" m; do COMP_WORDS=(roek analyze --pgn "$word") COMP_CWORD=3; _roek; echo "${#COMPREPLY[@]} ${COMPREPLY[0]}"; done' - \
    "$prefix/share/bash-completion/completions/roek" | uniq)
[ "$said" = "1 my game.pgn" ] || fail "bash completes names of files to '$said'"

if command -v mandoc > /dev/null; then
    said=$(mandoc -T lint "$prefix"/share/man/man1/*.1) || true
    [ -z "$said" ] || fail "$said"
fi
if command -v fish > /dev/null; then
    said=$(fish -c "source $prefix/share/fish/vendor_completions.d/roek.fish; complete -C'roek perft --di'" | cut -f1)
    [ "$said" = "--divide" ] || fail "fish completes 'perft --di' to '$said'"
    said=$(fish -c "source $prefix/share/fish/vendor_completions.d/roek.fish
        for line in 'analyze --pg' 'help mat' '--ver'; complete -C\"roek \$line\"; end" | cut -f1 | tr '\n' ' ')
    [ "$said" = "--pgn match mate --version " ] || [ "$said" = "--pgn mate match --version " ] || fail "fish completes to '$said'"
fi
if command -v zsh > /dev/null; then
    zsh -n "$prefix/share/zsh/vendor-completions/_roek" || fail "zsh does not read its completions"
fi

export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
cflags=$(pkg-config --define-variable=prefix="$prefix" --cflags roek)
libs=$(pkg-config --define-variable=prefix="$prefix" --libs roek)
[ "$(pkg-config --modversion roek)" = "$(cat VERSION)" ] || fail "another version"
cc=${CC:-cc} cxx=${CXX:-c++}

# The example, beside a file that knows nothing of Roek and has functions of the same names.
cat > "$room/other.c" << 'C'
int position_play(void), engine_new(void), game_play(void), text_char(void);
int position_play(void) { return 1; }
int engine_new(void) { return 2; }
int game_play(void) { return 3; }
int text_char(void) { return 4; }
C
$cc -std=c11 -Wall -Wextra -Werror $cflags -o "$room/best_line" examples/best_line.c "$room/other.c" $libs
said=$("$room/best_line" '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' 2 | tail -2 | tr '\n' ' ')
[ "$said" = "depth 2, mate in 1: Rd8# done " ] || fail "the example says '$said'"
"$room/best_line" 'nonsense' 2> /dev/null && fail "the example reads nonsense"
said=$("$room/best_line" '8/7K/8/8/8/8/7k/8 w - - 0 1' 3 racingkings | tail -1)
[ "$said" = done ] || fail "the example does not race: '$said'"

# No symbol is in anybody's way.
names=$(nm -g --defined-only "$prefix/lib/libroek.a" 2> /dev/null | awk 'NF == 3 && $3 !~ /^roek_/ { print $3 }')
[ -z "$names" ] || fail "symbols without the prefix: $names"

# C++, and every installed header on its own, in both languages.
cat > "$room/stranger.cc" << 'C'
#include <roek/roek.h>
#include <cstdio>
int main() {
    Position chess = position_start(&STANDARD_CHESS), race = position_start(&RACING_KINGS);
    MoveList list;
    position_legal_moves(&race, &list);
    std::printf("%llu %d\n", (unsigned long long)chess.rules->perft(&chess.board, 3), list.count);
    return popcount(rook_attacks(A1, 0)) == 14 ? 0 : 1;
}
C
find "$prefix/include" -name '*.h' -printf '#include <%P>\n' | sort > "$room/headers"
while read -r line; do
    echo "$line" | $cc -std=c11 $cflags -Wall -Wextra -pedantic -Werror -fsyntax-only -x c - || fail "fails alone: $line"
done < "$room/headers"
if command -v "$cxx" > /dev/null; then
    $cxx -std=c++11 -Wall -Wextra -Werror $cflags -o "$room/stranger" "$room/stranger.cc" $libs
    said=$("$room/stranger")
    [ "$said" = "8902 21" ] || fail "the installed library says '$said', expected '8902 21'"
    while read -r line; do
        echo "$line" | $cxx -std=c++17 $cflags -Wall -Wextra -pedantic -Werror -fsyntax-only -x c++ - || fail "fails alone in C++: $line"
    done < "$room/headers"
fi

# They say the same whatever the includer's processor: nothing of ours is left out or in.
preprocessed() { # march
    echo '#include <roek/roek.h>' | $cc -std=c11 $cflags -march="$1" -E -P -x c - | grep -c .
}
if [ "$(uname -m)" = x86_64 ]; then
    [ "$(preprocessed x86-64)" = "$(preprocessed x86-64-v3)" ] || fail "the headers depend on -march"
fi

# Taken back, it leaves no file behind.
make -s uninstall DESTDIR="$room" PREFIX=/opt/roek
left=$(find "$prefix" -type f)
[ -z "$left" ] || fail "left behind: $left"

# A folder may have spaces and an ampersand in its name, and others may read what is in it whatever the umask.
place="$room/my place & yours"
mkdir "$place"
(umask 077; make -s install DESTDIR="$place" PREFIX=/opt/roek)
grep -q "^.SH SYNOPSIS" "$place/opt/roek/share/man/man1/roek-perft.1" || fail "no pages in '$place'"
hidden=$(find "$place/opt" ! -perm -o=r)
[ -z "$hidden" ] || fail "others may not read: $hidden"
make -s uninstall DESTDIR="$place" PREFIX=/opt/roek
left=$(find "$place" -type f)
[ -z "$left" ] || fail "left behind: $left"

# So may the folder for good, and pkg-config quotes it for the shell.
make -s install PREFIX="$place"
export PKG_CONFIG_PATH=$place/lib/pkgconfig
eval "$cc -std=c11 $(pkg-config --cflags roek) -o '$room/placed' examples/best_line.c $(pkg-config --libs roek)"
[ "$("$room/placed" '8/7K/8/8/8/8/7k/8 w - - 0 1' 3 racingkings | tail -1)" = done ] || fail "the example from '$place' fails"

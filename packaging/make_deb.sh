#!/usr/bin/env bash
# Makes a Debian package of an installed tree:  packaging/make_deb.sh ROOT VERSION OUTPUT.deb
# ROOT has been filled by `make install PREFIX=/usr DESTDIR=ROOT`.  The same tree gives the same bytes:
# SOURCE_DATE_EPOCH, else the last commit, else the newest news, tells the date.
set -eu
cd "$(dirname "$0")/.."
root=$1 version=$2-1 output=$3
share=$root/usr/share
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2> /dev/null || stat -c %Y NEWS.md)}"
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-The Roek authors} <${DEBEMAIL:-roek@localhost.localdomain}>"

strip --remove-section=.comment --remove-section=.note "$root/usr/bin/roek"
strip --strip-debug --enable-deterministic-archives "$root/usr/lib/libroek.a"
gzip -9nf "$share"/man/man1/*.1

# Debian keeps games, and what belongs to one processor, in places of their own.
many=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2> /dev/null || echo "$(uname -m)-linux-gnu")
mkdir -p "$root/usr/games" "$root/usr/lib/$many/pkgconfig"
mv "$root/usr/bin/roek" "$root/usr/games/roek"
mv "$root/usr/lib/libroek.a" "$root/usr/lib/$many/"
sed "s|^libdir=.*|&/$many|" "$root/usr/lib/pkgconfig/roek.pc" > "$root/usr/lib/$many/pkgconfig/roek.pc"
rm -r "$root/usr/lib/pkgconfig" "$root/usr/bin"

install -Dm644 packaging/roek.desktop "$share/applications/roek.desktop"
install -Dm644 packaging/org.roek.roek.metainfo.xml "$share/metainfo/org.roek.roek.metainfo.xml"
install -Dm644 packaging/roek-uci.eng "$share/games/plugins/uci/roek.eng"
install -Dm644 packaging/roek-xboard.eng "$share/games/plugins/xboard/roek.eng"
install -Dm644 packaging/lintian-overrides "$share/lintian/overrides/roek"
doc=$share/doc/roek
mkdir -p "$doc"
{
    echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
    printf '\nFiles: *\n'
    sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
    printf 'License: MIT\n'
    sed '1,/^Copyright/d' LICENSE | sed '1{/^$/d}' | sed -e 's/^$/./' -e 's/^/ /'
} > "$doc/copyright"
gzip -9nc NEWS.md > "$doc/changelog.gz"
printf 'roek (%s) unstable; urgency=medium\n\n  * See the file changelog.gz.\n\n -- %s  %s\n' "$version" "$maintainer" \
    "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9nc > "$doc/changelog.Debian.gz"

# What the program needs of the system, as dpkg sees it.
needs='libc6'
if command -v dpkg-shlibdeps > /dev/null; then
    room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
    mkdir "$room/debian"; printf 'Source: roek\n\nPackage: roek\nArchitecture: any\n' > "$room/debian/control"
    program=$(realpath "$root")/usr/games/roek
    needs=$(cd "$room" && dpkg-shlibdeps -O "$program" 2> /dev/null | sed -n 's/^shlibs:Depends=//p')
fi
mkdir -p "$root/DEBIAN"
cat > "$root/DEBIAN/control" << CONTROL
Package: roek
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$root/usr" | cut -f1)
Depends: $needs
Suggests: xboard
Provides: chess-engine
Section: games
Priority: optional
Description: chess suite: engine, solvers, terminal game, referee
 Roek plays chess, Chess960 and Racing Kings in the terminal and as an engine
 for chess programs (UCI and xboard protocols). It proves mates, solves chess
 problems and Chess Loop puzzles, analyses games, and referees matches between
 engines.
 .
 The package also holds the library libroek.a with its headers.
CONTROL
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
find "$root" -type d -exec chmod 755 {} +
find "$root/usr" "$root/DEBIAN" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --build "$root" "$output"

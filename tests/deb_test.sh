#!/usr/bin/env bash
# The Debian package installed, run, upgraded and removed in a folder of its own:  tests/deb_test.sh PACKAGE.deb
# dpkg wants to be root there, or fakeroot.
set -u
cd "$(dirname "$0")/.."
deb=$(realpath "$1")
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
root=$room/root
mkdir -p "$root/var/lib/dpkg/"{info,updates,triggers} "$root/usr"
: > "$root/var/lib/dpkg/status"; : > "$root/var/lib/dpkg/available"
failed=0
try() { # name command...
    local name=$1; shift
    if "$@" > "$room/out" 2>&1; then echo "ok      $name"
    else failed=$((failed + 1)); tail -20 "$room/out"; echo "FAILED  $name"; fi
}
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else fakeroot "$@"; fi; }
# (what it depends on is on this system, not in the folder)
package() { as_root dpkg --root="$root" --force-depends --force-not-root --log=/dev/null "$@"; }
smoke() { # the test of the package, with the folder in front of everything
    PATH=$root/usr/games:$PATH PKG_CONFIG_SYSROOT_DIR=$root PKG_CONFIG_LIBDIR=$(echo "$root"/usr/lib/*/pkgconfig) \
        AUTOPKGTEST_TMP=$(mktemp -d -p "$room") debian/tests/smoke
}
complete() {
    local file
    for file in games/roek lib/*/libroek.a include/roek/roek.h lib/*/pkgconfig/roek.pc share/man/man1/roek.1.gz \
        share/man/man1/roek-mate.1.gz share/bash-completion/completions/roek share/applications/roek.desktop \
        share/metainfo/org.roek.roek.metainfo.xml share/games/plugins/uci/roek.eng share/games/plugins/xboard/roek.eng \
        share/doc/roek/copyright; do
        [ -s "$(echo "$root"/usr/$file)" ] || { echo "missing: $file"; return 1; }
    done
}
newer() { # the same package with a later number and without a file
    dpkg-deb -R "$deb" "$room/newer"
    sed -i 's/^Version: .*/&+1/' "$room/newer/DEBIAN/control"
    rm "$room/newer/usr/share/applications/roek.desktop"
    sed -i '/roek.desktop/d' "$room/newer/DEBIAN/md5sums"
    dpkg-deb --root-owner-group --build "$room/newer" "$room/newer.deb"
}
upgraded() { package -i "$room/newer.deb" && [ ! -e "$root/usr/share/applications/roek.desktop" ] && [ -x "$root/usr/games/roek" ]; }
removed() { package -P roek && [ -z "$(find "$root/usr" -type f)" ]; }
files_as_listed() { (cd "$root" && md5sum -c --quiet var/lib/dpkg/info/roek.md5sums); }

try "install" package -i "$deb"
try "all files" complete
try "checksums" files_as_listed
try "at work" smoke
try "a newer one" newer
try "upgrade" upgraded
try "at work again" smoke
try "remove" removed
if command -v lintian > /dev/null; then try "lintian" lintian --fail-on error,warning "$deb"
else echo "left out: lintian, which is not installed"; fi
if command -v desktop-file-validate > /dev/null; then try "desktop entry" desktop-file-validate packaging/roek.desktop; fi
if command -v appstreamcli > /dev/null; then try "AppStream" appstreamcli validate --no-net packaging/org.roek.roek.metainfo.xml; fi
[ $failed = 0 ]

#!/usr/bin/env bash
# Installs the Debian packages that are missing:  scripts/deps.sh PURPOSE   (build, test, report …)
# Says nothing when nothing is missing.
set -eu
build="gcc make libc6-dev libedit-dev libncurses-dev"
tests="$build perl librsvg2-bin gringo clang libclang-rt-dev libcmocka-dev clang-format tmux git pkgconf python3 mandoc"
report="$build perl pandoc librsvg2-bin texlive-xetex texlive-latex-recommended texlive-fonts-recommended lmodern fonts-dejavu"
windows="$build gcc-mingw-w64-x86-64-posix"
wine="perl python3 wine wine64"
mpi="$build openmpi-bin libopenmpi-dev"
page="$build clang lld llvm wasi-libc libclang-rt-dev-wasm32 binaryen"
site="$page python3"
web="$page chromium"
command -v node > /dev/null || web="$web nodejs" # it may have come from elsewhere
command -v npm > /dev/null || web="$web npm"
case ${1:-build} in
build) wanted=$build ;;
test) wanted=$tests ;;
report) wanted=$report ;;
page) wanted=$page ;;
site) wanted=$site ;;
web) wanted=$web ;;
firefox) wanted="$web firefox-esr" ;;
mpi) wanted=$mpi ;;
windows) wanted=$windows ;;
wine) wanted=$wine ;;
x86-64) wanted="$build qemu-user" ;;
aarch64) wanted="$build qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross" ;;
s390x) wanted="$build qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross" ;;
i686) wanted="$build qemu-user gcc-i686-linux-gnu libc6-dev-i386-cross" ;;
musl) wanted="$build musl-tools" ;;
*) echo "usage: $0 build|test|report|page|site|web|firefox|mpi|windows|wine|x86-64|aarch64|s390x|i686|musl" >&2; exit 2 ;;
esac

missing=
for package in $wanted; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get > /dev/null; then
    echo "This is not a Debian system; please install the equivalents of:$missing" >&2
    exit 3
fi
as_root=
if [ "$(id -u)" != 0 ]; then
    if command -v sudo > /dev/null; then as_root=sudo
    else echo "Root is needed to install:$missing" >&2; echo "Run as root:  apt-get install$missing" >&2; exit 3; fi
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
if ! { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends $missing; } > "$log" 2>&1; then
    tail -20 "$log" >&2
    echo "The packages could not be installed:$missing" >&2
    exit 3
fi
rm -f "$log"

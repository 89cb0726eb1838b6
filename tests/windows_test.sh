#!/usr/bin/env bash
# The Windows program under Wine:  tests/windows_test.sh BUILD
# bench, the unit tests that need no POSIX, dialogues, and UCI games against a Windows child.
set -u
cd "$(dirname "$0")/.."
build=$1
scratch=$(mktemp -d); trap 'WINEPREFIX=$scratch/wine wineserver -k 2>/dev/null; rm -rf "$scratch"' EXIT
export WINEPREFIX=$scratch/wine WINEDEBUG=-all DISPLAY=
failed=0
try() { # name command...
    local name=$1; shift
    if "$@" > "$scratch/out" 2>&1; then echo "ok      $name"
    else failed=$((failed + 1)); tail -20 "$scratch/out"; echo "FAILED  $name"; fi
}
wine wineboot -i > /dev/null 2>&1

# The same nodes as here.
same_bench() {
    local here there
    here=$(build/roek bench | awk 'END { print $1 }')
    there=$(timeout 300 wine "$build/roek.exe" bench | awk 'END { print $1 }')
    echo "nodes here $here, there $there"
    [ -n "$here" ] && [ "$here" = "$there" ]
}
try "bench" same_bench

for exe in $(find "$build/tests" -name '*_test.exe' | sort); do
    try "${exe#"$build"/}" env ROEK_TEST_QUICK=1 timeout 600 wine "$exe"
done

# Dialogues, with a program called roek that is Wine's.
mkdir "$scratch/bin"
printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$(realpath "$build")/roek.exe" > "$scratch/bin/roek"
chmod +x "$scratch/bin/roek"
for name in fen moves perft uci xboard; do
    try "$name.session" tests/run_sessions.sh "$scratch/bin/roek" "tests/sessions/$name.session"
done
# File names of any language, with blanks and backslashes, as arguments and in lines of a GUI.
folder="$scratch/Jürgen ♜ Бюхер"; there="Z:${folder//\//\\}"
mkdir "$folder"
names() {
    cp nets/chess.net "$folder/netz.net"
    printf '\xef\xbb\xbf[White "Jürgen"]\r\n\r\n1. e4 e5 1-0\r\n' > "$folder/spiele.pgn"
    printf 'setoption name EvalFile value %s\r\nisready\r\nquit\r\n' "$there\\netz.net" |
        timeout 60 wine "$build/roek.exe" uci | tr -d '\r' > "$scratch/said" || return 1
    [ "$(cat "$scratch/said")" = readyok ] &&
        timeout 60 wine "$build/roek.exe" book make "$there\\spiele.pgn" -o "$there\\buch.bin" --least 1 &&
        [ -s "$folder/buch.bin" ]
}
try "names of files" names
# Folders are made on the way; the name of a player is that of its program.
folders() {
    timeout 60 wine "$build/roek.exe" tables build KQvK --folder "$there\\neue Tabellen\\drei\\" &&
        [ -s "$folder/neue Tabellen/drei/KQvK.rkt" ] || return 1
    cp "$build/roek.exe" "$folder/mein roek.exe"
    timeout 60 wine "$build/roek.exe" match --white "cmd:'$there\\mein roek.exe' --depth 1" --black random \
        --games 1 --max-moves 1 --pgn "$there\\partie.pgn" && grep -q 'White "mein roek.exe"' "$folder/partie.pgn"
}
try "folders" folders
# At a console letters are read and written whole, and its code page is as it was.
console() {
    cat > "$scratch/console.py" <<'END'
import os, pty, select, sys, time
lines = sys.stdin.buffer.read().split(b'\n')
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
end = time.time() + 60
while time.time() < end:
    if not select.select([terminal], [], [], 3)[0]:
        if not lines: break
        os.write(terminal, lines.pop(0) + b'\r')
        continue
    try: said = os.read(terminal, 65536)
    except OSError: break
    sys.stdout.buffer.write(said)
END
    cp "$build/roek.exe" "$scratch/roek.exe"
    printf 'roek.exe shell\nsb Bücher♖.txt\nquit\nchcp\nexit\n' |
        (cd "$scratch" && TERM=xterm python3 console.py wine cmd > said)
    cat -v "$scratch/said"
    [ -s "$scratch/Bücher♖.txt" ] && grep -q 'saved to Bücher♖.txt' "$scratch/said" &&
        grep -q ': [0-9]' "$scratch/said" && ! grep -q ': 65001' "$scratch/said"
}
try "console" console
# The browser of the system is told the address of the page, and gets it.
page() {
    printf '#!/bin/sh\necho "$*" > "%s"\n' "$scratch/told" > "$scratch/browser"
    chmod +x "$scratch/browser"
    wine reg add 'HKCU\Software\Wine\WineBrowser' /v Browsers /d "$scratch/browser" /f || return 1
    timeout 60 wine "$build/roek.exe" web > "$scratch/said" &
    local server=$! i
    for i in $(seq 600); do [ -s "$scratch/told" ] && break; sleep 0.1; done
    cat "$scratch/said" "$scratch/told"
    [ "$(tr -d '\r' < "$scratch/said")" = "$(cat "$scratch/told")" ] &&
        python3 -c 'import sys, urllib.request as u; assert b"roek-server" in u.urlopen(sys.argv[1], timeout=60).read()' "$(cat "$scratch/told")" &&
        [ "$(timeout 60 wine "$build/roek.exe" web --no-open)" = "$(cat "$scratch/said")" ]
    local status=$?
    kill $server
    return $status
}
try "the page" page
try "session and server" env STORM_ROUNDS=60 tests/sessions/storm_session.sh "$scratch/bin/roek"

# A child with a backslash in its name, on the clock: no time is lost.
games() {
    timeout 300 wine "$build/roek.exe" match --white "uci:$build\\roek.exe uci" --black "uci:$build\\roek.exe uci" \
        --games 4 --tc 1+0.05 --concurrency 2 --pgn "$scratch/games.pgn" || return 1
    [ "$(grep -c '^.Result' "$scratch/games.pgn")" = 4 ] && ! grep -E 'time forfeit|abandoned|infraction' "$scratch/games.pgn"
}
try "UCI games" games
plays() { printf 'e2e4\nquit\n' | timeout 60 wine "$build/roek.exe" play --white human --black bimbi --plain | grep -q 'plays'; }
try "play in lines" plays
# A game under way is gone on with, where nobody has a HOME.
keeps() {
    local XDG_STATE_HOME; unset XDG_STATE_HOME
    printf 'e2e4\n' | timeout 60 wine "$build/roek.exe" play --white human --black bimbi --plain > /dev/null
    [ -s "$WINEPREFIX"/drive_c/users/*/AppData/Local/roek/game.pgn ] &&
        printf 'fen\nquit\n' | timeout 60 wine "$build/roek.exe" play --continue --plain | grep -q 'PPPP1PPP'
}
try "a game that is kept" keeps
[ $failed = 0 ]

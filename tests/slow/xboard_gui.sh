#!/usr/bin/env bash
# Whole games in the real xboard GUI, headless:  tests/slow/xboard_gui.sh ROEK
# Roek plays itself over both protocols' sides of xboard, in chess and in Racing Kings; the game
# must be saved with a result and without an illegal move or a false claim.
set -u
roek=$(realpath "$1")
PATH=$PATH:/usr/games
for tool in xboard Xvfb; do
    command -v $tool > /dev/null || { echo "skipped: $tool is not installed"; exit 0; }
done
scratch=$(mktemp -d)
cd "$scratch" || exit 3
export HOME=$scratch
Xvfb -displayfd 3 -screen 0 1024x768x24 3> display > /dev/null 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; rm -rf "$scratch"' EXIT
for _ in $(seq 50); do [ -s display ] && break; sleep 0.1; done
DISPLAY=:$(cat display); export DISPLAY

failed=0
play() { # variant [xboard options...]
    local variant=$1 gui; shift
    rm -f game.pgn
    xboard -fcp "$roek xboard" -variant "$variant" -mg 1 -st 1 -depth 4 -saveGameFile game.pgn \
        -debug -nameOfDebugFile "debug" "$@" > /dev/null 2>&1 &
    gui=$!
    for _ in $(seq 240); do
        [ -s game.pgn ] && break
        sleep 0.5
    done
    sleep 0.5
    kill $gui 2> /dev/null
    wait $gui 2> /dev/null
    local last; last=$(tail -2 game.pgn 2> /dev/null | tr '\n' ' ')
    if ! grep -qE '^\[Result "(1-0|0-1|1/2-1/2)"\]' game.pgn 2> /dev/null ||
        grep -qiE 'false|illegal|forfeit|exited|disconnected' <<< "$last" || grep -q 'Illegal move' debug; then
        echo "FAILED $variant $*: ${last:-no game was saved}"
        failed=1
    else
        echo "ok $variant $*: $last"
    fi
}
play normal -scp "$roek xboard"
play normal -scp "$roek uci" -sUCI
play racingkings -scp "$roek xboard"
play fischerandom -scp "$roek xboard"
exit $failed

#!/usr/bin/env bash
# Does src/console do all printing?  No other file under src/ calls a function of stdio that writes to
# a stream, and none draws over a line of the terminal: console/print.h and console/progress.h do.
set -eu
cd "$(dirname "$0")/.."

writers='v?f?printf|v?dprintf|f?puts|putchar|f?putc|putw|fwrite|fflush|perror|psignal'
bad=0
search() { # message pattern: in the code of C, without its comments to the end of a line
    if git grep -nE "$2" -- 'src/*.c' 'src/*.h' ':!src/console' | sed -E 's|[[:space:]]//.*||' | grep -E "$2"; then
        echo "$1"
        bad=1
    fi
}
search 'console/print.h prints; nothing else does' "(^|[^[:alnum:]_.>])($writers)(_unlocked)?[[:space:]]*\\("
search 'console/progress.h draws and erases lines' '\\033\[K'
exit $bad

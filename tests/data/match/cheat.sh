#!/usr/bin/env bash
# A player of the FEN contract that cheats in one way:  cheat.sh ROEK KIND FIELD...
# It takes the first legal position and spoils it; "honest" leaves it as it is.  "dash" is honest, too,
# but writes as most chess libraries do: '-' for an en-passant square where nothing can be captured.
set -u
roek=$1 kind=$2; shift 2
answer=$("$roek" "$@" TEST | head -1)
read -r placement side castling ep half full <<< "$answer"
count() { "$roek" "$placement" "$side" "$castling" "$1" "$half" "$full" TEST | wc -l; }
case $kind in
honest) echo "$answer" ;;
dash) # a double step if there is one
    steps=$("$roek" "$@" TEST | grep -m 1 ' [a-h][36] ') && read -r placement side castling ep half full <<< "$steps"
    [ "$(count "$ep")" = "$(count -)" ] && ep=-
    echo "$placement $side $castling $ep $half $full" ;;
illegal) # the piece on a1 or a8 vanishes to the other end of its file
    echo "$(echo "$1" | tr 'Rr' 'Qq') $side $castling $ep $half $full" ;;
halfmove) echo "$placement $side $castling $ep $((half + 1)) $full" ;;
fullmove) echo "$placement $side $castling $ep $half $((full + 1))" ;;
castling) echo "$placement $side - $ep $half $full" ;;
ep) echo "$placement $side $castling $([ "$ep" = - ] && echo e3 || echo -) $half $full" ;;
side) echo "$placement $([ "$side" = w ] && echo b || echo w) $castling $ep $half $full" ;;
two) "$roek" "$placement" "$side" "$castling" "$ep" "$half" "$full" TEST | head -1 ;;
both) echo "$answer"; echo "$answer" ;;
none) exit 0 ;;
pass) echo "$*" ;;
mate) echo CHECKMATE ;;
crash) kill -SEGV $$ ;;
hang) sleep 1000 ;;
garbage) head -c 400 /dev/urandom | tr -d '\n'; echo ;;
esac

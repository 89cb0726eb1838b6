#!/usr/bin/env bash
# Whole games through the FEN contract, as an outside program would play them: Roek against a
# random mover, both colours, both games.  Every answer must be among those TEST lists.
#   tests/sessions/fen.sh ROEK
set -u
roek=$(realpath "$1")
RANDOM=7 # the same games every time
limit=${GAME_PLIES:-200}

play() { # variant colour start
    local variant=$1 ours=$2 fen=$3 ply answer list side
    for ((ply = 0; ply < limit; ply++)); do
        list=$("$roek" $fen TEST --variant "$variant") || { echo "TEST failed: $fen"; return 1; }
        case $list in CHECKMATE | DRAW | 'WHITE WINS' | 'BLACK WINS') break ;; esac
        side=$(cut -d' ' -f2 <<< "$fen")
        if [ "$side" = "$ours" ]; then
            answer=$("$roek" $fen --variant "$variant" --nodes 3000 --hash 1) || { echo "failed: $fen"; return 1; }
            grep -qxF "$answer" <<< "$list" || { echo "not a legal answer to $fen: $answer"; return 1; }
        else
            mapfile -t lines <<< "$list"
            answer=${lines[RANDOM % ${#lines[@]}]}
        fi
        fen=$answer
    done
    # whoever moves when it is over must hear the same word both ways
    if [ "$ply" -lt "$limit" ] && [ "$("$roek" "$fen" --variant "$variant")" != "$list" ]; then
        echo "two answers to $fen"
        return 1
    fi
    echo "$variant, Roek is $ours: ${list%%$'\n'*} after $ply plies: $fen"
    local loser=
    case $list in
    CHECKMATE) loser=$(cut -d' ' -f2 <<< "$fen") ;;
    'WHITE WINS') loser=b ;;
    'BLACK WINS') loser=w ;;
    esac
    [ "$loser" != "$ours" ] || { echo "lost to a random mover"; return 1; }
}

status=0
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
race='8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1'
for colour in w b; do
    play chess $colour "$start" || status=1
    play racingkings $colour "$race" || status=1
done
exit $status

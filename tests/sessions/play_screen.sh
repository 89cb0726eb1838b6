#!/usr/bin/env bash
# Plays on the full screen, in a terminal of tmux:  [PARTS='menus bots'] tests/sessions/play_screen.sh ROEK
# Menus, a game against a bot, bots among themselves, wrong keys, mouse, resizing, the end of input,
# signals, and random keys.
set -u
roek=$(realpath "$1")
command -v tmux > /dev/null || { echo "tmux is missing"; exit 1; }
scratch=$(mktemp -d)
export LC_ALL=C.UTF-8
export XDG_STATE_HOME=$scratch/state
unset NO_COLOR TMUX
failed=0 server=0

# Each terminal has a server of its own: one that is just ending must not be asked for another.
tm() { tmux -f /dev/null -S "$scratch/socket$server" "$@"; }
trap 'tm kill-server 2> /dev/null; rm -rf "$scratch"' EXIT

start() { # columns rows options...: roek in a fresh terminal; its exit status goes to a file
    local columns=$1 rows=$2; shift 2
    tm kill-server 2> /dev/null
    server=$((server + 1))
    rm -f "$scratch/status" "$scratch/pid"
    cat > "$scratch/run" <<RUN
cd "$scratch"
stty -a | grep -o -- '-\?\(echo\|icanon\)\>' > before
trap : INT TERM HUP
TERM=${TERMINAL:-screen-256color} bash -c 'echo \$\$ > pid; exec "\$0" "\$@" 2> errors' "$roek" $*
echo \$? > status
stty -a | grep -o -- '-\?\(echo\|icanon\)\>' > after
exec sleep 1000
RUN
    tm new-session -d -x "$columns" -y "$rows" "exec bash '$scratch/run'"
}
screen() { tm capture-pane -p 2> /dev/null; }
keys() { tm send-keys "$@"; }
type_line() { tm send-keys -l -- "$1"; tm send-keys Enter; }
complain() { echo "FAILED: $1"; screen; cat "$scratch/errors"; failed=1; }
expect() { # text: waits until the screen shows it
    for _ in $(seq 600); do
        screen | grep -qF -- "$1" && return
        sleep 0.05
    done
    complain "never seen: $1"
}
expect_rank() { # rank count: waits until so many pawns stand there
    for _ in $(seq 200); do
        [ "$(screen | grep "^ $1 " | grep -o '♟' | wc -l)" = "$2" ] && return
        sleep 0.05
    done
    complain "not $2 pawns on rank $1"
}
expect_end() { # status: waits until roek has ended, and the terminal is as it was
    for _ in $(seq 600); do
        [ -s "$scratch/status" ] && break
        sleep 0.05
    done
    [ "$(cat "$scratch/status" 2> /dev/null)" = "$1" ] || complain "did not end with status $1"
    sleep 0.1
    cmp -s "$scratch/before" "$scratch/after" || complain "the terminal was left in another state"
}

menus() {
    start 80 24 play --seed 1
    expect 'Press any key'
    keys Space
    expect 'Main menu'
    keys x
    expect "'x' is not on the menu"
    keys 9
    expect "'9' is not on the menu"
    keys F1
    expect 'That is not on the menu'
    keys 4
    expect 'RACING KINGS'
    keys PageDown PageDown PageDown
    expect 'Roek thinks.'
    keys q
    expect 'Main menu'
    keys 5
    expect 'puzzles and analysis'
    keys Enter
    expect 'Main menu'
    keys 1; expect 'Which game?'
    keys 2; expect 'Player vs Computer'
    keys 5; expect 'Clock: 1 minute'
    keys 6; expect 'Start position: shuffled'
    keys 6; expect 'Start position: normal'
    keys 2; expect 'Optimus Prime'
    keys 4; expect 'Computer vs Computer'
    keys 2; expect 'Optimus Prime'
    keys 3; expect 'Club player'
    keys 6; expect 'Optimus Prime'
    keys 1; expect 'Which colour'
    keys Down Enter # Black
    expect 'Your turn'
    expect 'White Bot (Bimbi) plays'
    expect '1:00'
}

human_against_bot() { # goes on from the menus: the person is Black, and the board is not turned
    screen | grep -q '^ 8' || complain 'rank 8 is not at the top'
    type_line 'a2 a3'
    expect '2. '
    expect 'Your turn'
    type_line 'Ra9'
    expect 'Not possible: '
    type_line 'hint'
    expect 'Look at the'
    type_line 'help'
    expect 'take your last move back'
    keys Space
    expect 'Your move, or help:'
    type_line 'undo'
    expect 'Your turn'
    type_line 'flip'
    expect 'Your turn'
    type_line 'eval'
    expect 'Evaluation '
    type_line 'save game.pgn'
    expect 'The game is saved in game.pgn.'
    grep -q 'Variant "Racing Kings"' "$scratch/game.pgn" || complain 'the PGN names no variant'
    type_line 'resign'
    expect 'Game over.  White wins: resignation.'
    keys Enter
    expect 'Main menu'
    keys 6
    expect_end 0
}

bots() {
    start 80 24 play --white optimus --black optimus --variant racingkings --seed 3 --no-wait
    expect 'Game over.'
    type_line quit
    expect_end 0
    start 80 24 play --white bimbi --black bimbi --pace 60000
    expect 'plays'
    expect 'The bots play (Space pauses'
    keys Space
    expect 'Paused (resume, step'
    keys .
    expect 'Black Bot (Bimbi) plays'
    expect 'Paused (resume, step'
    keys -
    expect 'Computers take 6.4 s a move.'
    keys +
    expect 'Computers take 3.2 s a move.'
    keys F1
    expect 'That key does nothing here'
    keys Escape
    expect 'quit leaves the game.'
    type_line 'pace 0'
    keys Space
    expect '5. '
    keys C-d
    expect_end 0
    start 80 24 play --white bimbi --black bimbi --pace human
    expect 'The bots play (Space pauses'
    keys .
    expect 'Paused (resume, step'
    keys -
    expect 'Computers take 6.4 s a move.'
    type_line 'pace human'
    expect 'Computers take as long as people.'
    keys C-d
    expect_end 0
}

# The smallest terminal: nothing is cut in the middle of a word.
small() {
    start 27 13 play --seed 1
    expect 'puzzles and analysis'
    keys Space; expect 'Main menu'
    keys 1; expect 'Which game?'
    keys 1; expect 'Start position: normal'
    keys 2; expect 'legal; for beginners'
    keys 3; expect 'overlooks much'
    keys Down Down Down Down Down; expect '6  Back'
    keys Escape; expect 'Difficulty'
    keys Escape; expect 'Settings'
    keys 5; expect 'Clock: 1 minute'
    keys 1; expect "White's turn"
    expect 'W 1:00 B 1:00'
    type_line b1
    expect 'The knight on b1 can go'
    expect 'Column of the target:'
    keys Escape
    type_line help
    expect 'Arrows turn, others go on.'
    keys Space
    expect "White's move, or help:"
    keys C-d
    expect_end 0
}

# A key that the terminal's description does not know is one key, not Escape and letters.
unknown_keys() {
    start 80 24 play --seed 1 # as Ctrl-Left is to screen-256color
    expect 'Press any key'
    keys Space; expect 'Main menu'
    keys C-Left; expect 'That is not on the menu'
    keys 1; expect 'Which game?'
    keys 1; expect 'Start position: normal'
    keys 1; expect "White's turn"
    keys C-Left; expect 'That key does nothing here'
    type_line e4; expect "Black's turn"
    keys e Escape 5; expect "or help: 5"
    keys C-d
    expect_end 0
}

# Line by line nothing is cut in the middle of a word either, and the board has no lines.
narrow_lines() {
    start 27 40 play --plain --seed 1
    expect 'Your choice:'
    type_line 1; expect 'Which game?'
    type_line 1; expect 'Mode'
    type_line 2; expect '     legal; for beginners'
    type_line 1; expect 'Which colour'
    type_line 1; expect '8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜'
    type_line help; expect '  draw     claim a draw or'
    expect '           offer one'
    keys C-d
    expect_end 0
    start 80 40 play --plain --white human
    expect ' ├───┼───┼───┼───┼───┼───┼───┼───┤'
    keys C-d
    expect_end 0
}

# Where white and black pieces could not be told apart, it goes line by line.
colourless() {
    TERMINAL=vt100 start 80 40 play --white human
    expect '8 │ ♜ │'
    expect '1 │ ♖ │'
    keys C-d
    expect_end 0
    TERMINAL=screen start 80 24 play --white human # eight colours
    expect 'Type a move, or help.'
    keys C-d
    expect_end 0
}

# The end of input counts while a computer thinks, too.
lines_end() {
    start 80 24 play --plain --white human --black roek --movetime 3600000
    expect 'Your move, or help:'
    type_line e4
    expect "Black Bot's turn"
    keys C-d
    expect_end 0
    start 80 24 play --continue --plain
    expect "Black Bot's turn"
    keys C-d
    expect_end 0
}

analysis() {
    start 80 24 play --seed 1
    expect 'Press any key'
    keys Space; expect 'Main menu'
    keys 3; expect 'Analyse what?'
    keys 1; expect 'Best is 1. '
    expect 'Evaluation '
    type_line e4
    expect 'Best is 1... '
    type_line quit
    expect 'Main menu'
    [ -e "$XDG_STATE_HOME/roek/game.pgn" ] && complain 'analysis was kept as a game'
    keys q
    expect_end 0
}

# Mates: a try, a hint, the key by cursor, the mate; then the next one.
mates() {
    start 80 24 play --seed 1
    expect 'Press any key'
    keys Space; expect 'Main menu'
    keys 2; expect 'Chess Loop: place'
    keys 1; expect 'Mate in 2: 0 of 10 solved'
    keys 2; expect 'White mates in 2, or help:'
    type_line Qh5
    expect 'Not Qh5+: gxh5 averts the mate.'
    type_line hint
    expect 'Look at the queen on g4.'
    type_line Qh4
    expect 'White mates in 1, or help:'
    type_line Qh7
    expect 'Qh7# is mate: solved.'
    keys Enter
    expect 'mates in 2, or help:'
    type_line quit
    expect 'Mate in 2: 1 of 10 solved'
    keys Escape; expect 'Puzzles'
    keys Escape; expect 'Main menu'
    keys q
    expect_end 0
}

loops() {
    local size
    for size in '80 24' '27 13'; do
        start $size play --loop 1-7
        expect 'every piece'
        [ "$size" = '80 24' ] || keys Space
        expect 'Chess Loop 1-7'
        keys Down Enter # a3: a knight
        expect '2'
        keys Enter Enter Enter # a queen, known to be empty, nothing
        type_line hint
        expect 'attacks'
        [ "$size" = '80 24' ] || keys Space
        type_line Qd3
        type_line seed
        expect '--loop 1-7'
        [ "$size" = '80 24' ] || keys Space
        type_line Nc1
        keys F1
        keys C-d
        expect_end 0
    done
}

promotion_and_mouse() {
    start 80 24 play --white human --black human --fen "'7k/P7/8/8/8/8/8/K7 w - - 0 1'"
    expect "White's turn"
    type_line 'a7 a8'
    expect 'Several moves are meant by that: 1 '
    type_line n
    expect 'a8=N'
    type_line undo
    expect "White's turn"
    # the pawn by cursor: e2, then left and up to a7, then a8
    keys Left Left Left Left Up Up Up Up Up Enter
    expect 'The pawn on a7 can go to a8.'
    keys Up Enter
    expect 'Several moves'
    type_line q
    expect 'a8=Q'
    # the king by mouse: presses on h8 (column 41, row 3, from 1) and g7, each number 32 higher
    printf '\033[M I#\033[M#I#' > "$scratch/click1"
    printf '\033[M D%%\033[M#D%%' > "$scratch/click2"
    tm load-buffer "$scratch/click1"; tm paste-buffer
    expect 'The king on h8 can go to'
    tm load-buffer "$scratch/click2"; tm paste-buffer
    expect 'Kg7'
    type_line quit
    expect 'Leave the game'
    type_line no
    expect 'move, or help:'
    type_line quit
    type_line yes
    expect_end 0
}

left_and_continued() {
    start 80 24 play --white human --black human
    expect "White's turn"
    type_line e4
    expect "Black's turn"
    keys C-d
    expect_end 0
    start 80 24 play
    expect 'Press any key'
    keys Space; expect 'Main menu'
    keys 1; expect 'Continue the last game'
    keys 3; expect '1. e4'
    expect "Black's turn"
    type_line resign
    expect 'Left and Right go through its moves.'
    keys Left
    expect_rank 4 0 # the pawn is back
    keys Right
    expect_rank 4 1
    type_line undo
    expect "Black's turn"
    keys C-d
    expect_end 0
}

resizing() {
    start 80 24 play --white human --black human
    expect "White's turn"
    tm resize-window -x 120 -y 40
    expect 'move, or help:'
    tm resize-window -x 20 -y 8
    expect 'Too small'
    tm resize-window -x 40 -y 14
    expect 'move, or help:'
    type_line e4
    expect "Black's turn"
    tm resize-window -x 80 -y 24
    expect '1. e4'
    keys C-c
    expect_end 130
}

signals() {
    local signal
    for signal in TERM HUP; do
        start 80 24 play --white human --black roek --movetime 3600000
        expect 'Your turn'
        type_line e4
        expect 'Black Bot thinks'
        kill -"$signal" "$(cat "$scratch/pid")"
        expect_end $((128 + $(kill -l $signal)))
    done
}

# The shell leaves a clean terminal, too.
shell_signals() {
    local signal
    for signal in TERM HUP; do
        start 80 24 shell
        expect 'roek>'
        kill -"$signal" "$(cat "$scratch/pid")"
        expect_end $((128 + $(kill -l $signal)))
        start 80 24 shell
        expect 'roek>'
        type_line 'bwm 60'
        expect 'roek> bwm 60'
        kill -"$signal" "$(cat "$scratch/pid")"
        expect_end $((128 + $(kill -l $signal)))
    done
}

random_keys() {
    local end=$(($(date +%s) + ${RANDOM_KEYS_SECONDS:-10})) n
    local names=(Up Down Left Right Enter Enter Escape BSpace PageUp PageDown Tab Space 1 2 3 4 5 6 e4
        e2 Kh3 Nf3 undo redo flip hint eval moves help a1 h8 b 1 q x Home End DC F1 M-x C-l
        + - . pause step resume solution next new check clear seed Na1 xb2 quit y n)
    start 80 24 play --seed 7 --movetime 20
    expect 'Press any key'
    RANDOM=7
    while [ "$(date +%s)" -lt "$end" ]; do
        [ -s "$scratch/status" ] && { # Exit was chosen: once more
            [ "$(cat "$scratch/status")" = 0 ] || complain 'ended badly under random keys'
            start 80 24 play --seed $RANDOM --movetime 20
        }
        for n in 1 2 3 4 5 6 7 8; do keys "${names[RANDOM % ${#names[@]}]}"; done
        [ $((RANDOM % 40)) = 0 ] && tm resize-window -x $((RANDOM % 120 + 10)) -y $((RANDOM % 40 + 5))
        [ "$failed" = 0 ] || return
    done
    [ -s "$scratch/status" ] && return
    keys C-d
    expect_end 0
}

fresh() { rm -rf "$XDG_STATE_HOME"; } # nothing was left by the game before

parts='menus human_against_bot bots fresh analysis mates loops small unknown_keys narrow_lines colourless lines_end promotion_and_mouse left_and_continued
resizing signals shell_signals random_keys'
for part in ${PARTS:-$parts}; do $part; done
[ "$failed" = 0 ] && echo "play on the full screen: passed"
exit $failed

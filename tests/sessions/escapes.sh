#!/usr/bin/env bash
# Text of strangers reaches neither terminal nor file with orders to a terminal in it:
#     escapes.sh ROEK
# Everywhere a stranger has a word, it says ESC, CSI (as a byte and as U+009B), BEL and backspace.
set -u
roek=$(realpath "$1")
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export XDG_STATE_HOME=$scratch/state HOME=$scratch
evil=$(printf 'x\033[31m\033]0;t\007\302\2332J\2332J\010\177z')
bad=0 cases=0
tame() { # name: what the last command said in `out`
    cases=$((cases + 1))
    # what is left without line ends and tabs is printable UTF-8
    if LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' out || ! iconv -f UTF-8 -t UTF-8 out > /dev/null 2>&1; then
        bad=$((bad + 1)); echo "$1 lets them through:"; cat -v out | head -5
    fi
}
said() { # name command...: standard input is ours
    local name=$1; shift
    timeout 60 "$@" > out 2>&1
    tame "$name"
}
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'

# words of the command line
said "a command" "$roek" "$evil" < /dev/null
said "an option" "$roek" moves "--$evil" < /dev/null
said "a file" "$roek" analyse "$evil.epd" < /dev/null
said "a FEN" "$roek" "$start w $evil - 0 1" < /dev/null
said "a move" "$roek" moves "$start w KQkq - 0 1" "$evil" < /dev/null
said "a player" "$roek" match --white "$evil" --black random < /dev/null
said "a program" "$roek" match --white "cmd:./$evil" --black random --games 1 < /dev/null
said "an engine" "$roek" match --white "uci:./$evil" --black random --games 1 < /dev/null
said "a stipulation" "$roek" problem "$evil" "$start w KQkq - 0 1" < /dev/null
said "a loop" "$roek" loop 4 4 2 "$evil" kings < /dev/null

# lists of positions
{ echo "$start w KQkq - bm $evil; id \"$evil\";"; echo "$start w KQkq - id \"$evil\";"; echo "$evil"; } > list.epd
for command in "moves -" "perft 1 -" "analyse - --depth 1" "analyse - --depth 1 --json" "mate 1 -" "problem #1 -" "board -" "tables probe -"; do
    said "$command" "$roek" $command < list.epd
done

# dialogues
{ echo "$evil"; echo "m $evil e4"; echo "lb $evil"; echo "p king $evil"; echo "help $evil"; echo "fen $evil"; } > lines
said shell "$roek" shell < lines
said "shell --json" "$roek" shell --json < lines
{ echo "$evil"; echo "position fen $evil"; echo "setoption name $evil value $evil"; echo "position startpos moves $evil"; echo "go $evil"; echo quit; } > lines
said uci "$roek" uci < lines
{ echo xboard; echo protover 2; echo "$evil"; echo "usermove $evil"; echo "setboard $evil"; echo "option $evil=1"; echo "variant $evil"; echo quit; } > lines
said xboard "$roek" xboard < lines
{ echo "$evil"; printf '{"id":"%s","request":"%s"}\n' "$evil" "$evil"; printf '{"id":"\\u001b[31m\\u009b","request":"\\u001b]0;"}\n'; } > lines
said session "$roek" session < lines
{ echo "$evil"; echo e2e4; echo quit; } > lines
said play "$roek" play --plain --white human --black bimbi < lines

# games
printf '[Event "%s"]\n[White "%s"]\n[Black "%s"]\n[%s "x"]\n\n1. e4 {%s} e5 *\n\n1. %s *\n' "$evil" "$evil" "$evil" "$evil" "$evil" "$evil" > games.pgn
said "openings" "$roek" match --white random --black random --openings games.pgn --plies 2 --pgn games-out.pgn --event "$evil" < /dev/null
cp games-out.pgn out 2>/dev/null; tame "openings in the PGN"
said "book make" "$roek" book make games.pgn -o book.bin < /dev/null
said "a game to go on with" "$roek" play --plain --white human --black bimbi --load games.pgn <<< quit
printf 'load games.pgn\npgn\nsave saved.pgn\nquit\n' > lines
said "load" "$roek" play --plain --white human --black bimbi < lines
[ ! -e saved.pgn ] || { cp saved.pgn out; tame "a saved game"; }

# engines: a name, an illegal move, thoughts, an answer by contract
cat > engine <<'END'
#!/bin/sh
evil=$(printf 'x\033[31m\302\2332J\2332J\007z')
while read -r word rest; do
    case $word in
    uci) echo "id name $evil"; echo "option name $evil type string"; echo uciok ;;
    isready) echo readyok ;;
    go) echo "info depth 1 score cp 1 pv $evil"; echo "info string $evil"; echo "bestmove $evil" ;;
    quit) exit ;;
    esac
done
END
printf '#!/bin/sh\nprintf "x\\033[31m\\302\\2332J\\2332J\\007z\\n"\n' > contract
chmod +x engine contract
for form in "" --json; do
    said "a UCI engine $form" "$roek" match --white "uci:./engine" --black random --games 2 --pgn uci.pgn $form < /dev/null
    cp uci.pgn out; tame "a UCI engine in the PGN"
    grep -q '31m' uci.pgn || { bad=$((bad + 1)); echo "the engine's name is missing in the PGN"; }
    rm -f uci.pgn
    said "a FEN program $form" "$roek" match --white "cmd:./contract" --black random --games 2 --pgn cmd.pgn $form < /dev/null
    cp cmd.pgn out; tame "a FEN program in the PGN"
    rm -f cmd.pgn
done
said "play against it" "$roek" play --plain --white uci:./engine --black bimbi < /dev/null
echo "$cases cases, $bad bad"
[ $bad = 0 ]

#!/usr/bin/env bash
# A storm of commands in random order at both protocols: nothing may crash, hang or get lost, and
# each `go` of UCI is answered exactly once.   tests/sessions/storm.sh ROEK [SEED]
set -u
roek=$(realpath "$1")
seed=${2:-2}
rounds=${STORM_ROUNDS:-150}
failed=0

storm() { # rounds seed protocol: prints commands, with small pauses
    perl -e '
        use strict; use Time::HiRes "sleep"; $| = 1;
        my ($rounds, $seed, $protocol) = @ARGV; srand $seed;
        my @uci = ("go infinite", "go ponder wtime 100 btime 100", "go nodes 500", "go movetime 3", "go depth 3",
            "go mate 2", "go ponder mate 2", "go wtime 20 btime 20", "stop", "stop", "ponderhit", "isready", "ucinewgame",
            "position startpos", "position startpos moves e2e4 e7e5", "position fen bad", "setoption name Threads value 1",
            "setoption name Threads value 3", "setoption name Hash value 1", "setoption name Hash value 2",
            "setoption name MultiPV value 3", "setoption name MultiPV value 1", "setoption name UCI_Variant value racingkings",
            "setoption name UCI_Variant value chess", "setoption name Skill Level value 3", "setoption name Skill Level value 20",
            "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d", "eval", "flip", "");
        my @xboard = ("new", "new", "go", "go", "go", "go", "go", "force", "playother", "analyze", "exit", "?", "undo", "remove", "hint", ".", "post", "nopost",
            "hard", "easy", "e2e4", "d2d4", "e7e5", "g8f6", "ping 1", "st 0.01", "sd 3", "level 40 0:01 0", "time 10", "otim 10", "draw",
            "memory 1", "cores 2", "cores 1", "variant racingkings", "variant normal", "result *", "bk",
            "setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "setboard bad", "edit", "#", "c", "Ke1", "Kg8", "Pa4", "black", "option MultiPV=2", "nonsense");
        my @words = $protocol eq "uci" ? @uci : @xboard;
        if ($protocol eq "xboard") { print "st 0.01\n" }
        for (1 .. $rounds) {
            my $word = $words[rand @words];
            print "$word\n";
            print STDERR "go\n" if $protocol eq "uci" && $word =~ /^go/;
            sleep($word eq "go" ? 0.06 * rand : 0.01 * rand) if rand() < 0.5;
        }' "$@"
}

scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
storm "$rounds" "$seed" uci 2> "$scratch/asked" | timeout 300 "$roek" uci > "$scratch/uci" || { echo "FAILED: uci, exit status $?"; failed=1; }
asked=$(wc -l < "$scratch/asked") answered=$(grep -c '^bestmove' "$scratch/uci")
[ "$asked" = "$answered" ] || { echo "FAILED: $asked times go, $answered times bestmove (seed $seed)"; failed=1; }

{ storm "$rounds" "$seed" xboard; printf 'exit\nforce\nping 99\n'; } | timeout 300 "$roek" xboard > "$scratch/xboard" || { echo "FAILED: xboard, exit status $?"; failed=1; }
grep -qx 'pong 99' "$scratch/xboard" || { echo "FAILED: xboard got lost (seed $seed)"; failed=1; }
echo "storm $seed: $asked searches over UCI, $(grep -c '^move' "$scratch/xboard") moves over xboard"
exit $failed

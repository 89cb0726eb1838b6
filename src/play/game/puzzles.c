// SPDX-License-Identifier: MIT
//
// The puzzles are from Roek's own games: 300 games of `roek match`, level 14 against level 12,
// 1,500 nodes a move, 8 random plies, seed 11; then tools/find_mates.c.  A test proves each of them
// again: the shortest mate has that length and starts with only one move.
#include "play/game/puzzle.h"

#include <stddef.h>

static const Puzzle PUZZLES[] = {
    {1, "7k/p6p/5b2/PPpp3q/1np1rP2/4P1RP/1B5P/1K1R1B2 w - - 0 28"},
    {1, "5k2/2pQb3/1q1pB1R1/3P4/1pP1Pp2/8/1P3P2/1K6 w - - 0 40"},
    {1, "5k2/2R5/1r3NK1/5P1P/6P1/8/8/8 w - - 0 59"},
    {1, "1r5k/2p1NK2/5N1p/1p3p2/2P2P2/4P3/6R1/8 w - - 0 55"},
    {1, "7k/6p1/2p4p/3P2nP/1p4RK/P4q2/P1P5/6B1 b - - 0 42"},
    {1, "8/8/8/8/r7/2k5/8/2K5 b - - 0 73"},
    {1, "1r5k/3b2pp/7n/3Npp2/1qp4P/4PP2/3PR1P1/1QKR4 b - - 0 33"},
    {1, "8/p7/8/pP4kp/P1p3r1/5n2/8/6RK b - - 0 60"},
    {1, "2k5/1pb5/2P1p3/3p1p2/3P4/r2Q1Kp1/1B5q/5R2 b - - 0 57"},
    {1, "8/ppp2r1k/7p/8/4P3/2P5/Pq6/3KR1R1 b - - 0 32"},
    {1, "2R5/7k/6pb/qn2p2Q/4B3/p2P3P/P6K/8 w - - 0 57"},
    {1, "r1bk1bn1/ppq5/5p2/1Bppp1PQ/4P3/2N5/PPP2PP1/R1B1K3 w Q - 0 21"},
    {2, "2r2r1k/ppqb1p2/4p1p1/4P1N1/1P1bBBQ1/P1p4P/2P2PP1/R4RK1 w - - 0 28"},
    {2, "3r1rk1/ppp1b2p/8/4n1p1/2b1N3/P5pP/1PP3B1/R3K1BR b KQ - 0 19"},
    {2, "4rrk1/1bq1npp1/p2b4/1p4N1/P2pNP1n/3Q1B2/1PP4P/R1B2R1K w - - 0 22"},
    {2, "r1bqkbnr/1pppp1p1/2n2p1p/p7/7P/2P1P3/PP1PQPP1/RNB1KBNR w KQkq - 0 5"},
    {2, "8/3q2b1/5r2/QP1p1p1k/2pP1R2/2P3R1/6KP/8 w - - 0 45"},
    {2, "2r1k3/p2bqR1Q/5bP1/2pp4/4p3/BP6/P3P2P/7K w - - 0 40"},
    {2, "4r3/ppp2k2/8/3r1P1p/PK6/BP4Pp/6qP/1Q2R2R b - - 0 28"},
    {2, "5k2/3p4/6Q1/4PpK1/3p1P2/8/1b4P1/8 w - - 0 53"},
    {2, "rnbqkbnr/ppppp1p1/7p/5p2/8/3PP3/PPP2PPP/RNBQKBNR w KQkq - 0 3"},
    {2, "R7/p2b3k/6p1/2n1R2p/2r4P/8/6PK/1B6 w - - 0 36"},
    {3, "8/7K/8/5k2/8/6r1/8/8 b - - 0 118"},
    {3, "5k2/R7/2q3r1/3bQ3/5P2/P3P1Pp/3r1N1P/5RK1 w - - 0 38"},
    {3, "5r1k/1p4pp/1Pp1N3/2Ppb3/1Q1Bp2P/P3Pq2/3P1P2/5RK1 b - - 0 31"},
    {3, "8/8/8/8/3K3R/8/8/2k5 w - - 0 108"},
    {3, "1R6/p7/8/8/k1p1p3/1r6/1Q4K1/8 w - - 0 58"},
    {3, "5R2/1k6/1P6/8/3K4/8/8/8 w - - 0 88"},
    {3, "8/3b2kp/3Q4/2p2p2/P1Bp1p2/3P4/K2n1N2/4q3 b - - 0 45"},
    {3, "7R/5k2/1R6/p5P1/r7/1p6/8/6K1 w - - 0 61"},
    {3, "8/7K/8/4k3/8/6r1/8/8 b - - 0 102"},
    {3, "8/7k/1b1N4/6pp/8/6KP/5r2/8 b - - 0 47"},
    {4, "n4r1k/7B/5q2/p2p4/3P4/2P5/2QB1N2/5K1R w - - 0 50"},
    {4, "5k2/8/2Q4P/6q1/3r4/5K2/P7/8 b - - 0 72"},
    {4, "5k2/2PR4/1p3P2/1K4P1/P4P2/8/4r3/8 w - - 0 73"},
    {4, "3r4/3B1R2/6pk/2P3p1/4p3/1Pb1q1P1/7P/1K3R2 b - - 0 55"},
    {4, "8/8/8/5np1/6P1/2R2pkP/7r/6K1 b - - 0 59"},
    {4, "3k4/3p2p1/1q2p1Qp/pP6/7r/1P3P1B/PB1PPb2/2RK3b w - - 0 25"},
    {4, "8/PP1P4/4K3/5Pk1/8/8/8/8 w - - 0 88"},
    {4, "8/3p4/4p2p/5p1p/6b1/1pk1P1P1/5P2/2K5 b - - 0 48"},
    {4, "3k4/P4R1p/1P6/3B4/1KP5/5P2/8/1r6 w - - 0 54"},
    {4, "3Q4/5ppk/K4P2/3p4/4q3/8/1p1P2P1/2r5 b - - 0 40"},
    {4, "8/3b4/8/8/8/2k2K1p/3p4/8 b - - 0 69"},
    {4, "8/8/8/2p5/2P1k3/2P5/1p5r/1K6 b - - 0 60"},
    {5, "2R5/8/1k1P4/6pp/8/7P/1PK5/8 w - - 0 55"},
    {5, "R7/1p6/2k5/2P1n3/6PK/2P2r2/5p2/8 b - - 0 42"},
    {5, "8/8/4Q3/5r2/p6P/Pp2k3/1q6/4K3 b - - 0 50"},
    {5, "8/6k1/4K3/8/8/R7/8/8 w - - 0 101"},
    {5, "kq6/3p4/p7/5p2/3P4/P7/1R4p1/K7 b - - 0 66"},
    {5, "8/8/4N3/8/1k6/p7/3r4/K7 b - - 0 80"},
    {5, "8/1PR5/8/Pk5P/3pP1p1/3P2P1/3b2K1/8 w - - 0 67"},
    {5, "8/P7/4k2K/2B5/1p1PP1P1/8/5n2/8 w - - 0 65"},
};

const Puzzle *puzzle_at(int index) {
    return index >= 0 && index < (int)(sizeof PUZZLES / sizeof *PUZZLES) ? &PUZZLES[index] : NULL;
}

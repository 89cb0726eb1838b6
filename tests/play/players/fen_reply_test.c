// SPDX-License-Identifier: MIT
#include "support/check.h"
#include "support/random_game.h"

#include "play/players/fen_reply.h"

#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

typedef struct {
    const char *before, *answer, *fault;
} Cheat;

/* The fault begins with these words. */
static const Cheat CHEATS[] = {
    // fields
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     "en-passant field - instead of e3"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 1 1",
     "half-move clock 1 instead of 0"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2",
     "full-move number 2 instead of 1"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1",
     "side to move w instead of b"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ e3 0 1",
     "castling field KQ instead of KQkq"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b kqKQ e3 0 1",
     "castling field kqKQ instead of KQkq"},
    {START, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq f3 1 1",
     "en-passant field f3 instead of -"},
    {START, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w Qkq - 0 2",
     "side to move w instead of b; castling field Qkq instead of KQkq; half-move clock 0 instead "
     "of 1; full-move number 2 instead of 1"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", "4 fields instead of six"},
    // moves
    {START, START, "no move was made"},
    {START, "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e2e5: "},
    {START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1",
     "no single move changes these squares: a1"},
    {START, "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 2",
     "a move of Black, but White is to move"},
    {START, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2", "two moves were made"},
    {START, "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 1", "two moves were made"},
    {START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBQR b KQkq - 0 1",
     "no single move changes these squares: g1"},
    {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/4r3/R4RK1 b - - 1 1", "e1g1: "},
    {"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4kr2/8/8/8/8/8/8/R4RK1 b - - 1 1", "e1g1: "},
    {"k3r3/8/8/8/8/4B3/8/4K3 w - - 0 1", "k3r3/8/8/8/3B4/8/8/4K3 b - - 1 1",
     "e3d4: the bishop on e3 is pinned by the rook on e8"},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a7a8: "},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "K3k3/8/8/8/8/8/8/4K3 b - - 0 1", "a7a8: "},
    {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KQ2 b - - 1 1",
     "a1f1: only a pawn can become another piece"},
    // no positions at all
    {START, "", "not a FEN"},
    {START, "e2e4", "not a FEN"},
    {START, "CHECKMATE", "says CHECKMATE, but the game goes on"},
    {START, "DRAW", "says DRAW, but the game goes on"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNRR b KQkq e3 0 1", "not a FEN"},
};

static void names_every_cheat(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CHEATS / sizeof *CHEATS; i++) {
        char fault[CONTRACT_FAULT_MAX];
        Position pos = chess_of(CHEATS[i].before);
        if (contract_read(&pos, CHEATS[i].answer, fault) != NO_MOVE)
            fail_msg("accepted: %s", CHEATS[i].answer);
        if (strncmp(fault, CHEATS[i].fault, strlen(CHEATS[i].fault)) != 0)
            fail_msg("%s: '%s' instead of '%s'", CHEATS[i].answer, fault, CHEATS[i].fault);
    }
}

/* Every legal move is read back from the position after it. */
static void accept_all_moves(const Position *pos, void *context) {
    (void)context;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        char fen[FEN_MAX], fault[CONTRACT_FAULT_MAX];
        Position next = *pos;
        position_play(&next, list.items[i]);
        fen_write_position(&next, fen);
        if (contract_read(pos, fen, fault) != list.items[i]) fail_msg("%s: %s", fen, fault);
    }
}

static void accepts_legal_moves(void **state) {
    (void)state;
    random_games(11, random_effort(60), 60, accept_all_moves, NULL);
}

static void accepts_shredder_fen_in_chess960(void **state) {
    (void)state;
    char fault[CONTRACT_FAULT_MAX];
    Position pos = chess_of("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1");
    Move move = contract_read(&pos, "1rk3r1/8/8/8/8/8/6R1/1RK5 b Bgb - 1 1", fault);
    assert_int_equal(move, move_make(G1, G2, MOVE_PLAIN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_every_cheat),
        cmocka_unit_test(accepts_legal_moves),
        cmocka_unit_test(accepts_shredder_fen_in_chess960),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "support/check.h"
#include "support/random_game.h"

#include "play/players/fen_contract.h"

#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

typedef struct {
    const char *before, *answer, *fault;
} Cheat;

/* The reported fault begins with the third string. */
static const Cheat CHEATS[] = {
    // fields
    {"4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1",
     "en-passant field - instead of e3"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1",
     "en-passant field d3 instead of e3"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 1",
     "half-move clock 1 instead of 0"},
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
    // not positions
    {START, "", "not a FEN"},
    {START, "e2e4", "not a FEN"},
    {START, "CHECKMATE", "says CHECKMATE, but the game goes on"},
    {START, "DRAW", "says DRAW, but the game goes on"},
    {START, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNRR b KQkq e3 0 1", "not a FEN"},
};

static void names_every_cheat(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CHEATS / sizeof *CHEATS; i++) {
        Position pos = chess_of(CHEATS[i].before);
        FenReply read = fen_reply_read(&pos, CHEATS[i].answer, false);
        if (read.move != NO_MOVE) fail_msg("accepted: %s", CHEATS[i].answer);
        if (strncmp(read.fault, CHEATS[i].fault, strlen(CHEATS[i].fault)) != 0)
            fail_msg("%s: '%s' instead of '%s'", CHEATS[i].answer, read.fault, CHEATS[i].fault);
    }
}

/* Reads the position after the move with '-' as the en-passant field: accepted where no pawn can
 * legally capture there, except with `strict`. */
static void accept_without_ep(const Position *pos, const Position *next, Move move) {
    char fen[FEN_MAX];
    Setup setup = position_to_setup(next);
    if (setup.ep == NO_SQUARE) return;
    MoveList replies;
    bool capture = false;
    position_legal_moves(next, &replies);
    for (int i = 0; i < replies.count; i++)
        capture |= move_kind(replies.items[i]) == MOVE_EN_PASSANT;
    setup.ep = NO_SQUARE;
    fen_write(&setup, fen);
    for (int strict = 0; strict < 2; strict++) {
        FenReply read = fen_reply_read(pos, fen, strict);
        bool accepted = !strict && !capture;
        if (read.move != (accepted ? move : NO_MOVE) || read.omits_ep != accepted)
            fail_msg("%s, strict %d: %s", fen, strict, read.fault);
        if (!accepted && !strstr(read.fault, "en-passant field - instead of "))
            fail_msg("%s: %s", fen, read.fault);
    }
}

/* For every legal move, the position after it is read as that move. */
static void accept_all_moves(const Position *pos, void *context) {
    (void)context;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        char fen[FEN_MAX];
        Position next = *pos;
        position_play(&next, list.items[i]);
        fen_write_position(&next, fen);
        FenReply read = fen_reply_read(pos, fen, true);
        if (read.move != list.items[i] || read.omits_ep) fail_msg("%s: %s", fen, read.fault);
        accept_without_ep(pos, &next, list.items[i]);
    }
}

static void accepts_legal_moves(void **state) {
    (void)state;
    random_games(11, random_effort(60), 60, accept_all_moves, NULL);
}

static void accepts_shredder_fen_in_chess960(void **state) {
    (void)state;
    Position pos = chess_of("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1");
    FenReply read = fen_reply_read(&pos, "1rk3r1/8/8/8/8/8/6R1/1RK5 b Bgb - 1 1", true);
    assert_int_equal(read.move, move_make(G1, G2, MOVE_PLAIN));
    pos = chess_of("1rk3r1/8/8/8/8/8/4P3/1RK3R1 w GBgb - 0 1");
    read = fen_reply_read(&pos, "1rk3r1/8/8/8/4P3/8/8/1RK3R1 b GBgb - 0 1", false);
    assert_int_equal(read.move, move_make(E2, E4, MOVE_DOUBLE_STEP));
    assert_true(read.omits_ep);
    read = fen_reply_read(&pos, "1rk3r1/8/8/8/4P3/8/8/1RK3R1 b GBgb - 0 1", true);
    assert_int_equal(read.move, NO_MOVE);
    assert_string_equal(read.fault, "castling field GBgb instead of KQkq; "
                                    "en-passant field - instead of e3");
}

/* Only a legal capture matters, not one by a pawn that is pinned, here along the rank. */
static void a_square_without_legal_capture_may_be_left_out(void **state) {
    (void)state;
    static const struct {
        const char *before, *answer;
        bool read;
    } CASES[] = {
        {"4r1k1/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "4r1k1/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true},
        {"4r1k1/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "4r1k1/8/8/8/3pP3/8/8/4K3 b - - 0 1", false},
        {"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", true},
        {"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", true},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Position pos = chess_of(CASES[i].before);
        FenReply read = fen_reply_read(&pos, CASES[i].answer, false);
        if ((read.move != NO_MOVE) != CASES[i].read)
            fail_msg("%s: %s", CASES[i].answer, read.fault);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_every_cheat),
        cmocka_unit_test(accepts_legal_moves),
        cmocka_unit_test(accepts_shredder_fen_in_chess960),
        cmocka_unit_test(a_square_without_legal_capture_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

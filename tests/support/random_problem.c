// SPDX-License-Identifier: MIT
#include "support/random_problem.h"

#include "notation/text/fen.h"
#include "rules/registry.h"

#include <string.h>

static Square random_edge(Rng *rng) {
    return (Square)rng_below(rng, 8) + (rng_below(rng, 2) ? 56 : 0);
}

static void scatter(Setup *setup, Rng *rng, int count, const char *pieces) {
    for (int i = 0; i < count; i++) {
        Square s = (Square)rng_below(rng, 64);
        char c = pieces[rng_below(rng, (uint32_t)strlen(pieces))];
        if (setup->piece[s] == NO_PIECE) setup->piece[s] = piece_from_char(c);
    }
}

/* A king on its home square with one rook, which may castle. */
static void place_castler(Setup *setup, Rng *rng, Color c) {
    Square rook = relative_square(c, rng_below(rng, 2) ? H1 : A1);
    setup->piece[relative_square(c, E1)] = piece_of(c, KING);
    if (setup->piece[rook] != NO_PIECE) return;
    setup->piece[rook] = piece_of(c, ROOK);
    setup->castling |= bit(rook);
}

/* An enemy pawn that has just made its double step beside an own pawn. */
static void place_double_step(Setup *setup, Rng *rng) {
    Color us = setup->turn, them = other(us);
    int file = (int)rng_below(rng, 8), beside = file ? file - 1 : 1;
    Square to = relative_square(them, square_at(file, 3)), forward = (Square)forward_of(them);
    Square squares[] = {to, to - forward, to - 2 * forward,
                        relative_square(them, square_at(beside, 3))};
    for (int i = 0; i < 4; i++)
        if (setup->piece[squares[i]] != NO_PIECE) return;
    setup->piece[to] = piece_of(them, PAWN);
    setup->piece[squares[3]] = piece_of(us, PAWN);
    setup->ep = squares[1];
}

bool random_open_problem(Rng *rng, int most, Position *out) {
    Setup setup = setup_empty();
    Square edge = random_edge(rng);
    bool castles[2] = {rng_below(rng, 8) == 0, rng_below(rng, 12) == 0};
    setup.turn = (Color)rng_below(rng, 2);
    if (castles[WHITE])
        place_castler(&setup, rng, WHITE);
    else
        setup.piece[rng_below(rng, 64)] = piece_of(WHITE, KING);
    if (castles[BLACK])
        place_castler(&setup, rng, BLACK);
    else
        setup.piece[rng_below(rng, 2) ? edge : (Square)rng_below(rng, 64)] = piece_of(BLACK, KING);
    if (rng_below(rng, 8) == 0) place_double_step(&setup, rng);
    scatter(&setup, rng, 1 + (int)rng_below(rng, (uint32_t)most), "QRBNPPPqrbnppp");
    return position_from_setup(&setup, &STANDARD_CHESS, out) == 0;
}

bool random_tight_problem(Rng *rng, int most, Position *out) {
    Setup setup = setup_empty();
    Square corner = rng_below(rng, 2) ? H1 : A1;
    int inwards = corner == A1 ? 1 : -1;
    setup.piece[corner] = piece_of(WHITE, KING);
    scatter(&setup, rng, 1, "k");
    setup.piece[corner + 8] = piece_of(WHITE, PAWN);
    if (rng_below(rng, 2)) setup.piece[corner + inwards] = piece_of(WHITE, BISHOP);
    if (rng_below(rng, 2)) setup.piece[corner + inwards + 8] = piece_of(WHITE, PAWN);
    scatter(&setup, rng, 1 + (int)rng_below(rng, 2), "qrrbbnp");
    scatter(&setup, rng, 2 + (int)rng_below(rng, (uint32_t)most), "QQRRNB");
    return position_from_setup(&setup, &STANDARD_CHESS, out) == 0;
}

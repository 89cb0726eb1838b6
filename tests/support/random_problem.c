// SPDX-License-Identifier: MIT
#include "support/random_problem.h"

#include "roek/notation/fen.h"
#include "roek/rules/rules.h"

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

bool random_open_problem(Rng *rng, int most, Position *out) {
    Setup setup = setup_empty();
    bool castles = rng_below(rng, 8) == 0;
    Square edge = random_edge(rng);
    setup.piece[castles ? E1 : (Square)rng_below(rng, 64)] = piece_of(WHITE, KING);
    setup.piece[rng_below(rng, 2) ? edge : (Square)rng_below(rng, 64)] = piece_of(BLACK, KING);
    if (castles && setup.piece[H1] == NO_PIECE) {
        setup.piece[H1] = piece_of(WHITE, ROOK);
        setup.castling = bit(H1);
    }
    scatter(&setup, rng, 1 + (int)rng_below(rng, (uint32_t)most), "QRBNPPPqrbnppp");
    setup.turn = (Color)rng_below(rng, 2);
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

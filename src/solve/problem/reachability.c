// SPDX-License-Identifier: MIT
#include "solve/problem/reachability.h"

#include "core/attacks.h"

#include <string.h>

/* The rows of pieces other than pawns are their roles. */
enum { NO_ROW = 0, PAWN_ROW = KING + 1 };

int reach_row(Color color, Role role, ReachRole reach_role) {
    if (role == PAWN) return PAWN_ROW + (int)color * REACH_ROLES + (int)reach_role;
    bool fits = reach_role == REACH_AS_ITSELF || reach_role == REACH_AS_OFFICER ||
                (reach_role == REACH_AS_KNIGHT) == (role == KNIGHT);
    return fits ? (int)role : NO_ROW;
}

static void measure_officer(Reachability *reach, Role role, Square from) {
    Bitboard seen = 0, here = bit(from);
    for (uint8_t moves = 0; here; moves++) {
        Bitboard next = 0, fresh = here;
        seen |= here;
        FOR_EACH_SQUARE(s, fresh) {
            reach->moves[role][s][from] = moves;
            next |= role_attacks(role, s, 0);
        }
        here = next & ~seen;
    }
}

/* The moves from one square to another as a pawn; on the last rank, just before it promotes. */
static int pawn_moves(Color c, Square from, Square to, int captures) {
    int files = file_of(from) - file_of(to);
    int ranks = relative_rank(c, to) - relative_rank(c, from);
    if (files < 0) files = -files;
    if (from == to) return 0;
    if (files > captures || ranks < 1 || ranks < files) return REACH_NEVER;
    bool leaps = relative_rank(c, from) == 1 && ranks - files >= 2;
    return ranks - leaps;
}

static void lower(uint8_t *value, int to) {
    if (to < *value) *value = (uint8_t)to;
}

/* Lowers the distances of promoted pawns that promote on `via`, which takes `moves` moves. */
static void measure_promotion(Reachability *reach, Color c, Square from, Square via, int moves) {
    uint8_t(*rows)[64][64] = reach->moves + PAWN_ROW + (int)c * REACH_ROLES;
    for (Square to = A1; to <= H8; to++) {
        int knight = moves + reach->moves[KNIGHT][to][via];
        int rider = moves + reach->moves[QUEEN][to][via];
        lower(&rows[REACH_AS_KNIGHT][to][from], knight);
        lower(&rows[REACH_AS_RIDER][to][from], rider);
        lower(&rows[REACH_AS_OFFICER][to][from], knight < rider ? knight : rider);
    }
}

static void measure_pawn(Reachability *reach, Color c, Square from) {
    int row = reach_row(c, PAWN, REACH_AS_ITSELF);
    for (Square to = A1; to <= H8; to++) {
        int moves = pawn_moves(c, from, to, reach->captures[c]);
        if (moves == REACH_NEVER) continue;
        if (relative_rank(c, to) == 7)
            measure_promotion(reach, c, from, to, moves);
        else
            reach->moves[row][to][from] = (uint8_t)moves;
    }
}

static void gather_within(Reachability *reach, int row) {
    for (Square to = A1; to <= H8; to++) {
        Bitboard *within = reach->within[row][to];
        memset(within, 0, sizeof reach->within[row][to]);
        for (Square from = A1; from <= H8; from++)
            if (reach->moves[row][to][from] <= REACH_MOVES_MAX)
                within[reach->moves[row][to][from]] |= bit(from);
        for (int moves = 1; moves <= REACH_MOVES_MAX; moves++) within[moves] |= within[moves - 1];
    }
}

static void prepare_officers(Reachability *reach) {
    memset(reach->moves, REACH_NEVER, sizeof reach->moves);
    for (Role role = KNIGHT; role <= KING; role++) {
        for (Square from = A1; from <= H8; from++) measure_officer(reach, role, from);
        gather_within(reach, (int)role);
    }
}

static void prepare_pawns(Reachability *reach, Color c) {
    int first = reach_row(c, PAWN, REACH_AS_ITSELF);
    memset(reach->moves[first], REACH_NEVER, REACH_ROLES * sizeof reach->moves[0]);
    for (Square from = A1; from <= H8; from++) measure_pawn(reach, c, from);
    for (int row = first; row < first + REACH_ROLES; row++) gather_within(reach, row);
}

void reach_prepare(Reachability *reach, const int captures[2]) {
    bool is_new = reach->moves[NO_ROW][A1][A1] != REACH_NEVER;
    if (is_new) prepare_officers(reach);
    for (Color c = WHITE; c <= BLACK; c++) {
        if (!is_new && reach->captures[c] == captures[c]) continue;
        reach->captures[c] = captures[c];
        prepare_pawns(reach, c);
    }
}

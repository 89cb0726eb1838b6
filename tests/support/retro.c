// SPDX-License-Identifier: MIT
#include "support/retro.h"

#include "rules/registry.h"

#include <stdlib.h>

enum { SAFE = 200 }; // counter of a position that cannot be lost: more than a side has moves

typedef struct {
    const RaceSolution *smaller;
    RaceSolution *solution;
    uint8_t *hopes[2]; // by side to move: how many quiet moves are not yet known to lose
    int plies;         // the ply that is being processed
    int deepest;       // the longest value seen so far
} Retro;

/* Stores a value. One that is too large to be stored is noticed by `deepest`. */
static void decide(Retro *r, Color turn, uint64_t index, int plies) {
    if (plies > r->deepest) r->deepest = plies;
    if (plies <= RACE_VALUE_PLIES_MAX) r->solution->value[turn][index] = (uint8_t)plies;
}

/* Does the move stay in the ending? Quiet moves do, unless a king arrives. */
static bool stays(const Board *b, Move move) {
    Bitboard from = bit(move_from(move)), to = bit(move_to(move));
    if (board_occupied(b) & to) return false;
    return !(b->role[KING] & from && to & RACING_KINGS.traits.finish);
}

static Role role_at(const Board *b, Square s) {
    for (Role r = KNIGHT; r < KING; r++)
        if (b->role[r] & bit(s)) return r;
    return KING;
}

/* The value of a position outside the ending: by the rules, or from a smaller ending. */
static TableValue value_outside(const Retro *r, const Board *b) {
    TableValue value;
    if (race_value_by_rules(b, &value)) return value;
    int id = material_id(b);
    const RaceSolution *s = r->smaller;
    while (s->material.id != id) s++;
    return race_value_decode(s->value[b->turn][material_index(&s->material, b)]);
}

/* The moves of a position: the best value among those that leave the ending. */
typedef struct {
    TableValue best;
    int leaving, staying; // numbers of moves
} RetroProspect;

static RetroProspect look_outside(const Retro *r, const Board *b, GenerateKind kind) {
    RetroProspect p = {.best = {TABLE_LOSS, 0}};
    MoveList moves;
    RACING_KINGS.legal_moves(b, kind, &moves);
    for (int i = 0; i < moves.count; i++) {
        Move move = moves.items[i];
        if (stays(b, move)) {
            p.staying++;
            continue;
        }
        Board after = *b;
        board_play_role(&after, (Color)b->turn, role_at(b, move_from(move)), move);
        TableValue value = race_value_before(value_outside(r, &after));
        if (!p.leaving++ || race_value_is_better(value, p.best)) p.best = value;
    }
    return p;
}

static void start_position(Retro *r, Color turn, uint64_t index) {
    Board b;
    if (!material_board(&r->solution->material, index, turn, &b)) return;
    RetroProspect p = look_outside(r, &b, GENERATE_ALL);
    r->solution->value[turn][index] = RACE_VALUE_DRAW;
    r->hopes[turn][index] = SAFE;
    if (p.leaving && p.best.result != TABLE_LOSS) {
        if (p.best.result == TABLE_WIN) decide(r, turn, index, p.best.plies);
        return;
    }
    if (p.staying)
        r->hopes[turn][index] = (uint8_t)p.staying;
    else if (p.leaving) // with no moves at all it is stalemate
        decide(r, turn, index, p.best.plies);
}

/* All moves of this position lose: stores the length of the longest defence. */
static void start_loss(Retro *r, Color turn, uint64_t index, const Board *placed) {
    Board b = *placed;
    b.turn = (uint8_t)turn;
    RetroProspect p = look_outside(r, &b, GENERATE_ALL);
    int inside = r->plies + 1;
    decide(r, turn, index, p.leaving && p.best.plies > inside ? p.best.plies : inside);
}

/* Updates a predecessor of a decided position. `b` is the predecessor but for the side to move. */
static void tell(Retro *r, Color turn, const Board *b) {
    uint64_t index = material_index(&r->solution->material, b);
    if (r->plies % 2 == 0) {
        if (r->solution->value[turn][index] > r->plies + 1) decide(r, turn, index, r->plies + 1);
    } else if (--r->hopes[turn][index] == 0) {
        start_loss(r, turn, index, b);
    }
}

static void expand_position(Retro *r, Color before, uint64_t index) {
    Board b;
    if (!material_board(&r->solution->material, index, before, &b)) abort();
    MoveList moves;
    RACING_KINGS.legal_moves(&b, GENERATE_QUIET, &moves);
    for (int i = 0; i < moves.count; i++) {
        Move move = moves.items[i];
        if (!stays(&b, move)) continue;
        Board earlier = b;
        Bitboard step = bit(move_from(move)) | bit(move_to(move));
        earlier.role[role_at(&b, move_from(move))] ^= step;
        earlier.color[before] ^= step;
        tell(r, before, &earlier);
    }
}

static bool solve(Retro *r) {
    uint64_t positions = r->solution->material.positions;
    for (Color turn = WHITE; turn <= BLACK; turn++)
        for (uint64_t i = 0; i < positions; i++) start_position(r, turn, i);
    for (r->plies = 1; r->plies <= r->deepest && r->deepest <= RACE_VALUE_PLIES_MAX; r->plies++)
        for (Color turn = WHITE; turn <= BLACK; turn++)
            for (uint64_t i = 0; i < positions; i++)
                if (r->solution->value[turn][i] == r->plies) expand_position(r, other(turn), i);
    return r->deepest <= RACE_VALUE_PLIES_MAX;
}

bool retro_solve(int id, const RaceSolution *smaller, RaceSolution *out) {
    if (!race_solution_init(out, id)) return false;
    size_t positions = (size_t)out->material.positions;
    Retro r = {.smaller = smaller, .solution = out};
    r.hopes[WHITE] = calloc(positions, 1);
    r.hopes[BLACK] = calloc(positions, 1);
    bool ok = r.hopes[WHITE] && r.hopes[BLACK] && solve(&r);
    free(r.hopes[WHITE]);
    free(r.hopes[BLACK]);
    if (!ok) race_solution_free(out);
    return ok;
}

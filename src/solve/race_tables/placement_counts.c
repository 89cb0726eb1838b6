// SPDX-License-Identifier: MIT
#include "solve/race_tables/placement_counts.h"

#include "core/attacks.h"

ROEK_INLINE void tally_word(Tally tally, int at, uint64_t set) {
    tally.twice[at] |= tally.once[at] & set;
    tally.once[at] |= set;
}

void tally_set(Tally tally, const uint64_t *set, int words) {
    for (int i = 0; i < words; i++) tally_word(tally, i, set[i]);
}

// A man that names the word: its squares are rows of `lanes` words, and if there is more than one,
// another man stands on square l in lane l.

typedef struct {
    const uint64_t *set;
    Tally tally;
    Bitboard blocked; // by men that stand still in all lanes
} Rows;

static Tally tally_row(const Rows *r, int lanes, Square s) {
    return (Tally){r->tally.once + s * lanes, r->tally.twice + s * lanes};
}

/* Walks back along a line from its end; `once` and `twice` are what can be reached from here by a
 * way that is free. */
ROEK_INLINE void tally_line(const Rows *r, int lanes, Square s, int files, int ranks) {
    uint64_t once[64] = {0}, twice[64] = {0};
    for (;;) {
        int file = file_of(s) + files, rank = rank_of(s) + ranks;
        if ((file | rank) & ~7) return;
        const uint64_t *set = r->set + s * lanes;
        s = square_at(file, rank);
        Tally row = tally_row(r, lanes, s);
        uint64_t open = bit(s) & r->blocked ? 0 : ~bit(s);
        for (int l = 0; l < lanes; l++) {
            twice[l] = (twice[l] | (once[l] & set[l])) & open;
            once[l] = (once[l] | set[l]) & open;
            row.twice[l] |= twice[l] | (row.once[l] & once[l]);
            row.once[l] |= once[l];
        }
        if (lanes > 1) once[s] = twice[s] = 0;
    }
}

ROEK_INLINE void tally_lines(const Rows *r, int lanes, int files, int ranks) {
    for (Square s = A1; s <= H8; s++) {
        int file = file_of(s) - files, rank = rank_of(s) - ranks;
        if ((file | rank) & ~7) tally_line(r, lanes, s, files, ranks);
    }
}

ROEK_INLINE void tally_leaps(const Rows *r, int lanes) {
    for (Square s = A1; s <= H8; s++) {
        Bitboard targets = KNIGHT_ATTACKS[s];
        FOR_EACH_SQUARE(t, targets) tally_set(tally_row(r, lanes, s), r->set + t * lanes, lanes);
    }
}

ROEK_INLINE void tally_rows(const Rows *r, int lanes, Role role) {
    if (role == KNIGHT) tally_leaps(r, lanes);
    for (int way = -1; way <= 1 && (role == ROOK || role == QUEEN); way += 2) {
        tally_lines(r, lanes, way, 0);
        tally_lines(r, lanes, 0, way);
    }
    for (int way = -1; way <= 1 && (role == BISHOP || role == QUEEN); way += 2) {
        tally_lines(r, lanes, way, way);
        tally_lines(r, lanes, way, -way);
    }
}

// The last man: within words.

static const struct {
    int step; // of the square's number
    uint64_t enter;
} WAYS[8] = {{8, ~0ull},   {-8, ~0ull},   {1, ~FILE_A}, {-1, ~FILE_H},
             {9, ~FILE_A}, {-9, ~FILE_H}, {7, ~FILE_H}, {-7, ~FILE_A}};

static void tally_slides(Tally tally, int at, uint64_t set, uint64_t empty, int first, int end) {
    for (int way = first; way < end; way++) {
        int step = WAYS[way].step;
        uint64_t from = set, enter = WAYS[way].enter & empty;
        while ((from = (step > 0 ? from << step : from >> -step) & enter))
            tally_word(tally, at, from);
    }
}

static void tally_last(Tally tally, int at, Role role, uint64_t set, uint64_t empty) {
    if (role == KNIGHT) FOR_EACH_SQUARE(s, set) tally_word(tally, at, KNIGHT_ATTACKS[s]);
    if (role == ROOK || role == QUEEN) tally_slides(tally, at, set, empty, 0, 4);
    if (role == BISHOP || role == QUEEN) tally_slides(tally, at, set, empty, 4, 8);
}

static void tally_words(Tally tally, const PlaneShape *shape, Bitboard kings, const uint64_t *set) {
    int last = shape->men - 1;
    for (int i = 0; i < shape->words; i++) {
        if (!set[i]) continue;
        Bitboard occupied = kings;
        if (last > 0) occupied |= bit(i & 63);
        if (last > 1) occupied |= bit(i >> 6);
        tally_last(tally, i, shape->role[last], set[i], ~occupied);
    }
}

static void tally_man(Tally tally, const PlaneShape *shape, int man, Bitboard kings,
                      const uint64_t *set) {
    if (man == shape->men - 1)
        tally_words(tally, shape, kings, set);
    else if (man == 0 && shape->men == 3)
        tally_rows(&(Rows){set, tally, kings}, 64, shape->role[man]);
    else if (man == 0)
        tally_rows(&(Rows){set, tally, kings}, 1, shape->role[man]);
    else
        for (int a = 0; a < 64; a++) {
            Tally row = {tally.once + a * 64, tally.twice + a * 64};
            tally_rows(&(Rows){set + a * 64, row, kings | bit(a)}, 1, shape->role[man]);
        }
}

void tally_moves(Tally tally, const PlaneShape *shape, Color turn, const Square king[2],
                 const uint64_t *set) {
    Bitboard kings = bit(king[WHITE]) | bit(king[BLACK]);
    for (int man = 0; man < shape->men; man++)
        if (shape->color[man] == turn) tally_man(tally, shape, man, kings, set);
}

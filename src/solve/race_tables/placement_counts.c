// SPDX-License-Identifier: MIT
#include "solve/race_tables/placement_counts.h"

#include "core/attacks.h"

ROEK_INLINE void count_word(PlacementCounts counts, int at, uint64_t set) {
    counts.twice[at] |= counts.once[at] & set;
    counts.once[at] |= set;
}

void placement_counts_add(PlacementCounts counts, const uint64_t *set, int words) {
    for (int i = 0; i < words; i++) count_word(counts, i, set[i]);
}

// --- a man whose square selects the word ---

// Each of its squares has a row of `lanes` words.  With more than one lane, lane l has another man
// on square l.

typedef struct {
    const uint64_t *set;
    PlacementCounts counts;
    Bitboard blocked; // squares of men that are the same in all lanes
} CountRows;

static PlacementCounts counts_row(const CountRows *r, int lanes, Square s) {
    return (PlacementCounts){r->counts.once + s * lanes, r->counts.twice + s * lanes};
}

/* Counts slides along a line, from its end backwards.  `once` and `twice` collect the targets with
 * an empty path to the current square. */
ROEK_INLINE void count_line(const CountRows *r, int lanes, Square s, int files, int ranks) {
    uint64_t once[64] = {0}, twice[64] = {0};
    for (;;) {
        int file = file_of(s) + files, rank = rank_of(s) + ranks;
        if ((file | rank) & ~7) return;
        const uint64_t *set = r->set + s * lanes;
        s = square_at(file, rank);
        PlacementCounts row = counts_row(r, lanes, s);
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

ROEK_INLINE void count_lines(const CountRows *r, int lanes, int files, int ranks) {
    for (Square s = A1; s <= H8; s++) {
        int file = file_of(s) - files, rank = rank_of(s) - ranks;
        if ((file | rank) & ~7) count_line(r, lanes, s, files, ranks);
    }
}

ROEK_INLINE void count_leaps(const CountRows *r, int lanes) {
    for (Square s = A1; s <= H8; s++) {
        Bitboard targets = KNIGHT_ATTACKS[s];
        FOR_EACH_SQUARE(t, targets)
        placement_counts_add(counts_row(r, lanes, s), r->set + t * lanes, lanes);
    }
}

ROEK_INLINE void count_rows(const CountRows *r, int lanes, Role role) {
    if (role == KNIGHT) count_leaps(r, lanes);
    for (int direction = -1; direction <= 1 && (role == ROOK || role == QUEEN); direction += 2) {
        count_lines(r, lanes, direction, 0);
        count_lines(r, lanes, 0, direction);
    }
    for (int direction = -1; direction <= 1 && (role == BISHOP || role == QUEEN); direction += 2) {
        count_lines(r, lanes, direction, direction);
        count_lines(r, lanes, direction, -direction);
    }
}

// --- the last man: within words ---

static const struct {
    int step; // difference of the square numbers
    uint64_t enter;
} DIRECTIONS[8] = {{8, ~0ull},   {-8, ~0ull},   {1, ~FILE_A}, {-1, ~FILE_H},
                   {9, ~FILE_A}, {-9, ~FILE_H}, {7, ~FILE_H}, {-7, ~FILE_A}};

static void count_slides(PlacementCounts counts, int at, uint64_t set, uint64_t empty, int first,
                         int end) {
    for (int direction = first; direction < end; direction++) {
        int step = DIRECTIONS[direction].step;
        uint64_t from = set, enter = DIRECTIONS[direction].enter & empty;
        while ((from = (step > 0 ? from << step : from >> -step) & enter))
            count_word(counts, at, from);
    }
}

static void count_last(PlacementCounts counts, int at, Role role, uint64_t set, uint64_t empty) {
    if (role == KNIGHT) FOR_EACH_SQUARE(s, set) count_word(counts, at, KNIGHT_ATTACKS[s]);
    if (role == ROOK || role == QUEEN) count_slides(counts, at, set, empty, 0, 4);
    if (role == BISHOP || role == QUEEN) count_slides(counts, at, set, empty, 4, 8);
}

static void count_words(PlacementCounts counts, const PlacementShape *shape, Bitboard kings,
                        const uint64_t *set) {
    int last = shape->men - 1;
    for (int i = 0; i < shape->words; i++) {
        if (!set[i]) continue;
        Bitboard occupied = kings;
        if (last > 0) occupied |= bit(i & 63);
        if (last > 1) occupied |= bit(i >> 6);
        count_last(counts, i, shape->role[last], set[i], ~occupied);
    }
}

static void count_man(PlacementCounts counts, const PlacementShape *shape, int man, Bitboard kings,
                      const uint64_t *set) {
    if (man == shape->men - 1)
        count_words(counts, shape, kings, set);
    else if (man == 0 && shape->men == 3)
        count_rows(&(CountRows){set, counts, kings}, 64, shape->role[man]);
    else if (man == 0)
        count_rows(&(CountRows){set, counts, kings}, 1, shape->role[man]);
    else
        for (int a = 0; a < 64; a++) {
            PlacementCounts row = {counts.once + a * 64, counts.twice + a * 64};
            count_rows(&(CountRows){set + a * 64, row, kings | bit(a)}, 1, shape->role[man]);
        }
}

void placement_counts_add_moves(PlacementCounts counts, const PlacementShape *shape, Color turn,
                                const Square king[2], const uint64_t *set) {
    Bitboard kings = bit(king[WHITE]) | bit(king[BLACK]);
    for (int man = 0; man < shape->men; man++)
        if (shape->color[man] == turn) count_man(counts, shape, man, kings, set);
}

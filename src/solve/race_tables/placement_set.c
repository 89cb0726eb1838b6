// SPDX-License-Identifier: MIT
#include "solve/race_tables/placement_set.h"

#include "core/attacks.h"

#include <string.h>

enum { LANES = 8 }; // words processed together when words are regrouped

PlacementShape placement_shape(const Material *material) {
    PlacementShape shape = {.words = 1};
    for (int g = 0; g < material->group_count; g++)
        for (int i = 0; i < material->group[g].count; i++) {
            assert(shape.men < PLACEMENT_MEN_MAX);
            shape.role[shape.men] = material->group[g].role;
            shape.color[shape.men] = material->group[g].color;
            if (shape.men++) shape.words *= 64;
        }
    return shape;
}

bool placement_set_is_empty(const PlacementShape *shape, const uint64_t *set) {
    uint64_t all = 0;
    for (int i = 0; i < shape->words; i++) all |= set[i];
    return !all;
}

// --- legal placements ---

/* The men whose squares select the word, and their squares. */
typedef struct {
    const PlacementShape *shape;
    const Square *king;
    const bool *may_have_captured;
    Square square[PLACEMENT_MEN_MAX]; // NO_SQUARE: captured
    Bitboard occupied;
} PlacedMen;

/* Places a man; false if it cannot stand on that square. */
static bool put_man(PlacedMen *p, int man, Square s) {
    Color c = p->shape->color[man];
    p->square[man] = s;
    if (s == p->king[other(c)] && p->may_have_captured[other(c)]) {
        p->square[man] = NO_SQUARE;
        return true;
    }
    if (p->occupied & bit(s)) return false;
    p->occupied |= bit(s);
    return true;
}

/* The squares for a man: two bishops of a side stand on different colours. */
static Bitboard bishop_squares(const PlacedMen *p, int man) {
    Bitboard squares = ~0ull;
    for (int i = 0; i < man; i++)
        if (p->shape->role[man] == BISHOP && p->shape->role[i] == BISHOP &&
            p->shape->color[man] == p->shape->color[i] && p->square[i] != NO_SQUARE)
            squares &= bit(p->square[i]) & DARK_SQUARES ? ~DARK_SQUARES : DARK_SQUARES;
    return squares;
}

static bool put_men(PlacedMen *p, int count, uint32_t word) {
    for (int man = 0; man < count; man++) {
        Square s = (Square)(word >> 6 * (count - 1 - man) & 63);
        if (!put_man(p, man, s)) return false;
        if (p->square[man] != NO_SQUARE && !(bishop_squares(p, man) & bit(s))) return false;
    }
    return true;
}

/* The squares on which the last man blocks all checks by the men already placed. */
static Bitboard blocking_squares(const PlacedMen *p, int count) {
    Bitboard squares = ~0ull;
    for (int man = 0; man < count; man++) {
        Square s = p->square[man], target = p->king[other(p->shape->color[man])];
        if (s != NO_SQUARE && role_attacks(p->shape->role[man], s, p->occupied) & bit(target))
            squares &= BETWEEN[s][target];
    }
    return squares;
}

static Bitboard last_squares(const PlacedMen *p, int man) {
    Color c = p->shape->color[man];
    Square target = p->king[other(c)];
    Bitboard squares = ~p->occupied & bishop_squares(p, man) &
                       ~role_attacks(p->shape->role[man], target, p->occupied);
    return p->may_have_captured[other(c)] ? squares | bit(target) : squares;
}

static uint64_t legal_word(const PlacedMen *kings, uint32_t word) {
    PlacedMen p = *kings;
    int last = p.shape->men - 1;
    if (last < 0) return 1;
    return put_men(&p, last, word) ? blocking_squares(&p, last) & last_squares(&p, last) : 0;
}

void placement_set_legal(const PlacementShape *shape, const Square king[2],
                         const bool may_have_captured[2], uint64_t *out) {
    PlacedMen p = {.shape = shape, .king = king, .may_have_captured = may_have_captured};
    p.occupied = bit(king[WHITE]) | bit(king[BLACK]);
    bool apart = king_distance(king[WHITE], king[BLACK]) > 1;
    for (int i = 0; i < shape->words; i++) out[i] = apart ? legal_word(&p, (uint32_t)i) : 0;
}

static bool is_like_previous(const PlacementShape *shape, int man) {
    return man > 0 && shape->role[man] == shape->role[man - 1] &&
           shape->color[man] == shape->color[man - 1];
}

uint64_t placement_set_canonical(const PlacementShape *shape, uint32_t word) {
    int last = shape->men - 1;
    Square before_last = (Square)(word & 63);
    if (last == 2 && is_like_previous(shape, 1) &&
        !(material_partners(shape->role[1], (Square)(word >> 6)) & bit(before_last)))
        return 0;
    return is_like_previous(shape, last) ? material_partners(shape->role[last], before_last)
                                         : ~0ull;
}

/* With kings only, each pair of king squares has a single index. */
static uint64_t kings_positions(const Material *material, uint64_t word) {
    uint64_t positions = 0;
    Board b;
    for (uint64_t i = 0; i < 64 && word * 64 + i < material->positions; i++)
        positions |= (uint64_t)material_board(material, word * 64 + i, WHITE, &b) << i;
    return positions;
}

uint64_t placement_set_positions(const Material *material, const PlacementShape *shape,
                                 uint64_t word) {
    if (!shape->men) return kings_positions(material, word);
    uint64_t pair = word / (uint64_t)shape->words;
    uint32_t place = (uint32_t)(pair / 56), in_set = (uint32_t)(word % (uint64_t)shape->words);
    Square king[2] = {square_at((int)place % 4, (int)place / 4), (Square)(pair % 56)};
    if (king_distance(king[WHITE], king[BLACK]) <= 1) return 0;
    PlacedMen p = {
        .shape = shape, .king = king, .may_have_captured = (const bool[2]){false, false}};
    p.occupied = bit(king[WHITE]) | bit(king[BLACK]);
    uint64_t counted = placement_set_canonical(shape, in_set);
    return counted ? counted & legal_word(&p, in_set) : 0;
}

// --- moves of a man whose square selects the word ---

// Rows are the man's squares.  Each row has `lanes` words; lane l has the other such man on square
// first + l.

typedef struct {
    const uint64_t *from;
    uint64_t *to;
    Square first;
    Bitboard kings;
} UnmoveRows;

/* Slides along one line, from its end; `carry` holds targets with an empty path to the square. */
ROEK_INLINE void walk_line(const UnmoveRows *r, int lanes, Square s, int files, int ranks) {
    uint64_t carry[64];
    for (int l = 0; l < lanes; l++) carry[l] = 0;
    for (;;) {
        int file = file_of(s) + files, rank = rank_of(s) + ranks;
        if ((file | rank) & ~7) return;
        const uint64_t *from = r->from + s * lanes;
        s = square_at(file, rank);
        uint64_t *to = r->to + s * lanes;
        uint64_t open = bit(s) & r->kings ? 0 : ~bit(s);
        for (int l = 0; l < lanes; l++) {
            carry[l] = (carry[l] | from[l]) & open;
            to[l] |= carry[l];
        }
        if (s >= r->first && s < r->first + lanes) carry[s - r->first] = 0;
    }
}

/* In lane l the other man blocks square first + l; with one lane there is no other man. */
ROEK_INLINE void walk_lines(const UnmoveRows *r, int lanes, int files, int ranks) {
    for (Square s = A1; s <= H8; s++) {
        int file = file_of(s) - files, rank = rank_of(s) - ranks;
        if ((file | rank) & ~7) walk_line(r, lanes, s, files, ranks);
    }
}

ROEK_INLINE void unleap_rows(const UnmoveRows *r, int lanes) {
    for (Square s = A1; s <= H8; s++) {
        Bitboard targets = KNIGHT_ATTACKS[s];
        uint64_t *to = r->to + s * lanes;
        FOR_EACH_SQUARE(t, targets) {
            const uint64_t *from = r->from + t * lanes;
            for (int l = 0; l < lanes; l++) to[l] |= from[l];
        }
    }
}

ROEK_INLINE void unmove_rows(const UnmoveRows *r, int lanes, Role role) {
    if (role == KNIGHT) unleap_rows(r, lanes);
    if (role == ROOK || role == QUEEN)
        for (int way = -1; way <= 1; way += 2) {
            walk_lines(r, lanes, way, 0);
            walk_lines(r, lanes, 0, way);
        }
    if (role == BISHOP || role == QUEEN)
        for (int way = -1; way <= 1; way += 2) {
            walk_lines(r, lanes, way, way);
            walk_lines(r, lanes, way, -way);
        }
}

static bool has_any(const uint64_t *words, int count) {
    uint64_t all = 0;
    for (int i = 0; i < count; i++) all |= words[i];
    return all != 0;
}

/* Does `wanted` have members that are not in `out` yet? */
static bool is_missing(const uint64_t *wanted, const uint64_t *out, int count) {
    uint64_t all = 0;
    for (int i = 0; i < count; i++) all |= wanted[i] & ~out[i];
    return all != 0;
}

/* The second of three men: its rows are not contiguous, so LANES of them are regrouped first. */
static void unmove_second(Role role, Bitboard kings, const uint64_t *set, const uint64_t *wanted,
                          uint64_t *out) {
    uint64_t from[64 * LANES], to[64 * LANES];
    for (Square first = 0; first < 64; first += LANES) {
        const uint64_t *here = set + first * 64;
        if (!has_any(here, 64 * LANES) ||
            !is_missing(wanted + first * 64, out + first * 64, 64 * LANES))
            continue;
        for (int i = 0; i < LANES; i++)
            for (int s = 0; s < 64; s++) from[s * LANES + i] = here[i * 64 + s];
        memset(to, 0, sizeof to);
        unmove_rows(&(UnmoveRows){from, to, first, kings}, LANES, role);
        for (int i = 0; i < LANES; i++)
            for (int s = 0; s < 64; s++) out[(first + i) * 64 + s] |= to[s * LANES + i];
    }
}

// --- moves of the last man: within words ---

/* Adds the squares that slides reach through empty squares (Kogge-Stone parallel prefix). */
ROEK_INLINE uint64_t slide_up(uint64_t set, uint64_t empty, int step, uint64_t enter) {
    empty &= enter;
    uint64_t way = empty;
    set |= way & set << step;
    way &= way << step;
    set |= way & set << 2 * step;
    way &= way << 2 * step;
    set |= way & set << 4 * step;
    return set << step & empty;
}
ROEK_INLINE uint64_t slide_down(uint64_t set, uint64_t empty, int step, uint64_t enter) {
    empty &= enter;
    uint64_t way = empty;
    set |= way & set >> step;
    way &= way >> step;
    set |= way & set >> 2 * step;
    way &= way >> 2 * step;
    set |= way & set >> 4 * step;
    return set >> step & empty;
}

ROEK_INLINE uint64_t unslide_straight(uint64_t set, uint64_t empty) {
    return slide_up(set, empty, 8, ~0ull) | slide_down(set, empty, 8, ~0ull) |
           slide_up(set, empty, 1, ~FILE_A) | slide_down(set, empty, 1, ~FILE_H);
}
ROEK_INLINE uint64_t unslide_diagonal(uint64_t set, uint64_t empty) {
    return slide_up(set, empty, 9, ~FILE_A) | slide_down(set, empty, 9, ~FILE_H) |
           slide_up(set, empty, 7, ~FILE_H) | slide_down(set, empty, 7, ~FILE_A);
}

ROEK_INLINE uint64_t unleap(uint64_t set) {
    uint64_t one = (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
    uint64_t two = (set & ~(FILE_A | FILE_A << 1)) >> 2 | (set & ~(FILE_H | FILE_H >> 1)) << 2;
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* Handles `count` words with men on `fixed`; with 64 words, word i has another man on square i. */
static void unmove_words(Role role, const uint64_t *set, int count, Bitboard fixed, uint64_t *out) {
    uint64_t other_man = count > 1;
    for (int i = 0; i < count && role == KNIGHT; i++) out[i] |= unleap(set[i]);
    for (int i = 0; i < count && (role == ROOK || role == QUEEN); i++)
        out[i] |= unslide_straight(set[i], ~(fixed | other_man << i));
    for (int i = 0; i < count && (role == BISHOP || role == QUEEN); i++)
        out[i] |= unslide_diagonal(set[i], ~(fixed | other_man << i));
}

static void unmove_last(const PlacementShape *shape, Bitboard kings, const uint64_t *set,
                        const uint64_t *wanted, uint64_t *out) {
    int row = shape->men > 1 ? 64 : 1;
    for (int at = 0; at < shape->words; at += row) {
        Bitboard fixed = shape->men > 2 ? kings | bit(at / 64) : kings;
        if (has_any(set + at, row) && is_missing(wanted + at, out + at, row))
            unmove_words(shape->role[shape->men - 1], set + at, row, fixed, out + at);
    }
}

static void unmove_man(const PlacementShape *shape, int man, Bitboard kings, const uint64_t *set,
                       const uint64_t *wanted, uint64_t *out) {
    if (man == shape->men - 1)
        unmove_last(shape, kings, set, wanted, out);
    else if (man == 1)
        unmove_second(shape->role[man], kings, set, wanted, out);
    else if (shape->men == 3)
        unmove_rows(&(UnmoveRows){set, out, A1, kings}, 64, shape->role[man]);
    else
        unmove_rows(&(UnmoveRows){set, out, NO_SQUARE, kings}, 1, shape->role[man]);
}

void placement_set_unmoves(const PlacementShape *shape, Color turn, const Square king[2],
                           const uint64_t *set, const uint64_t *wanted, uint64_t *out) {
    Bitboard kings = bit(king[WHITE]) | bit(king[BLACK]);
    for (int man = 0; man < shape->men; man++)
        if (shape->color[man] == turn && is_missing(wanted, out, shape->words))
            unmove_man(shape, man, kings, set, wanted, out);
}

// --- mirrored files ---

ROEK_INLINE uint64_t mirror_files(uint64_t b) {
    b = (b >> 1 & 0x5555555555555555ull) | (b & 0x5555555555555555ull) << 1;
    b = (b >> 2 & 0x3333333333333333ull) | (b & 0x3333333333333333ull) << 2;
    return (b >> 4 & 0x0f0f0f0f0f0f0f0full) | (b & 0x0f0f0f0f0f0f0f0full) << 4;
}

void placement_set_mirror(const PlacementShape *shape, const uint64_t *set, uint64_t *out) {
    int flip = shape->words == 1 ? 0 : shape->words == 64 ? 7 : 7 * 64 + 7;
    bool last_moves = shape->men > 0; // without men only bit 0 is used
    for (int i = 0; i < shape->words; i++)
        out[i] = last_moves ? mirror_files(set[i ^ flip]) : set[i];
}

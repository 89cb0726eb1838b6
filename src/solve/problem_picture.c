// SPDX-License-Identifier: MIT
#include "roek/solve/problem_picture.h"

#include <stdlib.h>
#include <string.h>

/* Beyond so many moves a piece is taken to be anywhere it could ever be. */
enum { FAR_MOVES = 7, LIST_MAX = 48, ROLE_KINDS = 7, BLACK_PAWN = 6 };

enum { ARMIES = 1 << 16, POOL_WORDS = 1 << 22, SPREAD_LIMIT = 3 };

/* Sets of covered squares, none of them part of another. */
typedef struct {
    int count;
    Bitboard items[LIST_MAX];
} Covers;

/* What one side's pieces can do around each king's square: filled in as it is asked for. */
typedef struct {
    uint64_t key;      // of the pieces and the moves they have; 0: free
    uint32_t list[64]; // by K: where its sets begin in the pool (their number first); 0: unknown
} Army;

struct Pictures {
    Army *armies;
    uint64_t *pool;
    uint32_t used; // words of the pool
    int crowd;     // armies known
    // by kind of piece, moves, from, K: where the sets of a single piece begin; 0: unknown
    uint32_t (*single)[FAR_MOVES + 1][64][64];
};

Pictures *pictures_new(void) {
    Pictures *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->armies = calloc(ARMIES, sizeof *p->armies);
    p->pool = malloc(POOL_WORDS * sizeof *p->pool);
    p->single = calloc(ROLE_KINDS, sizeof *p->single);
    p->used = 1;
    if (p->armies && p->pool && p->single) return p;
    pictures_free(p);
    return NULL;
}

void pictures_free(Pictures *p) {
    if (!p) return;
    free(p->armies);
    free(p->pool);
    free(p->single);
    free(p);
}

static void forget_everything(Pictures *p) {
    memset(p->armies, 0, ARMIES * sizeof *p->armies);
    memset(p->single, 0, ROLE_KINDS * sizeof *p->single);
    p->used = 1;
    p->crowd = 0;
}

static Bitboard zone_of(Square king) {
    return KING_ATTACKS[king] | bit(king);
}

/* ------------------------------------------------------------------ sets of covered squares */

/* Adds a set unless another holds it; those it holds go.  A list that is full takes the new set
 * together with its last: more than can be covered, never less. */
static void covers_add(Covers *list, Bitboard set) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if ((set & ~list->items[i]) == 0) return;
    for (int i = 0; i < list->count; i++)
        if (list->items[i] & ~set) list->items[kept++] = list->items[i];
    list->count = kept;
    if (kept == LIST_MAX) {
        set |= list->items[--list->count];
        covers_add(list, set);
    } else {
        list->items[list->count++] = set;
    }
}

static uint32_t pool_put(Pictures *p, const Covers *list) {
    uint32_t at = p->used;
    p->pool[at] = (uint64_t)list->count;
    memcpy(p->pool + at + 1, list->items, (size_t)list->count * sizeof *list->items);
    p->used += 1 + (uint32_t)list->count;
    return at;
}

/* ------------------------------------------------------------------ one piece */

static Color pawn_color(int kind) {
    return kind == BLACK_PAWN ? BLACK : WHITE;
}

static bool is_pawn(int kind) {
    return kind == PAWN || kind == BLACK_PAWN;
}

/* What a piece attacks on the empty board. */
static Bitboard open_attacks(int kind, Square s) {
    return is_pawn(kind) ? PAWN_ATTACKS[pawn_color(kind)][s] : role_attacks((Role)kind, s, 0);
}

/* Where a pawn can be after a move, captures allowed everywhere. */
static Bitboard pawn_steps(Color c, Square s) {
    Bitboard step = shift_forward(c, bit(s));
    if (bit(s) & rank_mask(c, 1)) step |= shift_forward(c, step);
    return step | PAWN_ATTACKS[c][s];
}

static Bitboard open_steps(int kind, Square s) {
    return is_pawn(kind) ? pawn_steps(pawn_color(kind), s) : open_attacks(kind, s);
}

static void single_add(Covers *list, int kind, Square from, int moves, Square king);

static void add_promotions(Covers *list, Square at, int moves, Square king) {
    single_add(list, QUEEN, at, moves, king);
    single_add(list, KNIGHT, at, moves, king);
}

/* Everything a piece on `from` can cover of K's surroundings with so many moves. */
static void single_add(Covers *list, int kind, Square from, int moves, Square king) {
    Bitboard here = bit(from), seen = 0;
    Bitboard edge = is_pawn(kind) ? rank_mask(pawn_color(kind), 7) : 0;
    for (int left = moves;; left--) {
        Bitboard next = 0, fresh = here & ~seen & ~edge, goals = here & ~seen & edge;
        seen |= here;
        FOR_EACH_SQUARE(s, goals) add_promotions(list, s, left, king);
        FOR_EACH_SQUARE(s, fresh) {
            // a piece on K itself will have been taken there
            covers_add(list, s != king ? open_attacks(kind, s) & zone_of(king) : 0);
            next |= open_steps(kind, s);
        }
        if (left == 0 || !next) return;
        here = next;
    }
}

static const uint64_t *single_covers(Pictures *p, int kind, Square from, int moves, Square king) {
    if (moves > FAR_MOVES) moves = FAR_MOVES;
    uint32_t *at = &p->single[kind][moves][from][king];
    if (!*at) {
        Covers list = {0};
        single_add(&list, kind, from, moves, king);
        *at = pool_put(p, &list);
    }
    return p->pool + *at;
}

/* ------------------------------------------------------------------ all pieces of a side */

typedef struct {
    int count;
    struct {
        int kind;
        Square from;
    } items[64];
} Pieces;

static Pieces pieces_of(const Board *b, Color us) {
    Pieces out = {0};
    for (Role role = PAWN; role <= KING; role++) {
        Bitboard set = board_pieces(b, us, role);
        FOR_EACH_SQUARE(s, set) {
            out.items[out.count].kind = role == PAWN && us == BLACK ? BLACK_PAWN : (int)role;
            out.items[out.count++].from = s;
        }
    }
    return out;
}

/* Every set of the list joined with every set of the piece. */
static void join(Covers *out, const Covers *list, const uint64_t *piece) {
    for (int i = 0; i < list->count; i++)
        for (uint64_t k = 1; k <= piece[0]; k++) covers_add(out, list->items[i] | piece[k]);
}

/* The sets all pieces together can cover with so many moves: piece after piece, for every number of
 * moves those before it have used. */
static void army_covers(Pictures *p, const Pieces *pieces, int moves, Square king, Covers *out) {
    Covers by_moves[FAR_MOVES + 1];
    for (int m = 0; m <= moves; m++) by_moves[m] = (Covers){.count = 1, .items = {0}};
    for (int i = 0; i < pieces->count; i++) {
        for (int m = moves; m >= 0; m--) {
            Covers joined = {0};
            for (int own = 0; own <= m; own++)
                join(&joined, &by_moves[m - own],
                     single_covers(p, pieces->items[i].kind, pieces->items[i].from, own, king));
            by_moves[m] = joined;
        }
    }
    out->count = 0;
    for (int i = 0; i < by_moves[moves].count; i++)
        if (by_moves[moves].items[i] & bit(king))
            out->items[out->count++] = by_moves[moves].items[i];
}

static uint64_t army_key(const Board *b, Color us, int moves) {
    uint64_t key = (uint64_t)(moves + 1) * 2 + us;
    for (Role role = PAWN; role <= KING; role++) {
        key = (key ^ board_pieces(b, us, role)) * 0x9e3779b97f4a7c15u;
        key ^= key >> 29;
    }
    return key | 1;
}

/* The entry of these pieces; everything is forgotten when there are too many. */
static Army *find_army(Pictures *p, const Board *b, Color us, int moves) {
    uint64_t key = army_key(b, us, moves);
    if (p->crowd > ARMIES / 2 || p->used > POOL_WORDS / 2) forget_everything(p);
    for (uint64_t i = key >> 32;; i++) {
        Army *army = &p->armies[i % ARMIES];
        if (army->key == key) return army;
        if (army->key) continue;
        army->key = key;
        p->crowd++;
        return army;
    }
}

static const uint64_t *covers_around(Pictures *p, Army *army, const Board *b, Color us, int moves,
                                     Square king) {
    if (!army->list[king]) {
        Pieces pieces = pieces_of(b, us);
        Covers list;
        army_covers(p, &pieces, moves, king, &list);
        army->list[king] = pool_put(p, &list);
    }
    return p->pool + army->list[king];
}

/* ------------------------------------------------------------------ the king's own side */

/* Squares that pieces other than the king can reach with so many moves. */
static Bitboard blockers_reach(const Board *b, Color us, int moves) {
    Bitboard all = 0;
    Bitboard movers = b->color[us] & ~b->role[KING];
    if (moves >= SPREAD_LIMIT) return movers ? ~0ull : 0;
    for (Role role = PAWN; role < KING; role++) {
        int kind = role == PAWN && us == BLACK ? BLACK_PAWN : (int)role;
        Bitboard set = board_pieces(b, us, role);
        for (int m = 0; m < moves; m++) {
            Bitboard next = 0, from = set;
            FOR_EACH_SQUARE(s, from) next |= open_steps(kind, s);
            if (role == PAWN && next & (RANK_1 | RANK_8) && m + 1 < moves) return ~0ull;
            set |= next;
        }
        all |= set;
    }
    return all;
}

/* The victim's means: what stands beside squares already, and what can come. */
typedef struct {
    Square king;
    Bitboard stand;                   // own pieces, the king aside
    Bitboard reach[SPREAD_LIMIT + 1]; // by moves
} Blocks;

static Blocks blocks_of(const Board *b, Color us, int own) {
    Blocks blocks = {.king = board_king(b, us), .stand = b->color[us] & ~b->role[KING]};
    for (int m = 1; m <= SPREAD_LIMIT && m <= own; m++) blocks.reach[m] = blockers_reach(b, us, m);
    return blocks;
}

/* Can own pieces take all the missing squares with so many moves? */
static bool can_block(const Blocks *blocks, Bitboard missing, int moves) {
    int count = popcount(missing);
    if (count == 0) return true;
    if (count > moves) return false;
    int each = moves - count + 1;
    return !(missing & ~blocks->reach[each < SPREAD_LIMIT ? each : SPREAD_LIMIT]);
}

static bool possible_at(const Blocks *blocks, const uint64_t *covers, Square king, int own) {
    Bitboard open = KING_ATTACKS[king] & ~blocks->stand;
    int left = own - king_distance(blocks->king, king);
    for (uint64_t i = 1; i <= covers[0]; i++)
        if (can_block(blocks, open & ~covers[i], left)) return true;
    return false;
}

bool pictures_possible(Pictures *p, const Board *b, Color victim, int own, int attacks) {
    // castling moves two pieces at once, and far
    if (b->castling || attacks > FAR_MOVES) return true;
    Color us = other(victim);
    Army *army = find_army(p, b, us, attacks);
    Blocks blocks = blocks_of(b, victim, own);
    Bitboard kings = bit(blocks.king);
    for (int step = 0; step < own && step < FAR_MOVES; step++) kings = king_step(kings);
    FOR_EACH_SQUARE(king, kings) {
        const uint64_t *covers = covers_around(p, army, b, us, attacks, king);
        if (possible_at(&blocks, covers, king, own)) return true;
    }
    return false;
}

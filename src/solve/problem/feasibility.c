// SPDX-License-Identifier: MIT
#include "solve/problem/feasibility.h"

#include "base/hash.h"
#include "core/zobrist.h"
#include "solve/mate/mate_node.h"

#include <stdlib.h>
#include <string.h>

/* With more moves than this a piece is assumed to reach every square it could ever reach. */
enum { MOVES_CAP = 7, LIST_MAX = 96, ROLE_KINDS = 7, BLACK_PAWN = 6 };

/* ENTRY_WORDS: words of the pool per cache entry. LEARN_WORDS: the most that learn_covers() needs
 * for one square K. */
enum { ENTRY_WORDS = 64, LEARN_WORDS = 64 * (MOVES_CAP + 1) * (2 * LIST_MAX + 1) + LIST_MAX + 1 };

/* Fixed lists at the start of the pool: EVERYTHING has one set with all squares, for when the pool
 * is full. */
enum { EVERYTHING = 1, POOL_FIRST = 3 };

/* FeasibilityEntry.least holds values plus one, so that a cleared entry means UNKNOWN. */
enum { UNKNOWN = 0, NEVER = 100 };

/* Squares around K that are covered, and those on which the covering pieces stand. Another piece
 * must cover the latter in the mate, or else the king captures there. */
typedef struct {
    Bitboard covered, stands;
} CoveredSquares;

/* A list of covers, none of which is dominated by another. */
typedef struct {
    int count;
    CoveredSquares items[LIST_MAX];
} CoverList;

/* A cache entry: what one side's pieces can cover around each square K; filled in on demand. */
struct FeasibilityEntry {
    Key key;           // of the pieces and the number of moves; 0: free slot
    uint8_t least[64]; // per K: the fewest uncovered squares beside it; UNKNOWN or …
    uint32_t list[64]; // … the index of its sets in the pool (their number first)
};

struct Feasibility {
    bool check;          // the king must be attacked, too
    size_t entries_room; // number of slots, a power of two
    FeasibilityEntry *entries;
    uint64_t *pool;
    size_t pool_words;
    uint32_t used;       // words used in the pool
    size_t entries_used; // number of entries
    // by kind of piece, moves, from, K: the index of the sets of a single piece; 0: unknown
    uint32_t (*piece_covers)[MOVES_CAP + 1][64][64];
    // by kind of piece, from, to: the fewest moves on the empty board
    uint8_t distance[ROLE_KINDS][64][64];
};

void feasibility_free(Feasibility *f) {
    if (!f) return;
    free(f->entries);
    free(f->pool);
    free(f->piece_covers);
    free(f);
}

static void clear_cache(Feasibility *f) {
    memset(f->entries, 0, f->entries_room * sizeof *f->entries);
    memset(f->piece_covers, 0, ROLE_KINDS * sizeof *f->piece_covers);
    f->used = POOL_FIRST;
    f->entries_used = 0;
}

void feasibility_set_check_needed(Feasibility *f, bool check) {
    if (f->check != check) clear_cache(f);
    f->check = check;
}

static Bitboard zone_of(Square king) {
    return KING_ATTACKS[king] | bit(king);
}

// --- sets of covered squares ---

static bool is_no_better(CoveredSquares a, CoveredSquares b) {
    return !(a.covered & ~b.covered) && !(b.stands & ~a.stands);
}

/* Adds a cover unless another dominates it, and removes those that it dominates. A full list merges
 * the new cover with its last one: the result may cover more than is possible, never less. */
static void covers_add(CoverList *list, CoveredSquares new) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (is_no_better(new, list->items[i])) return;
    for (int i = 0; i < list->count; i++)
        if (!is_no_better(list->items[i], new)) list->items[kept++] = list->items[i];
    list->count = kept;
    if (kept == LIST_MAX) {
        CoveredSquares last = list->items[--list->count];
        covers_add(list, (CoveredSquares){new.covered | last.covered, new.stands &last.stands});
    } else {
        list->items[list->count++] = new;
    }
}

/* Stores the number of covers, then both sets of each. */
static uint32_t pool_put(Feasibility *f, const CoverList *list) {
    uint32_t at = f->used;
    uint64_t *words = f->pool + at;
    *words++ = (uint64_t)list->count;
    for (int i = 0; i < list->count; i++) {
        *words++ = list->items[i].covered;
        *words++ = list->items[i].stands;
    }
    f->used = (uint32_t)(words - f->pool);
    return at;
}

/* Stores the number of covers, then the covered squares of each. */
static uint32_t pool_put_covered(Feasibility *f, const CoverList *list) {
    uint32_t at = f->used;
    uint64_t *words = f->pool + at;
    *words++ = (uint64_t)list->count;
    for (int i = 0; i < list->count; i++) *words++ = list->items[i].covered;
    f->used = (uint32_t)(words - f->pool);
    return at;
}

// --- one piece ---

static Color pawn_color(int kind) {
    return kind == BLACK_PAWN ? BLACK : WHITE;
}

static bool is_pawn(int kind) {
    return kind == PAWN || kind == BLACK_PAWN;
}

/* The squares that a piece attacks on the empty board. */
static Bitboard open_attacks(int kind, Square s) {
    return is_pawn(kind) ? PAWN_ATTACKS[pawn_color(kind)][s] : role_attacks((Role)kind, s, 0);
}

/* The squares a pawn can reach in one move, if captures are possible everywhere. */
static Bitboard pawn_steps(Color c, Square s) {
    Bitboard step = shift_forward(c, bit(s));
    if (bit(s) & rank_mask(c, 1)) step |= shift_forward(c, step);
    return step | PAWN_ATTACKS[c][s];
}

static Bitboard open_steps(int kind, Square s) {
    return is_pawn(kind) ? pawn_steps(pawn_color(kind), s) : open_attacks(kind, s);
}

static void piece_covers_add(CoverList *list, int kind, Square from, int moves, Square king);

static void add_promotions(CoverList *list, Square at, int moves, Square king) {
    piece_covers_add(list, QUEEN, at, moves, king);
    piece_covers_add(list, KNIGHT, at, moves, king);
}

/* Adds what a piece on `from` can cover around K with exactly `moves` moves. */
static void piece_covers_add(CoverList *list, int kind, Square from, int moves, Square king) {
    Bitboard squares_here = bit(from), seen = 0;
    Bitboard edge = is_pawn(kind) ? rank_mask(pawn_color(kind), 7) : 0;
    for (int left = moves; squares_here; left--) {
        Bitboard next = 0, fresh = squares_here & ~edge, goals = squares_here & edge;
        seen |= squares_here;
        FOR_EACH_SQUARE(s, goals) add_promotions(list, s, left, king);
        FOR_EACH_SQUARE(s, fresh) {
            CoveredSquares cover = {open_attacks(kind, s) & zone_of(king), bit(s) & zone_of(king)};
            if (left == 0 && s != king && cover.covered) covers_add(list, cover);
            next |= open_steps(kind, s);
        }
        if (left == 0) return;
        squares_here = next & ~seen;
    }
}

static const uint64_t *piece_covers_of(Feasibility *f, int kind, Square from, int moves,
                                       Square king) {
    if (moves > MOVES_CAP) moves = MOVES_CAP;
    uint32_t *at = &f->piece_covers[kind][moves][from][king];
    if (!*at) {
        CoverList list;
        list.count = moves == 0;
        list.items[0] = (CoveredSquares){0, 0}; // the piece may have been captured
        piece_covers_add(&list, kind, from, moves, king);
        *at = pool_put(f, &list);
    }
    return f->pool + *at;
}

// --- all pieces of a side ---

typedef struct {
    int count;
    struct {
        int kind;
        Square from;
    } items[64];
} PieceList;

static int kind_of(Color us, Role role) {
    return role == PAWN && us == BLACK ? BLACK_PAWN : (int)role;
}

static PieceList pieces_of(const Board *b, Color us) {
    PieceList out = {0};
    for (Role role = PAWN; role <= KING; role++) {
        Bitboard set = board_pieces(b, us, role);
        FOR_EACH_SQUARE(s, set) {
            out.items[out.count].kind = kind_of(us, role);
            out.items[out.count++].from = s;
        }
    }
    return out;
}

/* Joins every set of the list with every set of the piece. */
static void join(CoverList *out, const CoverList *list, const uint64_t *piece) {
    for (int i = 0; i < list->count; i++)
        for (uint64_t k = 0; k < piece[0]; k++)
            covers_add(out, (CoveredSquares){list->items[i].covered | piece[1 + 2 * k],
                                             list->items[i].stands | piece[2 + 2 * k]});
}

/* The sets that all pieces together can cover with `moves` moves. Adds one piece after another, for
 * every number of moves used so far (dynamic programming). */
static void side_covers(Feasibility *f, const PieceList *pieces, int moves, Square king,
                        CoverList *out) {
    CoverList by_moves[MOVES_CAP + 1];
    for (int m = 0; m <= moves; m++)
        by_moves[m].count = 1, by_moves[m].items[0] = (CoveredSquares){0, 0};
    for (int i = 0; i < pieces->count; i++) {
        for (int m = moves; m >= 0; m--) {
            CoverList joined;
            joined.count = 0;
            for (int own = 0; own <= m; own++)
                join(&joined, &by_moves[m - own],
                     piece_covers_of(f, pieces->items[i].kind, pieces->items[i].from, own, king));
            by_moves[m] = joined;
        }
    }
    out->count = 0;
    for (int i = 0; i < by_moves[moves].count; i++) {
        CoveredSquares cover = by_moves[moves].items[i];
        bool checks = cover.covered & bit(king) || !f->check;
        if (checks && !(cover.stands & ~cover.covered))
            covers_add(out, (CoveredSquares){cover.covered & ~bit(king), 0});
    }
}

/* A key of the pieces alone, so that a move changes it by two XORs. */
static Key side_key(const Board *b, Color us) {
    Key key = 0;
    for (Role role = PAWN; role <= KING; role++) {
        Bitboard set = board_pieces(b, us, role);
        FOR_EACH_SQUARE(s, set) key ^= ZOBRIST_PIECE[piece_of(us, role)][s];
    }
    return key;
}

static Key entry_key(Key pieces, int moves) {
    return hash_salt(pieces, (uint64_t)(moves + 1), HASH_GOLDEN) | 1;
}

/* Finds or creates the entry of these pieces with `moves` moves. When the cache is full it is
 * cleared, so entries found earlier may then belong to other pieces. */
static FeasibilityEntry *find_entry(Feasibility *f, Key pieces, int moves) {
    Key key = entry_key(pieces, moves);
    if (f->entries_used > f->entries_room / 2 || f->used > f->pool_words - 2 * LEARN_WORDS)
        clear_cache(f);
    for (uint64_t i = key >> 32;; i++) {
        FeasibilityEntry *entry = &f->entries[i & (f->entries_room - 1)];
        if (entry->key == key) return entry;
        if (entry->key) continue;
        entry->key = key;
        f->entries_used++;
        return entry;
    }
}

/* The pieces of one side after one of its moves (NO_MOVE: without a move), and the moves it has. */
typedef struct {
    const Board *b;
    Color us;
    Move move;
    int moves;
} SideMoves;

ROEK_NOINLINE void learn_covers(Feasibility *f, FeasibilityEntry *entry, const SideMoves *side,
                                Square king) {
    if (f->used > f->pool_words - LEARN_WORDS) {
        entry->list[king] = EVERYTHING;
        entry->least[king] = 1;
        return;
    }
    Board b = board_copy(side->b);
    if (side->move)
        board_play_role(&b, side->us, board_role_at(&b, move_from(side->move)), side->move);
    PieceList pieces = pieces_of(&b, side->us);
    CoverList list;
    side_covers(f, &pieces, side->moves, king, &list);
    entry->list[king] = pool_put_covered(f, &list);
    entry->least[king] = NEVER;
    for (int i = 0; i < list.count; i++) {
        int missing = popcount(KING_ATTACKS[king] & ~list.items[i].covered);
        if (missing + 1 < entry->least[king]) entry->least[king] = (uint8_t)(missing + 1);
    }
}

// --- the king's own side ---

/* The squares after one more move of a piece; pawns on the last rank become any piece
 * (`promoted`). */
static Bitboard one_more_move(int kind, Bitboard from, Bitboard promoted, Bitboard *promoted_next) {
    Bitboard next = 0;
    FOR_EACH_SQUARE(s, from) next |= open_steps(kind, s);
    *promoted_next = promoted;
    FOR_EACH_SQUARE(s, promoted)
    *promoted_next |= KNIGHT_ATTACKS[s] | open_attacks(QUEEN, s);
    return next;
}

static void measure_from(Feasibility *f, int kind, Square from) {
    Bitboard edge = is_pawn(kind) ? rank_mask(pawn_color(kind), 7) : 0;
    Bitboard squares_here = bit(from), promoted = 0, seen = 0;
    memset(f->distance[kind][from], NEVER, sizeof f->distance[kind][from]);
    for (uint8_t moves = 0; (squares_here | promoted) & ~seen; moves++) {
        Bitboard fresh = (squares_here | promoted) & ~seen;
        seen |= fresh;
        FOR_EACH_SQUARE(s, fresh) f->distance[kind][from][s] = moves;
        promoted |= squares_here & edge;
        squares_here = one_more_move(kind, squares_here & ~edge, promoted, &promoted);
    }
}

static void measure_distances(Feasibility *f) {
    for (int kind = 0; kind < ROLE_KINDS; kind++)
        for (Square s = A1; s <= H8; s++) measure_from(f, kind, s);
}

Feasibility *feasibility_new(size_t entries) {
    Feasibility *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->check = true;
    f->entries_room = entries;
    f->pool_words = entries * ENTRY_WORDS + 2 * LEARN_WORDS;
    f->entries = calloc(f->entries_room, sizeof *f->entries);
    f->pool = malloc(f->pool_words * sizeof *f->pool);
    f->piece_covers = calloc(ROLE_KINDS, sizeof *f->piece_covers);
    if (!f->entries || !f->pool || !f->piece_covers) {
        feasibility_free(f);
        return NULL;
    }
    f->pool[EVERYTHING] = 1;
    f->pool[EVERYTHING + 1] = ~0ull;
    f->used = POOL_FIRST;
    measure_distances(f);
    return f;
}

static SelfBlocks blocks_of(const Board *b, Color us) {
    SelfBlocks blocks;
    blocks.king = board_king(b, us);
    blocks.squares = b->color[us] & ~b->role[KING];
    blocks.count = 0;
    Bitboard pieces = blocks.squares;
    FOR_EACH_SQUARE(s, pieces) {
        blocks.pieces[blocks.count].kind = (uint8_t)kind_of(us, board_role_at(b, s));
        blocks.pieces[blocks.count++].at = (uint8_t)s;
    }
    return blocks;
}

/* Squares that must be blocked, each by a different piece. */
typedef struct {
    const Feasibility *f;
    const SelfBlocks *blocks;
    Bitboard wanted;
} BlockAssignment;

/* Can the unused pieces block the missing squares with `moves` moves? A piece that leaves a wanted
 * square for another must be replaced. */
static bool can_assign(const BlockAssignment *a, Bitboard missing, uint64_t used, int moves) {
    int count = popcount(missing);
    if (count == 0) return true;
    if (count > moves) return false;
    Square to = first_square(missing);
    for (int i = 0; i < a->blocks->count; i++) {
        if (used >> i & 1) continue;
        Square at = a->blocks->pieces[i].at;
        int cost = a->f->distance[a->blocks->pieces[i].kind][at][to];
        if (cost > moves - count + 1) continue;
        Bitboard left = (missing & ~bit(to)) | (a->wanted & bit(at));
        if (can_assign(a, left, used | 1ull << i, moves - cost)) return true;
    }
    return false;
}

static bool can_block(const Feasibility *f, const SelfBlocks *blocks, Bitboard wanted, int moves) {
    Bitboard missing = wanted & ~blocks->squares;
    if (!missing) return true;
    if (popcount(missing) > moves || popcount(wanted) > blocks->count) return false;
    BlockAssignment a = {f, blocks, wanted};
    return can_assign(&a, missing, 0, moves);
}

static bool possible_at(const Feasibility *f, const SelfBlocks *blocks, const uint64_t *covers,
                        Square king, int own) {
    int left = own - king_distance(blocks->king, king);
    for (uint64_t i = 1; i <= covers[0]; i++)
        if (can_block(f, blocks, KING_ATTACKS[king] & ~covers[i], left)) return true;
    return false;
}

/* Combines both sides: is there a square where the king could be mated? */
static bool sides_fit(Feasibility *f, const SelfBlocks *blocks, FeasibilityEntry *entry,
                      const SideMoves *side, int own) {
    Bitboard kings = bit(blocks->king);
    for (int step = 0; step < own && step < MOVES_CAP; step++) kings = king_step(kings);
    FOR_EACH_SQUARE(king, kings) {
        if (entry->least[king] == UNKNOWN) learn_covers(f, entry, side, king);
        int blocked = popcount(KING_ATTACKS[king] & blocks->squares);
        if (entry->least[king] - 1 - blocked > own - king_distance(blocks->king, king)) continue;
        if (possible_at(f, blocks, f->pool + entry->list[king], king, own)) return true;
    }
    return false;
}

/* Positions the test does not support: castling moves two pieces at once. */
static bool is_unsupported(const Board *b, int attacks) {
    return b->castling || attacks > MOVES_CAP;
}

bool feasibility_is_possible(Feasibility *f, const Board *b, Color victim, int own, int attacks) {
    if (is_unsupported(b, attacks)) return true;
    Color us = other(victim);
    FeasibilityEntry *entry = find_entry(f, side_key(b, us), attacks);
    SelfBlocks blocks = blocks_of(b, victim);
    SideMoves side = {b, us, NO_MOVE, attacks};
    return sides_fit(f, &blocks, entry, &side, own);
}

// --- after a move ---

/* Adds the target squares of the victim's useful moves for a mate on K. If the mate needs every
 * move left, only moves to the missing squares are useful. With a move to spare, any move may
 * be. */
static void add_useful_targets(MoveFeasibility *mf, const uint64_t *covers, Square king) {
    const SelfBlocks *blocks = &mf->blocks;
    int left = mf->own + 1 - king_distance(blocks->king, king);
    for (uint64_t i = 1; i <= covers[0] && mf->useful_targets != ~0ull; i++) {
        Bitboard wanted = KING_ATTACKS[king] & ~covers[i], missing = wanted & ~blocks->squares;
        if (!can_block(mf->feasibility, blocks, wanted, left)) continue;
        bool spare = popcount(missing) < left;
        mf->useful_targets |= spare ? ~0ull : missing;
    }
}

/* The entry of the mating side; found again if the cache was cleared meanwhile. */
static FeasibilityEntry *attackers_entry(MoveFeasibility *mf) {
    if (mf->entry->key != entry_key(mf->side_key, mf->attacks))
        mf->entry = find_entry(mf->feasibility, mf->side_key, mf->attacks);
    return mf->entry;
}

static void find_useful_targets(MoveFeasibility *mf) {
    SideMoves side = {mf->b, other(mf->victim), NO_MOVE, mf->attacks};
    Bitboard kings = bit(mf->blocks.king);
    mf->useful_targets = 0;
    for (int step = 0; step <= mf->own && step < MOVES_CAP; step++) kings = king_step(kings);
    FOR_EACH_SQUARE(king, kings) {
        if (mf->useful_targets == ~0ull) return;
        if (mf->entry->least[king] == UNKNOWN)
            learn_covers(mf->feasibility, mf->entry, &side, king);
        add_useful_targets(mf, mf->feasibility->pool + mf->entry->list[king], king);
    }
}

void move_feasibility_init(MoveFeasibility *mf, Feasibility *feasibility, const Board *b,
                           Color victim, Color mover, int own, int attacks) {
    mf->feasibility = feasibility; // field by field: not all fields are needed
    mf->b = b;
    mf->victim = victim;
    mf->mover = mover;
    mf->own = own;
    mf->attacks = attacks;
    if (is_unsupported(b, attacks)) return;
    mf->blocks = blocks_of(b, victim);
    mf->side_key = side_key(b, other(victim));
    if (mover != victim) return;
    mf->entry = find_entry(feasibility, mf->side_key, attacks);
    find_useful_targets(mf);
}

/* Is this neither a capture nor a promotion nor another special move? */
static bool is_simple(const MoveFeasibility *mf, Move move) {
    return move_kind(move) <= MOVE_DOUBLE_STEP && !(board_occupied(mf->b) & bit(move_to(move)));
}

static bool after_playing(MoveFeasibility *mf, Move move) {
    Board next = board_copy(mf->b);
    board_play_role(&next, mf->mover, board_role_at(mf->b, move_from(move)), move);
    return feasibility_is_possible(mf->feasibility, &next, mf->victim, mf->own, mf->attacks);
}

static bool after_attack(MoveFeasibility *mf, Move move) {
    Role role = board_role_at(mf->b, move_from(move));
    const uint64_t *keys = ZOBRIST_PIECE[piece_of(mf->mover, role)];
    Key key = mf->side_key ^ keys[move_from(move)] ^ keys[move_to(move)];
    SideMoves side = {mf->b, mf->mover, move, mf->attacks};
    FeasibilityEntry *entry = find_entry(mf->feasibility, key, mf->attacks);
    return sides_fit(mf->feasibility, &mf->blocks, entry, &side, mf->own);
}

static void move_block(SelfBlocks *blocks, Square from, Square to) {
    blocks->squares ^= bit(from) ^ bit(to);
    for (int i = 0; i < blocks->count; i++)
        if (blocks->pieces[i].at == from) blocks->pieces[i].at = (uint8_t)to;
}

static bool after_own_move(MoveFeasibility *mf, Move move) {
    Square from = move_from(move), to = move_to(move), king = mf->blocks.king;
    SideMoves side = {mf->b, other(mf->victim), NO_MOVE, mf->attacks};
    if (from == king)
        mf->blocks.king = to;
    else
        move_block(&mf->blocks, from, to);
    bool fit = sides_fit(mf->feasibility, &mf->blocks, attackers_entry(mf), &side, mf->own);
    if (from == king)
        mf->blocks.king = king;
    else
        move_block(&mf->blocks, to, from);
    return fit;
}

bool move_feasibility_allows(MoveFeasibility *mf, Move move) {
    if (is_unsupported(mf->b, mf->attacks)) return true;
    if (mf->mover == mf->victim && !(mf->useful_targets & bit(move_to(move))) &&
        move_from(move) != mf->blocks.king)
        return false;
    if (!is_simple(mf, move)) return after_playing(mf, move);
    if (mf->mover != mf->victim) return after_attack(mf, move);
    return after_own_move(mf, move);
}

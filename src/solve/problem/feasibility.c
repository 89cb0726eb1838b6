// SPDX-License-Identifier: MIT
#include "solve/problem/feasibility.h"

#include "core/zobrist.h"
#include "solve/mate/mate_node.h"

#include <stdlib.h>
#include <string.h>

/* Beyond so many moves a piece is taken to be anywhere it could ever be. */
enum { FAR_MOVES = 7, LIST_MAX = 96, ROLE_KINDS = 7, BLACK_PAWN = 6 };

/* Words of memory for each army there is room for, and what learning about one K takes at most. */
enum { ARMY_WORDS = 64, LEARN_WORDS = 64 * (FAR_MOVES + 1) * (2 * LIST_MAX + 1) + LIST_MAX + 1 };

/* In the pool: a list with one set that holds everything, for when there is no room to learn. */
enum { EVERYTHING = 1, POOL_FIRST = 3 };

/* The entries of Army.least are one higher, so that a cleared one knows nothing. */
enum { UNKNOWN = 0, NEVER = 100 };

/* Squares around K that are covered, and those on which the covering pieces stand themselves: these
 * have to be covered by others in the end, or the king takes there. */
typedef struct {
    Bitboard covered, stands;
} Cover;

/* Covers of which none does what another does as well. */
typedef struct {
    int count;
    Cover items[LIST_MAX];
} Covers;

/* What one side's pieces can do around each king's square: filled in as it is asked for. */
struct Army {
    Key key;           // of the pieces and the moves they have; 0: free
    uint8_t least[64]; // by K: squares beside it that cannot be covered, at least; UNKNOWN or …
    uint32_t list[64]; // … where its sets begin in the pool (their number first)
};

struct Pictures {
    bool check;  // the king has to be attacked, too
    size_t room; // armies there is room for, a power of two
    Army *armies;
    uint64_t *pool;
    size_t pool_words;
    uint32_t used; // words of the pool
    size_t crowd;  // armies known
    // by kind of piece, moves, from, K: where the sets of a single piece begin; 0: unknown
    uint32_t (*single)[FAR_MOVES + 1][64][64];
    // by kind of piece, from, to: the fewest moves on the empty board
    uint8_t distance[ROLE_KINDS][64][64];
};

void pictures_free(Pictures *p) {
    if (!p) return;
    free(p->armies);
    free(p->pool);
    free(p->single);
    free(p);
}

static void forget_everything(Pictures *p) {
    memset(p->armies, 0, p->room * sizeof *p->armies);
    memset(p->single, 0, ROLE_KINDS * sizeof *p->single);
    p->used = POOL_FIRST;
    p->crowd = 0;
}

void pictures_want(Pictures *p, bool check) {
    if (p->check != check) forget_everything(p);
    p->check = check;
}

static Bitboard zone_of(Square king) {
    return KING_ATTACKS[king] | bit(king);
}

/* ------------------------------------------------------------------ sets of covered squares */

static bool is_no_better(Cover a, Cover b) {
    return !(a.covered & ~b.covered) && !(b.stands & ~a.stands);
}

/* Adds a cover unless another is as good; those it betters go.  A list that is full takes the new
 * one together with its last: more than can be covered, never less. */
static void covers_add(Covers *list, Cover new) {
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (is_no_better(new, list->items[i])) return;
    for (int i = 0; i < list->count; i++)
        if (!is_no_better(list->items[i], new)) list->items[kept++] = list->items[i];
    list->count = kept;
    if (kept == LIST_MAX) {
        Cover last = list->items[--list->count];
        covers_add(list, (Cover){new.covered | last.covered, new.stands &last.stands});
    } else {
        list->items[list->count++] = new;
    }
}

/* Their number, then both sets of each. */
static uint32_t pool_put(Pictures *p, const Covers *list) {
    uint32_t at = p->used;
    uint64_t *words = p->pool + at;
    *words++ = (uint64_t)list->count;
    for (int i = 0; i < list->count; i++) {
        *words++ = list->items[i].covered;
        *words++ = list->items[i].stands;
    }
    p->used = (uint32_t)(words - p->pool);
    return at;
}

/* Their number, then the covered squares of each. */
static uint32_t pool_put_covered(Pictures *p, const Covers *list) {
    uint32_t at = p->used;
    uint64_t *words = p->pool + at;
    *words++ = (uint64_t)list->count;
    for (int i = 0; i < list->count; i++) *words++ = list->items[i].covered;
    p->used = (uint32_t)(words - p->pool);
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

/* What a piece on `from` can cover of K's surroundings with exactly so many moves, not fewer. */
static void single_add(Covers *list, int kind, Square from, int moves, Square king) {
    Bitboard here = bit(from), seen = 0;
    Bitboard edge = is_pawn(kind) ? rank_mask(pawn_color(kind), 7) : 0;
    for (int left = moves; here; left--) {
        Bitboard next = 0, fresh = here & ~edge, goals = here & edge;
        seen |= here;
        FOR_EACH_SQUARE(s, goals) add_promotions(list, s, left, king);
        FOR_EACH_SQUARE(s, fresh) {
            Cover cover = {open_attacks(kind, s) & zone_of(king), bit(s) & zone_of(king)};
            if (left == 0 && s != king && cover.covered) covers_add(list, cover);
            next |= open_steps(kind, s);
        }
        if (left == 0) return;
        here = next & ~seen;
    }
}

static const uint64_t *single_covers(Pictures *p, int kind, Square from, int moves, Square king) {
    if (moves > FAR_MOVES) moves = FAR_MOVES;
    uint32_t *at = &p->single[kind][moves][from][king];
    if (!*at) {
        Covers list;
        list.count = moves == 0;
        list.items[0] = (Cover){0, 0}; // it may have been taken
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

static int kind_of(Color us, Role role) {
    return role == PAWN && us == BLACK ? BLACK_PAWN : (int)role;
}

static Pieces pieces_of(const Board *b, Color us) {
    Pieces out = {0};
    for (Role role = PAWN; role <= KING; role++) {
        Bitboard set = board_pieces(b, us, role);
        FOR_EACH_SQUARE(s, set) {
            out.items[out.count].kind = kind_of(us, role);
            out.items[out.count++].from = s;
        }
    }
    return out;
}

/* Every set of the list joined with every set of the piece. */
static void join(Covers *out, const Covers *list, const uint64_t *piece) {
    for (int i = 0; i < list->count; i++)
        for (uint64_t k = 0; k < piece[0]; k++)
            covers_add(out, (Cover){list->items[i].covered | piece[1 + 2 * k],
                                    list->items[i].stands | piece[2 + 2 * k]});
}

/* The sets all pieces together can cover with so many moves: piece after piece, for every number of
 * moves those before it have used. */
static void army_covers(Pictures *p, const Pieces *pieces, int moves, Square king, Covers *out) {
    Covers by_moves[FAR_MOVES + 1];
    for (int m = 0; m <= moves; m++) by_moves[m].count = 1, by_moves[m].items[0] = (Cover){0, 0};
    for (int i = 0; i < pieces->count; i++) {
        for (int m = moves; m >= 0; m--) {
            Covers joined;
            joined.count = 0;
            for (int own = 0; own <= m; own++)
                join(&joined, &by_moves[m - own],
                     single_covers(p, pieces->items[i].kind, pieces->items[i].from, own, king));
            by_moves[m] = joined;
        }
    }
    out->count = 0;
    for (int i = 0; i < by_moves[moves].count; i++) {
        Cover cover = by_moves[moves].items[i];
        bool checks = cover.covered & bit(king) || !p->check;
        if (checks && !(cover.stands & ~cover.covered))
            covers_add(out, (Cover){cover.covered & ~bit(king), 0});
    }
}

/* Of the pieces alone, so that a move changes it by two numbers. */
static Key army_key(const Board *b, Color us) {
    Key key = 0;
    for (Role role = PAWN; role <= KING; role++) {
        Bitboard set = board_pieces(b, us, role);
        FOR_EACH_SQUARE(s, set) key ^= ZOBRIST_PIECE[piece_of(us, role)][s];
    }
    return key;
}

static Key entry_key(Key pieces, int moves) {
    return (pieces ^ (uint64_t)(moves + 1) * 0x9e3779b97f4a7c15u) | 1;
}

/* The entry of pieces that have so many moves.  When there are too many everything is forgotten,
 * so what was found before may be somebody else's by then. */
static Army *find_army(Pictures *p, Key pieces, int moves) {
    Key key = entry_key(pieces, moves);
    if (p->crowd > p->room / 2 || p->used > p->pool_words - 2 * LEARN_WORDS) forget_everything(p);
    for (uint64_t i = key >> 32;; i++) {
        Army *army = &p->armies[i & (p->room - 1)];
        if (army->key == key) return army;
        if (army->key) continue;
        army->key = key;
        p->crowd++;
        return army;
    }
}

/* Pieces of one side after a move of theirs (NO_MOVE: where they stand), and the moves they have.
 */
typedef struct {
    const Board *b;
    Color us;
    Move move;
    int moves;
} Troop;

ROEK_NOINLINE void learn_covers(Pictures *p, Army *army, const Troop *troop, Square king) {
    if (p->used > p->pool_words - LEARN_WORDS) {
        army->list[king] = EVERYTHING;
        army->least[king] = 1;
        return;
    }
    Board b = board_copy(troop->b);
    if (troop->move)
        board_play_role(&b, troop->us, board_role_at(&b, move_from(troop->move)), troop->move);
    Pieces pieces = pieces_of(&b, troop->us);
    Covers list;
    army_covers(p, &pieces, troop->moves, king, &list);
    army->list[king] = pool_put_covered(p, &list);
    army->least[king] = NEVER;
    for (int i = 0; i < list.count; i++) {
        int missing = popcount(KING_ATTACKS[king] & ~list.items[i].covered);
        if (missing + 1 < army->least[king]) army->least[king] = (uint8_t)(missing + 1);
    }
}

/* ------------------------------------------------------------------ the king's own side */

/* One more move of pieces on these squares; pawns on the last rank are any piece by now. */
static Bitboard spread(int kind, Bitboard from, Bitboard promoted, Bitboard *promoted_next) {
    Bitboard next = 0;
    FOR_EACH_SQUARE(s, from) next |= open_steps(kind, s);
    *promoted_next = promoted;
    FOR_EACH_SQUARE(s, promoted)
    *promoted_next |= KNIGHT_ATTACKS[s] | open_attacks(QUEEN, s);
    return next;
}

static void measure_from(Pictures *p, int kind, Square from) {
    Bitboard edge = is_pawn(kind) ? rank_mask(pawn_color(kind), 7) : 0;
    Bitboard here = bit(from), promoted = 0, seen = 0;
    memset(p->distance[kind][from], NEVER, sizeof p->distance[kind][from]);
    for (uint8_t moves = 0; (here | promoted) & ~seen; moves++) {
        Bitboard fresh = (here | promoted) & ~seen;
        seen |= fresh;
        FOR_EACH_SQUARE(s, fresh) p->distance[kind][from][s] = moves;
        promoted |= here & edge;
        here = spread(kind, here & ~edge, promoted, &promoted);
    }
}

static void measure_distances(Pictures *p) {
    for (int kind = 0; kind < ROLE_KINDS; kind++)
        for (Square s = A1; s <= H8; s++) measure_from(p, kind, s);
}

Pictures *pictures_new(size_t armies) {
    Pictures *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->check = true;
    p->room = armies;
    p->pool_words = armies * ARMY_WORDS + 2 * LEARN_WORDS;
    p->armies = calloc(p->room, sizeof *p->armies);
    p->pool = malloc(p->pool_words * sizeof *p->pool);
    p->single = calloc(ROLE_KINDS, sizeof *p->single);
    if (!p->armies || !p->pool || !p->single) {
        pictures_free(p);
        return NULL;
    }
    p->pool[EVERYTHING] = 1;
    p->pool[EVERYTHING + 1] = ~0ull;
    p->used = POOL_FIRST;
    measure_distances(p);
    return p;
}

static Blocks blocks_of(const Board *b, Color us) {
    Blocks blocks;
    blocks.king = board_king(b, us);
    blocks.stand = b->color[us] & ~b->role[KING];
    blocks.count = 0;
    Bitboard pieces = blocks.stand;
    FOR_EACH_SQUARE(s, pieces) {
        blocks.pieces[blocks.count].kind = (uint8_t)kind_of(us, board_role_at(b, s));
        blocks.pieces[blocks.count++].at = (uint8_t)s;
    }
    return blocks;
}

/* Squares that must be taken, each by another piece. */
typedef struct {
    const Pictures *p;
    const Blocks *blocks;
    Bitboard wanted;
} Assignment;

/* Can the pieces not used yet take the missing squares with so many moves?  Who leaves a wanted
 * square for another has to be replaced. */
static bool can_assign(const Assignment *a, Bitboard missing, uint64_t used, int moves) {
    int count = popcount(missing);
    if (count == 0) return true;
    if (count > moves) return false;
    Square to = first_square(missing);
    for (int i = 0; i < a->blocks->count; i++) {
        if (used >> i & 1) continue;
        Square at = a->blocks->pieces[i].at;
        int cost = a->p->distance[a->blocks->pieces[i].kind][at][to];
        if (cost > moves - count + 1) continue;
        Bitboard left = (missing & ~bit(to)) | (a->wanted & bit(at));
        if (can_assign(a, left, used | 1ull << i, moves - cost)) return true;
    }
    return false;
}

static bool can_block(const Pictures *p, const Blocks *blocks, Bitboard wanted, int moves) {
    Bitboard missing = wanted & ~blocks->stand;
    if (!missing) return true;
    if (popcount(missing) > moves || popcount(wanted) > blocks->count) return false;
    Assignment a = {p, blocks, wanted};
    return can_assign(&a, missing, 0, moves);
}

static bool possible_at(const Pictures *p, const Blocks *blocks, const uint64_t *covers,
                        Square king, int own) {
    int left = own - king_distance(blocks->king, king);
    for (uint64_t i = 1; i <= covers[0]; i++)
        if (can_block(p, blocks, KING_ATTACKS[king] & ~covers[i], left)) return true;
    return false;
}

/* The two sides brought together: is there a square for the king? */
static bool sides_meet(Pictures *p, const Blocks *blocks, Army *army, const Troop *troop, int own) {
    Bitboard kings = bit(blocks->king);
    for (int step = 0; step < own && step < FAR_MOVES; step++) kings = king_step(kings);
    FOR_EACH_SQUARE(king, kings) {
        if (army->least[king] == UNKNOWN) learn_covers(p, army, troop, king);
        int blocked = popcount(KING_ATTACKS[king] & blocks->stand);
        if (army->least[king] - 1 - blocked > own - king_distance(blocks->king, king)) continue;
        if (possible_at(p, blocks, p->pool + army->list[king], king, own)) return true;
    }
    return false;
}

/* Castling moves two pieces at once, and far. */
static bool is_beyond(const Board *b, int attacks) {
    return b->castling || attacks > FAR_MOVES;
}

bool pictures_possible(Pictures *p, const Board *b, Color victim, int own, int attacks) {
    if (is_beyond(b, attacks)) return true;
    Color us = other(victim);
    Army *army = find_army(p, army_key(b, us), attacks);
    Blocks blocks = blocks_of(b, victim);
    Troop troop = {b, us, NO_MOVE, attacks};
    return sides_meet(p, &blocks, army, &troop, own);
}

/* ------------------------------------------------------------------ after a move */

/* A picture that needs every move left leaves no other than to the missing squares; one that has a
 * move to spare, or needs two moves of one piece, says nothing. */
static void add_uses(Outlook *o, const uint64_t *covers, Square king) {
    const Blocks *blocks = &o->blocks;
    int left = o->own + 1 - king_distance(blocks->king, king);
    for (uint64_t i = 1; i <= covers[0] && o->uses != ~0ull; i++) {
        Bitboard wanted = KING_ATTACKS[king] & ~covers[i], missing = wanted & ~blocks->stand;
        if (!can_block(o->pictures, blocks, wanted, left)) continue;
        bool spare = popcount(missing) < left;
        o->uses |= spare ? ~0ull : missing;
    }
}

/* The army of the mating side, found again if it was forgotten meanwhile. */
static Army *army_of(Outlook *o) {
    if (o->army->key != entry_key(o->army_key, o->attacks))
        o->army = find_army(o->pictures, o->army_key, o->attacks);
    return o->army;
}

static void find_uses(Outlook *o) {
    Troop troop = {o->b, other(o->victim), NO_MOVE, o->attacks};
    Bitboard kings = bit(o->blocks.king);
    o->uses = 0;
    for (int step = 0; step <= o->own && step < FAR_MOVES; step++) kings = king_step(kings);
    FOR_EACH_SQUARE(king, kings) {
        if (o->uses == ~0ull) return;
        if (o->army->least[king] == UNKNOWN) learn_covers(o->pictures, o->army, &troop, king);
        add_uses(o, o->pictures->pool + o->army->list[king], king);
    }
}

void outlook_open(Outlook *o, Pictures *pictures, const Board *b, Color victim, Color mover,
                  int own, int attacks) {
    o->pictures = pictures; // field by field: not all are needed
    o->b = b;
    o->victim = victim;
    o->mover = mover;
    o->own = own;
    o->attacks = attacks;
    if (is_beyond(b, attacks)) return;
    o->blocks = blocks_of(b, victim);
    o->army_key = army_key(b, other(victim));
    if (mover != victim) return;
    o->army = find_army(pictures, o->army_key, attacks);
    find_uses(o);
}

/* A move that does not change the other side, or what the piece is. */
static bool is_simple(const Outlook *o, Move move) {
    return move_kind(move) <= MOVE_DOUBLE_STEP && !(board_occupied(o->b) & bit(move_to(move)));
}

static bool after_playing(Outlook *o, Move move) {
    Board next = board_copy(o->b);
    board_play_role(&next, o->mover, board_role_at(o->b, move_from(move)), move);
    return pictures_possible(o->pictures, &next, o->victim, o->own, o->attacks);
}

static bool after_attack(Outlook *o, Move move) {
    Role role = board_role_at(o->b, move_from(move));
    const uint64_t *keys = ZOBRIST_PIECE[piece_of(o->mover, role)];
    Key key = o->army_key ^ keys[move_from(move)] ^ keys[move_to(move)];
    Troop troop = {o->b, o->mover, move, o->attacks};
    Army *army = find_army(o->pictures, key, o->attacks);
    return sides_meet(o->pictures, &o->blocks, army, &troop, o->own);
}

static void move_block(Blocks *blocks, Square from, Square to) {
    blocks->stand ^= bit(from) ^ bit(to);
    for (int i = 0; i < blocks->count; i++)
        if (blocks->pieces[i].at == from) blocks->pieces[i].at = (uint8_t)to;
}

static bool after_own_move(Outlook *o, Move move) {
    Square from = move_from(move), to = move_to(move), king = o->blocks.king;
    Troop troop = {o->b, other(o->victim), NO_MOVE, o->attacks};
    if (from == king)
        o->blocks.king = to;
    else
        move_block(&o->blocks, from, to);
    bool meet = sides_meet(o->pictures, &o->blocks, army_of(o), &troop, o->own);
    if (from == king)
        o->blocks.king = king;
    else
        move_block(&o->blocks, to, from);
    return meet;
}

bool outlook_allows(Outlook *o, Move move) {
    if (is_beyond(o->b, o->attacks)) return true;
    if (o->mover == o->victim && !(o->uses & bit(move_to(move))) &&
        move_from(move) != o->blocks.king)
        return false;
    if (!is_simple(o, move)) return after_playing(o, move);
    if (o->mover != o->victim) return after_attack(o, move);
    return after_own_move(o, move);
}

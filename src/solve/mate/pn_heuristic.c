// SPDX-License-Identifier: MIT
#include "solve/mate/pn_heuristic.h"

#include "solve/mate/mate_net.h"

/* What one look at the defender's king tells. */
typedef struct {
    int replies;      // the defender's moves, if it is his turn
    int escapes;      // 1: the king has a square to step to
    int roam;         // squares it could reach in three steps
    int haste;        // HASTE over the moves left
    int hits;         // attacks on the king's square and those around it
    int covered;      // squares around it that are attacked
    int guards;       // own pieces within two steps
    int distance;     // to the attacker's king
    int captures;     // of the checking piece
    int runners;      // attacking pawns about to promote
    int force;        // the attacker's pieces
    int counterforce; // the defender's
    int threat;       // 1: the attacker would mate at once if the defender passed
} Outlook;

/* In 256ths of an octave of the proof number, so that 256 doubles it. */
typedef struct {
    int base;
    Outlook per;
} OddsModel;

static const OddsModel ATTACK = {
    1044,
    {.escapes = 28,
     .roam = 36,
     .haste = 8,
     .hits = -51,
     .covered = 67,
     .guards = 49,
     .distance = 28,
     .runners = -166,
     .force = -62,
     .counterforce = 26},
};
static const OddsModel CHECK = {
    622,
    {.replies = 46,
     .escapes = 247,
     .roam = 63,
     .haste = 5,
     .hits = -35,
     .covered = 60,
     .guards = 73,
     .distance = 26,
     .captures = 638,
     .runners = -174,
     .force = -63,
     .counterforce = 20},
};
static const OddsModel QUIET = {
    1080,
    {.replies = 31,
     .escapes = -18,
     .roam = 39,
     .haste = 10,
     .hits = -41,
     .covered = 51,
     .guards = 113,
     .distance = 44,
     .runners = -220,
     .force = -91,
     .counterforce = 32,
     .threat = -438},
};

enum { HASTE = 128, OCTAVE = 256, OCTAVES_MAX = 14 };

/* 64 times 2 to the power of i / 16. */
static const uint32_t ROOTS[16] = {64, 67, 70, 73,  76,  79,  83,  87,
                                   91, 95, 99, 103, 108, 112, 117, 123};

static uint32_t two_to_the(int octave_parts) {
    if (octave_parts < 0) return 1;
    if (octave_parts > OCTAVES_MAX * OCTAVE) octave_parts = OCTAVES_MAX * OCTAVE;
    return ROOTS[octave_parts % OCTAVE / 16] << octave_parts / OCTAVE >> 6;
}

ROEK_INLINE uint32_t weigh(const OddsModel *m, const Outlook *o) {
    const Outlook *per = &m->per;
    return two_to_the(m->base + per->replies * o->replies + per->escapes * o->escapes +
                      per->roam * o->roam + per->haste * o->haste + per->hits * o->hits +
                      per->covered * o->covered + per->guards * o->guards +
                      per->distance * o->distance + per->captures * o->captures +
                      per->runners * o->runners + per->force * o->force +
                      per->counterforce * o->counterforce + per->threat * o->threat);
}

/* What the attacker's pieces hit, seen from the king they are after. */
typedef struct {
    Bitboard zone; // the king and the squares around it
    Bitboard danger;
    int hits;
} Siege;

ROEK_INLINE void add_attacks(Siege *s, Bitboard attacks) {
    s->danger |= attacks;
    s->hits += popcount(attacks & s->zone);
}

ROEK_INLINE Siege lay_siege(const Board *b, Color attacker, Square king) {
    Siege s = {.zone = KING_ATTACKS[king] | bit(king)};
    Bitboard occupied = board_occupied(b) ^ bit(king);
    Bitboard knights = board_pieces(b, attacker, KNIGHT);
    Bitboard rooks = board_rook_like(b, attacker), bishops = board_bishop_like(b, attacker);
    add_attacks(&s, KING_ATTACKS[board_king(b, attacker)]);
    add_attacks(&s, pawns_attack(attacker, board_pieces(b, attacker, PAWN)));
    FOR_EACH_SQUARE(from, knights) add_attacks(&s, KNIGHT_ATTACKS[from]);
    FOR_EACH_SQUARE(from, rooks) add_attacks(&s, rook_attacks(from, occupied));
    FOR_EACH_SQUARE(from, bishops) add_attacks(&s, bishop_attacks(from, occupied));
    return s;
}

ROEK_INLINE int force_of(const Board *b, Color c) {
    return popcount((b->role[KNIGHT] | b->role[BISHOP]) & b->color[c]) +
           2 * popcount(board_pieces(b, c, ROOK)) + 6 * popcount(board_pieces(b, c, QUEEN));
}

ROEK_INLINE Outlook look_at_king(const Board *b, Color defender, Square king, const Siege *s,
                                 int n) {
    Color attacker = other(defender);
    Bitboard own = b->color[defender], around = KING_ATTACKS[king], open = ~own & ~s->danger;
    Bitboard flights = around & open;
    Bitboard roam = king_step(king_step(flights) & open) & open;
    return (Outlook){.escapes = flights != 0,
                     .roam = popcount(roam),
                     .haste = HASTE / n,
                     .hits = s->hits,
                     .covered = popcount(around & s->danger),
                     .guards = popcount(king_step(around) & own & ~b->role[PAWN]),
                     .distance = king_distance(king, board_king(b, attacker)),
                     .runners = popcount(board_pieces(b, attacker, PAWN) & rank_mask(attacker, 6)),
                     .force = force_of(b, attacker),
                     .counterforce = force_of(b, defender)};
}

/* Moves that take the checking piece. */
ROEK_INLINE int count_rescues(const Board *b, Color us, const Legality *l, Bitboard danger) {
    if (!l->checkers) return 0;
    int rescues = popcount(KING_ATTACKS[l->king] & l->checkers & ~danger);
    if (has_many(l->checkers)) return rescues;
    Bitboard takers = board_attackers(b, first_square(l->checkers), us, l->occupied);
    return rescues + popcount(takers & ~bit(l->king) & ~l->pinned);
}

ROEK_INLINE DefenceOdds defence_odds(const MateNode *node, Color us, int n) {
    const Board *b = &node->board;
    Legality l = find_legality(b, us, CHESS_TRAITS);
    Siege s = lay_siege(b, other(us), l.king);
    NodeChoice c = choice_in(b, us, &l, s.danger);
    Outlook o = look_at_king(b, us, l.king, &s, n);
    o.replies = c.replies;
    o.captures = count_rescues(b, us, &l, s.danger);
    o.threat = !c.check && node_faces_mate(node);
    return (DefenceOdds){c, weigh(c.check ? &CHECK : &QUIET, &o)};
}

DefenceOdds odds_of_defence(const MateNode *node, int n) {
    return node->board.turn == WHITE ? defence_odds(node, WHITE, n) : defence_odds(node, BLACK, n);
}

ROEK_INLINE uint32_t attack_odds(const Board *b, Color us, int n) {
    Square king = board_king(b, other(us));
    Siege s = lay_siege(b, us, king);
    Outlook o = look_at_king(b, other(us), king, &s, n);
    return weigh(&ATTACK, &o);
}

uint32_t odds_of_attack(const MateNode *node, int n) {
    const Board *b = &node->board;
    return b->turn == WHITE ? attack_odds(b, WHITE, n) : attack_odds(b, BLACK, n);
}

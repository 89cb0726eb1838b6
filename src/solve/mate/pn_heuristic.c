// SPDX-License-Identifier: MIT
#include "solve/mate/pn_heuristic.h"

#include "solve/mate/mate_helpers.h"

/* The features of the model, computed from the defender's king and the board. */
typedef struct {
    int replies;           // the defender's moves, if it is to move
    int escapes;           // 1: the king has a square to step to
    int reachable_squares; // squares it could reach in three steps
    int urgency;           // URGENCY over the moves left
    int zone_attacks;      // attacks on the king's square and the squares around it
    int covered;           // squares around it that are attacked
    int defenders;         // own pieces other than pawns within two steps
    int distance;          // to the attacker's king
    int captures;          // captures of the checking piece
    int promoting_pawns;   // the attacker's pawns on the seventh rank
    int attack_material;   // weighted sum of the attacker's pieces
    int defence_material;  // weighted sum of the defender's pieces
    int threat;            // 1: the attacker would mate at once if the defender passed
} KingFeatures;

/* A log-linear model: the weights are in 1/256 log2, so that a sum of 256 doubles the proof
 * number. */
typedef struct {
    int base;
    KingFeatures weights;
} PnModel;

static const PnModel ATTACK = {
    1044,
    {.escapes = 28,
     .reachable_squares = 36,
     .urgency = 8,
     .zone_attacks = -51,
     .covered = 67,
     .defenders = 49,
     .distance = 28,
     .promoting_pawns = -166,
     .attack_material = -62,
     .defence_material = 26},
};
static const PnModel CHECK = {
    622,
    {.replies = 46,
     .escapes = 247,
     .reachable_squares = 63,
     .urgency = 5,
     .zone_attacks = -35,
     .covered = 60,
     .defenders = 73,
     .distance = 26,
     .captures = 638,
     .promoting_pawns = -174,
     .attack_material = -63,
     .defence_material = 20},
};
static const PnModel QUIET = {
    1080,
    {.replies = 31,
     .escapes = -18,
     .reachable_squares = 39,
     .urgency = 10,
     .zone_attacks = -41,
     .covered = 51,
     .defenders = 113,
     .distance = 44,
     .promoting_pawns = -220,
     .attack_material = -91,
     .defence_material = 32,
     .threat = -438},
};

enum { URGENCY = 128, OCTAVE = 256, OCTAVES_MAX = 14 };

/* 64 times 2 to the power of i / 16. */
static const uint32_t ROOTS[16] = {64, 67, 70, 73,  76,  79,  83,  87,
                                   91, 95, 99, 103, 108, 112, 117, 123};

static uint32_t power_of_two(int octave_parts) {
    if (octave_parts < 0) return 1;
    if (octave_parts > OCTAVES_MAX * OCTAVE) octave_parts = OCTAVES_MAX * OCTAVE;
    return ROOTS[octave_parts % OCTAVE / 16] << octave_parts / OCTAVE >> 6;
}

ROEK_INLINE uint32_t pn_model_evaluate(const PnModel *m, const KingFeatures *features) {
    const KingFeatures *weights = &m->weights;
    return power_of_two(
        m->base + weights->replies * features->replies + weights->escapes * features->escapes +
        weights->reachable_squares * features->reachable_squares +
        weights->urgency * features->urgency + weights->zone_attacks * features->zone_attacks +
        weights->covered * features->covered + weights->defenders * features->defenders +
        weights->distance * features->distance + weights->captures * features->captures +
        weights->promoting_pawns * features->promoting_pawns +
        weights->attack_material * features->attack_material +
        weights->defence_material * features->defence_material +
        weights->threat * features->threat);
}

/* The squares that the attacker's pieces attack; lines pass through the defender's king. */
typedef struct {
    Bitboard zone; // the king and the squares around it
    Bitboard danger;
    int zone_attacks;
} KingAttack;

ROEK_INLINE void add_attacks(KingAttack *attack, Bitboard attacks) {
    attack->danger |= attacks;
    attack->zone_attacks += popcount(attacks & attack->zone);
}

ROEK_INLINE KingAttack find_king_attack(const Board *b, Color attacker, Square king) {
    KingAttack attack = {.zone = KING_ATTACKS[king] | bit(king)};
    Bitboard occupied = board_occupied(b) ^ bit(king);
    Bitboard knights = board_pieces(b, attacker, KNIGHT);
    Bitboard rooks = board_rook_like(b, attacker), bishops = board_bishop_like(b, attacker);
    add_attacks(&attack, KING_ATTACKS[board_king(b, attacker)]);
    add_attacks(&attack, pawns_attack(attacker, board_pieces(b, attacker, PAWN)));
    FOR_EACH_SQUARE(from, knights) add_attacks(&attack, KNIGHT_ATTACKS[from]);
    FOR_EACH_SQUARE(from, rooks) add_attacks(&attack, rook_attacks(from, occupied));
    FOR_EACH_SQUARE(from, bishops) add_attacks(&attack, bishop_attacks(from, occupied));
    return attack;
}

ROEK_INLINE int weighted_material(const Board *b, Color c) {
    return popcount((b->role[KNIGHT] | b->role[BISHOP]) & b->color[c]) +
           2 * popcount(board_pieces(b, c, ROOK)) + 6 * popcount(board_pieces(b, c, QUEEN));
}

ROEK_INLINE KingFeatures king_features(const Board *b, Color defender, Square king,
                                       const KingAttack *attack, int n) {
    Color attacker = other(defender);
    Bitboard own = b->color[defender], around = KING_ATTACKS[king], open = ~own & ~attack->danger;
    Bitboard flights = around & open;
    Bitboard reachable_squares = king_step(king_step(flights) & open) & open;
    return (KingFeatures){.escapes = flights != 0,
                          .reachable_squares = popcount(reachable_squares),
                          .urgency = URGENCY / n,
                          .zone_attacks = attack->zone_attacks,
                          .covered = popcount(around & attack->danger),
                          .defenders = popcount(king_step(around) & own & ~b->role[PAWN]),
                          .distance = king_distance(king, board_king(b, attacker)),
                          .promoting_pawns =
                              popcount(board_pieces(b, attacker, PAWN) & rank_mask(attacker, 6)),
                          .attack_material = weighted_material(b, attacker),
                          .defence_material = weighted_material(b, defender)};
}

/* The number of moves that capture the checking piece. */
ROEK_INLINE int count_checker_captures(const Board *b, Color us, const Legality *l,
                                       Bitboard danger) {
    if (!l->checkers) return 0;
    int captures_found = popcount(KING_ATTACKS[l->king] & l->checkers & ~danger);
    if (more_than_one(l->checkers)) return captures_found;
    Bitboard takers = board_attackers(b, first_square(l->checkers), us, l->occupied);
    return captures_found + popcount(takers & ~bit(l->king) & ~l->pinned);
}

ROEK_INLINE PnEstimate estimate_defence(const MateNode *node, Color us, int n) {
    const Board *b = &node->board;
    Legality l = legality_find(b, us, CHESS_TRAITS);
    KingAttack attack = find_king_attack(b, other(us), l.king);
    DefenderMobility c = mobility_in(b, us, &l, attack.danger);
    KingFeatures features = king_features(b, us, l.king, &attack, n);
    features.replies = c.replies;
    features.captures = count_checker_captures(b, us, &l, attack.danger);
    features.threat = !c.check && mate_node_has_mate_threat(node);
    return (PnEstimate){c, pn_model_evaluate(c.check ? &CHECK : &QUIET, &features)};
}

PnEstimate pn_estimate_defence(const MateNode *node, int n) {
    return node->board.turn == WHITE ? estimate_defence(node, WHITE, n)
                                     : estimate_defence(node, BLACK, n);
}

ROEK_INLINE uint32_t estimate_attack(const Board *b, Color us, int n) {
    Square king = board_king(b, other(us));
    KingAttack attack = find_king_attack(b, us, king);
    KingFeatures features = king_features(b, other(us), king, &attack, n);
    return pn_model_evaluate(&ATTACK, &features);
}

uint32_t pn_estimate_attack(const MateNode *node, int n) {
    const Board *b = &node->board;
    return b->turn == WHITE ? estimate_attack(b, WHITE, n) : estimate_attack(b, BLACK, n);
}

// SPDX-License-Identifier: MIT
#include "search/move_picker.h"

#include "search/see.h"

static Move usable(const Picker *p, Move move) {
    const Position *pos = &p->node->pos;
    if (!move || move == p->table || move_is_noisy(pos, move)) return NO_MOVE;
    return position_is_legal(pos, move) ? move : NO_MOVE;
}

static void picker_begin(Picker *p, Worker *w, Node *n, Move table_move) {
    assert(!n->killers[0] || n->killers[0] != n->killers[1]);
    p->worker = w;
    p->node = n;
    p->noisy_only = p->skip_quiet = p->kept_checks = false;
    p->checks = NULL;
    p->threshold = 0;
    p->bad_count = p->at = 0;
    p->table = table_move && position_is_legal(&n->pos, table_move) ? table_move : NO_MOVE;
    p->stage = p->table ? STAGE_TABLE : STAGE_GENERATE_NOISY;
    p->killers[0] = n->killers[0];
    p->killers[1] = n->killers[1];
    Move last = (n - 1)->move;
    bool known = last != NO_MOVE && last != NULL_MOVE;
    Square to = move_to(last);
    p->counter = known ? w->histories->counter[n->pos.piece[to]][to] : NO_MOVE;
}

/* Quiet moves will be wanted: their histories tell apart what stands in danger. */
static void look_at_threats(Node *n) {
    const Board *b = &n->pos.board;
    n->threats = board_attacked(b, other(position_turn(&n->pos)), board_occupied(b));
}

void picker_init(Picker *p, Worker *w, Node *n, Move table_move) {
    picker_begin(p, w, n, table_move);
    look_at_threats(n);
}

void picker_init_noisy(Picker *p, Worker *w, Node *n, Move table_move, int threshold) {
    picker_begin(p, w, n, table_move);
    p->threshold = threshold;
    p->noisy_only = !n->check;
    if (n->check) look_at_threats(n);
    p->killers[0] = p->killers[1] = p->counter = NO_MOVE;
    if (p->noisy_only && p->table && !move_is_noisy(&n->pos, p->table)) {
        p->table = NO_MOVE;
        p->stage = STAGE_GENERATE_NOISY;
    }
}

/* What a move takes; a pawn for promotions to an empty square, so that they have a history. */
static Role taken_role(const Position *pos, Move move) {
    Role role = piece_role(pos->piece[move_to(move)]);
    return role == NO_ROLE ? PAWN : role;
}

int16_t *order_noisy_slot(Worker *w, const Node *n, Move move) {
    Piece piece = n->pos.piece[move_from(move)];
    return &w->histories->noisy[piece][move_to(move)][taken_role(&n->pos, move)];
}

int16_t *order_quiet_slot(Worker *w, const Node *n, Move move) {
    Square from = move_from(move), to = move_to(move);
    int danger = (int)((n->threats >> from & 1) << 1 | (n->threats >> to & 1));
    return &w->histories->quiet[position_turn(&n->pos)][danger][from][to];
}

int order_quiet_history(Worker *w, const Node *n, Move move) {
    Square to = move_to(move);
    Piece piece = n->pos.piece[move_from(move)];
    return *order_quiet_slot(w, n, move) + (*(n - 1)->continuation)[piece][to] +
           (*(n - 2)->continuation)[piece][to] + (*(n - 4)->continuation)[piece][to] / 2;
}

/* Scores get the move as seen from its own side into their low bits: no two are equal, and a
 * position and its mirror image are searched alike. */
enum { TIE_BITS = 12, TIE_MASK = (1 << TIE_BITS) - 1 };

static int with_tie(int score, Move move, Move flip) {
    return score * (1 << TIE_BITS) + ((move ^ flip) & TIE_MASK);
}

static void score_noisy(Picker *p) {
    const Position *pos = &p->node->pos;
    Move flip = order_flip(position_turn(pos));
    for (int i = 0; i < p->list.count; i++) {
        Move move = p->list.items[i];
        int value = 16 * SEE_VALUE[taken_role(pos, move)];
        if (move_is_promotion(move)) value += 16 * SEE_VALUE[move_promoted(move)];
        p->scores[i] = with_tie(value + *order_noisy_slot(p->worker, p->node, move), move, flip);
    }
}

static void score_quiet(Picker *p) {
    const Board *b = &p->node->pos.board;
    Color them = other(position_turn(&p->node->pos));
    Bitboard chased = pawns_attack(them, board_pieces(b, them, PAWN));
    Move flip = order_flip(other(them));
    for (int i = 0; i < p->list.count; i++) {
        Move move = p->list.items[i];
        int score = order_quiet_history(p->worker, p->node, move);
        Role role = piece_role(p->node->pos.piece[move_from(move)]);
        // away from pawns is good, into their reach is bad
        if (role != PAWN && role != KING) {
            if (chased & bit(move_from(move))) score += 8000;
            if (chased & bit(move_to(move))) score -= 8000;
        }
        p->scores[i] = with_tie(score, move, flip);
    }
}

/* The best of the moves not tried yet, and its score. */
static Move select_best(Picker *p, int *score) {
    int best = p->at;
    for (int i = p->at + 1; i < p->list.count; i++)
        if (p->scores[i] > p->scores[best]) best = i;
    Move move = p->list.items[best];
    *score = p->scores[best] >> TIE_BITS;
    p->list.items[best] = p->list.items[p->at];
    p->scores[best] = p->scores[p->at++];
    return move;
}

static Move next_good_noisy(Picker *p) {
    const Position *pos = &p->node->pos;
    while (p->at < p->list.count) {
        int score;
        Move move = select_best(p, &score);
        if (move == p->table) continue;
        search_prefetch(p->worker, p->node, move);
        int threshold = p->noisy_only ? p->threshold : p->threshold - score / 64;
        if (see_at_least(pos, move, threshold)) return move;
        p->bad[p->bad_count++] = move;
    }
    return NO_MOVE;
}

static bool is_special(const Picker *p, Move move) {
    return move == p->table || move == p->killers[0] || move == p->killers[1] || move == p->counter;
}

static bool is_check(const Picker *p, Move move) {
    return p->checks && map_gives_check(p->checks, &p->node->pos, move);
}

/* Of the quiet moves left, only checks are still wanted. */
static void keep_checks(Picker *p) {
    int kept = p->at;
    for (int i = p->at; i < p->list.count; i++) {
        if (!is_check(p, p->list.items[i])) continue;
        p->list.items[kept] = p->list.items[i];
        p->scores[kept++] = p->scores[i];
    }
    p->list.count = kept;
    p->kept_checks = true;
}

static Move next_quiet(Picker *p) {
    if (p->skip_quiet && !p->kept_checks) keep_checks(p);
    while (p->at < p->list.count) {
        int score;
        Move move = select_best(p, &score);
        if (!is_special(p, move)) return move;
    }
    return NO_MOVE;
}

/* Enters a killer stage: the move if it can be played and was not tried yet. */
static Move try_special(Picker *p, Move *slot) {
    *slot = usable(p, *slot);
    if (*slot && p->skip_quiet && !is_check(p, *slot)) *slot = NO_MOVE;
    return *slot;
}

Move picker_next(Picker *p) {
    const Position *pos = &p->node->pos;
    Move move;
    switch (p->stage) {
    case STAGE_TABLE: p->stage = STAGE_GENERATE_NOISY; return p->table;
    case STAGE_GENERATE_NOISY:
        pos->rules->legal_moves(&pos->board, GENERATE_NOISY, &p->list);
        p->at = 0;
        score_noisy(p);
        p->stage = STAGE_GOOD_NOISY; // fall through
    case STAGE_GOOD_NOISY:
        if ((move = next_good_noisy(p))) return move;
        p->stage = p->noisy_only ? STAGE_DONE : STAGE_KILLER;
        return picker_next(p);
    case STAGE_KILLER:
        p->stage = STAGE_SECOND_KILLER;
        if ((move = try_special(p, &p->killers[0]))) return move; // fall through
    case STAGE_SECOND_KILLER:
        p->stage = STAGE_COUNTER;
        if ((move = try_special(p, &p->killers[1]))) return move; // fall through
    case STAGE_COUNTER:
        p->stage = STAGE_GENERATE_QUIET;
        if (p->counter == p->killers[0] || p->counter == p->killers[1]) p->counter = NO_MOVE;
        if ((move = try_special(p, &p->counter))) return move; // fall through
    case STAGE_GENERATE_QUIET:
        pos->rules->legal_moves(&pos->board, GENERATE_QUIET, &p->list);
        p->at = 0;
        score_quiet(p);
        p->stage = STAGE_QUIET; // fall through
    case STAGE_QUIET:
        if ((move = next_quiet(p))) return move;
        p->stage = STAGE_BAD_NOISY;
        p->at = 0; // fall through
    case STAGE_BAD_NOISY:
        if (p->at < p->bad_count) return p->bad[p->at++];
        p->stage = STAGE_DONE; // fall through
    case STAGE_DONE: break;
    }
    return NO_MOVE;
}

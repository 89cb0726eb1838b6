// SPDX-License-Identifier: MIT
#include "search/move_picker.h"

#include "search/see.h"

static Move playable_quiet(const MovePicker *p, Move move) {
    const Position *pos = &p->node->pos;
    if (!move || move == p->tt_move || move_is_noisy(pos, move)) return NO_MOVE;
    return position_is_legal(pos, move) ? move : NO_MOVE;
}

static void init_picker(MovePicker *p, SearchWorker *w, SearchNode *n, Move table_move) {
    assert(!n->killers[0] || n->killers[0] != n->killers[1]);
    p->worker = w;
    p->node = n;
    p->noisy_only = p->skip_quiet = p->dropped_non_checks = false;
    p->checks = NULL;
    p->threshold = 0;
    p->bad_count = p->next = 0;
    p->tt_move = table_move && position_is_legal(&n->pos, table_move) ? table_move : NO_MOVE;
    p->stage = p->tt_move ? PICK_TT_MOVE : PICK_GENERATE_NOISY;
    p->killers[0] = n->killers[0];
    p->killers[1] = n->killers[1];
    Move last = (n - 1)->move;
    bool known = last != NO_MOVE && last != NULL_MOVE;
    Square to = move_to(last);
    p->counter = known ? w->histories->counter[n->pos.piece[to]][to] : NO_MOVE;
}

/* Quiet moves will be scored: their histories depend on which squares are attacked. */
static void find_threats(SearchNode *n) {
    const Board *b = &n->pos.board;
    n->threats = board_attacked(b, other(position_turn(&n->pos)), board_occupied(b));
}

void move_picker_init(MovePicker *p, SearchWorker *w, SearchNode *n, Move table_move) {
    init_picker(p, w, n, table_move);
    find_threats(n);
}

void move_picker_init_noisy(MovePicker *p, SearchWorker *w, SearchNode *n, Move table_move,
                            int threshold) {
    init_picker(p, w, n, table_move);
    p->threshold = threshold;
    p->noisy_only = !n->check;
    if (n->check) find_threats(n);
    p->killers[0] = p->killers[1] = p->counter = NO_MOVE;
    if (p->noisy_only && p->tt_move && !move_is_noisy(&n->pos, p->tt_move)) {
        p->tt_move = NO_MOVE;
        p->stage = PICK_GENERATE_NOISY;
    }
}

/* The captured role. PAWN for promotions to an empty square, which share its history entry. */
static Role taken_role(const Position *pos, Move move) {
    Role role = piece_role(pos->piece[move_to(move)]);
    return role == NO_ROLE ? PAWN : role;
}

int16_t *history_noisy_entry(SearchWorker *w, const SearchNode *n, Move move) {
    Piece piece = n->pos.piece[move_from(move)];
    return &w->histories->noisy[piece][move_to(move)][taken_role(&n->pos, move)];
}

int16_t *history_quiet_entry(SearchWorker *w, const SearchNode *n, Move move) {
    Square from = move_from(move), to = move_to(move);
    int danger = (int)((n->threats >> from & 1) << 1 | (n->threats >> to & 1));
    return &w->histories->quiet[position_turn(&n->pos)][danger][from][to];
}

int history_quiet_score(SearchWorker *w, const SearchNode *n, Move move) {
    Square to = move_to(move);
    Piece piece = n->pos.piece[move_from(move)];
    return *history_quiet_entry(w, n, move) + (*(n - 1)->continuation)[piece][to] +
           (*(n - 2)->continuation)[piece][to] + (*(n - 4)->continuation)[piece][to] / 2;
}

/* The low bits of a score hold the move, mirrored for Black. So no two scores are equal, and a
 * position and its mirror image are searched in the same order. */
enum { TIE_BITS = 12, TIE_MASK = (1 << TIE_BITS) - 1 };

static int with_tie(int score, Move move, Move flip) {
    return score * (1 << TIE_BITS) + ((move ^ flip) & TIE_MASK);
}

static void score_noisy(MovePicker *p) {
    const Position *pos = &p->node->pos;
    Move flip = mirror_move_mask(position_turn(pos));
    for (int i = 0; i < p->list.count; i++) {
        Move move = p->list.items[i];
        int value = 16 * SEE_VALUE[taken_role(pos, move)];
        if (move_is_promotion(move)) value += 16 * SEE_VALUE[move_promotion_role(move)];
        p->scores[i] = with_tie(value + *history_noisy_entry(p->worker, p->node, move), move, flip);
    }
}

static void score_quiet(MovePicker *p) {
    const Board *b = &p->node->pos.board;
    Color them = other(position_turn(&p->node->pos));
    Bitboard pawn_attacked = pawns_attack(them, board_pieces(b, them, PAWN));
    Move flip = mirror_move_mask(other(them));
    for (int i = 0; i < p->list.count; i++) {
        Move move = p->list.items[i];
        int score = history_quiet_score(p->worker, p->node, move);
        Role role = piece_role(p->node->pos.piece[move_from(move)]);
        // leaving a square attacked by a pawn is good, entering one is bad
        if (role != PAWN && role != KING) {
            if (pawn_attacked & bit(move_from(move))) score += 8000;
            if (pawn_attacked & bit(move_to(move))) score -= 8000;
        }
        p->scores[i] = with_tie(score, move, flip);
    }
}

/* Selects the best move that is left, and its score. */
static Move select_best(MovePicker *p, int *score) {
    int best = p->next;
    for (int i = p->next + 1; i < p->list.count; i++)
        if (p->scores[i] > p->scores[best]) best = i;
    Move move = p->list.items[best];
    *score = p->scores[best] >> TIE_BITS;
    p->list.items[best] = p->list.items[p->next];
    p->scores[best] = p->scores[p->next++];
    return move;
}

static Move next_good_noisy(MovePicker *p) {
    const Position *pos = &p->node->pos;
    while (p->next < p->list.count) {
        int score;
        Move move = select_best(p, &score);
        if (move == p->tt_move) continue;
        search_prefetch(p->worker, p->node, move);
        int threshold = p->noisy_only ? p->threshold : p->threshold - score / 64;
        if (see_at_least(pos, move, threshold)) return move;
        p->bad[p->bad_count++] = move;
    }
    return NO_MOVE;
}

static bool is_tried_before(const MovePicker *p, Move move) {
    return move == p->tt_move || move == p->killers[0] || move == p->killers[1] ||
           move == p->counter;
}

static bool is_check(const MovePicker *p, Move move) {
    return p->checks && check_info_gives_check(p->checks, &p->node->pos, move);
}

/* Drops the remaining quiet moves that do not give check. */
static void keep_checks(MovePicker *p) {
    int kept = p->next;
    for (int i = p->next; i < p->list.count; i++) {
        if (!is_check(p, p->list.items[i])) continue;
        p->list.items[kept] = p->list.items[i];
        p->scores[kept++] = p->scores[i];
    }
    p->list.count = kept;
    p->dropped_non_checks = true;
}

static Move next_quiet(MovePicker *p) {
    if (p->skip_quiet && !p->dropped_non_checks) keep_checks(p);
    while (p->next < p->list.count) {
        int score;
        Move move = select_best(p, &score);
        if (!is_tried_before(p, move)) return move;
    }
    return NO_MOVE;
}

/* Returns a killer or counter move if it is playable and was not returned before. */
static Move try_quiet_candidate(MovePicker *p, Move *slot) {
    *slot = playable_quiet(p, *slot);
    if (*slot && p->skip_quiet && !is_check(p, *slot)) *slot = NO_MOVE;
    return *slot;
}

Move move_picker_next(MovePicker *p) {
    const Position *pos = &p->node->pos;
    Move move;
    switch (p->stage) {
    case PICK_TT_MOVE: p->stage = PICK_GENERATE_NOISY; return p->tt_move;
    case PICK_GENERATE_NOISY:
        pos->rules->legal_moves(&pos->board, GENERATE_NOISY, &p->list);
        p->next = 0;
        score_noisy(p);
        p->stage = PICK_GOOD_NOISY; // fall through
    case PICK_GOOD_NOISY:
        if ((move = next_good_noisy(p))) return move;
        p->stage = p->noisy_only ? PICK_DONE : PICK_KILLER;
        return move_picker_next(p);
    case PICK_KILLER:
        p->stage = PICK_SECOND_KILLER;
        if ((move = try_quiet_candidate(p, &p->killers[0]))) return move; // fall through
    case PICK_SECOND_KILLER:
        p->stage = PICK_COUNTER;
        if ((move = try_quiet_candidate(p, &p->killers[1]))) return move; // fall through
    case PICK_COUNTER:
        p->stage = PICK_GENERATE_QUIET;
        if (p->counter == p->killers[0] || p->counter == p->killers[1]) p->counter = NO_MOVE;
        if ((move = try_quiet_candidate(p, &p->counter))) return move; // fall through
    case PICK_GENERATE_QUIET:
        pos->rules->legal_moves(&pos->board, GENERATE_QUIET, &p->list);
        p->next = 0;
        score_quiet(p);
        p->stage = PICK_QUIET; // fall through
    case PICK_QUIET:
        if ((move = next_quiet(p))) return move;
        p->stage = PICK_BAD_NOISY;
        p->next = 0; // fall through
    case PICK_BAD_NOISY:
        if (p->next < p->bad_count) return p->bad[p->next++];
        p->stage = PICK_DONE; // fall through
    case PICK_DONE: break;
    }
    return NO_MOVE;
}

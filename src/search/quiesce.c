// SPDX-License-Identifier: MIT
//
// Quiescence search: captures at the end of every line until the position is quiet enough for
// static evaluation.
#include "search/move_picker.h"
#include "search/see.h"

/* In a race a king step onto the finish decides the game, so quiescence searches all of them. */
static Score search_goal_steps(SearchWorker *w, SearchNode *n, Score alpha, Score beta,
                               Score best) {
    const Position *pos = &n->pos;
    Color us = position_turn(pos);
    Square king = board_king(&pos->board, us);
    Bitboard steps = KING_ATTACKS[king] & pos->rules->traits.finish & ~pos->board.color[us];
    FOR_EACH_SQUARE(to, steps) {
        Move move = move_make(king, to, MOVE_PLAIN);
        if (!position_is_legal(pos, move)) continue;
        search_play(w, n, move);
        Score score = -quiesce(w, n + 1, -beta, -alpha);
        if (search_is_stopped(w)) break;
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    return best;
}

static bool tt_cutoff(const TTHit *hit, Score beta, bool pv) {
    if (pv) return false;
    if (hit->bound == BOUND_EXACT) return true;
    return hit->score >= beta ? hit->bound == BOUND_LOWER : hit->bound == BOUND_UPPER;
}

/* Delta pruning: even if the captured piece is won for nothing, the move does not reach alpha. */
static bool is_futile(const SearchWorker *w, const SearchNode *n, Move move, Score alpha) {
    if (move_is_promotion(move)) return false;
    int gain = SEE_VALUE[piece_role(n->pos.piece[move_to(move)])];
    if (move_kind(move) == MOVE_EN_PASSANT) gain = SEE_VALUE[PAWN];
    return n->eval + gain + w->shared->params.delta_margin <= alpha;
}

static void store_tt(SearchWorker *w, const SearchNode *n, Move move, Score score, Bound bound,
                     bool pv) {
    TTHit hit = {move, score, n->raw_eval, n->check ? 0 : -1, bound, pv};
    tt_store(w->shared->tt, n->pos.key, n->ply, &hit);
}

/* The stand-pat score: the side to move need not capture. A better bound from the table replaces
 * the evaluation. */
static Score stand_pat(const SearchNode *n, const TTHit *hit, bool found) {
    Score score = n->eval;
    if (found && !score_is_decided(hit->score)) {
        if (hit->bound == BOUND_EXACT) return hit->score;
        if (hit->bound == BOUND_LOWER && hit->score > score) return hit->score;
        if (hit->bound == BOUND_UPPER && hit->score < score) return hit->score;
    }
    return score;
}

Score quiesce(SearchWorker *w, SearchNode *n, Score alpha, Score beta) {
    Score best, score, alpha_before = alpha;
    bool pv = beta - alpha > 1;
    TTHit hit;
    n->pv.count = 0;
    if (n->ply > w->seldepth) w->seldepth = n->ply;
    if (search_should_stop(w)) return SCORE_DRAW;
    if (search_is_over(w, n, &score)) return score;
    bool found = tt_probe(w->shared->tt, n->pos.key, n->ply, &hit);
    if (found && tt_cutoff(&hit, beta, pv)) return hit.score;
    search_static_eval(w, n, found ? &hit : NULL);
    best = n->check ? -SCORE_MATE + n->ply : stand_pat(n, &hit, found);
    if (n->pos.rules->traits.finish)
        best = search_goal_steps(w, n, alpha > best ? alpha : best, beta, best);
    if (search_is_stopped(w)) return SCORE_DRAW;
    if (best >= beta) {
        if (!found) store_tt(w, n, NO_MOVE, best, BOUND_LOWER, pv);
        return best;
    }
    if (best > alpha) alpha = best;

    MovePicker picker;
    Move move, best_move = NO_MOVE;
    int count = 0;
    move_picker_init_noisy(&picker, w, n, found ? hit.move : NO_MOVE, 0);
    while ((move = move_picker_next(&picker))) {
        if (best > -SCORE_TABLE_BOUND) {
            if (!n->check && is_futile(w, n, move, alpha)) continue;
            if (n->check && count > 0 && !move_is_noisy(&n->pos, move)) break;
        }
        search_prefetch(w, n, move);
        count++;
        search_play(w, n, move);
        score = -quiesce(w, n + 1, -beta, -alpha);
        if (search_is_stopped(w)) return SCORE_DRAW;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        best_move = move;
        if (score >= beta) break;
    }
    Bound bound = best >= beta                ? BOUND_LOWER
                  : best > alpha_before && pv ? BOUND_EXACT
                                              : BOUND_UPPER;
    store_tt(w, n, best_move, best, bound, pv || (found && hit.pv));
    return best;
}

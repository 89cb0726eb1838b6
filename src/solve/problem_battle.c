// SPDX-License-Identifier: MIT
//
// Battles: the attacker wants the aim, the defender does not.
//
// Direct mates are the mate prover's (mate_prove.c).  All others share one search, in which only
// the end differs: who has to be mated, and who has to do it when he can.  Defences that refuted
// another attack come first.  In selfmates and reflexmates a position is given up at once where no
// picture of the attacker's mate is left within the moves (problem_picture.h).
#include "roek/solve/mate_net.h"
#include "roek/solve/problem_search.h"

static Key battle_key(const ProblemSearch *s, const MateNode *node) {
    uint64_t salt = (uint64_t)s->stipulation.play * 2 + s->stipulation.aim + 1;
    return node->key ^ salt * 0xff51afd7ed558ccdu;
}

static bool is_direct_mate(const ProblemSearch *s) {
    return s->stipulation.play == PLAY_DIRECT && s->stipulation.aim == AIM_MATE;
}

/* Does the attacker have to be mated himself? */
static bool wants_own_mate(const ProblemSearch *s) {
    return s->stipulation.play != PLAY_DIRECT && s->stipulation.aim == AIM_MATE;
}

/* Could he be mated at all in so many moves of both sides? */
static bool may_be_mated(ProblemSearch *s, const MateNode *node, int n) {
    return !wants_own_mate(s) || pictures_possible(s->pictures, &node->board, s->victim, n, n);
}

static void learn(ProblemSearch *s, Key key, int n, Move move, uint64_t before) {
    MateBounds learned = MATE_BOUNDS_NONE;
    if (move) {
        learned.hi = n;
        learned.move = move;
    } else {
        learned.lo = n;
    }
    mate_table_learn(s->w->table, key, learned, mate_work(s->w->nodes - before));
}

static void put_first(MoveList *moves, Move move) {
    for (int i = 1; i < moves->count; i++) {
        if (moves->items[i] != move) continue;
        moves->items[i] = moves->items[0];
        moves->items[0] = move;
        return;
    }
}

/* Checks leave the defender the least choice. */
static void order_attacks(const MateNode *node, Move best, MoveList *moves) {
    const Board *b = &node->board;
    if (b->turn == WHITE)
        put_checks_first(b, WHITE, moves);
    else
        put_checks_first(b, BLACK, moves);
    put_first(moves, best);
}

/* After the attacker's last move the key of the position is of no use. */
static bool forces_end(ProblemSearch *s, const MateNode *node, Move move) {
    const Board *b = &node->board;
    MateNode next;
    next.board = b->turn == WHITE ? board_after(b, WHITE, move) : board_after(b, BLACK, move);
    return aim_is_forced(s->stipulation.aim, &next, &s->hint);
}

static bool attack_works(ProblemSearch *s, const MateNode *node, Move move, int n) {
    if (n == 1 && s->stipulation.play == PLAY_SELF) return forces_end(s, node, move);
    MateNode next = node_after(node, move);
    return battle_defence(s, &next, n - 1);
}

/* The first of the moves that works, or NO_MOVE. */
static Move find_attack(ProblemSearch *s, const MateNode *node, int n, const MoveList *moves) {
    Outlook outlook;
    bool looks = wants_own_mate(s);
    if (looks) outlook_open(&outlook, s->pictures, &node->board, s->victim, s->victim, n - 1, n);
    for (int i = 0; i < moves->count && !s->w->paused; i++) {
        if (looks && !outlook_allows(&outlook, moves->items[i])) continue;
        if (attack_works(s, node, moves->items[i], n)) return moves->items[i];
    }
    return NO_MOVE;
}

bool battle_attack(ProblemSearch *s, const MateNode *node, int n) {
    MateWorker *w = s->w;
    if (is_direct_mate(s)) return prove_attack(w, node, n);
    if (mate_worker_tick(w) || n < 1 || !may_be_mated(s, node, n)) return false;
    Key key = battle_key(s, node);
    MateBounds known = mate_table_bounds(w->table, key);
    if (known.hi <= n) return true;
    if (known.lo >= n) return false;
    uint64_t before = w->nodes;
    MoveList moves;
    moves.count = 0;
    bool must = s->stipulation.play == PLAY_REFLEX && aim_in_one(s->stipulation.aim, node);
    if (!must) node_moves(node, &moves);
    Move found = NO_MOVE;
    if (n == 1 && s->stipulation.play == PLAY_DIRECT) {
        aim_moves(s->stipulation.aim, node, &moves);
        if (moves.count) found = moves.items[0];
    } else {
        if (n > 1) order_attacks(node, known.move, &moves);
        found = find_attack(s, node, n, &moves);
    }
    if (w->paused) return false;
    learn(s, key, n, found, before);
    return found != NO_MOVE;
}

/* Does the attacker have his way after this defence? */
static bool survives(ProblemSearch *s, const MateNode *node, Move defence, int n) {
    MateNode next = node_after(node, defence);
    if (s->stipulation.play == PLAY_SELF && aim_is_reached(s->stipulation.aim, &next)) return true;
    return battle_attack(s, &next, n);
}

static bool defences_fail(ProblemSearch *s, const MateNode *node, int n) {
    MateWorker *w = s->w;
    MoveList moves;
    node_moves(node, &moves);
    put_first(&moves, w->killers[n][1]);
    put_first(&moves, w->killers[n][0]);
    for (int i = 0; i < moves.count; i++) {
        if (survives(s, node, moves.items[i], n)) continue;
        if (w->paused || w->killers[n][0] == moves.items[i]) return false;
        w->killers[n][1] = w->killers[n][0];
        w->killers[n][0] = moves.items[i];
        return false;
    }
    return moves.count > 0;
}

static bool direct_defence(ProblemSearch *s, const MateNode *node, int n) {
    if (aim_is_reached(s->stipulation.aim, node)) return true;
    return n > 0 && defences_fail(s, node, n);
}

bool battle_defence(ProblemSearch *s, const MateNode *node, int n) {
    if (is_direct_mate(s)) return prove_defence(s->w, node, n);
    if (s->stipulation.play == PLAY_DIRECT) return direct_defence(s, node, n);
    if (s->stipulation.play == PLAY_SELF)
        return n ? defences_fail(s, node, n) : aim_is_forced(s->stipulation.aim, node, &s->hint);
    if (aim_in_one(s->stipulation.aim, node)) return true;
    return n > 0 && defences_fail(s, node, n);
}

// SPDX-License-Identifier: MIT
//
// Adversarial play: the attacker tries to reach the goal, the defender to prevent it.
//
// Direct mates use the exhaustive mate search (exhaustive.c). All other plays share one search;
// they differ only in the end: which side is mated, and which side must mate if it can. Defences
// that refuted other attacks are tried first. In selfmates and reflexmates a position is pruned if
// no mate of the attacker is possible within the moves (feasibility.h).
#include "base/hash.h"
#include "solve/mate/mate_helpers.h"
#include "solve/problem/problem_search.h"
#include "solve/problem/stalemate.h"

static Key adversarial_key(const ProblemSearch *s, const MateNode *node) {
    uint64_t salt = (uint64_t)s->stipulation.play * 2 + s->stipulation.goal + 1;
    return hash_salt(node->key, salt, HASH_MURMUR_1);
}

static bool is_direct_mate(const ProblemSearch *s) {
    return s->stipulation.play == PROBLEM_PLAY_DIRECT && s->stipulation.goal == PROBLEM_GOAL_MATE;
}

/* Does the attacker play to be mated itself? */
static bool wants_own_mate(const ProblemSearch *s) {
    return s->stipulation.play != PROBLEM_PLAY_DIRECT && s->stipulation.goal == PROBLEM_GOAL_MATE;
}

/* Could the attacker be mated at all in n moves of each side? */
static bool may_be_mated(ProblemSearch *s, const MateNode *node, int n) {
    return !wants_own_mate(s) ||
           feasibility_is_possible(s->feasibility, &node->board, s->victim, n, n);
}

/* Checks first, since they leave the defender the fewest replies, and `best` before them. */
static void order_attacks(const MateNode *node, Move best, MoveList *moves) {
    const Board *b = &node->board;
    if (b->turn == WHITE)
        put_checks_first(b, WHITE, moves);
    else
        put_checks_first(b, BLACK, moves);
    movelist_put_first(moves, best);
}

/* Does the attacker's last move force the defender to reach the goal? Plays it on a bare board,
 * since no key is needed. */
static bool forces_end(ProblemSearch *s, const MateNode *node, Move move) {
    const Board *b = &node->board;
    MateNode next;
    next.board = b->turn == WHITE ? board_after(b, WHITE, move) : board_after(b, BLACK, move);
    return problem_goal_is_forced(s->stipulation.goal, &next, &s->hint);
}

static bool attack_works(ProblemSearch *s, const MateNode *node, Move move, int n) {
    if (n == 1 && s->stipulation.play == PROBLEM_PLAY_SELF) return forces_end(s, node, move);
    MateNode next = mate_node_after(node, move);
    return adversarial_defence(s, &next, n - 1);
}

// --- quiet replies to the attacker's last move ---

/* A selfmate fails if the defender has a last move that gives no check. A few such quiet replies
 * refute most of the attacker's last moves at once: all that neither give check nor hinder the
 * reply.
 *
 * A ReplyHindrance describes the moves that may hinder one quiet reply. */
typedef struct {
    Bitboard to[6]; // by role: the attacker's moves to these squares …
    Bitboard from;  // … and from these squares (by opening a line) may hinder it
} ReplyHindrance;

enum { QUIET_MAX = 4 };

typedef struct {
    int count;
    ReplyHindrance items[QUIET_MAX];
    CheckInfo checks;
} QuietReplies;

/* The sliding pieces of a side that move along the line through the two squares, wherever they
 * are. */
static Bitboard riders(const Board *b, Color c, Square from, Square to) {
    if (!LINE[from][to]) return 0;
    bool straight = role_attacks(ROOK, from, 0) & bit(to);
    return b->color[c] & (b->role[QUEEN] | b->role[straight ? ROOK : BISHOP]);
}

/* Could a move of this piece discover a check, now or after other pieces have left the line? */
static bool may_discover_check(const Board *b, Color us, Square from) {
    Square enemy = board_king(b, other(us));
    return LINE[enemy][from] & riders(b, us, enemy, from) & ~bit(from);
}

/* A reply of a piece that cannot be pinned and that gives no check from its target square. Only a
 * capture of the piece, or a piece in its way, hinders it. Returns false if the reply is not of
 * this kind. */
static bool piece_reply(const Board *b, Move reply, ReplyHindrance *out) {
    Square from = move_from(reply), to = move_to(reply);
    Color us = (Color)b->turn;
    Square king = board_king(b, us), enemy = board_king(b, other(us));
    Role role = board_role_at(b, from);
    Bitboard rest = b->color[us] & ~bit(from), way = bit(from) | BETWEEN[from][to];
    if (riders(b, other(us), king, from) && !(BETWEEN[king][from] & rest)) return false;
    if (role == PAWN) {
        if (file_of(from) != file_of(to) || PAWN_ATTACKS[us][to] & bit(enemy)) return false;
        way |= bit(to);
    } else if (role_attacks(role, to, 0) & bit(enemy) && !(BETWEEN[enemy][to] & rest)) {
        return false;
    }
    for (int i = 0; i < 6; i++) out->to[i] = way;
    out->from = 0;
    return true;
}

/* A king move is hindered by a piece that attacks its target square, directly or by opening a
 * line. */
static void king_reply(const Board *b, Move reply, ReplyHindrance *out) {
    Square to = move_to(reply);
    Color us = (Color)b->turn;
    Bitboard enemies = b->color[other(us)];
    for (Role role = KNIGHT; role <= KING; role++)
        out->to[role] = role_attacks(role, to, 0) | bit(to);
    out->to[PAWN] = PAWN_ATTACKS[us][to] | bit(to);
    Bitboard lines = (role_attacks(ROOK, to, 0) & (b->role[ROOK] | b->role[QUEEN])) |
                     (role_attacks(BISHOP, to, 0) & (b->role[BISHOP] | b->role[QUEEN]));
    lines &= enemies;
    out->from = 0;
    FOR_EACH_SQUARE(s, lines) out->from |= BETWEEN[to][s];
}

static bool is_quiet_reply(const Board *b, Move reply, ReplyHindrance *out) {
    Square from = move_from(reply);
    if (move_kind(reply) != MOVE_PLAIN || may_discover_check(b, (Color)b->turn, from)) return false;
    if (board_role_at(b, from) != KING) return piece_reply(b, reply, out);
    king_reply(b, reply, out);
    return true;
}

static void find_quiet_replies(const MateNode *node, QuietReplies *out) {
    const Board *b = &node->board;
    MoveList replies;
    out->count = 0;
    if (mate_node_is_check(node)) return;
    MateNode passed = mate_node_after_pass(node);
    mate_node_moves(&passed, &replies);
    for (int i = 0; i < replies.count && out->count < QUIET_MAX; i++)
        out->count += is_quiet_reply(&passed.board, replies.items[i], &out->items[out->count]);
    if (out->count) out->checks = check_info_make(b, (Color)b->turn, board_occupied(b));
}

/* Is one of the quiet replies still legal and quiet after this move? */
static bool leaves_quiet_reply(const QuietReplies *quiet, const Board *b, Move move) {
    if (quiet->count == 0 || check_info_is_special(&quiet->checks, move)) return false;
    Role role = board_role_at(b, move_from(move));
    Bitboard from = bit(move_from(move)), to = bit(move_to(move));
    if (role == KING || quiet->checks.from[role] & to) return false;
    for (int i = 0; i < quiet->count; i++)
        if (!(quiet->items[i].to[role] & to) && !(quiet->items[i].from & from)) return true;
    return false;
}

/* The first of the moves that reaches the goal, or NO_MOVE. */
static Move find_attack(ProblemSearch *s, const MateNode *node, int n, const MoveList *moves) {
    MoveFeasibility move_feasibility;
    QuietReplies quiet;
    quiet.count = 0;
    bool prunes = wants_own_mate(s);
    if (prunes)
        move_feasibility_init(&move_feasibility, s->feasibility, &node->board, s->victim, s->victim,
                              n - 1, n);
    if (prunes && n == 1 && s->stipulation.play == PROBLEM_PLAY_SELF)
        find_quiet_replies(node, &quiet);
    for (int i = 0; i < moves->count && !s->w->paused; i++) {
        if (leaves_quiet_reply(&quiet, &node->board, moves->items[i])) continue;
        if (prunes && !move_feasibility_allows(&move_feasibility, moves->items[i])) continue;
        if (attack_works(s, node, moves->items[i], n)) return moves->items[i];
    }
    return NO_MOVE;
}

/* Searches all moves of the attacker, unless in a reflexmate it must reach the goal at once. */
static Move search_attacks(ProblemSearch *s, const MateNode *node, int n, Move best) {
    MoveList moves;
    if (s->stipulation.play == PROBLEM_PLAY_DIRECT && n == 2)
        return stalemate_in_two(s->w, &node->board);
    if (s->stipulation.play == PROBLEM_PLAY_REFLEX &&
        problem_goal_in_one(s->stipulation.goal, node))
        return NO_MOVE;
    mate_node_moves(node, &moves);
    if (n > 1) order_attacks(node, best, &moves);
    return find_attack(s, node, n, &moves);
}

bool adversarial_attack(ProblemSearch *s, const MateNode *node, int n) {
    MateWorker *w = s->w;
    if (is_direct_mate(s)) return exhaustive_attack(w, node, n);
    if (mate_worker_should_stop(w) || n < 1 || !may_be_mated(s, node, n)) return false;
    if (s->stipulation.play == PROBLEM_PLAY_DIRECT && n == 1)
        return problem_goal_in_one(s->stipulation.goal, node);
    Key key = adversarial_key(s, node);
    MateBounds known = mate_tt_bounds(w->table, key);
    if (known.hi <= n) return true;
    if (known.lo >= n) return false;
    uint64_t before = w->nodes;
    Move found = search_attacks(s, node, n, known.move);
    if (w->paused) return false;
    mate_worker_store_bound(w, key, n, found, before);
    return found != NO_MOVE;
}

/* Does the attacker reach the goal after this defence? */
static bool defence_fails(ProblemSearch *s, const MateNode *node, Move defence, int n) {
    MateNode next = mate_node_after(node, defence);
    if (s->stipulation.play == PROBLEM_PLAY_SELF &&
        problem_goal_is_reached(s->stipulation.goal, &next))
        return true;
    return adversarial_attack(s, &next, n);
}

static bool defences_fail(ProblemSearch *s, const MateNode *node, int n) {
    MateWorker *w = s->w;
    MoveList moves;
    mate_node_moves(node, &moves);
    movelist_put_first(&moves, w->killers[n][1]);
    movelist_put_first(&moves, w->killers[n][0]);
    for (int i = 0; i < moves.count; i++) {
        if (defence_fails(s, node, moves.items[i], n)) continue;
        if (w->paused || w->killers[n][0] == moves.items[i]) return false;
        w->killers[n][1] = w->killers[n][0];
        w->killers[n][0] = moves.items[i];
        return false;
    }
    return moves.count > 0;
}

static bool direct_defence(ProblemSearch *s, const MateNode *node, int n) {
    if (problem_goal_is_reached(s->stipulation.goal, node)) return true;
    return n > 0 && defences_fail(s, node, n);
}

bool adversarial_defence(ProblemSearch *s, const MateNode *node, int n) {
    if (is_direct_mate(s)) return exhaustive_defence(s->w, node, n);
    if (s->stipulation.play == PROBLEM_PLAY_DIRECT) return direct_defence(s, node, n);
    if (s->stipulation.play == PROBLEM_PLAY_SELF)
        return n ? defences_fail(s, node, n)
                 : problem_goal_is_forced(s->stipulation.goal, node, &s->hint);
    if (problem_goal_in_one(s->stipulation.goal, node)) return true;
    return n > 0 && defences_fail(s, node, n);
}

// SPDX-License-Identifier: MIT
//
// Lines: all ways in which both sides together, or one side alone, come to the aim.
//
// A search through all moves, depth first.  It turns back where a position is known to lead nowhere
// with so many moves left (the table), and where no picture of a mate is left within the moves
// (problem_picture.h).
#include "roek/solve/problem_search.h"

#include <string.h>

enum { TABLE_LEFT = 2 };

typedef struct {
    ProblemSearch *p;
    LineVisitor *visit;
    void *context;
    bool ended;
    int length;
    Move line[2 * STIPULATION_MOVES_MAX];
} Search;

/* Moves of each side still to come. */
typedef struct {
    int victim, mater;
} Budget;

static Budget budget_of(const Search *s, int left) {
    switch (s->p->stipulation.play) {
    case PLAY_SERIES: return (Budget){0, left};
    case PLAY_SERIES_HELP:
    case PLAY_SERIES_SELF: return (Budget){left - 1, 1};
    default: return (Budget){left / 2, (left + 1) / 2};
    }
}

/* What mates are left after each move, where mate is the aim. */
static bool look_ahead(Search *s, const MateNode *node, int left, Outlook *out) {
    if (s->p->stipulation.aim != AIM_MATE) return false;
    Budget budget = budget_of(s, left - 1);
    outlook_open(out, s->p->pictures, &node->board, s->p->victim, (Color)node->board.turn,
                 budget.victim, budget.mater);
    return true;
}

static Key key_of(const MateNode *node, int left) {
    return node->key ^ (uint64_t)left * 0xc4ceb9fe1a85ec53u;
}

static void report(Search *s, int ply, Move last) {
    s->line[ply] = last;
    if (!s->visit(s->line, s->length, s->context)) s->ended = true;
}

/* The last move: every one that reaches the aim, and where it has to be forced, no other. */
static bool finish(Search *s, const MateNode *node) {
    ProblemAim aim = s->p->stipulation.aim;
    MoveList moves;
    if (stipulation_ends_forced(&s->p->stipulation)) {
        if (!aim_is_forced(aim, node, &s->p->hint)) return false;
    } else if (aim == AIM_MATE && !node_mate_in_one(node)) {
        return false;
    }
    aim_moves(aim, node, &moves);
    for (int i = 0; i < moves.count && !s->ended; i++) report(s, s->length - 1, moves.items[i]);
    return moves.count > 0;
}

/* In a series the other side has to pass, which it cannot in check. */
static bool keeps_turn(const Search *s, int left) {
    const Stipulation *stipulation = &s->p->stipulation;
    return stipulation_is_series(stipulation) && (stipulation->play == PLAY_SERIES || left > 1);
}

static bool search(Search *s, const MateNode *node, int left);

static bool search_move(Search *s, const MateNode *node, Move move, int left) {
    MateNode next = node_after(node, move);
    if (keeps_turn(s, left - 1)) {
        if (node_is_check(&next)) return false;
        next = node_passed(&next);
    }
    s->line[s->length - left] = move;
    return search(s, &next, left - 1);
}

/* All solutions with exactly `left` moves from here; is there any? */
static bool search(Search *s, const MateNode *node, int left) {
    MateWorker *w = s->p->w;
    if (mate_worker_tick(w)) return false;
    if (left == 1) return finish(s, node);
    uint64_t note, before = w->nodes;
    bool noted = left >= TABLE_LEFT; // closer to the end looking up takes longer than trying
    if (noted && mate_table_get(w->table, key_of(node, left), &note)) return false; // a failure
    MoveList moves;
    Outlook outlook;
    bool found = false, looks = look_ahead(s, node, left, &outlook);
    node_moves(node, &moves);
    for (int i = 0; i < moves.count && !s->ended; i++) {
        if (looks && !outlook_allows(&outlook, moves.items[i])) continue;
        if (search_move(s, node, moves.items[i], left)) found = true;
        if (w->paused) return found;
    }
    if (!found && noted && !s->ended)
        mate_table_put(w->table, key_of(node, left), 1, mate_work(w->nodes - before));
    return found;
}

bool lines_find_after(ProblemSearch *p, const MateNode *root, Move first, int plies,
                      LineVisitor *visit, void *context) {
    Search s = {.p = p, .visit = visit, .context = context, .length = plies};
    Outlook outlook;
    bool looks = look_ahead(&s, root, plies, &outlook);
    if (!looks || outlook_allows(&outlook, first)) search_move(&s, root, first, plies);
    return !s.ended && !p->w->paused;
}

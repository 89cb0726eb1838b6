// SPDX-License-Identifier: MIT
//
// Lines: all ways in which both sides together, or one side alone, come to the aim.
//
// A search through all moves, depth first.  It turns back where a position is known to lead nowhere
// with so many moves left (the table), and where no end is left within the moves: by the list of
// all final positions (target_positions.h) or, where that is too long or it is about stalemate, by
// pictures (feasibility.h).
#include "solve/problem/problem_search.h"
#include "solve/problem/stalemate.h"

#include <string.h>

/* Shorter lines are found sooner than the list is made, and stalemates sooner than pictures. */
enum { LISTED_PLIES = 4, PICTURED_PLIES = 7 };

typedef struct {
    ProblemSearch *p;
    LineVisitor *visit;
    void *context;
    bool ended;
    int length;
    Move line[2 * STIPULATION_MOVES_MAX];
} Search;

/* Moves of each side still to come. */
static FinalMoves moves_left(const Search *s, int left) {
    Color victim = s->p->victim;
    FinalMoves moves;
    switch (s->p->stipulation.play) {
    case PLAY_SERIES: moves.of[victim] = 0, moves.of[other(victim)] = left; break;
    case PLAY_SERIES_HELP:
    case PLAY_SERIES_SELF: moves.of[victim] = left - 1, moves.of[other(victim)] = 1; break;
    default: moves.of[victim] = left / 2, moves.of[other(victim)] = (left + 1) / 2;
    }
    return moves;
}

/* What the moves of a position may lead to: by the list of final positions or, where there is none,
 * by pictures; to a stalemate by the next move by the units that are free. */
typedef struct {
    enum { LOOK_NOWHERE, LOOK_FINALS, LOOK_PICTURES, LOOK_FREE } look;
    const FinalNode *final;
    Bitboard goals[FINAL_PIECES];
    Outlook outlook;
    StaleHelp help;
} Prospect;

/* Does the victim make its last move now, and is not forced to anything after it? */
static bool is_last_help(const Search *s, const MateNode *node, int left) {
    return left == 2 && (Color)node->board.turn == s->p->victim &&
           !stipulation_ends_forced(&s->p->stipulation);
}

static void look_ahead(Search *s, const MateNode *node, int left, const FinalNode *final,
                       Prospect *out) {
    Color mover = (Color)node->board.turn, victim = s->p->victim;
    FinalMoves after = moves_left(s, left - 1);
    out->final = final;
    bool stale = s->p->stipulation.aim == AIM_STALEMATE;
    if (stale && is_last_help(s, node, left)) {
        out->look = LOOK_FREE;
        stale_help_open(&out->help, &node->board);
    } else if (stale && s->length < PICTURED_PLIES) {
        out->look = LOOK_NOWHERE;
    } else if (final) {
        out->look = LOOK_FINALS;
        finals_goals(s->p->finals, final, mover, moves_left(s, left), out->goals);
    } else {
        out->look = LOOK_PICTURES;
        outlook_open(&out->outlook, s->p->pictures, &node->board, victim, mover, after.of[victim],
                     after.of[other(victim)]);
    }
}

static bool may_lead_on(Prospect *p, Move move) {
    switch (p->look) {
    case LOOK_NOWHERE: return true;
    case LOOK_FINALS: return p->goals[p->final->number[move_from(move)]] & bit(move_to(move));
    case LOOK_PICTURES: return outlook_allows(&p->outlook, move);
    case LOOK_FREE: return stale_help_allows(&p->help, move);
    }
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

/* Where a move came from. */
typedef struct {
    const MateNode *node;
    const FinalNode *final; // NULL: not listed
    Move move;
} Step;

static bool search(Search *s, const MateNode *node, int left, const Step *step);

static bool search_move(Search *s, const Step *step, int left) {
    MateNode next = node_after(step->node, step->move);
    if (keeps_turn(s, left - 1)) {
        if (node_is_check(&next)) return false;
        next = node_passed(&next);
    }
    s->line[s->length - left] = step->move;
    return search(s, &next, left - 1, step);
}

static bool search_moves(Search *s, const MateNode *node, int left, const FinalNode *final) {
    MoveList moves;
    Prospect prospect;
    bool found = false;
    look_ahead(s, node, left, final, &prospect);
    node_moves(node, &moves);
    for (int i = 0; i < moves.count && !s->ended && !s->p->w->paused; i++) {
        Step step = {node, final, moves.items[i]};
        if (may_lead_on(&prospect, step.move) && search_move(s, &step, left)) found = true;
    }
    return found;
}

/* The same with what is left of the list after the step. */
static bool search_final(Search *s, const MateNode *node, int left, const Step *step) {
    FinalNode final;
    Finals *finals = s->p->finals;
    if (!step->final) return search_moves(s, node, left, NULL);
    if (!finals_enter(finals, step->final, &step->node->board, step->move, moves_left(s, left),
                      &final))
        return false;
    bool found = search_moves(s, node, left, &final);
    finals_leave(finals, &final);
    return found;
}

/* All solutions with exactly `left` moves from here; is there any? */
static bool search(Search *s, const MateNode *node, int left, const Step *step) {
    MateWorker *w = s->p->w;
    if (mate_worker_tick(w)) return false;
    if (left == 1) return finish(s, node);
    uint64_t note, before = w->nodes;
    if (mate_table_get(w->table, key_of(node, left), &note)) return false; // a failure
    bool found = search_final(s, node, left, step);
    if (!found && !s->ended && !w->paused)
        mate_table_put(w->table, key_of(node, left), 1, mate_work(w->nodes - before));
    return found;
}

bool lines_find_after(ProblemSearch *p, const MateNode *root, Move first, int plies,
                      LineVisitor *visit, void *context) {
    Search s = {.p = p, .visit = visit, .context = context, .length = plies};
    Prospect prospect;
    Step step = {root, NULL, first};
    if (p->stipulation.aim == AIM_MATE && plies >= LISTED_PLIES)
        step.final =
            finals_list(p->finals, &root->board, root->key, p->victim, moves_left(&s, plies));
    look_ahead(&s, root, plies, step.final, &prospect);
    if (may_lead_on(&prospect, first)) search_move(&s, &step, plies);
    return !s.ended && !p->w->paused;
}

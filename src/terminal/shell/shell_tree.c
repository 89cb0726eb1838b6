// SPDX-License-Identifier: MIT
//
// The shell's `tree`: draws a small alpha-beta search.
//
// The search is plain alpha-beta to a fixed depth: captures and promotions first, the classical
// evaluation at the leaves, no pruning, no hash table.  The output shows the windows and cut-offs,
// and the number of nodes that minimax without cut-offs would have visited.
#include "eval/eval.h"
#include "notation/text/san.h"
#include "search/score.h"
#include "terminal/shell/shell_internal.h"

enum { TREE_DEEPEST = 6, TREE_SHOWN = 2, TREE_MOST = 2000000 };

typedef struct {
    Text *out;
    int shown; // the plies that are drawn
    uint64_t nodes, cuts, most;
} ShellTree;

static void put_value(Text *out, Score score) {
    if (score >= SCORE_INFINITE || score <= -SCORE_INFINITE)
        text_string(out, score > 0 ? "inf" : "-inf");
    else if (score_is_mate(score))
        text_format(out, "%s%d", score > 0 ? "#" : "#-", SCORE_MATE - (score > 0 ? score : -score));
    else
        text_format(out, "%+.2f", score / 100.0);
}

/* Evaluates a leaf for the side to move; returns false if the position must be searched. */
static bool value_at_once(const Position *pos, int depth, int ply, Score *out) {
    Outcome outcome = position_outcome(pos);
    if (outcome_is_over(outcome)) {
        bool won = outcome.winner == position_turn(pos);
        *out = outcome.winner == NO_COLOR ? SCORE_DRAW : won ? SCORE_MATE - ply : ply - SCORE_MATE;
        return true;
    }
    if (depth == 0) *out = evaluate_once(handcrafted_evaluator(pos->rules), pos);
    return depth == 0;
}

/* Captures and promotions come first: they cause most cut-offs. */
static void ordered_moves(const Position *pos, MoveList *out) {
    MoveList quiet;
    pos->rules->legal_moves(&pos->board, GENERATE_NOISY, out);
    pos->rules->legal_moves(&pos->board, GENERATE_QUIET, &quiet);
    for (int i = 0; i < quiet.count; i++) out->items[out->count++] = quiet.items[i];
}

static Score minimax(ShellTree *t, const Position *pos, int depth, int ply) {
    Score best = -SCORE_INFINITE, value;
    t->nodes++;
    if (t->nodes > t->most || value_at_once(pos, depth, ply, &value))
        return t->nodes > t->most ? 0 : value;
    MoveList list;
    ordered_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position next = *pos;
        position_play(&next, list.items[i]);
        value = -minimax(t, &next, depth - 1, ply + 1);
        if (value > best) best = value;
    }
    return best;
}

static void draw_move(ShellTree *t, const Position *pos, Move move, int ply, Score alpha,
                      Score beta) {
    char san[SAN_MAX];
    san_write(pos, move, san);
    text_format(t->out, "%*s%-8s (", 4 * ply, "", san);
    put_value(t->out, alpha);
    text_string(t->out, ", ");
    put_value(t->out, beta);
    text_string(t->out, ")\n");
}

/* Draws the value of a move and what it means for the window. */
static void draw_value(ShellTree *t, int ply, Score value, Score alpha, Score beta, int looked_at,
                       int count) {
    text_format(t->out, "%*s= ", 4 * ply + 4, "");
    put_value(t->out, value);
    if (looked_at)
        text_format(t->out, " at most, refuted by reply %d of %d", looked_at, count);
    else if (value >= beta)
        text_string(t->out, ", enough: the other moves are cut off");
    else if (value > alpha)
        text_string(t->out, ", best so far");
    text_char(t->out, '\n');
}

/* Values are for the side to move at each node (negamax).  The window drawn before a move is that
 * of the side that plays it. */
static Score alphabeta(ShellTree *t, const Position *pos, int depth, int ply, Score alpha,
                       Score beta, int *cut_after, int *count) {
    Score best = -SCORE_INFINITE;
    MoveList list;
    t->nodes++;
    *cut_after = *count = 0;
    if (value_at_once(pos, depth, ply, &best)) return best;
    ordered_moves(pos, &list);
    *count = list.count;
    for (int i = 0; i < list.count; i++) {
        Position next = *pos;
        bool drawn = ply < t->shown;
        int below_cut, below_count;
        position_play(&next, list.items[i]);
        if (drawn) draw_move(t, pos, list.items[i], ply, alpha, beta);
        Score value =
            -alphabeta(t, &next, depth - 1, ply + 1, -beta, -alpha, &below_cut, &below_count);
        if (drawn) draw_value(t, ply, value, alpha, beta, below_cut, below_count);
        if (value > best) best = value;
        if (value > alpha) alpha = value;
        if (alpha < beta) continue;
        t->cuts++;
        *cut_after = i + 1;
        break;
    }
    return best;
}

bool shell_do_tree(Shell *shell, const ShellWords *words) {
    int64_t depth, shown = TREE_SHOWN;
    const Position *pos = shell_position(shell);
    if (!pos || !shell_number(shell, words, 1, 1, TREE_DEEPEST, &depth)) return false;
    if (words->count > 2 && !shell_number(shell, words, 2, 0, TREE_DEEPEST, &shown)) return false;
    uint64_t most = shell->limits.nodes ? shell->limits.nodes : TREE_MOST;
    ShellTree plain = {.most = most},
              tree = {.out = &shell->out, .shown = (int)shown, .most = most};
    Score want = minimax(&plain, pos, (int)depth, 0);
    if (plain.nodes > most)
        return shell_error(shell, words, 1, "the tree has more than %llu positions",
                           (unsigned long long)most);
    int cut, count;
    Score value =
        alphabeta(&tree, pos, (int)depth, 0, -SCORE_INFINITE, SCORE_INFINITE, &cut, &count);
    text_string(&shell->out, "value ");
    put_value(&shell->out, value);
    text_format(&shell->out,
                "; alpha-beta: %llu position%s, %llu cut-off%s; minimax: %llu position%s, ",
                (unsigned long long)tree.nodes, plural_s(tree.nodes), (unsigned long long)tree.cuts,
                plural_s(tree.cuts), (unsigned long long)plain.nodes, plural_s(plain.nodes));
    text_format(&shell->out, "%s value\n", value == want ? "the same" : "another");
    return true;
}

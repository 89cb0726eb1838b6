// SPDX-License-Identifier: MIT
//
// Battles as problemists print them:
//
//     1.Qa6! threat 2.Qf1#
//       1...Kd1 2.Qf1#
//       1...c1=S 2.Qf1#/Qa1# (dual)
//
// After a key come its threat (what would follow if the defender could pass) and the defences that
// meet it; without a threat all defences are told, for any of them is a duty.  Defences with the
// same answers share a line.
#include "cmd/problem/problem_command.h"

#include "solve/problem/problem_proof.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Text *out;
    ProblemSolver *solver;
    const Problem *problem;
    const ProblemCommandOptions *opts;
    ProblemDuals duals;
    bool counts; // duals
} VariationTree;

static void indent(VariationTree *tree, int depth) {
    for (int i = 0; i < depth; i++) text_string(tree->out, "  ");
}

static void put_move(VariationTree *tree, const Position *pos, Move move) {
    put_problem_move(tree->out, &tree->opts->style, pos, move);
}

static void put_moves(VariationTree *tree, const Position *pos, const MoveList *moves) {
    for (int i = 0; i < moves->count; i++) {
        if (i) text_char(tree->out, '/');
        put_move(tree, pos, moves->items[i]);
    }
}

static bool same_moves(const MoveList *a, const MoveList *b) {
    size_t bytes = (size_t)a->count * sizeof *a->items;
    return a->count == b->count && memcmp(a->items, b->items, bytes) == 0;
}

/* What the attacker has to say to one defence. */
typedef struct {
    Move move;
    int length;     // moves the attacker still needs; 0: the defence itself ends it, or refutes
    bool ends;      // the defence reaches the aim, as it must in selfmates
    bool written;   // in a line with another one
    MoveList moves; // every answer that is as short
} Reply;

typedef struct {
    int count;
    Reply *items;
} Replies;

static bool ends_with_defence(const VariationTree *tree) {
    return tree->problem->stipulation.play != PROBLEM_PLAY_DIRECT;
}

/* In reflexmates who can reach the aim at once has to. */
static bool must_end(const VariationTree *tree) {
    ProblemPlay play = tree->problem->stipulation.play;
    return play == PROBLEM_PLAY_REFLEX || play == PROBLEM_PLAY_SEMIREFLEX;
}

static void find_replies(VariationTree *tree, const Position *pos, int n, Replies *out) {
    MoveList moves;
    bool some_end = false;
    position_legal_moves(pos, &moves);
    out->count = 0;
    out->items = calloc((size_t)moves.count + 1, sizeof *out->items);
    tree->out->failed |= !out->items;
    for (int i = 0; out->items && i < moves.count; i++) {
        Reply *reply = &out->items[out->count++];
        Position next = position_after(pos, moves.items[i]);
        *reply = (Reply){.move = moves.items[i]};
        reply->ends =
            ends_with_defence(tree) && problem_is_reached(&tree->problem->stipulation, &next);
        some_end |= reply->ends;
        if (!reply->ends && n > 0)
            reply->length = problem_continuations(tree->solver, &next, n, &reply->moves);
    }
    if (!some_end || !must_end(tree)) return;
    int kept = 0;
    for (int i = 0; i < out->count; i++)
        if (out->items[i].ends) out->items[kept++] = out->items[i];
    out->count = kept;
}

static void put_variations(VariationTree *tree, const Position *pos, int n, int number, int depth);

/* "1...Kd1": the number only before the first of a line. */
static void put_defences(VariationTree *tree, const Position *pos, Replies *replies, int first,
                         int number) {
    Reply *reply = &replies->items[first];
    text_format(tree->out, "%d...", number);
    put_move(tree, pos, reply->move);
    if (reply->length != 1 && !reply->ends) return;
    for (int i = first + 1; i < replies->count; i++) {
        Reply *other = &replies->items[i];
        if (other->written || other->ends != reply->ends || other->length != reply->length ||
            !same_moves(&reply->moves, &other->moves))
            continue;
        other->written = true;
        text_char(tree->out, '/');
        put_move(tree, pos, other->move);
    }
}

/* The answers that end the play on the defence's line, longer ones each with its own play. */
static void put_answers(VariationTree *tree, const Position *pos, const Reply *reply, int number,
                        int depth) {
    Position next = position_after(pos, reply->move);
    bool dual = reply->moves.count > 1;
    if (tree->counts && dual) {
        tree->duals.all++;
        tree->duals.early += reply->length > 1;
    }
    if (reply->length == 1 && !ends_with_defence(tree)) {
        text_format(tree->out, " %d.", number + 1);
        put_moves(tree, &next, &reply->moves);
        text_string(tree->out, dual ? " (dual)\n" : "\n");
        return;
    }
    for (int i = 0; i < reply->moves.count; i++) {
        if (i) indent(tree, depth + 1);
        text_format(tree->out, "%s%d.", i ? "" : " ", number + 1);
        put_move(tree, &next, reply->moves.items[i]);
        if (dual) text_string(tree->out, " (dual)");
        Position then = position_after(&next, reply->moves.items[i]);
        put_variations(tree, &then, reply->length - 1, number + 1, depth + 1);
    }
}

static void put_reply(VariationTree *tree, const Position *pos, Replies *replies, int i, int number,
                      int depth) {
    indent(tree, depth);
    put_defences(tree, pos, replies, i, number);
    if (replies->items[i].ends)
        text_char(tree->out, '\n');
    else
        put_answers(tree, pos, &replies->items[i], number, depth);
}

/* Does some threat still work after the defence? */
static bool leaves_threat(VariationTree *tree, const Position *pos, const Reply *reply,
                          const MoveList *threats, int length) {
    Position next = position_after(pos, reply->move);
    if (reply->ends) return false;
    for (int i = 0; i < threats->count; i++)
        if (position_is_legal(&next, threats->items[i]) &&
            problem_move_solves(tree->solver, &next, threats->items[i], length))
            return true;
    return false;
}

/* What would follow if the defender could pass; the number of moves it takes, 0 for no threat. */
static int find_threats(VariationTree *tree, const Position *pos, int n, MoveList *out) {
    Position passed = *pos;
    out->count = 0;
    if (n < 1 || position_is_check(pos)) return 0;
    position_play_null(&passed);
    return position_is_check(&passed) ? 0 : problem_continuations(tree->solver, &passed, n, out);
}

static void put_threats(VariationTree *tree, const Position *pos, const MoveList *threats,
                        int number) {
    Position passed = *pos;
    position_play_null(&passed);
    text_format(tree->out, " threat %d.", number + 1);
    put_moves(tree, &passed, threats);
}

/* A defence after which the play ends sooner than it might. */
static bool is_short(const Reply *reply, int n) {
    return reply->ends ? n > 0 : reply->length < n;
}

/* Marks what is not to be told; returns how many defences do not meet the threat. */
static int gather(VariationTree *tree, const Position *pos, Replies *replies,
                  const MoveList *threats, int length, int n) {
    int gathered = 0;
    for (int i = 0; i < replies->count; i++) {
        Reply *reply = &replies->items[i];
        bool refutes = !reply->length && !reply->ends;
        if (reply->written || refutes) continue;
        if (length && !tree->opts->every && leaves_threat(tree, pos, reply, threats, length)) {
            gathered++;
            reply->written = true;
        }
        if (tree->opts->no_short && is_short(reply, n)) reply->written = true;
    }
    return gathered;
}

/* Everything behind an attacking move, from its threat on; `number` is that of the move. */
static void put_variations(VariationTree *tree, const Position *pos, int n, int number, int depth) {
    MoveList threats;
    Replies replies;
    int length = find_threats(tree, pos, n, &threats);
    if (length)
        put_threats(tree, pos, &threats, number);
    else if (n > 0 && !position_is_check(pos))
        text_string(tree->out, " zugzwang");
    text_char(tree->out, '\n');
    if (problem_is_interrupted(tree->solver)) return;
    find_replies(tree, pos, n, &replies);
    int gathered = gather(tree, pos, &replies, &threats, length, n);
    for (int i = 0; i < replies.count; i++)
        if (!replies.items[i].written && (replies.items[i].length || replies.items[i].ends))
            put_reply(tree, pos, &replies, i, number, depth + 1);
    if (length && gathered == replies.count && gathered > 0 && depth == 0) {
        indent(tree, depth + 1);
        text_string(tree->out, "no defence meets the threat\n");
    }
    free(replies.items);
}

// --- keys, set play and tries ---

static void put_keys(VariationTree *tree, const ProblemResult *r) {
    const Position *pos = &tree->problem->pos;
    tree->counts = true;
    for (int i = 0; i < r->keys.count; i++) {
        text_string(tree->out, "1.");
        put_move(tree, pos, r->keys.items[i]);
        text_char(tree->out, '!');
        if (r->key_moves[i] < tree->problem->stipulation.moves)
            text_format(tree->out, " (in %d)", r->key_moves[i]);
        Position next = position_after(pos, r->keys.items[i]);
        if (tree->opts->tree)
            put_variations(tree, &next, r->key_moves[i] - 1, 1, 0);
        else
            text_char(tree->out, '\n');
    }
    tree->counts = false;
}

/* What would happen if the defender were to move in the diagram. */
static void put_set_play(VariationTree *tree) {
    Position passed = tree->problem->pos;
    Replies replies;
    int n = tree->problem->stipulation.moves - 1;
    if (position_is_check(&passed)) return;
    position_play_null(&passed);
    find_replies(tree, &passed, n, &replies);
    bool first = true;
    for (int i = 0; i < replies.count; i++) {
        if (replies.items[i].written || (!replies.items[i].length && !replies.items[i].ends))
            continue;
        if (first) text_string(tree->out, "set play\n");
        first = false;
        put_reply(tree, &passed, &replies, i, 1, 1);
    }
    free(replies.items);
}

static int find_refutations(VariationTree *tree, const Position *pos, int n, MoveList *out) {
    Replies replies;
    out->count = 0;
    find_replies(tree, pos, n, &replies);
    for (int i = 0; i < replies.count; i++)
        if (!replies.items[i].length && !replies.items[i].ends)
            out->items[out->count++] = replies.items[i].move;
    free(replies.items);
    return replies.count ? out->count : -1;
}

/* First moves, of those asked about, that fail, but only to so many defences, with their play.
 * Where the first move has to be mate there is none. */
static void put_tries(VariationTree *tree, const ProblemResult *r) {
    const Position *pos = &tree->problem->pos;
    int n = tree->problem->stipulation.moves;
    MoveList moves, holes;
    if (n == 1 && tree->problem->stipulation.play == PROBLEM_PLAY_DIRECT) return;
    problem_first_moves(pos, &tree->opts->options, &moves);
    for (int i = 0; i < moves.count && !problem_is_interrupted(tree->solver); i++) {
        if (movelist_has(&r->keys, moves.items[i])) continue;
        Position next = position_after(pos, moves.items[i]);
        int count = find_refutations(tree, &next, n - 1, &holes);
        if (count < 1 || count > tree->opts->refutations) continue;
        text_string(tree->out, "1.");
        put_move(tree, pos, moves.items[i]);
        text_char(tree->out, '?');
        put_variations(tree, &next, n - 1, 1, 0);
        text_string(tree->out, "  but 1...");
        put_moves(tree, &next, &holes);
        text_string(tree->out, "!\n");
    }
}

ProblemDuals problem_put_tree(Text *out, ProblemSolver *solver, const Problem *problem,
                              const ProblemCommandOptions *opts, const ProblemResult *result) {
    VariationTree tree = {.out = out, .solver = solver, .problem = problem, .opts = opts};
    problem_resume(solver, &opts->options);
    if (opts->set_play) put_set_play(&tree);
    if (opts->refutations) put_tries(&tree, result);
    put_keys(&tree, result);
    if (problem_is_interrupted(solver)) text_string(out, "(unfinished: time is up)\n");
    return tree.duals;
}

ProblemDuals problem_put_play(Text *out, ProblemSolver *solver, const Problem *problem,
                              const ProblemCommandOptions *opts, ProblemResult *result) {
    VariationTree tree = {
        .out = out, .solver = solver, .problem = problem, .opts = opts, .counts = true};
    int n = problem->stipulation.moves - 1;
    MoveList holes;
    ProblemOptions options = opts->options;
    options.stipulation = problem->stipulation;
    problem_begin(solver, other(position_turn(&problem->pos)), &options);
    int refutations = find_refutations(&tree, &problem->pos, n, &holes);
    text_string(out, "after the key:");
    put_variations(&tree, &problem->pos, n, 1, 0);
    result->complete = !problem_is_interrupted(solver);
    result->answer = !result->complete ? PROBLEM_UNKNOWN
                     : refutations     ? PROBLEM_NONE
                                       : PROBLEM_SOLVED;
    if (result->answer == PROBLEM_NONE && refutations > 0) {
        text_string(out, "  but 1...");
        put_moves(&tree, &problem->pos, &holes);
        text_string(out, "!\n");
    }
    return tree.duals;
}

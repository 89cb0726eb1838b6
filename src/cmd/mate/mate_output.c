// SPDX-License-Identifier: MIT
#include "cmd/mate/mate_command.h"

#include "base/text/json.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <string.h>

static const char *const GOALS[] = {"mate", "selfmate", "helpmate", "stalemate"};

const char *mate_goal_name(MateGoal goal) {
    return GOALS[goal];
}

bool mate_goal_find(const char *name, MateGoal *out) {
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, GOALS[i]) != 0) continue;
        *out = (MateGoal)i;
        return true;
    }
    return false;
}

static void put_san(Text *out, const Position *pos, Move move) {
    char san[SAN_MAX];
    san_write(pos, move, san);
    text_string(out, san);
}

/* In a race a mate is a win, and being mated a loss. */
static void put_verdict_word(Text *out, const Position *pos, const MateCommandOptions *opts) {
    bool mate = rules_need_mate(pos->rules);
    if (opts->options.mated)
        text_string(out, mate ? "mated" : "lost");
    else
        text_string(out, mate ? mate_goal_name(opts->options.goal) : pos->rules->goal_name);
}

static void put_bounds(Text *out, const Position *pos, const MateCommandOptions *opts,
                       const MateResult *r) {
    if (r->moves) {
        text_string(out, "; ");
        put_verdict_word(out, pos, opts);
        text_format(out, " within %d found", r->moves);
        if (r->length) {
            text_string(out, " (");
            put_san(out, pos, r->line[0]);
            text_char(out, ')');
        }
    }
    if (r->excluded > 0) {
        text_string(out, opts->options.mated ? "; not " : "; no ");
        put_verdict_word(out, pos, opts);
        text_format(out, " in %d", r->excluded);
    }
}

void mate_show_verdict(Text *out, const Position *pos, const MateCommandOptions *opts,
                       const MateResult *r) {
    switch (r->verdict) {
    case MATE_FOUND:
        put_verdict_word(out, pos, opts);
        text_format(out, " in %d", r->moves);
        if (r->length) {
            text_string(out, ": ");
            put_san(out, pos, r->line[0]);
        }
        break;
    case MATE_NONE:
        text_string(out, opts->options.mated ? "not " : "no ");
        put_verdict_word(out, pos, opts);
        text_format(out, " in %d", opts->options.moves);
        break;
    case MATE_UNKNOWN:
        text_format(out, "unknown after %.1f s, %llu node%s", r->seconds,
                    (unsigned long long)r->nodes, plural_s(r->nodes));
        put_bounds(out, pos, opts, r);
        break;
    }
}

static void put_moves(Text *out, const Position *pos, const MoveList *moves) {
    for (int i = 0; i < moves->count; i++) {
        if (i) text_char(out, ' ');
        put_san(out, pos, moves->items[i]);
    }
}

bool mate_is_over(const Position *pos, const MateResult *r, char words[OUTCOME_TEXT_MAX]) {
    Outcome outcome = position_outcome(pos);
    outcome_text(outcome, words);
    return r->verdict != MATE_FOUND && outcome_is_over(outcome);
}

void mate_show_details(Text *out, const Position *pos, const MateCommandOptions *opts,
                       const MateResult *r) {
    char words[OUTCOME_TEXT_MAX];
    if (mate_is_over(pos, r, words)) text_format(out, "the game is over: %s\n", words);
    if (r->length) {
        text_string(out, "line: ");
        san_write_line(out, pos, r->line, r->length);
        text_char(out, '\n');
    }
    if (opts->options.all && r->verdict == MATE_FOUND && !opts->options.mated) {
        text_string(out, "keys: ");
        put_moves(out, pos, &r->keys);
        text_char(out, '\n');
    }
    if (r->verdict == MATE_FOUND && !r->proved) text_string(out, "not proved to be the shortest\n");
}

// --- the tree ---

typedef struct {
    Text *out;
    MateSolver *solver;
    const MateCommandOptions *opts;
    const ProofTree *tree;
    bool attacker_first;
} MateTreeWriter;

/* Writes "2. Qe8+" or "2... Kg8" on a line of its own, indented by ply. */
static void begin_tree_line(Text *out, const Position *pos, int ply, Move move) {
    for (int i = 0; i < ply; i++) text_string(out, "  ");
    text_format(out, "%u%s ", pos->fullmove, position_turn(pos) == WHITE ? "." : "...");
    put_san(out, pos, move);
}

/* Other moves that mate as fast. */
static void put_duals(MateTreeWriter *show, const Position *pos, Move move, int moves_left) {
    MoveList keys;
    mate_key_moves(show->solver, pos, &show->opts->options, moves_left, &keys);
    bool first = true;
    for (int i = 0; i < keys.count; i++) {
        if (keys.items[i] == move) continue;
        text_string(show->out, first ? " (or " : ", ");
        put_san(show->out, pos, keys.items[i]);
        first = false;
    }
    if (!first) text_char(show->out, ')');
}

/* How many moves of the attacker the subtree behind step `at` takes at most, its own included. */
static int moves_in(const ProofTree *tree, size_t at);

static int deepest_below(const ProofTree *tree, size_t at) {
    int most = 0;
    size_t end = proof_tree_subtree_end(tree, at);
    if (tree->items[at].back_reference)
        return deepest_below(tree, tree->items[at].back_reference - 1);
    for (size_t i = at + 1; i < end; i++) {
        int depth = tree->items[i].ply - tree->items[at].ply;
        if (tree->items[i].back_reference) depth += deepest_below(tree, i);
        if (depth > most) most = depth;
    }
    return most;
}

static int moves_in(const ProofTree *tree, size_t at) {
    return deepest_below(tree, at) / 2 + 1;
}

static void show_steps(MateTreeWriter *show, const Position *pos, size_t from, size_t end,
                       int ply) {
    for (size_t at = from; at < end; at = proof_tree_subtree_end(show->tree, at)) {
        const ProofStep *step = &show->tree->items[at];
        bool attacker = (ply % 2 == 0) == show->attacker_first;
        begin_tree_line(show->out, pos, ply, step->move);
        if (attacker && ply > 0) put_duals(show, pos, step->move, moves_in(show->tree, at));
        text_char(show->out, '\n');
        size_t source = step->back_reference ? step->back_reference - 1
                                             : at; // a reference is written out again
        Position next = position_after(pos, step->move);
        show_steps(show, &next, source + 1, proof_tree_subtree_end(show->tree, source), ply + 1);
    }
}

void mate_show_tree(Text *out, MateSolver *solver, const Position *pos,
                    const MateCommandOptions *opts, const MateResult *result) {
    if (result->verdict != MATE_FOUND) return;
    MateTreeWriter show = {out, solver, opts, mate_solver_proof(solver), !opts->options.mated};
    show_steps(&show, pos, 0, show.tree->count, 0);
}

// --- JSON ---

static void put_json_moves(Text *out, const char *key, const Position *pos, const Move *moves,
                           int count, bool played, bool coordinates) {
    Position at = *pos;
    json_key(out, key);
    json_open(out, '[');
    for (int i = 0; i < count; i++) {
        char text[SAN_MAX];
        if (coordinates)
            uci_move_write(&at, moves[i], false, text);
        else
            san_write(&at, moves[i], text);
        json_string(out, text);
        if (played) position_play(&at, moves[i]);
    }
    json_close(out, ']');
}

static void put_json_answer(Text *out, const Position *pos, const MateCommandOptions *opts,
                            const MateResult *r) {
    static const char *const VERDICTS[] = {"unknown", "mate", "none"};
    char words[OUTCOME_TEXT_MAX];
    json_put_string(out, "result", VERDICTS[r->verdict]);
    if (mate_is_over(pos, r, words)) json_put_string(out, "outcome", words);
    json_put_int(out, "limit", opts->options.moves);
    if (r->moves) json_put_int(out, "moves", r->moves);
    json_put_bool(out, "proved", r->verdict == MATE_NONE || r->proved);
    json_put_bool(out, "checked", r->checked);
    json_put_int(out, "excluded", r->excluded);
    if (r->length) {
        put_json_moves(out, "line", pos, r->line, r->length, true, false);
        put_json_moves(out, "line_uci", pos, r->line, r->length, true, true);
    }
    if (r->keys.count) put_json_moves(out, "keys", pos, r->keys.items, r->keys.count, false, false);
    json_put_int(out, "nodes", (int64_t)r->nodes);
    json_put_seconds(out, r->seconds);
}

void mate_show_json(Text *out, MateSolver *solver, const InputPosition *here,
                    const MateCommandOptions *opts, const MateResult *result) {
    char fen[FEN_MAX], id[EPD_ID_MAX];
    int64_t dm;
    fen_write_position(&here->pos, fen);
    json_open(out, '{');
    if (here->number) json_put_int(out, "number", here->number);
    if (epd_id(&here->epd, id)) json_put_string(out, "id", id);
    json_put_string(out, "fen", fen);
    json_put_string(out, "variant", here->pos.rules->name);
    json_put_string(out, "goal", mate_goal_name(opts->options.goal));
    if (opts->options.mated) json_put_bool(out, "mated", true);
    if (epd_mate(&here->epd, &dm)) json_put_int(out, "dm", dm);
    put_json_answer(out, &here->pos, opts, result);
    if (opts->tree && result->verdict == MATE_FOUND) {
        Text tree = text_growing();
        mate_show_tree(&tree, solver, &here->pos, opts, result);
        json_put_text(out, "tree", &tree);
        text_free(&tree);
    }
    if (opts->tries) {
        Text tries = text_growing();
        mate_show_tries(&tries, solver, &here->pos, opts, result);
        json_put_text(out, "tries", &tries);
        text_free(&tries);
    }
    json_close(out, '}');
}

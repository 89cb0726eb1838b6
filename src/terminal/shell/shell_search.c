// SPDX-License-Identifier: MIT
//
// The shell's commands that search: best moves, mates, evaluation, perft.
#include "notation/text/san.h"
#include "play/game/eval_report.h"
#include "search/score.h"
#include "solve/mate/mate.h"
#include "solve/mate/mate_prober.h"
#include "terminal/shell/shell_internal.h"

#include <string.h>

enum { PERFT_DEEPEST = 20, PERFT_AT_ONCE = 4 };

static bool is_stopped(const Shell *shell) {
    return shell->limits.stop && atomic_load(shell->limits.stop);
}

/* The node limit: the smaller one of the user's parameter and of ShellLimits; 0: none. */
static uint64_t node_limit(const Shell *shell) {
    uint64_t wanted = (uint64_t)shell->workspace.params[WORKSPACE_NODES],
             most = shell->limits.nodes;
    return wanted == 0 ? most : most == 0 || wanted < most ? wanted : most;
}

/* Creates the engine, sets the workspace's parameters and clears the hash table, so that each
 * search has the same result every time. */
static bool ready_engine(Shell *shell) {
    const Workspace *workspace = &shell->workspace;
    if (!shell->engine) shell->engine = engine_new_with_mate_prober();
    if (!shell->engine) return shell_no_memory(shell);
    EngineOptions options = ENGINE_DEFAULTS;
    options.threads = (int)workspace->params[WORKSPACE_THREADS];
    options.hash_mb = (size_t)workspace->params[WORKSPACE_HASH];
    options.classical = workspace->params[WORKSPACE_CLASSICAL] != 0;
    if (!engine_configure(shell->engine, &options)) return shell_no_memory(shell);
    engine_clear(shell->engine);
    engine_reset_params(shell->engine);
    SearchParamInfo info;
    for (int i = 0; i < WORKSPACE_TUNED_MAX && search_param_at(i, &info); i++)
        if (workspace->tuned[i]) engine_set_param(shell->engine, info.name, workspace->tuning[i]);
    return true;
}

/* A search and its best line so far. */
typedef struct {
    const ShellLimits *limits;
    const Position *pos;
    PvLine *best;
} ShellSearch;

static void store_best_line(void *context, const SearchInfo *info) {
    const ShellSearch *q = context;
    if (info->bound != BOUND_EXACT || info->multipv != 1) return;
    *q->best = pv_line_of(info);
    if (q->limits->on_best_line) q->limits->on_best_line(q->limits->context, q->pos, q->best);
}

static bool search_position(Shell *shell, const Position *pos, int depth, PvLine *out) {
    *out = (PvLine){.length = 0};
    if (!ready_engine(shell)) return false;
    const WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    const Game *game = board->game;
    bool with_past = game && game_current(game)->key == pos->key;
    if (with_past)
        engine_set_position(shell->engine, game_start(game), game->moves, game->count);
    else
        engine_set_position(shell->engine, pos, NULL, 0);
    SearchLimits limits = {.depth = depth,
                           .nodes = node_limit(shell),
                           .movetime_ms = shell->workspace.params[WORKSPACE_TIME],
                           .stop = shell->limits.stop};
    ShellSearch search = {&shell->limits, pos, out};
    SearchListener listener = {.context = &search, .info = store_best_line};
    SearchResult result = engine_search(shell->engine, &limits, &listener);
    out->nodes = result.nodes;
    if (result.no_memory) return shell_no_memory(shell);
    if (out->length && out->line[0] == result.best) return true;
    out->line[0] = result.best;
    out->length = result.best != NO_MOVE;
    out->score = result.score;
    return true;
}

static void put_score(Text *out, Score score) {
    if (score_is_mate(score))
        text_format(out, "%s in %d", score > 0 ? "mate" : "mated",
                    score > 0 ? score_mate_moves(score) : -score_mate_moves(score));
    else
        text_format(out, "%+.2f", score / 100.0);
}

static bool best_move(Shell *shell, const ShellWords *words, Color color) {
    int64_t depth = shell->workspace.params[WORKSPACE_DEPTH];
    Position pos;
    PvLine t;
    char san[SAN_MAX];
    if (words->count > 1 && !shell_number(shell, words, 1, 1, MAX_PLY - 2, &depth)) return false;
    if (!shell_position_for(shell, color, &pos)) return false;
    const char *name = color == WHITE ? "white" : "black";
    if (outcome_is_over(position_outcome(&pos))) {
        text_format(&shell->out, "no best %s move: ", name);
        shell_put_outcome(&shell->out, &pos, NULL);
        return true;
    }
    if (!search_position(shell, &pos, (int)depth, &t)) return false;
    if (t.length == 0) return shell_error(shell, NULL, -1, "no move was found");
    san_write(&pos, t.line[0], san);
    text_format(&shell->out, "best %s move: %s\nscore for %s: ", name, san,
                color == WHITE ? "White" : "Black");
    put_score(&shell->out, t.score);
    text_string(&shell->out, "\nline: ");
    san_write_line(&shell->out, &pos, t.line, t.length);
    text_format(&shell->out, "\ndepth %d, %llu node%s\n", t.depth, (unsigned long long)t.nodes,
                plural_s(t.nodes));
    return true;
}

static bool do_best_white(Shell *shell, const ShellWords *words) {
    return best_move(shell, words, WHITE);
}
static bool do_best_black(Shell *shell, const ShellWords *words) {
    return best_move(shell, words, BLACK);
}

static bool do_evaluate(Shell *shell, const ShellWords *words) {
    (void)words;
    const Position *pos = shell_position(shell);
    if (!pos) return false;
    if (!ready_engine(shell)) return false;
    engine_set_position(shell->engine, pos, NULL, 0);
    eval_report_write(&shell->out, engine_evaluator(shell->engine), pos);
    return true;
}

// --- mates ---

static void put_keys(Text *out, const Position *pos, const MoveList *keys) {
    text_string(out, "keys:");
    for (int i = 0; i < keys->count; i++) {
        char san[SAN_MAX];
        san_write(pos, keys->items[i], san);
        text_format(out, " %s", san);
    }
    text_char(out, '\n');
}

static void put_mate(Shell *shell, const Position *pos, int moves, const MateResult *r, bool all) {
    Text *out = &shell->out;
    const char *aim = pos->rules->goal_name;
    char san[SAN_MAX];
    if (r->verdict == MATE_FOUND) {
        san_write(pos, r->line[0], san);
        text_format(out, "%s in %d: %s\nline: ", aim, r->moves, san);
        san_write_line(out, pos, r->line, r->length);
        text_char(out, '\n');
        if (all) put_keys(out, pos, &r->keys);
    } else if (r->verdict == MATE_NONE) {
        text_format(out, "no %s in %d\n", aim, moves);
    } else {
        text_format(out, "unknown: no %s in %d, gave up\n", aim, r->excluded);
    }
    text_format(out, "%llu node%s", (unsigned long long)r->nodes, plural_s(r->nodes));
}

static bool solve(Shell *shell, const ShellWords *words, bool timed) {
    int64_t moves;
    Setup setup = workspace_board_setup(workspace_current_board(&shell->workspace));
    Color color = setup.turn;
    bool all = false;
    Position pos;
    MateResult result;
    if (!shell_number(shell, words, 1, 1, MATE_MOVES_MAX, &moves)) return false;
    for (int i = 2; i < words->count; i++) {
        bool word = strcmp(words->words[i], "all") == 0;
        all |= word;
        if (!word && !shell_color(shell, words, i, &color)) return false;
    }
    if (!shell_position_for(shell, color, &pos)) return false;
    // a new solver each time, so that the number of nodes does not depend on earlier commands
    MateSolver *solver = mate_solver_new((int)shell->workspace.params[WORKSPACE_THREADS],
                                         (size_t)shell->workspace.params[WORKSPACE_HASH]);
    if (!solver) return shell_no_memory(shell);
    MateOptions options = {.moves = (int)moves,
                           .all = all,
                           .nodes = node_limit(shell),
                           .seconds = (double)shell->workspace.params[WORKSPACE_TIME] / 1000,
                           .stop = shell->limits.stop};
    mate_solve(solver, &pos, &options, &result);
    mate_solver_free(solver);
    if (result.no_memory) return shell_no_memory(shell);
    put_mate(shell, &pos, (int)moves, &result, all);
    if (timed) text_format(&shell->out, ", %.3f s", result.seconds);
    text_char(&shell->out, '\n');
    return true;
}

static bool do_solve(Shell *shell, const ShellWords *words) {
    return solve(shell, words, false);
}
static bool do_tsolve(Shell *shell, const ShellWords *words) {
    return solve(shell, words, true);
}

/* Perft, split into subtrees so small that `stop` can be checked between them. */
static uint64_t count_leaves(const Shell *shell, const Position *pos, int depth) {
    if (depth <= PERFT_AT_ONCE) return depth ? pos->rules->perft(&pos->board, depth) : 1;
    MoveList list;
    uint64_t sum = 0;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count && !is_stopped(shell); i++) {
        Position next = *pos;
        position_play(&next, list.items[i]);
        sum += count_leaves(shell, &next, depth - 1);
    }
    return sum;
}

static bool do_perft(Shell *shell, const ShellWords *words) {
    const Position *pos = shell_position(shell);
    int64_t depth, most = shell->limits.perft_depth ? shell->limits.perft_depth : PERFT_DEEPEST;
    if (!pos || !shell_number(shell, words, 1, 0, most, &depth)) return false;
    uint64_t leaves = count_leaves(shell, pos, (int)depth);
    if (is_stopped(shell)) return shell_error(shell, words, 0, "broken off");
    text_format(&shell->out, "%llu\n", (unsigned long long)leaves);
    return true;
}

const ShellCommand SHELL_SEARCH_COMMANDS[] = {
    {"evaluate", "", 0, 0, COMPLETE_NOTHING, do_evaluate,
     "what the position is worth without looking ahead, term by term",
     "By the network: also what each man is worth where it stands, found by taking it off, and "
     "the\n"
     "hand-written terms beside it.  sp classical 1 leaves the network out.\n"},
    {"bwm", "[DEPTH]", 0, 1, COMPLETE_NOTHING, do_best_white,
     "the best white move with its score and variation",
     "Also when Black is to move: then as if it were White's turn.  Limits: see sp.\n"},
    {"bbm", "[DEPTH]", 0, 1, COMPLETE_NOTHING, do_best_black,
     "the best black move with its score and variation", NULL},
    {"solve", "N [white|black] [all]", 1, 3, COMPLETE_COLOR, do_solve,
     "is there a forced mate in N moves?",
     "The shortest one is found and proved; move, line and the number of positions are told.\n"
     "Without a colour, for the side to move.  In Racing Kings: a forced win in N moves.\n"
     "With all, every first move that mates in the shortest way.\n"},
    {"tsolve", "N [white|black] [all]", 1, 3, COMPLETE_COLOR, do_tsolve, "the same, timed", NULL},
    {"tree", "DEPTH [SHOWN]", 1, 2, COMPLETE_NOTHING, shell_do_tree,
     "plain alpha-beta drawn as a tree, with its windows and cut-offs",
     "The first SHOWN plies are drawn, two if not told.  Each move stands with the window in "
     "which\n"
     "its value matters to the side that makes it, and below it its value; #3 is mate in 3 plies.\n"
     "In the end: how many positions were looked at, and how many by minimax without cut-offs.\n"},
    {"perft", "DEPTH", 1, 1, COMPLETE_NOTHING, do_perft,
     "how many games of so many half-moves there are", NULL},
    {NULL, NULL, 0, 0, COMPLETE_NOTHING, NULL, NULL, NULL},
};

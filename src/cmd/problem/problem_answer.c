// SPDX-License-Identifier: MIT
//
// One problem and all that is asked about it.
#include "cmd/problem/problem_command.h"
#include "console/progress.h"

#include <string.h>

// --- finding ---

enum { LINES_STORED_MAX = 1000000 };

/* More lines than anybody reads are counted, not kept. */
static void store_line(const Move *line, int count, void *context) {
    ProblemLines *lines = context;
    if (lines->count < LINES_STORED_MAX) problem_lines_add(line, count, lines);
}

/* What is left to be played if the first half-move is left out, or of a series all of it; false if
 * that is nothing. */
static bool set_stipulation(const Stipulation *s, Stipulation *out) {
    *out = *s;
    switch (s->play) {
    case PROBLEM_PLAY_HELP:
    case PROBLEM_PLAY_HELPSELF:
        out->half = !s->half;
        out->moves = s->moves - s->half;
        return stipulation_plies(s) > (s->play == PROBLEM_PLAY_HELPSELF ? 2 : 1);
    case PROBLEM_PLAY_SERIES_HELP:
    case PROBLEM_PLAY_SERIES_SELF:
        *out = (Stipulation){.play = PROBLEM_PLAY_HELP, .goal = s->goal, .moves = 1, .half = true};
        return true;
    default: return false;
    }
}

/* Behind a series every move has to reach the aim if it is to be forced. */
static void discard_unless_forced(const Stipulation *s, const Position *pos,
                                  ProblemAnswers *answers) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (s->play == PROBLEM_PLAY_SERIES_SELF && answers->set_lines.count != (size_t)moves.count)
        problem_lines_free(&answers->set_lines);
}

/* Set play of help and of series that the other side ends. */
static void find_set_play(ProblemSolver *solver, const Problem *problem,
                          const ProblemCommandOptions *opts, ProblemAnswers *answers) {
    Position passed = problem->pos;
    ProblemOptions options = opts->options;
    if (!set_stipulation(&problem->stipulation, &options.stipulation) || position_is_check(&passed))
        return;
    options.first = options.last = 0;
    options.line = store_line;
    options.context = &answers->set_lines;
    position_play_null(&passed);
    problem_solve(solver, &passed, &options, &answers->set);
    discard_unless_forced(&problem->stipulation, &passed, answers);
}

/* Everything that is asked about the problem. */
static void find_answers(ProblemSolver *solver, const Problem *problem,
                         const ProblemCommandOptions *opts, ProblemAnswers *answers) {
    bool battle = !stipulation_has_lines(&problem->stipulation);
    ProblemOptions options = opts->options;
    options.stipulation = problem->stipulation;
    options.line = store_line;
    options.context = &answers->lines;
    if (opts->set_play) find_set_play(solver, problem, opts, answers);
    problem_solve(solver, &problem->pos, &options, &answers->result);
    if (options.progress) progress_erase();
    if (battle && (opts->tree || !opts->json))
        answers->duals = problem_put_tree(&answers->tree, solver, problem, opts, &answers->result);
}

// --- showing ---

static void show(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                 const ProblemAnswers *answers) {
    if (opts->json) {
        problem_show_json(out, problem, opts, answers);
        text_char(out, '\n');
    } else {
        problem_show_text(out, problem, opts, answers);
    }
}

ProblemCounts problem_answer(ProblemSolver *solver, const Problem *problem,
                             const ProblemCommandOptions *opts, const ProblemOutputs *outputs) {
    ProblemAnswers answers = {.tree = text_growing()};
    const ProblemResult *result = &answers.result;
    if (opts->after_key)
        answers.duals = problem_put_play(&answers.tree, solver, problem, opts, &answers.result);
    else
        find_answers(solver, problem, opts, &answers);
    ProblemCounts counts = {.asked = true,
                            .solved = result->answer == PROBLEM_SOLVED,
                            .sound = strcmp(problem_verdict(problem, opts, result), "sound") == 0,
                            .no_memory = result->no_memory || answers.set.no_memory};
    show(outputs->shown, problem, opts, &answers);
    if (opts->certificate && !counts.no_memory && !answers.lines.failed) // else that is told
        problem_proof_file_put(outputs, solver, problem, opts, &answers, &counts);
    problem_lines_free(&answers.lines);
    problem_lines_free(&answers.set_lines);
    text_free(&answers.tree);
    return counts;
}

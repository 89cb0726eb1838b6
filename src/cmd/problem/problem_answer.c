// SPDX-License-Identifier: MIT
//
// One problem and all that is asked about it.
#include "cmd/problem/problem_command.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ finding */

enum { LINES_KEPT = 1000000 };

/* More lines than anybody reads are counted, not kept. */
static void keep_line(const Move *line, int count, void *context) {
    ProblemLines *lines = context;
    if (lines->count < LINES_KEPT) problem_lines_add(line, count, lines);
}

/* What is left to be played if the first half-move is left out, or of a series all of it; false if
 * that is nothing. */
static bool set_stipulation(const Stipulation *s, Stipulation *out) {
    *out = *s;
    switch (s->play) {
    case PLAY_HELP:
    case PLAY_HELPSELF:
        out->half = !s->half;
        out->moves = s->moves - s->half;
        return stipulation_plies(s) > (s->play == PLAY_HELPSELF ? 2 : 1);
    case PLAY_SERIES_HELP:
    case PLAY_SERIES_SELF:
        *out = (Stipulation){.play = PLAY_HELP, .aim = s->aim, .moves = 1, .half = true};
        return true;
    default: return false;
    }
}

/* Behind a series every move has to reach the aim if it is to be forced. */
static void keep_if_forced(const Stipulation *s, const Position *pos, ProblemAnswers *answers) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (s->play == PLAY_SERIES_SELF && answers->set_lines.count != (size_t)moves.count)
        problem_lines_free(&answers->set_lines);
}

/* Set play of help and of series that the other side ends. */
static void find_set_play(ProblemSolver *solver, const Problem *problem, const ProblemWish *wish,
                          ProblemAnswers *answers) {
    Position passed = problem->pos;
    ProblemOptions options = wish->options;
    if (!set_stipulation(&problem->stipulation, &options.stipulation) || position_is_check(&passed))
        return;
    options.first = options.last = 0;
    options.line = keep_line;
    options.context = &answers->set_lines;
    position_play_null(&passed);
    problem_solve(solver, &passed, &options, &answers->set);
    keep_if_forced(&problem->stipulation, &passed, answers);
}

/* Everything that is asked about the problem. */
static void find_answers(ProblemSolver *solver, const Problem *problem, const ProblemWish *wish,
                         ProblemAnswers *answers) {
    bool battle = !stipulation_has_lines(&problem->stipulation);
    ProblemOptions options = wish->options;
    options.stipulation = problem->stipulation;
    options.line = keep_line;
    options.context = &answers->lines;
    if (wish->set_play) find_set_play(solver, problem, wish, answers);
    problem_solve(solver, &problem->pos, &options, &answers->result);
    if (options.progress) fputs("\r\033[K", stderr);
    if (battle && (wish->tree || !wish->json))
        answers->duals = problem_put_tree(&answers->tree, solver, problem, wish, &answers->result);
}

/* ------------------------------------------------------------------ showing */

static void show(Text *out, const Problem *problem, const ProblemWish *wish,
                 const ProblemAnswers *answers) {
    if (wish->json) {
        problem_show_json(out, problem, wish, answers);
        text_char(out, '\n');
    } else {
        problem_show_text(out, problem, wish, answers);
    }
}

ProblemScore problem_answer(ProblemSolver *solver, const Problem *problem, const ProblemWish *wish,
                            const ProblemPapers *papers) {
    ProblemAnswers answers = {.tree = text_growing()};
    const ProblemResult *result = &answers.result;
    if (wish->after_key)
        answers.duals = problem_put_play(&answers.tree, solver, problem, wish, &answers.result);
    else
        find_answers(solver, problem, wish, &answers);
    ProblemScore score = {.asked = true,
                          .solved = result->answer == PROBLEM_SOLVED,
                          .sound = strcmp(problem_verdict(problem, wish, result), "sound") == 0,
                          .no_memory = result->no_memory || answers.set.no_memory};
    show(papers->shown, problem, wish, &answers);
    if (wish->certificate && !score.no_memory && !answers.lines.failed) // else that is told
        problem_certificate_put(papers, solver, problem, wish, &answers, &score);
    problem_lines_free(&answers.lines);
    problem_lines_free(&answers.set_lines);
    text_free(&answers.tree);
    return score;
}

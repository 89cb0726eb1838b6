// SPDX-License-Identifier: MIT
//
// The problem solver that all tests of a program share, and stipulations from text that must be
// right:
//
//     return cmocka_run_group_tests(tests, make_solver, free_solver);
#ifndef SUPPORT_PROBLEM_SOLVER_H
#define SUPPORT_PROBLEM_SOLVER_H

#include "solve/problem/problem.h"
#include "support/check.h"

#include <string.h>

static ProblemSolver *solver;

static int make_solver(void **state) {
    (void)state;
    solver = problem_solver_new(1, 16);
    return solver ? 0 : -1;
}

static int free_solver(void **state) {
    (void)state;
    problem_solver_free(solver);
    return 0;
}

static Stipulation stipulation_of(const char *word) {
    Stipulation s = {0};
    if (stipulation_read(word, strlen(word), &s).fault != STIPULATION_OK) fail_msg("%s", word);
    return s;
}

#endif

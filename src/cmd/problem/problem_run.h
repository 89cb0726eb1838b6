// SPDX-License-Identifier: MIT
//
// Problems as jobs: a twin, or the other side's turn of one, is a job of its own, so that each
// answer is printed when it is there and one problem can be shared out, too.
#ifndef CMD_PROBLEM_PROBLEM_RUN_H
#define CMD_PROBLEM_PROBLEM_RUN_H

#include "cmd/common/run_jobs.h"
#include "cmd/problem/problem_command.h"

/* What the command line asks for. */
typedef struct {
    ProblemReadOptions read_options;
    ProblemCommandOptions opts;
    int operands;           // before the position
    bool must_be_sound;     // or the exit status is 1
    bool is_book;           // a document of all problems …
    const char *sheet_path; // … on pages that are drawn here; NULL: in LaTeX
    int threads;
    size_t hash;
} ProblemRunOptions;

/* Answers all problems that the operands name; an exit status. */
int problem_run(const Command *self, const BatchOptions *batch_options,
                const ProblemRunOptions *run_options, const Operands *rest);

#endif

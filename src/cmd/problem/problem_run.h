// SPDX-License-Identifier: MIT
//
// Problems as jobs: each twin, and each side of a duplex, is a job of its own.  So answers are
// printed as soon as they are found, and a single problem can use several threads or processes.
#ifndef CMD_PROBLEM_PROBLEM_RUN_H
#define CMD_PROBLEM_PROBLEM_RUN_H

#include "cmd/common/job_options.h"
#include "cmd/problem/problem_command.h"

/* The options of the command line. */
typedef struct {
    ProblemReadOptions read_options;
    ProblemCommandOptions opts;
    int operands;           // number of operands before the position
    bool must_be_sound;     // exit status 1 if a problem is not sound
    bool is_book;           // print a document of all problems …
    const char *sheet_path; // … as SVG or PDF in this file; NULL: as LaTeX
    int threads;
    size_t hash;
} ProblemRunOptions;

/* Answers all problems that the operands name; returns an exit status. */
int problem_run(const Command *self, const BatchOptions *batch_options,
                const ProblemRunOptions *run_options, const Operands *rest);

#endif

// SPDX-License-Identifier: MIT
//
// What the files of `roek mate` share: options, and the output of an answer.
#ifndef CMD_MATE_MATE_COMMAND_H
#define CMD_MATE_MATE_COMMAND_H

#include "base/text/text.h"
#include "cmd/common/input.h"
#include "core/outcome.h"
#include "solve/mate/mate.h"

typedef struct {
    MateOptions options;
    bool tree, tries, json;
    const char *certificate; // a file to write, or NULL
} MateCommandOptions;

/* "mate", "selfmate", "helpmate", "stalemate". */
const char *mate_goal_name(MateGoal goal);
bool mate_goal_find(const char *name, MateGoal *out);

/* The first line, without its end: "mate in 3: Qe7+", "no mate in 3", "unknown after …"; in a race
 * "win in 3: Kb6", "no win in 3". */
void mate_show_verdict(Text *out, const Position *pos, const MateCommandOptions *opts,
                       const MateResult *result);

/* Is the game over, so that there is no mate to find?  Then `words` get how it ended. */
bool mate_is_over(const Position *pos, const MateResult *result, char words[OUTCOME_TEXT_MAX]);

/* One line each: how the game ended if it is over, the main line, the keys, and how far the proof
 * got. */
void mate_show_details(Text *out, const Position *pos, const MateCommandOptions *opts,
                       const MateResult *result);

/* Every defence with its answer; other answers (duals) beside it. */
void mate_show_tree(Text *out, MateSolver *solver, const Position *pos,
                    const MateCommandOptions *opts, const MateResult *result);

/* Set play, and tries: first moves with a single refutation.  Nothing if the game is over. */
void mate_show_tries(Text *out, MateSolver *solver, const Position *pos,
                     const MateCommandOptions *opts, const MateResult *result);

/* One JSON object; `here` gives the EPD's id and dm. */
void mate_show_json(Text *out, MateSolver *solver, const InputPosition *here,
                    const MateCommandOptions *opts, const MateResult *result);

/* Writes the answer with its proof to a file; returns an exit status. */
int mate_proof_file_write(const char *path, MateSolver *solver, const Position *pos,
                          const MateCommandOptions *opts, const MateResult *result);

/* `roek mate check FILE`. */
int mate_proof_file_check(const char *path, bool json);

#endif

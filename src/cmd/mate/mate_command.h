// SPDX-License-Identifier: MIT
//
// What the files of `roek mate` share: the question as asked, and the ways to show an answer.
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

/* There is nothing to be found, as the game is over; `words` tell how. */
bool mate_is_over(const Position *pos, const MateResult *result, char words[OUTCOME_TEXT_MAX]);

/* How the game ended if it did, the main line, the keys and how far the proof got, one line each.
 */
void mate_show_details(Text *out, const Position *pos, const MateCommandOptions *opts,
                       const MateResult *result);

/* Every defence with its answer, other answers (duals) beside it. */
void mate_show_tree(Text *out, MateSolver *solver, const Position *pos,
                    const MateCommandOptions *opts, const MateResult *result);

/* Set play, and first moves that fail to a single defence; none of a game that is over. */
void mate_show_tries(Text *out, MateSolver *solver, const Position *pos,
                     const MateCommandOptions *opts, const MateResult *result);

/* One JSON object; `here` gives the EPD's id and dm. */
void mate_show_json(Text *out, MateSolver *solver, const InputPosition *here,
                    const MateCommandOptions *opts, const MateResult *result);

/* Writes the answer with its proof to the file; an exit status. */
int mate_proof_file_write(const char *path, MateSolver *solver, const Position *pos,
                          const MateCommandOptions *opts, const MateResult *result);

/* `roek mate check FILE`. */
int mate_proof_file_check(const char *path, bool json);

#endif

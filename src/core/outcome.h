// SPDX-License-Identifier: MIT
//
// The outcome of a game as text: "1-0" and "White wins: checkmate".
#ifndef CORE_OUTCOME_H
#define CORE_OUTCOME_H

#include "core/rules.h"

/* "1-0", "0-1", "1/2-1/2", or "*" while the game goes on. */
const char *outcome_result(Outcome outcome);

/* In words: "White wins: checkmate", "Draw: stalemate", "The game goes on". */
enum { OUTCOME_TEXT_MAX = 64 };
void outcome_text(Outcome outcome, char out[OUTCOME_TEXT_MAX]);

/* One word for programs: "checkmate", "fifty-moves". */
const char *outcome_reason_name(OutcomeReason reason);

/* The reason with this name; false if there is none. */
bool outcome_reason_find(const char *name, OutcomeReason *out);

static inline bool outcome_is_over(Outcome outcome) {
    return outcome.reason != OUTCOME_ONGOING;
}

#endif

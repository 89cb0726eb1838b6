// SPDX-License-Identifier: MIT
#include "core/outcome.h"

#include "base/text/text.h"

#include <string.h>

const char *outcome_result(Outcome outcome) {
    if (outcome.reason == OUTCOME_ONGOING) return "*";
    if (outcome.winner == NO_COLOR) return "1/2-1/2";
    return outcome.winner == WHITE ? "1-0" : "0-1";
}

/* The name for programs, and the text for users. */
static const struct {
    const char *name, *text;
} REASONS[] = {
    [OUTCOME_ONGOING] = {"ongoing", "the game goes on"},
    [OUTCOME_CHECKMATE] = {"checkmate", "checkmate"},
    [OUTCOME_STALEMATE] = {"stalemate", "stalemate"},
    [OUTCOME_RACE_WON] = {"race-won", "the king reached the goal"},
    [OUTCOME_RACE_DRAWN] = {"race-drawn", "both kings reached the goal"},
    [OUTCOME_DEAD_POSITION] = {"dead-position", "nobody can win any more"},
    [OUTCOME_FIFTY_MOVES] = {"fifty-moves", "fifty moves without progress"},
    [OUTCOME_SEVENTY_FIVE_MOVES] = {"75-moves", "75 moves without progress"},
    [OUTCOME_THREEFOLD] = {"threefold-repetition", "the third repetition"},
    [OUTCOME_FIVEFOLD] = {"fivefold-repetition", "the fifth repetition"},
    [OUTCOME_RESIGNATION] = {"resignation", "resignation"},
    [OUTCOME_AGREEMENT] = {"agreement", "agreement"},
    [OUTCOME_TIME_FORFEIT] = {"time", "time ran out"},
    [OUTCOME_ILLEGAL_MOVE] = {"illegal-move", "illegal move"},
    [OUTCOME_ABANDONED] = {"abandoned", "the other side could not go on"},
};

const char *outcome_reason_name(OutcomeReason reason) {
    return REASONS[reason].name;
}

bool outcome_reason_find(const char *name, OutcomeReason *out) {
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++) {
        if (strcmp(REASONS[i].name, name) != 0) continue;
        *out = (OutcomeReason)i;
        return true;
    }
    return false;
}

void outcome_text(Outcome outcome, char out[OUTCOME_TEXT_MAX]) {
    Text text = text_on(out, OUTCOME_TEXT_MAX);
    if (outcome.reason == OUTCOME_ONGOING) {
        text_string(&text, "The game goes on");
        return;
    }
    const char *who = outcome.winner == NO_COLOR ? "Draw"
                      : outcome.winner == WHITE  ? "White wins"
                                                 : "Black wins";
    bool bare = outcome.reason == OUTCOME_TIME_FORFEIT && outcome.winner == NO_COLOR;
    text_format(&text, "%s: %s%s", who, REASONS[outcome.reason].text,
                bare ? " against a bare king" : "");
}

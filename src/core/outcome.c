// SPDX-License-Identifier: MIT
#include "core/outcome.h"

#include "base/text/text.h"

#include <string.h>

const char *outcome_result(Outcome outcome) {
    if (outcome.reason == ONGOING) return "*";
    if (outcome.winner == NO_COLOR) return "1/2-1/2";
    return outcome.winner == WHITE ? "1-0" : "0-1";
}

/* For programs and for people. */
static const struct {
    const char *name, *text;
} REASONS[] = {
    [ONGOING] = {"ongoing", "the game goes on"},
    [CHECKMATE] = {"checkmate", "checkmate"},
    [STALEMATE] = {"stalemate", "stalemate"},
    [RACE_WON] = {"race-won", "the king reached the goal"},
    [RACE_DRAWN] = {"race-drawn", "both kings reached the goal"},
    [DEAD_POSITION] = {"dead-position", "nobody can win any more"},
    [FIFTY_MOVES] = {"fifty-moves", "fifty moves without progress"},
    [SEVENTY_FIVE_MOVES] = {"75-moves", "75 moves without progress"},
    [THREEFOLD_REPETITION] = {"threefold-repetition", "the third repetition"},
    [FIVEFOLD_REPETITION] = {"fivefold-repetition", "the fifth repetition"},
    [RESIGNATION] = {"resignation", "resignation"},
    [AGREEMENT] = {"agreement", "agreement"},
    [TIME_FORFEIT] = {"time", "time ran out"},
    [ILLEGAL_MOVE] = {"illegal-move", "illegal move"},
    [ABANDONED] = {"abandoned", "the other side could not go on"},
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

void outcome_text(Outcome outcome, char out[OUTCOME_MAX]) {
    Text text = text_on(out, OUTCOME_MAX);
    if (outcome.reason == ONGOING) {
        text_string(&text, "The game goes on");
        return;
    }
    const char *who = outcome.winner == NO_COLOR ? "Draw"
                      : outcome.winner == WHITE  ? "White wins"
                                                 : "Black wins";
    bool bare = outcome.reason == TIME_FORFEIT && outcome.winner == NO_COLOR;
    text_format(&text, "%s: %s%s", who, REASONS[outcome.reason].text,
                bare ? " against a bare king" : "");
}

// SPDX-License-Identifier: MIT
#include "roek/core/outcome.h"

#include "roek/base/text.h"

const char *outcome_result(Outcome outcome) {
    if (outcome.reason == ONGOING) return "*";
    if (outcome.winner == NO_COLOR) return "1/2-1/2";
    return outcome.winner == WHITE ? "1-0" : "0-1";
}

static const char *reason_text(Outcome outcome) {
    switch (outcome.reason) {
    case ONGOING: return "the game goes on";
    case CHECKMATE: return "checkmate";
    case STALEMATE: return "stalemate";
    case RACE_WON: return "the king reached the goal";
    case RACE_DRAWN: return "both kings reached the goal";
    case DEAD_POSITION: return "nobody can win any more";
    case FIFTY_MOVES: return "fifty moves without progress";
    case SEVENTY_FIVE_MOVES: return "75 moves without progress";
    case THREEFOLD_REPETITION: return "the third repetition";
    case FIVEFOLD_REPETITION: return "the fifth repetition";
    case RESIGNATION: return "resignation";
    case AGREEMENT: return "agreement";
    case TIME_FORFEIT:
        return outcome.winner == NO_COLOR ? "time ran out against a bare king" : "time ran out";
    case ILLEGAL_MOVE: return "illegal move";
    }
    return "unknown reason";
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
    text_format(&text, "%s: %s", who, reason_text(outcome));
}

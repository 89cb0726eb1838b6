// SPDX-License-Identifier: MIT
//
// Where a game had come to that was begun elsewhere: moves that were taken back, a pause, an end
// that the board does not show.
#include "session/session_internal.h"

#include "core/outcome.h"

#include <string.h>

static bool read_reason(const char *name, OutcomeReason *out) {
    for (int reason = OUTCOME_ONGOING + 1; reason <= OUTCOME_ABANDONED; reason++)
        if (strcmp(name, outcome_reason_name((OutcomeReason)reason)) == 0) {
            *out = (OutcomeReason)reason;
            return true;
        }
    return false;
}

static bool read_winner(const char *result, Color *out) {
    static const char *const RESULTS[] = {"1-0", "0-1", "1/2-1/2"};
    static const Color WINNERS[] = {WHITE, BLACK, NO_COLOR};
    for (int i = 0; i < 3; i++)
        if (strcmp(result, RESULTS[i]) == 0) {
            *out = WINNERS[i];
            return true;
        }
    return false;
}

/* "result" and "reason", both or none. */
static bool call_end(Call *call, Outcome *out) {
    char result[8] = "", reason[32] = "";
    if (!call_string(call, "result", result, sizeof result) ||
        !call_string(call, "reason", reason, sizeof reason))
        return false;
    if (!*result && !*reason) return true;
    if (!read_winner(result, &out->winner))
        return call_error(call, call_field(call, "result"), "bad-field",
                          "'result' must be \"1-0\", \"0-1\" or \"1/2-1/2\"");
    return read_reason(reason, &out->reason) ||
           call_error(call, call_field(call, "reason"), "bad-field",
                      "'reason' must say how the game ended, as \"resignation\"");
}

bool call_resume(Call *call, int plies, Resume *out) {
    *out = (Resume){.ply = plies, .end = {OUTCOME_ONGOING, NO_COLOR}};
    return call_int(call, "ply", 0, plies, &out->ply) && call_bool(call, "paused", &out->paused) &&
           call_end(call, &out->end);
}

void resume_game(GameController *controller, int plies, const Resume *where, int64_t now) {
    if (where->ply < plies) controller_go_to(controller, (int)where->ply, now);
    if (outcome_is_over(where->end))
        controller_declare(controller, where->end, now);
    else if (where->paused)
        controller_pause(controller, now);
}

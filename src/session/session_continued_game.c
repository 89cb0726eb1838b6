// SPDX-License-Identifier: MIT
//
// `new` for a game that was begun elsewhere: undone moves, a pause, an end that the board does not
// show (resignation, time, agreement).
#include "session/session_internal.h"

#include "core/outcome.h"

/* "result" and "reason": how a game that is shown again had ended.  Without them the outcome is
 * OUTCOME_ONGOING. */
static bool call_end(Call *call, Outcome *out) {
    static const char *const RESULTS[] = {"1-0", "0-1", "1/2-1/2"};
    static const Color WINNERS[] = {WHITE, BLACK, NO_COLOR};
    const JsonNode *result = call_field(call, "result"), *reason = call_field(call, "reason");
    char name[32];
    int found = -1;
    *out = (Outcome){OUTCOME_ONGOING, NO_COLOR};
    if (!result && !reason) return true;
    for (int i = 0; i < 3; i++)
        if (json_is(result, RESULTS[i])) found = i;
    if (found < 0)
        return call_error(call, result, "bad-field",
                          "'result' must be \"1-0\", \"0-1\" or \"1/2-1/2\"");
    out->winner = WINNERS[found];
    bool known = json_to_string(reason, name, sizeof name) &&
                 outcome_reason_find(name, &out->reason) && outcome_is_over(*out);
    return known ||
           call_error(call, reason, "bad-field", "'reason' must be a word such as \"resignation\"");
}

bool call_resume(Call *call, int plies, Resume *out) {
    *out = (Resume){.ply = plies, .end = {OUTCOME_ONGOING, NO_COLOR}};
    return call_int(call, "ply", 0, plies, &out->ply) && call_bool(call, "paused", &out->paused) &&
           call_end(call, &out->end);
}

/* Ends the game with the declared outcome, unless the last position is over by the rules. */
static bool end_as_declared(Call *call, GameController *a, Outcome end) {
    if (!outcome_is_over(end) || controller_is_over(a)) return true;
    if (end.reason < OUTCOME_FIFTY_MOVES)
        return call_error(call, call_field(call, "reason"), "bad-field",
                          "the last position is no %s", outcome_reason_name(end.reason));
    controller_declare(a, end, call->now);
    return true;
}

bool resume_game(Call *call, GameController *controller, int plies, const Resume *where) {
    if (where->ply < plies) controller_go_to(controller, (int)where->ply, call->now);
    if (where->paused && !outcome_is_over(where->end)) controller_pause(controller, call->now);
    return end_as_declared(call, controller, where->end);
}

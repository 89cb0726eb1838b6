// SPDX-License-Identifier: MIT
#include "search/limits.h"

/* MS: microseconds per millisecond. SOFT_MIN: with no time left a move takes 100 microseconds, less
 * than the smallest increment adds. STALL_MS is kept in reserve: about once in a million moves a
 * busy system suspends the process for much longer than the usual lag. */
enum { MS = 1000, SOFT_MIN = 100, STALL_MS = 15 };

static int64_t at_least(int64_t value, int64_t floor) {
    return value > floor ? value : floor;
}
static int64_t at_most(int64_t value, int64_t ceiling) {
    return value < ceiling ? value : ceiling;
}

TimePlan time_plan(const SearchLimits *limits, Color us) {
    TimePlan plan = {-1, -1};
    if (limits->movetime_ms > 0) {
        plan.soft = plan.hard = at_least(limits->movetime_ms - limits->overhead_ms, 1) * MS;
        return plan;
    }
    if (!limits->has_clock) return plan;
    int64_t left = at_least(limits->time_ms[us] - limits->overhead_ms - STALL_MS, 0) * MS;
    int64_t increment = at_least(limits->increment_ms[us], 0) * MS;
    int64_t moves = limits->moves_to_go > 0 ? at_most(limits->moves_to_go, 40) : 24;
    int64_t share = left / moves + increment * 3 / 4;
    // the last move before the time control may use 80 % of the clock, other moves 60 %
    int64_t ceiling = limits->moves_to_go == 1 ? left * 8 / 10 : left * 6 / 10;
    plan.soft = at_least(at_most(share, left * 4 / 10 + increment / 4), SOFT_MIN);
    plan.hard = at_least(at_most(share * 4, ceiling), SOFT_MIN);
    plan.soft = at_most(plan.soft, plan.hard);
    return plan;
}

int64_t time_plan_soft(const TimePlan *plan, const SearchParams *params, int stable_iterations,
                       int score_drop, double best_share) {
    if (plan->soft < 0 || plan->soft == plan->hard) return plan->soft;
    static const double STABILITY[] = {1.6, 1.25, 1.05, 0.9, 0.8};
    double factor = STABILITY[stable_iterations < 4 ? stable_iterations : 4];
    int drop = score_drop < -10 ? -10 : score_drop > 80 ? 80 : score_drop;
    factor *= 1.0 + drop / 100.0;
    factor *= 1 + params->time_best / 100.0 * (0.55 - best_share);
    int64_t soft = (int64_t)((double)plan->soft * factor * params->time_share / 100);
    return at_most(at_least(soft, 1), plan->hard);
}

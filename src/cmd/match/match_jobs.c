// SPDX-License-Identifier: MIT
//
// The games of a match as jobs.  The number of a game says everything about it, so a job is one.
#include "cmd/match/match_command.h"

#include "match/match_pgn.h"

#include <stdio.h>

static bool next_game(void *context, Text *job) {
    SharedMatch *s = context;
    while (s->listed < match_games(s->match) && match_has(s->match, s->listed)) s->listed++;
    if (s->listed == match_games(s->match)) return false;
    text_int(job, s->listed++);
    return true;
}

static bool read_number(const SharedMatch *s, const Job *job, int *out) {
    int64_t number;
    const char *text = text_get(&job->part[PART_JOB]);
    if (!text_to_int(text, 0, match_games(s->match) - 1, &number)) {
        complain("this is no game of the match: '%s'", text);
        return false;
    }
    *out = (int)number;
    return true;
}

static void *hire(void *context) {
    SharedMatch *s = context;
    MatchBoard *board = match_board_new(s->match);
    if (!board) complain_memory();
    return board;
}

static void dismiss(void *context, void *hand) {
    (void)context;
    match_board_free(hand);
}

/* The note: half-points of White, how it ended, whose fault that was, and whose answers omitted
 * en-passant squares (1: White, 2: Black). */
static bool play_game(void *context, void *hand, Job *job) {
    const SharedMatch *s = context;
    RefereedGame game;
    MatchGame told = {.game = &game};
    if (!read_number(s, job, &told.number)) return false;
    match_entrants(s->match, told.number, told.entrants);
    match_play(hand, told.number, &game);
    bool played = game.end != END_MEMORY && game.end != END_STOPPED;
    if (played) {
        int halves = game.outcome.winner == NO_COLOR ? 1 : game.outcome.winner == WHITE ? 2 : 0;
        int omits_ep = game.omits_ep[WHITE] + 2 * game.omits_ep[BLACK];
        text_format(&job->part[PART_NOTE], "%d %d %d %d", halves, (int)game.end, (int)game.culprit,
                    omits_ep);
        report_write_game(&job->part[PART_OUT], s->report, s->match, &told);
        if (s->pgn) match_pgn_write(&job->part[PART_FILE], s->match, &told, s->event, s->date);
    } else {
        complain_memory();
    }
    refereed_free(&game);
    return played;
}

/* The result of a game into the match; false if the answer does not tell one. */
static bool record_result(SharedMatch *s, const Job *job) {
    int number, halves, end, culprit, omits_ep, entrants[2];
    bool good = read_number(s, job, &number) &&
                sscanf(text_get(&job->part[PART_NOTE]), "%d %d %d %d", &halves, &end, &culprit,
                       &omits_ep) == 4 &&
                end >= 0 && end <= END_MEMORY && culprit >= WHITE && culprit <= NO_COLOR &&
                match_record_game(s->match, number, halves, (GameEnd)end, (Color)culprit);
    if (!good) return false;
    match_entrants(s->match, number, entrants);
    report_warn(s->report, s->match, entrants, (bool[2]){omits_ep & 1, omits_ep & 2});
    return true;
}

static Taken take_game(void *context, const Job *job) {
    SharedMatch *s = context;
    const Text *pgn = &job->part[PART_FILE];
    if (!record_result(s, job)) return ANSWER_BAD;
    if (s->report->pgn && !file_log_add(s->report->pgn, pgn->data, pgn->used))
        s->report->pgn_failed = true; // told in the end
    return match_is_decided(s->match) || s->report->pgn_failed ? ANSWER_ENOUGH : ANSWER_TAKEN;
}

static int end_match(void *context) {
    const SharedMatch *s = context;
    report_end(s->report, s->match, false);
    if (!s->report->pgn_failed) return EXIT_DONE;
    complain_unwritable(s->pgn);
    return EXIT_MACHINE;
}

int match_play_shared(const Command *self, const BatchWish *sharing, SharedMatch *shared) {
    const Batch batch = {.context = shared,
                         .next = next_game,
                         .hire = hire,
                         .dismiss = dismiss,
                         .work = play_game,
                         .take = take_game,
                         .finish = end_match};
    return batch_run(self, sharing, &batch);
}

// SPDX-License-Identifier: MIT
//
// The games of a match as jobs.  The number of a game says everything about it, so a job is one.
#include "cmd/match/match_command.h"

#include "base/os/interrupt.h"

#include "match/match_pgn.h"

#include <stdio.h>

static bool next_game(void *context, Text *job) {
    MatchBatch *s = context;
    while (s->listed < match_game_count(s->match) && match_is_played(s->match, s->listed))
        s->listed++;
    if (s->listed == match_game_count(s->match)) return false;
    text_int(job, s->listed++);
    return true;
}

static bool read_number(const MatchBatch *s, const Job *job, int *out) {
    int64_t number;
    const char *text = text_get(&job->part[JOB_INPUT]);
    if (!text_to_int(text, 0, match_game_count(s->match) - 1, &number)) {
        print_error("this is no game of the match: '%s'", text);
        return false;
    }
    *out = (int)number;
    return true;
}

static void *state_new(void *context) {
    MatchBatch *s = context;
    MatchWorker *board = match_worker_new(s->match);
    if (!board) print_memory_error();
    return board;
}

static void state_free(void *context, void *state) {
    (void)context;
    match_worker_free(state);
}

/* The note: half-points of White, how it ended, whose fault that was, and whose answers omitted
 * en-passant squares (1: White, 2: Black). */
static void write_answer(const MatchBatch *s, const MatchGame *played, Job *job) {
    const RefereedGame *game = played->game;
    int half_points = game->outcome.winner == NO_COLOR ? 1 : game->outcome.winner == WHITE ? 2 : 0;
    int omits_ep = game->omits_ep[WHITE] + 2 * game->omits_ep[BLACK];
    text_format(&job->part[JOB_DATA], "%d %d %d %d", half_points, (int)game->end,
                (int)game->culprit, omits_ep);
    match_report_write_game(&job->part[JOB_STDOUT], s->report, s->match, played);
    if (s->pgn) match_pgn_write(&job->part[JOB_FILE], s->match, played, s->event, s->date);
}

/* A game that an interrupt broke off leaves no answer: none is taken after it. */
static bool play_game(void *context, void *state, Job *job) {
    const MatchBatch *s = context;
    RefereedGame game;
    MatchGame played = {.game = &game};
    if (!read_number(s, job, &played.number)) return false;
    match_participants(s->match, played.number, played.participants);
    match_worker_play(state, played.number, &game);
    if (game.end == GAME_END_NO_MEMORY)
        print_memory_error();
    else if (game.end != GAME_END_STOPPED)
        write_answer(s, &played, job);
    bool done = game.end != GAME_END_NO_MEMORY;
    refereed_game_free(&game);
    return done;
}

/* Adds the result of a game to the match.  False if the answer holds none. */
static bool record_result(MatchBatch *s, const Job *job) {
    int number, participants[2];
    int64_t half_points, end, culprit, omits_ep;
    Cursor c = cursor_on(text_get(&job->part[JOB_DATA]));
    bool good = read_number(s, job, &number) && cursor_int(&c, 0, 2, &half_points) &&
                cursor_int(&c, 0, GAME_END_NO_MEMORY, &end) &&
                cursor_int(&c, WHITE, NO_COLOR, &culprit) && cursor_int(&c, 0, 3, &omits_ep) &&
                cursor_done(&c) &&
                match_record_game(s->match, number, (int)half_points, (GameEnd)end, (Color)culprit);
    if (!good) return false;
    match_participants(s->match, number, participants);
    report_warn(s->report, s->match, participants, (bool[2]){omits_ep & 1, omits_ep & 2});
    return true;
}

static TakeResult take_game(void *context, const Job *job) {
    MatchBatch *s = context;
    const Text *pgn = &job->part[JOB_FILE];
    if (!record_result(s, job)) return TAKE_BAD;
    if (s->report->pgn && !file_log_add(s->report->pgn, pgn->data, pgn->used))
        s->report->pgn_failed = true; // reported when the match ends
    return match_is_decided(s->match) || s->report->pgn_failed ? TAKE_ENOUGH : TAKE_MORE;
}

static int end_match(void *context) {
    const MatchBatch *s = context;
    match_report_end(s->report, s->match, false);
    if (!s->report->pgn_failed) return EXIT_DONE;
    print_write_error(s->pgn);
    return EXIT_MACHINE;
}

int match_batch_run(const Command *self, const BatchOptions *batch_options, MatchBatch *shared) {
    const Batch batch = {.context = shared,
                         .next = next_game,
                         .state_new = state_new,
                         .state_free = state_free,
                         .work = play_game,
                         .take = take_game,
                         .finish = end_match,
                         .stop = interrupt_flag()};
    return batch_run(self, batch_options, &batch);
}

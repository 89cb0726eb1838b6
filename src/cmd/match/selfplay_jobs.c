// SPDX-License-Identifier: MIT
//
// Games against itself as jobs of a few games each.  An answer is a whole file of them, which the
// taker reads, replays by the rules and adds to the one that is asked for.
#include "cmd/match/selfplay_command.h"

#include <stdlib.h>

/* Games of one job: enough to be worth a message, few enough to share out a small run. */
enum { JOB_GAMES = 8 };

static bool next_games(void *context, Text *job) {
    SelfplayBatch *s = context;
    int count = 0;
    for (; s->listed < s->options->games && count < JOB_GAMES; s->listed++) {
        if (played_games_has(s->log, s->listed)) continue;
        text_format(job, "%s%u", count++ ? " " : "", s->listed);
    }
    return count > 0;
}

static void *state_new(void *context) {
    const SelfplayBatch *s = context;
    SelfplayWorker *state = selfplay_worker_new(s->options);
    if (!state) print_memory_error();
    return state;
}

static void state_free(void *context, void *state) {
    (void)context;
    selfplay_worker_free(state);
}

/* Plays the games that the job numbers, into a block of their own.  An interrupt keeps the
 * games that are over. */
static bool play_into(const SelfplayOptions *options, SelfplayWorker *state, const char *numbers,
                      TrainingBlock *block) {
    Cursor c = cursor_on(numbers);
    int64_t number;
    for (; cursor_int(&c, 0, UINT32_MAX, &number); cursor_skip_spaces(&c)) {
        const ScoredGame *game = selfplay_worker_play(state, (uint32_t)number);
        if (!game && selfplay_is_stopped(options)) break;
        if (!game || !training_block_add(block, game)) {
            print_error("the engine cannot think here: no memory, no thread or no such opening");
            return false;
        }
    }
    return true;
}

static bool play_games(void *context, void *state, Job *job) {
    const SelfplayBatch *s = context;
    const Rules *rules = s->options->rules;
    const char *numbers = text_get(&job->part[JOB_INPUT]);
    TrainingBlock *block = malloc(sizeof *block);
    if (!block) {
        print_memory_error();
        return false;
    }
    training_block_init(block, rules, (uint32_t)strtoul(numbers, NULL, 10));
    bool played = play_into(s->options, state, numbers, block);
    Text *file = &job->part[JOB_FILE];
    if (played && !(training_file_header(file, rules) && training_block_finish(file, block)))
        file->failed = true;
    training_block_free(block);
    free(block);
    return played;
}

static bool write_game(const Rules *rules, const ScoredGame *game, void *context) {
    SelfplayBatch *s = context;
    if (rules != s->options->rules) return false;
    s->failed |= !training_file_add(s->out, s->block, game);
    if (s->failed) print_write_error(s->path);
    s->played++;
    s->listener.played(s->listener.context, game);
    return !s->failed;
}

static TrainingFileReport read_games(SelfplayBatch *s, const Job *job, ScoredGameVisitor *visit) {
    const Text *file = &job->part[JOB_FILE];
    TrainingFileReport report =
        training_file_read((const uint8_t *)text_get(file), file->used, visit, s);
    if (report.no_memory) print_memory_error();
    s->failed |= report.no_memory;
    return report;
}

/* The games are read twice, as nothing may be taken of bad ones. */
static TakeResult take_games(void *context, const Job *job) {
    SelfplayBatch *s = context;
    TrainingFileReport report = read_games(s, job, NULL);
    if (report.fault && !s->failed)
        print_warning("the games of job '%s': %s", text_get(&job->part[JOB_INPUT]), report.fault);
    bool good = !report.fault && report.rules == s->options->rules;
    if (!good && !s->failed) return TAKE_BAD;
    if (!s->failed) read_games(s, job, write_game);
    return s->failed ? TAKE_ENOUGH : TAKE_MORE;
}

static int end_games(void *context) {
    SelfplayBatch *s = context;
    if (s->failed) return EXIT_MACHINE;
    if (training_file_write(s->out, s->block)) {
        s->print(s);
        return EXIT_DONE;
    }
    print_write_error(s->path);
    return EXIT_MACHINE;
}

int selfplay_batch_run(const Command *self, const BatchOptions *batch_options,
                       SelfplayBatch *shared) {
    const Batch batch = {.context = shared,
                         .next = next_games,
                         .state_new = state_new,
                         .state_free = state_free,
                         .work = play_games,
                         .take = take_games,
                         .finish = end_games,
                         .stop = shared->options->stop};
    shared->block = malloc(sizeof *shared->block);
    if (!shared->block) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    training_block_init(shared->block, shared->options->rules, 0);
    int status = batch_run(self, batch_options, &batch);
    training_block_free(shared->block);
    free(shared->block);
    return status;
}

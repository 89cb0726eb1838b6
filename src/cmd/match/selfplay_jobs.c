// SPDX-License-Identifier: MIT
//
// Games against itself as jobs of a few games each.  An answer is a whole file of them, which the
// taker reads, replays by the rules and adds to the one that is asked for.
#include "cmd/match/selfplay_command.h"

#include <stdlib.h>

/* Games of one job: enough to be worth a message, few enough to share out a small run. */
enum { JOB_GAMES = 8 };

static bool next_games(void *context, Text *job) {
    SharedGames *s = context;
    int count = 0;
    for (; s->listed < s->options->games && count < JOB_GAMES; s->listed++) {
        if (selfplaylog_has(s->log, s->listed)) continue;
        text_format(job, "%s%u", count++ ? " " : "", s->listed);
    }
    return count > 0;
}

static void *hire(void *context) {
    const SharedGames *s = context;
    SelfplayHand *hand = selfplay_hire(s->options);
    if (!hand) complain_memory();
    return hand;
}

static void dismiss(void *context, void *hand) {
    (void)context;
    selfplay_dismiss(hand);
}

/* Plays the games that the job numbers, into a block of their own: those that are over when
 * somebody stops us are kept. */
static bool play_into(const SelfplayOptions *options, SelfplayHand *hand, const char *numbers,
                      GameBlock *block) {
    Cursor c = cursor_on(numbers);
    int64_t number;
    for (; cursor_int(&c, 0, UINT32_MAX, &number); cursor_skip_spaces(&c)) {
        const ScoredGame *game = selfplay_play(hand, (uint32_t)number);
        if (!game && selfplay_is_stopped(options)) break;
        if (!game || !gameblock_add(block, game)) {
            complain("the engine cannot think here: no memory, no thread or no such opening");
            return false;
        }
    }
    return true;
}

static bool play_games(void *context, void *hand, Job *job) {
    const SharedGames *s = context;
    const Rules *rules = s->options->rules;
    const char *numbers = text_get(&job->part[PART_JOB]);
    GameBlock *block = malloc(sizeof *block);
    if (!block) {
        complain_memory();
        return false;
    }
    gameblock_init(block, rules, (uint32_t)strtoul(numbers, NULL, 10));
    bool played = play_into(s->options, hand, numbers, block);
    Text *file = &job->part[PART_FILE];
    if (played && !(gamefile_head(file, rules) && gameblock_finish(file, block)))
        file->failed = true;
    gameblock_free(block);
    free(block);
    return played;
}

static bool write_game(const Rules *rules, const ScoredGame *game, void *context) {
    SharedGames *s = context;
    if (rules != s->options->rules) return false;
    s->failed |= !gamefile_add(s->out, s->block, game);
    if (s->failed) complain_unwritable(s->path);
    s->played++;
    s->listener.played(s->listener.context, game);
    return !s->failed;
}

static GameFileReport read_games(SharedGames *s, const Job *job, ScoredGameVisitor *visit) {
    const Text *file = &job->part[PART_FILE];
    GameFileReport report = gamefile_read((const uint8_t *)text_get(file), file->used, visit, s);
    if (report.no_memory) complain_memory();
    s->failed |= report.no_memory;
    return report;
}

/* The games are read twice, as nothing may be taken of bad ones. */
static Taken take_games(void *context, const Job *job) {
    SharedGames *s = context;
    GameFileReport report = read_games(s, job, NULL);
    if (report.fault && !s->failed)
        warn("the games of job '%s': %s", text_get(&job->part[PART_JOB]), report.fault);
    bool good = !report.fault && report.rules == s->options->rules;
    if (!good && !s->failed) return ANSWER_BAD;
    if (!s->failed) read_games(s, job, write_game);
    return s->failed ? ANSWER_ENOUGH : ANSWER_TAKEN;
}

static int end_games(void *context) {
    SharedGames *s = context;
    if (s->failed) return EXIT_MACHINE;
    if (gamefile_write(s->out, s->block)) {
        s->tell(s);
        return EXIT_DONE;
    }
    complain_unwritable(s->path);
    return EXIT_MACHINE;
}

int selfplay_shared(const Command *self, const BatchWish *sharing, SharedGames *shared) {
    const Batch batch = {.context = shared,
                         .next = next_games,
                         .hire = hire,
                         .dismiss = dismiss,
                         .work = play_games,
                         .take = take_games,
                         .finish = end_games,
                         .stop = shared->options->stop};
    shared->block = malloc(sizeof *shared->block);
    if (!shared->block) {
        complain_memory();
        return EXIT_MACHINE;
    }
    gameblock_init(shared->block, shared->options->rules, 0);
    int status = batch_run(self, sharing, &batch);
    gameblock_free(shared->block);
    free(shared->block);
    return status;
}

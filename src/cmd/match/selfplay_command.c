// SPDX-License-Identifier: MIT
//
// Games of the engine against itself: playing them, and looking into files of them.
#include "cmd/match/selfplay_command.h"

#include "base/array.h"
#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/text/json.h"
#include "base/thread/thread.h"
#include "cmd/common/input.h"
#include "cmd/common/long_work.h"
#include "console/progress.h"
#include "notation/text/fen.h"
#include "search/move_picker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a file of games; complains. */
static bool view_games(const char *path, FileContents *out) {
    errno = 0;
    if (file_load(path, out)) return true;
    print_read_error(path);
    return false;
}

/* Where the games go, and what is told about them. */
typedef struct {
    const char *path;
    int64_t seconds; // start no game after so long; 0: no limit
    bool quiet, json;
    const Command *self; // as it was called
    BatchOptions batch_options;
} SelfplayRunOptions;

/* Progress, on a terminal. */
typedef struct {
    uint32_t played, games; // `played` with those of earlier runs
    uint64_t plies;
    int64_t started, told, deadline; // clock_ms; deadline 0: none
    uint32_t before;
    bool quiet;
} SelfplayProgress;

static bool note_game(void *context, const ScoredGame *game) {
    SelfplayProgress *p = context;
    int64_t now = clock_ms(), elapsed = now - p->started;
    p->played++;
    p->plies += (uint64_t)game->plies;
    if (!p->quiet && now - p->told >= 5000) {
        uint32_t fresh = p->played - p->before;
        p->told = now;
        print_err("%u of %u games, %.0f positions/s, %.0f s left\n", p->played, p->games,
                  (double)p->plies * 1000 / (double)elapsed,
                  (double)(p->games - p->played) / fresh * (double)elapsed / 1000);
    }
    return !p->deadline || now < p->deadline;
}

static bool note_number(const Rules *rules, const ScoredGame *game, void *context) {
    (void)rules;
    played_games_add(context, game->number);
    return true;
}

/* Is there nothing to go on with: no file, an empty one, a device? */
static bool is_fresh(const char *path) {
    struct stat about;
    return stat(path, &about) != 0 ||
           (S_ISREG(about.st_mode) ? about.st_size == 0 : !S_ISDIR(about.st_mode));
}

/* Notes what an old file holds, and how much of it is sound; an exit status. */
static int read_games(const char *path, const Rules *rules, PlayedGames *log, size_t *sound) {
    FileContents view;
    if (!view_games(path, &view)) return EXIT_MISUSE;
    TrainingFileReport report = training_file_read(view.data, view.size, note_number, log);
    file_contents_free(&view);
    *sound = report.valid_bytes;
    if (report.no_memory) {
        print_memory_error();
        return EXIT_MISUSE;
    }
    if (report.rules != rules) {
        print_error("'%s' holds %s", path, report.rules ? "another game" : "something else");
        return EXIT_MISUSE;
    }
    if (report.fault) print_error("'%s': %s; going on before it", path, report.fault);
    return EXIT_DONE;
}

/* A new file, or an old one behind its last whole block. */
static FileLog *open_games(const char *path, const Rules *rules, bool is_new, size_t sound) {
    FileLog *out = is_new || file_truncate(path, sound)
                       ? file_log_open(path, is_new ? FILE_LOG_TRUNCATE : FILE_LOG_APPEND)
                       : NULL;
    if (out && (!is_new || training_file_begin(out, rules))) return out;
    print_write_error(path);
    file_log_close(out);
    return NULL;
}

/* How many games the file holds now: an answer with --json, else a remark. */
static void print_played(const char *path, uint32_t played, bool json) {
    if (!json) {
        print_err("%u game%s in '%s'\n", played, plural_s(played), path);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "file", path);
    json_put_int(&out, "games", played);
    json_close(&out, '}');
    print_text(&out, "\n");
    text_free(&out);
}

/* One run: what is played, and the file. */
typedef struct {
    const SelfplayOptions *options;
    const SelfplayRunOptions *run_options;
    PlayedGames log;
    FileLog *out; // NULL: others write it
} SelfplayRun;

/* What failed before has been told. */
static int close_games(const SelfplayRun *run, int status) {
    if (file_log_close(run->out) || status != EXIT_DONE) return status;
    print_write_error(run->run_options->path);
    return EXIT_MACHINE;
}

static SelfplayProgress begin_progress(const SelfplayRun *run) {
    const SelfplayRunOptions *run_options = run->run_options;
    return (SelfplayProgress){
        .played = run->log.played,
        .before = run->log.played,
        .games = run->options->games,
        .started = clock_ms(),
        .told = clock_ms(),
        .deadline = run_options->seconds ? clock_ms() + run_options->seconds * 1000 : 0,
        .quiet = run_options->quiet || run_options->self->runner || !progress_is_possible()};
}

static int play_here(SelfplayRun *run) {
    const SelfplayRunOptions *run_options = run->run_options;
    SelfplayProgress progress = begin_progress(run);
    SelfplayListener listener = {&progress, note_game};
    const char *fault = selfplay_run(run->options, &run->log, run->out, &listener);
    if (fault && errno)
        print_write_error(run_options->path);
    else if (fault)
        print_error("%s", fault);
    else
        print_played(run_options->path, progress.played, run_options->json);
    return fault ? EXIT_MACHINE : EXIT_DONE;
}

static void print_batch_played(const SelfplayBatch *shared) {
    const SelfplayRun *run = shared->context;
    print_played(run->run_options->path, run->log.played + shared->played, run->run_options->json);
}

static int play_batch(SelfplayRun *run) {
    SelfplayProgress progress = begin_progress(run);
    SelfplayBatch shared = {.options = run->options,
                            .log = &run->log,
                            .path = run->run_options->path,
                            .out = run->out,
                            .listener = {&progress, note_game},
                            .print = print_batch_played,
                            .context = run};
    return selfplay_batch_run(run->run_options->self, &run->run_options->batch_options, &shared);
}

static int play_on(const SelfplayOptions *options, const SelfplayRunOptions *run_options) {
    SelfplayRun run = {.options = options, .run_options = run_options};
    bool is_new = is_fresh(run_options->path);
    size_t sound = 0;
    if (!played_games_init(&run.log, options->games)) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    int status =
        is_new ? EXIT_DONE : read_games(run_options->path, options->rules, &run.log, &sound);
    if (status == EXIT_DONE &&
        batch_takes_answers(run_options->self, &run_options->batch_options)) {
        run.out = open_games(run_options->path, options->rules, is_new, sound);
        if (!run.out) status = EXIT_MISUSE;
    }
    bool alone = batch_is_serial(run_options->self, &run_options->batch_options);
    if (status == EXIT_DONE) status = alone ? play_here(&run) : play_batch(&run);
    status = close_games(&run, status);
    played_games_free(&run.log);
    return status;
}

/* Two processes that go on with one file would play the same games, and cut off each other's. */
static int play_on_locked(const SelfplayOptions *options, const SelfplayRunOptions *run_options) {
    struct stat about;
    FileLock claim;
    bool plain = stat(run_options->path, &about) != 0 || S_ISREG(about.st_mode);
    if (!plain || !batch_takes_answers(run_options->self, &run_options->batch_options))
        return play_on(options, run_options);
    Text path = text_growing();
    text_format(&path, "%s.claim", run_options->path);
    FileLockResult claimed = path.failed ? FILE_LOCK_FAILED : file_lock(text_get(&path), &claim);
    int status = EXIT_MISUSE;
    if (claimed == FILE_LOCK_BUSY)
        print_error("another process is writing '%s'", run_options->path);
    else
        status = play_on(options, run_options);
    if (claimed == FILE_LOCK_HELD) file_unlock(text_get(&path), &claim);
    text_free(&path);
    return status;
}

static int play(SelfplayOptions *options, const SelfplayRunOptions *run_options) {
    options->stop = interrupt_flag();
    long_work_begin(run_options->self);
    return long_work_end(run_options->self, play_on_locked(options, run_options));
}

/* What stats gathers. */
typedef struct {
    uint64_t results[3], lengths, shortest, longest;
    uint64_t scores[8]; // by size
    Key *keys;
    size_t count, capacity;
    bool failed;
} SelfplayStats;
static const int SCORE_STEPS[] = {25, 50, 100, 200, 400, 1000, 3000};

static bool gather(const Rules *rules, const ScoredGame *game, void *context) {
    SelfplayStats *s = context;
    uint64_t plies = (uint64_t)game->plies;
    Position pos = position_start(rules);
    s->results[game->result]++;
    s->lengths += plies;
    if (plies < s->shortest) s->shortest = plies;
    if (plies > s->longest) s->longest = plies;
    s->failed = !array_reserve(&s->keys, &s->capacity, s->count + plies, sizeof *s->keys);
    if (s->failed) return false;
    for (int i = 0; i < game->opening + game->plies; i++) {
        if (i >= game->opening) {
            int step = 0, size = abs(game->scores[i - game->opening]);
            while (step < 7 && size >= SCORE_STEPS[step]) step++;
            s->scores[step]++;
            s->keys[s->count++] = pos.key;
        }
        position_play(&pos, game->moves[i]);
    }
    return true;
}

static int compare_keys(const void *a, const void *b) {
    const Key *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How many positions were seen before; sorts the keys. */
static size_t count_repeated(const SelfplayStats *s) {
    size_t repeated = 0;
    qsort(s->keys, s->count, sizeof *s->keys, compare_keys);
    for (size_t i = 1; i < s->count; i++) repeated += s->keys[i] == s->keys[i - 1];
    return repeated;
}

static void print_stats(const SelfplayStats *s, uint32_t games) {
    print_out("results: White %.1f %%, drawn %.1f %%, Black %.1f %%\n",
              100.0 * (double)s->results[2] / games, 100.0 * (double)s->results[1] / games,
              100.0 * (double)s->results[0] / games);
    print_out("length: %.1f plies with a score, %llu to %llu\n", (double)s->lengths / games,
              (unsigned long long)s->shortest, (unsigned long long)s->longest);
    for (int i = 0; i < 8; i++) {
        print_out("|score| %s %4d: %5.1f %%\n", i < 7 ? "below" : "from ",
                  SCORE_STEPS[i < 7 ? i : 6], 100.0 * (double)s->scores[i] / (double)s->count);
    }
    print_out("positions seen before: %.1f %%\n",
              100.0 * (double)count_repeated(s) / (double)s->count);
}

static void put_stats(Text *out, const SelfplayStats *s) {
    static const char *const RESULTS[] = {"black", "drawn", "white"};
    for (int i = 2; i >= 0; i--) json_put_int(out, RESULTS[i], (int64_t)s->results[i]);
    json_put_int(out, "shortest", (int64_t)s->shortest);
    json_put_int(out, "longest", (int64_t)s->longest);
    json_key(out, "scores"); // below 25, 50, … hundredths of a pawn
    json_open(out, '[');
    for (int i = 0; i < 8; i++) json_int(out, (int64_t)s->scores[i]);
    json_close(out, ']');
    json_put_int(out, "seen_before", (int64_t)count_repeated(s));
}

/* What a file holds, as one JSON object; `stats` may be NULL. */
static void print_report_json(const char *path, const TrainingFileReport *report,
                              const SelfplayStats *stats) {
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "file", path);
    json_put_string(&out, "variant", report->rules->name);
    json_put_int(&out, "games", report->games);
    json_put_int(&out, "plies", (int64_t)report->plies);
    if (report->fault) json_put_string(&out, "fault", report->fault);
    if (stats) put_stats(&out, stats);
    json_close(&out, '}');
    print_text(&out, "\n");
    text_free(&out);
}

static void print_report(const char *path, const TrainingFileReport *report, size_t bytes,
                         const SelfplayStats *stats) {
    print_out("%s: %u game%s of %s, %llu plies, %.2f bytes each\n", path, report->games,
              plural_s(report->games), report->rules->title, (unsigned long long)report->plies,
              report->plies ? (double)bytes / (double)report->plies : 0.0);
    if (stats) print_stats(stats, report->games);
}

/* Is a search of a few plies sure to have seen what goes on here? */
static bool is_quiet(const Position *pos, Move move, int score) {
    const Rules *rules = pos->rules;
    bool check = rules->traits.checks && position_is_check(pos);
    Role role = piece_role(pos->piece[move_from(move)]);
    bool arrival = rules_king_reaches_finish(rules, role, move_to(move));
    return !check && !arrival && !move_is_noisy(pos, move) && abs(score) <= 2500;
}

/* A position with the score of its move and how the game ended, 0 to 2. */
static void dump_position(const Position *pos, int score, int result, bool json) {
    static const char *const RESULTS[] = {"0", "0.5", "1"};
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    if (!json) {
        print_out("%s;%d;%s\n", fen, score, RESULTS[result]);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "fen", fen);
    json_put_int(&out, "score", score);
    json_put_real(&out, "result", result / 2.0);
    json_close(&out, '}');
    print_text(&out, "\n");
    text_free(&out);
}

/* One line for every quiet position, for fitting by hand, until an interrupt; the context says
 * whether as JSON. */
static bool dump_game(const Rules *rules, const ScoredGame *game, void *context) {
    const bool *json = context;
    Position pos = position_start(rules);
    for (int i = 0; i < game->opening + game->plies; i++) {
        Move move = game->moves[i];
        int score = i < game->opening ? 0 : game->scores[i - game->opening];
        if (i >= game->opening && is_quiet(&pos, move, score))
            dump_position(&pos, score, game->result, *json);
        position_play(&pos, move);
    }
    return !interrupt_pending();
}

/* verify, stats, dump: one file after the other. */
static int print_file_stats(const char *word, const char *path, bool json) {
    FileContents view;
    SelfplayStats stats = {.shortest = UINT64_MAX};
    bool is_stats = strcmp(word, "stats") == 0, is_dump = strcmp(word, "dump") == 0;
    if (!view_games(path, &view)) return EXIT_MISUSE;
    TrainingFileReport report = training_file_read(view.data, view.size,
                                                   is_stats  ? gather
                                                   : is_dump ? dump_game
                                                             : NULL,
                                                   is_dump ? (void *)&json : &stats);
    const SelfplayStats *counted = is_stats && stats.count && !stats.failed ? &stats : NULL;
    if (report.rules && !is_dump && json)
        print_report_json(path, &report, counted);
    else if (report.rules && !is_dump)
        print_report(path, &report, view.size, counted);
    if (report.no_memory || stats.failed)
        print_memory_error();
    else if (report.fault)
        print_error("%s, byte %zu: %s", path, report.valid_bytes, report.fault);
    free(stats.keys);
    file_contents_free(&view);
    return report.fault ? EXIT_NO : EXIT_DONE;
}

static int print_all_stats(const Operands *rest, bool json) {
    int status = EXIT_DONE;
    for (int i = 1; i < rest->count && !interrupt_pending(); i++) {
        int one = print_file_stats(rest->items[0], rest->items[i], json);
        if (one > status) status = one;
    }
    if (rest->count < 2) {
        print_error("which file of games?");
        return EXIT_MISUSE;
    }
    return status;
}

/* What is dumped until an interrupt is kept; the others have one answer, in the end. */
static int look_into_files(const Command *self, const Operands *rest, bool json) {
    if (strcmp(rest->items[0], "dump") == 0) long_work_begin(self);
    return long_work_end(self, print_all_stats(rest, json));
}

/* Options that were not given keep what is usual for the game. */
typedef struct {
    int64_t games, nodes, threads, seed, opening_min, opening_max, balance;
} SelfplayCommandOptions;

static SelfplayOptions options_of(const SelfplayCommandOptions *w, const Rules *rules,
                                  bool classical) {
    SelfplayOptions o = selfplay_defaults(rules);
    if (w->games) o.games = (uint32_t)w->games;
    if (w->nodes) o.nodes = (uint64_t)w->nodes;
    if (w->opening_min >= 0) o.opening_min = (int)w->opening_min;
    if (w->opening_max >= 0) o.opening_max = (int)w->opening_max;
    if (w->balance) o.balance = (int)w->balance;
    o.threads = (int)w->threads;
    o.seed = (uint64_t)w->seed;
    o.classical = classical;
    return o;
}

static int run(const Command *self, int argc, char **argv) {
    SelfplayCommandOptions opts = {.threads = 1, .seed = 1, .opening_min = -1, .opening_max = -1};
    const char *variant = "chess";
    SelfplayRunOptions run_options = {.self = self, .batch_options = BATCH_DEFAULTS};
    bool classical = false;
    const Option options[] = {
        {"output", 'o', OPTION_TEXT, &run_options.path, "FILE",
         "where the games go; goes on if there are some", 0, 0},
        {"games", 'g', OPTION_INT, &opts.games, "N", "how many games in all (100)", 1, UINT32_MAX},
        {"nodes", 'n', OPTION_INT, &opts.nodes, "N", "deepen no further after N nodes (1000)", 1,
         1000000000},
        {"seconds", 0, OPTION_INT, &run_options.seconds, "S", "start no game after so long", 1,
         100000000},
        {"threads", 't', OPTION_INT, &opts.threads, "N", "games at a time (1)", 1, THREADS_MAX},
        {"seed", 's', OPTION_INT, &opts.seed, "N", "other games for another seed (1)", 0,
         INT64_MAX},
        {"opening-min", 0, OPTION_INT, &opts.opening_min, "N", "random moves at least", 0,
         SCORED_OPENING_MAX},
        {"opening-max", 0, OPTION_INT, &opts.opening_max, "N", "random moves at most", 0,
         SCORED_OPENING_MAX},
        {"balance", 0, OPTION_INT, &opts.balance, "CP", "the most either side is ahead after them",
         1, 10000},
        {"variant", 'v', OPTION_TEXT, &variant, "NAME", "chess or racingkings", 0, 0},
        {"classical", 0, OPTION_FLAG, &classical, NULL, "play by the hand-written evaluation", 0,
         0},
        {"quiet", 'q', OPTION_FLAG, &run_options.quiet, NULL, "no word on the way", 0, 0},
        {"json", 0, OPTION_FLAG, &run_options.json, NULL, "answer with JSON objects", 0, 0},
        BATCH_OPTIONS(run_options.batch_options),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    static const char *const WORDS[] = {"verify", "stats", "dump"};
    for (int i = 0; rest.count && i < 3; i++)
        if (strcmp(rest.items[0], WORDS[i]) == 0)
            return look_into_files(self, &rest, run_options.json);
    RULES_OR_RETURN(rules, variant);
    const char *wrong = rest.count          ? "verify, stats or dump, or no operand at all"
                        : !run_options.path ? "where shall the games go?  See -o"
                        : run_options.seconds && !batch_is_serial(self, &run_options.batch_options)
                            ? "--seconds is for games that are not shared out"
                            : NULL;
    SelfplayOptions play_options = options_of(&opts, rules, classical);
    if (!wrong && play_options.opening_min > play_options.opening_max)
        wrong = "no opening is that short";
    if (wrong) {
        print_error("%s", wrong);
        return EXIT_MISUSE;
    }
    return play(&play_options, &run_options);
}

const Command command_selfplay = {
    .name = "selfplay",
    .is_batch = true,
    .synopsis = "selfplay -o FILE [OPTION]... | selfplay verify|stats|dump FILE...",
    .summary = "Play games against itself to learn from, and look into them",
    .details =
        "Random moves until the position is balanced, then the engine's, every one with its\n"
        "score.  A game depends on its number and the seed alone, so that the games are the same\n"
        "for any number of threads; stopped, it goes on where it was.  A ply takes 1.5 bytes in\n"
        "chess and 1.8 in Racing Kings.  With --jobs and --shard, eight games to a job, the file\n"
        "is the same as that of one thread.\n"
        "\n"
        "  selfplay verify FILE...    check every block and replay every game by the rules\n"
        "  selfplay stats FILE...     the same; results, lengths, scores, positions seen before\n"
        "  selfplay dump FILE...      quiet positions as text: FEN;score for White;result\n"
        "\n"
        "Examples:\n"
        "  $ roek selfplay --games 20 --threads 2 -o chess.games\n"
        "  $ roek selfplay stats chess.games\n",
    .run = run,
};

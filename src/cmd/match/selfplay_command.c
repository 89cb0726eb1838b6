// SPDX-License-Identifier: MIT
//
// Games of the engine against itself: playing them, and looking into files of them.
#include "cmd/match/selfplay_command.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/text/json.h"
#include "base/thread/thread.h"
#include "cmd/common/input.h"
#include "notation/text/fen.h"
#include "search/move_picker.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens a file of games; complains. */
static bool view_games(const char *path, FileView *out) {
    errno = 0;
    if (file_view(path, out)) return true;
    complain_unreadable(path);
    return false;
}

/* Where the games go, and what is told about them. */
typedef struct {
    const char *path;
    int64_t seconds; // start no game after so long; 0: no limit
    bool quiet, json;
    const Command *self; // as it was called
    BatchWish sharing;
} Manner;

/* Progress, on a terminal. */
typedef struct {
    uint32_t played, games; // `played` with those of earlier runs
    uint64_t plies;
    int64_t started, told, deadline; // clock_ms; deadline 0: none
    uint32_t before;
    bool quiet;
} Progress;

static bool note_game(void *context, const ScoredGame *game) {
    Progress *p = context;
    int64_t now = clock_ms(), elapsed = now - p->started;
    p->played++;
    p->plies += (uint64_t)game->plies;
    if (!p->quiet && now - p->told >= 5000) {
        uint32_t fresh = p->played - p->before;
        p->told = now;
        fprintf(stderr, "%u of %u games, %.0f positions/s, %.0f s left\n", p->played, p->games,
                (double)p->plies * 1000 / (double)elapsed,
                (double)(p->games - p->played) / fresh * (double)elapsed / 1000);
    }
    return !p->deadline || now < p->deadline;
}

static bool note_number(const Rules *rules, const ScoredGame *game, void *context) {
    (void)rules;
    selfplaylog_note(context, game->number);
    return true;
}

/* Is there nothing to go on with: no file, an empty one, a device? */
static bool is_fresh(const char *path) {
    struct stat about;
    return stat(path, &about) != 0 ||
           (S_ISREG(about.st_mode) ? about.st_size == 0 : !S_ISDIR(about.st_mode));
}

/* Notes what an old file holds, and how much of it is sound; an exit status. */
static int read_games(const char *path, const Rules *rules, SelfplayLog *log, size_t *sound) {
    FileView view;
    if (!view_games(path, &view)) return EXIT_MISUSE;
    GameFileReport report = gamefile_read(view.data, view.size, note_number, log);
    file_close(&view);
    *sound = report.sound;
    if (report.no_memory) {
        complain_memory();
        return EXIT_MISUSE;
    }
    if (report.rules != rules) {
        complain("'%s' holds %s", path, report.rules ? "another game" : "something else");
        return EXIT_MISUSE;
    }
    if (report.fault) complain("'%s': %s; going on before it", path, report.fault);
    return EXIT_DONE;
}

/* A new file, or an old one behind its last whole block. */
static FileLog *open_games(const char *path, const Rules *rules, bool is_new, size_t sound) {
    FileLog *out = is_new || file_shorten(path, sound)
                       ? file_log_open(path, is_new ? LOG_AFRESH : LOG_AGAIN)
                       : NULL;
    if (out && (!is_new || gamefile_begin(out, rules))) return out;
    complain_unwritable(path);
    file_log_close(out);
    return NULL;
}

/* How many games the file holds now: an answer with --json, else a remark. */
static void tell_played(const char *path, uint32_t played, bool json) {
    if (!json) {
        fprintf(stderr, "%u game%s in '%s'\n", played, plural(played), path);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "file", path);
    json_put_int(&out, "games", played);
    json_close(&out, '}');
    say_text(&out, "\n");
    text_free(&out);
}

/* One run: what is played, and the file. */
typedef struct {
    const SelfplayOptions *options;
    const Manner *manner;
    SelfplayLog log;
    FileLog *out; // NULL: others write it
} SelfplayRun;

/* What failed before has been told. */
static int close_games(const SelfplayRun *run, int status) {
    if (file_log_close(run->out) || status != EXIT_DONE) return status;
    complain_unwritable(run->manner->path);
    return EXIT_MACHINE;
}

static Progress begin_progress(const SelfplayRun *run) {
    const Manner *manner = run->manner;
    return (Progress){.played = run->log.played,
                      .before = run->log.played,
                      .games = run->options->games,
                      .started = clock_ms(),
                      .told = clock_ms(),
                      .deadline = manner->seconds ? clock_ms() + manner->seconds * 1000 : 0,
                      .quiet = manner->quiet || manner->self->host || !isatty(STDERR_FILENO)};
}

static int play_here(SelfplayRun *run) {
    const Manner *manner = run->manner;
    Progress progress = begin_progress(run);
    SelfplayListener listener = {&progress, note_game};
    const char *fault = selfplay_run(run->options, &run->log, run->out, &listener);
    if (fault && errno)
        complain_unwritable(manner->path);
    else if (fault)
        complain("%s", fault);
    else
        tell_played(manner->path, progress.played, manner->json);
    return fault ? EXIT_MACHINE : EXIT_DONE;
}

static void tell_shared(const SharedGames *shared) {
    const SelfplayRun *run = shared->context;
    tell_played(run->manner->path, run->log.played + shared->played, run->manner->json);
}

static int play_shared(SelfplayRun *run) {
    Progress progress = begin_progress(run);
    SharedGames shared = {.options = run->options,
                          .log = &run->log,
                          .path = run->manner->path,
                          .out = run->out,
                          .listener = {&progress, note_game},
                          .tell = tell_shared,
                          .context = run};
    return selfplay_shared(run->manner->self, &run->manner->sharing, &shared);
}

static int go_on(const SelfplayOptions *options, const Manner *manner) {
    SelfplayRun run = {.options = options, .manner = manner};
    bool is_new = is_fresh(manner->path);
    size_t sound = 0;
    if (!selfplaylog_init(&run.log, options->games)) {
        complain_memory();
        return EXIT_MACHINE;
    }
    int status = is_new ? EXIT_DONE : read_games(manner->path, options->rules, &run.log, &sound);
    if (status == EXIT_DONE && batch_takes(manner->self, &manner->sharing)) {
        run.out = open_games(manner->path, options->rules, is_new, sound);
        if (!run.out) status = EXIT_MISUSE;
    }
    bool alone = batch_is_alone(manner->self, &manner->sharing);
    if (status == EXIT_DONE) status = alone ? play_here(&run) : play_shared(&run);
    status = close_games(&run, status);
    selfplaylog_free(&run.log);
    return status;
}

/* Two processes that go on with one file would play the same games, and cut off each other's. */
static int go_on_alone(const SelfplayOptions *options, const Manner *manner) {
    struct stat about;
    FileClaim claim;
    bool plain = stat(manner->path, &about) != 0 || S_ISREG(about.st_mode);
    if (!plain || !batch_takes(manner->self, &manner->sharing)) return go_on(options, manner);
    Text path = text_growing();
    text_format(&path, "%s.claim", manner->path);
    ClaimResult claimed = path.failed ? CLAIM_FAILED : file_claim(text_get(&path), &claim);
    int status = EXIT_MISUSE;
    if (claimed == CLAIM_THEIRS)
        complain("another process is writing '%s'", manner->path);
    else
        status = go_on(options, manner);
    if (claimed == CLAIM_OURS) file_unclaim(text_get(&path), &claim);
    text_free(&path);
    return status;
}

static int play(SelfplayOptions *options, const Manner *manner) {
    // what is played by then is kept, and the claim given up; a host ends its processes itself
    if (!manner->self->host) interrupt_watch(INTERRUPT_ALL);
    options->stop = interrupt_flag();
    int status = finish_output(go_on_alone(options, manner));
    interrupt_obey();
    return status;
}

/* What stats gathers. */
typedef struct {
    uint64_t results[3], lengths, shortest, longest;
    uint64_t scores[8]; // by size
    Key *keys;
    size_t count, capacity;
    bool failed;
} Stats;
static const int SCORE_STEPS[] = {25, 50, 100, 200, 400, 1000, 3000};

static bool gather(const Rules *rules, const ScoredGame *game, void *context) {
    Stats *s = context;
    uint64_t plies = (uint64_t)game->plies;
    Position pos = position_start(rules);
    s->results[game->result]++;
    s->lengths += plies;
    if (plies < s->shortest) s->shortest = plies;
    if (plies > s->longest) s->longest = plies;
    if (s->count + plies > s->capacity) {
        s->capacity = 2 * (s->count + plies);
        Key *keys = realloc(s->keys, s->capacity * sizeof *keys);
        if (!keys) return !(s->failed = true);
        s->keys = keys;
    }
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
static size_t count_repeated(const Stats *s) {
    size_t repeated = 0;
    qsort(s->keys, s->count, sizeof *s->keys, compare_keys);
    for (size_t i = 1; i < s->count; i++) repeated += s->keys[i] == s->keys[i - 1];
    return repeated;
}

static void print_stats(const Stats *s, uint32_t games) {
    printf("results: White %.1f %%, drawn %.1f %%, Black %.1f %%\n",
           100.0 * (double)s->results[2] / games, 100.0 * (double)s->results[1] / games,
           100.0 * (double)s->results[0] / games);
    printf("length: %.1f plies with a score, %llu to %llu\n", (double)s->lengths / games,
           (unsigned long long)s->shortest, (unsigned long long)s->longest);
    for (int i = 0; i < 8; i++) {
        printf("|score| %s %4d: %5.1f %%\n", i < 7 ? "below" : "from ", SCORE_STEPS[i < 7 ? i : 6],
               100.0 * (double)s->scores[i] / (double)s->count);
    }
    printf("positions seen before: %.1f %%\n",
           100.0 * (double)count_repeated(s) / (double)s->count);
}

static void put_stats(Text *out, const Stats *s) {
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
static void print_report_json(const char *path, const GameFileReport *report, const Stats *stats) {
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "file", path);
    json_put_string(&out, "variant", report->rules->name);
    json_put_int(&out, "games", report->games);
    json_put_int(&out, "plies", (int64_t)report->plies);
    if (report->fault) json_put_string(&out, "fault", report->fault);
    if (stats) put_stats(&out, stats);
    json_close(&out, '}');
    say_text(&out, "\n");
    text_free(&out);
}

static void print_report(const char *path, const GameFileReport *report, size_t bytes,
                         const Stats *stats) {
    printf("%s: %u game%s of %s, %llu plies, %.2f bytes each\n", path, report->games,
           plural(report->games), report->rules->title, (unsigned long long)report->plies,
           report->plies ? (double)bytes / (double)report->plies : 0.0);
    if (stats) print_stats(stats, report->games);
}

/* Is a search of a few plies sure to have seen what goes on here? */
static bool is_quiet(const Position *pos, Move move, int score) {
    const Rules *rules = pos->rules;
    bool check = rules->has_check && position_is_check(pos);
    Role role = piece_role(pos->piece[move_from(move)]);
    bool arrival = rules_king_arrives(rules, role, move_to(move));
    return !check && !arrival && !move_is_noisy(pos, move) && abs(score) <= 2500;
}

/* A position with the score of its move and how the game ended, 0 to 2. */
static void dump_position(const Position *pos, int score, int result, bool json) {
    static const char *const RESULTS[] = {"0", "0.5", "1"};
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    if (!json) {
        printf("%s;%d;%s\n", fen, score, RESULTS[result]);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "fen", fen);
    json_put_int(&out, "score", score);
    json_put_real(&out, "result", result / 2.0);
    json_close(&out, '}');
    say_text(&out, "\n");
    text_free(&out);
}

/* One line for every quiet position, for fitting by hand; the context says whether as JSON. */
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
    return true;
}

/* verify, stats, dump: one file after the other. */
static int look_into(const char *word, const char *path, bool json) {
    FileView view;
    Stats stats = {.shortest = UINT64_MAX};
    bool is_stats = strcmp(word, "stats") == 0, is_dump = strcmp(word, "dump") == 0;
    if (!view_games(path, &view)) return EXIT_MISUSE;
    GameFileReport report = gamefile_read(view.data, view.size,
                                          is_stats  ? gather
                                          : is_dump ? dump_game
                                                    : NULL,
                                          is_dump ? (void *)&json : &stats);
    const Stats *counted = is_stats && stats.count && !stats.failed ? &stats : NULL;
    if (report.rules && !is_dump && json)
        print_report_json(path, &report, counted);
    else if (report.rules && !is_dump)
        print_report(path, &report, view.size, counted);
    if (report.no_memory || stats.failed)
        complain_memory();
    else if (report.fault)
        complain("%s, byte %zu: %s", path, report.sound, report.fault);
    free(stats.keys);
    file_close(&view);
    return report.fault ? EXIT_NO : EXIT_DONE;
}

static int look_into_all(const Operands *rest, bool json) {
    int status = EXIT_DONE;
    for (int i = 1; i < rest->count; i++) {
        int one = look_into(rest->items[0], rest->items[i], json);
        if (one > status) status = one;
    }
    if (rest->count < 2) {
        complain("which file of games?");
        return EXIT_MISUSE;
    }
    return finish_output(status);
}

/* Options that were not given keep what is usual for the game. */
typedef struct {
    int64_t games, nodes, threads, seed, opening_min, opening_max, balance;
} SelfplayWish;

static SelfplayOptions options_of(const SelfplayWish *w, const Rules *rules, bool classical) {
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
    SelfplayWish wish = {.threads = 1, .seed = 1, .opening_min = -1, .opening_max = -1};
    const char *variant = "chess";
    Manner manner = {.self = self, .sharing = BATCH_DEFAULTS};
    bool classical = false;
    const Option options[] = {
        {"output", 'o', OPTION_TEXT, &manner.path, "FILE",
         "where the games go; goes on if there are some", 0, 0},
        {"games", 'g', OPTION_INT, &wish.games, "N", "how many games in all (100)", 1, UINT32_MAX},
        {"nodes", 'n', OPTION_INT, &wish.nodes, "N", "deepen no further after N nodes (1000)", 1,
         1000000000},
        {"seconds", 0, OPTION_INT, &manner.seconds, "S", "start no game after so long", 1,
         100000000},
        {"threads", 't', OPTION_INT, &wish.threads, "N", "games at a time (1)", 1, THREADS_MAX},
        {"seed", 's', OPTION_INT, &wish.seed, "N", "other games for another seed (1)", 0,
         INT64_MAX},
        {"opening-min", 0, OPTION_INT, &wish.opening_min, "N", "random moves at least", 0,
         OPENING_PLIES_MAX},
        {"opening-max", 0, OPTION_INT, &wish.opening_max, "N", "random moves at most", 0,
         OPENING_PLIES_MAX},
        {"balance", 0, OPTION_INT, &wish.balance, "CP", "the most either side is ahead after them",
         1, 10000},
        {"variant", 'v', OPTION_TEXT, &variant, "NAME", "chess or racingkings", 0, 0},
        {"classical", 0, OPTION_FLAG, &classical, NULL, "play by the hand-written evaluation", 0,
         0},
        {"quiet", 'q', OPTION_FLAG, &manner.quiet, NULL, "no word on the way", 0, 0},
        {"json", 0, OPTION_FLAG, &manner.json, NULL, "answer with JSON objects", 0, 0},
        BATCH_OPTIONS(manner.sharing),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    static const char *const WORDS[] = {"verify", "stats", "dump"};
    for (int i = 0; rest.count && i < 3; i++)
        if (strcmp(rest.items[0], WORDS[i]) == 0) return look_into_all(&rest, manner.json);
    const Rules *rules = input_rules(variant);
    if (!rules) return EXIT_MISUSE;
    const char *wrong = rest.count     ? "verify, stats or dump, or no operand at all"
                        : !manner.path ? "where shall the games go?  See -o"
                        : manner.seconds && !batch_is_alone(self, &manner.sharing)
                            ? "--seconds is for games that are not shared out"
                            : NULL;
    SelfplayOptions play_options = options_of(&wish, rules, classical);
    if (!wrong && play_options.opening_min > play_options.opening_max)
        wrong = "no opening is that short";
    if (wrong) {
        complain("%s", wrong);
        return EXIT_MISUSE;
    }
    return play(&play_options, &manner);
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

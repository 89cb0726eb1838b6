// SPDX-License-Identifier: MIT
//
// roek match: games between players of all sorts under a referee.
#include "cmd/match/match_command.h"
#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/os/random_seed.h"
#include "cmd/common/command.h"
#include "cmd/common/input.h"
#include "cmd/common/long_work.h"
#include "cmd/common/search_options.h"
#include "console/progress.h"
#include "match/match_pgn.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* How long players think, and how long a UCI engine that is late is waited for, unless options say
 * otherwise. */
enum { DEFAULT_MOVETIME_MS = 100, PROGRESS_MS = 1000 };

/* What the command line says. */
typedef struct {
    const char *white, *black, *variant, *tc, *openings, *pgn, *event, *draw, *resign;
    OptionList options, white_options, black_options;
    int64_t games, concurrency, plies, random_plies, margin, patience, max_moves;
    double sprt[2], alpha, beta;
    bool tournament, gauntlet, shuffle, resume, quiet, json, has_sprt, strict;
    SearchOptions search;
    const Command *self; // as it was called
    BatchOptions batch_options;
} MatchCommandOptions;

/* Everything that lives as long as the match. */
typedef struct {
    MatchCommandOptions *opts;
    const Rules *rules;
    Participant participants[MATCH_PARTICIPANTS_MAX];
    int participant_count;
    Openings openings;
    Sprt sprt;
    MatchReport report;
    char date[16];
} MatchRun;

// --- reading the wish ---

/* A number of a list such as "40:10:8", up to the colon or the end that must follow it. */
static bool take_number(const char **list, char end, int least, int *out) {
    char number[16] = "";
    int64_t value;
    size_t length = strcspn(*list, ":");
    if (length >= sizeof number || (*list)[length] != end) return false;
    memcpy(number, *list, length);
    if (!text_to_int(number, least, INT32_MAX, &value)) return false;
    *list += length + (end == ':');
    *out = (int)value;
    return true;
}

static bool read_adjudication(const MatchCommandOptions *w, Adjudication *out) {
    *out = (Adjudication){.max_moves = (int)w->max_moves};
    const char *draw = w->draw, *resign = w->resign;
    if (draw && !(take_number(&draw, ':', 0, &out->draw_from) &&
                  take_number(&draw, ':', 0, &out->draw_score) &&
                  take_number(&draw, '\0', 1, &out->draw_plies))) {
        print_error("--draw wants MOVE:SCORE:PLIES, such as 40:10:8, not '%s'", w->draw);
        return false;
    }
    if (resign && !(take_number(&resign, ':', 1, &out->resign_score) &&
                    take_number(&resign, '\0', 1, &out->resign_plies))) {
        print_error("--resign wants SCORE:PLIES, such as 600:8, not '%s'", w->resign);
        return false;
    }
    return true;
}

static bool read_budget(const MatchCommandOptions *w, SearchBudget *out) {
    *out = (SearchBudget){.depth = (int)w->search.depth, .nodes = (uint64_t)w->search.nodes};
    if (w->tc && !timecontrol_read_seconds(w->tc, &out->time)) {
        print_error("--tc wants SECONDS[+INCREMENT] or MOVES/SECONDS[+INCREMENT], not '%s'", w->tc);
        return false;
    }
    out->time.move_ms = w->search.movetime;
    return true;
}

/* With --patience no program is killed before that time, and later only if its limits say so. */
static void set_patience(const MatchCommandOptions *w, PlayerOptions *options) {
    options->grace_ms = w->margin + (w->patience ? 0 : PROGRESS_MS);
    options->fen_program_ms += w->margin;
    if (!w->patience) return;
    options->fallback_timeout_ms = options->least_ms = options->fen_program_ms = w->patience;
}

static PlayerOptions player_options(const MatchCommandOptions *w) {
    PlayerOptions options = PLAYER_DEFAULTS;
    options.seed = (uint64_t)w->search.seed;
    options.threads = (int)w->search.threads;
    options.hash_mb = (size_t)w->search.hash;
    options.prober = tablebases_prober(&w->search.endings);
    set_patience(w, &options);
    options.strict = w->strict;
    return options;
}

static bool is_fen_program(const Participant *e) {
    const PlayerKind *kind = player_kind_of(e->player);
    return kind && kind->fen_program;
}

/* The limits of an entrant where the user set none.  A FEN program has a time of its own, see
 * PlayerOptions.  It is killed as soon as that and the margin are over; a UCI engine is waited for
 * a little longer, as killing it would cost its hash table. */
static void complete_limits(const MatchCommandOptions *w, Participant *e) {
    if (is_fen_program(e))
        e->options.grace_ms = w->margin;
    else if (!search_budget_is_limited(&e->budget))
        e->budget.time.move_ms = DEFAULT_MOVETIME_MS;
}

/* One entrant with the settings for all and its own. */
static bool read_participant(MatchRun *s, const char *text, const OptionList *own,
                             const SearchBudget *budget) {
    OptionList all = s->opts->options;
    char error[PLAYER_ERROR_MAX];
    for (int i = 0; own && i < own->count && all.count < OPTION_LIST_MAX; i++)
        all.items[all.count++] = own->items[i];
    for (int i = 0; i < all.count; i++)
        if (!strchr(all.items[i], '=')) {
            print_error("an option of an engine is NAME=VALUE, not '%s'", all.items[i]);
            return false;
        }
    PlayerOptions options = player_options(s->opts);
    options.uci_options = all.items;
    options.uci_option_count = all.count;
    Participant *e = &s->participants[s->participant_count++];
    errno = 0;
    if (participant_read(e, text, &options, budget, error)) {
        complete_limits(s->opts, e);
        return true;
    }
    if (errno == ENOMEM)
        print_memory_error();
    else
        print_error("player '%s': %s", text, error);
    return false;
}

static bool read_participants(MatchRun *s, const Operands *rest) {
    const MatchCommandOptions *w = s->opts;
    SearchBudget budget;
    if (!read_budget(w, &budget)) return false;
    bool two = w->white && w->black;
    if (two ? rest->count > 0 : rest->count < 2 || !(w->tournament || w->gauntlet)) {
        print_error(
            "match wants --white PLAYER and --black PLAYER, or --tournament and two or more "
            "players");
        return false;
    }
    if (rest->count > MATCH_PARTICIPANTS_MAX) {
        print_error("a tournament has at most %d players", MATCH_PARTICIPANTS_MAX);
        return false;
    }
    if (two)
        return read_participant(s, w->white, &w->white_options, &budget) &&
               read_participant(s, w->black, &w->black_options, &budget);
    for (int i = 0; i < rest->count; i++)
        if (!read_participant(s, rest->items[i], NULL, &budget)) return false;
    return true;
}

static bool read_strict(const MatchRun *s) {
    bool has_effect = !s->opts->strict;
    for (int i = 0; i < s->participant_count; i++)
        has_effect |= is_fen_program(&s->participants[i]);
    if (!has_effect) print_error("--strict is for programs of the FEN contract (cmd:PROGRAM)");
    return has_effect;
}

/* What is wrong with a file, unless errno says that there was no memory to read it; false. */
static bool refuse_file(const char *name, const char *why) {
    if (errno == ENOMEM)
        print_memory_error();
    else
        print_error("%s: %s", name, why);
    return false;
}

static bool read_openings(MatchRun *s) {
    const MatchCommandOptions *w = s->opts;
    uint64_t seed = (uint64_t)w->search.seed;
    if (!w->openings) {
        if (w->random_plies == 0) return true;
        int rounds = (int)(w->games + 1) / 2;
        if (openings_random(&s->openings, s->rules, rounds, (int)w->random_plies, seed))
            return true;
        print_memory_error();
        return false;
    }
    FileContents file;
    char error[OPENINGS_ERROR_MAX];
    if (!input_view(w->openings, &file)) return false;
    errno = 0;
    bool good = openings_read(&s->openings, (const char *)file.data, file.size, s->rules,
                              (int)w->plies, error) ||
                refuse_file(w->openings, error);
    file_contents_free(&file);
    if (good && s->openings.null_game)
        print_warning(
            "%s, game %d, ply %d: a null move ends this opening, as in any game of the file",
            w->openings, s->openings.null_game, s->openings.null_ply);
    if (w->shuffle) openings_shuffle(&s->openings, seed);
    return good;
}

static bool read_sprt(MatchRun *s) {
    const MatchCommandOptions *w = s->opts;
    s->sprt = (Sprt){w->sprt[0], w->sprt[1], w->alpha, w->beta};
    if (!w->has_sprt) return true;
    bool bounds = w->alpha > 0 && w->alpha < 0.5 && w->beta > 0 && w->beta < 0.5;
    if (s->sprt.elo0 < s->sprt.elo1 && bounds && s->participant_count == 2) return true;
    print_error(s->participant_count != 2 ? "--sprt is for two players"
                : bounds                  ? "--sprt wants two differences, the smaller one first"
                                          : "--alpha and --beta are chances between 0 and 0.5");
    return false;
}

// --- the games as PGN ---

/* The whole file in memory; it does not exist: empty. */
static bool load_pgn(const char *name, FileContents *out) {
    return file_load(name, out) || errno == 0 || errno == ENOENT;
}

static bool resume_pgn(Match *match, const char *name, const FileContents *old) {
    char error[MATCH_PGN_ERROR_MAX];
    size_t sound = 0;
    errno = 0;
    if (!match_pgn_resume(match, (const char *)old->data, old->size, &sound, error))
        return refuse_file(name, error);
    if (sound == old->size || file_truncate(name, sound)) return true;
    print_error("cannot shorten '%s': %s", name, strerror(errno));
    return false;
}

static FileLog *open_pgn(const char *name, bool resume) {
    FileLog *log = file_log_open(name, resume ? FILE_LOG_APPEND : FILE_LOG_CREATE);
    if (log) return log;
    if (errno == EEXIST)
        print_error("'%s' is there already; --resume goes on with its match", name);
    else
        print_write_error(name);
    return NULL;
}

static void on_finished(void *context, const Match *match, const MatchGame *game) {
    MatchRun *s = context;
    match_report_game(&s->report, match, game);
    if (!s->report.pgn) return;
    Text text = text_growing();
    const char *event = s->opts->event ? s->opts->event : "Match";
    match_pgn_write(&text, match, game, event, s->date);
    errno = ENOMEM;
    bool good = !text.failed && file_log_add(s->report.pgn, text.data, text.used);
    text_free(&text);
    if (good || s->report.pgn_failed) return;
    s->report.pgn_failed = true;
    print_write_error(s->opts->pgn);
    interrupt_set();
}

static void on_progress(void *context, const Match *match) {
    MatchRun *s = context;
    match_report_progress(&s->report, match);
}

// --- running ---

/* Are the games played elsewhere, rather than by threads of ours? */
static bool is_batch(const MatchCommandOptions *w) {
    return w->self->runner || w->batch_options.shard;
}

static int play_batch(MatchRun *s, Match *match) {
    const MatchCommandOptions *w = s->opts;
    MatchBatch shared = {.match = match,
                         .report = &s->report,
                         .event = w->event ? w->event : "Match",
                         .date = s->date,
                         .pgn = w->pgn};
    s->report.live = false;
    return match_batch_run(w->self, &w->batch_options, &shared);
}

static int play_here(MatchRun *s, Match *match) {
    MatchStatus end = match_run(match);
    match_report_end(&s->report, match, end == MATCH_STOPPED);
    if (end == MATCH_FAILED) print_error("not enough memory, threads or open files");
    return end == MATCH_DONE ? EXIT_DONE : end == MATCH_STOPPED ? EXIT_NO : EXIT_MACHINE;
}

/* What all parts of a match must agree upon cannot be left to chance, or be read but once. */
static bool can_run_as_batch(const MatchCommandOptions *w) {
    const char *wrong = w->search.seed < 0 ? "--seed N, so that all parts play the same match"
                        : w->openings && strcmp(w->openings, "-") == 0
                            ? "openings from a file that every part can read"
                        : w->batch_options.shard && w->resume ? "no --resume"
                                                              : NULL;
    if (wrong) print_error("a match that is shared out wants %s", wrong);
    return !wrong;
}

static int play(MatchRun *s, const MatchOptions *options, const FileContents *old) {
    const MatchCommandOptions *w = s->opts;
    char error[PLAYER_ERROR_MAX];
    errno = 0;
    Match *match = match_new(options, error);
    if (!match) {
        int reason = errno;
        print_error("%s", error);
        return reason == ENOMEM ? EXIT_MACHINE : EXIT_MISUSE;
    }
    int status = EXIT_MISUSE;
    bool ready = !w->resume || resume_pgn(match, w->pgn, old);
    if (ready && w->pgn && batch_takes_answers(w->self, &w->batch_options))
        ready = (s->report.pgn = open_pgn(w->pgn, w->resume)) != NULL;
    if (ready) {
        long_work_begin(w->self);
        status = is_batch(w) ? play_batch(s, match) : play_here(s, match);
    }
    if (s->report.pgn_failed) status = EXIT_MACHINE;
    if (!file_log_close(s->report.pgn) && !s->report.pgn_failed) print_write_error(w->pgn);
    match_free(match);
    return status;
}

static int set_up_and_play(MatchRun *s, const Operands *rest) {
    MatchCommandOptions *w = s->opts;
    FileContents old = {0};
    MatchOptions options = {.rules = s->rules,
                            .participants = s->participants,
                            .games = (int)w->games,
                            .gauntlet = w->gauntlet,
                            .openings = &s->openings,
                            .concurrency = (int)w->concurrency,
                            .margin_ms = w->margin,
                            .sprt = w->has_sprt ? &s->sprt : NULL,
                            .stop = interrupt_flag(),
                            .context = s,
                            .finished = on_finished,
                            .progress = on_progress};
    int status = EXIT_MISUSE;
    if (w->resume && !w->pgn) {
        print_error("--resume wants --pgn FILE");
    } else if (w->resume && !load_pgn(w->pgn, &old)) {
        print_read_error(w->pgn);
    } else {
        uint64_t seed = random_seed() >> 1;
        if (w->resume) match_pgn_seed((const char *)old.data, old.size, &seed);
        if (w->search.seed < 0) w->search.seed = (int64_t)seed;
        options.seed = (uint64_t)w->search.seed;
        if (search_options_open_tablebases(&w->search) && read_participants(s, rest) &&
            read_strict(s) && read_openings(s) && read_sprt(s) &&
            read_adjudication(w, &options.adjudication)) {
            options.participant_count = s->participant_count;
            status = play(s, &options, &old);
        }
    }
    search_options_free(&w->search, NULL);
    file_contents_free(&old);
    return status;
}

static void read_date(char out[16]) {
    time_t now = time(NULL);
    struct tm local;
    if (!localtime_r(&now, &local) || !strftime(out, 16, "%Y.%m.%d", &local))
        strcpy(out, "????.??.??");
}

static int run(const Command *self, int argc, char **argv) {
    Operands rest;
    MatchCommandOptions w = {.self = self,
                             .batch_options = BATCH_DEFAULTS,
                             .games = 2,
                             .concurrency = 1,
                             .margin = 100,
                             .sprt = {NAN, NAN},
                             .alpha = 0.05,
                             .beta = 0.05,
                             .search = SEARCH_DEFAULTS};
    /* clang-format off */
    const Option options[] = {
        {"white", 'w', OPTION_TEXT, &w.white, "PLAYER", "who has White in the first game", 0, 0},
        {"black", 'b', OPTION_TEXT, &w.black, "PLAYER", "the opponent; colours alternate", 0, 0},
        {"games", 'g', OPTION_INT, &w.games, "N", "games for each pairing (default 2)", 1, 1000000},
        {"tournament", 0, OPTION_FLAG, &w.tournament, NULL, "all players against each other", 0, 0},
        {"gauntlet", 0, OPTION_FLAG, &w.gauntlet, NULL, "the first player against the others", 0, 0},
        VARIANT_OPTION(w.variant),
        {"tc", 0, OPTION_TEXT, &w.tc, "[M/]S[+I]", "clock: S seconds (for M moves), I per move", 0, 0},
        SEARCH_OPTIONS(w.search),
        {"option", 'o', OPTION_LIST, &w.options, "NAME=VALUE", "option for all UCI engines; repeatable", 0, 0},
        {"white-option", 0, OPTION_LIST, &w.white_options, "N=V", "for the player of --white alone", 0, 0},
        {"black-option", 0, OPTION_LIST, &w.black_options, "N=V", "for the player of --black alone", 0, 0},
        {"openings", 0, OPTION_TEXT, &w.openings, "FILE", "start positions: FEN, EPD or PGN; -: standard input", 0, 0},
        {"plies", 0, OPTION_INT, &w.plies, "N", "half-moves to take from PGN openings", 1, 1000},
        {"shuffle", 0, OPTION_FLAG, &w.shuffle, NULL, "take the openings in random order", 0, 0},
        {"random-plies", 0, OPTION_INT, &w.random_plies, "N", "start after N random half-moves", 1, 100},
        SEED_OPTION(w.search),
        {"concurrency", 'c', OPTION_INT, &w.concurrency, "N", "games at the same time (default 1)", 1, MATCH_CONCURRENCY_MAX},
        {"jobs", 'j', OPTION_INT, &w.concurrency, "N", "the same as --concurrency", 1, MATCH_CONCURRENCY_MAX},
        SHARD_OPTION(w.batch_options),
        {"sprt", 0, OPTION_PAIR, w.sprt, "ELO0 ELO1", "stop when one difference is accepted", 0, 0},
        {"alpha", 0, OPTION_REAL, &w.alpha, "P", "chance to accept ELO1 wrongly (0.05)", 0, 0},
        {"beta", 0, OPTION_REAL, &w.beta, "P", "chance to accept ELO0 wrongly (0.05)", 0, 0},
        {"pgn", 0, OPTION_TEXT, &w.pgn, "FILE", "write the games there", 0, 0},
        {"resume", 0, OPTION_FLAG, &w.resume, NULL, "go on with the match of the PGN file", 0, 0},
        {"event", 0, OPTION_TEXT, &w.event, "NAME", "what the PGN calls it", 0, 0},
        {"margin", 0, OPTION_INT, &w.margin, "MS", "time overstepped that is let pass (100)", 0, 1000000},
        {"patience", 0, OPTION_INT, &w.patience, "MS", "wait so long for a program's move (see below)", 1, 86400000},
        {"strict", 0, OPTION_FLAG, &w.strict, NULL, "cmd: programs must name every en-passant square", 0, 0},
        {"draw", 0, OPTION_TEXT, &w.draw, "MOVE:CP:PLIES", "adjudicate level games", 0, 0},
        {"resign", 0, OPTION_TEXT, &w.resign, "CP:PLIES", "adjudicate lost games", 0, 0},
        {"max-moves", 0, OPTION_INT, &w.max_moves, "N", "adjudicate long games as drawn", 1, 100000},
        {"quiet", 'q', OPTION_FLAG, &w.quiet, NULL, "no line for each game", 0, 0},
        {"json", 0, OPTION_FLAG, &w.json, NULL, "one JSON object per game and a last one", 0, 0},
        {0}};
    /* clang-format on */
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    w.has_sprt = !isnan(w.sprt[0]); // which cannot be typed
    MatchRun s = {.opts = &w, .rules = input_rules(w.variant)};
    if (!s.rules || (is_batch(&w) && !can_run_as_batch(&w))) return EXIT_MISUSE;
    s.report = (MatchReport){.quiet = w.quiet, .json = w.json, .live = progress_is_possible()};
    read_date(s.date);
    int status = set_up_and_play(&s, &rest);
    for (int i = 0; i < s.participant_count; i++) participant_free(&s.participants[i]);
    openings_free(&s.openings);
    return long_work_end(self, status);
}

const Command command_match = {
    .name = "match",
    .is_batch = true,
    .synopsis = "match --white PLAYER --black PLAYER [options]\n"
                "       roek match --tournament PLAYER PLAYER... [options]",
    .summary = "Referee games between players of all sorts, and measure who is better",
    .details =
        "PLAYER is one of\n"
        "  random, bimbi            a random legal move\n"
        "  optimus                  runs or grabs when it can, else a random legal move\n"
        "  roek[:LEVEL]             the engine; LEVEL from 0 to 20 (full strength)\n"
        "  uci:PROGRAM ARGS         a UCI engine\n"
        "  cmd:PROGRAM ARGS         a program that keeps the FEN contract: it is started for "
        "every\n"
        "                           move with the six fields of the position behind its arguments\n"
        "                           and prints the position after its move, whose en-passant\n"
        "                           field names the square behind the pawn after every double\n"
        "                           step; '-' where no pawn can capture is let pass with a\n"
        "                           warning, unless --strict is given\n"
        "Limits, a name and UCI options of one player stand in brackets:\n"
        "  uci[tc=2+0.02,Hash=64,name=Fish]:stockfish      roek[nodes=5000]\n"
        "\n"
        "Two games from the same opening with colours exchanged make a pair; without openings all\n"
        "games begin at the start position.  Every answer is checked: an illegal or missing one "
        "is\n"
        "reported with the position and loses the game.  The third repetition and fifty moves end\n"
        "it, as either side could claim the draw.  Nothing else is adjudicated unless asked for.\n"
        "Without --tc, --movetime, --depth or --nodes a player thinks 100 ms a move, but a cmd:\n"
        "program, which is started for every move, has 5 s, or as long as --patience says.\n"
        "Programs that only --depth or --nodes limit are waited for 60 s, or as long as\n"
        "--patience says.\n"
        "\n"
        "At the end: score, Elo difference with error bars (95 %, from pairs), likelihood of\n"
        "superiority, and with --sprt the verdict.  Ctrl-C ends the match in order; with --pgn it\n"
        "can go on by --resume.\n"
        "\n"
        "Examples:\n"
        "  $ roek match --white roek --black random --games 2 --nodes 500\n"
        "  $ roek match --white uci:./new --black uci:./old --tc 4+0.04 --games 1000 \\\n"
        "        --openings book.epd --shuffle --concurrency 8 --option Hash=16 --sprt 0 5\n"
        "  $ roek match --variant racingkings --white 'cmd:roek --variant racingkings' \\\n"
        "        --black optimus --games 10 --pgn games.pgn\n",
    .run = run,
};

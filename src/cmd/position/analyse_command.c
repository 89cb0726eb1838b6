// SPDX-License-Identifier: MIT
//
// roek analyse: the best lines of positions, and how many test positions were solved.
#include "cmd/position/analyse_command.h"

#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "base/text/json.h"
#include "cmd/common/input.h"
#include "cmd/common/job_options.h"
#include "cmd/common/long_work.h"
#include "cmd/common/output.h"
#include "cmd/common/search_options.h"
#include "console/progress.h"
#include "core/outcome.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"
#include "rules/registry.h"
#include "solve/race_tables/rk_tablebase.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANALYSE_MOVETIME = 1000, LINES_MAX = MOVES_MAX - 1 };

/* A line as it was last reported. */
typedef struct {
    SearchInfo info;
    Move moves[MAX_PLY];
} AnalysedLine;

/* A run over one position or many. */
typedef struct {
    SearchOptions search;
    int64_t multipv;
    bool json, progress;
    const Rules *rules;
    Input in;
    int solved, scored;
} AnalysisRun;

/* What one worker has at hand, and the position it works on. */
typedef struct {
    const AnalysisRun *run;
    Engine *engine;
    AnalysedLine *lines; // LINES_MAX of them
    int count;
    bool cut_short; // by an interrupt: these are the lines of a depth before
    Text *out;      // where the answer goes
} AnalysisState;

/* What a test position asks for, and whether it was found. */
typedef struct {
    MoveList best, avoid;
    bool asked, solved;
} TestPosition;

static void store_line(void *context, const SearchInfo *info) {
    AnalysisState *a = context;
    int index = info->multipv - 1;
    if (info->bound != BOUND_EXACT || index < 0 || index >= LINES_MAX) return;
    AnalysedLine *stored = &a->lines[index];
    stored->info = *info;
    memcpy(stored->moves, info->line, (size_t)info->length * sizeof *stored->moves);
    stored->info.line = stored->moves;
    if (index + 1 > a->count) a->count = index + 1;
    if (a->run->progress && index == 0) {
        PvLine best = pv_line_of(info);
        output_live_line(engine_position(a->engine), &best);
    }
}

static void show_lines(const AnalysisState *a, const Position *pos) {
    for (int i = 0; i < a->count; i++) {
        const SearchInfo *info = &a->lines[i].info;
        text_format(a->out, "%d. ", i + 1);
        output_score(a->out, info->score);
        text_format(a->out, "  depth %d  ", info->depth);
        san_write_line(a->out, pos, info->line, info->length);
        text_char(a->out, '\n');
    }
}

static void put_line(Text *out, const Position *from, const SearchInfo *info) {
    Position pos = *from;
    char name[SAN_MAX];
    json_open(out, '{');
    json_put_int(out, "multipv", info->multipv);
    json_put_int(out, "depth", info->depth);
    json_put_int(out, "seldepth", info->seldepth);
    json_put_score(out, info->score);
    json_key(out, "pv");
    json_open(out, '[');
    for (int i = 0; i < info->length; i++) {
        san_write(&pos, info->line[i], name);
        json_string(out, name);
        position_play(&pos, info->line[i]);
    }
    json_close(out, ']');
    uci_move_write(from, info->line[0], false, name);
    json_put_string(out, "uci", name);
    json_close(out, '}');
}

/* What solved endings say: who wins in how many moves, and by which moves; false if nothing. */
static bool write_solved(Text *out, const AnalysisState *a, const Position *pos) {
    TableValue value;
    TableMove moves[MOVES_MAX];
    char words[TABLE_VALUE_TEXT_MAX];
    if (!tablebases_probe_race(a->run->search.tables, pos, &value)) return false;
    table_value_describe(value, position_turn(pos), words);
    text_string(out, words);
    int count =
        value.result < 0 ? 0 : rk_tablebase_probe_moves(a->run->search.tables, &pos->board, moves);
    for (int i = 0; i < count && moves[i].value.result == value.result; i++) {
        char san[SAN_MAX];
        san_write(pos, moves[i].move, san);
        text_format(out, "%s %s", i == 0 ? ", kept by" : "", san);
    }
    return true;
}

static void show_solved(const AnalysisState *a, const Position *pos) {
    if (a->count && write_solved(a->out, a, pos)) text_char(a->out, '\n');
}

static void show_json(const AnalysisState *a, const InputPosition *here, const TestPosition *test) {
    Text *out = a->out;
    char id[EPD_ID_MAX];
    output_json_open(out, &here->pos);
    if (epd_id(&here->epd, id)) json_put_string(out, "id", id);
    json_key(out, "lines");
    json_open(out, '[');
    for (int i = 0; i < a->count; i++) put_line(out, &here->pos, &a->lines[i].info);
    json_close(out, ']');
    if (a->count) {
        json_put_int(out, "nodes", (int64_t)a->lines[0].info.nodes);
        json_put_int(out, "time_ms", a->lines[0].info.time_ms);
    } else {
        char words[OUTCOME_TEXT_MAX];
        outcome_text(position_outcome(&here->pos), words);
        json_put_string(out, "outcome", words);
    }
    Text solved = text_growing();
    if (write_solved(&solved, a, &here->pos)) json_put_text(out, "ending", &solved);
    text_free(&solved);
    if (a->cut_short) json_put_bool(out, "complete", false);
    if (test->asked) json_put_bool(out, "solved", test->solved);
    json_close(out, '}');
    text_char(out, '\n');
}

/* In a list each position is named. */
static void show_title(Text *out, const InputPosition *here) {
    char fen[FEN_MAX], id[EPD_ID_MAX];
    fen_write_position(&here->pos, fen);
    if (epd_id(&here->epd, id))
        text_format(out, "# %s: %s\n", id, fen);
    else
        text_format(out, "# %s\n", fen);
}

static void show_text(const AnalysisState *a, const InputPosition *here, const TestPosition *test) {
    if (here->number) show_title(a->out, here);
    show_lines(a, &here->pos);
    show_solved(a, &here->pos);
    if (a->count == 0) {
        char words[OUTCOME_TEXT_MAX];
        outcome_text(position_outcome(&here->pos), words);
        text_format(a->out, "%s\n", words);
    }
    if (!test->asked) return;
    text_string(a->out, test->solved ? "solved" : "not solved");
    static const char *const NAMES[] = {"bm", "am"};
    for (int i = 0; i < 2; i++) {
        const EpdOperation *op = epd_find(&here->epd, NAMES[i]);
        if (op) text_format(a->out, ", %s %.*s", NAMES[i], (int)op->length, op->value);
    }
    text_char(a->out, '\n');
}

/* A "bm" that tells a distance ("#3") names no move. */
static bool names_moves(const Epd *epd, const char *name) {
    const EpdOperation *op = epd_find(epd, name);
    return op && op->length && op->value[0] != '#';
}

static EpdResult read_test(const InputPosition *here, TestPosition *test) {
    *test = (TestPosition){0};
    EpdResult r = {EPD_OK, 0, {0}};
    if (names_moves(&here->epd, "bm")) r = epd_moves(&here->epd, "bm", &here->pos, &test->best);
    if (r.fault == EPD_OK) r = epd_moves(&here->epd, "am", &here->pos, &test->avoid);
    test->asked = test->best.count || test->avoid.count;
    return r;
}

/* Is there nothing to show, as an interrupt came before the first depth was searched? */
static bool is_empty(const AnalysisState *a) {
    return a->cut_short && a->count == 0;
}

/* Thinks about a position; false if the engine could not.  A test position counts only when the
 * engine thought to the end. */
static bool search(AnalysisState *a, const InputPosition *here, TestPosition *test) {
    a->count = 0;
    a->cut_short = false;
    engine_clear(a->engine); // so that each position is judged on its own
    engine_set_position(a->engine, &here->pos, NULL, 0);
    if (position_outcome(&here->pos).reason != OUTCOME_ONGOING) return true;
    SearchLimits limits = search_options_limits(&a->run->search, ANALYSE_MOVETIME);
    SearchListener listener = {.context = a, .info = store_line};
    SearchResult r = engine_search(a->engine, &limits, &listener);
    if (a->run->progress) progress_erase();
    a->cut_short = limits_stop_requested(&limits);
    if (a->cut_short) test->asked = false;
    if (a->cut_short && r.depth == 0) a->count = 0;
    test->solved = (!test->best.count || movelist_has(&test->best, r.best)) &&
                   !movelist_has(&test->avoid, r.best);
    return r.best != NO_MOVE && !r.no_memory;
}

// --- the list and the work ---

static bool next_position(void *context, Text *job) {
    AnalysisRun *run = context;
    InputPosition here;
    TestPosition test;
    while (input_next(&run->in, &here)) {
        EpdResult r = read_test(&here, &test);
        if (r.fault == EPD_OK) {
            input_write_job(job, &run->in, &here);
            return true;
        }
        input_print_error(&run->in, &here, r);
    }
    return false;
}

static int list_ended(void *context) {
    const AnalysisRun *run = context;
    return input_status(&run->in, EXIT_DONE);
}

static void state_free(void *context, void *state) {
    (void)context;
    AnalysisState *a = state;
    engine_free(a->engine);
    free(a->lines);
    free(a);
}

static void *state_new(void *context) {
    const AnalysisRun *run = context;
    AnalysisState *a = calloc(1, sizeof *a);
    if (!a) {
        print_memory_error();
        return NULL;
    }
    a->run = run;
    a->lines = calloc(LINES_MAX, sizeof *a->lines);
    a->engine = search_options_another_engine(&run->search, false);
    EngineOptions options = a->engine ? *engine_options(a->engine) : (EngineOptions){0};
    options.multipv = (int)run->multipv;
    if (a->engine && a->lines && engine_configure(a->engine, &options)) return a;
    if (a->engine) print_memory_error(); // otherwise that was done
    state_free(context, a);
    return NULL;
}

/* The note: was a move asked for, and was it found? */
static bool analyse(void *context, void *state, Job *job) {
    const AnalysisRun *run = context;
    AnalysisState *a = state;
    InputPosition here;
    TestPosition test;
    if (!input_read_job(text_get(&job->part[JOB_INPUT]), run->rules, &here)) return false;
    read_test(&here, &test);
    a->out = &job->part[JOB_STDOUT];
    if (!search(a, &here, &test)) {
        print_error("no thread could be started");
        return false;
    }
    if (run->json && !is_empty(a))
        show_json(a, &here, &test);
    else if (!is_empty(a))
        show_text(a, &here, &test);
    text_format(&job->part[JOB_DATA], "%d %d", test.asked, test.asked && test.solved);
    return true;
}

static TakeResult take_score(void *context, const Job *job) {
    AnalysisRun *run = context;
    int64_t scored, solved;
    Cursor c = cursor_on(text_get(&job->part[JOB_DATA]));
    if (!cursor_int(&c, 0, 1, &scored) || !cursor_int(&c, 0, 1, &solved) || !cursor_done(&c))
        return TAKE_BAD;
    run->scored += (int)scored;
    run->solved += (int)solved;
    return TAKE_MORE;
}

static int show_summary(void *context) {
    const AnalysisRun *run = context;
    if (run->scored && run->json)
        print_out("{\"solved\":%d,\"of\":%d}\n", run->solved, run->scored);
    else if (run->scored)
        print_out("solved %d of %d\n", run->solved, run->scored);
    return run->solved < run->scored ? EXIT_NO : EXIT_DONE;
}

// --- the command ---

static bool open_input(AnalysisRun *run, const Operands *rest, bool strict) {
    InputDefault otherwise =
        platform_is_terminal(STDIN_FILENO) ? INPUT_FROM_START : INPUT_FROM_STDIN;
    int used = input_open(&run->in, run->rules, rest, 0, otherwise);
    if (used < 0) return false;
    run->in.strict = strict;
    if (used >= rest->count) return true;
    print_error("analyse takes one FEN, a file or '-', and not '%s' after it", rest->items[used]);
    input_close(&run->in, EXIT_MISUSE);
    return false;
}

static int analyse_positions(const Command *self, const BatchOptions *opts, AnalysisRun *run) {
    const Batch batch = {.context = run,
                         .next = next_position,
                         .list_status = list_ended,
                         .state_new = state_new,
                         .state_free = state_free,
                         .work = analyse,
                         .take = take_score,
                         .finish = show_summary,
                         .stop = interrupt_flag()};
    if (!search_options_open_tablebases(&run->search))
        return search_options_exit_status(&run->search);
    return batch_run(self, opts, &batch);
}

static int run(const Command *self, int argc, char **argv) {
    const char *variant = NULL;
    bool strict = false;
    ReviewCommandOptions games = {0};
    BatchOptions batch_options = BATCH_DEFAULTS;
    AnalysisRun a = {.search = SEARCH_DEFAULTS, .multipv = 1};
    const Option options[] = {
        {"multipv", 0, OPTION_INT, &a.multipv, "N", "show the N best moves", 1, LINES_MAX},
        SEARCH_OPTIONS(a.search),
        VARIANT_OPTION(variant),
        STRICT_OPTION(strict),
        {"json", 0, OPTION_FLAG, &a.json, NULL, "one JSON object per position or game", 0, 0},
        BATCH_OPTIONS(batch_options),
        {"pgn", 0, OPTION_TEXT, &games.pgn, "FILE", "games: write them there with remarks", 0, 0},
        {"graph", 0, OPTION_TEXT, &games.graph, "FILE", "games: draw their course there, as SVG", 0,
         0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    a.rules = input_rules(variant);
    if (!a.rules) return EXIT_MISUSE;
    games.json = a.json;
    if (rest.count == 1 && analyse_is_games(rest.items[0])) {
        int status = analyse_games(self, &batch_options, &games, &a.search, rest.items[0]);
        search_options_free(&a.search, NULL);
        return status;
    }
    if (games.pgn || games.graph) {
        print_error("--pgn and --graph are for a file of games");
        return EXIT_MISUSE;
    }
    if (batch_reads_jobs(self) && !open_input(&a, &rest, strict)) return EXIT_MISUSE;
    a.progress = progress_is_possible() && batch_is_serial(self, &batch_options);
    long_work_begin(self);
    int status = analyse_positions(self, &batch_options, &a);
    search_options_free(&a.search, NULL);
    input_close(&a.in, status);
    return long_work_end(self, status);
}

const Command command_analyse = {
    .name = "analyse",
    .is_batch = true,
    .synopsis = "analyse [FEN|-|FILE] [options]\n"
                "       roek analyse GAMES.pgn [--jobs N] [--pgn FILE] [--graph FILE] [options]",
    .summary = "Show the best lines of positions, or judge every move of games",
    .details =
        "A line is its rank, its score in pawns for the side to move (#3: mate in three moves,\n"
        "#-3: being mated), the depth searched and the moves.  Each position is thought about for\n"
        "a second unless an option says otherwise.  With '-' or a FILE, or from a pipe, there is\n"
        "one FEN or EPD per line; those with 'bm' (best move) or 'am' (avoid move) are scored, a\n"
        "last line tells how many were solved, and the exit status is 1 unless all were.\n"
        "In solved endings of Racing Kings (see 'roek help tables') a line tells who wins in how\n"
        "many moves, and which moves keep it.\n"
        "\n"
        "Of a file of games every move is told with its score as White sees it, three tenths of a\n"
        "second being thought about each.  What costs 0.8 pawns is doubtful (?!), 1.5 an error "
        "(?),\n"
        "3 a blunder (\?\?); then the better line is shown, as for a mate that was missed.  The "
        "graph\n"
        "shows White's chances; accuracy is 100 % where every move was as good as the engine's.\n"
        "--pgn writes scores, signs and better lines into the games, --graph draws their course.\n"
        "A game that cannot be read to its end goes back as it was.  A null move ('--') is named,\n"
        "and the moves behind it are judged.\n"
        "\n"
        "Each move and each position is printed as soon as it is known.  Ctrl-C ends the command\n"
        "with what it has found, also in the files; games that were not judged stay in --pgn.\n"
        "\n"
        "Examples:\n"
        "  $ roek analyse '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' --depth 6\n"
        "  1. #1  depth 6  1. Rd8#\n"
        "\n"
        "  $ roek analyse startpos --multipv 3 --movetime 2000\n"
        "  $ roek analyse tests.epd --threads 4 --json\n"
        "  $ roek analyse game.pgn --depth 8 --pgn judged.pgn --graph game.svg\n",
    .run = run,
};

// SPDX-License-Identifier: MIT
//
// roek perft: counts the leaves of the game tree.
#include "cmd/common/input.h"
#include "cmd/common/job_options.h"
#include "cmd/common/long_work.h"

#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/text/json.h"
#include "console/progress.h"
#include "core/perft.h"
#include "notation/text/uci_move.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* With several hands a position is split where there is enough to do: from these depths on into the
 * trees below one move, and below two. */
enum { SPLIT_ONCE = 5, SPLIT_TWICE = 7 };

typedef struct {
    int depth;
    PerftOptions options;
    bool divide, json, split;
    const Rules *rules;
    // the list, and how far its position is split
    Input in;
    InputPosition here;
    MoveList first, second;
    int i, j;
    // summed up over a position, and over all
    PerftResult result;
    uint64_t ns, all_ns, all;
    int mismatches;
    bool answered;
    bool cut_short;      // by an interrupt: the counts are lower bounds
    InputPosition begun; // the position that the trees taken last belong to …
    int begun_root;      // … and their first move, while others of it are not taken
    bool is_begun;
    int streamed;              // so many counts of --divide were printed as they came
    int64_t started, shown_at; // clock_ms; of what is counted now
} PerftRun;

/* A tree to be counted: below the moves with these numbers, or -1.  The position is told after the
 * last of its trees. */
typedef struct {
    int first, second;
    bool last;
    InputPosition here;
    MoveList moves;
} PerftSubtree;

static int64_t per_second(uint64_t nodes, uint64_t ns) {
    double rate = (double)nodes * 1e9 / (double)(ns ? ns : 1);
    return rate < 1e18 ? (int64_t)rate : (int64_t)1e18; // answers of shards may claim anything
}

/* A line may state the count: "D4 197281". */
static bool is_stated(const InputPosition *here, int depth, int64_t *out) {
    char opcode[16];
    Text name = text_on(opcode, sizeof opcode);
    text_format(&name, "D%d", depth);
    return epd_int(&here->epd, opcode, out);
}

// --- answers ---

static void answer_json(const Position *pos, const PerftRun *request, int64_t expected) {
    const PerftResult *result = &request->result;
    Text out = text_growing();
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    json_open(&out, '{');
    json_put_string(&out, "fen", fen);
    json_put_string(&out, "variant", pos->rules->name);
    json_put_int(&out, "depth", request->depth);
    json_put_int(&out, "nodes", (int64_t)result->nodes);
    if (request->cut_short) json_put_bool(&out, "complete", false);
    json_put_int(&out, "ms", (int64_t)(request->ns / 1000000));
    json_put_int(&out, "nps", per_second(result->nodes, request->ns));
    if (expected >= 0) json_put_int(&out, "stated", expected);
    if (request->divide) {
        json_key(&out, "divide");
        json_open(&out, '{');
        for (int i = 0; i < result->moves.count; i++) {
            char move[UCI_MOVE_MAX];
            if (!result->whole[i]) continue;
            uci_move_write(pos, result->moves.items[i], false, move);
            json_put_int(&out, move, (int64_t)result->move_nodes[i]);
        }
        json_close(&out, '}');
    }
    json_close(&out, '}');
    print_text(&out, "\n");
    text_free(&out);
}

static const char *at_least(bool whole) {
    return whole ? "" : "at least ";
}

static void print_below(const Position *pos, Move move, uint64_t below, bool whole) {
    char name[UCI_MOVE_MAX];
    uci_move_write(pos, move, false, name);
    print_out("%s: %s%llu\n", name, at_least(whole), (unsigned long long)below);
}

/* Moves of which nothing was counted are left out. */
static void print_divide(const Position *pos, const PerftResult *result, int from) {
    for (int i = from; i < result->moves.count; i++)
        if (result->whole[i] || result->move_nodes[i])
            print_below(pos, result->moves.items[i], result->move_nodes[i], result->whole[i]);
}

static void answer_text(const InputPosition *here, const PerftRun *request, int64_t expected) {
    const PerftResult *result = &request->result;
    if (here->number) {
        char fen[FEN_MAX];
        fen_write_position(&here->pos, fen);
        print_out("%s: %s%llu", fen, at_least(!request->cut_short),
                  (unsigned long long)result->nodes);
        if (expected >= 0 && (uint64_t)expected != result->nodes)
            print_out(" (stated: %lld)", (long long)expected);
        print_out("\n");
    }
    if (request->divide) print_divide(&here->pos, result, request->streamed);
}

static void answer(PerftRun *request, const InputPosition *here) {
    int64_t expected = -1;
    if (!request->cut_short && is_stated(here, request->depth, &expected) &&
        (uint64_t)expected != request->result.nodes)
        request->mismatches++;
    if (request->json)
        answer_json(&here->pos, request, expected);
    else
        answer_text(here, request, expected);
    request->all += request->result.nodes;
    request->all_ns += request->ns;
    request->answered = true;
}

// --- the list ---

/* The next position, and how it is split. */
static bool open_position(PerftRun *r) {
    if (!input_next(&r->in, &r->here)) return false;
    r->first.count = r->second.count = 0;
    if (r->split && r->depth >= SPLIT_ONCE) position_legal_moves(&r->here.pos, &r->first);
    r->i = r->j = 0;
    return true;
}

static void list_second(PerftRun *r) {
    r->second.count = 0;
    if (r->depth < SPLIT_TWICE || r->first.count == 0) return;
    Position after = r->here.pos;
    position_play(&after, r->first.items[r->i]);
    position_legal_moves(&after, &r->second);
}

static bool next_tree(void *context, Text *job) {
    PerftRun *r = context;
    if (r->i >= r->first.count && !open_position(r)) return false;
    if (r->j == 0) list_second(r);
    int first = r->first.count ? r->i : -1, second = r->second.count ? r->j : -1;
    if (++r->j >= r->second.count) {
        r->i++;
        r->j = 0;
    }
    text_format(job, "%d %d %d ", first, second, r->i >= r->first.count);
    input_write_job(job, &r->in, &r->here);
    return true;
}

static int list_ended(void *context) {
    const PerftRun *r = context;
    return input_status(&r->in, EXIT_DONE);
}

static bool read_tree(const PerftRun *r, const char *job, PerftSubtree *out) {
    int64_t first, second, last;
    Cursor c = cursor_on(job);
    if (!cursor_int(&c, -1, MOVES_MAX, &first) || !cursor_int(&c, -1, MOVES_MAX, &second) ||
        !cursor_int(&c, 0, 1, &last))
        return false;
    cursor_skip_spaces(&c);
    if (!input_read_job(c.at, r->rules, &out->here)) return false;
    out->first = (int)first;
    out->second = (int)second;
    out->last = last != 0;
    position_legal_moves(&out->here.pos, &out->moves);
    return out->first < out->moves.count;
}

// --- the work ---

/* The position whose tree is counted, and how deep it is. */
static bool enter_tree(const PerftSubtree *tree, Position *pos, int *depth) {
    *pos = tree->here.pos;
    if (tree->first < 0) return true;
    position_play(pos, tree->moves.items[tree->first]);
    --*depth;
    if (tree->second < 0) return true;
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (tree->second >= moves.count) return false;
    position_play(pos, moves.items[tree->second]);
    --*depth;
    return true;
}

/* On a terminal, where one tree is counted at a time. */
static void on_progress(void *context, int done, int parts) {
    PerftRun *r = context;
    if (!progress_is_due(&r->shown_at)) return;
    double left = (double)(r->shown_at - r->started) / done * (parts - done) / 1000;
    progress_show("%d of %d parts, %.0f s left", done, parts, left);
}

/* With --divide, of the one position that is counted. */
static void on_counted(void *context, Move move, uint64_t below) {
    PerftRun *r = context;
    progress_erase();
    print_below(&r->here.pos, move, below, true);
    print_flush();
    r->streamed++;
}

static bool count(PerftRun *r, const Position *pos, int depth, PerftResult *out) {
    if (!r->options.progress) return perft_count(pos, depth, r->options, out);
    r->started = r->shown_at = clock_ms();
    bool counted = perft_count(pos, depth, r->options, out);
    progress_erase();
    return counted;
}

static bool is_stopped(const PerftRun *r) {
    return atomic_load(r->options.stop);
}

/* The note: time, leaves, whether those are all, and where the tree is not split the leaves below
 * each move, and whether those are all. */
static bool count_tree(void *context, void *state, Job *job) {
    (void)state;
    PerftRun *r = context;
    PerftSubtree tree;
    Position pos;
    PerftResult result;
    int depth = r->depth;
    if (!read_tree(r, text_get(&job->part[JOB_INPUT]), &tree) || !enter_tree(&tree, &pos, &depth)) {
        print_error("this is no job of perft: '%s'", text_get(&job->part[JOB_INPUT]));
        return false;
    }
    int64_t start = clock_ns();
    bool whole = count(r, &pos, depth, &result);
    if (!whole && !is_stopped(r)) {
        print_error("not enough memory for --hash %zu", r->options.hash_mb);
        return false;
    }
    Text *note = &job->part[JOB_DATA];
    text_format(note, "%" PRId64 " %" PRIu64 " %d", clock_ns() - start, result.nodes, whole);
    for (int i = 0; tree.first < 0 && i < result.moves.count; i++)
        text_format(note, " %" PRIu64 " %d", result.move_nodes[i], result.whole[i]);
    return true;
}

/* A tree that was counted. */
typedef struct {
    uint64_t ns;
    PerftResult result;
    bool whole;
} Count;

static bool read_count(Cursor *c, uint64_t *count, bool *whole) {
    int64_t number, all;
    if (!cursor_int(c, 0, INT64_MAX, &number) || !cursor_int(c, 0, 1, &all)) return false;
    *count = (uint64_t)number;
    *whole = all != 0;
    return true;
}

/* All that a note tells, with the counts below so many moves. */
static bool read_note(const char *note, int below, Count *out) {
    int64_t ns;
    Cursor c = cursor_on(note);
    PerftResult *result = &out->result;
    if (!cursor_int(&c, 0, INT64_MAX, &ns) || !read_count(&c, &result->nodes, &out->whole))
        return false;
    out->ns = (uint64_t)ns;
    for (int i = 0; i < below; i++)
        if (!read_count(&c, &result->move_nodes[i], &result->whole[i])) return false;
    return cursor_done(&c);
}

/* All trees below a move must be whole. */
static void add_tree(PerftRun *r, const PerftSubtree *tree, Count *counted) {
    PerftResult *sum = &r->result, *part = &counted->result;
    if (tree->first >= 0) {
        part->move_nodes[tree->first] = part->nodes;
        part->whole[tree->first] = counted->whole && (tree->second <= 0 || sum->whole[tree->first]);
    }
    sum->moves = tree->moves;
    sum->nodes += part->nodes;
    for (int i = 0; i < tree->moves.count; i++) {
        sum->move_nodes[i] += part->move_nodes[i];
        if (tree->first < 0 || tree->first == i) sum->whole[i] = part->whole[i];
    }
    r->ns += counted->ns;
    r->cut_short |= !counted->whole;
}

static void end_position(PerftRun *r, const InputPosition *here) {
    answer(r, here);
    memset(&r->result, 0, sizeof r->result);
    r->ns = 0;
    r->is_begun = false;
}

static TakeResult take_tree(void *context, const Job *job) {
    PerftRun *r = context;
    PerftSubtree tree;
    Count counted = {0};
    if (!read_tree(r, text_get(&job->part[JOB_INPUT]), &tree)) return TAKE_BAD;
    int below = tree.first < 0 && r->depth > 0 ? tree.moves.count : 0;
    if (!read_note(text_get(&job->part[JOB_DATA]), below, &counted)) return TAKE_BAD;
    if (!counted.whole && !interrupt_pending()) return TAKE_BAD;
    add_tree(r, &tree, &counted);
    r->is_begun = true;
    r->begun = (InputPosition){.number = tree.here.number, .pos = tree.here.pos};
    r->begun_root = tree.first;
    if (tree.last) end_position(r, &tree.here);
    return TAKE_MORE;
}

/* After an interrupt a position may lack trees. */
static int print_totals(void *context) {
    PerftRun *r = context;
    if (r->is_begun) {
        r->cut_short = true;
        r->result.whole[r->begun_root] = false;
        end_position(r, &r->begun);
    }
    if (!r->json && r->answered)
        print_out("%s%llu nodes %lld nps\n", at_least(!r->cut_short), (unsigned long long)r->all,
                  (long long)per_second(r->all, r->all_ns));
    return r->mismatches ? EXIT_NO : EXIT_DONE;
}

// --- the command ---

static bool open_input(PerftRun *r, const Operands *rest, bool strict) {
    int used = input_open(&r->in, r->rules, rest, 1, INPUT_FROM_START);
    if (used < 0) return false;
    r->in.strict = strict;
    if (1 + used >= rest->count) return true;
    print_error("'%s' is one operand too many", rest->items[1 + used]);
    input_close(&r->in, EXIT_MISUSE);
    return false;
}

static int run(const Command *self, int argc, char **argv) {
    const char *variant = NULL;
    PerftRun request = {0};
    int64_t threads = 1, hash = 0, depth;
    bool strict = false;
    BatchOptions opts = BATCH_DEFAULTS;
    const Option options[] = {
        {"divide", 'd', OPTION_FLAG, &request.divide, NULL, "the count below each move as well", 0,
         0},
        {"threads", 't', OPTION_INT, &threads, "N", "count on N threads (default 1)", 1,
         THREADS_MAX},
        {"hash", 0, OPTION_INT, &hash, "MB", "remember subtrees in a table (default 0: none)", 0,
         1 << 20},
        VARIANT_OPTION(variant),
        STRICT_OPTION(strict),
        JSON_OPTION(request.json),
        BATCH_OPTIONS(opts),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    request.rules = input_rules(variant);
    if (!request.rules) return EXIT_MISUSE;
    if (rest.count == 0 || !text_to_int(rest.items[0], 0, 60, &depth)) {
        print_error("perft wants a DEPTH from 0 to 60%s%s%s", rest.count ? ", not '" : "",
                    rest.count ? rest.items[0] : "", rest.count ? "'" : "");
        return EXIT_MISUSE;
    }
    request.depth = (int)depth;
    request.options =
        (PerftOptions){.threads = (int)threads, .hash_mb = (size_t)hash, .stop = interrupt_flag()};
    request.split = !batch_is_serial(self, &opts);
    if (!request.split && progress_is_possible()) request.options.progress = on_progress;
    request.options.context = &request;
    if (batch_reads_jobs(self) && !open_input(&request, &rest, strict)) return EXIT_MISUSE;
    bool streams = !request.split && request.divide && !request.json && !request.in.is_list;
    if (streams) request.options.counted = on_counted;
    const Batch batch = {.context = &request,
                         .next = next_tree,
                         .list_status = list_ended,
                         .work = count_tree,
                         .take = take_tree,
                         .finish = print_totals,
                         .stop = interrupt_flag()};
    long_work_begin(self);
    int status = batch_run(self, &opts, &batch);
    input_close(&request.in, status);
    return long_work_end(self, status);
}

const Command command_perft = {
    .name = "perft",
    .is_batch = true,
    .synopsis = "perft DEPTH [FEN|-|FILE] [options]",
    .summary = "Count the leaves of the game tree, to check and time the move generator",
    .details =
        "Without a FEN it is the start position.  With '-' or a FILE there is one FEN or EPD per\n"
        "line; counts the lines state (';D4 197281') are compared, and the exit status is 1 if\n"
        "one differs.  The last line is 'N nodes M nps'.  With --jobs or --shard deep trees\n"
        "are split at their first moves.  After Ctrl-C counts are lower bounds, 'at least N'.\n"
        "\n"
        "Examples:\n"
        "  $ roek perft 6 --threads 2 --hash 256\n"
        "  $ roek perft 2 --divide '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1' -v racingkings\n"
        "  $ roek perft 4 perft.epd\n",
    .run = run,
};

// SPDX-License-Identifier: MIT
//
// roek analyse GAME.pgn: what every move of a game was worth, for all games of a file.
//
// The input of a job is a game as PGN.  The answer holds its report, the game with remarks and its
// graph.  A game that cannot be read to its end also travels as it stands in the file and is
// written back unchanged, so nothing is lost.
#include "cmd/position/analyse_command.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "cmd/common/input.h"
#include "cmd/common/long_work.h"
#include "cmd/position/review_output.h"
#include "console/progress.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME_MOVETIME = 300 };

typedef struct {
    const ReviewCommandOptions *opts;
    SearchOptions *search;
    const char *path;
    FileContents file;
    // the list
    PgnReader *reader;
    int read;    // games
    int reading; // an exit status
    // the work
    pthread_mutex_t lock; // of the four below
    int positions, judged;
    int64_t started, shown_at; // clock_ms
    bool progress;
    bool streams; // each move is printed when it is judged
    bool utf8;    // the graph may have characters beyond ASCII; asked once, as threads must not
    // the answers
    int shown; // games
    Text graphs;
    AtomicFile *annotated;
} ReviewBatch;

static bool ends_in_pgn(const char *name) {
    size_t length = strlen(name);
    return length > 4 && span_is_nocase(name + length - 4, 4, ".pgn");
}

/* Does the file open as games do?  Pipes are not read for that, as what was read is gone. */
static bool holds_games(const char *path) {
    char opening[1 << 14];
    FileHandle file;
    if (!file_open(path, &file)) return false;
    size_t size = file.size < sizeof opening ? (size_t)file.size : sizeof opening;
    bool games = file_read_at(&file, 0, opening, size) && pgn_looks_like_game(opening, size);
    file_close(&file);
    return games;
}

bool analyse_is_games(const char *operand) {
    if (strcmp(operand, "-") == 0) return false;
    return ends_in_pgn(operand) || holds_games(operand);
}

/* The moves of the main line; the caller frees them. */
static Move *main_line(const PgnGame *game, int *count) {
    Move *moves = calloc((size_t)game->node_count + 1, sizeof *moves);
    *count = moves ? pgn_main_line(game, moves, game->node_count) : 0;
    if (!moves) print_memory_error();
    return moves;
}

/* How much there is to do, as far as the user is to see it; false, with the first error if there
 * was one, if that is nothing. */
static bool count_positions(ReviewBatch *b, PgnError *first) {
    PgnReader *reader = pgn_reader_on((const char *)b->file.data, b->file.size);
    PgnStatus status = reader ? PGN_GAME : PGN_NO_MEMORY;
    int moves = 0;
    while ((status == PGN_GAME || status == PGN_BROKEN) && (b->progress || moves == 0)) {
        PgnGame game;
        PgnError error;
        int count = 0;
        status = pgn_read(reader, &game, &error);
        if (status == PGN_BROKEN && first->fault == PGN_OK) *first = error;
        if (status == PGN_GAME || status == PGN_BROKEN) {
            free(main_line(&game, &count));
            moves += count;
            b->positions += count + 1;
        }
        pgn_game_free(&game);
    }
    pgn_reader_free(reader);
    if (status == PGN_NO_MEMORY) print_memory_error();
    return moves > 0 && !memory_ran_out();
}

/* A job is the number of the game, from 0; how many bytes a broken one has in the file, and those;
 * and the game. */
static void put_job(ReviewBatch *b, Text *job, const PgnGame *game, bool broken) {
    PgnSpan span = broken ? pgn_span(b->reader) : (PgnSpan){0};
    text_format(job, "%d %zu\n", b->read++, span.to - span.from);
    text_bytes(job, (const char *)b->file.data + span.from, span.to - span.from);
    pgn_write(job, game);
}

/* A null move is no move of chess: the user may not know that there is one. */
static void warn_null_moves(const ReviewBatch *b, const PgnGame *game) {
    for (int ply = 0; (ply = pgn_null_move(game, ply)) > 0;)
        print_warning(
            "%s, game %d, ply %d: a null move, which is not judged; the moves behind it are",
            b->path, b->read + 1, ply);
}

static bool next_game(void *context, Text *job) {
    ReviewBatch *b = context;
    PgnError error;
    PgnGame game;
    PgnStatus status = pgn_read(b->reader, &game, &error);
    if (status == PGN_BROKEN) {
        input_print_game_error(b->path, &error);
        b->reading = EXIT_MISUSE;
    }
    if (status == PGN_NO_MEMORY) {
        print_memory_error();
        b->reading = EXIT_MACHINE;
    }
    bool found = status == PGN_GAME || status == PGN_BROKEN;
    if (found) warn_null_moves(b, &game);
    if (found) put_job(b, job, &game, status == PGN_BROKEN);
    pgn_game_free(&game);
    return found;
}

static int list_ended(void *context) {
    const ReviewBatch *b = context;
    return b->reading;
}

/* A job taken apart. */
typedef struct {
    int number;
    const char *broken; // as it stands in the file; points into the job
    size_t broken_size; // 0: it is not broken
    PgnGame game;
} ParsedGame;

/* What stands before the game, which begins behind it; NULL if this is no job. */
static const char *read_head(const Text *job, ParsedGame *out) {
    int64_t number, size;
    Cursor head = cursor_on(text_get(job));
    if (!cursor_int(&head, 0, INT_MAX, &number) || !cursor_int(&head, 0, INT64_MAX, &size))
        return NULL;
    const char *rest = head.at + 1, *end = text_get(job) + job->used;
    if (*head.at != '\n' || size > end - rest) return NULL;
    *out = (ParsedGame){.number = (int)number, .broken = rest, .broken_size = (size_t)size};
    return rest + size;
}

static bool read_game(const Text *job, ParsedGame *out) {
    PgnError error;
    const char *text = read_head(job, out), *end = text_get(job) + job->used;
    PgnReader *reader = text ? pgn_reader_on(text, (size_t)(end - text)) : NULL;
    PgnStatus status = reader ? pgn_read(reader, &out->game, &error) : PGN_NO_MEMORY;
    if (reader && status != PGN_GAME) pgn_game_free(&out->game);
    pgn_reader_free(reader);
    if (text && status == PGN_NO_MEMORY)
        print_memory_error();
    else if (status != PGN_GAME)
        print_error("this is no job with a game");
    return status == PGN_GAME;
}

/* The text of a game that is being judged. */
typedef struct {
    ReviewBatch *batch;
    const ParsedGame *read;
    Text *out;    // without what is printed already
    Position pos; // before the move that is judged next
} GameText;

static void show_progress(ReviewBatch *b) {
    pthread_mutex_lock(&b->lock);
    b->judged++;
    if (b->progress && progress_is_due(&b->shown_at)) {
        double left =
            (double)(b->shown_at - b->started) / b->judged * (b->positions - b->judged) / 1000;
        progress_show("%d of %d positions, %.0f s left", b->judged, b->positions, left);
    }
    pthread_mutex_unlock(&b->lock);
}

/* Alone the text goes to stdout at once; otherwise it waits for the job's turn. */
static void stream(const GameText *t) {
    if (!t->batch->streams || t->out->used == 0) return;
    if (t->batch->progress) progress_erase();
    print_text(t->out, "");
    print_flush();
    text_clear(t->out);
}

static void begin_text(const GameText *t) {
    if (t->batch->opts->json) return;
    if (t->read->number > 0) text_char(t->out, '\n');
    text_string(t->out, "# ");
    review_put_title(t->out, &t->read->game);
    text_char(t->out, '\n');
    stream(t);
}

static void on_thought(void *context, const Review *so_far, int ply) {
    GameText *t = context;
    if (ply > 0 && !t->batch->opts->json) {
        const ReviewedMove *m = &so_far->moves[ply - 1];
        review_put_move(t->out, &t->pos, m);
        position_play_or_pass(&t->pos, m->move);
        stream(t);
    }
    show_progress(t->batch);
}

/* A broken game stays as it was, up to the blanks behind it. */
static void put_broken(Text *out, const ParsedGame *job) {
    size_t size = job->broken_size;
    while (size > 0 && char_is_space(job->broken[size - 1])) size--;
    text_bytes(out, job->broken, size);
    text_string(out, "\n\n");
}

static void put_annotated(Text *out, PgnGame *game, const Review *review) {
    review_annotate(game, review);
    pgn_write(out, game);
    if (game->failed) print_memory_error();
}

/* Writes what follows the moves that are judged; in JSON the whole object, but none of a game of
 * which no move is. */
static void end_text(const GameText *t, const Review *review, bool complete) {
    const ParsedGame *read = t->read;
    if (!t->batch->opts->json)
        review_put_summary(t->out, review, t->batch->utf8);
    else if (complete || review->count > 0)
        review_put_json(t->out, &read->game, review, read->number + 1, complete);
    stream(t);
}

/* The parts of the answer that go into files. */
static void put_files(const ReviewBatch *b, Job *job, ParsedGame *read, const Review *review) {
    Text *file = &job->part[JOB_FILE];
    if (b->opts->graph) review_put_graph(&job->part[JOB_DATA], &read->game, review, read->number);
    if (b->opts->pgn && read->broken_size)
        put_broken(file, read);
    else if (b->opts->pgn)
        put_annotated(file, &read->game, review);
}

/* An interrupt leaves the moves that were judged until then. */
static bool judge(ReviewBatch *b, Engine *engine, ParsedGame *read, Job *job) {
    int count;
    Review review = {0};
    Move *moves = main_line(&read->game, &count);
    GameText text = {b, read, &job->part[JOB_STDOUT], read->game.start};
    ReviewOptions options = {.engine = engine,
                             .limits = search_options_limits(b->search, GAME_MOVETIME),
                             .context = &text,
                             .judged = on_thought};
    if (moves) begin_text(&text);
    bool complete = moves && review_game(&review, &read->game.start, moves, count, &options);
    bool made = complete || (review.moves && limits_stop_requested(&options.limits));
    if (made) {
        end_text(&text, &review, complete);
        put_files(b, job, read, &review);
    } else if (moves) {
        print_error("not enough memory or threads for game %d", read->number + 1);
    }
    review_free(&review);
    free(moves);
    return made;
}

static bool answer_game(void *context, void *state, Job *job) {
    ParsedGame read;
    if (!read_game(&job->part[JOB_INPUT], &read)) return false;
    bool made = judge(context, state, &read, job);
    pgn_game_free(&read.game);
    return made;
}

static void *state_new(void *context) {
    const ReviewBatch *b = context;
    return search_options_another_engine(b->search, false);
}

static void state_free(void *context, void *state) {
    (void)context;
    engine_free(state);
}

static TakeResult take_game(void *context, const Job *job) {
    ReviewBatch *b = context;
    const Text *annotated = &job->part[JOB_FILE];
    if (b->progress) progress_erase();
    text_append(&b->graphs, &job->part[JOB_DATA]);
    if (b->annotated) atomic_file_write(b->annotated, text_get(annotated), annotated->used);
    b->shown++;
    return TAKE_MORE;
}

static bool write_graphs(ReviewBatch *b) {
    Text out = text_growing();
    review_put_svg(&out, text_get(&b->graphs), b->shown);
    bool done = !out.failed && !b->graphs.failed &&
                file_replace(b->opts->graph, &(FileChunk){text_get(&out), out.used}, 1);
    if (!done) print_write_error(b->opts->graph);
    text_free(&out);
    return done;
}

/* After an interrupt: the games that were not read yet stay as they are. */
static void add_rest(ReviewBatch *b) {
    size_t from = pgn_span(b->reader).to;
    const char *data = (const char *)b->file.data;
    while (from < b->file.size && char_is_space(data[from])) from++;
    atomic_file_write(b->annotated, data + from, b->file.size - from);
}

/* What goes into files. */
static int write_files(void *context) {
    ReviewBatch *b = context;
    int status = b->opts->graph && !write_graphs(b) ? EXIT_MACHINE : EXIT_DONE;
    if (b->annotated && b->reader) add_rest(b);
    AtomicFile *annotated = b->annotated;
    b->annotated = NULL;
    if (!annotated || atomic_file_commit(annotated)) return status;
    print_write_error(b->opts->pgn);
    return EXIT_MACHINE;
}

/* The games, if there are any; an exit status. */
static int open_games(ReviewBatch *b) {
    PgnError error = {.fault = PGN_OK};
    if (!input_view(b->path, &b->file)) return EXIT_MISUSE;
    if (!count_positions(b, &error)) {
        if (memory_ran_out()) return EXIT_MACHINE;
        if (error.fault != PGN_OK)
            input_print_game_error(b->path, &error);
        else
            print_error("'%s' holds no game in PGN with a move that can be read", b->path);
        return EXIT_MISUSE;
    }
    b->reader = pgn_reader_on((const char *)b->file.data, b->file.size);
    if (b->reader) return EXIT_DONE;
    print_memory_error();
    return EXIT_MACHINE;
}

/* Does no file go over another?  False after complaining. */
static bool targets_differ(const ReviewBatch *b) {
    const ReviewCommandOptions *opts = b->opts;
    const char *other = !opts->graph                                        ? NULL
                        : file_is_same(opts->graph, b->path)                ? "the games"
                        : opts->pgn && file_is_same(opts->graph, opts->pgn) ? "--pgn"
                                                                            : NULL;
    if (other) print_error("--graph and %s are the same file: '%s'", other, opts->graph);
    return !other;
}

/* Whatever is going to be written can be; an exit status. */
static int open_targets(ReviewBatch *b) {
    const ReviewCommandOptions *opts = b->opts;
    if (!targets_differ(b)) return EXIT_MISUSE;
    const char *target = opts->graph && !file_is_writable(opts->graph) ? opts->graph : NULL;
    if (!target && opts->pgn && !(b->annotated = atomic_file_new(opts->pgn))) target = opts->pgn;
    if (!target) return EXIT_DONE;
    print_write_error(target);
    return EXIT_MACHINE;
}

int analyse_games(const Command *self, const BatchOptions *batch_options,
                  const ReviewCommandOptions *opts, SearchOptions *search, const char *path) {
    ReviewBatch b = {.opts = opts,
                     .search = search,
                     .path = path,
                     .lock = PTHREAD_MUTEX_INITIALIZER,
                     .started = clock_ms(),
                     .progress = !self->runner && progress_is_possible(),
                     .streams = batch_is_serial(self, batch_options),
                     .utf8 = platform_is_utf8(),
                     .graphs = text_growing()};
    const Batch batch = {.context = &b,
                         .next = next_game,
                         .list_status = list_ended,
                         .state_new = state_new,
                         .state_free = state_free,
                         .work = answer_game,
                         .take = take_game,
                         .finish = write_files,
                         .stop = interrupt_flag()};
    int status = batch_reads_jobs(self) ? open_games(&b) : EXIT_DONE;
    long_work_begin(self);
    if (status == EXIT_DONE && batch_takes_answers(self, batch_options)) status = open_targets(&b);
    if (status == EXIT_DONE && !search_options_open_tablebases(search))
        status = search_options_exit_status(search);
    if (status == EXIT_DONE) status = batch_run(self, batch_options, &batch);
    atomic_file_discard(b.annotated);
    pgn_reader_free(b.reader);
    text_free(&b.graphs);
    file_contents_free(&b.file);
    return long_work_end(self, status);
}

// SPDX-License-Identifier: MIT
//
// roek analyse GAME.pgn: what every move of a game was worth, for all games of a file.
//
// A job is a game as the writer of PGN puts it, its answer what is told of it, the game with
// remarks and its graph.  A game that is broken also travels as it stands in the file, and goes
// back as that: what could not be read is not lost.
#include "cmd/position/analyse.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/platform.h"
#include "cmd/common/input.h"
#include "cmd/position/review_output.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME_MOVETIME = 300, TOLD_MS = 200 };

typedef struct {
    const GamesWish *wish;
    Think *think;
    const char *path;
    FileView file;
    // the list
    PgnReader *reader;
    int read;    // games
    int reading; // an exit status
    // the work
    pthread_mutex_t lock; // of the four below
    int positions, thought;
    int64_t started, told; // clock_ms
    bool progress;
    // the answers
    int shown; // games
    Text graphs;
    FileDraft *annotated;
} GameBatch;

static bool ends_in_pgn(const char *name) {
    size_t length = strlen(name);
    return length > 4 && span_is_nocase(name + length - 4, 4, ".pgn");
}

/* Does the file open as games do?  Pipes are not read for that, as what was read is gone. */
static bool holds_games(const char *path) {
    char opening[1 << 14];
    FileSource file;
    if (!file_open(path, &file)) return false;
    size_t size = file.size < sizeof opening ? (size_t)file.size : sizeof opening;
    bool games = file_read_at(&file, 0, opening, size) && pgn_opens(opening, size);
    file_shut(&file);
    return games;
}

bool analyse_is_games(const char *operand) {
    if (strcmp(operand, "-") == 0) return false;
    return ends_in_pgn(operand) || holds_games(operand);
}

/* The moves of the main line, up to one that cannot be judged; the caller frees them. */
static Move *main_line(const PgnGame *game, int *count) {
    Move *moves = calloc((size_t)game->node_count + 1, sizeof *moves);
    *count = 0;
    if (!moves) {
        complain_memory();
        return NULL;
    }
    int length = pgn_main_line(game, moves, game->node_count);
    while (*count < length && moves[*count] != NULL_MOVE) ++*count;
    return moves;
}

/* How much there is to do; false, with the first error if there was one, if that is nothing. */
static bool count_positions(GameBatch *b, PgnError *first) {
    PgnReader *reader = pgn_reader_on((const char *)b->file.data, b->file.size);
    PgnStatus status = reader ? PGN_GAME : PGN_NO_MEMORY;
    int moves = 0;
    while (status == PGN_GAME || status == PGN_BROKEN) {
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
    if (status == PGN_NO_MEMORY) complain_memory();
    return moves > 0 && !memory_ran_out();
}

/* A job is the number of the game, from 0; how many bytes a broken one has in the file, and those;
 * and the game. */
static void put_job(GameBatch *b, Text *job, const PgnGame *game, bool broken) {
    PgnSpan span = broken ? pgn_span(b->reader) : (PgnSpan){0};
    text_format(job, "%d %zu\n", b->read++, span.to - span.from);
    text_bytes(job, (const char *)b->file.data + span.from, span.to - span.from);
    pgn_write(job, game);
}

static bool next_game(void *context, Text *job) {
    GameBatch *b = context;
    PgnError error;
    PgnGame game;
    PgnStatus status = pgn_read(b->reader, &game, &error);
    if (status == PGN_BROKEN) {
        input_complain_game(b->path, &error);
        b->reading = EXIT_MISUSE;
    }
    if (status == PGN_NO_MEMORY) {
        complain_memory();
        b->reading = EXIT_MACHINE;
    }
    bool found = status == PGN_GAME || status == PGN_BROKEN;
    if (found) put_job(b, job, &game, status == PGN_BROKEN);
    pgn_game_free(&game);
    return found;
}

static int list_ended(void *context) {
    const GameBatch *b = context;
    return b->reading;
}

/* A job taken apart. */
typedef struct {
    int number;
    const char *broken; // as it stands in the file; points into the job
    size_t broken_size; // 0: it is not broken
    PgnGame game;
} GameJob;

/* What stands before the game, which begins behind it; NULL if this is no job. */
static const char *read_head(const Text *job, GameJob *out) {
    int64_t number, size;
    Cursor head = cursor_on(text_get(job));
    if (!cursor_int(&head, 0, INT_MAX, &number) || !cursor_int(&head, 0, INT64_MAX, &size))
        return NULL;
    const char *rest = head.at + 1, *end = text_get(job) + job->used;
    if (*head.at != '\n' || size > end - rest) return NULL;
    *out = (GameJob){.number = (int)number, .broken = rest, .broken_size = (size_t)size};
    return rest + size;
}

static bool read_game(const Text *job, GameJob *out) {
    PgnError error;
    const char *text = read_head(job, out), *end = text_get(job) + job->used;
    PgnReader *reader = text ? pgn_reader_on(text, (size_t)(end - text)) : NULL;
    PgnStatus status = reader ? pgn_read(reader, &out->game, &error) : PGN_NO_MEMORY;
    if (reader && status != PGN_GAME) pgn_game_free(&out->game);
    pgn_reader_free(reader);
    if (text && status == PGN_NO_MEMORY)
        complain_memory();
    else if (status != PGN_GAME)
        complain("this is no job with a game");
    return status == PGN_GAME;
}

static void on_thought(void *context, const Review *so_far, int ply) {
    (void)so_far, (void)ply;
    GameBatch *b = context;
    pthread_mutex_lock(&b->lock);
    int64_t now = clock_ms();
    b->thought++;
    if (b->progress && now - b->told >= TOLD_MS) {
        double left = (double)(now - b->started) / b->thought * (b->positions - b->thought) / 1000;
        b->told = now;
        fprintf(stderr, "\r%d of %d positions, %.0f s left\033[K", b->thought, b->positions, left);
    }
    pthread_mutex_unlock(&b->lock);
}

/* A broken game stays as it was, up to the blanks behind it. */
static void put_broken(Text *out, const GameJob *job) {
    size_t size = job->broken_size;
    while (size > 0 && char_is_space(job->broken[size - 1])) size--;
    text_bytes(out, job->broken, size);
    text_string(out, "\n\n");
}

static void put_annotated(Text *out, PgnGame *game, const Review *review) {
    review_annotate(game, review);
    pgn_write(out, game);
    if (game->failed) complain_memory();
}

static void write_game(const GameBatch *b, Job *job, GameJob *read, const Review *review) {
    Text *out = &job->part[PART_OUT], *file = &job->part[PART_FILE];
    PgnGame *game = &read->game;
    if (b->wish->json)
        review_put_json(out, game, review, read->number + 1);
    else
        review_put_text(out, game, review, system_is_utf8());
    if (b->wish->graph) review_put_graph(&job->part[PART_NOTE], game, review, read->number);
    if (b->wish->pgn && read->broken_size)
        put_broken(file, read);
    else if (b->wish->pgn)
        put_annotated(file, game, review);
}

static bool answer_game(void *context, void *hand, Job *job) {
    GameBatch *b = context;
    GameJob read;
    int count;
    if (!read_game(&job->part[PART_JOB], &read)) return false;
    Move *moves = main_line(&read.game, &count);
    Review review = {0};
    ReviewOptions options = {.engine = hand,
                             .limits = think_limits(b->think, GAME_MOVETIME),
                             .context = b,
                             .thought = on_thought};
    if (read.number > 0 && !b->wish->json) text_char(&job->part[PART_OUT], '\n');
    bool made = moves && review_make(&review, &read.game.start, moves, count, &options);
    if (made)
        write_game(b, job, &read, &review);
    else if (moves)
        complain("not enough memory or threads for game %d", read.number + 1);
    review_free(&review);
    free(moves);
    pgn_game_free(&read.game);
    return made;
}

static void *hire(void *context) {
    const GameBatch *b = context;
    return think_another(b->think, false);
}

static void dismiss(void *context, void *hand) {
    (void)context;
    engine_free(hand);
}

static Taken take_game(void *context, const Job *job) {
    GameBatch *b = context;
    const Text *annotated = &job->part[PART_FILE];
    if (b->progress) fputs("\r\033[K", stderr);
    text_join(&b->graphs, &job->part[PART_NOTE]);
    if (b->annotated) file_draft_add(b->annotated, text_get(annotated), annotated->used);
    b->shown++;
    return ANSWER_TAKEN;
}

static bool write_graphs(GameBatch *b) {
    Text out = text_growing();
    review_put_svg(&out, text_get(&b->graphs), b->shown);
    bool done = !out.failed && !b->graphs.failed &&
                file_replace(b->wish->graph, &(FilePart){text_get(&out), out.used}, 1);
    if (!done) complain_unwritable(b->wish->graph);
    text_free(&out);
    return done;
}

/* What goes into files. */
static int write_files(void *context) {
    GameBatch *b = context;
    int status = b->wish->graph && !write_graphs(b) ? EXIT_MACHINE : EXIT_DONE;
    FileDraft *annotated = b->annotated;
    b->annotated = NULL;
    if (!annotated || file_keep(annotated)) return status;
    complain_unwritable(b->wish->pgn);
    return EXIT_MACHINE;
}

/* The games, if there are any; an exit status. */
static int open_games(GameBatch *b) {
    PgnError error = {.fault = PGN_OK};
    if (!input_view(b->path, &b->file)) return EXIT_MISUSE;
    if (!count_positions(b, &error)) {
        if (memory_ran_out()) return EXIT_MACHINE;
        if (error.fault != PGN_OK)
            input_complain_game(b->path, &error);
        else
            complain("'%s' holds no game in PGN with a move that can be read", b->path);
        return EXIT_MISUSE;
    }
    b->reader = pgn_reader_on((const char *)b->file.data, b->file.size);
    if (b->reader) return EXIT_DONE;
    complain_memory();
    return EXIT_MACHINE;
}

/* Does no file go over another?  False after complaining. */
static bool targets_differ(const GameBatch *b) {
    const GamesWish *wish = b->wish;
    const char *other = !wish->graph                                        ? NULL
                        : file_is_same(wish->graph, b->path)                ? "the games"
                        : wish->pgn && file_is_same(wish->graph, wish->pgn) ? "--pgn"
                                                                            : NULL;
    if (other) complain("--graph and %s are the same file: '%s'", other, wish->graph);
    return !other;
}

/* Whatever is going to be written can be; an exit status. */
static int open_targets(GameBatch *b) {
    const GamesWish *wish = b->wish;
    if (!targets_differ(b)) return EXIT_MISUSE;
    const char *target = wish->graph && !file_is_writable(wish->graph) ? wish->graph : NULL;
    if (!target && wish->pgn && !(b->annotated = file_draft(wish->pgn))) target = wish->pgn;
    if (!target) return EXIT_DONE;
    complain_unwritable(target);
    return EXIT_MACHINE;
}

int analyse_games(const Command *self, const BatchWish *sharing, const GamesWish *wish,
                  Think *think, const char *path) {
    GameBatch b = {.wish = wish,
                   .think = think,
                   .path = path,
                   .lock = PTHREAD_MUTEX_INITIALIZER,
                   .started = clock_ms(),
                   .progress = !self->host && isatty(STDERR_FILENO),
                   .graphs = text_growing()};
    const Batch batch = {.context = &b,
                         .next = next_game,
                         .ended = list_ended,
                         .hire = hire,
                         .dismiss = dismiss,
                         .work = answer_game,
                         .take = take_game,
                         .finish = write_files};
    int status = batch_reads(self) ? open_games(&b) : EXIT_DONE;
    if (status == EXIT_DONE && batch_takes(self, sharing)) status = open_targets(&b);
    if (status == EXIT_DONE && !think_open_endings(think)) status = think_fault(think);
    if (status == EXIT_DONE) status = batch_run(self, sharing, &batch);
    file_drop(b.annotated);
    pgn_reader_free(b.reader);
    text_free(&b.graphs);
    file_close(&b.file);
    return status;
}

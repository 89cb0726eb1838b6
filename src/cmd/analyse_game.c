// SPDX-License-Identifier: MIT
//
// roek analyse GAME.pgn: what every move of a game was worth, for all games of a file.
//
// Each of --jobs workers has an engine of its own, takes the next game, thinks about it, and waits
// for its turn to show it, so that games appear in the order of the file.
#include "roek/cmd/analyse.h"

#include "roek/base/clock.h"
#include "roek/base/file.h"
#include "roek/base/system.h"
#include "roek/base/thread.h"
#include "roek/cmd/input.h"
#include "roek/cmd/review.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME_MOVETIME = 300, TOLD_MS = 200 };

typedef struct {
    const GamesWish *wish;
    Think *think;
    const char *path;
    FileView file;
    pthread_mutex_t lock; // of all below
    pthread_cond_t shown_one;
    PgnReader *reader;
    int taken, shown; // games
    int positions, thought;
    int64_t started, told; // clock_ms
    bool progress;
    Text graphs;
    FileDraft *annotated;
    int status;
} GameBatch;

static bool ends_in_pgn(const char *name) {
    size_t length = strlen(name);
    return length > 4 && span_is_nocase(name + length - 4, 4, ".pgn");
}

bool analyse_is_games(const char *operand) {
    if (strchr(operand, ' ')) return false;
    if (ends_in_pgn(operand)) return true;
    FileSource source;
    char first = '\0';
    if (strcmp(operand, "-") == 0 || !file_open(operand, &source)) return false;
    bool read = file_read_at(&source, 0, &first, 1);
    file_shut(&source);
    return read && first == '[';
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
    return moves > 0 && status != PGN_NO_MEMORY;
}

/* The next game, and its number from 0; false at the end. */
static bool take_game(GameBatch *b, PgnGame *game, int *number) {
    PgnError error;
    pthread_mutex_lock(&b->lock);
    bool read = b->status != EXIT_MACHINE;
    PgnStatus status = read ? pgn_read(b->reader, game, &error) : PGN_END;
    if (status == PGN_BROKEN) {
        complain("%s, line %d: %s", b->path, error.line, error.text);
        b->status = EXIT_MISUSE;
    }
    if (status == PGN_NO_MEMORY) {
        complain_memory();
        b->status = EXIT_MACHINE;
    }
    *number = b->taken;
    bool taken = status == PGN_GAME || status == PGN_BROKEN;
    b->taken += taken;
    pthread_mutex_unlock(&b->lock);
    if (read && !taken) pgn_game_free(game);
    return taken;
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

static void add_annotated(GameBatch *b, PgnGame *game, const Review *review) {
    Text out = text_growing();
    review_annotate(game, review);
    pgn_write(&out, game);
    if (out.failed || game->failed)
        complain_memory();
    else
        file_draft_add(b->annotated, text_get(&out), out.used); // a failure is told in the end
    text_free(&out);
}

/* With the lock held, in the order of the games. */
static void show_game(GameBatch *b, PgnGame *game, const Review *review, int number) {
    Text out = text_growing();
    if (b->progress) fputs("\r\033[K", stderr);
    if (b->wish->json)
        review_put_json(&out, game, review, number + 1);
    else
        review_put_text(&out, game, review, system_is_utf8());
    if (number > 0 && !b->wish->json) putchar('\n');
    say_text(&out, "");
    text_free(&out);
    fflush(stdout);
    if (b->wish->graph) review_put_graph(&b->graphs, game, review, number);
    if (b->annotated) add_annotated(b, game, review);
}

static void wait_for_turn(GameBatch *b, int number) {
    pthread_mutex_lock(&b->lock);
    while (b->shown != number) pthread_cond_wait(&b->shown_one, &b->lock);
}

static void end_turn(GameBatch *b) {
    b->shown++;
    pthread_cond_broadcast(&b->shown_one);
    pthread_mutex_unlock(&b->lock);
}

static void answer_game(GameBatch *b, Engine *engine, PgnGame *game, int number) {
    int count;
    Move *moves = main_line(game, &count);
    Review review = {0};
    ReviewOptions options = {.engine = engine,
                             .limits = think_limits(b->think, GAME_MOVETIME),
                             .context = b,
                             .thought = on_thought};
    bool made = moves && review_make(&review, &game->start, moves, count, &options);
    wait_for_turn(b, number);
    if (made) {
        show_game(b, game, &review, number);
    } else {
        complain("not enough memory or threads for game %d", number + 1);
        b->status = EXIT_MACHINE;
    }
    end_turn(b);
    review_free(&review);
    free(moves);
}

static void work(void *context, int index) {
    GameBatch *b = context;
    (void)index;
    PgnGame game;
    int number;
    Engine *engine = think_another(b->think, false);
    while (engine && take_game(b, &game, &number)) {
        answer_game(b, engine, &game, number);
        pgn_game_free(&game);
    }
    engine_free(engine);
    if (engine) return;
    pthread_mutex_lock(&b->lock);
    b->status = EXIT_MACHINE;
    pthread_mutex_unlock(&b->lock);
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
static void write_files(GameBatch *b) {
    if (b->wish->graph && !write_graphs(b)) b->status = EXIT_MACHINE;
    if (!b->annotated) return;
    if (file_keep(b->annotated)) return;
    complain_unwritable(b->wish->pgn);
    b->status = EXIT_MACHINE;
}

/* Whatever can be found out before the work is; an exit status. */
static int prepare(GameBatch *b) {
    const GamesWish *wish = b->wish;
    const char *target = wish->graph && !file_is_writable(wish->graph) ? wish->graph : NULL;
    if (!target && wish->pgn && !(b->annotated = file_draft(wish->pgn))) target = wish->pgn;
    if (target) {
        complain_unwritable(target);
        return EXIT_MACHINE;
    }
    if (!think_open_endings(b->think)) return think_fault(b->think);
    b->reader = pgn_reader_on((const char *)b->file.data, b->file.size);
    if (b->reader) return EXIT_DONE;
    complain_memory();
    return EXIT_MACHINE;
}

int analyse_games(const GamesWish *wish, Think *think, const char *path) {
    GameBatch b = {.wish = wish,
                   .think = think,
                   .path = path,
                   .lock = PTHREAD_MUTEX_INITIALIZER,
                   .shown_one = PTHREAD_COND_INITIALIZER,
                   .started = clock_ms(),
                   .progress = isatty(STDERR_FILENO) == 1,
                   .graphs = text_growing()};
    if (!input_view(path, &b.file)) return EXIT_MISUSE;
    PgnError error = {.fault = PGN_OK};
    if (!count_positions(&b, &error)) {
        if (error.fault != PGN_OK)
            complain("%s, line %d: %s", path, error.line, error.text);
        else
            complain("'%s' holds no game in PGN with a move that can be read", path);
        file_close(&b.file);
        return EXIT_MISUSE;
    }
    b.status = prepare(&b);
    if (b.status == EXIT_DONE) {
        threads_run((int)wish->jobs, work, &b);
        write_files(&b);
    } else {
        file_drop(b.annotated);
    }
    pgn_reader_free(b.reader);
    text_free(&b.graphs);
    file_close(&b.file);
    return b.status;
}

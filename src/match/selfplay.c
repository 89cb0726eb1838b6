// SPDX-License-Identifier: MIT
#include "match/selfplay.h"

#include "base/rng.h"
#include "base/thread/thread.h"
#include "game/game.h"
#include "notation/text/fen.h"
#include "solve/mate/mate_prober.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { HASH_MB = 2, HARD_FACTOR = 10, OPENING_TRIES = 1000 };

SelfplayOptions selfplay_defaults(const Rules *rules) {
    SelfplayOptions options = {.rules = rules,
                               .games = 100,
                               .threads = 1,
                               .nodes = 1000,
                               .seed = 1,
                               .opening_min = 8,
                               .opening_max = 9,
                               .balance = 400,
                               .win_score = 1500,
                               .win_plies = 4,
                               .draw_score = 8,
                               .draw_plies = 10,
                               .draw_from = 60};
    if (evaluation_kind(rules) != EVALUATION_RACING_KINGS) return options;
    options.opening_min = 2;
    options.opening_max = 7;
    options.balance = 350;
    options.win_score = 2500;
    options.draw_plies = 0;
    return options;
}

bool played_games_init(PlayedGames *played_games, uint32_t games) {
    *played_games = (PlayedGames){.bits = calloc(games / 8 + 1, 1), .games = games};
    return played_games->bits != NULL;
}
void played_games_free(PlayedGames *played_games) {
    free(played_games->bits);
}
bool played_games_has(const PlayedGames *played_games, uint32_t number) {
    return number < played_games->games && (played_games->bits[number / 8] >> number % 8 & 1) != 0;
}
void played_games_add(PlayedGames *played_games, uint32_t number) {
    if (number >= played_games->games || played_games_has(played_games, number)) return;
    played_games->bits[number / 8] |= (uint8_t)(1 << number % 8);
    played_games->played++;
}

typedef struct {
    const SelfplayOptions *options;
    const PlayedGames *played_games;
    const SelfplayListener *listener;
    FileLog *out;
    pthread_mutex_t lock; // guards the file and the listener
    atomic_uint next;     // number of the next game
    atomic_bool stop;
    const char *_Atomic fault;
    atomic_int error; // errno of a failed write
} SelfplayPool;

/* The state of one worker thread. */
struct SelfplayWorker {
    const SelfplayOptions *options;
    Rng rng;
    Engine *engine;
    ScoredGame game;
};

static void fail(SelfplayPool *pool, const char *fault) {
    atomic_store(&pool->fault, fault);
    atomic_store(&pool->stop, true);
}

static void fail_writing(SelfplayPool *pool) {
    atomic_store(&pool->error, errno);
    fail(pool, "the games cannot be written");
}

/* Searches the position; false if the search failed or was stopped. */
static bool search_position(SelfplayWorker *worker, const Game *game, Move *move,
                            Score *white_score) {
    const SelfplayOptions *o = worker->options;
    SearchLimits limits = {
        .soft_nodes = o->nodes, .nodes = o->nodes * HARD_FACTOR, .stop = o->stop};
    engine_set_position(worker->engine, game_start(game), game->moves, game->count);
    SearchResult result = engine_search(worker->engine, &limits, NULL);
    if (result.best == NO_MOVE || result.no_memory || selfplay_is_stopped(o)) return false;
    *move = result.best;
    *white_score = position_turn(game_current(game)) == WHITE ? result.score : -result.score;
    return true;
}

/* Is the game over, or can a draw be claimed?  The result is White's, in half-points. */
static bool is_over(const Game *game, int *result) {
    Outcome outcome = game_outcome(game);
    if (outcome.reason == OUTCOME_ONGOING) outcome = game_claimable_draw(game);
    *result = outcome.winner == WHITE ? 2 : outcome.winner == BLACK ? 0 : 1;
    return outcome.reason != OUTCOME_ONGOING;
}

/* Plays random moves; false if the game ended or memory ran out. */
static bool play_opening(SelfplayWorker *worker, Game *game) {
    const SelfplayOptions *o = worker->options;
    uint32_t span = (uint32_t)(o->opening_max - o->opening_min + 1);
    int plies = o->opening_min + (int)rng_below(&worker->rng, span), result;
    for (worker->game.opening = 0; worker->game.opening < plies; worker->game.opening++) {
        MoveList list;
        position_legal_moves(game_current(game), &list);
        if (list.count == 0) return false;
        Move move = list.items[rng_below(&worker->rng, (uint32_t)list.count)];
        worker->game.moves[worker->game.opening] = move;
        if (!game_play(game, move)) return false;
    }
    return !is_over(game, &result);
}

/* For how many plies the score has been winning for White, for Black, or level. */
typedef struct {
    int white, black, level;
} Streaks;

static bool is_decided(const SelfplayOptions *o, Streaks *s, Score score, int ply, int *result) {
    s->white = score >= o->win_score ? s->white + 1 : 0;
    s->black = score <= -o->win_score ? s->black + 1 : 0;
    s->level = ply > o->draw_from && abs(score) <= o->draw_score ? s->level + 1 : 0;
    *result = s->white >= o->win_plies ? 2 : s->black >= o->win_plies ? 0 : 1;
    return *result != 1 || (o->draw_plies && s->level >= o->draw_plies);
}

typedef enum { PLAYED, UNBALANCED, FAILED } PlayResult;

/* Plays on from the opening until the game is over or decided. */
static PlayResult play_to_end(SelfplayWorker *worker, Game *game) {
    const SelfplayOptions *o = worker->options;
    ScoredGame *out = &worker->game;
    Streaks streaks = {0};
    out->result = 1;
    for (out->plies = 0; out->plies < SCORED_PLIES_MAX; out->plies++) {
        Move move;
        Score score;
        if (is_over(game, &out->result)) return PLAYED;
        if (!search_position(worker, game, &move, &score)) return FAILED;
        if (out->plies == 0 && abs(score) > o->balance) return UNBALANCED;
        if (is_decided(o, &streaks, score, out->plies, &out->result)) return PLAYED;
        out->scores[out->plies] = (int16_t)score;
        out->moves[out->opening + out->plies] = move;
        if (!game_play(game, move)) return FAILED;
    }
    is_over(game, &out->result);
    return PLAYED;
}

static bool play_game(SelfplayWorker *worker, uint32_t number) {
    const SelfplayOptions *o = worker->options;
    Position start = position_start(o->rules);
    worker->rng = rng_seeded_nth(o->seed, number);
    worker->game.number = number;
    engine_clear(worker->engine);
    for (int i = 0; i < OPENING_TRIES; i++) {
        Game game;
        if (!game_init(&game, &start)) return false;
        PlayResult result = play_opening(worker, &game) ? play_to_end(worker, &game) : UNBALANCED;
        game_free(&game);
        if (result != UNBALANCED) return result == PLAYED;
    }
    return false; // no balanced opening found
}

SelfplayWorker *selfplay_worker_new(const SelfplayOptions *options) {
    SelfplayWorker *worker = calloc(1, sizeof *worker);
    EngineOptions engine = ENGINE_DEFAULTS;
    engine.hash_mb = HASH_MB;
    engine.classical = options->classical;
    if (!worker) return NULL;
    worker->options = options;
    worker->engine = engine_new_with_mate_prober();
    if (worker->engine && engine_configure(worker->engine, &engine)) return worker;
    selfplay_worker_free(worker);
    return NULL;
}

void selfplay_worker_free(SelfplayWorker *worker) {
    if (worker) engine_free(worker->engine);
    free(worker);
}

const ScoredGame *selfplay_worker_play(SelfplayWorker *worker, uint32_t number) {
    return play_game(worker, number) ? &worker->game : NULL;
}

static bool write_game(SelfplayPool *pool, TrainingBlock *block, const ScoredGame *game) {
    pthread_mutex_lock(&pool->lock);
    bool written = training_file_add(pool->out, block, game);
    if (written && pool->listener && !pool->listener->played(pool->listener->context, game))
        atomic_store(&pool->stop, true);
    pthread_mutex_unlock(&pool->lock);
    return written;
}

/* Plays games until all are taken. */
static void play_games(SelfplayPool *pool, SelfplayWorker *worker, TrainingBlock *block) {
    const SelfplayOptions *o = pool->options;
    while (!atomic_load(&pool->stop) && !selfplay_is_stopped(o)) {
        uint32_t number = atomic_fetch_add(&pool->next, 1);
        if (number >= o->games) break;
        if (played_games_has(pool->played_games, number)) continue;
        if (!play_game(worker, number)) {
            if (selfplay_is_stopped(o)) break;
            fail(pool, "the engine cannot think here: no memory, no thread or no such opening");
        } else if (!write_game(pool, block, &worker->game)) {
            fail_writing(pool);
        }
    }
    pthread_mutex_lock(&pool->lock);
    if (!training_file_write(pool->out, block)) fail_writing(pool);
    pthread_mutex_unlock(&pool->lock);
}

static void worker_main(void *context, int index) {
    (void)index;
    SelfplayPool *pool = context;
    SelfplayWorker *worker = selfplay_worker_new(pool->options);
    TrainingBlock *block = malloc(sizeof *block);
    if (worker && block) {
        training_block_init(block, pool->options->rules, 0);
        play_games(pool, worker, block);
        training_block_free(block);
    } else {
        fail(pool, "not enough memory");
    }
    selfplay_worker_free(worker);
    free(block);
}

const char *selfplay_run(const SelfplayOptions *options, const PlayedGames *played_games,
                         FileLog *out, const SelfplayListener *listener) {
    SelfplayPool pool = {
        .options = options, .played_games = played_games, .listener = listener, .out = out};
    pthread_mutex_init(&pool.lock, NULL);
    threads_run(options->threads, worker_main, &pool);
    pthread_mutex_destroy(&pool.lock);
    errno = atomic_load(&pool.error);
    return atomic_load(&pool.fault);
}

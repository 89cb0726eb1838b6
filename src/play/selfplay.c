// SPDX-License-Identifier: MIT
#include "roek/play/selfplay.h"

#include "roek/base/rng.h"
#include "roek/base/thread.h"
#include "roek/game/game.h"
#include "roek/notation/fen.h"
#include "roek/solve/mate_scout.h"

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
    if (rules->evaluation != EVALUATED_AS_RACE) return options;
    options.opening_min = 2;
    options.opening_max = 7;
    options.balance = 350;
    options.win_score = 2500;
    options.draw_plies = 0;
    return options;
}

bool selfplaylog_init(SelfplayLog *log, uint32_t games) {
    *log = (SelfplayLog){.bits = calloc(games / 8 + 1, 1), .games = games};
    return log->bits != NULL;
}
void selfplaylog_free(SelfplayLog *log) {
    free(log->bits);
}
bool selfplaylog_has(const SelfplayLog *log, uint32_t number) {
    return number < log->games && (log->bits[number / 8] >> number % 8 & 1) != 0;
}
void selfplaylog_note(SelfplayLog *log, uint32_t number) {
    if (number >= log->games || selfplaylog_has(log, number)) return;
    log->bits[number / 8] |= (uint8_t)(1 << number % 8);
    log->played++;
}

typedef struct {
    const SelfplayOptions *options;
    const SelfplayLog *log;
    const SelfplayListener *listener;
    FILE *out;
    pthread_mutex_t lock; // of the file and the listener
    atomic_uint next;     // number
    atomic_bool stop;
    const char *_Atomic fault;
    atomic_int error; // why the games cannot be written
} Farm;

/* What one thread plays with. */
typedef struct {
    Farm *farm;
    Rng rng;
    Engine *engine;
    GameBlock *block;
    ScoredGame game;
} Hand;

static void give_up(Farm *farm, const char *fault) {
    atomic_store(&farm->fault, fault);
    atomic_store(&farm->stop, true);
}

static void give_up_writing(Farm *farm) {
    atomic_store(&farm->error, errno);
    give_up(farm, "the games cannot be written");
}

/* Thinks about the present position; false if the engine could not. */
static bool think(Hand *h, const Game *game, Move *move, Score *white_score) {
    const SelfplayOptions *o = h->farm->options;
    Limits limits = {.soft_nodes = o->nodes, .nodes = o->nodes * HARD_FACTOR};
    engine_set_position(h->engine, game_start(game), game->moves, game->count);
    SearchResult result = engine_search(h->engine, &limits, NULL);
    if (result.best == NO_MOVE || result.no_memory) return false;
    *move = result.best;
    *white_score = position_turn(game_now(game)) == WHITE ? result.score : -result.score;
    return true;
}

/* Over by the rules, a draw that can be claimed included; the result in half points for White. */
static bool is_over(const Game *game, int *result) {
    Outcome outcome = game_outcome(game);
    if (outcome.reason == ONGOING) outcome = game_claimable_draw(game);
    *result = outcome.winner == WHITE ? 2 : outcome.winner == BLACK ? 0 : 1;
    return outcome.reason != ONGOING;
}

/* Random moves; false if the game ended on the way or memory ran out. */
static bool play_opening(Hand *h, Game *game) {
    const SelfplayOptions *o = h->farm->options;
    uint32_t span = (uint32_t)(o->opening_max - o->opening_min + 1);
    int plies = o->opening_min + (int)rng_below(&h->rng, span), result;
    for (h->game.opening = 0; h->game.opening < plies; h->game.opening++) {
        MoveList list;
        position_legal_moves(game_now(game), &list);
        if (list.count == 0) return false;
        Move move = list.items[rng_below(&h->rng, (uint32_t)list.count)];
        h->game.moves[h->game.opening] = move;
        if (!game_play(game, move)) return false;
    }
    return !is_over(game, &result);
}

/* How long the score has said the same. */
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

/* Plays on from the opening until somebody has won. */
static PlayResult play_out(Hand *h, Game *game) {
    const SelfplayOptions *o = h->farm->options;
    ScoredGame *out = &h->game;
    Streaks streaks = {0};
    out->result = 1;
    for (out->plies = 0; out->plies < SCORED_PLIES_MAX; out->plies++) {
        Move move;
        Score score;
        if (is_over(game, &out->result)) return PLAYED;
        if (!think(h, game, &move, &score)) return FAILED;
        if (out->plies == 0 && abs(score) > o->balance) return UNBALANCED;
        if (is_decided(o, &streaks, score, out->plies, &out->result)) return PLAYED;
        out->scores[out->plies] = (int16_t)score;
        out->moves[out->opening + out->plies] = move;
        if (!game_play(game, move)) return FAILED;
    }
    is_over(game, &out->result);
    return PLAYED;
}

static bool play_game(Hand *h, uint32_t number) {
    const SelfplayOptions *o = h->farm->options;
    Position start = position_start(o->rules);
    h->rng = rng_seeded(o->seed * 0x9e3779b97f4a7c15u + number);
    h->game.number = number;
    engine_clear(h->engine);
    for (int i = 0; i < OPENING_TRIES; i++) {
        Game game;
        if (!game_init(&game, &start)) return false;
        PlayResult result = play_opening(h, &game) ? play_out(h, &game) : UNBALANCED;
        game_free(&game);
        if (result != UNBALANCED) return result == PLAYED;
    }
    return false; // no such opening
}

static bool write_block(Hand *h, uint32_t next) {
    Farm *farm = h->farm;
    pthread_mutex_lock(&farm->lock);
    bool written = gamefile_write(farm->out, h->block);
    pthread_mutex_unlock(&farm->lock);
    gameblock_free(h->block);
    gameblock_init(h->block, farm->options->rules, next);
    return written;
}

static bool keep_game(Hand *h) {
    Farm *farm = h->farm;
    uint32_t number = h->game.number;
    if (!gameblock_add(h->block, &h->game) &&
        (!write_block(h, number) || !gameblock_add(h->block, &h->game)))
        return false;
    pthread_mutex_lock(&farm->lock);
    if (farm->listener && !farm->listener->played(farm->listener->context, &h->game))
        atomic_store(&farm->stop, true);
    pthread_mutex_unlock(&farm->lock);
    return true;
}

/* Plays games as long as there are any. */
static void play_games(Hand *h) {
    Farm *farm = h->farm;
    while (!atomic_load(&farm->stop)) {
        uint32_t number = atomic_fetch_add(&farm->next, 1);
        if (number >= farm->options->games) break;
        if (selfplaylog_has(farm->log, number)) continue;
        if (!play_game(h, number)) {
            give_up(farm, "the engine cannot think here: no memory, no thread or no such opening");
        } else if (!keep_game(h)) {
            give_up_writing(farm);
        }
    }
    if (!write_block(h, 0)) give_up_writing(farm);
}

static void work(void *context, int index) {
    (void)index;
    Farm *farm = context;
    Hand *h = calloc(1, sizeof *h);
    EngineOptions options = ENGINE_DEFAULTS;
    options.hash_mb = HASH_MB;
    options.classical = farm->options->classical;
    if (h) {
        h->farm = farm;
        h->engine = engine_with_scout();
        h->block = malloc(sizeof *h->block);
    }
    if (h && h->engine && h->block && engine_configure(h->engine, &options)) {
        gameblock_init(h->block, farm->options->rules, 0);
        play_games(h);
        gameblock_free(h->block);
    } else {
        give_up(farm, "not enough memory");
    }
    if (!h) return;
    engine_free(h->engine);
    free(h->block);
    free(h);
}

const char *selfplay_run(const SelfplayOptions *options, const SelfplayLog *log, FILE *out,
                         const SelfplayListener *listener) {
    Farm farm = {.options = options, .log = log, .listener = listener, .out = out};
    pthread_mutex_init(&farm.lock, NULL);
    threads_run(options->threads, work, &farm);
    pthread_mutex_destroy(&farm.lock);
    errno = atomic_load(&farm.error);
    return atomic_load(&farm.fault);
}

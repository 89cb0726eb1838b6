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
    FileLog *out;
    pthread_mutex_t lock; // of the file and the listener
    atomic_uint next;     // number
    atomic_bool stop;
    const char *_Atomic fault;
    atomic_int error; // why the games cannot be written
} Farm;

/* What one thread plays with. */
struct SelfplayHand {
    const SelfplayOptions *options;
    Rng rng;
    Engine *engine;
    ScoredGame game;
};
typedef SelfplayHand Hand;

static void give_up(Farm *farm, const char *fault) {
    atomic_store(&farm->fault, fault);
    atomic_store(&farm->stop, true);
}

static void give_up_writing(Farm *farm) {
    atomic_store(&farm->error, errno);
    give_up(farm, "the games cannot be written");
}

/* Thinks about the present position; false if the engine could not, or was not let. */
static bool think(Hand *h, const Game *game, Move *move, Score *white_score) {
    const SelfplayOptions *o = h->options;
    Limits limits = {.soft_nodes = o->nodes, .nodes = o->nodes * HARD_FACTOR, .stop = o->stop};
    engine_set_position(h->engine, game_start(game), game->moves, game->count);
    SearchResult result = engine_search(h->engine, &limits, NULL);
    if (result.best == NO_MOVE || result.no_memory || selfplay_is_stopped(o)) return false;
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
    const SelfplayOptions *o = h->options;
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
    const SelfplayOptions *o = h->options;
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
    const SelfplayOptions *o = h->options;
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

SelfplayHand *selfplay_hire(const SelfplayOptions *options) {
    Hand *h = calloc(1, sizeof *h);
    EngineOptions engine = ENGINE_DEFAULTS;
    engine.hash_mb = HASH_MB;
    engine.classical = options->classical;
    if (!h) return NULL;
    h->options = options;
    h->engine = engine_with_scout();
    if (h->engine && engine_configure(h->engine, &engine)) return h;
    selfplay_dismiss(h);
    return NULL;
}

void selfplay_dismiss(SelfplayHand *hand) {
    if (hand) engine_free(hand->engine);
    free(hand);
}

const ScoredGame *selfplay_play(SelfplayHand *hand, uint32_t number) {
    return play_game(hand, number) ? &hand->game : NULL;
}

static bool keep_game(Farm *farm, GameBlock *block, const ScoredGame *game) {
    pthread_mutex_lock(&farm->lock);
    bool kept = gamefile_add(farm->out, block, game);
    if (kept && farm->listener && !farm->listener->played(farm->listener->context, game))
        atomic_store(&farm->stop, true);
    pthread_mutex_unlock(&farm->lock);
    return kept;
}

/* Plays games as long as there are any. */
static void play_games(Farm *farm, Hand *h, GameBlock *block) {
    const SelfplayOptions *o = farm->options;
    while (!atomic_load(&farm->stop) && !selfplay_is_stopped(o)) {
        uint32_t number = atomic_fetch_add(&farm->next, 1);
        if (number >= o->games) break;
        if (selfplaylog_has(farm->log, number)) continue;
        if (!play_game(h, number)) {
            if (selfplay_is_stopped(o)) break;
            give_up(farm, "the engine cannot think here: no memory, no thread or no such opening");
        } else if (!keep_game(farm, block, &h->game)) {
            give_up_writing(farm);
        }
    }
    pthread_mutex_lock(&farm->lock);
    if (!gamefile_write(farm->out, block)) give_up_writing(farm);
    pthread_mutex_unlock(&farm->lock);
}

static void work(void *context, int index) {
    (void)index;
    Farm *farm = context;
    Hand *h = selfplay_hire(farm->options);
    GameBlock *block = malloc(sizeof *block);
    if (h && block) {
        gameblock_init(block, farm->options->rules, 0);
        play_games(farm, h, block);
        gameblock_free(block);
    } else {
        give_up(farm, "not enough memory");
    }
    selfplay_dismiss(h);
    free(block);
}

const char *selfplay_run(const SelfplayOptions *options, const SelfplayLog *log, FileLog *out,
                         const SelfplayListener *listener) {
    Farm farm = {.options = options, .log = log, .listener = listener, .out = out};
    pthread_mutex_init(&farm.lock, NULL);
    threads_run(options->threads, work, &farm);
    pthread_mutex_destroy(&farm.lock);
    errno = atomic_load(&farm.error);
    return atomic_load(&farm.fault);
}

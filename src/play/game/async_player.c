// SPDX-License-Identifier: MIT
//
// The owner and the player's thread share one query at a time, `open`, under a lock.  The thread
// takes it as its `current` query and keeps that even if the owner cancels it: then `open` is
// different and the reply is discarded.
#include "play/game/async_player.h"

#include "base/thread/thread.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    PlayerQueryKind kind;
    Game game;
    SearchLimits limits;
    uint64_t seed;
    atomic_bool stop;
} PendingQuery;

struct AsyncPlayer {
    Player *player;
    AsyncPlayerOptions options;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    // guarded by the lock
    PendingQuery *open, *current;
    bool quitting, answered, has_new_pv;
    PlayerReply reply;
    PvLine pv;
};

static void query_free(PendingQuery *q) {
    if (!q) return;
    game_free(&q->game);
    free(q);
}

static PendingQuery *query_new(const AsyncPlayer *async, const PlayerQuery *query) {
    PendingQuery *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->kind = query->kind;
    q->limits = query->limits;
    q->seed = query->seed;
    if (async->options.threaded || !q->limits.stop) q->limits.stop = &q->stop;
    if (game_copy(&q->game, query->game)) return q;
    query_free(q);
    return NULL;
}

static void wake_owner(const AsyncPlayer *async) {
    if (async->options.wake) async->options.wake(async->options.context);
}

static void on_pv(void *context, const PvLine *pv) {
    AsyncPlayer *async = context;
    pthread_mutex_lock(&async->lock);
    bool wanted = async->open == async->current;
    if (wanted && pv->rank == 1) {
        async->pv = *pv;
        async->has_new_pv = true;
    }
    pthread_mutex_unlock(&async->lock);
    if (wanted) wake_owner(async);
}

static PlayerReply answer_query(AsyncPlayer *async, const PendingQuery *q) {
    Player *player = async->player;
    PlayerReply reply = {.kind = q->kind, .choice = {.move = NO_MOVE}};
    PlayerListener listener = {.context = async, .pv = on_pv};
    switch (q->kind) {
    case PLAYER_QUERY_PREPARE:
        reply.yes = player_prepare(player, &q->game, q->seed, reply.choice.fault);
        break;
    case PLAYER_QUERY_MOVE:
        reply.choice =
            player_choose(player, &q->game, &q->limits, async->options.wake ? &listener : NULL);
        break;
    case PLAYER_QUERY_DRAW: reply.yes = player_accepts_draw(player, &q->game, &q->limits); break;
    }
    return reply;
}

/* With the lock held: takes the open query, answers it without the lock, and stores the reply
 * unless the query was cancelled meanwhile. */
static void handle_query(AsyncPlayer *async) {
    PendingQuery *q = async->current = async->open;
    pthread_mutex_unlock(&async->lock);
    PlayerReply reply = answer_query(async, q);
    pthread_mutex_lock(&async->lock);
    bool wanted = async->open == q;
    if (wanted) {
        async->reply = reply;
        async->answered = true;
        async->open = NULL;
    }
    async->current = NULL;
    query_free(q);
    if (!wanted) return;
    pthread_mutex_unlock(&async->lock);
    wake_owner(async);
    pthread_mutex_lock(&async->lock);
}

static void *thread_main(void *argument) {
    AsyncPlayer *async = argument;
    pthread_mutex_lock(&async->lock);
    while (!async->quitting) {
        if (async->open)
            handle_query(async);
        else
            pthread_cond_wait(&async->changed, &async->lock);
    }
    pthread_mutex_unlock(&async->lock);
    return NULL;
}

AsyncPlayer *async_player_new(Player *player, const AsyncPlayerOptions *options) {
    AsyncPlayer *async = calloc(1, sizeof *async);
    if (!async) return NULL;
    async->player = player;
    async->options = *options;
    pthread_mutex_init(&async->lock, NULL);
    pthread_cond_init(&async->changed, NULL);
    if (!options->threaded || thread_start(&async->thread, thread_main, async)) return async;
    async->options.threaded = false;
    async_player_free(async);
    return NULL;
}

/* Expects the lock. */
static void cancel_locked(AsyncPlayer *async) {
    if (async->current) atomic_store(&async->current->stop, true);
    if (async->open != async->current) query_free(async->open);
    async->open = NULL;
    async->answered = async->has_new_pv = false;
}

void async_player_free(AsyncPlayer *async) {
    if (!async) return;
    pthread_mutex_lock(&async->lock);
    cancel_locked(async);
    async->quitting = true;
    pthread_cond_signal(&async->changed);
    pthread_mutex_unlock(&async->lock);
    if (async->options.threaded) pthread_join(async->thread, NULL);
    pthread_cond_destroy(&async->changed);
    pthread_mutex_destroy(&async->lock);
    free(async);
}

bool async_player_ask(AsyncPlayer *async, const PlayerQuery *query) {
    PendingQuery *q = query_new(async, query);
    if (!q) return false;
    pthread_mutex_lock(&async->lock);
    cancel_locked(async);
    async->open = q;
    pthread_cond_signal(&async->changed);
    pthread_mutex_unlock(&async->lock);
    return true;
}

void async_player_cancel(AsyncPlayer *async) {
    pthread_mutex_lock(&async->lock);
    cancel_locked(async);
    pthread_mutex_unlock(&async->lock);
}

void async_player_move_now(AsyncPlayer *async) {
    pthread_mutex_lock(&async->lock);
    if (async->open) atomic_store(&async->open->stop, true);
    pthread_mutex_unlock(&async->lock);
}

bool async_player_next_pv(AsyncPlayer *async, PvLine *out) {
    pthread_mutex_lock(&async->lock);
    bool has = async->has_new_pv;
    if (has) *out = async->pv;
    async->has_new_pv = false;
    pthread_mutex_unlock(&async->lock);
    return has;
}

bool async_player_next_reply(AsyncPlayer *async, PlayerReply *out) {
    pthread_mutex_lock(&async->lock);
    bool answered = async->answered;
    if (answered) *out = async->reply;
    async->answered = false;
    pthread_mutex_unlock(&async->lock);
    return answered;
}

bool async_player_run(AsyncPlayer *async) {
    pthread_mutex_lock(&async->lock);
    bool works = async->open && !async->options.threaded;
    if (works) handle_query(async);
    pthread_mutex_unlock(&async->lock);
    return works;
}

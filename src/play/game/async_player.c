// SPDX-License-Identifier: MIT
//
// The asker and the seat's thread share one question at a time, the `open` one, under a lock.  The
// thread takes it for its `current` one and keeps that even if the asker drops it: then `open`
// differs, and the answer is thrown away.
#include "play/game/async_player.h"

#include "base/thread/thread.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    SeatTask task;
    Game game;
    Limits limits;
    uint64_t seed;
    atomic_bool stop;
} Question;

struct Seat {
    Player *player;
    SeatOptions options;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    // guarded by the lock
    Question *open, *current;
    bool leaving, answered, has_thought;
    SeatAnswer answer;
    Thought thought;
};

static void question_free(Question *q) {
    if (!q) return;
    game_free(&q->game);
    free(q);
}

static Question *question_new(const Seat *seat, const SeatQuestion *asked) {
    Question *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->task = asked->task;
    q->limits = asked->limits;
    q->seed = asked->seed;
    if (seat->options.threaded || !q->limits.stop) q->limits.stop = &q->stop;
    if (game_copy(&q->game, asked->game)) return q;
    question_free(q);
    return NULL;
}

static void ring(const Seat *seat) {
    if (seat->options.ring) seat->options.ring(seat->options.context);
}

static void hear_thought(void *context, const Thought *thought) {
    Seat *seat = context;
    pthread_mutex_lock(&seat->lock);
    bool wanted = seat->open == seat->current;
    if (wanted && thought->rank == 1) {
        seat->thought = *thought;
        seat->has_thought = true;
    }
    pthread_mutex_unlock(&seat->lock);
    if (wanted) ring(seat);
}

static SeatAnswer consider(Seat *seat, const Question *q) {
    Player *player = seat->player;
    SeatAnswer answer = {.task = q->task, .choice = {.move = NO_MOVE}};
    Listener listener = {.context = seat, .thought = hear_thought};
    switch (q->task) {
    case TASK_PREPARE:
        answer.yes = player_prepare(player, &q->game, q->seed, answer.choice.fault);
        break;
    case TASK_CHOOSE:
        answer.choice =
            player_choose(player, &q->game, &q->limits, seat->options.ring ? &listener : NULL);
        break;
    case TASK_DRAW: answer.yes = player_accepts_draw(player, &q->game, &q->limits); break;
    }
    return answer;
}

/* With the lock held: takes the open question, answers it, and keeps the answer if it is still
 * wanted. */
static void attend(Seat *seat) {
    Question *q = seat->current = seat->open;
    pthread_mutex_unlock(&seat->lock);
    SeatAnswer answer = consider(seat, q);
    pthread_mutex_lock(&seat->lock);
    bool wanted = seat->open == q;
    if (wanted) {
        seat->answer = answer;
        seat->answered = true;
        seat->open = NULL;
    }
    seat->current = NULL;
    question_free(q);
    if (!wanted) return;
    pthread_mutex_unlock(&seat->lock);
    ring(seat);
    pthread_mutex_lock(&seat->lock);
}

static void *seat_main(void *argument) {
    Seat *seat = argument;
    pthread_mutex_lock(&seat->lock);
    while (!seat->leaving) {
        if (seat->open)
            attend(seat);
        else
            pthread_cond_wait(&seat->changed, &seat->lock);
    }
    pthread_mutex_unlock(&seat->lock);
    return NULL;
}

Seat *seat_new(Player *player, const SeatOptions *options) {
    Seat *seat = calloc(1, sizeof *seat);
    if (!seat) return NULL;
    seat->player = player;
    seat->options = *options;
    pthread_mutex_init(&seat->lock, NULL);
    pthread_cond_init(&seat->changed, NULL);
    if (!options->threaded || thread_start(&seat->thread, seat_main, seat)) return seat;
    seat->options.threaded = false;
    seat_free(seat);
    return NULL;
}

/* With the lock held. */
static void drop(Seat *seat) {
    if (seat->current) atomic_store(&seat->current->stop, true);
    if (seat->open != seat->current) question_free(seat->open);
    seat->open = NULL;
    seat->answered = seat->has_thought = false;
}

void seat_free(Seat *seat) {
    if (!seat) return;
    pthread_mutex_lock(&seat->lock);
    drop(seat);
    seat->leaving = true;
    pthread_cond_signal(&seat->changed);
    pthread_mutex_unlock(&seat->lock);
    if (seat->options.threaded) pthread_join(seat->thread, NULL);
    pthread_cond_destroy(&seat->changed);
    pthread_mutex_destroy(&seat->lock);
    free(seat);
}

bool seat_ask(Seat *seat, const SeatQuestion *question) {
    Question *q = question_new(seat, question);
    if (!q) return false;
    pthread_mutex_lock(&seat->lock);
    drop(seat);
    seat->open = q;
    pthread_cond_signal(&seat->changed);
    pthread_mutex_unlock(&seat->lock);
    return true;
}

void seat_drop(Seat *seat) {
    pthread_mutex_lock(&seat->lock);
    drop(seat);
    pthread_mutex_unlock(&seat->lock);
}

void seat_hurry(Seat *seat) {
    pthread_mutex_lock(&seat->lock);
    if (seat->open) atomic_store(&seat->open->stop, true);
    pthread_mutex_unlock(&seat->lock);
}

bool seat_thought(Seat *seat, Thought *out) {
    pthread_mutex_lock(&seat->lock);
    bool has = seat->has_thought;
    if (has) *out = seat->thought;
    seat->has_thought = false;
    pthread_mutex_unlock(&seat->lock);
    return has;
}

bool seat_answer(Seat *seat, SeatAnswer *out) {
    pthread_mutex_lock(&seat->lock);
    bool answered = seat->answered;
    if (answered) *out = seat->answer;
    seat->answered = false;
    pthread_mutex_unlock(&seat->lock);
    return answered;
}

bool seat_work(Seat *seat) {
    pthread_mutex_lock(&seat->lock);
    bool works = seat->open && !seat->options.threaded;
    if (works) attend(seat);
    pthread_mutex_unlock(&seat->lock);
    return works;
}

// SPDX-License-Identifier: MIT
#include "match/match.h"

#include "base/os/clock.h"
#include "base/text/text.h"
#include "base/thread/thread.h"
#include "rules/registry.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { NO_RESULT = -1, PROGRESS_MS = 50 };

/* The state of one worker thread. */
struct MatchWorker {
    Match *match;
    const atomic_bool *stop; // breaks the game off when this becomes true; may be NULL
    pthread_t thread;
    bool running;
    Player *players[2];  // players of the last game, reused for the next one
    int participants[2]; // their participants; -1: none
};

struct Match {
    MatchOptions options;
    int pairings, total;
    signed char *results;                  // White's half-points by game, or NO_RESULT
    int (*faults)[GAME_END_NO_MEMORY + 1]; // by participant
    pthread_mutex_t lock;
    int next; // all games before this are taken
    int active;
    bool decided, failed; // no new games
    atomic_bool halt;     // running games are aborted
    MatchWorker *workers;
};

// --- the schedule ---

static int pairing_count(const MatchOptions *o) {
    int n = o->participant_count;
    return o->gauntlet ? n - 1 : n * (n - 1) / 2;
}

static void pairing_at(const MatchOptions *o, int index, int participants[2]) {
    participants[0] = 0;
    if (!o->gauntlet)
        for (int n = o->participant_count - 1; index >= n; n--) {
            index -= n;
            participants[0]++;
        }
    participants[1] = participants[0] + 1 + index;
}

/* If the number of games is odd, the last round has one game per pairing. */
static void find_in_schedule(const Match *m, int number, int *pairing, int *round, int *half) {
    int full = m->options.games / 2 * 2 * m->pairings;
    if (number < full) {
        *round = number / (2 * m->pairings);
        *pairing = number / 2 % m->pairings;
        *half = number & 1;
    } else {
        *round = m->options.games / 2;
        *pairing = number - full;
        *half = 0;
    }
}

int match_round(const Match *match, int number) {
    int pairing, round, half;
    find_in_schedule(match, number, &pairing, &round, &half);
    return round;
}

void match_participants(const Match *match, int number, int participants[2]) {
    int pairing, round, half;
    find_in_schedule(match, number, &pairing, &round, &half);
    int pair[2];
    pairing_at(&match->options, pairing, pair);
    participants[half] = pair[0];
    participants[!half] = pair[1];
}

// --- creation and release ---

/* Sets a name in the form in which PGN stores it, so that a resumed match recognises its games. */
static void put_name(Participant *p, const char *name, int number) {
    Text text = text_on(p->name, sizeof p->name - 8);
    text_string(&text, name);
    text_sanitize(p->name, strlen(p->name));
    for (char *c = p->name; *c; c++)
        if (*c == '\t') *c = ' ';
    text = text_on(p->name + strlen(p->name), 8);
    if (number) text_format(&text, " (%d)", number);
}

static bool name_is_taken(const MatchOptions *o, int index) {
    for (int i = 0; i < index; i++)
        if (strcmp(o->participants[i].name, o->participants[index].name) == 0) return true;
    return false;
}

/* Starts the participant's player once, to check that it can play and to get its name. */
static bool try_participant(const MatchOptions *o, int index, const Game *game,
                            char error[PLAYER_ERROR_MAX]) {
    Participant *p = &o->participants[index];
    Player *player = player_new(p->player, &p->options, error);
    if (!player) return false;
    bool human = player_is_human(player);
    if (human) strcpy(error, "a match is played without people");
    bool can = !human && player_prepare(player, game, o->seed, error);
    char own[PLAYER_NAME_MAX];
    strcpy(own, p->name[0] ? p->name : player->name);
    player_free(player);
    put_name(p, own, 0);
    for (int number = 2; can && name_is_taken(o, index); number++) put_name(p, own, number);
    return can;
}

static bool try_participants(const MatchOptions *o, char error[PLAYER_ERROR_MAX]) {
    Position start = position_start(o->rules);
    Game game;
    bool can = game_init(&game, &start);
    if (!can) strcpy(error, "not enough memory");
    for (int i = 0; can && i < o->participant_count; i++) can = try_participant(o, i, &game, error);
    game_free(&game);
    return can;
}

Match *match_new(const MatchOptions *options, char error[PLAYER_ERROR_MAX]) {
    Match *m = calloc(1, sizeof *m);
    if (m) {
        m->options = *options;
        m->pairings = pairing_count(options);
        m->total = m->pairings * options->games;
        m->results = malloc((size_t)m->total + 1);
        m->faults = calloc((size_t)options->participant_count, sizeof *m->faults);
        m->workers = calloc((size_t)options->concurrency, sizeof *m->workers);
        pthread_mutex_init(&m->lock, NULL);
    }
    if (!m || !m->results || !m->faults || !m->workers) {
        strcpy(error, "not enough memory");
        match_free(m);
        return NULL;
    }
    memset(m->results, NO_RESULT, (size_t)m->total + 1);
    if (try_participants(options, error)) return m;
    match_free(m);
    return NULL;
}

void match_free(Match *match) {
    if (!match) return;
    pthread_mutex_destroy(&match->lock);
    free(match->results);
    free(match->faults);
    free(match->workers);
    free(match);
}

// --- results ---

static void check_sprt(Match *m) {
    if (!m->options.sprt) return;
    MatchScore score = match_score(m, 0, 1);
    if (sprt_verdict(m->options.sprt, &score) == SPRT_CONTINUE) return;
    m->decided = true;
    atomic_store(&m->halt, true);
}

bool match_record(Match *match, int number, int white_half_points) {
    if (number < 0 || number >= match->total || match->results[number] != NO_RESULT) return false;
    if (white_half_points < 0 || white_half_points > 2) return false;
    match->results[number] = (signed char)white_half_points;
    check_sprt(match);
    return true;
}

bool match_record_game(Match *match, int number, int white_half_points, GameEnd end,
                       Color culprit) {
    int participants[2];
    if (!match_record(match, number, white_half_points)) return false;
    match_participants(match, number, participants);
    if (culprit != NO_COLOR) match->faults[participants[culprit]][end]++;
    return true;
}

bool match_is_played(const Match *match, int number) {
    return match->results[number] != NO_RESULT;
}

bool match_is_decided(const Match *match) {
    return match->decided;
}

static int half_points_for(Outcome outcome, Color color) {
    return outcome.winner == NO_COLOR ? 1 : outcome.winner == color ? 2 : 0;
}

int match_game_count(const Match *match) {
    return match->total;
}

int match_played_count(const Match *match) {
    int played = 0;
    for (int i = 0; i < match->total; i++) played += match->results[i] != NO_RESULT;
    return played;
}

const MatchOptions *match_options(const Match *match) {
    return &match->options;
}

/* Half-points of a participant in one of its games. */
static int half_points_of(const Match *m, int number, int participant) {
    int participants[2];
    match_participants(m, number, participants);
    return participants[WHITE] == participant ? m->results[number] : 2 - m->results[number];
}

static bool is_between(const int participants[2], int participant, int opponent) {
    return (participants[0] == participant && (opponent < 0 || participants[1] == opponent)) ||
           (participants[1] == participant && (opponent < 0 || participants[0] == opponent));
}

/* `opponent` -1: all opponents. */
static MatchScore count_results(const Match *m, int participant, int opponent) {
    MatchScore score = {0};
    for (int i = 0; i < m->total; i++) {
        int participants[2], pairing, round, half;
        match_participants(m, i, participants);
        if (m->results[i] == NO_RESULT || !is_between(participants, participant, opponent))
            continue;
        int half_points = half_points_of(m, i, participant);
        match_score_add_game(&score, half_points);
        find_in_schedule(m, i, &pairing, &round, &half);
        if (half == 1 && m->results[i - 1] != NO_RESULT)
            match_score_add_pair(&score, half_points + half_points_of(m, i - 1, participant));
    }
    return score;
}

MatchScore match_score(const Match *match, int participant, int opponent) {
    return count_results(match, participant, opponent);
}

MatchScore match_total_score(const Match *match, int participant) {
    return count_results(match, participant, -1);
}

int match_fault_count(const Match *match, int participant, GameEnd end) {
    return match->faults[participant][end];
}

// --- playing ---

static bool should_stop(const Match *m) {
    return m->decided || m->failed || atomic_load(&m->halt) ||
           (m->options.stop && atomic_load(m->options.stop));
}

/* Takes the next game without a result; -1: there is none, or the match must end. */
static int next_game(Match *m) {
    pthread_mutex_lock(&m->lock);
    int number = -1;
    while (m->next < m->total && m->results[m->next] != NO_RESULT) m->next++;
    if (m->next < m->total && !should_stop(m)) number = m->next++;
    pthread_mutex_unlock(&m->lock);
    return number;
}

/* Replaces the player of a side; frees the old one. */
static void set_player(MatchWorker *worker, int side, Player *player, int participant) {
    if (worker->players[side] != player) player_free(worker->players[side]);
    worker->players[side] = player;
    worker->participants[side] = participant;
}

static void swap_sides(MatchWorker *worker) {
    Player *player = worker->players[0];
    int participant = worker->participants[0];
    worker->players[0] = worker->players[1];
    worker->participants[0] = worker->participants[1];
    worker->players[1] = player;
    worker->participants[1] = participant;
}

/* Sets up both players; reuses those of the last game if possible. */
static bool set_players(MatchWorker *worker, const int participants[2], char *error) {
    if (worker->participants[0] == participants[1] || worker->participants[1] == participants[0])
        swap_sides(worker);
    for (int side = 0; side < 2; side++) {
        if (worker->players[side] && worker->participants[side] == participants[side]) continue;
        const Participant *p = &worker->match->options.participants[participants[side]];
        errno = 0;
        Player *player = player_new(p->player, &p->options, error);
        set_player(worker, side, player, player ? participants[side] : -1);
        if (!player) return false;
    }
    return true;
}

static Opening opening_for(const Match *m, int number) {
    const Openings *openings = m->options.openings;
    if (openings && openings->count)
        return openings->items[match_round(m, number) % openings->count];
    return (Opening){.start = position_start(m->options.rules)};
}

/* The result if a player could not be started: it loses, unless memory was short. */
static void forfeit(RefereedGame *game, const Position *start, Color culprit, const char *error) {
    *game = (RefereedGame){.end = GAME_END_NO_MEMORY, .culprit = culprit};
    if (errno == ENOMEM || !game_init(&game->game, start)) return;
    game->end = GAME_END_CRASH;
    game->outcome = (Outcome){OUTCOME_ABANDONED, other(culprit)};
    game_declare(&game->game, game->outcome);
    Text text = text_on(game->fault, sizeof game->fault);
    text_string(&text, error);
}

static void play_game(MatchWorker *worker, int number, const int participants[2],
                      RefereedGame *game) {
    const Match *m = worker->match;
    char error[PLAYER_ERROR_MAX];
    Opening opening = opening_for(m, number);
    Rng seeds = rng_seeded(m->options.seed + (uint64_t)number);
    if (!set_players(worker, participants, error)) {
        forfeit(game, &opening.start, worker->players[WHITE] ? BLACK : WHITE, error);
        return;
    }
    RefereeOptions referee_options = {.seed = rng_next(&seeds),
                                      .margin_ms = m->options.margin_ms,
                                      .adjudication = m->options.adjudication,
                                      .stop = worker->stop};
    for (int side = 0; side < 2; side++) {
        referee_options.players[side] = worker->players[side];
        referee_options.budget[side] = m->options.participants[participants[side]].budget;
    }
    referee_play(&referee_options, &opening.start, opening.moves, opening.count, game);
}

static void free_players(MatchWorker *worker) {
    for (int side = 0; side < 2; side++) set_player(worker, side, NULL, -1);
}

MatchWorker *match_worker_new(Match *match) {
    MatchWorker *worker = malloc(sizeof *worker);
    if (worker)
        *worker =
            (MatchWorker){.match = match, .stop = match->options.stop, .participants = {-1, -1}};
    return worker;
}

void match_worker_free(MatchWorker *worker) {
    if (worker) free_players(worker);
    free(worker);
}

void match_worker_play(MatchWorker *worker, int number, RefereedGame *out) {
    int participants[2];
    match_participants(worker->match, number, participants);
    play_game(worker, number, participants, out);
}

static void record_result(Match *m, int number, const int participants[2],
                          const RefereedGame *game) {
    pthread_mutex_lock(&m->lock);
    if (game->end == GAME_END_NO_MEMORY) m->failed = true;
    if (!m->decided && game->end != GAME_END_STOPPED && game->end != GAME_END_NO_MEMORY) {
        m->results[number] = (signed char)half_points_for(game->outcome, WHITE);
        if (game->culprit != NO_COLOR) m->faults[participants[game->culprit]][game->end]++;
        check_sprt(m);
        MatchGame report = {
            .number = number, .participants = {participants[0], participants[1]}, .game = game};
        if (m->options.finished) m->options.finished(m->options.context, m, &report);
    }
    pthread_mutex_unlock(&m->lock);
}

static void *worker_main(void *context) {
    MatchWorker *worker = context;
    Match *m = worker->match;
    for (int number; (number = next_game(m)) >= 0;) {
        int participants[2];
        RefereedGame game;
        match_participants(m, number, participants);
        play_game(worker, number, participants, &game);
        record_result(m, number, participants, &game);
        refereed_game_free(&game);
    }
    free_players(worker);
    pthread_mutex_lock(&m->lock);
    m->active--;
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static int start_workers(Match *m) {
    int started = 0;
    m->active = m->options.concurrency;
    for (int i = 0; i < m->options.concurrency; i++) {
        MatchWorker *worker = &m->workers[i];
        *worker = (MatchWorker){.match = m, .stop = &m->halt, .participants = {-1, -1}};
        worker->running = thread_start(&worker->thread, worker_main, worker);
        started += worker->running;
    }
    pthread_mutex_lock(&m->lock);
    m->active -= m->options.concurrency - started;
    pthread_mutex_unlock(&m->lock);
    return started;
}

/* Forwards the stop flag and reports progress; false when all workers have ended. */
static bool check_progress(Match *m) {
    pthread_mutex_lock(&m->lock);
    bool active = m->active > 0;
    if (m->options.stop && atomic_load(m->options.stop)) atomic_store(&m->halt, true);
    if (m->options.progress) m->options.progress(m->options.context, m);
    pthread_mutex_unlock(&m->lock);
    return active;
}

MatchStatus match_run(Match *match) {
    int started = start_workers(match);
    while (check_progress(match)) clock_sleep_ms(PROGRESS_MS);
    for (int i = 0; i < match->options.concurrency; i++)
        if (match->workers[i].running) pthread_join(match->workers[i].thread, NULL);
    if (started == 0 || match->failed) return MATCH_FAILED;
    bool stopped = match->options.stop && atomic_load(match->options.stop);
    return stopped && !match->decided ? MATCH_STOPPED : MATCH_DONE;
}

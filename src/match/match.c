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

enum { NO_RESULT = -1, WATCH_MS = 50 };

/* What one thread plays with. */
struct MatchBoard {
    Match *match;
    pthread_t thread;
    bool running;
    Player *players[2]; // those of the last game, for the next one
    int entrants[2];    // whose players they are; -1: none
};

struct Match {
    MatchOptions options;
    int pairings, total;
    signed char *results;          // half-points of White by game, or NO_RESULT
    int (*faults)[END_MEMORY + 1]; // by entrant
    pthread_mutex_t lock;
    int next; // no game before this is free
    int active;
    bool decided, failed; // no new games
    atomic_bool halt;     // and the running ones are broken off
    MatchBoard *boards;
};

/* The schedule. */

static int pairing_count(const MatchOptions *o) {
    int n = o->entrant_count;
    return o->gauntlet ? n - 1 : n * (n - 1) / 2;
}

static void pairing_at(const MatchOptions *o, int index, int entrants[2]) {
    entrants[0] = 0;
    if (!o->gauntlet)
        for (int n = o->entrant_count - 1; index >= n; n--) {
            index -= n;
            entrants[0]++;
        }
    entrants[1] = entrants[0] + 1 + index;
}

/* The last round of an odd number of games has one game per pairing. */
static void locate(const Match *m, int number, int *pairing, int *round, int *half) {
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
    locate(match, number, &pairing, &round, &half);
    return round;
}

void match_entrants(const Match *match, int number, int entrants[2]) {
    int pairing, round, half;
    locate(match, number, &pairing, &round, &half);
    int pair[2];
    pairing_at(&match->options, pairing, pair);
    entrants[half] = pair[0];
    entrants[!half] = pair[1];
}

/* Life. */

/* A name as PGN keeps it, or a match could not go on with its own games. */
static void put_name(Entrant *e, const char *name, int number) {
    Text text = text_on(e->name, sizeof e->name - 8);
    text_string(&text, name);
    text_tame(e->name, strlen(e->name));
    for (char *c = e->name; *c; c++)
        if (*c == '\t') *c = ' ';
    text = text_on(e->name + strlen(e->name), 8);
    if (number) text_format(&text, " (%d)", number);
}

static bool name_is_taken(const MatchOptions *o, int index) {
    for (int i = 0; i < index; i++)
        if (strcmp(o->entrants[i].name, o->entrants[index].name) == 0) return true;
    return false;
}

/* Starts the entrant's player once, to see that it can play and what it is called. */
static bool try_entrant(const MatchOptions *o, int index, const Game *game,
                        char error[PLAYER_ERROR_MAX]) {
    Entrant *e = &o->entrants[index];
    Player *player = player_new(e->player, &e->options, error);
    if (!player) return false;
    bool human = player_is_human(player);
    if (human) strcpy(error, "a match is played without people");
    bool can = !human && player_prepare(player, game, o->seed, error);
    char own[PLAYER_NAME_MAX];
    strcpy(own, e->name[0] ? e->name : player->name);
    player_free(player);
    put_name(e, own, 0);
    for (int number = 2; can && name_is_taken(o, index); number++) put_name(e, own, number);
    return can;
}

static bool try_entrants(const MatchOptions *o, char error[PLAYER_ERROR_MAX]) {
    Position start = position_start(o->rules);
    Game game;
    bool can = game_init(&game, &start);
    if (!can) strcpy(error, "not enough memory");
    for (int i = 0; can && i < o->entrant_count; i++) can = try_entrant(o, i, &game, error);
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
        m->faults = calloc((size_t)options->entrant_count, sizeof *m->faults);
        m->boards = calloc((size_t)options->concurrency, sizeof *m->boards);
        pthread_mutex_init(&m->lock, NULL);
    }
    if (!m || !m->results || !m->faults || !m->boards) {
        strcpy(error, "not enough memory");
        match_free(m);
        return NULL;
    }
    memset(m->results, NO_RESULT, (size_t)m->total + 1);
    if (try_entrants(options, error)) return m;
    match_free(m);
    return NULL;
}

void match_free(Match *match) {
    if (!match) return;
    pthread_mutex_destroy(&match->lock);
    free(match->results);
    free(match->faults);
    free(match->boards);
    free(match);
}

/* Results. */

static void check_sprt(Match *m) {
    if (!m->options.sprt) return;
    Tally tally = match_tally(m, 0, 1);
    if (sprt_verdict(m->options.sprt, &tally) == SPRT_CONTINUE) return;
    m->decided = true;
    atomic_store(&m->halt, true);
}

bool match_record(Match *match, int number, int white_halves) {
    if (number < 0 || number >= match->total || match->results[number] != NO_RESULT) return false;
    if (white_halves < 0 || white_halves > 2) return false;
    match->results[number] = (signed char)white_halves;
    check_sprt(match);
    return true;
}

bool match_record_game(Match *match, int number, int white_halves, GameEnd end, Color culprit) {
    int entrants[2];
    if (!match_record(match, number, white_halves)) return false;
    match_entrants(match, number, entrants);
    if (culprit != NO_COLOR) match->faults[entrants[culprit]][end]++;
    return true;
}

bool match_has(const Match *match, int number) {
    return match->results[number] != NO_RESULT;
}

bool match_is_decided(const Match *match) {
    return match->decided;
}

static int halves_for(Outcome outcome, Color color) {
    return outcome.winner == NO_COLOR ? 1 : outcome.winner == color ? 2 : 0;
}

int match_games(const Match *match) {
    return match->total;
}

int match_played(const Match *match) {
    int played = 0;
    for (int i = 0; i < match->total; i++) played += match->results[i] != NO_RESULT;
    return played;
}

const MatchOptions *match_options(const Match *match) {
    return &match->options;
}

/* Half-points of an entrant in a game it plays. */
static int halves_of(const Match *m, int number, int entrant) {
    int entrants[2];
    match_entrants(m, number, entrants);
    return entrants[WHITE] == entrant ? m->results[number] : 2 - m->results[number];
}

static bool is_between(const int entrants[2], int entrant, int opponent) {
    return (entrants[0] == entrant && (opponent < 0 || entrants[1] == opponent)) ||
           (entrants[1] == entrant && (opponent < 0 || entrants[0] == opponent));
}

/* With opponent -1: against all. */
static Tally count_results(const Match *m, int entrant, int opponent) {
    Tally tally = {0};
    for (int i = 0; i < m->total; i++) {
        int entrants[2], pairing, round, half;
        match_entrants(m, i, entrants);
        if (m->results[i] == NO_RESULT || !is_between(entrants, entrant, opponent)) continue;
        int halves = halves_of(m, i, entrant);
        tally_game(&tally, halves);
        locate(m, i, &pairing, &round, &half);
        if (half == 1 && m->results[i - 1] != NO_RESULT)
            tally_pair(&tally, halves + halves_of(m, i - 1, entrant));
    }
    return tally;
}

Tally match_tally(const Match *match, int entrant, int opponent) {
    return count_results(match, entrant, opponent);
}

Tally match_total(const Match *match, int entrant) {
    return count_results(match, entrant, -1);
}

int match_faults(const Match *match, int entrant, GameEnd end) {
    return match->faults[entrant][end];
}

/* Playing. */

static bool must_stop(const Match *m) {
    return m->decided || m->failed || atomic_load(&m->halt) ||
           (m->options.stop && atomic_load(m->options.stop));
}

/* The next game without a result; -1: none, or the match is to end. */
static int take_game(Match *m) {
    pthread_mutex_lock(&m->lock);
    int number = -1;
    while (m->next < m->total && m->results[m->next] != NO_RESULT) m->next++;
    if (m->next < m->total && !must_stop(m)) number = m->next++;
    pthread_mutex_unlock(&m->lock);
    return number;
}

/* Gives a side's player up, or puts another in its place. */
static void seat(MatchBoard *board, int side, Player *player, int entrant) {
    if (board->players[side] != player) player_free(board->players[side]);
    board->players[side] = player;
    board->entrants[side] = entrant;
}

static void swap_sides(MatchBoard *board) {
    Player *player = board->players[0];
    int entrant = board->entrants[0];
    board->players[0] = board->players[1];
    board->entrants[0] = board->entrants[1];
    board->players[1] = player;
    board->entrants[1] = entrant;
}

/* Both players at the board, those of the last game where they are the same. */
static bool seat_players(MatchBoard *board, const int entrants[2], char *error) {
    if (board->entrants[0] == entrants[1] || board->entrants[1] == entrants[0]) swap_sides(board);
    for (int side = 0; side < 2; side++) {
        if (board->players[side] && board->entrants[side] == entrants[side]) continue;
        const Entrant *e = &board->match->options.entrants[entrants[side]];
        errno = 0;
        Player *player = player_new(e->player, &e->options, error);
        seat(board, side, player, player ? entrants[side] : -1);
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

/* A player that could not be started loses without a move, unless there was no memory for it. */
static void forfeit(RefereedGame *game, const Position *start, Color culprit, const char *error) {
    *game = (RefereedGame){.end = END_MEMORY, .culprit = culprit};
    if (errno == ENOMEM || !game_init(&game->game, start)) return;
    game->end = END_GONE;
    game->outcome = (Outcome){ABANDONED, other(culprit)};
    game_declare(&game->game, game->outcome);
    Text text = text_on(game->fault, sizeof game->fault);
    text_string(&text, error);
}

static void play_game(MatchBoard *board, int number, const int entrants[2], RefereedGame *game) {
    const Match *m = board->match;
    char error[PLAYER_ERROR_MAX];
    Opening opening = opening_for(m, number);
    Rng seeds = rng_seeded(m->options.seed + (uint64_t)number);
    if (!seat_players(board, entrants, error)) {
        forfeit(game, &opening.start, board->players[WHITE] ? BLACK : WHITE, error);
        return;
    }
    Referee referee = {.seed = rng_next(&seeds),
                       .margin_ms = m->options.margin_ms,
                       .adjudication = m->options.adjudication,
                       .stop = &m->halt};
    for (int side = 0; side < 2; side++) {
        referee.players[side] = board->players[side];
        referee.allowance[side] = m->options.entrants[entrants[side]].allowance;
    }
    referee_play(&referee, &opening.start, opening.moves, opening.count, game);
}

static void clear_board(MatchBoard *board) {
    for (int side = 0; side < 2; side++) seat(board, side, NULL, -1);
}

MatchBoard *match_board_new(Match *match) {
    MatchBoard *board = malloc(sizeof *board);
    if (board) *board = (MatchBoard){.match = match, .entrants = {-1, -1}};
    return board;
}

void match_board_free(MatchBoard *board) {
    if (board) clear_board(board);
    free(board);
}

void match_play(MatchBoard *board, int number, RefereedGame *out) {
    int entrants[2];
    match_entrants(board->match, number, entrants);
    play_game(board, number, entrants, out);
}

static void take_result(Match *m, int number, const int entrants[2], const RefereedGame *game) {
    pthread_mutex_lock(&m->lock);
    if (game->end == END_MEMORY) m->failed = true;
    if (!m->decided && game->end != END_STOPPED && game->end != END_MEMORY) {
        m->results[number] = (signed char)halves_for(game->outcome, WHITE);
        if (game->culprit != NO_COLOR) m->faults[entrants[game->culprit]][game->end]++;
        check_sprt(m);
        MatchGame report = {.number = number, .entrants = {entrants[0], entrants[1]}, .game = game};
        if (m->options.finished) m->options.finished(m->options.context, m, &report);
    }
    pthread_mutex_unlock(&m->lock);
}

static void *run_board(void *context) {
    MatchBoard *board = context;
    Match *m = board->match;
    for (int number; (number = take_game(m)) >= 0;) {
        int entrants[2];
        RefereedGame game;
        match_entrants(m, number, entrants);
        play_game(board, number, entrants, &game);
        take_result(m, number, entrants, &game);
        refereed_free(&game);
    }
    clear_board(board);
    pthread_mutex_lock(&m->lock);
    m->active--;
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static int start_boards(Match *m) {
    int started = 0;
    m->active = m->options.concurrency;
    for (int i = 0; i < m->options.concurrency; i++) {
        MatchBoard *board = &m->boards[i];
        *board = (MatchBoard){.match = m, .entrants = {-1, -1}};
        board->running = thread_start(&board->thread, run_board, board);
        started += board->running;
    }
    pthread_mutex_lock(&m->lock);
    m->active -= m->options.concurrency - started;
    pthread_mutex_unlock(&m->lock);
    return started;
}

/* One look at the match; false when everybody has left. */
static bool look(Match *m) {
    pthread_mutex_lock(&m->lock);
    bool active = m->active > 0;
    if (m->options.stop && atomic_load(m->options.stop)) atomic_store(&m->halt, true);
    if (m->options.watch) m->options.watch(m->options.context, m);
    pthread_mutex_unlock(&m->lock);
    return active;
}

MatchStatus match_run(Match *match) {
    int started = start_boards(match);
    while (look(match)) clock_sleep_ms(WATCH_MS);
    for (int i = 0; i < match->options.concurrency; i++)
        if (match->boards[i].running) pthread_join(match->boards[i].thread, NULL);
    if (started == 0 || match->failed) return MATCH_FAILED;
    bool stopped = match->options.stop && atomic_load(match->options.stop);
    return stopped && !match->decided ? MATCH_STOPPED : MATCH_DONE;
}

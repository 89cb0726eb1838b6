// SPDX-License-Identifier: MIT
//
// Games of the engine against itself, to learn from: quiet positions with the search's score and
// the game's result, one per line.
#include "roek/base/clock.h"
#include "roek/base/rng.h"
#include "roek/base/text.h"
#include "roek/base/thread.h"
#include "roek/cmd/command.h"
#include "roek/notation/fen.h"
#include "roek/rules/rules.h"
#include "roek/search/engine.h"
#include "roek/search/order.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const Rules *rules;
    int64_t games, nodes, threads, seed, seconds;
    int64_t opening_min, opening_max; // random plies before the game
    FILE *out;
    pthread_mutex_t lock;
    atomic_llong played, kept;
    int64_t deadline; // clock_ms, 0: none
} Farm;

typedef struct {
    char fen[FEN_MAX];
    Score score; // White's
} Sample;

enum { GAME_PLIES = 400, WIN_PLIES = 4, DRAW_PLIES = 10 };

typedef struct {
    Farm *farm;
    Rng rng;
    Engine *engine;
    Move moves[GAME_PLIES + 16];
    int count;
    Sample samples[GAME_PLIES];
    int sampled;
} Player;

/* Random legal moves; false if the game ended on the way. */
static bool play_opening(Player *p, Position *pos) {
    const Farm *farm = p->farm;
    int span = (int)(farm->opening_max - farm->opening_min + 1);
    int plies = (int)farm->opening_min + (int)rng_below(&p->rng, (uint32_t)span);
    for (p->count = 0; p->count < plies; p->count++) {
        MoveList list;
        position_legal_moves(pos, &list);
        if (list.count == 0) return false;
        p->moves[p->count] = list.items[rng_below(&p->rng, (uint32_t)list.count)];
        position_play(pos, p->moves[p->count]);
    }
    return position_outcome(pos).reason == ONGOING;
}

static void keep_sample(Player *p, const Position *pos, Move best, Score white_score) {
    bool check = pos->rules->has_check && position_is_check(pos);
    bool arrival =
        pos->rules->goal & bit(move_to(best)) && piece_role(pos->piece[move_from(best)]) == KING;
    if (check || arrival || move_is_noisy(pos, best) || abs(white_score) > 2500) return;
    if (p->sampled == GAME_PLIES) return;
    Sample *s = &p->samples[p->sampled++];
    fen_write_position(pos, s->fen);
    s->score = white_score;
}

/* Counts plies in a row that say the same, to end decided and dead games early. */
typedef struct {
    int white, black, draw;
} Streaks;

static int verdict(Streaks *s, Score white_score, int ply, bool draws) {
    s->white = white_score >= 1500 ? s->white + 1 : 0;
    s->black = white_score <= -1500 ? s->black + 1 : 0;
    s->draw = draws && ply > 60 && abs(white_score) <= 8 ? s->draw + 1 : 0;
    if (s->white >= WIN_PLIES) return 2;
    if (s->black >= WIN_PLIES) return 0;
    return s->draw >= DRAW_PLIES ? 1 : -1;
}

static bool is_third_time(const Key *keys, int count, const Position *pos) {
    int found = 0;
    for (int i = count - 1; i >= 0 && i >= count - pos->halfmove; i--) found += keys[i] == pos->key;
    return found >= 2;
}

/* Plays one game; returns White's result in half points, -1 if it is of no use. */
static int play_game(Player *p) {
    Position start = position_start(p->farm->rules), pos = start;
    Key keys[GAME_PLIES + 16];
    Streaks streaks = {0};
    p->sampled = 0;
    if (!play_opening(p, &pos)) return -1;
    engine_clear(p->engine);
    start = pos;
    p->count = 0;
    for (int ply = 0; ply < GAME_PLIES; ply++) {
        Outcome outcome = position_outcome(&pos);
        if (outcome.reason != ONGOING)
            return outcome.winner == WHITE ? 2 : outcome.winner == BLACK ? 0 : 1;
        if (pos.halfmove >= 100 || is_third_time(keys, ply, &pos)) return 1;
        keys[ply] = pos.key;
        Limits limits = {.nodes = (uint64_t)p->farm->nodes};
        engine_set_position(p->engine, &start, p->moves, p->count);
        SearchResult r = engine_search(p->engine, &limits, NULL);
        Score white_score = position_turn(&pos) == WHITE ? r.score : -r.score;
        if (ply == 0 && abs(white_score) > 400) return -1;
        int decided = verdict(&streaks, white_score, ply, !pos.rules->goal);
        if (decided >= 0) return decided;
        keep_sample(p, &pos, r.best, white_score);
        p->moves[p->count++] = r.best;
        position_play(&pos, r.best);
    }
    return 1;
}

static void write_game(Player *p, int result) {
    static const char *const RESULTS[] = {"0", "0.5", "1"};
    Farm *farm = p->farm;
    pthread_mutex_lock(&farm->lock);
    for (int i = 0; i < p->sampled; i++)
        fprintf(farm->out, "%s;%d;%s\n", p->samples[i].fen, p->samples[i].score, RESULTS[result]);
    pthread_mutex_unlock(&farm->lock);
    atomic_fetch_add(&farm->kept, p->sampled);
}

static void *player_main(void *argument) {
    Player *p = argument;
    Farm *farm = p->farm;
    while (atomic_load(&farm->played) < farm->games) {
        if (farm->deadline && clock_ms() > farm->deadline) break;
        int result = play_game(p);
        if (result < 0) continue;
        atomic_fetch_add(&farm->played, 1);
        write_game(p, result);
    }
    return NULL;
}

static int run_farm(Farm *farm) {
    int n = (int)farm->threads, started = 0, status = EXIT_DONE;
    Player *players = calloc((size_t)n, sizeof *players);
    pthread_t *threads = calloc((size_t)n, sizeof *threads);
    for (int i = 0; players && threads && i < n; i++) {
        players[i].farm = farm;
        players[i].rng = rng_seeded((uint64_t)farm->seed * 1000003u + (uint64_t)i);
        players[i].engine = engine_new();
        if (!players[i].engine) break;
        if (!thread_start(&threads[i], player_main, &players[i])) break;
        started++;
    }
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    if (started < n) {
        complain("only %d of %d threads could be started", started, n);
        status = EXIT_MACHINE;
    }
    for (int i = 0; players && i < n; i++) engine_free(players[i].engine);
    free(players);
    free(threads);
    return status;
}

static int run(const Command *self, int argc, char **argv) {
    Farm farm = {.games = 100,
                 .nodes = 5000,
                 .threads = 1,
                 .seed = 1,
                 .opening_min = 8,
                 .opening_max = 9,
                 .out = stdout};
    const char *variant = "chess", *file = NULL;
    const Option options[] = {
        {"games", 'g', OPTION_INT, &farm.games, "N", "how many games (100)", 1, 1000000000},
        {"nodes", 'n', OPTION_INT, &farm.nodes, "N", "nodes per move (5000)", 1, 1000000000},
        {"seconds", 0, OPTION_INT, &farm.seconds, "S", "start no game after so long", 1, 1000000},
        {"threads", 't', OPTION_INT, &farm.threads, "N", "games at a time (1)", 1, 256},
        {"seed", 's', OPTION_INT, &farm.seed, "N", "other games for another seed (1)", 0,
         INT32_MAX},
        {"opening-min", 0, OPTION_INT, &farm.opening_min, "N", "random plies at least (8)", 0, 16},
        {"opening-max", 0, OPTION_INT, &farm.opening_max, "N", "random plies at most (9)", 0, 16},
        {"variant", 'v', OPTION_TEXT, &variant, "NAME", "chess or racingkings", 0, 0},
        {"output", 'o', OPTION_TEXT, &file, "FILE", "write here instead of stdout", 0, 0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    farm.rules = rules_find(variant);
    if (!farm.rules || rest.count || farm.opening_min > farm.opening_max) {
        complain(!farm.rules  ? "unknown variant"
                 : rest.count ? "selfplay takes no operands"
                              : "no opening is that short");
        return EXIT_MISUSE;
    }
    if (file && !(farm.out = fopen(file, "w"))) {
        complain("cannot write '%s'", file);
        return EXIT_MACHINE;
    }
    farm.deadline = farm.seconds ? clock_ms() + farm.seconds * 1000 : 0;
    pthread_mutex_init(&farm.lock, NULL);
    int status = run_farm(&farm);
    pthread_mutex_destroy(&farm.lock);
    if (file && fclose(farm.out) != 0) {
        complain("cannot write '%s'", file);
        status = EXIT_MACHINE;
    }
    fprintf(stderr, "%lld games, %lld positions\n", atomic_load(&farm.played),
            atomic_load(&farm.kept));
    return status;
}

const Command command_selfplay = {
    .name = "selfplay",
    .synopsis = "selfplay [OPTION]...",
    .summary = "Play games against itself and write positions to learn from",
    .details = "Each line: FEN;score in centipawns for White;result for White (0, 0.5, 1).\n"
               "Only quiet positions are kept.\n"
               "\n"
               "  $ roek selfplay --games 1000 --nodes 5000 --threads 2 -o games.txt\n",
    .run = run,
};

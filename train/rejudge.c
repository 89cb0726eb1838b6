// SPDX-License-Identifier: MIT
//
// Rescores old games: the current engine searches every quiet position again and starts no
// iteration after N nodes. The other positions get the score of the next quiet one.
//
//     rejudge NODES OUT GAMES...
//
// A game is searched from its end to its beginning, so that the transposition table holds results
// of later positions. Measured against searches of 30,000 nodes, this makes 120 nodes as good as
// 250 (train/README.md).
#include "base/file/file.h"
#include "match/training_file.h"
#include "notation/text/fen.h"
#include "quiet.h"
#include "search/engine.h"

#include <stdio.h>
#include <stdlib.h>

enum { HASH_MB = 2, HARD_FACTOR = 10, PLIES_MAX = SCORED_OPENING_MAX + SCORED_PLIES_MAX };

typedef struct {
    Engine *engine;
    uint64_t nodes;
    FileLog *out;
    TrainingBlock *block;
    bool failed;
} Rescorer;

static Score rescore_position(const Rescorer *j, const Position *start, const ScoredGame *game,
                              int count) {
    SearchLimits limits = {.soft_nodes = j->nodes, .nodes = j->nodes * HARD_FACTOR};
    engine_set_position(j->engine, start, game->moves, count);
    Score score = engine_search(j->engine, &limits, NULL).score;
    return position_turn(engine_position(j->engine)) == WHITE ? score : -score;
}

static void find_quiet(const Position *start, const ScoredGame *game, bool quiet[PLIES_MAX]) {
    Position pos = *start;
    for (int i = 0; i < game->opening + game->plies; i++) {
        quiet[i] = is_quiet(&pos, game->moves[i]);
        position_play(&pos, game->moves[i]);
    }
}

/* Begins the output with the first game, since the game determines the rules. */
static bool begin_file(Rescorer *j, const Rules *rules, uint32_t first) {
    if (j->block->rules) return true;
    training_block_init(j->block, rules, first);
    return training_file_begin(j->out, rules);
}

static bool rescore_game(const Rules *rules, const ScoredGame *old, void *context) {
    Rescorer *j = context;
    ScoredGame game = *old;
    Position start = position_start(rules);
    bool quiet[PLIES_MAX];
    find_quiet(&start, &game, quiet);
    engine_clear(j->engine);
    int score = game.plies > 0 ? game.scores[game.plies - 1] : 0;
    for (int i = game.plies - 1; i >= 0; i--) {
        if (quiet[game.opening + i]) score = rescore_position(j, &start, &game, game.opening + i);
        game.scores[i] = (int16_t)score;
    }
    j->failed = !begin_file(j, rules, game.number) || !training_file_add(j->out, j->block, &game);
    return !j->failed;
}

/* Rescores the games of a file; false if it could not be read or written. */
static bool rescore_file(Rescorer *j, const char *path) {
    FileContents view;
    if (!file_load(path, &view)) return false;
    TrainingFileReport report = training_file_read(view.data, view.size, rescore_game, j);
    file_contents_free(&view);
    printf("%s: %u games, %llu plies\n", path, report.games, (unsigned long long)report.plies);
    fflush(stdout);
    return !j->failed && !report.fault;
}

static bool rescore_files(Rescorer *j, int count, char **paths) {
    for (int i = 0; i < count; i++)
        if (!rescore_file(j, paths[i])) return false;
    return j->block->rules && training_file_write(j->out, j->block);
}

int main(int argc, char **argv) {
    TrainingBlock block = {0};
    EngineOptions options = ENGINE_DEFAULTS;
    options.hash_mb = HASH_MB;
    if (argc < 4 || strtoull(argv[1], NULL, 10) == 0) {
        fputs("usage: rejudge NODES OUT GAMES...\n", stderr);
        return 2;
    }
    Rescorer j = {.engine = engine_new(),
                  .nodes = strtoull(argv[1], NULL, 10),
                  .out = file_log_open(argv[2], FILE_LOG_CREATE),
                  .block = &block};
    bool done = j.engine && j.out && engine_configure(j.engine, &options) &&
                rescore_files(&j, argc - 3, argv + 3);
    if (!file_log_close(j.out)) done = false;
    if (!done) fputs("rejudge: something could not be read or written\n", stderr);
    training_block_free(&block);
    engine_free(j.engine);
    return done ? 0 : 1;
}

// SPDX-License-Identifier: MIT
//
// The engine as a player, at full strength or at a level.
#include "play/players/player_kinds.h"

#include "base/text/text.h"
#include "eval/eval.h"
#include "solve/mate/mate_prober.h"

#include <string.h>

/* A draw is accepted if the score (centipawns) is not above the margin, from this move on. */
enum { DRAW_MARGIN = 10, DRAW_EARLIEST = 10, DRAW_NODES = 20000 };

static bool roek_open(Player *player, const char *argument, char error[PLAYER_ERROR_MAX]) {
    int64_t level = ENGINE_SKILL_MAX;
    Text out = text_on(error, PLAYER_ERROR_MAX);
    if (argument && !text_to_int(argument, 0, ENGINE_SKILL_MAX, &level)) {
        text_format(&out, "roek:LEVEL wants a level from 0 to %d, not '%.40s'", ENGINE_SKILL_MAX,
                    argument);
        return false;
    }
    if (argument) {
        Text name = text_on(player->name, PLAYER_NAME_MAX);
        text_format(&name, "Roek, level %d", (int)level);
    }
    EngineOptions options = ENGINE_DEFAULTS;
    options.threads = player->options.threads;
    options.hash_mb = player->options.hash_mb;
    options.skill = (int)level;
    options.shuffle = true;
    options.seed = player->options.seed;
    Engine *engine = engine_new_with_mate_prober();
    if (!engine || !engine_configure(engine, &options)) {
        engine_free(engine);
        text_string(&out, "not enough memory for the engine");
        return false;
    }
    engine_set_tablebase_prober(engine, player->options.prober);
    player->state = engine;
    return true;
}

static void roek_close(Player *player) {
    engine_free(player->state);
}

static bool roek_prepare(Player *player, const Game *game, uint64_t seed,
                         char error[PLAYER_ERROR_MAX]) {
    (void)game;
    (void)error;
    engine_clear(player->state);
    engine_seed(player->state, seed);
    return true;
}

static void forward_info(void *context, const SearchInfo *info) {
    const PlayerListener *listener = context;
    if (info->bound != BOUND_EXACT) return;
    PvLine pv = pv_line_of(info);
    listener->pv(listener->context, &pv);
}

static void roek_choose(Player *player, const Game *game, const SearchLimits *limits,
                        const PlayerListener *listener, PlayerChoice *out) {
    SearchLimits own = *limits;
    PlayerListener forwarded = *listener;
    SearchListener search = {.context = &forwarded, .info = forwarded.pv ? forward_info : NULL};
    bool bounded = own.has_clock || own.movetime_ms || own.depth || own.nodes || own.mate;
    if (!bounded) own.movetime_ms = player->options.movetime_ms;
    own.infinite = own.ponder = false;
    engine_set_position(player->state, game_start(game), game->moves, game->count);
    SearchResult result = engine_search(player->state, &own, &search);
    out->move = result.best;
    out->has_score = result.best != NO_MOVE;
    out->score = result.score;
    out->depth = result.depth;
    out->nodes = result.nodes;
    if (out->move != NO_MOVE && !result.no_memory) return;
    out->move = NO_MOVE;
    out->no_memory = true; // or there was no thread: a legal move always exists
    strcpy(out->fault, "the engine cannot think: not enough memory or threads");
}

static bool roek_accepts_draw(Player *player, const Game *game, const SearchLimits *limits) {
    if (game_current(game)->fullmove < DRAW_EARLIEST) return false;
    SearchLimits budget = {.nodes = DRAW_NODES, .stop = limits->stop};
    engine_set_position(player->state, game_start(game), game->moves, game->count);
    SearchResult result = engine_search(player->state, &budget, NULL);
    return result.best != NO_MOVE && result.score >= -DRAW_MARGIN;
}

const PlayerKind PLAYER_ROEK = {
    .name = "roek",
    .title = "Roek",
    .argument = "LEVEL",
    .help = "the engine; LEVEL from 0 (beginner) to 20 (full strength, the default)",
    .open = roek_open,
    .choose = roek_choose,
    .close = roek_close,
    .prepare = roek_prepare,
    .accepts_draw = roek_accepts_draw,
};

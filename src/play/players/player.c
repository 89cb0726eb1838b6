// SPDX-License-Identifier: MIT
#include "play/players/player.h"

#include "base/text/text.h"
#include "play/players/player_kinds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const PlayerOptions PLAYER_DEFAULTS = {
    .threads = 1,
    .hash_mb = 16,
    .movetime_ms = 1000,
    .overhead_ms = 10,
    .grace_ms = 2000,
    .fallback_timeout_ms = 60000,
    .fen_program_ms = 5000,
};

static const PlayerKind *const KINDS[] = {
    &PLAYER_HUMAN,  &PLAYER_BIMBI, &PLAYER_OPTIMUS, &PLAYER_ROEK,
    &PLAYER_RANDOM, &PLAYER_UCI,   &PLAYER_COMMAND,
};

enum { KIND_COUNT = (int)(sizeof KINDS / sizeof *KINDS) };

const PlayerKind *player_kind_at(int index) {
    return index < KIND_COUNT ? KINDS[index] : NULL;
}

/* The length of the kind's name, which ends at a colon or at the end. */
static size_t name_length(const char *text) {
    return strcspn(text, ":");
}

const PlayerKind *player_kind_of(const char *text) {
    for (int i = 0; i < KIND_COUNT; i++)
        if (span_is_nocase(text, name_length(text), KINDS[i]->name)) return KINDS[i];
    return NULL;
}

static void report_unknown(const char *name, size_t length, char error[PLAYER_ERROR_MAX]) {
    Text out = text_on(error, PLAYER_ERROR_MAX);
    text_format(&out, "there is no player '%.*s'; known are", (int)utf8_fitting(name, length, 40),
                name);
    for (int i = 0; i < KIND_COUNT; i++) {
        text_format(&out, "%s %s", i ? "," : "", KINDS[i]->name);
        if (KINDS[i]->argument) text_format(&out, "[:%s]", KINDS[i]->argument);
    }
}

Player *player_new(const char *text, const PlayerOptions *options, char error[PLAYER_ERROR_MAX]) {
    Text out = text_on(error, PLAYER_ERROR_MAX);
    const char *colon = strchr(text, ':');
    const PlayerKind *kind = player_kind_of(text);
    if (!kind) {
        report_unknown(text, name_length(text), error);
        return NULL;
    }
    if (colon && !kind->argument) {
        text_format(&out, "the player %s takes nothing after a colon", kind->name);
        return NULL;
    }
    Player *player = calloc(1, sizeof *player);
    if (!player) {
        text_string(&out, "not enough memory");
        return NULL;
    }
    player->kind = kind;
    player->options = *options;
    player->rng = rng_seeded(options->seed);
    Text name = text_on(player->name, PLAYER_NAME_MAX);
    text_string(&name, kind->title);
    if (!kind->open || kind->open(player, colon ? colon + 1 : NULL, error)) return player;
    free(player);
    return NULL;
}

void player_free(Player *player) {
    if (!player) return;
    if (player->kind->close) player->kind->close(player);
    free(player);
}

bool player_prepare(Player *player, const Game *game, uint64_t seed, char error[PLAYER_ERROR_MAX]) {
    player->rng = rng_seeded(seed);
    return !player->kind->prepare || player->kind->prepare(player, game, seed, error);
}

/* The time-out for an answer under these limits. */
static int64_t time_allowed(const Player *player, Color turn, const SearchLimits *limits) {
    const PlayerOptions *o = &player->options;
    if (limits->movetime_ms) return limits->movetime_ms + o->grace_ms;
    if (limits->has_clock) return limits->time_ms[turn] + o->grace_ms;
    bool bounded = limits->depth || limits->nodes;
    return player->kind->fen_program && !bounded ? o->fen_program_ms : o->fallback_timeout_ms;
}

int64_t player_timeout_ms(const Player *player, const Game *game, const SearchLimits *limits) {
    int64_t allowed = time_allowed(player, position_turn(game_current(game)), limits);
    return allowed < player->options.least_ms ? player->options.least_ms : allowed;
}

PlayerChoice player_choose(Player *player, const Game *game, const SearchLimits *limits,
                           const PlayerListener *listener) {
    static const PlayerListener NO_LISTENER = {0};
    PlayerChoice choice = {.move = NO_MOVE};
    player->kind->choose(player, game, limits, listener ? listener : &NO_LISTENER, &choice);
    assert(choice.move == NO_MOVE || position_is_legal(game_current(game), choice.move));
    return choice;
}

bool player_accepts_draw(Player *player, const Game *game, const SearchLimits *limits) {
    return player->kind->accepts_draw && player->kind->accepts_draw(player, game, limits);
}

bool player_is_human(const Player *player) {
    return player->kind == &PLAYER_HUMAN;
}

Move player_random_move(const Position *pos, Rng *rng) {
    MoveList list;
    position_legal_moves(pos, &list);
    return list.count ? list.items[rng_below(rng, (uint32_t)list.count)] : NO_MOVE;
}

// SPDX-License-Identifier: MIT
//
// Simple players: Bimbi moves at random; Optimus is greedy for captures or, in a race, for king
// steps.
#include "play/players/player_kinds.h"

#include "base/text/text.h"

#include <string.h>

static void random_choose(Player *player, const Game *game, const SearchLimits *limits,
                          const PlayerListener *listener, PlayerChoice *out) {
    (void)limits;
    (void)listener;
    out->move = player_random_move(game_current(game), &player->rng);
    if (out->move == NO_MOVE) strcpy(out->fault, "there is no legal move");
}

/* The score of a move for Optimus: in races, any king step towards the goal; otherwise the value of
 * the captured piece and of the promotion. */
static int greedy_score(const Position *pos, Move move) {
    static const int VALUE[] = {1, 3, 3, 5, 9, 0, 0};
    Square from = move_from(move), to = move_to(move);
    if (pos->rules->traits.finish)
        return piece_role(pos->piece[from]) == KING &&
               rules_king_approaches_finish(pos->rules, from, to);
    int value = move_is_promotion(move) ? VALUE[move_promotion_role(move)] : 0;
    if (move_kind(move) == MOVE_EN_PASSANT) return VALUE[PAWN];
    return position_is_capture(pos, move) ? value + VALUE[piece_role(pos->piece[to])] : value;
}

static void optimus_choose(Player *player, const Game *game, const SearchLimits *limits,
                           const PlayerListener *listener, PlayerChoice *out) {
    const Position *pos = game_current(game);
    MoveList list, best = {.count = 0};
    int best_score = 0;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        int score = greedy_score(pos, list.items[i]);
        if (score > best_score) best.count = 0, best_score = score;
        if (score == best_score) best.items[best.count++] = list.items[i];
    }
    if (best.count)
        out->move = best.items[rng_below(&player->rng, (uint32_t)best.count)];
    else
        random_choose(player, game, limits, listener, out);
}

static bool random_accepts_draw(Player *player, const Game *game, const SearchLimits *limits) {
    (void)game;
    (void)limits;
    return rng_below(&player->rng, 2) == 0;
}

static void human_choose(Player *player, const Game *game, const SearchLimits *limits,
                         const PlayerListener *listener, PlayerChoice *out) {
    (void)player;
    (void)game;
    (void)limits;
    (void)listener;
    strcpy(out->fault, "a human player must be asked at the board");
}

const PlayerKind PLAYER_HUMAN = {
    .name = "human",
    .title = "Human",
    .help = "a person at the keyboard",
    .choose = human_choose,
};

/* The player that knows nothing but the rules has two names. */
#define RANDOM_PLAYER(name_, title_, help_)                                     \
    {                                                                           \
        .name = name_, .title = title_, .help = help_, .choose = random_choose, \
        .accepts_draw = random_accepts_draw                                     \
    }

const PlayerKind PLAYER_BIMBI = RANDOM_PLAYER("bimbi", "Bimbi", "plays any legal move");
const PlayerKind PLAYER_RANDOM = RANDOM_PLAYER("random", "Random", "the same as bimbi");

const PlayerKind PLAYER_OPTIMUS = {
    .name = "optimus",
    .title = "Optimus Prime",
    .help = "runs the king forward when it can; in chess, takes what it can; else any move",
    .choose = optimus_choose,
};

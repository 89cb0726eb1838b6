// SPDX-License-Identifier: MIT
//
// Random games for property tests: the same seed gives the same games everywhere.
//
//     Rng rng = rng_seeded(1);
//     Position pos = random_start(&rng, RANDOM_CHESS960);
//     do check(&pos); while (random_step(&pos, &rng));
#ifndef SUPPORT_RANDOM_GAME_H
#define SUPPORT_RANDOM_GAME_H

#include "base/rng.h"
#include "core/position.h"

typedef enum { RANDOM_CHESS, RANDOM_CHESS960, RANDOM_RACING_KINGS, RANDOM_KINDS } RandomKind;

/* A start position. For Chess960 a random one, half of the time different for the two sides. */
Position random_start(Rng *rng, RandomKind kind);

/* A random legal move; captures are a little more likely. NO_MOVE if there is none. */
Move random_move(const Position *pos, Rng *rng);

/* Plays a random move. False, with nothing changed, if the game is over or drawn. */
bool random_step(Position *pos, Rng *rng);

/* Calls `visit` on every position of `games` random games of at most `plies` half-moves each; the
 * kinds alternate. */
typedef void PositionVisitor(const Position *pos, void *context);
void random_games(uint64_t seed, int games, int plies, PositionVisitor *visit, void *context);

/* `full`, or a tenth of it if ROEK_TEST_QUICK is set (under sanitizers). */
int random_effort(int full);

#endif

// SPDX-License-Identifier: MIT
//
// Moves one at a time, most promising first, generated only when they are needed:
// the move of the transposition table, winning captures, killers and the counter move, quiet moves
// by history, losing captures.
#ifndef SEARCH_MOVE_PICKER_H
#define SEARCH_MOVE_PICKER_H

#include "core/checks.h"
#include "search/search_worker.h"

typedef enum {
    STAGE_TABLE,
    STAGE_GENERATE_NOISY,
    STAGE_GOOD_NOISY,
    STAGE_KILLER,
    STAGE_SECOND_KILLER,
    STAGE_COUNTER,
    STAGE_GENERATE_QUIET,
    STAGE_QUIET,
    STAGE_BAD_NOISY,
    STAGE_DONE,
} Stage;

typedef struct {
    Worker *worker;
    Node *node;
    Stage stage;
    bool noisy_only;        // quiescence
    bool skip_quiet;        // set it while picking, when quiet moves have become hopeless, all but
    const CheckMap *checks; // those that give check (NULL: these too)
    bool kept_checks;       // the others have been dropped
    int threshold;          // captures that lose more than this come last
    Move table, killers[2], counter;
    int at, bad_count;
    MoveList list;
    int scores[MOVES_MAX];
    Move bad[MOVES_MAX];
} Picker;

void picker_init(Picker *p, Worker *w, Node *n, Move table_move);
/* Captures and promotions only; in check, all moves. */
void picker_init_noisy(Picker *p, Worker *w, Node *n, Move table_move, int threshold);

/* NO_MOVE when there are no more. */
Move picker_next(Picker *p);

/* What turns the squares of Black's moves round, so that they read like White's. */
ROEK_INLINE Move order_flip(Color c) {
    return c == WHITE ? 0 : 56 | 56 << 6;
}

/* What histories think of a quiet move here. */
int order_quiet_history(Worker *w, const Node *n, Move move);
int16_t *order_quiet_slot(Worker *w, const Node *n, Move move);
int16_t *order_noisy_slot(Worker *w, const Node *n, Move move);

/* Is it one of the moves GENERATE_NOISY lists? */
ROEK_INLINE bool move_is_noisy(const Position *pos, Move move) {
    return move_is_promotion(move) ? move_promoted(move) == QUEEN : position_is_capture(pos, move);
}

#endif

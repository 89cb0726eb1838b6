// SPDX-License-Identifier: MIT
//
// Returns moves one at a time, the most promising first, and generates them only when needed
// (staged move generation): the transposition table's move, winning captures, killers and the
// counter move, quiet moves by history, losing captures.
#ifndef SEARCH_MOVE_PICKER_H
#define SEARCH_MOVE_PICKER_H

#include "core/checks.h"
#include "search/search_worker.h"

typedef enum {
    PICK_TT_MOVE,
    PICK_GENERATE_NOISY,
    PICK_GOOD_NOISY,
    PICK_KILLER,
    PICK_SECOND_KILLER,
    PICK_COUNTER,
    PICK_GENERATE_QUIET,
    PICK_QUIET,
    PICK_BAD_NOISY,
    PICK_DONE,
} PickStage;

typedef struct {
    SearchWorker *worker;
    SearchNode *node;
    PickStage stage;
    bool noisy_only;         // quiescence
    bool skip_quiet;         // set by the caller to skip the remaining quiet moves, except
    const CheckInfo *checks; // those that give check (NULL: skip these too)
    bool dropped_non_checks; // the quiet moves without check have been dropped
    int threshold; // what a capture must win at least by SEE; with noisy_only others are left
                   // out, else they come last
    Move tt_move, killers[2], counter;
    int next, bad_count;
    MoveList list;
    int scores[MOVES_MAX];
    Move bad[MOVES_MAX];
} MovePicker;

void move_picker_init(MovePicker *p, SearchWorker *w, SearchNode *n, Move table_move);
/* Captures and promotions only; in check, all moves. */
void move_picker_init_noisy(MovePicker *p, SearchWorker *w, SearchNode *n, Move table_move,
                            int threshold);

/* NO_MOVE when there are no more. */
Move move_picker_next(MovePicker *p);

/* XORed to a move of Black it mirrors the squares, so that the move reads like White's. */
ROEK_INLINE Move mirror_move_mask(Color c) {
    return c == WHITE ? 0 : 56 | 56 << 6;
}

/* The score of a quiet move by all histories, and the single entries. */
int history_quiet_score(SearchWorker *w, const SearchNode *n, Move move);
int16_t *history_quiet_entry(SearchWorker *w, const SearchNode *n, Move move);
int16_t *history_noisy_entry(SearchWorker *w, const SearchNode *n, Move move);

/* Is it one of the moves that GENERATE_NOISY lists: captures and promotions to a queen? */
ROEK_INLINE bool move_is_noisy(const Position *pos, Move move) {
    return move_is_promotion(move) ? move_promotion_role(move) == QUEEN
                                   : position_is_capture(pos, move);
}

#endif

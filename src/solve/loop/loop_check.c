// SPDX-License-Identifier: MIT
//
// Verifies placements: walks every ray square by square and shares no code with the search.
#include "solve/loop/loop_internal.h"

#include <string.h>

typedef struct {
    int count;
    int square[8];
} Targets;

static bool is_piece(const uint8_t placement[], int s) {
    return placement[s] == LOOP_FIRST || placement[s] == LOOP_SECOND;
}

static Targets attacked_by(const LoopPuzzle *p, const uint8_t placement[], int s) {
    const LoopMoves *moves = loop_moves(p->type[placement[s] == LOOP_SECOND]);
    Targets targets = {0};
    for (int d = 0; d < moves->rays; d++) {
        int row = s / p->cols + moves->step[d][0], col = s % p->cols + moves->step[d][1];
        while (row >= 0 && row < p->rows && col >= 0 && col < p->cols) {
            int other = row * p->cols + col;
            if (is_piece(placement, other)) targets.square[targets.count++] = other;
            if (is_piece(placement, other) || moves->leaps) break;
            row += moves->step[d][0];
            col += moves->step[d][1];
        }
    }
    return targets;
}

/* Checks marks and numbers of pieces, before any attack. */
static bool has_right_pieces(const LoopPuzzle *p, const uint8_t placement[], LoopCheck *check) {
    int count[2] = {0, 0};
    for (int s = 0; s < p->rows * p->cols; s++) {
        if (is_piece(placement, s)) count[placement[s] == LOOP_SECOND]++;
        bool piece_given = is_piece(p->mark, s);
        bool breaks = (piece_given && placement[s] != p->mark[s]) ||
                      (p->mark[s] == LOOP_EMPTY && is_piece(placement, s));
        if (!breaks) continue;
        *check = (LoopCheck){.verdict = LOOP_CONTRADICTS_MARK, .square = s};
        return false;
    }
    if (count[0] == p->n && count[1] == p->n) return true;
    *check = (LoopCheck){.verdict = LOOP_WRONG_COUNT, .square = count[0], .other = count[1]};
    return false;
}

static LoopVerdict check_piece(const LoopPuzzle *p, const uint8_t placement[], LoopCheck *check) {
    Targets targets = attacked_by(p, placement, check->square);
    if (targets.count == 0) return LOOP_NO_TARGET;
    check->other = targets.square[0];
    check->third = targets.square[1];
    if (targets.count > 1) return LOOP_TWO_TARGETS;
    if (placement[check->square] == placement[check->other]) return LOOP_OWN_TYPE;
    return LOOP_SOLVED;
}

LoopCheck loop_check(const LoopPuzzle *p, const uint8_t placement[]) {
    LoopCheck check = {.verdict = LOOP_SOLVED};
    if (!has_right_pieces(p, placement, &check)) return check;
    int start = -1;
    for (int s = 0; s < p->rows * p->cols; s++) {
        if (!is_piece(placement, s)) continue;
        if (start < 0 && placement[s] == LOOP_FIRST) start = s;
        check.square = s;
        check.verdict = check_piece(p, placement, &check);
        if (check.verdict != LOOP_SOLVED) return check;
    }
    bool visited[LOOP_MAX_SQUARES] = {false};
    int s = start, length = 0;
    for (; !visited[s]; s = attacked_by(p, placement, s).square[0]) {
        visited[s] = true;
        check.solution.square[length++] = (uint16_t)s;
    }
    check.solution.length = check.steps = length;
    check.square = start;
    check.other = s;
    if (length < 2 * p->n || s != start) check.verdict = LOOP_SPLIT;
    return check;
}

bool loop_has_conflict(const LoopPuzzle *p, const uint8_t placement[], int square) {
    LoopCheck check = {.square = square};
    if (!is_piece(placement, square)) return false;
    LoopVerdict verdict = check_piece(p, placement, &check);
    return verdict == LOOP_TWO_TARGETS || verdict == LOOP_OWN_TYPE;
}

// SPDX-License-Identifier: MIT
#include "base/text/text.h"
#include "solve/loop/loop_internal.h"

#include <string.h>

static const LoopMoves moves[LOOP_TYPES] = {
    [LOOP_KING] = {8, true, {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}},
    [LOOP_QUEEN] = {8,
                    false,
                    {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}},
    [LOOP_ROOK] = {4, false, {{0, 1}, {0, -1}, {1, 0}, {-1, 0}}},
    [LOOP_BISHOP] = {4, false, {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}},
    [LOOP_KNIGHT] = {8,
                     true,
                     {{1, 2}, {-1, -2}, {2, 1}, {-2, -1}, {1, -2}, {-1, 2}, {2, -1}, {-2, 1}}},
};

const LoopMoves *loop_moves(LoopType type) {
    return &moves[type];
}

static const char *const names[LOOP_TYPES] = {"king", "queen", "rook", "bishop", "knight"};

const char *loop_type_name(LoopType type) {
    return names[type];
}

char loop_type_letter(LoopType type) {
    return "KQRBN"[type];
}

bool loop_type_read(const char *text, LoopType *type) {
    size_t length = strlen(text);
    if (length > 1 && char_lower(text[length - 1]) == 's') length--;
    for (int t = 0; t < LOOP_TYPES; t++) {
        if (!span_is_nocase(text, length, names[t])) continue;
        *type = (LoopType)t;
        return true;
    }
    return false;
}

/* Queens attack along every line of kings, rooks and bishops: if such a piece attacks a queen, the
 * queen attacks it back.  So these types never form a loop with queens; all other pairs do. */
bool loop_pair_is_possible(LoopType a, LoopType b) {
    if (a == b) return false;
    if (a == LOOP_QUEEN) return b == LOOP_KNIGHT;
    if (b == LOOP_QUEEN) return a == LOOP_KNIGHT;
    return true;
}

LoopFault loop_fault(const LoopPuzzle *p) {
    if (p->rows < 1 || p->cols < 1) return LOOP_BAD_BOARD;
    if (p->rows > LOOP_MAX_SQUARES || p->cols > LOOP_MAX_SQUARES / p->rows) return LOOP_BAD_BOARD;
    if (p->n < 1) return LOOP_BAD_NUMBER;
    if (p->type[0] == p->type[1]) return LOOP_SAME_TYPES;
    if (p->n > p->rows * p->cols / 2) return LOOP_TOO_MANY;
    int given[4] = {0};
    for (int s = 0; s < p->rows * p->cols; s++) given[p->mark[s] & 3]++;
    if (given[LOOP_FIRST] > p->n) return LOOP_GIVEN_FIRST;
    if (given[LOOP_SECOND] > p->n) return LOOP_GIVEN_SECOND;
    return LOOP_OK;
}

static const struct {
    const char *name, *text;
} FAULTS[] = {
    [LOOP_OK] = {"loop-good", "nothing is wrong"},
    [LOOP_BAD_BOARD] = {"loop-board", "the board must have from 1 to 1024 squares"},
    [LOOP_BAD_NUMBER] = {"loop-number", "there must be at least one piece of each type"},
    [LOOP_TOO_MANY] = {"loop-many", "the board has too few squares for so many pieces"},
    [LOOP_SAME_TYPES] = {"loop-types", "the two types must be different"},
    [LOOP_GIVEN_FIRST] = {"loop-first",
                          "more pieces of the first type are given than the puzzle has"},
    [LOOP_GIVEN_SECOND] = {"loop-second",
                           "more pieces of the second type are given than the puzzle has"},
};

const char *loop_fault_name(LoopFault fault) {
    return FAULTS[fault].name;
}

const char *loop_fault_text(LoopFault fault) {
    return FAULTS[fault].text;
}

/* Symmetry g: bit 0 mirrors rows, bit 1 mirrors columns, bit 2 transposes (square boards only). */
static int mirrored_square(const LoopPuzzle *p, int g, int s) {
    int row = s / p->cols, col = s % p->cols;
    if (g & 1) row = p->rows - 1 - row;
    if (g & 2) col = p->cols - 1 - col;
    return g & 4 ? col * p->cols + row : row * p->cols + col;
}

static bool keeps_marks(const LoopPuzzle *p, int g) {
    for (int s = 0; s < p->rows * p->cols; s++)
        if (p->mark[s] != p->mark[mirrored_square(p, g, s)]) return false;
    return true;
}

void loop_symmetry_init(LoopSymmetry *symmetry, const LoopPuzzle *p) {
    symmetry->count = 0;
    int group = p->rows == p->cols ? 8 : 4;
    for (int g = 0; g < group; g++) {
        if (!keeps_marks(p, g)) continue;
        uint16_t *map = symmetry->map[symmetry->count++];
        for (int s = 0; s < p->rows * p->cols; s++) map[s] = (uint16_t)mirrored_square(p, g, s);
    }
}

LoopSolution loop_image(const uint16_t *loop, int length, int type, const uint16_t *map) {
    int start = type;
    for (int i = type; i < length; i += 2)
        if (map[loop[i]] < map[loop[start]]) start = i;
    LoopSolution solution = {.length = length};
    for (int i = 0; i < length; i++) solution.square[i] = map[loop[(start + i) % length]];
    return solution;
}

const LoopKernel *loop_kernel_for(const LoopPuzzle *puzzle) {
    static const LoopKernel *const kernels[] = {&loop_kernel_64, &loop_kernel_128, &loop_kernel_256,
                                                &loop_kernel_1024};
    int i = 0;
    while (kernels[i]->max_squares < puzzle->rows * puzzle->cols) i++;
    return kernels[i];
}

// SPDX-License-Identifier: MIT
//
// The two loops that take all the time, compiled once for every family of processors.
//
// The arithmetic is on integers and exact, so all of them give the same numbers; kernel_best
// chooses the fastest that the machine can run.
#ifndef NNUE_KERNEL_H
#define NNUE_KERNEL_H

#include <stdint.h>

/* Rows of weights to add to and to take from an accumulator. */
enum { KERNEL_CHANGES_MAX = 32 };
typedef struct {
    int added, removed;
    const int16_t *add[KERNEL_CHANGES_MAX], *remove[KERNEL_CHANGES_MAX];
} RowChanges;

typedef struct {
    const char *name;
    /* to = from + added rows - removed rows; `from` may be `to`. */
    void (*update)(const int16_t *from, int16_t *to, int neurons, const RowChanges *changes);
    /* The sum of squared clipped activations times weights: both views, one after the other. */
    int32_t (*forward)(const int16_t *own, const int16_t *other, const int16_t *weights,
                       int neurons);
} NnueKernel;

/* Each is NULL where it was not compiled or the machine cannot run it. */
const NnueKernel *kernel_portable(void);
const NnueKernel *kernel_avx2(void);
const NnueKernel *kernel_avx512(void);

/* All that can be run here, the fastest first; NULL past the last. */
const NnueKernel *nnue_kernel_at(int index);

#endif

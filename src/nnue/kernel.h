// SPDX-License-Identifier: MIT
//
// The two loops that take nearly all the time of an evaluation, compiled once per instruction set.
//
// The arithmetic is on integers and exact, so all kernels give the same numbers.
#ifndef NNUE_KERNEL_H
#define NNUE_KERNEL_H

#include <stdint.h>

/* Rows of weights to add to an accumulator and to subtract from it. */
enum { KERNEL_CHANGES_MAX = 32 };
typedef struct {
    int added, removed;
    const int16_t *add[KERNEL_CHANGES_MAX], *remove[KERNEL_CHANGES_MAX];
} RowChanges;

typedef struct {
    const char *name;
    /* to = from + added rows - removed rows; `from` may be `to`. */
    void (*update)(const int16_t *from, int16_t *to, int neurons, const RowChanges *changes);
    /* The weighted sum of the squared clipped activations, over `own` and then `other`. */
    int32_t (*forward)(const int16_t *own, const int16_t *other, const int16_t *weights,
                       int neurons);
} NnueKernel;

/* NULL if the kernel was not compiled or the machine cannot run it. */
const NnueKernel *kernel_portable(void);
const NnueKernel *kernel_avx2(void);
const NnueKernel *kernel_avx512(void);

/* The kernels that this machine can run, the fastest first; NULL past the last. */
const NnueKernel *nnue_kernel_at(int index);

#endif

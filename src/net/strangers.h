// SPDX-License-Identifier: MIT
//
// Connections that have not shown yet that they know the secret, in the order in which they came.
// There is room for few: one more makes the oldest leave, so that strangers, however many and
// however patient, keep nobody out.
#ifndef NET_STRANGERS_H
#define NET_STRANGERS_H

#include <string.h>

enum { STRANGERS_MAX = 32 };

typedef struct {
    int sockets[STRANGERS_MAX];
    int count;
} Strangers;

/* This one is a stranger no more, if it was one. */
static inline void strangers_forget(Strangers *all, int socket) {
    int i = 0;
    while (i < all->count && all->sockets[i] != socket) i++;
    if (i == all->count) return;
    all->count--;
    memmove(all->sockets + i, all->sockets + i + 1, (size_t)(all->count - i) * sizeof(int));
}

/* Who has to leave for this one, and is forgotten; -1: nobody. */
static inline int strangers_add(Strangers *all, int socket) {
    int oldest = all->count == STRANGERS_MAX ? all->sockets[0] : -1;
    if (oldest >= 0) strangers_forget(all, oldest);
    all->sockets[all->count++] = socket;
    return oldest;
}

#endif

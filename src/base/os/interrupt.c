// SPDX-License-Identifier: MIT
#include "base/os/interrupt_internal.h"

#include "base/os/clock.h"

/* Signals that arrive within this time are one interrupt. */
enum { SAME_NS = 100000000 };

/* Global state, the only one in the library: a signal handler gets no context pointer. */
static struct {
    atomic_bool pending;
    atomic_int number;
    atomic_llong first_at; // time of the first interrupt, in nanoseconds; 0: none
} interrupt_state;

bool interrupt_record(int number) {
    long long first = 0, now = clock_ns();
    bool again = !atomic_compare_exchange_strong(&interrupt_state.first_at, &first, now);
    atomic_store(&interrupt_state.number, number);
    interrupt_set();
    return again && now - first > SAME_NS;
}

int interrupt_last(void) {
    return atomic_load(&interrupt_state.number);
}

bool interrupt_pending(void) {
    return atomic_load(&interrupt_state.pending);
}

const atomic_bool *interrupt_flag(void) {
    return &interrupt_state.pending;
}

void interrupt_set(void) {
    atomic_store(&interrupt_state.pending, true);
    interrupt_wake();
}

void interrupt_clear(void) {
    atomic_store(&interrupt_state.first_at, 0);
    atomic_store(&interrupt_state.number, 0);
    atomic_store(&interrupt_state.pending, false);
    interrupt_clear_wake();
}

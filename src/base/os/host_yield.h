// SPDX-License-Identifier: MIT
//
// Lets the outside have a turn.  With threads there is nothing to do.  In a browser the only thread
// is a worker's, and nobody can ask it to stop while it thinks: so whoever works long breathes
// where it looks at its stop flag, and the host takes what has come in meanwhile.
//
// The host must not ask for more long work before the first is done.
#ifndef BASE_OS_HOST_YIELD_H
#define BASE_OS_HOST_YIELD_H

#ifdef __wasm__

/* Both are the host's: has it been long enough?  And a turn, from which it comes back later. */
__attribute__((import_module("host"), import_name("is_due"))) int host_wants_control(void);
__attribute__((import_module("host"), import_name("turn"))) void host_handle_messages(void);

static inline void host_yield(void) {
    if (host_wants_control()) host_handle_messages();
}

#else

static inline void host_yield(void) {}

#endif

#endif

// SPDX-License-Identifier: MIT
//
// Returns control to the JavaScript host for a moment. Does nothing in native builds.
//
// The WebAssembly module has a single thread, a web worker. The worker receives messages, such as
// "cancel", only while no C function is running. Long loops (search, solvers, perft) therefore call
// host_yield() wherever they check their stop flag. Inside it the host handles pending messages;
// the host must not start a second long request there.
#ifndef BASE_OS_HOST_YIELD_H
#define BASE_OS_HOST_YIELD_H

#ifdef __wasm__

/* Imported from JavaScript. host_wants_control returns true if the host has waited long enough.
 * host_handle_messages suspends the module, handles messages, then resumes. */
__attribute__((import_module("host"), import_name("is_due"))) int host_wants_control(void);
__attribute__((import_module("host"), import_name("turn"))) void host_handle_messages(void);

static inline void host_yield(void) {
    if (host_wants_control()) host_handle_messages();
}

#else

static inline void host_yield(void) {}

#endif

#endif

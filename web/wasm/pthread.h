// SPDX-License-Identifier: MIT
//
// POSIX threads for a WebAssembly module without threads: locks do nothing, waits return at once,
// and pthread_create fails.
#ifndef WEB_WASM_PTHREAD_H
#define WEB_WASM_PTHREAD_H

#include <errno.h>
#include <stddef.h>
#include <time.h>

typedef int pthread_t, pthread_mutex_t, pthread_cond_t, pthread_attr_t, pthread_mutexattr_t,
    pthread_condattr_t;

#define PTHREAD_MUTEX_INITIALIZER 0
#define WEB_NO_OP(name, type)             \
    static inline int name(type *thing) { \
        (void)thing;                      \
        return 0;                         \
    }

WEB_NO_OP(pthread_mutex_lock, pthread_mutex_t)
WEB_NO_OP(pthread_mutex_unlock, pthread_mutex_t)
WEB_NO_OP(pthread_mutex_destroy, pthread_mutex_t)
WEB_NO_OP(pthread_cond_signal, pthread_cond_t)
WEB_NO_OP(pthread_cond_broadcast, pthread_cond_t)
WEB_NO_OP(pthread_cond_destroy, pthread_cond_t)
WEB_NO_OP(pthread_attr_init, pthread_attr_t)
WEB_NO_OP(pthread_attr_destroy, pthread_attr_t)
WEB_NO_OP(pthread_condattr_init, pthread_condattr_t)
WEB_NO_OP(pthread_condattr_destroy, pthread_condattr_t)

static inline int pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *kind) {
    (void)lock, (void)kind;
    return 0;
}
static inline int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *kind) {
    (void)condition, (void)kind;
    return 0;
}
static inline int pthread_condattr_setclock(pthread_condattr_t *kind, clockid_t clock) {
    (void)kind, (void)clock;
    return 0;
}
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock) {
    (void)condition, (void)lock;
    return 0;
}
static inline int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock,
                                         const struct timespec *until) {
    (void)condition, (void)lock, (void)until;
    return ETIMEDOUT;
}
static inline int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
    (void)attributes, (void)size;
    return 0;
}
static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                 void *(*work)(void *), void *context) {
    (void)thread, (void)attributes, (void)work, (void)context;
    return EAGAIN;
}
static inline int pthread_detach(pthread_t thread) {
    (void)thread;
    return ESRCH;
}
static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return ESRCH;
}

#endif

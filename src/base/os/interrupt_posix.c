// SPDX-License-Identifier: MIT
#include "base/os/interrupt_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

enum { SIGNALS = 3 };
static const int SIGNAL[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Written by the main thread while no signal is watched; read by the handler. */
static struct {
    int wake_pipe[2]; // self-pipe, written by the handler; stays open until the program ends
    bool has_wake_pipe;
    int watched; // number of signals watched, from the start of SIGNAL
    struct sigaction before[SIGNALS];
} interrupt_watching;

static void on_signal(int number) {
    int error = errno; // the interrupted code may read errno afterwards
    if (interrupt_record(number)) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = error;
}

static void open_wake_pipe(void) {
    if (interrupt_watching.has_wake_pipe) return;
    interrupt_watching.has_wake_pipe = pipe(interrupt_watching.wake_pipe) == 0;
    for (int i = 0; interrupt_watching.has_wake_pipe && i < 2; i++) {
        fcntl(interrupt_watching.wake_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(interrupt_watching.wake_pipe[i], F_SETFD, FD_CLOEXEC);
    }
}

/* A user who starts the program with nohup(1) wants it to go on after the terminal is closed. */
static bool was_ignored(int i) {
    return SIGNAL[i] == SIGHUP && interrupt_watching.before[i].sa_handler == SIG_IGN;
}

void interrupt_watch(InterruptKind kind) {
    interrupt_release();
    open_wake_pipe();
    interrupt_clear();
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    interrupt_watching.watched = kind == INTERRUPT_CTRL_C ? 1 : SIGNALS;
    for (int i = 0; i < interrupt_watching.watched; i++) {
        sigaction(SIGNAL[i], NULL, &interrupt_watching.before[i]);
        if (!was_ignored(i)) sigaction(SIGNAL[i], &action, NULL);
    }
}

void interrupt_release(void) {
    for (int i = 0; i < interrupt_watching.watched; i++)
        sigaction(SIGNAL[i], &interrupt_watching.before[i], NULL);
    interrupt_watching.watched = 0;
}

void interrupt_reraise(void) {
    int number = interrupt_last();
    interrupt_release();
    if (number) raise(number);
}

bool interrupt_is_ctrl_c(void) {
    return interrupt_last() == SIGINT;
}

void interrupt_ignore_ctrl_c(void) {
    signal(SIGINT, SIG_IGN);
}

void interrupt_wake(void) {
    // if the pipe is full, its reader is awake already
    if (interrupt_watching.has_wake_pipe && write(interrupt_watching.wake_pipe[1], "!", 1) < 0)
        return;
}

void interrupt_clear_wake(void) {
    char drain[64];
    if (!interrupt_watching.has_wake_pipe) return;
    while (read(interrupt_watching.wake_pipe[0], drain, sizeof drain) > 0) {
    }
}

bool interrupt_sleep(int64_t ms) {
    struct pollfd wake_pipe = {.fd = interrupt_descriptor(), .events = POLLIN};
    int most = ms < 0 ? 0 : ms > INT32_MAX ? INT32_MAX : (int)ms;
    if (!interrupt_pending()) poll(&wake_pipe, 1, most);
    return interrupt_pending();
}

bool interrupt_wait_readable(int fd) {
    struct pollfd both[2] = {{.fd = fd, .events = POLLIN},
                             {.fd = interrupt_descriptor(), .events = POLLIN}};
    while (!interrupt_pending() && poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return !interrupt_pending();
}

int interrupt_descriptor(void) {
    return interrupt_watching.has_wake_pipe ? interrupt_watching.wake_pipe[0] : -1;
}

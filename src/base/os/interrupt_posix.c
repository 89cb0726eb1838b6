// SPDX-License-Identifier: MIT
#include "base/os/interrupt_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

enum { SIGNALS = 3 };
static const int SIGNAL[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Written by the main thread while nothing is watched, and read by the handler. */
static struct {
    int bell[2]; // a pipe; kept until the program ends
    bool has_bell;
    int watched; // the first so many of SIGNAL
    struct sigaction before[SIGNALS];
} interrupt_watching;

static void on_signal(int number) {
    int error = errno; // what was interrupted may look at it
    if (interrupt_note(number)) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = error;
}

static void open_bell(void) {
    if (interrupt_watching.has_bell) return;
    interrupt_watching.has_bell = pipe(interrupt_watching.bell) == 0;
    for (int i = 0; interrupt_watching.has_bell && i < 2; i++) {
        fcntl(interrupt_watching.bell[i], F_SETFL, O_NONBLOCK);
        fcntl(interrupt_watching.bell[i], F_SETFD, FD_CLOEXEC);
    }
}

/* Whoever starts us by nohup(1) wants the work to outlive the terminal. */
static bool is_to_be_ignored(int i) {
    return SIGNAL[i] == SIGHUP && interrupt_watching.before[i].sa_handler == SIG_IGN;
}

void interrupt_watch(InterruptKind kind) {
    interrupt_release();
    open_bell();
    interrupt_forget();
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    interrupt_watching.watched = kind == INTERRUPT_KEY ? 1 : SIGNALS;
    for (int i = 0; i < interrupt_watching.watched; i++) {
        sigaction(SIGNAL[i], NULL, &interrupt_watching.before[i]);
        if (!is_to_be_ignored(i)) sigaction(SIGNAL[i], &action, NULL);
    }
}

void interrupt_release(void) {
    for (int i = 0; i < interrupt_watching.watched; i++)
        sigaction(SIGNAL[i], &interrupt_watching.before[i], NULL);
    interrupt_watching.watched = 0;
}

void interrupt_obey(void) {
    int number = interrupt_last();
    interrupt_release();
    if (number) raise(number);
}

bool interrupt_is_key(void) {
    return interrupt_last() == SIGINT;
}

void interrupt_ignore_key(void) {
    signal(SIGINT, SIG_IGN);
}

void interrupt_ring(void) {
    // a full pipe rings already
    if (interrupt_watching.has_bell && write(interrupt_watching.bell[1], "!", 1) < 0) return;
}

void interrupt_quiet(void) {
    char drain[64];
    if (!interrupt_watching.has_bell) return;
    while (read(interrupt_watching.bell[0], drain, sizeof drain) > 0) {
    }
}

bool interrupt_wait(int64_t ms) {
    struct pollfd bell = {.fd = interrupt_descriptor(), .events = POLLIN};
    int most = ms < 0 ? 0 : ms > INT32_MAX ? INT32_MAX : (int)ms;
    if (!interrupt_came()) poll(&bell, 1, most);
    return interrupt_came();
}

bool interrupt_await(int fd) {
    struct pollfd both[2] = {{.fd = fd, .events = POLLIN},
                             {.fd = interrupt_descriptor(), .events = POLLIN}};
    while (!interrupt_came() && poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return !interrupt_came();
}

int interrupt_descriptor(void) {
    return interrupt_watching.has_bell ? interrupt_watching.bell[0] : -1;
}

// SPDX-License-Identifier: MIT
#include "base/process/process_internal.h"

#include "base/os/clock.h"
#include "base/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct Process {
    pid_t pid;
    pid_t killed; // what ends it, as kill() takes it: its whole group, or it alone
    int in, out;  // its standard input and output; in < 0: closed
    ProcessOutput output;
};

typedef struct {
    int in[2], out[2], report[2];
} ProcessPipes;

/* Another program than ours knows neither our terminal nor our signals; only calls that are safe
 * between fork and exec.  False if standard error cannot be replaced. */
static bool detach(void) {
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    int dev_null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    return dev_null < 0 || dup2(dev_null, STDERR_FILENO) >= 0;
}

/* In the child, between fork and exec.  `games_path` is where else the program could be; NULL:
 * nowhere. */
static void exec_child(char *const argv[], const ProcessOptions *options, const char *games_path,
                       const ProcessPipes *pipes, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    bool ready = dup2(pipes->in[0], STDIN_FILENO) >= 0 && dup2(pipes->out[1], STDOUT_FILENO) >= 0 &&
                 (options->attached || detach());
    signal(SIGPIPE, SIG_DFL);
    if (ready && options->program) execv(options->program, argv);
    if (ready && !options->program) execvp(argv[0], argv);
    int error = errno;
    if (ready && error == ENOENT && games_path) execv(games_path, argv);
    if (write(pipes->report[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
}

static void close_pair(int pair[2]) {
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0) close(pair[i]);
}

static void close_pipes(ProcessPipes *pipes) {
    close_pair(pipes->in);
    close_pair(pipes->out);
    close_pair(pipes->report);
}

static bool open_pipes(ProcessPipes *pipes) {
    *pipes = (ProcessPipes){{-1, -1}, {-1, -1}, {-1, -1}};
    return pipe2(pipes->in, O_CLOEXEC) == 0 && pipe2(pipes->out, O_CLOEXEC) == 0 &&
           pipe2(pipes->report, O_CLOEXEC) == 0;
}

/* Returns the errno of a failed exec, or 0: a successful exec closes the pipe (FD_CLOEXEC). */
static int exec_error(int report) {
    int error = 0;
    ssize_t n;
    do n = read(report, &error, sizeof error);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof error ? error : 0;
}

static int launch(Process *p, ProcessPipes *pipes, char *const argv[],
                  const ProcessOptions *options) {
    pid_t parent = getpid();
    char games_path[256]; // Debian installs chess programs here; root's PATH lacks it
    Text place = text_on(games_path, sizeof games_path);
    text_format(&place, "/usr/games/%s", argv[0]);
    bool has_place = !options->program && !strchr(argv[0], '/') && !place.failed;
    p->pid = fork();
    if (p->pid < 0) return errno;
    if (p->pid == 0) exec_child(argv, options, has_place ? games_path : NULL, pipes, parent);
    if (!options->attached) setpgid(p->pid, p->pid); // also here, so that the group exists at once
    p->killed = options->attached ? p->pid : -p->pid;
    close(pipes->report[1]);
    pipes->report[1] = -1;
    int error = exec_error(pipes->report[0]);
    if (error) waitpid(p->pid, NULL, 0);
    return error;
}

Process *process_start(char *const argv[], const ProcessOptions *options, int *error) {
    static const ProcessOptions DEFAULTS = {0};
    ProcessPipes pipes;
    Process *p = calloc(1, sizeof *p);
    *error = p ? 0 : ENOMEM;
    if (!p) return NULL;
    *error = open_pipes(&pipes) ? launch(p, &pipes, argv, options ? options : &DEFAULTS) : errno;
    if (*error) {
        close_pipes(&pipes);
        free(p);
        return NULL;
    }
    p->in = pipes.in[1];
    p->out = pipes.out[0];
    pipes.in[1] = pipes.out[0] = -1;
    close_pipes(&pipes);
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    fcntl(p->out, F_SETFL, O_NONBLOCK);
    return p;
}

/* Writes once. Blocks and discards the SIGPIPE that a closed pipe would raise. */
static ssize_t write_quietly(int fd, const char *data, size_t n) {
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(fd, data, n);
    int error = errno;
    if (written < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
        struct timespec at_once = {0, 0};
        while (sigtimedwait(&pipe_signal, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}

bool process_write_bytes(Process *p, const void *data, size_t size, int64_t deadline) {
    const char *at = data;
    if (p->in < 0) return false;
    while (size > 0) {
        ssize_t written = write_quietly(p->in, at, size);
        if (written > 0) {
            at += written;
            size -= (size_t)written;
            continue;
        }
        if (written < 0 && errno != EAGAIN && errno != EINTR) return false;
        int64_t left = deadline - clock_ms();
        int timeout_ms = left > INT_MAX ? INT_MAX : (int)left;
        struct pollfd ready = {.fd = p->in, .events = POLLOUT};
        if (left <= 0 || (poll(&ready, 1, timeout_ms) < 0 && errno != EINTR)) return false;
    }
    return true;
}

void process_close_input(Process *p) {
    if (p->in >= 0) close(p->in);
    p->in = -1;
}

static void fill_buffer(Process *p) {
    ProcessOutput *o = &p->output;
    ssize_t n = read(p->out, o->buffer + o->used, PROCESS_LINE_MAX - o->used);
    if (n > 0)
        o->used += (size_t)n;
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        o->closed = true;
}

/* Has the child ended? WNOWAIT leaves it unreaped, so that its pid, which is also its group's, is
 * not reused. */
static bool has_exited(pid_t pid) {
    siginfo_t info = {0};
    int failed = waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT);
    return info.si_pid == pid || (failed && errno != EINTR);
}

ProcessOutput *process_output(Process *p) {
    return &p->output;
}

void process_await_output(Process *p, int timeout_ms) {
    struct pollfd ready = {.fd = p->out, .events = POLLIN};
    bool left = has_exited(p->pid);
    if (poll(&ready, 1, left ? 0 : timeout_ms) > 0)
        fill_buffer(p);
    else if (left)
        p->output.closed = true;
}

static bool exits_within(pid_t pid, int64_t grace_ms) {
    int64_t deadline = clock_ms() + grace_ms;
    while (!has_exited(pid)) {
        if (clock_ms() >= deadline) return false;
        clock_sleep_ms(2);
    }
    return true;
}

static void describe_end(int status, bool killed, char how[PROCESS_END_TEXT_MAX]) {
    Text text = text_on(how, PROCESS_END_TEXT_MAX);
    if (killed)
        text_string(&text, "killed");
    else if (WIFSIGNALED(status))
        text_format(&text, "signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        text_format(&text, "exit status %d", WEXITSTATUS(status));
}

int process_end(Process *p, int64_t grace_ms, char how[PROCESS_END_TEXT_MAX]) {
    if (!p) return -1;
    int status = 0;
    process_close_input(p);
    bool left = exits_within(p->pid, grace_ms);
    kill(p->killed, SIGKILL);
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR) {
    }
    close(p->out);
    if (how) describe_end(status, !left, how);
    free(p);
    return left && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

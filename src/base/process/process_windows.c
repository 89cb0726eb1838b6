// SPDX-License-Identifier: MIT
//
// A child process with two named pipes: unlike anonymous pipes they can be waited for with a
// deadline (overlapped I/O). A job object holds the child and its descendants, and ends them with
// Roek.
#include "base/process/process_internal.h"

#include "base/os/clock.h"
#include "base/os/random_seed.h"
#include "base/text/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

typedef struct {
    HANDLE ours;
    HANDLE done; // signaled when an operation on the pipe completes
} ProcessPipe;

struct Process {
    HANDLE process, job;
    ProcessPipe in, out; // the child's standard input and output; in.ours is NULL: closed
    bool reading;        // an overlapped read into the buffer is pending
    OVERLAPPED read;
    ProcessOutput output;
};

enum { PIPE_BYTES = 1 << 16 };

static void close_handle(HANDLE *handle) {
    if (*handle && *handle != INVALID_HANDLE_VALUE) CloseHandle(*handle);
    *handle = NULL;
}

static void close_pipe(ProcessPipe *pipe) {
    close_handle(&pipe->ours);
    close_handle(&pipe->done);
}

/* Creates a pipe: Roek's end, and the child's end, which the child inherits. */
static bool open_pipe(ProcessPipe *pipe, bool we_write, HANDLE *theirs) {
    char name[64];
    Text text = text_on(name, sizeof name);
    text_format(&text, "\\\\.\\pipe\\roek-%016llx", (unsigned long long)random_seed());
    DWORD direction = we_write ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND;
    pipe->done = CreateEventA(NULL, TRUE, FALSE, NULL);
    pipe->ours =
        CreateNamedPipeA(name, direction | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                         PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, PIPE_BYTES,
                         PIPE_BYTES, 0, NULL);
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    *theirs = pipe->ours == INVALID_HANDLE_VALUE
                  ? NULL
                  : CreateFileA(name, we_write ? GENERIC_READ : GENERIC_WRITE, 0, &inherited,
                                OPEN_EXISTING, 0, NULL);
    return pipe->done && *theirs && *theirs != INVALID_HANDLE_VALUE;
}

/* Quotes one argument as the child's C library parses it: a backslash is special only before a
 * quote. */
static void quote(Text *out, const char *word) {
    size_t slashes = 0;
    text_char(out, '"');
    for (; *word; word++) {
        if (*word == '"')
            for (size_t i = 0; i <= slashes; i++) text_char(out, '\\');
        slashes = *word == '\\' ? slashes + 1 : 0;
        text_char(out, *word);
    }
    while (slashes-- > 0) text_char(out, '\\');
    text_char(out, '"');
}

static int error_number(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME: return ENOENT;
    case ERROR_ACCESS_DENIED: return EACCES;
    case ERROR_BAD_EXE_FORMAT: return ENOEXEC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY: return ENOMEM;
    default: return EIO;
    }
}

/* A job that kills the child and its descendants when Roek's handle is closed, also at Roek's
 * exit. */
static HANDLE new_job(void) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
    memset(&limits, 0, sizeof limits);
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    HANDLE job = CreateJobObjectA(NULL, NULL);
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

enum { HANDLE_COUNT = 3 };

/* The handles that a child inherits. Without the list it would inherit all inheritable handles,
 * including those for a child that another thread is starting. NULL if memory runs out. */
static LPPROC_THREAD_ATTRIBUTE_LIST handle_list(HANDLE handles[HANDLE_COUNT]) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = malloc(size);
    if (!list || !InitializeProcThreadAttributeList(list, 1, 0, &size)) {
        free(list);
        return NULL;
    }
    UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles,
                              HANDLE_COUNT * sizeof *handles, NULL, NULL);
    return list;
}

static void free_list(LPPROC_THREAD_ATTRIBUTE_LIST list) {
    if (list) DeleteProcThreadAttributeList(list);
    free(list);
}

/* Runs the command line, with standard input, output and error, up to its first instruction; 0 or
 * an errno. */
static int launch(char *command, const ProcessOptions *options, HANDLE handles[HANDLE_COUNT],
                  PROCESS_INFORMATION *made) {
    STARTUPINFOEXA start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = handles[0],
                                            .hStdOutput = handles[1],
                                            .hStdError = handles[2]},
                            .lpAttributeList = handle_list(handles)};
    DWORD flags = CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT;
    if (!options->attached) flags |= CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW;
    if (!start.lpAttributeList) return ENOMEM;
    BOOL created = CreateProcessA(options->program, command, NULL, NULL, TRUE, flags, NULL, NULL,
                                  &start.StartupInfo, made);
    int error = created ? 0 : error_number(GetLastError());
    free_list(start.lpAttributeList);
    return error;
}

/* Where the child's errors go: nowhere, or to our own, by a handle that it inherits. */
static HANDLE open_errors(const ProcessOptions *options) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE self = GetCurrentProcess(), errors = NULL;
    if (options->attached && DuplicateHandle(self, GetStdHandle(STD_ERROR_HANDLE), self, &errors, 0,
                                             TRUE, DUPLICATE_SAME_ACCESS))
        return errors;
    return CreateFileA("NUL", GENERIC_WRITE, 0, &inherited, OPEN_EXISTING, 0, NULL);
}

/* Runs the command line with these standard handles; 0 or an errno. */
static int create(Process *p, char *command, const ProcessOptions *options, HANDLE in, HANDLE out) {
    HANDLE errors = open_errors(options);
    HANDLE handles[HANDLE_COUNT] = {in, out, errors};
    PROCESS_INFORMATION made;
    int error = launch(command, options, handles, &made);
    if (!error) {
        p->process = made.hProcess;
        p->job = new_job();
        if (p->job) AssignProcessToJobObject(p->job, p->process);
        ResumeThread(made.hThread);
        CloseHandle(made.hThread);
    }
    close_handle(&errors);
    return error;
}

static void release(Process *p) {
    close_pipe(&p->in);
    close_pipe(&p->out);
    close_handle(&p->process);
    close_handle(&p->job);
    free(p);
}

Process *process_start(char *const argv[], const ProcessOptions *options, int *error) {
    static const ProcessOptions DEFAULTS = {0};
    Process *p = calloc(1, sizeof *p);
    Text command = text_growing();
    HANDLE in = NULL, out = NULL;
    for (int i = 0; argv[i]; i++) {
        if (i > 0) text_char(&command, ' ');
        quote(&command, argv[i]);
    }
    *error = !p || command.failed ? ENOMEM : 0;
    if (!*error && (!open_pipe(&p->in, true, &in) || !open_pipe(&p->out, false, &out)))
        *error = EIO;
    if (!*error) *error = create(p, command.data, options ? options : &DEFAULTS, in, out);
    close_handle(&in);
    close_handle(&out);
    text_free(&command);
    if (!*error) return p;
    if (p) release(p);
    return NULL;
}

/* Completes an overlapped operation, or cancels it if it is not `in_time`. Returns the bytes
 * transferred. */
static DWORD finish(ProcessPipe *pipe, OVERLAPPED *operation, bool in_time) {
    DWORD bytes = 0;
    if (!in_time) CancelIoEx(pipe->ours, operation);
    return GetOverlappedResult(pipe->ours, operation, &bytes, TRUE) ? bytes : 0;
}

/* Milliseconds up to the deadline, as the system takes them. */
static DWORD time_left(int64_t deadline) {
    int64_t left = deadline - clock_ms();
    return left < 0 ? 0 : left < INFINITE ? (DWORD)left : INFINITE;
}

bool process_write_bytes(Process *p, const void *data, size_t size, int64_t deadline) {
    const char *at = data;
    if (!p->in.ours) return false;
    while (size > 0) {
        OVERLAPPED write = {.hEvent = p->in.done};
        BOOL begun = WriteFile(p->in.ours, at, (DWORD)size, NULL, &write);
        if (!begun && GetLastError() != ERROR_IO_PENDING) return false;
        bool in_time = WaitForSingleObject(p->in.done, time_left(deadline)) == WAIT_OBJECT_0;
        DWORD written = finish(&p->in, &write, in_time);
        if (written == 0) return false;
        at += written;
        size -= written;
    }
    return true;
}

void process_close_input(Process *p) {
    close_pipe(&p->in);
}

/* Waits for output. A pending read stays pending over several calls. */
static void fill_buffer(Process *p, int timeout_ms) {
    ProcessOutput *o = &p->output;
    if (!p->reading) {
        p->read = (OVERLAPPED){.hEvent = p->out.done};
        BOOL begun = ReadFile(p->out.ours, o->buffer + o->used, (DWORD)(PROCESS_LINE_MAX - o->used),
                              NULL, &p->read);
        p->reading = begun || GetLastError() == ERROR_IO_PENDING;
        if (!p->reading) o->closed = true;
    }
    if (!p->reading || WaitForSingleObject(p->out.done, (DWORD)timeout_ms) != WAIT_OBJECT_0) return;
    DWORD bytes = finish(&p->out, &p->read, true);
    p->reading = false;
    o->used += bytes;
    if (bytes == 0) o->closed = true;
}

ProcessOutput *process_output(Process *p) {
    return p->reading ? NULL : &p->output;
}

/* As fill_buffer, but what a child that has left did not write will not come. */
void process_await_output(Process *p, int timeout_ms) {
    bool left = WaitForSingleObject(p->process, 0) == WAIT_OBJECT_0;
    fill_buffer(p, left ? 0 : timeout_ms);
    if (!left || !p->reading) return;
    p->output.used += finish(&p->out, &p->read, false);
    p->reading = false;
    p->output.closed = true;
}

static void describe_end(DWORD status, bool killed, char how[PROCESS_END_TEXT_MAX]) {
    Text text = text_on(how, PROCESS_END_TEXT_MAX);
    if (killed)
        text_string(&text, "killed");
    else if (status >= 0xc0000000u)
        text_format(&text, "exception %08lx", (unsigned long)status);
    else
        text_format(&text, "exit status %lu", (unsigned long)status);
}

int process_end(Process *p, int64_t grace_ms, char how[PROCESS_END_TEXT_MAX]) {
    if (!p) return -1;
    process_close_input(p);
    DWORD status = 0;
    bool left = WaitForSingleObject(p->process, (DWORD)grace_ms) == WAIT_OBJECT_0;
    if (!left) TerminateProcess(p->process, 1);
    if (p->job) TerminateJobObject(p->job, 1);
    WaitForSingleObject(p->process, INFINITE);
    GetExitCodeProcess(p->process, &status);
    if (how) describe_end(status, !left, how);
    if (p->reading) finish(&p->out, &p->read, false);
    release(p);
    return left && status < 0xc0000000u ? (int)status : -1;
}

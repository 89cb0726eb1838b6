// SPDX-License-Identifier: MIT
#include "base/os/interrupt_internal.h"

#include <windows.h>

/* Windows calls the handler on a separate thread. */
static struct {
    HANDLE wake_event; // manual-reset event; kept until the program ends
    bool is_installed;
    InterruptKind kind;
} interrupt_watching;

static bool is_ctrl_key(int event) {
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

/* Is the console being closed, or the system shut down? */
static bool is_closing(void) {
    return interrupt_last() && !is_ctrl_key(interrupt_last() - 1);
}

static BOOL WINAPI on_console_event(DWORD event) {
    if (!is_ctrl_key((int)event) && interrupt_watching.kind == INTERRUPT_CTRL_C) return FALSE;
    if (interrupt_record((int)event + 1)) return FALSE; // the next handler ends the program
    // Windows ends the program when this call returns, or after some seconds: leave these to the
    // main thread
    if (!is_ctrl_key((int)event)) Sleep(INFINITE);
    return TRUE;
}

void interrupt_watch(InterruptKind kind) {
    interrupt_release();
    if (!interrupt_watching.wake_event)
        interrupt_watching.wake_event = CreateEventA(NULL, TRUE, FALSE, NULL);
    interrupt_clear();
    interrupt_watching.kind = kind;
    interrupt_watching.is_installed = SetConsoleCtrlHandler(on_console_event, TRUE);
}

void interrupt_release(void) {
    // SetConsoleCtrlHandler may block while a handler runs
    if (interrupt_watching.is_installed && !is_closing())
        SetConsoleCtrlHandler(on_console_event, FALSE);
    interrupt_watching.is_installed = false;
}

void interrupt_reraise(void) {
    if (interrupt_last()) ExitProcess(STATUS_CONTROL_C_EXIT);
    interrupt_release();
}

bool interrupt_is_ctrl_c(void) {
    return is_ctrl_key(interrupt_last() - 1);
}

void interrupt_ignore_ctrl_c(void) {
    SetConsoleCtrlHandler(NULL, TRUE);
}

void interrupt_wake(void) {
    if (interrupt_watching.wake_event) SetEvent(interrupt_watching.wake_event);
}

void interrupt_clear_wake(void) {
    if (interrupt_watching.wake_event) ResetEvent(interrupt_watching.wake_event);
}

bool interrupt_sleep(int64_t ms) {
    DWORD most = ms < 0 ? 0 : ms > INT32_MAX ? INT32_MAX : (DWORD)ms;
    if (interrupt_pending()) return true;
    if (interrupt_watching.wake_event)
        WaitForSingleObject(interrupt_watching.wake_event, most);
    else
        Sleep(most);
    return interrupt_pending();
}

bool interrupt_wait_readable(int fd) {
    (void)fd; // windows_read returns EINTR when Ctrl-C interrupts it
    return !interrupt_pending();
}

int interrupt_descriptor(void) {
    return -1;
}

// SPDX-License-Identifier: MIT
#include "base/os/interrupt_internal.h"

#include <windows.h>

/* The system calls the handler on a thread of its own. */
static struct {
    HANDLE bell; // an event; kept until the program ends
    bool watches;
    InterruptKind kind;
} interrupt_watching;

static bool is_key(int event) {
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

/* The console is closed, or the system ends. */
static bool is_closing(void) {
    return interrupt_last() && !is_key(interrupt_last() - 1);
}

static BOOL WINAPI on_event(DWORD event) {
    if (!is_key((int)event) && interrupt_watching.kind == INTERRUPT_KEY) return FALSE;
    if (interrupt_note((int)event + 1)) return FALSE; // the next handler ends the program
    // when a console is closed the program ends with this call: some seconds are left for its work
    if (!is_key((int)event)) Sleep(INFINITE);
    return TRUE;
}

void interrupt_watch(InterruptKind kind) {
    interrupt_release();
    if (!interrupt_watching.bell) interrupt_watching.bell = CreateEventA(NULL, TRUE, FALSE, NULL);
    interrupt_forget();
    interrupt_watching.kind = kind;
    interrupt_watching.watches = SetConsoleCtrlHandler(on_event, TRUE);
}

void interrupt_release(void) {
    // a handler at work may keep the system from taking one away
    if (interrupt_watching.watches && !is_closing()) SetConsoleCtrlHandler(on_event, FALSE);
    interrupt_watching.watches = false;
}

void interrupt_obey(void) {
    if (interrupt_last()) ExitProcess(STATUS_CONTROL_C_EXIT);
    interrupt_release();
}

bool interrupt_is_key(void) {
    return is_key(interrupt_last() - 1);
}

void interrupt_ignore_key(void) {
    SetConsoleCtrlHandler(NULL, TRUE);
}

void interrupt_ring(void) {
    if (interrupt_watching.bell) SetEvent(interrupt_watching.bell);
}

void interrupt_quiet(void) {
    if (interrupt_watching.bell) ResetEvent(interrupt_watching.bell);
}

bool interrupt_wait(int64_t ms) {
    DWORD most = ms < 0 ? 0 : ms > INT32_MAX ? INT32_MAX : (DWORD)ms;
    if (interrupt_came()) return true;
    if (interrupt_watching.bell)
        WaitForSingleObject(interrupt_watching.bell, most);
    else
        Sleep(most);
    return interrupt_came();
}

bool interrupt_await(int fd) {
    (void)fd; // reading a console ends by itself
    return !interrupt_came();
}

int interrupt_descriptor(void) {
    return -1;
}

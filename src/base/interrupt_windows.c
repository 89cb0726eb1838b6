// SPDX-License-Identifier: MIT
#include "roek/base/interrupt_internal.h"

#include <windows.h>

/* The system calls the handler on a thread of its own. */
static struct {
    HANDLE bell; // an event; kept until the program ends
    bool watches;
    InterruptKind kind;
} interrupt_watching;

static BOOL WINAPI on_event(DWORD event) {
    bool key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    if (!key && interrupt_watching.kind == INTERRUPT_KEY) return FALSE;
    return !interrupt_note((int)event + 1); // FALSE: the next handler ends the program
}

void interrupt_watch(InterruptKind kind) {
    interrupt_release();
    if (!interrupt_watching.bell) interrupt_watching.bell = CreateEventA(NULL, TRUE, FALSE, NULL);
    interrupt_forget();
    interrupt_watching.kind = kind;
    interrupt_watching.watches = SetConsoleCtrlHandler(on_event, TRUE);
}

void interrupt_release(void) {
    if (interrupt_watching.watches) SetConsoleCtrlHandler(on_event, FALSE);
    interrupt_watching.watches = false;
}

void interrupt_obey(void) {
    int number = interrupt_last();
    interrupt_release();
    if (number) ExitProcess(STATUS_CONTROL_C_EXIT);
}

bool interrupt_is_key(void) {
    int event = interrupt_last() - 1;
    return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
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

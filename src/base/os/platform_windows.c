// SPDX-License-Identifier: MIT
#define _CRT_RAND_S // must be defined before stdlib.h, which otherwise does not declare rand_s
#include "base/os/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

/* Consoles of Windows 10 understand ANSI escape sequences if this mode is set. */
static void enable_escape_sequences(int fd) {
    DWORD mode;
    if (GetConsoleMode(handle_of(fd), &mode))
        SetConsoleMode(handle_of(fd), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* The code page of the console before platform_init changed it. */
static UINT code_page_before;

static void restore_code_page(void) {
    SetConsoleOutputCP(code_page_before);
}

/* Restores the code page at exit, because other programs of the shell share the console and may
 * rely on it. Not in the middle of a pipe: the program at its end may still write to the
 * console. */
static void use_utf8_output(void) {
    code_page_before = GetConsoleOutputCP();
    if (code_page_before == CP_UTF8 || !SetConsoleOutputCP(CP_UTF8)) return;
    if (platform_is_terminal(STDOUT_FILENO)) atexit(restore_code_page);
}

void platform_init(void) {
    for (int fd = 0; fd <= 2; fd++) {
        if (_get_osfhandle(fd) < 0) {
            int nowhere = open("NUL", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
            if (nowhere >= 0 && nowhere != fd && dup2(nowhere, fd) >= 0) close(nowhere);
        }
        _setmode(fd, O_BINARY);
    }
    setvbuf(stderr, NULL, _IONBF, 0); // the C library buffers stderr when it is a pipe
    use_utf8_output();
    enable_escape_sequences(STDOUT_FILENO);
    enable_escape_sequences(STDERR_FILENO);
}

void *platform_alloc_large(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void platform_free_large(void *memory, size_t bytes) {
    (void)bytes;
    if (memory) VirtualFree(memory, 0, MEM_RELEASE);
}

void *platform_alloc_aligned(size_t alignment, size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void platform_free_aligned(void *memory) {
    _aligned_free(memory);
}

void platform_trim_heap(void) {
    // the Windows heap returns memory by itself
}

/* Windows arranges processors in groups of up to 64. Since Windows 11 a process on a machine with
 * several groups uses all of them; its affinity mask is then that of one group, or 0. */
int platform_cpu_count(void) {
    enum { GROUPS_MAX = 64 };
    USHORT groups[GROUPS_MAX], count = GROUPS_MAX;
    DWORD_PTR ours, all;
    DWORD sum = 0;
    if (GetProcessGroupAffinity(GetCurrentProcess(), &count, groups) && count > 1) {
        for (int i = 0; i < count; i++) sum += GetActiveProcessorCount(groups[i]);
        return (int)sum;
    }
    if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &all) || !ours) return 1;
    return __builtin_popcountll(ours);
}

bool platform_entropy(void *data, size_t size) {
    uint8_t *to = data;
    for (size_t i = 0; i < size; i += sizeof(unsigned)) {
        unsigned word;
        if (rand_s(&word) != 0) return false;
        memcpy(to + i, &word, size - i < sizeof word ? size - i : sizeof word);
    }
    return true;
}

bool platform_is_utf8(void) {
    return GetConsoleOutputCP() == CP_UTF8;
}

size_t platform_main_stack_size(void) {
    return SIZE_MAX; // set by the linker only
}

int platform_terminal_columns(int fd) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(fd), &info)) return 0;
    return info.srWindow.Right - info.srWindow.Left + 1;
}

/* Every device is a terminal to the system's isatty, NUL as well. */
bool platform_is_terminal(int fd) {
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

enum { CONSOLE_UNITS = 512, CONSOLE_Z = 26, HANDLER_MS = 50 };

/* Typed input that windows_read has not returned yet. */
static struct {
    char bytes[3 * (CONSOLE_UNITS + 1)];
    int from, to;
} typed;

/* Reads UTF-16 units from a console. Returns 0 at the end of the input, -1 if Ctrl-C interrupted
 * it. */
static int read_units(HANDLE console, wchar_t units[CONSOLE_UNITS + 1]) {
    DWORD count = 0, second = 0;
    SetLastError(ERROR_SUCCESS);
    if (!ReadConsoleW(console, units, CONSOLE_UNITS, &count, NULL)) return 0;
    if (count == 0 && GetLastError() == ERROR_OPERATION_ABORTED) return -1;
    if (count > 0 && units[0] == CONSOLE_Z) return 0;
    if (count > 0 && IS_HIGH_SURROGATE(units[count - 1]))
        ReadConsoleW(console, units + count, 1, &second, NULL);
    return (int)(count + second);
}

static int read_console(HANDLE console, void *data, size_t size) {
    if (typed.from == typed.to) {
        wchar_t units[CONSOLE_UNITS + 1];
        int count = read_units(console, units);
        if (count < 0) {
            Sleep(HANDLER_MS); // the handler runs on another thread; give it time to set the flag
            errno = EINTR;
        }
        if (count <= 0) return count;
        typed.from = 0;
        typed.to = WideCharToMultiByte(CP_UTF8, 0, units, count, typed.bytes, sizeof typed.bytes,
                                       NULL, NULL);
    }
    size_t left = (size_t)(typed.to - typed.from), taken = size < left ? size : left;
    memcpy(data, typed.bytes + typed.from, taken);
    typed.from += (int)taken;
    return (int)taken;
}

/* The system's read knows no characters but ASCII where a person types UTF-8. */
ptrdiff_t platform_read(int fd, void *data, size_t size) {
    if (fd == STDIN_FILENO && platform_is_terminal(fd))
        return read_console(handle_of(fd), data, size);
    return _read(fd, data, (unsigned)size);
}

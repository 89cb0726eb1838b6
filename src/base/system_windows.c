// SPDX-License-Identifier: MIT
#define _CRT_RAND_S // before stdlib.h, which declares rand_s only then
#include "roek/base/system.h"

#include "roek/base/compat_windows.h"

#include <fcntl.h>
#include <io.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <windows.h>

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

/* Consoles of Windows 10 understand the escapes of terminals when asked to. */
static void ask_for_escapes(int fd) {
    DWORD mode;
    if (GetConsoleMode(handle_of(fd), &mode))
        SetConsoleMode(handle_of(fd), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* The console's, before it was ours. */
static UINT code_page_before;

static void put_code_page_back(void) {
    SetConsoleOutputCP(code_page_before);
}

/* The console is the shell's as well, whose other programs may count on its code page.  But in the
 * middle of a pipe it is left to whoever writes to the console after us. */
static void speak_utf8(void) {
    code_page_before = GetConsoleOutputCP();
    if (code_page_before == CP_UTF8 || !SetConsoleOutputCP(CP_UTF8)) return;
    if (isatty(STDOUT_FILENO)) atexit(put_code_page_back);
}

void system_start(void) {
    for (int fd = 0; fd <= 2; fd++) {
        if (_get_osfhandle(fd) < 0) {
            int nowhere = open("NUL", fd == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
            if (nowhere >= 0 && nowhere != fd && dup2(nowhere, fd) >= 0) close(nowhere);
        }
        _setmode(fd, O_BINARY);
    }
    speak_utf8();
    ask_for_escapes(STDOUT_FILENO);
    ask_for_escapes(STDERR_FILENO);
}

void *system_memory(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void system_memory_free(void *memory, size_t bytes) {
    (void)bytes;
    if (memory) VirtualFree(memory, 0, MEM_RELEASE);
}

void *system_aligned(size_t alignment, size_t bytes) {
    return _aligned_malloc(bytes, alignment);
}

void system_aligned_free(void *memory) {
    _aligned_free(memory);
}

void system_give_back(void) {
    // the heap does so by itself
}

int system_processors(void) {
    DWORD_PTR ours, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &all) || !ours) return 1;
    return __builtin_popcountll(ours);
}

bool system_entropy(void *data, size_t size) {
    uint8_t *to = data;
    for (size_t i = 0; i < size; i += sizeof(unsigned)) {
        unsigned word;
        if (rand_s(&word) != 0) return false;
        memcpy(to + i, &word, size - i < sizeof word ? size - i : sizeof word);
    }
    return true;
}

bool system_is_utf8(void) {
    return GetConsoleOutputCP() == CP_UTF8;
}

size_t system_first_stack(void) {
    return SIZE_MAX; // the linker sets it, nobody else does
}

int system_columns(int fd) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(fd), &info)) return 0;
    return info.srWindow.Right - info.srWindow.Left + 1;
}

int windows_isatty(int fd) {
    DWORD mode;
    return GetConsoleMode(handle_of(fd), &mode) != 0;
}

char *strndup(const char *s, size_t n) {
    size_t length = strnlen(s, n);
    char *copy = malloc(length + 1);
    if (copy) memcpy(copy, s, length);
    if (copy) copy[length] = '\0';
    return copy;
}

// SPDX-License-Identifier: MIT
//
// What POSIX has and the C library of Windows lacks, for every file: the compiler includes this
// first (see the Makefile).
#ifndef BASE_COMPAT_WINDOWS_H
#define BASE_COMPAT_WINDOWS_H

#include <stddef.h>

/* Files never wait to be opened. */
#define O_CLOEXEC 0x0080 // _O_NOINHERIT
#define O_NONBLOCK 0

/* The system's header takes this name for what nobody here calls. */
#define tell windows_tell
#include <io.h>
#undef tell

/* Every device is a terminal to the system's isatty, also NUL. */
#define isatty windows_isatty
int windows_isatty(int fd);

char *strndup(const char *s, size_t n);

#endif

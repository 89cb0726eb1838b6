// SPDX-License-Identifier: MIT
//
// What POSIX has and the C library of Windows lacks, for every file: the compiler includes this
// first (see the Makefile).
#ifndef BASE_OS_COMPAT_WINDOWS_H
#define BASE_OS_COMPAT_WINDOWS_H

#include <stddef.h>
#include <stdio.h>

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

/* The system's read knows no letters but ASCII where somebody types UTF-8. */
#define read windows_read
int windows_read(int fd, void *data, unsigned size);

/* Streams write to a console byte by byte, which is slow and tears letters apart. */
#define printf(...) windows_print(stdout, __VA_ARGS__)
#define fprintf(stream, ...) windows_print(stream, __VA_ARGS__)
#define fwrite windows_fwrite
#define fputs(text, stream) windows_print(stream, "%s", text)
#define puts(text) windows_print(stdout, "%s\n", text)
int windows_print(FILE *stream, const char *format, ...) __attribute__((format(gnu_printf, 2, 3)));
size_t windows_fwrite(const void *data, size_t size, size_t count, FILE *stream);

char *strndup(const char *s, size_t n);

#endif

// SPDX-License-Identifier: MIT
//
// POSIX functions that the C library of Windows lacks. The compiler includes this header first in
// every file (see the Makefile).
#ifndef BASE_OS_COMPAT_WINDOWS_H
#define BASE_OS_COMPAT_WINDOWS_H

#include <stddef.h>
#include <stdio.h>

/* On Windows opening a file never blocks. */
#define O_CLOEXEC 0x0080 // _O_NOINHERIT
#define O_NONBLOCK 0

/* Renames a function of <io.h> that Roek does not use, because Roek has identifiers of that
 * name. */
#define tell windows_tell
#include <io.h>
#undef tell

/* isatty() of the C library is true for every device, also for NUL. */
#define isatty windows_isatty
int windows_isatty(int fd);

/* read() of the C library loses all characters but ASCII that the user types at a console. */
#define read windows_read
int windows_read(int fd, void *data, unsigned size);

/* The C library writes to a console byte by byte, which is slow and splits UTF-8 characters. */
#define printf(...) windows_print(stdout, __VA_ARGS__)
#define fprintf(stream, ...) windows_print(stream, __VA_ARGS__)
#define fwrite windows_fwrite
#define fputs(text, stream) windows_print(stream, "%s", text)
#define puts(text) windows_print(stdout, "%s\n", text)
int windows_print(FILE *stream, const char *format, ...) __attribute__((format(gnu_printf, 2, 3)));
size_t windows_fwrite(const void *data, size_t size, size_t count, FILE *stream);

char *strndup(const char *s, size_t n);

#endif

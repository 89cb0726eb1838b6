// SPDX-License-Identifier: MIT
//
// What file.c needs from the operating system, and what line_reader.c needs from file.c. All
// functions set errno.
#ifndef BASE_FILE_FILE_INTERNAL_H
#define BASE_FILE_FILE_INTERNAL_H

#include "base/file/file.h"

#include <fcntl.h>
#include <sys/stat.h>

/* What a system lacks: on Windows no child inherits a file that is opened so, and no file waits to
 * be opened. */
#ifndef O_BINARY
#define O_BINARY 0
#endif
#if !defined O_CLOEXEC && defined _O_NOINHERIT
#define O_CLOEXEC _O_NOINHERIT
#endif
#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif
#ifndef O_NONBLOCK
#define O_NONBLOCK 0
#endif

enum { FILE_PATH_MAX = 4096 };

/* The characters that separate the components of a path. */
extern const char FILE_PATH_SEPARATORS[];

/* Opens a file for reading. Returns a descriptor or -1. A folder gives EISDIR on every system. */
int file_open_descriptor(const char *path, int extra_flags);

/* Raises the limit of open files to the highest value that the system permits. */
void file_raise_open_limit(void);

/* The target of the path after all symbolic links; it need not exist. */
bool file_resolve_links(const char *path, char out[FILE_PATH_MAX]);

/* Gives the open file the mode, and if permitted the owner, of the file that it is going to
 * replace. */
void file_copy_mode(int fd, const struct stat *old);

/* May only our user read and write it? */
bool file_is_ours_alone(const struct stat *about);

/* The standard stream that writes this very file; -1: none. */
int file_standard_stream(const struct stat *about);

/* Does this process have permission to write the existing file? */
bool file_can_write(const char *path);

/* Returns when everything written is on the disk. */
bool file_sync(int fd);

/* Renames `from` to `to` in one step and syncs the folder, so that the new name survives a
 * crash. */
bool file_rename(const char *from, const char *to);

bool file_make_one_folder(const char *folder);

/* `path` may end with a slash. */
bool file_is_folder(const char *path);

/* Do both paths name the same existing file? */
bool file_is_same_inode(const char *path, const char *another);

/* Is this a device that stat() does not recognize? (Windows: NUL, CON ...) */
bool file_is_device(const char *path);

/* Reads up to `size` bytes at offset `at`, as pread() does. Returns -1 with errno. */
int64_t file_read_some_at(int fd, uint64_t at, void *data, size_t size);

#endif

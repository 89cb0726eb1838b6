// SPDX-License-Identifier: MIT
//
// What base/file needs of a system, and base/lines of base/file.  All set errno.
#ifndef BASE_FILE_FILE_INTERNAL_H
#define BASE_FILE_FILE_INTERNAL_H

#include "base/file/file.h"

#include <sys/stat.h>

#ifndef O_BINARY
#define O_BINARY 0
#endif
#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

enum { FILE_PATH_MAX = 4096 };

/* What may stand between the folders of a path. */
extern const char FILE_PATH_SEPARATORS[];

/* A descriptor, or -1; a folder is EISDIR on every system. */
int file_open_descriptor(const char *path, int extra_flags);

/* Lets this process have as many files open as it may, if that is more than it was given. */
void file_raise_open_limit(void);

/* The path at the end of all symbolic links; it need not exist. */
bool file_resolve_links(const char *path, char out[FILE_PATH_MAX]);

/* Gives the open file the mode and, where we may, the owner of the one it is going to replace. */
void file_copy_mode(int fd, const struct stat *old);

/* The standard stream that writes this very file; -1: none. */
int file_standard_stream(const struct stat *about);

/* May we write the file that is there? */
bool file_can_write(const char *path);

/* Everything written is on the disk when it returns. */
bool file_sync(int fd);

/* Puts `from` in the place of `to` in one step, and sees to it that this lasts. */
bool file_rename(const char *from, const char *to);

bool file_make_one_folder(const char *folder);

/* With or without a slash at its end. */
bool file_is_folder(const char *path);

/* Two names of one file that is there? */
bool file_is_same_inode(const char *path, const char *another);

/* A device whose name the system's stat does not know? */
bool file_is_device(const char *path);

/* As many bytes of the place as there are, up to `size`; -1 with errno. */
int64_t file_read_some_at(int fd, uint64_t at, void *data, size_t size);

#endif

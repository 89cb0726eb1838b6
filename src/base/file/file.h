// SPDX-License-Identifier: MIT
//
// Files: read whole or in pieces, replaced in one step so that nobody ever finds half of one, or
// grown record by record.
//
// Whoever is going to write says so before the work: atomic_file_new and file_log_open fail at once
// for a target that cannot be written.  A plain file is replaced through a fresh file beside it,
// with the mode of the old one and through a symbolic link; a device or a pipe is written directly.
// Nothing is ever mapped, as a file that is shortened meanwhile would end the program.
#ifndef BASE_FILE_FILE_H
#define BASE_FILE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The whole contents. */
typedef struct {
    const uint8_t *data;
    size_t size;
} FileContents;

/* Reads a file or a pipe to its end; false if it cannot be had (errno says why; EFBIG: a stream
 * that does not end) or is empty (errno is 0). */
bool file_load(const char *path, FileContents *out);

/* The same from an open descriptor, which stays open: standard input need not have a name. */
bool file_load_descriptor(int fd, FileContents *out);
void file_contents_free(FileContents *contents);

/* A file of which pieces are read when they are wanted, by any number of threads. */
typedef struct {
    int fd;
    uint64_t size; // when it was opened
} FileHandle;

bool file_open(const char *path, FileHandle *out);
void file_close(FileHandle *file);

/* Exactly these bytes; false, with errno, if they are not there (any more: EIO). */
bool file_read_at(const FileHandle *file, uint64_t at, void *data, size_t size);

/* One stretch of a file to be written. */
typedef struct {
    const void *data;
    size_t size;
} FileChunk;

/* What will become the file at PATH.  NULL, with errno, if that cannot be written. */
typedef struct AtomicFile AtomicFile;
AtomicFile *atomic_file_new(const char *path);

/* Adds to it; false, with errno, after a failure.  Failures are remembered by atomic_file_commit.
 */
bool atomic_file_write(AtomicFile *file, const void *data, size_t size);

/* Makes the draft the file, in one step and safe on the disk; false, with errno, if anything
 * failed, and then the old file is still there.  Either way the draft is gone. */
bool atomic_file_commit(AtomicFile *file);

/* Forgets the draft, which may be NULL: the old file stays. */
void atomic_file_discard(AtomicFile *file);

/* All of it at once. */
bool file_replace(const char *path, const FileChunk *parts, int count);

/* Could a draft of this path be kept?  False with errno; nothing is changed. */
bool file_is_writable(const char *path);

/* Is there anything under that name but a folder? */
bool file_exists(const char *path);

/* Would only one of two files be left that were written under these names?  Not of devices, which
 * take both. */
bool file_is_same(const char *path, const char *another);

/* A new and empty file beside PATH that only we can read, whose name nobody could foresee but its
 * `ending`: to be removed, and the name to be freed.  NULL with errno. */
char *file_make_temporary(const char *path, const char *ending);

/* A file that grows by whole records. */
typedef struct FileLog FileLog;
typedef enum {
    FILE_LOG_CREATE,   // there must be no such plain file: errno is EEXIST
    FILE_LOG_APPEND,   // what there is stays, records follow it
    FILE_LOG_TRUNCATE, // what there is goes
} FileLogMode;

FileLog *file_log_open(const char *path, FileLogMode mode);

/* The record is written whole, or, with false and errno, not at all; after a failure no other one
 * is taken. */
bool file_log_add(FileLog *log, const void *record, size_t size);

/* False, with errno, if some record was not written.  `log` may be NULL. */
bool file_log_close(FileLog *log);

/* "I am at it", to be seen by everybody who may do the same work: a file that one holds at a time,
 * and that nobody holds any more whose process has ended. */
typedef struct {
    int fd;
} FileLock;

typedef enum {
    FILE_LOCK_HELD, // or nobody can tell, as this file system has no locks
    FILE_LOCK_BUSY,
    FILE_LOCK_FAILED, // errno says why
} FileLockResult;

/* Does not wait.  What is ours is to be given up, which removes the file. */
FileLockResult file_lock(const char *path, FileLock *out);
void file_unlock(const char *path, FileLock *lock);

/* Cuts a file off after so many bytes. */
bool file_truncate(const char *path, uint64_t size);

/* Shows each name in a folder, in any order; false, with errno, if it cannot be read. */
bool file_list(const char *folder, void (*visit)(void *context, const char *name), void *context);

/* What stands between the folders in a list of them. */
extern const char PATH_LIST_SEPARATOR;

/* The name alone, without the folders before it. */
const char *file_base_name(const char *path);

/* Makes a folder and those above it, where they do not exist yet. */
bool file_make_folders(const char *path);

#endif

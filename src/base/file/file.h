// SPDX-License-Identifier: MIT
//
// Files: read whole or in parts, replaced atomically, or extended record by record.
//
// atomic_file_new and file_log_open fail at once if the target cannot be written, so callers open
// their output before long work. A regular file is replaced by way of a temporary file in the same
// folder, which gets the mode of the old file; symbolic links are followed. Devices and pipes are
// written directly.
//
// No file is memory-mapped: if another program shortened it, access to the mapping would end the
// program (SIGBUS).
#ifndef BASE_FILE_FILE_H
#define BASE_FILE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The contents of a file. */
typedef struct {
    const uint8_t *data;
    size_t size;
} FileContents;

/* Reads a file or a pipe to its end. False if it cannot be read (errno gives the reason; EFBIG: an
 * endless stream) or is empty (errno is 0). */
bool file_load(const char *path, FileContents *out);

/* The same from an open descriptor, which stays open. Works for standard input, which need not have
 * a name. */
bool file_load_descriptor(int fd, FileContents *out);
void file_contents_free(FileContents *contents);

/* An open file. Any number of threads may read parts of it. */
typedef struct {
    int fd;
    uint64_t size; // when it was opened
} FileHandle;

bool file_open(const char *path, FileHandle *out);
void file_close(FileHandle *file);

/* Reads exactly `size` bytes. False with errno; EIO if the file has become shorter. */
bool file_read_at(const FileHandle *file, uint64_t at, void *data, size_t size);

/* A piece of data to be written. */
typedef struct {
    const void *data;
    size_t size;
} FileChunk;

/* A new version of the file at PATH, kept in a temporary file until it is committed. NULL with
 * errno if PATH cannot be written. */
typedef struct AtomicFile AtomicFile;
AtomicFile *atomic_file_new(const char *path);

/* Appends data. False, with errno, after a failure. atomic_file_commit reports earlier failures
 * again. */
bool atomic_file_write(AtomicFile *file, const void *data, size_t size);

/* Syncs the temporary file and renames it to PATH in one step. False, with errno, if anything
 * failed: then the old file is unchanged. Frees `file` and removes the temporary file in both
 * cases. */
bool atomic_file_commit(AtomicFile *file);

/* Removes the temporary file and frees `file`, which may be NULL. The old file stays. */
void atomic_file_discard(AtomicFile *file);

/* Writes all chunks to an AtomicFile and commits it. */
bool file_replace(const char *path, const FileChunk *parts, int count);

/* The same for a secret: only our user may read the file, also if others could read the old one. */
bool file_replace_private(const char *path, const FileChunk *parts, int count);

/* Is it a plain file of our user's that no other user may read or write?  Always so on Windows,
 * where folders have the rights. */
bool file_is_private(const char *path);

/* Could a draft of this path be kept?  False with errno; nothing is changed. */
bool file_is_writable(const char *path);

/* Does the path exist, other than as a folder? */
bool file_exists(const char *path);

/* Would outputs written to both paths end up in the same file? False for devices, which accept
 * both. */
bool file_is_same(const char *path, const char *another);

/* Creates an empty file in the folder of PATH that only the user can read. Its name is
 * unpredictable except for `ending`. The caller removes the file and frees the name. NULL with
 * errno. */
char *file_make_temporary(const char *path, const char *ending);

/* A file to which whole records are appended. */
typedef struct FileLog FileLog;
typedef enum {
    FILE_LOG_CREATE,   // fails with EEXIST if a regular file of that name exists
    FILE_LOG_APPEND,   // records are appended to the existing file
    FILE_LOG_TRUNCATE, // the existing file is emptied
} FileLogMode;

FileLog *file_log_open(const char *path, FileLogMode mode);

/* Writes the whole record, or returns false with errno and removes a partly written one. After a
 * failure all further records are refused. */
bool file_log_add(FileLog *log, const void *record, size_t size);

/* False, with errno, if any record could not be written. `log` may be NULL. */
bool file_log_close(FileLog *log);

/* An advisory lock file: shows other processes that this one does the work. One process holds it at
 * a time. The system releases it when the process ends. */
typedef struct {
    int fd;
} FileLock;

typedef enum {
    FILE_LOCK_HELD, // also returned if the file system does not support locks
    FILE_LOCK_BUSY,
    FILE_LOCK_FAILED, // errno gives the reason
} FileLockResult;

/* Does not wait. A held lock is released by file_unlock, which removes the file. */
FileLockResult file_lock(const char *path, FileLock *out);
void file_unlock(const char *path, FileLock *lock);

/* Shortens a file to `size` bytes. */
bool file_truncate(const char *path, uint64_t size);

/* Calls `visit` for each name in a folder, in any order. False, with errno, if the folder cannot be
 * read. */
bool file_list(const char *folder, void (*visit)(void *context, const char *name), void *context);

/* The character between the folders in a list such as PATH. */
extern const char PATH_LIST_SEPARATOR;

/* The last component of a path. */
const char *file_base_name(const char *path);

/* Creates a folder and its missing parents. */
bool file_make_folders(const char *path);

#endif

// SPDX-License-Identifier: MIT
#include "base/file/file_internal.h"

#include "base/os/platform.h"
#include "base/os/random_seed.h"
#include "base/text/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Some systems limit the size of one read or write. */
static unsigned io_size(size_t size) {
    return size < 1u << 30 ? (unsigned)size : 1u << 30;
}

// --- reading ---

int file_open_descriptor(const char *path, int extra_flags) {
    if (file_is_folder(path)) {
        errno = EISDIR;
        return -1;
    }
    int flags = O_RDONLY | O_CLOEXEC | O_BINARY | extra_flags;
    int fd = open(path, flags);
    if (fd >= 0 || errno != EMFILE) return fd;
    file_raise_open_limit(); // tablebases keep many files open at a time
    return open(path, flags);
}

/* Devices such as /dev/zero have no end. For anything but a regular file more than this is
 * refused. */
enum { STREAM_MAX = 1 << 28 };

/* Reads to the end of the input, or until `most` bytes are exceeded (EFBIG). False after an
 * error. */
static bool read_to_end(int fd, uint8_t **data, size_t *size, size_t room, size_t most) {
    for (errno = 0; *size <= most;) {
        if (*size == room || !*data) {
            room = *data ? 2 * room : room;
            uint8_t *more = realloc(*data, room);
            if (!more) return false;
            *data = more;
        }
        ssize_t n = platform_read(fd, *data + *size, io_size(room - *size));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n == 0;
        *size += (size_t)n;
    }
    errno = EFBIG;
    return false;
}

/* The initial buffer size. For a regular file it is one byte more than the file, so that the read
 * that finds the end needs no larger buffer. Sets `*most` to the largest size allowed. */
static size_t likely_size(int fd, size_t *most) {
    struct stat about = {0};
    bool plain = fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
    *most = plain ? SIZE_MAX : STREAM_MAX;
    bool known = plain && about.st_size > 0 && (uint64_t)about.st_size < SIZE_MAX;
    return known ? (size_t)about.st_size + 1 : 1 << 16;
}

bool file_load_descriptor(int fd, FileContents *out) {
    uint8_t *data = NULL;
    size_t size = 0, most, room = likely_size(fd, &most);
    bool ok = read_to_end(fd, &data, &size, room, most) && size > 0;
    int error = errno; // 0 for an empty file
    if (ok)
        *out = (FileContents){data, size};
    else
        free(data);
    errno = error;
    return ok;
}

bool file_load(const char *path, FileContents *out) {
    int fd = file_open_descriptor(path, 0);
    if (fd < 0) return false;
    bool ok = file_load_descriptor(fd, out);
    int error = errno;
    close(fd);
    errno = error;
    return ok;
}

void file_contents_free(FileContents *contents) {
    free((void *)(uintptr_t)contents->data);
    *contents = (FileContents){0};
}

bool file_open(const char *path, FileHandle *out) {
    struct stat about;
    int fd = file_open_descriptor(path, O_NONBLOCK); // O_NONBLOCK: do not wait for the writer of a
                                                     // named pipe, which is refused below
    if (fd < 0) return false;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) {
        *out = (FileHandle){fd, (uint64_t)about.st_size};
        return true;
    }
    close(fd);
    errno = EINVAL;
    return false;
}

void file_close(FileHandle *file) {
    if (file->fd >= 0) close(file->fd);
    file->fd = -1;
}

bool file_read_at(const FileHandle *file, uint64_t at, void *data, size_t size) {
    uint8_t *to = data;
    while (size > 0) {
        int64_t n = file_read_some_at(file->fd, at, to, size);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) errno = EIO; // the file has become shorter
        if (n <= 0) return false;
        to += n;
        at += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
}

// --- writing ---

static bool write_all(int fd, const void *data, size_t size) {
    const char *at = data;
    while (size > 0) {
        ssize_t n = write(fd, at, io_size(size));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

struct AtomicFile {
    int fd;
    int error;                     // the first errno
    char path[FILE_PATH_MAX];      // the target
    char temporary[FILE_PATH_MAX]; // "": the target is written directly
};

/* A name in the same folder that other users cannot predict. */
static bool temporary_name(const char *path, const char *ending, char out[FILE_PATH_MAX]) {
    Text text = text_on(out, FILE_PATH_MAX);
    text_bytes(&text, path, (size_t)(file_base_name(path) - path));
    text_format(&text, ".roek-%016llx%s", (unsigned long long)random_seed(), ending);
    if (text.failed) errno = ENAMETOOLONG;
    return !text.failed;
}

/* O_EXCL: fails if the name exists, also as a symbolic link. */
static int create_beside(const char *path, const char *ending, mode_t mode,
                         char name[FILE_PATH_MAX]) {
    int fd;
    do {
        if (!temporary_name(path, ending, name)) return -1;
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_BINARY, mode);
    } while (fd < 0 && errno == EEXIST);
    return fd;
}

char *file_make_temporary(const char *path, const char *ending) {
    char name[FILE_PATH_MAX];
    int fd = create_beside(path, ending, 0600, name);
    if (fd < 0) return NULL;
    close(fd);
    char *copy = strdup(name);
    if (!copy) unlink(name);
    return copy;
}

static bool open_temporary(AtomicFile *d, const struct stat *old) {
    // 0600 until the mode is copied: a user who may not read the old file must not open the new one
    d->fd = create_beside(d->path, "", old ? 0600 : 0666, d->temporary);
    if (d->fd >= 0 && old) file_copy_mode(d->fd, old);
    return d->fd >= 0;
}

static bool open_secret(AtomicFile *d) {
    d->fd = create_beside(d->path, "", 0600, d->temporary);
    return d->fd >= 0;
}

/* Must it be written where it is?  Pipes and devices, and what a standard stream leads to. */
static bool is_direct(const struct stat *about) {
    return !S_ISREG(about->st_mode) || file_standard_stream(about) >= 0;
}

/* If the target is the file of a standard stream, duplicates that descriptor: both then share one
 * file offset. A separate descriptor would overwrite the stream's output. */
static int open_directly(const char *path, const struct stat *about) {
    if (about && S_ISREG(about->st_mode)) return dup(file_standard_stream(about));
    return open(path, O_WRONLY | O_CLOEXEC | O_BINARY);
}

/* Sets `*there` to whether the path exists. False with errno if the system refuses to follow it:
 * for example another user's link in a sticky folder (Linux: protected_symlinks).
 * file_resolve_links must not be used to get around that. */
static bool stat_if_there(const char *path, struct stat *out, bool *there) {
    *there = stat(path, out) == 0;
    return *there || errno == ENOENT;
}

/* The old file gives the new one its mode, unless that is `secret`. */
static bool open_atomic(AtomicFile *d, const char *path, bool secret) {
    struct stat old;
    bool there;
    if (!stat_if_there(path, &old, &there)) return false;
    bool device = file_is_device(path);
    if (device || (there && is_direct(&old))) {
        d->fd = open_directly(path, device ? NULL : &old);
        return d->fd >= 0;
    }
    if (!file_resolve_links(path, d->path)) return false;
    there = stat(d->path, &old) == 0;
    if (!there && errno != ENOENT) return false;
    if (there && !file_can_write(d->path)) return false;
    return secret ? open_secret(d) : open_temporary(d, there ? &old : NULL);
}

static AtomicFile *new_draft(const char *path, bool secret) {
    AtomicFile *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    if (open_atomic(d, path, secret)) return d;
    int error = errno;
    free(d);
    errno = error;
    return NULL;
}

AtomicFile *atomic_file_new(const char *path) {
    return new_draft(path, false);
}

bool atomic_file_write(AtomicFile *file, const void *data, size_t size) {
    if (!file->error && !write_all(file->fd, data, size)) file->error = errno;
    errno = file->error;
    return !file->error;
}

bool atomic_file_commit(AtomicFile *d) {
    if (!d->error && !file_sync(d->fd)) d->error = errno;
    if (close(d->fd) != 0 && !d->error) d->error = errno;
    if (!d->error && d->temporary[0] && !file_rename(d->temporary, d->path)) d->error = errno;
    int error = d->error;
    if (error && d->temporary[0]) unlink(d->temporary);
    free(d);
    errno = error;
    return !error;
}

void atomic_file_discard(AtomicFile *file) {
    if (!file) return;
    file->error = ECANCELED;
    atomic_file_commit(file);
}

static bool fill(AtomicFile *d, const FileChunk *parts, int count) {
    if (!d) return false;
    for (int i = 0; i < count; i++) atomic_file_write(d, parts[i].data, parts[i].size);
    return atomic_file_commit(d);
}

bool file_replace(const char *path, const FileChunk *parts, int count) {
    return fill(new_draft(path, false), parts, count);
}

bool file_replace_private(const char *path, const FileChunk *parts, int count) {
    return fill(new_draft(path, true), parts, count);
}

bool file_is_private(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && file_is_ours_alone(&about);
}

bool file_is_writable(const char *path) {
    struct stat about;
    if (stat(path, &about) == 0 && is_direct(&about)) {
        if (S_ISDIR(about.st_mode)) errno = EISDIR;
        return !S_ISDIR(about.st_mode) && file_can_write(path);
    }
    AtomicFile *file = atomic_file_new(path);
    atomic_file_discard(file);
    return file != NULL;
}

bool file_exists(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

bool file_list(const char *folder, void (*visit)(void *context, const char *name), void *context) {
    DIR *dir = opendir(folder);
    if (!dir) return false;
    for (struct dirent *entry; (entry = readdir(dir));) visit(context, entry->d_name);
    closedir(dir);
    return true;
}

bool file_is_same(const char *path, const char *another) {
    struct stat about;
    bool there = stat(path, &about) == 0;
    if (file_is_device(path) || (there && !S_ISREG(about.st_mode))) return false;
    return strcmp(path, another) == 0 || (there && file_is_same_inode(path, another));
}

// --- growing ---

struct FileLog {
    int fd;
    int error;
    bool plain; // a regular file, which can be truncated
    off_t length;
};

static int open_log(const char *path, FileLogMode mode) {
    struct stat about;
    char followed[FILE_PATH_MAX];
    int flags = O_WRONLY | O_CLOEXEC | O_BINARY | O_APPEND | O_CREAT;
    bool there;
    if (!stat_if_there(path, &about, &there)) return -1;
    bool device = file_is_device(path) || (there && !S_ISREG(about.st_mode));
    bool is_new = mode == FILE_LOG_CREATE && !device;
    if (is_new && !file_resolve_links(path, followed)) return -1;
    if (is_new) flags |= O_EXCL; // O_EXCL follows no link, so the links were resolved before
    if (mode == FILE_LOG_TRUNCATE) flags |= O_TRUNC;
    return open(is_new ? followed : path, flags, 0666);
}

FileLog *file_log_open(const char *path, FileLogMode mode) {
    FileLog *log = calloc(1, sizeof *log);
    if (!log) return NULL;
    struct stat about;
    log->fd = open_log(path, mode);
    if (log->fd < 0) {
        int error = errno;
        free(log);
        errno = error;
        return NULL;
    }
    log->plain = fstat(log->fd, &about) == 0 && S_ISREG(about.st_mode);
    log->length = log->plain ? about.st_size : 0;
    return log;
}

bool file_log_add(FileLog *log, const void *record, size_t size) {
    if (!log->error && !write_all(log->fd, record, size)) {
        log->error = errno;
        // remove the partly written record; if that fails, the error is still reported
        if (log->plain && ftruncate(log->fd, log->length) != 0) log->plain = false;
    }
    if (!log->error) log->length += (off_t)size;
    errno = log->error;
    return !log->error;
}

bool file_log_close(FileLog *log) {
    if (!log) return true;
    if (!log->error && !file_sync(log->fd)) log->error = errno;
    if (close(log->fd) != 0 && !log->error) log->error = errno;
    int error = log->error;
    free(log);
    errno = error;
    return !error;
}

bool file_truncate(const char *path, uint64_t size) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_BINARY);
    if (fd < 0) return false;
    bool cut = ftruncate(fd, (off_t)size) == 0;
    int error = errno;
    close(fd);
    errno = error;
    return cut;
}

// --- folders ---

static bool is_slash(char c) {
    return c && strchr(FILE_PATH_SEPARATORS, c);
}

const char *file_base_name(const char *path) {
    const char *name = path;
    for (; *path; path++)
        if (is_slash(*path)) name = path + 1;
    return name;
}

/* Creates the folder named by the first `length` bytes of the path. Parents are created only if
 * they are missing, because a drive or a network host cannot be created. */
static bool make_path(char *path, size_t length) {
    size_t above = length;
    char kept = path[length];
    path[length] = '\0';
    bool made = file_make_one_folder(path) || errno == EEXIST;
    if (!made && errno == ENOENT) {
        while (above > 0 && !is_slash(path[above])) above--;
        made =
            above > 0 && make_path(path, above) && (file_make_one_folder(path) || errno == EEXIST);
    }
    path[length] = kept;
    return made;
}

bool file_make_folders(const char *path) {
    char part[FILE_PATH_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return false;
    }
    memcpy(part, path, length + 1);
    bool made = make_path(part, length); // fails for an existing drive
    int error = made ? ENOTDIR : errno;
    bool there = file_is_folder(path);
    errno = error;
    return there;
}

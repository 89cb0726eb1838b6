// SPDX-License-Identifier: MIT
#include "base/file/file_internal.h"

#include "base/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

const char PATH_LIST_SEPARATOR = ':';
const char FILE_PATH_SEPARATORS[] = "/";

void file_raise_open_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

enum { LINKS_MAX = 40 };

/* The length of the folder part of a path, including the slash. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* A relative link target is resolved from the folder of the link. */
static bool follow_link(char path[FILE_PATH_MAX], const char *named) {
    char next[FILE_PATH_MAX];
    Text text = text_on(next, sizeof next);
    if (named[0] != '/') text_bytes(&text, path, folder_length(path));
    text_string(&text, named);
    memcpy(path, next, FILE_PATH_MAX);
    return !text.failed;
}

bool file_resolve_links(const char *path, char out[FILE_PATH_MAX]) {
    Text text = text_on(out, FILE_PATH_MAX);
    text_string(&text, path);
    bool fits = !text.failed;
    for (int i = 0; fits && i < LINKS_MAX; i++) {
        char named[FILE_PATH_MAX];
        ssize_t n = readlink(out, named, sizeof named - 1);
        if (n < 0) return true; // not a link
        named[n] = '\0';
        fits = follow_link(out, named);
    }
    errno = fits ? ELOOP : ENAMETOOLONG;
    return false;
}

/* Copies owner, group and mode as far as permitted. If owner or group cannot be set, the setuid,
 * setgid and sticky bits are dropped. If the group cannot be set, the new group gets only the
 * rights that others had. */
void file_copy_mode(int fd, const struct stat *old) {
    struct stat now;
    mode_t mode = old->st_mode & 07777;
    if (fstat(fd, &now) != 0) return;
    bool owned = now.st_uid == old->st_uid || fchown(fd, old->st_uid, (gid_t)-1) == 0;
    bool grouped = now.st_gid == old->st_gid || fchown(fd, (uid_t)-1, old->st_gid) == 0;
    if (!owned || !grouped) mode &= 0777;
    if (!grouped) mode = (mode & ~(mode_t)070) | (mode & 07) << 3;
    fchmod(fd, mode);
}

bool file_is_ours_alone(const struct stat *about) {
    return about->st_uid == geteuid() && (about->st_mode & 077) == 0;
}

int file_standard_stream(const struct stat *about) {
    struct stat stream;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &stream) == 0 && stream.st_dev == about->st_dev &&
            stream.st_ino == about->st_ino)
            return fd;
    return -1;
}

bool file_can_write(const char *path) {
    return access(path, W_OK) == 0;
}

bool file_sync(int fd) {
    // pipes and terminals have nothing to sync
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
}

/* Syncs the folder, without which a rename may be lost in a crash. Errors are ignored: some systems
 * cannot sync folders. */
static void sync_folder(const char *path) {
    char folder[FILE_PATH_MAX];
    Text text = text_on(folder, sizeof folder);
    size_t length = folder_length(path);
    text_bytes(&text, length ? path : ".", length ? length : 1);
    int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

bool file_rename(const char *from, const char *to) {
    if (rename(from, to) != 0) return false;
    sync_folder(to);
    return true;
}

bool file_make_one_folder(const char *folder) {
    return mkdir(folder, 0777) == 0;
}

bool file_is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool file_is_same_inode(const char *path, const char *another) {
    struct stat one, two;
    return stat(path, &one) == 0 && stat(another, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

bool file_is_device(const char *path) {
    (void)path; // stat() recognizes all devices here
    return false;
}

int64_t file_read_some_at(int fd, uint64_t at, void *data, size_t size) {
    return pread(fd, data, size, (off_t)at);
}

/* Does the path still name the file that `fd` has open? The previous holder of the lock may have
 * removed it in between. */
static bool is_still_named(const char *path, int fd) {
    struct stat open_one, named;
    return fstat(fd, &open_one) == 0 && stat(path, &named) == 0 &&
           open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

FileLockResult file_lock(const char *path, FileLock *out) {
    out->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (out->fd < 0) return FILE_LOCK_FAILED;
    bool taken = flock(out->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && is_still_named(path, out->fd)) return FILE_LOCK_HELD;
    close(out->fd);
    return FILE_LOCK_BUSY;
}

void file_unlock(const char *path, FileLock *lock) {
    unlink(path);
    close(lock->fd);
}

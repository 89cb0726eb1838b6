// SPDX-License-Identifier: MIT
#include "roek/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef __EMSCRIPTEN__
#include <sys/mman.h>
#define HAVE_MMAP 1
#else
#define HAVE_MMAP 0
#endif

/* As much as there is; false after an error. */
static bool read_to_end(int fd, uint8_t **data, size_t *size) {
    size_t room = 0;
    for (;;) {
        if (*size == room) {
            room = room ? 2 * room : 1 << 16;
            uint8_t *more = realloc(*data, room);
            if (!more) return false;
            *data = more;
        }
        ssize_t n = read(fd, *data + *size, room - *size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n == 0;
        *size += (size_t)n;
    }
}

static bool read_view(int fd, FileView *out) {
    uint8_t *data = NULL;
    size_t size = 0;
    if (!read_to_end(fd, &data, &size) || size == 0) {
        free(data);
        return false;
    }
    *out = (FileView){data, size, false};
    return true;
}

/* What cannot be mapped, a pipe for one, is read. */
static bool view_descriptor(int fd, FileView *out) {
#if HAVE_MMAP
    struct stat about;
    if (fstat(fd, &about) < 0) return false;
    size_t size = S_ISREG(about.st_mode) ? (size_t)about.st_size : 0;
    void *mapped = size ? mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (mapped != MAP_FAILED) {
        *out = (FileView){mapped, size, true};
        return true;
    }
#endif
    return read_view(fd, out);
}

bool file_view(const char *path, FileView *out) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    errno = 0; // and so it stays for an empty file
    bool ok = view_descriptor(fd, out);
    int error = errno;
    close(fd);
    errno = error;
    return ok;
}

void file_close(FileView *view) {
    void *data = (void *)(uintptr_t)view->data;
#if HAVE_MMAP
    if (view->mapped) munmap(data, view->size);
#endif
    if (!view->mapped) free(data);
    *view = (FileView){0};
}

static bool write_all(int fd, const void *data, size_t size) {
    const char *at = data;
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

bool file_replace(const char *path, const FilePart *parts, int count) {
    char temporary[PATH_MAX];
    if (snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return false;
    bool ok = true;
    for (int i = 0; ok && i < count; i++) ok = write_all(fd, parts[i].data, parts[i].size);
    ok = ok && fsync(fd) == 0;
    ok = close(fd) == 0 && ok;
    ok = ok && rename(temporary, path) == 0;
    if (ok) return true;
    int reason = errno;
    unlink(temporary);
    errno = reason;
    return false;
}

bool file_make_folder(const char *path) {
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return false;
    }
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i] != '\0') continue;
        char kept = part[i];
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) return false;
        part[i] = kept;
    }
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) return true;
    errno = ENOTDIR;
    return false;
}

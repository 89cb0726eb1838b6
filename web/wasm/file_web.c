// SPDX-License-Identifier: MIT
//
// Files where there is no disk: kept in memory as long as the page lives.  Nobody but solved
// endings writes any, so that what is not needed for them cannot be had.
#include "roek/base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *path;
    uint8_t *data;
    size_t size;
} Kept;

enum { KEPT_MAX = 64 }; // all endings with up to four men are 43

static Kept kept[KEPT_MAX];
static int kept_count;

static Kept *find(const char *path) {
    for (int i = 0; i < kept_count; i++)
        if (strcmp(kept[i].path, path) == 0) return &kept[i];
    errno = ENOENT;
    return NULL;
}

/* A place for a file that may be there already. */
static Kept *place_for(const char *path) {
    Kept *file = find(path);
    if (file || kept_count == KEPT_MAX) return file;
    char *name = strdup(path);
    if (!name) return NULL;
    kept[kept_count] = (Kept){.path = name};
    return &kept[kept_count++];
}

bool file_open(const char *path, FileSource *out) {
    Kept *file = find(path);
    if (file) *out = (FileSource){.fd = (int)(file - kept), .size = file->size};
    return file && file->data;
}

void file_shut(FileSource *source) {
    (void)source;
}

bool file_read_at(const FileSource *source, uint64_t at, void *data, size_t size) {
    const Kept *file = &kept[source->fd];
    if (at > file->size || size > file->size - at) {
        errno = EIO;
        return false;
    }
    memcpy(data, file->data + at, size);
    return true;
}

bool file_replace(const char *path, const FilePart *parts, int count) {
    size_t size = 0, at = 0;
    for (int i = 0; i < count; i++) size += parts[i].size;
    uint8_t *data = malloc(size ? size : 1);
    Kept *file = data ? place_for(path) : NULL;
    if (!file) {
        free(data);
        errno = ENOMEM;
        return false;
    }
    for (int i = 0; i < count; at += parts[i++].size)
        memcpy(data + at, parts[i].data, parts[i].size);
    free(file->data);
    file->data = data;
    file->size = size;
    return true;
}

bool file_is_writable(const char *path) {
    return place_for(path) != NULL;
}

bool file_make_folder(const char *path) {
    (void)path;
    return true;
}

bool file_view(const char *path, FileView *out) {
    (void)path, (void)out;
    errno = ENOENT;
    return false;
}

void file_close(FileView *view) {
    (void)view;
}

FileDraft *file_draft(const char *path) {
    (void)path;
    errno = EROFS;
    return NULL;
}

bool file_draft_add(FileDraft *draft, const void *data, size_t size) {
    (void)draft, (void)data, (void)size;
    return false;
}

bool file_keep(FileDraft *draft) {
    (void)draft;
    return false;
}

void file_drop(FileDraft *draft) {
    (void)draft;
}

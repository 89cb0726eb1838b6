// SPDX-License-Identifier: MIT
//
// Files where there is no disk: kept in memory as long as the page lives.  Nobody but solved
// endings writes any, so that what is not needed for them cannot be had.
#include "base/file/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *path;
    uint8_t *data;
    size_t size;
} Kept;

enum { KEPT_MAX = 128 }; // the 43 endings with up to four men have two each

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

bool file_is_writable(const char *path) {
    return place_for(path) != NULL;
}

/* Nobody else is here. */
ClaimResult file_claim(const char *path, FileClaim *out) {
    (void)path;
    out->fd = -1;
    return CLAIM_OURS;
}

void file_unclaim(const char *path, FileClaim *claim) {
    (void)path, (void)claim;
}

const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
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

struct FileDraft {
    char *path;
    uint8_t *data;
    size_t size, room;
    bool failed;
};

FileDraft *file_draft(const char *path) {
    FileDraft *draft = calloc(1, sizeof *draft);
    char *name = draft ? strdup(path) : NULL;
    if (!name) {
        free(draft);
        errno = ENOMEM;
        return NULL;
    }
    draft->path = name;
    return draft;
}

static bool make_room(FileDraft *draft, size_t size) {
    if (draft->room - draft->size >= size) return true;
    size_t room = draft->size + size + draft->room / 2;
    uint8_t *data = realloc(draft->data, room);
    if (!data) return false;
    draft->data = data;
    draft->room = room;
    return true;
}

bool file_draft_add(FileDraft *draft, const void *data, size_t size) {
    draft->failed = draft->failed || !make_room(draft, size);
    if (draft->failed) return false;
    memcpy(draft->data + draft->size, data, size);
    draft->size += size;
    return true;
}

bool file_keep(FileDraft *draft) {
    Kept *file = draft->failed ? NULL : place_for(draft->path);
    if (file) {
        uint8_t *old = file->data;
        file->data = draft->data;
        file->size = draft->size;
        draft->data = old;
    }
    file_drop(draft);
    if (!file) errno = ENOMEM;
    return file != NULL;
}

void file_drop(FileDraft *draft) {
    if (!draft) return;
    free(draft->path);
    free(draft->data);
    free(draft);
}

bool file_replace(const char *path, const FilePart *parts, int count) {
    FileDraft *draft = file_draft(path);
    for (int i = 0; draft && i < count; i++) file_draft_add(draft, parts[i].data, parts[i].size);
    return draft && file_keep(draft);
}

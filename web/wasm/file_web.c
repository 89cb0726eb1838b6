// SPDX-License-Identifier: MIT
//
// base/file for WebAssembly: files in memory, for the life of the page.  Only the endgame tables
// use them, so functions that these do not need always fail.
#include "base/file/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *path;
    uint8_t *data;
    size_t size;
} MemoryFile;

enum { MEMORY_FILES_MAX = 128 }; // the 43 endings with up to four men have two each

static MemoryFile memory_files[MEMORY_FILES_MAX];
static int memory_file_count;

static MemoryFile *find(const char *path) {
    for (int i = 0; i < memory_file_count; i++)
        if (strcmp(memory_files[i].path, path) == 0) return &memory_files[i];
    errno = ENOENT;
    return NULL;
}

/* The file of that name, created if it is new; NULL if all places are taken or memory is short. */
static MemoryFile *find_or_add(const char *path) {
    MemoryFile *file = find(path);
    if (file || memory_file_count == MEMORY_FILES_MAX) return file;
    char *name = strdup(path);
    if (!name) return NULL;
    memory_files[memory_file_count] = (MemoryFile){.path = name};
    return &memory_files[memory_file_count++];
}

bool file_open(const char *path, FileHandle *out) {
    MemoryFile *file = find(path);
    if (file) *out = (FileHandle){.fd = (int)(file - memory_files), .size = file->size};
    return file && file->data;
}

void file_close(FileHandle *source) {
    (void)source;
}

bool file_read_at(const FileHandle *source, uint64_t at, void *data, size_t size) {
    const MemoryFile *file = &memory_files[source->fd];
    if (at > file->size || size > file->size - at) {
        errno = EIO;
        return false;
    }
    memcpy(data, file->data + at, size);
    return true;
}

bool file_is_writable(const char *path) {
    return find_or_add(path) != NULL;
}

/* There are no other processes: the lock is always free. */
FileLockResult file_lock(const char *path, FileLock *out) {
    (void)path;
    out->fd = -1;
    return FILE_LOCK_HELD;
}

void file_unlock(const char *path, FileLock *lock) {
    (void)path, (void)lock;
}

const char *file_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_make_folders(const char *path) {
    (void)path;
    return true;
}

bool file_load(const char *path, FileContents *out) {
    (void)path, (void)out;
    errno = ENOENT;
    return false;
}

void file_contents_free(FileContents *view) {
    (void)view;
}

struct AtomicFile {
    char *path;
    uint8_t *data;
    size_t size, capacity;
    bool failed;
};

AtomicFile *atomic_file_new(const char *path) {
    AtomicFile *draft = calloc(1, sizeof *draft);
    char *name = draft ? strdup(path) : NULL;
    if (!name) {
        free(draft);
        errno = ENOMEM;
        return NULL;
    }
    draft->path = name;
    return draft;
}

static bool reserve(AtomicFile *draft, size_t size) {
    if (draft->capacity - draft->size >= size) return true;
    size_t capacity = draft->size + size + draft->capacity / 2;
    uint8_t *data = realloc(draft->data, capacity);
    if (!data) return false;
    draft->data = data;
    draft->capacity = capacity;
    return true;
}

bool atomic_file_write(AtomicFile *draft, const void *data, size_t size) {
    draft->failed = draft->failed || !reserve(draft, size);
    if (draft->failed) return false;
    memcpy(draft->data + draft->size, data, size);
    draft->size += size;
    return true;
}

bool atomic_file_commit(AtomicFile *draft) {
    MemoryFile *file = draft->failed ? NULL : find_or_add(draft->path);
    if (file) {
        uint8_t *old = file->data;
        file->data = draft->data;
        file->size = draft->size;
        draft->data = old;
    }
    atomic_file_discard(draft);
    if (!file) errno = ENOMEM;
    return file != NULL;
}

void atomic_file_discard(AtomicFile *draft) {
    if (!draft) return;
    free(draft->path);
    free(draft->data);
    free(draft);
}

bool file_replace(const char *path, const FileChunk *parts, int count) {
    AtomicFile *draft = atomic_file_new(path);
    for (int i = 0; draft && i < count; i++) atomic_file_write(draft, parts[i].data, parts[i].size);
    return draft && atomic_file_commit(draft);
}

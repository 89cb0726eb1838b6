// SPDX-License-Identifier: MIT
#include "base/file/page_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 1 << 14 };

static size_t page_count(uint64_t size) {
    return (size_t)((size + PAGE_BYTES - 1) / PAGE_BYTES);
}

static size_t page_size(const PagedFile *paged, size_t number) {
    uint64_t left = paged->file.size - (uint64_t)number * PAGE_BYTES;
    return left < PAGE_BYTES ? (size_t)left : PAGE_BYTES;
}

bool page_cache_open(const char *path, atomic_llong *budget, PagedFile *out) {
    PagedFile paged = {.budget = budget};
    if (!file_open(path, &paged.file)) return false;
    paged.page = calloc(page_count(paged.file.size) + 1, sizeof *paged.page);
    if (!paged.page) {
        file_close(&paged.file);
        errno = ENOMEM;
        return false;
    }
    *out = paged;
    return true;
}

void page_cache_close(PagedFile *paged) {
    for (size_t i = 0; i < page_count(paged->file.size); i++) {
        uint8_t *cached = atomic_load_explicit(&paged->page[i], memory_order_acquire);
        if (cached) atomic_fetch_add(paged->budget, (long long)page_size(paged, i));
        free(cached);
    }
    free(paged->page);
    file_close(&paged->file);
}

/* Allocates a page if the budget allows it. Returns NULL otherwise. */
static uint8_t *allocate_page(const PagedFile *paged, size_t size) {
    bool allowed = atomic_fetch_sub(paged->budget, (long long)size) >= (long long)size;
    uint8_t *page = allowed ? malloc(size) : NULL;
    if (!page) atomic_fetch_add(paged->budget, (long long)size);
    return page;
}

static void release_page(const PagedFile *paged, uint8_t *page, size_t size) {
    free(page);
    atomic_fetch_add(paged->budget, (long long)size);
}

/* Reads a page and adds it to the cache. If two threads read the same page at once, the second
 * discards its copy. */
static const uint8_t *cache_page(const PagedFile *paged, size_t number) {
    size_t size = page_size(paged, number);
    uint8_t *new_page = allocate_page(paged, size), *cached = NULL;
    if (!new_page) return NULL;
    if (!file_read_at(&paged->file, (uint64_t)number * PAGE_BYTES, new_page, size)) {
        release_page(paged, new_page, size);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&paged->page[number], &cached, new_page)) return new_page;
    release_page(paged, new_page, size);
    return cached;
}

bool page_cache_read(const PagedFile *paged, uint64_t at, void *data, size_t size) {
    if (at > paged->file.size || size > paged->file.size - at) {
        errno = EIO;
        return false;
    }
    for (size_t part; size > 0; at += part, data = (uint8_t *)data + part, size -= part) {
        size_t number = (size_t)(at / PAGE_BYTES), from = (size_t)(at % PAGE_BYTES);
        part = size < PAGE_BYTES - from ? size : PAGE_BYTES - from;
        const uint8_t *page = atomic_load_explicit(&paged->page[number], memory_order_acquire);
        if (!page) page = cache_page(paged, number);
        if (page)
            memcpy(data, page + from, part);
        else if (!file_read_at(&paged->file, at, data, part))
            return false;
    }
    return true;
}

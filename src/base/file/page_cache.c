// SPDX-License-Identifier: MIT
#include "base/file/page_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 1 << 14 };

static size_t page_count(uint64_t size) {
    return (size_t)((size + PAGE - 1) / PAGE);
}

static size_t page_size(const PagedFile *pages, size_t number) {
    uint64_t left = pages->file.size - (uint64_t)number * PAGE;
    return left < PAGE ? (size_t)left : PAGE;
}

bool pages_open(const char *path, atomic_llong *allowance, PagedFile *out) {
    PagedFile pages = {.allowance = allowance};
    if (!file_open(path, &pages.file)) return false;
    pages.page = calloc(page_count(pages.file.size) + 1, sizeof *pages.page);
    if (!pages.page) {
        file_shut(&pages.file);
        errno = ENOMEM;
        return false;
    }
    *out = pages;
    return true;
}

void pages_close(PagedFile *pages) {
    for (size_t i = 0; i < page_count(pages->file.size); i++) {
        uint8_t *kept = atomic_load_explicit(&pages->page[i], memory_order_acquire);
        if (kept) atomic_fetch_add(pages->allowance, (long long)page_size(pages, i));
        free(kept);
    }
    free(pages->page);
    file_shut(&pages->file);
}

/* Memory for a page within the allowance, or NULL. */
static uint8_t *claim_page(const PagedFile *pages, size_t size) {
    bool allowed = atomic_fetch_sub(pages->allowance, (long long)size) >= (long long)size;
    uint8_t *page = allowed ? malloc(size) : NULL;
    if (!page) atomic_fetch_add(pages->allowance, (long long)size);
    return page;
}

static void give_up_page(const PagedFile *pages, uint8_t *page, size_t size) {
    free(page);
    atomic_fetch_add(pages->allowance, (long long)size);
}

/* Two threads may read the same page at once; the second one's is thrown away. */
static const uint8_t *keep_page(const PagedFile *pages, size_t number) {
    size_t size = page_size(pages, number);
    uint8_t *fresh = claim_page(pages, size), *kept = NULL;
    if (!fresh) return NULL;
    if (!file_read_at(&pages->file, (uint64_t)number * PAGE, fresh, size)) {
        give_up_page(pages, fresh, size);
        return NULL;
    }
    if (atomic_compare_exchange_strong(&pages->page[number], &kept, fresh)) return fresh;
    give_up_page(pages, fresh, size);
    return kept;
}

bool pages_read(const PagedFile *pages, uint64_t at, void *data, size_t size) {
    if (at > pages->file.size || size > pages->file.size - at) {
        errno = EIO;
        return false;
    }
    for (size_t part; size > 0; at += part, data = (uint8_t *)data + part, size -= part) {
        size_t number = (size_t)(at / PAGE), from = (size_t)(at % PAGE);
        part = size < PAGE - from ? size : PAGE - from;
        const uint8_t *page = atomic_load_explicit(&pages->page[number], memory_order_acquire);
        if (!page) page = keep_page(pages, number);
        if (page)
            memcpy(data, page + from, part);
        else if (!file_read_at(&pages->file, at, data, part))
            return false;
    }
    return true;
}

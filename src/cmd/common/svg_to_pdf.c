// SPDX-License-Identifier: MIT
//
// The converter reads and writes temporary files beside the output file, which is then replaced by
// the result.  So the output file is never half written, and no other file is touched.
#include "cmd/common/svg_to_pdf.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/process/process.h"
#include "cmd/common/command.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONVERT_MS = 60000 };

/* The arguments of the converter; the temporary files among them are removed afterwards. */
enum { WORD_OUTPUT = 3, WORD_PAGES };
typedef struct {
    char *words[WORD_PAGES + SVG_PAGES_MAX + 1];
    int count;
} Converter;

static bool ends_in(const char *path, const char *ending) {
    size_t length = strlen(path), part = strlen(ending);
    return length >= part && span_is_nocase(path + length - part, part, ending);
}

bool svg_pages_is_pdf(const char *path) {
    return ends_in(path, ".pdf");
}

bool svg_pages_check_name(const char *path) {
    if (svg_pages_is_pdf(path) || ends_in(path, ".svg")) return true;
    print_error("--sheet: '%s' ends neither in .svg nor in .pdf", path);
    return false;
}

static int replace(const char *path, const void *data, size_t size) {
    if (file_replace(path, &(FileChunk){data, size}, 1)) return EXIT_DONE;
    print_write_error(path);
    return EXIT_MACHINE;
}

/* Creates the temporary files: the output and each page. */
static bool make_files(Converter *c, const Text pages[], int count, const char *path) {
    for (c->count = WORD_OUTPUT; c->count < WORD_PAGES + count; c->count++) {
        const Text *page = c->count < WORD_PAGES ? NULL : &pages[c->count - WORD_PAGES];
        char *name = c->words[c->count] = file_make_temporary(path, "");
        if (!name || (page && !file_replace(name, &(FileChunk){page->data, page->used}, 1))) {
            print_write_error(path);
            return false;
        }
    }
    return true;
}

static void remove_files(Converter *c) {
    for (int i = WORD_OUTPUT; i <= c->count && c->words[i]; i++) {
        unlink(c->words[i]);
        free(c->words[i]);
    }
}

/* Runs the converter; returns false after it printed an error. */
static bool convert(const Converter *c, const char *path) {
    int error;
    char how[PROCESS_END_TEXT_MAX] = "";
    Process *p = process_start(c->words, NULL, &error);
    if (!p) {
        print_error("cannot make '%s': %s", path,
                    error == ENOENT ? "there is no rsvg-convert (Debian: librsvg2-bin)"
                                    : strerror(error));
        return false;
    }
    const char *said;
    int64_t deadline = clock_ms() + CONVERT_MS;
    process_close_input(p);
    while (process_read(p, deadline, NULL, &said) == PROCESS_LINE) continue;
    process_end(p, CONVERT_MS, how);
    if (strcmp(how, "exit status 0") == 0) return true;
    print_error("cannot make '%s': rsvg-convert ended with %s", path, how);
    return false;
}

static int take_over(const char *made, const char *path) {
    FileContents view;
    if (!file_load(made, &view)) {
        print_error("cannot make '%s': rsvg-convert wrote nothing", path);
        return EXIT_MACHINE;
    }
    int status = replace(path, view.data, view.size);
    file_contents_free(&view);
    return status;
}

static int save_pdf(const Text pages[], int count, const char *path) {
    char program[] = "rsvg-convert", format[] = "--format=pdf", output[] = "--output";
    Converter c = {.words = {program, format, output}};
    bool made = make_files(&c, pages, count, path) && convert(&c, path);
    int status = made ? take_over(c.words[WORD_OUTPUT], path) : EXIT_MACHINE;
    remove_files(&c);
    return status;
}

int svg_pages_save(const Text pages[], int count, const char *path) {
    assert(count > 0 && count <= SVG_PAGES_MAX);
    for (int i = 0; i < count; i++)
        if (pages[i].failed) {
            print_memory_error();
            return EXIT_MACHINE;
        }
    return svg_pages_is_pdf(path) ? save_pdf(pages, count, path)
                                  : replace(path, pages[0].data, pages[0].used);
}

// SPDX-License-Identifier: MIT
//
// Any bytes through a pipe, in pieces: the line reader gives the same lines as plain splitting, and
// reports those that are too long with their number.  Now and then through a line queue, too.
#include "fuzz/fuzz.h"

#include "base/process/process_internal.h"
#include "base/text/text.h"
#include "base/thread/line_queue.h"

#include <unistd.h>

enum { LIMIT = 64, INPUT_MAX = 32768 };

typedef struct {
    const uint8_t *at, *end;
    int number, told; // numbers of the current line and of the last one reported as too long
} ExpectedLines;

static void hear_too_long(void *context, int number, const char *start) {
    ExpectedLines *e = context;
    fuzz_assert(number > e->told && strlen(start) <= LINE_READER_EXCERPT);
    e->told = number;
}

/* The next line that is not too long; false at the end. */
static bool next(ExpectedLines *e, const uint8_t **line, size_t *length) {
    while (e->at < e->end) {
        const uint8_t *stop = memchr(e->at, '\n', (size_t)(e->end - e->at));
        *line = e->at;
        *length = (size_t)((stop ? stop : e->end) - e->at);
        e->at = stop ? stop + 1 : e->end;
        e->number++;
        if (*length <= LIMIT) return true;
        fuzz_assert(e->told >= e->number);
    }
    return false;
}

static void check_line(const char *got, const uint8_t *line, size_t length, bool first) {
    if (length > 0 && line[length - 1] == '\r') length--;
    if (first && length >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0) { // a byte order mark
        line += 3;
        length -= 3;
    }
    fuzz_assert(strlen(got) == length);
    for (size_t i = 0; i < length; i++) fuzz_assert(got[i] == (line[i] ? (char)line[i] : ' '));
}

/* A reader of a pipe that holds the bytes. */
static LineReader reader_of(const uint8_t *data, size_t size) {
    int ends[2];
    fuzz_assert(pipe(ends) == 0 && write(ends[1], data, size) == (ssize_t)size);
    close(ends[1]);
    LineReader reader = line_reader_on(ends[0]);
    reader.limit = LIMIT;
    return reader;
}

static void read_lines(const uint8_t *data, size_t size) {
    ExpectedLines expected = {.at = data, .end = data + size};
    LineReader reader = reader_of(data, size);
    reader.too_long = hear_too_long;
    reader.context = &expected;
    const char *got;
    const uint8_t *line;
    size_t length;
    while (line_reader_next(&reader, &got)) {
        fuzz_assert(next(&expected, &line, &length));
        fuzz_assert(reader.number == expected.number);
        check_line(got, line, length, expected.number == 1);
    }
    fuzz_assert(!next(&expected, &line, &length) && !reader.error);
    line_reader_free(&reader);
}

static void ignore(void *context, int number, const char *start) {
    (void)context;
    (void)number;
    (void)start;
}

/* All lines, each with a line end, from a line queue that was woken before. */
static Text lines_of_queue(const uint8_t *data, size_t size) {
    LineReader reader = reader_of(data, size);
    reader.too_long = ignore;
    Text all = text_growing();
    const char *line;
    LineQueue *queue = line_queue_new(&reader);
    fuzz_assert(queue != NULL);
    line_queue_wake(queue);
    fuzz_assert(line_queue_wait(queue, INT64_MAX, &line) == LINE_QUEUE_WOKEN);
    LineQueueResult news;
    while ((news = line_queue_wait(queue, INT64_MAX, &line)) == LINE_QUEUE_LINE)
        text_format(&all, "%s\n", line);
    fuzz_assert(news == LINE_QUEUE_END && line_queue_error(queue) == 0);
    fuzz_assert(line_queue_wait(queue, 0, &line) == LINE_QUEUE_TIMEOUT); // the end is reported once
    line_queue_free(queue);
    return all;
}

static void read_queue(const uint8_t *data, size_t size) {
    LineReader reader = reader_of(data, size);
    reader.too_long = ignore;
    Text plain = text_growing(), boxed = lines_of_queue(data, size);
    const char *line;
    while (line_reader_next(&reader, &line)) text_format(&plain, "%s\n", line);
    fuzz_assert(strcmp(text_get(&plain), text_get(&boxed)) == 0);
    line_reader_free(&reader);
    text_free(&plain);
    text_free(&boxed);
}

/* Reads the lines of a program whose output comes in pieces; the first byte gives their size. */
static void hear_program(const uint8_t *data, size_t size) {
    static ProcessOutput output;
    output = (ProcessOutput){0};
    size_t piece = size ? data[0] + 1u : 1;
    const char *line;
    while (size > 0 || !output.closed) {
        size_t n = size < piece ? size : piece;
        if (n > PROCESS_LINE_MAX - output.used) n = PROCESS_LINE_MAX - output.used;
        memcpy(output.buffer + output.used, data, n);
        output.used += n;
        data += n;
        size -= n;
        output.closed = size == 0;
        while (process_next_line(&output, &line))
            for (const char *c = line; *c; c++) fuzz_assert(*c == '\t' || (unsigned char)*c >= ' ');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > INPUT_MAX) return 0;
    read_lines(data, size);
    if (size % 16 == 0) read_queue(data, size); // not always: starting a thread takes long
    hear_program(data, size);
    return 0;
}

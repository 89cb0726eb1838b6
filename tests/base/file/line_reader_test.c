// SPDX-License-Identifier: MIT
#include "base/file/line_reader.h"

#include "support/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A reader for these bytes, which must fit into a pipe. */
static LineReader reader_of(const char *text, size_t length) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, length), length);
    close(ends[1]);
    return line_reader_on(ends[0]);
}

static void lines_come_one_by_one(void **state) {
    (void)state;
    LineReader reader = reader_of("one\n\ntwo\r\nthree", 15);
    static const char *const LINES[] = {"one", "", "two", "three"};
    const char *line;
    for (int i = 0; i < 4; i++) {
        assert_true(line_reader_next(&reader, &line));
        assert_string_equal(line, LINES[i]);
        assert_int_equal(reader.number, i + 1);
    }
    assert_false(line_reader_next(&reader, &line));
    assert_int_equal(reader.error, 0);
    line_reader_free(&reader);
}

static void a_byte_order_mark_is_skipped(void **state) {
    (void)state;
    for (int kept = 0; kept < 2; kept++) {
        LineReader reader = reader_of("\ufeffone\r\n\ufefftwo\n", 15);
        const char *line;
        reader.keep_bom = kept;
        assert_true(line_reader_next(&reader, &line));
        assert_string_equal(line, kept ? "\ufeffone" : "one");
        assert_true(line_reader_next(&reader, &line));
        assert_string_equal(line, "\ufefftwo");
        line_reader_free(&reader);
    }
}

static void nul_bytes_are_reported(void **state) {
    (void)state;
    LineReader reader = reader_of("a\0b\nc\n", 6);
    const char *line;
    assert_true(line_reader_next(&reader, &line));
    assert_string_equal(line, "a b");
    assert_true(reader.had_nul);
    assert_true(line_reader_next(&reader, &line));
    assert_false(reader.had_nul);
    line_reader_free(&reader);
}

typedef struct {
    int number, count;
    char start[LINE_READER_EXCERPT + 1];
} TooLongReport;

static void note(void *context, int number, const char *start) {
    TooLongReport *report = context;
    report->number = number;
    report->count++;
    strcpy(report->start, start);
}

/* A long line in the middle and at the end, with and without line end, of all lengths near the
 * limit. */
static void long_lines_are_reported_and_skipped(void **state) {
    (void)state;
    enum { LIMIT = 3000 };
    char text[60000];
    for (int length = LIMIT - 2; length < 50000; length += length < LIMIT + 2 ? 1 : 9973) {
        for (int last = 0; last < 2; last++) {
            int n = sprintf(text, "first\n");
            memset(text + n, 'x', (size_t)length);
            n += length;
            n += sprintf(text + n, "%s", last ? "" : "\nlast\n");
            LineReader reader = reader_of(text, (size_t)n);
            TooLongReport report = {0};
            const char *line;
            reader.limit = LIMIT;
            reader.too_long = note;
            reader.context = &report;
            int seen = 0, longest = 0;
            while (line_reader_next(&reader, &line)) {
                seen++;
                if ((int)strlen(line) > longest) longest = (int)strlen(line);
            }
            bool fits = length <= LIMIT;
            assert_int_equal(report.count, !fits);
            assert_int_equal(seen, 1 + fits + !last);
            assert_int_equal(longest, fits ? length : 5);
            if (!fits) assert_int_equal(report.number, 2);
            if (!fits) assert_int_equal(strspn(report.start, "x"), LINE_READER_EXCERPT);
            line_reader_free(&reader);
        }
    }
}

static void failures_are_no_end(void **state) {
    (void)state;
    const char *line;
    LineReader reader;
    assert_false(line_reader_open(&reader, "/nonexistent/file"));
    assert_int_equal(errno, ENOENT);
    assert_false(line_reader_open(&reader, "/"));
    assert_int_equal(errno, EISDIR);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    reader = line_reader_on(ends[1]); // the write end of the pipe: reading fails
    assert_false(line_reader_next(&reader, &line));
    assert_int_equal(reader.error, EBADF);
    line_reader_free(&reader);
    close(ends[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_one_by_one),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(nul_bytes_are_reported),
        cmocka_unit_test(long_lines_are_reported_and_skipped),
        cmocka_unit_test(failures_are_no_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

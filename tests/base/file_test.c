// SPDX-License-Identifier: MIT
#include "roek/base/file.h"

#include "roek/base/bytes.h"

#include "support/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void written_files_are_seen_whole(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    FilePart parts[] = {{"one ", 4}, {"", 0}, {"two", 3}};
    FileView view;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    assert_false(file_view(path, &view));
    assert_true(file_replace(path, parts, 3));
    assert_true(file_view(path, &view));
    assert_int_equal(view.size, 7);
    assert_true(file_replace(path, parts, 1));
    assert_memory_equal(view.data, "one two", 7); // the view keeps what it saw
    file_close(&view);
    assert_true(file_view(path, &view));
    assert_int_equal(view.size, 4);
    file_close(&view);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); // nothing else was left behind
}

static void pipes_are_read_to_their_end(void **state) {
    (void)state;
    enum { LENGTH = 60000 }; // a pipe holds 64 kB, so that nobody has to wait for the reader
    int ends[2];
    char path[32], *text = malloc(LENGTH);
    FileView view;
    assert_non_null(text);
    memset(text, 'x', LENGTH);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], text, LENGTH), LENGTH);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    assert_true(file_view(path, &view));
    assert_int_equal(view.size, LENGTH);
    assert_memory_equal(view.data, text, LENGTH);
    file_close(&view);
    assert_false(file_view(path, &view)); // nothing is left
    assert_int_equal(errno, 0);
    close(ends[0]);
    free(text);
}

static void failures_change_nothing(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    FilePart part = {"text", 4};
    FileView view;
    assert_non_null(mkdtemp(folder));
    assert_false(file_view(folder, &view));
    assert_int_equal(errno, EISDIR);
    errno = 0;
    assert_false(file_replace(folder, &part, 1)); // a folder cannot be replaced by a file
    assert_int_not_equal(errno, 0);
    snprintf(path, sizeof path, "%s.tmp", folder);
    assert_int_not_equal(access(path, F_OK), 0);
    snprintf(path, sizeof path, "%s/no/where", folder);
    assert_false(file_replace(path, &part, 1));
    assert_int_equal(rmdir(folder), 0);
}

static void folders_are_made_on_the_way(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_file_XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a/b/", folder);
    assert_true(file_make_folder(path));
    assert_true(file_make_folder(path));
    assert_int_equal(rmdir(path), 0);
    snprintf(path, sizeof path, "%s/a", folder);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_false(file_make_folder("/dev/null/a"));
    assert_false(file_make_folder("/dev/null"));
    assert_false(file_make_folder(""));
}

static void numbers_come_back(void **state) {
    (void)state;
    uint8_t bytes[8];
    for (int width = 1; width <= 8; width++) {
        uint64_t value = 0x1122334455667788u & ~0ull >> (64 - 8 * width);
        bytes_store(bytes, width, value);
        assert_int_equal(bytes[0], 0x88);
        assert_int_equal(bytes_load(bytes, width), value);
    }
}

static void checksums_see_every_bit(void **state) {
    (void)state;
    uint8_t bytes[67];
    for (int i = 0; i < 67; i++) bytes[i] = (uint8_t)(i * 37);
    for (size_t size = 0; size < sizeof bytes; size++) {
        uint32_t sum = bytes_checksum(bytes, size);
        assert_int_not_equal(sum, bytes_checksum(bytes, size + 1));
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_int_not_equal(sum, bytes_checksum(bytes, size));
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_files_are_seen_whole),
        cmocka_unit_test(pipes_are_read_to_their_end),
        cmocka_unit_test(failures_change_nothing),
        cmocka_unit_test(folders_are_made_on_the_way),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(checksums_see_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// Two of the smallest tablebases: what they tell, and that losing them under way is survived.
#include "support/check.h"
#include "support/folder.h"

#include "roek/solve/syzygy.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const NAMES[] = {"KRvK.rtbw", "KQvK.rtbw"};
enum { COUNT = sizeof NAMES / sizeof *NAMES, PATH_SIZE = 64 };

static void path_in(const char *folder, int i, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%s", folder, NAMES[i]);
}

static void copy(const char *from, const char *to) {
    char bytes[1024];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    size_t size = fread(bytes, 1, sizeof bytes, in);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    fclose(out);
}

static int result_of(const char *fen) {
    Position pos = chess_of(fen);
    ProbeResult result = {.result = 99};
    return syzygy_probe(&pos, &result) ? result.result : 99;
}

static void the_smallest_tables(void **state) {
    (void)state;
    if (!syzygy_is_built_in()) skip();
    assert_int_equal(syzygy_open("tests/data/nowhere"), 0);
    assert_int_equal(syzygy_open("tests/data/syzygy"), 3);
    assert_int_equal(syzygy_open("tests/data/syzygy"), 3); // as often as one likes
    assert_int_equal(result_of("8/8/8/4k3/8/8/8/R3K3 w - - 0 1"), 1);
    assert_int_equal(result_of("8/8/8/4k3/8/8/8/R3K3 b - - 0 1"), -1);
    assert_int_equal(result_of("8/8/8/8/8/8/1k6/R3K3 b - - 0 1"), 0);   // it takes the rook
    assert_int_equal(result_of("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"), 0);   // stalemate
    assert_int_equal(result_of("8/8/8/4k3/8/8/8/1B2K3 w - - 0 1"), 99); // there is no such table
    assert_false(syzygy_is_lost());
}

static void files_that_shrink_under_way(void **state) {
    (void)state;
    if (!syzygy_is_built_in()) skip();
    static const char *const LOST = "8/8/8/4k3/8/8/8/R3K3 b - - 0 1";
    char folder[] = "/tmp/roek-syzygy-XXXXXX", source[PATH_SIZE], path[PATH_SIZE];
    assert_true(make_folder(folder));
    for (int i = 0; i < COUNT; i++) {
        path_in("tests/data/syzygy", i, source);
        path_in(folder, i, path);
        copy(source, path);
    }
    assert_int_equal(syzygy_open(folder), 3);
    assert_int_equal(result_of(LOST), -1);
    path_in(folder, 0, path);
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(result_of(LOST), 99);
    assert_true(syzygy_is_lost());
    assert_int_equal(result_of("8/8/8/3k4/8/8/8/Q3K3 b - - 0 1"), 99); // nothing is asked any more
    assert_int_equal(syzygy_open("tests/data/syzygy"), 3);
    assert_int_equal(result_of(LOST), -1);
    for (int i = 0; i < COUNT; i++) {
        path_in(folder, i, path);
        remove(path);
    }
    assert_true(remove_folder(folder));
}

/* The library would end the program. */
static void files_that_are_not_whole(void **state) {
    (void)state;
    if (!syzygy_is_built_in()) skip();
    char folder[] = "/tmp/roek-syzygy-XXXXXX", both[PATH_SIZE], path[PATH_SIZE];
    Text half = text_growing();
    assert_true(make_folder(folder));
    path_in(folder, 0, path);
    snprintf(both, sizeof both, "tests/data/syzygy:%s", folder);
    copy("tests/data/syzygy/KRvK.rtbw", path);
    for (int size = 207; size >= 0; size -= size > 64 ? 13 : 8) {
        assert_int_equal(truncate(path, size), 0);
        assert_int_equal(syzygy_open(both), 0);
        assert_true(syzygy_half(both, &half));
        assert_string_equal(text_get(&half), path);
    }
    assert_int_equal(result_of("8/8/8/4k3/8/8/8/R3K3 b - - 0 1"), 99);
    assert_false(syzygy_half("tests/data/syzygy:tests/data/nowhere:", &half));
    text_free(&half);
    remove(path);
    assert_true(remove_folder(folder));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_tables),
        cmocka_unit_test(files_that_shrink_under_way),
        cmocka_unit_test(files_that_are_not_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include "jobs/job.h"

#include "support/check.h"

#include <string.h>

/* A job whose parts are all empty. */
#define EMPTY "J 1 0 0 0 0 0 0 7e3728224d9a7b62\n\n"

static void make_job(Job *job) {
    job_init(job, 12);
    text_string(&job->part[JOB_INPUT], "perft 4");
    text_bytes(&job->part[JOB_STDOUT], "a\0b\n", 4);
    text_string(&job->part[JOB_STDERR], EMPTY);
}

/* Makes the job, and gives its record so many times. */
static Text write_job(Job *job, int times) {
    make_job(job);
    Record record = job_record(job);
    Text bytes = text_growing();
    for (int i = 0; i < times; i++) record_write(&bytes, &record);
    return bytes;
}

static void a_job_comes_back_from_its_bytes(void **state) {
    (void)state;
    Job job, back;
    Record record;
    size_t used;
    Text bytes = write_job(&job, 2);
    assert_int_equal(record_read(bytes.data, bytes.used, &record, &used), RECORD_OK);
    assert_int_equal(2 * used, bytes.used);
    assert_int_equal(record.kind, RECORD_JOB);
    assert_int_equal(record.number, 12);
    assert_true(job_from_record(&back, &record));
    for (int i = 0; i < JOB_PARTS; i++) {
        assert_int_equal(back.part[i].used, job.part[i].used);
        assert_memory_equal(text_get(&back.part[i]), text_get(&job.part[i]), job.part[i].used);
    }
    job_free(&job);
    job_free(&back);
    text_free(&bytes);
}

static void what_is_cut_short_goes_on(void **state) {
    (void)state;
    Job job;
    Record record;
    size_t used = 99;
    Text bytes = write_job(&job, 1);
    for (size_t i = 0; i < bytes.used; i++)
        assert_int_equal(record_read(bytes.data, i, &record, &used), RECORD_SHORT);
    assert_int_equal(used, 99);
    job_free(&job);
    text_free(&bytes);
}

static void what_is_no_record_is_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {
        "\n",
        "X 1 0 0 0 0 0 0 7e3728224d9a7b62\n\n",
        "J 1 0 0 0 0 0 0\n\n",
        "J 1 0 0 0 0 0 7e3728224d9a7b62\n\n",
        "J 1 0 0 0 0 0 0 0 7e3728224d9a7b62\n\n",
        "J -1 0 0 0 0 0 0 7e3728224d9a7b62\n\n",
        "J 1 0 0 0 0 0 0x 7e3728224d9a7b62\n\n",
        "J 1 0 0 0 0 0 0 7e3728224d9a7b62 \n\n",
        "J 18446744073709551616 0 0 0 0 0 0 7e3728224d9a7b62\n\n",
        "J 1 0 1 0 0 0 0 7e3728224d9a7b62\nab\n",
    };
    Record record;
    size_t used;
    assert_int_equal(record_read(EMPTY, strlen(EMPTY), &record, &used), RECORD_OK);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(record_read(BAD[i], strlen(BAD[i]), &record, &used), RECORD_BAD);
    static const char ENDLESS[] =
        "J 18446744073709551615 0 18446744073709551615 0 0 0 0 7e3728224d9a7b62\n";
    assert_int_equal(record_read(ENDLESS, strlen(ENDLESS), &record, &used), RECORD_SHORT);
    char line[400];
    memset(line, '1', sizeof line);
    assert_int_equal(record_read(line, sizeof line, &record, &used), RECORD_BAD);
}

/* A record with any one bit changed is rejected. */
static void what_was_changed_is_refused(void **state) {
    (void)state;
    Job job;
    Record record;
    size_t used;
    Text bytes = write_job(&job, 1);
    size_t line = strcspn(bytes.data, "\n");
    for (size_t bit = 0; bit < 8 * bytes.used; bit++) {
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
        RecordResult result = record_read(bytes.data, bytes.used, &record, &used);
        assert_true(result == RECORD_BAD || (result == RECORD_SHORT && bit / 8 < line));
        bytes.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    assert_int_equal(record_read(bytes.data, bytes.used, &record, &used), RECORD_OK);
    job_free(&job);
    text_free(&bytes);
}

static void lists_have_digests_of_their_own(void **state) {
    (void)state;
    char a[] = "ab", b[] = "c", c[] = "a", d[] = "bc";
    Text texts[4] = {text_on(a, 3), text_on(b, 2), text_on(c, 2), text_on(d, 3)};
    text_string(&texts[0], "ab");
    text_string(&texts[1], "c");
    text_string(&texts[2], "a");
    text_string(&texts[3], "bc");
    uint64_t one = digest_add(digest_add(DIGEST_START, &texts[0]), &texts[1]);
    uint64_t two = digest_add(digest_add(DIGEST_START, &texts[2]), &texts[3]);
    assert_true(one != two);
    char name[DIGEST_MAX];
    digest_write(0xabc, name);
    assert_string_equal(name, "0000000000000abc");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_comes_back_from_its_bytes),
        cmocka_unit_test(what_is_cut_short_goes_on),
        cmocka_unit_test(what_is_no_record_is_refused),
        cmocka_unit_test(what_was_changed_is_refused),
        cmocka_unit_test(lists_have_digests_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

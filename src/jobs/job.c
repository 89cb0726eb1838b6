// SPDX-License-Identifier: MIT
#include "jobs/job.h"

#include "base/codec/checksum.h"

#include <inttypes.h>
#include <string.h>

/* The longest header line: a letter, seven numbers and the check. */
enum { CHECK_BYTES = 1 + 16, LINE_MAX_BYTES = 2 + 7 * 21 + CHECK_BYTES };

void job_init(Job *job, uint64_t number) {
    *job = (Job){.number = number};
    for (int i = 0; i < JOB_PARTS; i++) job->part[i] = text_growing();
}

void job_free(Job *job) {
    for (int i = 0; i < JOB_PARTS; i++) text_free(&job->part[i]);
}

bool job_failed(const Job *job) {
    bool failed = false;
    for (int i = 0; i < JOB_PARTS; i++) failed |= job->part[i].failed;
    return failed;
}

Record job_record(const Job *job) {
    Record record = {.kind = RECORD_JOB, .number = job->number};
    for (int i = 0; i < JOB_PARTS; i++)
        record.part[i] = (RecordPart){text_get(&job->part[i]), job->part[i].used};
    return record;
}

bool job_from_record(Job *out, const Record *record) {
    job_init(out, record->number);
    for (int i = 0; i < JOB_PARTS; i++)
        text_bytes(&out->part[i], record->part[i].data, record->part[i].size);
    if (!job_failed(out)) return true;
    job_free(out);
    return false;
}

/* Hash of the header line before the check, and of all parts. */
static uint64_t check_of(const char *line, size_t length, const Record *record) {
    uint64_t sum = fnv1a(FNV1A_START, line, length);
    for (int i = 0; i < JOB_PARTS; i++)
        sum = fnv1a(sum, record->part[i].data, record->part[i].size);
    return sum;
}

void record_write(Text *out, const Record *record) {
    char line[LINE_MAX_BYTES];
    Text head = text_on(line, sizeof line);
    text_format(&head, "%c %" PRIu64 " %" PRIu64, (char)record->kind, record->number,
                record->second);
    for (int i = 0; i < JOB_PARTS; i++) text_format(&head, " %zu", record->part[i].size);
    text_format(out, "%s %016" PRIx64 "\n", line, check_of(line, head.used, record));
    for (int i = 0; i < JOB_PARTS; i++)
        if (record->part[i].size) text_bytes(out, record->part[i].data, record->part[i].size);
    text_char(out, '\n');
}

/* Reads a blank and a decimal number. False if the number is missing or too large. */
static bool read_number(const char **at, const char *end, uint64_t *out) {
    const char *c = *at;
    uint64_t n = 0;
    if (c >= end || *c++ != ' ') return false;
    if (c >= end || !char_is_digit(*c)) return false;
    for (; c < end && char_is_digit(*c); c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (n > (UINT64_MAX - digit) / 10) return false;
        n = 10 * n + digit;
    }
    *at = c;
    *out = n;
    return true;
}

static bool read_line(const char *at, const char *end, Record *out) {
    static const char KINDS[] = {RECORD_HEAD, RECORD_JOB, RECORD_END};
    if (at == end || !memchr(KINDS, *at, sizeof KINDS)) return false;
    *out = (Record){.kind = (RecordKind)*at++};
    if (!read_number(&at, end, &out->number) || !read_number(&at, end, &out->second)) return false;
    for (int i = 0; i < JOB_PARTS; i++) {
        uint64_t size;
        if (!read_number(&at, end, &size) || size > SIZE_MAX) return false;
        out->part[i].size = (size_t)size;
    }
    return end - at == CHECK_BYTES;
}

/* Does the header line, which ends at `end`, end with the right check? */
static bool has_valid_check(const char *line, const char *end, const Record *record) {
    char check[CHECK_BYTES + 1];
    Text text = text_on(check, sizeof check);
    size_t length = (size_t)(end - line) - CHECK_BYTES;
    text_format(&text, " %016" PRIx64, check_of(line, length, record));
    return memcmp(line + length, check, CHECK_BYTES) == 0;
}

RecordResult record_read(const char *data, size_t size, Record *out, size_t *used) {
    Record record;
    size_t seen = size < LINE_MAX_BYTES ? size : LINE_MAX_BYTES;
    const char *end = seen ? memchr(data, '\n', seen) : NULL;
    if (!end) return seen == LINE_MAX_BYTES ? RECORD_BAD : RECORD_SHORT;
    if (!read_line(data, end, &record)) return RECORD_BAD;
    size_t at = (size_t)(end - data) + 1;
    for (int i = 0; i < JOB_PARTS; i++) {
        if (record.part[i].size > size - at) return RECORD_SHORT;
        record.part[i].data = data + at;
        at += record.part[i].size;
    }
    if (at == size) return RECORD_SHORT;
    if (data[at] != '\n' || !has_valid_check(data, end, &record)) return RECORD_BAD;
    *out = record;
    *used = at + 1;
    return RECORD_OK;
}

/* Includes the length of each job, so that the boundaries between jobs count. */
uint64_t digest_add(uint64_t digest, const Text *job) {
    if (digest == DIGEST_START) digest = FNV1A_START;
    uint8_t length[4];
    store_le(length, 4, job->used);
    return fnv1a(fnv1a(digest, length, sizeof length), text_get(job), job->used);
}

void digest_write(uint64_t digest, char out[DIGEST_MAX]) {
    Text text = text_on(out, DIGEST_MAX);
    text_format(&text, "%016" PRIx64, digest);
}

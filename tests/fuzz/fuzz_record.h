// SPDX-License-Identifier: MIT
//
// Corrects the checksums of records: a fuzzer cannot guess a checksum, so it would never reach the
// code behind the check.
#ifndef FUZZ_FUZZ_RECORD_H
#define FUZZ_FUZZ_RECORD_H

#include "fuzz/fuzz.h"

#include "jobs/job.h"

#include <inttypes.h>
#include <stdio.h>

/* Reads a record and ignores its checksum.  Returns its length, or 0 if it is none. */
static inline size_t fuzz_record(const char *data, size_t size, Record *out) {
    char line[256], kind;
    const char *end = memchr(data, '\n', size < sizeof line ? size : sizeof line);
    if (!end) return 0;
    size_t at = (size_t)(end - data) + 1;
    if (!fuzz_text((const uint8_t *)data, at, line, sizeof line)) return 0;
    *out = (Record){0};
    RecordPart *p = out->part;
    if (sscanf(line, "%c %" SCNu64 " %" SCNu64 " %zu %zu %zu %zu %zu", &kind, &out->number,
               &out->second, &p[0].size, &p[1].size, &p[2].size, &p[3].size, &p[4].size) != 8)
        return 0;
    out->kind = (RecordKind)kind;
    for (int i = 0; i < JOB_PARTS; at += p[i++].size) {
        p[i].data = data + at;
        if (p[i].size > size - at) return 0;
    }
    return at < size && data[at] == '\n' ? at + 1 : 0;
}

/* Copies the bytes; gives each record the right checksum and this version; other bytes stay. */
static inline void fuzz_sign(Text *out, const char *data, size_t size) {
    static const char MAKER[] = "roek " ROEK_VERSION;
    Record record;
    for (size_t used; size && (used = fuzz_record(data, size, &record)); size -= used) {
        if (record.kind == RECORD_HEAD) record.part[JOB_INPUT] = (RecordPart){MAKER, strlen(MAKER)};
        record_write(out, &record);
        data += used;
    }
    text_bytes(out, data, size);
}

#endif

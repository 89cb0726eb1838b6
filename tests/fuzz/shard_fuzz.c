// SPDX-License-Identifier: MIT
//
// Any bytes as a shard file: an accepted one holds all answers of its shard.
#include "fuzz/fuzz.h"
#include "fuzz/fuzz_file.h"
#include "fuzz/fuzz_record.h"

#include "cmd/common/shard.h"

extern const Command command_merge;

static bool has_word(const RecordPart *words, const char *start) {
    const char *end = words->data + words->size;
    for (const char *at = words->data; at < end; at += strlen(at) + 1)
        if (strncmp(at, start, strlen(start)) == 0) return true;
    return false;
}

/* Does merging this command write no file? */
static bool is_harmless(const RecordPart *words) {
    static const char *const NAMES[] = {"perft", "mate", "moves", "problem"};
    if (has_word(words, "--certificate") || has_word(words, "--sheet")) return false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(words->data, NAMES[i]) == 0) return true;
    return false;
}

static void merge(const char *data, size_t size) {
    char name[] = "merge";
    char path[256];
    strcpy(path, fuzz_file((const uint8_t *)data, size));
    char *words[] = {name, path, NULL};
    command_call(&command_merge, NULL, 2, words);
}

static void read_shard(const char *data, size_t size) {
    Shard shard;
    Record record;
    size_t at;
    const char *wrong = shard_read(data, size, &shard, &at);
    fuzz_assert(at <= size);
    if (wrong) return;
    if (shard.count == 1 && is_harmless(&shard.words)) merge(data, size);
    uint64_t number = shard.index - 1;
    for (; shard_next(&shard, &record); number += shard.count) {
        Job job;
        fuzz_assert(record.number == number);
        if (job_from_record(&job, &record)) job_free(&job);
    }
    fuzz_assert(number >= shard.jobs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_mute();
    Text signed_again = text_growing();
    fuzz_sign(&signed_again, (const char *)data, size);
    read_shard((const char *)data, size);
    read_shard(text_get(&signed_again), signed_again.used);
    text_free(&signed_again);
    return 0;
}

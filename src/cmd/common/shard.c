// SPDX-License-Identifier: MIT
#include "cmd/common/shard.h"

#include <assert.h>
#include <string.h>

enum { SHARDS_MAX = 1000000 };

/* The version that made the file: answers of different versions may differ. */
static const char MAKER[] = "roek " ROEK_VERSION;

bool shard_read_name(const char *text, uint64_t *index, uint64_t *count) {
    char first[16];
    int64_t i, n;
    size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof first) return false;
    memcpy(first, text, length);
    first[length] = '\0';
    if (!text_to_int(text + length + 1, 1, SHARDS_MAX, &n) || !text_to_int(first, 1, n, &i))
        return false;
    *index = (uint64_t)i;
    *count = (uint64_t)n;
    return true;
}

// --- writing ---

/* Is it --jobs or --shard, under any name?  They do not change the answers. */
static bool is_batch_option(const Option *options, const Option *option) {
    for (const Option *o = options; o->name; o++)
        if (o->target == option->target &&
            (strcmp(o->name, "jobs") == 0 || strcmp(o->name, "shard") == 0))
            return true;
    return false;
}

static void write_some(Text *out, char *const *words, int count) {
    for (int i = 0; i < count; i++) text_bytes(out, words[i], strlen(words[i]) + 1);
}

/* Writes the arguments without those options.  Behind "--" all are operands. */
static void write_words(Text *out, const Command *self) {
    assert(self->options && *self->options);
    int i = 0;
    for (int count; i < self->word_count && strcmp(self->words[i], "--") != 0; i += count) {
        const Option *option = option_at(*self->options, self->words + i, &count);
        if (!option || !is_batch_option(*self->options, option))
            write_some(out, self->words + i, count);
    }
    write_some(out, self->words + i, self->word_count - i);
}

void shard_write_head(Text *out, const Command *self, uint64_t index, uint64_t count) {
    Text words = text_growing();
    write_words(&words, self);
    Record head = {.kind = RECORD_HEAD, .number = index, .second = count};
    head.part[JOB_INPUT] = (RecordPart){MAKER, strlen(MAKER)};
    head.part[JOB_DATA] = (RecordPart){text_get(&words), words.used};
    record_write(out, &head);
    out->failed |= words.failed;
    text_free(&words);
}

void shard_write_end(Text *out, uint64_t jobs, uint64_t digest, int reading) {
    char name[DIGEST_MAX];
    digest_write(digest, name);
    Record end = {.kind = RECORD_END, .number = jobs, .second = (uint64_t)reading};
    end.part[JOB_DATA] = (RecordPart){name, strlen(name)};
    record_write(out, &end);
}

static void print(Text *text) {
    if (text->failed)
        print_memory_error();
    else
        print_bytes(PRINT_STDOUT, text->data, text->used);
    print_flush();
    text_free(text);
}

/* After an interrupt the running job may have half an answer: it is not written. */
static TakeResult write_job(void *context, const Job *job) {
    const Batch *batch = context;
    if (batch->stop && atomic_load(batch->stop)) return TAKE_ENOUGH;
    const Text *remark = &job->part[JOB_STDERR];
    if (remark->used) print_bytes(PRINT_STDERR, remark->data, remark->used);
    Record record = job_record(job);
    record.part[JOB_STDERR].size = 0;
    Text text = text_growing();
    record_write(&text, &record);
    print(&text);
    return print_has_failed() ? TAKE_ENOUGH : TAKE_MORE;
}

int shard_run(const Command *self, const BatchOptions *opts, const Batch *batch) {
    uint64_t index, count;
    if (!shard_read_name(opts->shard, &index, &count)) {
        print_error("--shard wants I/N, such as 2/8, not '%s'", opts->shard);
        return EXIT_MISUSE;
    }
    Text text = text_growing();
    shard_write_head(&text, self, index, count);
    print(&text);
    Batch copy = *batch;
    BatchRunOptions plan = {.threads = (int)opts->jobs,
                            .first = index - 1,
                            .step = count,
                            .context = &copy,
                            .take = write_job};
    BatchResult result = batch_run_threads(batch, &plan);
    if (result.no_memory) print_memory_error();
    if (result.failed) return EXIT_MACHINE;
    if (result.cut_short) return EXIT_NO;
    int reading = batch->list_status ? batch->list_status(batch->context) : EXIT_DONE;
    text = text_growing();
    shard_write_end(&text, result.jobs, result.digest, reading);
    print(&text);
    return reading;
}

// --- reading ---

/* Is it a list of strings, each ended by a zero byte, whose first is not empty? */
static bool are_words(RecordPart part) {
    return part.size > 1 && part.data[0] && part.data[part.size - 1] == '\0';
}

static bool is_our_version(RecordPart maker) {
    return maker.size == strlen(MAKER) && memcmp(maker.data, MAKER, maker.size) == 0;
}

static const char *read_head(const Record *r, Shard *out) {
    bool good = r->kind == RECORD_HEAD && r->number >= 1 && r->number <= r->second &&
                r->second <= SHARDS_MAX && are_words(r->part[JOB_DATA]);
    if (!good) return "this is not the output of --shard";
    if (!is_our_version(r->part[JOB_INPUT])) return "it was made by another version of roek";
    out->index = r->number;
    out->count = r->second;
    out->words = r->part[JOB_DATA];
    return NULL;
}

/* The number of jobs in this shard. */
static uint64_t own_jobs(const Shard *s) {
    return s->jobs / s->count + (s->index <= s->jobs % s->count);
}

static const char *read_end(const Record *r, uint64_t seen, Shard *out) {
    out->jobs = r->number;
    out->digest = r->part[JOB_DATA];
    out->reading = (int)r->second;
    if (r->second > EXIT_MACHINE) return "this is no exit status";
    return seen == own_jobs(out) ? NULL : "answers are missing";
}

const char *shard_read(const char *data, size_t size, Shard *out, size_t *at) {
    Record record;
    size_t used = 0;
    uint64_t seen = 0;
    *at = 0;
    *out = (Shard){0};
    if (record_read(data, size, &record, &used) != RECORD_OK)
        return "this is not the output of --shard, or it was changed";
    const char *wrong = read_head(&record, out);
    if (wrong) return wrong;
    out->data = data + used;
    for (*at = used;; *at += used) {
        RecordResult result = record_read(data + *at, size - *at, &record, &used);
        if (result == RECORD_SHORT) return "it is not complete: cut short, or changed from here on";
        if (result == RECORD_BAD) return "it was changed or damaged here";
        out->size = *at - (size_t)(out->data - data);
        if (record.kind == RECORD_END) {
            wrong = read_end(&record, seen, out);
            if (!wrong && *at + used < size) wrong = "something follows its end";
            return wrong;
        }
        if (record.kind != RECORD_JOB || record.number != out->index - 1 + seen * out->count)
            return "another answer is due here";
        seen++;
    }
}

bool shard_next(Shard *shard, Record *out) {
    size_t used;
    if (record_read(shard->data, shard->size, out, &used) != RECORD_OK) return false;
    shard->data += used;
    shard->size -= used;
    return true;
}

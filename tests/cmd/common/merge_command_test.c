// SPDX-License-Identifier: MIT
//
// Shard files that no run wrote: `roek merge` reports every answer that is missing or damaged.
#include "cmd/common/shard.h"

#include "support/check.h"
#include "support/folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern const Command command_merge;

enum { WORDS_MAX = 16 };

/* The one answer of a shard. */
typedef struct {
    const char *words; // the arguments of the command, separated by blanks
    const char *job, *note, *file;
    uint64_t number;
} TestAnswer;

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define PROBLEM "1 0\th#1 7k/5K2/8/5S2/8/8/8/6R1"
#define FIVE " 20 1 20 1 20 1 20 1 20 1"
#define TWENTY FIVE FIVE FIVE FIVE

static RecordPart part_of(const char *text) {
    return (RecordPart){text, text ? strlen(text) : 0};
}

static void write_head(Text *out, const char *words) {
    char copy[256], *word[WORDS_MAX];
    static const Option NONE[] = {{0}};
    const Option *options = NONE;
    Command command = {.words = word, .options = &options};
    assert_true(strlen(words) < sizeof copy);
    strcpy(copy, words);
    for (char *at = strtok(copy, " "); at; at = strtok(NULL, " ")) word[command.word_count++] = at;
    shard_write_head(out, &command, 1, 1);
}

static void write_shard(Text *out, const TestAnswer *a) {
    Record record = {.kind = RECORD_JOB, .number = a->number};
    record.part[JOB_INPUT] = part_of(a->job);
    record.part[JOB_DATA] = part_of(a->note);
    record.part[JOB_FILE] = part_of(a->file);
    write_head(out, a->words);
    record_write(out, &record);
    shard_write_end(out, 1, 0, EXIT_DONE);
}

/* Calls the command; `said` gets its output. */
static int hear(int argc, char **argv, char *said, size_t size) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stdout);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    int status = command_call(&command_merge, NULL, argc, argv);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    rewind(file);
    said[fread(said, 1, size - 1, file)] = '\0';
    fclose(file);
    return status;
}

/* Merges the bytes of a shard, and expects this status and this text. */
static void expect(const Text *shard, int status, const char *wanted) {
    char merge[] = "merge", path[] = "part", *words[] = {merge, path, NULL}, said[4096];
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(shard->data, 1, shard->used, file), shard->used);
    fclose(file);
    int found = hear(2, words, said, sizeof said);
    if (found != status || !strstr(said, wanted))
        fail_msg("status %d, not %d with '%s':\n%s", found, status, wanted, said);
    unlink(path);
}

static void expect_answer(const TestAnswer *answer, int status, const char *wanted) {
    Text shard = text_growing();
    write_shard(&shard, answer);
    expect(&shard, status, wanted);
    text_free(&shard);
}

static void an_answer_is_taken(void **state) {
    (void)state;
    static const TestAnswer GOOD[] = {
        {"perft 2", "-1 -1 1 0\t" START, "8933 400 1" TWENTY, NULL, 0},
        {"perft 0", "-1 -1 1 0\t" START, "8933 1 1", NULL, 0},
        {"tables build KQvK --folder here", "KQvK", "1", NULL, 0},
        {"loop atlas kings knights --most 3", "0 0 2 kings knights", "0\nall of it\n", NULL, 0},
        {"problem - --format latex", PROBLEM, "1 1 1 0 0\nall of it\n", NULL, 0},
    };
    expect_answer(&GOOD[0], EXIT_DONE, "400 nodes ");
    expect_answer(&GOOD[1], EXIT_DONE, "1 nodes ");
    expect_answer(&GOOD[2], EXIT_DONE, "1 table built");
    expect_answer(&GOOD[3], EXIT_DONE, "all of it\n");
    expect_answer(&GOOD[4], EXIT_DONE, "all of it\\\\\n}\n\\end{diagram}\n");
}

static void one_that_cannot_be_read_is_told(void **state) {
    (void)state;
    static const char MATCH[] = "match --white random --black random --games 2 --seed 1";
    static const char COUNT[] = "loop 5 5 3 kings bishops --count";
    static const char ATLAS[] = "loop atlas kings knights --most 3";
    static const char BUILD[] = "tables build KQvK --folder here";
    static const char CHECK[] = "tables check KQvK --folder here";
    static const TestAnswer BAD[] = {
        {"perft 2", "X -1 1 0\t" START, "8933 400 1" TWENTY, NULL, 0},
        {"perft 2", "-1 -1 1 0\tnonsense", "8933 400 1" TWENTY, NULL, 0},
        {"perft 2", "-1 -1 1 0\t" START, "8933 400 1 20 1", NULL, 0},
        {"perft 2", "-1 -1 1 0\t" START, "8933 400 1" TWENTY " 20 1", NULL, 0},
        {"perft 2", "-1 -1 1 0\t" START, "8933 -400 1" TWENTY, NULL, 0},
        {"perft 5", "0 -1 1 0\t" START, "", NULL, 0},
        {"perft 5", "0 -1 2 0\t" START, "8933 400 1", NULL, 0},
        {"perft 5", "0 -1 1 99999999999999999999\t" START, "8933 400 1", NULL, 0},
        {"perft 5", "0 -1 1 0\t" START, "8933 400 0", NULL, 0}, // half an answer
        {MATCH, "2", "1 0 2", NULL, 0},
        {MATCH, "0", "3 0 2", NULL, 0},
        {MATCH, "0", "1 99 2", NULL, 0},
        {MATCH, "0", "1 0", NULL, 0},
        {MATCH, "0", "99999999999999999999 0 2", NULL, 0},
        {MATCH, "0", "1 0 2 rest", NULL, 0},
        {COUNT, "0", "0 1 2 3", NULL, 0},
        {COUNT, "0", "99 0 0 0 0 1 8", NULL, 0},
        {COUNT, "0", "0 0 0 0 99999999999999999999 1 8", NULL, 0},
        {ATLAS, "nonsense", "0\n", NULL, 0},
        {ATLAS, "0 0 2 kings knights", "0", NULL, 0},
        {ATLAS, "0 0 2 kings knights", "-1\n", NULL, 0},
        {ATLAS, "0 0 2 kings knights", "99999999999\n", NULL, 0},
        {ATLAS, "99999999999 0 2 kings knights", "0\n", NULL, 0},
        {BUILD, "KQvK", "many", NULL, 0},
        {CHECK, "KQvK", "?", NULL, 0},
        {"mate 2", "0\t" START, "1 1", NULL, 0},
        {"mate 2", "0\t" START, "1 1 1 1 -5", NULL, 0},
        {"mate 2", "99999999999\t" START, "1 1 1 1 5", NULL, 0},
        {"analyse -", "0\t" START, "1", NULL, 0},
        {"analyse -", "0\t" START, "1 9999999999999", NULL, 0},
        {"problem -", PROBLEM, "1 1 1 0", NULL, 0},
        {"problem -", PROBLEM, "1 1 1 0 9999999999\n", NULL, 0},
        {"problem -", PROBLEM, "1 1 1 0 0", NULL, 0},
        {"problem -", PROBLEM, "1 1 1 1 0\n", "a proof", 0},
        {"problem - --format svg", "1 1\th#1 7k/5K2/8/5S2/8/8/8/6R1", "1 1 1 0 0\n", NULL, 0},
        {"problem - --format svg", "1 -1\th#1 7k/5K2/8/5S2/8/8/8/6R1", "1 1 1 0 0\n", NULL, 0},
        {"problem book - --sheet b.svg", "1 0\tnonsense", "1 1 1 0 0\n", NULL, 0},
        {"selfplay --games 8 --nodes 5 --quiet -o games", "0", "", "no games", 0},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        expect_answer(&BAD[i], EXIT_MISUSE, "error: the answer to job 0 cannot be read\n");
    unlink("games");
}

static void answers_have_their_places(void **state) {
    (void)state;
    static const TestAnswer NEXT = {
        .words = "perft 0", .job = "-1 -1 1 0\t" START, .note = "8933 1 1", .number = 1};
    expect_answer(&NEXT, EXIT_MISUSE, ": another answer is due here\n");
}

/* Also if all parts are of the same other version. */
static void other_versions_are_refused(void **state) {
    (void)state;
    static const char WORDS[] = "perft";
    static const char *const OTHERS[] = {"", "roek", "roek 0.0.1", "roek " ROEK_VERSION "1"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        Text shard = text_growing();
        Record head = {.kind = RECORD_HEAD, .number = 1, .second = 1};
        head.part[JOB_INPUT] = part_of(OTHERS[i]);
        head.part[JOB_DATA] = (RecordPart){WORDS, sizeof WORDS};
        record_write(&shard, &head);
        shard_write_end(&shard, 0, 0, EXIT_DONE);
        expect(&shard, EXIT_MISUSE, ", byte 0: it was made by another version of roek\n");
        text_free(&shard);
    }
}

static void only_commands_with_shards_are_called(void **state) {
    (void)state;
    static const TestAnswer PLAY = {.words = "play"};
    expect_answer(&PLAY, EXIT_MISUSE, "error: 'play' is no command with shards\n");
}

int main(void) {
    char folder[] = "/tmp/roek-merge-XXXXXX";
    if (!make_folder(folder) || chdir(folder) != 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_is_taken),
        cmocka_unit_test(one_that_cannot_be_read_is_told),
        cmocka_unit_test(answers_have_their_places),
        cmocka_unit_test(other_versions_are_refused),
        cmocka_unit_test(only_commands_with_shards_are_called),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return chdir("/") != 0 || !remove_folder(folder) || failed;
}

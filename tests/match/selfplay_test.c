// SPDX-License-Identifier: MIT
#include "match/selfplay.h"

#include "support/check.h"
#include "support/folder.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ScoredGame *games[64];
    int count, stop_after;
    PlayedGames log;
} Book;

static bool keep(const Rules *rules, const ScoredGame *game, void *context) {
    (void)rules;
    Book *book = context;
    assert_null(book->games[game->number]); // each game once
    book->games[game->number] = malloc(sizeof *game);
    *book->games[game->number] = *game;
    book->count++;
    return true;
}
static void burn(Book *book) {
    for (int i = 0; i < 64; i++) free(book->games[i]);
    *book = (Book){0};
}

static bool count_down(void *context, const ScoredGame *game) {
    (void)game;
    Book *book = context;
    return --book->stop_after > 0;
}

/* Plays the missing games and reads them back. */
static void play_into(Book *book, const SelfplayOptions *options, int stop_after) {
    char folder[] = "/tmp/roek_selfplay_XXXXXX", path[64];
    assert_true(make_folder(folder));
    Text name = text_on(path, sizeof path);
    text_format(&name, "%s/games", folder);
    FileLog *out = file_log_open(path, FILE_LOG_CREATE);
    book->stop_after = stop_after;
    SelfplayListener listener = {book, count_down};
    assert_true(training_file_begin(out, options->rules));
    assert_null(selfplay_run(options, &book->log, out, &listener));
    assert_true(file_log_close(out));
    FileContents view;
    assert_true(file_load(path, &view));
    TrainingFileReport r = training_file_read(view.data, view.size, keep, book);
    assert_null(r.fault);
    file_contents_free(&view);
    assert_int_equal(unlink(path), 0);
    assert_true(remove_folder(folder));
    for (int i = 0; i < 64; i++)
        if (book->games[i]) played_games_add(&book->log, (uint32_t)i);
}

static SelfplayOptions small(const Rules *rules, int threads) {
    SelfplayOptions options = selfplay_defaults(rules);
    options.games = 6;
    options.nodes = 30;
    options.threads = threads;
    return options;
}

static void check_same(const ScoredGame *a, const ScoredGame *b) {
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->opening, b->opening);
    assert_int_equal(a->plies, b->plies);
    size_t plies = (size_t)a->plies;
    assert_memory_equal(a->moves, b->moves, ((size_t)a->opening + plies) * sizeof *a->moves);
    assert_memory_equal(a->scores, b->scores, plies * sizeof *a->scores);
}

static void threads_change_nothing(void **state) {
    (void)state;
    for (int k = 0; rules_at(k); k++) {
        Book one = {0}, three = {0};
        SelfplayOptions options = small(rules_at(k), 1);
        assert_true(played_games_init(&one.log, 6) && played_games_init(&three.log, 6));
        play_into(&one, &options, 1000);
        options.threads = 3;
        play_into(&three, &options, 1000);
        assert_int_equal(one.count, 6);
        assert_int_equal(three.count, 6);
        for (int i = 0; i < 6; i++) check_same(one.games[i], three.games[i]);
        played_games_free(&one.log);
        played_games_free(&three.log);
        burn(&one);
        burn(&three);
    }
}

static void a_stopped_run_goes_on(void **state) {
    (void)state;
    Book book = {0};
    SelfplayOptions options = small(&STANDARD_CHESS, 2);
    assert_true(played_games_init(&book.log, 6));
    play_into(&book, &options, 2);
    assert_in_range(book.count, 2, 4);
    play_into(&book, &options, 1000);
    assert_int_equal(book.count, 6);
    assert_int_equal(book.log.played, 6);
    play_into(&book, &options, 1000); // nothing is missing
    assert_int_equal(book.count, 6);
    played_games_free(&book.log);
    burn(&book);
}

static void a_broken_off_game_is_none(void **state) {
    (void)state;
    Book book = {0};
    atomic_bool stop = true;
    SelfplayOptions options = small(&STANDARD_CHESS, 2);
    options.stop = &stop;
    assert_true(played_games_init(&book.log, 6));
    play_into(&book, &options, 1000);
    assert_int_equal(book.count, 0);
    SelfplayWorker *worker = selfplay_worker_new(&options);
    assert_null(selfplay_worker_play(worker, 0));
    stop = false;
    assert_non_null(selfplay_worker_play(worker, 0));
    selfplay_worker_free(worker);
    play_into(&book, &options, 1000);
    assert_int_equal(book.count, 6);
    played_games_free(&book.log);
    burn(&book);
}

static void games_begin_in_balance(void **state) {
    (void)state;
    Book book = {0};
    SelfplayOptions options = small(&RACING_KINGS, 1);
    options.balance = 60;
    options.opening_min = options.opening_max = 3;
    assert_true(played_games_init(&book.log, 6));
    play_into(&book, &options, 1000);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(book.games[i]->opening, 3);
        if (book.games[i]->plies) assert_in_range(book.games[i]->scores[0] + 60, 0, 120);
    }
    played_games_free(&book.log);
    burn(&book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(a_broken_off_game_is_none),
        cmocka_unit_test(games_begin_in_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

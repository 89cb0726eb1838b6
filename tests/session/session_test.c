// SPDX-License-Identifier: MIT
//
// The session without threads and with a fixed clock, so that every dialogue is deterministic.
#include "support/check.h"
#include "support/folder.h"

#include "base/text/json.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Session *session;
    Text said;
    int64_t now;
} TestHost;

static void receive_line(void *context, const char *line, size_t length) {
    TestHost *h = context;
    JsonNode nodes[1 << 14];
    JsonResult r = json_read(line, length, nodes, sizeof nodes / sizeof *nodes);
    if (r.fault != JSON_OK) fail_msg("no JSON: %s", line);
    assert_non_null(json_get(nodes, "id"));
    text_bytes(&h->said, line, length);
    text_char(&h->said, '\n');
}

static void host_open(TestHost *h) {
    *h = (TestHost){.said = text_growing()};
    SessionOptions options = {
        .send_line = receive_line, .context = h, .threads_max = 2, .hash_max = 64};
    h->session = session_new(&options);
    assert_non_null(h->session);
}

static void host_close(TestHost *h) {
    session_free(h->session);
    text_free(&h->said);
}

/* Sends a request and runs the session until it is idle.  Returns all lines that it sent. */
static const char *ask(TestHost *h, const char *request) {
    text_clear(&h->said);
    session_handle_line(h->session, request, strlen(request), h->now);
    while (session_run_pending(h->session)) session_step(h->session, h->now);
    session_step(h->session, h->now);
    return text_get(&h->said);
}

static void says(TestHost *h, const char *request, const char *wanted) {
    const char *said = ask(h, request);
    if (!strstr(said, wanted)) fail_msg("%s\nsaid %s\nwanted %s", request, said, wanted);
}

static void bad_requests_are_answered(void **state) {
    (void)state;
    static const char *const BAD[][2] = {
        {"", "{\"id\":null,\"error\":{\"code\":\"bad-json\""},
        {"{\"id\":1", "\"code\":\"bad-json\",\"text\":\"the text ends too early\",\"at\":7"},
        {"[]", "\"code\":\"no-object\""},
        {"{}", "\"code\":\"bad-id\""},
        {"{\"id\":null,\"do\":\"hello\"}", "\"code\":\"bad-id\""},
        {"{\"id\":1}", "{\"id\":1,\"error\":{\"code\":\"missing-field\""},
        {"{\"id\":1,\"do\":\"dance\"}", "\"code\":\"unknown-request\""},
        {"{\"id\":1,\"do\":7}", "\"code\":\"unknown-request\""},
        {"{\"id\":1,\"do\":\"perft\",\"deep\":3}", "\"code\":\"unknown-field\""},
        {"{\"id\":1,\"do\":\"hello\",\"12345678901234567890123456789012345678♞♞\":3}",
         "12345678901234567890123456789012345678'"}, // cut before the character, not within
        {"{\"id\":1,\"do\":\"new\",\"white\":\"12345678901234567890123456789012345678♞♞\"}",
         "12345678901234567890123456789012345678';"},
        {"{\"id\":1,\"do\":\"perft\",\"depth\":\"x\"}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"perft\",\"depth\":99}", "from 0 to 20\",\"at\":29"},
        {"{\"id\":1,\"do\":\"perft\",\"variant\":\"go\"}", "\"code\":\"unknown-variant\""},
        {"{\"id\":1,\"do\":\"moves\",\"fen\":\"8/8\"}", "\"code\":\"bad-fen\""},
        {"{\"id\":1,\"do\":\"moves\",\"fen\":\"8/8/x\"}", "\"at\":32,\"column\":4"},
        {"{\"id\":1,\"do\":\"moves\",\"fen\":\"8\\/8\\u002fx\"}", "\"at\":38,\"column\":4"},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\" \\n8/x w\"}", "\"at\":32,\"column\":2"},
        {"{\"id\":1,\"do\":\"moves\",\"moves\":[\"e5\"]}", "\"code\":\"illegal\""},
        {"{\"id\":1,\"do\":\"moves\",\"moves\":\"e4\"}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"move\",\"move\":\"e4\"}", "\"code\":\"no-game\""},
        {"{\"id\":1,\"do\":\"cancel\",\"request\":5}", "\"code\":\"unknown-request\""},
        {"{\"id\":1,\"do\":\"new\",\"white\":\"alice\"}", "\"code\":\"bad-player\""},
        {"{\"id\":1,\"do\":\"new\",\"white\":\"uci:sh\"}", "\"code\":\"forbidden\""},
        {"{\"id\":1,\"do\":\"new\",\"white\":\"Cmd:sh\"}", "\"code\":\"forbidden\""},
        {"{\"id\":1,\"do\":\"new\",\"black\":\"UCI:sh\"}", "\"code\":\"forbidden\""},
        {"{\"id\":1,\"do\":\"new\",\"fen\":\"x\",\"shuffle\":5}", "'shuffle' and 'fen' exclude"},
        {"{\"id\":1,\"do\":\"new\",\"moves\":[\"e4\"],\"shuffle\":5}",
         "'shuffle' and 'moves' exclude each other\",\"at\":44"},
        {"{\"id\":1,\"do\":\"new\",\"time\":5}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"new\",\"left\":{\"white\":5}}", "'left' needs 'time'"},
        {"{\"id\":1,\"do\":\"new\",\"time\":{\"base\":9},\"left\":5}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"new\",\"time\":{\"base\":9},\"left\":{\"black\":0}}",
         "from 1\",\"at\":53"},
        {"{\"id\":1,\"do\":\"new\",\"result\":\"1-0\"}", "'reason' must be"},
        {"{\"id\":1,\"do\":\"new\",\"reason\":\"time\"}", "'result' must be"},
        {"{\"id\":1,\"do\":\"new\",\"result\":\"*\",\"reason\":\"time\"}", "'result' must be"},
        {"{\"id\":1,\"do\":\"new\",\"result\":\"0-1\",\"reason\":\"boredom\"}", "'reason' must be"},
        {"{\"id\":1,\"do\":\"new\",\"result\":\"0-1\",\"reason\":\"ongoing\"}", "'reason' must be"},
        {"{\"id\":1,\"do\":\"new\",\"result\":\"0-1\",\"reason\":\"checkmate\"}",
         "the last position is no checkmate\",\"at\":"},
        {"{\"id\":1,\"do\":\"mate\"}", "\"code\":\"missing-field\""},
        {"{\"id\":1,\"do\":\"mate\",\"n\":2,\"goal\":\"win\"}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"loop-solve\"}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"loop-solve\",\"types\":[\"kings\",\"kings\"]}",
         "\"code\":\"bad-puzzle\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"1. e5\"}",
         "\"at\":27,\"reason\":\"pgn-move\",\"names\":{\"game\":\"1\",\"line\":\"1\",\"column\":"
         "\"4\","
         "\"found\":\"e5\"},\"because\":{\"reason\":\"moves-otherwise\",\"names\":{\"role\":\"P\"}"
         "}"},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"[FEN \\\"8/8 w\\\"] *\"}",
         "\"because\":{\"reason\":\"fen-few-ranks\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"\"}", "\"code\":\"no-game\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\" 9/8 w\\n\"}", "\"code\":\"bad-fen\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"add\":5}", "'add' must be an array"},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"write\":5}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"add\":[7]}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"add\":[{\"after\":1,\"move\":\"e4\"}]}",
         "'after', a node of the game"},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"add\":[{\"after\":-1,\"move\":\"e4\"}]}",
         "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"add\":[{\"after\":0}]}",
         "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"add\":[{\"after\":0,\"move\":\"e5\"}]}",
         "\"code\":\"illegal\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"*\",\"add\":[{\"after\":0,\"move\":\"--\"}]}",
         "\"code\":\"illegal\""},
        {"{\"id\":1,\"do\":\"review\",\"depth\":0}", "\"code\":\"bad-field\""},
        {"{\"id\":1,\"do\":\"pgn\",\"text\":\"1. e4 *\",\"number\":2}", "\"code\":\"no-game\""},
    };
    TestHost h;
    host_open(&h);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) says(&h, BAD[i][0], BAD[i][1]);
    says(&h, "{\"id\":\"still here\",\"do\":\"hello\"}", "{\"id\":\"still here\",\"ok\":true");
    host_close(&h);
}

static void positions(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    says(&h, "{\"id\":1,\"do\":\"position\",\"fen\":\"8/8/8/8/8/8/8/K7 w - - 0 1\"}",
         "\"faults\":[\"Black has no king\"]");
    says(&h, "{\"id\":1,\"do\":\"position\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\"]}",
         "\"result\":\"0-1\",\"outcome\":\"Black wins: "
         "checkmate\",\"reason\":\"checkmate\",\"check\":true");
    says(&h, "{\"id\":1,\"do\":\"position\",\"variant\":\"Racing Kings\"}",
         "{\"id\":1,\"ok\":true,\"variant\":\"racingkings\"");
    says(&h, "{\"id\":1,\"do\":\"position\",\"fen\":\"k7/8/8/8/8/8/8/K7 w K e6 0 1\"}",
         "\"mended\":[\"castling\",\"en-passant\"]");
    says(&h, "{\"id\":1,\"do\":\"moves\",\"move\":\"e2e5\"}", "\"code\":\"illegal\"");
    says(&h, "{\"id\":1,\"do\":\"moves\",\"fen\":\"7k/8/8/8/8/8/8/KR6 b - - 0 1\"}",
         "{\"san\":\"Kg7\",\"uci\":\"h8g7\",\"fen\":\"8/6k1/8/8/8/8/8/KR6 w - - 1 2\"}");
    says(&h, "{\"id\":1,\"do\":\"tables\",\"variant\":\"racingkings\"}", "\"known\":false");
    says(&h, "{\"id\":1,\"do\":\"pgn\",\"text\":\" 7k/8/8/8/8/8/8/KR6 b\\n\"}",
         "\"start\":\"7k/8/8/8/8/8/8/KR6 b - - 0 1\",\"result\":\"*\",\"nodes\":[]");
    says(&h, "{\"id\":1,\"do\":\"pgn\",\"text\":\"1. e4 e5 (1... c5 $1 {so}) *\"}",
         "{\"after\":1,\"san\":\"c5\",\"uci\":\"c7c5\",\"comment\":\"so\",\"nags\":[1]}");
    says(&h,
         "{\"id\":1,\"do\":\"pgn\",\"list\":true,\"number\":2,"
         "\"text\":\"[White \\\"A \\\\\\\"b\\\\\\\"\\\"] 1. e4 1-0  [Black \\\"B\\\"] 1. d4 *\"}",
         "\"games\":2,\"number\":2,"
         "\"list\":[{\"white\":\"A \\\"b\\\"\",\"black\":\"?\",\"result\":\"1-0\"},"
         "{\"white\":\"?\",\"black\":\"B\",\"result\":\"*\"}]");
    host_close(&h);
}

/* Moves of "add" are appended to the game's tree, and the PGN contains them. */
static void moves_are_added_to_a_game(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    const char *said =
        ask(&h, "{\"id\":1,\"do\":\"pgn\",\"write\":true,"
                "\"text\":\"[White \\\"A\\\"] {first} 1. e4 (1. d4 $5) e5 {why} 1-0\","
                "\"add\":[{\"after\":1,\"move\":\"c5\"},{\"after\":4,\"move\":\"g1f3\"},"
                "{\"after\":3,\"move\":\"Nc3\"}]}");
    assert_non_null(strstr(said, "{\"after\":1,\"san\":\"c5\",\"uci\":\"c7c5\"},"
                                 "{\"after\":4,\"san\":\"Nf3\",\"uci\":\"g1f3\"},"
                                 "{\"after\":3,\"san\":\"Nc3\",\"uci\":\"b1c3\"}]"));
    assert_non_null(strstr(said, "[White \\\"A\\\"]\\u000a"));
    assert_non_null(
        strstr(said, "{first} 1. e4 (1. d4 $5) 1... e5 {why} (1... c5 2. Nf3) 2. Nc3 1-0"));
    says(&h,
         "{\"id\":2,\"do\":\"pgn\",\"write\":true,\"variant\":\"racingkings\","
         "\"text\":\"8/7K/8/8/8/k7/8/8 w - - 0 1\",\"add\":[{\"after\":0,\"move\":\"Kg8\"}]}",
         "1. Kg8# *");
    host_close(&h);
}

/* A game may be begun with a declared result (resignation, time, agreed draw); an end by the rules
 * has priority. */
static void a_game_that_ended_elsewhere_is_over(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    const char *said = ask(&h, "{\"id\":1,\"do\":\"new\",\"black\":\"roek:1\",\"seed\":1,"
                               "\"time\":{\"base\":60000},\"left\":{\"white\":1,\"black\":5000},"
                               "\"moves\":[\"e4\",\"e5\"],\"result\":\"0-1\",\"reason\":\"time\"}");
    assert_non_null(strstr(said, "\"event\":\"began\",\"start\""));
    assert_non_null(strstr(said, "\"event\":\"ended\",\"winner\":\"black\""));
    assert_non_null(strstr(said, "\"result\":\"0-1\",\"outcome\":\"Black wins: time ran out\""));
    assert_null(strstr(said, "\"awaits\":true"));
    says(&h, "{\"id\":2,\"do\":\"save\"}", "[Result \\\"0-1\\\"]");
    h.now = 100000;
    says(&h, "{\"id\":2,\"do\":\"move\",\"move\":\"d4\"}", "\"code\":\"over\"");
    says(&h,
         "{\"id\":3,\"do\":\"new\",\"moves\":[\"e4\"],\"result\":\"1/2-1/2\","
         "\"reason\":\"agreement\"}",
         "\"winner\":\"none\"");
    says(&h, "{\"id\":4,\"do\":\"undo\"}", "\"ply\":1,\"plies\":1"); // takes back the result only
    says(&h, "{\"id\":4,\"do\":\"state\"}", "\"result\":\"*\"");
    says(&h,
         "{\"id\":5,\"do\":\"new\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\"],"
         "\"result\":\"1-0\",\"reason\":\"resignation\"}",
         "\"result\":\"0-1\",\"outcome\":\"Black wins: checkmate\"");
    host_close(&h);
}

/* The clocks start with "left", also after moves are taken back; a newly loaded game starts with
 * the full time. */
static void a_game_goes_on_with_what_was_left(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    says(&h,
         "{\"id\":1,\"do\":\"new\",\"time\":{\"base\":60000},\"moves\":[\"e4\",\"e5\"],"
         "\"left\":{\"white\":7000,\"black\":5000}}",
         "\"clock\":{\"white\":7000,\"black\":5000}");
    h.now = 1000;
    says(&h, "{\"id\":2,\"do\":\"move\",\"move\":\"d4\"}",
         "\"clock\":{\"white\":6000,\"black\":5000}");
    says(&h, "{\"id\":3,\"do\":\"go\",\"ply\":0}", "\"clock\":{\"white\":7000,\"black\":5000}");
    says(&h, "{\"id\":4,\"do\":\"load\",\"text\":\"1. d4 *\"}",
         "\"clock\":{\"white\":60000,\"black\":60000}");
    host_close(&h);
}

/* Moves that were taken back can be played again, a pause lasts, and so does an end that no board
 * shows. */
static void a_game_goes_on_where_it_was(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    says(&h, "{\"id\":1,\"do\":\"new\",\"moves\":[\"e4\",\"e5\",\"d4\"],\"ply\":1}",
         "\"ply\":1,\"plies\":3");
    says(&h, "{\"id\":2,\"do\":\"redo\"}", "\"ply\":2,\"plies\":3");
    says(&h,
         "{\"id\":3,\"do\":\"new\",\"moves\":[\"e4\"],\"paused\":true,\"black\":\"bimbi\","
         "\"time\":{\"base\":9000},\"left\":{\"black\":5000}}",
         "\"paused\":true");
    h.now = 4000;
    says(&h, "{\"id\":4,\"do\":\"state\"}", "\"clock\":{\"white\":9000,\"black\":5000}");
    says(&h, "{\"id\":5,\"do\":\"resume\"}", "\"event\":\"moved\",\"color\":\"black\"");
    says(&h,
         "{\"id\":6,\"do\":\"new\",\"moves\":[\"e4\"],\"result\":\"1/2-1/2\","
         "\"reason\":\"agreement\"}",
         "\"result\":\"1/2-1/2\",\"outcome\":\"Draw: ");
    says(&h, "{\"id\":7,\"do\":\"save\"}", "1. e4 1/2-1/2");
    says(&h, "{\"id\":8,\"do\":\"undo\"}", "\"ply\":1,\"plies\":1");
    says(&h,
         "{\"id\":9,\"do\":\"new\",\"time\":{\"base\":9000},\"result\":\"0-1\","
         "\"reason\":\"time\"}",
         "\"outcome\":\"Black wins: time ran out\"");
    says(&h,
         "{\"id\":10,\"do\":\"new\",\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\"],"
         "\"result\":\"1-0\",\"reason\":\"resignation\"}",
         "\"reason\":\"checkmate\""); // the board says more
    static const char *const BAD[] = {
        "\"ply\":1",
        "\"ply\":-1",
        "\"paused\":1",
        "\"result\":\"1-0\"",
        "\"reason\":\"time\"",
        "\"result\":\"1-0\",\"reason\":\"ongoing\"",
        "\"result\":\"*\",\"reason\":\"time\"",
        "\"result\":\"1-0\",\"reason\":\"luck\"",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        char request[128];
        snprintf(request, sizeof request, "{\"id\":11,\"do\":\"new\",%s}", BAD[i]);
        says(&h, request, "\"code\":\"bad-field\"");
    }
    host_close(&h);
}

/* A host that has a folder for them lets endings be solved; another knows what it was given. */
static void endings_are_solved_where_wanted(void **state) {
    (void)state;
    const char *request = "{\"id\":1,\"do\":\"tables\",\"variant\":\"racingkings\",\"solve\":true,"
                          "\"fen\":\"8/8/8/8/8/4k3/8/R3K3 w - - 0 1\"}";
    TestHost h = {.said = text_growing()};
    SessionOptions options = {
        .send_line = receive_line, .context = &h, .threads_max = 1, .hash_max = 16};
    char folder[] = "/tmp/roek-session-XXXXXX", path[64];
    h.session = session_new(&options);
    says(&h, request, "\"known\":false");
    session_free(h.session);
    assert_true(make_folder(folder));
    options.tablebase_folder = folder;
    h.session = session_new(&options);
    const char *said = ask(&h, request);
    assert_non_null(strstr(said, "\"event\":\"progress\",\"number\":2,\"total\":2"));
    assert_non_null(strstr(said, "\"value\":\"win\",\"plies\":17,\"moves\":[{\"uci\":\"a1a4\""));
    assert_null(strstr(ask(&h, request), "event")); // the table exists now
    says(&h, "{\"id\":2,\"do\":\"tables\",\"variant\":\"racingkings\",\"solve\":true}",
         "\"known\":false"); // too many men
    host_close(&h);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s.%s", folder, i & 1 ? "KRvK" : "KvK",
                 i & 2 ? "rkd" : "rkt");
        assert_int_equal(remove(path), 0);
    }
    assert_true(remove_folder(folder));
}

static void a_whole_game(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    says(&h, "{\"id\":\"g\",\"do\":\"new\",\"time\":{\"base\":60000}}",
         "{\"id\":\"g\",\"event\":\"began\"");
    h.now = 1000;
    says(&h, "{\"id\":1,\"do\":\"move\",\"move\":\"f3\"}", "\"clock\":{\"white\":59000");
    says(&h, "{\"id\":2,\"do\":\"move\",\"move\":\"e5\",\"game\":\"g\"}", "\"ply\":2");
    says(&h, "{\"id\":3,\"do\":\"move\",\"move\":\"g4\",\"game\":\"x\"}", "\"code\":\"no-game\"");
    says(&h, "{\"id\":3,\"do\":\"move\",\"move\":\"g9\"}", "\"code\":\"illegal\"");
    says(&h, "{\"id\":3,\"do\":\"move\",\"move\":\"g4\"}", "{\"id\":3,\"ok\":true}");
    says(&h, "{\"id\":4,\"do\":\"undo\"}", "\"event\":\"went\"");
    says(&h, "{\"id\":4,\"do\":\"redo\"}", "\"ply\":3,\"plies\":3");
    says(&h, "{\"id\":4,\"do\":\"offer\"}",
         "{\"id\":\"g\",\"event\":\"offered\",\"color\":\"black\"}");
    says(&h, "{\"id\":4,\"do\":\"decline\"}", "\"event\":\"declined\",\"color\":\"white\"");
    says(&h, "{\"id\":4,\"do\":\"hint\"}", "\"event\":\"hint\",\"step\":1,\"from\":\"d8\"}");
    says(&h, "{\"id\":4,\"do\":\"hint\"}", "\"step\":2,\"from\":\"d8\",\"to\":\"h4\"}");
    says(&h, "{\"id\":4,\"do\":\"hint\"}", "\"san\":\"Qh4#\"");
    says(&h, "{\"id\":4,\"do\":\"evaluate\"}", "\"event\":\"opinion\",\"mate\":-1}");
    says(&h, "{\"id\":4,\"do\":\"pause\"}", "\"paused\":true");
    says(&h, "{\"id\":4,\"do\":\"move\",\"move\":\"Qh4\"}", "\"code\":\"paused\"");
    says(&h, "{\"id\":4,\"do\":\"resume\"}", "\"paused\":false");
    says(&h, "{\"id\":5,\"do\":\"move\",\"move\":\"Qh4\"}",
         "\"event\":\"ended\",\"winner\":\"black\",\"variant\"");
    says(&h, "{\"id\":6,\"do\":\"move\",\"move\":\"a3\"}", "\"code\":\"over\"");
    says(&h, "{\"id\":6,\"do\":\"save\"}", "1. f3");
    says(&h, "{\"id\":6,\"do\":\"go\",\"ply\":1}", "\"ply\":1,\"plies\":4");
    says(&h, "{\"id\":6,\"do\":\"load\",\"text\":\"1. d4 d5 *\"}", "\"san\":[\"d4\",\"d5\"]");
    says(&h, "{\"id\":7,\"do\":\"end\"}", "{\"id\":7,\"ok\":true}");
    says(&h, "{\"id\":8,\"do\":\"state\"}", "\"code\":\"no-game\"");
    host_close(&h);
}

static void computers_play(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    const char *said = ask(&h, "{\"id\":1,\"do\":\"new\",\"variant\":\"racingkings\",\"white\":"
                               "\"optimus\",\"black\":\"bimbi\",\"seed\":1}");
    assert_non_null(strstr(said, "\"event\":\"ended\""));
    assert_false(session_is_working(h.session));
    char *first = strdup(said);
    ask(&h, "{\"id\":2,\"do\":\"end\"}");
    said = ask(&h, "{\"id\":1,\"do\":\"new\",\"variant\":\"racingkings\",\"white\":"
                   "\"optimus\",\"black\":\"bimbi\",\"seed\":1}");
    assert_string_equal(first, said); // the seed determines the puzzle
    free(first);
    host_close(&h);
}

static void long_work(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    says(&h, "{\"id\":1,\"do\":\"perft\",\"depth\":4}", "{\"id\":1,\"ok\":true,\"nodes\":197281}");
    says(&h, "{\"id\":1,\"do\":\"analyse\",\"depth\":3,\"fen\":\"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"}",
         "\"best\":\"a1a8\",\"mate\":1");
    says(&h, "{\"id\":1,\"do\":\"mate\",\"n\":1,\"fen\":\"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"}",
         "\"verdict\":\"mate\"");
    says(&h, "{\"id\":1,\"do\":\"mate\",\"n\":1}", "\"verdict\":\"none\"");
    static const char REVIEW[] = "{\"id\":1,\"do\":\"review\",\"depth\":4,"
                                 "\"moves\":[\"f3\",\"e5\",\"g4\",\"Qh4\"]}";
    says(&h, REVIEW, "\"event\":\"judged\",\"ply\":3,");
    says(&h, REVIEW, "\"verdict\":\"blunder\",\"sign\":\"??\",\"san\":");
    says(&h, REVIEW, "\"after\":{\"mate\":0,\"chance\":0},\"cost\":0");
    says(&h, REVIEW, "\"error\":0,\"blunder\":1},\"black\":{\"accuracy\":100,");
    says(&h, "{\"id\":1,\"do\":\"review\"}", "{\"id\":1,\"ok\":true,\"white\":{\"doubtful\":0");
    says(&h,
         "{\"id\":1,\"do\":\"loop-count\",\"rows\":3,\"cols\":4,\"n\":3,\"types\":[\"knights\","
         "\"rooks\"]}",
         "\"solutions\":4,\"orbits\":1");
    says(&h,
         "{\"id\":1,\"do\":\"loop-list\",\"rows\":3,\"cols\":4,\"n\":3,\"types\":[\"knights\","
         "\"rooks\"],\"every\":true}",
         "\"event\":\"solution\",\"number\":4");
    says(&h, "{\"id\":1,\"do\":\"loop-generate\",\"seed\":3}", "\"level\":");
    says(&h,
         "{\"id\":1,\"do\":\"loop-hint\",\"rows\":2,\"cols\":3,\"n\":2,\"types\":[\"kings\","
         "\"knights\"],\"first\":[3]}",
         "\"step\":{\"square\":");
    says(&h,
         "{\"id\":1,\"do\":\"loop-check\",\"rows\":2,\"cols\":3,\"n\":2,\"types\":[\"kings\","
         "\"knights\"],\"first\":[3,4]}",
         "\"conflicts\":[3,4]");
    host_close(&h);
}

static void too_much(void **state) {
    (void)state;
    TestHost h;
    host_open(&h);
    char request[96];
    for (int i = 0; i < SESSION_TASKS_MAX; i++) {
        sprintf(request, "{\"id\":%d,\"do\":\"perft\",\"depth\":1}", i);
        session_handle_line(h.session, request, strlen(request), 0);
    }
    text_clear(&h.said);
    session_handle_line(h.session, request, strlen(request), 0);
    assert_non_null(strstr(text_get(&h.said), "\"code\":\"too-many\""));
    static const char CANCEL[] = "{\"id\":99,\"do\":\"cancel\",\"request\":2}";
    session_handle_line(h.session, CANCEL, sizeof CANCEL - 1, 0);
    while (session_run_pending(h.session)) session_step(h.session, 0);
    assert_non_null(strstr(text_get(&h.said), "{\"id\":2,\"ok\":true,\"cancelled\":true"));
    assert_false(session_is_working(h.session));
    for (int i = 0; i < SESSION_GAMES_MAX; i++)
        says(&h, "{\"id\":1,\"do\":\"new\"}", "\"ok\":true");
    says(&h, "{\"id\":1,\"do\":\"new\"}", "\"code\":\"too-many\"");
    host_close(&h);
}

/* The number of games read from a text is limited, so that a request ends soon. */
static void games_of_a_text_are_limited(void **state) {
    (void)state;
    TestHost h;
    Text text = text_growing();
    host_open(&h);
    text_string(&text, "{\"id\":1,\"do\":\"pgn\",\"list\":true,\"text\":\"");
    for (int i = 0; i <= 100000; i++) text_string(&text, "* ");
    text_string(&text, "\"}");
    says(&h, text_get(&text), "\"code\":\"too-many\"");
    text_free(&text);
    host_close(&h);
}

/* Sessions that share `hash_left` never reserve more than it holds, and return what they took. */
static void hash_is_shared(void **state) {
    (void)state;
    atomic_llong left = 100;
    TestHost h = {.said = text_growing()};
    SessionOptions options = {.send_line = receive_line,
                              .context = &h,
                              .threads_max = 1,
                              .hash_max = 64,
                              .hash_left = &left};
    h.session = session_new(&options);
    assert_non_null(h.session);
    says(&h, "{\"id\":1,\"do\":\"new\",\"black\":\"roek:1\",\"hash\":64}", "\"ok\":true");
    assert_int_equal(atomic_load(&left), 36);
    says(&h, "{\"id\":2,\"do\":\"analyse\",\"depth\":1,\"hash\":64}", "\"code\":\"too-many\"");
    says(&h, "{\"id\":3,\"do\":\"analyse\",\"depth\":1,\"hash\":32}", "\"best\"");
    says(&h, "{\"id\":4,\"do\":\"new\",\"white\":\"roek:1\",\"black\":\"roek:1\",\"hash\":20}",
         "\"code\":\"too-many\"");
    assert_int_equal(atomic_load(&left), 36);
    says(&h, "{\"id\":5,\"do\":\"end\"}", "\"ok\":true");
    assert_int_equal(atomic_load(&left), 100);
    host_close(&h);
}

/* What a request for a game or an analysis does not name, the host has chosen. */
static void the_host_chooses_hash_that_is_not_named(void **state) {
    (void)state;
    atomic_llong left = 100;
    TestHost h = {.said = text_growing()};
    SessionOptions options = {.send_line = receive_line,
                              .context = &h,
                              .threads = 2,
                              .threads_max = 2,
                              .hash = 48,
                              .hash_max = 64,
                              .hash_left = &left};
    h.session = session_new(&options);
    assert_non_null(h.session);
    says(&h, "{\"id\":1,\"do\":\"new\",\"black\":\"roek:1\"}", "\"ok\":true");
    assert_int_equal(atomic_load(&left), 52);
    says(&h, "{\"id\":2,\"do\":\"new\",\"black\":\"roek:1\",\"hash\":5}", "\"ok\":true");
    assert_int_equal(atomic_load(&left), 47);
    says(&h, "{\"id\":3,\"do\":\"analyse\",\"depth\":1}", "\"code\":\"too-many\"");
    says(&h, "{\"id\":4,\"do\":\"analyse\",\"depth\":1,\"hash\":47}", "\"best\"");
    says(&h, "{\"id\":5,\"do\":\"perft\",\"depth\":2}", "\"nodes\":400");
    host_close(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_requests_are_answered),
        cmocka_unit_test(positions),
        cmocka_unit_test(moves_are_added_to_a_game),
        cmocka_unit_test(a_game_that_ended_elsewhere_is_over),
        cmocka_unit_test(a_game_goes_on_with_what_was_left),
        cmocka_unit_test(a_game_goes_on_where_it_was),
        cmocka_unit_test(endings_are_solved_where_wanted),
        cmocka_unit_test(a_whole_game),
        cmocka_unit_test(computers_play),
        cmocka_unit_test(long_work),
        cmocka_unit_test(too_much),
        cmocka_unit_test(games_of_a_text_are_limited),
        cmocka_unit_test(hash_is_shared),
        cmocka_unit_test(the_host_chooses_hash_that_is_not_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

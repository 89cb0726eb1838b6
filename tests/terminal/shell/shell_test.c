// SPDX-License-Identifier: MIT
#include "support/check.h"
#include "support/random_game.h"

#include "notation/text/uci_move.h"
#include "terminal/shell/shell.h"
#include "terminal/shell/workspace_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Shell shell_for(const Rules *rules) {
    Shell shell;
    ShellLimits limits = {.nodes = 20000, .perft_depth = 4};
    assert_true(shell_init(&shell, rules, &limits));
    return shell;
}

/* Executes a line, which must succeed, and returns its output. */
static const char *say(Shell *shell, const char *line) {
    if (!shell_execute(shell, line)) fail_msg("%s: %s", line, text_get(&shell->error));
    return text_get(&shell->out);
}

static void assert_refused(Shell *shell, const char *line, int column, const char *why) {
    if (shell_execute(shell, line)) fail_msg("accepted: %s", line);
    if (!strstr(text_get(&shell->error), why) || shell->column != column)
        fail_msg("%s: column %d, %s", line, shell->column, text_get(&shell->error));
}

static void assert_fen(Shell *shell, const char *fen) {
    char line[FEN_MAX];
    snprintf(line, sizeof line, "%s\n", fen);
    assert_string_equal(say(shell, "fen"), line);
}

static void words_and_lists_are_the_same(void **state) {
    (void)state;
    Shell a = shell_for(&STANDARD_CHESS), b = shell_for(&STANDARD_CHESS);
    static const char *const LINES[] = {"m e2 e4", "M E7 E5",    "m Nf3",        "b german",
                                        "s",       "sp depth 5", "evaluate",     "undo",
                                        "fen",     "bwm 3",      "solve 1 white"};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        char list[64];
        snprintf(list, sizeof list, " ( %s )  ; comment", LINES[i]);
        assert_string_equal(say(&a, LINES[i]), say(&b, list));
    }
    assert_string_equal(say(&a, "(new)(m e4) (m e5)(fen) # done"),
                        "1. e4\n1... e5\n"
                        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n");
    assert_string_equal(say(&a, "  "), "");
    assert_string_equal(say(&a, "; nothing"), "");
    assert_string_equal(say(&a, "()"), "");
    shell_free(&a);
    shell_free(&b);
}

static void complaints_point_at_the_place(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    assert_refused(&s, "undo", 0, "nothing to take back");
    assert_refused(&s, "m \"\" \"\"", 2, "");
    assert_refused(&s, "jump", 0, "there is no command 'jump'");
    assert_refused(&s, "m", 0, "usage: m MOVE");
    assert_refused(&s, "sc now", 3, "'now' is too much");
    assert_refused(&s, "(m e2 e5)", 3, "e2e5: ");
    assert_refused(&s, "m --", 2, "--: one may not pass");
    assert_refused(&s, "(new) m e4", 6, "'(' expected");
    assert_refused(&s, "(new) (m e4", 6, "a parenthesis without its end");
    assert_refused(&s, "(m (e2) e4)", 3, "a list within a list");
    assert_refused(&s, "sb \"x", 3, "a quote without its end");
    assert_refused(&s, "p king", 0, "usage: p PIECE SQUARE...");
    assert_refused(&s, "p king k9", 7, "a square such as e4");
    assert_refused(&s, "bwm 0", 4, "a number from 1 to");
    assert_refused(&s, "solve 2 green", 8, "white or black");
    assert_refused(&s, "castling XY", 9, "rights such as KQkq");
    assert_refused(&s, "board no/name", 6, "a name has letters");
    assert_refused(&s, "ep e2", 3, "third or sixth rank");
    assert_refused(&s, "fen 8/8/8 w", 4, "");
    assert_refused(&s, "drop main", 5, "one board must remain");
    assert_fen(&s, STANDARD_CHESS.start_fen);
    shell_free(&s);
}

static void pieces_and_squares_stand_in_either_order(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    static const char *const SAME[] = {"(p king e1 -king e8 rook a1 h1)",
                                       "(p e1 king e8 -king a1 h1 rook)",
                                       "(p e1 king e8 -king rook a1 h1)", "(p k e1 -K e8 R a1 h1)",
                                       "p E1 King E8 -KING A1 H1 rook"};
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++) {
        say(&s, "empty");
        say(&s, SAME[i]);
        assert_fen(&s, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    }
    say(&s, "(p e2 -king)"); // a second black king: the first one is removed
    assert_fen(&s, "4k3/8/8/8/8/8/4k3/R3K2R w - - 0 1");
    say(&s, "(p e2 none)");
    assert_fen(&s, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert_refused(&s, "p king e1 e8 -king", 13, "no square for '-king'");
    assert_refused(&s, "p e1 e2", 2, "no piece for 'e1'");
    assert_refused(&s, "p king rook e1", 2, "no square for 'king'");
    assert_refused(&s, "p kign e1", 2, "a piece such as king");
    assert_refused(&s, "p e1 kign", 5, "a piece such as king");
    assert_refused(&s, "p e9 king", 2, "or a square such as e4");
    assert_refused(&s, "p king e9", 7, "a square such as e4");
    assert_refused(&s, "p king e1 - e2", 10, "a piece such as king");
    assert_fen(&s, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"); // nothing was changed
    shell_free(&s);
}

static void set_ups_say_what_is_missing(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    say(&s, "empty");
    assert_refused(&s, "bwm 3", -1, "White has no king; Black has no king");
    assert_refused(&s, "moves", -1, "White has no king; Black has no king");
    say(&s, "(p king e1) (p rook a1 h1)");
    assert_refused(&s, "solve 1 white", -1, "Black has no king");
    say(&s, "p -king e8");
    assert_refused(&s, "castling kq", 9, "no king and rook in place");
    say(&s, "castling KQ");
    assert_fen(&s, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    say(&s, "p none h1"); // removes the castling right, too
    assert_fen(&s, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    say(&s, "p -rook e4");
    assert_refused(&s, "m O-O-O", 2, "");
    assert_string_equal(say(&s, "sc"), "Black to move\n");
    assert_refused(&s, "bbm 3", -1, "with Black to move this position cannot be played");
    for (int i = 0; i < 8; i++) say(&s, "undo"); // all the way back to the start position
    assert_fen(&s, STANDARD_CHESS.start_fen);
    assert_refused(&s, "undo", 0, "nothing to take back");
    shell_free(&s);
}

static void solves_for_both_colours(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    say(&s, "fen 3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1");
    assert_non_null(strstr(say(&s, "solve 2 white"), "no mate in 2\n"));
    assert_non_null(strstr(say(&s, "solve 3 white"), "mate in 3: Qe7+\nline: 1. Qe7+ "));
    assert_non_null(strstr(say(&s, "solve 2 black"), "mate in 1: Qa1#\nline: 1... Qa1#\n"));
    assert_non_null(strstr(say(&s, "tsolve 3"), " s\n"));
    char first[512];
    strcpy(first, say(&s, "solve 3"));
    assert_string_equal(say(&s, "solve 3"), first); // nodes as well
    // stalemate is no solution
    say(&s, "fen k7/2Q5/8/8/8/8/8/K7 b - - 0 1");
    assert_non_null(strstr(say(&s, "solve 1 black"), "no mate in 1"));
    assert_non_null(strstr(say(&s, "bbm 3"), "no best black move: Draw: stalemate"));
    shell_free(&s);
}

static void best_moves_have_variations(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    say(&s, "fen 6k1/5ppp/8/8/8/8/8/K2R4 b - - 0 1"); // White would mate if it were its turn
    const char *text = say(&s, "bwm 4");
    assert_non_null(
        strstr(text, "best white move: Rd8#\nscore for White: mate in 1\nline: 1. Rd8#\n"));
    text = say(&s, "bbm 4");
    assert_non_null(strstr(text, "best black move: "));
    assert_non_null(strstr(text, "line: 1... "));
    assert_null(strstr(text, "mated"));
    shell_free(&s);
}

static void boards_have_names(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    say(&s, "m e4");
    say(&s, "copy second");
    say(&s, "m c5");
    assert_string_equal(say(&s, "game"), "1. e4 c5\n");
    say(&s, "board main");
    assert_string_equal(say(&s, "game"), "1. e4\n");
    assert_string_equal(say(&s, "board race"), "board race (new)\n");
    say(&s, "new racingkings");
    assert_fen(&s, RACING_KINGS.start_fen);
    say(&s, "drop second");
    assert_refused(&s, "drop second", 5, "there is no board 'second'");
    assert_int_equal(s.workspace.board_count, 2);
    assert_fen(&s, RACING_KINGS.start_fen);
    shell_free(&s);
}

static void help_covers_everything(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    static const char *const PROMISED[] = {"new",    "empty", "b",        "m",    "p",    "s",
                                           "sc",     "sp",    "evaluate", "bwm",  "bbm",  "solve",
                                           "tsolve", "sb",    "lb",       "fen",  "undo", "moves",
                                           "perft",  "help",  "quit",     "save", "load"};
    for (size_t i = 0; i < sizeof PROMISED / sizeof *PROMISED; i++) {
        char line[32];
        snprintf(line, sizeof line, "help %s", PROMISED[i]);
        assert_int_equal(strncmp(say(&s, line), PROMISED[i], strlen(PROMISED[i])), 0);
    }
    assert_false(s.quit);
    say(&s, "(quit) (jump)"); // nothing after it is read
    assert_true(s.quit);
    shell_free(&s);
}

typedef struct {
    char words[64][32];
    int count;
} CompletedWords;

static void add_word(void *context, const char *word) {
    CompletedWords *w = context;
    if (w->count < 64) snprintf(w->words[w->count++], 32, "%s", word);
}

static void completes(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    CompletedWords w = {.count = 0};
    size_t length;
    shell_complete(&s, "ev", &length, add_word, &w);
    assert_int_equal(w.count, 1);
    assert_string_equal(w.words[0], "evaluate");
    assert_int_equal(length, 2);
    w.count = 0;
    shell_complete(&s, "(new) (m N", &length, add_word, &w);
    assert_int_equal(w.count, 4); // Na3 Nc3 Nf3 Nh3
    w.count = 0;
    shell_complete(&s, "p -k", &length, add_word, &w);
    assert_int_equal(w.count, 2); // -king -knight
    w.count = 0;
    shell_complete(&s, "m ", &length, add_word, &w);
    assert_int_equal(w.count, 20);
    assert_int_equal(length, 0);
    shell_free(&s);
}

// --- files ---

static void write_workspace(const Workspace *workspace, Text *out) {
    *out = text_growing();
    workspace_write(workspace, out);
    assert_false(out->failed);
}

static void assert_same_after_reading(const Workspace *workspace) {
    Text once, twice;
    Workspace back;
    WorkspaceError error;
    write_workspace(workspace, &once);
    if (!workspace_read(text_get(&once), once.used, &back, &error))
        fail_msg("line %d: %s\n%s", error.line, error.text, text_get(&once));
    write_workspace(&back, &twice);
    assert_string_equal(text_get(&once), text_get(&twice));
    text_free(&once);
    text_free(&twice);
    workspace_free(&back);
}

/* Saves and reads random workspaces: random games with moves taken back, random parameters, and
 * boards with random pieces. */
static void saved_desks_come_back(void **state) {
    (void)state;
    Rng rng = rng_seeded(21);
    for (int round = 0; round < random_effort(60); round++) {
        Workspace workspace;
        assert_true(workspace_init(&workspace, rules_at((int)rng_below(&rng, 2))));
        Position pos = random_start(&rng, (RandomKind)rng_below(&rng, RANDOM_KINDS));
        Setup setup = position_to_setup(&pos);
        assert_true(workspace_board_change(workspace_current_board(&workspace), pos.rules, &setup));
        Game *game = workspace_current_board(&workspace)->game;
        for (int i = (int)rng_below(&rng, 120); i > 0 && !outcome_is_over(game_outcome(game)); i--)
            assert_true(game_play(game, random_move(game_current(game), &rng)));
        for (int i = (int)rng_below(&rng, 6); i > 0; i--)
            workspace_board_undo(workspace_current_board(&workspace));
        assert_non_null(
            workspace_open_board(&workspace, "Set-up_2", rules_at((int)rng_below(&rng, 2))));
        for (int i = 0; i < 20; i++) {
            setup = workspace_board_setup(workspace_current_board(&workspace));
            setup.piece[rng_below(&rng, 64)] =
                rng_below(&rng, 3) ? NO_PIECE : (Piece)rng_below(&rng, 6);
            setup.ep = NO_SQUARE;
            setup_prune_castling(&setup);
            assert_true(workspace_board_change(workspace_current_board(&workspace),
                                               workspace_current_board(&workspace)->rules, &setup));
            assert_same_after_reading(&workspace);
        }
        workspace.current = (int)rng_below(&rng, 2);
        workspace.params[WORKSPACE_DEPTH] = 1 + rng_below(&rng, 60);
        workspace.style = (DiagramStyle)rng_below(&rng, 3);
        SearchParamInfo param;
        assert_true(search_param_at(3, &param));
        workspace.tuned[3] = true;
        workspace.tuning[3] = param.min;
        assert_same_after_reading(&workspace);
        workspace_free(&workspace);
    }
}

static void half_a_file_is_refused(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    say(&s, "(m e4) (m e5) (board two) (new racingkings) (sp lmr_base 700)");
    Text text;
    write_workspace(&s.workspace, &text);
    for (size_t length = 0; length + 1 < text.used; length++) {
        Workspace back;
        WorkspaceError error;
        if (workspace_read(text_get(&text), length, &back, &error))
            fail_msg("read although cut at %zu", length);
        assert_true(error.line > 0 && error.text[0]);
    }
    text_free(&text);
    shell_free(&s);
}

typedef struct {
    int line;
    const char *from, *to, *why;
} Damage;

/* A damage to one line of the file, and the error that it must give. */
static const Damage DAMAGES[] = {
    {1, "roek desk 1", "roek desk 9", "this is not a desk"},
    {1, "roek desk 1", "[Event \"x\"]", "this is not a desk"},
    {2, "style ascii", "style gothic", "there is no board style 'gothic'"},
    {3, "set depth 10", "set depth 1000", "depth is a number from 1 to"},
    {3, "set depth 10", "set deepness 10", "there is no parameter 'deepness'"},
    {4, "set nodes 0", "set depth 0", "a second value for depth"},
    {4, "set nodes 0", "tune nothing 0", "the search has no parameter 'nothing'"},
    {11, "board main chess", "board main go", "there is no game 'go'"},
    {11, "board main chess", "board ma/in chess", "cannot be the name of a board"},
    {11, "board main chess", "bord main chess", "'bord' is not known here"},
    {12, "w KQkq", "w KQkqx", ""},
    {12, "rnbqkbnr/pppppppp", "rnbqkbnr/ppppppppp", "ninth square"},
    {13, "moves e2e4 e7e5", "moves e2e4 e2e5", "'e2e5' is illegal"},
    {13, "moves e2e4 e7e5", "moves e4 e5", "'e4' is illegal: not a move in UCI notation"},
    {14, "undone g1f3", "undone g1f4", "'g1f4' is illegal"},
    {14, "undone g1f3", "moves g1f3", "a second 'moves' line"},
    {15, "current main", "current other", "there is no board 'other'"},
    {15, "current main", "board main chess", "a second board 'main'"},
    {16, "end", "the end", "'end' expected"},
    {17, "end\n", "end\nmore\n", "nothing may follow the end"},
};

static void damage_is_found_with_its_line(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    say(&s, "(m e4) (m e5) (m Nf3) (undo)");
    Text text;
    write_workspace(&s.workspace, &text);
    for (size_t i = 0; i < sizeof DAMAGES / sizeof *DAMAGES; i++) {
        const Damage *d = &DAMAGES[i];
        const char *at = strstr(text_get(&text), d->from);
        if (!at) fail_msg("'%s' is not there:\n%s", d->from, text_get(&text));
        Text damaged = text_growing();
        text_bytes(&damaged, text_get(&text), (size_t)(at - text_get(&text)));
        text_format(&damaged, "%s%s", d->to, at + strlen(d->from));
        Workspace back;
        WorkspaceError error;
        if (workspace_read(text_get(&damaged), damaged.used, &back, &error))
            fail_msg("accepted '%s'", d->to);
        if (error.line != d->line || !strstr(error.text, d->why))
            fail_msg("'%s': line %d, %s", d->to, error.line, error.text);
        text_free(&damaged);
    }
    text_free(&text);
    shell_free(&s);
}

static void a_refused_file_changes_nothing(void **state) {
    (void)state;
    Shell s = shell_for(&STANDARD_CHESS);
    char name[] = "/tmp/roek-shell-test-XXXXXX", line[128];
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "roek desk 1\nstyle gothic\n", 25), 25);
    close(fd);
    Text before, after;
    say(&s, "(m e4) (sp depth 7)");
    write_workspace(&s.workspace, &before);
    snprintf(line, sizeof line, "lb \"%s\"", name);
    assert_refused(&s, line, 3, "line 2, column 7: there is no board style 'gothic'");
    write_workspace(&s.workspace, &after);
    assert_string_equal(text_get(&before), text_get(&after));
    text_free(&after);
    snprintf(line, sizeof line, "sb %s", name);
    say(&s, line);
    say(&s, "(new) (m d4) (board other) (sp depth 8)");
    snprintf(line, sizeof line, "lb %s", name);
    say(&s, line);
    write_workspace(&s.workspace, &after);
    assert_string_equal(text_get(&before), text_get(&after));
    assert_refused(&s, "lb /nonexistent/file", 3, "No such file");
    assert_refused(&s, "lb /", 3, "");
    assert_refused(&s, "lb /dev/zero", 3, "");
    assert_refused(&s, "sb /nonexistent/file", 3, "No such file");
    unlink(name);
    text_free(&before);
    text_free(&after);
    shell_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_lists_are_the_same),
        cmocka_unit_test(complaints_point_at_the_place),
        cmocka_unit_test(pieces_and_squares_stand_in_either_order),
        cmocka_unit_test(set_ups_say_what_is_missing),
        cmocka_unit_test(solves_for_both_colours),
        cmocka_unit_test(best_moves_have_variations),
        cmocka_unit_test(boards_have_names),
        cmocka_unit_test(help_covers_everything),
        cmocka_unit_test(completes),
        cmocka_unit_test(saved_desks_come_back),
        cmocka_unit_test(half_a_file_is_refused),
        cmocka_unit_test(damage_is_found_with_its_line),
        cmocka_unit_test(a_refused_file_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
//
// The tablebases of three men and of pawn against pawn.  Probes must agree with the values after
// each move and with the mate solver; damaged files must do no harm.
#include "support/check.h"
#include "support/folder.h"
#include "support/random_game.h"

#include "base/file/file.h"
#include "solve/mate/mate.h"
#include "solve/syzygy/syzygy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char TABLES[] = "tests/data/syzygy";
enum { PATH_SIZE = 96, UNTOLD = 99 };

static Syzygy *tables(void) {
    Syzygy *s = syzygy_open(TABLES, NULL);
    assert_non_null(s);
    return s;
}

static int result_of(Syzygy *s, const char *fen) {
    Position pos = chess_of(fen);
    TablebaseProbeResult result;
    return syzygy_probe_wdl(s, &pos, &result) ? result.result : UNTOLD;
}

static void what_is_known(void **state) {
    (void)state;
    Syzygy *s = tables();
    assert_int_equal(syzygy_men_max(s), 4);
    assert_int_equal(syzygy_men_max(NULL), 0);
    assert_int_equal(result_of(s, "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"), 1);
    assert_int_equal(result_of(s, "8/8/8/4k3/8/8/8/R3K3 b - - 0 1"), -1);
    assert_int_equal(result_of(s, "8/8/8/4k3/8/8/r7/4K3 b - - 0 1"), 1);
    assert_int_equal(result_of(s, "8/8/8/8/8/8/1k6/R3K3 b - - 0 1"), 0); // Black captures the rook
    assert_int_equal(result_of(s, "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"), 0); // stalemate
    assert_int_equal(result_of(s, "8/8/8/4k3/8/8/8/4K3 w - - 0 1"), 0);
    assert_int_equal(result_of(s, "8/8/8/4k3/8/8/8/1BB1K3 w - - 0 1"), UNTOLD); // no such table
    assert_int_equal(result_of(s, "8/8/8/4k3/8/8/8/R3K3 w - - 1 1"), UNTOLD);   // halfmove not 0
    assert_int_equal(result_of(s, "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1"), UNTOLD);
    assert_false(syzygy_has_read_error(s));
    syzygy_close(s);
}

/* Makes a position of these pieces on random squares; false if it is not legal. */
static bool scatter(Rng *rng, const char *pieces, Position *out) {
    Setup setup = position_to_setup(out);
    for (Square s = A1; s <= H8; s++) setup.piece[s] = NO_PIECE;
    for (; *pieces; pieces++) {
        const char *white = strchr("PNBRQK", *pieces), *black = strchr("pnbrqk", *pieces);
        Square s = (Square)rng_below(rng, 64);
        if (setup.piece[s] != NO_PIECE) return false;
        setup.piece[s] = white ? piece_of(WHITE, (Role)(white - "PNBRQK"))
                               : piece_of(BLACK, (Role)(black - "pnbrqk"));
    }
    setup.castling = 0;
    setup.ep = NO_SQUARE;
    setup.turn = (Color)rng_below(rng, 2);
    return position_from_setup(&setup, &STANDARD_CHESS, out) == 0;
}

static Position scattered(Rng *rng, const char *pieces) {
    Position pos = position_start(&STANDARD_CHESS);
    while (!scatter(rng, pieces, &pos)) pos = position_start(&STANDARD_CHESS);
    return pos;
}

static const char *const PIECES[] = {"KkP", "Kkp", "KkQ", "Kkr", "KkR", "Kkb", "KkPp", "KkPp"};
enum { KINDS = sizeof PIECES / sizeof *PIECES };

/* Plays a double step of a pawn, if there is one, so that en-passant captures occur. */
static void double_step(Position *pos) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++)
        if (move_kind(moves.items[i]) == MOVE_DOUBLE_STEP) {
            position_play(pos, moves.items[i]);
            return;
        }
}

/* The best result after a move, by WDL alone; UNTOLD if a table is missing. */
static int best_of_next(Syzygy *s, const Position *pos) {
    MoveList moves;
    int best = -1;
    position_legal_moves(pos, &moves);
    if (moves.count == 0) return position_is_check(pos) ? -1 : 0;
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        TablebaseProbeResult result;
        next.halfmove = 0;
        if (!syzygy_probe_wdl(s, &next, &result)) return UNTOLD;
        if (-result.result > best) best = -result.result;
    }
    return best;
}

static void a_result_is_the_best_of_what_follows(void **state) {
    (void)state;
    Syzygy *s = tables();
    Rng rng = rng_seeded(7);
    int told = 0, with_ep = 0;
    for (int i = 0; i < random_effort(40000); i++) {
        Position pos = scattered(&rng, PIECES[rng_below(&rng, KINDS)]);
        double_step(&pos);
        TablebaseProbeResult result;
        pos.halfmove = 0;
        int best = best_of_next(s, &pos);
        if (best == UNTOLD) continue; // promotions with four men
        assert_true(syzygy_probe_wdl(s, &pos, &result));
        assert_int_equal(result.result, best);
        told++;
        with_ep += pos.ep_key != NO_SQUARE;
    }
    assert_true(told > random_effort(30000) && with_ep > random_effort(20));
    syzygy_close(s);
}

/* A winning queen or rook is not captured, so DTZ is the distance to mate.  It may differ by one
 * ply, because tables store moves. */
static void distances_are_those_of_mates(void **state) {
    (void)state;
    Syzygy *s = tables();
    MateSolver *solver = mate_solver_new(1, 16);
    Rng rng = rng_seeded(8);
    int mates = 0;
    assert_non_null(solver);
    for (int i = 0; i < random_effort(1000); i++) {
        Position pos = scattered(&rng, i % 2 ? "KkQ" : "KkR");
        MateOptions options = {.moves = 5};
        MateResult result;
        int plies;
        mate_solve(solver, &pos, &options, &result);
        assert_true(syzygy_probe_dtz(s, &pos, &plies));
        if (result.verdict == MATE_FOUND) {
            assert_in_range(plies, 2 * result.moves - 2 + (result.moves == 1), 2 * result.moves);
            mates++;
        } else {
            assert_true(plies <= 0 || plies >= 2 * options.moves);
        }
    }
    assert_true(mates > random_effort(100));
    mate_solver_free(solver);
    syzygy_close(s);
}

/* If the stronger side plays any of the best moves, it wins before the fifty-move rule applies. */
static void best_moves_make_progress(void **state) {
    (void)state;
    Syzygy *s = tables();
    Rng rng = rng_seeded(9);
    for (int i = 0; i < random_effort(100); i++) {
        Position pos = scattered(&rng, i % 2 ? "KkQ" : "KkR");
        TablebaseRootResult verdict;
        pos.halfmove = 60; // high, so that progress is necessary
        if (!syzygy_probe_root(s, &pos, true, &verdict) || verdict.result == 0) continue;
        Color winner = verdict.result > 0 ? position_turn(&pos) : other(position_turn(&pos));
        int plies = 0;
        for (; syzygy_probe_root(s, &pos, true, &verdict) && verdict.best.count; plies++) {
            assert_int_equal(verdict.result, position_turn(&pos) == winner ? 1 : -1);
            position_play(&pos, verdict.best.items[rng_below(&rng, (uint32_t)verdict.best.count)]);
        }
        assert_true(position_is_check(&pos) && position_turn(&pos) != winner);
        assert_true(plies <= 40);
    }
    syzygy_close(s);
}

// --- files ---

static void copy(const char *from, const char *to, size_t size) {
    FileContents view;
    assert_true(file_load(from, &view));
    FileChunk part = {view.data, size < view.size ? size : view.size};
    assert_true(file_replace(to, &part, 1));
    file_contents_free(&view);
}

static void path_in(const char *folder, const char *name, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
}

static void in_list(char out[2 * PATH_SIZE], const char *a, const char *b) {
    snprintf(out, 2 * PATH_SIZE, "%s%c%s", a, PATH_LIST_SEPARATOR, b);
}

static void folders_in_a_list(void **state) {
    (void)state;
    char list[2 * PATH_SIZE];
    Text why = text_growing();
    in_list(list, "tests/data/nowhere", TABLES);
    Syzygy *s = syzygy_open(list, NULL);
    assert_int_equal(syzygy_men_max(s), 4);
    syzygy_close(s);
    in_list(list, TABLES, "");
    syzygy_close(s = syzygy_open(list, NULL));
    assert_non_null(s);
    assert_null(syzygy_open("tests/data/nowhere", &why));
    assert_string_equal(text_get(&why), "no tablebases in 'tests/data/nowhere'");
    assert_null(syzygy_open("", NULL));
    assert_false(syzygy_has_read_error(NULL));
    text_free(&why);
}

static const char *const LOST = "8/8/8/4k3/8/8/8/R3K3 b - - 0 1";

/* After an interrupted copy: the message names the file, and nothing is opened. */
static void files_that_are_not_whole(void **state) {
    (void)state;
    char folder[] = "/tmp/roek-syzygy-XXXXXX", list[2 * PATH_SIZE], path[PATH_SIZE];
    assert_true(make_folder(folder));
    path_in(folder, "KRvK.rtbw", path);
    in_list(list, TABLES, folder);
    for (size_t size = 207; size > 12; size -= size > 64 ? 13 : 8) {
        Text why = text_growing(), expected = text_growing();
        copy("tests/data/syzygy/KRvK.rtbw", path, size);
        assert_null(syzygy_open(list, &why));
        text_format(&expected, "no tablebases, as '%s' is not whole", path);
        assert_string_equal(text_get(&why), text_get(&expected));
        text_free(&why);
        text_free(&expected);
    }
    remove(path);
    assert_true(remove_folder(folder));
}

static void files_that_shrink_under_way(void **state) {
    (void)state;
    char folder[] = "/tmp/roek-syzygy-XXXXXX", path[2][PATH_SIZE];
    assert_true(make_folder(folder));
    path_in(folder, "KRvK.rtbw", path[0]);
    path_in(folder, "KQvK.rtbw", path[1]);
    copy("tests/data/syzygy/KRvK.rtbw", path[0], SIZE_MAX);
    copy("tests/data/syzygy/KQvK.rtbw", path[1], SIZE_MAX);
    Syzygy *s = syzygy_open(folder, NULL);
    assert_int_equal(syzygy_men_max(s), 3);
    assert_true(file_truncate(path[0], 0));
    assert_false(syzygy_has_read_error(s));
    assert_int_equal(result_of(s, LOST), UNTOLD);
    assert_true(syzygy_has_read_error(s));
    assert_int_equal(result_of(s, "8/8/8/3k4/8/8/8/Q3K3 b - - 0 1"), -1); // the other table
    syzygy_close(s);
    for (int i = 0; i < 2; i++) remove(path[i]);
    assert_true(remove_folder(folder));
}

/* A file with any change is rejected or gives some values. */
static void files_that_are_damaged(void **state) {
    (void)state;
    char folder[] = "/tmp/roek-syzygy-XXXXXX", path[2][PATH_SIZE];
    FileContents view[2];
    Rng rng = rng_seeded(10);
    assert_true(make_folder(folder));
    path_in(folder, "KPvK.rtbw", path[0]);
    path_in(folder, "KPvK.rtbz", path[1]);
    assert_true(file_load("tests/data/syzygy/KPvK.rtbw", &view[0]));
    assert_true(file_load("tests/data/syzygy/KPvK.rtbz", &view[1]));
    int lost = 0, told = 0;
    for (int i = 0; i < random_effort(200); i++) {
        for (int k = 0; k < 2; k++) {
            uint8_t *bytes = malloc(view[k].size);
            memcpy(bytes, view[k].data, view[k].size);
            uint32_t reach = rng_below(&rng, 2) ? 200 : (uint32_t)view[k].size;
            for (int n = 0; n < 4; n++)
                bytes[rng_below(&rng, reach)] = (uint8_t)rng_below(&rng, 256);
            FileChunk part = {bytes, view[k].size};
            assert_true(file_replace(path[k], &part, 1));
            free(bytes);
        }
        Syzygy *s = syzygy_open(folder, NULL);
        for (int n = 0; n < 50; n++) {
            Position pos = scattered(&rng, "KkP");
            TablebaseRootResult verdict;
            told += syzygy_probe_root(s, &pos, false, &verdict);
        }
        lost += syzygy_has_read_error(s);
        syzygy_close(s);
    }
    assert_true(lost > random_effort(100) && told > random_effort(500));
    for (int k = 0; k < 2; k++) {
        file_contents_free(&view[k]);
        remove(path[k]);
    }
    assert_true(remove_folder(folder));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known),
        cmocka_unit_test(a_result_is_the_best_of_what_follows),
        cmocka_unit_test(distances_are_those_of_mates),
        cmocka_unit_test(best_moves_make_progress),
        cmocka_unit_test(folders_in_a_list),
        cmocka_unit_test(files_that_are_not_whole),
        cmocka_unit_test(files_that_shrink_under_way),
        cmocka_unit_test(files_that_are_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

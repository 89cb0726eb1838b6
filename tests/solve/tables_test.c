// SPDX-License-Identifier: MIT
//
// The solved endings against plain value iteration (all positions of up to three men), against
// exhaustive search (four men), and against known figures; and the files against damage.
#include "roek/solve/tables.h"

#include "roek/base/rng.h"
#include "roek/base/thread.h"
#include "roek/core/position.h"

#include "support/check.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_quick(void) {
    return getenv("ROEK_TEST_QUICK") != NULL;
}

/* --- a folder with tables, built once for all tests --------------------------------------------
 */

typedef struct {
    char folder[64];
    Tables *tables;
} Place;

/* All of up to three men, and some of four: with equal pieces, and those whose figures are known.
 */
static int wanted_endings(int out[ENDING_COUNT]) {
    const char *const four[] = {"KBBvK", "KRvKR", "KQvKR", "KvKNN"};
    int count = endings_up_to(3, out);
    for (int i = 0; i < (is_quick() ? 0 : 4); i++) out[count++] = ending_read(four[i]);
    return count;
}

static BuildResult build_in(const char *folder, void (*progress)(void *, const BuildProgress *),
                            void *context) {
    int wanted[ENDING_COUNT], plan[ENDING_COUNT];
    int count = tables_plan(wanted, wanted_endings(wanted), plan);
    TablesBuild build = {.folder = folder,
                         .endings = plan,
                         .ending_count = count,
                         .threads = threads_available(),
                         .progress = progress,
                         .context = context};
    return tables_build(&build);
}

static int make_place(void **state) {
    Place *place = malloc(sizeof *place);
    strcpy(place->folder, "/tmp/roek_tables_XXXXXX");
    if (!mkdtemp(place->folder) || build_in(place->folder, NULL, NULL) != BUILD_OK) return -1;
    place->tables = tables_open(place->folder);
    *state = place;
    return place->tables ? 0 : -1;
}

static int remove_place(void **state) {
    Place *place = *state;
    char path[128];
    tables_free(place->tables);
    for (int id = 0; id < ENDING_COUNT; id++)
        if (table_path(place->folder, id, path, sizeof path)) unlink(path);
    int failed = rmdir(place->folder);
    free(place);
    return failed;
}

/* --- an independent solution: every placement on 64 squares, forward, pass by pass --------------
 */

enum { UNKNOWN, WON, LOST, DRAWN, IMPOSSIBLE };
enum { PLACES = 2 * 64 * 64 * 64 };

typedef struct {
    uint8_t result[PLACES]; // for the side to move
    uint8_t plies[PLACES];
    Piece third; // besides the kings; NO_PIECE: none
    Board *open; // the positions still unknown
    int open_count;
} Plain;

static int place_of(const Board *b) {
    Bitboard third = board_occupied(b) & ~b->role[KING];
    Square s = third ? first_square(third) : 0;
    return ((b->turn * 64 + board_king(b, WHITE)) * 64 + board_king(b, BLACK)) * 64 + s;
}

static bool set_up(const Plain *plain, int place, Board *out) {
    Setup s = setup_empty();
    Square third = place & 63, black = place >> 6 & 63, white = place >> 12 & 63;
    if (white == black) return false;
    s.turn = place >> 18 ? BLACK : WHITE;
    s.piece[white] = piece_of(WHITE, KING);
    s.piece[black] = piece_of(BLACK, KING);
    if (plain->third == NO_PIECE && third) return false;
    if (plain->third != NO_PIECE) {
        if (third == white || third == black) return false;
        s.piece[third] = plain->third;
    }
    *out = board_from_setup(&s);
    return RACING_KINGS.faults(&s) == 0;
}

static void plain_start(Plain *plain, Piece third) {
    memset(plain, 0, sizeof *plain);
    plain->third = third;
    plain->open = malloc(PLACES * sizeof *plain->open);
    for (int p = 0; p < PLACES; p++) {
        Board b;
        plain->result[p] = IMPOSSIBLE;
        if (!set_up(plain, p, &b)) continue;
        Outcome o = RACING_KINGS.outcome(&b);
        plain->result[p] = o.reason == ONGOING         ? UNKNOWN
                           : o.winner == NO_COLOR      ? DRAWN
                           : o.winner == (Color)b.turn ? WON
                                                       : LOST;
        if (o.reason == ONGOING) plain->open[plain->open_count++] = b;
    }
}

static void plain_free(Plain *plain) {
    free(plain->open);
    free(plain);
}

/* What a position's moves make of it, if that is decided by now. */
static bool plain_decide(const Plain *plain, const Plain *kings, const Board *b, uint8_t *result) {
    MoveList moves;
    bool all_lose = true;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board after = *b;
        Move m = moves.items[i];
        board_play_role(&after, (Color)b->turn, piece_role(board_piece_at(b, move_from(m))), m);
        bool captured = popcount(board_occupied(&after)) < popcount(board_occupied(b));
        uint8_t next = (captured ? kings : plain)->result[place_of(&after)];
        if (next == IMPOSSIBLE) fail_msg("a legal move leads to an illegal position");
        if (next == LOST) {
            *result = WON;
            return true;
        }
        all_lose &= next == WON;
    }
    *result = LOST;
    return all_lose;
}

/* One pass over what is still unknown; the results become visible only after it. */
static bool plain_pass(Plain *plain, const Plain *kings, int pass, uint8_t *next) {
    int left = 0;
    memcpy(next, plain->result, PLACES);
    for (int i = 0; i < plain->open_count; i++) {
        Board b = plain->open[i];
        uint8_t result;
        if (plain_decide(plain, kings, &b, &result)) {
            next[place_of(&b)] = result;
            plain->plies[place_of(&b)] = (uint8_t)pass;
        } else {
            plain->open[left++] = b;
        }
    }
    bool changed = left < plain->open_count;
    plain->open_count = left;
    return changed;
}

/* Passes in step: what is decided in pass n ends after n plies.  A capture's value counts from the
 * pass in which it was decided, so the two kings are solved in the same passes. */
static void plain_solve(Plain *plain, Plain *kings) {
    uint8_t *next = malloc(2 * (size_t)PLACES);
    int quiet = 0;
    for (int pass = 1; quiet < 2; pass++) {
        bool changed = plain_pass(plain, kings, pass, next);
        changed |= plain_pass(kings, kings, pass, next + PLACES);
        memcpy(plain->result, next, PLACES);
        memcpy(kings->result, next + PLACES, PLACES);
        quiet = changed ? 0 : quiet + 1;
    }
    free(next);
}

static void compare_all(const Tables *tables, const Plain *plain) {
    static const TableResult RESULT[] = {TABLE_DRAW, TABLE_WIN, TABLE_LOSS, TABLE_DRAW};
    for (int p = 0; p < PLACES; p++) {
        Board b;
        TableValue v;
        if (plain->result[p] == IMPOSSIBLE || !set_up(plain, p, &b)) continue;
        bool same = tables_probe(tables, &b, &v) && v.result == RESULT[plain->result[p]] &&
                    v.plies == plain->plies[p];
        if (!same) fail_msg("place %d: the table says %d in %d plies", p, v.result, v.plies);
    }
}

static void every_position_of_three_men(void **state) {
    const Place *place = *state;
    static const Role roles[] = {ROOK, BISHOP, KNIGHT, QUEEN};
    for (int i = 0; i < (is_quick() ? 2 : 8); i++) {
        Plain *plain = malloc(sizeof *plain), *kings = malloc(sizeof *kings);
        plain_start(kings, NO_PIECE);
        plain_start(plain, piece_of((Color)(i % 2), roles[i / 2]));
        plain_solve(plain, kings);
        compare_all(place->tables, plain);
        if (i == 0) compare_all(place->tables, kings);
        plain_free(plain);
        plain_free(kings);
    }
}

/* --- four men: exhaustive search to a fixed depth ------------------------------------------------
 */

/* Forced result within `depth` plies, or 0 for none. */
static int search(const Board *b, int depth) {
    Outcome o = RACING_KINGS.outcome(b);
    if (o.reason != ONGOING)
        return o.winner == NO_COLOR ? TABLE_DRAW : o.winner == (Color)b->turn ? 1 : -1;
    if (depth == 0) return 0;
    MoveList moves;
    int best = -1;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count && best < 1; i++) {
        Board after = *b;
        Move m = moves.items[i];
        board_play_role(&after, (Color)b->turn, piece_role(board_piece_at(b, move_from(m))), m);
        int value = -search(&after, depth - 1);
        if (value > best) best = value;
    }
    return best;
}

static void four_men_by_search(void **state) {
    const Place *place = *state;
    int ids[ENDING_COUNT], decided = 0, open = 0;
    int count = wanted_endings(ids);
    Rng rng = rng_seeded(4);
    for (int i = is_quick() ? 0 : 9; i < count; i++) {
        Ending e = ending_of(ids[i]);
        for (int n = 0; n < 300; n++) {
            Board b;
            TableValue v;
            if (!ending_board(&e, rng_next(&rng) % e.positions, (Color)(n % 2), &b)) continue;
            assert_true(tables_probe(place->tables, &b, &v));
            bool short_one = v.plies > 0 && v.plies <= 4;
            assert_int_equal(search(&b, 4), short_one ? v.result : 0);
            if (short_one) assert_int_equal(search(&b, v.plies - 1), 0);
            decided += short_one;
            open += !short_one;
        }
    }
    assert_true(decided > 30 && open > 30);
}

static void values_agree_with_moves(void **state) {
    const Place *place = *state;
    int ids[ENDING_COUNT];
    int count = wanted_endings(ids);
    for (int i = 0; i < count; i++) {
        TablesCheck c = tables_check(place->tables, ids[i], is_quick() ? 2000 : 50000, 9);
        assert_int_equal(c.wrong, 0);
        assert_true(c.checked > 1000);
    }
}

/* --- known figures -------------------------------------------------------------------------------
 */

static void check_figures(const Tables *tables, const char *name, const double shares[3],
                          int plies) {
    const Table *t = tables_find(tables, ending_read(name));
    assert_non_null(t);
    const ResultStatistics *w = t->statistics.of[WHITE], *b = t->statistics.of[BLACK];
    double all = (double)(w[0].count + w[1].count + w[2].count);
    for (int r = 0; r < 3; r++) {
        double difference = 100.0 * (double)w[r].count / all - shares[2 - r];
        assert_true(difference > -0.55 && difference < 0.55);
    }
    assert_int_equal(w[2].plies > b[2].plies ? w[2].plies : b[2].plies, plies);
}

static void known_figures(void **state) {
    const Place *place = *state;
    check_figures(place->tables, "KvK", (double[]){45, 11, 45}, 13);
    if (is_quick()) return;
    check_figures(place->tables, "KRvKR", (double[]){54, 8, 37}, 49);
    check_figures(place->tables, "KQvKR", (double[]){59, 13, 28}, 73);
}

static void longest_examples_are_real(void **state) {
    const Place *place = *state;
    int ids[ENDING_COUNT];
    int count = wanted_endings(ids);
    for (int i = 0; i < count; i++) {
        const Table *t = tables_find(place->tables, ids[i]);
        for (Color c = WHITE; c <= BLACK; c++)
            for (int r = 0; r < 3; r += 2) {
                const ResultStatistics *s = &t->statistics.of[c][r];
                Board b;
                TableValue v;
                assert_true(ending_board(&t->ending, s->longest_at, c, &b));
                assert_true(tables_probe(place->tables, &b, &v));
                assert_int_equal(v.result, r - 1);
                assert_int_equal(v.plies, s->plies);
            }
    }
}

/* --- the goal rank, words, and what no table tells
 * ------------------------------------------------ */

static void check_words(const Tables *tables, const char *fen, const char *words) {
    Position pos = race_of(fen);
    TableValue v;
    char out[TABLE_WORDS_MAX] = "unknown";
    if (tables_probe(tables, &pos.board, &v)) tables_describe(v, position_turn(&pos), out);
    assert_string_equal(out, words);
}

static void words_for_positions(void **state) {
    const Tables *tables = ((Place *)*state)->tables;
    // arrived: Black too late, in time, not in time but to move; White to move and nobody followed
    check_words(tables, "3K4/8/8/k7/8/8/8/8 b - - 0 1", "White has won");
    check_words(tables, "3K4/k7/8/8/8/8/8/8 b - - 0 1", "draw");
    check_words(tables, "3K4/8/k7/8/8/8/8/8 w - - 0 1", "White has won");
    check_words(tables, "3K1k2/8/8/8/8/8/8/8 w - - 0 1", "draw");
    check_words(tables, "5k2/3K4/8/8/8/8/8/8 w - - 0 1", "Black has won");
    // one step away
    check_words(tables, "8/3K4/8/k7/8/8/8/8 w - - 0 1", "White wins in 1 move");
    check_words(tables, "8/3K4/8/k7/8/8/8/8 b - - 0 1", "White wins in 1 move");
    check_words(tables, "8/3K1k2/8/8/8/8/8/8 w - - 0 1", "draw");
    check_words(tables, "8/3K1k2/8/8/8/8/8/8 b - - 0 1", "Black wins in 1 move");
    // the queen keeps the white king from following and the black one from nothing
    check_words(tables, "8/7k/8/8/8/8/2q5/K7 b - - 0 1", "Black wins in 1 move");
    // too many men
    check_words(tables, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "unknown");
    check_words(NULL, "8/3K4/8/k7/8/8/8/8 w - - 0 1", "unknown");
}

static void moves_best_first(void **state) {
    const Tables *tables = ((Place *)*state)->tables;
    Position pos = race_of("8/8/4K3/8/8/8/k7/7R w - - 0 1");
    TableMove moves[MOVES_MAX];
    MoveList legal;
    TableValue v;
    int count = tables_probe_moves(tables, &pos.board, moves);
    position_legal_moves(&pos, &legal);
    assert_int_equal(count, legal.count);
    assert_true(tables_probe(tables, &pos.board, &v));
    assert_int_equal(moves[0].value.result, v.result);
    assert_int_equal(moves[0].value.plies, v.plies);
    for (int i = 0; i < count; i++) {
        assert_true(movelist_has(&legal, moves[i].move));
        assert_true(i == 0 || !value_is_better(moves[i].value, moves[i - 1].value));
    }
    Position many = race_of("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1");
    assert_int_equal(tables_probe_moves(tables, &many.board, moves), -1);
}

/* --- files ---------------------------------------------------------------------------------------
 */

typedef struct {
    uint8_t *data;
    size_t size;
} Copy;

static Copy copy_of(const char *path) {
    FileView view;
    assert_true(file_view(path, &view));
    Copy copy = {malloc(view.size), view.size};
    memcpy(copy.data, view.data, view.size);
    file_close(&view);
    return copy;
}

/* Opened and all checksums compared. */
static TableFault fault_of(const char *path, int id) {
    Table table;
    TableFault fault = table_open(path, id, &table);
    if (fault != TABLE_OK) return fault;
    fault = table_verify(&table);
    table_close(&table);
    return fault;
}

static void write_bytes(const char *path, const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* A table that is cut short while it is open does not know what was cut off. */
static void shortened_tables_answer_nothing(void **state) {
    const Place *place = *state;
    char path[128], cut[128];
    Table table;
    uint8_t value;
    int id = ending_read("KQvK");
    table_path(place->folder, id, path, sizeof path);
    snprintf(cut, sizeof cut, "%s/cut", place->folder);
    Copy good = copy_of(path);
    write_bytes(cut, good.data, good.size);
    assert_int_equal(table_open(cut, id, &table), TABLE_OK);
    uint64_t last = table.ending.positions - 1;
    assert_true(table_read(&table, WHITE, 0, &value));
    assert_int_equal(truncate(cut, 1), 0);
    assert_true(table_read(&table, WHITE, 0, &value)); // was read already
    assert_false(table_read(&table, BLACK, last, &value));
    assert_int_equal(table_verify(&table), TABLE_DAMAGED);
    table_close(&table);
    unlink(cut);
    free(good.data);
}

static void damaged_files_are_refused(void **state) {
    const Place *place = *state;
    char path[128], bad[128];
    int id = ending_read("KvK");
    table_path(place->folder, id, path, sizeof path);
    snprintf(bad, sizeof bad, "%s/bad", place->folder);
    Copy good = copy_of(path);
    assert_int_equal(fault_of(path, id), TABLE_OK);
    assert_int_equal(fault_of(path, ending_read("KQvK")), TABLE_DAMAGED); // its directory is longer
    for (size_t size = 0; size < good.size; size += size < 300 ? 1 : 13) {
        write_bytes(bad, good.data, size);
        assert_int_not_equal(fault_of(bad, id), TABLE_OK);
    }
    for (size_t i = 0; i < good.size; i++) {
        good.data[i] ^= (uint8_t)(1 << i % 8);
        write_bytes(bad, good.data, good.size);
        assert_int_not_equal(fault_of(bad, id), TABLE_OK);
        good.data[i] ^= (uint8_t)(1 << i % 8);
    }
    unlink(bad);
    free(good.data);
    assert_int_equal(fault_of(bad, id), TABLE_MISSING);
}

/* The tables of equal size and layout are told apart by their names. */
static void misnamed_files_are_refused(void **state) {
    const Place *place = *state;
    char path[128];
    table_path(place->folder, ending_read("KQvK"), path, sizeof path);
    assert_int_equal(fault_of(path, ending_read("KRvK")), TABLE_MISNAMED);
}

static void damaged_chunks_answer_nothing(void **state) {
    const Place *place = *state;
    char path[128], bad[128];
    int id = ending_read("KRvK");
    table_path(place->folder, id, path, sizeof path);
    snprintf(bad, sizeof bad, "%s/bad", place->folder);
    Copy copy = copy_of(path);
    copy.data[copy.size - 1] ^= 0x10; // in Black's last chunk
    write_bytes(bad, copy.data, copy.size);
    Table table;
    uint8_t value;
    Solution solution;
    assert_int_equal(table_open(bad, id, &table), TABLE_OK);
    assert_true(table_read(&table, BLACK, 0, &value));
    assert_false(table_read(&table, BLACK, table.ending.positions - 1, &value));
    assert_false(table_read(&table, BLACK, table.ending.positions, &value));
    assert_int_equal(table_unpack(&table, &solution), TABLE_DAMAGED);
    assert_int_equal(table_verify(&table), TABLE_DAMAGED);
    table_close(&table);
    unlink(bad);
    free(copy.data);
}

static void files_hold_what_was_written(void **state) {
    const Place *place = *state;
    char path[128];
    Solution made, back;
    Table table;
    int id = ending_read("KNvK");
    Rng rng = rng_seeded(2);
    snprintf(path, sizeof path, "%s/copy", place->folder);
    assert_true(solution_init(&made, id));
    assert_true(solution_init(&back, id));
    for (uint64_t i = 0; i < made.ending.positions; i++)
        for (Color c = WHITE; c <= BLACK; c++)
            back.value[c][i] = made.value[c][i] =
                (uint8_t)(rng_below(&rng, 4) ? 10 : rng_below(&rng, 256));
    assert_true(table_write(path, &made));
    for (Color c = WHITE; c <= BLACK; c++)
        for (uint64_t i = 0; i < made.ending.positions; i++)
            if (back.value[c][i]) assert_int_equal(made.value[c][i], back.value[c][i]);
    solution_free(&back);
    assert_int_equal(table_open(path, id, &table), TABLE_OK);
    assert_int_equal(table_unpack(&table, &back), TABLE_OK);
    for (Color c = WHITE; c <= BLACK; c++)
        assert_memory_equal(made.value[c], back.value[c], made.ending.positions);
    table_close(&table);
    solution_free(&made);
    solution_free(&back);
    unlink(path);
}

/* --- building ------------------------------------------------------------------------------------
 */

typedef struct {
    int kept, done;
} Steps;

static void count_steps(void *context, const BuildProgress *p) {
    Steps *steps = context;
    steps->kept += p->step == BUILD_KEPT;
    steps->done += p->step == BUILD_DONE;
}

static void builds_go_on_where_they_were(void **state) {
    const Place *place = *state;
    char path[128];
    int ids[ENDING_COUNT];
    int count = tables_plan(ids, wanted_endings(ids), ids);
    Steps steps = {0, 0};
    table_path(place->folder, ending_read("KBvK"), path, sizeof path);
    Copy good = copy_of(path);
    write_bytes(path, good.data, good.size - 1);
    assert_int_equal(build_in(place->folder, count_steps, &steps), BUILD_OK);
    assert_int_equal(steps.kept, count - 1);
    assert_int_equal(steps.done, 1);
    Copy again = copy_of(path); // the same to the byte
    assert_int_equal(again.size, good.size);
    assert_memory_equal(again.data, good.data, good.size);
    free(good.data);
    free(again.data);
}

static void stopping_leaves_nothing_half_done(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_tables_XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_null(tables_open(folder));
    atomic_bool stop = true;
    int id = ending_read("KvK");
    TablesBuild build = {.folder = folder, .endings = &id, .ending_count = 1, .stop = &stop};
    assert_int_equal(tables_build(&build), BUILD_STOPPED);
    assert_int_equal(rmdir(folder), 0); // empty
    build.folder = "/dev/null/here";
    assert_int_equal(tables_build(&build), BUILD_CANNOT_WRITE);
    assert_null(tables_open("/dev/null/here"));
}

static void plans_hold_all_that_is_needed(void **state) {
    (void)state;
    int id = ending_read("KRRvKN"), plan[ENDING_COUNT];
    const char *const expected[] = {"KvK", "KRvK", "KvKN", "KRRvK", "KRvKN", "KRRvKN"};
    assert_int_equal(tables_plan(&id, 1, plan), 6);
    for (int i = 0; i < 6; i++) assert_int_equal(plan[i], ending_read(expected[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_three_men),
        cmocka_unit_test(four_men_by_search),
        cmocka_unit_test(values_agree_with_moves),
        cmocka_unit_test(known_figures),
        cmocka_unit_test(longest_examples_are_real),
        cmocka_unit_test(words_for_positions),
        cmocka_unit_test(moves_best_first),
        cmocka_unit_test(shortened_tables_answer_nothing),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(misnamed_files_are_refused),
        cmocka_unit_test(damaged_chunks_answer_nothing),
        cmocka_unit_test(files_hold_what_was_written),
        cmocka_unit_test(builds_go_on_where_they_were),
        cmocka_unit_test(stopping_leaves_nothing_half_done),
        cmocka_unit_test(plans_hold_all_that_is_needed),
    };
    return cmocka_run_group_tests(tests, make_place, remove_place);
}

// SPDX-License-Identifier: MIT
//
// Compares the tables with plain value iteration (all positions of up to three men), exhaustive
// search (four men) and known figures; and tests damaged files.
#include "solve/race_tables/rk_tablebase.h"

#include "base/rng.h"
#include "base/thread/thread.h"
#include "core/position.h"

#include "support/check.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_quick(void) {
    return getenv("ROEK_TEST_QUICK") != NULL;
}

// --- a folder with tables, built once for all tests ---

typedef struct {
    char folder[64];
    RkTablebase *tables;
} TableFolder;

/* All materials of up to three men, and some of four: with equal pieces, or with known figures. */
static int wanted_endings(int out[MATERIAL_COUNT]) {
    const char *const four[] = {"KBBvK", "KRvKR", "KQvKR", "KvKNN"};
    int count = material_up_to(3, out);
    for (int i = 0; i < (is_quick() ? 0 : 4); i++) out[count++] = material_read(four[i]);
    return count;
}

static TableBuildStatus
build_in(const char *folder, void (*progress)(void *, const TableBuildProgress *), void *context) {
    int wanted[MATERIAL_COUNT], plan[MATERIAL_COUNT];
    int count = rk_tablebase_build_order(wanted, wanted_endings(wanted), plan);
    TableBuildOptions build = {.folder = folder,
                               .endings = plan,
                               .ending_count = count,
                               .threads = threads_available(),
                               .progress = progress,
                               .context = context};
    return rk_tablebase_build(&build);
}

static int make_tables(void **state) {
    TableFolder *place = malloc(sizeof *place);
    strcpy(place->folder, "/tmp/roek_tables_XXXXXX");
    if (!mkdtemp(place->folder) || build_in(place->folder, NULL, NULL) != BUILD_OK) return -1;
    place->tables = rk_tablebase_open(place->folder);
    *state = place;
    return place->tables ? 0 : -1;
}

static int remove_tables(void **state) {
    TableFolder *place = *state;
    char path[128];
    rk_tablebase_free(place->tables);
    for (int id = 0; id < MATERIAL_COUNT; id++) {
        if (table_path(place->folder, id, TABLE_SUFFIX, path, sizeof path)) unlink(path);
        if (table_path(place->folder, id, DISTANCES_SUFFIX, path, sizeof path)) unlink(path);
    }
    int failed = rmdir(place->folder);
    free(place);
    return failed;
}

// --- an independent solution: plain value iteration over all placements ---

enum { UNKNOWN, WON, LOST, DRAWN, IMPOSSIBLE };
enum { PLACES = 2 * 64 * 64 * 64 };

typedef struct {
    uint8_t result[PLACES]; // for the side to move
    uint8_t plies[PLACES];
    Piece third; // besides the kings; NO_PIECE: none
    Board *open; // positions without a result so far
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
        plain->result[p] = o.reason == OUTCOME_ONGOING ? UNKNOWN
                           : o.winner == NO_COLOR      ? DRAWN
                           : o.winner == (Color)b.turn ? WON
                                                       : LOST;
        if (o.reason == OUTCOME_ONGOING) plain->open[plain->open_count++] = b;
    }
}

static void plain_free(Plain *plain) {
    free(plain->open);
    free(plain);
}

/* The result of a position from its moves, if they decide it already. */
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

/* One pass over the open positions; its results become visible only after it. */
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

/* A result of pass n means an end after n plies.  The value of a capture counts from the pass in
 * which it was decided, so kings alone are solved in the same passes. */
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

static void compare_all(const RkTablebase *tables, const Plain *plain) {
    static const TableResult RESULT[] = {TABLE_DRAW, TABLE_WIN, TABLE_LOSS, TABLE_DRAW};
    for (int p = 0; p < PLACES; p++) {
        Board b;
        TableValue v;
        if (plain->result[p] == IMPOSSIBLE || !set_up(plain, p, &b)) continue;
        bool same = rk_tablebase_probe(tables, &b, &v) && v.result == RESULT[plain->result[p]] &&
                    v.plies == plain->plies[p];
        if (!same) fail_msg("place %d: the table says %d in %d plies", p, v.result, v.plies);
    }
}

static void every_position_of_three_men(void **state) {
    const TableFolder *place = *state;
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

// --- four men: exhaustive search to a fixed depth ---

/* Forced result within `depth` plies, or 0 for none. */
static int search(const Board *b, int depth) {
    Outcome o = RACING_KINGS.outcome(b);
    if (o.reason != OUTCOME_ONGOING)
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
    const TableFolder *place = *state;
    int ids[MATERIAL_COUNT], decided = 0, open = 0;
    int count = wanted_endings(ids);
    Rng rng = rng_seeded(4);
    for (int i = is_quick() ? 0 : 9; i < count; i++) {
        Material e = material_of(ids[i]);
        for (int n = 0; n < 300; n++) {
            Board b;
            TableValue v;
            if (!material_board(&e, rng_next(&rng) % e.positions, (Color)(n % 2), &b)) continue;
            assert_true(rk_tablebase_probe(place->tables, &b, &v));
            bool short_one = v.plies > 0 && v.plies <= 4;
            assert_int_equal(search(&b, 4), short_one ? v.result : 0);
            if (short_one) assert_int_equal(search(&b, v.plies - 1), 0);
            decided += short_one;
            open += !short_one;
        }
    }
    assert_true(decided > 30 && open > 30);
}

/* Results agree with distances; where only one side's distances are stored, the other's from the
 * moves agree, too. */
static void results_agree_with_values(void **state) {
    const RkTablebase *tables = ((TableFolder *)*state)->tables;
    int ids[MATERIAL_COUNT];
    int count = wanted_endings(ids);
    Rng rng = rng_seeded(8);
    for (int i = 0; i < count; i++) {
        Material e = material_of(ids[i]);
        for (int n = 0; n < 500; n++) {
            Board b;
            TableValue v;
            TableResult r;
            if (!material_board(&e, rng_next(&rng) % e.positions, (Color)(n % 2), &b)) continue;
            assert_true(rk_tablebase_probe(tables, &b, &v) &&
                        rk_tablebase_probe_result(tables, &b, &r));
            assert_int_equal(r, v.result);
            assert_true(v.plies <= rk_tablebase_longest(tables, &b));
        }
    }
}

static void values_agree_with_moves(void **state) {
    const TableFolder *place = *state;
    int ids[MATERIAL_COUNT];
    int count = wanted_endings(ids);
    for (int i = 0; i < count; i++) {
        TableCheckOptions sample = {
            .positions = is_quick() ? 500 : 4000, .searched = 40, .plies = 4, .seed = 9};
        TableCheckResult c = rk_tablebase_check(place->tables, ids[i], &sample);
        assert_int_equal(c.wrong, 0);
        assert_true(c.checked > 100);
    }
}

/* Runs on several threads that need the same blocks at once. */
static void check_with_others(void *context, int index) {
    const RkTablebase *tables = context;
    TableCheckOptions sample = {.positions = is_quick() ? 500 : 4000, .seed = (uint64_t)index / 2};
    TableCheckResult c = rk_tablebase_check(tables, material_read("KRvK"), &sample);
    if (c.wrong || c.checked < 100) abort(); // cmocka asserts only on the main thread
}

static void threads_are_told_the_same(void **state) {
    const TableFolder *place = *state;
    threads_run(4, check_with_others, place->tables);
}

// --- known figures ---

static void check_figures(const RkTablebase *tables, const char *name, const double shares[3],
                          int plies) {
    const RaceTable *t = rk_tablebase_find(tables, material_read(name));
    assert_non_null(t);
    const ResultStatistics *w = table_statistics(t)->of[WHITE], *b = table_statistics(t)->of[BLACK];
    double all = (double)(w[0].count + w[1].count + w[2].count);
    for (int r = 0; r < 3; r++) {
        double difference = 100.0 * (double)w[r].count / all - shares[2 - r];
        assert_true(difference > -0.55 && difference < 0.55);
    }
    assert_int_equal(w[2].plies > b[2].plies ? w[2].plies : b[2].plies, plies);
}

static void known_figures(void **state) {
    const TableFolder *place = *state;
    check_figures(place->tables, "KvK", (double[]){45, 11, 45}, 13);
    if (is_quick()) return;
    check_figures(place->tables, "KRvKR", (double[]){54, 8, 37}, 49);
    check_figures(place->tables, "KQvKR", (double[]){59, 13, 28}, 73);
}

static void longest_examples_are_real(void **state) {
    const TableFolder *place = *state;
    int ids[MATERIAL_COUNT];
    int count = wanted_endings(ids);
    for (int i = 0; i < count; i++) {
        const RaceTable *t = rk_tablebase_find(place->tables, ids[i]);
        for (Color c = WHITE; c <= BLACK; c++)
            for (int r = 0; r < 3; r += 2) {
                const ResultStatistics *s = &table_statistics(t)->of[c][r];
                Board b;
                TableValue v;
                assert_true(material_board(&t->material, s->longest_at, c, &b));
                assert_true(rk_tablebase_probe(place->tables, &b, &v));
                assert_int_equal(v.result, r - 1);
                assert_int_equal(v.plies, s->plies);
            }
    }
}

// --- arrivals, texts, and positions without a table ---

static void check_words(const RkTablebase *tables, const char *fen, const char *words) {
    Position pos = race_of(fen);
    TableValue v;
    char out[TABLE_VALUE_TEXT_MAX] = "unknown";
    if (rk_tablebase_probe(tables, &pos.board, &v))
        table_value_describe(v, position_turn(&pos), out);
    assert_string_equal(out, words);
}

static void words_for_positions(void **state) {
    const RkTablebase *tables = ((TableFolder *)*state)->tables;
    // White arrived: Black is too late, in time, in time but White to move; not followed; Black
    // arrived
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
    // the queen prevents White's king from following
    check_words(tables, "8/7k/8/8/8/8/2q5/K7 b - - 0 1", "Black wins in 1 move");
    // too many men
    check_words(tables, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "unknown");
    check_words(NULL, "8/3K4/8/k7/8/8/8/8 w - - 0 1", "unknown");
}

static void moves_best_first(void **state) {
    const RkTablebase *tables = ((TableFolder *)*state)->tables;
    Position pos = race_of("8/8/4K3/8/8/8/k7/7R w - - 0 1");
    TableMove moves[MOVES_MAX];
    MoveList legal;
    TableValue v;
    int count = rk_tablebase_probe_moves(tables, &pos.board, moves);
    position_legal_moves(&pos, &legal);
    assert_int_equal(count, legal.count);
    assert_true(rk_tablebase_probe(tables, &pos.board, &v));
    assert_int_equal(moves[0].value.result, v.result);
    assert_int_equal(moves[0].value.plies, v.plies);
    for (int i = 0; i < count; i++) {
        assert_true(movelist_has(&legal, moves[i].move));
        assert_true(i == 0 || !race_value_is_better(moves[i].value, moves[i - 1].value));
    }
    Position many = race_of("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1");
    assert_int_equal(rk_tablebase_probe_moves(tables, &many.board, moves), -1);
}

// --- files ---

typedef struct {
    uint8_t *data;
    size_t size;
} Copy;

static Copy copy_of(const char *path) {
    FileContents view;
    assert_true(file_load(path, &view));
    Copy copy = {malloc(view.size), view.size};
    memcpy(copy.data, view.data, view.size);
    file_contents_free(&view);
    return copy;
}

static void write_bytes(const char *path, const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Copies of both files of a table in a folder of their own; tests damage them. */
typedef struct {
    int id;
    char folder[96];
    char path[2][128]; // results, distances
    Copy good[2];
} Victim;

static const char *const SUFFIX[2] = {TABLE_SUFFIX, DISTANCES_SUFFIX};

static Victim victim_of(const TableFolder *place, const char *name) {
    Victim v = {.id = material_read(name)};
    char path[128];
    snprintf(v.folder, sizeof v.folder, "%s/bad", place->folder);
    assert_int_equal(mkdir(v.folder, 0700), 0);
    for (int i = 0; i < 2; i++) {
        table_path(place->folder, v.id, SUFFIX[i], path, sizeof path);
        table_path(v.folder, v.id, SUFFIX[i], v.path[i], sizeof v.path[i]);
        v.good[i] = copy_of(path);
        write_bytes(v.path[i], v.good[i].data, v.good[i].size);
    }
    return v;
}

static void bury(Victim *v) {
    for (int i = 0; i < 2; i++) {
        unlink(v->path[i]);
        free(v->good[i].data);
    }
    assert_int_equal(rmdir(v->folder), 0);
}

/* Opens a table and verifies all checksums. */
static TableFault fault_of(const char *folder, int id) {
    RaceTable table;
    TableFault fault = table_open(folder, id, &table);
    if (fault != TABLE_OK) return fault;
    fault = table_verify(&table);
    table_close(&table);
    return fault;
}

/* A table that is truncated while it is open gives no values from the missing part. */
static void shortened_tables_answer_nothing(void **state) {
    Victim v = victim_of(*state, "KQvK");
    RaceTable table;
    TableBlock block = {.table = NULL};
    TableResult result;
    uint8_t value;
    assert_int_equal(table_open(v.folder, v.id, &table), TABLE_OK);
    assert_true(table_read_result(&block, &table, WHITE, 0, &result));
    for (int i = 0; i < 2; i++) assert_int_equal(truncate(v.path[i], 1), 0);
    block = (TableBlock){.table = NULL};
    assert_true(table_read_result(&block, &table, WHITE, 0, &result)); // already loaded
    uint64_t won = table_statistics(&table)->of[WHITE][2].longest_at;
    assert_false(table_read_value(&block, &table, WHITE, won, &value));
    assert_int_equal(table_verify(&table), TABLE_DAMAGED);
    table_close(&table);
    bury(&v);
}

static void damaged_files_are_refused(void **state) {
    Victim v = victim_of(*state, "KvK");
    assert_int_equal(fault_of(v.folder, v.id), TABLE_OK);
    for (int f = 0; f < 2; f++) {
        Copy good = v.good[f];
        for (size_t size = 0; size < good.size; size += size < 500 ? 1 : 13) {
            write_bytes(v.path[f], good.data, size);
            assert_int_not_equal(fault_of(v.folder, v.id), TABLE_OK);
        }
        for (size_t i = 0; i < good.size; i++) {
            good.data[i] ^= (uint8_t)(1 << i % 8);
            write_bytes(v.path[f], good.data, good.size);
            assert_int_not_equal(fault_of(v.folder, v.id), TABLE_OK);
            good.data[i] ^= (uint8_t)(1 << i % 8);
        }
        write_bytes(v.path[f], good.data, good.size);
    }
    bury(&v);
    assert_int_equal(fault_of(v.folder, v.id), TABLE_MISSING);
}

/* Tables of equal size and layout differ by the name in the header; so do the two files of one. */
static void misnamed_files_are_refused(void **state) {
    Victim v = victim_of(*state, "KQvK");
    char path[128];
    table_path(v.folder, material_read("KRvK"), TABLE_SUFFIX, path, sizeof path);
    write_bytes(path, v.good[0].data, v.good[0].size);
    assert_int_equal(fault_of(v.folder, material_read("KRvK")), TABLE_MISNAMED);
    write_bytes(v.path[0], v.good[1].data, v.good[1].size);
    assert_int_equal(fault_of(v.folder, v.id), TABLE_MISNAMED);
    unlink(path);
    bury(&v);
}

static void damaged_chunks_answer_nothing(void **state) {
    Victim v = victim_of(*state, "KRvK");
    v.good[1].data[v.good[1].size - 1] ^= 0x10; // in Black's last chunk
    write_bytes(v.path[1], v.good[1].data, v.good[1].size);
    RaceTable table;
    TableBlock block = {.table = NULL};
    TableResult result;
    uint8_t value;
    RaceSolution solution;
    assert_int_equal(table_open(v.folder, v.id, &table), TABLE_OK);
    uint64_t lost = table_statistics(&table)->of[BLACK][0].longest_at;
    assert_true(table_read_result(&block, &table, BLACK, lost, &result));
    assert_int_equal(result, TABLE_LOSS);
    assert_false(table_read_value(&block, &table, BLACK, lost, &value));
    assert_true(table_read_value(&block, &table, WHITE, lost, &value));
    assert_false(table_read_value(&block, &table, WHITE, table.material.positions, &value));
    assert_false(table_read_result(&block, &table, WHITE, table.material.positions, &result));
    assert_int_equal(table_unpack(&table, &solution), TABLE_DAMAGED);
    assert_int_equal(table_verify(&table), TABLE_DAMAGED);
    table_close(&table);
    bury(&v);
}

/* Without the distances a table still gives results. */
static void results_stand_alone(void **state) {
    Victim v = victim_of(*state, "KvK");
    Position pos = race_of("8/8/8/8/8/8/8/K1k5 b - - 0 1");
    TableResult result;
    TableValue value;
    assert_int_equal(unlink(v.path[1]), 0);
    RkTablebase *tables = rk_tablebase_open(v.folder);
    assert_non_null(tables);
    assert_true(rk_tablebase_probe_result(tables, &pos.board, &result));
    assert_int_equal(result, TABLE_WIN);
    assert_false(rk_tablebase_probe(tables, &pos.board, &value));
    assert_int_equal(rk_tablebase_longest(tables, &pos.board), 13);
    rk_tablebase_free(tables);
    assert_int_equal(fault_of(v.folder, v.id), TABLE_MISSING);
    bury(&v);
}

/* A solution of random values; packing must preserve any values. */
static RaceSolution noise_of(int id, unsigned seed) {
    RaceSolution s;
    Board b;
    Rng rng = rng_seeded(seed);
    assert_true(race_solution_init(&s, id));
    for (uint64_t i = 0; i < s.material.positions; i++)
        for (Color c = WHITE; c <= BLACK; c++)
            if (material_board(&s.material, i, c, &b))
                s.value[c][i] = (uint8_t)(rng_below(&rng, 4) ? 10 : 1 + rng_below(&rng, 255));
    return s;
}

static void files_hold_what_was_written(void **state) {
    Victim v = victim_of(*state, "KNvK");
    RaceSolution made = noise_of(v.id, 2), back;
    TableStatistics statistics = race_solution_statistics(&made);
    RaceTable table;
    for (int threads = 1; threads <= 3; threads++) {
        assert_true(table_write(v.folder, &made, &statistics, threads));
        assert_int_equal(table_open(v.folder, v.id, &table), TABLE_OK);
        assert_int_equal(table_unpack(&table, &back), TABLE_OK);
        for (Color c = WHITE; c <= BLACK; c++)
            assert_memory_equal(made.value[c], back.value[c], made.material.positions);
        assert_int_equal(table_statistics(&table)->of[BLACK][0].count,
                         statistics.of[BLACK][0].count);
        for (int kind = 0; kind < ZUGZWANG_KINDS; kind++)
            assert_int_equal(table_statistics(&table)->zugzwang[kind].count,
                             statistics.zugzwang[kind].count);
        table_close(&table);
        race_solution_free(&back);
    }
    race_solution_free(&made);
    bury(&v);
}

/* The result of a check of a table of KvK with these values. */
static TableCheckResult check_of(const Victim *v, const RaceSolution *made,
                                 const TableCheckOptions *sample) {
    TableStatistics statistics = race_solution_statistics(made);
    assert_true(table_write(v->folder, made, &statistics, 1));
    RkTablebase *tables = rk_tablebase_open(v->folder);
    assert_non_null(tables);
    TableCheckResult check = rk_tablebase_check(tables, v->id, sample);
    rk_tablebase_free(tables);
    return check;
}

static void wrong_values_are_found(void **state) {
    const TableFolder *place = *state;
    Victim v = victim_of(place, "KvK");
    TableCheckOptions by_moves = {.positions = UINT64_MAX};
    TableCheckOptions by_search = {.searched = 2000, .plies = 3, .seed = 1};
    RaceSolution good;
    assert_int_equal(table_unpack(rk_tablebase_find(place->tables, v.id), &good), TABLE_OK);
    assert_int_equal(check_of(&v, &good, &by_moves).wrong, 0);
    assert_int_equal(check_of(&v, &good, &by_search).wrong, 0);
    uint64_t at = 0;
    while (good.value[WHITE][at] != 3) at++;
    good.value[WHITE][at] = 5; // one position of all is wrong
    assert_true(check_of(&v, &good, &by_moves).wrong > 0);
    for (uint64_t i = 0; i < good.material.positions; i++) // hard to see from moves
        for (Color c = WHITE; c <= BLACK; c++)
            if (good.value[c][i] && good.value[c][i] < 250) good.value[c][i] += 2;
    assert_true(check_of(&v, &good, &by_search).wrong > 0);
    race_solution_free(&good);
    bury(&v);
}

// --- building ---

typedef struct {
    int kept, done;
} Steps;

static void count_steps(void *context, const TableBuildProgress *p) {
    Steps *steps = context;
    steps->kept += p->step == BUILD_KEPT;
    steps->done += p->step == BUILD_DONE;
}

static void builds_go_on_where_they_were(void **state) {
    const TableFolder *place = *state;
    char path[128];
    int ids[MATERIAL_COUNT];
    int count = rk_tablebase_build_order(ids, wanted_endings(ids), ids);
    Steps steps = {0, 0};
    table_path(place->folder, material_read("KBvK"), DISTANCES_SUFFIX, path, sizeof path);
    Copy good = copy_of(path);
    write_bytes(path, good.data, good.size - 1);
    assert_int_equal(build_in(place->folder, count_steps, &steps), BUILD_OK);
    assert_int_equal(steps.kept, count - 1);
    assert_int_equal(steps.done, 1);
    Copy again = copy_of(path); // byte by byte the same
    assert_int_equal(again.size, good.size);
    assert_memory_equal(again.data, good.data, good.size);
    free(good.data);
    free(again.data);
}

static void stopping_leaves_nothing_half_done(void **state) {
    (void)state;
    char folder[] = "/tmp/roek_tables_XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_null(rk_tablebase_open(folder));
    atomic_bool stop = true;
    int id = material_read("KvK");
    TableBuildOptions build = {.folder = folder, .endings = &id, .ending_count = 1, .stop = &stop};
    assert_int_equal(rk_tablebase_build(&build), BUILD_STOPPED);
    assert_int_equal(rmdir(folder), 0); // empty
    build.folder = "/dev/null/here";
    assert_int_equal(rk_tablebase_build(&build), BUILD_CANNOT_WRITE);
    assert_null(rk_tablebase_open("/dev/null/here"));
}

typedef struct {
    const char *folder;
    Steps steps[4];
    TableBuildStatus result[4];
} Builders;

static void build_with_others(void *context, int index) {
    Builders *builders = context;
    builders->result[index] = build_in(builders->folder, count_steps, &builders->steps[index]);
}

static void each_table_is_built_once(void **state) {
    const TableFolder *place = *state;
    char folder[] = "/tmp/roek_tables_XXXXXX", path[128];
    int ids[MATERIAL_COUNT], done = 0;
    Builders builders = {.folder = mkdtemp(folder)};
    assert_non_null(builders.folder);
    int count = rk_tablebase_build_order(ids, wanted_endings(ids), ids);
    threads_run(4, build_with_others, &builders);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(builders.result[i], BUILD_OK);
        assert_true(builders.steps[i].kept + builders.steps[i].done >= count);
        done += builders.steps[i].done;
    }
    assert_int_equal(done, count);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            table_path(place->folder, ids[i], SUFFIX[k], path, sizeof path);
            Copy one = copy_of(path);
            table_path(folder, ids[i], SUFFIX[k], path, sizeof path);
            Copy other_one = copy_of(path);
            assert_int_equal(one.size, other_one.size);
            assert_memory_equal(one.data, other_one.data, one.size);
            free(one.data);
            free(other_one.data);
            assert_int_equal(unlink(path), 0);
        }
    assert_int_equal(rmdir(folder), 0); // no lock file is left
}

/* The largest ending has sixteen men. */
static void endings_of_many_men_have_no_table(void **state) {
    const TableFolder *place = *state;
    const char *const names[] = {"KQRvKQR", "KQRRBBNNvKQRRBBNN"};
    for (int i = 0; i < 2; i++) {
        int id = material_read(names[i]);
        TableBuildOptions build = {.folder = place->folder, .endings = &id, .ending_count = 1};
        RaceTable table;
        assert_true(id >= 0 && !ending_has_table(id));
        assert_int_equal(table_open(place->folder, id, &table), TABLE_MISSING);
        assert_int_equal(rk_tablebase_build(&build), BUILD_TOO_MANY_MEN);
        assert_null(rk_tablebase_find(place->tables, id));
    }
    TableMove moves[MOVES_MAX];
    TableValue value;
    Move line[4];
    Position start = position_start(&RACING_KINGS);
    assert_false(rk_tablebase_probe(place->tables, &start.board, &value));
    assert_int_equal(rk_tablebase_probe_moves(place->tables, &start.board, moves), -1);
    assert_int_equal(rk_tablebase_best_line(place->tables, &start.board, line, 4), 0);
    assert_int_equal(rk_tablebase_longest(place->tables, &start.board), 0);
    assert_false(ending_has_table(-1));
    assert_true(ending_has_table(material_read("KRRvKQ")));
}

static void plans_hold_all_that_is_needed(void **state) {
    (void)state;
    int id = material_read("KRRvKN"), plan[MATERIAL_COUNT];
    const char *const expected[] = {"KvK", "KRvK", "KvKN", "KRRvK", "KRvKN", "KRRvKN"};
    assert_int_equal(rk_tablebase_build_order(&id, 1, plan), 6);
    for (int i = 0; i < 6; i++) assert_int_equal(plan[i], material_read(expected[i]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_of_three_men),
        cmocka_unit_test(four_men_by_search),
        cmocka_unit_test(results_agree_with_values),
        cmocka_unit_test(values_agree_with_moves),
        cmocka_unit_test(threads_are_told_the_same),
        cmocka_unit_test(known_figures),
        cmocka_unit_test(longest_examples_are_real),
        cmocka_unit_test(words_for_positions),
        cmocka_unit_test(moves_best_first),
        cmocka_unit_test(shortened_tables_answer_nothing),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(misnamed_files_are_refused),
        cmocka_unit_test(damaged_chunks_answer_nothing),
        cmocka_unit_test(results_stand_alone),
        cmocka_unit_test(files_hold_what_was_written),
        cmocka_unit_test(wrong_values_are_found),
        cmocka_unit_test(builds_go_on_where_they_were),
        cmocka_unit_test(stopping_leaves_nothing_half_done),
        cmocka_unit_test(each_table_is_built_once),
        cmocka_unit_test(endings_of_many_men_have_no_table),
        cmocka_unit_test(plans_hold_all_that_is_needed),
    };
    return cmocka_run_group_tests(tests, make_tables, remove_tables);
}

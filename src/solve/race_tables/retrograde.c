// SPDX-License-Identifier: MIT
#include "solve/race_tables/retrograde.h"

#include "base/os/host_yield.h"
#include "base/thread/thread.h"
#include "core/attacks.h"
#include "solve/race_tables/placement_counts.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAIRS = 28 * 56,
    ANY_CODE = 0,       // where a code is asked for: all that are positions
    SCRATCH_PLANES = 5, // a thread needs at once
};

typedef struct Sweep {
    const SweepOptions *options;
    Solution *solution;
    PlaneShape shape;
    uint8_t *taken[PLANE_MEN_MAX]; // values after a man's capture, by the others' squares
    // planes of all pairs; by side to move
    uint64_t *legal;
    uint64_t *unwon[2];                  // not known to be won, captures included
    uint64_t *at_risk[2];                // not decided, and without a move that surely saves
    uint64_t *fresh[2];                  // lost in exactly this ply; at first: won by arriving
    uint64_t *lost[2];                   // in any ply so far, captures included
    ResultStatistics *only[2];           // of each pair
    uint8_t *won_news[2], *lost_news[2]; // for each pair: has its plane changed last time?
    int plies;
    uint64_t *scratch; // SCRATCH_PLANES for each thread
    void (*work)(struct Sweep *w, int pair, uint64_t *scratch);
    atomic_int next_pair;
    atomic_bool any_news;
} Sweep;

// Pairs of kings.

static void pair_kings(int pair, Square king[2]) {
    int place = pair / 56;
    king[WHITE] = square_at(place % 4, place / 4);
    king[BLACK] = pair % 56;
}

static int pair_of(Square white, Square black) {
    return (rank_of(white) * 4 + file_of(white)) * 56 + black;
}

static uint64_t *plane_at(const Sweep *w, uint64_t *planes, int pair) {
    return planes + (size_t)pair * (size_t)w->shape.words;
}

static void unite(const Sweep *w, uint64_t *out, const uint64_t *set) {
    for (int i = 0; i < w->shape.words; i++) out[i] |= set[i];
}

/* Adds what stands in the plane of another pair, which may be the mirror of one we keep; `news`
 * tells which planes are of interest, NULL: all. */
static void unite_pair(const Sweep *w, const Square king[2], uint64_t *planes, const uint8_t *news,
                       uint64_t *out, uint64_t *scratch) {
    bool mirrored = file_of(king[WHITE]) > 3;
    int flip = mirrored ? 7 : 0, pair = pair_of(king[WHITE] ^ flip, king[BLACK] ^ flip);
    if (news && !news[pair]) return;
    const uint64_t *plane = plane_at(w, planes, pair);
    if (mirrored) {
        plane_mirror(&w->shape, plane, scratch);
        plane = scratch;
    }
    unite(w, out, plane);
}

static Bitboard king_steps(const Square king[2], Color turn) {
    return KING_ATTACKS[king[turn]] & ~KING_ATTACKS[king[other(turn)]] & ~bit(king[other(turn)]);
}

/* The positions of this pair that come before a set, as far as they are wanted. */
static void come_before(const Sweep *w, Color turn, int pair, uint64_t *planes, const uint8_t *news,
                        const uint64_t *wanted, uint64_t *out, uint64_t *scratch) {
    Square king[2];
    pair_kings(pair, king);
    memset(out, 0, (size_t)w->shape.words * sizeof *out);
    Bitboard steps = king_steps(king, turn) & ~RANK_8;
    FOR_EACH_SQUARE(s, steps) {
        Square moved[2] = {king[WHITE], king[BLACK]};
        moved[turn] = s;
        unite_pair(w, moved, planes, news, out, scratch);
    }
    if (!news || news[pair])
        plane_unmoves(&w->shape, turn, king, plane_at(w, planes, pair), wanted, out);
}

/* Has this pair, or one a step of this king away, news? */
static bool is_concerned(Color turn, int pair, const uint8_t *news) {
    Square king[2];
    pair_kings(pair, king);
    bool any = news[pair];
    Bitboard steps = king_steps(king, turn) & ~RANK_8;
    FOR_EACH_SQUARE(s, steps) {
        Square moved[2] = {king[WHITE], king[BLACK]};
        moved[turn] = s;
        int flip = file_of(moved[WHITE]) > 3 ? 7 : 0;
        any |= news[pair_of(moved[WHITE] ^ flip, moved[BLACK] ^ flip)];
    }
    return any;
}

// Captures.

/* The number of placements of all men but one. */
static uint32_t others_count(const Sweep *w) {
    return w->shape.men > 1 ? (uint32_t)w->shape.words : 1;
}

/* Where one of the others stands in a placement without man `gone`. */
static Square other_square(const Sweep *w, int man, int gone, uint32_t others) {
    int after = w->shape.men - 1 - man - (gone > man);
    return (Square)(others >> 6 * after & 63);
}

/* The placement of all men with the one that was gone on square s. */
static uint32_t with_man(const Sweep *w, int gone, Square s, uint32_t others) {
    int after = 6 * (w->shape.men - 1 - gone);
    uint32_t low = others & ((1u << after) - 1);
    return (others >> after << 6 | (uint32_t)s) << after | low;
}

/* Marks what each of the enemy's captures of man `gone` looks like that leaves the others so. */
static void mark_capture(const Sweep *w, const Square king[2], int gone, uint32_t others,
                         uint64_t *out) {
    Color by = other(w->shape.color[gone]);
    uint32_t at = with_man(w, gone, king[by], others);
    out[at >> 6] |= 1ull << (at & 63);
    for (int man = 0; man < w->shape.men; man++) {
        if (w->shape.color[man] != by) continue;
        at = with_man(w, gone, other_square(w, man, gone, others), others);
        out[at >> 6] |= 1ull << (at & 63);
    }
}

/* Which of up to 64 values are this code. */
static uint64_t codes_equal(const uint8_t *values, uint32_t count, uint8_t code) {
    uint64_t equal = 0;
    for (uint32_t i = 0; i < count; i++)
        equal |= (uint64_t)(code == ANY_CODE ? values[i] != SOLUTION_NONE : values[i] == code) << i;
    return equal;
}

/* Marks all positions after a capture, this side to move, with this value; any at all? */
static bool mark_captures(const Sweep *w, int pair, Color turn, uint8_t code, uint64_t *out) {
    Square king[2];
    bool any = false;
    uint32_t count = others_count(w), row = count < 64 ? count : 64;
    pair_kings(pair, king);
    for (int gone = 0; gone < w->shape.men; gone++) {
        if (w->shape.color[gone] != turn) continue;
        const uint8_t *values = w->taken[gone] + (size_t)pair * count;
        for (uint32_t at = 0; at < count; at += row) {
            Bitboard equal = codes_equal(values + at, row, code);
            any |= equal != 0;
            FOR_EACH_SQUARE(k, equal) mark_capture(w, king, gone, at + (uint32_t)k, out);
        }
    }
    return any;
}

// From sets to numbers.

/* Writes the value of all positions of a plane, equal men only in the order that counts. */
static void write_plane(const Sweep *w, Color turn, int pair, const uint64_t *set, int code) {
    uint8_t *values = w->solution->value[turn];
    if (w->shape.men == 0) {
        if (set[0]) values[pair] = (uint8_t)code;
        return;
    }
    values += (size_t)pair * (size_t)w->shape.words * 64;
    for (int i = 0; i < w->shape.words; i++) {
        Bitboard bits = set[i] ? set[i] & plane_counted(&w->shape, (uint32_t)i) : 0;
        FOR_EACH_SQUARE(s, bits) values[i * 64 + s] = (uint8_t)code;
    }
}

// The start.

/* Where Black's king follows White's, which stands on the eighth rank. */
static void mark_following(const Sweep *w, const Square king[2], uint64_t *out, uint64_t *scratch) {
    const bool takes[2] = {true, true};
    Bitboard steps = king_steps(king, BLACK) & RANK_8;
    FOR_EACH_SQUARE(s, steps) {
        plane_legal(&w->shape, (Square[2]){king[WHITE], s}, takes, scratch);
        unite(w, out, scratch);
    }
}

/* The placements in which a king may just have arrived, and those of them in which that wins. */
static void mark_arrival(const Sweep *w, Color turn, const Square king[2], uint64_t *arrived,
                         uint64_t *won, uint64_t *scratch) {
    const bool takes[2] = {turn == WHITE, turn == BLACK};
    size_t words = (size_t)w->shape.words;
    plane_legal(&w->shape, king, takes, arrived);
    memset(won, 0, words * sizeof *won);
    if (turn == WHITE) mark_following(w, king, won, scratch);
    for (size_t i = 0; i < words; i++) won[i] = arrived[i] & ~won[i];
}

/* Adds the placements from which the king of this side may arrive: to `won` if that wins, to `any`
 * in any case. */
static void mark_arrivals(const Sweep *w, Color turn, int pair, uint64_t *won, uint64_t *any,
                          uint64_t *scratch) {
    Square king[2];
    size_t words = (size_t)w->shape.words;
    uint64_t *arrived = scratch, *winning = scratch + words;
    pair_kings(pair, king);
    Bitboard steps = king_steps(king, turn) & RANK_8;
    FOR_EACH_SQUARE(s, steps) {
        Square moved[2] = {king[WHITE], king[BLACK]};
        moved[turn] = s;
        mark_arrival(w, turn, moved, arrived, winning, scratch + 2 * words);
        unite(w, any, arrived);
        unite(w, won, winning);
    }
}

static void start_pair(Sweep *w, int pair, uint64_t *scratch) {
    (void)scratch;
    Square king[2];
    uint64_t *legal = plane_at(w, w->legal, pair);
    pair_kings(pair, king);
    plane_legal(&w->shape, king, (const bool[2]){false, false}, legal);
    for (Color turn = WHITE; turn <= BLACK; turn++) {
        uint64_t *unwon = plane_at(w, w->unwon[turn], pair);
        memcpy(unwon, legal, (size_t)w->shape.words * sizeof *unwon);
        mark_captures(w, pair, turn, ANY_CODE, unwon);
        write_plane(w, turn, pair, legal, SOLUTION_DRAW);
    }
}

/* At risk are those that have a move but cannot arrive: without a move it is stalemate, and nobody
 * loses by an arrival. */
static void judge_side(Sweep *w, int pair, Color turn, uint64_t *scratch) {
    size_t words = (size_t)w->shape.words;
    uint64_t *any = scratch, *before = scratch + words;
    const uint64_t *legal = plane_at(w, w->legal, pair);
    uint64_t *won = plane_at(w, w->fresh[turn], pair);
    uint64_t *at_risk = plane_at(w, w->at_risk[turn], pair);
    memset(any, 0, words * sizeof *any);
    mark_arrivals(w, turn, pair, won, any, scratch + 2 * words);
    come_before(w, turn, pair, w->unwon[other(turn)], NULL, legal, before, scratch + 2 * words);
    for (size_t i = 0; i < words; i++) {
        won[i] &= legal[i];
        at_risk[i] = legal[i] & before[i] & ~any[i];
    }
}

static void judge_pair(Sweep *w, int pair, uint64_t *scratch) {
    for (Color turn = WHITE; turn <= BLACK; turn++) judge_side(w, pair, turn, scratch);
}

// A ply.

/* Takes out of the plane what is new, and tells whether that is anything. */
static bool take_out(const Sweep *w, uint64_t *plane, const uint64_t *news) {
    uint64_t all = 0;
    for (int i = 0; i < w->shape.words; i++) {
        all |= plane[i] & news[i];
        plane[i] &= ~news[i];
    }
    return all != 0;
}

static void note_news(Sweep *w, uint8_t *news, bool any) {
    *news = any;
    if (any) atomic_store_explicit(&w->any_news, true, memory_order_relaxed);
}

/* What is won in this ply, `out`; false if that can be nothing. */
static bool find_wins(const Sweep *w, int pair, Color turn, uint64_t *out, uint64_t *scratch) {
    size_t words = (size_t)w->shape.words;
    const uint64_t *legal = plane_at(w, w->legal, pair), *unwon = plane_at(w, w->unwon[turn], pair);
    const uint8_t *news = w->lost_news[other(turn)];
    uint64_t *wanted = scratch;
    if (w->plies == 1) {
        memcpy(out, plane_at(w, w->fresh[turn], pair), words * sizeof *out);
        return true;
    }
    if (!is_concerned(turn, pair, news)) return false;
    for (size_t i = 0; i < words; i++) wanted[i] = legal[i] & unwon[i];
    come_before(w, turn, pair, w->fresh[other(turn)], news, wanted, out, scratch + words);
    for (size_t i = 0; i < words; i++) out[i] &= wanted[i];
    return true;
}

static void win_side(Sweep *w, int pair, Color turn, uint64_t *scratch) {
    size_t words = (size_t)w->shape.words;
    uint64_t *won = scratch;
    bool any = find_wins(w, pair, turn, won, scratch + words);
    if (any)
        write_plane(w, turn, pair, won, w->plies);
    else
        memset(won, 0, words * sizeof *won);
    any |= mark_captures(w, pair, turn, (uint8_t)w->plies, won);
    any = any && take_out(w, plane_at(w, w->unwon[turn], pair), won);
    note_news(w, &w->won_news[turn][pair], any);
}

/* What is lost in this ply; false if that is nothing. */
static bool find_losses(const Sweep *w, int pair, Color turn, uint64_t *out, uint64_t *scratch) {
    uint64_t *at_risk = plane_at(w, w->at_risk[turn], pair), *saved = scratch;
    if (!is_concerned(turn, pair, w->won_news[other(turn)]) || plane_is_empty(&w->shape, at_risk))
        return false;
    come_before(w, turn, pair, w->unwon[other(turn)], NULL, at_risk, saved,
                scratch + w->shape.words);
    for (int i = 0; i < w->shape.words; i++) out[i] = at_risk[i] & ~saved[i];
    return take_out(w, at_risk, out);
}

static void lose_side(Sweep *w, int pair, Color turn, uint64_t *scratch) {
    uint64_t *lost = plane_at(w, w->fresh[turn], pair);
    bool used = w->lost_news[turn][pair] || w->plies == 2;
    if (used) memset(lost, 0, (size_t)w->shape.words * sizeof *lost);
    bool any = find_losses(w, pair, turn, lost, scratch);
    if (any) write_plane(w, turn, pair, lost, w->plies);
    any |= mark_captures(w, pair, turn, (uint8_t)w->plies, lost);
    if (any) unite(w, plane_at(w, w->lost[turn], pair), lost);
    note_news(w, &w->lost_news[turn][pair], any);
}

static void ply_pair(Sweep *w, int pair, uint64_t *scratch) {
    for (Color turn = WHITE; turn <= BLACK; turn++) {
        if (w->plies % 2)
            win_side(w, pair, turn, scratch);
        else
            lose_side(w, pair, turn, scratch);
    }
}

// Wins by one move alone.

/* How many of this side's king moves win. */
static void tally_king(const Sweep *w, int pair, Color turn, Tally tally, uint64_t *scratch) {
    Square king[2];
    size_t words = (size_t)w->shape.words;
    pair_kings(pair, king);
    Bitboard steps = king_steps(king, turn);
    FOR_EACH_SQUARE(s, steps) {
        Square moved[2] = {king[WHITE], king[BLACK]};
        uint64_t *won = scratch;
        moved[turn] = s;
        memset(won, 0, words * sizeof *won);
        if (bit(s) & RANK_8)
            mark_arrival(w, turn, moved, scratch + words, won, scratch + 2 * words);
        else
            unite_pair(w, moved, w->lost[other(turn)], NULL, won, scratch + words);
        tally_set(tally, won, w->shape.words);
    }
}

/* Notes the positions of a word; a longer win than before is remembered. */
static void note_only(const Sweep *w, Color turn, uint64_t first, Bitboard bits,
                      ResultStatistics *only) {
    only->count += (uint64_t)popcount(bits);
    FOR_EACH_SQUARE(s, bits) {
        uint64_t number = first + (uint64_t)s;
        int plies = w->solution->value[turn][number];
        if (plies <= only->plies) continue;
        only->plies = plies;
        only->longest_at = number;
    }
}

static void tally_side(const Sweep *w, int pair, Color turn, uint64_t *scratch) {
    Square king[2];
    int words = w->shape.words;
    Tally tally = {scratch, scratch + words};
    const uint64_t *legal = plane_at(w, w->legal, pair);
    uint64_t numbers = w->shape.men ? 64 : 1, first = (uint64_t)pair * (uint64_t)words * numbers;
    pair_kings(pair, king);
    memset(scratch, 0, 2 * (size_t)words * sizeof *scratch);
    tally_king(w, pair, turn, tally, scratch + 2 * words);
    tally_moves(tally, &w->shape, turn, king, plane_at(w, w->lost[other(turn)], pair));
    for (int i = 0; i < words; i++) {
        Bitboard only = tally.once[i] & ~tally.twice[i] & legal[i];
        if (only && w->shape.men) only &= plane_counted(&w->shape, (uint32_t)i);
        note_only(w, turn, first + (uint64_t)i * 64, only, &w->only[turn][pair]);
    }
}

static void tally_pair(Sweep *w, int pair, uint64_t *scratch) {
    for (Color turn = WHITE; turn <= BLACK; turn++) tally_side(w, pair, turn, scratch);
}

static void collect_only(Sweep *w) {
    for (Color turn = WHITE; turn <= BLACK; turn++) {
        ResultStatistics all = {0};
        for (int pair = 0; pair < PAIRS; pair++) {
            const ResultStatistics *only = &w->only[turn][pair];
            uint64_t count = all.count + only->count;
            if (only->plies > all.plies) all = *only;
            all.count = count;
        }
        w->solution->only[turn] = all;
    }
}

// What captures lead to.

static bool are_equal_men(const PlaneShape *shape, int one, int two) {
    return shape->role[one] == shape->role[two] && shape->color[one] == shape->color[two];
}

/* The placement of all men but one, and if two of them are equal, the one in the other order. */
static void other_placements(const Sweep *w, int gone, const Board *b, uint32_t out[2]) {
    uint32_t square[PLANE_MEN_MAX];
    int count = 0, last = -1;
    bool equal = false;
    for (int man = 0; man < w->shape.men; man++) {
        if (man == gone) continue;
        Bitboard set = board_pieces(b, w->shape.color[man], w->shape.role[man]);
        equal = last >= 0 && are_equal_men(&w->shape, last, man);
        square[count++] = (uint32_t)first_square(equal ? set & (set - 1) : set);
        last = man;
    }
    out[0] = count == 2 ? square[0] * 64 + square[1] : count == 1 ? square[0] : 0;
    out[1] = equal ? square[1] * 64 + square[0] : out[0];
}

static const Solution *without_man(const Sweep *w, int gone) {
    int smaller = ending_without(w->solution->ending.id, w->shape.color[gone], w->shape.role[gone]);
    const Solution *s = w->options->smaller;
    while (s->ending.id != smaller) s++;
    assert(s < w->options->smaller + w->options->smaller_count);
    return s;
}

static void load_man(Sweep *w, int pair, int gone) {
    const Solution *s = without_man(w, gone);
    Color turn = w->shape.color[gone];
    uint8_t *values = w->taken[gone] + (size_t)pair * others_count(w);
    uint64_t count = s->ending.positions / PAIRS, first = (uint64_t)pair * count;
    for (uint64_t i = first; i < first + count; i++) {
        Board b;
        uint32_t at[2];
        if (!ending_board(&s->ending, i, turn, &b)) continue;
        other_placements(w, gone, &b, at);
        values[at[0]] = values[at[1]] = s->value[turn][i];
    }
}

/* Equal men share what their captures lead to. */
static bool shares_with_last(const Sweep *w, int man) {
    return man > 0 && are_equal_men(&w->shape, man - 1, man);
}

static void load_pair(Sweep *w, int pair, uint64_t *scratch) {
    (void)scratch;
    for (int man = 0; man < w->shape.men; man++)
        if (!shares_with_last(w, man)) load_man(w, pair, man);
}

// All of it.

static bool is_stopped(const Sweep *w) {
    return w->options->stop && atomic_load_explicit(w->options->stop, memory_order_relaxed);
}

static void work_on_pairs(void *context, int worker) {
    Sweep *w = context;
    uint64_t *scratch = w->scratch + (size_t)worker * SCRATCH_PLANES * (size_t)w->shape.words;
    for (;;) {
        breathe();
        int pair = atomic_fetch_add(&w->next_pair, 1);
        if (pair >= PAIRS || is_stopped(w)) return;
        w->work(w, pair, scratch);
    }
}

static void share(Sweep *w, void (*work)(Sweep *w, int pair, uint64_t *scratch)) {
    w->work = work;
    atomic_store(&w->next_pair, 0);
    threads_run(w->options->threads, work_on_pairs, w);
}

static int deepest_taken(const Sweep *w) {
    int deepest = 0;
    size_t count = PAIRS * (size_t)others_count(w);
    for (int man = 0; man < w->shape.men; man++)
        for (size_t i = 0; i < count; i++)
            if (w->taken[man][i] != SOLUTION_DRAW && w->taken[man][i] > deepest)
                deepest = w->taken[man][i];
    return deepest;
}

static SweepResult solve(Sweep *w) {
    share(w, load_pair);
    share(w, start_pair);
    share(w, judge_pair);
    int last_news = deepest_taken(w);
    for (w->plies = 1; w->plies <= last_news + 2; w->plies++) {
        if (is_stopped(w)) return SWEEP_STOPPED;
        if (w->plies > SOLUTION_DEEPEST) return SWEEP_TOO_DEEP;
        atomic_store(&w->any_news, false);
        share(w, ply_pair);
        if (atomic_load(&w->any_news) && w->plies > last_news) last_news = w->plies;
        if (w->options->progress) w->options->progress(w->options->context, w->plies);
    }
    share(w, tally_pair);
    collect_only(w);
    return is_stopped(w) ? SWEEP_STOPPED : SWEEP_OK;
}

static bool allocate(Sweep *w) {
    size_t words = (size_t)w->shape.words, all = PAIRS * words;
    w->scratch = malloc((size_t)w->options->threads * SCRATCH_PLANES * words * sizeof *w->scratch);
    w->legal = malloc(all * sizeof *w->legal);
    bool ok = w->scratch && w->legal;
    for (Color c = WHITE; c <= BLACK; c++) {
        w->unwon[c] = malloc(all * sizeof *w->legal);
        w->at_risk[c] = malloc(all * sizeof *w->legal);
        w->fresh[c] = calloc(all, sizeof *w->legal);
        w->lost[c] = calloc(all, sizeof *w->legal);
        w->only[c] = calloc(PAIRS, sizeof *w->only[c]);
        w->won_news[c] = calloc(PAIRS, 1);
        w->lost_news[c] = calloc(PAIRS, 1);
        ok = ok && w->unwon[c] && w->at_risk[c] && w->fresh[c] && w->lost[c] && w->only[c] &&
             w->won_news[c] && w->lost_news[c];
    }
    for (int man = 0; man < w->shape.men; man++) {
        w->taken[man] =
            shares_with_last(w, man) ? w->taken[man - 1] : calloc(PAIRS, others_count(w));
        ok = ok && w->taken[man];
    }
    return ok;
}

static void release(Sweep *w) {
    free(w->scratch);
    free(w->legal);
    for (Color c = WHITE; c <= BLACK; c++) {
        free(w->unwon[c]);
        free(w->at_risk[c]);
        free(w->fresh[c]);
        free(w->lost[c]);
        free(w->only[c]);
        free(w->won_news[c]);
        free(w->lost_news[c]);
    }
    for (int man = 0; man < w->shape.men; man++)
        if (!shares_with_last(w, man)) free(w->taken[man]);
}

SweepResult sweep_solve(int id, const SweepOptions *options, Solution *out) {
    Solution solution;
    if (!solution_init(&solution, id)) return SWEEP_NO_MEMORY;
    Sweep w = {.options = options, .solution = &solution, .shape = plane_shape(&solution.ending)};
    SweepResult result = allocate(&w) ? solve(&w) : SWEEP_NO_MEMORY;
    release(&w);
    if (result == SWEEP_OK)
        *out = solution;
    else
        solution_free(&solution);
    return result;
}

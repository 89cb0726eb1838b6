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
    ANY_CODE = 0,     // in place of a code: matches every position
    SCRATCH_SETS = 5, // placement sets that a thread needs at once
};

typedef struct Retrograde {
    const RetrogradeOptions *options;
    RaceSolution *solution;
    PlacementShape shape;
    uint8_t *capture_values[PLACEMENT_MEN_MAX]; // values after this man's capture, by the others'
                                                // squares
    // Placement sets of all pairs, by side to move:
    uint64_t *legal;
    uint64_t *unwon[2];              // not known to be won, including placements after captures
    uint64_t *at_risk[2];            // not decided, and with no move known to avoid a loss
    uint64_t *frontier[2];           // lost in exactly this ply; before ply 1: won by an arrival
    uint64_t *lost[2];               // lost in any ply so far, including placements after captures
    ResultStatistics *only_moves[2]; // for each pair
    uint8_t *won_changed[2], *lost_changed[2]; // for each pair: did the last ply change its set?
    int plies;
    uint64_t *scratch; // SCRATCH_SETS for each thread
    void (*work)(struct Retrograde *w, int pair, uint64_t *scratch);
    atomic_int next_pair;
    atomic_bool any_changed;
} Retrograde;

// --- pairs of kings ---

static void pair_kings(int pair, Square king[2]) {
    int place = pair / 56;
    king[WHITE] = square_at(place % 4, place / 4);
    king[BLACK] = pair % 56;
}

static int pair_of(Square white, Square black) {
    return (rank_of(white) * 4 + file_of(white)) * 56 + black;
}

static uint64_t *set_at(const Retrograde *w, uint64_t *sets, int pair) {
    return sets + (size_t)pair * (size_t)w->shape.words;
}

static void add_set(const Retrograde *w, uint64_t *out, const uint64_t *set) {
    for (int i = 0; i < w->shape.words; i++) out[i] |= set[i];
}

/* Adds the set of another pair, which may be stored as its mirror image.  If `changed` is not NULL,
 * only pairs marked in it are added. */
static void add_pair_set(const Retrograde *w, const Square king[2], uint64_t *sets,
                         const uint8_t *changed, uint64_t *out, uint64_t *scratch) {
    bool mirrored = file_of(king[WHITE]) > 3;
    int flip = mirrored ? 7 : 0, pair = pair_of(king[WHITE] ^ flip, king[BLACK] ^ flip);
    if (changed && !changed[pair]) return;
    const uint64_t *set = set_at(w, sets, pair);
    if (mirrored) {
        placement_set_mirror(&w->shape, set, scratch);
        set = scratch;
    }
    add_set(w, out, set);
}

static Bitboard king_steps(const Square king[2], Color turn) {
    return KING_ATTACKS[king[turn]] & ~KING_ATTACKS[king[other(turn)]] & ~bit(king[other(turn)]);
}

/* Finds the predecessors of a set among the positions of this pair, if they are in `wanted`. */
static void find_predecessors(const Retrograde *w, Color turn, int pair, uint64_t *sets,
                              const uint8_t *changed, const uint64_t *wanted, uint64_t *out,
                              uint64_t *scratch) {
    Square king[2];
    pair_kings(pair, king);
    memset(out, 0, (size_t)w->shape.words * sizeof *out);
    Bitboard steps = king_steps(king, turn) & ~RANK_8;
    FOR_EACH_SQUARE(s, steps) {
        Square moved[2] = {king[WHITE], king[BLACK]};
        moved[turn] = s;
        add_pair_set(w, moved, sets, changed, out, scratch);
    }
    if (!changed || changed[pair])
        placement_set_unmoves(&w->shape, turn, king, set_at(w, sets, pair), wanted, out);
}

/* Did the set of this pair, or of one a king's step away, change? */
static bool is_affected(Color turn, int pair, const uint8_t *changed) {
    Square king[2];
    pair_kings(pair, king);
    bool any = changed[pair];
    Bitboard steps = king_steps(king, turn) & ~RANK_8;
    FOR_EACH_SQUARE(s, steps) {
        Square moved[2] = {king[WHITE], king[BLACK]};
        moved[turn] = s;
        int flip = file_of(moved[WHITE]) > 3 ? 7 : 0;
        any |= changed[pair_of(moved[WHITE] ^ flip, moved[BLACK] ^ flip)];
    }
    return any;
}

// --- captures ---

/* The number of placements of all men but one. */
static uint32_t others_count(const Retrograde *w) {
    return w->shape.men > 1 ? (uint32_t)w->shape.words : 1;
}

/* The square of another man in a placement without man `captured`. */
static Square other_square(const Retrograde *w, int man, int captured, uint32_t others) {
    int after = w->shape.men - 1 - man - (captured > man);
    return (Square)(others >> 6 * after & 63);
}

/* Inserts man `captured` on square s into a placement of the others. */
static uint32_t with_man(const Retrograde *w, int captured, Square s, uint32_t others) {
    int after = 6 * (w->shape.men - 1 - captured);
    uint32_t low = others & ((1u << after) - 1);
    return (others >> after << 6 | (uint32_t)s) << after | low;
}

/* Marks the placements after each capture of man `captured` that leave the others on `others`: the
 * capturing king or man stands on its square. */
static void mark_capture(const Retrograde *w, const Square king[2], int captured, uint32_t others,
                         uint64_t *out) {
    Color by = other(w->shape.color[captured]);
    uint32_t at = with_man(w, captured, king[by], others);
    out[at >> 6] |= 1ull << (at & 63);
    for (int man = 0; man < w->shape.men; man++) {
        if (w->shape.color[man] != by) continue;
        at = with_man(w, captured, other_square(w, man, captured, others), others);
        out[at >> 6] |= 1ull << (at & 63);
    }
}

/* Which of up to 64 values equal this code. */
static uint64_t codes_equal(const uint8_t *values, uint32_t count, uint8_t code) {
    uint64_t equal = 0;
    for (uint32_t i = 0; i < count; i++)
        equal |= (uint64_t)(code == ANY_CODE ? values[i] != RACE_VALUE_NONE : values[i] == code)
                 << i;
    return equal;
}

/* Marks all positions after a capture with this value and side to move; false if there is none. */
static bool mark_captures(const Retrograde *w, int pair, Color turn, uint8_t code, uint64_t *out) {
    Square king[2];
    bool any = false;
    uint32_t count = others_count(w), row = count < 64 ? count : 64;
    pair_kings(pair, king);
    for (int captured = 0; captured < w->shape.men; captured++) {
        if (w->shape.color[captured] != turn) continue;
        const uint8_t *values = w->capture_values[captured] + (size_t)pair * count;
        for (uint32_t at = 0; at < count; at += row) {
            Bitboard equal = codes_equal(values + at, row, code);
            any |= equal != 0;
            FOR_EACH_SQUARE(k, equal) mark_capture(w, king, captured, at + (uint32_t)k, out);
        }
    }
    return any;
}

// --- storing values ---

/* Stores the value of all positions of a set; equal men only in canonical order. */
static void write_set(const Retrograde *w, Color turn, int pair, const uint64_t *set, int code) {
    uint8_t *values = w->solution->value[turn];
    if (w->shape.men == 0) {
        if (set[0]) values[pair] = (uint8_t)code;
        return;
    }
    values += (size_t)pair * (size_t)w->shape.words * 64;
    for (int i = 0; i < w->shape.words; i++) {
        Bitboard bits = set[i] ? set[i] & placement_set_canonical(&w->shape, (uint32_t)i) : 0;
        FOR_EACH_SQUARE(s, bits) values[i * 64 + s] = (uint8_t)code;
    }
}

// --- initial sets ---

/* Marks the positions in which Black's king can follow White's, which is on the eighth rank. */
static void mark_following(const Retrograde *w, const Square king[2], uint64_t *out,
                           uint64_t *scratch) {
    const bool may_have_captured[2] = {true, true};
    Bitboard steps = king_steps(king, BLACK) & RANK_8;
    FOR_EACH_SQUARE(s, steps) {
        placement_set_legal(&w->shape, (Square[2]){king[WHITE], s}, may_have_captured, scratch);
        add_set(w, out, scratch);
    }
}

/* The placements in which a king may just have arrived, and those of them that win. */
static void mark_arrival(const Retrograde *w, Color turn, const Square king[2], uint64_t *arrived,
                         uint64_t *won, uint64_t *scratch) {
    const bool may_have_captured[2] = {turn == WHITE, turn == BLACK};
    size_t words = (size_t)w->shape.words;
    placement_set_legal(&w->shape, king, may_have_captured, arrived);
    memset(won, 0, words * sizeof *won);
    if (turn == WHITE) mark_following(w, king, won, scratch);
    for (size_t i = 0; i < words; i++) won[i] = arrived[i] & ~won[i];
}

/* Adds the placements from which the king of this side may arrive: to `won` if that wins, to `any`
 * always. */
static void mark_arrivals(const Retrograde *w, Color turn, int pair, uint64_t *won, uint64_t *any,
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
        add_set(w, any, arrived);
        add_set(w, won, winning);
    }
}

static void start_pair(Retrograde *w, int pair, uint64_t *scratch) {
    (void)scratch;
    Square king[2];
    uint64_t *legal = set_at(w, w->legal, pair);
    pair_kings(pair, king);
    placement_set_legal(&w->shape, king, (const bool[2]){false, false}, legal);
    for (Color turn = WHITE; turn <= BLACK; turn++) {
        uint64_t *unwon = set_at(w, w->unwon[turn], pair);
        memcpy(unwon, legal, (size_t)w->shape.words * sizeof *unwon);
        mark_captures(w, pair, turn, ANY_CODE, unwon);
        write_set(w, turn, pair, legal, RACE_VALUE_DRAW);
    }
}

/* At risk are the undecided positions that have a move but no arrival.  Positions without a move
 * are stalemate, and an arrival never loses. */
static void init_side(Retrograde *w, int pair, Color turn, uint64_t *scratch) {
    size_t words = (size_t)w->shape.words;
    uint64_t *any = scratch, *before = scratch + words;
    const uint64_t *legal = set_at(w, w->legal, pair);
    uint64_t *won = set_at(w, w->frontier[turn], pair);
    uint64_t *at_risk = set_at(w, w->at_risk[turn], pair);
    memset(any, 0, words * sizeof *any);
    mark_arrivals(w, turn, pair, won, any, scratch + 2 * words);
    find_predecessors(w, turn, pair, w->unwon[other(turn)], NULL, legal, before,
                      scratch + 2 * words);
    for (size_t i = 0; i < words; i++) {
        won[i] &= legal[i];
        at_risk[i] = legal[i] & before[i] & ~any[i];
    }
}

static void init_pair(Retrograde *w, int pair, uint64_t *scratch) {
    for (Color turn = WHITE; turn <= BLACK; turn++) init_side(w, pair, turn, scratch);
}

// --- one ply ---

/* Removes `changed` from a set; true if the set had any of it. */
static bool remove_set(const Retrograde *w, uint64_t *set, const uint64_t *changed) {
    uint64_t all = 0;
    for (int i = 0; i < w->shape.words; i++) {
        all |= set[i] & changed[i];
        set[i] &= ~changed[i];
    }
    return all != 0;
}

static void set_changed(Retrograde *w, uint8_t *changed, bool any) {
    *changed = any;
    if (any) atomic_store_explicit(&w->any_changed, true, memory_order_relaxed);
}

/* The wins of this ply go to `out`; false if there cannot be any. */
static bool find_wins(const Retrograde *w, int pair, Color turn, uint64_t *out, uint64_t *scratch) {
    size_t words = (size_t)w->shape.words;
    const uint64_t *legal = set_at(w, w->legal, pair), *unwon = set_at(w, w->unwon[turn], pair);
    const uint8_t *changed = w->lost_changed[other(turn)];
    uint64_t *wanted = scratch;
    if (w->plies == 1) {
        memcpy(out, set_at(w, w->frontier[turn], pair), words * sizeof *out);
        return true;
    }
    if (!is_affected(turn, pair, changed)) return false;
    for (size_t i = 0; i < words; i++) wanted[i] = legal[i] & unwon[i];
    find_predecessors(w, turn, pair, w->frontier[other(turn)], changed, wanted, out,
                      scratch + words);
    for (size_t i = 0; i < words; i++) out[i] &= wanted[i];
    return true;
}

static void win_side(Retrograde *w, int pair, Color turn, uint64_t *scratch) {
    size_t words = (size_t)w->shape.words;
    uint64_t *won = scratch;
    bool any = find_wins(w, pair, turn, won, scratch + words);
    if (any)
        write_set(w, turn, pair, won, w->plies);
    else
        memset(won, 0, words * sizeof *won);
    any |= mark_captures(w, pair, turn, (uint8_t)w->plies, won);
    any = any && remove_set(w, set_at(w, w->unwon[turn], pair), won);
    set_changed(w, &w->won_changed[turn][pair], any);
}

/* The losses of this ply go to `out`; false if there are none. */
static bool find_losses(const Retrograde *w, int pair, Color turn, uint64_t *out,
                        uint64_t *scratch) {
    uint64_t *at_risk = set_at(w, w->at_risk[turn], pair), *saved = scratch;
    if (!is_affected(turn, pair, w->won_changed[other(turn)]) ||
        placement_set_is_empty(&w->shape, at_risk))
        return false;
    find_predecessors(w, turn, pair, w->unwon[other(turn)], NULL, at_risk, saved,
                      scratch + w->shape.words);
    for (int i = 0; i < w->shape.words; i++) out[i] = at_risk[i] & ~saved[i];
    return remove_set(w, at_risk, out);
}

static void lose_side(Retrograde *w, int pair, Color turn, uint64_t *scratch) {
    uint64_t *lost = set_at(w, w->frontier[turn], pair);
    bool used = w->lost_changed[turn][pair] || w->plies == 2;
    if (used) memset(lost, 0, (size_t)w->shape.words * sizeof *lost);
    bool any = find_losses(w, pair, turn, lost, scratch);
    if (any) write_set(w, turn, pair, lost, w->plies);
    any |= mark_captures(w, pair, turn, (uint8_t)w->plies, lost);
    if (any) add_set(w, set_at(w, w->lost[turn], pair), lost);
    set_changed(w, &w->lost_changed[turn][pair], any);
}

static void ply_pair(Retrograde *w, int pair, uint64_t *scratch) {
    for (Color turn = WHITE; turn <= BLACK; turn++) {
        if (w->plies % 2)
            win_side(w, pair, turn, scratch);
        else
            lose_side(w, pair, turn, scratch);
    }
}

// --- only moves ---

/* Counts the winning moves of this side's king. */
static void count_king_wins(const Retrograde *w, int pair, Color turn, PlacementCounts counts,
                            uint64_t *scratch) {
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
            add_pair_set(w, moved, w->lost[other(turn)], NULL, won, scratch + words);
        placement_counts_add(counts, won, w->shape.words);
    }
}

/* Adds the positions of a word to the statistics, with the longest win among them. */
static void add_only_moves(const Retrograde *w, Color turn, uint64_t first, Bitboard bits,
                           ResultStatistics *only_moves) {
    only_moves->count += (uint64_t)popcount(bits);
    FOR_EACH_SQUARE(s, bits) {
        uint64_t number = first + (uint64_t)s;
        int plies = w->solution->value[turn][number];
        if (plies <= only_moves->plies) continue;
        only_moves->plies = plies;
        only_moves->longest_at = number;
    }
}

static void count_side(const Retrograde *w, int pair, Color turn, uint64_t *scratch) {
    Square king[2];
    int words = w->shape.words;
    PlacementCounts counts = {scratch, scratch + words};
    const uint64_t *legal = set_at(w, w->legal, pair);
    uint64_t numbers = w->shape.men ? 64 : 1, first = (uint64_t)pair * (uint64_t)words * numbers;
    pair_kings(pair, king);
    memset(scratch, 0, 2 * (size_t)words * sizeof *scratch);
    count_king_wins(w, pair, turn, counts, scratch + 2 * words);
    placement_counts_add_moves(counts, &w->shape, turn, king,
                               set_at(w, w->lost[other(turn)], pair));
    for (int i = 0; i < words; i++) {
        Bitboard only_moves = counts.once[i] & ~counts.twice[i] & legal[i];
        if (only_moves && w->shape.men)
            only_moves &= placement_set_canonical(&w->shape, (uint32_t)i);
        add_only_moves(w, turn, first + (uint64_t)i * 64, only_moves, &w->only_moves[turn][pair]);
    }
}

static void count_pair(Retrograde *w, int pair, uint64_t *scratch) {
    for (Color turn = WHITE; turn <= BLACK; turn++) count_side(w, pair, turn, scratch);
}

static void sum_only_moves(Retrograde *w) {
    for (Color turn = WHITE; turn <= BLACK; turn++) {
        ResultStatistics all = {0};
        for (int pair = 0; pair < PAIRS; pair++) {
            const ResultStatistics *only_moves = &w->only_moves[turn][pair];
            uint64_t count = all.count + only_moves->count;
            if (only_moves->plies > all.plies) all = *only_moves;
            all.count = count;
        }
        w->solution->only_moves[turn] = all;
    }
}

// --- values after captures ---

static bool are_equal_men(const PlacementShape *shape, int one, int two) {
    return shape->role[one] == shape->role[two] && shape->color[one] == shape->color[two];
}

/* The placement of all men but one; if two of the others are equal, in both orders. */
static void other_placements(const Retrograde *w, int captured, const Board *b, uint32_t out[2]) {
    uint32_t square[PLACEMENT_MEN_MAX];
    int count = 0, last = -1;
    bool equal = false;
    for (int man = 0; man < w->shape.men; man++) {
        if (man == captured) continue;
        Bitboard set = board_pieces(b, w->shape.color[man], w->shape.role[man]);
        equal = last >= 0 && are_equal_men(&w->shape, last, man);
        square[count++] = (uint32_t)first_square(equal ? set & (set - 1) : set);
        last = man;
    }
    out[0] = count == 2 ? square[0] * 64 + square[1] : count == 1 ? square[0] : 0;
    out[1] = equal ? square[1] * 64 + square[0] : out[0];
}

static const RaceSolution *solution_without(const Retrograde *w, int captured) {
    int smaller = material_without(w->solution->material.id, w->shape.color[captured],
                                   w->shape.role[captured]);
    const RaceSolution *s = w->options->smaller;
    while (s->material.id != smaller) s++;
    assert(s < w->options->smaller + w->options->smaller_count);
    return s;
}

static void load_captures_of(Retrograde *w, int pair, int captured) {
    const RaceSolution *s = solution_without(w, captured);
    Color turn = w->shape.color[captured];
    uint8_t *values = w->capture_values[captured] + (size_t)pair * others_count(w);
    uint64_t count = s->material.positions / PAIRS, first = (uint64_t)pair * count;
    for (uint64_t i = first; i < first + count; i++) {
        Board b;
        uint32_t at[2];
        if (!material_board(&s->material, i, turn, &b)) continue;
        other_placements(w, captured, &b, at);
        values[at[0]] = values[at[1]] = s->value[turn][i];
    }
}

/* Equal men have the same values after captures. */
static bool is_like_previous(const Retrograde *w, int man) {
    return man > 0 && are_equal_men(&w->shape, man - 1, man);
}

static void load_pair(Retrograde *w, int pair, uint64_t *scratch) {
    (void)scratch;
    for (int man = 0; man < w->shape.men; man++)
        if (!is_like_previous(w, man)) load_captures_of(w, pair, man);
}

// --- the solver ---

static bool is_stopped(const Retrograde *w) {
    return w->options->stop && atomic_load_explicit(w->options->stop, memory_order_relaxed);
}

static void pair_worker(void *context, int worker) {
    Retrograde *w = context;
    uint64_t *scratch = w->scratch + (size_t)worker * SCRATCH_SETS * (size_t)w->shape.words;
    for (;;) {
        host_yield();
        int pair = atomic_fetch_add(&w->next_pair, 1);
        if (pair >= PAIRS || is_stopped(w)) return;
        w->work(w, pair, scratch);
    }
}

static void run_on_pairs(Retrograde *w, void (*work)(Retrograde *w, int pair, uint64_t *scratch)) {
    w->work = work;
    atomic_store(&w->next_pair, 0);
    threads_run(w->options->threads, pair_worker, w);
}

static int deepest_capture(const Retrograde *w) {
    int deepest = 0;
    size_t count = PAIRS * (size_t)others_count(w);
    for (int man = 0; man < w->shape.men; man++)
        for (size_t i = 0; i < count; i++)
            if (w->capture_values[man][i] != RACE_VALUE_DRAW && w->capture_values[man][i] > deepest)
                deepest = w->capture_values[man][i];
    return deepest;
}

static RetrogradeStatus solve(Retrograde *w) {
    run_on_pairs(w, load_pair);
    run_on_pairs(w, start_pair);
    run_on_pairs(w, init_pair);
    int last_change = deepest_capture(w);
    for (w->plies = 1; w->plies <= last_change + 2; w->plies++) {
        if (is_stopped(w)) return RETROGRADE_STOPPED;
        if (w->plies > RACE_VALUE_PLIES_MAX) return RETROGRADE_TOO_DEEP;
        atomic_store(&w->any_changed, false);
        run_on_pairs(w, ply_pair);
        if (atomic_load(&w->any_changed) && w->plies > last_change) last_change = w->plies;
        if (w->options->progress) w->options->progress(w->options->context, w->plies);
    }
    run_on_pairs(w, count_pair);
    sum_only_moves(w);
    return is_stopped(w) ? RETROGRADE_STOPPED : RETROGRADE_OK;
}

static bool allocate(Retrograde *w) {
    size_t words = (size_t)w->shape.words, all = PAIRS * words;
    w->scratch = malloc((size_t)w->options->threads * SCRATCH_SETS * words * sizeof *w->scratch);
    w->legal = malloc(all * sizeof *w->legal);
    bool ok = w->scratch && w->legal;
    for (Color c = WHITE; c <= BLACK; c++) {
        w->unwon[c] = malloc(all * sizeof *w->legal);
        w->at_risk[c] = malloc(all * sizeof *w->legal);
        w->frontier[c] = calloc(all, sizeof *w->legal);
        w->lost[c] = calloc(all, sizeof *w->legal);
        w->only_moves[c] = calloc(PAIRS, sizeof *w->only_moves[c]);
        w->won_changed[c] = calloc(PAIRS, 1);
        w->lost_changed[c] = calloc(PAIRS, 1);
        ok = ok && w->unwon[c] && w->at_risk[c] && w->frontier[c] && w->lost[c] &&
             w->only_moves[c] && w->won_changed[c] && w->lost_changed[c];
    }
    for (int man = 0; man < w->shape.men; man++) {
        w->capture_values[man] =
            is_like_previous(w, man) ? w->capture_values[man - 1] : calloc(PAIRS, others_count(w));
        ok = ok && w->capture_values[man];
    }
    return ok;
}

static void release(Retrograde *w) {
    free(w->scratch);
    free(w->legal);
    for (Color c = WHITE; c <= BLACK; c++) {
        free(w->unwon[c]);
        free(w->at_risk[c]);
        free(w->frontier[c]);
        free(w->lost[c]);
        free(w->only_moves[c]);
        free(w->won_changed[c]);
        free(w->lost_changed[c]);
    }
    for (int man = 0; man < w->shape.men; man++)
        if (!is_like_previous(w, man)) free(w->capture_values[man]);
}

RetrogradeStatus retrograde_solve(int id, const RetrogradeOptions *options, RaceSolution *out) {
    RaceSolution solution;
    if (!race_solution_init(&solution, id)) return RETROGRADE_NO_MEMORY;
    Retrograde w = {
        .options = options, .solution = &solution, .shape = placement_shape(&solution.material)};
    RetrogradeStatus result = allocate(&w) ? solve(&w) : RETROGRADE_NO_MEMORY;
    release(&w);
    if (result == RETROGRADE_OK)
        *out = solution;
    else
        race_solution_free(&solution);
    return result;
}

// SPDX-License-Identifier: MIT
#include "roek/solve/retro.h"

#include "roek/base/breathe.h"
#include "roek/base/thread.h"
#include "roek/rules/rules.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    SAFE = 200,     // hopes of who cannot lose: more than a side has moves
    SLICE = 1 << 14 // numbers a thread takes at a time; a multiple of 64
};

typedef struct {
    const RetroOptions *options;
    Solution *solution;
    uint8_t *hopes[2];  // by side to move: quiet moves not yet known to lose
    uint64_t *frontier; // a bit for each number decided at this ply
    int plies;          // the ply being worked on
    Color turn;         // the side to move being worked on
    atomic_uint_fast64_t next_slice;
    atomic_int deepest; // the longest value seen so far
} Retro;

/* The bytes of `value` and `hopes` are shared while a ply is expanded. */
static inline uint8_t byte_load(const uint8_t *at) {
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}
static inline void byte_store(uint8_t *at, uint8_t value) {
    __atomic_store_n(at, value, __ATOMIC_RELAXED);
}

static void note_depth(Retro *r, int plies) {
    int seen = atomic_load_explicit(&r->deepest, memory_order_relaxed);
    while (plies > seen && !atomic_compare_exchange_weak(&r->deepest, &seen, plies)) {
    }
}

/* Writes a decided value; one too deep to be written is left to note_depth to tell. */
static void decide(Retro *r, Color turn, uint64_t index, int plies) {
    note_depth(r, plies);
    if (plies <= SOLUTION_DEEPEST) byte_store(&r->solution->value[turn][index], (uint8_t)plies);
}

/* Quiet moves stay in the ending, but for a king's arrival. */
static bool stays(const Board *b, Move move) {
    Bitboard from = bit(move_from(move)), to = bit(move_to(move));
    if (board_occupied(b) & to) return false;
    return !(b->role[KING] & from && to & RACING_KINGS.finish);
}

static Role role_at(const Board *b, Square s) {
    for (Role r = KNIGHT; r < KING; r++)
        if (b->role[r] & bit(s)) return r;
    return KING;
}

/* The value of a position outside the ending. */
static TableValue value_outside(const Retro *r, const Board *b) {
    TableValue value;
    if (value_by_rules(b, &value)) return value;
    int id = ending_id(b);
    const Solution *s = r->options->smaller;
    while (s->ending.id != id) s++;
    assert(s < r->options->smaller + r->options->smaller_count);
    return solution_decode(s->value[b->turn][ending_index(&s->ending, b)]);
}

/* What the moves that leave the ending offer. */
typedef struct {
    TableValue best;
    int leaving, staying; // how many moves
} Prospect;

static Prospect look_outside(const Retro *r, const Board *b, GenerateKind kind) {
    Prospect p = {.best = {TABLE_LOSS, 0}};
    MoveList moves;
    RACING_KINGS.legal_moves(b, kind, &moves);
    for (int i = 0; i < moves.count; i++) {
        Move move = moves.items[i];
        if (stays(b, move)) {
            p.staying++;
            continue;
        }
        Board after = *b;
        board_play_role(&after, (Color)b->turn, role_at(b, move_from(move)), move);
        TableValue value = value_before(value_outside(r, &after));
        if (!p.leaving++ || value_is_better(value, p.best)) p.best = value;
    }
    return p;
}

static void start_position(Retro *r, Color turn, uint64_t index) {
    Board b;
    if (!ending_board(&r->solution->ending, index, turn, &b)) return;
    Prospect p = look_outside(r, &b, GENERATE_ALL);
    r->solution->value[turn][index] = SOLUTION_DRAW;
    r->hopes[turn][index] = SAFE;
    if (p.leaving && p.best.result != TABLE_LOSS) {
        if (p.best.result == TABLE_WIN) decide(r, turn, index, p.best.plies);
        return;
    }
    if (p.staying)
        r->hopes[turn][index] = (uint8_t)p.staying;
    else if (p.leaving) // with neither it is stalemate
        decide(r, turn, index, p.best.plies);
}

/* Every move of this position loses; how long does the longest resist? */
static void start_loss(Retro *r, Color turn, uint64_t index, const Board *placed) {
    Board b = *placed;
    b.turn = (uint8_t)turn;
    Prospect p = look_outside(r, &b, GENERATE_ALL);
    int inside = r->plies + 1;
    decide(r, turn, index, p.leaving && p.best.plies > inside ? p.best.plies : inside);
}

/* Tells the news of a decided position to one before it, which is `b` but for the turn. */
static void tell(Retro *r, Color turn, const Board *b) {
    uint64_t index = ending_index(&r->solution->ending, b);
    if (r->plies % 2 == 0) {
        if (byte_load(&r->solution->value[turn][index]) > r->plies + 1)
            decide(r, turn, index, r->plies + 1);
    } else if (__atomic_sub_fetch(&r->hopes[turn][index], 1, __ATOMIC_RELAXED) == 0) {
        start_loss(r, turn, index, b);
    }
}

static void expand_position(Retro *r, uint64_t index) {
    Board b;
    Color before = other(r->turn);
    bool is_position = ending_board(&r->solution->ending, index, before, &b);
    assert(is_position);
    (void)is_position;
    MoveList moves;
    RACING_KINGS.legal_moves(&b, GENERATE_QUIET, &moves);
    for (int i = 0; i < moves.count; i++) {
        Move move = moves.items[i];
        if (!stays(&b, move)) continue;
        Board earlier = b;
        Bitboard step = bit(move_from(move)) | bit(move_to(move));
        earlier.role[role_at(&b, move_from(move))] ^= step;
        earlier.color[before] ^= step;
        tell(r, before, &earlier);
    }
}

static bool is_stopped(const Retro *r) {
    return r->options->stop && atomic_load_explicit(r->options->stop, memory_order_relaxed);
}

/* The next slice of numbers for a thread; false when all are taken, or there is no need to. */
static bool take_slice(Retro *r, uint64_t *from, uint64_t *to) {
    breathe();
    if (is_stopped(r)) return false;
    uint64_t positions = r->solution->ending.positions;
    *from = atomic_fetch_add(&r->next_slice, SLICE);
    if (*from >= positions) return false;
    *to = *from + SLICE < positions ? *from + SLICE : positions;
    return true;
}

static void start_slices(void *context, int worker) {
    (void)worker;
    Retro *r = context;
    uint64_t from, to;
    while (take_slice(r, &from, &to))
        for (uint64_t i = from; i < to; i++) start_position(r, r->turn, i);
}

/* All positions of a slice with this ply, as bits.  Scanned apart from the expansion, so that
 * plain reads suffice and the compiler can compare many bytes at once. */
static void mark_slices(void *context, int worker) {
    (void)worker;
    Retro *r = context;
    const uint8_t *value = r->solution->value[r->turn];
    uint64_t from, to;
    while (take_slice(r, &from, &to))
        for (uint64_t i = from; i < to; i += 64) {
            uint64_t bits = 0;
            int n = to - i < 64 ? (int)(to - i) : 64;
            for (int k = 0; k < n; k++) bits |= (uint64_t)(value[i + (uint64_t)k] == r->plies) << k;
            r->frontier[i / 64] = bits;
        }
}

static void expand_slices(void *context, int worker) {
    (void)worker;
    Retro *r = context;
    uint64_t from, to;
    while (take_slice(r, &from, &to))
        for (uint64_t i = from; i < to; i += 64) {
            Bitboard bits = r->frontier[i / 64];
            FOR_EACH_SQUARE(k, bits) expand_position(r, i + (uint64_t)k);
        }
}

static void share(Retro *r, void (*work)(void *context, int worker)) {
    atomic_store(&r->next_slice, 0);
    threads_run(r->options->threads, work, r);
}

static RetroResult solve(Retro *r) {
    for (r->turn = WHITE; r->turn <= BLACK; r->turn++) share(r, start_slices);
    for (r->plies = 1; r->plies <= atomic_load(&r->deepest); r->plies++) {
        if (is_stopped(r)) return RETRO_STOPPED;
        if (atomic_load(&r->deepest) > SOLUTION_DEEPEST) return RETRO_TOO_DEEP;
        for (r->turn = WHITE; r->turn <= BLACK; r->turn++) {
            share(r, mark_slices);
            share(r, expand_slices);
        }
        if (r->options->progress) r->options->progress(r->options->context, r->plies);
    }
    return is_stopped(r) ? RETRO_STOPPED : RETRO_OK;
}

RetroResult retro_solve(int id, const RetroOptions *options, Solution *out) {
    Solution solution;
    if (!solution_init(&solution, id)) return RETRO_NO_MEMORY;
    size_t positions = (size_t)solution.ending.positions;
    Retro r = {.options = options, .solution = &solution};
    r.hopes[WHITE] = calloc(positions, 1);
    r.hopes[BLACK] = calloc(positions, 1);
    r.frontier = calloc(positions / 64 + 1, sizeof *r.frontier);
    RetroResult result = RETRO_NO_MEMORY;
    if (r.hopes[WHITE] && r.hopes[BLACK] && r.frontier) result = solve(&r);
    free(r.hopes[WHITE]);
    free(r.hopes[BLACK]);
    free(r.frontier);
    if (result == RETRO_OK)
        *out = solution;
    else
        solution_free(&solution);
    return result;
}

// SPDX-License-Identifier: MIT
#include "nnue/accumulator.h"

#include "base/os/platform.h"

#include <stdlib.h>
#include <string.h>

/* What sums are the sums of. */
typedef struct {
    Bitboard role[6], color[2];
    Piece piece[64];
} Men;

/* One side's view of them: which weights (king set and mirroring), and the sums. */
typedef struct {
    int lens; // LENS_NONE: nothing yet
    int16_t *sums;
} Half;
enum { LENS_NONE = -1, LENSES = 2 * NET_KING_SETS_MAX };

/* A position that was evaluated. */
typedef struct {
    Men men;
    Half half[2];
} Seen;

/* What a side saw last through a lens. */
typedef struct {
    Men men;
    Half half;
} Memory;

struct NetState {
    const Network *net;
    const Kernel *kernel;
    Seen path[NET_PLY_MAX + 1];
    Memory cache[2][LENSES];
    int16_t *memory;
};

enum { ALIGNMENT = 64 };

static void half_init(Half *half, int16_t **memory, int neurons) {
    *half = (Half){.lens = LENS_NONE, .sums = *memory};
    *memory += neurons;
}

NetState *netstate_new(const Network *net, const Kernel *kernel) {
    size_t halves = 2 * (NET_PLY_MAX + 1) + 2 * LENSES;
    NetState *s = calloc(1, sizeof *s);
    size_t bytes = halves * (size_t)net->neurons * sizeof *s->memory;
    if (s) s->memory = system_aligned(ALIGNMENT, bytes);
    if (!s || !s->memory) {
        free(s);
        return NULL;
    }
    int16_t *memory = s->memory;
    s->net = net;
    s->kernel = kernel;
    for (int ply = 0; ply <= NET_PLY_MAX; ply++)
        for (int c = 0; c < 2; c++) half_init(&s->path[ply].half[c], &memory, net->neurons);
    for (int c = 0; c < 2; c++)
        for (int lens = 0; lens < LENSES; lens++)
            half_init(&s->cache[c][lens].half, &memory, net->neurons);
    return s;
}

void netstate_free(NetState *state) {
    if (!state) return;
    system_aligned_free(state->memory);
    free(state);
}

typedef struct {
    Piece piece;
    uint8_t square;
} Man;

/* How a side turns squares before it looks them up. */
static int turn_of(const Network *net, Color side) {
    return side == BLACK && !net->race ? 56 : 0;
}

/* Mirrored or not, and the set of weights of the king's square. */
static int lens_of(const Network *net, const Board *b, Color side) {
    Square king = board_king(b, side) ^ turn_of(net, side);
    int mirrored = file_of(king) >= 4;
    int file = mirrored ? 7 - file_of(king) : file_of(king);
    return net->king_set[rank_of(king) * 4 + file] * 2 + mirrored;
}

/* Where the inputs of a half are found. */
typedef struct {
    const int16_t *rows; // of the king set
    size_t neurons;
    int flip; // of squares
    Color side;
} Reader;

static Reader reader_of(const Network *net, Color side, int lens) {
    size_t n = (size_t)net->neurons, set = (size_t)(lens / 2);
    return (Reader){net->inputs + set * NET_INPUTS * n, n, turn_of(net, side) ^ (lens & 1 ? 7 : 0),
                    side};
}

static const int16_t *row_of(const Reader *r, Man man) {
    int kind = (piece_color(man.piece) == r->side ? 0 : 6) + (int)piece_role(man.piece);
    return r->rows + (size_t)(kind * 64 + (man.square ^ r->flip)) * r->neurons;
}

/* Men that came and went between two boards, which differ on the squares `changed`.  No board has
 * more than 32 men, so there are no more of either kind. */
typedef struct {
    int came, went;
    Man coming[CHANGES_MAX], going[CHANGES_MAX];
} Changes;

static void find_changes(const Men *before, const Position *now, Bitboard changed, Changes *out) {
    out->came = out->went = 0;
    FOR_EACH_SQUARE(s, changed) {
        Man old = {before->piece[s], (uint8_t)s}, new = {now->piece[s], (uint8_t)s};
        if (old.piece != NO_PIECE) out->going[out->went++] = old;
        if (new.piece != NO_PIECE) out->coming[out->came++] = new;
    }
}

/* The sums of a half after the changes; `from` may be `to`. */
static void follow(const Network *net, const Kernel *kernel, Color side, int lens,
                   const Changes *changes, const int16_t *from, int16_t *to) {
    Reader reader = reader_of(net, side, lens);
    RowChanges rows;
    rows.added = changes->came;
    rows.removed = changes->went;
    for (int i = 0; i < rows.added; i++) rows.add[i] = row_of(&reader, changes->coming[i]);
    for (int i = 0; i < rows.removed; i++) rows.remove[i] = row_of(&reader, changes->going[i]);
    kernel->update(from, to, net->neurons, &rows);
}

static void remember_men(Men *men, const Position *pos) {
    memcpy(men, &pos->board, offsetof(Men, piece));
    memcpy(men->piece, pos->piece, sizeof men->piece);
}
_Static_assert(offsetof(Board, color) == offsetof(Men, color), "a board begins with its men");

static void forget_men(Men *men) {
    *men = (Men){0};
    memset(men->piece, NO_PIECE, sizeof men->piece);
}

static Bitboard changed_squares(const Men *before, const Board *now) {
    Bitboard changed = 0;
    for (int c = 0; c < 2; c++) changed |= before->color[c] ^ now->color[c];
    for (int role = PAWN; role <= KING; role++) changed |= before->role[role] ^ now->role[role];
    return changed;
}

static const int16_t *biases_of(const Network *net, Color side) {
    return net->biases + (net->race ? (size_t)side * (size_t)net->neurons : 0);
}

/* Where the sums of a half come from, and what has changed since. */
typedef struct {
    const Men *men;
    const int16_t *sums;
    Bitboard changed;
    int distance; // the squares of it
} Source;

/* The lens's last view brought up to date. */
static Source refresh(NetState *s, const Position *pos, Color side, int lens) {
    Memory *memory = &s->cache[side][lens];
    Half *half = &memory->half;
    const int16_t *from = half->sums;
    if (half->lens == LENS_NONE) {
        forget_men(&memory->men);
        from = biases_of(s->net, side);
        half->lens = lens;
    }
    Changes changes;
    find_changes(&memory->men, pos, changed_squares(&memory->men, &pos->board), &changes);
    follow(s->net, s->kernel, side, lens, &changes, from, half->sums);
    remember_men(&memory->men, pos);
    return (Source){.men = &memory->men, .sums = half->sums};
}

/* For either side the nearest of the positions evaluated last: mostly the parent, or where that was
 * not evaluated a sibling or one further up. */
static void find_near(const NetState *s, const Board *b, int ply, const int lens[2],
                      Source out[2]) {
    enum { CLOSE = 3, FAR = 7 };
    static const int BACK[] = {1, 0, 2, 3};
    out[WHITE] = out[BLACK] = (Source){.distance = FAR};
    for (int i = 0; i < 4; i++) {
        if (BACK[i] > ply) continue;
        const Seen *seen = &s->path[ply - BACK[i]];
        Bitboard changed = changed_squares(&seen->men, b);
        int distance = popcount(changed);
        for (Color c = WHITE; c <= BLACK; c++)
            if (seen->half[c].lens == lens[c] && distance < out[c].distance)
                out[c] = (Source){&seen->men, seen->half[c].sums, changed, distance};
        if (out[WHITE].distance <= CLOSE && out[BLACK].distance <= CLOSE) return;
    }
}

/* Sums up both views of the position. */
static const Seen *look(NetState *s, const Position *pos, int ply) {
    Seen *now = &s->path[ply];
    int lens[2] = {lens_of(s->net, &pos->board, WHITE), lens_of(s->net, &pos->board, BLACK)};
    Source source[2];
    Changes changes;
    find_near(s, &pos->board, ply, lens, source);
    for (Color c = WHITE; c <= BLACK; c++) {
        if (!source[c].men) source[c] = refresh(s, pos, c, lens[c]);
        if (c == WHITE || source[BLACK].men != source[WHITE].men)
            find_changes(source[c].men, pos, source[c].changed, &changes);
        follow(s->net, s->kernel, c, lens[c], &changes, source[c].sums, now->half[c].sums);
        now->half[c].lens = lens[c];
    }
    remember_men(&now->men, pos);
    return now;
}

static int stage_of(const Network *net, const Board *b) {
    if (!net->race) return (popcount(board_occupied(b)) - 2) / 4;
    int white = rank_of(board_king(b, WHITE)), black = rank_of(board_king(b, BLACK));
    return b->turn * 4 + (white > black ? white : black) / 2;
}

static int score_of(const Network *net, const Kernel *kernel, const Board *b, const int16_t *own,
                    const int16_t *other_side) {
    int stage = stage_of(net, b);
    const int16_t *weights = net->outputs + (size_t)stage * 2 * (size_t)net->neurons;
    int64_t sum = kernel->forward(own, other_side, weights, net->neurons);
    int64_t value = (sum / NET_ONE + net->output_bias[stage]) * net->scale;
    return (int)(value / ((int64_t)NET_ONE << net->shift));
}

int netstate_evaluate(NetState *state, const Position *pos, int ply) {
    Color us = position_turn(pos);
    const Half *half = look(state, pos, ply)->half;
    return score_of(state->net, state->kernel, &pos->board, half[us].sums, half[other(us)].sums);
}

int network_evaluate(const Network *net, const Kernel *kernel, const Position *pos) {
    const Board *b = &pos->board;
    int16_t sums[2][NET_NEURONS_MAX];
    Men nobody;
    Changes changes;
    forget_men(&nobody);
    find_changes(&nobody, pos, board_occupied(b), &changes);
    for (Color c = WHITE; c <= BLACK; c++)
        follow(net, kernel, c, lens_of(net, b, c), &changes, biases_of(net, c), sums[c]);
    Color us = position_turn(pos);
    return score_of(net, kernel, b, sums[us], sums[other(us)]);
}

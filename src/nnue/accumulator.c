// SPDX-License-Identifier: MIT
#include "roek/nnue/accumulator.h"

#include "roek/base/system.h"

#include <stdlib.h>
#include <string.h>

/* What a sum is the sum of. */
typedef struct {
    Bitboard role[6], color[2];
} Men;

/* One side's half of it all: which weights (king set and mirroring), for which men, and the sums.
 */
typedef struct {
    int lens; // LENS_NONE: nothing yet
    Men men;
    int16_t *sums;
} Half;
enum { LENS_NONE = -1, LENSES = 2 * NET_KING_SETS_MAX };

struct NetState {
    const Network *net;
    const Kernel *kernel;
    Half path[NET_PLY_MAX + 1][2];
    Half cache[2][LENSES];
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
        for (int c = 0; c < 2; c++) half_init(&s->path[ply][c], &memory, net->neurons);
    for (int c = 0; c < 2; c++)
        for (int lens = 0; lens < LENSES; lens++)
            half_init(&s->cache[c][lens], &memory, net->neurons);
    return s;
}

void netstate_free(NetState *state) {
    if (!state) return;
    system_aligned_free(state->memory);
    free(state);
}

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

static const int16_t *row_of(const Reader *r, Piece piece, Square square) {
    int kind = (piece_color(piece) == r->side ? 0 : 6) + (int)piece_role(piece);
    return r->rows + (size_t)(kind * 64 + (square ^ r->flip)) * r->neurons;
}

static Bitboard changed_squares(const Men *before, const Board *now) {
    Bitboard changed = 0;
    for (int c = 0; c < 2; c++) changed |= before->color[c] ^ now->color[c];
    for (int role = PAWN; role <= KING; role++) changed |= before->role[role] ^ now->role[role];
    return changed;
}

static Piece piece_on(const Men *men, Square s) {
    Color color = men->color[WHITE] >> s & 1 ? WHITE : BLACK;
    if (!(men->color[color] >> s & 1)) return NO_PIECE;
    int role = PAWN;
    while (!(men->role[role] >> s & 1)) role++;
    return piece_of(color, (Role)role);
}

/* No board has more than 32 men, so there are no more changes of either kind. */
static void find_changes(const Men *men, const Position *pos, Bitboard changed, const Reader *r,
                         RowChanges *out) {
    out->added = out->removed = 0;
    FOR_EACH_SQUARE(s, changed) {
        Piece before = piece_on(men, s), now = pos->piece[s];
        if (before != NO_PIECE) out->remove[out->removed++] = row_of(r, before, s);
        if (now != NO_PIECE) out->add[out->added++] = row_of(r, now, s);
    }
}

/* Makes `to` the half of the position, beginning with the sums of another half of this lens, which
 * differs on the squares `changed`. */
static void follow(const NetState *s, const Half *from, Half *to, Color side, int lens,
                   const Position *pos, Bitboard changed) {
    Reader reader = reader_of(s->net, side, lens);
    RowChanges changes;
    find_changes(&from->men, pos, changed, &reader, &changes);
    s->kernel->update(from->sums, to->sums, s->net->neurons, &changes);
    to->lens = lens;
    memcpy(&to->men, &pos->board, sizeof to->men);
}
_Static_assert(offsetof(Board, color) == offsetof(Men, color), "a board begins with its men");

/* The half of a lens that was used last; an empty board's if it never was. */
static Half *recall(NetState *s, Color side, int lens) {
    Half *half = &s->cache[side][lens];
    if (half->lens == lens) return half;
    half->lens = lens;
    half->men = (Men){0};
    size_t n = (size_t)s->net->neurons;
    memcpy(half->sums, s->net->biases + (s->net->race ? side * n : 0), n * sizeof *half->sums);
    return half;
}

/* A half of the last plies that is not far from this board, and what has changed; NULL if there is
 * none. */
static const Half *find_near(const NetState *s, const Board *b, int ply, Color side, int lens,
                             Bitboard *changed) {
    enum { BACK = 3, NEAR = 6 };
    for (int back = 1; back <= BACK && back <= ply; back++) {
        const Half *half = &s->path[ply - back][side];
        if (half->lens != lens) continue;
        *changed = changed_squares(&half->men, b);
        if (popcount(*changed) <= NEAR) return half;
    }
    return NULL;
}

static const int16_t *look(NetState *s, const Position *pos, int ply, Color side) {
    Half *half = &s->path[ply][side];
    int lens = lens_of(s->net, &pos->board, side);
    Bitboard changed;
    const Half *near = find_near(s, &pos->board, ply, side, lens, &changed);
    if (!near) {
        Half *cached = recall(s, side, lens);
        follow(s, cached, cached, side, lens, pos, changed_squares(&cached->men, &pos->board));
        near = cached;
        changed = 0;
    }
    follow(s, near, half, side, lens, pos, changed);
    return half->sums;
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
    const Board *b = &pos->board;
    Color us = position_turn(pos);
    const int16_t *own = look(state, pos, ply, us), *their = look(state, pos, ply, other(us));
    return score_of(state->net, state->kernel, b, own, their);
}

int network_evaluate(const Network *net, const Kernel *kernel, const Position *pos) {
    const Board *b = &pos->board;
    int16_t sums[2][NET_NEURONS_MAX];
    for (Color side = WHITE; side <= BLACK; side++) {
        Reader reader = reader_of(net, side, lens_of(net, b, side));
        RowChanges changes;
        find_changes(&(Men){0}, pos, board_occupied(b), &reader, &changes);
        kernel->update(net->biases + (net->race ? (size_t)side * (size_t)net->neurons : 0),
                       sums[side], net->neurons, &changes);
    }
    Color us = position_turn(pos);
    return score_of(net, kernel, b, sums[us], sums[other(us)]);
}

// SPDX-License-Identifier: MIT
#include "nnue/accumulator.h"

#include "base/os/platform.h"

#include <stdlib.h>
#include <string.h>

/* The pieces that an accumulator sums up. */
typedef struct {
    Bitboard role[6], color[2];
    Piece piece[64];
} BoardPieces;

/* One side's view of a board: which weights it uses (king bucket and mirroring), and the sums. */
typedef struct {
    int feature_set; // FEATURE_SET_NONE: not computed yet
    int16_t *sums;
} Accumulator;
enum { FEATURE_SET_NONE = -1, FEATURE_SETS = 2 * NET_KING_BUCKETS_MAX };

/* A position that was evaluated. */
typedef struct {
    BoardPieces pieces;
    Accumulator accumulator[2];
} EvaluatedPosition;

/* The last position that a side evaluated with a feature set. */
typedef struct {
    BoardPieces pieces;
    Accumulator accumulator;
} RefreshEntry;

struct NnueState {
    const Network *net;
    const NnueKernel *kernel;
    EvaluatedPosition path[NET_PLY_MAX + 1];
    RefreshEntry cache[2][FEATURE_SETS];
    int16_t *memory;
};

enum { ALIGNMENT = 64 };

static void accumulator_init(Accumulator *accumulator, int16_t **memory, int neurons) {
    *accumulator = (Accumulator){.feature_set = FEATURE_SET_NONE, .sums = *memory};
    *memory += neurons;
}

NnueState *nnue_state_new(const Network *net, const NnueKernel *kernel) {
    size_t accumulators = 2 * (NET_PLY_MAX + 1) + 2 * FEATURE_SETS;
    NnueState *s = calloc(1, sizeof *s);
    size_t bytes = accumulators * (size_t)net->neurons * sizeof *s->memory;
    if (s) s->memory = platform_alloc_aligned(ALIGNMENT, bytes);
    if (!s || !s->memory) {
        free(s);
        return NULL;
    }
    int16_t *memory = s->memory;
    s->net = net;
    s->kernel = kernel;
    for (int ply = 0; ply <= NET_PLY_MAX; ply++)
        for (int c = 0; c < 2; c++)
            accumulator_init(&s->path[ply].accumulator[c], &memory, net->neurons);
    for (int c = 0; c < 2; c++)
        for (int feature_set = 0; feature_set < FEATURE_SETS; feature_set++)
            accumulator_init(&s->cache[c][feature_set].accumulator, &memory, net->neurons);
    return s;
}

void nnue_state_free(NnueState *state) {
    if (!state) return;
    platform_free_aligned(state->memory);
    free(state);
}

typedef struct {
    Piece piece;
    uint8_t square;
} PlacedPiece;

/* XORed to a square before its row is looked up: Black sees the board with the ranks flipped. */
static int square_flip(const Network *net, Color side) {
    return side == BLACK && !net->race ? 56 : 0;
}

/* The king bucket of the king's square, and in the lowest bit whether the files are mirrored. */
static int feature_set_of(const Network *net, const Board *b, Color side) {
    Square king = board_king(b, side) ^ square_flip(net, side);
    int mirrored = file_of(king) >= 4;
    int file = mirrored ? 7 - file_of(king) : file_of(king);
    return net->king_bucket[rank_of(king) * 4 + file] * 2 + mirrored;
}

/* Where the rows of an accumulator's inputs are. */
typedef struct {
    const int16_t *rows; // of the king bucket
    size_t neurons;
    int flip; // XORed to squares
    Color side;
} FeatureRows;

static FeatureRows feature_rows_of(const Network *net, Color side, int feature_set) {
    size_t n = (size_t)net->neurons, set = (size_t)(feature_set / 2);
    return (FeatureRows){net->inputs + set * NET_INPUTS * n, n,
                         square_flip(net, side) ^ (feature_set & 1 ? 7 : 0), side};
}

static const int16_t *feature_row(const FeatureRows *r, PlacedPiece placed) {
    int kind = (piece_color(placed.piece) == r->side ? 0 : 6) + (int)piece_role(placed.piece);
    return r->rows + (size_t)(kind * 64 + (placed.square ^ r->flip)) * r->neurons;
}

/* Pieces that were added and removed between two boards, which differ on the squares `changed`. No
 * board has more than 32 pieces, so neither array can overflow. */
typedef struct {
    int added, removed;
    PlacedPiece add[KERNEL_CHANGES_MAX], remove[KERNEL_CHANGES_MAX];
} FeatureChanges;

static void find_changes(const BoardPieces *before, const Position *now, Bitboard changed,
                         FeatureChanges *out) {
    out->added = out->removed = 0;
    FOR_EACH_SQUARE(s, changed) {
        PlacedPiece old = {before->piece[s], (uint8_t)s}, new = {now->piece[s], (uint8_t)s};
        if (old.piece != NO_PIECE) out->remove[out->removed++] = old;
        if (new.piece != NO_PIECE) out->add[out->added++] = new;
    }
}

/* The sums of an accumulator after the changes; `from` may be `to`. */
static void apply_changes(const Network *net, const NnueKernel *kernel, Color side, int feature_set,
                          const FeatureChanges *changes, const int16_t *from, int16_t *to) {
    FeatureRows features = feature_rows_of(net, side, feature_set);
    RowChanges rows;
    rows.added = changes->added;
    rows.removed = changes->removed;
    for (int i = 0; i < rows.added; i++) rows.add[i] = feature_row(&features, changes->add[i]);
    for (int i = 0; i < rows.removed; i++)
        rows.remove[i] = feature_row(&features, changes->remove[i]);
    kernel->update(from, to, net->neurons, &rows);
}

static void save_pieces(BoardPieces *pieces, const Position *pos) {
    memcpy(pieces, &pos->board, offsetof(BoardPieces, piece));
    memcpy(pieces->piece, pos->piece, sizeof pieces->piece);
}
_Static_assert(offsetof(Board, color) == offsetof(BoardPieces, color),
               "a board begins with its men");

static void clear_pieces(BoardPieces *pieces) {
    *pieces = (BoardPieces){0};
    memset(pieces->piece, NO_PIECE, sizeof pieces->piece);
}

static Bitboard changed_squares(const BoardPieces *before, const Board *now) {
    Bitboard changed = 0;
    for (int c = 0; c < 2; c++) changed |= before->color[c] ^ now->color[c];
    for (int role = PAWN; role <= KING; role++) changed |= before->role[role] ^ now->role[role];
    return changed;
}

static const int16_t *biases_of(const Network *net, Color side) {
    return net->biases + (net->race ? (size_t)side * (size_t)net->neurons : 0);
}

/* The sums that an update starts from, and the squares that have changed since. */
typedef struct {
    const BoardPieces *pieces;
    const int16_t *sums;
    Bitboard changed;
    int distance; // number of squares in `changed`
} AccumulatorSource;

/* Brings the cache entry of the feature set up to date with `pos`. */
static AccumulatorSource refresh(NnueState *s, const Position *pos, Color side, int feature_set) {
    RefreshEntry *memory = &s->cache[side][feature_set];
    Accumulator *accumulator = &memory->accumulator;
    const int16_t *from = accumulator->sums;
    if (accumulator->feature_set == FEATURE_SET_NONE) {
        clear_pieces(&memory->pieces);
        from = biases_of(s->net, side);
        accumulator->feature_set = feature_set;
    }
    FeatureChanges changes;
    find_changes(&memory->pieces, pos, changed_squares(&memory->pieces, &pos->board), &changes);
    apply_changes(s->net, s->kernel, side, feature_set, &changes, from, accumulator->sums);
    save_pieces(&memory->pieces, pos);
    return (AccumulatorSource){.pieces = &memory->pieces, .sums = accumulator->sums};
}

/* For each side the nearest of the positions evaluated last: usually the parent; where that was not
 * evaluated, a sibling or an earlier ancestor. */
static void find_sources(const NnueState *s, const Board *b, int ply, const int feature_set[2],
                         AccumulatorSource out[2]) {
    enum { NEAR_SQUARES = 3, FAR_SQUARES = 7 };
    static const int PLIES_BACK[] = {1, 0, 2, 3};
    out[WHITE] = out[BLACK] = (AccumulatorSource){.distance = FAR_SQUARES};
    for (int i = 0; i < 4; i++) {
        if (PLIES_BACK[i] > ply) continue;
        const EvaluatedPosition *evaluated = &s->path[ply - PLIES_BACK[i]];
        Bitboard changed = changed_squares(&evaluated->pieces, b);
        int distance = popcount(changed);
        for (Color c = WHITE; c <= BLACK; c++)
            if (evaluated->accumulator[c].feature_set == feature_set[c] &&
                distance < out[c].distance)
                out[c] = (AccumulatorSource){&evaluated->pieces, evaluated->accumulator[c].sums,
                                             changed, distance};
        if (out[WHITE].distance <= NEAR_SQUARES && out[BLACK].distance <= NEAR_SQUARES) return;
    }
}

/* Computes both sides' accumulators for the position. */
static const EvaluatedPosition *update_accumulators(NnueState *s, const Position *pos, int ply) {
    EvaluatedPosition *now = &s->path[ply];
    int feature_set[2] = {feature_set_of(s->net, &pos->board, WHITE),
                          feature_set_of(s->net, &pos->board, BLACK)};
    AccumulatorSource source[2];
    FeatureChanges changes;
    find_sources(s, &pos->board, ply, feature_set, source);
    for (Color c = WHITE; c <= BLACK; c++) {
        if (!source[c].pieces) source[c] = refresh(s, pos, c, feature_set[c]);
        if (c == WHITE || source[BLACK].pieces != source[WHITE].pieces)
            find_changes(source[c].pieces, pos, source[c].changed, &changes);
        apply_changes(s->net, s->kernel, c, feature_set[c], &changes, source[c].sums,
                      now->accumulator[c].sums);
        now->accumulator[c].feature_set = feature_set[c];
    }
    save_pieces(&now->pieces, pos);
    return now;
}

static int output_bucket_of(const Network *net, const Board *b) {
    if (!net->race) return (popcount(board_occupied(b)) - 2) / 4;
    int white = rank_of(board_king(b, WHITE)), black = rank_of(board_king(b, BLACK));
    return b->turn * 4 + (white > black ? white : black) / 2;
}

static int score_of(const Network *net, const NnueKernel *kernel, const Board *b,
                    const int16_t *own, const int16_t *other_side) {
    int output_bucket = output_bucket_of(net, b);
    const int16_t *weights = net->outputs + (size_t)output_bucket * 2 * (size_t)net->neurons;
    int64_t sum = kernel->forward(own, other_side, weights, net->neurons);
    int64_t value = (sum / NET_ONE + net->output_bias[output_bucket]) * net->scale;
    return (int)(value / ((int64_t)NET_ONE << net->shift));
}

int nnue_state_evaluate(NnueState *state, const Position *pos, int ply) {
    Color us = position_turn(pos);
    const Accumulator *accumulator = update_accumulators(state, pos, ply)->accumulator;
    return score_of(state->net, state->kernel, &pos->board, accumulator[us].sums,
                    accumulator[other(us)].sums);
}

int network_evaluate(const Network *net, const NnueKernel *kernel, const Position *pos) {
    const Board *b = &pos->board;
    int16_t sums[2][NET_NEURONS_MAX];
    BoardPieces no_pieces;
    FeatureChanges changes;
    clear_pieces(&no_pieces);
    find_changes(&no_pieces, pos, board_occupied(b), &changes);
    for (Color c = WHITE; c <= BLACK; c++)
        apply_changes(net, kernel, c, feature_set_of(net, b, c), &changes, biases_of(net, c),
                      sums[c]);
    Color us = position_turn(pos);
    return score_of(net, kernel, b, sums[us], sums[other(us)]);
}

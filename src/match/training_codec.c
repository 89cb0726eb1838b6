// SPDX-License-Identifier: MIT
#include "match/training_codec.h"

#include "notation/text/fen.h"

#include <stdlib.h>
#include <string.h>

/* Part of the format: these values must not change. */
static const int PIECE_VALUE[] = {100, 300, 320, 500, 900, 1000, 0};
enum { RECAPTURE_BONUS = 600, HISTORY_STEP = 24, HISTORY_MAX = 4096, CENTRE_WEIGHT = 6 };

void training_codec_init(TrainingCodec *codec, uint32_t first) {
    memset(codec, 0, sizeof *codec);
    codec->number = first;
    number_models_init(&codec->gap, 1);
    bit_models_init(codec->result, sizeof codec->result / sizeof *codec->result);
    bit_models_init(codec->sign, sizeof codec->sign / sizeof *codec->sign);
    number_models_init(&codec->opening, 1);
    number_models_init(&codec->plies, 1);
    number_models_init(codec->rank, sizeof codec->rank / sizeof *codec->rank);
    number_models_init(codec->score, sizeof codec->score / sizeof *codec->score);
}

/* The state of the codec within a game. */
typedef struct {
    Position pos;
    Move last;        // NO_MOVE at the start
    bool was_capture; // the last move was a capture
    int score;        // from White's view, before the last move
    int swing;        // recent size of changes of the score
} CodecState;

static int centrality(Square s) {
    int file = file_of(s) < 4 ? file_of(s) : 7 - file_of(s);
    int rank = rank_of(s) < 4 ? rank_of(s) : 7 - rank_of(s);
    return file + rank;
}

/* Estimates how likely a move is; higher comes first. */
static int move_likelihood(const TrainingCodec *codec, const CodecState *at, Move move,
                           Bitboard pawn_attacks, Bitboard attacked) {
    const Position *pos = &at->pos;
    Square from = move_from(move), to = move_to(move);
    Piece piece = pos->piece[from];
    Role role = piece_role(piece);
    int likelihood =
        codec->history[piece][to] + CENTRE_WEIGHT * (centrality(to) - centrality(from));
    if (move_is_promotion(move)) likelihood += move_promotion_role(move) == QUEEN ? 800 : -800;
    if (role == KING && pos->rules->traits.finish) likelihood += 60 * (rank_of(to) - rank_of(from));
    if (position_is_capture(pos, move)) {
        likelihood += PIECE_VALUE[piece_role(pos->piece[to])] + 200;
        if (at->was_capture && at->last && move_to(at->last) == to) likelihood += RECAPTURE_BONUS;
    }
    if (role != PAWN && role != KING) {
        if (pawn_attacks & bit(to))
            likelihood -= PIECE_VALUE[role];
        else if (attacked & bit(to))
            likelihood -= PIECE_VALUE[role] / 3;
        if (pawn_attacks & bit(from))
            likelihood += PIECE_VALUE[role];
        else if (attacked & bit(from))
            likelihood += PIECE_VALUE[role] / 6;
    }
    return likelihood;
}

/* The legal moves, likely ones first; equal ones by their code. */
static void rank_moves(const TrainingCodec *codec, const CodecState *at, MoveList *list) {
    int likelihood[MOVES_MAX];
    const Board *b = &at->pos.board;
    Color them = other(position_turn(&at->pos));
    Bitboard pawns = pawns_attack(them, board_pieces(b, them, PAWN));
    Bitboard attacked = board_attacked(b, them, board_occupied(b));
    position_legal_moves(&at->pos, list);
    for (int i = 0; i < list->count; i++) {
        Move move = list->items[i];
        int value = move_likelihood(codec, at, move, pawns, attacked), j = i;
        for (; j > 0 && (likelihood[j - 1] < value ||
                         (likelihood[j - 1] == value && list->items[j - 1] > move));
             j--) {
            likelihood[j] = likelihood[j - 1];
            list->items[j] = list->items[j - 1];
        }
        likelihood[j] = value;
        list->items[j] = move;
    }
}

/* Plays a move and raises its history value. */
static void play_move(TrainingCodec *codec, CodecState *at, Move move) {
    int16_t *history = &codec->history[at->pos.piece[move_from(move)]][move_to(move)];
    *history = (int16_t)(*history + HISTORY_STEP - *history * HISTORY_STEP / HISTORY_MAX);
    at->was_capture = position_is_capture(&at->pos, move);
    at->last = move;
    position_play(&at->pos, move);
}

static int rank_context(const CodecState *at) {
    return 2 * position_is_check(&at->pos) + at->was_capture;
}
static int score_context(const CodecState *at) {
    int context = 0;
    for (int swing = at->swing / 4; swing && context < 7; swing /= 2) context++;
    return context;
}
static void note_score(CodecState *at, int score) {
    at->swing += (8 * abs(score - at->score) - at->swing) / 4;
    at->score = score;
}

static int bits_for(int count) {
    int bits = 0;
    while (1 << bits < count) bits++;
    return bits;
}

/* Finds a move in the list; false if it is not there. */
static bool find_index(const MoveList *list, Move move, int *index) {
    for (*index = 0; *index < list->count; ++*index)
        if (list->items[*index] == move) return true;
    return false;
}

static void encode_score(RangeEncoder *w, TrainingCodec *codec, CodecState *at, int score) {
    int side = position_turn(&at->pos) == WHITE ? 1 : -1;
    int change = side * (score - at->score);
    range_encode_number(w, &codec->score[score_context(at)], (uint32_t)abs(change));
    if (change) range_encode_bit(w, &codec->sign[at->score == 0 ? 0 : 1], change < 0);
    note_score(at, score);
}

static bool decode_score(RangeDecoder *r, TrainingCodec *codec, CodecState *at, int16_t *out) {
    int side = position_turn(&at->pos) == WHITE ? 1 : -1;
    int change = (int)range_decode_number(r, &codec->score[score_context(at)]);
    if (change && range_decode_bit(r, &codec->sign[at->score == 0 ? 0 : 1])) change = -change;
    int score = at->score + side * change;
    if (score < INT16_MIN || score > INT16_MAX) return false;
    note_score(at, score);
    *out = (int16_t)score;
    return true;
}

void training_encode(RangeEncoder *w, TrainingCodec *codec, const Rules *rules,
                     const ScoredGame *game) {
    CodecState at = {.pos = position_start(rules)};
    range_encode_number(w, &codec->gap, game->number - codec->number);
    codec->number = game->number;
    range_encode_bit(w, &codec->result[0], game->result == 1);
    if (game->result != 1) range_encode_bit(w, &codec->result[1], game->result == 0);
    range_encode_number(w, &codec->opening, (uint32_t)game->opening);
    range_encode_number(w, &codec->plies, (uint32_t)game->plies);
    for (int i = 0; i < game->opening + game->plies; i++) {
        MoveList list;
        int rank;
        rank_moves(codec, &at, &list);
        if (!find_index(&list, game->moves[i], &rank)) return;
        if (i < game->opening) { // random moves: all equally likely
            range_encode_direct(w, (uint32_t)rank, bits_for(list.count));
        } else {
            encode_score(w, codec, &at, game->scores[i - game->opening]);
            range_encode_number(w, &codec->rank[rank_context(&at)], (uint32_t)rank);
        }
        play_move(codec, &at, game->moves[i]);
    }
}

bool training_decode(RangeDecoder *r, TrainingCodec *codec, const Rules *rules, ScoredGame *out) {
    CodecState at = {.pos = position_start(rules)};
    out->number = codec->number += range_decode_number(r, &codec->gap);
    out->result = range_decode_bit(r, &codec->result[0])   ? 1
                  : range_decode_bit(r, &codec->result[1]) ? 0
                                                           : 2;
    out->opening = (int)range_decode_number(r, &codec->opening);
    out->plies = (int)range_decode_number(r, &codec->plies);
    if (out->opening > SCORED_OPENING_MAX || out->plies > SCORED_PLIES_MAX) return false;
    for (int i = 0; i < out->opening + out->plies; i++) {
        MoveList list;
        rank_moves(codec, &at, &list);
        uint32_t rank;
        if (i < out->opening) {
            rank = range_decode_direct(r, bits_for(list.count));
        } else {
            if (!decode_score(r, codec, &at, &out->scores[i - out->opening])) return false;
            rank = range_decode_number(r, &codec->rank[rank_context(&at)]);
        }
        if (rank >= (uint32_t)list.count) return false;
        out->moves[i] = list.items[rank];
        play_move(codec, &at, out->moves[i]);
    }
    return true;
}

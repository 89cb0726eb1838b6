// SPDX-License-Identifier: MIT
#include "match/training_codec.h"

#include "notation/text/fen.h"

#include <stdlib.h>
#include <string.h>

/* Frozen: part of the format. */
static const int WORTH[] = {100, 300, 320, 500, 900, 1000, 0};
enum { RETAKE = 600, HABIT_STEP = 24, HABIT_MOST = 4096, CENTRE = 6 };

void gamemodel_init(GameModel *model, uint32_t first) {
    memset(model, 0, sizeof *model);
    model->number = first;
    numbers_init(&model->gap, 1);
    chances_init(model->result, sizeof model->result / sizeof *model->result);
    chances_init(model->sign, sizeof model->sign / sizeof *model->sign);
    numbers_init(&model->opening, 1);
    numbers_init(&model->plies, 1);
    numbers_init(model->rank, sizeof model->rank / sizeof *model->rank);
    numbers_init(model->score, sizeof model->score / sizeof *model->score);
}

/* The place of a coder in a game. */
typedef struct {
    Position pos;
    Move last; // NO_MOVE at first
    bool took; // the last move did
    int score; // White's, before the last move
    int swing; // how much scores changed of late
} Place;

static int centre_of(Square s) {
    int file = file_of(s) < 4 ? file_of(s) : 7 - file_of(s);
    int rank = rank_of(s) < 4 ? rank_of(s) : 7 - rank_of(s);
    return file + rank;
}

/* How likely a move looks: higher comes first. */
static int promise_of(const GameModel *model, const Place *at, Move move, Bitboard pawn_attacks,
                      Bitboard attacked) {
    const Position *pos = &at->pos;
    Square from = move_from(move), to = move_to(move);
    Piece piece = pos->piece[from];
    Role role = piece_role(piece);
    int promise = model->habit[piece][to] + CENTRE * (centre_of(to) - centre_of(from));
    if (move_is_promotion(move)) promise += move_promoted(move) == QUEEN ? 800 : -800;
    if (role == KING && pos->rules->finish) promise += 60 * (rank_of(to) - rank_of(from));
    if (position_is_capture(pos, move)) {
        promise += WORTH[piece_role(pos->piece[to])] + 200;
        if (at->took && at->last && move_to(at->last) == to) promise += RETAKE;
    }
    if (role != PAWN && role != KING) {
        if (pawn_attacks & bit(to))
            promise -= WORTH[role];
        else if (attacked & bit(to))
            promise -= WORTH[role] / 3;
        if (pawn_attacks & bit(from))
            promise += WORTH[role];
        else if (attacked & bit(from))
            promise += WORTH[role] / 6;
    }
    return promise;
}

/* The legal moves in the order of their promise; equal ones by their code. */
static void rank_moves(const GameModel *model, const Place *at, MoveList *list) {
    int promise[MOVES_MAX];
    const Board *b = &at->pos.board;
    Color them = other(position_turn(&at->pos));
    Bitboard pawns = pawns_attack(them, board_pieces(b, them, PAWN));
    Bitboard attacked = board_attacked(b, them, board_occupied(b));
    position_legal_moves(&at->pos, list);
    for (int i = 0; i < list->count; i++) {
        Move move = list->items[i];
        int value = promise_of(model, at, move, pawns, attacked), j = i;
        for (; j > 0 &&
               (promise[j - 1] < value || (promise[j - 1] == value && list->items[j - 1] > move));
             j--) {
            promise[j] = promise[j - 1];
            list->items[j] = list->items[j - 1];
        }
        promise[j] = value;
        list->items[j] = move;
    }
}

/* Plays a move and remembers that it was played instead of the others. */
static void go_on(GameModel *model, Place *at, Move move) {
    int16_t *habit = &model->habit[at->pos.piece[move_from(move)]][move_to(move)];
    *habit = (int16_t)(*habit + HABIT_STEP - *habit * HABIT_STEP / HABIT_MOST);
    at->took = position_is_capture(&at->pos, move);
    at->last = move;
    position_play(&at->pos, move);
}

static int rank_context(const Place *at) {
    return 2 * position_is_check(&at->pos) + at->took;
}
static int score_context(const Place *at) {
    int context = 0;
    for (int swing = at->swing / 4; swing && context < 7; swing /= 2) context++;
    return context;
}
static void note_score(Place *at, int score) {
    at->swing += (8 * abs(score - at->score) - at->swing) / 4;
    at->score = score;
}

static int bits_for(int count) {
    int bits = 0;
    while (1 << bits < count) bits++;
    return bits;
}

/* Where a move stands in the list; false if it does not. */
static bool find_index(const MoveList *list, Move move, int *index) {
    for (*index = 0; *index < list->count; ++*index)
        if (list->items[*index] == move) return true;
    return false;
}

static void encode_score(RangeWriter *w, GameModel *model, Place *at, int score) {
    int side = position_turn(&at->pos) == WHITE ? 1 : -1;
    int change = side * (score - at->score);
    range_write_number(w, &model->score[score_context(at)], (uint32_t)abs(change));
    if (change) range_write(w, &model->sign[at->score == 0 ? 0 : 1], change < 0);
    note_score(at, score);
}

static bool decode_score(RangeReader *r, GameModel *model, Place *at, int16_t *out) {
    int side = position_turn(&at->pos) == WHITE ? 1 : -1;
    int change = (int)range_read_number(r, &model->score[score_context(at)]);
    if (change && range_read(r, &model->sign[at->score == 0 ? 0 : 1])) change = -change;
    int score = at->score + side * change;
    if (score < INT16_MIN || score > INT16_MAX) return false;
    note_score(at, score);
    *out = (int16_t)score;
    return true;
}

void game_encode(RangeWriter *w, GameModel *model, const Rules *rules, const ScoredGame *game) {
    Place at = {.pos = position_start(rules)};
    range_write_number(w, &model->gap, game->number - model->number);
    model->number = game->number;
    range_write(w, &model->result[0], game->result == 1);
    if (game->result != 1) range_write(w, &model->result[1], game->result == 0);
    range_write_number(w, &model->opening, (uint32_t)game->opening);
    range_write_number(w, &model->plies, (uint32_t)game->plies);
    for (int i = 0; i < game->opening + game->plies; i++) {
        MoveList list;
        int rank;
        rank_moves(model, &at, &list);
        if (!find_index(&list, game->moves[i], &rank)) return;
        if (i < game->opening) { // random moves: every one as likely
            range_write_plain(w, (uint32_t)rank, bits_for(list.count));
        } else {
            encode_score(w, model, &at, game->scores[i - game->opening]);
            range_write_number(w, &model->rank[rank_context(&at)], (uint32_t)rank);
        }
        go_on(model, &at, game->moves[i]);
    }
}

bool game_decode(RangeReader *r, GameModel *model, const Rules *rules, ScoredGame *out) {
    Place at = {.pos = position_start(rules)};
    out->number = model->number += range_read_number(r, &model->gap);
    out->result = range_read(r, &model->result[0]) ? 1 : range_read(r, &model->result[1]) ? 0 : 2;
    out->opening = (int)range_read_number(r, &model->opening);
    out->plies = (int)range_read_number(r, &model->plies);
    if (out->opening > OPENING_PLIES_MAX || out->plies > SCORED_PLIES_MAX) return false;
    for (int i = 0; i < out->opening + out->plies; i++) {
        MoveList list;
        rank_moves(model, &at, &list);
        uint32_t rank;
        if (i < out->opening) {
            rank = range_read_plain(r, bits_for(list.count));
        } else {
            if (!decode_score(r, model, &at, &out->scores[i - out->opening])) return false;
            rank = range_read_number(r, &model->rank[rank_context(&at)]);
        }
        if (rank >= (uint32_t)list.count) return false;
        out->moves[i] = list.items[rank];
        go_on(model, &at, out->moves[i]);
    }
    return true;
}

// SPDX-License-Identifier: MIT
//
// Converts files of games (roek selfplay) to training records: their quiet positions, 40 bytes
// each, from the view of the side to move.
//
//     records [--later SHARE] TRAIN HELD GAMES...
//
// A score of few nodes is noisy, and the scores of later positions of the game are estimates of the
// same value. So the target score of a position is a blend: its own score and, with a weight of
// SHARE percent (50), the target score of the next quiet position.
//
//      0  64 nibbles: 0 empty, 1 to 6 own pawn … king, 7 to 12 the other side's; from a1 on, ranks
//         flipped where the sides face each other, files so that the own king stands on a to d
//     32  i16 score, 34 u8 result in half points, both for the side to move
//     35  u8  output bucket of the network
//     36  u8  colour to move, 37 three zeros
#include "base/codec/endian.h"
#include "base/file/file.h"
#include "eval/eval.h"
#include "match/training_file.h"
#include "notation/text/fen.h"
#include "quiet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORD = 40, SCORE_MAX = 10000, HELD_OUT_EVERY = 64 };

static const double CHANCE_SCALE = 300, LATER_USUAL = 0.5;

typedef struct {
    FILE *train, *held_out; // one game in HELD_OUT_EVERY is held out for validation
    uint64_t kept;
    double later; // weight of the later score, 0 to 1
} RecordOutput;

static bool is_race(const Position *pos) {
    return evaluation_kind(pos->rules) == EVALUATION_RACING_KINGS;
}

static int stage_of(const Position *pos) {
    const Board *b = &pos->board;
    if (!is_race(pos)) return (popcount(board_occupied(b)) - 2) / 4;
    int white = rank_of(board_king(b, WHITE)), black = rank_of(board_king(b, BLACK));
    return b->turn * 4 + (white > black ? white : black) / 2;
}

static void fill_record(const Position *pos, int score, int result, uint8_t out[RECORD]) {
    Color us = position_turn(pos);
    int turn = us == BLACK && !is_race(pos) ? 56 : 0;
    int flip = turn ^ (file_of(board_king(&pos->board, us)) >= 4 ? 7 : 0);
    Bitboard men = board_occupied(&pos->board);
    memset(out, 0, RECORD);
    FOR_EACH_SQUARE(s, men) {
        Piece p = pos->piece[s];
        int code = 1 + (int)piece_role(p) + (piece_color(p) == us ? 0 : 6), at = s ^ flip;
        out[at / 2] |= (uint8_t)(code << 4 * (at & 1));
    }
    store_le(out + 32, 2, (uint16_t)(us == WHITE ? score : -score));
    out[34] = (uint8_t)(us == WHITE ? result : 2 - result);
    out[35] = (uint8_t)stage_of(pos);
    out[36] = (uint8_t)us;
}

/* Converts scores to winning chances, in which they are blended, and back. */
static double chance_of(int score) {
    return 1 / (1 + exp(-score / CHANCE_SCALE));
}
static int score_of(double chance) {
    return (int)lrint(CHANCE_SCALE * log(chance / (1 - chance)));
}

/* Selects the quiet positions and blends their scores, from the end of the game to its
 * beginning. */
static void blend_scores(const Rules *rules, const ScoredGame *game, double later,
                         bool kept[SCORED_PLIES_MAX], int scores[SCORED_PLIES_MAX]) {
    Position pos = position_start(rules);
    for (int i = 0; i < game->opening; i++) position_play(&pos, game->moves[i]);
    for (int i = 0; i < game->plies; i++) {
        Move move = game->moves[game->opening + i];
        kept[i] = abs(game->scores[i]) < SCORE_MAX && is_quiet(&pos, move);
        position_play(&pos, move);
    }
    double next = -1;
    for (int i = game->plies - 1; i >= 0; i--) {
        if (!kept[i]) continue;
        double own = chance_of(game->scores[i]);
        next = next < 0 ? own : own + later * (next - own);
        scores[i] = score_of(next);
    }
}

static bool keep_positions(const Rules *rules, const ScoredGame *game, void *context) {
    RecordOutput *out = context;
    FILE *file = game->number % HELD_OUT_EVERY == 0 ? out->held_out : out->train;
    bool kept[SCORED_PLIES_MAX];
    int scores[SCORED_PLIES_MAX];
    blend_scores(rules, game, out->later, kept, scores);
    Position pos = position_start(rules);
    for (int i = -game->opening; i < game->plies; i++) {
        if (i >= 0 && kept[i]) {
            uint8_t record[RECORD];
            fill_record(&pos, scores[i], game->result, record);
            if (fwrite(record, RECORD, 1, file) != 1) return false;
            out->kept++;
        }
        position_play(&pos, game->moves[game->opening + i]);
    }
    return true;
}

/* Removes --later SHARE from the arguments; false if SHARE is invalid. */
static bool take_later(int *argc, char ***argv, RecordOutput *out) {
    out->later = LATER_USUAL;
    if (*argc < 3 || strcmp((*argv)[1], "--later") != 0) return true;
    out->later = atoi((*argv)[2]) / 100.0;
    *argc -= 2;
    *argv += 2;
    return out->later >= 0 && out->later < 1;
}

int main(int argc, char **argv) {
    RecordOutput out = {0};
    bool failed = !take_later(&argc, &argv, &out);
    if (failed || argc < 4) {
        fputs("usage: records [--later SHARE] TRAIN HELD GAMES...\n", stderr);
        return 2;
    }
    out.train = fopen(argv[1], "wb");
    out.held_out = fopen(argv[2], "wb");
    failed = !out.train || !out.held_out;
    for (int i = 3; !failed && i < argc; i++) {
        FileContents view;
        if ((failed = !file_load(argv[i], &view))) break;
        TrainingFileReport report = training_file_read(view.data, view.size, keep_positions, &out);
        file_contents_free(&view);
        printf("%s: %u games, %llu plies\n", argv[i], report.games,
               (unsigned long long)report.plies);
        if (report.fault) fprintf(stderr, "%s: %s\n", argv[i], report.fault);
        failed = report.fault || ferror(out.train) || ferror(out.held_out);
    }
    printf("%llu positions\n", (unsigned long long)out.kept);
    if (failed || fclose(out.train) || fclose(out.held_out)) {
        fputs("records: something could not be read or written\n", stderr);
        return 1;
    }
    return 0;
}

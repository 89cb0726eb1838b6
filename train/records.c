// SPDX-License-Identifier: MIT
//
// Games to training records: the quiet positions of files of games (roek selfplay), 40 bytes each,
// as the side to move sees them.
//
//     records [--nodes N] TRAIN HELD GAMES...
//
// With --nodes old games are judged anew: every position kept is searched again by the engine of
// today, no deeper after N nodes, and gets that score instead of the game's.
//
//      0  64 nibbles: 0 empty, 1 to 6 own pawn … king, 7 to 12 the other side's; from a1 on, ranks
//         turned where the sides face each other, files so that the own king stands on a to d
//     32  i16 score, 34 u8 result in half points, both for the side to move
//     35  u8  stage: the net's output for this position
//     36  u8  colour to move, 37 three zeros
#include "roek/base/bytes.h"
#include "roek/base/file.h"
#include "roek/notation/fen.h"
#include "roek/play/gamefile.h"
#include "roek/search/engine.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD = 40, SCORE_MAX = 10000, HELD_OUT = 64, HASH_MB = 2, HARD_FACTOR = 10 };

typedef struct {
    FILE *train, *held; // one game in HELD_OUT is kept apart, to judge by
    uint64_t kept;
    Engine *engine; // judges anew; NULL: the games' own scores are taken
    uint64_t nodes;
} Output;

/* Decided by what is on the board, not by what is about to happen. */
static bool is_quiet(const Position *pos, Move move) {
    bool arrival =
        pos->rules->finish & bit(move_to(move)) && piece_role(pos->piece[move_from(move)]) == KING;
    bool check = pos->rules->has_check && position_is_check(pos);
    return !check && !arrival && !position_is_capture(pos, move) && !move_is_promotion(move);
}

static bool is_race(const Position *pos) {
    return pos->rules->evaluation == EVALUATED_AS_RACE;
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
    bytes_store(out + 32, 2, (uint16_t)(us == WHITE ? score : -score));
    out[34] = (uint8_t)(us == WHITE ? result : 2 - result);
    out[35] = (uint8_t)stage_of(pos);
    out[36] = (uint8_t)us;
}

/* White's score of the position after `count` moves. */
static int judge_anew(const Output *out, const ScoredGame *game, const Position *start, int count) {
    Limits limits = {.soft_nodes = out->nodes, .nodes = out->nodes * HARD_FACTOR};
    engine_set_position(out->engine, start, game->moves, count);
    Score score = engine_search(out->engine, &limits, NULL).score;
    return position_turn(engine_position(out->engine)) == WHITE ? score : -score;
}

static bool keep_positions(const Rules *rules, const ScoredGame *game, void *context) {
    Output *out = context;
    FILE *file = game->number % HELD_OUT == 0 ? out->held : out->train;
    Position pos = position_start(rules), start = pos;
    if (out->engine) engine_clear(out->engine);
    for (int i = 0; i < game->opening + game->plies; i++) {
        bool quiet = i >= game->opening && is_quiet(&pos, game->moves[i]);
        int score = !quiet        ? SCORE_MAX
                    : out->engine ? judge_anew(out, game, &start, i)
                                  : game->scores[i - game->opening];
        if (abs(score) < SCORE_MAX) {
            uint8_t record[RECORD];
            fill_record(&pos, score, game->result, record);
            if (fwrite(record, RECORD, 1, file) != 1) return false;
            out->kept++;
        }
        position_play(&pos, game->moves[i]);
    }
    return true;
}

/* Takes --nodes N off the arguments; false if there is no such engine. */
static bool take_nodes(int *argc, char ***argv, Output *out) {
    if (*argc < 3 || strcmp((*argv)[1], "--nodes") != 0) return true;
    EngineOptions options = ENGINE_DEFAULTS;
    options.hash_mb = HASH_MB;
    out->nodes = strtoull((*argv)[2], NULL, 10);
    out->engine = engine_new();
    *argc -= 2;
    *argv += 2;
    return out->nodes && out->engine && engine_configure(out->engine, &options);
}

int main(int argc, char **argv) {
    Output out = {0};
    bool failed = !take_nodes(&argc, &argv, &out);
    if (failed || argc < 4) {
        fputs("usage: records [--nodes N] TRAIN HELD GAMES...\n", stderr);
        return 2;
    }
    out.train = fopen(argv[1], "wb");
    out.held = fopen(argv[2], "wb");
    failed = !out.train || !out.held;
    for (int i = 3; !failed && i < argc; i++) {
        FileView view;
        if ((failed = !file_view(argv[i], &view))) break;
        GameFileReport report = gamefile_read(view.data, view.size, keep_positions, &out);
        file_close(&view);
        printf("%s: %u games, %llu plies\n", argv[i], report.games,
               (unsigned long long)report.plies);
        if (report.fault) fprintf(stderr, "%s: %s\n", argv[i], report.fault);
        failed = report.fault != NULL;
    }
    engine_free(out.engine);
    printf("%llu positions\n", (unsigned long long)out.kept);
    if (failed || fclose(out.train) || fclose(out.held)) {
        fputs("records: something could not be read or written\n", stderr);
        return 1;
    }
    return 0;
}

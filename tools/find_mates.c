// SPDX-License-Identifier: MIT
//
// Finds puzzles for `roek play` in games: positions with a forced mate (in Racing Kings a won race)
// that has a single first move. Prints lines for the table of src/play/game/puzzles.c.
//
//     make find_mates && build/find_mates 12 < games.pgn      at most 12 of each length
#include "notation/pgn/pgn.h"
#include "notation/text/fen.h"
#include "solve/mate/mate.h"

#include <stdio.h>
#include <stdlib.h>

enum { LENGTH_MAX = 6, PLIES_MAX = 2048, LAST_PLIES = 14, NODES_MAX = 300000 };

static size_t read_input(void *context, char *buffer, size_t size) {
    return fread(buffer, 1, size, context);
}

/* The material lead of the side to move: if it is far ahead anyway, the position makes no
 * puzzle. */
static int material_lead(const Position *pos) {
    static const int WORTH[] = {1, 3, 3, 5, 9, 0};
    int lead = 0;
    for (int role = PAWN; role < KING; role++)
        for (Color c = WHITE; c <= BLACK; c++)
            lead += (c == position_turn(pos) ? WORTH[role] : -WORTH[role]) *
                    popcount(board_pieces(&pos->board, c, (Role)role));
    return lead;
}

/* The length of the puzzle in moves; 0: the position is none. */
static int problem_length(MateSolver *solver, const Position *pos) {
    MateOptions options = {.moves = LENGTH_MAX, .all = true, .nodes = NODES_MAX};
    MateResult result;
    mate_solve(solver, pos, &options, &result);
    bool sound = result.verdict == MATE_FOUND && result.proved && result.checked;
    if (!sound || result.keys.count != 1) return 0;
    bool takes = position_is_capture(pos, result.keys.items[0]);
    return result.moves > 1 && takes ? 0 : result.moves;
}

/* Prints the first puzzle of each length at the end of a game. */
static void search_game(MateSolver *solver, const PgnGame *game, int most, int found[]) {
    static Move line[PLIES_MAX];
    int count = pgn_main_line(game, line, PLIES_MAX);
    bool had[LENGTH_MAX + 1] = {false};
    Position pos = game->start;
    for (int i = 0; i < count; i++) {
        char fen[FEN_MAX];
        int length = 0;
        if (count - i <= LAST_PLIES && material_lead(&pos) <= 6)
            length = problem_length(solver, &pos);
        if (length > 0 && !had[length] && found[length] < most) {
            had[length] = true;
            found[length]++;
            pos.halfmove = 0;
            fen_write_position(&pos, fen);
            printf("    {%d, \"%s\"},\n", length, fen);
            break; // one per game is enough
        }
        position_play(&pos, line[i]);
    }
}

int main(int argc, char **argv) {
    int most = argc > 1 ? atoi(argv[1]) : 10, found[LENGTH_MAX + 1] = {0};
    PgnReader *reader = pgn_reader_new(read_input, stdin);
    MateSolver *solver = mate_solver_new(1, 64);
    if (!reader || !solver) return 3;
    for (PgnStatus status = PGN_GAME; status == PGN_GAME || status == PGN_BROKEN;) {
        PgnGame game;
        PgnError error;
        status = pgn_read(reader, &game, &error);
        if (status == PGN_GAME) search_game(solver, &game, most, found);
        pgn_game_free(&game);
    }
    mate_solver_free(solver);
    pgn_reader_free(reader);
    return 0;
}

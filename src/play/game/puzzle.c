// SPDX-License-Identifier: MIT
#include "play/game/puzzle.h"

/* Time limit of one answer in seconds. */
static const double TIME_LIMIT = 10;

/* A legal move of the defender that avoids the mate; NO_MOVE if there is none. */
static Move find_defence(MateSolver *solver, const Position *pos, const MateOptions *options) {
    MoveList moves;
    if (options->moves > 0)
        mate_defences(solver, pos, options, options->moves, &moves);
    else
        position_legal_moves(pos, &moves); // the last move was no mate, so any reply refutes it
    return moves.count > 0 ? moves.items[0] : NO_MOVE;
}

PuzzleAnswer puzzle_try(MateSolver *solver, const Position *pos, int moves, Move move) {
    Position after = *pos;
    MoveList replies;
    MateOptions options = {
        .moves = moves - 1, .mated = true, .exact_tree = true, .seconds = TIME_LIMIT};
    MateResult result = {.verdict = MATE_NONE};
    position_play(&after, move);
    position_legal_moves(&after, &replies);
    if (replies.count == 0)
        return (PuzzleAnswer){position_is_check(&after) ? PUZZLE_SOLVED : PUZZLE_REFUTED, NO_MOVE,
                              0};
    if (moves > 1) mate_solve(solver, &after, &options, &result);
    switch (result.verdict) {
    case MATE_FOUND: return (PuzzleAnswer){PUZZLE_CONTINUES, result.line[0], result.moves};
    case MATE_NONE:
        return (PuzzleAnswer){PUZZLE_REFUTED, find_defence(solver, &after, &options), 0};
    case MATE_UNKNOWN: break;
    }
    return (PuzzleAnswer){PUZZLE_UNKNOWN, NO_MOVE, 0};
}

Move puzzle_key(MateSolver *solver, const Position *pos, int moves) {
    MateOptions options = {.moves = moves, .seconds = TIME_LIMIT};
    MateResult result;
    mate_solve(solver, pos, &options, &result);
    return result.verdict == MATE_FOUND ? result.line[0] : NO_MOVE;
}

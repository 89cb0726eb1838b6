// SPDX-License-Identifier: MIT
//
// What problem solvers ask beside the solution: set play and tries.
#include "cmd/mate/mate_command.h"

#include "notation/text/san.h"

static void put_san(Text *out, const Position *pos, Move move) {
    char san[SAN_MAX];
    san_write(pos, move, san);
    text_string(out, san);
}

/* What would happen if the defender were to move: "set play: 1... Kg8 2. Qe8#". */
static void show_set_play(Text *out, MateSolver *solver, const Position *pos,
                          const MateOptions *options, int n) {
    Position passed = *pos;
    MoveList replies, keys;
    if (position_is_check(pos) || n < 2) return;
    position_play_null(&passed);
    if (position_turn(&passed) == WHITE) passed.fullmove--;
    position_legal_moves(&passed, &replies);
    for (int i = 0; i < replies.count; i++) {
        Position next = passed;
        position_play(&next, replies.items[i]);
        mate_key_moves(solver, &next, options, n - 1, &keys);
        if (keys.count == 0) continue;
        text_format(out, "set play: %u%s ", passed.fullmove,
                    position_turn(&passed) == WHITE ? "." : "...");
        put_san(out, &passed, replies.items[i]);
        for (int k = 0; k < keys.count; k++) {
            text_char(out, k ? '/' : ' ');
            put_san(out, &next, keys.items[k]);
        }
        text_char(out, '\n');
    }
}

/* First moves that are no keys but fail to one defence only. */
static void show_tries(Text *out, MateSolver *solver, const Position *pos,
                       const MateOptions *options, int n, const MoveList *keys) {
    MoveList moves, holding;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (movelist_has(keys, moves.items[i])) continue;
        Position next = *pos;
        position_play(&next, moves.items[i]);
        mate_defences(solver, &next, options, n - 1, &holding);
        if (holding.count != 1) continue;
        text_string(out, "try: ");
        put_san(out, pos, moves.items[i]);
        text_string(out, "? but ");
        put_san(out, &next, holding.items[0]);
        text_string(out, "!\n");
    }
}

void mate_show_tries(Text *out, MateSolver *solver, const Position *pos,
                     const MateCommandOptions *opts, const MateResult *result) {
    const MateOptions *o = &opts->options;
    MoveList keys;
    char words[OUTCOME_TEXT_MAX];
    if (mate_is_over(pos, result, words)) return;
    if (o->mated || o->goal == MATE_GOAL_HELPMATE || result->verdict == MATE_UNKNOWN) return;
    int n = result->verdict == MATE_FOUND ? result->moves : o->moves;
    if (rules_need_mate(pos->rules)) show_set_play(out, solver, pos, o, n);
    mate_key_moves(solver, pos, o, n, &keys);
    show_tries(out, solver, pos, o, n, &keys);
}

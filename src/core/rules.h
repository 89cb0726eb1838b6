// SPDX-License-Identifier: MIT
//
// What tells one game from another.  Everything else in core is the same for all of them.
//
// A variant is one constant object of this type (src/rules).  A position carries a pointer to
// its rules, and callers make one call per node; nobody asks which variant it is.
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include "core/board.h"
#include "core/setup.h"

/* Why a game is over. */
typedef enum {
    OUTCOME_ONGOING,
    // by the board alone
    OUTCOME_CHECKMATE,
    OUTCOME_STALEMATE,
    OUTCOME_RACE_WON,
    OUTCOME_RACE_DRAWN, // both kings arrived
    OUTCOME_DEAD_POSITION,
    // by the clock of moves or the past
    OUTCOME_FIFTY_MOVES,
    OUTCOME_SEVENTY_FIVE_MOVES,
    OUTCOME_THREEFOLD,
    OUTCOME_FIVEFOLD,
    // by the players
    OUTCOME_RESIGNATION,
    OUTCOME_AGREEMENT,
    OUTCOME_TIME_FORFEIT,
    OUTCOME_ILLEGAL_MOVE,
    OUTCOME_ABANDONED, // by a program that crashed or found no memory
} OutcomeReason;

typedef struct {
    OutcomeReason reason; // OUTCOME_ONGOING: the game goes on
    Color winner;         // NO_COLOR: drawn, or going on
} Outcome;

/* Which moves to generate; NOISY and QUIET are disjoint and together ALL. */
typedef enum {
    GENERATE_ALL,
    GENERATE_NOISY, // captures, en passant, promotions to a queen
    GENERATE_QUIET, // the rest, underpromotions and castling among them
} GenerateKind;

/* What the move generator has to know of a game.  It is instantiated for each variant with constant
 * traits (core/movegen_instances.h), so that what the game lacks is compiled away. */
typedef struct {
    bool pawns; // with double steps, en passant and promotion
    bool castling;
    bool checks;           // false: no move may give check
    Bitboard finish;       // a king that arrives here ends the game; 0: no such rule
    bool black_may_answer; // after White's king arrived Black's may, with its next move: a draw
} Traits;

typedef struct Rules Rules;
struct Rules {
    const char *name;    // as spoken over UCI: "chess", "racingkings"
    const char *title;   // as shown to people and written into PGN: "Racing Kings"
    const char *aliases; // all its names in GUIs and files: lower case, letters and digits only
    const char *start_fen;
    const char *goal_name; // what one tries to force, in a word: "mate"
    Traits traits;
    bool is_symmetric;    // one may swap the colours and turn the board: both sides play alike
    int halfmove_limit;   // half-moves without progress after which the game is drawn at once
    int repetition_limit; // occurrences of a position that end the game without a claim

    /* All legal moves; none when the game is over on the board. */
    void (*legal_moves)(const Board *b, GenerateKind kind, MoveList *out);
    /* As many as legal_moves lists, without listing them. */
    int (*count_moves)(const Board *b);
    /* Leaf nodes at `depth` >= 1. */
    uint64_t (*perft)(const Board *b, int depth);
    /* Is this move, taken from another position or from anywhere, legal here? */
    bool (*is_legal)(const Board *b, Move move);
    /* Is the game over by the board alone (never by clocks or repetition)? */
    Outcome (*outcome)(const Board *b);
    /* Could this side win by any legal moves, as far as material tells? */
    bool (*can_win)(const Board *b, Color c);
    /* Everything wrong with a set-up, as a set of faults; 0: playable. */
    SetupFaults (*faults)(const Setup *setup);
    /* The shuffled start position of a number in [0, shuffles); one of them is start_fen. */
    int shuffle_count;
    void (*shuffle)(int number, Setup *out);
};

/* Does nothing win but mate? */
static inline bool rules_need_mate(const Rules *rules) {
    return rules->traits.checks && !rules->traits.finish;
}

/* Does a king that steps so come nearer to the finish? */
static inline bool rules_king_approaches_finish(const Rules *rules, Square from, Square to) {
    for (Bitboard near = rules->traits.finish; near && !(near & bit(from)); near = king_step(near))
        if (near & bit(to)) return true;
    return false;
}

/* Does this move of a king end the race? */
static inline bool rules_king_reaches_finish(const Rules *rules, Role role, Square to) {
    return role == KING && rules->traits.finish & bit(to);
}

#endif

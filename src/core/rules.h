// SPDX-License-Identifier: MIT
//
// The rules of one game (variant). Everything else in core is the same for all games.
//
// A variant is one constant object of this type (src/rules). A position has a pointer to its rules,
// and callers make one indirect call per node. No code outside src/rules checks which variant it
// is.
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
    // by a move counter or by repetition
    OUTCOME_FIFTY_MOVES,
    OUTCOME_SEVENTY_FIVE_MOVES,
    OUTCOME_THREEFOLD,
    OUTCOME_FIVEFOLD,
    // by the players
    OUTCOME_RESIGNATION,
    OUTCOME_AGREEMENT,
    OUTCOME_TIME_FORFEIT,
    OUTCOME_ILLEGAL_MOVE,
    OUTCOME_ABANDONED, // a program crashed or ran out of memory
} OutcomeReason;

typedef struct {
    OutcomeReason reason; // OUTCOME_ONGOING: not over
    Color winner;         // NO_COLOR: a draw, or not over
} Outcome;

/* Which moves to generate; NOISY and QUIET are disjoint and together ALL. */
typedef enum {
    GENERATE_ALL,
    GENERATE_NOISY, // captures, en passant, promotions to a queen
    GENERATE_QUIET, // all others, including underpromotions and castling
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
    const char *name;    // as in UCI_Variant: "chess", "racingkings"
    const char *title;   // as shown to users and in PGN: "Racing Kings"
    const char *aliases; // all spellings in GUIs and files: lower case, letters and digits only,
                         // separated by blanks
    const char *start_fen;
    const char *goal_name; // what one tries to force, in a word: "mate"
    Traits traits;
    bool is_symmetric;    // one may swap the colours and turn the board: both sides play alike
    int halfmove_limit;   // half-moves without progress after which the game is drawn at once
    int repetition_limit; // occurrences of a position that end the game without a claim

    /* Lists all legal moves; none when the game is over on the board. */
    void (*legal_moves)(const Board *b, GenerateKind kind, MoveList *out);
    /* Counts the moves that legal_moves lists. */
    int (*count_moves)(const Board *b);
    /* Leaf nodes at `depth` >= 1. */
    uint64_t (*perft)(const Board *b, int depth);
    /* Is this move legal? It may be any value, for example from a hash table. */
    bool (*is_legal)(const Board *b, Move move);
    /* Is the game over by the board alone, without move counters and repetition? */
    Outcome (*outcome)(const Board *b);
    /* Can this side win by any sequence of legal moves? Judged by material only. */
    bool (*can_win)(const Board *b, Color c);
    /* All faults of a set-up; 0: playable. */
    SetupFaults (*faults)(const Setup *setup);
    /* Writes the shuffled start position with this number in [0, shuffle_count). One of them is
     * start_fen. */
    int shuffle_count;
    void (*shuffle)(int number, Setup *out);
};

/* Is checkmate the only way to win? */
static inline bool rules_need_mate(const Rules *rules) {
    return rules->traits.checks && !rules->traits.finish;
}

/* Does this king move reduce the distance to the finish? */
static inline bool rules_king_approaches_finish(const Rules *rules, Square from, Square to) {
    for (Bitboard near = rules->traits.finish; near && !(near & bit(from)); near = king_step(near))
        if (near & bit(to)) return true;
    return false;
}

/* Does this move reach the finish? */
static inline bool rules_king_reaches_finish(const Rules *rules, Role role, Square to) {
    return role == KING && rules->traits.finish & bit(to);
}

#endif

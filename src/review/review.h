// SPDX-License-Identifier: MIT
//
// A game looked back upon: what each move was worth, which ones were mistakes, and how well both
// sides played.
//
// Every position of the game is thought about.  What the side to move could have had, less what it
// has after its move, is the cost of the move; evaluations beyond fifteen pawns count as that, and
// a win that was seen to its end as twenty, so that missing a mate is a mistake and mating a move
// later is none.  A move that the engine would have played costs nothing.
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include "play/players/pv_line.h"

typedef enum {
    JUDGEMENT_GOOD,
    JUDGEMENT_INACCURACY,
    JUDGEMENT_MISTAKE,
    JUDGEMENT_BLUNDER
} MoveJudgement;
enum { JUDGEMENTS = JUDGEMENT_BLUNDER + 1 };

/* In hundredths of a pawn, from 0; both scores as the side sees them that made the move. */
int review_cost(Score before, Score after);

/* From 80, 150 and 300 on it is doubtful, an error, a blunder. */
MoveJudgement review_judge(int cost);

/* "sound", "doubtful", "error", "blunder". */
const char *review_judgement_name(MoveJudgement judgement);

/* "", "?!", "?", "??"; and the numeric annotation glyph of PGN, 0 for none. */
const char *review_judgement_symbol(MoveJudgement judgement);
int review_judgement_nag(MoveJudgement judgement);

/* How likely a win is, draws counting half: from 0 to 1. */
double review_win_chance(Score score);

typedef struct {
    Move move;           // or NULL_MOVE, which costs nothing and counts for no accuracy
    Score before, after; // as the side sees them that made the move
    int cost;
    MoveJudgement judgement;
    bool missed_win; // one that the engine had seen to its end
    PvLine best;     // of the position before it
} ReviewedMove;

typedef struct {
    Position start;
    int count; // moves that are judged
    ReviewedMove *moves;
    int judgements[2][JUDGEMENTS]; // how many of each kind, by colour
    double accuracy[2];            // in percent: see docs/formats.md; -1: nothing was moved
} Review;

typedef struct {
    Engine *engine;      // whose memory is cleared first
    SearchLimits limits; // for each position
    void *context;
    /* After each position, when the move to it is judged; may be NULL. */
    void (*judged)(void *context, const Review *so_far, int ply);
} ReviewOptions;

/* Looks back upon `count` moves from `start`, each legal, or NULL_MOVE where the side to move is
 * not in check.  False when memory or threads ran out, or when it was called off (limits.stop):
 * then `out` has the moves that were judged until then.  Either way free it. */
bool review_game(Review *out, const Position *start, const Move *moves, int count,
                 const ReviewOptions *options);
void review_free(Review *review);

/* The score after so many moves (0: at the start) as White sees it. */
Score review_score(const Review *review, int ply);

#endif

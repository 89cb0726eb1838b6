// SPDX-License-Identifier: MIT
//
// Review of a game: the cost of each move, mistakes, and the accuracy of both sides.
//
// The engine searches every position of the game.  The cost of a move is the score before it minus
// the score after it, for the side that moved.  Scores are limited to fifteen pawns; a won mate
// counts as twenty, so that missing a mate is a mistake and a slower mate is not.  The engine's own
// choice costs nothing.
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

/* The cost in hundredths of a pawn, at least 0; both scores are for the side that moved. */
int review_cost(Score before, Score after);

/* Inaccuracy from 80, mistake from 150, blunder from 300 on. */
MoveJudgement review_judge(int cost);

/* As shown to users: "sound", "doubtful", "error", "blunder". */
const char *review_judgement_name(MoveJudgement judgement);

/* The symbol: "", "?!", "?", "??"; and the numeric annotation glyph (NAG) of PGN, 0 for none. */
const char *review_judgement_symbol(MoveJudgement judgement);
int review_judgement_nag(MoveJudgement judgement);

/* The expected score from 0 to 1: probability of a win plus half that of a draw. */
double review_win_chance(Score score);

typedef struct {
    Move move;           // or NULL_MOVE, which costs nothing and counts for no accuracy
    Score before, after; // as the side sees them that made the move
    int cost;
    MoveJudgement judgement;
    bool missed_win; // the engine had found a mate and the move lost it
    PvLine best;     // best line in the position before the move
} ReviewedMove;

typedef struct {
    Position start;
    int count; // moves that are judged
    ReviewedMove *moves;
    int judgements[2][JUDGEMENTS]; // number of moves, by colour
    double accuracy[2];            // in percent: see docs/formats.md; -1: no moves
} Review;

typedef struct {
    Engine *engine;      // its hash table is cleared first
    SearchLimits limits; // for each position
    void *context;
    /* Called after each position, when the move that led to it is judged; may be NULL. */
    void (*judged)(void *context, const Review *so_far, int ply);
} ReviewOptions;

/* Looks back upon `count` moves from `start`, each legal, or NULL_MOVE where the side to move is
 * not in check.  False when memory or threads ran out, or when it was called off (limits.stop):
 * then `out` has the moves that were judged until then.  Either way free it. */
bool review_game(Review *out, const Position *start, const Move *moves, int count,
                 const ReviewOptions *options);
void review_free(Review *review);

/* The score after `ply` moves (0: at the start) from White's view. */
Score review_score(const Review *review, int ply);

#endif

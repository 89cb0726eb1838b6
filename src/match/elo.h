// SPDX-License-Identifier: MIT
//
// How much better is one player than another, and how sure can one be?
//
// Games come in pairs from the same opening with colours exchanged.  The two results of a pair hang
// together (an opening that favours White gives 1-1 again and again), so the error is taken from
// the five results a pair can have (the pentanomial counts), not from single games.  Where there
// are no pairs yet, single games stand in.
//
// The sequential test compares two hypotheses about the Elo difference.  Each is represented by the
// likeliest distribution of pair results that has its mean score; the logarithm of the ratio of
// their likelihoods is followed until it leaves the bounds.
#ifndef MATCH_ELO_H
#define MATCH_ELO_H

#include <stdbool.h>

typedef struct {
    int wins, draws, losses; // of the first player
    int pairs[5];            // by half-points of the first player in two games: 0, ½, 1, 1½, 2
} MatchScore;

/* All bounds are for 95 %.  Differences are infinite when every game was won or lost. */
typedef struct {
    double score;          // points per game, 0 … 1
    double elo, low, high; // the difference and its bounds
    double los;            // likelihood of superiority, 0 … 1
} EloEstimate;

static inline int match_score_games(const MatchScore *t) {
    return t->wins + t->draws + t->losses;
}

/* Counts a game by its half-points for the first player: 0, 1 or 2; and a pair by its sum. */
void match_score_add_game(MatchScore *t, int half_points);
void match_score_add_pair(MatchScore *t, int half_points);

/* False if there is no game yet. */
bool elo_estimate(const MatchScore *t, EloEstimate *out);

/* The score per game that a difference makes one expect, and back. */
double elo_to_score(double elo);
double score_to_elo(double score);

typedef struct {
    double elo0, elo1;  // the hypotheses, elo0 < elo1
    double alpha, beta; // how often it may be wrong: accepting elo1, accepting elo0
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_0, SPRT_ACCEPT_1 } SprtVerdict;

/* The logarithm of the likelihood ratio so far, and where it ends the test. */
double sprt_llr(const Sprt *sprt, const MatchScore *t);
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);
SprtVerdict sprt_verdict(const Sprt *sprt, const MatchScore *t);

#endif

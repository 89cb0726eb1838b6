// SPDX-License-Identifier: MIT
//
// Elo difference between two players, with confidence bounds, and the sequential probability ratio
// test (SPRT).
//
// Games are played in pairs from the same opening with colours exchanged.  The two results of a
// pair are correlated: an opening that favours White gives 1-1 again and again.  So the error is
// computed from the five possible results of a pair (pentanomial model).  Without complete pairs,
// single games are used.
//
// The test compares two hypotheses about the Elo difference (generalized SPRT).  Each is
// represented by the distribution of pair results with its mean score and the maximum likelihood.
// The test ends when the logarithm of the likelihood ratio leaves its bounds.
#ifndef MATCH_ELO_H
#define MATCH_ELO_H

#include <stdbool.h>

typedef struct {
    int wins, draws, losses; // of the first player
    int pairs[5];            // by half-points of the first player in the pair: 0 … 4
} MatchScore;

/* Bounds of 95 % confidence.  Differences are infinite if all games were won or all were lost. */
typedef struct {
    double score;          // points per game, 0 … 1
    double elo, low, high; // the difference and its bounds
    double los;            // likelihood of superiority, 0 … 1
} EloEstimate;

static inline int match_score_games(const MatchScore *t) {
    return t->wins + t->draws + t->losses;
}

/* Count a game by the first player's half-points (0, 1, 2), and a pair by their sum (0 … 4). */
void match_score_add_game(MatchScore *t, int half_points);
void match_score_add_pair(MatchScore *t, int half_points);

/* False if there are no games yet. */
bool elo_estimate(const MatchScore *t, EloEstimate *out);

/* The expected score per game for an Elo difference, and the inverse. */
double elo_to_score(double elo);
double score_to_elo(double score);

typedef struct {
    double elo0, elo1;  // the hypotheses, elo0 < elo1
    double alpha, beta; // probability of wrongly accepting elo1, and elo0
} Sprt;

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_0, SPRT_ACCEPT_1 } SprtVerdict;

/* The log-likelihood ratio so far, and its bounds. */
double sprt_llr(const Sprt *sprt, const MatchScore *t);
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);
SprtVerdict sprt_verdict(const Sprt *sprt, const MatchScore *t);

#endif

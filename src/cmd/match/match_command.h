// SPDX-License-Identifier: MIT
//
// What `roek match` prints: a line per game, a live line on a terminal, the tables at the end.
#ifndef CMD_MATCH_MATCH_COMMAND_H
#define CMD_MATCH_MATCH_COMMAND_H

#include "base/file/file.h"
#include "cmd/common/run_jobs.h"
#include "match/match.h"

typedef struct {
    bool quiet, json;
    bool live;    // standard error is a terminal
    FileLog *pgn; // NULL: none
    bool pgn_failed;
    int shown;                           // games that the live line told of, plus one
    bool warned[MATCH_PARTICIPANTS_MAX]; // that answers omit en-passant squares
} MatchReport;

/* A game in words; printed at once by match_report_game. */
void match_report_write_game(Text *out, const MatchReport *report, const Match *match,
                             const MatchGame *game);
void match_report_game(MatchReport *report, const Match *match, const MatchGame *game);
/* Warns, once for each entrant, that answers in a game of these two by colour omit en-passant
 * squares. */
void report_warn(MatchReport *report, const Match *match, const int participants[2],
                 const bool omits_ep[2]);
void match_report_progress(MatchReport *report, const Match *match);
void match_report_end(MatchReport *report, const Match *match, bool stopped);

/* A match whose games are played by several hands, each a job: an exit status.  `event` and `date`
 * are for the PGN. */
typedef struct {
    Match *match;
    MatchReport *report;
    const char *event, *date, *pgn;
    int listed; // games
} MatchBatch;
int match_batch_run(const Command *self, const BatchOptions *batch_options, MatchBatch *shared);

#endif

// SPDX-License-Identifier: MIT
//
// The output of `roek match`: a line for each game, a live line on a terminal, the tables at the
// end.
#ifndef CMD_MATCH_MATCH_COMMAND_H
#define CMD_MATCH_MATCH_COMMAND_H

#include "base/file/file.h"
#include "cmd/common/job_options.h"
#include "match/match.h"

typedef struct {
    bool quiet, json;
    bool live;    // standard error is a terminal
    FileLog *pgn; // NULL: none
    bool pgn_failed;
    int shown; // the number of games in the live line, plus one; 0: none yet
    bool warned[MATCH_PARTICIPANTS_MAX]; // the en-passant warning was printed
} MatchReport;

/* match_report_write_game writes the line of a game; match_report_game prints it. */
void match_report_write_game(Text *out, const MatchReport *report, const Match *match,
                             const MatchGame *game);
void match_report_game(MatchReport *report, const Match *match, const MatchGame *game);
/* Warns, once for each participant, that its FEN answers omit en-passant squares.  Both arrays are
 * indexed by colour. */
void report_warn(MatchReport *report, const Match *match, const int participants[2],
                 const bool omits_ep[2]);
void match_report_progress(MatchReport *report, const Match *match);
void match_report_end(MatchReport *report, const Match *match, bool stopped);

/* A match whose games run as jobs, on several threads or processes.  `event` and `date` are tags of
 * the PGN. */
typedef struct {
    Match *match;
    MatchReport *report;
    const char *event, *date, *pgn;
    int listed; // games
} MatchBatch;
int match_batch_run(const Command *self, const BatchOptions *batch_options, MatchBatch *shared);

#endif

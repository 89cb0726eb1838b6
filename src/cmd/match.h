// SPDX-License-Identifier: MIT
//
// What `roek match` prints: a line per game, a live line on a terminal, the tables at the end.
#ifndef CMD_MATCH_H
#define CMD_MATCH_H

#include "roek/base/file.h"
#include "roek/play/match.h"

typedef struct {
    bool quiet, json;
    bool live;    // standard error is a terminal
    FileLog *pgn; // NULL: none
    bool pgn_failed;
    int shown; // games that the live line told of, plus one
} MatchReport;

void report_game(MatchReport *report, const Match *match, const MatchGame *game);
void report_progress(MatchReport *report, const Match *match);
void report_end(MatchReport *report, const Match *match, bool stopped);

#endif

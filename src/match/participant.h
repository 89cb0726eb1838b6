// SPDX-License-Identifier: MIT
//
// A participant of a match, read from a text:
//
//     roek                        random                      optimus
//     roek:5                      uci:stockfish               cmd:./mychess --fast
//     roek[nodes=5000]            uci[Hash=64,tc=2+0.02,name=Fish]:stockfish
//
// The brackets hold limits of this participant (tc, movetime, depth, nodes), its name in tables,
// and options of a UCI engine.  The rest is the text for player_new.
#ifndef MATCH_PARTICIPANT_H
#define MATCH_PARTICIPANT_H

#include "match/referee.h"

typedef struct {
    char *player;               // the text for player_new
    char name[PLAYER_NAME_MAX]; // "": the name that the player gives itself
    PlayerOptions options;      // with the UCI options of this participant
    SearchBudget budget;
    char **uci_options;
} Participant;

/* False, with one line of error, if the text is invalid.  `options` and `budget` are the defaults.
 * UCI options of the text come after those of `options`, whose strings must outlive the
 * participant. In both cases the caller calls participant_free. */
bool participant_read(Participant *out, const char *text, const PlayerOptions *options,
                      const SearchBudget *budget, char error[PLAYER_ERROR_MAX]);
void participant_free(Participant *participant);

#endif

// SPDX-License-Identifier: MIT
//
// Somebody who takes part in a match, read from a text:
//
//     roek                         random                      optimus
//     roek:5                       uci:stockfish               cmd:./mychess --fast
//     roek[nodes=5000]             uci[Hash=64,tc=2+0.02,name=Fish]:stockfish
//
// Between the brackets stand the limits of this entrant alone (tc, movetime, depth, nodes), its
// name in the tables, and options for a UCI engine; everything else is a player as player_new takes
// it.
#ifndef MATCH_PARTICIPANT_H
#define MATCH_PARTICIPANT_H

#include "match/referee.h"

typedef struct {
    char *player;               // for player_new
    char name[PLAYER_NAME_MAX]; // "": what the player calls itself
    PlayerOptions options;      // its settings are the entrant's own
    SearchBudget budget;
    char **uci_options;
} Participant;

/* False, with one line of error, if the text cannot be understood.  The options and the
 * allowance are those of an entrant whose text says nothing else; the settings of the text come
 * after theirs, and their texts must outlive the entrant.  Release with participant_free in any
 * case.
 */
bool participant_read(Participant *out, const char *text, const PlayerOptions *options,
                      const SearchBudget *budget, char error[PLAYER_ERROR_MAX]);
void participant_free(Participant *participant);

#endif

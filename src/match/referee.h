// SPDX-License-Identifier: MIT
//
// Plays one game between two computers, by means of a GameController, and returns how it ended and
// which side was at fault.
//
// Draws that a side could claim (fifty moves, threefold repetition) are claimed.  Other
// adjudication is optional.
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "play/game/game_controller.h"

/* Ends games early; all zero: never. */
typedef struct {
    int draw_from;    // not before this move number
    int draw_score;   // both sides report scores within this
    int draw_plies;   // for so many half-moves; 0: never
    int resign_score; // both sides report a score at least this bad for one of them
    int resign_plies; // for so many half-moves; 0: never
    int max_moves;    // then the game is drawn; 0: never
} Adjudication;

typedef struct {
    Player *players[2]; // by colour
    SearchBudget budget[2];
    uint64_t seed;     // of the players' random numbers
    int64_t margin_ms; // tolerance for late answers
    Adjudication adjudication;
    const atomic_bool *stop; // the game is aborted when this becomes true; may be NULL
} RefereeOptions;

typedef enum {
    GAME_END_RULES,       // by a rule of the game
    GAME_END_TIME,        // a player exceeded its time
    GAME_END_ILLEGAL,     // a player gave an illegal move or an invalid answer
    GAME_END_CRASH,       // a player's program crashed or could not be started
    GAME_END_ADJUDICATED, // by Adjudication
    GAME_END_STOPPED,     // by RefereeOptions.stop; no result
    GAME_END_NO_MEMORY,   // memory was short; no result
} GameEnd;

typedef struct {
    Game game;       // begins with the moves of the opening
    MoveInfo *infos; // one for each of its moves
    GameEnd end;
    Outcome outcome;
    Color culprit; // at fault in GAME_END_TIME, GAME_END_ILLEGAL or GAME_END_CRASH, else NO_COLOR
    char fault[PLAYER_FAULT_MAX]; // description of that fault
    bool omits_ep[2]; // by colour: has an answer of this player omitted it (fen_contract.h)?
} RefereedGame;

/* Plays a game from `start` and an opening to its end.  The caller frees `out`. */
void referee_play(const RefereeOptions *referee, const Position *start, const Move *opening,
                  int count, RefereedGame *out);
void refereed_game_free(RefereedGame *game);

/* Describes the end: "Black ran out of time", "White wins: checkmate". */
enum { GAME_END_TEXT_MAX = 96 };
void refereed_game_text(const RefereedGame *game, char out[GAME_END_TEXT_MAX]);

#endif

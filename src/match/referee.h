// SPDX-License-Identifier: MIT
//
// The referee of one game between computers: lets it be played in an arena from its first move to
// its last, and says how it ended and whose fault that was.
//
// A draw that either side could claim (fifty moves, the third repetition) is claimed.  Nothing is
// adjudicated beyond the rules unless asked for.
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "play/game/game_controller.h"

/* When to end a game that the rules would let go on; all zero: never. */
typedef struct {
    int draw_from;    // not before this move
    int draw_score;   // both sides' scores stay within this
    int draw_plies;   // for so many half-moves; 0: never
    int resign_score; // one side's score is this bad, as both see it
    int resign_plies; // for so many half-moves; 0: never
    int max_moves;    // then it is drawn; 0: never
} Adjudication;

typedef struct {
    Player *players[2]; // by colour
    SearchBudget budget[2];
    uint64_t seed;     // of the players' luck
    int64_t margin_ms; // how much too late an answer may come
    Adjudication adjudication;
    const atomic_bool *stop; // give up when this becomes true; may be NULL
} RefereeOptions;

typedef enum {
    GAME_END_RULES,       // by the board or its history
    GAME_END_TIME,        // somebody ran out of time
    GAME_END_ILLEGAL,     // somebody's answer broke a rule
    GAME_END_CRASH,       // somebody's program crashed or could not be started
    GAME_END_ADJUDICATED, // as asked for
    GAME_END_STOPPED,     // the referee was told to stop; there is no result
    GAME_END_NO_MEMORY,   // the machine failed us; there is no result
} GameEnd;

typedef struct {
    Game game;       // begins with the moves of the opening
    MoveInfo *infos; // one for each of its moves
    GameEnd end;
    Outcome outcome;
    Color culprit; // who caused GAME_END_TIME, GAME_END_ILLEGAL or GAME_END_CRASH, else NO_COLOR
    char fault[PLAYER_FAULT_MAX]; // and with what
    bool omits_ep[2];             // by colour: an answer of this player did, see fen_reply.h
} RefereedGame;

/* Plays the game from `start` and the moves of an opening to its end.  The caller frees `out`. */
void referee_play(const RefereeOptions *referee, const Position *start, const Move *opening,
                  int count, RefereedGame *out);
void refereed_game_free(RefereedGame *game);

/* In words: "Black ran out of time", "White wins: checkmate". */
enum { GAME_END_TEXT_MAX = 96 };
void refereed_game_text(const RefereedGame *game, char out[GAME_END_TEXT_MAX]);

#endif

// SPDX-License-Identifier: MIT
//
// roek play: what its files share.
//
//     play.c          options
//     play_menu.c     the menus, and what is chosen there
//     play_pages.c    splash screen, how to play
//     play_game.c     one game: what to ask and what to make of a line that was typed
//     play_news.c     what happens in it, in words
//     play_words.c    the commands among those lines
//     play_plain.c    a front end that prints line by line
//     play_screen.c   a front end that fills the terminal
//     play_view.c     how the game looks there
//
// The menus and the game are the same in both front ends, which only show and ask.
#ifndef CMD_PLAY_H
#define CMD_PLAY_H

#include "roek/base/bell.h"
#include "roek/base/text.h"
#include "roek/play/arena.h"
#include "roek/play/entry.h"
#include "roek/search/endings.h"

typedef enum { STYLE_UNICODE, STYLE_FIGURINE, STYLE_ASCII, STYLE_GERMAN } BoardStyle;

/* What to play and how to show it. */
typedef struct {
    const Rules *rules;
    Position start;
    const char *players[2]; // as player_new reads them
    PlayerOptions player_options;
    TimeControl time;
    Endings endings; // solved ones, for the engine and for people
    BoardStyle style;
    bool flip;
    int64_t pace_ms;  // how long a computer's move is seen before the next computer moves
    const char *pgn;  // save finished games here; NULL: do not
    bool quiet, json; // no boards, just the end; json only with quiet
} PlaySetup;

/* What is asked of the person who types. */
typedef enum {
    ASK_MOVE,
    ASK_FROM_ROW,  // after a column alone
    ASK_TO_COLUMN, // after a piece
    ASK_TO_ROW,
    ASK_CHOICE, // which of several moves
    ASK_DRAW,   // the other person: agreed?
} PlayAsk;

/* A game in a front end. */
typedef struct {
    const PlaySetup *setup;
    Player *players[2];
    Arena *arena;
    Bell bell; // rung when the arena has news
    PlayAsk ask;
    int column;       // given alone so far
    Square from;      // of the piece that was chosen, or NO_SQUARE
    MoveList choices; // with ASK_CHOICE
    bool flip;        // turned round
    bool bar;         // the evaluation is shown
    bool has_score;   // and known
    Score score;      // for White
    bool waits;       // for advice or an answer that was asked for
    bool left;        // the player wants out
    bool changed;     // the board should be shown again
    bool failed;      // the finished game could not be saved
    Text message;     // what to tell the player, in lines; the front end empties it
} PlayGame;

/* Makes the players and the arena; false after complaining. */
bool play_game_start(PlayGame *game, const PlaySetup *setup);
void play_game_end(PlayGame *game);

/* Lets the game go on and puts what happened into the message: at every ring of the bell, and at
 * the moment play_due at the latest. */
void play_attend(PlayGame *game);
int64_t play_due(const PlayGame *game);

/* What a person typed: a move, a part of one, an answer, a command. */
void play_line(PlayGame *game, const char *line);

/* A move by pointing at the piece and then at its goal. */
void play_piece(PlayGame *game, Square from);
void play_squares(PlayGame *game, Square from, Square to);

/* "Your turn", "Black Bot's turn"; "" when the game is over. */
enum { PLAY_TEXT_MAX = 160 };
void play_turn(const PlayGame *game, char out[PLAY_TEXT_MAX]);

/* "Your move: ", "Row of the piece (1-8): ". */
const char *play_prompt(const PlayGame *game);

/* "White", "White Bot (Bimbi)". */
void play_name(const PlayGame *game, Color c, char out[PLAY_TEXT_MAX]);

/* "White wins in 5 moves", if the tables know. */
bool play_verdict(const PlayGame *game, char out[TABLE_WORDS_MAX]);

/* Runs the command a line begins with; false if it begins with none. */
bool play_word(PlayGame *game, const char *line);

/* Writes the game as PGN; false, with one line of error, if that cannot be. */
enum { PLAY_ERROR_MAX = 256 };
bool play_save(const PlayGame *game, const char *path, char error[PLAY_ERROR_MAX]);

/* What somebody chose from a menu, or that there is no more input. */
enum { MENU_END = -1, MENU_OTHER = -2 };

typedef struct {
    const char *title;
    const char *const *items; // shown with numbers from 1
    int count;
    const char *note; // under the items; may be NULL
} Menu;

/* A front end. */
typedef struct Front Front;
struct Front {
    void *state;
    /* The index of the chosen item, MENU_END at the end of input. */
    int (*menu)(Front *front, const Menu *menu);
    /* Shows a text and waits for a key; false at the end of input. */
    bool (*page)(Front *front, const char *title, const char *text);
    /* Plays a game until it is over or left; false at the end of input. */
    bool (*game)(Front *front, PlayGame *game);
    void (*close)(Front *front);
};

/* False, silently, if the terminal cannot do it. */
bool front_plain_open(Front *front);
bool front_screen_open(Front *front, BoardStyle style);

/* From the splash screen to Exit. */
int play_menus(Front *front, PlaySetup *setup);

/* One game as the setup says. */
int play_one(Front *front, const PlaySetup *setup);

/* Texts to show; the splash is drawn with letters only if `ascii`. */
const char *play_splash(bool ascii);
const char *play_rules(void);

#endif

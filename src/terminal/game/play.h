// SPDX-License-Identifier: MIT
//
// roek play: what its files share.
//
//     play.c          options
//     play_menu.c     the menus, and what is chosen there
//     help_pages.c    splash screen, how to play
//     play_game.c     one game: what to ask and what to make of a line that was typed
//     play_events.c     what happens in it, in words
//     autosave.c     the unfinished game, kept in a file
//     play_commands.c    the commands among those lines
//     play_puzzle.c   mates to be found: trying moves, hints, what was solved
//     play_loop.c     Chess Loop as a game; play_loop_view.c shows it
//     play_watch.c    watching computers: pause, single steps, speed
//     line_ui.c    a front end that prints line by line
//     tui.c   a front end that fills the terminal
//     play_view.c     how the game looks there
//     play_menu_view.c  how pages and menus look there
//
// The menus and the game are the same in both front ends, which only show and ask.
#ifndef TERMINAL_GAME_PLAY_H
#define TERMINAL_GAME_PLAY_H

#include "base/file/file.h"
#include "base/text/text.h"
#include "base/thread/event.h"
#include "notation/text/diagram.h"
#include "play/game/game_controller.h"
#include "play/game/game_pgn.h"
#include "play/game/move_input.h"
#include "play/game/puzzle.h"
#include "solve/tablebases.h"
#include "terminal/game/play_loop.h"

#include <stdio.h>

enum { PLAY_PATH_MAX = 512 };

/* What to play and how to show it. */
typedef struct {
    const Rules *rules;
    Position start;
    const Move *moves; // played before the game goes on; NULL: none
    int move_count;
    const char *players[2]; // as player_new reads them
    int64_t left_ms[2];     // on the clocks of a game that goes on; -1: all of it
    PlayerOptions player_options;
    TimeControl time;
    TablebaseSet endings; // solved ones, for the engine and for people
    DiagramStyle style;
    bool flip;
    int64_t move_delay_ms; // of computers, see ControllerOptions
    FileLog *pgn;          // finished games are added here; NULL: they are not
    const char *pgn_path;
    bool analysis;        // both sides are moved at will, and judged
    bool casual;          // nothing is lost when it is left
    const Puzzle *puzzle; // to be solved; NULL: a game
    bool asks;            // a person is there to be asked before a game is lost
    bool quiet, json;     // no boards, just the end; json only with quiet
} PlaySetup;

/* What is asked of the person who types. */
typedef enum {
    ASK_MOVE,
    ASK_FROM_ROW,  // after a column alone
    ASK_TO_COLUMN, // after a piece
    ASK_TO_ROW,
    ASK_CHOICE,  // which of several moves
    ASK_DRAW,    // the other person: agreed?
    ASK_LEAVE,   // really?
    ASK_NEW,     // likewise
    ASK_REPLACE, // a file of that name is there: replace it?
} PlayPrompt;

/* A game in a front end. */
typedef struct {
    const PlaySetup *setup;
    Player *players[2];
    GameController *controller;
    MateSolver *solver; // of the puzzle
    int hints;          // given for this position of the puzzle
    bool goes_on;       // to the next puzzle
    Event wakeup;       // rung when the arena has news
    PlayPrompt ask;
    int column;               // given alone so far
    Square from;              // of the piece that was chosen, or NO_SQUARE
    MoveList choices;         // with ASK_CHOICE
    bool flip;                // turned round
    bool eval_bar;            // the evaluation is shown
    bool eval_bar_seen;       // where it can be read, so that no words are needed
    bool has_score;           // and known
    Score score;              // for White
    bool awaits_advice;       // for advice or an answer that was asked for
    bool stepping;            // paused again after the next move
    int64_t move_delay_ms;    // see PlaySetup
    int shown;                // the ply that is looked at; -1: the present one
    int64_t autosaved_ms;     // when the game was last kept
    bool owns_autosave;       // the file of the kept game is its own
    bool autosave_failed;     // it was told that it cannot be kept
    char path[PLAY_PATH_MAX]; // with ASK_REPLACE
    bool left;                // the player wants out
    bool changed;             // the board should be shown again
    bool failed;              // no memory for it, or the finished game could not be saved
    Text message;             // what to tell the player, in lines; the front end empties it
} PlayGame;

/* Makes the players and the arena; false after complaining. */
bool play_game_start(PlayGame *game, const PlaySetup *setup);
void play_game_end(PlayGame *game);

/* Lets the game go on and puts what happened into the message: at every ring of the bell, and at
 * the moment play_deadline at the latest. */
void play_update(PlayGame *game);
void play_collect_events(PlayGame *game); // only what has happened already
int64_t play_deadline(const PlayGame *game);

/* What a person typed: a move, a part of one, an answer, a command. */
void play_handle_line(PlayGame *game, const char *line);

/* A move by pointing at the piece and then at its target. */
void play_piece(PlayGame *game, Square from);
void play_squares(PlayGame *game, Square from, Square to);

/* "Your turn", "Black Bot's turn"; "" when the game is over. */
enum { PLAY_TEXT_MAX = 160 };
void play_turn(const PlayGame *game, char out[PLAY_TEXT_MAX]);

/* Whose turn it is and what can be typed: "Your move, or help: ", "Row of the piece (1-8): ". */
void play_prompt(const PlayGame *game, char out[PLAY_TEXT_MAX]);

/* "White", "White Bot (Bimbi)". */
void play_name(const PlayGame *game, Color c, char out[PLAY_TEXT_MAX]);

/* Tells a move in steps: 1 the piece, 2 where it goes, 3 the move. */
void play_put_hint(PlayGame *game, Move move, int step);
void play_put_no_advice(PlayGame *game, bool hint, const char *why);

/* Asks for the evaluation, which is hidden if there is no memory for it; true if it will come. */
bool play_evaluate(PlayGame *game);

/* "White wins in 5 moves", if the tables know. */
bool play_verdict(const PlayGame *game, char out[TABLE_VALUE_TEXT_MAX]);

// Puzzles.

/* A move of the person: it is answered by the best defence, or refuted and not played. */
void play_puzzle_try(PlayGame *game, Move move);
void play_puzzle_hint(PlayGame *game);
void play_puzzle_solution(PlayGame *game);
void play_puzzle_undo(PlayGame *game);

/* How many moves are left to mate in. */
int play_puzzle_left(const PlayGame *game);

/* How many puzzles of a length there are, and how many were solved; the first that was not, or the
 * first of all. */
typedef struct {
    int count, solved, next;
} PuzzleProgress;
PuzzleProgress play_puzzle_progress(int moves);

/* A file of what is remembered from one start to the next; false if nobody says where. */
enum { STATE_PATH_MAX = 4096 };
bool play_state_file(const char *name, char out[STATE_PATH_MAX]);

/* Adds a line to one of them; what cannot be kept is no reason to stop. */
void play_state_append(const char *name, const char *line);

/* Computers are stopped, go on, make one move, take their time; the message tells. */
void play_pause(PlayGame *game);
void play_resume(PlayGame *game);
void play_step(PlayGame *game);
void play_set_move_delay(PlayGame *game, int64_t move_delay_ms);
void play_end_step(PlayGame *game); // a move was made

/* The same by single keys: space, '.', '+' and '-'; false if the key means nothing. */
bool play_key(PlayGame *game, char key);

/* Runs the command a line begins with; false if it begins with none. */
bool play_run_command(PlayGame *game, const char *line);

/* The word that was meant by a line that is none; NULL if none is near. */
const char *play_command_near(const PlayGame *game, const char *line);

/* Writes the game as PGN to a file of its own; false, with one line of error, if that cannot be. */
enum { PLAY_ERROR_MAX = 256 };
bool play_save(const PlayGame *game, const char *path, char error[PLAY_ERROR_MAX]);

/* The same as a person asked for it: the message tells how it went. */
void play_save_as(PlayGame *game, const char *path);

/* The same game from its start, with the same players. */
void play_restart(PlayGame *game);

/* Reads FILE or FILE#N, a FEN or game N of a PGN; see game_pgn_read. */
bool play_read_file(const char *path, const Rules *rules, MainLine *line,
                    char error[GAME_PGN_ERROR_MAX]);

/* Adds the finished game to the file of the setup, if there is one; likewise. */
bool play_record(PlayGame *game, char error[PLAY_ERROR_MAX]);

/* Looks back by so many plies, or forward; at most from the start to the present. */
void play_browse(PlayGame *game, int plies);
int play_shown_ply(const PlayGame *game); // the ply that is looked at

/* Keeps the game so that it can be gone on with, or forgets it when it is over; at once, or when it
 * is time. */
void play_autosave(PlayGame *game, bool at_once);

/* The game that was kept.  False if there is none; else the caller frees line.moves. */
enum { AUTOSAVE_PLAYER_MAX = 512 };
typedef struct {
    char players[2][AUTOSAVE_PLAYER_MAX];
    TimeControl time;
    int64_t left_ms[2];
    MainLine line;
} AutosavedGame;
bool play_autosave_read(AutosavedGame *out);

/* Sets everything up to go on with it; the kept game must outlive the setup. */
void play_setup_from_autosave(PlaySetup *setup, const AutosavedGame *kept);

/* What somebody chose from a menu, or that there is no more input. */
enum { MENU_END = -1, MENU_OTHER = -2 };

typedef struct {
    const char *title;
    const char *const *items; // shown with numbers from 1
    int count;
    int settings; // the last so many items are no choices: they change what they say
    int back;     // the item that Esc and q choose
    int at;       // the item that is marked
} Menu;

/* A front end. */
typedef struct FrontEnd FrontEnd;
struct FrontEnd {
    void *state;
    /* The index of the chosen item, MENU_END at the end of input. */
    int (*menu)(FrontEnd *front, Menu *menu);
    /* Shows a text and waits for a key; false at the end of input. */
    bool (*page)(FrontEnd *front, const char *title, const char *text);
    /* How many columns there are. */
    int (*width)(FrontEnd *front);
    /* Plays a game until it is over or left; false at the end of input. */
    bool (*game)(FrontEnd *front, PlayGame *game);
    /* The same for a Chess Loop puzzle. */
    bool (*loop)(FrontEnd *front, LoopPlay *play);
    void (*close)(FrontEnd *front);
};

/* False, silently, if the terminal cannot do it.  Line by line people are talked to on `talk`. */
bool line_ui_open(FrontEnd *front, DiagramStyle style, FILE *dialogue);
bool tui_open(FrontEnd *front, DiagramStyle style);

/* From the splash screen to Exit. */
int play_menus(FrontEnd *front, PlaySetup *setup);

/* Chess Loop puzzles of a level; a seed of -1 is any. */
int play_loops(FrontEnd *front, int level, int seed);

/* One game as the setup says. */
int play_one(FrontEnd *front, const PlaySetup *setup);

/* Texts to show; the splash is drawn with letters only if `ascii`, and small for few columns. */
const char *play_splash(bool ascii, int columns);
const char *play_rules(void);

#endif

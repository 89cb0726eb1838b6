// SPDX-License-Identifier: MIT
//
// roek play: what its files share.
//
//     play.c            options
//     play_menu.c       the menus
//     help_pages.c      splash screen, how to play
//     play_game.c       one game: prompts, and the meaning of a typed line
//     play_commands.c   the commands that can be typed
//     play_events.c     messages about the events of a game
//     autosave.c        the unfinished game, saved in a file
//     play_puzzle.c     mate puzzles: trying moves, hints, the list of solved ones
//     play_chess_loop.c       Chess Loop as a game; play_chess_loop_view.c shows it
//     play_watch.c      watching computers: pause, single steps, speed
//     line_ui.c         the front end that prints line by line
//     tui.c             the front end that fills the terminal
//     play_view.c       the game on the full screen
//     play_menu_view.c  pages and menus on the full screen
//
// Both front ends share menus and game; a front end only shows text and reads input.
#ifndef TERMINAL_GAME_PLAY_H
#define TERMINAL_GAME_PLAY_H

#include "base/file/file.h"
#include "base/text/text.h"
#include "base/thread/event.h"
#include "console/print.h"
#include "notation/text/diagram.h"
#include "play/game/game_controller.h"
#include "play/game/game_pgn.h"
#include "play/game/move_input.h"
#include "play/game/puzzle.h"
#include "solve/tablebases.h"
#include "terminal/game/play_chess_loop.h"

#include <stdio.h>

enum { PLAY_PATH_MAX = 512 };

/* What to play and how to show it. */
typedef struct {
    const Rules *rules;
    Position start;
    const Move *moves; // played from `start` before the game begins; NULL: none
    int move_count;
    const char *players[2]; // in the notation of player_new
    int64_t left_ms[2];     // on the clocks of a resumed game; -1: the full time
    PlayerOptions player_options;
    TimeControl time;
    TablebaseSet endings; // for the engine and for the commands of the person
    DiagramStyle style;
    bool flip;
    int64_t move_delay_ms; // of computers, see ControllerOptions
    FileLog *pgn;          // finished games are appended here; NULL: they are not
    const char *pgn_path;
    bool analysis;        // the person moves both sides and sees the evaluation
    bool casual;          // leaving the game needs no confirmation
    const Puzzle *puzzle; // to be solved; NULL: a game
    bool asks;            // a person is at the terminal: ask before a game is lost
    bool quiet, json;     // print the result only; json only with quiet
} PlaySetup;

/* What the person is asked for. */
typedef enum {
    PROMPT_MOVE,
    PROMPT_FROM_ROW,  // the row of the piece, after its column
    PROMPT_TO_COLUMN, // the column of the target, after the piece
    PROMPT_TO_ROW,
    PROMPT_CHOICE,  // which of several moves
    PROMPT_DRAW,    // does the opponent, a person too, accept the draw?
    PROMPT_LEAVE,   // really leave the game?
    PROMPT_NEW,     // really begin a new game?
    PROMPT_REPLACE, // the file exists: replace it?
} PlayPrompt;

/* A game in a front end. */
typedef struct {
    const PlaySetup *setup;
    Player *players[2];
    GameController *controller;
    MateSolver *solver; // of the puzzle
    int hints;          // given for the current position of the puzzle
    bool goes_on;       // leave for the next puzzle
    Event wakeup;       // set when the controller has events
    PlayPrompt ask;
    int column;               // with PROMPT_FROM_ROW, PROMPT_TO_ROW: the column typed so far
    Square from;              // of the chosen piece, or NO_SQUARE
    MoveList choices;         // with PROMPT_CHOICE
    bool flip;                // Black's side of the board is at the bottom
    bool eval_bar;            // show the evaluation
    bool eval_bar_seen;       // the bar is on the screen, so no message about the score is needed
    bool has_score;           // `score` is known
    Score score;              // from White's view
    bool awaits_advice;       // a hint or an evaluation was asked for and is not there yet
    bool stepping;            // pause again after the next move
    int64_t move_delay_ms;    // see PlaySetup
    int shown;                // the ply on the screen; -1: the last one
    int64_t autosaved_ms;     // when the game was last saved
    bool owns_autosave;       // the autosave file holds this game
    bool autosave_failed;     // the message that saving fails was shown
    char path[PLAY_PATH_MAX]; // with PROMPT_REPLACE
    bool left;                // the player leaves the game
    bool changed;             // show the board again
    bool failed;              // memory was short, or the finished game could not be saved
    Text message;             // lines for the player; the front end shows and empties it
} PlayGame;

/* Creates players and game controller.  Returns false after it printed an error. */
bool play_game_start(PlayGame *game, const PlaySetup *setup);
void play_game_end(PlayGame *game);

/* Advances the game and adds its events to the message.  Call it when `wakeup` is set, and at the
 * time play_deadline. */
void play_update(PlayGame *game);
void play_collect_events(PlayGame *game); // only events that the controller already has
int64_t play_deadline(const PlayGame *game);

/* Handles a typed line: a move, a part of one, an answer, a command. */
void play_handle_line(PlayGame *game, const char *line);

/* A move with the mouse or cursor: choose the piece, then its target. */
void play_piece(PlayGame *game, Square from);
void play_squares(PlayGame *game, Square from, Square to);

/* "Your turn", "Black Bot's turn"; "" when the game is over. */
enum { PLAY_TEXT_MAX = 160 };
void play_turn(const PlayGame *game, char out[PLAY_TEXT_MAX]);

/* The prompt: "Your move, or help: ", "Row of the piece (1-8): ". */
void play_prompt(const PlayGame *game, char out[PLAY_TEXT_MAX]);

/* "White", "White Bot (Bimbi)". */
void play_name(const PlayGame *game, Color c, char out[PLAY_TEXT_MAX]);

/* Adds a hint to the message; step 1 names the piece, 2 its target, 3 the move.
 * play_put_no_advice adds the reason why there is no hint or evaluation. */
void play_put_hint(PlayGame *game, Move move, int step);
void play_put_no_advice(PlayGame *game, bool hint, const char *why);

/* Asks the controller for the evaluation.  Returns true if it will come; turns the bar off when
 * memory is short. */
bool play_evaluate(PlayGame *game);

/* "White wins in 5 moves", if the tables know. */
bool play_verdict(const PlayGame *game, char out[TABLE_VALUE_TEXT_MAX]);

// --- puzzles ---

/* Tries a move of the person: a correct one is played and answered by the best defence, another is
 * refuted by a message. */
void play_puzzle_try(PlayGame *game, Move move);
void play_puzzle_hint(PlayGame *game);
void play_puzzle_solution(PlayGame *game);
void play_puzzle_undo(PlayGame *game);

/* The number of moves left to mate in. */
int play_puzzle_left(const PlayGame *game);

/* The number of puzzles with mate in `moves`, how many of them were solved, and the index of the
 * first unsolved one (of the first one, if all are solved). */
typedef struct {
    int count, solved, next;
} PuzzleProgress;
PuzzleProgress play_puzzle_progress(int moves);

/* The path of a file in the user's state folder; false if no environment variable names one. */
enum { STATE_PATH_MAX = 4096 };
bool play_state_file(const char *name, char out[STATE_PATH_MAX]);

/* Appends a line to such a file.  Errors are ignored. */
void play_state_append(const char *name, const char *line);

/* Pause the computers, let them go on, let them make one move, set their delay.  Each adds a
 * message. */
void play_pause(PlayGame *game);
void play_resume(PlayGame *game);
void play_step(PlayGame *game);
void play_set_move_delay(PlayGame *game, int64_t move_delay_ms);
void play_end_step(PlayGame *game); // call it after each move

/* The same by single keys: space, '.', '+' and '-'.  Returns false for other keys. */
bool play_key(PlayGame *game, char key);

/* Runs the command that a line begins with; returns false if it begins with none. */
bool play_run_command(PlayGame *game, const char *line);

/* The command that is spelt like the line; NULL if none is near. */
const char *play_command_near(const PlayGame *game, const char *line);

/* Writes the game as PGN to a new file; returns false with a one-line error on failure. */
enum { PLAY_ERROR_MAX = 256 };
bool play_save(const PlayGame *game, const char *path, char error[PLAY_ERROR_MAX]);

/* The same for the command `save`: a message reports success or failure. */
void play_save_as(PlayGame *game, const char *path);

/* Begins the game again from its start, with the same players. */
void play_restart(PlayGame *game);

/* Reads FILE or FILE#N, a FEN or game N of a PGN; see game_pgn_read. */
bool play_read_file(const char *path, const Rules *rules, MainLine *line,
                    char error[GAME_PGN_ERROR_MAX]);

/* Appends the finished game to setup->pgn, if that is open; errors as in play_save. */
bool play_record(PlayGame *game, char error[PLAY_ERROR_MAX]);

/* Shows an earlier (negative) or later position of the game, within its bounds. */
void play_browse(PlayGame *game, int plies);
int play_shown_ply(const PlayGame *game); // the ply on the screen

/* Saves the unfinished game, or removes the file when it is over.  Without `at_once` it may wait:
 * it saves when a person is to move, else at most once a second. */
void play_autosave(PlayGame *game, bool at_once);

/* Reads the saved game.  Returns false if there is none; else the caller frees line.moves. */
enum { AUTOSAVE_PLAYER_MAX = 512 };
typedef struct {
    char players[2][AUTOSAVE_PLAYER_MAX];
    TimeControl time;
    int64_t left_ms[2];
    MainLine line;
} AutosavedGame;
bool play_autosave_read(AutosavedGame *out);

/* Fills the setup to resume the saved game, which must outlive the setup. */
void play_setup_from_autosave(PlaySetup *setup, const AutosavedGame *kept);

/* The answers of a menu besides the index of an item: end of input; no item. */
enum { MENU_END = -1, MENU_OTHER = -2 };

typedef struct {
    const char *title;
    const char *const *items; // shown with numbers from 1
    int count;
    int settings; // the last so many items are settings, which change when they are chosen
    int back;     // the item that Esc and q choose
    int at;       // the selected item
} Menu;

/* A front end. */
typedef struct FrontEnd FrontEnd;
struct FrontEnd {
    void *state;
    /* Returns the index of the chosen item, or MENU_END at the end of input. */
    int (*menu)(FrontEnd *front, Menu *menu);
    /* Shows a text and waits for a key; false at the end of input. */
    bool (*page)(FrontEnd *front, const char *title, const char *text);
    /* The number of columns. */
    int (*width)(FrontEnd *front);
    /* Plays a game until it is over or left; false at the end of input. */
    bool (*game)(FrontEnd *front, PlayGame *game);
    /* The same for a Chess Loop puzzle. */
    bool (*loop)(FrontEnd *front, LoopPlay *play);
    void (*close)(FrontEnd *front);
};

/* False, silently, if the terminal cannot do it.  Line by line people are talked to on `talk`. */
bool line_ui_open(FrontEnd *front, DiagramStyle style, PrintStream dialogue);
bool tui_open(FrontEnd *front, DiagramStyle style);

/* From the splash screen to Exit. */
int play_menus(FrontEnd *front, PlaySetup *setup);

/* Plays Chess Loop puzzles of a level; a seed of -1 chooses one at random. */
int play_loops(FrontEnd *front, int level, int seed);

/* Plays one game. */
int play_one(FrontEnd *front, const PlaySetup *setup);

/* The splash screen (ASCII only if `ascii`, small for few columns) and the rules. */
const char *play_splash(bool ascii, int columns);
const char *play_rules(void);

#endif

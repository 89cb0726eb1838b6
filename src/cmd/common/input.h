// SPDX-License-Identifier: MIT
//
// The positions that commands work on; all commands read them in the same way:
//
//     roek COMMAND                          the start position, or standard input: the command says
//     roek COMMAND "FEN"                    one argument; an EPD line as well
//     roek COMMAND PLACEMENT SIDE CASTLING EP [HALFMOVE FULLMOVE]
//     roek COMMAND startpos
//     roek COMMAND -                        standard input, one FEN or EPD per line
//     roek COMMAND FILE                     the same from a file
//
// In lists, blank lines and lines starting with '#' are skipped; a bad line is complained about
// with its number, the rest still runs, and input_close turns the exit status into EXIT_MISUSE (or
// EXIT_MACHINE if reading failed).  So is a line of more than 64 kB, which is not read at all, and
// so is a list without any position.  At a terminal a line says that positions are awaited.  An
// interrupt, where they are watched, ends the list.
//
//     Input in;
//     InputPosition here;
//     int used = input_open(&in, rules, &operands, 0, INPUT_FROM_STDIN);
//     if (used < 0) return EXIT_MISUSE;
//     int status = EXIT_DONE;
//     while (input_next(&in, &here)) answer(&here.pos);
//     return input_close(&in, status);
#ifndef CMD_COMMON_INPUT_H
#define CMD_COMMON_INPUT_H

#include "base/file/file.h"
#include "base/file/line_reader.h"
#include "cmd/common/command.h"
#include "notation/pgn/pgn.h"
#include "notation/text/epd.h"
#include "rules/registry.h"

#include <stdio.h>

/* The row for --variant in a table of options; `variable` is a const char * that starts as NULL. */
#define VARIANT_OPTION(variable) \
    { "variant", 'v', OPTION_TEXT, &(variable), "NAME", "chess (default) or racingkings", 0, 0 }

/* The row for --strict; `variable` is Input.strict, or a bool that is copied to it later. */
#define STRICT_OPTION(variable)                                      \
    {                                                                \
        "strict", 0, OPTION_FLAG, &(variable), NULL,                 \
            "refuse rights and squares that nothing bears out", 0, 0 \
    }

/* The row for --json of commands that answer position by position; `variable` is a bool. */
#define JSON_OPTION(variable) \
    { "json", 0, OPTION_FLAG, &(variable), NULL, "one JSON object per position", 0, 0 }

/* Reports rights that fen_read_position dropped: as a warning, or if `strict` as an error and
 * false.  `place` is the prefix of the message. */
bool input_accepts(bool strict, const char *place, const char *text, FenResult result);

/* The rules of that name, chess for NULL; returns NULL after an error for an unknown name. */
const Rules *input_rules(const char *variant);

/* Declares `rules` as the game of this name in a command's run, or ends it. */
#define RULES_OR_RETURN(rules, variant)        \
    const Rules *rules = input_rules(variant); \
    if (!(rules)) return EXIT_MISUSE

/* Loads the file of that name, standard input for "-"; returns false after it printed an error. */
bool input_view(const char *name, FileContents *out);

/* Prints an error about a game of that file, with line and column. */
void input_print_game_error(const char *name, const PgnError *error);

/* What to read if no operand names a position. */
typedef enum { INPUT_FROM_START, INPUT_FROM_STDIN } InputDefault;

typedef struct {
    const Rules *rules;
    LineReader lines; // of a list
    char *line;       // the current line of the list, or the position of the command line
    int number;       // of the current line
    int found;        // lines with a position so far
    bool is_list;
    bool strict;      // refuse what would be repaired; to be set after input_open
    bool bad;         // a line was refused
    bool failed;      // reading failed, or memory was short
    bool hash_counts; // "#2 …" is a line of the list (a mate in two), not a comment
} Input;

/* A position.  `epd` points into Input.line, so it is valid until the next line is read. */
typedef struct {
    int number; // its line in a list, 0 from the command line
    Epd epd;
    Position pos;
} InputPosition;

/* Takes the operands from `first` on that name positions.  Returns their number, or -1 after it
 * printed an error.  The positions are read by input_next. */
int input_open(Input *in, const Rules *rules, const Operands *operands, int first,
               InputDefault otherwise);

/* Reads the next legal position; returns false at the end. */
bool input_next(Input *in, InputPosition *out);

/* Writes a position as the text of a job, "NUMBER<tab>LINE", and reads it back.  Reading returns
 * false after it printed an error; `epd` points into the text. */
void input_write_job(Text *job, const Input *in, const InputPosition *position);
bool input_read_job(const char *job, const Rules *rules, InputPosition *out);

/* The next line unparsed, for commands with words of their own before the position; NULL at the
 * end.  It is valid until the next one. */
const char *input_next_line(Input *in);

/* EXIT_MACHINE if reading failed, EXIT_MISUSE if a line was refused so far, else `status`. */
int input_status(const Input *in, int status);

/* The same at the end of the list; frees the input. */
int input_close(Input *in, int status);

/* Could this operand name positions (a FEN, "-", "startpos", a file), rather than a move? */
bool input_is_position(const char *operand);

/* The prefix of messages about a position: "line 3: " in a list, "" on the command line. */
enum { INPUT_PLACE_MAX = 32 };
void input_place(const InputPosition *position, char out[INPUT_PLACE_MAX]);

/* Prints an error about an EPD operation (an illegal move, …), and marks the input as bad. */
void input_print_error(Input *in, const InputPosition *position, EpdResult result);

#endif

// SPDX-License-Identifier: MIT
//
// What the parts of `roek loop` share: reading puzzles and squares, drawing solutions.
#ifndef CMD_LOOP_LOOP_COMMAND_H
#define CMD_LOOP_LOOP_COMMAND_H

#include "base/text/text.h"
#include "cmd/common/job_options.h"
#include "solve/loop/loop.h"

typedef enum { LOOP_UNICODE, LOOP_ASCII, LOOP_SVG, LOOP_JSON, LOOP_LIST } LoopFormat;

enum { LOOP_NAME_MAX = 16 };

/* The options of the command line. */
typedef struct {
    bool count, all, symmetry, unique, random, json, solution, hints;
    const char *format_name, *given, *empty, *file, *sheet;
    int64_t threads, seed, limit, number, level, most, boards;
    double seconds;
    LoopFormat format;
    const Command *self; // as called
    BatchOptions batch_options;
} LoopCommandOptions;

/* Does the work run as jobs, on several threads or processes? */
static inline bool loop_is_batch(const LoopCommandOptions *opts) {
    return !batch_is_serial(opts->self, &opts->batch_options);
}

/* Run the subcommands with files of their own; `words` are the operands behind the name. */
int loop_run_generate(const LoopCommandOptions *opts, char **words, int count);
int loop_run_atlas(const LoopCommandOptions *opts, char **words, int count);

/* Counts the solutions with one job for each part of the search, then calls `print` with the sum.
 * Returns an exit status. */
int loop_count_batch(const LoopCommandOptions *opts, const LoopPuzzle *puzzle,
                     int (*print)(void *context, const LoopResult *result), void *context);

/* Writes the text to stdout and frees it. */
void loop_print(Text *text);

/* Where a sentence beside the boards goes: an SVG file has no room for it. */
static inline PrintStream loop_sentence_stream(LoopFormat format) {
    return format == LOOP_SVG ? PRINT_STDERR : PRINT_STDOUT;
}

/* Prints that there is no board: `result` ("no solution" or "unknown") as JSON, else
 * the sentence. */
void loop_print_no_solution(const LoopPuzzle *puzzle, LoopFormat format, const char *result,
                            const char *sentence);

// --- words (loop_notation.c) ---

/* Reads ROWS COLS N TYPE1 TYPE2; returns false after it printed an error. */
bool loop_read_puzzle(char **words, int count, LoopPuzzle *puzzle);

/* Adds the marks of --given and --empty. */
bool loop_read_marks(const LoopCommandOptions *opts, LoopPuzzle *puzzle);

/* Reads squares that must stay empty, or pieces ("Ka1 7=knight"), into marks of the puzzle's
 * board.  `option` is named in error messages. */
bool loop_read_empty(const char *option, const char *text, const LoopPuzzle *puzzle,
                     uint8_t mark[]);
bool loop_read_pieces(const char *option, const char *text, const LoopPuzzle *puzzle,
                      uint8_t mark[]);

/* Reads a placement, either as pieces or as a list "1 5 | 2 6". */
bool loop_read_placement(const char *text, const LoopPuzzle *puzzle, uint8_t placement[]);

/* Finds, in the text of a placement that is this solution, an arrow between two pieces of which the
 * first does not attack the other.  Returns false if there is none. */
bool loop_find_wrong_arrow(const char *text, const LoopPuzzle *puzzle, const LoopSolution *solution,
                           int *from, int *to);

bool loop_read_format(const char *text, LoopFormat *format);

/* The name of a square: file letters from the left, rank from the bottom ("b3", "ab12"). */
const char *loop_square_name(const LoopPuzzle *puzzle, int square, char name[LOOP_NAME_MAX]);

/* Write a puzzle as the command reads it: "4 5 3 kings knights"; and its marks as options. */
void loop_write_puzzle(Text *out, const LoopPuzzle *puzzle);
void loop_write_marks(Text *out, const LoopPuzzle *puzzle);

/* One sentence for one step of a solution. */
void loop_write_hint(Text *out, const LoopPuzzle *puzzle, const LoopSolution *solution,
                     const LoopStep *step);

// --- pictures (loop_picture.c, loop_svg.c) ---

/* One solution in any format but SVG, with its line ends. */
void loop_draw(Text *out, const LoopPuzzle *puzzle, const LoopSolution *solution,
               LoopFormat format);

/* The board with the given marks, as text. */
void loop_draw_clues(Text *out, const LoopPuzzle *puzzle, LoopFormat format);

/* Write one board of an SVG file, with `above` boards above it; and the whole file. */
void loop_svg_board(Text *out, const LoopPuzzle *puzzle, const LoopSolution *solution, int above);
void loop_svg_file(Text *out, const LoopPuzzle *puzzle, const Text *boards, int count);

/* The parts of such a file: the size of a board, its drawing with the solution or with the given
 * marks, and the head of the file. */
void loop_svg_size(const LoopPuzzle *puzzle, int *width, int *height);
void loop_svg_solution(Text *out, const LoopPuzzle *puzzle, const LoopSolution *solution);
void loop_svg_clues(Text *out, const LoopPuzzle *puzzle);
void loop_svg_head(Text *out, int width, int height, const char *title);

// --- sheets (loop_sheet.c) ---

/* A sheet of puzzles to print, six on a page of A4. */
typedef struct {
    Text boards;
    int count;
} LoopSheet;

/* Adds a puzzle with its given marks, or with its solution if `solved`. */
void loop_sheet_add(LoopSheet *sheet, const LoopGradedPuzzle *task, bool solved);

/* loop_sheet_write writes the sheet as SVG; loop_sheet_save writes it to a file, as PDF if the name
 * ends in .pdf, and returns an exit status. */
void loop_sheet_write(Text *out, const LoopSheet *sheet);
int loop_sheet_save(const LoopSheet *sheet, const char *path);

/* "easy" … "fiendish", by level from 1. */
const char *loop_level_name(int level);

/* The fields of a solution in an open JSON object. */
void loop_json_puzzle(Text *out, const LoopPuzzle *puzzle);
void loop_json_solution(Text *out, const LoopPuzzle *puzzle, const LoopSolution *solution);

#endif

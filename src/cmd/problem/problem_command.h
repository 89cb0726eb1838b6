// SPDX-License-Identifier: MIT
//
// What the files of `roek problem` share: the problem, the options, the answer and its output.
#ifndef CMD_PROBLEM_PROBLEM_COMMAND_H
#define CMD_PROBLEM_PROBLEM_COMMAND_H

#include "base/text/text.h"
#include "cmd/common/input.h"
#include "cmd/common/svg_to_pdf.h"
#include "solve/problem/problem.h"

/* How moves are written. */
typedef struct {
    const char *pieces[6]; // by role; the pawn's letter is only used where a piece must be named
    bool long_form;        // Ka1-b1
} MoveStyle;

/* Finds "s" (English with S for the knight, as problemists write), "en", "de", "fr", "es", "it",
 * "nl" or "figurine"; returns false for other names. */
bool move_style_find(const char *name, MoveStyle *out);
void put_problem_move(Text *out, const MoveStyle *style, const Position *pos, Move move);

/* Options that apply to the reading of all problems. */
typedef struct {
    bool has_stipulation;
    Stipulation stipulation;
    bool from_squares; // castling rights: kings and rooks on their home squares have them
    bool strict;       // see STRICT_OPTION
    bool warned;       // the line was read before, so its warnings were printed
    const char *twins; // NULL: the twins that the line names
} ProblemReadOptions;

/* One problem. */
typedef struct {
    int number; // its line in a list, 0 from the command line
    Stipulation stipulation;
    char twin;         // 'a' is the diagram; 0: there are no twins
    bool duplex;       // the other side begins
    bool from_squares; // castling rights follow from the squares
    Epd epd;
    Position pos;
    MoveList intended_keys; // the author's keys; empty: not given
} Problem;

/* The diagram and its twins; a diagram without twins is the only item, without a label. */
typedef struct {
    int count;
    struct {
        char label;
        Stipulation stipulation;
        Position pos;
    } items['z' - 'a' + 1];
} ProblemTwins;

/* The source of problems: lines, with Popeye's input between them. */
typedef struct {
    Input in;
    int number;       // of the line on which the problem begins, 0 from the command line
    const char *rest; // the rest of a line behind NextProblem; NULL: read the next line
    Text text;        // a problem in Popeye's language …
    Text line;        // … and converted to a line
} ProblemSource;

/* As input_open and input_close. */
int problem_source_open(ProblemSource *source, const Operands *operands, int first);
/* The next problem as a line, which is valid until the next call; NULL at the end.  Prints an error
 * for a problem that cannot be read. */
const char *problem_source_next(ProblemSource *source);
int problem_source_close(ProblemSource *source, int status);

/* The castling rights of kings and rooks on their home squares. */
Bitboard problem_home_rights(const Setup *setup);

/* Reads the first `length` characters of the text, a part of `line`.  This and the functions below
 * return false after they printed an error. */
bool problem_read_stipulation(const char *text, size_t length, const char *place, const char *line,
                              Stipulation *out);

/* Reads a line: a stipulation, unless the options give one, and a position.  `out` points into
 * `text`. */
bool problem_read(const ProblemReadOptions *read_options, const char *line, const char *place,
                  Text *text, Problem *out);
bool problem_read_twins(const ProblemReadOptions *read_options, const Problem *diagram,
                        const char *place, ProblemTwins *out);

/* The twins of a problem as text; "" if there are none. */
enum { TWINS_MAX = 512 };
bool problem_twins_text(const ProblemReadOptions *read_options, const Problem *problem,
                        char out[TWINS_MAX]);

typedef enum {
    FORMAT_TEXT,
    FORMAT_LATEX, // the diagram with its solution
    FORMAT_SVG,   // the diagram with its stipulation
    FORMAT_SHEET, // many diagrams, then their solutions
} ProblemFormat;

enum { REFUTATIONS_MAX = 99 };

typedef struct {
    ProblemOptions options;
    MoveStyle style;
    int64_t intended;    // the number of solutions that the author intended
    int64_t refutations; // the most refutations of a try; 0: show no tries
    bool json, set_play;
    bool duplex; // solve it also with the other side to begin
    ProblemFormat format;
    bool tree;               // of adversarial stipulations: show the variations after the keys
    bool every;              // show also defences that do not parry the threat
    bool no_short;           // omit variations that end sooner than they might
    const char *certificate; // the file for the proof; NULL: none
    bool after_key;          // the key has been played: the defender is to move
} ProblemCommandOptions;

/* Applies the EPD operations of the problem's line to the options. */
bool problem_read_options(const Problem *problem, const char *place, ProblemCommandOptions *opts);

/* Counts of duals: several answers to one defence.  Those before the last move are the
 * graver ones. */
typedef struct {
    int all, early; // all duals; those before the last move
} ProblemDuals;

typedef struct {
    ProblemResult result;
    ProblemLines lines;
    ProblemResult set;
    ProblemLines set_lines;
    Text tree; // of an adversarial stipulation
    ProblemDuals duals;
} ProblemAnswers;

/* "sound", "cooked", "short", "no solution" or "unknown". */
const char *problem_verdict(const Problem *problem, const ProblemCommandOptions *opts,
                            const ProblemResult *result);

void problem_show_text(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                       const ProblemAnswers *answers);
void problem_show_json(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                       const ProblemAnswers *answers);

/* Writes a line with move numbers: "1.Bxb8 Bd5 2.Sc7 Bxg5#"; with `set` it starts at the second
 * half-move (set play). */
void problem_put_line(Text *out, const Problem *problem, const MoveStyle *style, const Move *line,
                      int count, bool set);

/* Writes set play, keys and tries of an adversarial problem with their variations, as `opts`
 * demand.  Returns the number of duals in the variations of the keys. */
ProblemDuals problem_put_tree(Text *out, ProblemSolver *solver, const Problem *problem,
                              const ProblemCommandOptions *opts, const ProblemResult *result);

/* The same for a problem whose key has been played; `result` gets whether every defence is answered
 * in time. */
ProblemDuals problem_put_play(Text *out, ProblemSolver *solver, const Problem *problem,
                              const ProblemCommandOptions *opts, ProblemResult *result);

/* The output texts of an answer: standard output, proof file, standard error. */
typedef struct {
    Text *shown, *proof, *remark;
} ProblemOutputs;

/* What an answer adds to the totals and the exit status. */
typedef struct {
    bool asked, solved, sound;
    bool proved;    // the proof was written
    bool no_memory; // memory was short for a part of the answer
} ProblemCounts;

/* Writes the answer with its proof, or a remark why there is none. */
void problem_proof_file_put(const ProblemOutputs *outputs, ProblemSolver *solver,
                            const Problem *problem, const ProblemCommandOptions *opts,
                            const ProblemAnswers *answers, ProblemCounts *counts);

/* Solves a problem and writes the answer in the format of `opts`. */
ProblemCounts problem_answer(ProblemSolver *solver, const Problem *problem,
                             const ProblemCommandOptions *opts, const ProblemOutputs *outputs);

/* `roek problem check FILE`. */
int problem_proof_file_check(const char *path, bool json);

/* Write the diagram with author, source, stipulation, twins and solution for the LaTeX package
 * `diagram`; and the head and foot of a document of them. */
void problem_put_latex(Text *out, const Problem *problem, const char *twins, const char *solution);
void problem_put_latex_head(Text *out);
void problem_put_latex_foot(Text *out);

/* Writes the diagram as SVG, with author, source, stipulation and twins around it; returns its

 * * height. */
enum { PROBLEM_SVG_WIDTH = 404 };
int problem_put_svg(Text *out, const Problem *problem, const char *twins);

/* A document of many diagrams, followed by all solutions. */
typedef struct {
    Text pages[SVG_PAGES_MAX];
    int page_count, count; // of pages, of problems
    Text solutions;
} ProblemSheet;

void problem_sheet_add(ProblemSheet *sheet, const Problem *problem, const char *twins,
                       const char *solution);
/* Writes it as SVG, or as PDF if the name ends in .pdf; returns an exit status. */
int problem_sheet_save(ProblemSheet *sheet, const char *path);
void problem_sheet_free(ProblemSheet *sheet);

#endif

// SPDX-License-Identifier: MIT
//
// What the files of `roek problem` share: the question as asked, the answer, and ways to show it.
#ifndef CMD_PROBLEM_PROBLEM_COMMAND_H
#define CMD_PROBLEM_PROBLEM_COMMAND_H

#include "base/text/text.h"
#include "cmd/common/input.h"
#include "cmd/common/svg_to_pdf.h"
#include "solve/problem/problem.h"

/* How moves are written. */
typedef struct {
    const char *pieces[6]; // by role; what a pawn is called only matters where it is told apart
    bool long_form;        // Ka1-b1
} MoveStyle;

/* "s" (the problemists' S for knights), "en", "de", "fr", "es", "it", "nl", "figurine"; false if
 * it is none of them. */
bool move_style_find(const char *name, MoveStyle *out);
void put_problem_move(Text *out, const MoveStyle *style, const Position *pos, Move move);

/* What the command line says about all problems. */
typedef struct {
    bool has_stipulation;
    Stipulation stipulation;
    bool from_squares; // castling: kings and rooks at home may
    bool strict;       // see STRICT_OPTION
    bool warned;       // of what is mended: the line was read before
    const char *twins; // NULL: those a line names
} ProblemReadOptions;

/* One problem as read. */
typedef struct {
    int number; // its line in a list, 0 from the command line
    Stipulation stipulation;
    char twin;         // 'a' is the diagram; 0: there are no twins
    bool duplex;       // the other side begins
    bool from_squares; // castling by the convention
    Epd epd;
    Position pos;
    MoveList intended_keys; // keys the author meant; none: it is not said
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

/* Where problems come from: lines, or Popeye's input between them. */
typedef struct {
    Input in;
    int number;       // of the line on which the problem begins, 0 from the command line
    const char *rest; // of the line behind NextProblem; NULL: the next line is to be read
    Text text;        // Popeye's problem as it stands …
    Text line;        // … and as a line of ours
} ProblemSource;

/* As input_open. */
int problem_source_open(ProblemSource *source, const Operands *operands, int first);
/* The next problem as a line, which lasts until the next one; NULL at the end.  What cannot be read
 * is complained about. */
const char *problem_source_next(ProblemSource *source);
int problem_source_close(ProblemSource *source, int status);

/* Rights to castle of kings and rooks that stand at home. */
Bitboard problem_home_rights(const Setup *setup);

/* Reads the first `length` characters of the text, which stand in this line; false after
 * complaining, as with all that follow. */
bool problem_read_stipulation(const char *text, size_t length, const char *place, const char *line,
                              Stipulation *out);

/* One line: a stipulation, unless all have the same, and a position.  `text` is what `out` points
 * into. */
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
    int64_t intended;    // so many solutions are meant
    int64_t refutations; // a try has at most so many; 0: no tries
    bool json, set_play;
    bool duplex; // the same for the other side to begin
    ProblemFormat format;
    bool tree;               // of battles: variations behind the keys
    bool every;              // also defences that do not meet the threat
    bool no_short;           // no variations that are shorter than they might be
    const char *certificate; // a file for the proof; NULL: none
    bool after_key;          // the key has been played: the defender is to move
} ProblemCommandOptions;

/* What the operations of its line say about the problem besides the command line. */
bool problem_read_options(const Problem *problem, const char *place, ProblemCommandOptions *opts);

/* Several answers to one defence; those before the last move weigh more. */
typedef struct {
    int all, early;
} ProblemDuals;

typedef struct {
    ProblemResult result;
    ProblemLines lines;
    ProblemResult set;
    ProblemLines set_lines;
    Text tree; // of a battle
    ProblemDuals duals;
} ProblemAnswers;

/* "sound", "cooked", "short", "no solution" or "unknown". */
const char *problem_verdict(const Problem *problem, const ProblemCommandOptions *opts,
                            const ProblemResult *result);

void problem_show_text(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                       const ProblemAnswers *answers);
void problem_show_json(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                       const ProblemAnswers *answers);

/* The line with its moves numbered: "1.Bxb8 Bd5 2.Sc7 Bxg5#"; `set`: the first move is left out. */
void problem_put_line(Text *out, const Problem *problem, const MoveStyle *style, const Move *line,
                      int count, bool set);

/* Set play, keys and tries of a battle with their variations, as far as the wish goes; counts the
 * duals among the variations of the keys. */
ProblemDuals problem_put_tree(Text *out, ProblemSolver *solver, const Problem *problem,
                              const ProblemCommandOptions *opts, const ProblemResult *result);

/* The same for a battle whose key has been played; says in `result` whether every defence is
 * answered in time. */
ProblemDuals problem_put_play(Text *out, ProblemSolver *solver, const Problem *problem,
                              const ProblemCommandOptions *opts, ProblemResult *result);

/* Where an answer goes. */
typedef struct {
    Text *shown, *proof, *remark;
} ProblemOutputs;

/* What it counts for. */
typedef struct {
    bool asked, solved, sound;
    bool proved;    // the proof is there
    bool no_memory; // for some of it
} ProblemCounts;

/* The answer with its proof; or a remark why there is none. */
void problem_proof_file_put(const ProblemOutputs *outputs, ProblemSolver *solver,
                            const Problem *problem, const ProblemCommandOptions *opts,
                            const ProblemAnswers *answers, ProblemCounts *counts);

/* Finds and shows everything that is asked about the problem. */
ProblemCounts problem_answer(ProblemSolver *solver, const Problem *problem,
                             const ProblemCommandOptions *opts, const ProblemOutputs *outputs);

/* `roek problem check FILE`. */
int problem_proof_file_check(const char *path, bool json);

/* The diagram with author, source, stipulation, twins and solution, for the LaTeX package
 * `diagram`; and what a document of them begins and ends with. */
void problem_put_latex(Text *out, const Problem *problem, const char *twins, const char *solution);
void problem_put_latex_head(Text *out);
void problem_put_latex_foot(Text *out);

/* The diagram as a picture, with author, source, stipulation and twins around it; its height. */
enum { PROBLEM_SVG_WIDTH = 404 };
int problem_put_svg(Text *out, const Problem *problem, const char *twins);

/* A book of many diagrams, and behind them all solutions. */
typedef struct {
    Text pages[SVG_PAGES_MAX];
    int page_count, count; // of pages, of problems
    Text solutions;
} ProblemSheet;

void problem_sheet_add(ProblemSheet *sheet, const Problem *problem, const char *twins,
                       const char *solution);
/* As SVG, or PDF if the name ends so: an exit status. */
int problem_sheet_save(ProblemSheet *sheet, const char *path);
void problem_sheet_free(ProblemSheet *sheet);

#endif

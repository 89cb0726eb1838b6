// SPDX-License-Identifier: MIT
//
// roek loop: Chess Loop puzzles.  Solves, counts, lists and checks them.
#include "cmd/loop/loop_command.h"

#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "base/os/random_seed.h"
#include "base/text/json.h"
#include "base/thread/thread.h"
#include "cmd/common/command.h"
#include "cmd/common/long_work.h"
#include "console/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One answer under way. */
typedef struct {
    const LoopCommandOptions *opts;
    LoopPuzzle puzzle;
    int64_t started; // ns; the set-up counts
    Text svg;        // boards so far
    int64_t printed;
} LoopAnswer;

void loop_print(Text *text) {
    print_text(text, "");
    text_free(text);
}

static double elapsed(const LoopAnswer *answer) {
    return (double)(clock_ns() - answer->started) / 1e9;
}

// --- output ---

static const char *legend(LoopFormat format) {
    return format == LOOP_ASCII
               ? "A piece stands with the wind it attacks to: n, ne, e; a knight nne, ene.\n"
               : "Arrows show the attacks; →↗ is a knight's: one square →, then one ↗.\n";
}

static void print_solution(LoopAnswer *answer, const LoopSolution *solution) {
    if (answer->opts->format == LOOP_SVG) {
        loop_svg_board(&answer->svg, &answer->puzzle, solution, (int)answer->printed++);
        return;
    }
    bool picture = answer->opts->format == LOOP_UNICODE || answer->opts->format == LOOP_ASCII;
    Text out = text_growing();
    if (picture && answer->printed > 0) text_char(&out, '\n');
    loop_draw(&out, &answer->puzzle, solution, answer->opts->format);
    loop_print(&out);
    if (picture && answer->printed == 0) print_string(PRINT_STDERR, legend(answer->opts->format));
    answer->printed++;
}

/* An SVG file can only be written when all its boards are known. */
static void print_svg(LoopAnswer *answer) {
    if (answer->opts->format == LOOP_SVG && answer->printed > 0) {
        Text out = text_growing();
        loop_svg_file(&out, &answer->puzzle, &answer->svg, (int)answer->printed);
        loop_print(&out);
    }
    text_free(&answer->svg);
}

static void on_solution(void *context, const LoopSolution *solution) {
    LoopAnswer *answer = context;
    if (answer->opts->limit == 0 || answer->printed < answer->opts->limit)
        print_solution(answer, solution);
}

/* Solutions that were printed are shown now, as the next one may take long. */
static void on_progress(void *context, double done, uint64_t nodes, uint64_t found) {
    LoopAnswer *answer = context;
    print_flush();
    progress_show("%5.1f %%  %" PRIu64 " nodes  %" PRIu64 " seen  %.1f s", 100 * done, nodes, found,
                  elapsed(answer));
}

static void print_statistics(LoopAnswer *answer, const LoopResult *r) {
    progress_erase();
    double seconds = elapsed(answer);
    print_err("%" PRIu64 " node%s, %.4f s, %.1f million nodes/s\n", r->nodes, plural_s(r->nodes),
              seconds, seconds > 0 ? (double)r->nodes / seconds / 1e6 : 0.0);
}

void loop_print_no_solution(const LoopPuzzle *puzzle, LoopFormat format, const char *result,
                            const char *sentence) {
    if (format != LOOP_JSON) {
        print_to(loop_sentence_stream(format), "%s\n", sentence);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    loop_json_puzzle(&out, puzzle);
    json_put_string(&out, "result", result);
    json_close(&out, '}');
    text_char(&out, '\n');
    loop_print(&out);
}

/* "no", with the reason when the search did not end. */
static int print_no(const LoopAnswer *answer, const LoopResult *r) {
    if (r->end == LOOP_NO_MEMORY) {
        print_error("not enough memory for this search");
        return EXIT_MACHINE;
    }
    char unknown[64];
    snprintf(unknown, sizeof unknown, "unknown after %.1f s", elapsed(answer));
    if (r->end == LOOP_COMPLETE)
        loop_print_no_solution(&answer->puzzle, answer->opts->format, "no solution", "no solution");
    else
        loop_print_no_solution(&answer->puzzle, answer->opts->format, "unknown", unknown);
    return EXIT_NO;
}

// --- the questions ---

static LoopOptions make_options(LoopAnswer *answer) {
    return (LoopOptions){.threads = (int)answer->opts->threads,
                         .seed = (uint64_t)answer->opts->seed,
                         .seconds = answer->opts->seconds,
                         .stop = interrupt_flag(),
                         .on_progress = on_progress,
                         .context = answer};
}

static int solve_first(LoopAnswer *answer) {
    LoopOptions order = make_options(answer);
    LoopSolution solution;
    LoopResult r = loop_solve(&answer->puzzle, &order, &solution);
    print_statistics(answer, &r);
    if (r.solutions == 0) return print_no(answer, &r);
    print_solution(answer, &solution);
    return EXIT_DONE;
}

/* What was found until the search was given up is a lower bound. */
static void print_count(const LoopAnswer *answer, const LoopResult *r) {
    bool whole = r->end == LOOP_COMPLETE;
    if (answer->opts->format != LOOP_JSON) {
        print_out("%s%" PRIu64 "\n", whole ? "" : "at least ",
                  answer->opts->symmetry ? r->orbits : r->solutions);
        return;
    }
    Text out = text_growing();
    json_open(&out, '{');
    loop_json_puzzle(&out, &answer->puzzle);
    if (!whole) json_put_string(&out, "result", "unknown");
    if (!whole) json_put_bool(&out, "complete", false);
    text_format(&out, ",\"solutions\":%" PRIu64 ",\"up_to_symmetry\":%" PRIu64, r->solutions,
                r->orbits);
    json_put_int(&out, "nodes", (int64_t)r->nodes);
    json_close(&out, '}');
    text_char(&out, '\n');
    loop_print(&out);
}

static int print_count_result(void *context, const LoopResult *r) {
    LoopAnswer *answer = context;
    print_statistics(answer, r);
    if (r->end == LOOP_NO_MEMORY) return print_no(answer, r);
    print_count(answer, r);
    return r->end == LOOP_COMPLETE ? EXIT_DONE : EXIT_NO;
}

static int solve_count(LoopAnswer *answer) {
    if (loop_is_batch(answer->opts))
        return loop_count_batch(answer->opts, &answer->puzzle, print_count_result, answer);
    LoopOptions order = make_options(answer);
    LoopResult r = loop_enumerate(&answer->puzzle, &order);
    return print_count_result(answer, &r);
}

static int solve_all(LoopAnswer *answer) {
    LoopOptions order = make_options(answer);
    order.all = !answer->opts->symmetry;
    order.stop_after = (uint64_t)answer->opts->limit;
    order.on_solution = on_solution;
    LoopResult r = loop_enumerate(&answer->puzzle, &order);
    print_statistics(answer, &r);
    bool cut = r.end == LOOP_INCOMPLETE && answer->printed != answer->opts->limit;
    if (r.end == LOOP_NO_MEMORY || answer->printed == 0 || cut) return print_no(answer, &r);
    print_err("%" PRId64 " solution%s printed%s\n", answer->printed,
              plural_s((uint64_t)answer->printed),
              r.end == LOOP_INCOMPLETE ? ", there may be more" : "");
    return EXIT_DONE;
}

static void print_verdict(const LoopAnswer *answer, bool unique) {
    if (answer->opts->format == LOOP_JSON) {
        Text out = text_growing();
        json_open(&out, '{');
        loop_json_puzzle(&out, &answer->puzzle);
        json_put_bool(&out, "unique", unique);
        json_close(&out, '}');
        text_char(&out, '\n');
        loop_print(&out);
    } else {
        print_to(loop_sentence_stream(answer->opts->format), unique ? "unique\n" : "not unique\n");
    }
}

/* Is there exactly one solution up to symmetry?  Shows it, or two that differ; or the one that was
 * found before the search was given up. */
static int solve_unique(LoopAnswer *answer) {
    LoopPair pair = {.count = 0};
    LoopOptions order = make_options(answer);
    order.stop_after = 2;
    order.on_solution = loop_collect_two;
    order.on_progress = NULL; // the context is not the answer
    order.context = &pair;
    LoopResult r = loop_enumerate(&answer->puzzle, &order);
    print_statistics(answer, &r);
    bool undecided = pair.count < 2 && r.end != LOOP_COMPLETE;
    int status = pair.count == 1 ? EXIT_DONE : EXIT_NO;
    if (pair.count == 0 || undecided)
        status = print_no(answer, &r);
    else
        print_verdict(answer, pair.count == 1);
    for (int i = 0; i < pair.count; i++) print_solution(answer, &pair.solution[i]);
    return status;
}

static int give(LoopAnswer *answer) {
    const LoopCommandOptions *opts = answer->opts;
    int status;
    if (opts->unique)
        status = solve_unique(answer);
    else if (opts->count)
        status = solve_count(answer);
    else if (opts->all)
        status = solve_all(answer);
    else
        status = solve_first(answer);
    print_svg(answer);
    return status;
}

static int run_solve(const LoopCommandOptions *opts, const Operands *rest) {
    LoopAnswer answer = {.opts = opts, .started = clock_ns(), .svg = text_growing()};
    if (!loop_read_puzzle(rest->items, rest->count, &answer.puzzle)) return EXIT_MISUSE;
    if (!loop_read_marks(opts, &answer.puzzle)) return EXIT_MISUSE;
    return give(&answer);
}

// --- check ---

static void describe(Text *out, const LoopPuzzle *p, const uint8_t placement[], int square) {
    char name[LOOP_NAME_MAX];
    text_format(out, "the %s on %s", loop_type_name(p->type[placement[square] == LOOP_SECOND]),
                loop_square_name(p, square, name));
}

/* What is wrong and where, in one sentence. */
static void explain(Text *out, const LoopPuzzle *p, const uint8_t placement[],
                    const LoopCheck *check) {
    char name[LOOP_NAME_MAX];
    switch (check->verdict) {
    case LOOP_SOLVED: text_string(out, "every piece attacks the next and the loop closes"); return;
    case LOOP_WRONG_COUNT:
        text_format(out, "there must be %d %ss and %d %ss, not %d and %d", p->n,
                    loop_type_name(p->type[0]), p->n, loop_type_name(p->type[1]), check->square,
                    check->other);
        return;
    case LOOP_CONTRADICTS_MARK:
        text_format(out, "%s is not as the puzzle gives it",
                    loop_square_name(p, check->square, name));
        return;
    case LOOP_NO_TARGET:
        describe(out, p, placement, check->square);
        text_string(out, " attacks nothing");
        return;
    case LOOP_TWO_TARGETS:
        describe(out, p, placement, check->square);
        text_string(out, " attacks more than one piece: ");
        describe(out, p, placement, check->other);
        text_string(out, " and ");
        describe(out, p, placement, check->third);
        return;
    case LOOP_OWN_TYPE:
        describe(out, p, placement, check->square);
        text_string(out, " attacks its own type, ");
        describe(out, p, placement, check->other);
        return;
    case LOOP_SPLIT:
        text_string(out, "the attacks from ");
        describe(out, p, placement, check->square);
        text_string(out, " come back to ");
        describe(out, p, placement, check->other);
        text_format(out, " and pass %d of the %d pieces", check->steps, 2 * p->n);
        return;
    }
}

/* Is it a solution, and does its text say so?  Gives the reason. */
static bool judge(const LoopPuzzle *p, const char *text, const uint8_t placement[],
                  const LoopCheck *check, Text *reason) {
    int from, to;
    bool solved = check->verdict == LOOP_SOLVED;
    if (!solved || !loop_find_wrong_arrow(text, p, &check->solution, &from, &to)) {
        explain(reason, p, placement, check);
        return solved;
    }
    describe(reason, p, placement, from);
    text_string(reason, " does not attack ");
    describe(reason, p, placement, to);
    return false;
}

static void print_check(const LoopAnswer *answer, bool solved, const Text *reason) {
    Text out = text_growing();
    if (answer->opts->format == LOOP_JSON) {
        json_open(&out, '{');
        loop_json_puzzle(&out, &answer->puzzle);
        json_put_bool(&out, "solution", solved);
        json_put_text(&out, "reason", reason);
        json_close(&out, '}');
        text_char(&out, '\n');
    } else if (reason->failed) {
        print_memory_error();
    } else {
        print_to(loop_sentence_stream(answer->opts->format), "%s: %s\n",
                 solved ? "solution" : "not a solution", text_get(reason));
    }
    loop_print(&out);
}

/* Judges the placement that the text says. */
static int check_placement(LoopAnswer *answer, const char *text) {
    uint8_t placement[LOOP_MAX_SQUARES] = {0};
    if (!loop_read_placement(text, &answer->puzzle, placement)) return EXIT_MISUSE;
    LoopCheck check = loop_check(&answer->puzzle, placement);
    Text reason = text_growing();
    bool solved = judge(&answer->puzzle, text, placement, &check, &reason);
    print_check(answer, solved, &reason);
    if (solved && answer->opts->format != LOOP_JSON) print_solution(answer, &check.solution);
    print_svg(answer);
    text_free(&reason);
    return solved ? EXIT_DONE : EXIT_NO;
}

static int run_check(const LoopCommandOptions *opts, const Operands *rest) {
    LoopAnswer answer = {.opts = opts, .started = clock_ns(), .svg = text_growing()};
    if (rest->count < 6) {
        print_error("check wants ROWS COLS N TYPE1 TYPE2 PLACEMENT, for example "
                    "'roek loop check 2 3 2 kings knights \"1 3 | 4 6\"'");
        return EXIT_MISUSE;
    }
    if (!loop_read_puzzle(rest->items, 5, &answer.puzzle)) return EXIT_MISUSE;
    if (!loop_read_marks(opts, &answer.puzzle)) return EXIT_MISUSE;
    Text text = text_growing();
    for (int i = 5; i < rest->count; i++)
        text_format(&text, "%s%s", i > 5 ? " " : "", rest->items[i]);
    int status = EXIT_MACHINE;
    if (text.failed)
        print_memory_error();
    else
        status = check_placement(&answer, text_get(&text));
    text_free(&text);
    return status;
}

// --- random ---

/* Draws boards until one has a solution. */
static int run_random(const LoopCommandOptions *opts, const Operands *rest) {
    LoopAnswer answer = {.opts = opts, .started = clock_ns(), .svg = text_growing()};
    if (rest->count > 0) {
        print_error("--random makes up the whole puzzle; '%s' is too much", rest->items[0]);
        return EXIT_MISUSE;
    }
    uint64_t seed = opts->seed >= 0 ? (uint64_t)opts->seed : random_seed() >> 1;
    LoopSolution solution;
    Text out = text_growing();
    int status = EXIT_MACHINE;
    if (loop_random_puzzle(seed, 10, &answer.puzzle, &solution)) {
        loop_write_puzzle(&out, &answer.puzzle);
        bool picture = opts->format == LOOP_UNICODE || opts->format == LOOP_ASCII;
        if (out.failed) print_memory_error();
        print_to(picture ? PRINT_STDOUT : PRINT_STDERR, "roek loop %s\n", text_get(&out));
        print_solution(&answer, &solution);
        print_svg(&answer);
        status = EXIT_DONE;
    } else {
        print_memory_error();
    }
    print_err("seed %" PRIu64 ", %.3f s\n", seed, elapsed(&answer));
    text_free(&out);
    return status;
}

// --- the command ---

/* Squares that are marked need a board that is named; false after complaining. */
static bool marks_have_board(const LoopCommandOptions *opts, const char *word, int operands) {
    bool made_up = opts->random || (strcmp(word, "generate") == 0 && operands == 1);
    if (!opts->given && !opts->empty) return true;
    if (!made_up && strcmp(word, "atlas") != 0) return true;
    print_error("%s wants a puzzle to go with, ROWS COLS N TYPE1 TYPE2",
                opts->given ? "--given" : "--empty");
    return false;
}

static int dispatch(LoopCommandOptions *opts, Operands *rest) {
    if (opts->format_name && !loop_read_format(opts->format_name, &opts->format))
        return EXIT_MISUSE;
    if (!opts->format_name && !platform_is_utf8()) opts->format = LOOP_ASCII;
    if (opts->json) opts->format = LOOP_JSON;
    bool shared = loop_is_batch(opts);
    const char *word = rest->count > 0 ? rest->items[0] : "";
    if (shared && !opts->count && strcmp(word, "atlas") != 0) {
        print_error("only --count and atlas can be shared out by --jobs and --shard");
        return EXIT_MISUSE;
    }
    if (opts->threads == 0) opts->threads = shared ? 1 : threads_available();
    if (opts->seconds < 0 || opts->seconds > 1e9) {
        print_error("--time wants a number of seconds from 0 to 1000000000");
        return EXIT_MISUSE;
    }
    if (!marks_have_board(opts, word, rest->count)) return EXIT_MISUSE;
    if (opts->random) return run_random(opts, rest);
    Operands after = {rest->items + 1, rest->count - 1};
    if (strcmp(word, "generate") == 0) return loop_run_generate(opts, after.items, after.count);
    if (strcmp(word, "atlas") == 0) return loop_run_atlas(opts, after.items, after.count);
    if (opts->seed < 0) opts->seed = 1;
    if (strcmp(word, "check") == 0) return run_check(opts, &after);
    return run_solve(opts, rest);
}

static int run(const Command *self, int argc, char **argv) {
    LoopCommandOptions opts = {
        .seed = -1, .number = 1, .most = 10, .self = self, .batch_options = BATCH_DEFAULTS};
    const Option options[] = {
        {"count", 'c', OPTION_FLAG, &opts.count, NULL, "print the number of solutions", 0, 0},
        {"all", 'a', OPTION_FLAG, &opts.all, NULL, "print all solutions", 0, 0},
        {"symmetry", 's', OPTION_FLAG, &opts.symmetry, NULL,
         "count or print one of each set of mirror images and rotations", 0, 0},
        {"unique", 'u', OPTION_FLAG, &opts.unique, NULL, "is there one solution up to symmetry?", 0,
         0},
        {"random", 'r', OPTION_FLAG, &opts.random, NULL, "make up a solvable puzzle and solve it",
         0, 0},
        {"given", 'g', OPTION_TEXT, &opts.given, "PIECES", "pieces that must stand: \"Ka1 Nc2\"", 0,
         0},
        {"empty", 'e', OPTION_TEXT, &opts.empty, "SQUARES", "squares that must be empty: \"b2 7\"",
         0, 0},
        {"format", 'f', OPTION_TEXT, &opts.format_name, "FORMAT",
         "unicode, ascii (as the locale is), svg, json or list", 0, 0},
        {"json", 'j', OPTION_FLAG, &opts.json, NULL, "the same as --format json", 0, 0},
        {"limit", 'l', OPTION_INT, &opts.limit, "N", "with --all: stop after N solutions", 1,
         INT64_MAX},
        {"time", 't', OPTION_REAL, &opts.seconds, "S", "give up after S seconds", 0, 0},
        {"threads", 'T', OPTION_INT, &opts.threads, "N", "searching threads (default: all cores)",
         1, 1024},
        {"number", 'n', OPTION_INT, &opts.number, "N", "generate: how many puzzles", 1, 1000000},
        {"level", 'L', OPTION_INT, &opts.level, "1..5", "generate: only of this difficulty", 1, 5},
        {"hints", 'H', OPTION_FLAG, &opts.hints, NULL, "generate: hints, one for each piece", 0, 0},
        {"sheet", 0, OPTION_TEXT, &opts.sheet, "FILE",
         "generate: write a page to print, .svg or .pdf", 0, 0},
        {"solution", 'o', OPTION_FLAG, &opts.solution, NULL, "generate: show the solutions too", 0,
         0},
        {"file", 'F', OPTION_TEXT, &opts.file, "FILE", "atlas: results so far, continued", 0, 0},
        {"most", 'm', OPTION_INT, &opts.most, "N", "atlas: the greatest N (default 10)", 2, 512},
        {"boards", 'b', OPTION_INT, &opts.boards, "N", "atlas: count on all boards up to N x N", 2,
         32},
        {"seed", 'S', OPTION_INT, &opts.seed, "N", "which random choices to make", 0, INT64_MAX},
        JOBS_OPTION(opts.batch_options, 0),
        SHARD_OPTION(opts.batch_options),
        {0}};
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (argc == 1) {
        command_print_help(self, options);
        return EXIT_DONE;
    }
    long_work_begin(self);
    return long_work_end(self, dispatch(&opts, &rest));
}

const Command command_loop = {
    .name = "loop",
    .is_batch = true,
    .synopsis = "loop ROWS COLS N TYPE1 TYPE2 [options]\n"
                "       roek loop check ROWS COLS N TYPE1 TYPE2 PLACEMENT [options]\n"
                "       roek loop --random [options]\n"
                "       roek loop generate [ROWS COLS N TYPE1 TYPE2] [--unique] [options]\n"
                "       roek loop atlas [TYPE1 TYPE2] [--most N] [--file FILE] [options]",
    .summary = "Chess Loop puzzles: solve, count, list, check and make them",
    .details =
        "Place N pieces of TYPE1 and N of TYPE2 (kings queens rooks bishops knights) on a board\n"
        "of ROWS x COLS squares so that each piece attacks exactly one piece, of the other type,\n"
        "and the attacks form one closed loop through all pieces.\n"
        "\n"
        "Squares are named as on a chess board (a1 at the bottom left) or numbered from 1 row by\n"
        "row from the top left; Ka1 is a king on a1.  Pictures show where each piece attacks;\n"
        "--format list prints the squares of TYPE1, a bar, and the squares of TYPE2.  The exit\n"
        "status is 1 when there is no solution; a count of 0 is an answer, with status 0.  The\n"
        "answer does not depend on the number of threads.  A count that --time or Ctrl-C ends is\n"
        "a lower bound, 'at least N'.\n"
        "\n"
        "generate makes puzzles; with --unique each has one solution up to symmetry: pieces are\n"
        "given and squares marked empty until that is so.  The level (1 to 5) grows with the\n"
        "search effort; --hints tells the way piece by piece.  --sheet makes a page to print, six\n"
        "puzzles on A4, solved with --solution (PDF needs rsvg-convert; Debian: librsvg2-bin).\n"
        "atlas finds, for each pair of types and growing N, the boards of the smallest area that\n"
        "have a solution, and proves that no smaller board has one; with --boards it counts on\n"
        "every board up to a size, for growing N on each, as far as --time lets it. --count and\n"
        "atlas can be shared out: a count is split at its first pieces, an atlas has a job for\n"
        "each pair and N or board; then each job has one thread unless --threads says otherwise.\n"
        "\n"
        "Examples:\n"
        "  $ roek loop 2 3 2 kings knights\n"
        "  $ roek loop 7 7 5 knights rooks --count\n"
        "  4176\n"
        "  $ roek loop 7 7 5 knights rooks --count --symmetry\n"
        "  $ roek loop 4 5 3 kings knights --unique\n"
        "  $ roek loop 4 7 4 queens knights --all --format list\n"
        "  $ roek loop 5 5 4 kings knights --given \"Ka4 Nc1\" --empty \"b2 c3\"\n"
        "  $ roek loop check 2 3 2 kings knights \"1 3 | 4 6\"\n"
        "  $ roek loop 4 5 3 rooks kings --format svg > loop.svg\n"
        "  $ roek loop generate --unique --level 3 --number 2 --hints\n"
        "  $ roek loop generate --unique --number 6 --sheet loops.svg\n"
        "  $ roek loop generate 6 6 4 kings knights --unique --seed 7 --solution\n"
        "  $ roek loop atlas kings knights --most 6\n"
        "  $ roek loop atlas kings knights --boards 5\n"
        "  $ roek loop 8 8 5 knights rooks --count --jobs 2\n",
    .run = run,
};

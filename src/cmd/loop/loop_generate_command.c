// SPDX-License-Identifier: MIT
//
// roek loop generate: puzzles, with hints if asked for, on the screen or on paper.
#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/os/random_seed.h"
#include "base/rng.h"
#include "base/text/json.h"
#include "cmd/common/command.h"
#include "cmd/common/svg_to_pdf.h"
#include "cmd/loop/loop_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 2000 };

const char *loop_level_name(int level) {
    static const char *const NAMES[] = {"", "easy", "fair", "tricky", "hard", "fiendish"};
    return NAMES[level];
}

void loop_write_hint(Text *out, const LoopPuzzle *p, const LoopSolution *solution,
                     const LoopStep *step) {
    char name[LOOP_NAME_MAX], from[LOOP_NAME_MAX];
    const char *type = loop_type_name(p->type[step->place & 1]);
    int square = solution->square[step->place];
    loop_square_name(p, square, name);
    if (step->from < 0) {
        bool given = p->mark[square] != LOOP_UNKNOWN;
        text_format(out, "%s a %s on %s.", given ? "Begin with" : "There is", type, name);
        return;
    }
    const char *other = loop_type_name(p->type[step->from & 1]);
    loop_square_name(p, solution->square[step->from], from);
    if (step->backward)
        text_format(out, "The %s on %s is attacked by ", other, from);
    else
        text_format(out, "The %s on %s attacks ", other, from);
    text_format(out, "the %s on %s", type, name);
    if (step->choices == 1)
        text_string(out, ": no other square is left.");
    else
        text_format(out, " (%d squares are possible at first sight).", step->choices);
}

static void write_command(Text *out, const LoopPuzzle *p) {
    text_string(out, "roek loop ");
    loop_write_puzzle(out, p);
    loop_write_marks(out, p);
}

static void print_puzzle_text(const LoopGradedPuzzle *task, const LoopCommandOptions *opts) {
    Text out = text_growing();
    write_command(&out, &task->puzzle);
    text_char(&out, '\n');
    loop_draw_clues(&out, &task->puzzle, opts->format);
    text_format(&out, "level %d of 5 (%s): %" PRIu64 " node%s, %d of %d steps forced\n",
                task->level, loop_level_name(task->level), task->nodes, plural_s(task->nodes),
                task->forced, task->solution.length);
    for (int i = 0; opts->hints && i < task->solution.length; i++) {
        text_format(&out, "hint %d: ", i + 1);
        loop_write_hint(&out, &task->puzzle, &task->solution, &task->steps[i]);
        text_char(&out, '\n');
    }
    if (opts->solution) loop_draw(&out, &task->puzzle, &task->solution, opts->format);
    loop_print(&out);
}

static void print_json(const LoopGradedPuzzle *task) {
    Text out = text_growing(), words = text_growing();
    json_open(&out, '{');
    loop_json_puzzle(&out, &task->puzzle);
    write_command(&words, &task->puzzle);
    json_put_text(&out, "command", &words);
    json_put_int(&out, "level", task->level);
    json_put_int(&out, "nodes", (int64_t)task->nodes);
    json_put_int(&out, "forced", task->forced);
    loop_json_solution(&out, &task->puzzle, &task->solution);
    json_key(&out, "hints");
    json_open(&out, '[');
    for (int i = 0; i < task->solution.length; i++) {
        text_clear(&words);
        loop_write_hint(&words, &task->puzzle, &task->solution, &task->steps[i]);
        json_text(&out, &words);
    }
    json_close(&out, ']');
    json_close(&out, '}');
    text_char(&out, '\n');
    text_free(&words);
    loop_print(&out);
}

/* `list` prints the command that asks for the puzzle; the other formats draw it. */
static void print_task(const LoopGradedPuzzle *task, const LoopCommandOptions *opts, bool first) {
    if (opts->format == LOOP_JSON) {
        print_json(task);
    } else if (opts->format == LOOP_LIST) {
        Text out = text_growing();
        write_command(&out, &task->puzzle);
        text_char(&out, '\n');
        if (opts->solution) loop_draw(&out, &task->puzzle, &task->solution, opts->format);
        loop_print(&out);
    } else {
        if (!first) print_out("\n");
        print_puzzle_text(task, opts);
    }
}

/* Nobody can wait for ever; programs are told in JSON what people are told. */
static int give_up(const LoopCommandOptions *opts, const LoopPuzzle *frame, const char *why) {
    print_error("%s", why);
    if (opts->format != LOOP_JSON) return EXIT_NO;
    Text out = text_growing();
    json_open(&out, '{');
    if (frame) loop_json_puzzle(&out, frame);
    if (opts->level) json_put_int(&out, "level", opts->level);
    json_put_string(&out, "result", "no puzzle");
    json_put_string(&out, "error", why);
    json_close(&out, '}');
    text_char(&out, '\n');
    loop_print(&out);
    return EXIT_NO;
}

/* Draws until the level fits; only a frame can be without a solution. */
static int make_one(const LoopCommandOptions *opts, const LoopPuzzle *frame,
                    const LoopLimits *until, Rng *rng, LoopGradedPuzzle *task) {
    char why[64];
    for (int i = 0; i < TRIES; i++) {
        LoopEnd end = loop_generate(frame, opts->unique, rng_next(rng), until, task);
        if (end == LOOP_NO_MEMORY) {
            print_error("not enough memory for this search");
            return EXIT_MACHINE;
        }
        if (interrupt_pending()) return EXIT_NO;
        if (end == LOOP_INCOMPLETE) {
            snprintf(why, sizeof why, "found no puzzle in %g s", opts->seconds);
            return give_up(opts, frame, why);
        }
        if (task->solution.length == 0) {
            loop_print_no_solution(frame, opts->format, "no solution", "no solution");
            return EXIT_NO;
        }
        if (opts->level == 0 || task->level == opts->level) return EXIT_DONE;
    }
    snprintf(why, sizeof why, "found no puzzle of level %d in %d tries", (int)opts->level, TRIES);
    return give_up(opts, frame, why);
}

/* Into the file, or to stdout if there is none. */
static int put_sheet(const LoopSheet *sheet, const char *path) {
    if (path) return loop_sheet_save(sheet, path);
    Text out = text_growing();
    loop_sheet_write(&out, sheet);
    loop_print(&out);
    return EXIT_DONE;
}

int loop_run_generate(const LoopCommandOptions *opts, char **words, int count) {
    LoopPuzzle frame;
    if (count > 0 && !loop_read_puzzle(words, count, &frame)) return EXIT_MISUSE;
    if (count > 0 && !loop_read_marks(opts, &frame)) return EXIT_MISUSE;
    if (opts->sheet && !svg_pages_check_name(opts->sheet)) return EXIT_MISUSE;
    if (opts->sheet && !file_is_writable(opts->sheet)) {
        print_write_error(opts->sheet);
        return EXIT_MACHINE;
    }
    uint64_t seed = opts->seed >= 0 ? (uint64_t)opts->seed : random_seed() >> 1;
    Rng rng = rng_seeded(seed);
    LoopLimits until = {.stop = interrupt_flag()};
    if (opts->seconds > 0) until.deadline = clock_ms() + (int64_t)(opts->seconds * 1000);
    LoopGradedPuzzle *task = calloc(1, sizeof *task);
    LoopSheet sheet = {.boards = text_growing()};
    bool on_paper = opts->sheet || opts->format == LOOP_SVG;
    int status = task ? EXIT_DONE : EXIT_MACHINE;
    if (!task) print_memory_error();
    for (int64_t i = 0; i < opts->number && status == EXIT_DONE; i++) {
        status = make_one(opts, count > 0 ? &frame : NULL, &until, &rng, task);
        if (status != EXIT_DONE) break;
        if (on_paper)
            loop_sheet_add(&sheet, task, opts->solution);
        else
            print_task(task, opts, i == 0);
        print_flush();
    }
    bool stopped = interrupt_pending() && sheet.count > 0;
    if (on_paper && (status == EXIT_DONE || stopped)) status = put_sheet(&sheet, opts->sheet);
    print_err("seed %" PRIu64 "\n", seed);
    text_free(&sheet.boards);
    free(task);
    return status;
}

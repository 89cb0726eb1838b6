// SPDX-License-Identifier: MIT
//
//     "3 1<tab>h#1 7k/5K2/8/5S2/8/8/8/6R1 twins \"b) g1-g2\";"     a job: the line it stands on,
//                                                                  which part of it, the problem
//     "1 1 1 0 0"                                                  its note: the score, and for
//                                                                  paper the solution behind it
#include "cmd/problem/problem_run.h"

#include "base/os/interrupt.h"
#include "cmd/common/proof_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const ProblemRunOptions *run_options;
    // the list
    ProblemSource source;
    const char *line; // the problem that is listed …
    int part, parts;  // … up to this part of it
    // the answers
    Text pending_job; // the job of a diagram that is not on paper yet: not all of its parts are
                      // taken
    Text solution;    // of these
    bool begun;       // the document
    ProblemSheet sheet;
    Text certificate; // of all answers
    int asked, solved, sound, proved;
} ProblemRun;

// --- a problem and its parts ---

/* A problem as its line asks for it. */
typedef struct {
    Text text; // what the diagram points into
    Problem diagram;
    ProblemTwins twins;
    ProblemCommandOptions opts;
} ParsedProblem;

/* Is it a problem for what is asked?  False after complaining. */
static bool options_fit(const ParsedProblem *parsed, const char *place) {
    const ProblemCommandOptions *opts = &parsed->opts;
    if (opts->certificate && (opts->after_key || opts->options.first || opts->options.exact)) {
        print_error(
            "%s--certificate wants the whole answer, without --after-key, --first, --length",
            place);
        return false;
    }
    if (!opts->after_key) return true;
    bool keyless = stipulation_has_lines(&parsed->diagram.stipulation);
    if (keyless) print_error("%s--after-key: only direct, self and reflex play has a key", place);
    if (!keyless && opts->options.first)
        print_error("%s--after-key: the first move has been played, there is none for --first",
                    place);
    return !keyless && !opts->options.first;
}

/* False after complaining; to be freed in any case. */
static bool parse_problem(const ProblemReadOptions *read_options,
                          const ProblemCommandOptions *usual, const char *line, int number,
                          ParsedProblem *out) {
    char place[INPUT_PLACE_MAX];
    InputPosition here = {.number = number};
    input_place(&here, place);
    out->text = text_growing();
    out->diagram = (Problem){.number = number};
    out->opts = *usual;
    return problem_read(read_options, line, place, &out->text, &out->diagram) &&
           problem_read_options(&out->diagram, place, &out->opts) && options_fit(out, place) &&
           problem_read_twins(read_options, &out->diagram, place, &out->twins);
}

static void parsed_problem_free(ParsedProblem *parsed) {
    text_free(&parsed->text);
}

/* With duplex there are two of each twin. */
static int part_count(const ParsedProblem *parsed) {
    return parsed->twins.count * (parsed->opts.duplex ? 2 : 1);
}

/* The other side begins; false if a king could be taken. */
static bool turn(Problem *problem) {
    Setup setup = position_to_setup(&problem->pos);
    setup.turn = other(setup.turn);
    setup.ep = NO_SQUARE;
    problem->duplex = true;
    problem->intended_keys.count = 0;
    return position_from_setup(&setup, &STANDARD_CHESS, &problem->pos) == 0;
}

/* The problem that is this part of it; false if that cannot be played. */
static bool take_part(const ParsedProblem *parsed, int part, Problem *out) {
    int twin = parsed->opts.duplex ? part / 2 : part;
    *out = parsed->diagram;
    out->twin = parsed->twins.items[twin].label;
    out->stipulation = parsed->twins.items[twin].stipulation;
    out->pos = parsed->twins.items[twin].pos;
    if (twin > 0) out->intended_keys.count = 0; // the diagram's
    return !parsed->opts.duplex || part % 2 == 0 || turn(out);
}

// --- the list ---

/* The next problem that is one. */
static bool open_problem(ProblemRun *run) {
    const ProblemRunOptions *run_options = run->run_options;
    run->part = run->parts = 0;
    while (run->parts == 0 && (run->line = problem_source_next(&run->source)) != NULL) {
        ParsedProblem parsed;
        if (parse_problem(&run_options->read_options, &run_options->opts, run->line,
                          run->source.number, &parsed))
            run->parts = part_count(&parsed);
        else
            run->source.in.bad = true;
        parsed_problem_free(&parsed);
    }
    return run->parts > 0;
}

static bool next_part(void *context, Text *job) {
    ProblemRun *run = context;
    if (run->part == run->parts && !open_problem(run)) return false;
    text_format(job, "%d %d\t", run->source.number, run->part++);
    text_string(job, run->line);
    return true;
}

static int list_ended(void *context) {
    const ProblemRun *run = context;
    return input_status(&run->source.in, EXIT_DONE);
}

/* What was to be said about the line was said when it was read first.  False after complaining; to
 * be freed in any case. */
static bool read_job(const ProblemRunOptions *run_options, const char *job, ParsedProblem *out,
                     int *part) {
    int64_t number, which;
    Cursor c = cursor_on(job);
    ProblemReadOptions read_options = run_options->read_options;
    read_options.warned = true;
    *out = (ParsedProblem){.text = text_growing()};
    bool formed =
        cursor_int(&c, 0, INT_MAX, &number) && cursor_int(&c, 0, INT_MAX, &which) && *c.at == '\t';
    if (formed && !parse_problem(&read_options, &run_options->opts, c.at + 1, (int)number, out))
        return false;
    *part = formed ? (int)which : 0;
    if (formed && *part < part_count(out)) return true;
    print_error("this is no job with a problem: '%s'", job);
    return false;
}

// --- the work ---

static void *state_new(void *context) {
    const ProblemRunOptions *run_options = ((const ProblemRun *)context)->run_options;
    ProblemSolver *solver = problem_solver_new(run_options->threads, run_options->hash);
    if (!solver) print_error("not enough memory for --hash %zu", run_options->hash);
    return solver;
}

static void state_free(void *context, void *state) {
    (void)context;
    problem_solver_free(state);
}

static void write_note(Text *note, const ProblemCounts *s, const Text *solution) {
    text_format(note, "%d %d %d %d %d\n", s->asked, s->solved, s->sound, s->proved, s->no_memory);
    text_append(note, solution);
}

/* An answer that there is no memory for is none, and the others may do with less. */
static void drop_if_failed(Text *shown, ProblemCounts *counts) {
    if (shown->failed) {
        text_free(shown);
        *shown = text_growing();
        counts->no_memory = true;
    }
    if (counts->no_memory) print_memory_error();
}

static ProblemCounts answer_part(const ParsedProblem *parsed, int part, ProblemSolver *solver,
                                 Text *shown, Job *job) {
    Problem problem;
    ProblemCounts counts = {0};
    const ProblemOutputs outputs = {shown, &job->part[JOB_FILE], &job->part[JOB_STDERR]};
    if (take_part(parsed, part, &problem))
        counts = problem_answer(solver, &problem, &parsed->opts, &outputs);
    else
        put_error(outputs.remark, "duplex: a king could be taken");
    drop_if_failed(shown, &counts);
    return counts;
}

static bool answer(void *context, void *state, Job *job) {
    const ProblemRunOptions *run_options = ((const ProblemRun *)context)->run_options;
    bool is_text = run_options->opts.format == FORMAT_TEXT;
    Text solution = text_growing();
    ParsedProblem parsed;
    int part;
    bool read = read_job(run_options, text_get(&job->part[JOB_INPUT]), &parsed, &part);
    if (read) {
        Text *shown = is_text ? &job->part[JOB_STDOUT] : &solution;
        ProblemCounts counts = answer_part(&parsed, part, state, shown, job);
        write_note(&job->part[JOB_DATA], &counts, &solution);
    }
    parsed_problem_free(&parsed);
    text_free(&solution);
    return read;
}

// --- on paper ---

static bool is_document(const ProblemRun *run) {
    return run->run_options->opts.format == FORMAT_LATEX && run->run_options->is_book;
}

/* Not before there is something to print, as then it is settled where that goes. */
static void begin_document(ProblemRun *run) {
    Text head = text_growing();
    if (is_document(run) && !run->begun) {
        problem_put_latex_head(&head);
        print_text(&head, "");
    }
    run->begun = true;
    text_free(&head);
}

static void end_document(ProblemRun *run) {
    Text foot = text_growing();
    begin_document(run);
    if (is_document(run)) {
        problem_put_latex_foot(&foot);
        print_text(&foot, "");
    }
    text_free(&foot);
}

/* The diagram with the solutions of all its parts, as far as there are any. */
static void put_on_page(ProblemRun *run, const Problem *diagram) {
    char twins[TWINS_MAX];
    Text page = text_growing();
    ProblemFormat format = run->run_options->opts.format;
    problem_twins_text(&run->run_options->read_options, diagram, twins);
    if (format == FORMAT_SHEET)
        problem_sheet_add(&run->sheet, diagram, twins, text_get(&run->solution));
    else if (format == FORMAT_LATEX)
        problem_put_latex(&page, diagram, twins, text_get(&run->solution));
    else
        problem_put_svg(&page, diagram, twins);
    page.failed |= run->solution.failed;
    begin_document(run);
    print_text(&page, "");
    text_free(&page);
    text_clear(&run->solution);
    text_clear(&run->pending_job);
}

/* One more part; false if the job cannot be read. */
static bool take_solution(ProblemRun *run, const Job *job, const char *solution) {
    ParsedProblem parsed;
    int part;
    bool read = read_job(run->run_options, text_get(&job->part[JOB_INPUT]), &parsed, &part);
    if (read) {
        text_string(&run->solution, solution);
        text_clear(&run->pending_job);
        text_append(&run->pending_job, &job->part[JOB_INPUT]);
        if (part == part_count(&parsed) - 1) put_on_page(run, &parsed.diagram);
    }
    parsed_problem_free(&parsed);
    return read;
}

/* Of a diagram whose other parts nobody waits for. */
static void put_pending(ProblemRun *run) {
    ParsedProblem parsed;
    int part;
    if (run->pending_job.used == 0) return;
    if (read_job(run->run_options, text_get(&run->pending_job), &parsed, &part))
        put_on_page(run, &parsed.diagram);
    parsed_problem_free(&parsed);
}

// --- the answers ---

/* What is behind the note is the solution. */
static bool read_note(const char *note, ProblemCounts *out, const char **solution) {
    enum { WORDS = 5 };
    int64_t said[WORDS];
    Cursor c = cursor_on(note);
    for (int i = 0; i < WORDS; i++)
        if (!cursor_int(&c, 0, 1, &said[i])) return false;
    if (*c.at != '\n') return false;
    *out = (ProblemCounts){said[0] != 0, said[1] != 0, said[2] != 0, said[3] != 0, said[4] != 0};
    *solution = c.at + 1;
    return true;
}

static TakeResult take_answer(void *context, const Job *job) {
    ProblemRun *run = context;
    ProblemCounts counts;
    const char *solution;
    bool is_text = run->run_options->opts.format == FORMAT_TEXT;
    if (!read_note(text_get(&job->part[JOB_DATA]), &counts, &solution)) return TAKE_BAD;
    if (counts.proved && !run->run_options->opts.certificate)
        return TAKE_BAD; // nobody asked for that
    if (!is_text && !take_solution(run, job, solution))
        return memory_ran_out() ? TAKE_ENOUGH : TAKE_BAD;
    if (counts.no_memory) print_memory_error(); // here or where it was done
    run->asked += counts.asked;
    run->solved += counts.solved;
    run->sound += counts.sound;
    run->proved += counts.proved;
    text_append(&run->certificate, &job->part[JOB_FILE]);
    return TAKE_MORE;
}

/* A book may hold unsolved problems. */
static int verdict(const ProblemRun *run) {
    int good = run->run_options->must_be_sound ? run->sound : run->solved;
    bool yes = run->asked && good == run->asked;
    return yes || run->run_options->is_book ? EXIT_DONE : EXIT_NO;
}

static int finish(void *context) {
    ProblemRun *run = context;
    int status = verdict(run), saved = EXIT_DONE;
    put_pending(run);
    if (run->proved)
        saved = proof_file_write(run->run_options->opts.certificate, &run->certificate, true);
    if (saved != EXIT_DONE) status = saved;
    if (run->run_options->opts.format != FORMAT_SHEET) {
        end_document(run);
        return status;
    }
    saved = problem_sheet_save(&run->sheet, run->run_options->sheet_path);
    return saved == EXIT_DONE ? status : saved;
}

// --- all of it ---

/* Where the problems come from; false after complaining. */
static bool open_source(ProblemRun *run, const Operands *rest) {
    int first = run->run_options->operands;
    int used = problem_source_open(&run->source, rest, first);
    if (used < 0 || first + used == rest->count) return used >= 0;
    print_error("'%s' is one operand too many", rest->items[first + used]);
    return false;
}

static void free_run(ProblemRun *run) {
    problem_sheet_free(&run->sheet);
    text_free(&run->pending_job);
    text_free(&run->solution);
    text_free(&run->certificate);
}

int problem_run(const Command *self, const BatchOptions *batch_options,
                const ProblemRunOptions *run_options, const Operands *rest) {
    ProblemRun run = {.run_options = run_options,
                      .pending_job = text_growing(),
                      .solution = text_growing(),
                      .sheet = {.solutions = text_growing()},
                      .certificate = text_growing()};
    const Batch batch = {.context = &run,
                         .next = next_part,
                         .list_status = list_ended,
                         .state_new = state_new,
                         .state_free = state_free,
                         .work = answer,
                         .take = take_answer,
                         .finish = finish,
                         .stop = interrupt_flag()};
    bool ready = !batch_reads_jobs(self) || open_source(&run, rest);
    int status = ready ? batch_run(self, batch_options, &batch) : EXIT_MISUSE;
    problem_source_close(&run.source, status);
    free_run(&run);
    return status;
}

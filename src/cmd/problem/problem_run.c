// SPDX-License-Identifier: MIT
//
//     "3 1<tab>h#1 7k/5K2/8/5S2/8/8/8/6R1 twins \"b) g1-g2\";"     a job: the line it stands on,
//                                                                  which part of it, the problem
//     "1 1 1 0 0"                                                  its note: the score, and for
//                                                                  paper the solution behind it
#include "cmd/problem/problem_run.h"

#include "base/os/interrupt.h"
#include "cmd/common/proof_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const ProblemOrder *order;
    // the list
    ProblemSource source;
    const char *line; // the problem that is listed …
    int part, parts;  // … up to this part of it
    // the answers
    Text waiting;  // the job of a diagram that is not on paper yet: not all of its parts are taken
    Text solution; // of these
    bool begun;    // the document
    ProblemSheet sheet;
    Text certificate; // of all answers
    int asked, solved, sound, proved;
} Run;

/* ------------------------------------------------------------------ a problem and its parts */

/* A problem as its line asks for it. */
typedef struct {
    Text text; // what the diagram points into
    Problem diagram;
    ProblemTwins twins;
    ProblemWish wish;
} Task;

/* Is it a problem for what is asked?  False after complaining. */
static bool suits(const Task *task, const char *place) {
    const ProblemWish *wish = &task->wish;
    if (wish->certificate && (wish->after_key || wish->options.first || wish->options.exact)) {
        complain("%s--certificate wants the whole answer, without --after-key, --first, --length",
                 place);
        return false;
    }
    if (!wish->after_key) return true;
    bool keyless = stipulation_has_lines(&task->diagram.stipulation);
    if (keyless) complain("%s--after-key: only direct, self and reflex play has a key", place);
    if (!keyless && wish->options.first)
        complain("%s--after-key: the first move has been played, there is none for --first", place);
    return !keyless && !wish->options.first;
}

/* False after complaining; to be freed in any case. */
static bool read_task(const ProblemCustom *custom, const ProblemWish *usual, const char *line,
                      int number, Task *out) {
    char place[INPUT_PLACE_MAX];
    InputPosition here = {.number = number};
    input_place(&here, place);
    out->text = text_growing();
    out->diagram = (Problem){.number = number};
    out->wish = *usual;
    return problem_read(custom, line, place, &out->text, &out->diagram) &&
           problem_read_wish(&out->diagram, place, &out->wish) && suits(out, place) &&
           problem_read_twins(custom, &out->diagram, place, &out->twins);
}

static void free_task(Task *task) {
    text_free(&task->text);
}

/* With duplex there are two of each twin. */
static int part_count(const Task *task) {
    return task->twins.count * (task->wish.duplex ? 2 : 1);
}

/* The other side begins; false if a king could be taken. */
static bool turn(Problem *problem) {
    Setup setup = position_to_setup(&problem->pos);
    setup.turn = other(setup.turn);
    setup.ep = NO_SQUARE;
    problem->duplex = true;
    problem->meant.count = 0;
    return position_from_setup(&setup, &STANDARD_CHESS, &problem->pos) == 0;
}

/* The problem that is this part of it; false if that cannot be played. */
static bool take_part(const Task *task, int part, Problem *out) {
    int twin = task->wish.duplex ? part / 2 : part;
    *out = task->diagram;
    out->twin = task->twins.items[twin].label;
    out->stipulation = task->twins.items[twin].stipulation;
    out->pos = task->twins.items[twin].pos;
    if (twin > 0) out->meant.count = 0; // the diagram's
    return !task->wish.duplex || part % 2 == 0 || turn(out);
}

/* ------------------------------------------------------------------ the list */

/* The next problem that is one. */
static bool open_problem(Run *run) {
    const ProblemOrder *order = run->order;
    run->part = run->parts = 0;
    while (run->parts == 0 && (run->line = problem_source_next(&run->source)) != NULL) {
        Task task;
        if (read_task(&order->custom, &order->wish, run->line, run->source.number, &task))
            run->parts = part_count(&task);
        else
            run->source.in.bad = true;
        free_task(&task);
    }
    return run->parts > 0;
}

static bool next_part(void *context, Text *job) {
    Run *run = context;
    if (run->part == run->parts && !open_problem(run)) return false;
    text_format(job, "%d %d\t", run->source.number, run->part++);
    text_string(job, run->line);
    return true;
}

static int list_ended(void *context) {
    const Run *run = context;
    return input_status(&run->source.in, EXIT_DONE);
}

/* What was to be said about the line was said when it was read first.  False after complaining; to
 * be freed in any case. */
static bool read_job(const ProblemOrder *order, const char *job, Task *out, int *part) {
    int number = 0, used = 0;
    ProblemCustom custom = order->custom;
    custom.warned = true;
    *out = (Task){.text = text_growing()};
    bool formed = sscanf(job, "%d %d%n", &number, part, &used) == 2 && job[used] == '\t';
    if (formed && !read_task(&custom, &order->wish, job + used + 1, number, out)) return false;
    if (formed && *part >= 0 && *part < part_count(out)) return true;
    complain("this is no job with a problem: '%s'", job);
    return false;
}

/* ------------------------------------------------------------------ the work */

static void *hire(void *context) {
    const ProblemOrder *order = ((const Run *)context)->order;
    ProblemSolver *solver = problem_solver_new(order->threads, order->hash);
    if (!solver) complain("not enough memory for --hash %zu", order->hash);
    return solver;
}

static void dismiss(void *context, void *hand) {
    (void)context;
    problem_solver_free(hand);
}

static void write_note(Text *note, const ProblemScore *s, const Text *solution) {
    text_format(note, "%d %d %d %d %d\n", s->asked, s->solved, s->sound, s->proved, s->no_memory);
    text_join(note, solution);
}

/* An answer that there is no memory for is none, and the others may do with less. */
static void drop_if_failed(Text *shown, ProblemScore *score) {
    if (shown->failed) {
        text_free(shown);
        *shown = text_growing();
        score->no_memory = true;
    }
    if (score->no_memory) complain_memory();
}

static ProblemScore answer_part(const Task *task, int part, ProblemSolver *solver, Text *shown,
                                Job *job) {
    Problem problem;
    ProblemScore score = {0};
    const ProblemPapers papers = {shown, &job->part[PART_FILE], &job->part[PART_REMARK]};
    if (take_part(task, part, &problem))
        score = problem_answer(solver, &problem, &task->wish, &papers);
    else
        complain_into(papers.remark, "duplex: a king could be taken");
    drop_if_failed(shown, &score);
    return score;
}

static bool answer(void *context, void *hand, Job *job) {
    const ProblemOrder *order = ((const Run *)context)->order;
    bool is_text = order->wish.format == FORMAT_TEXT;
    Text solution = text_growing();
    Task task;
    int part;
    bool read = read_job(order, text_get(&job->part[PART_JOB]), &task, &part);
    if (read) {
        Text *shown = is_text ? &job->part[PART_OUT] : &solution;
        ProblemScore score = answer_part(&task, part, hand, shown, job);
        write_note(&job->part[PART_NOTE], &score, &solution);
    }
    free_task(&task);
    text_free(&solution);
    return read;
}

/* ------------------------------------------------------------------ on paper */

static bool is_document(const Run *run) {
    return run->order->wish.format == FORMAT_LATEX && run->order->is_book;
}

/* Not before there is something to print, as then it is settled where that goes. */
static void begin_document(Run *run) {
    Text head = text_growing();
    if (is_document(run) && !run->begun) {
        problem_put_latex_head(&head);
        say_text(&head, "");
    }
    run->begun = true;
    text_free(&head);
}

static void end_document(Run *run) {
    Text foot = text_growing();
    begin_document(run);
    if (is_document(run)) {
        problem_put_latex_foot(&foot);
        say_text(&foot, "");
    }
    text_free(&foot);
}

/* The diagram with the solutions of all its parts, as far as there are any. */
static void put_on_paper(Run *run, const Problem *diagram) {
    char twins[TWINS_MAX];
    Text page = text_growing();
    ProblemFormat format = run->order->wish.format;
    problem_twins_text(&run->order->custom, diagram, twins);
    if (format == FORMAT_SHEET)
        problem_sheet_add(&run->sheet, diagram, twins, text_get(&run->solution));
    else if (format == FORMAT_LATEX)
        problem_put_latex(&page, diagram, twins, text_get(&run->solution));
    else
        problem_put_svg(&page, diagram, twins);
    page.failed |= run->solution.failed;
    begin_document(run);
    say_text(&page, "");
    text_free(&page);
    text_clear(&run->solution);
    text_clear(&run->waiting);
}

/* One more part; false if the job cannot be read. */
static bool take_solution(Run *run, const Job *job, const char *solution) {
    Task task;
    int part;
    bool read = read_job(run->order, text_get(&job->part[PART_JOB]), &task, &part);
    if (read) {
        text_string(&run->solution, solution);
        text_clear(&run->waiting);
        text_join(&run->waiting, &job->part[PART_JOB]);
        if (part == part_count(&task) - 1) put_on_paper(run, &task.diagram);
    }
    free_task(&task);
    return read;
}

/* Of a diagram whose other parts nobody waits for. */
static void put_rest(Run *run) {
    Task task;
    int part;
    if (run->waiting.used == 0) return;
    if (read_job(run->order, text_get(&run->waiting), &task, &part))
        put_on_paper(run, &task.diagram);
    free_task(&task);
}

/* ------------------------------------------------------------------ the answers */

/* What is behind the note is the solution. */
static bool read_note(const char *note, ProblemScore *out, const char **solution) {
    int asked, solved, sound, proved, no_memory, used = 0;
    if (sscanf(note, "%d %d %d %d %d%n", &asked, &solved, &sound, &proved, &no_memory, &used) !=
            5 ||
        note[used] != '\n')
        return false;
    *out = (ProblemScore){asked != 0, solved != 0, sound != 0, proved != 0, no_memory != 0};
    *solution = note + used + 1;
    return true;
}

static Taken take_answer(void *context, const Job *job) {
    Run *run = context;
    ProblemScore score;
    const char *solution;
    bool is_text = run->order->wish.format == FORMAT_TEXT;
    if (!read_note(text_get(&job->part[PART_NOTE]), &score, &solution)) return ANSWER_BAD;
    if (score.proved && !run->order->wish.certificate) return ANSWER_BAD; // nobody asked for that
    if (!is_text && !take_solution(run, job, solution))
        return memory_ran_out() ? ANSWER_ENOUGH : ANSWER_BAD;
    if (score.no_memory) complain_memory(); // here or where it was done
    run->asked += score.asked;
    run->solved += score.solved;
    run->sound += score.sound;
    run->proved += score.proved;
    text_join(&run->certificate, &job->part[PART_FILE]);
    return ANSWER_TAKEN;
}

/* A book may hold unsolved problems. */
static int verdict(const Run *run) {
    int good = run->order->must_be_sound ? run->sound : run->solved;
    bool yes = run->asked && good == run->asked;
    return yes || run->order->is_book ? EXIT_DONE : EXIT_NO;
}

static int finish(void *context) {
    Run *run = context;
    int status = verdict(run), saved = EXIT_DONE;
    put_rest(run);
    if (run->proved)
        saved = certificate_write(run->order->wish.certificate, &run->certificate, true);
    if (saved != EXIT_DONE) status = saved;
    if (run->order->wish.format != FORMAT_SHEET) {
        end_document(run);
        return status;
    }
    saved = problem_sheet_save(&run->sheet, run->order->sheet_path);
    return saved == EXIT_DONE ? status : saved;
}

/* ------------------------------------------------------------------ all of it */

/* Where the problems come from; false after complaining. */
static bool open_source(Run *run, const Operands *rest) {
    int first = run->order->operands;
    int used = problem_source_open(&run->source, rest, first);
    if (used < 0 || first + used == rest->count) return used >= 0;
    complain("'%s' is one operand too many", rest->items[first + used]);
    return false;
}

static void free_run(Run *run) {
    problem_sheet_free(&run->sheet);
    text_free(&run->waiting);
    text_free(&run->solution);
    text_free(&run->certificate);
}

int problem_run(const Command *self, const BatchWish *sharing, const ProblemOrder *order,
                const Operands *rest) {
    Run run = {.order = order,
               .waiting = text_growing(),
               .solution = text_growing(),
               .sheet = {.solutions = text_growing()},
               .certificate = text_growing()};
    const Batch batch = {.context = &run,
                         .next = next_part,
                         .ended = list_ended,
                         .hire = hire,
                         .dismiss = dismiss,
                         .work = answer,
                         .take = take_answer,
                         .finish = finish,
                         .stop = interrupt_flag()};
    bool ready = !batch_reads(self) || open_source(&run, rest);
    int status = ready ? batch_run(self, sharing, &batch) : EXIT_MISUSE;
    problem_source_close(&run.source, status);
    free_run(&run);
    return status;
}

// SPDX-License-Identifier: MIT
//
// roek mate: forced mates, found and proved.
#include "cmd/mate/mate_command.h"

#include "base/file/file.h"
#include "base/os/interrupt.h"
#include "cmd/common/job_options.h"
#include "cmd/common/long_work.h"
#include "console/progress.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run over one position or many. */
typedef struct {
    MateCommandOptions opts;
    int threads;
    size_t hash;
    Input in;
    bool moves_from_dm; // the number of moves is each line's dm
    bool strict;        // see STRICT_OPTION
    const Rules *rules;
    int first_position; // the operand with which positions begin
    // summed up
    int asked, found;
    int scored, solved, proved;
    double seconds;
    bool is_list;
    int status;
} MateRun;

/* What one answer adds to the sums. */
typedef struct {
    bool found, scored, solved, proved;
    double seconds;
} MateCounts;

static void on_progress(const MateProgress *p, void *context) {
    const char *aim = ((const MateRun *)context)->rules->goal_name;
    char upper[32] = "";
    Text bound = text_on(upper, sizeof upper);
    if (p->hi) text_format(&bound, ", %s within %d", aim, p->hi);
    progress_show("no %s in %d%s  %.1f million nodes, %.1f s", aim, p->lo, upper,
                  (double)p->nodes / 1e6, p->seconds);
}

/* Compares with the length the line states. */
static MateCounts count_result(const InputPosition *here, const MateResult *r, Text *remark) {
    int64_t dm;
    MateCounts s = {.found = r->verdict == MATE_FOUND, .seconds = r->seconds};
    s.scored = epd_mate(&here->epd, &dm);
    if (!s.scored) return s;
    int length = (int)(dm < 0 ? -dm : dm);
    s.solved = r->moves > 0 && r->length > 0 && r->moves <= length;
    s.proved = s.found && r->proved && r->moves == length;
    bool excluded = r->excluded >= length || (r->proved && r->moves > length);
    if ((s.solved && r->moves < length) || excluded) {
        char place[INPUT_PLACE_MAX];
        input_place(here, place);
        text_format(remark, "%sdm says %d, but %s\n", place, length,
                    excluded ? "that is proved wrong" : "there is a shorter mate");
    }
    return s;
}

static void write_extras(Text *out, MateSolver *solver, const InputPosition *here,
                         const MateCommandOptions *opts, const MateResult *r) {
    if (opts->tree) mate_show_tree(out, solver, &here->pos, opts, r);
    if (opts->tries) mate_show_tries(out, solver, &here->pos, opts, r);
}

/* One line for one of many positions. */
static void write_row(Text *out, MateSolver *solver, const InputPosition *here,
                      const MateCommandOptions *opts, const MateResult *r) {
    char id[EPD_ID_MAX], over[OUTCOME_TEXT_MAX];
    mate_show_verdict(out, &here->pos, opts, r);
    if (epd_id(&here->epd, id))
        text_format(out, "  [%s]", id);
    else
        text_format(out, "  [line %d]", here->number);
    if (mate_is_over(&here->pos, r, over)) text_format(out, "  (%s)", over);
    text_char(out, '\n');
    if (opts->options.all || opts->tree) mate_show_details(out, &here->pos, opts, r);
    write_extras(out, solver, here, opts, r);
}

static void write_answer(Job *job, MateSolver *solver, const InputPosition *here,
                         const MateCommandOptions *opts, const MateResult *r) {
    Text *out = &job->part[JOB_STDOUT];
    mate_show_verdict(out, &here->pos, opts, r);
    text_char(out, '\n');
    mate_show_details(out, &here->pos, opts, r);
    write_extras(out, solver, here, opts, r);
    text_format(&job->part[JOB_STDERR], "%llu node%s, %.3f s\n", (unsigned long long)r->nodes,
                plural_s(r->nodes), r->seconds);
}

static void write_json(Text *out, MateSolver *solver, const InputPosition *here,
                       const MateCommandOptions *opts, const MateResult *r) {
    mate_show_json(out, solver, here, opts, r);
    text_char(out, '\n');
}

// --- the list ---

/* How many moves to look at, and for whom; false if the line does not say it. */
static bool take_dm(const MateRun *run, const InputPosition *here, MateOptions *options) {
    int64_t dm;
    if (!run->moves_from_dm) return true;
    if (!epd_mate(&here->epd, &dm) || dm == 0 || dm > MATE_MOVES_MAX || dm < -MATE_MOVES_MAX)
        return false;
    options->mated = dm < 0;
    options->moves = (int)(dm < 0 ? -dm : dm);
    return true;
}

static bool next_position(void *context, Text *job) {
    MateRun *run = context;
    InputPosition here;
    MateOptions options;
    while (input_next(&run->in, &here)) {
        if (take_dm(run, &here, &options)) {
            input_write_job(job, &run->in, &here);
            return true;
        }
        char place[INPUT_PLACE_MAX];
        input_place(&here, place);
        print_error("%sno length of mate ('dm N;' or 'bm #N;') from 1 to %d", place,
                    MATE_MOVES_MAX);
        run->in.bad = true;
    }
    return false;
}

static int list_ended(void *context) {
    const MateRun *run = context;
    return input_status(&run->in, EXIT_DONE);
}

// --- the work ---

static void *state_new(void *context) {
    const MateRun *run = context;
    MateSolver *solver = mate_solver_new(run->threads, run->hash);
    if (!solver) print_error("not enough memory for --hash %zu", run->hash);
    return solver;
}

static void state_free(void *context, void *state) {
    (void)context;
    mate_solver_free(state);
}

static bool answer(void *context, void *state, Job *job) {
    MateRun *run = context;
    MateSolver *solver = state;
    MateCommandOptions opts = run->opts;
    MateResult result;
    InputPosition here;
    if (!input_read_job(text_get(&job->part[JOB_INPUT]), run->rules, &here)) return false;
    take_dm(run, &here, &opts.options);
    mate_solve(solver, &here.pos, &opts.options, &result);
    if (opts.options.progress) progress_erase();
    if (result.no_memory) {
        print_memory_error();
        return true; // the others may do with less
    }
    MateCounts s = count_result(&here, &result, &job->part[JOB_STDERR]);
    text_format(&job->part[JOB_DATA], "%d %d %d %d %.0f", s.found, s.scored, s.solved, s.proved,
                s.seconds * 1e9);
    if (opts.json)
        write_json(&job->part[JOB_STDOUT], solver, &here, &opts, &result);
    else if (here.number)
        write_row(&job->part[JOB_STDOUT], solver, &here, &opts, &result);
    else
        write_answer(job, solver, &here, &opts, &result);
    if (opts.certificate) // of one position alone
        run->status = mate_proof_file_write(opts.certificate, solver, &here.pos, &opts, &result);
    return true;
}

/* The note; found, scored, solved, proved and the nanoseconds it took. */
enum { NOTE_COUNTS = 4 };
static bool read_note(const char *note, int64_t counts[NOTE_COUNTS], int64_t *ns) {
    Cursor c = cursor_on(note);
    for (int i = 0; i < NOTE_COUNTS; i++)
        if (!cursor_int(&c, 0, 1, &counts[i])) return false;
    return cursor_int(&c, 0, INT64_MAX, ns) && cursor_done(&c);
}

static TakeResult take_answer(void *context, const Job *job) {
    MateRun *run = context;
    int64_t counts[NOTE_COUNTS], ns, line;
    const char *note = text_get(&job->part[JOB_DATA]);
    Cursor position = cursor_on(text_get(&job->part[JOB_INPUT]));
    if (!cursor_int(&position, 0, INT_MAX, &line)) return TAKE_BAD;
    run->is_list |= line > 0;
    if (!*note) {
        print_memory_error(); // there was none for it, here or where it was done
        return TAKE_MORE;
    }
    if (!read_note(note, counts, &ns)) return TAKE_BAD;
    run->asked++;
    run->found += (int)counts[0];
    run->scored += (int)counts[1];
    run->solved += (int)counts[2];
    run->proved += (int)counts[3];
    run->seconds += (double)ns / 1e9;
    return TAKE_MORE;
}

static void print_summary(const MateRun *run) {
    if (run->scored)
        print_out("solved %d of %d, proved %d, %.3f s\n", run->solved, run->scored, run->proved,
                  run->seconds);
    else
        print_out("found %d of %d, %.3f s\n", run->found, run->asked, run->seconds);
}

static int sum_up(void *context) {
    const MateRun *run = context;
    if (run->is_list && run->asked && !run->opts.json) print_summary(run);
    if (run->status != EXIT_DONE) return run->status;
    bool yes = run->scored ? run->solved == run->scored : run->found == run->asked;
    return yes && run->asked ? EXIT_DONE : EXIT_NO;
}

// --- the command ---

/* The first operand: a number, "dm", or nothing before a position: then it is counted upwards. */
static bool read_moves(MateRun *run, const Operands *rest) {
    int64_t moves;
    const char *word = rest->count ? rest->items[0] : NULL;
    run->first_position = !word || !input_is_position(word);
    if (word && !run->first_position) {
        run->opts.options.moves = MATE_MOVES_MAX;
        return true;
    }
    run->moves_from_dm = word && strcmp(word, "dm") == 0;
    if (run->moves_from_dm) return true;
    if (word && text_to_int(word, 1, MATE_MOVES_MAX, &moves)) {
        run->opts.options.moves = (int)moves;
        return true;
    }
    print_error("mate wants a number of moves from 1 to %d%s%s%s", MATE_MOVES_MAX,
                word ? ", not '" : "", word ? word : "", word ? "'" : "");
    return false;
}

/* What goes with what; false after complaining. */
static bool options_are_sound(const MateRun *run) {
    const MateOptions *o = &run->opts.options;
    if (!rules_need_mate(run->rules) && o->goal != MATE_GOAL_MATE) {
        print_error("--goal %s: in %s only 'mate' (a win) can be asked for",
                    mate_goal_name(o->goal), run->rules->title);
        return false;
    }
    if (o->mated && o->goal != MATE_GOAL_MATE) {
        print_error("--mated goes with --goal mate only");
        return false;
    }
    if (o->quick && o->all) {
        print_error("--all lists the keys of the shortest mate, which --quick does not look for");
        return false;
    }
    if (!(o->seconds >= 0)) {
        print_error("--time wants a number of seconds from 0");
        return false;
    }
    return true;
}

/* Where the positions come from; EXIT_DONE, or a status after complaining. */
static int open_input(MateRun *run, const Operands *rest) {
    int first = run->first_position;
    int used = input_open(&run->in, run->rules, rest, first, INPUT_FROM_STDIN);
    if (used < 0) return EXIT_MISUSE;
    run->in.strict = run->strict;
    if (first + used < rest->count) {
        print_error("'%s' is one operand too many", rest->items[first + used]);
        return input_close(&run->in, EXIT_MISUSE);
    }
    if (run->in.is_list && run->opts.certificate) {
        print_error("--certificate is for one position");
        return input_close(&run->in, EXIT_MISUSE);
    }
    return EXIT_DONE;
}

static int solve_operands(const Command *self, const BatchOptions *opts, MateRun *run,
                          const Operands *rest) {
    int status = batch_reads_jobs(self) ? open_input(run, rest) : EXIT_DONE;
    if (status != EXIT_DONE) return status;
    const Batch batch = {.context = run,
                         .next = next_position,
                         .list_status = list_ended,
                         .state_new = state_new,
                         .state_free = state_free,
                         .work = answer,
                         .take = take_answer,
                         .finish = sum_up,
                         .stop = interrupt_flag()};
    status = batch_run(self, opts, &batch);
    input_close(&run->in, status);
    return status;
}

static int check_operands(const Operands *rest, bool json) {
    if (rest->count != 2) {
        print_error("'roek mate check' wants one FILE");
        return EXIT_MISUSE;
    }
    return mate_proof_file_check(rest->items[1], json);
}

static int run_mate(const Command *self, int argc, char **argv) {
    const char *variant = NULL, *goal = "mate";
    MateRun run = {0};
    BatchOptions batch_options = BATCH_DEFAULTS;
    MateCommandOptions *opts = &run.opts;
    int64_t threads = 1, hash = 256, nodes = 0;
    const Option options[] = {
        {"all", 'a', OPTION_FLAG, &opts->options.all, NULL, "every first move that mates", 0, 0},
        {"tree", 0, OPTION_FLAG, &opts->tree, NULL, "every defence, with duals", 0, 0},
        {"tries", 0, OPTION_FLAG, &opts->tries, NULL, "set play, and tries with one refutation", 0,
         0},
        {"quick", 'q', OPTION_FLAG, &opts->options.quick, NULL,
         "any mate within N, not proved the shortest", 0, 0},
        {"mated", 0, OPTION_FLAG, &opts->options.mated, NULL,
         "is the side to move mated, whatever it plays?", 0, 0},
        {"goal", 0, OPTION_TEXT, &goal, "GOAL", "mate (default), selfmate, helpmate, stalemate", 0,
         0},
        {"time", 0, OPTION_REAL, &opts->options.seconds, "S", "give up a position after S seconds",
         0, 0},
        {"nodes", 0, OPTION_INT, &nodes, "N", "give up a position after N nodes", 0, INT64_MAX},
        {"threads", 't', OPTION_INT, &threads, "N", "search on N threads (default 1)", 1,
         MATE_THREADS_MAX},
        {"hash", 0, OPTION_INT, &hash, "MB", "memory for the search (default 256)", 1, 1 << 20},
        {"certificate", 0, OPTION_TEXT, &opts->certificate, "FILE", "write the proof to FILE", 0,
         0},
        VARIANT_OPTION(variant),
        STRICT_OPTION(run.strict),
        JSON_OPTION(opts->json),
        BATCH_OPTIONS(batch_options),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count && strcmp(rest.items[0], "check") == 0) return check_operands(&rest, opts->json);
    run.rules = input_rules(variant);
    if (!run.rules) return EXIT_MISUSE;
    if (!mate_goal_find(goal, &opts->options.goal)) {
        print_error("--goal: '%s' is none of mate, selfmate, helpmate, stalemate", goal);
        return EXIT_MISUSE;
    }
    if (!read_moves(&run, &rest) || !options_are_sound(&run)) return EXIT_MISUSE;
    if (opts->certificate && !file_is_writable(opts->certificate)) {
        print_write_error(opts->certificate);
        return EXIT_MACHINE;
    }
    opts->options.nodes = (uint64_t)nodes;
    opts->options.exact_tree = opts->tree;
    if (progress_is_possible() && batch_is_serial(self, &batch_options))
        opts->options.progress = on_progress;
    opts->options.context = &run;
    run.threads = (int)threads;
    run.hash = (size_t)hash;
    opts->options.stop = interrupt_flag();
    long_work_begin(self);
    return long_work_end(self, solve_operands(self, &batch_options, &run, &rest));
}

const Command command_mate = {
    .name = "mate",
    .is_batch = true,
    .synopsis = "mate [N] [FEN|-|FILE] [options]  |  mate check FILE",
    .summary = "Find the shortest forced mate and prove it",
    .details =
        "Is there a forced mate in N moves or fewer?  The first line is 'mate in K: MOVE' with "
        "the\n"
        "shortest K, 'no mate in N', or 'unknown after …' when --time or --nodes ran out; the "
        "exit\n"
        "status is 0 for a mate, 1 otherwise.  Every mate is replayed against all defences by a\n"
        "separate checker before it is printed.  Without N it is counted upwards until there is a\n"
        "mate, or until Ctrl-C, which asks how far it got.\n"
        "\n"
        "With '-' or a FILE there is one FEN or EPD per line; 'dm 3;' and 'bm #3;' are compared\n"
        "and scored in a last line.  'roek mate dm FILE' takes N from each line.\n"
        "\n"
        "In selfmates the side to move forces the other to mate it; in helpmates it begins, and\n"
        "both sides work together to mate it.  In Racing Kings a win takes the place of the mate:\n"
        "'win in K: MOVE', 'no win in N'.\n"
        "--certificate writes the answer with its whole proof, which 'roek mate check' verifies.\n"
        "\n"
        "Examples:\n"
        "  $ roek mate 3 '3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1'\n"
        "  $ roek mate 2 --all --tree '8/8/8/8/8/8/QpkPK3/1Rb5 w - - 0 1'\n"
        "  $ roek mate dm mates.epd --time 10\n"
        "  $ roek mate 3 --certificate proof.txt '3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - -'\n"
        "  $ roek mate check proof.txt\n",
    .run = run_mate,
};

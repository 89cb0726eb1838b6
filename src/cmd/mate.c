// SPDX-License-Identifier: MIT
//
// roek mate: forced mates, found and proved.
#include "roek/cmd/mate.h"

#include "roek/base/clock.h"
#include "roek/base/file.h"
#include "roek/base/interrupt.h"
#include "roek/base/thread.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run over one position or many. */
typedef struct {
    MateSolver *solver;
    MateWish wish;
    bool moves_from_dm; // the number of moves is each line's dm
    bool strict;        // see STRICT_OPTION
    const Rules *rules;
    int first_position; // the operand with which positions begin
    // summed up
    int asked, found;
    int scored, solved, proved;
    double seconds;
    int status;
} Batch;

static void on_progress(const MateProgress *p, void *context) {
    const char *aim = ((const Batch *)context)->rules->aim;
    fprintf(stderr, "\r\033[Kno %s in %d", aim, p->lo);
    if (p->hi) fprintf(stderr, ", %s within %d", aim, p->hi);
    fprintf(stderr, "  %.1f million nodes, %.1f s", (double)p->nodes / 1e6, p->seconds);
    fflush(stderr);
}

static void put_text(Text *out) {
    say_text(out, "");
    text_free(out);
}

/* Compares with the length the line states. */
static void score(Batch *batch, const InputPosition *here, const MateResult *r) {
    int64_t dm;
    batch->asked++;
    batch->found += r->verdict == MATE_FOUND;
    batch->seconds += r->seconds;
    if (!epd_mate(&here->epd, &dm)) return;
    int length = (int)(dm < 0 ? -dm : dm);
    bool solved = r->moves > 0 && r->length > 0 && r->moves <= length;
    batch->scored++;
    batch->solved += solved;
    batch->proved += r->verdict == MATE_FOUND && r->proved && r->moves == length;
    bool excluded = r->excluded >= length || (r->proved && r->moves > length);
    if ((solved && r->moves < length) || excluded) {
        char place[INPUT_PLACE_MAX];
        input_place(here, place);
        fprintf(stderr, "%sdm says %d, but %s\n", place, length,
                excluded ? "that is proved wrong" : "there is a shorter mate");
    }
}

/* One line for one of many positions. */
static void print_row(const Batch *batch, const InputPosition *here, const MateResult *r) {
    Text out = text_growing();
    char id[256], over[OUTCOME_MAX];
    const MateWish *wish = &batch->wish;
    mate_show_verdict(&out, &here->pos, wish, r);
    if (epd_find(&here->epd, "id") && epd_text(&here->epd, "id", id, sizeof id))
        text_format(&out, "  [%s]", id);
    else
        text_format(&out, "  [line %d]", here->number);
    if (mate_is_over(&here->pos, r, over)) text_format(&out, "  (%s)", over);
    text_char(&out, '\n');
    if (wish->options.all || wish->tree) mate_show_details(&out, &here->pos, wish, r);
    if (wish->tree) mate_show_tree(&out, batch->solver, &here->pos, wish, r);
    if (wish->tries) mate_show_tries(&out, batch->solver, &here->pos, wish, r);
    put_text(&out);
    fflush(stdout);
}

static void print_answer(const Batch *batch, const InputPosition *here, const MateResult *r) {
    Text out = text_growing();
    const MateWish *wish = &batch->wish;
    mate_show_verdict(&out, &here->pos, wish, r);
    text_char(&out, '\n');
    mate_show_details(&out, &here->pos, wish, r);
    if (wish->tree) mate_show_tree(&out, batch->solver, &here->pos, wish, r);
    if (wish->tries) mate_show_tries(&out, batch->solver, &here->pos, wish, r);
    put_text(&out);
    fprintf(stderr, "%llu node%s, %.3f s\n", (unsigned long long)r->nodes, plural(r->nodes),
            r->seconds);
}

static void print_json(const Batch *batch, const InputPosition *here, const MateResult *r) {
    Text out = text_growing();
    mate_show_json(&out, batch->solver, here, &batch->wish, r);
    text_char(&out, '\n');
    put_text(&out);
    fflush(stdout);
}

/* How many moves to look at, and for whom; false after complaining. */
static bool take_dm(Batch *batch, Input *in, const InputPosition *here) {
    int64_t dm;
    bool stated = epd_mate(&here->epd, &dm);
    if (!batch->moves_from_dm) return true;
    if (!stated || dm == 0 || dm > MATE_MOVES_MAX || dm < -MATE_MOVES_MAX) {
        char place[INPUT_PLACE_MAX];
        input_place(here, place);
        complain("%sno length of mate ('dm N;' or 'bm #N;') from 1 to %d", place, MATE_MOVES_MAX);
        in->bad = true;
        return false;
    }
    batch->wish.options.mated = dm < 0;
    batch->wish.options.moves = (int)(dm < 0 ? -dm : dm);
    return true;
}

static void answer(Batch *batch, Input *in, const InputPosition *here) {
    MateResult result;
    MateWish *wish = &batch->wish;
    if (!take_dm(batch, in, here)) return;
    mate_solve(batch->solver, &here->pos, &wish->options, &result);
    if (wish->options.progress) fputs("\r\033[K", stderr);
    if (result.no_memory) {
        complain_memory();
        return;
    }
    score(batch, here, &result);
    if (wish->json)
        print_json(batch, here, &result);
    else if (in->is_list)
        print_row(batch, here, &result);
    else
        print_answer(batch, here, &result);
    if (wish->certificate && batch->status == EXIT_DONE)
        batch->status =
            mate_certificate_write(wish->certificate, batch->solver, &here->pos, wish, &result);
}

static void print_summary(const Batch *batch) {
    if (batch->scored)
        printf("solved %d of %d, proved %d, %.3f s\n", batch->solved, batch->scored, batch->proved,
               batch->seconds);
    else
        printf("found %d of %d, %.3f s\n", batch->found, batch->asked, batch->seconds);
}

static int answer_all(Batch *batch, Input *in) {
    InputPosition here;
    while (!interrupt_came() && input_next(in, &here)) answer(batch, in, &here);
    if (in->is_list && batch->asked && !batch->wish.json) print_summary(batch);
    if (batch->status != EXIT_DONE) return batch->status;
    bool yes = batch->scored ? batch->solved == batch->scored : batch->found == batch->asked;
    return yes && batch->asked ? EXIT_DONE : EXIT_NO;
}

/* The first operand: a number, "dm", or nothing before a position: then it is counted upwards. */
static bool read_moves(Batch *batch, const Operands *rest) {
    int64_t moves;
    const char *word = rest->count ? rest->items[0] : NULL;
    batch->first_position = !word || !input_is_position(word);
    if (word && !batch->first_position) {
        batch->wish.options.moves = MATE_MOVES_MAX;
        return true;
    }
    batch->moves_from_dm = word && strcmp(word, "dm") == 0;
    if (batch->moves_from_dm) return true;
    if (word && text_to_int(word, 1, MATE_MOVES_MAX, &moves)) {
        batch->wish.options.moves = (int)moves;
        return true;
    }
    complain("mate wants a number of moves from 1 to %d%s%s%s", MATE_MOVES_MAX,
             word ? ", not '" : "", word ? word : "", word ? "'" : "");
    return false;
}

/* What goes with what; false after complaining. */
static bool wish_is_sound(const Batch *batch) {
    const MateOptions *o = &batch->wish.options;
    if (!rules_want_mate(batch->rules) && o->goal != GOAL_MATE) {
        complain("--goal %s: in %s only 'mate' (a win) can be asked for", mate_goal_name(o->goal),
                 batch->rules->title);
        return false;
    }
    if (o->mated && o->goal != GOAL_MATE) {
        complain("--mated goes with --goal mate only");
        return false;
    }
    if (o->quick && o->all) {
        complain("--all lists the keys of the shortest mate, which --quick does not look for");
        return false;
    }
    if (!(o->seconds >= 0)) {
        complain("--time wants a number of seconds from 0");
        return false;
    }
    return true;
}

static int solve_operands(Batch *batch, const Operands *rest) {
    Input in;
    int first = batch->first_position;
    int used = input_open(&in, batch->rules, rest, first, INPUT_FROM_STDIN);
    if (used < 0) return EXIT_MISUSE;
    in.strict = batch->strict;
    if (first + used < rest->count) {
        complain("'%s' is one operand too many", rest->items[first + used]);
        return input_close(&in, EXIT_MISUSE);
    }
    if (in.is_list && batch->wish.certificate) {
        complain("--certificate is for one position");
        return input_close(&in, EXIT_MISUSE);
    }
    return input_close(&in, answer_all(batch, &in));
}

static int check_operands(const Operands *rest) {
    if (rest->count != 2) {
        complain("'roek mate check' wants one FILE");
        return EXIT_MISUSE;
    }
    return mate_certificate_check(rest->items[1]);
}

static int run(const Command *self, int argc, char **argv) {
    const char *variant = NULL, *goal = "mate";
    Batch batch = {0};
    MateWish *wish = &batch.wish;
    int64_t threads = 1, hash = 256, nodes = 0;
    const Option options[] = {
        {"all", 'a', OPTION_FLAG, &wish->options.all, NULL, "every first move that mates", 0, 0},
        {"tree", 0, OPTION_FLAG, &wish->tree, NULL, "every defence, with duals", 0, 0},
        {"tries", 0, OPTION_FLAG, &wish->tries, NULL, "set play, and tries with one refutation", 0,
         0},
        {"quick", 'q', OPTION_FLAG, &wish->options.quick, NULL,
         "any mate within N, not proved the shortest", 0, 0},
        {"mated", 0, OPTION_FLAG, &wish->options.mated, NULL,
         "is the side to move mated, whatever it plays?", 0, 0},
        {"goal", 0, OPTION_TEXT, &goal, "GOAL", "mate (default), selfmate, helpmate, stalemate", 0,
         0},
        {"time", 0, OPTION_REAL, &wish->options.seconds, "S", "give up a position after S seconds",
         0, 0},
        {"nodes", 0, OPTION_INT, &nodes, "N", "give up a position after N nodes", 0, INT64_MAX},
        {"threads", 't', OPTION_INT, &threads, "N", "search on N threads (default 1)", 1,
         MATE_THREADS_MAX},
        {"hash", 0, OPTION_INT, &hash, "MB", "memory for the search (default 256)", 1, 1 << 20},
        {"certificate", 0, OPTION_TEXT, &wish->certificate, "FILE", "write the proof to FILE", 0,
         0},
        VARIANT_OPTION(variant),
        STRICT_OPTION(batch.strict),
        {"json", 0, OPTION_FLAG, &wish->json, NULL, "one JSON object per position", 0, 0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count && strcmp(rest.items[0], "check") == 0) return check_operands(&rest);
    batch.rules = input_rules(variant);
    if (!batch.rules) return EXIT_MISUSE;
    if (!mate_goal_find(goal, &wish->options.goal)) {
        complain("--goal: '%s' is none of mate, selfmate, helpmate, stalemate", goal);
        return EXIT_MISUSE;
    }
    if (!read_moves(&batch, &rest) || !wish_is_sound(&batch)) return EXIT_MISUSE;
    if (wish->certificate && !file_is_writable(wish->certificate)) {
        complain_unwritable(wish->certificate);
        return EXIT_MACHINE;
    }
    wish->options.nodes = (uint64_t)nodes;
    wish->options.exact_tree = wish->tree;
    if (isatty(STDERR_FILENO)) wish->options.progress = on_progress;
    wish->options.context = &batch;
    batch.solver = mate_solver_new((int)threads, (size_t)hash);
    if (!batch.solver) {
        complain("not enough memory for --hash %lld", (long long)hash);
        return EXIT_MACHINE;
    }
    interrupt_watch(INTERRUPT_ALL); // what is proved by then is told
    wish->options.stop = interrupt_flag();
    int status = finish_output(solve_operands(&batch, &rest));
    interrupt_obey();
    mate_solver_free(batch.solver);
    return status;
}

const Command command_mate = {
    .name = "mate",
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
    .run = run,
};

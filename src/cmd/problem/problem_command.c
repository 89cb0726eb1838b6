// SPDX-License-Identifier: MIT
//
// roek problem: chess problems of every orthodox kind.
#include "cmd/common/long_work.h"
#include "cmd/problem/problem_run.h"

#include "base/file/file.h"
#include "base/os/interrupt.h"
#include "console/progress.h"

#include <string.h>
#include <unistd.h>

/* What takes no time is not worth a progress line. */
static void on_progress(const ProblemProgress *p, void *context) {
    (void)context;
    if (p->seconds < 0.2) return;
    double left = p->seconds * (p->total - p->done) / p->done;
    char rest[32] = "";
    Text text = text_on(rest, sizeof rest);
    if (p->done < p->total) text_format(&text, ", about %.0f s left", left);
    progress_show("in %d: %d of %d first moves, %llu solution%s%s", p->moves, p->done, p->total,
                  (unsigned long long)p->found, plural_s(p->found), rest);
}

static bool is_book(const Operands *rest) {
    return rest->count && strcmp(rest->items[0], "book") == 0;
}

static void set_book_mode(ProblemRunOptions *run_options) {
    run_options->is_book = true;
    run_options->operands = 1;
    run_options->opts.format = run_options->sheet_path ? FORMAT_SHEET : FORMAT_LATEX;
}

/* Is the first word a stipulation although --goal is one?  Complains. */
static bool has_two_stipulations(const char *goal, const Operands *rest) {
    Stipulation second;
    const char *word = goal && rest->count ? rest->items[0] : "";
    if (stipulation_read(word, strlen(word), &second).fault != STIPULATION_OK) return false;
    print_error("--goal %s: '%s' asks for something already", goal, word);
    return true;
}

/* --goal, or the first operand unless each line of a list brings its own. */
static bool read_stipulation(ProblemRunOptions *run_options, const char *goal,
                             const Operands *rest) {
    const char *word = goal ? goal : rest->count ? rest->items[0] : "";
    if (!*word || strcmp(word, "check") == 0) {
        print_error(*word ? "'check' wants one file" : "what is asked for?  #2, h#3, …, or a file");
        return false;
    }
    if (has_two_stipulations(goal, rest)) return false;
    if (!goal && (is_book(rest) || (rest->count == 1 && strpbrk(word, "#=") == NULL))) return true;
    run_options->operands = goal ? 0 : 1;
    run_options->read_options.has_stipulation = true;
    return problem_read_stipulation(word, strlen(word), "", word,
                                    &run_options->read_options.stipulation);
}

static bool find_format(const char *name, ProblemFormat *out) {
    static const char *const NAMES[] = {"text", "latex", "svg"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, NAMES[i]) != 0) continue;
        *out = (ProblemFormat)i;
        return true;
    }
    print_error("--format: '%s' is none of text, latex, svg", name);
    return false;
}

/* Options that are words of their own. */
typedef struct {
    const char *variant, *letters, *castling, *format, *length, *first, *goal;
} OptionTexts;

/* "A-B", or one number alone. */
static bool take_range(const char *text, ProblemOptions *out) {
    char first[8] = "";
    int64_t from, to;
    size_t length = strcspn(text, "-");
    const char *last = text[length] ? text + length + 1 : text;
    if (length < sizeof first) memcpy(first, text, length);
    if (text_to_int(first, 1, MOVES_MAX, &from) && text_to_int(last, from, MOVES_MAX, &to)) {
        out->first = (int)from;
        out->last = (int)to;
        return true;
    }
    print_error("--first: '%s' is no range such as 1-10", text);
    return false;
}

static bool take_length(const char *word, ProblemOptions *out) {
    out->exact = strcmp(word, "exact") == 0;
    if (out->exact || strcmp(word, "all") == 0) return true;
    print_error("--length: '%s' is neither all nor exact", word);
    return false;
}

/* What they mean; false after complaining. */
static bool take_words(ProblemRunOptions *run_options, const OptionTexts *words) {
    const Rules *rules = input_rules(words->variant);
    if (!rules) return false;
    if (rules != &STANDARD_CHESS) {
        print_error("--variant: problems are of chess, not of %s", rules->title);
        return false;
    }
    if (!move_style_find(words->letters, &run_options->opts.style)) {
        print_error("--letters: '%s' is none of s, en, de, fr, es, it, nl, figurine",
                    words->letters);
        return false;
    }
    run_options->read_options.from_squares = strcmp(words->castling, "from-squares") == 0;
    if (!run_options->read_options.from_squares && strcmp(words->castling, "fen") != 0) {
        print_error("--castling: '%s' is neither fen nor from-squares", words->castling);
        return false;
    }
    ProblemOptions *options = &run_options->opts.options;
    return find_format(words->format, &run_options->opts.format) &&
           take_length(words->length, options) &&
           (!words->first || take_range(words->first, options));
}

/* What goes with what; false after complaining.  `takes`: files are written here. */
static bool options_are_sound(const ProblemCommandOptions *opts, bool takes) {
    if (opts->json && opts->format != FORMAT_TEXT) {
        print_error("--json and --format do not go together");
        return false;
    }
    if (takes && opts->certificate && !file_is_writable(opts->certificate)) {
        print_write_error(opts->certificate);
        return false;
    }
    if (!(opts->options.seconds >= 0)) {
        print_error("--time wants a number of seconds from 0");
        return false;
    }
    return true;
}

/* Problems are not lost to their answers. */
static bool spares_input(const ProblemRunOptions *run_options, const Operands *rest) {
    const char *proof = run_options->opts.certificate, *sheet = run_options->sheet_path;
    return !(proof && overwrites_input("--certificate", proof, rest)) &&
           !(sheet && overwrites_input("--sheet", sheet, rest));
}

/* What goes with books; false after complaining. */
static bool book_is_sound(const ProblemRunOptions *run_options, const OptionTexts *words,
                          const Operands *rest, bool takes) {
    const char *sheet = run_options->sheet_path;
    bool latex = run_options->opts.format == FORMAT_LATEX || (is_book(rest) && !sheet);
    if (latex && strcmp(words->letters, "figurine") == 0) {
        print_error("--letters figurine: LaTeX has no such letters; --sheet draws them");
        return false;
    }
    if (run_options->opts.json && is_book(rest)) {
        print_error("--json is not for 'problem book'");
        return false;
    }
    if (sheet && !is_book(rest)) {
        print_error("--sheet is for 'problem book'");
        return false;
    }
    if (sheet && !svg_pages_check_name(sheet)) return false;
    if (takes && sheet && !file_is_writable(sheet)) {
        print_write_error(sheet);
        return false;
    }
    return true;
}

static int solve(const Command *self, const BatchOptions *batch_options,
                 ProblemRunOptions *run_options, const Operands *rest) {
    if (progress_is_possible() && batch_is_serial(self, batch_options))
        run_options->opts.options.progress = on_progress;
    run_options->opts.options.stop = interrupt_flag();
    long_work_begin(self);
    return long_work_end(self, problem_run(self, batch_options, run_options, rest));
}

/* What is asked for, once the options are read. */
static int apply_options(const Command *self, const BatchOptions *batch_options,
                         ProblemRunOptions *run_options, const OptionTexts *words,
                         const Operands *rest) {
    if (rest->count == 2 && strcmp(rest->items[0], "check") == 0)
        return finish_output(problem_proof_file_check(rest->items[1], run_options->opts.json));
    bool takes = batch_takes_answers(self, batch_options);
    if (!take_words(run_options, words) || !options_are_sound(&run_options->opts, takes) ||
        !book_is_sound(run_options, words, rest, takes) || !spares_input(run_options, rest) ||
        !read_stipulation(run_options, words->goal, rest))
        return EXIT_MISUSE;
    if (is_book(rest)) set_book_mode(run_options);
    return solve(self, batch_options, run_options, rest);
}

static int run_problem(const Command *self, int argc, char **argv) {
    ProblemRunOptions run_options = {.opts = {.intended = 1}};
    ProblemCommandOptions *opts = &run_options.opts;
    BatchOptions batch_options = BATCH_DEFAULTS;
    OptionTexts words = {.letters = "s", .castling = "fen", .format = "text", .length = "all"};
    int64_t hash = 256, nodes = 0, most = 0, threads = 1;
    bool brief = false;
    const Option options[] = {
        {"goal", 0, OPTION_TEXT, &words.goal, "STIPULATION", "the same as the first word", 0, 0},
        {"set", 0, OPTION_FLAG, &opts->set_play, NULL, "set play as well", 0, 0},
        {"tree", 0, OPTION_FLAG, &opts->tree, NULL, "with --json: the variations too", 0, 0},
        {"brief", 'b', OPTION_FLAG, &brief, NULL, "keys only, without variations", 0, 0},
        {"every", 0, OPTION_FLAG, &opts->every, NULL,
         "also variations in which the threat goes through", 0, 0},
        {"no-short", 0, OPTION_FLAG, &opts->no_short, NULL,
         "no variations that end sooner than they might", 0, 0},
        {"after-key", 0, OPTION_FLAG, &opts->after_key, NULL,
         "the key has been played: the defender is to move", 0, 0},
        {"length", 0, OPTION_TEXT, &words.length, "WHICH",
         "all (default), or exact: nothing shorter than asked for", 0, 0},
        {"first", 0, OPTION_TEXT, &words.first, "A-B",
         "only first moves number A to B of all there are", 0, 0},
        {"refutations", 0, OPTION_INT, &opts->refutations, "N",
         "tries as well: first moves that fail to at most N defences", 1, REFUTATIONS_MAX},
        {"twin", 0, OPTION_TEXT, &run_options.read_options.twins, "TEXT",
         "twins: 'b) bRa6 c) -b7 h2-h3 d) shift a1-b1 +e) h#3'", 0, 0},
        {"duplex", 0, OPTION_FLAG, &opts->duplex, NULL, "the same for the other side to begin", 0,
         0},
        {"solutions", 0, OPTION_INT, &opts->intended, "N",
         "so many solutions are meant (default 1): more is cooked", 1, INT64_MAX},
        {"sound", 0, OPTION_FLAG, &run_options.must_be_sound, NULL,
         "exit status 1 unless every problem is sound", 0, 0},
        {"most", 0, OPTION_INT, &most, "N", "stop after N solutions", 1, INT64_MAX},
        {"certificate", 0, OPTION_TEXT, &opts->certificate, "FILE",
         "write the answers with their proof to FILE", 0, 0},
        {"letters", 0, OPTION_TEXT, &words.letters, "NAME",
         "s (S is the knight; default), en, de, fr, es, it, nl, figurine", 0, 0},
        {"format", 0, OPTION_TEXT, &words.format, "NAME",
         "text (default), latex (diagram and solution), svg (diagram)", 0, 0},
        {"sheet", 0, OPTION_TEXT, &run_options.sheet_path, "FILE",
         "book: draw its pages, .pdf or .svg, without LaTeX", 0, 0},
        {"long", 0, OPTION_FLAG, &opts->style.long_form, NULL, "moves with both squares", 0, 0},
        {"castling", 0, OPTION_TEXT, &words.castling, "HOW",
         "fen (default), or from-squares: kings and rooks at home; en passant if proved", 0, 0},
        {"time", 0, OPTION_REAL, &opts->options.seconds, "S", "give up a problem after S seconds",
         0, 0},
        {"nodes", 0, OPTION_INT, &nodes, "N", "give up a problem after N nodes", 0, INT64_MAX},
        {"threads", 't', OPTION_INT, &threads, "N", "search on N threads (default 1)", 1,
         PROBLEM_THREADS_MAX},
        {"hash", 0, OPTION_INT, &hash, "MB", "memory for the search (default 256)", 1, 1 << 20},
        VARIANT_OPTION(words.variant),
        STRICT_OPTION(run_options.read_options.strict),
        {"json", 0, OPTION_FLAG, &opts->json, NULL, "one JSON object per problem", 0, 0},
        BATCH_OPTIONS(batch_options),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (!opts->json) opts->tree = !brief;
    opts->options.nodes = (uint64_t)nodes;
    opts->options.max_lines = (uint64_t)most;
    run_options.threads = (int)threads;
    run_options.hash = (size_t)hash;
    return apply_options(self, &batch_options, &run_options, &words, &rest);
}

const Command command_problem = {
    .name = "problem",
    .is_batch = true,
    .synopsis = "problem STIPULATION [FEN|-|FILE] [options]  |  problem book [FILE] [options]"
                "  |  problem check FILE",
    .summary = "Solve chess problems: direct, self, reflex, help and series play",
    .details =
        "A stipulation is a kind of play, '#' (mate) or '=' (stalemate), and the number of moves:\n"
        "\n"
        "  #3  =2          the side to move reaches it against any defence\n"
        "  s#4  r#2        selfmate; reflexmate (whoever can mate must); semi-r#2: only one must\n"
        "  h#3  h#2.5      helpmate: the side to move begins and is mated, or with half a move "
        "mates\n"
        "  hs#3            help-selfmate: both work together until the last move, which is forced\n"
        "  ser-#5          series: one side makes all the moves; ser-h#5 then the other mates,\n"
        "                  ser-s#5 then the other is forced to\n"
        "\n"
        "Battles are answered with every key, its threat and the variations that meet it; help\n"
        "play and series with every line.  The last line counts the solutions, shorter ones\n"
        "included, and gives a verdict: sound, cooked, short or no solution.  Exit status 0: "
        "there\n"
        "is a solution; 1: there is none, or it was given up.\n"
        "\n"
        "--certificate writes the answers with their proof: of battles every key and the "
        "refutation of\n"
        "every other first move, of help play and series the lines; of twins, duplex and lists "
        "one\n"
        "behind the other.  'roek problem check FILE' verifies them by the rules alone.\n"
        "\n"
        "With '-' or a FILE there is one problem per line, a FEN, EPD or Forsyth (S is a knight "
        "too,\n"
        "the side to move and what is empty at the end may be missing), each with its own "
        "stipulation\n"
        "before it if there is none on the command line.  EPD operations: bm Qa6 (the key that is\n"
        "meant: others are cooks); twins \"b) bRa6 c) -b7\"; author \"…\"; source \"…\"; title "
        "\"…\";\n"
        "and for this problem alone set; duplex; every; noshort; afterkey; exact; fromsquares;\n"
        "refutations 1; solutions 2; most 5; time 60.\n"
        "\n"
        "With --jobs and --shard each twin and each side of --duplex is a job; --hash is for each "
        "of "
        "those\n"
        "that run at the same time.\n"
        "\n"
        "Popeye's input (BeginProblem … EndProblem) is read wherever it stands in a list, as far "
        "as it\n"
        "is orthodox and in English; what is not is refused by name.\n"
        "\n"
        "'problem book FILE' makes a LaTeX document of them, with diagrams and all solutions, for\n"
        "the package diagram (Debian: texlive-games, texlive-pstricks): latex, dvips, ps2pdf.\n"
        "With --sheet it draws the pages itself (PDF needs rsvg-convert; Debian: librsvg2-bin).\n"
        "\n"
        "Examples:\n"
        "  $ roek problem '#2' '8/8/7Q/8/8/2p5/2pN1N2/2k2K2 w - -' --set --refutations 1\n"
        "  $ roek problem '#2' '8/8/Q7/8/8/2p5/2pN1N2/2k2K2 b - -' --after-key\n"
        "  $ roek problem 'h#2' '8/8/8/8/8/1K6/7R/k7 b - -' --most 10\n"
        "  $ roek problem 'h#1' '7k/5K2/8/5S2/8/8/8/6R1' --twin 'b) g1-g2 c) mirror'\n"
        "  $ roek problem popeye.inp --letters de\n"
        "  $ roek problem problems.epd --jobs 4 --hash 64\n"
        "  $ roek problem book problems.epd > sheet.tex\n"
        "  $ roek problem book problems.epd --sheet book.pdf\n"
        "  $ echo 'ser-#3 8/8/8/8/8/8/1K5R/3k4' | roek problem - --json\n",
    .run = run_problem,
};

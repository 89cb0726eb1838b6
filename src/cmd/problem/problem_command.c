// SPDX-License-Identifier: MIT
//
// roek problem: chess problems of every orthodox kind.
#include "cmd/problem/problem_run.h"

#include "base/file/file.h"
#include "base/os/interrupt.h"

#include <string.h>
#include <unistd.h>

/* A line that is written over; what takes no time is not worth one. */
static void on_progress(const ProblemProgress *p, void *context) {
    (void)context;
    if (p->seconds < 0.2) return;
    double left = p->seconds * (p->total - p->done) / p->done;
    fprintf(stderr, "\r\033[Kin %d: %d of %d first moves, %llu solution%s", p->moves, p->done,
            p->total, (unsigned long long)p->found, plural(p->found));
    if (p->done < p->total) fprintf(stderr, ", about %.0f s left", left);
    fflush(stderr);
}

static bool is_book(const Operands *rest) {
    return rest->count && strcmp(rest->items[0], "book") == 0;
}

static void become_book(ProblemOrder *order) {
    order->is_book = true;
    order->operands = 1;
    order->wish.format = order->sheet_path ? FORMAT_SHEET : FORMAT_LATEX;
}

/* Is the first word a stipulation although --goal is one?  Complains. */
static bool asks_twice(const char *goal, const Operands *rest) {
    Stipulation second;
    const char *word = goal && rest->count ? rest->items[0] : "";
    if (stipulation_read(word, strlen(word), &second).fault != STIPULATION_OK) return false;
    complain("--goal %s: '%s' asks for something already", goal, word);
    return true;
}

/* --goal, or the first operand unless each line of a list brings its own. */
static bool read_stipulation(ProblemOrder *order, const char *goal, const Operands *rest) {
    const char *word = goal ? goal : rest->count ? rest->items[0] : "";
    if (!*word || strcmp(word, "check") == 0) {
        complain(*word ? "'check' wants one file" : "what is asked for?  #2, h#3, …, or a file");
        return false;
    }
    if (asks_twice(goal, rest)) return false;
    if (!goal && (is_book(rest) || (rest->count == 1 && strpbrk(word, "#=") == NULL))) return true;
    order->operands = goal ? 0 : 1;
    order->custom.has_stipulation = true;
    return problem_read_stipulation(word, strlen(word), "", word, &order->custom.stipulation);
}

static bool find_format(const char *name, ProblemFormat *out) {
    static const char *const NAMES[] = {"text", "latex", "svg"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, NAMES[i]) != 0) continue;
        *out = (ProblemFormat)i;
        return true;
    }
    complain("--format: '%s' is none of text, latex, svg", name);
    return false;
}

/* Options that are words of their own. */
typedef struct {
    const char *variant, *letters, *castling, *format, *length, *first, *goal;
} Words;

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
    complain("--first: '%s' is no range such as 1-10", text);
    return false;
}

static bool take_length(const char *word, ProblemOptions *out) {
    out->exact = strcmp(word, "exact") == 0;
    if (out->exact || strcmp(word, "all") == 0) return true;
    complain("--length: '%s' is neither all nor exact", word);
    return false;
}

/* What they mean; false after complaining. */
static bool take_words(ProblemOrder *order, const Words *words) {
    const Rules *rules = input_rules(words->variant);
    if (!rules) return false;
    if (rules != &STANDARD_CHESS) {
        complain("--variant: problems are of chess, not of %s", rules->title);
        return false;
    }
    if (!move_style_find(words->letters, &order->wish.style)) {
        complain("--letters: '%s' is none of s, en, de, fr, es, it, nl, figurine", words->letters);
        return false;
    }
    order->custom.from_squares = strcmp(words->castling, "from-squares") == 0;
    if (!order->custom.from_squares && strcmp(words->castling, "fen") != 0) {
        complain("--castling: '%s' is neither fen nor from-squares", words->castling);
        return false;
    }
    ProblemOptions *options = &order->wish.options;
    return find_format(words->format, &order->wish.format) && take_length(words->length, options) &&
           (!words->first || take_range(words->first, options));
}

/* What goes with what; false after complaining.  `takes`: files are written here. */
static bool wish_is_sound(const ProblemWish *wish, bool takes) {
    if (wish->json && wish->format != FORMAT_TEXT) {
        complain("--json and --format do not go together");
        return false;
    }
    if (takes && wish->certificate && !file_is_writable(wish->certificate)) {
        complain_unwritable(wish->certificate);
        return false;
    }
    if (!(wish->options.seconds >= 0)) {
        complain("--time wants a number of seconds from 0");
        return false;
    }
    return true;
}

/* Problems are not lost to their answers. */
static bool spares_input(const ProblemOrder *order, const Operands *rest) {
    const char *proof = order->wish.certificate, *sheet = order->sheet_path;
    return !(proof && goes_over_input("--certificate", proof, rest)) &&
           !(sheet && goes_over_input("--sheet", sheet, rest));
}

/* What goes with books; false after complaining. */
static bool book_is_sound(const ProblemOrder *order, const Words *words, const Operands *rest,
                          bool takes) {
    const char *sheet = order->sheet_path;
    bool latex = order->wish.format == FORMAT_LATEX || (is_book(rest) && !sheet);
    if (latex && strcmp(words->letters, "figurine") == 0) {
        complain("--letters figurine: LaTeX has no such letters; --sheet draws them");
        return false;
    }
    if (order->wish.json && is_book(rest)) {
        complain("--json is not for 'problem book'");
        return false;
    }
    if (sheet && !is_book(rest)) {
        complain("--sheet is for 'problem book'");
        return false;
    }
    if (sheet && !paper_takes_name(sheet)) return false;
    if (takes && sheet && !file_is_writable(sheet)) {
        complain_unwritable(sheet);
        return false;
    }
    return true;
}

static int solve(const Command *self, const BatchWish *sharing, ProblemOrder *order,
                 const Operands *rest) {
    if (isatty(STDERR_FILENO) && batch_is_alone(self, sharing))
        order->wish.options.progress = on_progress;
    interrupt_watch(INTERRUPT_ALL); // what is found by then is told
    order->wish.options.stop = interrupt_flag();
    int status = finish_output(problem_run(self, sharing, order, rest));
    interrupt_obey();
    return status;
}

/* What is asked for, once the options are read. */
static int obey(const Command *self, const BatchWish *sharing, ProblemOrder *order,
                const Words *words, const Operands *rest) {
    if (rest->count == 2 && strcmp(rest->items[0], "check") == 0)
        return finish_output(problem_certificate_check(rest->items[1], order->wish.json));
    bool takes = batch_takes(self, sharing);
    if (!take_words(order, words) || !wish_is_sound(&order->wish, takes) ||
        !book_is_sound(order, words, rest, takes) || !spares_input(order, rest) ||
        !read_stipulation(order, words->goal, rest))
        return EXIT_MISUSE;
    if (is_book(rest)) become_book(order);
    return solve(self, sharing, order, rest);
}

static int run_problem(const Command *self, int argc, char **argv) {
    ProblemOrder order = {.wish = {.intended = 1}};
    ProblemWish *wish = &order.wish;
    BatchWish sharing = BATCH_DEFAULTS;
    Words words = {.letters = "s", .castling = "fen", .format = "text", .length = "all"};
    int64_t hash = 256, nodes = 0, most = 0, threads = 1;
    bool brief = false;
    const Option options[] = {
        {"goal", 0, OPTION_TEXT, &words.goal, "STIPULATION", "the same as the first word", 0, 0},
        {"set", 0, OPTION_FLAG, &wish->set_play, NULL, "set play as well", 0, 0},
        {"tree", 0, OPTION_FLAG, &wish->tree, NULL, "with --json: the variations too", 0, 0},
        {"brief", 'b', OPTION_FLAG, &brief, NULL, "keys only, without variations", 0, 0},
        {"every", 0, OPTION_FLAG, &wish->every, NULL,
         "also variations in which the threat goes through", 0, 0},
        {"no-short", 0, OPTION_FLAG, &wish->no_short, NULL,
         "no variations that end sooner than they might", 0, 0},
        {"after-key", 0, OPTION_FLAG, &wish->after_key, NULL,
         "the key has been played: the defender is to move", 0, 0},
        {"length", 0, OPTION_TEXT, &words.length, "WHICH",
         "all (default), or exact: nothing shorter than asked for", 0, 0},
        {"first", 0, OPTION_TEXT, &words.first, "A-B",
         "only first moves number A to B of all there are", 0, 0},
        {"refutations", 0, OPTION_INT, &wish->refutations, "N",
         "tries as well: first moves that fail to at most N defences", 1, REFUTATIONS_MAX},
        {"twin", 0, OPTION_TEXT, &order.custom.twins, "TEXT",
         "twins: 'b) bRa6 c) -b7 h2-h3 d) shift a1-b1 +e) h#3'", 0, 0},
        {"duplex", 0, OPTION_FLAG, &wish->duplex, NULL, "the same for the other side to begin", 0,
         0},
        {"solutions", 0, OPTION_INT, &wish->intended, "N",
         "so many solutions are meant (default 1): more is cooked", 1, INT64_MAX},
        {"sound", 0, OPTION_FLAG, &order.must_be_sound, NULL,
         "exit status 1 unless every problem is sound", 0, 0},
        {"most", 0, OPTION_INT, &most, "N", "stop after N solutions", 1, INT64_MAX},
        {"certificate", 0, OPTION_TEXT, &wish->certificate, "FILE",
         "write the answers with their proof to FILE", 0, 0},
        {"letters", 0, OPTION_TEXT, &words.letters, "NAME",
         "s (S is the knight; default), en, de, fr, es, it, nl, figurine", 0, 0},
        {"format", 0, OPTION_TEXT, &words.format, "NAME",
         "text (default), latex (diagram and solution), svg (diagram)", 0, 0},
        {"sheet", 0, OPTION_TEXT, &order.sheet_path, "FILE",
         "book: draw its pages, .pdf or .svg, without LaTeX", 0, 0},
        {"long", 0, OPTION_FLAG, &wish->style.long_form, NULL, "moves with both squares", 0, 0},
        {"castling", 0, OPTION_TEXT, &words.castling, "HOW",
         "fen (default), or from-squares: kings and rooks at home; en passant if proved", 0, 0},
        {"time", 0, OPTION_REAL, &wish->options.seconds, "S", "give up a problem after S seconds",
         0, 0},
        {"nodes", 0, OPTION_INT, &nodes, "N", "give up a problem after N nodes", 0, INT64_MAX},
        {"threads", 't', OPTION_INT, &threads, "N", "search on N threads (default 1)", 1,
         PROBLEM_THREADS_MAX},
        {"hash", 0, OPTION_INT, &hash, "MB", "memory for the search (default 256)", 1, 1 << 20},
        VARIANT_OPTION(words.variant),
        STRICT_OPTION(order.custom.strict),
        {"json", 0, OPTION_FLAG, &wish->json, NULL, "one JSON object per problem", 0, 0},
        BATCH_OPTIONS(sharing),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (!wish->json) wish->tree = !brief;
    wish->options.nodes = (uint64_t)nodes;
    wish->options.most = (uint64_t)most;
    order.threads = (int)threads;
    order.hash = (size_t)hash;
    return obey(self, &sharing, &order, &words, &rest);
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

// SPDX-License-Identifier: MIT
//
// roek problem: chess problems of every orthodox kind.
#include "roek/cmd/problem.h"

#include "roek/base/file.h"
#include "roek/base/interrupt.h"
#include "roek/cmd/certificate.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* A run over one problem or many. */
typedef struct {
    ProblemSolver *solver;
    ProblemWish wish;
    ProblemCustom custom;
    int operands;           // before the position
    bool must_be_sound;     // or the exit status is 1
    const char *sheet_path; // a book to be drawn; NULL: none
    ProblemSheet *sheet;
    Text shown;       // answers not printed yet
    Text certificate; // of all answers
    int asked, solved, sound, proved;
} Run;

/* Prints what has been gathered. */
static void put_shown(Run *run) {
    say_text(&run->shown, "");
    fflush(stdout);
    text_clear(&run->shown);
}

/* ------------------------------------------------------------------ answering */

enum { LINES_KEPT = 1000000 };

/* More lines than anybody reads are counted, not kept. */
static void keep_line(const Move *line, int count, void *context) {
    ProblemLines *lines = context;
    if (lines->count < LINES_KEPT) problem_lines_add(line, count, lines);
}

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

/* What is left to be played if the first half-move is left out, or of a series all of it; false if
 * that is nothing. */
static bool set_stipulation(const Stipulation *s, Stipulation *out) {
    *out = *s;
    switch (s->play) {
    case PLAY_HELP:
    case PLAY_HELPSELF:
        out->half = !s->half;
        out->moves = s->moves - s->half;
        return stipulation_plies(s) > (s->play == PLAY_HELPSELF ? 2 : 1);
    case PLAY_SERIES_HELP:
    case PLAY_SERIES_SELF:
        *out = (Stipulation){.play = PLAY_HELP, .aim = s->aim, .moves = 1, .half = true};
        return true;
    default: return false;
    }
}

/* Behind a series every move has to reach the aim if it is to be forced. */
static void keep_if_forced(const Stipulation *s, const Position *pos, ProblemAnswers *answers) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (s->play == PLAY_SERIES_SELF && answers->set_lines.count != (size_t)moves.count)
        problem_lines_free(&answers->set_lines);
}

/* Set play of help and of series that the other side ends. */
static void find_set_play(Run *run, const Problem *problem, ProblemAnswers *answers) {
    Position passed = problem->pos;
    ProblemOptions options = run->wish.options;
    if (!set_stipulation(&problem->stipulation, &options.stipulation) || position_is_check(&passed))
        return;
    options.first = options.last = 0;
    options.line = keep_line;
    options.context = &answers->set_lines;
    position_play_null(&passed);
    problem_solve(run->solver, &passed, &options, &answers->set);
    keep_if_forced(&problem->stipulation, &passed, answers);
}

/* Everything that is asked about the problem. */
static void find_answers(Run *run, const Problem *problem, ProblemAnswers *answers) {
    const ProblemWish *wish = &run->wish;
    bool battle = !stipulation_has_lines(&problem->stipulation);
    ProblemOptions options = wish->options;
    options.stipulation = problem->stipulation;
    options.line = keep_line;
    options.context = &answers->lines;
    if (wish->set_play) find_set_play(run, problem, answers);
    problem_solve(run->solver, &problem->pos, &options, &answers->result);
    if (options.progress) fputs("\r\033[K", stderr);
    if (battle && (wish->tree || !wish->json))
        answers->duals =
            problem_put_tree(&answers->tree, run->solver, problem, wish, &answers->result);
}

static void answer(Run *run, const Problem *problem) {
    ProblemAnswers answers = {.tree = text_growing()};
    const ProblemWish *wish = &run->wish;
    if (wish->after_key)
        answers.duals =
            problem_put_play(&answers.tree, run->solver, problem, wish, &answers.result);
    else
        find_answers(run, problem, &answers);
    bool no_memory = answers.result.no_memory || answers.set.no_memory;
    if (no_memory) complain_memory();
    run->asked++;
    run->solved += answers.result.answer == PROBLEM_SOLVED;
    run->sound += strcmp(problem_verdict(problem, wish, &answers.result), "sound") == 0;
    if (wish->json) {
        problem_show_json(&run->shown, problem, wish, &answers);
        text_char(&run->shown, '\n');
    } else {
        problem_show_text(&run->shown, problem, wish, &answers);
    }
    if (wish->format == FORMAT_TEXT) put_shown(run);
    if (wish->certificate && !no_memory && !answers.lines.failed) // else that was told
        run->proved += problem_certificate_put(&run->certificate, run->solver, problem, wish,
                                               &answers) == EXIT_DONE;
    problem_lines_free(&answers.lines);
    problem_lines_free(&answers.set_lines);
    text_free(&answers.tree);
}

/* The other side begins. */
static void answer_duplex(Run *run, const Problem *problem) {
    Problem turned = *problem;
    Setup setup = position_to_setup(&problem->pos);
    setup.turn = other(setup.turn);
    setup.ep = NO_SQUARE;
    turned.duplex = true;
    turned.meant.count = 0;
    if (position_from_setup(&setup, &STANDARD_CHESS, &turned.pos) == 0)
        answer(run, &turned);
    else
        complain("duplex: a king could be taken");
}

static void answer_both(Run *run, const Problem *problem) {
    answer(run, problem);
    if (run->wish.duplex) answer_duplex(run, problem);
}

/* One diagram with all that has been gathered. */
static void put_on_paper(Run *run, const Problem *problem) {
    char twins[TWINS_MAX];
    Text page = text_growing();
    problem_twins_text(&run->custom, problem, twins);
    if (run->wish.format == FORMAT_SHEET)
        problem_sheet_add(run->sheet, problem, twins, text_get(&run->shown));
    else if (run->wish.format == FORMAT_LATEX)
        problem_put_latex(&page, problem, twins, text_get(&run->shown));
    else
        problem_put_svg(&page, problem, twins);
    page.failed |= run->shown.failed;
    text_clear(&run->shown);
    text_join(&run->shown, &page);
    put_shown(run);
    text_free(&page);
}

/* The diagram and its twins. */
static bool answer_problem(Run *run, const Problem *diagram, const char *place) {
    ProblemTwins twins;
    if (!problem_read_twins(&run->custom, diagram, place, &twins)) return false;
    for (int i = 0; i < twins.count && !interrupt_came(); i++) {
        Problem problem = *diagram;
        problem.twin = twins.items[i].label;
        problem.stipulation = twins.items[i].stipulation;
        problem.pos = twins.items[i].pos;
        if (i) problem.meant.count = 0; // the diagram's
        answer_both(run, &problem);
    }
    if (run->wish.format != FORMAT_TEXT) put_on_paper(run, diagram);
    return true;
}

/* Is it a problem for what is asked?  False after complaining. */
static bool suits(const Run *run, const Problem *problem, const char *place) {
    const ProblemWish *wish = &run->wish;
    if (wish->certificate && (wish->after_key || wish->options.first || wish->options.exact)) {
        complain("%s--certificate wants the whole answer, without --after-key, --first, --length",
                 place);
        return false;
    }
    if (!wish->after_key) return true;
    bool keyless = stipulation_has_lines(&problem->stipulation);
    if (keyless) complain("%s--after-key: only direct, self and reflex play has a key", place);
    if (!keyless && wish->options.first)
        complain("%s--after-key: the first move has been played, there is none for --first", place);
    return !keyless && !wish->options.first;
}

/* One line of input: false if it could not be read. */
static bool answer_line(Run *run, const char *line, int number) {
    char place[INPUT_PLACE_MAX];
    Problem problem = {.number = number};
    InputPosition here = {.number = number};
    ProblemWish usual = run->wish;
    Text text = text_growing(); // what the problem points into
    input_place(&here, place);
    bool read = problem_read(&run->custom, line, place, &text, &problem) &&
                problem_read_wish(&problem, place, &run->wish) && suits(run, &problem, place) &&
                answer_problem(run, &problem, place);
    text_free(&text);
    run->wish = usual;
    return read;
}

/* The proofs of all answers that have one. */
static int save_certificate(Run *run, int status) {
    int saved = certificate_write(run->wish.certificate, &run->certificate, true);
    return saved == EXIT_DONE ? status : saved;
}

static int answer_all(Run *run, const Operands *rest, int first) {
    ProblemSource source;
    const char *line;
    int used = problem_source_open(&source, rest, first);
    if (used < 0) return EXIT_MISUSE;
    if (first + used < rest->count) {
        complain("'%s' is one operand too many", rest->items[first + used]);
        return problem_source_close(&source, EXIT_MISUSE);
    }
    while (!interrupt_came() && (line = problem_source_next(&source)) != NULL)
        if (!answer_line(run, line, source.number)) source.in.bad = true;
    int good = run->must_be_sound ? run->sound : run->solved;
    int status = run->asked && good == run->asked ? EXIT_DONE : EXIT_NO;
    if (run->proved) status = save_certificate(run, status);
    return problem_source_close(&source, status);
}

/* A LaTeX document of all problems of a file. */
static int make_document(Run *run, const Operands *rest) {
    run->wish.format = FORMAT_LATEX;
    problem_put_latex_head(&run->shown);
    put_shown(run);
    int status = answer_all(run, rest, 1);
    problem_put_latex_foot(&run->shown);
    put_shown(run);
    return status;
}

/* The same on pages that are drawn here. */
static int make_sheet(Run *run, const Operands *rest) {
    ProblemSheet sheet = {.solutions = text_growing()};
    run->wish.format = FORMAT_SHEET;
    run->sheet = &sheet;
    int status = answer_all(run, rest, 1);
    int saved = problem_sheet_save(&sheet, run->sheet_path);
    problem_sheet_free(&sheet);
    return saved == EXIT_DONE ? status : saved;
}

static int make_book(Run *run, const Operands *rest) {
    int status = run->sheet_path ? make_sheet(run, rest) : make_document(run, rest);
    return status == EXIT_NO ? EXIT_DONE : status; // a book may hold unsolved problems
}

static bool is_book(const Operands *rest) {
    return rest->count && strcmp(rest->items[0], "book") == 0;
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
static bool read_stipulation(Run *run, const char *goal, const Operands *rest) {
    const char *word = goal ? goal : rest->count ? rest->items[0] : "";
    if (!*word || strcmp(word, "check") == 0) {
        complain(*word ? "'check' wants one file" : "what is asked for?  #2, h#3, …, or a file");
        return false;
    }
    if (asks_twice(goal, rest)) return false;
    if (!goal && (is_book(rest) || (rest->count == 1 && strpbrk(word, "#=") == NULL))) return true;
    run->operands = goal ? 0 : 1;
    run->custom.has_stipulation = true;
    return problem_read_stipulation(word, strlen(word), "", word, &run->custom.stipulation);
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
static bool take_words(Run *run, const Words *words) {
    const Rules *rules = input_rules(words->variant);
    if (!rules) return false;
    if (rules != &STANDARD_CHESS) {
        complain("--variant: problems are of chess, not of %s", rules->title);
        return false;
    }
    if (!move_style_find(words->letters, &run->wish.style)) {
        complain("--letters: '%s' is none of s, en, de, fr, es, it, nl, figurine", words->letters);
        return false;
    }
    run->custom.from_squares = strcmp(words->castling, "from-squares") == 0;
    if (!run->custom.from_squares && strcmp(words->castling, "fen") != 0) {
        complain("--castling: '%s' is neither fen nor from-squares", words->castling);
        return false;
    }
    ProblemOptions *options = &run->wish.options;
    return find_format(words->format, &run->wish.format) && take_length(words->length, options) &&
           (!words->first || take_range(words->first, options));
}

/* What goes with what; false after complaining. */
static bool wish_is_sound(const ProblemWish *wish) {
    if (wish->json && wish->format != FORMAT_TEXT) {
        complain("--json and --format do not go together");
        return false;
    }
    if (wish->certificate && !file_is_writable(wish->certificate)) {
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
static bool spares_input(const Run *run, const Operands *rest) {
    const char *proof = run->wish.certificate, *sheet = run->sheet_path;
    return !(proof && goes_over_input("--certificate", proof, rest)) &&
           !(sheet && goes_over_input("--sheet", sheet, rest));
}

static int solve_operands(Run *run, const Operands *rest, int threads, size_t hash) {
    run->solver = problem_solver_new(threads, hash);
    if (!run->solver) {
        complain("not enough memory for --hash %lld", (long long)hash);
        return EXIT_MACHINE;
    }
    interrupt_watch(INTERRUPT_ALL); // what is found by then is told
    run->wish.options.stop = interrupt_flag();
    int status = is_book(rest) ? make_book(run, rest) : answer_all(run, rest, run->operands);
    status = finish_output(status);
    interrupt_obey();
    problem_solver_free(run->solver);
    text_free(&run->shown);
    text_free(&run->certificate);
    return status;
}

/* What goes with books; false after complaining. */
static bool book_is_sound(const Run *run, const Words *words, const Operands *rest) {
    const char *sheet = run->sheet_path;
    bool latex = run->wish.format == FORMAT_LATEX || (is_book(rest) && !sheet);
    if (latex && strcmp(words->letters, "figurine") == 0) {
        complain("--letters figurine: LaTeX has no such letters; --sheet draws them");
        return false;
    }
    if (run->wish.json && is_book(rest)) {
        complain("--json is not for 'problem book'");
        return false;
    }
    if (sheet && !is_book(rest)) {
        complain("--sheet is for 'problem book'");
        return false;
    }
    if (sheet && !paper_takes_name(sheet)) return false;
    if (sheet && !file_is_writable(sheet)) {
        complain_unwritable(sheet);
        return false;
    }
    return true;
}

/* What is asked for, once the options are read. */
static int obey(Run *run, const Words *words, const Operands *rest, int threads, size_t hash) {
    if (rest->count == 2 && strcmp(rest->items[0], "check") == 0)
        return finish_output(problem_certificate_check(rest->items[1], run->wish.json));
    if (!take_words(run, words) || !wish_is_sound(&run->wish) || !book_is_sound(run, words, rest) ||
        !spares_input(run, rest) || !read_stipulation(run, words->goal, rest))
        return EXIT_MISUSE;
    if (isatty(STDERR_FILENO)) run->wish.options.progress = on_progress;
    return solve_operands(run, rest, threads, hash);
}

static int run_problem(const Command *self, int argc, char **argv) {
    Run run = {.wish = {.intended = 1}, .shown = text_growing(), .certificate = text_growing()};
    ProblemWish *wish = &run.wish;
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
        {"twin", 0, OPTION_TEXT, &run.custom.twins, "TEXT",
         "twins: 'b) bRa6 c) -b7 h2-h3 d) shift a1-b1 +e) h#3'", 0, 0},
        {"duplex", 0, OPTION_FLAG, &wish->duplex, NULL, "the same for the other side to begin", 0,
         0},
        {"solutions", 0, OPTION_INT, &wish->intended, "N",
         "so many solutions are meant (default 1): more is cooked", 1, INT64_MAX},
        {"sound", 0, OPTION_FLAG, &run.must_be_sound, NULL,
         "exit status 1 unless every problem is sound", 0, 0},
        {"most", 0, OPTION_INT, &most, "N", "stop after N solutions", 1, INT64_MAX},
        {"certificate", 0, OPTION_TEXT, &wish->certificate, "FILE",
         "write the answers with their proof to FILE", 0, 0},
        {"letters", 0, OPTION_TEXT, &words.letters, "NAME",
         "s (S is the knight; default), en, de, fr, es, it, nl, figurine", 0, 0},
        {"format", 0, OPTION_TEXT, &words.format, "NAME",
         "text (default), latex (diagram and solution), svg (diagram)", 0, 0},
        {"sheet", 0, OPTION_TEXT, &run.sheet_path, "FILE",
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
        STRICT_OPTION(run.custom.strict),
        {"json", 0, OPTION_FLAG, &wish->json, NULL, "one JSON object per problem", 0, 0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (!wish->json) wish->tree = !brief;
    wish->options.nodes = (uint64_t)nodes;
    wish->options.most = (uint64_t)most;
    return obey(&run, &words, &rest, (int)threads, (size_t)hash);
}

const Command command_problem = {
    .name = "problem",
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
        "  $ roek problem book problems.epd > sheet.tex\n"
        "  $ roek problem book problems.epd --sheet book.pdf\n"
        "  $ echo 'ser-#3 8/8/8/8/8/8/1K5R/3k4' | roek problem - --json\n",
    .run = run_problem,
};

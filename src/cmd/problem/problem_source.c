// SPDX-License-Identifier: MIT
//
// Problems one after the other: lines as they stand, and Popeye's input made into such lines.
#include "cmd/problem/problem_command.h"
#include "notation/problem/popeye.h"

#include <string.h>

/* Longer than any problem, and short enough for a file that never ends one. */
enum { POPEYE_TEXT_MAX = 1 << 16 };

int problem_source_open(ProblemSource *source, const Operands *operands, int first) {
    *source = (ProblemSource){.text = text_growing(), .line = text_growing()};
    int used = input_open(&source->in, &STANDARD_CHESS, operands, first, INPUT_FROM_STDIN);
    source->in.hash_counts = true;
    return used;
}

int problem_source_close(ProblemSource *source, int status) {
    text_free(&source->text);
    text_free(&source->line);
    return input_close(&source->in, status);
}

// --- gathering ---

/* The lines that were skipped since then count, too. */
static void put_line_ends(ProblemSource *source, int *number) {
    for (; *number < source->in.number; ++*number) text_char(&source->text, '\n');
}

/* Takes the problem up to the word that ends it, every character where it stands in its line; false
 * after complaining. */
static bool gather(ProblemSource *source, const char *line, const char *from) {
    const char *end;
    int number = source->number;
    bool another = false;
    size_t length;
    text_clear(&source->text);
    for (const char *at = line; at < from; at++) text_char(&source->text, ' ');
    while (!(end = popeye_end(from, &another, &length))) {
        text_string(&source->text, from);
        from = source->text.used < POPEYE_TEXT_MAX ? input_next_line(&source->in) : NULL;
        if (!from) {
            print_error("line %d: EndProblem is missing", source->number);
            return false;
        }
        put_line_ends(source, &number);
    }
    text_bytes(&source->text, from, (size_t)(end - from));
    source->rest = another ? end + length : NULL;
    if (source->text.failed) print_memory_error();
    return !source->text.failed;
}

// --- faults ---

/* Complains about a place in what was gathered, showing its line alone. */
static void print_source_error(const ProblemSource *source, int offset, const char *kind,
                               const char *why) {
    const char *text = text_get(&source->text), *line = text;
    int number = source->number;
    Text shown = text_growing();
    for (const char *at = text; at < text + offset; at++) {
        if (*at != '\n') continue;
        line = at + 1;
        number++;
    }
    text_bytes(&shown, line, strcspn(line, "\n"));
    print_error_at(text_get(&shown), (int)(text + offset - line), "line %d: %s%s", number, kind,
                   why);
    text_free(&shown);
}

// --- as a line ---

static void put_text(Text *out, const char *name, PopeyeSpan span) {
    Text value = text_growing();
    if (!span.length) return;
    text_bytes(&value, span.at, span.length);
    out->failed |= value.failed;
    text_char(out, ' ');
    epd_put_text(out, name, text_get(&value));
    text_free(&value);
}

static void put_number(Text *out, const char *name, int value) {
    if (value) text_format(out, " %s %d;", name, value);
}

static void put_flag(Text *out, const char *name, bool value) {
    if (value) text_format(out, " %s;", name);
}

/* What the problem asks for besides its stipulation, as operations of EPD. */
static void put_operations(Text *out, const PopeyeProblem *p) {
    put_text(out, "author", p->author);
    put_text(out, "source", p->origin);
    put_text(out, "title", p->title);
    put_text(out, "twins", (PopeyeSpan){p->twins, strlen(p->twins)});
    put_flag(out, "set", p->set_play);
    put_flag(out, "duplex", p->duplex);
    put_flag(out, "every", p->every_defence);
    put_flag(out, "noshort", p->no_short);
    put_flag(out, "afterkey", p->after_key);
    put_flag(out, "exact", p->exact);
    put_number(out, "refutations", p->refutations);
    put_number(out, "most", p->most);
    put_number(out, "time", p->seconds);
    put_flag(out, "fromsquares", !p->moved && p->setup.ep == NO_SQUARE);
}

/* Popeye's h#3 in which White begins is everybody's h#2.5. */
static void begin_with_white(Stipulation *s) {
    if (s->play == PROBLEM_PLAY_HELP && !s->half) s->half = true;
}

/* Kings and rooks at home may castle unless they are said to have moved. */
static Bitboard castling_of(const PopeyeProblem *p) {
    Setup setup = p->setup;
    for (Square s = A1; s <= H8; s++)
        if (p->moved & bit(s)) setup.piece[s] = NO_PIECE;
    return problem_home_rights(&setup);
}

static void put_problem(Text *out, PopeyeProblem *p, Stipulation s) {
    char name[STIPULATION_MAX], fen[FEN_MAX];
    if (p->white_begins) begin_with_white(&s);
    stipulation_write(&s, name);
    p->setup.castling = castling_of(p);
    p->setup.turn = stipulation_default_turn(&s);
    if (p->half_duplex != p->after_key) p->setup.turn = other(p->setup.turn);
    fen_write_fields(&p->setup, fen);
    text_format(out, "%s %s", name, fen);
    put_operations(out, p);
}

/* What was gathered as a line; NULL after complaining. */
static const char *translate(ProblemSource *source) {
    PopeyeProblem p;
    Stipulation s;
    const char *text = text_get(&source->text);
    PopeyeResult r = popeye_read(text, &p);
    if (r.fault != POPEYE_OK) {
        print_source_error(source, r.column, "", popeye_fault_text(r));
        return NULL;
    }
    StipulationResult found = stipulation_read(p.stipulation.at, p.stipulation.length, &s);
    if (found.fault != STIPULATION_OK) {
        int offset = (int)(p.stipulation.at - text) + found.column;
        print_source_error(source, offset, "stipulation: ", stipulation_fault_text(found.fault));
        return NULL;
    }
    text_clear(&source->line);
    put_problem(&source->line, &p, s);
    if (source->line.failed) print_memory_error();
    return source->line.failed ? NULL : text_get(&source->line);
}

const char *problem_source_next(ProblemSource *source) {
    for (;;) {
        const char *rest = source->rest, *line = rest ? source->in.line : NULL;
        source->rest = NULL;
        if (!rest) {
            line = input_next_line(&source->in);
            rest = line ? popeye_begin(line) : NULL;
            if (!rest) {
                source->number = source->in.is_list ? source->in.number : 0;
                return line;
            }
        }
        source->number = source->in.number;
        const char *found = gather(source, line, rest) ? translate(source) : NULL;
        if (found) return found;
        source->in.bad = true;
    }
}

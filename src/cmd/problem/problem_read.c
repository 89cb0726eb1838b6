// SPDX-License-Identifier: MIT
//
// Problems as they are written: a stipulation, a position in one of several styles, and twins.
#include "cmd/problem/problem_command.h"

#include "notation/problem/problem_fen.h"
#include "notation/problem/twin.h"
#include "solve/problem/retro_analysis.h"

#include <string.h>

static bool is_turn(const char *word, size_t length) {
    return span_is(word, length, "w") || span_is(word, length, "b");
}

/* The position as plain FEN, however problemists wrote it; the side to move may be missing.  False
 * after complaining. */
static bool put_position(Text *out, Cursor c, const char *place, const Stipulation *s) {
    const char *word = c.at;
    size_t length = 0;
    char placement[FEN_MAX];
    Setup setup = setup_empty();
    cursor_word(&c, &word, &length);
    ProblemFenResult r = problem_fen_read(word, length, &setup);
    if (r.fault != PROBLEM_FEN_OK) {
        print_error_at(c.start, (int)(word - c.start) + r.column, "%sposition: %s", place,
                       problem_fen_fault_text(r.fault));
        return false;
    }
    fen_write(&setup, placement);
    text_bytes(out, placement, strcspn(placement, " "));
    Cursor rest = c;
    if (!cursor_word(&c, &word, &length) || !is_turn(word, length))
        text_string(out, stipulation_default_turn(s) == WHITE ? " w - -" : " b - -");
    text_string(out, rest.at);
    if (out->failed) print_memory_error();
    return !out->failed;
}

bool problem_read_stipulation(const char *text, size_t length, const char *place, const char *line,
                              Stipulation *out) {
    StipulationResult r = stipulation_read(text, length, out);
    if (r.fault == STIPULATION_OK) return true;
    print_error_at(line, (int)(text - line) + r.column, "%sstipulation: %s", place,
                   stipulation_fault_text(r.fault));
    return false;
}

/* Forsyth has bars, or at least both kings. */
static bool is_placement(const char *word, size_t length) {
    return memchr(word, '/', length) || (memchr(word, 'K', length) && memchr(word, 'k', length));
}

/* The stipulation before the position, if the line begins with one. */
static bool take_stipulation(const ProblemReadOptions *read_options, Cursor *c, const char *place,
                             Stipulation *out) {
    const char *word;
    size_t length;
    Cursor ahead = *c;
    *out = read_options->stipulation;
    bool is_position = !cursor_word(&ahead, &word, &length) || is_placement(word, length);
    if (is_position && read_options->has_stipulation) return true;
    if (is_position) {
        print_error("%sno stipulation", place);
        return false;
    }
    if (!problem_read_stipulation(word, length, place, c->start, out)) return false;
    *c = ahead;
    return true;
}

// --- positions ---

Bitboard problem_home_rights(const Setup *setup) {
    Bitboard rights = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        if (setup->piece[relative_square(c, E1)] != piece_of(c, KING)) continue;
        if (setup->piece[relative_square(c, A1)] == piece_of(c, ROOK))
            rights |= bit(relative_square(c, A1));
        if (setup->piece[relative_square(c, H1)] == piece_of(c, ROOK))
            rights |= bit(relative_square(c, H1));
    }
    return rights;
}

/* What may be done by the problemists' convention, whatever the FEN says: castling unless it can be
 * ruled out, en passant only if it is proved. */
static void apply_convention(Setup *setup) {
    Position pos;
    setup->castling = problem_home_rights(setup);
    setup->ep = NO_SQUARE;
    if (position_from_setup(setup, &STANDARD_CHESS, &pos) == 0) setup->ep = retro_proven_ep(&pos);
}

static bool set_up(const ProblemReadOptions *read_options, const char *line, const char *place,
                   Problem *out) {
    char why[FEN_FAULT_MAX];
    EpdResult r = epd_read(line, &out->epd);
    if (r.fault != EPD_OK) {
        epd_fault_text(r, why);
        print_error_at(line, r.column, "%s%s", place, why);
        return false;
    }
    out->from_squares = read_options->from_squares || epd_find(&out->epd, "fromsquares");
    if (out->from_squares) apply_convention(&out->epd.setup);
    FenResult f = fen_to_position(line, &out->epd.setup, &STANDARD_CHESS, &out->pos);
    if (f.fault == FEN_OK)
        return read_options->warned || input_accepts(read_options->strict, place, line, f);
    fen_fault_text(f, why);
    print_error_at(line, f.column, "%s%s", place, why);
    return false;
}

/* The keys of "bm Qa6;".  "bm #3;" says how long a mate is, and no key. */
static bool read_meant(const char *line, const char *place, Problem *out) {
    char why[FEN_FAULT_MAX];
    int64_t length;
    out->intended_keys.count = 0;
    if (epd_mate(&out->epd, &length)) return true;
    EpdResult r = epd_moves(&out->epd, "bm", &out->pos, &out->intended_keys);
    if (r.fault == EPD_OK) return true;
    epd_fault_text(r, why);
    print_error_at(line, r.column, "%s%s", place, why);
    return false;
}

bool problem_read(const ProblemReadOptions *read_options, const char *line, const char *place,
                  Text *text, Problem *out) {
    Cursor c = cursor_on(line);
    if (!take_stipulation(read_options, &c, place, &out->stipulation)) return false;
    return put_position(text, c, place, &out->stipulation) &&
           set_up(read_options, text_get(text), place, out) &&
           read_meant(text_get(text), place, out);
}

// --- wishes ---

static bool operation_fails(const Problem *problem, const EpdOperation *op, const char *place,
                            const char *why) {
    print_error_at(problem->epd.line, (int)(op->value - problem->epd.line), "%s%s: %s", place,
                   op->name, why);
    return false;
}

static bool take_flag(const Problem *problem, const char *name, const char *place, bool *out) {
    const EpdOperation *op = epd_find(&problem->epd, name);
    if (op && op->length) return operation_fails(problem, op, place, "nothing is wanted behind it");
    *out |= op != NULL;
    return true;
}

static bool take_number(const Problem *problem, const char *name, const char *place, int64_t max,
                        int64_t *out) {
    int64_t number;
    const EpdOperation *op = epd_find(&problem->epd, name);
    if (!op) return true;
    if (!epd_int(&problem->epd, name, &number) || number < 1 || number > max)
        return operation_fails(problem, op, place, "a number is wanted");
    *out = number;
    return true;
}

bool problem_read_options(const Problem *problem, const char *place, ProblemCommandOptions *opts) {
    int64_t most = 0, seconds = 0;
    bool good = take_flag(problem, "set", place, &opts->set_play) &&
                take_flag(problem, "duplex", place, &opts->duplex) &&
                take_flag(problem, "every", place, &opts->every) &&
                take_flag(problem, "noshort", place, &opts->no_short) &&
                take_flag(problem, "afterkey", place, &opts->after_key) &&
                take_flag(problem, "exact", place, &opts->options.exact) &&
                take_number(problem, "refutations", place, REFUTATIONS_MAX, &opts->refutations) &&
                take_number(problem, "solutions", place, INT64_MAX, &opts->intended) &&
                take_number(problem, "most", place, INT64_MAX, &most) &&
                take_number(problem, "time", place, INT32_MAX, &seconds);
    if (most) opts->options.max_lines = (uint64_t)most;
    if (seconds) opts->options.seconds = (double)seconds;
    return good;
}

// --- twins ---

bool problem_twins_text(const ProblemReadOptions *read_options, const Problem *problem,
                        char out[TWINS_MAX]) {
    Text text = text_on(out, TWINS_MAX);
    if (read_options->twins)
        text_string(&text, read_options->twins);
    else if (epd_find(&problem->epd, "twins"))
        return epd_text(&problem->epd, "twins", out, TWINS_MAX);
    return !text.failed;
}

static bool twin_fails(const char *text, int column, const char *place, const char *why) {
    print_error_at(text, column, "%stwin: %s", place, why);
    return false;
}

/* Adds the twin whose label stands in this column; false after complaining. */
static bool add_twin(const Problem *diagram, const char *text, int column, const char *place,
                     Twin *twin, ProblemTwins *out) {
    char why[SETUP_FAULTS_TEXT_MAX];
    Stipulation base = twin->continues && out->count ? out->items[out->count - 1].stipulation
                                                     : diagram->stipulation;
    Stipulation stipulation = base;
    for (int i = 0; i < out->count; i++)
        if (out->items[i].label == twin->label)
            return twin_fails(text, column, place, "there is one with this letter already");
    if (twin->stipulation && !problem_read_stipulation(twin->stipulation, twin->stipulation_length,
                                                       place, text, &stipulation))
        return false;
    if (stipulation_default_turn(&stipulation) != stipulation_default_turn(&base))
        twin->setup.turn = other(twin->setup.turn);
    if (diagram->from_squares) apply_convention(&twin->setup);
    setup_repair(&twin->setup, &STANDARD_CHESS);
    out->items[out->count].label = twin->label;
    out->items[out->count].stipulation = stipulation;
    SetupFaults faults =
        position_from_setup(&twin->setup, &STANDARD_CHESS, &out->items[out->count].pos);
    setup_faults_text(faults, why);
    if (faults) return twin_fails(text, column, place, why);
    out->count++;
    return true;
}

/* A first twin called a) says that the diagram is none itself: a zeroposition. */
static bool is_zeroposition(const char *text) {
    Cursor c = cursor_on(text);
    cursor_skip_spaces(&c);
    return char_lower(c.at[0]) == 'a' && c.at[1] == ')';
}

bool problem_read_twins(const ProblemReadOptions *read_options, const Problem *diagram,
                        const char *place, ProblemTwins *out) {
    char text[TWINS_MAX];
    Setup start = position_to_setup(&diagram->pos);
    Twin twin = {.setup = start};
    if (!problem_twins_text(read_options, diagram, text)) {
        print_error("%sthe twins are too long", place);
        return false;
    }
    Cursor c = cursor_on(text);
    cursor_skip_spaces(&c);
    out->count = 0;
    if (!is_zeroposition(text)) {
        out->items[0].label = cursor_done(&c) ? '\0' : 'a';
        out->items[0].stipulation = diagram->stipulation;
        out->items[0].pos = diagram->pos;
        out->count = 1;
    }
    for (; !cursor_done(&c); cursor_skip_spaces(&c)) {
        Setup before = twin.setup;
        int column = cursor_column(&c);
        TwinResult r = twin_read(&c, &start, &before, &twin);
        if (r.fault != TWIN_OK) return twin_fails(text, r.column, place, twin_fault_text(r.fault));
        if (!add_twin(diagram, text, column, place, &twin, out)) return false;
    }
    return true;
}

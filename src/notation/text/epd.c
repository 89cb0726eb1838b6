// SPDX-License-Identifier: MIT
#include "notation/text/epd.h"

#include "notation/text/san.h"

#include <string.h>

static const EpdResult OK = {.fault = EPD_OK};

static EpdResult fail_at(const Epd *epd, const char *at, EpdFault fault) {
    return (EpdResult){.fault = fault, .column = (int)(at - epd->line)};
}

static EpdResult fail_fen(FenResult fen) {
    return (EpdResult){.fault = EPD_BAD_FEN, .column = fen.column, .fen = fen};
}

static bool is_letter(char c) {
    return char_lower(c) >= 'a' && char_lower(c) <= 'z';
}

static bool is_clock(const Cursor *c) {
    return char_is_digit(*c->at) || *c->at == '-';
}

/* Reads a move counter, which a ';' may follow as if it were an operation. */
static EpdResult read_clock(Cursor *c, int64_t max, FenFault fault, int *out) {
    char number[24] = "";
    size_t length = 0;
    int64_t n;
    cursor_skip_spaces(c);
    if (!is_clock(c)) return OK;
    while (c->at[length] && c->at[length] != ';' && !char_is_space(c->at[length])) length++;
    if (length < sizeof number) memcpy(number, c->at, length);
    if (!text_to_int(number, 0, max, &n)) return fail_fen((FenResult){fault, cursor_column(c), 0});
    c->at += length;
    *out = (int)n;
    return OK;
}

static EpdResult read_clocks(Cursor *c, Setup *setup) {
    EpdResult r = read_clock(c, 9999, FEN_BAD_HALFMOVE, &setup->halfmove);
    if (r.fault == EPD_OK) r = read_clock(c, 99999, FEN_BAD_FULLMOVE, &setup->fullmove);
    cursor_skip_spaces(c);
    if (r.fault == EPD_OK && is_clock(c))
        r = fail_fen((FenResult){FEN_TRAILING, cursor_column(c), 0});
    return r;
}

/* Opcodes that no other text is mistaken for. The last one on a line may lack its ';'. */
static bool is_common(const char *name) {
    static const char *const NAMES[] = {"bm", "am", "dm", "pv", "ce", "acd", "acn", "id"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(name, NAMES[i]) == 0) return true;
    return (name[0] == 'D' || name[0] == 'c') && char_is_digit(name[1]);
}

/* The end of the operands: a ';' outside quotes, or the end of the line. */
static const char *operands_end(const char *at, const char **open_quote) {
    *open_quote = NULL;
    for (; *at && (*open_quote || *at != ';'); at++)
        if (*at == '"') *open_quote = *open_quote ? NULL : at;
    return at;
}

static EpdResult read_operation(Cursor *c, Epd *epd) {
    const char *start = c->at, *open_quote;
    size_t length = 0;
    while (is_letter(start[length]) || char_is_digit(start[length]) || start[length] == '_')
        length++;
    char after = start[length];
    bool ends = after == '\0' || after == ';' || char_is_space(after);
    if (!is_letter(*start) || !ends) return fail_at(epd, start, EPD_BAD_OPCODE);
    if (length >= EPD_NAME_MAX) return fail_at(epd, start, EPD_BAD_OPCODE);
    if (epd->count == EPD_OPERATIONS_MAX) return fail_at(epd, start, EPD_MANY_OPERATIONS);
    EpdOperation *op = &epd->items[epd->count++];
    memcpy(op->name, start, length);
    op->name[length] = '\0';
    const char *value = start + length, *end = operands_end(value, &open_quote);
    if (open_quote) return fail_at(epd, open_quote, EPD_OPEN_QUOTE);
    if (*end != ';' && !is_common(op->name)) return fail_at(epd, start, EPD_UNFINISHED);
    c->at = *end ? end + 1 : end;
    while (value < end && char_is_space(*value)) value++;
    while (end > value && char_is_space(end[-1])) end--;
    op->value = value;
    op->length = (size_t)(end - value);
    return OK;
}

static EpdResult read_operations(Cursor *c, Epd *epd) {
    for (;;) {
        while (char_is_space(*c->at) || *c->at == ';') c->at++;
        if (cursor_done(c)) return OK;
        EpdResult r = read_operation(c, epd);
        if (r.fault != EPD_OK) return r;
    }
}

static EpdResult apply_clock(Epd *epd, const char *name, int64_t max, int *out) {
    const EpdOperation *op = epd_find(epd, name);
    int64_t n;
    if (!op) return OK;
    if (!epd_int(epd, name, &n) || n < 0 || n > max) return fail_at(epd, op->value, EPD_BAD_NUMBER);
    *out = (int)n;
    return OK;
}

EpdResult epd_read(const char *line, Epd *out) {
    Epd epd = {.line = line};
    Cursor c = cursor_on(line);
    FenResult fen = fen_read_fields(&c, &epd.setup);
    if (fen.fault != FEN_OK) return fail_fen(fen);
    EpdResult r = read_clocks(&c, &epd.setup);
    if (r.fault == EPD_OK) r = read_operations(&c, &epd);
    if (r.fault == EPD_OK) r = apply_clock(&epd, "hmvc", 9999, &epd.setup.halfmove);
    if (r.fault == EPD_OK) r = apply_clock(&epd, "fmvn", 99999, &epd.setup.fullmove);
    if (epd.setup.fullmove == 0) epd.setup.fullmove = 1; // as in fen_read
    if (r.fault == EPD_OK) *out = epd;
    return r;
}

EpdResult epd_read_position(const char *line, const Rules *rules, Epd *out, Position *pos) {
    Epd epd;
    EpdResult r = epd_read(line, &epd);
    if (r.fault != EPD_OK) return r;
    FenResult fen = fen_to_position(line, &epd.setup, rules, pos);
    if (fen.fault != FEN_OK) return fail_fen(fen);
    *out = epd;
    return (EpdResult){EPD_OK, fen.column, fen};
}

void epd_fault_text(EpdResult result, char out[FEN_FAULT_MAX]) {
    static const char *const TEXT[] = {
        [EPD_OK] = "no fault",
        [EPD_BAD_FEN] = "bad FEN",
        [EPD_BAD_OPCODE] = "operation: an opcode of at most 15 letters and digits expected",
        [EPD_UNFINISHED] = "clocks: a number (or an EPD operation ended by ';') expected",
        [EPD_OPEN_QUOTE] = "operation: the quote is not closed",
        [EPD_MANY_OPERATIONS] = "operation: more than 64 of them",
        [EPD_BAD_NUMBER] = "operation: a number expected",
        [EPD_BAD_MOVE] = "operation: not a legal move",
    };
    if (result.fault == EPD_BAD_FEN) {
        fen_fault_text(result.fen, out);
        return;
    }
    Text text = text_on(out, FEN_FAULT_MAX);
    text_string(&text, TEXT[result.fault]);
}

const EpdOperation *epd_find(const Epd *epd, const char *name) {
    for (int i = 0; i < epd->count; i++)
        if (strcmp(epd->items[i].name, name) == 0) return &epd->items[i];
    return NULL;
}

bool epd_text(const Epd *epd, const char *name, char *out, size_t size) {
    Text text = text_on(out, size);
    const EpdOperation *op = epd_find(epd, name);
    if (!op) return true;
    bool quoted = op->length >= 2 && op->value[0] == '"' && op->value[op->length - 1] == '"';
    text_bytes(&text, op->value + quoted, op->length - 2 * (size_t)quoted);
    return !text.failed;
}

bool epd_id(const Epd *epd, char out[EPD_ID_MAX]) {
    return epd_find(epd, "id") && epd_text(epd, "id", out, EPD_ID_MAX);
}

bool epd_int(const Epd *epd, const char *name, int64_t *out) {
    char number[24];
    return epd_find(epd, name) && epd_text(epd, name, number, sizeof number) &&
           text_to_int(number, INT64_MIN, INT64_MAX, out);
}

bool epd_mate(const Epd *epd, int64_t *out) {
    enum { FARTHEST = 999 };
    int64_t dm;
    char best[24];
    if (epd_int(epd, "dm", &dm) && dm >= -FARTHEST && dm <= FARTHEST) {
        *out = dm;
        return true;
    }
    return epd_text(epd, "bm", best, sizeof best) && best[0] == '#' &&
           text_to_int(best + 1, -FARTHEST, FARTHEST, out);
}

/* Reads words as moves. If `line`, each move is played before the next is read. */
static EpdResult read_moves(const Epd *epd, const char *name, Position pos, bool line,
                            MoveList *out) {
    const EpdOperation *op = epd_find(epd, name);
    out->count = 0;
    const char *at = op ? op->value : NULL, *end = op ? at + op->length : NULL;
    while (at < end) {
        const char *word = at;
        Move move;
        while (at < end && !char_is_space(*at)) at++;
        if (out->count == MOVES_MAX || san_read(&pos, word, (size_t)(at - word), &move) != SAN_OK ||
            move == NULL_MOVE)
            return fail_at(epd, word, EPD_BAD_MOVE);
        out->items[out->count++] = move;
        if (line) position_play(&pos, move);
        while (at < end && char_is_space(*at)) at++;
    }
    return OK;
}

EpdResult epd_moves(const Epd *epd, const char *name, const Position *pos, MoveList *out) {
    return read_moves(epd, name, *pos, false, out);
}

EpdResult epd_line(const Epd *epd, const char *name, const Position *pos, MoveList *out) {
    return read_moves(epd, name, *pos, true, out);
}

void epd_put_position(Text *out, const Position *pos) {
    char fields[FEN_MAX];
    Setup setup = position_to_setup(pos);
    fen_write_fields(&setup, fields);
    text_string(out, fields);
}

void epd_put_int(Text *out, const char *name, int64_t value) {
    text_format(out, " %s %lld;", name, (long long)value);
}

void epd_put_text(Text *out, const char *name, const char *value) {
    text_format(out, " %s \"", name);
    for (; *value; value++) text_char(out, *value == '"' ? '\'' : *value);
    text_string(out, "\";");
}

static void put_moves(Text *out, const char *name, Position pos, bool line, const MoveList *moves) {
    text_format(out, " %s", name);
    for (int i = 0; i < moves->count; i++) {
        char san[SAN_MAX];
        san_write(&pos, moves->items[i], san);
        text_format(out, " %s", san);
        if (line) position_play(&pos, moves->items[i]);
    }
    text_char(out, ';');
}

void epd_put_moves(Text *out, const char *name, const Position *pos, const MoveList *moves) {
    put_moves(out, name, *pos, false, moves);
}

void epd_put_line(Text *out, const char *name, const Position *pos, const MoveList *moves) {
    put_moves(out, name, *pos, true, moves);
}

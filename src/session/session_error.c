// SPDX-License-Identifier: MIT
//
// Errors: a code for programs and a text for people.  Errors in user input also carry a reason code
// with its values, so that a client can word them in the user's language.
#include "session/session_internal.h"

#include "notation/text/illegal_move.h"

#include <stdio.h>
#include <string.h>

/* Begins an error about `place` in the request (or NULL); send_error closes and sends it. */
static Text begin_error_at(const Call *call, const char *place, const char *code,
                           const char *words) {
    Text out = message_open(&call->id);
    json_key(&out, "error");
    json_open(&out, '{');
    json_put_string(&out, "code", code);
    json_put_string(&out, "text", words);
    if (place) json_put_int(&out, "at", place - call->line);
    return out;
}

static Text begin_error(const Call *call, const JsonNode *at, const char *code, const char *words) {
    return begin_error_at(call, at ? at->text : NULL, code, words);
}

static bool send_error(Call *call, Text *out) {
    json_close(out, '}');
    session_send(call->session, out);
    return false;
}

bool call_error(Call *call, const JsonNode *at, const char *code, const char *format, ...) {
    char words[1200];
    Text text = text_on(words, sizeof words);
    va_list args;
    va_start(args, format);
    text_format_list(&text, format, args);
    va_end(args);
    Text out = begin_error(call, at, code, words);
    return send_error(call, &out);
}

bool call_no_memory(Call *call) {
    return call_error(call, NULL, "no-memory", "not enough memory");
}

static void put_objection(Text *out, const IllegalMove *o) {
    char value[ILLEGAL_MOVE_VALUE_MAX];
    const char *name;
    json_put_string(out, "reason", illegal_move_name(o->code));
    json_key(out, "names");
    json_open(out, '{');
    for (int i = 0; illegal_move_value(o, i, &name, value); i++) json_put_string(out, name, value);
    json_close(out, '}');
}

/* Text that reads as the null move gets a reason of its own: illegal_move_by_text finds none. */
bool call_illegal(Call *call, const JsonNode *at, const Position *pos, const char *text) {
    IllegalMove o = illegal_move_by_text(pos, text, strlen(text));
    char words[ILLEGAL_MOVE_TEXT_MAX] = "not a move";
    if (o.code == ILLEGAL_NONE)
        o.code = ILLEGAL_PASS;
    else
        illegal_move_write(&o, words);
    Text out = begin_error(call, at, "illegal", words);
    put_objection(&out, &o);
    return send_error(call, &out);
}

bool call_bad_puzzle(Call *call, LoopFault fault) {
    Text out = begin_error(call, NULL, "bad-puzzle", loop_fault_text(fault));
    json_put_string(&out, "reason", loop_fault_name(fault));
    return send_error(call, &out);
}

static void put_faults(Text *out, const char *name, SetupFaults faults,
                       const char *(*write)(int fault)) {
    json_key(out, name);
    json_open(out, '[');
    for (int i = 0; i < SETUP_FAULT_COUNT; i++)
        if (faults >> i & 1) json_string(out, write(i));
    json_close(out, ']');
}

void put_fault_names(Text *out, const char *name, SetupFaults faults) {
    put_faults(out, name, faults, setup_fault_name);
}

static void put_fen_fault(Text *out, FenResult r) {
    SetupFaults faults = r.fault == FEN_UNPLAYABLE ? r.faults : 0;
    json_put_string(out, "reason", fen_fault_name(r.fault));
    put_faults(out, "faults", faults, setup_fault_text);
    put_fault_names(out, "reasons", faults);
}

bool call_bad_fen(Call *call, const JsonNode *at, size_t before, FenResult r) {
    char words[FEN_FAULT_MAX];
    fen_fault_text(r, words);
    const char *place = json_string_offset(at, before + (size_t)r.column);
    Text out = begin_error_at(call, place, "bad-fen", words);
    json_put_int(&out, "column", r.column);
    put_fen_fault(&out, r);
    return send_error(call, &out);
}

static void put_number(Text *out, const char *name, int number) {
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    json_put_string(out, name, text);
}

bool call_bad_pgn(Call *call, const JsonNode *at, int number, const PgnError *error) {
    char words[PGN_TEXT_MAX + 80];
    snprintf(words, sizeof words, "game %d, line %d, column %d: %s", number, error->line,
             error->column + 1, error->text);
    Text out = begin_error(call, at, "bad-text", words);
    json_put_string(&out, "reason", pgn_fault_name(error->fault));
    json_key(&out, "names");
    json_open(&out, '{');
    put_number(&out, "game", number);
    put_number(&out, "line", error->line);
    put_number(&out, "column", error->column + 1);
    if (*error->found) json_put_string(&out, "found", error->found);
    json_close(&out, '}');
    if (error->fault == PGN_BAD_MOVE || error->fault == PGN_BAD_FEN) {
        json_key(&out, "because");
        json_open(&out, '{');
        if (error->fault == PGN_BAD_MOVE)
            put_objection(&out, &error->illegal);
        else
            put_fen_fault(&out, error->fen);
        json_close(&out, '}');
    }
    return send_error(call, &out);
}

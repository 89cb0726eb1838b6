// SPDX-License-Identifier: MIT
//
// The fields of a request, and what is answered.
#include "roek/session/session_internal.h"

#include "roek/core/names.h"
#include "roek/core/outcome.h"
#include "roek/notation/coord.h"
#include "roek/notation/explain.h"
#include "roek/notation/san.h"
#include "roek/rules/rules.h"
#include "roek/search/score.h"

#include <stdlib.h>
#include <string.h>

// Saying things.

Text message_open(const RequestId *id) {
    Text out = text_growing();
    json_open(&out, '{');
    json_key(&out, "id");
    text_string(&out, id->json);
    return out;
}

void session_say(Session *s, Text *message) {
    json_close(message, '}');
    pthread_mutex_lock(&s->out_lock);
    if (!message->failed) s->options.say(s->options.context, text_get(message), message->used);
    pthread_mutex_unlock(&s->out_lock);
    text_free(message);
}

Text call_answer(const Call *call) {
    Text out = message_open(&call->id);
    json_put_bool(&out, "ok", true);
    return out;
}

void call_ok(Call *call) {
    Text out = call_answer(call);
    session_say(call->session, &out);
}

bool call_error(Call *call, const JsonNode *at, const char *code, const char *format, ...) {
    char words[1200];
    Text text = text_on(words, sizeof words), out = message_open(&call->id);
    va_list args;
    va_start(args, format);
    text_format_list(&text, format, args);
    va_end(args);
    json_key(&out, "error");
    json_open(&out, '{');
    json_put_string(&out, "code", code);
    json_put_string(&out, "text", words);
    if (at) json_put_int(&out, "at", at->text - call->line);
    json_close(&out, '}');
    session_say(call->session, &out);
    return false;
}

bool call_no_memory(Call *call) {
    return call_error(call, NULL, "no-memory", "not enough memory");
}

void put_position(Text *out, const Position *pos) {
    char fen[FEN_MAX], words[OUTCOME_MAX];
    Outcome outcome = position_outcome(pos);
    fen_write_position(pos, fen);
    json_put_string(out, "fen", fen);
    json_put_string(out, "turn", position_turn(pos) == WHITE ? "white" : "black");
    if (!outcome_is_over(outcome)) return;
    outcome_text(outcome, words);
    json_put_string(out, "result", outcome_result(outcome));
    json_put_string(out, "outcome", words);
}

void json_move(Text *out, const Position *pos, Move move) {
    char uci[COORD_MAX];
    coord_write(pos, move, !castling_is_classical(pos), uci);
    json_string(out, uci);
}

void put_line(Text *out, const Position *from, const Move *moves, int count) {
    for (int uci = 0; uci < 2; uci++) {
        Position pos = *from;
        json_key(out, uci ? "uci" : "san");
        json_open(out, '[');
        for (int i = 0; i < count; i++) {
            char san[SAN_MAX];
            san_write(&pos, moves[i], san);
            if (uci)
                json_move(out, &pos, moves[i]);
            else
                json_string(out, san);
            position_play(&pos, moves[i]);
        }
        json_close(out, ']');
    }
}

void put_score(Text *out, Score score) {
    if (score_is_mate(score))
        json_put_int(out, "mate", score_mate_moves(score));
    else
        json_put_int(out, "cp", score);
}

// Fields.

const JsonNode *call_field(const Call *call, const char *name) {
    return json_get(call->request, name);
}

bool call_has(const Call *call, const char *name) {
    return call_field(call, name) != NULL;
}

bool call_int(Call *call, const char *name, int64_t min, int64_t max, int64_t *out) {
    const JsonNode *node = call_field(call, name);
    if (!node || json_to_int(node, min, max, out)) return true;
    return call_error(call, node, "bad-field", "'%s' must be a whole number from %lld to %lld",
                      name, (long long)min, (long long)max);
}

bool call_real(Call *call, const char *name, double min, double max, double *out) {
    const JsonNode *node = call_field(call, name);
    double value;
    if (!node) return true;
    if (!json_to_real(node, &value) || value < min || value > max)
        return call_error(call, node, "bad-field", "'%s' must be a number from %g to %g", name, min,
                          max);
    *out = value;
    return true;
}

bool call_bool(Call *call, const char *name, bool *out) {
    const JsonNode *node = call_field(call, name);
    if (!node || json_to_bool(node, out)) return true;
    return call_error(call, node, "bad-field", "'%s' must be true or false", name);
}

bool call_string(Call *call, const char *name, char *out, size_t size) {
    const JsonNode *node = call_field(call, name);
    if (!node || json_to_string(node, out, size)) return true;
    return call_error(call, node, "bad-field", "'%s' must be a string of fewer than %zu bytes",
                      name, size);
}

bool call_rules(Call *call, const Rules **out) {
    char name[32] = "chess";
    if (!call_string(call, "variant", name, sizeof name)) return false;
    *out = rules_find(name);
    return *out || call_error(call, call_field(call, "variant"), "unknown-variant",
                              "there is no variant '%s'", name);
}

/* The faults of a set-up, each as a word of its own. */
static bool refuse_fen(Call *call, FenResult r) {
    char words[FEN_FAULT_MAX];
    Text out = message_open(&call->id);
    fen_fault_text(r, words);
    json_key(&out, "error");
    json_open(&out, '{');
    json_put_string(&out, "code", "bad-fen");
    json_put_string(&out, "text", words);
    json_put_int(&out, "column", r.column);
    json_key(&out, "faults");
    json_open(&out, '[');
    for (int i = 0; i < FAULT_COUNT; i++)
        if (r.fault == FEN_UNPLAYABLE && r.faults >> i & 1)
            json_string(&out, setup_fault_text(1u << i));
    json_close(&out, ']');
    json_close(&out, '}');
    session_say(call->session, &out);
    return false;
}

static bool call_start(Call *call, Position *out) {
    const Rules *rules;
    char fen[FEN_MAX] = "";
    if (!call_rules(call, &rules) || !call_string(call, "fen", fen, sizeof fen)) return false;
    *out = position_start(rules);
    if (!call_has(call, "fen")) return true;
    FenResult r = fen_read_position(fen, rules, out);
    return r.fault == FEN_OK || refuse_fen(call, r);
}

static bool play_text(Call *call, const JsonNode *at, Game *game) {
    char text[32], why[EXPLAIN_MAX];
    const Position *pos = game_now(game);
    Move move;
    if (!json_to_string(at, text, sizeof text))
        return call_error(call, at, "bad-field", "a move is a string such as \"Nf3\" or \"e2e4\"");
    if (san_read(pos, text, strlen(text), &move) != SAN_OK || move == NULL_MOVE) {
        bool said = explain_text(pos, text, strlen(text), why);
        return call_error(call, at, "illegal", "%s", said ? why : "not a move");
    }
    return game_play(game, move) || call_no_memory(call);
}

bool call_game(Call *call, Game *out) {
    Position start;
    const JsonNode *moves = call_field(call, "moves");
    if (!call_start(call, &start)) return false;
    if (moves && json_type(moves) != JSON_ARRAY)
        return call_error(call, moves, "bad-field", "'moves' must be an array of moves");
    if (json_count(moves) > SESSION_MOVES_MAX)
        return call_error(call, moves, "too-many", "at most %d moves are taken", SESSION_MOVES_MAX);
    if (!game_init(out, &start)) return call_no_memory(call);
    JSON_FOR_EACH(move, moves) {
        if (play_text(call, move, out)) continue;
        game_free(out);
        return false;
    }
    return true;
}

bool call_effort(Call *call, int64_t *threads, int64_t *hash) {
    const SessionOptions *o = &call->session->options;
    return call_int(call, "threads", 1, o->threads_max, threads) &&
           call_int(call, "hash", 1, o->hash_max, hash);
}

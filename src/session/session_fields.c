// SPDX-License-Identifier: MIT
//
// The fields of a request, and the parts of answers.
#include "session/session_internal.h"

#include "core/outcome.h"
#include "core/piece_names.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"
#include "review/review.h"
#include "rules/registry.h"
#include "search/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- sending ---

Text message_open(const RequestId *id) {
    Text out = text_growing();
    json_open(&out, '{');
    json_key(&out, "id");
    text_string(&out, id->json);
    return out;
}

/* Sent in place of a message that could not be allocated.  Its id is lost with it. */
static const char NO_MEMORY[] = "{\"id\":null,\"error\":{\"code\":\"no-memory\","
                                "\"text\":\"not enough memory\"}}";

void session_send(Session *s, Text *message) {
    json_close(message, '}');
    pthread_mutex_lock(&s->out_lock);
    if (message->failed)
        s->options.send_line(s->options.context, NO_MEMORY, sizeof NO_MEMORY - 1);
    else
        s->options.send_line(s->options.context, text_get(message), message->used);
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
    session_send(call->session, &out);
}

void put_outcome(Text *out, Outcome outcome) {
    char words[OUTCOME_TEXT_MAX];
    outcome_text(outcome, words);
    json_put_string(out, "outcome", words);
    json_put_string(out, "reason", outcome_reason_name(outcome.reason));
}

void put_position(Text *out, const Position *pos) {
    char fen[FEN_MAX];
    Outcome outcome = position_outcome(pos);
    fen_write_position(pos, fen);
    json_put_string(out, "fen", fen);
    json_put_string(out, "turn", position_turn(pos) == WHITE ? "white" : "black");
    if (!outcome_is_over(outcome)) return;
    json_put_string(out, "result", outcome_result(outcome));
    put_outcome(out, outcome);
}

void json_move(Text *out, const Position *pos, Move move) {
    char uci[UCI_MOVE_MAX];
    uci_move_write(pos, move, !castling_is_classical(pos), uci);
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

void put_chance(Text *out, Score score) {
    json_put_real(out, "chance", round(review_win_chance(score) * 1e4) / 1e4);
}

// --- fields ---

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

static bool call_start(Call *call, Position *out) {
    const Rules *rules;
    char fen[FEN_MAX] = "";
    if (!call_rules(call, &rules) || !call_string(call, "fen", fen, sizeof fen)) return false;
    *out = position_start(rules);
    if (!call_has(call, "fen")) return true;
    FenResult r = fen_read_position(fen, rules, out);
    return r.fault == FEN_OK || call_bad_fen(call, call_field(call, "fen"), 0, r);
}

static bool play_text(Call *call, const JsonNode *at, Game *game) {
    char text[32];
    const Position *pos = game_current(game);
    Move move;
    if (!json_to_string(at, text, sizeof text))
        return call_error(call, at, "bad-field", "a move is a string such as \"Nf3\" or \"e2e4\"");
    if (san_read(pos, text, strlen(text), &move) != SAN_OK || move == NULL_MOVE)
        return call_illegal(call, at, pos, text);
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

bool call_threads_and_hash(Call *call, int64_t *threads, int64_t *hash) {
    const SessionOptions *o = &call->session->options;
    if (*hash > o->hash_max) *hash = o->hash_max;
    if (!call_int(call, "threads", 1, o->threads_max, threads) ||
        !call_int(call, "hash", 1, o->hash_max, hash))
        return false;
    call->hash = *hash;
    return true;
}

bool call_reserve_hash(Call *call) {
    atomic_llong *left = call->session->options.hash_left;
    if (!left || atomic_fetch_sub(left, call->hash) >= call->hash) return true;
    atomic_fetch_add(left, call->hash);
    return call_error(call, call_field(call, "hash"), "too-many",
                      "the searches that go on leave no %lld MB for another",
                      (long long)call->hash);
}

void session_release_hash(Session *s, int64_t hash) {
    if (s->options.hash_left) atomic_fetch_add(s->options.hash_left, hash);
}

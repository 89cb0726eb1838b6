// SPDX-License-Identifier: MIT
//
// Requests that are answered at once: position, moves, pgn.
#include "session/session_internal.h"

#include "core/outcome.h"
#include "notation/text/san.h"

#include <stdlib.h>
#include <string.h>

enum { PGN_NODES_MOST = 20000, PGN_GAMES_MOST = 100000 };

/* Lists the castling and en-passant rights of the FEN that fen_read_position dropped because the
 * board does not allow them, so that an editor can show it. */
static void put_mended(Call *call, Text *out, const Rules *rules) {
    char fen[FEN_MAX];
    Position pos;
    if (!json_to_string(call_field(call, "fen"), fen, sizeof fen)) return;
    FenResult r = fen_read_position(fen, rules, &pos);
    if (r.faults) put_fault_names(out, "mended", r.faults);
}

/* Describes the position, or lists all faults of its set-up. */
static void do_position(Call *call) {
    Game game;
    if (!call_game(call, &game)) return;
    const Position *pos = game_current(&game);
    Text out = call_answer(call);
    json_put_string(&out, "variant", pos->rules->name);
    put_position(&out, pos);
    json_put_bool(&out, "check", pos->rules->traits.checks && position_is_check(pos));
    put_mended(call, &out, pos->rules);
    session_send(call->session, &out);
    game_free(&game);
}

static void put_move(Text *out, const Position *pos, Move move) {
    char san[SAN_MAX], fen[FEN_MAX];
    Position next = *pos;
    san_write(pos, move, san);
    position_play(&next, move);
    fen_write_position(&next, fen);
    json_open(out, '{');
    json_put_string(out, "san", san);
    json_key(out, "uci");
    json_move(out, pos, move);
    json_put_string(out, "fen", fen);
    json_close(out, '}');
}

/* All legal moves.  With "move", only that one, or the reason why it is illegal. */
static void do_moves(Call *call) {
    Game game;
    char text[32] = "";
    if (!call_string(call, "move", text, sizeof text) || !call_game(call, &game)) return;
    const Position *pos = game_current(&game);
    MoveList list;
    Move one;
    position_legal_moves(pos, &list);
    bool legal = *text && san_read(pos, text, strlen(text), &one) == SAN_OK && one != NULL_MOVE;
    if (legal) list = (MoveList){.count = 1, .items = {one}};
    if (*text && !legal) {
        call_illegal(call, call_field(call, "move"), pos, text);
    } else {
        Text out = call_answer(call);
        json_key(&out, "moves");
        json_open(&out, '[');
        for (int i = 0; i < list.count; i++) put_move(&out, pos, list.items[i]);
        json_close(&out, ']');
        session_send(call->session, &out);
    }
    game_free(&game);
}

// --- PGN ---

static void put_tags(Text *out, const PgnGame *pgn) {
    json_key(out, "tags");
    json_open(out, '{');
    for (int i = 0; i < pgn->tag_count; i++) {
        const char *name = text_get(&pgn->pool) + pgn->tags[i].name;
        json_put_string(out, name, text_get(&pgn->pool) + pgn->tags[i].value);
    }
    json_close(out, '}');
}

/* The position after each node, with room for `more` nodes.  A parent precedes its children.
 * Returns NULL when memory is short. */
static Position *play_out(const PgnGame *pgn, uint32_t more) {
    Position *after = malloc(((size_t)pgn->node_count + more) * sizeof *after);
    if (!after) return NULL;
    after[0] = pgn->start;
    for (int i = 1; i < pgn->node_count; i++) {
        const PgnNode *n = &pgn->nodes[i];
        after[i] = after[n->parent];
        position_play_or_pass(&after[i], n->move);
    }
    return after;
}

static void put_node(Text *out, const PgnGame *pgn, const PgnNode *n, const Position *before) {
    char san[SAN_MAX];
    const char *comment = pgn_comment(pgn, n->after);
    san_write(before, n->move, san);
    json_open(out, '{');
    json_put_int(out, "after", n->parent);
    json_put_string(out, "san", san);
    if (n->move != NULL_MOVE) {
        json_key(out, "uci");
        json_move(out, before, n->move);
    }
    if (comment) json_put_string(out, "comment", comment);
    if (n->nag_count) {
        json_key(out, "nags");
        json_open(out, '[');
        for (int i = 0; i < n->nag_count; i++) json_int(out, n->nags[i]);
        json_close(out, ']');
    }
    json_close(out, '}');
}

static void put_pgn(Text *out, const PgnGame *pgn, const Position *after) {
    char fen[FEN_MAX];
    put_tags(out, pgn);
    fen_write_position(&pgn->start, fen);
    json_put_string(out, "variant", pgn->start.rules->name);
    json_put_string(out, "start", fen);
    json_put_string(out, "result", pgn->result);
    json_key(out, "nodes"); // node 0, the start, is not among them
    json_open(out, '[');
    for (int i = 1; i < pgn->node_count; i++)
        put_node(out, pgn, &pgn->nodes[i], &after[pgn->nodes[i].parent]);
    json_close(out, ']');
}

/* Players and result. */
static void list_game(Text *list, const PgnGame *pgn) {
    const char *white = pgn_tag(pgn, "White"), *black = pgn_tag(pgn, "Black");
    json_open(list, '{');
    json_put_string(list, "white", white ? white : "?");
    json_put_string(list, "black", black ? black : "?");
    json_put_string(list, "result", pgn->result);
    json_close(list, '}');
}

/* Reads all games: copies the wanted one to `found`, counts them, and writes each into `list`
 * unless that is NULL.  Returns false after it sent an error. */
static bool read_games(Call *call, PgnReader *reader, int wanted, PgnGame *found, int *count,
                       Text *list) {
    PgnGame pgn;
    PgnError fault;
    PgnStatus status;
    for (*count = 0; (status = pgn_read(reader, &pgn, &fault)) == PGN_GAME; ++*count) {
        if (*count == PGN_GAMES_MOST) break;
        if (list) list_game(list, &pgn);
        if (*count == wanted)
            *found = pgn;
        else
            pgn_game_free(&pgn);
    }
    pgn_game_free(&pgn);
    if (status == PGN_END && *count > wanted) return true;
    if (*count > wanted) pgn_game_free(found);
    if (status == PGN_BROKEN)
        return call_bad_pgn(call, call_field(call, "text"), *count + 1, &fault);
    if (status == PGN_NO_MEMORY) return call_no_memory(call);
    if (status == PGN_GAME)
        return call_error(call, call_field(call, "text"), "too-many", "at most %d games are taken",
                          PGN_GAMES_MOST);
    return call_error(call, call_field(call, "number"), "no-game", "there is no game number %d",
                      wanted + 1);
}

/* One item of "add": a legal move after a node of the game. */
static bool add_move(Call *call, const JsonNode *item, PgnGame *pgn, Position *after) {
    const JsonNode *name = json_get(item, "move");
    char text[32];
    int64_t parent;
    Move move;
    if (!json_to_int(json_get(item, "after"), 0, pgn->node_count - 1, &parent) ||
        !json_to_string(name, text, sizeof text))
        return call_error(call, item, "bad-field",
                          "'add' wants objects with 'after', a node of the game, and 'move'");
    const Position *pos = &after[parent];
    if (san_read(pos, text, strlen(text), &move) != SAN_OK || move == NULL_MOVE)
        return call_illegal(call, name, pos, text);
    int node = pgn_add_move(pgn, (int)parent, move);
    if (node < 0) return call_no_memory(call);
    after[node] = *pos;
    position_play(&after[node], move);
    return true;
}

static bool add_moves(Call *call, const JsonNode *added, PgnGame *pgn, Position *after) {
    JSON_FOR_EACH(item, added) {
        if (!add_move(call, item, pgn, after)) return false;
    }
    return true;
}

/* The game as PGN, with the added moves. */
static void put_written(Text *out, const PgnGame *pgn) {
    Text text = text_growing();
    pgn_write(&text, pgn);
    json_put_text(out, "pgn", &text);
    text_free(&text);
}

/* One game of the text: its number, the number of games, and the list of all (NULL: not wanted). */
typedef struct {
    PgnGame pgn;
    int number, count;
    const Text *list;
    bool write; // send it as PGN, too
} AskedGame;

static void send_game(Call *call, const AskedGame *asked, const Position *after) {
    Text out = call_answer(call);
    json_put_int(&out, "games", asked->count);
    json_put_int(&out, "number", asked->number);
    if (asked->list) {
        json_key(&out, "list");
        text_bytes(&out, text_get(asked->list), asked->list->used);
    }
    put_pgn(&out, &asked->pgn, after);
    if (asked->write) put_written(&out, &asked->pgn);
    session_send(call->session, &out);
}

/* Adds the moves of "add" to the game and sends it. */
static void add_and_say(Call *call, AskedGame *asked) {
    const JsonNode *added = call_field(call, "add");
    uint32_t more = json_count(added);
    if (added && json_type(added) != JSON_ARRAY) {
        call_error(call, added, "bad-field", "'add' must be an array of moves");
        return;
    }
    if ((int64_t)asked->pgn.node_count + more > PGN_NODES_MOST) {
        call_error(call, added, "too-many", "a game has at most %d moves", PGN_NODES_MOST);
        return;
    }
    Position *after = play_out(&asked->pgn, more);
    if (!after)
        call_no_memory(call);
    else if (add_moves(call, added, &asked->pgn, after))
        send_game(call, asked, after);
    free(after);
}

/* Is the text a FEN?  It is one if it has a single line with a slash in its first word.  Copies
 * that line; `before` gets the number of blanks before it. */
static bool read_single_fen(const char *text, char out[FEN_MAX], size_t *before) {
    *before = strspn(text, " \t\r\n");
    text += *before;
    size_t line = strcspn(text, "\r\n"), word = strcspn(text, " \t\r\n");
    bool alone = !text[line + strspn(text + line, " \t\r\n")];
    Text copy = text_on(out, FEN_MAX);
    text_bytes(&copy, text, line);
    return alone && !copy.failed && memchr(text, '/', word);
}

static bool read_fen(Call *call, const char *fen, size_t before, const Rules *rules, PgnGame *out) {
    Position start;
    FenResult r = fen_read_position(fen, rules, &start);
    if (r.fault != FEN_OK) return call_bad_fen(call, call_field(call, "text"), before, r);
    *out = pgn_game_new(&start);
    return !out->failed || call_no_memory(call);
}

static bool read_pgn(Call *call, const char *text, size_t length, PgnGame *out, int *count,
                     Text *list) {
    int64_t number = 1;
    if (!call_int(call, "number", 1, INT32_MAX, &number)) return false;
    PgnReader *reader = pgn_reader_on(text, length);
    bool good =
        reader ? read_games(call, reader, (int)number - 1, out, count, list) : call_no_memory(call);
    pgn_reader_free(reader);
    return good;
}

bool call_text(Call *call, const Rules *rules, PgnGame *out, int *count, Text *list) {
    const JsonNode *node = call_field(call, "text");
    Text text = text_growing();
    *count = 1;
    if (!json_to_text(node, &text)) {
        text_free(&text);
        return call_error(call, node, "bad-field", "'text' must be a FEN or PGN");
    }
    char fen[FEN_MAX];
    size_t before;
    bool good = read_single_fen(text_get(&text), fen, &before)
                    ? read_fen(call, fen, before, rules, out)
                    : read_pgn(call, text_get(&text), text.used, out, count, list);
    text_free(&text);
    return good;
}

static void answer_pgn(Call *call, const Rules *rules, Text *list) {
    AskedGame asked = {.list = list};
    int64_t number = 1;
    if (!call_bool(call, "write", &asked.write)) return;
    if (list) json_open(list, '[');
    if (!call_text(call, rules, &asked.pgn, &asked.count, list)) return;
    if (list) json_close(list, ']');
    call_int(call, "number", 1, asked.count, &number);
    asked.number = (int)number;
    if (list && list->failed)
        call_no_memory(call);
    else
        add_and_say(call, &asked);
    pgn_game_free(&asked.pgn);
}

/* Sends one game of a PGN text with all its variations and the number of games.  The request may
 * add moves to it and ask for the game as PGN. */
static void do_pgn(Call *call) {
    const Rules *rules;
    bool listed = false;
    Text list = text_growing();
    if (call_rules(call, &rules) && call_bool(call, "list", &listed))
        answer_pgn(call, rules, listed ? &list : NULL);
    text_free(&list);
}

const RequestKind SESSION_POSITION_REQUESTS[] = {
    {"position", "variant fen moves", do_position},
    {"moves", "variant fen moves move", do_moves},
    {"pgn", "variant text number list add write", do_pgn},
    {NULL, NULL, NULL},
};

// SPDX-License-Identifier: MIT
//
// Writes games in PGN export format.
#include "notation/pgn/pgn.h"

#include "notation/text/fen.h"
#include "notation/text/san.h"
#include "rules/registry.h"

#include <string.h>

enum { PGN_LINE_MAX = 80 };

/* Fills lines of at most PGN_LINE_MAX columns. Opening brackets are held back and written together
 * with the next word. */
typedef struct {
    Text *out;
    const PgnGame *game;
    size_t column;
    char opening[4]; // held back; at most "({"
    size_t waiting;
    bool number_wanted; // Black's next move needs its number
} PgnWriter;

static void put_open(PgnWriter *w, char c) {
    w->opening[w->waiting++] = c;
}

/* Writes a blank or a line break before a word of this length. Leaves one column for a closing
 * bracket. A word with '%' must not begin a line, because readers would skip that line. */
static void start_word(PgnWriter *w, const char *word, size_t length) {
    bool hidden = *word == '%' && !w->waiting;
    length += w->waiting;
    if (w->column > 0 && w->column + 1 + length >= PGN_LINE_MAX && !hidden) {
        text_char(w->out, '\n');
        w->column = 0;
    } else if (w->column > 0) {
        text_char(w->out, ' ');
        w->column++;
    }
    text_bytes(w->out, w->opening, w->waiting);
    w->column += length;
    w->waiting = 0;
}

static void put_string(PgnWriter *w, const char *word) {
    start_word(w, word, strlen(word));
    text_string(w->out, word);
}

static void put_close(PgnWriter *w, char c) {
    if (w->column >= PGN_LINE_MAX) {
        text_char(w->out, '\n');
        w->column = 0;
    }
    text_char(w->out, c);
    w->column++;
}

/* The length of a command such as "[%clk 0:01:30]" that starts here; 0 if it is none. A command is
 * not broken over lines, because simple readers would not recognise it. */
static size_t command_length(const char *text) {
    if (text[0] != '[' || text[1] != '%') return 0;
    for (size_t i = 2; i < PGN_LINE_MAX / 2 && (unsigned char)text[i] >= ' '; i++) {
        if (text[i] == ' ' && text[i + 1] == ' ') return 0;
        if (text[i] == ']') return !text[i + 1] || char_is_space(text[i + 1]) ? i + 1 : 0;
    }
    return 0;
}

/* Writes a comment; a closing brace inside it becomes ')'. */
static void put_comment(PgnWriter *w, int comment) {
    const char *text = pgn_comment(w->game, comment);
    if (!text || text[strspn(text, " \t\r\n\f\v")] == '\0') return;
    put_open(w, '{');
    Cursor c = cursor_on(text);
    const char *word;
    size_t length;
    while (cursor_word(&c, &word, &length)) {
        size_t command = command_length(word);
        if (command) c.at = word + (length = command);
        start_word(w, word, length);
        for (size_t i = 0; i < length; i++) text_char(w->out, word[i] == '}' ? ')' : word[i]);
    }
    put_close(w, '}');
    w->number_wanted = true;
}

static void put_move(PgnWriter *w, const Position *pos, const PgnNode *node) {
    char san[SAN_MAX], number[24];
    put_comment(w, node->before);
    bool white = position_turn(pos) == WHITE;
    if (white || w->number_wanted) {
        Text text = text_on(number, sizeof number);
        text_format(&text, "%u%s", pos->fullmove, white ? "." : "...");
        put_string(w, number);
    }
    w->number_wanted = false;
    san_write(pos, node->move, san);
    put_string(w, san);
    for (int i = 0; i < node->nag_count; i++) {
        Text text = text_on(number, sizeof number);
        text_format(&text, "$%d", node->nags[i]);
        put_string(w, number);
    }
    put_comment(w, node->after);
}

/* Writes a line from `node` on. The alternatives of each move follow it in brackets. If the line is
 * itself an alternative, its first move's further alternatives are left to the caller. */
static void put_line(PgnWriter *w, Position pos, int node, bool is_alternative) {
    const PgnNode *nodes = w->game->nodes;
    for (bool head = true; node >= 0; node = nodes[node].next, head = false) {
        put_move(w, &pos, &nodes[node]);
        bool alternatives = !(head && is_alternative);
        for (int other = nodes[node].alternative; alternatives && other >= 0;
             other = nodes[other].alternative) {
            put_open(w, '(');
            w->number_wanted = true;
            put_line(w, pos, other, true);
            put_close(w, ')');
            w->number_wanted = true;
        }
        position_play_or_pass(&pos, nodes[node].move);
    }
}

static void put_tag(Text *out, const char *name, const char *value) {
    text_format(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') text_char(out, '\\');
        text_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    }
    text_string(out, "\"]\n");
}

static const char *const ROSTER[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER_SIZE = sizeof ROSTER / sizeof *ROSTER };

/* Tags that are written separately: the Seven Tag Roster, and those derived from the start
 * position. */
static bool is_derived(const char *name) {
    static const char *const NAMES[] = {"SetUp", "FEN", "Variant"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(name, NAMES[i]) == 0) return true;
    for (int i = 0; i < ROSTER_SIZE; i++)
        if (strcmp(name, ROSTER[i]) == 0) return true;
    return false;
}

/* Writes the tag Variant. A given name such as Chess960 stays if it means the same rules; otherwise
 * the title of the rules is written. */
static void put_variant(Text *out, const PgnGame *game) {
    const char *given = pgn_tag(game, "Variant");
    const Rules *rules = game->start.rules;
    if (given && rules_find(given) == rules)
        put_tag(out, "Variant", given);
    else if (rules != rules_at(0))
        put_tag(out, "Variant", rules->title);
}

static void put_tags(Text *out, const PgnGame *game) {
    for (int i = 0; i < ROSTER_SIZE; i++) {
        const char *value = pgn_tag(game, ROSTER[i]);
        if (strcmp(ROSTER[i], "Result") == 0) value = game->result;
        if (!value) value = strcmp(ROSTER[i], "Date") == 0 ? "????.??.??" : "?";
        put_tag(out, ROSTER[i], value);
    }
    for (int i = 0; i < game->tag_count; i++) {
        const char *name = game->pool.data + game->tags[i].name;
        if (!is_derived(name)) put_tag(out, name, game->pool.data + game->tags[i].value);
    }
    put_variant(out, game);
    char fen[FEN_MAX];
    fen_write_position(&game->start, fen);
    if (strcmp(fen, game->start.rules->start_fen) == 0) return;
    put_tag(out, "SetUp", "1");
    put_tag(out, "FEN", fen);
}

void pgn_write(Text *out, const PgnGame *game) {
    PgnWriter w = {.out = out, .game = game, .number_wanted = true};
    if (game->node_count == 0) return;
    put_tags(out, game);
    text_char(out, '\n');
    put_comment(&w, game->nodes[0].after);
    put_line(&w, game->start, game->nodes[0].next, false);
    put_string(&w, game->result);
    text_string(out, "\n\n");
}

// SPDX-License-Identifier: MIT
//
// The tree of a game, and commands inside comments.
#include "base/array.h"
#include "notation/pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

static const PgnNode NEW_NODE = {.move = NO_MOVE,
                                 .parent = -1,
                                 .next = -1,
                                 .alternative = -1,
                                 .last = -1,
                                 .before = -1,
                                 .after = -1};

static int new_node(PgnGame *game) {
    if (!array_reserve(&game->nodes, &game->node_capacity, (size_t)game->node_count + 1,
                       sizeof *game->nodes)) {
        game->failed = true;
        return -1;
    }
    game->nodes[game->node_count] = NEW_NODE;
    return game->node_count++;
}

PgnGame pgn_game_new(const Position *start) {
    PgnGame game = {.start = *start, .pool = text_growing(), .result = "*"};
    new_node(&game);
    return game;
}

void pgn_game_free(PgnGame *game) {
    free(game->nodes);
    free(game->tags);
    text_free(&game->pool);
    *game = (PgnGame){.pool = text_growing(), .result = "*"};
}

/* Adds a sanitized text to the pool. Returns its offset, or -1. */
static int add_text(PgnGame *game, const char *text) {
    size_t at = game->pool.used;
    text_bytes(&game->pool, text, strlen(text) + 1);
    if (game->pool.failed || at > INT32_MAX) game->failed = true;
    if (game->failed) return -1;
    text_sanitize(game->pool.data + at, strlen(text));
    return (int)at;
}

static const char *pooled(const PgnGame *game, int at) {
    return game->pool.data + at;
}

static PgnTag *find_tag(const PgnGame *game, const char *name) {
    for (int i = 0; i < game->tag_count; i++)
        if (strcmp(pooled(game, game->tags[i].name), name) == 0) return &game->tags[i];
    return NULL;
}

const char *pgn_tag(const PgnGame *game, const char *name) {
    const PgnTag *tag = find_tag(game, name);
    return tag ? pooled(game, tag->value) : NULL;
}

void pgn_set_tag(PgnGame *game, const char *name, const char *value) {
    PgnTag *tag = find_tag(game, name);
    int kept = add_text(game, value);
    if (kept < 0) return;
    if (tag) {
        tag->value = kept;
        return;
    }
    int kept_name = add_text(game, name);
    if (kept_name < 0) return;
    if (array_reserve(&game->tags, &game->tag_capacity, (size_t)game->tag_count + 1,
                      sizeof *game->tags))
        game->tags[game->tag_count++] = (PgnTag){kept_name, kept};
    else
        game->failed = true;
}

void pgn_set_result(PgnGame *game, const char *result) {
    static const char *const RESULTS[] = {"1-0", "0-1", "1/2-1/2"};
    game->result = "*";
    for (size_t i = 0; i < sizeof RESULTS / sizeof *RESULTS; i++)
        if (strcmp(result, RESULTS[i]) == 0) game->result = RESULTS[i];
    pgn_set_tag(game, "Result", game->result);
}

int pgn_add_move(PgnGame *game, int parent, Move move) {
    int node = parent < 0 || parent >= game->node_count ? -1 : new_node(game);
    if (node < 0) return -1;
    PgnNode *nodes = game->nodes;
    nodes[node].move = move;
    nodes[node].parent = parent;
    int last = nodes[parent].last;
    *(last < 0 ? &nodes[parent].next : &nodes[last].alternative) = node;
    nodes[parent].last = node;
    return node;
}

const char *pgn_comment(const PgnGame *game, int comment) {
    return comment < 0 ? NULL : pooled(game, comment);
}

/* Moves a comment to the end of the pool and reserves twice the wanted length. So a comment that
 * grows by many pieces is copied only a few times. */
static bool make_room(PgnGame *game, PgnNode *n, size_t wanted) {
    size_t at = game->pool.used;
    if (wanted > INT32_MAX / 2 || at + 2 * wanted > INT32_MAX) game->failed = true;
    for (size_t i = 0; i < 2 * wanted && !game->failed; i++) text_char(&game->pool, '\0');
    if (game->pool.failed) game->failed = true;
    if (game->failed) return false;
    memcpy(game->pool.data + at, pooled(game, n->after), (size_t)n->length);
    n->after = (int)at;
    n->room = (int)(2 * wanted);
    return true;
}

static void extend_comment(PgnGame *game, PgnNode *n, const char *text, size_t length) {
    size_t wanted = (size_t)n->length + 1 + length + 1;
    if (wanted > (size_t)n->room && !make_room(game, n, wanted)) return;
    char *end = game->pool.data + n->after + n->length;
    *end = ' ';
    memcpy(end + 1, text, length + 1);
    text_sanitize(end + 1, length);
    n->length += (int)length + 1;
}

void pgn_add_comment(PgnGame *game, int node, const char *text) {
    if (node < 0 || node >= game->node_count) return;
    PgnNode *n = &game->nodes[node];
    size_t length = strlen(text);
    if (n->after >= 0) {
        extend_comment(game, n, text, length);
        return;
    }
    n->after = add_text(game, text);
    n->length = n->after < 0 ? 0 : (int)length;
    n->room = n->length + 1;
}

void pgn_add_nag(PgnGame *game, int node, int nag) {
    if (node < 0 || node >= game->node_count) return;
    PgnNode *n = &game->nodes[node];
    bool fits = nag > 0 && nag < 256 && n->nag_count < PGN_NAGS_MAX;
    if (fits && !memchr(n->nags, nag, (size_t)n->nag_count)) n->nags[n->nag_count++] = (uint8_t)nag;
}

int pgn_main_line(const PgnGame *game, Move *out, int max) {
    int count = 0;
    if (game->node_count == 0) return 0;
    for (int n = game->nodes[0].next; n >= 0 && count < max; n = game->nodes[n].next)
        out[count++] = game->nodes[n].move;
    return count;
}

int pgn_null_move(const PgnGame *game, int behind) {
    int ply = 1;
    for (int n = game->node_count ? game->nodes[0].next : -1; n >= 0;
         n = game->nodes[n].next, ply++)
        if (ply > behind && game->nodes[n].move == NULL_MOVE) return ply;
    return 0;
}

void pgn_put_clock(Text *out, int64_t ms) {
    long long tenths = ms < 0 ? 0 : (ms + 50) / 100, s = tenths / 10;
    text_format(out, "[%%clk %lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
    if (tenths % 10) text_format(out, ".%lld", tenths % 10);
    text_char(out, ']');
}

void pgn_put_eval(Text *out, PgnEval eval) {
    if (eval.is_mate)
        text_format(out, "[%%eval #%d]", eval.value);
    else
        text_format(out, "[%%eval %s%d.%02d]", eval.value < 0 ? "-" : "", abs(eval.value) / 100,
                    abs(eval.value) % 100);
}

/* Copies the operand of a command to `out`. `name` is the start of the command, such as "[%clk ".
 * False if there is none or it is too long. */
static bool find_command(const char *comment, const char *name, char *out, size_t size) {
    const char *at = comment ? strstr(comment, name) : NULL;
    if (!at) return false;
    at += strlen(name);
    at += strspn(at, " ");
    size_t length = strcspn(at, "] ,");
    if (length == 0 || length >= size) return false;
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

bool pgn_read_clock(const char *comment, int64_t *ms) {
    char command[24];
    if (!find_command(comment, "[%clk ", command, sizeof command)) return false;
    double seconds = 0;
    for (char *part = command; part;) {
        char *colon = strchr(part, ':');
        double value;
        if (colon) *colon = '\0';
        if (!text_to_real(part, &value) || value < 0 || value > 1e6) return false;
        seconds = seconds * 60 + value;
        part = colon ? colon + 1 : NULL;
    }
    if (seconds > 1e9) return false;
    *ms = (int64_t)(seconds * 1000 + 0.5);
    return true;
}

bool pgn_read_eval(const char *comment, PgnEval *out) {
    char command[24];
    if (!find_command(comment, "[%eval ", command, sizeof command)) return false;
    int64_t moves;
    double pawns;
    if (command[0] == '#') {
        if (!text_to_int(command + 1, -9999, 9999, &moves)) return false;
        *out = (PgnEval){true, (int)moves};
        return true;
    }
    if (!text_to_real(command[0] == '+' ? command + 1 : command, &pawns)) return false;
    if (pawns < -10000 || pawns > 10000) return false;
    *out = (PgnEval){false, (int)(pawns * 100 + (pawns < 0 ? -0.5 : 0.5))};
    return true;
}

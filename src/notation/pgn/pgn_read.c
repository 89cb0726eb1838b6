// SPDX-License-Identifier: MIT
//
// Builds games from tokens.
#include "notation/pgn/pgn_lex.h"

#include "notation/text/san.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A main line or variation that is being read: its last move, and the positions before and after
 * that move. A variation starts from the position before the move that it replaces. */
typedef struct {
    int node;
    bool fresh; // no move yet, which a variation could replace
    Position before, after;
} PgnLine;

typedef struct {
    const char *at;
    size_t left;
} PgnMemory;

struct PgnReader {
    PgnLexer lexer;
    PgnToken token; // one token of lookahead
    bool ahead;
    PgnMemory memory;
    PgnGame *game;
    PgnError *error;
    PgnSpan span;
    bool in_moves;         // the tag section has ended
    PgnToken variant, fen; // the tokens of these tags, for errors
    int depth;             // number of open brackets
    PgnLine lines[PGN_DEPTH_MAX + 1];
    Text comment; // waits for the first move of a game or variation
};

static size_t read_memory(void *context, char *buffer, size_t size) {
    PgnMemory *memory = context;
    size_t n = memory->left < size ? memory->left : size;
    if (n == 0) return 0; // an empty text may be NULL
    memcpy(buffer, memory->at, n);
    memory->at += n;
    memory->left -= n;
    return n;
}

PgnReader *pgn_reader_new(PgnSource *source, void *context) {
    PgnReader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    pgn_lexer_init(&reader->lexer, source, context);
    reader->comment = text_growing();
    return reader;
}

PgnReader *pgn_reader_on(const char *text, size_t length) {
    PgnReader *reader = pgn_reader_new(read_memory, NULL);
    if (!reader) return NULL;
    reader->memory = (PgnMemory){text, length};
    reader->lexer.context = &reader->memory;
    return reader;
}

void pgn_reader_free(PgnReader *reader) {
    if (!reader) return;
    pgn_lexer_free(&reader->lexer);
    text_free(&reader->comment);
    free(reader);
}

static PgnToken peek_token(PgnReader *r) {
    if (!r->ahead) r->token = pgn_lexer_next(&r->lexer);
    r->ahead = true;
    return r->token;
}

/* Records the first error of a game. The rest of the game is skipped. */
static void fail(PgnReader *r, PgnToken token, PgnFault fault, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void fail(PgnReader *r, PgnToken token, PgnFault fault, const char *format, ...) {
    if (r->error->fault != PGN_OK) return;
    r->error->fault = fault;
    r->error->line = token.line;
    r->error->column = token.column;
    Text text = text_on(r->error->text, sizeof r->error->text);
    va_list args;
    va_start(args, format);
    text_format_list(&text, format, args);
    va_end(args);
}

const char *pgn_fault_name(PgnFault fault) {
    static const char *const NAMES[] = {
        [PGN_OK] = "pgn-good",
        [PGN_BAD_TAG] = "pgn-tag",
        [PGN_BAD_FEN] = "pgn-fen",
        [PGN_BAD_VARIANT] = "pgn-variant",
        [PGN_BAD_MOVE] = "pgn-move",
        [PGN_OPEN_COMMENT] = "pgn-open-comment",
        [PGN_OPEN_VARIATION] = "pgn-open-variation",
        [PGN_STRAY_BRACKET] = "pgn-stray-bracket",
        [PGN_DEEP_VARIATION] = "pgn-deep-variation",
    };
    return NAMES[fault];
}

static bool is_broken(const PgnReader *r) {
    return r->error->fault != PGN_OK;
}

static void set_up(PgnReader *r, const Rules *rules, const char *fen) {
    char why[FEN_FAULT_MAX];
    FenResult result = fen_read_position(fen, rules, &r->game->start);
    if (result.fault == FEN_OK) return;
    fen_fault_text(result, why);
    PgnToken place = r->fen;
    place.column += (int)strlen("[FEN \"") + result.column;
    if (!is_broken(r)) r->error->fen = result;
    fail(r, place, PGN_BAD_FEN, "tag FEN: %.200s", why);
}

/* Ends the tag section. The tags Variant and FEN determine the start position. */
static void start_game(PgnReader *r) {
    PgnGame *game = r->game;
    const char *variant = pgn_tag(game, "Variant"), *fen = pgn_tag(game, "FEN");
    const Rules *rules = variant ? rules_find(variant) : rules_at(0);
    r->in_moves = true;
    if (rules) game->start = position_start(rules);
    if (!rules) fail(r, r->variant, PGN_BAD_VARIANT, "tag Variant: no game '%.40s'", variant);
    if (rules && fen) set_up(r, rules, fen);
    r->lines[0] = (PgnLine){.fresh = true, .after = game->start};
    if (r->comment.used) pgn_add_comment(game, 0, text_get(&r->comment));
    text_clear(&r->comment);
}

static void report_move(PgnReader *r, const char *text, const IllegalMove *illegal) {
    Text found = text_on(r->error->found, sizeof r->error->found);
    text_string(&found, text);
    r->error->illegal = *illegal;
}

static void play_move(PgnReader *r, PgnToken token) {
    PgnLine *line = &r->lines[r->depth];
    const char *text = text_get(&r->lexer.text);
    size_t length = r->lexer.text.used;
    char why[ILLEGAL_MOVE_TEXT_MAX];
    Move move = NO_MOVE;
    SanResult result = san_read(&line->after, text, length, &move);
    if (result != SAN_OK) {
        IllegalMove illegal = illegal_move_by_text(&line->after, text, length);
        illegal_move_write(&illegal, why);
        if (!is_broken(r)) report_move(r, text, &illegal);
        fail(r, token, PGN_BAD_MOVE, "'%.20s' %s%s%s", text, san_result_text(result),
             result == SAN_SYNTAX ? "" : ": ", result == SAN_SYNTAX ? "" : why);
        return;
    }
    int node = pgn_add_move(r->game, line->node, move);
    if (node < 0) return;
    if (line->fresh && r->comment.used) {
        pgn_add_comment(r->game, node, text_get(&r->comment));
        r->game->nodes[node].before = r->game->nodes[node].after;
        r->game->nodes[node].after = -1;
        text_clear(&r->comment);
    }
    pgn_add_nag(r->game, node, token.number);
    line->node = node;
    line->fresh = false;
    line->before = line->after;
    position_play_or_pass(&line->after, move);
}

static void open_variation(PgnReader *r, PgnToken token) {
    PgnLine *line = &r->lines[r->depth];
    if (line->fresh) {
        fail(r, token, PGN_STRAY_BRACKET, "'(': there is no move to vary");
    } else if (r->depth == PGN_DEPTH_MAX) {
        fail(r, token, PGN_DEEP_VARIATION, "variations nested deeper than %d", PGN_DEPTH_MAX);
    } else {
        text_clear(&r->comment);
        line[1] = (PgnLine){
            .node = r->game->nodes[line->node].parent, .fresh = true, .after = line->before};
    }
}

static void add_comment(PgnReader *r) {
    const PgnLine *line = &r->lines[r->depth];
    const char *text = text_get(&r->lexer.text);
    if (*text == '\0') return;
    if (!r->in_moves || (r->depth > 0 && line->fresh)) {
        if (r->comment.used) text_char(&r->comment, ' ');
        text_string(&r->comment, text);
    } else {
        pgn_add_comment(r->game, line->node, text);
    }
}

/* Counts brackets in broken games too, to find the end of the game. */
static void read_bracket(PgnReader *r, PgnToken token) {
    if (token.kind == TOKEN_OPEN) {
        if (!is_broken(r)) open_variation(r, token);
        r->depth++;
    } else if (r->depth > 0) {
        r->depth--;
    } else {
        fail(r, token, PGN_STRAY_BRACKET, "')': no variation is open");
    }
}

/* Handles one token of the move text. True at the end of the game. */
static bool read_move_token(PgnReader *r, PgnToken token) {
    switch (token.kind) {
    case TOKEN_RESULT:
        if (r->depth > 0) return false; // variations may end with a result too
        pgn_set_result(r->game, text_get(&r->lexer.text));
        return true;
    case TOKEN_OPEN_COMMENT: fail(r, token, PGN_OPEN_COMMENT, "a comment is not closed"); break;
    case TOKEN_MOVE:
        if (!is_broken(r)) play_move(r, token);
        break;
    case TOKEN_NAG:
        if (!is_broken(r) && !r->lines[r->depth].fresh)
            pgn_add_nag(r->game, r->lines[r->depth].node, token.number);
        break;
    case TOKEN_COMMENT:
        if (!is_broken(r)) add_comment(r);
        break;
    default: read_bracket(r, token);
    }
    return false;
}

static void read_tag(PgnReader *r, PgnToken token) {
    const char *name = text_get(&r->lexer.name);
    r->game->failed |= r->lexer.name.failed || r->lexer.text.failed; // the next token clears it
    if (token.kind == TOKEN_BAD_TAG) {
        fail(r, token, PGN_BAD_TAG, "a tag is written [Name \"value\"]");
        return;
    }
    if (r->game->tag_count >= PGN_TAGS_MAX) {
        fail(r, token, PGN_BAD_TAG, "a game has at most %d tags", PGN_TAGS_MAX);
        return;
    }
    if (strcmp(name, "FEN") == 0) r->fen = token;
    if (strcmp(name, "Variant") == 0) r->variant = token;
    pgn_set_tag(r->game, name, text_get(&r->lexer.text));
}

/* A tag after moves starts the next game. So does a repetition of the game's first tag, because
 * some games have no moves. */
static bool begins_next_game(const PgnReader *r, PgnToken token) {
    if (token.kind != TOKEN_TAG && token.kind != TOKEN_BAD_TAG) return false;
    if (r->in_moves || token.kind == TOKEN_BAD_TAG || r->game->tag_count == 0) return r->in_moves;
    return strcmp(text_get(&r->lexer.name), r->game->pool.data + r->game->tags[0].name) == 0;
}

/* Reads to the end of the game: a result, the tags of the next game, or the end of the input. False
 * if there were only comments. */
static bool read_game(PgnReader *r) {
    for (;;) {
        PgnToken token = peek_token(r);
        bool tag = token.kind == TOKEN_TAG || token.kind == TOKEN_BAD_TAG;
        if (token.kind == TOKEN_END || begins_next_game(r, token)) break;
        r->ahead = false;
        if (tag) {
            read_tag(r, token);
        } else if (token.kind == TOKEN_COMMENT && !r->in_moves) {
            add_comment(r);
        } else {
            if (!r->in_moves) start_game(r);
            if (read_move_token(r, token)) return true;
        }
    }
    if (!r->in_moves && r->game->tag_count == 0 && !is_broken(r)) return false;
    if (!r->in_moves) start_game(r);
    if (r->depth > 0) fail(r, r->token, PGN_OPEN_VARIATION, "a variation is not closed");
    const char *result = pgn_tag(r->game, "Result");
    if (result) pgn_set_result(r->game, result);
    return true;
}

PgnStatus pgn_read(PgnReader *r, PgnGame *game, PgnError *error) {
    Position start = position_start(rules_at(0));
    *game = pgn_game_new(&start);
    *error = (PgnError){.fault = PGN_OK};
    r->game = game;
    r->error = error;
    r->in_moves = false;
    r->depth = 0;
    text_clear(&r->comment);
    if (game->failed) return PGN_NO_MEMORY;
    r->span.from = peek_token(r).offset;
    bool found = read_game(r);
    r->span.to = r->ahead ? r->token.offset : r->lexer.taken;
    if (!found) return PGN_END;
    if (game->failed || r->lexer.text.failed || r->comment.failed) return PGN_NO_MEMORY;
    return is_broken(r) ? PGN_BROKEN : PGN_GAME;
}

PgnSpan pgn_span(const PgnReader *r) {
    return r->span;
}

/* Does a move number with a dot begin here? What follows is not checked, because pieces may have
 * letters of other languages. */
static bool is_numbered(const char *at, const char *end) {
    const char *start = at;
    while (at < end && char_is_digit(*at)) at++;
    return at > start && at < end && *at == '.';
}

static bool opens_game(const PgnLexer *l, PgnToken token, const char *text, size_t length) {
    SanParts parts;
    switch (token.kind) {
    case TOKEN_TAG:
    case TOKEN_BAD_TAG:
    case TOKEN_RESULT:
    case TOKEN_OPEN_COMMENT: return true;
    case TOKEN_MOVE:
        return is_numbered(text + token.offset, text + length) ||
               san_parse(text_get(&l->text), l->text.used, &parts);
    default: return false;
    }
}

bool pgn_looks_like_game(const char *text, size_t length) {
    PgnLexer lexer;
    PgnMemory memory = {text, length};
    pgn_lexer_init(&lexer, read_memory, &memory);
    PgnToken token = pgn_lexer_next(&lexer);
    bool remarked = token.kind == TOKEN_COMMENT;
    while (token.kind == TOKEN_COMMENT) token = pgn_lexer_next(&lexer);
    // '#' is skipped in PGN, but starts a comment in a list of positions
    bool opens = token.kind == TOKEN_END
                     ? remarked
                     : text[token.offset] != '#' && opens_game(&lexer, token, text, length);
    pgn_lexer_free(&lexer);
    return opens;
}

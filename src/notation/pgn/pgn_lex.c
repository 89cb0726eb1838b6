// SPDX-License-Identifier: MIT
#include "notation/pgn/pgn_lex.h"

#include <string.h>

void pgn_lexer_init(PgnLexer *lexer, PgnSource *source, void *context) {
    lexer->source = source;
    lexer->context = context;
    lexer->at = lexer->filled = 0;
    lexer->ended = false;
    lexer->line = 1;
    lexer->column = 0;
    lexer->taken = 0;
    lexer->name = text_growing();
    lexer->text = text_growing();
}

void pgn_lexer_free(PgnLexer *lexer) {
    text_free(&lexer->name);
    text_free(&lexer->text);
}

enum { END_OF_INPUT = -1 };

static int peek(PgnLexer *l) {
    if (l->at == l->filled && !l->ended) {
        l->at = 0;
        l->filled = l->source(l->context, l->buffer, sizeof l->buffer);
        l->ended = l->filled == 0;
    }
    return l->ended ? END_OF_INPUT : (unsigned char)l->buffer[l->at];
}

static void skip_byte(PgnLexer *l) {
    l->at++;
    l->taken++;
}

static int take(PgnLexer *l) {
    int c = peek(l);
    if (c == END_OF_INPUT) return c;
    skip_byte(l);
    l->column += (c & 0xc0) != 0x80; // counts UTF-8 characters, not bytes
    if (c == '\n') {
        l->line++;
        l->column = 0;
    }
    return c;
}

static bool is_space(int c) {
    return c != END_OF_INPUT && (c <= ' ' || c == 0x7f);
}

static void skip_line(PgnLexer *l) {
    while (peek(l) != END_OF_INPUT && peek(l) != '\n') take(l);
}

/* Skips white space, the byte order mark, and lines that start with '%'. */
static void skip_blanks(PgnLexer *l) {
    for (;;) {
        bool mark = l->line == 1 && l->column == 0;
        int c = peek(l);
        if (mark && (c == 0xef || c == 0xbb || c == 0xbf))
            skip_byte(l); // does not count as a column
        else if (is_space(c))
            take(l);
        else if (c == '%' && l->column == 0)
            skip_line(l);
        else
            return;
    }
}

/* The length of a UTF-8 sequence that begins here; 0 if it is none. */
static size_t sequence_length(const unsigned char *s, size_t left) {
    size_t n = s[0] < 0x80                   ? 1
               : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
               : s[0] < 0xc2                 ? 0
               : s[0] < 0xf0                 ? 3
                                             : 4;
    if (n == 0 || s[0] > 0xf4 || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    return n;
}

static bool is_utf8(const Text *text) {
    const unsigned char *s = (const unsigned char *)text_get(text);
    for (size_t i = 0; i < text->used;) {
        size_t n = sequence_length(s + i, text->used - i);
        if (n == 0) return false;
        i += n;
    }
    return true;
}

/* Converts text that is not valid UTF-8 from Latin-1. */
static void to_utf8(Text *text) {
    if (is_utf8(text)) return;
    Text utf8 = text_growing();
    for (size_t i = 0; i < text->used; i++) {
        unsigned char c = (unsigned char)text->data[i];
        if (c >= 0x80) text_char(&utf8, (char)(0xc0 | c >> 6));
        text_char(&utf8, (char)(c < 0x80 ? c : 0x80 | (c & 0x3f)));
    }
    utf8.failed |= text->failed;
    text_free(text);
    *text = utf8;
}

/* Adds a character. A run of white space becomes one blank between words. */
static void put_flowing(Text *text, int c) {
    if (!is_space(c))
        text_char(text, (char)c);
    else if (text->used && text->data[text->used - 1] != ' ')
        text_char(text, ' ');
}

static void trim_end(Text *text) {
    if (text->used && text->data[text->used - 1] == ' ') text->data[--text->used] = '\0';
}

static PgnTokenKind read_comment(PgnLexer *l) {
    take(l);
    int c;
    while ((c = take(l)) != '}') {
        if (c == END_OF_INPUT) return TOKEN_OPEN_COMMENT;
        put_flowing(&l->text, c);
    }
    trim_end(&l->text);
    to_utf8(&l->text);
    return TOKEN_COMMENT;
}

static PgnTokenKind read_line_comment(PgnLexer *l) {
    take(l);
    while (peek(l) != END_OF_INPUT && peek(l) != '\n') put_flowing(&l->text, take(l));
    trim_end(&l->text);
    to_utf8(&l->text);
    return TOKEN_COMMENT;
}

static void skip_spaces_in_line(PgnLexer *l) {
    while (is_space(peek(l)) && peek(l) != '\n') take(l);
}

/* Reads [Name "value"]. The closing bracket may be missing, the quotes may not. The value may stand
 * on a later line, with '%' lines between. */
static PgnTokenKind read_tag(PgnLexer *l) {
    int line = l->line;
    take(l);
    skip_spaces_in_line(l);
    while (peek(l) != END_OF_INPUT && !is_space(peek(l)) && !strchr("\"]", peek(l)))
        text_char(&l->name, (char)take(l));
    if (l->name.used) skip_blanks(l);
    if (l->name.used == 0 || peek(l) != '"') {
        if (l->line == line) skip_line(l); // on another line: not part of the tag
        return TOKEN_BAD_TAG;
    }
    take(l);
    int c;
    while ((c = peek(l)) != '"') {
        if (c == END_OF_INPUT || c == '\n') return TOKEN_BAD_TAG;
        take(l);
        if (c == '\\' && (peek(l) == '"' || peek(l) == '\\')) c = take(l);
        if (c >= ' ' || c == '\t') text_char(&l->text, (char)c);
    }
    take(l);
    skip_spaces_in_line(l);
    if (peek(l) == ']') take(l);
    to_utf8(&l->name);
    text_sanitize(l->name.data, l->name.used); // sanitized as in the pool, so that pgn_tag finds it
    to_utf8(&l->text);
    return TOKEN_TAG;
}

static int read_nag(PgnLexer *l) {
    int n = 0;
    take(l);
    while (peek(l) >= '0' && peek(l) <= '9') {
        int digit = take(l) - '0';
        if (n < 1000) n = n * 10 + digit;
    }
    return n;
}

static const char *result_of(const char *word) {
    static const char *const SPELLINGS[][2] = {
        {"1-0", "1-0"},
        {"0-1", "0-1"},
        {"1/2-1/2", "1/2-1/2"},
        {"1/2", "1/2-1/2"},
        {"\u00bd-\u00bd", "1/2-1/2"},
        {"*", "*"},
    };
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof *SPELLINGS; i++)
        if (strcmp(word, SPELLINGS[i][0]) == 0) return SPELLINGS[i][1];
    return NULL;
}

/* The NAG of an annotation sign; 0 for signs without a NAG, -1 if it is no sign. */
static int sign_nag(const char *word) {
    static const struct {
        const char *sign;
        int nag;
    } SIGNS[] = {
        {"!", 1},   {"?", 2},    {"!!", 3},  {"??", 4},   {"!?", 5},   {"?!", 6},
        {"=", 10},  {"+=", 14},  {"=+", 15}, {"+/-", 16}, {"-/+", 17}, {"+-", 18},
        {"-+", 19}, {"N", 146},  {"D", 220}, {"+", 0},    {"++", 0},   {"#", 0},
        {"ch", 0},  {"e.p.", 0}, {"ep", 0},  {"mate", 0},
    };
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (strcmp(word, SIGNS[i].sign) == 0) return SIGNS[i].nag;
    return -1;
}

/* Cuts a suffix such as "!?" off a move and returns its NAG, or 0. */
static int cut_suffix(Text *word) {
    size_t end = word->used;
    while (end > 0 && (word->data[end - 1] == '!' || word->data[end - 1] == '?')) end--;
    int nag = sign_nag(text_get(word) + end);
    if (word->data) word->data[end] = '\0';
    word->used = end;
    return nag > 0 ? nag : 0;
}

/* The length of the move number at the start of a word: "12.Nf3" is a number and a move; "12",
 * "12..." and "..." are numbers; "0-0" is a move. */
static size_t number_length(const char *word) {
    size_t digits = strspn(word, "0123456789");
    size_t dots = strspn(word + digits, ".");
    return dots || word[digits] == '\0' ? digits + dots : 0;
}

static void cut_front(Text *word, size_t n) {
    memmove(word->data, word->data + n, word->used - n + 1);
    word->used -= n;
}

/* Reads a word. False if it was only a move number or a sign without a NAG. */
static bool read_word(PgnLexer *l, PgnToken *token) {
    static const char ENDS[] = "(){}[];$<>";
    while (peek(l) != END_OF_INPUT && !is_space(peek(l)) && !memchr(ENDS, peek(l), sizeof ENDS - 1))
        text_char(&l->text, (char)take(l));
    if (l->text.used == 0) { // a character that cannot start a token
        take(l);
        return false;
    }
    size_t number = number_length(text_get(&l->text));
    cut_front(&l->text, number);
    token->column += (int)number;
    if (l->text.used == 0) return false;
    to_utf8(&l->text);
    const char *result = result_of(text_get(&l->text));
    int nag = sign_nag(text_get(&l->text));
    if (result) {
        text_clear(&l->text);
        text_string(&l->text, result);
        token->kind = TOKEN_RESULT;
    } else if (nag >= 0) {
        token->kind = TOKEN_NAG;
        token->number = nag;
    } else {
        token->kind = TOKEN_MOVE;
        token->number = cut_suffix(&l->text);
    }
    return token->kind != TOKEN_NAG || nag > 0;
}

PgnToken pgn_lexer_next(PgnLexer *l) {
    skip_blanks(l);
    size_t offset = l->taken;
    for (;;) {
        skip_blanks(l);
        text_clear(&l->name);
        text_clear(&l->text);
        PgnToken token = {.line = l->line, .column = l->column, .offset = offset};
        switch (peek(l)) {
        case END_OF_INPUT: return token;
        case '{': token.kind = read_comment(l); return token;
        case ';': token.kind = read_line_comment(l); return token;
        case '[': token.kind = read_tag(l); return token;
        case '(':
            take(l);
            token.kind = TOKEN_OPEN;
            return token;
        case ')':
            take(l);
            token.kind = TOKEN_CLOSE;
            return token;
        case '$':
            token.kind = TOKEN_NAG;
            token.number = read_nag(l);
            return token;
        default:
            if (read_word(l, &token)) return token;
        }
    }
}

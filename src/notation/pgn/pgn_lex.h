// SPDX-License-Identifier: MIT
//
// PGN as a sequence of tokens; private to the reader.
#ifndef NOTATION_PGN_PGN_LEX_H
#define NOTATION_PGN_PGN_LEX_H

#include "notation/pgn/pgn.h"

typedef enum {
    TOKEN_END,
    TOKEN_TAG,     // name and text
    TOKEN_COMMENT, // text, white space made single blanks
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_NAG,    // number
    TOKEN_RESULT, // text: one of the four
    TOKEN_MOVE,   // text, and number: the NAG of "!", "?", … behind it, or 0
    TOKEN_BAD_TAG,
    TOKEN_OPEN_COMMENT, // a comment that never ends
} TokenKind;

typedef struct {
    TokenKind kind;
    int line, column; // where it starts, from 1 and from 0
    size_t offset;    // the same in bytes, with the number before a move
    int number;
} Token;

typedef struct {
    PgnSource *source;
    void *context;
    char buffer[16384];
    size_t at, filled;
    bool ended;
    int line, column;
    size_t taken;    // bytes
    Text name, text; // of the last token, in UTF-8
} Lexer;

void lexer_init(Lexer *lexer, PgnSource *source, void *context);
void lexer_free(Lexer *lexer);

/* The next token; move numbers, dots, '%' lines and empty signs are skipped. */
Token lexer_next(Lexer *lexer);

#endif

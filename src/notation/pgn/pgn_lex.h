// SPDX-License-Identifier: MIT
//
// Splits PGN into tokens. Private to the PGN reader.
#ifndef NOTATION_PGN_PGN_LEX_H
#define NOTATION_PGN_PGN_LEX_H

#include "notation/pgn/pgn.h"

typedef enum {
    TOKEN_END,
    TOKEN_TAG,     // name and text
    TOKEN_COMMENT, // text, with each run of white space made one blank
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_NAG,    // number
    TOKEN_RESULT, // text: "1-0", "0-1", "1/2-1/2" or "*"
    TOKEN_MOVE,   // text; number: the NAG of a suffix such as "!" or "?", or 0
    TOKEN_BAD_TAG,
    TOKEN_OPEN_COMMENT, // a comment that is not closed
} PgnTokenKind;

typedef struct {
    PgnTokenKind kind;
    int line, column; // where it starts, from 1 and from 0
    size_t offset;    // the same in bytes, but including a move number before the token
    int number;
} PgnToken;

typedef struct {
    PgnSource *source;
    void *context;
    char buffer[16384];
    size_t at, filled;
    bool ended;
    int line, column;
    size_t taken;    // bytes consumed
    Text name, text; // of the last token, in UTF-8
} PgnLexer;

void pgn_lexer_init(PgnLexer *lexer, PgnSource *source, void *context);
void pgn_lexer_free(PgnLexer *lexer);

/* The next token. Skips move numbers, dots, '%' lines and signs without a NAG. */
PgnToken pgn_lexer_next(PgnLexer *lexer);

#endif

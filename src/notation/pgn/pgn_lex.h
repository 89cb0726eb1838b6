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
} PgnTokenKind;

typedef struct {
    PgnTokenKind kind;
    int line, column; // where it starts, from 1 and from 0
    size_t offset;    // the same in bytes, with the number before a move
    int number;
} PgnToken;

typedef struct {
    PgnSource *source;
    void *context;
    char buffer[16384];
    size_t at, filled;
    bool ended;
    int line, column;
    size_t taken;    // bytes
    Text name, text; // of the last token, in UTF-8
} PgnLexer;

void pgn_lexer_init(PgnLexer *lexer, PgnSource *source, void *context);
void pgn_lexer_free(PgnLexer *lexer);

/* The next token; move numbers, dots, '%' lines and empty signs are skipped. */
PgnToken pgn_lexer_next(PgnLexer *lexer);

#endif

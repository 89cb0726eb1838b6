// SPDX-License-Identifier: MIT
//
// Pictures of the board as text.
//
//     DIAGRAM_ASCII      8  r n b q k b n r          DIAGRAM_GERMAN     a  b  c  d  e  f  g  h
//                        …                                          8  *T *S *L *D *K *L *S *T
//                           a b c d e f g h                         …
//
// Unicode and figurine draw figures (they differ on the full screen alone, where unicode has the
// solid ones for both sides), lines puts lines between them, German is the board of an old Lisp
// program (letters K D T L S B, black with a star, files on top), SVG is a file that stands alone
// and has arrows.  All can be turned round, and mark the squares of the last move.
#ifndef NOTATION_TEXT_DIAGRAM_H
#define NOTATION_TEXT_DIAGRAM_H

#include "base/text/text.h"
#include "core/types.h"

typedef enum {
    DIAGRAM_ASCII,
    DIAGRAM_UNICODE,
    DIAGRAM_FIGURINE,
    DIAGRAM_LINES,
    DIAGRAM_GERMAN,
    DIAGRAM_SVG,
} DiagramStyle;

typedef struct {
    Square from, to;
} DiagramArrow;

enum { DIAGRAM_ARROWS_MAX = 32 };

typedef struct {
    DiagramStyle style;
    bool flip;     // Black at the bottom
    bool frame;    // lines around the squares (ASCII and figures)
    Bitboard mark; // squares to show as special, e.g. those of the last move
    DiagramArrow arrows[DIAGRAM_ARROWS_MAX]; // drawn in SVG
    int arrow_count;
} DiagramOptions;

/* Writes the picture, ending in a new line.  `piece` is that of a Position or a Setup. */
void diagram_write(Text *out, const Piece piece[64], const DiagramOptions *options);

/* The styles that people can choose wherever boards are shown, in words. */
#define DIAGRAM_STYLES "unicode, figurine, lines, ascii, german"

/* One of those, "text" (ascii) or "svg"; false if it is none of them. */
bool diagram_style_find(const char *name, DiagramStyle *out);

/* Its name, as diagram_style_find reads it. */
const char *diagram_style_name(DiagramStyle style);

/* Does this style keep to ASCII? */
static inline bool diagram_is_ascii(DiagramStyle style) {
    return style == DIAGRAM_ASCII || style == DIAGRAM_GERMAN;
}

#endif

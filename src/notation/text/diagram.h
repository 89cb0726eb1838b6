// SPDX-License-Identifier: MIT
//
// Board diagrams as text.
//
//     DIAGRAM_ASCII      8  r n b q k b n r          DIAGRAM_GERMAN     a  b  c  d  e  f  g  h
//                        …                                          8  *T *S *L *D *K *L *S *T
//                           a b c d e f g h                         …
//
// The styles unicode and figurine draw chess figures; they differ only on the full screen, where
// unicode uses the solid figures for both sides. The style lines draws lines between the figures.
// German is the board of an old Lisp program: letters K D T L S B, a star before black pieces,
// files on top. SVG is a stand-alone file and can have arrows. Every style can be flipped and can
// mark squares.
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
    bool flip;     // show Black at the bottom
    bool frame;    // lines around the squares (ASCII and figures)
    Bitboard mark; // squares to highlight, for example those of the last move
    DiagramArrow arrows[DIAGRAM_ARROWS_MAX]; // drawn in SVG only
    int arrow_count;
} DiagramOptions;

/* Writes the diagram, which ends with a newline. `piece` is the array of a Position or a Setup. */
void diagram_write(Text *out, const Piece piece[64], const DiagramOptions *options);

/* The styles that users can choose, as a list for messages. */
#define DIAGRAM_STYLES "unicode, figurine, lines, ascii, german"

/* Finds a style by name: one of those above, "text" (ascii) or "svg". False if there is none. */
bool diagram_style_find(const char *name, DiagramStyle *out);

/* The name of a style, as diagram_style_find accepts it. */
const char *diagram_style_name(DiagramStyle style);

/* Does this style use ASCII characters only? */
static inline bool diagram_is_ascii(DiagramStyle style) {
    return style == DIAGRAM_ASCII || style == DIAGRAM_GERMAN;
}

#endif

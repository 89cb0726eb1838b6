// SPDX-License-Identifier: MIT
//
// Portable Game Notation (PGN): games with tags, comments, annotations and nested variations.
//
// A game is a tree of moves in one array. Node 0 is the start position. `next` is the main
// continuation of a node, `alternative` the next variation for the same move:
//
//     1. e4 e5 (1... c5 2. Nf3) 2. Nc3          0 ── e4 ── e5 ── Nc3
//                                                          └ c5 ── Nf3       (└ is `alternative`)
//
// Reading is tolerant, because real files contain missing tags and results, 0-0, null moves, text
// next to move numbers or brackets without a blank, ';' comments, CRLF, a byte order mark, and
// Latin-1. Lines with '%' in the first column are skipped, except inside comments. An error ends
// its game and is reported with line and column; the reader continues with the next game. Writing
// is strict: export format, 80 columns.
#ifndef NOTATION_PGN_PGN_H
#define NOTATION_PGN_PGN_H

#include "base/text/text.h"
#include "core/outcome.h"
#include "core/position.h"
#include "notation/text/fen.h"
#include "notation/text/illegal_move.h"

enum {
    PGN_NAGS_MAX = 8,
    PGN_TEXT_MAX = 320,
    PGN_FOUND_MAX = 24,
    PGN_DEPTH_MAX = 64,
    PGN_TAGS_MAX = 256, // linear search
};

typedef struct {
    Move move;                     // NO_MOVE in node 0
    int parent, next, alternative; // nodes, or -1
    int last;                      // its last child, to which pgn_add_move appends the next
    int before, after;             // comments before and after the move: see pgn_comment; -1: none
    int length, room;              // of the comment `after`: its length, and bytes reserved for it
    int nag_count;
    uint8_t nags[PGN_NAGS_MAX]; // 1 good, 2 bad, 3 very good, 4 very bad, 5 interesting, …
} PgnNode;

typedef struct {
    int name, value; // offsets into the pool; see pgn_tag
} PgnTag;

typedef struct {
    Position start;
    PgnNode *nodes;
    PgnTag *tags;
    int node_count, tag_count;
    size_t node_capacity, tag_capacity;
    Text pool;          // all texts of the game, each zero-terminated
    const char *result; // "1-0", "0-1", "1/2-1/2" or "*"
    bool failed;        // memory ran out; what was stored before is valid
} PgnGame;

/* A game without moves and tags that starts from this position. */
PgnGame pgn_game_new(const Position *start);
void pgn_game_free(PgnGame *game);

/* The value of a tag; NULL if it is missing. */
const char *pgn_tag(const PgnGame *game, const char *name);
void pgn_set_tag(PgnGame *game, const char *name, const char *value);

/* Sets the result: "1-0", "0-1" or "1/2-1/2"; any other text counts as "*". Sets the tag Result as
 * well. */
void pgn_set_result(PgnGame *game, const char *result);

/* Adds a move after a node: as the main continuation if it is the first, else as a variation.
 * Returns the new node, or -1 if memory ran out. The move must be legal there. */
int pgn_add_move(PgnGame *game, int parent, Move move);

/* The text of a comment, by the number in a node; NULL for -1. pgn_add_comment adds to the comment
 * after a move (of node 0: before the first move). pgn_add_nag adds a numeric annotation glyph
 * (NAG) unless the node has it. Both ignore node -1. */
const char *pgn_comment(const PgnGame *game, int comment);
void pgn_add_comment(PgnGame *game, int node, const char *text);
void pgn_add_nag(PgnGame *game, int node, int nag);

/* Copies the moves of the main line, at most `max`. Returns their number. */
int pgn_main_line(const PgnGame *game, Move *out, int max);

/* The first null move of the main line behind so many moves, by its ply from 1; 0 if there is none.
 * Who cannot go on behind one has to say so. */
int pgn_null_move(const PgnGame *game, int behind);

/* Writes the game: the Seven Tag Roster (with "?" for what is missing), the other tags, SetUp and
 * FEN when it does not begin at the start position, Variant when it is not plain chess, the moves,
 * and an empty line. */
void pgn_write(Text *out, const PgnGame *game);

/* Commands inside comments: [%clk 0:01:30], [%eval -0.25] and [%eval #3]. The reading functions
 * return false if the comment has no such command. */
typedef struct {
    bool is_mate;
    int value; // centipawns, or moves to mate
} PgnEval;

void pgn_put_clock(Text *out, int64_t ms);
void pgn_put_eval(Text *out, PgnEval eval);
bool pgn_read_clock(const char *comment, int64_t *ms);
bool pgn_read_eval(const char *comment, PgnEval *out);

typedef enum {
    PGN_OK,
    PGN_BAD_TAG,
    PGN_BAD_FEN,
    PGN_BAD_VARIANT,
    PGN_BAD_MOVE,
    PGN_OPEN_COMMENT,
    PGN_OPEN_VARIATION,
    PGN_STRAY_BRACKET,
    PGN_DEEP_VARIATION,
} PgnFault;

typedef struct {
    PgnFault fault;
    int line, column;          // from 1; from 0
    char text[PGN_TEXT_MAX];   // the message: "'Nf9' is not a move"
    char found[PGN_FOUND_MAX]; // the move or variant name that is wrong; or ""
    IllegalMove illegal;       // with PGN_BAD_MOVE
    FenResult fen;             // with PGN_BAD_FEN
} PgnError;

/* The name of a fault for programs: "pgn-move". */
const char *pgn_fault_name(PgnFault fault);

typedef enum {
    PGN_GAME,   // a game was read
    PGN_BROKEN, // a game was read up to an error
    PGN_END,    // there are no more games
    PGN_NO_MEMORY,
} PgnStatus;

/* A source of text: fills up to `size` bytes and returns their number; 0 at the end. */
typedef size_t PgnSource(void *context, char *buffer, size_t size);

typedef struct PgnReader PgnReader;

/* NULL if memory ran out. pgn_reader_on reads from memory, which must outlive the reader. */
PgnReader *pgn_reader_new(PgnSource *source, void *context);
PgnReader *pgn_reader_on(const char *text, size_t length);
void pgn_reader_free(PgnReader *reader);

/* Reads the next game into `game`, which need not be initialised. The caller frees it after every
 * status. `error` is set with PGN_BROKEN. */
PgnStatus pgn_read(PgnReader *reader, PgnGame *game, PgnError *error);

/* Does a text begin like a game (a tag, a comment, a move, a move number, or a result) and not like
 * a list of positions? The beginning of the text is enough. */
bool pgn_looks_like_game(const char *text, size_t length);

/* The position of the last game read in the input, in bytes. For a broken game it covers the whole
 * text of the game, including what follows the error. */
typedef struct {
    size_t from, to;
} PgnSpan;
PgnSpan pgn_span(const PgnReader *reader);

#endif

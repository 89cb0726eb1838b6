// SPDX-License-Identifier: MIT
//
// Portable game notation: games with tags, comments, annotations and nested variations.
//
// A game is a tree of moves in one array.  Node 0 is the start position; `next` leads to the main
// continuation, `other` to the next alternative for the same move:
//
//     1. e4 e5 (1... c5 2. Nf3) 2. Nc3          0 ── e4 ── e5 ── Nc3
//                                                          └ c5 ── Nf3       (└ is `other`)
//
// Reading is generous, as files in the wild are: missing tags and results, 0-0, null moves, text
// glued to move numbers or brackets, ';' comments, CRLF, a byte order mark, latin-1.  Lines with
// '%' in the first column are passed over everywhere but within comments, which lose no word. What
// cannot be understood ends that game with an error that has a line and a column; reading goes on
// with the next game.  Writing is strict: export format, 80 columns.
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
    PGN_TAGS_MAX = 256, // they are looked up one by one
};

typedef struct {
    Move move;                     // NO_MOVE in node 0
    int parent, next, alternative; // nodes, or -1
    int last;                      // the last of those that follow, where another is added
    int before, after;             // comments: see pgn_comment; -1: none
    int length, room; // of the comment after, and the bytes it may take where it stands
    int nag_count;
    uint8_t nags[PGN_NAGS_MAX]; // 1 good, 2 bad, 3 very good, 4 very bad, 5 interesting, …
} PgnNode;

typedef struct {
    int name, value; // see pgn_tag
} PgnTag;

typedef struct {
    Position start;
    PgnNode *nodes;
    PgnTag *tags;
    int node_count, node_capacity, tag_count, tag_capacity;
    Text pool;          // all texts of the game, each terminated
    const char *result; // "1-0", "0-1", "1/2-1/2" or "*"
    bool failed;        // memory ran out; what is there is sound
} PgnGame;

/* An empty game from this position, without tags. */
PgnGame pgn_game_new(const Position *start);
void pgn_game_free(PgnGame *game);

/* The value of a tag; NULL if it is missing. */
const char *pgn_tag(const PgnGame *game, const char *name);
void pgn_set_tag(PgnGame *game, const char *name, const char *value);

/* "1-0", …; any other text counts as "*".  Sets the tag Result as well. */
void pgn_set_result(PgnGame *game, const char *result);

/* Adds a move after a node, as its main continuation if it is the first; the new node, or -1 when
 * memory ran out.  The move must be legal there. */
int pgn_add_move(PgnGame *game, int parent, Move move);

/* A comment by the number in a node; NULL for -1.  pgn_add_comment adds to the comment after a move
 * (of node 0: before the first), pgn_add_nag a numeric annotation, unless it is there; both do
 * nothing for node -1. */
const char *pgn_comment(const PgnGame *game, int comment);
void pgn_add_comment(PgnGame *game, int node, const char *text);
void pgn_add_nag(PgnGame *game, int node, int nag);

/* The moves of the main line, at most `max`; how many they are. */
int pgn_main_line(const PgnGame *game, Move *out, int max);

/* The first null move of the main line behind so many moves, by its ply from 1; 0 if there is none.
 * Who cannot go on behind one has to say so. */
int pgn_null_move(const PgnGame *game, int behind);

/* Writes the game: the Seven Tag Roster (with "?" for what is missing), the other tags, SetUp and
 * FEN when it does not begin at the start position, Variant when it is not plain chess, the moves,
 * and an empty line. */
void pgn_write(Text *out, const PgnGame *game);

/* Remarks that programs write into comments: [%clk 0:01:30] and [%eval -0.25], [%eval #3].  The
 * readers say whether there is one. */
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
    int line, column;          // from 1 and from 0
    char text[PGN_TEXT_MAX];   // in words: "'Nf9' is not a move"
    char found[PGN_FOUND_MAX]; // the move or the name of the game that is wrong; or ""
    IllegalMove illegal;       // with PGN_BAD_MOVE
    FenResult fen;             // with PGN_BAD_FEN
} PgnError;

/* For programs: "pgn-move". */
const char *pgn_fault_name(PgnFault fault);

typedef enum {
    PGN_GAME,   // a game was read
    PGN_BROKEN, // a game was read up to an error
    PGN_END,    // there is no other game
    PGN_NO_MEMORY,
} PgnStatus;

/* Where text comes from: fills up to `size` bytes, and says how many; 0 at the end. */
typedef size_t PgnSource(void *context, char *buffer, size_t size);

typedef struct PgnReader PgnReader;

/* NULL when memory ran out.  The second reads from memory, which must outlive the reader. */
PgnReader *pgn_reader_new(PgnSource *source, void *context);
PgnReader *pgn_reader_on(const char *text, size_t length);
void pgn_reader_free(PgnReader *reader);

/* Reads the next game into `game`, which need not be initialised and is the caller's to free,
 * whatever the status.  `error` is set with PGN_BROKEN. */
PgnStatus pgn_read(PgnReader *reader, PgnGame *game, PgnError *error);

/* Does a text open as games do, with a tag, a comment, a move or its number, or a result, and not
 * as a list of positions?  Its beginning will do. */
bool pgn_looks_like_game(const char *text, size_t length);

/* Where the game last read stands in the text, in bytes: what there is of a broken one is more than
 * what was read. */
typedef struct {
    size_t from, to;
} PgnSpan;
PgnSpan pgn_span(const PgnReader *reader);

#endif

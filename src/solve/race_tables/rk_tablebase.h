// SPDX-License-Identifier: MIT
//
// Endgame tables of Racing Kings: result and distance of every position with few men.
//
// Values are exact when both sides play best: the winner minimises, the loser maximises the length
// of the game.  The fifty-move rule and repetition are not considered.  With up to four men the
// longest win takes 87 plies, so the fifty-move rule matters only if its counter is already high.
//
//     RkTablebase *tables = rk_tablebase_open(folder);      // NULL: no tables there
//     TableValue value;
//     if (rk_tablebase_probe(tables, &board, &value)) …     // false with NULL
//
// `roek tables build` makes the files; docs/tables.md describes them.
#ifndef SOLVE_RACE_TABLES_RK_TABLEBASE_H
#define SOLVE_RACE_TABLES_RK_TABLEBASE_H

#include "solve/race_tables/table_file.h"

#include <stdatomic.h>

typedef struct RkTablebase RkTablebase;

/* Opens all valid tables of a folder.  NULL with errno 0 if there are none, NULL with ENOMEM if
 * memory is short.  Takes about a millisecond, because only the front of each file is read. */
RkTablebase *rk_tablebase_open(const char *folder);
void rk_tablebase_free(RkTablebase *tables);

/* Has a probe failed for want of memory?  False for NULL. */
bool rk_tablebase_ran_out_of_memory(const RkTablebase *tables);

/* The largest number of men in an open table; 0 for NULL.  A cheap test before probing. */
int rk_tablebase_men_max(const RkTablebase *tables);

/* The open table of a material, or NULL. */
const RaceTable *rk_tablebase_find(const RkTablebase *tables, int id);

/* The result of a legal position for the side to move; false if no table has it.  Takes some
 * microseconds.  Never blocks, and any number of threads may call it, as the next two functions. */
bool rk_tablebase_probe_result(const RkTablebase *tables, const Board *b, TableResult *out);

/* Like rk_tablebase_probe_result, with the number of plies.  Tables with many men store the
 * distances for one side to move only; for the other side all moves are probed: up to a few hundred
 * microseconds. */
bool rk_tablebase_probe(const RkTablebase *tables, const Board *b, TableValue *out);

/* The longest win or loss of the material on a board, in plies; 0 without a table. */
int rk_tablebase_longest(const RkTablebase *tables, const Board *b);

/* A legal move and its value for the player who makes it. */
typedef struct {
    Move move;
    TableValue value;
} TableMove;

/* All legal moves with their values, best first.  Returns their number, or -1 if a position after a
 * move is in no table. */
int rk_tablebase_probe_moves(const RkTablebase *tables, const Board *b, TableMove out[MOVES_MAX]);

/* Best play to the end of the game, at most `most` moves.  Returns their number; 0 for draws and
 * for positions without a table. */
int rk_tablebase_best_line(const RkTablebase *tables, const Board *b, Move *out, int most);

/* Describes a value in English: "White wins in 5 moves", "Black has won", "draw".  "White wins at
 * once" means that Black's move fails to follow White's king. */
enum { TABLE_VALUE_TEXT_MAX = 48 };
void table_value_describe(TableValue value, Color turn, char out[TABLE_VALUE_TEXT_MAX]);

/* The number of the winner's moves in the plies of a value. */
int table_value_moves(TableValue value);

// --- building ---

typedef enum {
    BUILD_KEPT,    // a valid table exists already
    BUILD_SOLVING, // another ply is solved
    BUILD_DONE,    // the table is on disk
} TableBuildStep;

typedef struct {
    TableBuildStep step;
    int id;
    int number, total; // number of this table, from 1, and of all tables
    int plies;
} TableBuildProgress;

typedef struct {
    const char *folder; // created if it does not exist
    const int *endings; // materials to build; tables they depend on are built too
    int ending_count;
    int threads;
    const atomic_bool *stop; // the build ends soon after this becomes true; may be NULL
    void (*progress)(void *context, const TableBuildProgress *progress); // may be NULL
    void *context;
} TableBuildOptions;

typedef enum {
    BUILD_OK,
    BUILD_STOPPED, // by `stop`; finished tables stay
    BUILD_NO_MEMORY,
    BUILD_TOO_DEEP,     // a win longer than RACE_VALUE_PLIES_MAX
    BUILD_CANNOT_WRITE, // errno says why
    BUILD_TOO_MANY_MEN, // an ending of more than MATERIAL_MEN_MAX men
} TableBuildStatus;

/* The wanted materials and all that captures lead to, in an order in which they can be built.
 * Returns their number. */
int rk_tablebase_build_order(const int *wanted, int count, int out[MATERIAL_COUNT]);

/* Solves and writes each material without a valid table; an interrupted build can be resumed.  Any
 * number of threads and processes may build in one folder: each table is built by one of them. */
TableBuildStatus rk_tablebase_build(const TableBuildOptions *options);

// --- checking ---

typedef struct {
    uint64_t positions; // positions compared with their successors; all if the table has fewer
    uint64_t searched;  // positions compared with a search of `plies` plies, if that is not 0
    int plies;
    uint64_t seed;
    const atomic_bool *stop; // ends early when this becomes true; NULL: never
} TableCheckOptions;

typedef struct {
    bool stopped;      // some of what was asked for is not checked
    uint64_t checked;  // positions
    uint64_t searched; // of more, by search
    uint64_t proved;   // of those, won or lost within its reach, and not sooner
    uint64_t wrong;    // whose value is not the best of their moves, or not what the search found
    Board example;     // the first wrong one
} TableCheckResult;

/* Checks random positions of an open table, with both sides to move: against the values of their
 * successors, and against a search of `plies` plies that uses no tables.  The tables after captures
 * must be open too; positions that need a missing one are not counted. */
TableCheckResult rk_tablebase_check(const RkTablebase *tables, int id,
                                    const TableCheckOptions *options);

#endif

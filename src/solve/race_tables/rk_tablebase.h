// SPDX-License-Identifier: MIT
//
// Solved endings of Racing Kings: what every position with few men is worth, and for how long.
//
// Values are exact under best play of both sides, where the winner hurries and the loser delays.
// They know nothing of the fifty-move rule and of repetition; with up to four men the longest win
// takes 87 plies, so that the rule matters only when its clock has run for a while.
//
//     Tables *tables = rk_tablebase_open(folder);           // NULL: there are none, go on without
//     TableValue value;
//     if (rk_tablebase_probe(tables, &board, &value)) …     // also with NULL, which knows nothing
//
// `roek tables build` makes them; docs/tables.md tells what is in them.
#ifndef SOLVE_RACE_TABLES_RK_TABLEBASE_H
#define SOLVE_RACE_TABLES_RK_TABLEBASE_H

#include "solve/race_tables/table_file.h"

#include <stdatomic.h>

typedef struct RkTablebase RkTablebase;

/* Opens all sound tables of a folder; NULL if there are none, or (errno is ENOMEM then, else 0) not
 * the memory for them.  Costs about a millisecond: of the files only the fronts are read. */
RkTablebase *rk_tablebase_open(const char *folder);
void rk_tablebase_free(RkTablebase *tables);

/* Was there a position that no table told for want of memory?  False for NULL. */
bool rk_tablebase_ran_out_of_memory(const RkTablebase *tables);

/* The most men any table has; 0 for NULL.  A cheap test before probing. */
int rk_tablebase_men_max(const RkTablebase *tables);

/* The open table of an ending, or NULL. */
const RaceTable *rk_tablebase_find(const RkTablebase *tables, int id);

/* Who wins a playable position, for the side to move; false if no table tells.  Some microseconds.
 * Waits for nobody and may be called by any number of threads, as may the next two. */
bool rk_tablebase_probe_result(const RkTablebase *tables, const Board *b, TableResult *out);

/* The same with the number of plies, which for one side to move of large endings are looked for one
 * move ahead: up to a few hundred microseconds. */
bool rk_tablebase_probe(const RkTablebase *tables, const Board *b, TableValue *out);

/* The longest win or loss of the ending that a board is of, in plies; 0 without a table. */
int rk_tablebase_longest(const RkTablebase *tables, const Board *b);

/* A legal move and what it is worth to the player who makes it. */
typedef struct {
    Move move;
    TableValue value;
} TableMove;

/* All legal moves with their values, best first; the number of them, or -1 if some position after
 * a move is in no table. */
int rk_tablebase_probe_moves(const RkTablebase *tables, const Board *b, TableMove out[MOVES_MAX]);

/* Best play from here to the end of the game, as far as `out` holds; the number of moves, 0 for
 * draws and where no table tells. */
int rk_tablebase_best_line(const RkTablebase *tables, const Board *b, Move *out, int most);

/* In words, into TABLE_VALUE_TEXT_MAX bytes: "White wins in 5 moves", "Black has won", "draw";
 * "White wins at once" is for Black's move that fails to follow White's king. */
enum { TABLE_VALUE_TEXT_MAX = 48 };
void table_value_describe(TableValue value, Color turn, char out[TABLE_VALUE_TEXT_MAX]);

/* How many moves of the winner the plies of a value are. */
int table_value_moves(TableValue value);

// Building.

typedef enum {
    BUILD_KEPT,    // a sound table was there already
    BUILD_SOLVING, // another ply is done
    BUILD_DONE,    // the table is on disk
} TableBuildStep;

typedef struct {
    TableBuildStep step;
    int id;
    int number, total; // which table of how many, from 1
    int plies;
} TableBuildProgress;

typedef struct {
    const char *folder; // made if it does not exist
    const int *endings; // what to build; what they need is built too
    int ending_count;
    int threads;
    const atomic_bool *stop; // set it to true to end early; may be NULL
    void (*progress)(void *context, const TableBuildProgress *progress); // may be NULL
    void *context;
} TableBuildOptions;

typedef enum {
    BUILD_OK,
    BUILD_STOPPED, // as asked; finished tables stay
    BUILD_NO_MEMORY,
    BUILD_TOO_DEEP,     // a win longer than a table can tell
    BUILD_CANNOT_WRITE, // errno says why
    BUILD_TOO_MANY_MEN, // an ending of more than MATERIAL_MEN_MAX men
} TableBuildStatus;

/* The wanted endings and all that captures lead to, in an order in which they can be built;
 * returns their number. */
int rk_tablebase_build_order(const int *wanted, int count, int out[MATERIAL_COUNT]);

/* Solves and writes each ending of which there is no sound table yet; can be taken up again.  Any
 * number of threads and processes may build in one folder: each table is built by one of them. */
TableBuildStatus rk_tablebase_build(const TableBuildOptions *options);

// Checking.

typedef struct {
    uint64_t positions; // compared with their successors; all when the table has fewer
    uint64_t searched;  // compared with a search, if `plies` is not 0
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

/* Compares the values of random positions of an open table, with both sides to move, with their
 * successors', and with what a search that knows no tables finds in so many plies.  The tables
 * captures lead to must be open too: positions that need one that is not do not count. */
TableCheckResult rk_tablebase_check(const RkTablebase *tables, int id,
                                    const TableCheckOptions *options);

#endif

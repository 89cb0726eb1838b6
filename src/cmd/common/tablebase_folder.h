// SPDX-License-Identifier: MIT
//
// The folder of the Racing Kings tables: $ROEK_TABLES, else $XDG_DATA_HOME/roek/tables, else
// ~/.local/share/roek/tables.
#ifndef CMD_COMMON_TABLEBASE_FOLDER_H
#define CMD_COMMON_TABLEBASE_FOLDER_H

#include "solve/race_tables/rk_tablebase.h"
#include "solve/syzygy/syzygy.h"

#include <limits.h>

/* The folder `given`, or the usual one for NULL.  Returns false, after it printed an error, if no
 * environment variable names one or the path is too long. */
bool tablebase_folder_path(const char *given, char out[PATH_MAX]);

/* Opens the tables of a folder (NULL: the usual one); returns NULL if there are none.  Close them
 * with tablebase_folder_close.  Both print an error only if memory was short. */
RkTablebase *tablebase_folder_open(const char *folder);
void tablebase_folder_close(RkTablebase *tables);

/* Closes Syzygy tablebases, after it printed errors about those that could not be read. */
void syzygy_close_with_errors(Syzygy *syzygy);

#endif

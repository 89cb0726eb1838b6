// SPDX-License-Identifier: MIT
//
// Where solved endings are looked for: $ROEK_TABLES, else $XDG_DATA_HOME/roek/tables, else
// ~/.local/share/roek/tables.
#ifndef CMD_COMMON_TABLEBASE_FOLDER_H
#define CMD_COMMON_TABLEBASE_FOLDER_H

#include "solve/race_tables/rk_tablebase.h"
#include "solve/syzygy/syzygy.h"

#include <limits.h>

/* The folder `given`, or the usual one for NULL; false, after complaining, if there is no telling
 * or it does not fit. */
bool tablebase_folder_path(const char *given, char out[PATH_MAX]);

/* The tables of a folder, or of the usual one for NULL, to be released with tablebase_folder_close;
 * NULL if there are none.  Both complain about missing memory, and about nothing else. */
RkTablebase *tablebase_folder_open(const char *folder);
void tablebase_folder_close(RkTablebase *tables);

/* Closes Syzygy tablebases, after complaining about those that could not be read. */
void syzygy_close_with_errors(Syzygy *syzygy);

#endif

// SPDX-License-Identifier: MIT
//
// Where solved endings are looked for: $ROEK_TABLES, else $XDG_DATA_HOME/roek/tables, else
// ~/.local/share/roek/tables.
#ifndef CMD_TABLES_FOLDER_H
#define CMD_TABLES_FOLDER_H

#include "roek/solve/tables.h"

#include <limits.h>

/* The folder `given`, or the usual one for NULL; false, after complaining, if there is no telling
 * or it does not fit. */
bool tables_folder(const char *given, char out[PATH_MAX]);

/* The tables of the usual folder, to be released with tables_free; NULL, silently, if there are
 * none. */
Tables *tables_open_usual(void);

#endif

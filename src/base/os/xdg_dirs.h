// SPDX-License-Identifier: MIT
//
// Where the user's system wants programs to keep what they have made.
#ifndef BASE_OS_XDG_DIRS_H
#define BASE_OS_XDG_DIRS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    XDG_STATE, // what is remembered from one start to the next: $XDG_STATE_HOME
    XDG_DATA,  // what is made once and for all: $XDG_DATA_HOME
} XdgDir;

/* Roek's part of it; it need not exist.  False if nobody says where, or the name does not fit. */
bool xdg_dir(XdgDir kind, char *out, size_t size);

/* The variable's value, or NULL if it is unset or empty. */
const char *env_get(const char *name);

#endif

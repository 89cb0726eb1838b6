// SPDX-License-Identifier: MIT
//
// The folders in which programs keep their data (XDG Base Directory Specification).
#ifndef BASE_OS_XDG_DIRS_H
#define BASE_OS_XDG_DIRS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    XDG_STATE, // state kept between runs: $XDG_STATE_HOME
    XDG_DATA,  // data files: $XDG_DATA_HOME
} XdgDir;

/* Roek's folder of that kind; it need not exist. False if no environment variable gives its place,
 * or if the name does not fit. */
bool xdg_dir(XdgDir kind, char *out, size_t size);

/* The variable's value, or NULL if it is unset or empty. */
const char *env_get(const char *name);

#endif

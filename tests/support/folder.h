// SPDX-License-Identifier: MIT
//
// A temporary folder for one test, on every system.
#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

#include <stdbool.h>
#include <stdlib.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
static inline bool make_folder(char *pattern) {
    return _mktemp(pattern) && _mkdir(pattern) == 0;
}
static inline bool remove_folder(const char *name) {
    return _rmdir(name) == 0;
}
#else
#include <unistd.h>
/* Replaces the six X at the end of the pattern and creates the folder. */
static inline bool make_folder(char *pattern) {
    return mkdtemp(pattern) != NULL;
}
static inline bool remove_folder(const char *name) {
    return rmdir(name) == 0;
}
#endif

#endif

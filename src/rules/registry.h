// SPDX-License-Identifier: MIT
//
// The games Roek knows.  Adding one is one file beside this and one line in registry.c.
#ifndef RULES_REGISTRY_H
#define RULES_REGISTRY_H

#include "core/rules.h"

extern const Rules STANDARD_CHESS;
extern const Rules RACING_KINGS;

/* By the names and spellings of GUIs and PGN files ("standard", "Racing Kings", …), ignoring case
 * and punctuation; NULL if unknown. */
const Rules *rules_find(const char *name);

/* All games in order; NULL past the last. */
const Rules *rules_at(int index);

#endif

// SPDX-License-Identifier: MIT
//
// The games that Roek supports. A new game needs one file in this folder and one line in
// registry.c.
#ifndef RULES_REGISTRY_H
#define RULES_REGISTRY_H

#include "core/rules.h"

extern const Rules STANDARD_CHESS;
extern const Rules RACING_KINGS;

/* Finds a game by a name of GUIs and PGN files ("standard", "Racing Kings", …), ignoring case and
 * punctuation. NULL if unknown. */
const Rules *rules_find(const char *name);

/* The game with this index; NULL past the last one. */
const Rules *rules_at(int index);

#endif

// SPDX-License-Identifier: MIT
//
// Certificates: an answer with its proof, as a text that is read line by line.
//
//     roek mate certificate 1     what it is
//     fen 3r1k2/5ppp/8/8/…        fields, each a word and the rest of its line
//     0 e2e7                      steps of a tree: ply and move …
//     1 f8g8 =17                  … the position after it being that after step 17 (from 1)
//     end
#ifndef CMD_COMMON_PROOF_FILE_H
#define CMD_COMMON_PROOF_FILE_H

#include "base/text/text.h"
#include "core/position.h"
#include "solve/mate/mate_proof_tree.h"

typedef struct {
    char *text, *next; // the line to be read next
    int number;        // of the line last read
} Certificate;

/* Reads the whole file; otherwise complains and returns another exit status than EXIT_DONE. */
int certificate_open(Certificate *c, const char *path);
void certificate_close(Certificate *c);

/* The next line; NULL at the end. */
char *certificate_line(Certificate *c);
/* The rest of the next line behind `word` and a blank; NULL if it begins otherwise. */
char *certificate_field(Certificate *c, const char *word);
/* The position of the next line, "fen …"; complains otherwise. */
bool certificate_fen(Certificate *c, const Rules *rules, Position *out);
/* The steps up to the next word, from `root` on; `line` is then that line.  Complains otherwise. */
bool certificate_tree(Certificate *c, const Position *root, MateTree *tree, char **line);
/* Complains about the line last read; false. */
bool certificate_refuse(const Certificate *c, const char *why);

void certificate_put_tree(Text *out, const Position *root, const MateTree *tree);

/* Writes the text to the file and frees it; an exit status.  `complete`: all of it is there. */
int certificate_write(const char *path, Text *text, bool complete);

#endif

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
} ProofFile;

/* Reads the whole file; otherwise complains and returns another exit status than EXIT_DONE. */
int proof_file_open(ProofFile *c, const char *path);
void proof_file_close(ProofFile *c);

/* The next line; NULL at the end. */
char *proof_file_line(ProofFile *c);
/* The rest of the next line behind `word` and a blank; NULL if it begins otherwise. */
char *proof_file_field(ProofFile *c, const char *word);
/* The position of the next line, "fen …"; complains otherwise. */
bool proof_file_fen(ProofFile *c, const Rules *rules, Position *out);
/* The steps up to the next word, from `root` on; `line` is then that line.  Complains otherwise. */
bool proof_file_tree(ProofFile *c, const Position *root, ProofTree *tree, char **line);
/* Complains about the line last read; false. */
bool proof_file_error(const ProofFile *c, const char *why);

void proof_file_put_tree(Text *out, const Position *root, const ProofTree *tree);

/* Writes the text to the file and frees it; an exit status.  `complete`: all of it is there. */
int proof_file_write(const char *path, Text *text, bool complete);

#endif

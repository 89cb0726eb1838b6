// SPDX-License-Identifier: MIT
//
// Proof files (certificates): an answer with its proof, as a text with one item per line.
//
//     roek mate certificate 1     the file type and version of the format
//     fen 3r1k2/5ppp/8/8/…        fields: a word and its value
//     0 e2e7                      a step of the proof tree: ply and move
//     1 f8g8 =17                  a step that leads to the same position as step 17 (from 1)
//     end
#ifndef CMD_COMMON_PROOF_FILE_H
#define CMD_COMMON_PROOF_FILE_H

#include "base/text/text.h"
#include "core/position.h"
#include "solve/mate/mate_proof_tree.h"

typedef struct {
    char *text, *next; // the whole text; the next line
    int number;        // of the last line read
} ProofFile;

/* Loads the file.  Returns EXIT_DONE, or another exit status after it printed an error. */
int proof_file_open(ProofFile *c, const char *path);
void proof_file_close(ProofFile *c);

/* The next line; NULL at the end. */
char *proof_file_line(ProofFile *c);
/* The value in the next line behind `word` and a blank; NULL if the line begins otherwise. */
char *proof_file_field(ProofFile *c, const char *word);
/* Reads the next line, "fen …"; returns false after it printed an error. */
bool proof_file_fen(ProofFile *c, const Rules *rules, Position *out);
/* Reads steps from `root` on up to the first line that is none, which `line` gets.  Returns false
 * after it printed an error. */
bool proof_file_tree(ProofFile *c, const Position *root, ProofTree *tree, char **line);
/* Prints an error about the last line read; returns false. */
bool proof_file_error(const ProofFile *c, const char *why);

void proof_file_put_tree(Text *out, const Position *root, const ProofTree *tree);

/* Writes the text to the file and frees it; returns an exit status.  If not `complete`, memory was
 * short for the proof and nothing is written. */
int proof_file_write(const char *path, Text *text, bool complete);

#endif

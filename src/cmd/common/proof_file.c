// SPDX-License-Identifier: MIT
#include "cmd/common/proof_file.h"

#include "base/file/file.h"
#include "cmd/common/command.h"
#include "cmd/common/input.h"
#include "notation/text/uci_move.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 250 };

// --- reading ---

int proof_file_open(ProofFile *c, const char *path) {
    FileContents view;
    *c = (ProofFile){0};
    if (!input_view(path, &view)) return EXIT_MISUSE;
    size_t size = view.size;
    c->text = c->next = malloc(size + 1);
    if (c->text) memcpy(c->text, view.data, size);
    file_contents_free(&view);
    if (!c->text) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    c->text[size] = '\0';
    if (strlen(c->text) == size) return EXIT_DONE;
    print_error("'%s' is not a text", path);
    proof_file_close(c);
    return EXIT_MISUSE;
}

void proof_file_close(ProofFile *c) {
    free(c->text);
    *c = (ProofFile){0};
}

char *proof_file_line(ProofFile *c) {
    char *line = c->next;
    if (!line || !*line) return NULL;
    char *end = strchr(line, '\n');
    if (end) *end = '\0';
    c->next = end ? end + 1 : NULL;
    c->number++;
    return line;
}

bool proof_file_error(const ProofFile *c, const char *why) {
    print_error("line %d of the certificate: %s", c->number, why);
    return false;
}

char *proof_file_field(ProofFile *c, const char *word) {
    char *line = proof_file_line(c);
    size_t length = strlen(word);
    if (!line || strncmp(line, word, length) != 0 || line[length] != ' ') return NULL;
    return line + length + 1;
}

bool proof_file_fen(ProofFile *c, const Rules *rules, Position *out) {
    const char *field = proof_file_field(c, "fen");
    if (!field) return proof_file_error(c, "'fen …' is missing");
    FenResult fen = fen_read_position(field, rules, out);
    if (fen.fault == FEN_OK) return true;
    char why[FEN_FAULT_MAX];
    fen_fault_text(fen, why);
    return proof_file_error(c, why);
}

/* Reads a step such as "1 f8g8 =17" and plays it in the position of its ply. */
static bool read_step(ProofFile *c, const char *line, Position *at, int deepest, ProofTree *tree) {
    Cursor words = cursor_on(line);
    int64_t ply, same = 0;
    const char *word;
    size_t length;
    if (!cursor_int(&words, 0, deepest, &ply))
        return proof_file_error(c, "a ply that follows none");
    if (!cursor_word(&words, &word, &length)) return proof_file_error(c, "a move is missing");
    Move move = uci_move_read(&at[ply], word, length);
    if (!move) return proof_file_error(c, "an illegal move");
    cursor_skip_spaces(&words);
    if (!cursor_done(&words)) {
        bool marked = *words.at++ == '=';
        if (!marked || !cursor_int(&words, 1, (int64_t)tree->count, &same) || *words.at)
            return proof_file_error(c, "a bad reference");
    }
    at[ply + 1] = at[ply];
    position_play(&at[ply + 1], move);
    bool kept = proof_tree_add(tree, move, (int)ply, (uint32_t)same);
    if (!kept) print_memory_error();
    return kept;
}

bool proof_file_tree(ProofFile *c, const Position *root, ProofTree *tree, char **line) {
    Position at[PLIES_MAX + 2];
    int deepest = 0;
    at[0] = *root;
    for (*line = proof_file_line(c); *line && char_is_digit(**line); *line = proof_file_line(c)) {
        if (!read_step(c, *line, at, deepest, tree)) return false;
        deepest = tree->items[tree->count - 1].ply + 1;
        if (deepest >= PLIES_MAX) return proof_file_error(c, "too deep");
    }
    return *line || proof_file_error(c, "'end' is missing");
}

// --- writing ---

void proof_file_put_tree(Text *out, const Position *root, const ProofTree *tree) {
    Position at[PLIES_MAX + 2];
    at[0] = *root;
    for (size_t i = 0; i < tree->count; i++) {
        const ProofStep *step = &tree->items[i];
        char move[UCI_MOVE_MAX];
        uci_move_write(&at[step->ply], step->move, true, move);
        text_format(out, "%d %s", step->ply, move);
        if (step->back_reference) text_format(out, " =%u", step->back_reference);
        text_char(out, '\n');
        at[step->ply + 1] = at[step->ply];
        position_play(&at[step->ply + 1], step->move);
    }
}

int proof_file_write(const char *path, Text *text, bool complete) {
    FileChunk part = {text_get(text), strlen(text_get(text))};
    int status = EXIT_DONE;
    if (!complete || text->failed) {
        print_error("--certificate: the proof does not fit into memory");
        status = EXIT_MACHINE;
    } else if (!file_replace(path, &part, 1)) {
        print_write_error(path);
        status = EXIT_MACHINE;
    }
    text_free(text);
    return status;
}

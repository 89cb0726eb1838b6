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

/* ------------------------------------------------------------------ reading */

int certificate_open(Certificate *c, const char *path) {
    FileView view;
    *c = (Certificate){0};
    if (!input_view(path, &view)) return EXIT_MISUSE;
    size_t size = view.size;
    c->text = c->next = malloc(size + 1);
    if (c->text) memcpy(c->text, view.data, size);
    file_close(&view);
    if (!c->text) {
        complain_memory();
        return EXIT_MACHINE;
    }
    c->text[size] = '\0';
    if (strlen(c->text) == size) return EXIT_DONE;
    complain("'%s' is not a text", path);
    certificate_close(c);
    return EXIT_MISUSE;
}

void certificate_close(Certificate *c) {
    free(c->text);
    *c = (Certificate){0};
}

char *certificate_line(Certificate *c) {
    char *line = c->next;
    if (!line || !*line) return NULL;
    char *end = strchr(line, '\n');
    if (end) *end = '\0';
    c->next = end ? end + 1 : NULL;
    c->number++;
    return line;
}

bool certificate_refuse(const Certificate *c, const char *why) {
    complain("line %d of the certificate: %s", c->number, why);
    return false;
}

char *certificate_field(Certificate *c, const char *word) {
    char *line = certificate_line(c);
    size_t length = strlen(word);
    if (!line || strncmp(line, word, length) != 0 || line[length] != ' ') return NULL;
    return line + length + 1;
}

bool certificate_fen(Certificate *c, const Rules *rules, Position *out) {
    const char *field = certificate_field(c, "fen");
    if (!field) return certificate_refuse(c, "'fen …' is missing");
    FenResult fen = fen_read_position(field, rules, out);
    if (fen.fault == FEN_OK) return true;
    char why[FEN_FAULT_MAX];
    fen_fault_text(fen, why);
    return certificate_refuse(c, why);
}

/* "1 f8g8 =17": plays it on the position of its ply. */
static bool read_step(Certificate *c, const char *line, Position *at, int deepest, MateTree *tree) {
    Cursor words = cursor_on(line);
    int64_t ply, same = 0;
    const char *word;
    size_t length;
    if (!cursor_int(&words, 0, deepest, &ply))
        return certificate_refuse(c, "a ply that follows none");
    if (!cursor_word(&words, &word, &length)) return certificate_refuse(c, "a move is missing");
    Move move = coord_read(&at[ply], word, length);
    if (!move) return certificate_refuse(c, "an illegal move");
    cursor_skip_spaces(&words);
    if (!cursor_done(&words)) {
        bool marked = *words.at++ == '=';
        if (!marked || !cursor_int(&words, 1, (int64_t)tree->count, &same) || *words.at)
            return certificate_refuse(c, "a bad reference");
    }
    at[ply + 1] = at[ply];
    position_play(&at[ply + 1], move);
    bool kept = mate_tree_add(tree, move, (int)ply, (uint32_t)same);
    if (!kept) complain_memory();
    return kept;
}

bool certificate_tree(Certificate *c, const Position *root, MateTree *tree, char **line) {
    Position at[PLIES_MAX + 2];
    int deepest = 0;
    at[0] = *root;
    for (*line = certificate_line(c); *line && char_is_digit(**line); *line = certificate_line(c)) {
        if (!read_step(c, *line, at, deepest, tree)) return false;
        deepest = tree->items[tree->count - 1].ply + 1;
        if (deepest >= PLIES_MAX) return certificate_refuse(c, "too deep");
    }
    return *line || certificate_refuse(c, "'end' is missing");
}

/* ------------------------------------------------------------------ writing */

void certificate_put_tree(Text *out, const Position *root, const MateTree *tree) {
    Position at[PLIES_MAX + 2];
    at[0] = *root;
    for (size_t i = 0; i < tree->count; i++) {
        const MateStep *step = &tree->items[i];
        char move[COORD_MAX];
        coord_write(&at[step->ply], step->move, true, move);
        text_format(out, "%d %s", step->ply, move);
        if (step->same) text_format(out, " =%u", step->same);
        text_char(out, '\n');
        at[step->ply + 1] = at[step->ply];
        position_play(&at[step->ply + 1], step->move);
    }
}

int certificate_write(const char *path, Text *text, bool complete) {
    FilePart part = {text_get(text), strlen(text_get(text))};
    int status = EXIT_DONE;
    if (!complete || text->failed) {
        complain("--certificate: the proof does not fit into memory");
        status = EXIT_MACHINE;
    } else if (!file_replace(path, &part, 1)) {
        complain_unwritable(path);
        status = EXIT_MACHINE;
    }
    text_free(text);
    return status;
}

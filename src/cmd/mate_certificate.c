// SPDX-License-Identifier: MIT
//
// Certificates: an answer with its whole proof, as text.
//
//     roek mate certificate 1
//     variant chess
//     fen 3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1
//     goal mate                   or selfmate, stalemate, helpmate, mated
//     proof 3                     the goal is reached within 3 moves:
//     0 e2e7                      ply and move …
//     1 f8g8 =17                  … the position after it being that after step 17 (from 1)
//     refutation 2                and not within 2
//     end
#include "roek/cmd/mate.h"

#include "roek/base/file.h"
#include "roek/notation/coord.h"
#include "roek/solve/mate_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "roek mate certificate 1";

static void put_tree(Text *out, const char *kind, int n, const Position *pos,
                     const MateTree *tree) {
    Position at[256];
    at[0] = *pos;
    text_format(out, "%s %d\n", kind, n);
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

/* What was excluded: all shorter mates, or all that were asked for. */
static bool put_refutation(Text *out, MateSolver *solver, const Position *pos, const MateWish *wish,
                           const MateResult *r) {
    int n = r->verdict == MATE_NONE ? wish->options.moves : r->moves - 1;
    MateTree tree;
    if (wish->options.goal == GOAL_HELPMATE || n < 1 || (r->verdict == MATE_FOUND && !r->proved))
        return true;
    bool written = mate_refute(solver, pos, &wish->options, n, &tree);
    if (written) put_tree(out, "refutation", n, pos, &tree);
    mate_tree_free(&tree);
    return written;
}

int mate_certificate_write(const char *path, MateSolver *solver, const Position *pos,
                           const MateWish *wish, const MateResult *r) {
    char fen[FEN_MAX];
    Text out = text_growing();
    if (r->verdict == MATE_UNKNOWN ||
        (r->verdict == MATE_NONE && wish->options.goal == GOAL_HELPMATE)) {
        complain("--certificate: there is nothing to certify");
        return EXIT_NO;
    }
    fen_write_position(pos, fen);
    text_format(&out, "%s\nvariant %s\nfen %s\ngoal %s\n", HEADER, pos->rules->name, fen,
                wish->options.mated ? "mated" : mate_goal_name(wish->options.goal));
    if (r->verdict == MATE_FOUND) put_tree(&out, "proof", r->moves, pos, mate_solver_tree(solver));
    bool written = put_refutation(&out, solver, pos, wish, r);
    text_string(&out, "end\n");
    FilePart part = {text_get(&out), strlen(text_get(&out))};
    int status = EXIT_DONE;
    if (!written || out.failed) {
        complain("--certificate: the proof does not fit into memory");
        status = EXIT_MACHINE;
    } else if (!file_replace(path, &part, 1)) {
        complain("cannot write '%s': %s", path, strerror(errno));
        status = EXIT_MACHINE;
    }
    text_free(&out);
    return status;
}

/* ------------------------------------------------------------------ reading */

typedef struct {
    char *text, *next; // the line to be read next
    int number;        // of the line last read
    const Rules *rules;
    Position pos;
    MateGoal goal;
    bool mated;
} Reader;

static char *next_line(Reader *r) {
    char *line = r->next;
    if (!line || !*line) return NULL;
    char *end = strchr(line, '\n');
    if (end) *end = '\0';
    r->next = end ? end + 1 : NULL;
    r->number++;
    return line;
}

static bool refuse(const Reader *r, const char *why) {
    complain("line %d of the certificate: %s", r->number, why);
    return false;
}

/* The rest of the next line behind `word` and a blank; NULL if it begins otherwise. */
static char *next_field(Reader *r, const char *word) {
    char *line = next_line(r);
    size_t length = strlen(word);
    if (!line || strncmp(line, word, length) != 0 || line[length] != ' ') return NULL;
    return line + length + 1;
}

static bool read_head(Reader *r) {
    char *line = next_line(r), *field;
    if (!line || strcmp(line, HEADER) != 0) return refuse(r, "not a certificate of this program");
    if (!(field = next_field(r, "variant"))) return refuse(r, "'variant NAME' is missing");
    if (!(r->rules = rules_find(field))) return refuse(r, "no such game");
    if (!(field = next_field(r, "fen"))) return refuse(r, "'fen …' is missing");
    FenResult fen = fen_read_position(field, r->rules, &r->pos);
    if (fen.fault != FEN_OK) {
        char why[FEN_FAULT_MAX];
        fen_fault_text(fen, why);
        return refuse(r, why);
    }
    if (!(field = next_field(r, "goal"))) return refuse(r, "'goal GOAL' is missing");
    r->mated = strcmp(field, "mated") == 0;
    if (!r->mated && !mate_goal_find(field, &r->goal)) return refuse(r, "no such goal");
    return true;
}

/* "1 f8g8 =17": plays it on the position of its ply. */
static bool read_step(Reader *r, const char *line, Position *at, int deepest, MateTree *tree) {
    Cursor c = cursor_on(line);
    int64_t ply, same = 0;
    const char *word;
    size_t length;
    if (!cursor_int(&c, 0, deepest, &ply)) return refuse(r, "a ply that follows none");
    if (!cursor_word(&c, &word, &length)) return refuse(r, "a move is missing");
    Move move = coord_read(&at[ply], word, length);
    if (!move) return refuse(r, "an illegal move");
    cursor_skip_spaces(&c);
    if (!cursor_done(&c)) {
        bool marked = *c.at++ == '=';
        if (!marked || !cursor_int(&c, 1, (int64_t)tree->count, &same) || *c.at)
            return refuse(r, "a bad reference");
    }
    at[ply + 1] = at[ply];
    position_play(&at[ply + 1], move);
    return mate_tree_add(tree, move, (int)ply, (uint32_t)same) || refuse(r, "out of memory");
}

/* The steps up to the next word; `line` is then that line. */
static bool read_tree(Reader *r, MateTree *tree, char **line) {
    Position at[256];
    int deepest = 0;
    at[0] = r->pos;
    for (*line = next_line(r); *line && char_is_digit(**line); *line = next_line(r)) {
        if (!read_step(r, *line, at, deepest, tree)) return false;
        deepest = tree->items[tree->count - 1].ply + 1;
        if (deepest >= 250) return refuse(r, "too deep");
    }
    return *line || refuse(r, "'end' is missing");
}

/* One section: its tree is read and judged. */
static bool check_section(Reader *r, char **line) {
    bool refutes = strncmp(*line, "refutation ", 11) == 0;
    int64_t n;
    if (!refutes && strncmp(*line, "proof ", 6) != 0)
        return refuse(r, "neither proof nor refutation");
    if (!text_to_int(strchr(*line, ' ') + 1, 0, MATE_MOVES_MAX, &n))
        return refuse(r, "a bad number of moves");
    if (refutes && r->goal == GOAL_HELPMATE) return refuse(r, "helpmates have no refutation");
    MateTree tree = {0};
    bool sound = read_tree(r, &tree, line);
    if (sound) {
        MateCheck check = refutes ? mate_check_refutation(&r->pos, (int)n, r->goal, r->mated, &tree)
                                  : mate_check_proof(&r->pos, (int)n, r->goal, r->mated, &tree);
        sound = check.fault == CHECK_OK;
        const char *word = r->mated ? "mated" : mate_goal_name(r->goal);
        if (sound)
            printf("%s%s in %d: verified, %zu steps\n",
                   !refutes   ? ""
                   : r->mated ? "not "
                              : "no ",
                   word, (int)n, tree.count);
        else
            printf("wrong: %s (step %zu)\n", mate_fault_text(check.fault), check.step);
        if (!sound) r->number = -1; // the answer is no, not a bad file
    }
    mate_tree_free(&tree);
    return sound;
}

static int check_text(Reader *r) {
    char *line;
    if (!read_head(r)) return EXIT_MISUSE;
    line = next_line(r);
    if (!line || strcmp(line, "end") == 0) return refuse(r, "there is no proof"), EXIT_MISUSE;
    while (strcmp(line, "end") != 0)
        if (!check_section(r, &line)) return r->number < 0 ? EXIT_NO : EXIT_MISUSE;
    if (next_line(r)) return refuse(r, "nothing may follow 'end'"), EXIT_MISUSE;
    return EXIT_DONE;
}

int mate_certificate_check(const char *path) {
    FileView view;
    if (!input_view(path, &view)) return EXIT_MISUSE;
    size_t size = view.size;
    Reader reader = {.text = malloc(size + 1)};
    if (!reader.text) {
        file_close(&view);
        complain_memory();
        return EXIT_MACHINE;
    }
    memcpy(reader.text, view.data, size);
    reader.text[size] = '\0';
    reader.next = reader.text;
    file_close(&view);
    bool is_text = strlen(reader.text) == size;
    if (!is_text) complain("'%s' is not a text", path);
    int status = is_text ? check_text(&reader) : EXIT_MISUSE;
    free(reader.text);
    return status;
}

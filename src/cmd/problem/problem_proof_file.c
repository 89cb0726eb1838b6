// SPDX-License-Identifier: MIT
//
// Certificates of problems (proof_file.h).  Battles: every key with its proof, and every other
// first move with its refutation, so that soundness itself is certified.  Help play and series:
// every line; that there are no others has to be searched again.
//
//     roek problem certificate 1
//     name line 3, b) duplex      of a list, of twins and duplex
//     fen 8/8/8/8/8/8/QpkPK3/1Rb5 w - - 0 1
//     stipulation #2
//     key d2d3 2                  solves within 2 moves:
//     0 c2b3                      every defence …
//     1 a2a1                      … and its answer
//     refuted a2a3 2              does not solve within 2 moves
//     0 c2d3
//     line e2e4 e7e5 …            of help play and series
//     end
//
// Lists, twins and duplex have one behind the other.
#include "cmd/problem/problem_command.h"

#include "base/text/json.h"
#include "cmd/common/command.h"
#include "cmd/common/proof_file.h"
#include "notation/text/uci_move.h"
#include "solve/problem/problem_proof.h"

#include <stdlib.h>
#include <string.h>

static const char HEADER[] = "roek problem certificate 1";

// --- writing ---

/* One first move with all that proves or refutes it. */
static bool put_first_move(Text *out, ProblemSolver *solver, const Problem *problem, Move move,
                           int n, bool key) {
    Position next = position_after(&problem->pos, move);
    ProofTree tree = {0};
    char name[UCI_MOVE_MAX];
    bool written = key ? problem_prove(solver, &problem->stipulation, &next, n - 1, &tree)
                       : problem_refute(solver, &problem->stipulation, &next, n - 1, &tree);
    if (!written) return false;
    uci_move_write(&problem->pos, move, true, name);
    text_format(out, "%s %s %d\n", key ? "key" : "refuted", name, n);
    proof_file_put_tree(out, &next, &tree);
    proof_tree_free(&tree);
    return true;
}

static bool put_battle(Text *out, ProblemSolver *solver, const Problem *problem,
                       const ProblemResult *r) {
    MoveList moves;
    for (int i = 0; i < r->keys.count; i++)
        if (!put_first_move(out, solver, problem, r->keys.items[i], r->key_moves[i], true))
            return false;
    if (!r->complete || problem_is_obliged(&problem->stipulation, &problem->pos)) return true;
    position_legal_moves(&problem->pos, &moves);
    for (int i = 0; i < moves.count; i++)
        if (!movelist_has(&r->keys, moves.items[i]) &&
            !put_first_move(out, solver, problem, moves.items[i], problem->stipulation.moves,
                            false))
            return false;
    return true;
}

/* The position before each move of a line: in a series the other side passes. */
static void put_line(Text *out, const Problem *problem, const Move *line, int count) {
    const Stipulation *s = &problem->stipulation;
    Position at = problem->pos;
    text_string(out, "line");
    for (int i = 0; i < count; i++) {
        char name[UCI_MOVE_MAX];
        uci_move_write(&at, line[i], true, name);
        text_format(out, " %s", name);
        problem_play_line_move(s, &at, line[i], count - 1 - i);
    }
    text_char(out, '\n');
}

/* Which of several it is. */
static void put_name(Text *out, const Problem *problem) {
    if (!problem->number && !problem->twin && !problem->duplex) return;
    text_string(out, "name");
    if (problem->number) text_format(out, " line %d", problem->number);
    if (problem->twin) text_format(out, " %c)", problem->twin);
    if (problem->duplex) text_string(out, " duplex");
    text_char(out, '\n');
}

static void put_lines(Text *out, const Problem *problem, const ProblemLines *lines) {
    const Move *at = lines->moves;
    for (size_t i = 0; i < lines->count; at += lines->lengths[i++])
        put_line(out, problem, at, lines->lengths[i]);
}

static bool has_proof(const Problem *problem, const ProblemResult *r) {
    bool lines = stipulation_has_lines(&problem->stipulation);
    return r->answer == PROBLEM_SOLVED || (!lines && r->answer == PROBLEM_NONE);
}

void problem_proof_file_put(const ProblemOutputs *outputs, ProblemSolver *solver,
                            const Problem *problem, const ProblemCommandOptions *opts,
                            const ProblemAnswers *answers, ProblemCounts *counts) {
    char fen[FEN_MAX], name[STIPULATION_MAX];
    Text part = text_growing();
    bool proved = true;
    if (!has_proof(problem, &answers->result)) {
        put_error(outputs->remark, "--certificate: there is nothing to certify");
        return;
    }
    text_format(&part, "%s\n", HEADER);
    put_name(&part, problem);
    fen_write_position(&problem->pos, fen);
    stipulation_write(&problem->stipulation, name);
    text_format(&part, "fen %s\nstipulation %s\n", fen, name);
    problem_resume(solver, &opts->options);
    if (stipulation_has_lines(&problem->stipulation))
        put_lines(&part, problem, &answers->lines);
    else
        proved = put_battle(&part, solver, problem, &answers->result);
    text_string(&part, "end\n");
    if (proved) text_append(outputs->proof, &part);
    text_free(&part);
    counts->proved = proved;
    if (proved) return;
    if (problem_is_interrupted(solver))
        put_error(outputs->remark, "--certificate: stopped before the proof was complete");
    else
        counts->no_memory = true;
}

// --- reading ---

enum { NAME_MAX_BYTES = 48 };

typedef struct {
    ProofFile text;
    char name[NAME_MAX_BYTES]; // "" if it has none
    Position pos;
    Stipulation stipulation;
    MoveList open; // first moves nothing was said about yet
    int keys, refuted;
    ProblemLines lines;
    bool json;
    bool wrong; // the answer is no, not a bad file
} ProblemProofReader;

static bool refuse(const ProblemProofReader *r, const char *why) {
    return proof_file_error(&r->text, why);
}

/* As text or as a JSON object; line 0: of no line in particular. */
static bool call_wrong(ProblemProofReader *r, const char *why, int line) {
    Text out = text_growing();
    if (r->json) {
        json_open(&out, '{');
        json_put_bool(&out, "verified", false);
        json_put_string(&out, "reason", why);
        if (line) json_put_int(&out, "line", line);
        json_close(&out, '}');
    } else {
        text_format(&out, "wrong: %s", why);
        if (line) text_format(&out, " (line %d)", line);
    }
    print_text(&out, "\n");
    text_free(&out);
    r->wrong = true;
    return false;
}

/* The name, if the next line is one. */
static bool read_name(ProblemProofReader *r) {
    if (!r->text.next || strncmp(r->text.next, "name ", 5) != 0) return true;
    const char *name = proof_file_field(&r->text, "name");
    Text text = text_on(r->name, sizeof r->name);
    text_string(&text, name);
    text_sanitize(r->name, strlen(r->name));
    return !text.failed || refuse(r, "the name is too long");
}

static bool read_head(ProblemProofReader *r) {
    char *line = proof_file_line(&r->text), *field;
    if (!line || strcmp(line, HEADER) != 0) return refuse(r, "not a certificate of this program");
    if (!read_name(r) || !proof_file_fen(&r->text, &STANDARD_CHESS, &r->pos)) return false;
    if (!(field = proof_file_field(&r->text, "stipulation")))
        return refuse(r, "'stipulation …' is missing");
    StipulationResult s = stipulation_read(field, strlen(field), &r->stipulation);
    if (s.fault != STIPULATION_OK) return refuse(r, stipulation_fault_text(s.fault));
    position_legal_moves(&r->pos, &r->open);
    return true;
}

/* "key d2d3 2" or "refuted a2a3 2", and the tree behind it. */
static bool check_first_move(ProblemProofReader *r, char **line, bool key) {
    Cursor c = cursor_on(strchr(*line, ' '));
    const char *word;
    size_t length;
    int64_t n;
    if (!cursor_word(&c, &word, &length)) return refuse(r, "a move is missing");
    Move move = uci_move_read(&r->pos, word, length);
    if (!move) return refuse(r, "an illegal move");
    if (!cursor_int(&c, key ? 1 : r->stipulation.moves, r->stipulation.moves, &n) || *c.at)
        return refuse(r, "a bad number of moves");
    if (!movelist_remove(&r->open, move)) return refuse(r, "a first move twice");
    if (key && problem_is_obliged(&r->stipulation, &r->pos))
        return call_wrong(r, "whoever can reach the aim has to", r->text.number);
    Position next = position_after(&r->pos, move);
    ProofTree tree = {0};
    bool sound = proof_file_tree(&r->text, &next, &tree, line);
    if (sound) {
        ProofCheck check =
            key ? problem_check_proof(&r->stipulation, &next, (int)n - 1, &tree)
                : problem_check_refutation(&r->stipulation, &next, (int)n - 1, &tree);
        sound = check.fault == PROOF_FAULT_NONE ||
                call_wrong(r, proof_fault_text(check.fault), r->text.number);
    }
    proof_tree_free(&tree);
    return sound;
}

/* The moves of a line that is itself not judged yet; their number, or -1 after complaining. */
static int read_line(ProblemProofReader *r, const char *text,
                     Move line[2 * STIPULATION_MOVES_MAX]) {
    Position at = r->pos;
    Cursor c = cursor_on(text);
    const char *word;
    size_t length;
    int count = 0, words = 0;
    for (Cursor ahead = c; cursor_word(&ahead, &word, &length);) words++;
    if (words > 2 * STIPULATION_MOVES_MAX) return refuse(r, "too long"), -1;
    for (; cursor_word(&c, &word, &length); count++) {
        line[count] = uci_move_read(&at, word, length);
        if (!line[count]) return refuse(r, "an illegal move"), -1;
        if (!problem_play_line_move(&r->stipulation, &at, line[count], words - 1 - count))
            return refuse(r, "a check in the middle of a series"), -1;
    }
    return count;
}

static bool check_line(ProblemProofReader *r, const char *text) {
    Move line[2 * STIPULATION_MOVES_MAX];
    int count = read_line(r, text, line);
    if (count < 0) return false;
    if (!problem_check_line(&r->stipulation, &r->pos, line, count))
        return call_wrong(r, "the line does not solve the problem", r->text.number);
    problem_lines_add(line, count, &r->lines);
    if (r->lines.failed) print_memory_error();
    return !r->lines.failed;
}

/* One section; `line` is then the line behind it. */
static bool check_section(ProblemProofReader *r, char **line) {
    bool lines = stipulation_has_lines(&r->stipulation);
    if (lines && strncmp(*line, "line ", 5) == 0) {
        if (!check_line(r, *line + 5)) return false;
        *line = proof_file_line(&r->text);
        return *line || refuse(r, "'end' is missing");
    }
    bool key = strncmp(*line, "key ", 4) == 0;
    if (lines || (!key && strncmp(*line, "refuted ", 8) != 0))
        return refuse(r, lines ? "neither 'line …' nor 'end'" : "neither 'key …' nor 'refuted …'");
    if (!check_first_move(r, line, key)) return false;
    r->keys += key;
    r->refuted += !key;
    return true;
}

// --- the end of it ---

typedef struct {
    const Move *moves;
    int count;
} ProofLine;

static int compare_lines(const void *a, const void *b) {
    const ProofLine *one = a, *two = b;
    if (one->count != two->count) return one->count - two->count;
    return memcmp(one->moves, two->moves, (size_t)one->count * sizeof *one->moves);
}

/* Is each line there once?  An exit status. */
static int check_repeats(ProblemProofReader *r) {
    const ProblemLines *lines = &r->lines;
    ProofLine *sorted = malloc((lines->count + 1) * sizeof *sorted);
    const Move *at = lines->moves;
    bool repeats = false;
    if (!sorted) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    for (size_t i = 0; i < lines->count; at += lines->lengths[i++])
        sorted[i] = (ProofLine){at, lines->lengths[i]};
    qsort(sorted, lines->count, sizeof *sorted, compare_lines);
    for (size_t i = 1; i < lines->count; i++)
        repeats |= compare_lines(&sorted[i - 1], &sorted[i]) == 0;
    free(sorted);
    if (repeats) call_wrong(r, "a line twice", 0);
    return repeats ? EXIT_NO : EXIT_DONE;
}

/* Is something said about every first move? */
static bool is_complete(const ProblemProofReader *r) {
    return r->open.count == 0 || problem_is_obliged(&r->stipulation, &r->pos);
}

static void put_verdict(const ProblemProofReader *r, const char *stipulation, Text *out) {
    if (*r->name) text_format(out, "%s: ", r->name);
    if (stipulation_has_lines(&r->stipulation))
        text_format(out, "%s: %zu solution%s verified", stipulation, r->lines.count,
                    plural_s(r->lines.count));
    else
        text_format(out, "%s: %d key%s verified, %d other first move%s refuted%s", stipulation,
                    r->keys, plural_s((uint64_t)r->keys), r->refuted,
                    plural_s((uint64_t)r->refuted), is_complete(r) ? ": there are no others" : "");
}

static void put_verdict_json(const ProblemProofReader *r, const char *stipulation, Text *out) {
    json_open(out, '{');
    if (*r->name) json_put_string(out, "name", r->name);
    json_put_string(out, "stipulation", stipulation);
    json_put_bool(out, "verified", true);
    if (stipulation_has_lines(&r->stipulation)) {
        json_put_int(out, "solutions", (int64_t)r->lines.count);
    } else {
        json_put_int(out, "keys", r->keys);
        json_put_int(out, "refuted", r->refuted);
        json_put_bool(out, "complete", is_complete(r));
    }
    json_close(out, '}');
}

static void print_verdict(const ProblemProofReader *r) {
    char name[STIPULATION_MAX];
    Text out = text_growing();
    stipulation_write(&r->stipulation, name);
    (r->json ? put_verdict_json : put_verdict)(r, name, &out);
    print_text(&out, "\n");
    text_free(&out);
}

/* One answer with its proof. */
static int check_part(ProblemProofReader *r) {
    if (!read_head(r)) return EXIT_MISUSE;
    char *line = proof_file_line(&r->text);
    while (line && strcmp(line, "end") != 0)
        if (!check_section(r, &line)) return r->wrong ? EXIT_NO : EXIT_MISUSE;
    if (!line) return refuse(r, "'end' is missing"), EXIT_MISUSE;
    int status = check_repeats(r);
    if (status == EXIT_DONE) print_verdict(r);
    return status;
}

int problem_proof_file_check(const char *path, bool json) {
    ProofFile text;
    int status = proof_file_open(&text, path);
    bool more = status == EXIT_DONE;
    while (more) {
        ProblemProofReader reader = {.text = text, .json = json};
        status = check_part(&reader);
        problem_lines_free(&reader.lines);
        text = reader.text;
        more = status == EXIT_DONE && text.next && *text.next;
    }
    proof_file_close(&text);
    return status;
}

// SPDX-License-Identifier: MIT
//
// The answers of `roek problem`: lines as problemists print them, the verdict, and JSON.
#include "cmd/problem/problem_command.h"

#include "base/text/json.h"
#include "notation/text/uci_move.h"
#include "solve/problem/problem_proof.h"

#include <string.h>

// --- lines as text ---

/* Does the move with this index begin a new move number? */
static bool opens_move(const Stipulation *s, int index, int count) {
    if (!stipulation_is_series(s)) return index % 2 == (s->half ? 1 : 0);
    return s->play == PROBLEM_PLAY_SERIES || index < count - 1;
}

void problem_put_line(Text *out, const Problem *problem, const MoveStyle *style, const Move *line,
                      int count, bool set) {
    const Stipulation *s = &problem->stipulation;
    Position at = problem->pos;
    int number = set && s->half; // moves keep the numbers they have in the play
    if (set) position_play_null(&at);
    for (int i = 0; i < count; i++) {
        bool opens = opens_move(s, set ? i + 1 : i, count);
        if (i) text_char(out, ' ');
        if (i == 0 && !opens) text_format(out, "%d...", ++number);
        if (opens) text_format(out, "%d.", ++number);
        put_problem_move(out, style, &at, line[i]);
        problem_play_line_move(s, &at, line[i], count - 1 - i);
    }
}

// --- the verdict ---

static bool is_short(const Problem *problem, const ProblemResult *r) {
    if (r->short_lines) return true;
    for (int i = 0; i < r->keys.count; i++)
        if (r->key_moves[i] < problem->stipulation.moves) return true;
    return false;
}

static int64_t count_solutions(const Problem *problem, const ProblemResult *r) {
    return stipulation_has_lines(&problem->stipulation) ? (int64_t)r->lines : r->keys.count;
}

/* First moves that solve and that nobody meant.  Where it is not said what was meant, and there are
 * more than were to be, any may be the one. */
static void find_cooks(const Problem *problem, const ProblemResult *r, MoveList *out) {
    bool lines = stipulation_has_lines(&problem->stipulation);
    out->count = 0;
    if (lines && !problem->intended_keys.count) return; // each line is its own solution
    for (int i = 0; i < r->keys.count; i++)
        if (!movelist_has(&problem->intended_keys, r->keys.items[i]))
            out->items[out->count++] = r->keys.items[i];
}

static int64_t count_meant(const Problem *problem, const ProblemCommandOptions *opts) {
    bool lines = stipulation_has_lines(&problem->stipulation);
    return lines || !problem->intended_keys.count ? opts->intended : problem->intended_keys.count;
}

const char *problem_verdict(const Problem *problem, const ProblemCommandOptions *opts,
                            const ProblemResult *r) {
    MoveList cooks;
    int64_t count = count_solutions(problem, r), intended_keys = count_meant(problem, opts);
    find_cooks(problem, r, &cooks);
    if (is_short(problem, r)) return "short";
    if (count > intended_keys || (problem->intended_keys.count && cooks.count)) return "cooked";
    if (!r->complete) return "unknown";
    if (r->answer == PROBLEM_NONE) return "no solution";
    return count == intended_keys ? "sound" : "too few solutions";
}

// --- text ---

static void put_lines(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                      const ProblemLines *lines, bool set) {
    const Move *at = lines->moves;
    out->failed |= lines->failed;
    if (set && lines->count) text_string(out, "set play\n");
    for (size_t i = 0; i < lines->count; i++) {
        if (set) text_string(out, "  ");
        problem_put_line(out, problem, &opts->style, at, lines->lengths[i], set);
        text_char(out, '\n');
        at += lines->lengths[i];
    }
}

static void put_count(Text *out, const Problem *problem, const ProblemResult *r) {
    bool lines = stipulation_has_lines(&problem->stipulation);
    uint64_t count = lines ? r->lines + r->short_lines : (uint64_t)r->keys.count;
    const char *what = lines ? "solution" : "key";
    text_format(out, "%s%llu %s%s", r->complete ? "" : "at least ", (unsigned long long)count, what,
                plural_s(count));
    if (r->short_lines)
        text_format(out, ", %llu of them short", (unsigned long long)r->short_lines);
}

static void put_duals(Text *out, const ProblemDuals *duals) {
    if (duals->all) text_format(out, ", %d dual%s", duals->all, plural_s((uint64_t)duals->all));
    if (duals->early) text_format(out, " (%d before the last move)", duals->early);
}

/* "cooked by 1.Sd3+, 1.Qf6": which, or where it is not said what was meant, which of. */
static void put_verdict(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                        const ProblemResult *r) {
    const char *verdict = problem_verdict(problem, opts, r);
    MoveList cooks;
    find_cooks(problem, r, &cooks);
    text_string(out, verdict);
    if (strcmp(verdict, "cooked") != 0) return;
    for (int i = 0; i < cooks.count; i++) {
        text_string(out, i ? ", 1." : problem->intended_keys.count ? " by 1." : ": 1.");
        put_problem_move(out, &opts->style, &problem->pos, cooks.items[i]);
    }
}

static void put_answer(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                       const ProblemAnswers *answers) {
    const ProblemResult *r = &answers->result;
    if (r->answer == PROBLEM_UNKNOWN && r->finished) {
        text_format(out, "unknown, no solution among first moves %d-%d", opts->options.first,
                    opts->options.last);
    } else if (r->answer == PROBLEM_UNKNOWN) {
        text_format(out, "unknown after %.1f s, %llu node%s", r->seconds,
                    (unsigned long long)r->nodes, plural_s(r->nodes));
    } else if (r->answer == PROBLEM_NONE) {
        text_string(out, "no solution");
    } else if (opts->after_key) {
        text_string(out, "solved");
        put_duals(out, &answers->duals);
    } else {
        put_count(out, problem, r);
        text_string(out, ", ");
        put_verdict(out, problem, opts, r);
        put_duals(out, &answers->duals);
    }
}

void problem_show_text(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                       const ProblemAnswers *answers) {
    char name[STIPULATION_MAX];
    stipulation_write(&problem->stipulation, name);
    if (problem->twin) text_format(out, "%c)", problem->twin);
    if (problem->duplex) text_string(out, problem->twin ? " duplex" : "duplex");
    if (problem->twin || problem->duplex) text_char(out, '\n');
    put_lines(out, problem, opts, &answers->set_lines, true);
    put_lines(out, problem, opts, &answers->lines, false);
    text_append(out, &answers->tree);
    text_format(out, "%s: ", name);
    put_answer(out, problem, opts, answers);
    text_char(out, '\n');
}

// --- JSON ---

static void put_json_lines(Text *out, const char *key, const Problem *problem,
                           const ProblemCommandOptions *opts, const ProblemLines *lines, bool set) {
    const Move *at = lines->moves;
    out->failed |= lines->failed;
    json_key(out, key);
    json_open(out, '[');
    for (size_t i = 0; i < lines->count; i++) {
        Text line = text_growing();
        problem_put_line(&line, problem, &opts->style, at, lines->lengths[i], set);
        json_text(out, &line);
        text_free(&line);
        at += lines->lengths[i];
    }
    json_close(out, ']');
}

static void put_json_moves(Text *out, const char *key, const Problem *problem,
                           const MoveList *moves) {
    json_key(out, key);
    json_open(out, '[');
    for (int i = 0; i < moves->count; i++) {
        char text[UCI_MOVE_MAX];
        uci_move_write(&problem->pos, moves->items[i], false, text);
        json_string(out, text);
    }
    json_close(out, ']');
}

static void put_json_verdict(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                             const ProblemResult *r) {
    const char *verdict = problem_verdict(problem, opts, r);
    MoveList cooks;
    json_put_string(out, "verdict", verdict);
    if (strcmp(verdict, "cooked") != 0) return;
    find_cooks(problem, r, &cooks);
    put_json_moves(out, "cooks", problem, &cooks);
}

void problem_show_json(Text *out, const Problem *problem, const ProblemCommandOptions *opts,
                       const ProblemAnswers *answers) {
    static const char *const ANSWERS[] = {"unknown", "solved", "none"};
    const ProblemResult *r = &answers->result;
    char fen[FEN_MAX], id[EPD_ID_MAX], name[STIPULATION_MAX];
    fen_write_position(&problem->pos, fen);
    stipulation_write(&problem->stipulation, name);
    json_open(out, '{');
    if (problem->number) json_put_int(out, "number", problem->number);
    if (epd_id(&problem->epd, id)) json_put_string(out, "id", id);
    if (problem->twin) json_put_string(out, "twin", (char[]){problem->twin, '\0'});
    if (problem->duplex) json_put_bool(out, "duplex", true);
    if (opts->after_key) json_put_bool(out, "after_key", true);
    json_put_string(out, "fen", fen);
    json_put_string(out, "stipulation", name);
    json_put_string(out, "answer", ANSWERS[r->answer]);
    if (!opts->after_key) put_json_moves(out, "keys", problem, &r->keys);
    if (stipulation_has_lines(&problem->stipulation)) {
        json_put_int(out, "solutions", (int64_t)(r->lines + r->short_lines));
        json_put_int(out, "short_solutions", (int64_t)r->short_lines);
        put_json_lines(out, "lines", problem, opts, &answers->lines, false);
        if (opts->set_play) put_json_lines(out, "set", problem, opts, &answers->set_lines, true);
    } else if (!opts->after_key) {
        json_put_int(out, "solutions", r->keys.count);
    }
    if (opts->tree && !stipulation_has_lines(&problem->stipulation)) {
        json_put_text(out, "tree", &answers->tree);
        json_put_int(out, "duals", answers->duals.all);
        json_put_int(out, "early_duals", answers->duals.early);
    }
    if (opts->options.first && !opts->after_key) json_put_bool(out, "finished", r->finished);
    json_put_bool(out, "complete", r->complete);
    if (!opts->after_key) put_json_verdict(out, problem, opts, r);
    json_put_int(out, "nodes", (int64_t)r->nodes);
    json_put_seconds(out, r->seconds);
    json_close(out, '}');
}

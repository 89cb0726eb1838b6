// SPDX-License-Identifier: MIT
//
// Certificates of mates (proof_file.h): the shortest one, and that there is no shorter one.
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
#include "cmd/mate/mate_command.h"

#include "base/text/json.h"
#include "cmd/common/command.h"
#include "cmd/common/proof_file.h"
#include "solve/mate/mate_check.h"

#include <string.h>

static const char HEADER[] = "roek mate certificate 1";

static void put_tree(Text *out, const char *kind, int n, const Position *pos,
                     const ProofTree *tree) {
    text_format(out, "%s %d\n", kind, n);
    proof_file_put_tree(out, pos, tree);
}

/* What was excluded: all shorter mates, or all that were asked for. */
static bool put_refutation(Text *out, MateSolver *solver, const Position *pos,
                           const MateCommandOptions *opts, const MateResult *r) {
    int n = r->verdict == MATE_NONE ? opts->options.moves : r->moves - 1;
    ProofTree tree;
    if (opts->options.goal == MATE_GOAL_HELPMATE || n < 1 ||
        (r->verdict == MATE_FOUND && !r->proved))
        return true;
    bool written = mate_refute(solver, pos, &opts->options, n, &tree);
    if (written) put_tree(out, "refutation", n, pos, &tree);
    proof_tree_free(&tree);
    return written;
}

int mate_proof_file_write(const char *path, MateSolver *solver, const Position *pos,
                          const MateCommandOptions *opts, const MateResult *r) {
    char fen[FEN_MAX];
    Text out = text_growing();
    if (r->verdict == MATE_UNKNOWN ||
        (r->verdict == MATE_NONE && opts->options.goal == MATE_GOAL_HELPMATE)) {
        print_error("--certificate: there is nothing to certify");
        return EXIT_NO;
    }
    fen_write_position(pos, fen);
    text_format(&out, "%s\nvariant %s\nfen %s\ngoal %s\n", HEADER, pos->rules->name, fen,
                opts->options.mated ? "mated" : mate_goal_name(opts->options.goal));
    if (r->verdict == MATE_FOUND) put_tree(&out, "proof", r->moves, pos, mate_solver_proof(solver));
    bool written = put_refutation(&out, solver, pos, opts, r);
    text_string(&out, "end\n");
    return proof_file_write(path, &out, written);
}

// --- reading ---

enum { CLAIM_MAX = 40 }; // "no stalemate in 125"

typedef struct {
    ProofFile text;
    const Rules *rules;
    Position pos;
    MateGoal goal;
    bool mated, json;
    bool wrong; // the answer is no, not a bad file
} MateProofReader;

static bool refuse(const MateProofReader *r, const char *why) {
    return proof_file_error(&r->text, why);
}

static bool read_head(MateProofReader *r) {
    char *line = proof_file_line(&r->text), *field;
    if (!line || strcmp(line, HEADER) != 0) return refuse(r, "not a certificate of this program");
    if (!(field = proof_file_field(&r->text, "variant")))
        return refuse(r, "'variant NAME' is missing");
    if (!(r->rules = rules_find(field))) return refuse(r, "no such game");
    if (!proof_file_fen(&r->text, r->rules, &r->pos)) return false;
    if (!(field = proof_file_field(&r->text, "goal"))) return refuse(r, "'goal GOAL' is missing");
    r->mated = strcmp(field, "mated") == 0;
    if (!r->mated && !mate_goal_find(field, &r->goal)) return refuse(r, "no such goal");
    return true;
}

/* A section that was judged, as text or as a JSON object. */
static void print_verdict(const MateProofReader *r, const char *claim, ProofCheck check,
                          size_t steps) {
    bool sound = check.fault == PROOF_FAULT_NONE;
    Text out = text_growing();
    if (r->json) {
        json_open(&out, '{');
        json_put_string(&out, "claim", claim);
        json_put_bool(&out, "verified", sound);
        if (!sound) json_put_string(&out, "reason", proof_fault_text(check.fault));
        json_put_int(&out, sound ? "steps" : "step", (int64_t)(sound ? steps : check.step));
        json_close(&out, '}');
    } else if (sound) {
        text_format(&out, "%s: verified, %zu steps", claim, steps);
    } else {
        text_format(&out, "wrong: %s (step %zu)", proof_fault_text(check.fault), check.step);
    }
    print_text(&out, "\n");
    text_free(&out);
}

/* One section: its tree is read and judged. */
static bool check_section(MateProofReader *r, char **line) {
    bool refutes = strncmp(*line, "refutation ", 11) == 0;
    int64_t n;
    if (!refutes && strncmp(*line, "proof ", 6) != 0)
        return refuse(r, "neither proof nor refutation");
    if (!text_to_int(strchr(*line, ' ') + 1, 0, MATE_MOVES_MAX, &n))
        return refuse(r, "a bad number of moves");
    if (refutes && r->goal == MATE_GOAL_HELPMATE) return refuse(r, "helpmates have no refutation");
    ProofTree tree = {0};
    bool sound = proof_file_tree(&r->text, &r->pos, &tree, line);
    if (sound) {
        ProofCheck check = refutes
                               ? mate_check_refutation(&r->pos, (int)n, r->goal, r->mated, &tree)
                               : mate_check_proof(&r->pos, (int)n, r->goal, r->mated, &tree);
        const char *negation = !refutes ? "" : r->mated ? "not " : "no ";
        const char *word = r->mated ? "mated" : mate_goal_name(r->goal);
        char claim[CLAIM_MAX];
        snprintf(claim, sizeof claim, "%s%s in %d", negation, word, (int)n);
        if (check.fault == PROOF_FAULT_NO_MEMORY)
            print_memory_error();
        else
            print_verdict(r, claim, check, tree.count);
        sound = check.fault == PROOF_FAULT_NONE;
        r->wrong = !sound;
    }
    proof_tree_free(&tree);
    return sound;
}

static int check_text(MateProofReader *r) {
    char *line;
    if (!read_head(r)) return EXIT_MISUSE;
    line = proof_file_line(&r->text);
    if (!line || strcmp(line, "end") == 0) return refuse(r, "there is no proof"), EXIT_MISUSE;
    while (strcmp(line, "end") != 0)
        if (!check_section(r, &line)) return r->wrong ? EXIT_NO : EXIT_MISUSE;
    if (proof_file_line(&r->text)) return refuse(r, "nothing may follow 'end'"), EXIT_MISUSE;
    return EXIT_DONE;
}

int mate_proof_file_check(const char *path, bool json) {
    MateProofReader reader = {.json = json};
    int status = proof_file_open(&reader.text, path);
    if (status == EXIT_DONE) status = check_text(&reader);
    proof_file_close(&reader.text);
    return status;
}

// SPDX-License-Identifier: MIT
//
// What every build of the library must agree on, as text: the program is compiled for this machine
// and as WebAssembly, and what they print is compared (tests/web/same_test.mjs).
//
//     same evaluations GAMES     a number for every position of random games, by the networks and
//                                by the hand-written terms, with and without a memory
//     same nodes DEPTH           of a search of each position on standard input, "VARIANT FEN"
#include "eval/evaluators.h"
#include "notation/text/fen.h"
#include "rules/registry.h"
#include "search/engine.h"
#include "support/random_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 120, LINE_MAX_BYTES = 256 };

typedef struct {
    Evaluators all;
    EvalState *state; // of the network that the last position was for
    const Evaluator *owner;
    int ply;
} EvaluationRun;

static void print_evaluations(const Position *pos, void *context) {
    EvaluationRun *run = context;
    const Evaluator *network = evaluators_select(&run->all, pos->rules, false);
    if (network != run->owner) {
        if (run->owner) run->owner->state_free(run->state);
        run->owner = network;
        run->state = network->state_new(network);
    }
    run->ply = (run->ply + 1) % EVAL_PLY_MAX;
    printf("%d %d %d\n", evaluate_once(network, pos),
           network->evaluate(network, run->state, pos, run->ply),
           evaluate_once(handcrafted_evaluator(pos->rules), pos));
}

static int evaluations(int games) {
    EvaluationRun run = {0};
    evaluators_init(&run.all);
    random_games(17, games, PLIES, print_evaluations, &run);
    if (run.owner) run.owner->state_free(run.state);
    evaluators_free(&run.all);
    return EXIT_SUCCESS;
}

static bool print_nodes(Engine *e, const char *variant, const char *fen, int depth) {
    const Rules *rules = rules_find(variant);
    Position pos;
    if (!rules || fen_read_position(fen, rules, &pos).fault != FEN_OK) return false;
    engine_clear(e);
    engine_set_position(e, &pos, NULL, 0);
    SearchResult r = engine_search(e, &(SearchLimits){.depth = depth}, NULL);
    printf("%llu %d\n", (unsigned long long)r.nodes, r.score);
    return true;
}

static int nodes(int depth) {
    Engine *e = engine_new();
    char line[LINE_MAX_BYTES];
    bool good = e != NULL;
    while (good && fgets(line, sizeof line, stdin)) {
        char *fen = strchr(line, ' ');
        line[strcspn(line, "\n")] = '\0';
        if (fen) *fen++ = '\0';
        good = fen && print_nodes(e, line, fen, depth);
    }
    engine_free(e);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    if (argc != 3) return EXIT_FAILURE;
    if (strcmp(argv[1], "evaluations") == 0) return evaluations(atoi(argv[2]));
    return strcmp(argv[1], "nodes") == 0 ? nodes(atoi(argv[2])) : EXIT_FAILURE;
}

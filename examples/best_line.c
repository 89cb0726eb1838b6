// SPDX-License-Identifier: MIT
//
// What the engine thinks of a position, a line per depth:
//
//     cc best_line.c $(pkg-config --cflags --libs roek) -o best_line
//     ./best_line '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' 4 [VARIANT]
#include <roek/roek.h>

#include <stdio.h>
#include <stdlib.h>

/* Called while the engine thinks; with engine_start it would be from a thread of its own. */
static void show(void *context, const SearchInfo *info) {
    const Position *root = context;
    Position pos = *root;
    char san[SAN_MAX];
    if (score_is_mate(info->score))
        printf("depth %d, mate in %d:", info->depth, score_mate_moves(info->score));
    else
        printf("depth %d, %+.2f:", info->depth, info->score / 100.0);
    for (int i = 0; i < info->length; i++) {
        san_write(&pos, info->line[i], san);
        printf(" %s", san);
        position_play(&pos, info->line[i]);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    const Rules *rules = rules_find(argc > 3 ? argv[3] : "chess");
    Position pos;
    if (argc < 2 || !rules) return fprintf(stderr, "usage: best_line FEN [DEPTH] [VARIANT]\n"), 2;

    FenResult read = fen_read_position(argv[1], rules, &pos);
    if (read.fault != FEN_OK) {
        char why[FEN_FAULT_MAX];
        fen_fault_text(read, why);
        fprintf(stderr, "column %d: %s\n", read.column + 1, why);
        return 2;
    }

    Engine *engine = engine_new_with_mate_prober();
    if (!engine) return fprintf(stderr, "out of memory\n"), 3;
    SearchLimits limits = {.depth = argc > 2 ? atoi(argv[2]) : 10};
    SearchListener listener = {.context = &pos, .info = show};
    engine_set_position(engine, &pos, NULL, 0);
    SearchResult result = engine_search(engine, &limits, &listener);

    char words[OUTCOME_TEXT_MAX];
    outcome_text(position_outcome(&pos), words);
    printf("%s\n", result.best == NO_MOVE ? words : "done");
    engine_free(engine);
    return 0;
}

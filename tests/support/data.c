// SPDX-License-Identifier: MIT
#include "support/data.h"

#include "base/file/line_reader.h"
#include "base/text/text.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const CHESS_STARTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rbkr4/pppppppp/8/8/8/8/PPPPPPPP/RBKR4 w DAda - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "q3k2q/8/8/pPpP2pP/PpPp2Pp/8/8/Q3K2Q w - - 0 1",
    NULL,
};

const char *const RACE_STARTS[] = {
    "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    "8/2K2k2/8/8/8/8/8/R6r w - - 0 1",
    "8/2Rb2k1/3n1N2/6K1/1r3n2/8/3q4/8 b - - 0 1",
    "3b4/3k1K2/1R5q/4R3/8/8/4Q3/n7 w - - 0 1",
    "8/7k/8/8/8/8/2q5/K7 b - - 0 1",
    NULL,
};

static char *trim(char *text) {
    while (char_is_space(*text)) text++;
    char *end = text + strlen(text);
    while (end > text && char_is_space(end[-1])) *--end = '\0';
    return text;
}

static void split(char *text, char separator, DataLine *out) {
    for (out->count = 0; text && out->count < DATA_FIELDS_MAX;) {
        char *next = strchr(text, separator);
        if (next) *next++ = '\0';
        out->field[out->count++] = trim(text);
        text = next;
    }
}

int data_each_line(const char *name, char separator, void (*visit)(const DataLine *, void *),
                   void *context) {
    char path[256];
    snprintf(path, sizeof path, "tests/data/%s", name);
    LineReader lines;
    if (!line_reader_open(&lines, path))
        fail_msg("%s cannot be read (run tests from the root of the repository)", path);
    DataLine line = {.name = name};
    const char *read;
    int visited = 0;
    while (line_reader_next(&lines, &read)) {
        line.line++;
        if (read[0] == '#' || read[0] == '\0') continue;
        char *text = strdup(read); // splitting writes into it
        assert_non_null(text);
        split(text, separator, &line);
        visit(&line, context);
        visited++;
        free(text);
    }
    line_reader_free(&lines);
    return visited;
}

void data_each_random(const Rules *rules, const char *const *starts, uint64_t seed, int count,
                      PositionVisitor *visit, void *context) {
    Rng rng = rng_seeded(seed);
    Position pos = position_of(starts[0], rules);
    for (int start = 0, plies = 0; count > 0; count--) {
        visit(&pos, context);
        if (plies++ < 120 && random_step(&pos, &rng)) continue;
        start = starts[start + 1] ? start + 1 : 0;
        pos = position_of(starts[start], rules);
        plies = 0;
    }
}

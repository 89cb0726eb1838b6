// SPDX-License-Identifier: MIT
#include "protocol/bench.h"

#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/text/text.h"
#include "cmd/common/command.h"
#include "cmd/common/long_work.h"
#include "notation/text/fen.h"
#include "rules/registry.h"
#include "search/engine.h"

typedef struct {
    const Rules *rules;
    const char *fen;
} BenchPosition;

/* Openings, middlegames, endings, races; some with few moves, some with many. */
static const BenchPosition POSITIONS[] = {
    {&STANDARD_CHESS, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {&STANDARD_CHESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {&STANDARD_CHESS, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"},
    {&STANDARD_CHESS, "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 b - - 3 12"},
    {&STANDARD_CHESS, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"},
    {&STANDARD_CHESS, "2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1P1BPN2/PB1N1PPP/R2Q1RK1 w - - 4 12"},
    {&STANDARD_CHESS, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"},
    {&STANDARD_CHESS, "3r2k1/p4ppp/1p2p3/2p5/2PnP3/1P1R1P2/P4KPP/3N4 b - - 1 26"},
    {&STANDARD_CHESS, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {&STANDARD_CHESS, "8/8/1p1k2p1/p1p2p1p/P1P2P1P/1P1K2P1/8/8 w - - 0 1"},
    {&STANDARD_CHESS, "4r1k1/5pp1/7p/8/3Q4/1P3P2/P5qP/2R4K w - - 0 1"},
    {&STANDARD_CHESS, "r1b2rk1/2q1bppp/p2ppn2/1p4P1/3NPP2/2N1B3/PPP1Q2P/2KR1B1R b - - 0 13"},
    {&STANDARD_CHESS, "8/5pk1/4p1p1/3pP2p/1r1P3P/5PP1/R5K1/8 w - - 0 40"},
    {&STANDARD_CHESS, "5rk1/q6p/2p3bR/1pPp1rP1/1P1Pp3/P3B1Q1/1K3P2/R7 w - - 93 90"},
    {&RACING_KINGS, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"},
    {&RACING_KINGS, "8/8/6K1/3k4/8/1b1n1N2/2r2BR1/q2bN2Q w - - 6 12"},
};

static void write_position(const BenchOptions *bench, const BenchPosition *p, uint64_t nodes) {
    if (!bench->json)
        line_sink_format(bench->out, "%12llu %s", (unsigned long long)nodes, p->fen);
    else
        line_sink_format(bench->out, "{\"fen\":\"%s\",\"variant\":\"%s\",\"nodes\":%llu}", p->fen,
                         p->rules->name, (unsigned long long)nodes);
}

/* When the bench was stopped the sum has what was searched until then. */
static void write_sum(const BenchOptions *bench, uint64_t nodes, int64_t ns, bool whole) {
    double nps = (double)nodes * 1e9 / (double)(ns > 0 ? ns : 1);
    if (bench->json)
        line_sink_format(bench->out, "{\"nodes\":%llu,%s\"nps\":%llu}", (unsigned long long)nodes,
                         whole ? "" : "\"complete\":false,", (unsigned long long)nps);
    else
        line_sink_format(bench->out, "%s%llu nodes %llu nps", whole ? "" : "at least ",
                         (unsigned long long)nodes, (unsigned long long)nps);
}

int bench_run(const BenchOptions *bench) {
    const atomic_bool *stop = bench->stop;
    Engine *e = engine_new();
    if (!e) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    uint64_t nodes = 0;
    int64_t started = clock_ns();
    for (size_t i = 0; i < sizeof POSITIONS / sizeof *POSITIONS; i++) {
        Position pos;
        if (fen_read_position(POSITIONS[i].fen, POSITIONS[i].rules, &pos).fault != FEN_OK) continue;
        engine_clear(e);
        engine_set_position(e, &pos, NULL, 0);
        SearchLimits limits = {.depth = bench->depth, .stop = stop};
        SearchResult r = engine_search(e, &limits, NULL);
        nodes += r.nodes;
        if (stop && atomic_load(stop)) break;
        if (r.no_memory) print_memory_error();
        write_position(bench, &POSITIONS[i], r.nodes);
    }
    int64_t ns = clock_ns() - started;
    engine_free(e);
    bool stopped = stop && atomic_load(stop);
    if (!stopped || bench->sums_up) write_sum(bench, nodes, ns, !stopped);
    return EXIT_DONE;
}

static int run(const Command *self, int argc, char **argv) {
    Operands rest;
    BenchOptions bench = {.out = &STDOUT_LINES, .stop = interrupt_flag(), .sums_up = true};
    const Option options[] = {{"json", 0, OPTION_FLAG, &bench.json, NULL,
                               "one JSON object per position, then the sum", 0, 0},
                              {0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    int64_t depth = BENCH_DEPTH;
    if (rest.count > 1 || (rest.count == 1 && !text_to_int(rest.items[0], 1, 64, &depth))) {
        print_error("bench takes one depth from 1 to 64");
        return EXIT_MISUSE;
    }
    bench.depth = (int)depth;
    long_work_begin(self);
    return long_work_end(self, bench_run(&bench));
}

const Command command_bench = {
    .name = "bench",
    .synopsis = "bench [DEPTH] [--json]",
    .summary = "Search fixed positions and print one deterministic node count",
    .details =
        "The last line is 'N nodes M nps'; N is the same on every run and machine.  Ctrl-C ends\n"
        "the bench with 'at least N nodes M nps'.\n"
        "\n"
        "Examples:\n"
        "  $ roek bench\n"
        "  $ roek bench 8 --json\n",
    .run = run,
};

// SPDX-License-Identifier: MIT
//
// roek perft: counts the leaves of the game tree.
#include "roek/cmd/input.h"

#include "roek/base/clock.h"
#include "roek/base/json.h"
#include "roek/base/thread.h"
#include "roek/core/perft.h"
#include "roek/notation/coord.h"

typedef struct {
    int depth;
    PerftOptions options;
    bool divide, json;
    // summed up over a list
    uint64_t nodes;
    int64_t ns;
    int mismatches;
} Request;

static int64_t per_second(uint64_t nodes, int64_t ns) {
    return (int64_t)((double)nodes * 1e9 / (double)(ns > 0 ? ns : 1));
}

/* A line may state the count: "D4 197281". */
static bool is_stated(const InputPosition *here, int depth, int64_t *out) {
    char opcode[16];
    Text name = text_on(opcode, sizeof opcode);
    text_format(&name, "D%d", depth);
    return epd_int(&here->epd, opcode, out);
}

static void answer_json(const Position *pos, const Request *request, const PerftResult *result,
                        int64_t ns, int64_t expected) {
    Text out = text_growing();
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    json_open(&out, '{');
    json_put_string(&out, "fen", fen);
    json_put_string(&out, "variant", pos->rules->name);
    json_put_int(&out, "depth", request->depth);
    json_put_int(&out, "nodes", (int64_t)result->nodes);
    json_put_int(&out, "ms", ns / 1000000);
    json_put_int(&out, "nps", per_second(result->nodes, ns));
    if (expected >= 0) json_put_int(&out, "stated", expected);
    if (request->divide) {
        json_key(&out, "divide");
        json_open(&out, '{');
        for (int i = 0; i < result->moves.count; i++) {
            char move[COORD_MAX];
            coord_write(pos, result->moves.items[i], false, move);
            json_put_int(&out, move, (int64_t)result->below[i]);
        }
        json_close(&out, '}');
    }
    json_close(&out, '}');
    say_text(&out, "\n");
    text_free(&out);
}

static void answer_text(const InputPosition *here, const Request *request,
                        const PerftResult *result, int64_t expected) {
    if (here->number) {
        char fen[FEN_MAX];
        fen_write_position(&here->pos, fen);
        printf("%s: %llu", fen, (unsigned long long)result->nodes);
        if (expected >= 0 && (uint64_t)expected != result->nodes)
            printf(" (stated: %lld)", (long long)expected);
        putchar('\n');
    }
    for (int i = 0; request->divide && i < result->moves.count; i++) {
        char move[COORD_MAX];
        coord_write(&here->pos, result->moves.items[i], false, move);
        printf("%s: %llu\n", move, (unsigned long long)result->below[i]);
    }
}

static int count_all(Input *in, Request *request) {
    InputPosition here;
    while (input_next(in, &here)) {
        PerftResult result;
        int64_t start = clock_ns();
        if (!perft_count(&here.pos, request->depth, request->options, &result)) {
            complain("not enough memory for --hash %zu", request->options.hash_mb);
            return EXIT_MACHINE;
        }
        int64_t ns = clock_ns() - start;
        request->nodes += result.nodes;
        request->ns += ns;
        int64_t expected = -1;
        if (is_stated(&here, request->depth, &expected) && (uint64_t)expected != result.nodes)
            request->mismatches++;
        if (request->json)
            answer_json(&here.pos, request, &result, ns, expected);
        else
            answer_text(&here, request, &result, expected);
    }
    return request->mismatches ? EXIT_NO : EXIT_DONE;
}

static int run(const Command *self, int argc, char **argv) {
    const char *variant = NULL;
    Request request = {0};
    int64_t threads = 1, hash = 0, depth;
    bool strict = false;
    const Option options[] = {
        {"divide", 'd', OPTION_FLAG, &request.divide, NULL, "the count below each move as well", 0,
         0},
        {"threads", 't', OPTION_INT, &threads, "N", "count on N threads (default 1)", 1,
         THREADS_MAX},
        {"hash", 0, OPTION_INT, &hash, "MB", "remember subtrees in a table (default 0: none)", 0,
         1 << 20},
        VARIANT_OPTION(variant),
        STRICT_OPTION(strict),
        {"json", 0, OPTION_FLAG, &request.json, NULL, "one JSON object per position", 0, 0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    const Rules *rules = input_rules(variant);
    if (!rules) return EXIT_MISUSE;
    if (rest.count == 0 || !text_to_int(rest.items[0], 0, 60, &depth)) {
        complain("perft wants a DEPTH from 0 to 60%s%s%s", rest.count ? ", not '" : "",
                 rest.count ? rest.items[0] : "", rest.count ? "'" : "");
        return EXIT_MISUSE;
    }
    request.depth = (int)depth;
    request.options = (PerftOptions){.threads = (int)threads, .hash_mb = (size_t)hash};
    Input in;
    int used = input_open(&in, rules, &rest, 1, INPUT_FROM_START);
    if (used < 0) return EXIT_MISUSE;
    in.strict = strict;
    if (1 + used < rest.count) {
        complain("'%s' is one operand too many", rest.items[1 + used]);
        return input_close(&in, EXIT_MISUSE);
    }
    int status = count_all(&in, &request);
    bool answered = in.is_list || !in.bad;
    if (!request.json && status != EXIT_MACHINE && answered)
        printf("%llu nodes %lld nps\n", (unsigned long long)request.nodes,
               (long long)per_second(request.nodes, request.ns));
    return input_close(&in, status);
}

const Command command_perft = {
    .name = "perft",
    .synopsis = "perft DEPTH [FEN|-|FILE] [options]",
    .summary = "Count the leaves of the game tree, to check and time the move generator",
    .details =
        "Without a FEN it is the start position.  With '-' or a FILE there is one FEN or EPD per\n"
        "line; counts the lines state (';D4 197281') are compared, and the exit status is 1 if\n"
        "one differs.  The last line is always 'N nodes M nps'.\n"
        "\n"
        "Examples:\n"
        "  $ roek perft 6 --threads 2 --hash 256\n"
        "  $ roek perft 2 --divide '8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1' -v racingkings\n"
        "  $ roek perft 4 perft.epd\n",
    .run = run,
};

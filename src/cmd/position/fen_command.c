// SPDX-License-Identifier: MIT
//
// roek FEN: the position after the best move; roek FEN TEST: every position one move on.
//
// The oldest interface of the suite, made for programs that play each other through it: arguments
// in, one line out.  When the game is over the line says so instead.
#include "cmd/position/fen_command.h"

#include "base/text/json.h"
#include "cmd/common/input.h"
#include "cmd/common/output.h"
#include "cmd/common/search_options.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEN_MOVETIME = 1000,
    /* What a second is worth when a seed asks for the same answer every time. */
    FEN_SEEDED_NODES = 1000000,
};

typedef struct {
    Think think;
    bool json, test;
    Engine *engine; // made for the first position that needs it
    bool strict;    // see STRICT_OPTION
} Request;

/* The word for a game that is over; NULL while it goes on. */
static const char *over_word(const Position *pos) {
    Outcome outcome = position_outcome(pos);
    if (outcome.reason == ONGOING) return NULL;
    if (outcome.reason == CHECKMATE) return "CHECKMATE";
    if (outcome.winner == NO_COLOR) return "DRAW";
    return outcome.winner == WHITE ? "WHITE WINS" : "BLACK WINS";
}

static void show_over(const Position *pos, const char *word, bool json) {
    if (!json) {
        puts(word);
        return;
    }
    Text out = text_growing();
    answer_open(&out, pos);
    json_put_string(&out, "over", word);
    answer_close(&out);
}

static void put_move(Text *out, const Position *pos, Move move) {
    char san[SAN_MAX], uci[COORD_MAX];
    san_write(pos, move, san);
    coord_write(pos, move, false, uci);
    json_put_string(out, "san", san);
    json_put_string(out, "uci", uci);
}

/* The position after a move; `result` tells what was thought about it, NULL: nothing. */
static void show_next(const Position *pos, Move move, const SearchResult *result, bool json) {
    Position next = *pos;
    char fen[FEN_MAX];
    position_play(&next, move);
    fen_write_position(&next, fen);
    if (!json) {
        puts(fen);
        return;
    }
    Text out = text_growing();
    answer_open(&out, pos);
    put_move(&out, pos, move);
    json_put_string(&out, "after", fen);
    if (result) {
        answer_put_score(&out, result->score);
        json_put_int(&out, "depth", result->depth);
        json_put_int(&out, "nodes", (int64_t)result->nodes);
        json_put_int(&out, "time_ms", result->time_ms);
    }
    answer_close(&out);
}

static int best_move(Request *request, const Position *pos, const MoveList *moves) {
    if (!request->engine) request->engine = think_engine(&request->think, true);
    if (!request->engine) return think_fault(&request->think);
    Limits limits = think_limits(&request->think, FEN_MOVETIME);
    if (limits.movetime_ms && !request->think.movetime && request->think.seed >= 0)
        limits = (Limits){.nodes = FEN_SEEDED_NODES};
    if (moves->count == 1) limits = (Limits){.depth = 1}; // nothing to choose
    engine_set_position(request->engine, pos, NULL, 0);
    SearchResult result = engine_search(request->engine, &limits, NULL);
    if (result.best == NO_MOVE || result.no_memory) {
        complain_memory();
        return EXIT_MACHINE;
    }
    show_next(pos, result.best, &result, request->json);
    return EXIT_DONE;
}

static int answer(Request *request, const Position *pos) {
    const char *word = over_word(pos);
    if (word) {
        show_over(pos, word, request->json);
        return EXIT_DONE;
    }
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (!request->test) return best_move(request, pos, &moves);
    for (int i = 0; i < moves.count; i++) show_next(pos, moves.items[i], NULL, request->json);
    return EXIT_DONE;
}

/* Takes TEST out, wherever it stands. */
static void take_test(Request *request, Operands *operands) {
    int kept = 0;
    for (int i = 0; i < operands->count; i++) {
        bool test = strcmp(operands->items[i], "TEST") == 0;
        request->test |= test;
        if (!test) operands->items[kept++] = operands->items[i];
    }
    operands->count = kept;
}

/* What remains without TEST is a FEN, whole or in at most six fields. */
static bool read_operands(Request *request, Operands *operands) {
    take_test(request, operands);
    int count = operands->count;
    if (count == 0) {
        complain("a FEN is missing; 'roek help fen' tells more");
        return false;
    }
    int fields = strchr(operands->items[0], ' ') ? 1 : 6;
    if (count > fields)
        complain("with the FEN only TEST may stand, not '%s'", operands->items[fields]);
    return count <= fields;
}

/* All operands as one text; NULL when memory ran out. */
static char *join(const Operands *operands) {
    Text text = text_growing();
    for (int i = 0; i < operands->count; i++)
        text_format(&text, "%s%s", i ? " " : "", operands->items[i]);
    char *joined = text.failed ? NULL : strdup(text_get(&text));
    text_free(&text);
    if (!joined) complain_memory();
    return joined;
}

static int answer_all(Request *request, const Rules *rules, const Operands *operands) {
    char *fen = join(operands);
    if (!fen) return EXIT_MACHINE;
    Input in;
    InputPosition here;
    int status = EXIT_MISUSE;
    if (input_open(&in, rules, &(Operands){&fen, 1}, 0, INPUT_FROM_STDIN) >= 0) {
        status = EXIT_DONE;
        in.strict = request->strict;
        while (status == EXIT_DONE && input_next(&in, &here)) status = answer(request, &here.pos);
        status = input_close(&in, status);
    }
    free(fen);
    return status;
}

static int run(const Command *self, int argc, char **argv) {
    const char *variant = NULL;
    Request request = {.think = THINK_DEFAULTS};
    const Option options[] = {
        THINK_OPTIONS(request.think),
        SEED_OPTION(request.think),
        VARIANT_OPTION(variant),
        STRICT_OPTION(request.strict),
        {"json", 0, OPTION_FLAG, &request.json, NULL, "one JSON object per position", 0, 0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    const Rules *rules = input_rules(variant);
    if (!rules) return EXIT_MISUSE;
    if (!read_operands(&request, &rest)) return EXIT_MISUSE;
    int status = answer_all(&request, rules, &rest);
    think_free(&request.think, request.engine);
    return status;
}

const Command command_fen = {
    .name = "fen",
    .synopsis = "PLACEMENT SIDE CASTLING EP HALFMOVE FULLMOVE [TEST] [options]\n"
                "       roek \"FEN\" [TEST] [options]",
    .summary = "Answer a FEN with the position after the best move, or with TEST every next one",
    .details =
        "The six fields of a FEN as six arguments or as one; '-' reads one FEN per line from\n"
        "standard input.  Printed is the FEN after the best move, thinking about a second unless\n"
        "an option says otherwise.  When the game is over: CHECKMATE or DRAW (in Racing Kings\n"
        "WHITE WINS, BLACK WINS or DRAW).  Among equally good moves one is chosen at random;\n"
        "with --seed and --depth or --nodes (or no limit) the answer is the same every time.\n"
        "\n"
        "Examples:\n"
        "  $ roek rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
        "  $ roek '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' --depth 5\n"
        "  3R2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1\n"
        "\n"
        "  $ roek 7k/8/8/8/8/8/8/KR6 b - - 0 1 TEST\n"
        "  8/6k1/8/8/8/8/8/KR6 w - - 1 2\n"
        "  8/7k/8/8/8/8/8/KR6 w - - 1 2\n"
        "  6k1/8/8/8/8/8/8/KR6 w - - 1 2\n",
    .run = run,
};

// SPDX-License-Identifier: MIT
//
// roek FEN: the position after the best move; roek FEN TEST: every position one move on.
//
// The oldest interface of the suite, made for programs that play each other through it: arguments
// in, one line out.  When the game is over the line says so instead.
#include "cmd/position/fen_command.h"

#include "base/text/json.h"
#include "cmd/common/input.h"
#include "cmd/common/long_work.h"
#include "cmd/common/output.h"
#include "cmd/common/search_options.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEN_FIELDS = 6,
    EPD_FIELDS = 4,
    FIFTY_MOVES_CLOCK = 100,
    FEN_MOVETIME = 1000,
    /* What a second is worth when a seed asks for the same answer every time. */
    FEN_SEEDED_NODES = 1000000,
};

typedef struct {
    SearchOptions search;
    bool json, test, stop_at_draw;
    Engine *engine; // made for the first position that needs it
    bool strict;    // see STRICT_OPTION
} FenRun;

/* Is it a draw of chess that leaves legal moves?  A program of the contract plays on there: its
 * referee may not know these rules, and would take DRAW for an illegal answer. */
static bool leaves_moves(OutcomeReason reason) {
    return reason == OUTCOME_DEAD_POSITION || reason == OUTCOME_SEVENTY_FIVE_MOVES;
}

/* The word that is answered instead of a position; NULL: a move is played. */
static const char *over_word(const Position *pos, bool stop_at_draw) {
    Outcome outcome = position_outcome(pos);
    if (outcome.reason == OUTCOME_ONGOING) return NULL;
    if (leaves_moves(outcome.reason) && !stop_at_draw) return NULL;
    if (outcome.reason == OUTCOME_CHECKMATE) return "CHECKMATE";
    if (outcome.winner == NO_COLOR) return "DRAW";
    return outcome.winner == WHITE ? "WHITE WINS" : "BLACK WINS";
}

static void show_over(const Position *pos, const char *word, bool json) {
    if (!json) {
        print_out("%s\n", word);
        return;
    }
    Text out = text_growing();
    output_json_open(&out, pos);
    json_put_string(&out, "over", word);
    output_json_print(&out);
}

static void put_move(Text *out, const Position *pos, Move move) {
    char san[SAN_MAX], uci[UCI_MOVE_MAX];
    san_write(pos, move, san);
    uci_move_write(pos, move, false, uci);
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
        print_out("%s\n", fen);
        return;
    }
    Text out = text_growing();
    output_json_open(&out, pos);
    put_move(&out, pos, move);
    json_put_string(&out, "after", fen);
    if (result) {
        json_put_score(&out, result->score);
        json_put_int(&out, "depth", result->depth);
        json_put_int(&out, "nodes", (int64_t)result->nodes);
        json_put_int(&out, "time_ms", result->time_ms);
    }
    output_json_print(&out);
}

/* The position that is searched.  A game that goes on with a clock of 100 has a referee who does
 * not count, and to the search every quiet move would be the same draw: it counts from 0. */
static Position searched_position(const Position *pos) {
    Position searched = *pos;
    if (searched.halfmove >= FIFTY_MOVES_CLOCK) searched.halfmove = 0;
    return searched;
}

static int best_move(FenRun *request, const Position *pos, const MoveList *moves) {
    Position searched = searched_position(pos);
    if (!request->engine) request->engine = search_options_engine(&request->search, true);
    if (!request->engine) return search_options_exit_status(&request->search);
    SearchLimits limits = search_options_limits(&request->search, FEN_MOVETIME);
    if (limits.movetime_ms && !request->search.movetime && request->search.seed >= 0)
        limits = (SearchLimits){.nodes = FEN_SEEDED_NODES};
    if (moves->count == 1) limits = (SearchLimits){.depth = 1}; // nothing to choose
    engine_set_position(request->engine, &searched, NULL, 0);
    SearchResult result = engine_search(request->engine, &limits, NULL);
    if (result.best == NO_MOVE || result.no_memory) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    show_next(pos, result.best, &result, request->json);
    return EXIT_DONE;
}

static int answer(FenRun *request, const Position *pos) {
    const char *word = over_word(pos, request->stop_at_draw);
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

/* How many fields of a FEN the line has.  An EPD lacks none, so its fields count as all. */
static int count_fields(const char *line, const InputPosition *here) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    int count = 0;
    while (cursor_word(&c, &word, &length)) count++;
    bool is_epd = here->epd.count > 0 || (here->number > 0 && count == EPD_FIELDS);
    return is_epd || count > FEN_FIELDS ? FEN_FIELDS : count;
}

/* "full-move number 1 is": the fields from `first` on, and what stands for them. */
static void put_assumed(Text *out, int first) {
    static const char *const ASSUMED[FEN_FIELDS] = {"",
                                                    "",
                                                    "castling field -",
                                                    "en-passant field -",
                                                    "half-move clock 0",
                                                    "full-move number 1"};
    for (int i = first; i < FEN_FIELDS; i++)
        text_format(out, "%s%s", i == first ? "" : i + 1 < FEN_FIELDS ? ", " : " and ", ASSUMED[i]);
    text_string(out, first + 1 < FEN_FIELDS ? " are" : " is");
}

/* The answer has all six fields, so the user learns which of them were guessed.  False after
 * refusing them. */
static bool accepts_fields(Input *in, const InputPosition *here) {
    int count = count_fields(in->line, here);
    if (count == FEN_FIELDS) return true;
    char place[INPUT_PLACE_MAX], assumed[128];
    Text text = text_on(assumed, sizeof assumed);
    input_place(here, place);
    put_assumed(&text, count);
    if (in->strict)
        print_error_at(in->line, (int)strlen(in->line), "%s%d fields instead of six", place, count);
    else
        print_warning("%s%d fields instead of six; %s assumed", place, count, assumed);
    in->bad |= in->strict;
    return !in->strict;
}

/* Takes TEST out, wherever it stands. */
static void take_test(FenRun *request, Operands *operands) {
    int kept = 0;
    for (int i = 0; i < operands->count; i++) {
        bool test = strcmp(operands->items[i], "TEST") == 0;
        request->test |= test;
        if (!test) operands->items[kept++] = operands->items[i];
    }
    operands->count = kept;
}

/* What remains without TEST is a FEN, whole or in at most six fields. */
static bool read_operands(FenRun *request, Operands *operands) {
    take_test(request, operands);
    int count = operands->count;
    if (count == 0) {
        print_error("a FEN is missing; 'roek help fen' tells more");
        return false;
    }
    int fields = strchr(operands->items[0], ' ') ? 1 : FEN_FIELDS;
    if (count > fields)
        print_error("with the FEN only TEST may stand, not '%s'", operands->items[fields]);
    return count <= fields;
}

/* All operands as one text; NULL when memory ran out. */
static char *join(const Operands *operands) {
    Text text = text_growing();
    for (int i = 0; i < operands->count; i++)
        text_format(&text, "%s%s", i ? " " : "", operands->items[i]);
    char *joined = text.failed ? NULL : strdup(text_get(&text));
    text_free(&text);
    if (!joined) print_memory_error();
    return joined;
}

static int answer_all(FenRun *request, const Rules *rules, const Operands *operands) {
    char *fen = join(operands);
    if (!fen) return EXIT_MACHINE;
    Input in;
    InputPosition here;
    int status = EXIT_MISUSE;
    if (input_open(&in, rules, &(Operands){&fen, 1}, 0, INPUT_FROM_STDIN) >= 0) {
        status = EXIT_DONE;
        in.strict = request->strict;
        while (status == EXIT_DONE && input_next(&in, &here))
            if (accepts_fields(&in, &here)) status = answer(request, &here.pos);
        status = input_close(&in, status);
    }
    free(fen);
    return status;
}

static int run(const Command *self, int argc, char **argv) {
    const char *variant = NULL;
    FenRun request = {.search = SEARCH_DEFAULTS};
    const Option options[] = {
        SEARCH_OPTIONS(request.search),
        SEED_OPTION(request.search),
        VARIANT_OPTION(variant),
        {"stop-at-draw", 0, OPTION_FLAG, &request.stop_at_draw, NULL,
         "answer DRAW in dead positions and after 75 moves, too", 0, 0},
        STRICT_OPTION(request.strict),
        JSON_OPTION(request.json),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    RULES_OR_RETURN(rules, variant);
    if (!read_operands(&request, &rest)) return EXIT_MISUSE;
    long_work_begin(self);
    int status = answer_all(&request, rules, &rest);
    search_options_free(&request.search, request.engine);
    return long_work_end(self, status);
}

const Command command_fen = {
    .name = "fen",
    .synopsis = "PLACEMENT SIDE CASTLING EP HALFMOVE FULLMOVE [TEST] [options]\n"
                "       roek \"FEN\" [TEST] [options]",
    .summary = "Answer a FEN with the position after the best move, or with TEST every next one",
    .details =
        "The six fields of a FEN as six arguments or as one; '-' reads one FEN per line from\n"
        "standard input.  Printed is the FEN after the best move, thinking about a second unless\n"
        "an option says otherwise.  Without a legal move: CHECKMATE or DRAW.  As long as there is\n"
        "one it is played, also where the rules call the game drawn: in dead positions and after\n"
        "75 moves without progress.  With --stop-at-draw the answer is DRAW there.  Racing Kings\n"
        "ends by its own rules: WHITE WINS, BLACK WINS or DRAW.\n"
        "\n"
        "A full-move number that is missing is assumed to be 1, with a warning; --strict refuses\n"
        "the FEN.  Among equally good moves one is chosen at random; with --seed and --depth or\n"
        "--nodes (or no limit) the answer is the same every time.\n"
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

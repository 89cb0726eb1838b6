// SPDX-License-Identifier: MIT
//
// roek moves: the legal moves of a position, or what becomes of it by some of them.
#include "cmd/common/input.h"
#include "cmd/common/long_work.h"

#include "base/text/json.h"
#include "cmd/common/output.h"
#include "cmd/common/tablebase_folder.h"
#include "core/outcome.h"
#include "notation/text/illegal_move.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"
#include "solve/tablebases.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    bool json, chess960;
    char **moves; // to play
    int count;
    RkTablebase *tables; // solved endings, or NULL
} MovesRun;

/* A move in both notations, and what a table says of it. */
typedef struct {
    char san[SAN_MAX], uci[UCI_MOVE_MAX];
    char worth[TABLE_VALUE_TEXT_MAX]; // "" if none does
} MoveName;

static MoveName name_of(const Position *pos, Move move, bool chess960) {
    MoveName name = {.worth = ""};
    san_write(pos, move, name.san);
    uci_move_write(pos, move, chess960, name.uci);
    return name;
}

/* In the words of the position before the move. */
static void write_worth(const RkTablebase *tables, const Position *pos, Move move, MoveName *name) {
    Position after = *pos;
    TableValue value;
    position_play(&after, move);
    if (tablebases_probe_race(tables, &after, &value))
        table_value_describe(race_value_before(value), position_turn(pos), name->worth);
}

static int by_uci(const void *a, const void *b) {
    return strcmp(((const MoveName *)a)->uci, ((const MoveName *)b)->uci);
}

static void put_name(Text *out, const MoveName *name) {
    json_open(out, '{');
    json_put_string(out, "san", name->san);
    json_put_string(out, "uci", name->uci);
    if (*name->worth) json_put_string(out, "worth", name->worth);
    json_close(out, '}');
}

static void put_outcome(Text *out, const Position *pos) {
    char words[OUTCOME_TEXT_MAX];
    Outcome outcome = position_outcome(pos);
    outcome_text(outcome, words);
    json_put_string(out, "result", outcome_result(outcome));
    json_put_string(out, "outcome", words);
}

static void list_as_json(const Position *pos, const MoveName *names, int count) {
    Text out = text_growing();
    output_json_open(&out, pos);
    json_key(&out, "moves");
    json_open(&out, '[');
    for (int i = 0; i < count; i++) put_name(&out, &names[i]);
    json_close(&out, ']');
    put_outcome(&out, pos);
    output_json_print(&out);
}

static int list_moves(const InputPosition *here, const MovesRun *request) {
    const Position *pos = &here->pos;
    MoveList list;
    MoveName names[MOVES_MAX];
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        names[i] = name_of(pos, list.items[i], request->chess960);
        write_worth(request->tables, pos, list.items[i], &names[i]);
    }
    qsort(names, (size_t)list.count, sizeof *names, by_uci);
    if (request->json) {
        list_as_json(pos, names, list.count);
        return EXIT_DONE;
    }
    if (here->number) {
        char fen[FEN_MAX];
        fen_write_position(pos, fen);
        print_out("# %s\n", fen);
    }
    for (int i = 0; i < list.count; i++)
        print_out("%-8s %s%s%s\n", names[i].san, names[i].uci, *names[i].worth ? "    " : "",
                  names[i].worth);
    if (list.count == 0) {
        char words[OUTCOME_TEXT_MAX];
        outcome_text(pos->rules->outcome(&pos->board), words);
        print_err("no legal moves: %s\n", words);
    }
    return EXIT_DONE;
}

/* The move the text means; NO_MOVE with a reason. */
static Move find_move(const Position *pos, const char *text, char why[ILLEGAL_MOVE_TEXT_MAX]) {
    Move move = NO_MOVE;
    SanResult result = san_read(pos, text, strlen(text), &move);
    if (result == SAN_OK && move != NULL_MOVE) return move;
    if (!illegal_move_explain_text(pos, text, strlen(text), why))
        strcpy(why, "the side to move may not pass");
    return NO_MOVE;
}

static void refuse(const InputPosition *here, const Position *pos, const char *text,
                   const char *why, bool json) {
    if (json) {
        Text out = text_growing();
        output_json_open(&out, pos);
        json_put_string(&out, "move", text);
        json_put_bool(&out, "legal", false);
        json_put_string(&out, "reason", why);
        output_json_print(&out);
        return;
    }
    char place[INPUT_PLACE_MAX];
    input_place(here, place);
    print_out("%s%s is illegal: %s\n", place, text, why);
}

static void show_played(const Position *before, const Position *after, const MoveName *last,
                        const MovesRun *request) {
    char fen[FEN_MAX];
    fen_write_position(after, fen);
    if (!request->json) {
        print_out("%s\n", fen);
        return;
    }
    Text out = text_growing();
    output_json_open(&out, before);
    json_key(&out, "move");
    put_name(&out, last);
    json_put_bool(&out, "legal", true);
    json_put_string(&out, "after", fen);
    put_outcome(&out, after);
    output_json_print(&out);
}

static int play_moves(const InputPosition *here, const MovesRun *request) {
    Position pos = here->pos;
    MoveName last = {"", "", ""};
    for (int i = 0; i < request->count; i++) {
        char why[ILLEGAL_MOVE_TEXT_MAX];
        Move move = find_move(&pos, request->moves[i], why);
        if (move == NO_MOVE) {
            refuse(here, &pos, request->moves[i], why, request->json);
            return EXIT_NO;
        }
        last = name_of(&pos, move, request->chess960);
        position_play(&pos, move);
    }
    show_played(&here->pos, &pos, &last, request);
    return EXIT_DONE;
}

/* What cannot be a move in any position is bad input, not an illegal move. */
static bool are_moves(const MovesRun *request) {
    for (int i = 0; i < request->count; i++) {
        SanParts parts;
        const char *text = request->moves[i];
        if (san_parse(text, strlen(text), &parts)) continue;
        print_error("'%s' is not a move; write it like Nf3, e8=Q, O-O or e2e4", text);
        return false;
    }
    return true;
}

static int run(const Command *self, int argc, char **argv) {
    const char *variant = NULL;
    bool strict = false;
    bool tables = false;
    MovesRun request = {0};
    const Option options[] = {
        VARIANT_OPTION(variant),
        STRICT_OPTION(strict),
        {"chess960", 0, OPTION_FLAG, &request.chess960, NULL, "write castling as king takes rook",
         0, 0},
        {"tables", 0, OPTION_FLAG, &tables, NULL, "say what solved endings know of each move", 0,
         0},
        JSON_OPTION(request.json),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    RULES_OR_RETURN(rules, variant);
    Input in;
    bool from_start = rest.count == 0 || !input_is_position(rest.items[0]);
    int used = input_open(&in, rules, &rest, from_start ? rest.count : 0, INPUT_FROM_START);
    if (used < 0) return EXIT_MISUSE;
    in.strict = strict;
    request.moves = rest.items + used;
    request.count = rest.count - used;
    if (!are_moves(&request)) return input_close(&in, EXIT_MISUSE);
    if (tables) request.tables = tablebase_folder_open(NULL);
    int status = EXIT_DONE;
    InputPosition here;
    long_work_begin(self);
    while (input_next(&in, &here)) {
        int answer = request.count ? play_moves(&here, &request) : list_moves(&here, &request);
        if (answer != EXIT_DONE) status = answer;
    }
    tablebase_folder_close(request.tables);
    return long_work_end(self, input_close(&in, status));
}

const Command command_moves = {
    .name = "moves",
    .synopsis = "moves [FEN|-|FILE] [MOVE...] [options]",
    .summary = "List the legal moves in SAN and UCI, or play moves and print the FEN",
    .details =
        "Without a FEN it is the start position.  A move is written in SAN or UCI; if it is\n"
        "illegal, the answer says why and the exit status is 1.  With '-' or a FILE there is one\n"
        "FEN or EPD per line.  With --tables, moves of Racing Kings into solved endings (see\n"
        "'roek help tables') are shown with their worth.\n"
        "\n"
        "Examples:\n"
        "  $ roek moves e4 e5 Nf3\n"
        "  rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n"
        "\n"
        "  $ roek moves '7k/8/8/8/8/8/8/R3K3 w Q - 0 1' O-O\n"
        "  O-O is illegal: castling: there is no rook on h1\n"
        "\n"
        "  $ roek moves --variant racingkings Kh3\n"
        "  8/8/8/8/8/7K/krbnNBR1/qrbnNBRQ b - - 1 1\n",
    .run = run,
};

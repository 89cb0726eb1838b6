// SPDX-License-Identifier: MIT
//
// An external program that follows the FEN contract, as a player:  cmd:PROGRAM ARGS.
//
// The program is started for every move, with the six fields of the position after its arguments.
// It must print the position after its move as its only line.
#include "play/players/player_kinds.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/process/process.h"
#include "base/text/text.h"
#include "notation/text/fen.h"
#include "play/players/fen_contract.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FEN_FIELDS = 6, EXIT_GRACE_MS = 200 };

/* Reading stops after so many lines, as only one is allowed. */
enum { OUTPUT_LINES_MAX = 100 };

typedef struct {
    char **words;
    int count;
} CommandProgram;

static bool command_open(Player *player, const char *argument, char error[PLAYER_ERROR_MAX]) {
    CommandProgram *program = calloc(1, sizeof *program);
    Text text = text_on(error, PLAYER_ERROR_MAX);
    if (program)
        program->words = argument ? process_split_command(argument, &program->count) : NULL;
    if (!program || !program->words) {
        text_string(&text,
                    program ? "cmd: wants a program: cmd:PROGRAM ARGS" : "not enough memory");
        free(program);
        return false;
    }
    player->state = program;
    Text name = text_on(player->name, PLAYER_NAME_MAX);
    text_string(&name, file_base_name(program->words[0]));
    return true;
}

static void command_close(Player *player) {
    CommandProgram *program = player->state;
    free(program->words);
    free(program);
}

/* Starts the program with its arguments and the six fields; NULL with a fault in `out`. */
static Process *start_program(const CommandProgram *program, const Position *pos,
                              PlayerChoice *out) {
    char fen[FEN_MAX], *rest = NULL;
    fen_write_position(pos, fen);
    char **argv = calloc((size_t)program->count + FEN_FIELDS + 1, sizeof *argv);
    Text fault = text_on(out->fault, PLAYER_FAULT_MAX);
    if (!argv) {
        text_string(&fault, "not enough memory");
        out->no_memory = true;
        return NULL;
    }
    int n = program->count;
    memcpy(argv, program->words, (size_t)n * sizeof *argv);
    for (char *at = strtok_r(fen, " ", &rest); at; at = strtok_r(NULL, " ", &rest)) argv[n++] = at;
    assert(n == program->count + FEN_FIELDS);
    int failed;
    Process *p = process_start(argv, NULL, &failed);
    if (!p)
        text_format(&fault, "cannot start '%.*s': %s",
                    (int)utf8_fitting(argv[0], strlen(argv[0]), 120), argv[0], strerror(failed));
    text_sanitize(out->fault, fault.used);
    out->no_memory = !p && process_is_out_of_resources(failed);
    out->crashed = !p && !out->no_memory;
    free(argv);
    return p;
}

static bool is_blank(const char *line) {
    return line[strspn(line, " \t")] == '\0';
}

/* Reads the output up to its end or OUTPUT_LINES_MAX: the first line that is not blank, and the
 * number of such lines.  Does not wait for child processes that keep the output open. */
static ProcessRead read_answer(Process *p, int64_t deadline, const atomic_bool *stop, Text *first,
                               int *lines) {
    const char *line;
    ProcessRead status;
    while ((status = process_read(p, deadline, stop, &line)) == PROCESS_LINE) {
        if (is_blank(line)) continue;
        if ((*lines)++ == 0) text_string(first, line);
        if (*lines == OUTPUT_LINES_MAX) return PROCESS_CLOSED;
    }
    return status;
}

static void check_answer(const Position *pos, const char *answer, bool strict, PlayerChoice *out) {
    Text fault = text_on(out->fault, PLAYER_FAULT_MAX);
    FenReply read = fen_reply_read(pos, answer, strict);
    out->move = read.move;
    out->omits_ep = read.omits_ep;
    text_string(&fault, read.fault);
}

/* Reads the answer of a program that has ended after `lines` non-blank lines. */
static void take_answer(const Player *player, const Position *pos, const char *answer, int lines,
                        const char *exit_text, PlayerChoice *out) {
    Text fault = text_on(out->fault, PLAYER_FAULT_MAX);
    if (lines == 0) {
        out->crashed = true;
        text_format(&fault, "no answer (%s)", exit_text);
    } else if (lines > 1) {
        text_format(&fault, "%d%s lines instead of one position; the first is '%.*s'", lines,
                    lines == OUTPUT_LINES_MAX ? " or more" : "",
                    (int)utf8_fitting(answer, strlen(answer), 100), answer);
    } else {
        check_answer(pos, answer, player->options.strict, out);
    }
}

static void command_choose(Player *player, const Game *game, const SearchLimits *limits,
                           const PlayerListener *listener, PlayerChoice *out) {
    const CommandProgram *program = player->state;
    (void)listener;
    const Position *pos = game_current(game);
    int64_t deadline = clock_ms() + player_timeout_ms(player, game, limits);
    Process *p = start_program(program, pos, out);
    if (!p) return;
    process_close_input(p);
    Text answer = text_growing();
    int lines = 0;
    char exit_text[PROCESS_END_TEXT_MAX];
    ProcessRead status = read_answer(p, deadline, limits->stop, &answer, &lines);
    process_end(p, status == PROCESS_CLOSED ? EXIT_GRACE_MS : 0, exit_text);
    if (status == PROCESS_CLOSED) {
        take_answer(player, pos, text_get(&answer), lines, exit_text, out);
    } else {
        out->timed_out = true;
        strcpy(out->fault, lines ? "it answered, but did not end in time (killed)"
                                 : "no answer in time (killed)");
    }
    text_free(&answer);
}

const PlayerKind PLAYER_COMMAND = {
    .name = "cmd",
    .title = "Program",
    .argument = "PROGRAM ARGS",
    .help = "a program that keeps the FEN contract: six fields in, one FEN out",
    .external = true,
    .fen_program = true,
    .open = command_open,
    .choose = command_choose,
    .close = command_close,
};

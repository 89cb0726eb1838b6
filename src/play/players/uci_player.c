// SPDX-License-Identifier: MIT
//
// A UCI engine as a player:  uci:PROGRAM ARGS.
//
// The program keeps running from game to game.  If it crashes, hangs or sends invalid answers, it
// loses the game and is restarted for the next one.  All reads have a time-out.
#include "play/players/player_kinds.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/process/process.h"
#include "base/text/text.h"
#include "notation/text/fen.h"
#include "notation/text/illegal_move.h"
#include "notation/text/uci_move.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    HANDSHAKE_MS = 20000, // for "uciok" and "readyok"
    EXIT_GRACE_MS = 500,  // for the program to exit after "quit"
    HANDSHAKE_BYTES_MAX =
        1 << 20, // limit of its output before each of them: a hundred times what engines print
};

typedef struct {
    char **words; // the command line
    Process *process;
    bool stop_sent;                           // "stop" was sent for this search
    bool has_hash, has_threads, has_chess960; // options that the program offers
    Text variants;        // the line that offers UCI_Variant, with a blank at the end
    const Rules *variant; // the variant that was set
    bool chess960;
} UciProgram;

static void fault_format(PlayerChoice *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void fault_format(PlayerChoice *out, const char *format, ...) {
    Text text = text_on(out->fault, PLAYER_FAULT_MAX);
    va_list args;
    va_start(args, format);
    text_format_list(&text, format, args);
    va_end(args);
}

/* Ends the program and describes how it ended. */
static void end_program(UciProgram *u, int64_t grace_ms, char exit_text[PROCESS_END_TEXT_MAX]) {
    process_end(u->process, grace_ms, exit_text);
    u->process = NULL;
}

/* Length of the program's name in messages. */
static int shown_name_length(const UciProgram *u) {
    return (int)utf8_fitting(u->words[0], strlen(u->words[0]), 80);
}

static const char *skip_prefix(const char *line, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(line, prefix, n) == 0 ? line + n : NULL;
}

/* The rest of the line after its first word, if that is `word`; otherwise NULL. */
static const char *skip_word(const char *line, const char *word) {
    size_t n = strcspn(line, " \t");
    return span_is(line, n, word) ? line + n : NULL;
}

/* Stores only the options that we set, so that a program cannot fill our memory. */
static void read_option(UciProgram *u, const char *option) {
    if (skip_prefix(option, "Hash type")) u->has_hash = true;
    if (skip_prefix(option, "Threads type")) u->has_threads = true;
    if (skip_prefix(option, "UCI_Chess960 type")) u->has_chess960 = true;
    if (!skip_prefix(option, "UCI_Variant type")) return;
    text_clear(&u->variants);
    text_format(&u->variants, "%s ", option);
}

static void read_handshake_line(UciProgram *u, const char *line, Player *player) {
    const char *name = skip_prefix(line, "id name "), *option = skip_prefix(line, "option name ");
    if (name && *name) {
        Text text = text_on(player->name, PLAYER_NAME_MAX);
        text_string(&text, name);
    }
    if (option) read_option(u, option);
}

/* Reads a line and skips the blanks at its start. */
static ProcessRead next_line(UciProgram *u, int64_t deadline, const atomic_bool *stop,
                             const char **line) {
    ProcessRead status = process_read(u->process, deadline, stop, line);
    if (status == PROCESS_LINE) *line += strspn(*line, " \t");
    return status;
}

/* Reads up to a line whose first word is `word`.  Returns PROCESS_LINE with `found` false after
 * HANDSHAKE_BYTES_MAX bytes without it. */
static ProcessRead read_until(UciProgram *u, const char *word, Player *player, bool *found) {
    int64_t deadline = clock_ms() + HANDSHAKE_MS;
    const char *line;
    *found = false;
    for (size_t bytes = 0; bytes < HANDSHAKE_BYTES_MAX; bytes += strlen(line) + 1) {
        ProcessRead status = next_line(u, deadline, NULL, &line);
        if (status != PROCESS_LINE) return status;
        *found = skip_word(line, word) != NULL;
        if (*found) return PROCESS_LINE;
        read_handshake_line(u, line, player);
    }
    return PROCESS_LINE;
}

static bool read_until_or_fail(UciProgram *u, const char *word, Player *player,
                               char error[PLAYER_ERROR_MAX]) {
    bool found;
    ProcessRead status = read_until(u, word, player, &found);
    if (found) return true;
    Text text = text_on(error, PLAYER_ERROR_MAX);
    char exit_text[PROCESS_END_TEXT_MAX];
    end_program(u, status == PROCESS_CLOSED ? EXIT_GRACE_MS : 0, exit_text);
    if (status == PROCESS_LINE)
        text_format(&text, "%.*s: says more than a megabyte before '%s'", shown_name_length(u),
                    u->words[0], word);
    else
        text_format(&text, "%.*s: no '%s' (%s)", shown_name_length(u), u->words[0], word,
                    exit_text);
    return false;
}

static void set_option(UciProgram *u, const char *name, size_t length, const char *value) {
    Text line = text_growing();
    text_format(&line, "setoption name %.*s", (int)length, name);
    if (*value) text_format(&line, " value %s", value);
    process_write(u->process, text_get(&line));
    text_free(&line);
}

/* Sets Hash and Threads like the built-in engine's, if offered, then the user's options. */
static void set_options(UciProgram *u, const PlayerOptions *options) {
    char number[24];
    Text text = text_on(number, sizeof number);
    text_int(&text, (int64_t)options->hash_mb);
    if (u->has_hash) set_option(u, "Hash", 4, number);
    text_clear(&text);
    text_int(&text, options->threads);
    if (u->has_threads && options->threads > 1) set_option(u, "Threads", 7, number);
    for (int i = 0; i < options->uci_option_count; i++) {
        const char *setting = options->uci_options[i], *equals = strchr(setting, '=');
        size_t length = equals ? (size_t)(equals - setting) : strlen(setting);
        set_option(u, setting, length, equals ? equals + 1 : "");
    }
}

static bool start_program(Player *player, char error[PLAYER_ERROR_MAX]) {
    UciProgram *u = player->state;
    Text text = text_on(error, PLAYER_ERROR_MAX);
    int failed;
    u->process = process_start(u->words, NULL, &failed);
    if (!u->process) {
        text_format(&text, "cannot start '%.*s': %s", shown_name_length(u), u->words[0],
                    strerror(failed));
        text_sanitize(error, text.used);
        errno = process_is_out_of_resources(failed) ? ENOMEM : 0;
        return false;
    }
    text_clear(&u->variants);
    u->has_hash = u->has_threads = u->has_chess960 = false;
    u->variant = &STANDARD_CHESS;
    u->chess960 = false;
    process_write(u->process, "uci");
    if (!read_until_or_fail(u, "uciok", player, error)) return false;
    set_options(u, &player->options);
    process_write(u->process, "isready");
    return read_until_or_fail(u, "readyok", player, error);
}

static void uci_close(Player *player) {
    UciProgram *u = player->state;
    if (u->process) process_write(u->process, "quit");
    end_program(u, EXIT_GRACE_MS, NULL);
    text_free(&u->variants);
    free(u->words);
    free(u);
}

static bool uci_open(Player *player, const char *argument, char error[PLAYER_ERROR_MAX]) {
    int count = 0;
    char **words = argument ? process_split_command(argument, &count) : NULL;
    UciProgram *u = calloc(1, sizeof *u);
    Text text = text_on(error, PLAYER_ERROR_MAX);
    if (!words || !u) {
        text_string(&text, !u ? "not enough memory" : "uci: wants a program: uci:PROGRAM ARGS");
        free(words);
        free(u);
        return false;
    }
    u->words = words;
    u->variants = text_growing();
    player->state = u;
    Text name = text_on(player->name, PLAYER_NAME_MAX);
    text_string(&name, file_base_name(words[0]));
    if (start_program(player, error)) return true;
    int reason = errno;
    uci_close(player);
    errno = reason;
    return false;
}

/* Does the option UCI_Variant list this variant? */
static bool supports_variant(const UciProgram *u, const char *name) {
    char wanted[64];
    Text text = text_on(wanted, sizeof wanted);
    text_format(&text, " var %s ", name);
    return strstr(text_get(&u->variants), wanted) != NULL;
}

static bool set_variant(UciProgram *u, const Rules *rules, char error[PLAYER_ERROR_MAX]) {
    if (u->variant == rules) return true;
    if (!supports_variant(u, rules->name)) {
        Text text = text_on(error, PLAYER_ERROR_MAX);
        text_format(&text, "%.*s does not play %s", shown_name_length(u), u->words[0],
                    rules->title);
        return false;
    }
    set_option(u, "UCI_Variant", strlen("UCI_Variant"), rules->name);
    u->variant = rules;
    return true;
}

static bool set_chess960(UciProgram *u, const Position *start, char error[PLAYER_ERROR_MAX]) {
    bool wanted = !castling_is_classical(start);
    if (u->chess960 == wanted) return true;
    if (!u->has_chess960) {
        Text text = text_on(error, PLAYER_ERROR_MAX);
        text_format(&text, "%.*s does not play Chess960", shown_name_length(u), u->words[0]);
        return false;
    }
    set_option(u, "UCI_Chess960", strlen("UCI_Chess960"), wanted ? "true" : "false");
    u->chess960 = wanted;
    return true;
}

static bool uci_prepare(Player *player, const Game *game, uint64_t seed,
                        char error[PLAYER_ERROR_MAX]) {
    UciProgram *u = player->state;
    (void)seed; // UCI cannot set a seed
    if (!u->process && !start_program(player, error)) return false;
    if (!set_variant(u, game_current(game)->rules, error)) return false;
    if (!set_chess960(u, game_start(game), error)) return false;
    process_write(u->process, "ucinewgame");
    process_write(u->process, "isready");
    return read_until_or_fail(u, "readyok", player, error);
}

static bool send_position(UciProgram *u, const Game *game, PlayerChoice *out) {
    char fen[FEN_MAX], move[UCI_MOVE_MAX];
    fen_write_position(game_start(game), fen);
    Text line = text_growing();
    if (strcmp(fen, u->variant->start_fen) == 0)
        text_string(&line, "position startpos");
    else
        text_format(&line, "position fen %s", fen);
    if (game->count) text_string(&line, " moves");
    for (int i = 0; i < game->count; i++) {
        uci_move_write(game_position_at(game, i), game->moves[i], u->chess960, move);
        text_format(&line, " %s", move);
    }
    out->no_memory = line.failed;
    bool sent = !line.failed && process_write(u->process, text_get(&line));
    text_free(&line);
    return sent;
}

static bool send_go(UciProgram *u, const SearchLimits *limits) {
    char line[256];
    Text text = text_on(line, sizeof line);
    text_string(&text, "go");
    if (limits->has_clock) {
        text_format(&text, " wtime %lld btime %lld", (long long)limits->time_ms[WHITE],
                    (long long)limits->time_ms[BLACK]);
        text_format(&text, " winc %lld binc %lld", (long long)limits->increment_ms[WHITE],
                    (long long)limits->increment_ms[BLACK]);
        if (limits->moves_to_go) text_format(&text, " movestogo %d", limits->moves_to_go);
    }
    if (limits->movetime_ms) text_format(&text, " movetime %lld", (long long)limits->movetime_ms);
    if (limits->depth) text_format(&text, " depth %d", limits->depth);
    if (limits->nodes) text_format(&text, " nodes %llu", (unsigned long long)limits->nodes);
    return process_write(u->process, line);
}

/* Moves the cursor behind the word `word` of the line. */
static bool skip_past(Cursor *c, const char *line, const char *word) {
    const char *at;
    size_t length;
    *c = cursor_on(line);
    while (cursor_word(c, &at, &length))
        if (span_is(at, length, word)) return true;
    return false;
}

/* Reads the number after a word of the line, clamped to min .. max. */
static bool number_after(const char *line, const char *word, int64_t min, int64_t max,
                         int64_t *out) {
    Cursor c;
    if (!skip_past(&c, line, word)) return false;
    return cursor_int_near(&c, min, max, out);
}

/* Mates that are too far for a Score count as the farthest. */
enum { MATE_MOVES_LIMIT = (SCORE_MATE - SCORE_MATE_BOUND) / 2 };

static bool read_score(const char *line, Score *out) {
    int64_t n;
    if (number_after(line, "mate", -MATE_MOVES_LIMIT, MATE_MOVES_LIMIT, &n))
        *out = (Score)(n > 0 ? SCORE_MATE - 2 * n + 1 : -SCORE_MATE - 2 * n);
    else if (number_after(line, "cp", -EVAL_LIMIT, EVAL_LIMIT, &n))
        *out = (Score)n;
    else
        return false;
    return true;
}

/* Reads the moves after "pv" up to the first illegal one. */
static void read_line(const char *text, const Game *game, PvLine *out) {
    Cursor c;
    const char *word;
    size_t length;
    Position pos = *game_current(game);
    if (!skip_past(&c, text, "pv")) return;
    while (out->length < PV_LINE_MOVES_MAX && cursor_word(&c, &word, &length)) {
        Move move = uci_move_read(&pos, word, length);
        if (move == NO_MOVE) return;
        out->line[out->length++] = move;
        position_play(&pos, move);
    }
}

/* Reads an "info" line; only the best line (multipv 1) counts for the answer. */
static void read_info(const char *line, const Game *game, const PlayerListener *listener,
                      PlayerChoice *out) {
    PvLine pv = {.rank = 1};
    int64_t n;
    if (strstr(line, "lowerbound") || strstr(line, "upperbound")) return;
    if (!read_score(line, &pv.score)) return;
    if (number_after(line, "multipv", 1, MOVES_MAX, &n)) pv.rank = (int)n;
    if (number_after(line, "depth", 0, INT16_MAX - 1, &n)) pv.depth = (int)n;
    if (number_after(line, "nodes", 0, INT64_MAX, &n)) pv.nodes = (uint64_t)n;
    if (number_after(line, "time", 0, INT32_MAX, &n)) pv.time_ms = n;
    if (pv.rank == 1) {
        out->has_score = true;
        out->score = pv.score;
        out->depth = pv.depth;
        out->nodes = pv.nodes;
    }
    if (!listener->pv) return;
    read_line(line, game, &pv);
    listener->pv(listener->context, &pv);
}

static void read_bestmove(const char *rest, const Game *game, PlayerChoice *out) {
    const Position *pos = game_current(game);
    Cursor c = cursor_on(rest);
    const char *word;
    size_t length;
    char why[ILLEGAL_MOVE_TEXT_MAX];
    if (!cursor_word(&c, &word, &length)) {
        fault_format(out, "'bestmove' without a move");
        return;
    }
    out->move = uci_move_read(pos, word, length);
    if (out->move != NO_MOVE) return;
    bool explained = illegal_move_explain_text(pos, word, length, why);
    fault_format(out, "'%.*s' is illegal: %s", (int)utf8_fitting(word, length, 40), word,
                 explained ? why : "not a move in UCI notation");
}

/* Sends "stop" once and shortens the deadline to the grace time. */
static void send_stop(UciProgram *u, const PlayerOptions *options, int64_t *deadline) {
    int64_t limit = clock_ms() + options->grace_ms;
    if (*deadline > limit) *deadline = limit;
    u->stop_sent = true;
    process_write(u->process, "stop");
}

/* Ends a program that is late or has exited; the next game starts it again. */
static void fail_and_end(UciProgram *u, ProcessRead status, PlayerChoice *out) {
    char exit_text[PROCESS_END_TEXT_MAX];
    out->timed_out = status == PROCESS_TIMEOUT;
    out->crashed = status == PROCESS_CLOSED;
    end_program(u, out->crashed ? EXIT_GRACE_MS : 0, exit_text);
    fault_format(out, out->timed_out ? "no answer in time (%s)" : "the program ended: %s",
                 exit_text);
}

static void await_bestmove(Player *player, const Game *game, const SearchLimits *limits,
                           int64_t deadline, const PlayerListener *listener, PlayerChoice *out) {
    UciProgram *u = player->state;
    u->stop_sent = false;
    for (;;) {
        const char *line, *rest;
        ProcessRead status = next_line(u, deadline, u->stop_sent ? NULL : limits->stop, &line);
        if (status == PROCESS_STOPPED) {
            send_stop(u, &player->options, &deadline);
        } else if (status != PROCESS_LINE) {
            fail_and_end(u, status, out);
            return;
        } else if ((rest = skip_word(line, "bestmove"))) {
            read_bestmove(rest, game, out);
            return;
        } else if (skip_prefix(line, "info ") && !skip_prefix(line, "info string ")) {
            read_info(line, game, listener, out);
        }
    }
}

static void uci_choose(Player *player, const Game *game, const SearchLimits *limits,
                       const PlayerListener *listener, PlayerChoice *out) {
    UciProgram *u = player->state;
    SearchLimits own = *limits;
    if (!own.has_clock && !own.movetime_ms && !own.depth && !own.nodes)
        own.movetime_ms = player->options.movetime_ms;
    bool ready = u->process && u->variant == game_current(game)->rules;
    out->crashed = !ready && !uci_prepare(player, game, 0, out->fault);
    if (out->crashed) return;
    int64_t deadline = clock_ms() + player_timeout_ms(player, game, &own);
    if (send_position(u, game, out) && send_go(u, &own))
        await_bestmove(player, game, &own, deadline, listener, out);
    else if (out->no_memory)
        fault_format(out, "not enough memory");
    else
        fail_and_end(u, PROCESS_CLOSED, out);
}

const PlayerKind PLAYER_UCI = {
    .name = "uci",
    .title = "UCI engine",
    .argument = "PROGRAM ARGS",
    .help = "any UCI engine, started as a process",
    .external = true,
    .open = uci_open,
    .choose = uci_choose,
    .close = uci_close,
    .prepare = uci_prepare,
};

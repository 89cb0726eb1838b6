// SPDX-License-Identifier: MIT
//
// The commands of the xboard protocol; what they do to the game is in xboard_game.h.
#include "protocol/xboard.h"

#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "cmd/common/command.h"
#include "notation/text/fen.h"
#include "protocol/xboard_edit.h"
#include "protocol/xboard_game.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_MOVES = 40, DEFAULT_BASE_MS = 300000, HINT_MS = 200 };

static void do_protover(XBoard *x, Cursor *c) {
    (void)c;
    xboard_send(
        x,
        "feature ping=1 setboard=1 usermove=0 san=0 colors=0 sigint=0 sigterm=0 memory=1 smp=1 "
        "analyze=1 egt=\"syzygy\" playother=1 draw=1 variants=\"normal,fischerandom,racingkings\" "
        "myname=\"Roek %s\"",
        ROEK_VERSION);
    settings_list_xboard(&x->settings);
    xboard_send(x, "feature done=1");
}
static void do_new(XBoard *x, Cursor *c) {
    (void)c;
    engine_clear(x->settings.engine);
    xboard_new_game_with_rules(x, &STANDARD_CHESS, false);
    x->our_color = BLACK;
    x->forced = x->analysing; // analysis goes on in the new game
    x->against_engine = false;
    x->budget.depth = 0;
    xboard_set_clock(x);
}
static void do_variant(XBoard *x, Cursor *c) {
    const char *word;
    size_t length;
    if (!cursor_word(c, &word, &length)) return;
    bool fischer = span_is(word, length, "fischerandom");
    char *name = text_copy_bytes(word, length);
    const Rules *rules = fischer ? &STANDARD_CHESS : name ? rules_find(name) : NULL;
    free(name);
    if (!rules) {
        xboard_send(x, "Error (unsupported variant): %.*s", protocol_shown_length(length), word);
        return;
    }
    xboard_new_game_with_rules(x, rules, fischer);
    if (strcmp(rules->start_fen, STANDARD_CHESS.start_fen)) // GUIs do not know this start position
        xboard_send(x, "setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy %s",
                    rules->start_fen);
}
static void do_quit(XBoard *x, Cursor *c) {
    (void)c;
    x->quit = true;
}
static void do_force(XBoard *x, Cursor *c) {
    (void)c;
    x->forced = true;
}
/* Changes the engine's colour.  Its clock moves with it: the GUI sends `time` before the colour. */
static void play_color(XBoard *x, Color color) {
    int64_t *left = x->clock.times.left_ms, our_color = left[x->our_color];
    left[x->our_color] = left[color];
    left[color] = our_color;
    x->our_color = color;
}
static void do_go(XBoard *x, Cursor *c) {
    (void)c;
    x->forced = x->analysing = false;
    play_color(x, position_turn(game_current(&x->game)));
    xboard_send_result(x, false);
    xboard_think(x);
}
static void do_playother(XBoard *x, Cursor *c) {
    (void)c;
    x->forced = x->analysing = false;
    play_color(x, other(position_turn(game_current(&x->game))));
    xboard_ponder(x);
}

/* "5" minutes or "0:30" minutes and seconds. */
static bool read_base(Cursor *c, int64_t *ms) {
    const char *word;
    size_t length;
    if (!cursor_word(c, &word, &length)) return false;
    int64_t part[2] = {0, 0};
    int at = 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] == ':' && at == 0)
            at = 1;
        else if (char_is_digit(word[i]) && part[at] < 1000000)
            part[at] = 10 * part[at] + (word[i] - '0');
        else
            return false;
    }
    *ms = (part[0] * 60 + part[1]) * 1000;
    return true;
}

/* Seconds, perhaps with a fraction. */
static bool read_seconds(Cursor *c, int64_t *ms) {
    const char *word;
    size_t length;
    char text[32];
    double seconds;
    if (!cursor_word(c, &word, &length) || length >= sizeof text) return false;
    memcpy(text, word, length);
    text[length] = '\0';
    if (!text_to_real(text, &seconds) || !(seconds >= 0 && seconds < 1e7)) return false;
    *ms = (int64_t)(seconds * 1000);
    return true;
}

static void bad_arguments(const XBoard *x, const char *name) {
    xboard_send(x, "Error (bad arguments): %s", name);
}
static void do_level(XBoard *x, Cursor *c) {
    int64_t moves, base, increment;
    if (!cursor_int(c, 0, 1000, &moves) || !read_base(c, &base) || !read_seconds(c, &increment) ||
        base + increment == 0) {
        bad_arguments(x, "level");
        return;
    }
    x->budget.time = (TimeControl){.moves = (int)moves, .base_ms = base, .increment_ms = increment};
    xboard_set_clock(x);
}
static void do_st(XBoard *x, Cursor *c) {
    int64_t ms;
    if (read_seconds(c, &ms))
        x->budget.time.move_ms = ms > 0 ? ms : 1;
    else
        bad_arguments(x, "st");
}
static void do_sd(XBoard *x, Cursor *c) {
    int64_t depth;
    if (cursor_int(c, 0, MAX_PLY - 2, &depth))
        x->budget.depth = (int)depth;
    else
        bad_arguments(x, "sd");
}
static void do_time(XBoard *x, Cursor *c) {
    int64_t centiseconds;
    if (cursor_int(c, INT32_MIN, INT32_MAX, &centiseconds))
        x->clock.times.left_ms[x->our_color] = 10 * centiseconds;
    else
        bad_arguments(x, "time");
}
static void do_move_now(XBoard *x, Cursor *c) {
    (void)c;
    if (x->activity == ACTIVITY_THINKING) engine_stop(x->settings.engine);
}
static void do_ping(XBoard *x, Cursor *c) {
    const char *word;
    size_t length;
    if (cursor_word(c, &word, &length)) xboard_send(x, "pong %.*s", (int)length, word);
}

/* Accepts the offer if the engine stands worse by a pawn, or, from move 20 on, not better. */
static void do_draw(XBoard *x, Cursor *c) {
    (void)c;
    bool late = game_current(&x->game)->fullmove >= 20;
    if (!x->over && (x->score <= -100 || (late && x->score <= 0))) xboard_send(x, "offer draw");
}
static void do_result(XBoard *x, Cursor *c) {
    (void)c;
    x->over = true;
}
static void do_setboard(XBoard *x, Cursor *c) {
    char *fen = protocol_copy_trimmed(c->at, c->at + strlen(c->at));
    if (!fen) return;
    Position pos;
    FenResult r = fen_read_position(fen, x->settings.rules, &pos);
    free(fen);
    if (r.fault == FEN_OK) {
        xboard_new_game(x, &pos);
        return;
    }
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    xboard_send(x, "tellusererror Illegal position (column %d): %s", r.column + 1, why);
}

static void do_edit(XBoard *x, Cursor *c) {
    (void)c;
    xboard_edit_begin(x);
}
/* `white` and `black` set the side to move (they date from before `setboard`); the engine gets the
 * other colour. */
static void do_white(XBoard *x, Cursor *c) {
    (void)c;
    xboard_edit_set_turn(x, WHITE);
    play_color(x, BLACK);
}
static void do_black(XBoard *x, Cursor *c) {
    (void)c;
    xboard_edit_set_turn(x, BLACK);
    play_color(x, WHITE);
}

static void do_hint(XBoard *x, Cursor *c) {
    (void)c;
    const Position *pos = game_current(&x->game);
    Move move = x->ponder_move;
    bool known = move != NO_MOVE && position_is_legal(pos, move);
    if (!known && (x->activity != ACTIVITY_IDLE || !xboard_set_engine_position(x, NO_MOVE))) return;
    SearchLimits brief = {.movetime_ms = HINT_MS, .depth = x->budget.depth};
    if (!known) move = engine_search(x->settings.engine, &brief, NULL).best;
    if (move == NO_MOVE) return;
    char text[SAN_MAX];
    xboard_write_move(x, pos, move, text);
    xboard_send(x, "Hint: %s", text);
}
static void do_bk(XBoard *x, Cursor *c) {
    (void)c;
    BookMove moves[MOVES_MAX];
    const Position *pos = game_current(&x->game);
    int count = x->settings.book ? book_moves(x->settings.book, pos, moves) : 0;
    for (int i = 0; i < count; i++) {
        char san[SAN_MAX];
        san_write(pos, moves[i].move, san);
        xboard_send(x, " %s %d", san, moves[i].weight);
    }
    xboard_send(x, "%s", count ? "" : " no book moves\n"); // an empty line ends the answer
}
static void take_back(XBoard *x, int count, const char *name) {
    if (x->game.count < count) {
        xboard_send(x, "Error (nothing to take back): %s", name);
        return;
    }
    while (count-- > 0) game_undo(&x->game);
    x->over = false;
    x->ponder_move = NO_MOVE;
}
static void do_undo(XBoard *x, Cursor *c) {
    (void)c;
    take_back(x, 1, "undo");
}
static void do_remove(XBoard *x, Cursor *c) {
    (void)c;
    take_back(x, 2, "remove");
}
static void do_hard(XBoard *x, Cursor *c) {
    (void)c;
    x->pondering = true;
}
static void do_easy(XBoard *x, Cursor *c) {
    (void)c;
    x->pondering = false;
    if (x->activity == ACTIVITY_PONDERING) xboard_cancel_search(x);
}
static void set_post(XBoard *x, bool post) {
    x->post = post;
    atomic_store(&x->shows_thinking, post || x->activity == ACTIVITY_ANALYSING);
}
static void do_post(XBoard *x, Cursor *c) {
    (void)c;
    set_post(x, true);
}
static void do_nopost(XBoard *x, Cursor *c) {
    (void)c;
    set_post(x, false);
}
static void do_analyze(XBoard *x, Cursor *c) {
    (void)c;
    x->analysing = x->forced = true;
}
static void do_exit(XBoard *x, Cursor *c) {
    (void)c;
    if (x->activity == ACTIVITY_ANALYSING) xboard_cancel_search(x);
    x->analysing = false;
}
static void do_status(XBoard *x, Cursor *c) {
    (void)c;
    if (x->activity != ACTIVITY_ANALYSING) return;
    pthread_mutex_lock(&x->mutex);
    SearchInfo info = x->latest_info;
    pthread_mutex_unlock(&x->mutex);
    int moves = game_current(&x->game)->rules->count_moves(&game_current(&x->game)->board);
    xboard_send(x, "stat01: %lld %llu %d 0 %d", (long long)(clock_ms() - x->started_ms) / 10,
                (unsigned long long)info.nodes, info.depth, moves);
}

/* Sets an option that has a command of its own in this protocol. */
static void set_by_word(XBoard *x, Cursor *c, const char *name) {
    char *value = protocol_copy_trimmed(c->at, c->at + strlen(c->at));
    if (value) settings_set(&x->settings, name, value);
    free(value);
}
static void do_memory(XBoard *x, Cursor *c) {
    set_by_word(x, c, "Hash");
}
static void do_cores(XBoard *x, Cursor *c) {
    set_by_word(x, c, "Threads");
}
static void do_egtpath(XBoard *x, Cursor *c) {
    if (cursor_take_word(c, "syzygy")) set_by_word(x, c, "SyzygyPath");
}
/* The rules are set by `variant` only: changing them during a game would invalidate it. */
static void do_option(XBoard *x, Cursor *c) {
    const char *end = c->at + strlen(c->at), *equals = strchr(c->at, '=');
    char *name = protocol_copy_trimmed(c->at, equals ? equals : end);
    char *value = protocol_copy_trimmed(equals ? equals + 1 : end, end);
    if (name && settings_selects_variant(name))
        xboard_send(x, "Error (the game is chosen by 'variant'): option");
    else if (name && value)
        settings_set(&x->settings, name, value);
    free(name);
    free(value);
}
static void do_usermove(XBoard *x, Cursor *c) {
    const char *word;
    size_t length;
    Move move;
    if (!cursor_word(c, &word, &length)) return;
    if (san_read(game_current(&x->game), word, length, &move) == SAN_OK && move != NULL_MOVE)
        xboard_opponent_move(x, move);
    else
        xboard_reject_move(x, word, length);
}

static void do_computer(XBoard *x, Cursor *c) {
    (void)c;
    x->against_engine = true;
}

/* What a command does to a running search: none, stop it, or stop it and start it again afterwards
 * (the clock keeps the time used so far). */
typedef enum { KEEPS_SEARCH, STOPS_SEARCH, RESTARTS_SEARCH } SearchEffect;

typedef struct {
    const char *name;
    void (*run)(XBoard *x, Cursor *c); // NULL: accepted, nothing to do
    SearchEffect effect;
} XBoardCommand;

static const XBoardCommand XBOARD_COMMANDS[] = {
    {"xboard", NULL, KEEPS_SEARCH},
    {"protover", do_protover, KEEPS_SEARCH},
    {"accepted", NULL, KEEPS_SEARCH},
    {"rejected", NULL, KEEPS_SEARCH},
    {"new", do_new, STOPS_SEARCH},
    {"variant", do_variant, STOPS_SEARCH},
    {"quit", do_quit, STOPS_SEARCH},
    {"random", NULL, KEEPS_SEARCH},
    {"force", do_force, STOPS_SEARCH},
    {"go", do_go, STOPS_SEARCH},
    {"playother", do_playother, STOPS_SEARCH},
    {"level", do_level, KEEPS_SEARCH},
    {"st", do_st, KEEPS_SEARCH},
    {"sd", do_sd, KEEPS_SEARCH},
    {"nps", NULL, KEEPS_SEARCH},
    {"time", do_time, KEEPS_SEARCH},
    {"otim", NULL, KEEPS_SEARCH},
    {"usermove", do_usermove, KEEPS_SEARCH},
    {"?", do_move_now, KEEPS_SEARCH},
    {"ping", do_ping, KEEPS_SEARCH},
    {"draw", do_draw, KEEPS_SEARCH},
    {"result", do_result, STOPS_SEARCH},
    {"setboard", do_setboard, STOPS_SEARCH},
    {"edit", do_edit, STOPS_SEARCH},
    {"white", do_white, STOPS_SEARCH},
    {"black", do_black, STOPS_SEARCH},
    {"hint", do_hint, KEEPS_SEARCH},
    {"bk", do_bk, KEEPS_SEARCH},
    {"undo", do_undo, STOPS_SEARCH},
    {"remove", do_remove, STOPS_SEARCH},
    {"hard", do_hard, KEEPS_SEARCH},
    {"easy", do_easy, KEEPS_SEARCH},
    {"post", do_post, KEEPS_SEARCH},
    {"nopost", do_nopost, KEEPS_SEARCH},
    {"analyze", do_analyze, STOPS_SEARCH},
    {"exit", do_exit, KEEPS_SEARCH},
    {".", do_status, KEEPS_SEARCH},
    {"memory", do_memory, RESTARTS_SEARCH},
    {"cores", do_cores, RESTARTS_SEARCH},
    {"egtpath", do_egtpath, RESTARTS_SEARCH},
    {"option", do_option, RESTARTS_SEARCH},
    {"name", NULL, KEEPS_SEARCH},
    {"rating", NULL, KEEPS_SEARCH},
    {"ics", NULL, KEEPS_SEARCH},
    {"computer", do_computer, KEEPS_SEARCH},
};

static const XBoardCommand *find_command(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof XBOARD_COMMANDS / sizeof *XBOARD_COMMANDS; i++)
        if (span_is(word, length, XBOARD_COMMANDS[i].name)) return &XBOARD_COMMANDS[i];
    return NULL;
}

bool xboard_is_greeting(const char *text) {
    Cursor c = cursor_on(text);
    return cursor_take_word(&c, "xboard") || cursor_take_word(&c, "protover");
}

/* A move without a command, or an unknown word. */
static void execute_other(XBoard *x, Cursor *c, const char *word, size_t length) {
    SanParts parts;
    if (san_parse(word, length, &parts)) {
        c->at = word;
        do_usermove(x, c);
    } else {
        xboard_send(x, "Error (unknown command): %.*s", protocol_shown_length(length), word);
    }
}

static void restart_search(XBoard *x, EngineActivity before) {
    if (before == ACTIVITY_THINKING) xboard_think(x);
    if (before == ACTIVITY_PONDERING) xboard_ponder(x);
}

bool xboard_execute(XBoard *x, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return true;
    bool edited = xboard_edit_execute(x, word, length);
    const XBoardCommand *found = edited ? NULL : find_command(word, length);
    EngineActivity before = x->activity;
    if (found && found->effect != KEEPS_SEARCH) xboard_cancel_search(x);
    if (found && found->run) found->run(x, &c);
    if (found && found->effect == RESTARTS_SEARCH) restart_search(x, before);
    if (!found && !edited) execute_other(x, &c, word, length);
    if (x->analysing && x->activity == ACTIVITY_IDLE && !x->quit) xboard_analyse(x);
    return !x->quit;
}

XBoard *xboard_new(LineSink out) {
    XBoard *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    pthread_mutex_init(&x->mutex, NULL);
    x->budget.time = (TimeControl){.moves = DEFAULT_MOVES, .base_ms = DEFAULT_BASE_MS};
    xboard_set_clock(x);
    x->our_color = BLACK;
    bool opened = settings_open(&x->settings, out, "# ");
    Position pos = position_start(&STANDARD_CHESS);
    if (opened && game_init(&x->game, &pos)) return x;
    settings_close(&x->settings);
    free(x);
    return NULL;
}

void xboard_free(XBoard *x) {
    if (!x) return;
    xboard_cancel_search(x);
    settings_close(&x->settings);
    game_free(&x->game);
    line_queue_free(x->line_queue);
    pthread_mutex_destroy(&x->mutex);
    free(x);
}

void xboard_finish(XBoard *x) {
    if (x->activity == ACTIVITY_THINKING) xboard_finish_search(x);
    xboard_cancel_search(x);
}

/* Waits for the next line or the end of a search and handles it.  Returns false at the end. */
static bool handle_next_event(XBoard *x) {
    const char *line;
    switch (line_queue_wait(x->line_queue, INT64_MAX, &line)) {
    case LINE_QUEUE_LINE: return xboard_execute(x, line);
    case LINE_QUEUE_WOKEN: xboard_finish_search(x); return true;
    case LINE_QUEUE_TIMEOUT: return true;
    case LINE_QUEUE_END: break;
    }
    xboard_finish(x); // at the end of input the engine still completes its move
    return false;
}

/* Called by the reading thread.  It may outlive the XBoard, so this uses STDOUT_LINES alone. */
static void send_too_long(void *context, int number, const char *start) {
    (void)context;
    line_sink_format(&STDOUT_LINES, "Error (line %d has more than %d bytes): %s…", number,
                     LINE_READER_LIMIT, start);
}

int xboard_loop(LineReader *reader, const char *first_line) {
    XBoard *x = xboard_new(STDOUT_LINES);
    int fd = reader->fd;
    reader->too_long = send_too_long;
    // before the queue's thread reads: the next line overwrites the buffer of the first
    bool going = x && (!first_line || xboard_execute(x, first_line));
    if (!x || !(x->line_queue = line_queue_new(reader))) {
        print_memory_error();
        xboard_free(x);
        return EXIT_MACHINE;
    }
    if (!platform_is_terminal(fd))
        interrupt_ignore_ctrl_c(); // GUIs interrupt engines they think asleep
    while (going) going = handle_next_event(x);
    print_input_error("the commands", line_queue_error(x->line_queue));
    xboard_free(x);
    return EXIT_DONE;
}

static int run(const Command *self, int argc, char **argv) {
    return protocol_run(self, argc, argv, xboard_loop);
}

const Command command_xboard = {
    .name = "xboard",
    .synopsis = "xboard",
    .summary = "Be an engine for a chess GUI that speaks the xboard protocol",
    .details = "In a pipe 'roek' alone does the same when the first word is 'xboard'.\n"
               "\n"
               "A GUI is told the program and its argument: xboard -fcp 'roek xboard'.\n"
               "\n"
               "Examples:\n"
               "  $ printf 'setboard 7k/8/8/8/8/8/8/KQR5 w - - 0 1\\nsd 6\\ngo\\n' | roek xboard\n",
    .run = run,
};

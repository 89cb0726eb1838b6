// SPDX-License-Identifier: MIT
//
// The words of the xboard protocol and what they do to the engine at the board (xboard_game.h).
#include "protocol/xboard.h"

#include "base/os/clock.h"
#include "base/os/interrupt.h"
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
    tell(x,
         "feature ping=1 setboard=1 usermove=0 san=0 colors=0 sigint=0 sigterm=0 memory=1 smp=1 "
         "analyze=1 egt=\"syzygy\" playother=1 draw=1 variants=\"normal,fischerandom,racingkings\" "
         "myname=\"Roek %s\"",
         ROEK_VERSION);
    settings_list_xboard(&x->settings);
    tell(x, "feature done=1");
}
static void do_new(XBoard *x, Cursor *c) {
    (void)c;
    engine_clear(x->settings.engine);
    seat_new_game_of(x, &STANDARD_CHESS, false);
    x->ours = BLACK;
    x->forced = x->analysing; // who analyses goes on with that
    x->against_engine = false;
    x->allowance.depth = 0;
    seat_set_clock(x);
}
static void do_variant(XBoard *x, Cursor *c) {
    const char *word;
    size_t length;
    if (!cursor_word(c, &word, &length)) return;
    bool fischer = span_is(word, length, "fischerandom");
    char *name = strndup(word, length);
    const Rules *rules = fischer ? &STANDARD_CHESS : name ? rules_find(name) : NULL;
    free(name);
    if (!rules) {
        tell(x, "Error (unsupported variant): %.*s", protocol_shown(length), word);
        return;
    }
    seat_new_game_of(x, rules, fischer);
    if (strcmp(rules->start_fen, STANDARD_CHESS.start_fen)) // GUIs do not know where it begins
        tell(x, "setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy %s",
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
/* Changes sides with our clock in hand: the GUI tells `time` before it tells the colour. */
static void sit_at(XBoard *x, Color color) {
    int64_t *left = x->clock.times.left_ms, ours = left[x->ours];
    left[x->ours] = left[color];
    left[color] = ours;
    x->ours = color;
}
static void do_go(XBoard *x, Cursor *c) {
    (void)c;
    x->forced = x->analysing = false;
    sit_at(x, position_turn(game_now(&x->game)));
    seat_tell_end(x, false);
    seat_think(x);
}
static void do_playother(XBoard *x, Cursor *c) {
    (void)c;
    x->forced = x->analysing = false;
    sit_at(x, other(position_turn(game_now(&x->game))));
    seat_ponder(x);
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
    tell(x, "Error (bad arguments): %s", name);
}
static void do_level(XBoard *x, Cursor *c) {
    int64_t moves, base, increment;
    if (!cursor_int(c, 0, 1000, &moves) || !read_base(c, &base) || !read_seconds(c, &increment) ||
        base + increment == 0) {
        bad_arguments(x, "level");
        return;
    }
    x->allowance.time =
        (TimeControl){.moves = (int)moves, .base_ms = base, .increment_ms = increment};
    seat_set_clock(x);
}
static void do_st(XBoard *x, Cursor *c) {
    int64_t ms;
    if (read_seconds(c, &ms))
        x->allowance.time.move_ms = ms > 0 ? ms : 1;
    else
        bad_arguments(x, "st");
}
static void do_sd(XBoard *x, Cursor *c) {
    int64_t depth;
    if (cursor_int(c, 0, MAX_PLY - 2, &depth))
        x->allowance.depth = (int)depth;
    else
        bad_arguments(x, "sd");
}
static void do_time(XBoard *x, Cursor *c) {
    int64_t centiseconds;
    if (cursor_int(c, INT32_MIN, INT32_MAX, &centiseconds))
        x->clock.times.left_ms[x->ours] = 10 * centiseconds;
    else
        bad_arguments(x, "time");
}
static void do_move_now(XBoard *x, Cursor *c) {
    (void)c;
    if (x->activity == THINKING) engine_stop(x->settings.engine);
}
static void do_ping(XBoard *x, Cursor *c) {
    const char *word;
    size_t length;
    if (cursor_word(c, &word, &length)) tell(x, "pong %.*s", (int)length, word);
}

/* We accept when we do not stand better, and not before the game has begun in earnest. */
static void do_draw(XBoard *x, Cursor *c) {
    (void)c;
    bool late = game_now(&x->game)->fullmove >= 20;
    if (!x->over && (x->score <= -100 || (late && x->score <= 0))) tell(x, "offer draw");
}
static void do_result(XBoard *x, Cursor *c) {
    (void)c;
    x->over = true;
}
static void do_setboard(XBoard *x, Cursor *c) {
    char *fen = copy_trimmed(c->at, c->at + strlen(c->at));
    if (!fen) return;
    Position pos;
    FenResult r = fen_read_position(fen, x->settings.rules, &pos);
    free(fen);
    if (r.fault == FEN_OK) {
        seat_new_game(x, &pos);
        return;
    }
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    tell(x, "tellusererror Illegal position (column %d): %s", r.column + 1, why);
}

static void do_edit(XBoard *x, Cursor *c) {
    (void)c;
    edit_begin(x);
}
/* Who is to move, from times when no FEN told it; the engine plays the other side. */
static void do_white(XBoard *x, Cursor *c) {
    (void)c;
    edit_turn(x, WHITE);
    sit_at(x, BLACK);
}
static void do_black(XBoard *x, Cursor *c) {
    (void)c;
    edit_turn(x, BLACK);
    sit_at(x, WHITE);
}

static void do_hint(XBoard *x, Cursor *c) {
    (void)c;
    const Position *pos = game_now(&x->game);
    Move move = x->expected;
    bool known = move != NO_MOVE && position_is_legal(pos, move);
    if (!known && (x->activity != IDLE || !seat_show_game(x, NO_MOVE))) return;
    Limits brief = {.movetime_ms = HINT_MS, .depth = x->allowance.depth};
    if (!known) move = engine_search(x->settings.engine, &brief, NULL).best;
    if (move == NO_MOVE) return;
    char text[SAN_MAX];
    seat_write_move(x, pos, move, text);
    tell(x, "Hint: %s", text);
}
static void do_bk(XBoard *x, Cursor *c) {
    (void)c;
    BookMove moves[MOVES_MAX];
    const Position *pos = game_now(&x->game);
    int count = x->settings.book ? book_moves(x->settings.book, pos, moves) : 0;
    for (int i = 0; i < count; i++) {
        char san[SAN_MAX];
        san_write(pos, moves[i].move, san);
        tell(x, " %s %d", san, moves[i].weight);
    }
    tell(x, "%s", count ? "" : " no book moves\n"); // an empty line ends the answer
}
static void take_back(XBoard *x, int count, const char *name) {
    if (x->game.count < count) {
        tell(x, "Error (nothing to take back): %s", name);
        return;
    }
    while (count-- > 0) game_undo(&x->game);
    x->over = false;
    x->expected = NO_MOVE;
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
    if (x->activity == PONDERING) seat_cancel(x);
}
static void set_post(XBoard *x, bool post) {
    x->post = post;
    atomic_store(&x->aloud, post || x->activity == ANALYSING);
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
    if (x->activity == ANALYSING) seat_cancel(x);
    x->analysing = false;
}
static void do_status(XBoard *x, Cursor *c) {
    (void)c;
    if (x->activity != ANALYSING) return;
    pthread_mutex_lock(&x->mutex);
    SearchInfo info = x->latest;
    pthread_mutex_unlock(&x->mutex);
    int moves = game_now(&x->game)->rules->count_moves(&game_now(&x->game)->board);
    tell(x, "stat01: %lld %llu %d 0 %d", (long long)(clock_ms() - x->started_ms) / 10,
         (unsigned long long)info.nodes, info.depth, moves);
}

/* A setting that has a command of its own. */
static void set_by_word(XBoard *x, Cursor *c, const char *name) {
    char *value = copy_trimmed(c->at, c->at + strlen(c->at));
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
    if (word_is(c, "syzygy")) set_by_word(x, c, "SyzygyPath");
}
/* The game has a word of its own here, and rules that change under a game would spoil it. */
static void do_option(XBoard *x, Cursor *c) {
    const char *end = c->at + strlen(c->at), *equals = strchr(c->at, '=');
    char *name = copy_trimmed(c->at, equals ? equals : end);
    char *value = copy_trimmed(equals ? equals + 1 : end, end);
    if (name && settings_choose_game(name))
        tell(x, "Error (the game is chosen by 'variant'): option");
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
    if (san_read(game_now(&x->game), word, length, &move) == SAN_OK && move != NULL_MOVE)
        seat_their_move(x, move);
    else
        seat_refuse_move(x, word, length);
}

static void do_computer(XBoard *x, Cursor *c) {
    (void)c;
    x->against_engine = true;
}

/* What becomes of the engine's work when a word comes: it goes on, it is dropped, or it is begun
 * anew afterwards, with the time it took counted. */
typedef enum { GOES_ON, IS_DROPPED, BEGINS_ANEW } Work;

typedef struct {
    const char *name;
    void (*run)(XBoard *x, Cursor *c); // NULL: heard, nothing to do
    Work work;
} Word;

static const Word WORDS[] = {
    {"xboard", NULL, GOES_ON},
    {"protover", do_protover, GOES_ON},
    {"accepted", NULL, GOES_ON},
    {"rejected", NULL, GOES_ON},
    {"new", do_new, IS_DROPPED},
    {"variant", do_variant, IS_DROPPED},
    {"quit", do_quit, IS_DROPPED},
    {"random", NULL, GOES_ON},
    {"force", do_force, IS_DROPPED},
    {"go", do_go, IS_DROPPED},
    {"playother", do_playother, IS_DROPPED},
    {"level", do_level, GOES_ON},
    {"st", do_st, GOES_ON},
    {"sd", do_sd, GOES_ON},
    {"nps", NULL, GOES_ON},
    {"time", do_time, GOES_ON},
    {"otim", NULL, GOES_ON},
    {"usermove", do_usermove, GOES_ON},
    {"?", do_move_now, GOES_ON},
    {"ping", do_ping, GOES_ON},
    {"draw", do_draw, GOES_ON},
    {"result", do_result, IS_DROPPED},
    {"setboard", do_setboard, IS_DROPPED},
    {"edit", do_edit, IS_DROPPED},
    {"white", do_white, IS_DROPPED},
    {"black", do_black, IS_DROPPED},
    {"hint", do_hint, GOES_ON},
    {"bk", do_bk, GOES_ON},
    {"undo", do_undo, IS_DROPPED},
    {"remove", do_remove, IS_DROPPED},
    {"hard", do_hard, GOES_ON},
    {"easy", do_easy, GOES_ON},
    {"post", do_post, GOES_ON},
    {"nopost", do_nopost, GOES_ON},
    {"analyze", do_analyze, IS_DROPPED},
    {"exit", do_exit, GOES_ON},
    {".", do_status, GOES_ON},
    {"memory", do_memory, BEGINS_ANEW},
    {"cores", do_cores, BEGINS_ANEW},
    {"egtpath", do_egtpath, BEGINS_ANEW},
    {"option", do_option, BEGINS_ANEW},
    {"name", NULL, GOES_ON},
    {"rating", NULL, GOES_ON},
    {"ics", NULL, GOES_ON},
    {"computer", do_computer, GOES_ON},
};

static const Word *find_word(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (span_is(word, length, WORDS[i].name)) return &WORDS[i];
    return NULL;
}

bool xboard_greets(const char *text) {
    Cursor c = cursor_on(text);
    return word_is(&c, "xboard") || word_is(&c, "protover");
}

/* A bare move, or something unknown. */
static void execute_other(XBoard *x, Cursor *c, const char *word, size_t length) {
    SanParts parts;
    if (san_parse(word, length, &parts)) {
        c->at = word;
        do_usermove(x, c);
    } else {
        tell(x, "Error (unknown command): %.*s", protocol_shown(length), word);
    }
}

static void begin_anew(XBoard *x, Activity before) {
    if (before == THINKING) seat_think(x);
    if (before == PONDERING) seat_ponder(x);
}

bool xboard_execute(XBoard *x, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return true;
    bool edited = edit_hear(x, word, length);
    const Word *found = edited ? NULL : find_word(word, length);
    Activity before = x->activity;
    if (found && found->work != GOES_ON) seat_cancel(x);
    if (found && found->run) found->run(x, &c);
    if (found && found->work == BEGINS_ANEW) begin_anew(x, before);
    if (!found && !edited) execute_other(x, &c, word, length);
    if (x->analysing && x->activity == IDLE && !x->quit) seat_analyse(x);
    return !x->quit;
}

XBoard *xboard_new(LineSink out) {
    XBoard *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    pthread_mutex_init(&x->mutex, NULL);
    x->allowance.time = (TimeControl){.moves = DEFAULT_MOVES, .base_ms = DEFAULT_BASE_MS};
    seat_set_clock(x);
    x->ours = BLACK;
    bool opened = settings_open(&x->settings, out, "# ");
    Position pos = position_start(&STANDARD_CHESS);
    if (opened && game_init(&x->game, &pos)) return x;
    settings_close(&x->settings);
    free(x);
    return NULL;
}

void xboard_free(XBoard *x) {
    if (!x) return;
    seat_cancel(x);
    settings_close(&x->settings);
    game_free(&x->game);
    inbox_free(x->inbox);
    pthread_mutex_destroy(&x->mutex);
    free(x);
}

void xboard_finish(XBoard *x) {
    if (x->activity == THINKING) seat_finish_thinking(x);
    seat_cancel(x);
}

/* What comes next; false when it was the last. */
static bool take_news(XBoard *x) {
    const char *line;
    switch (inbox_wait(x->inbox, INT64_MAX, &line)) {
    case INBOX_LINE: return xboard_execute(x, line);
    case INBOX_BELL: seat_finish_thinking(x); return true;
    case INBOX_TIME: return true;
    case INBOX_END: break;
    }
    xboard_finish(x); // a game that is being played ends with our move
    return false;
}

/* From the thread that reads, which may outlive us. */
static void tell_too_long(void *context, int number, const char *start) {
    (void)context;
    say_to(&STDOUT_LINES, "Error (line %d has more than %d bytes): %s…", number, LINES_LIMIT,
           start);
}

int xboard_loop(LineReader *reader, const char *first_line) {
    XBoard *x = xboard_new(STDOUT_LINES);
    int fd = reader->fd;
    reader->too_long = tell_too_long;
    // the first line lies where the reader will put the next
    bool going = x && (!first_line || xboard_execute(x, first_line));
    if (!x || !(x->inbox = inbox_new(reader))) {
        complain_memory();
        xboard_free(x);
        return EXIT_MACHINE;
    }
    if (!isatty(fd)) interrupt_ignore_key(); // GUIs interrupt engines they think asleep
    while (going) going = take_news(x);
    complain_input("the commands", inbox_error(x->inbox));
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

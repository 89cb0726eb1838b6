// SPDX-License-Identifier: MIT
//
// The xboard protocol: here the engine keeps the game, the clocks and its own turn.
//
// One thread does everything: it waits for lines from the GUI and for the engine, which rings a
// bell (a byte in a pipe) when it has made up its mind.  The engine's own thread only prints lines
// of thought.
//
//     IDLE ──go, their move──► THINKING ──bell──► move, then IDLE or PONDERING
//     PONDERING ──the move we expected──► THINKING
//     ANALYSING   between `analyze` and `exit`, started again after every change
#include "roek/cmd/xboard.h"

#include "roek/base/clock.h"
#include "roek/cmd/command.h"
#include "roek/cmd/settings.h"
#include "roek/core/outcome.h"
#include "roek/game/game.h"
#include "roek/notation/coord.h"
#include "roek/notation/explain.h"
#include "roek/notation/fen.h"
#include "roek/notation/san.h"
#include "roek/rules/rules.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum { IDLE, THINKING, PONDERING, ANALYSING } Activity;

enum { DEFAULT_MOVES = 40, DEFAULT_BASE_MS = 300000, HINT_MS = 200 };

/* How the game is timed; movetime_ms and depth are 0 when not asked for. */
typedef struct {
    int moves; // per session, 0: all
    int64_t base_ms, increment_ms, movetime_ms;
    int depth;
    int64_t left_ms; // on our clock
} TimeControl;

struct XBoard {
    Settings settings;
    Game game;
    Activity activity;
    bool forced; // we play neither colour
    bool analysing, post, pondering;
    bool against_engine;
    bool over; // the result was told
    bool quit;
    atomic_bool aloud; // lines of thought are wanted
    Color ours;
    TimeControl time;
    int64_t started_ms;
    Move expected; // what we think the other side plays; NO_MOVE: no idea
    Score score;   // of our last search
    int bell[2];   // pipe
    pthread_mutex_t mutex;
    SearchInfo latest; // guarded by the mutex; without its line
};

/* Moves as this protocol writes them. */
static void write_move(const XBoard *x, const Position *pos, Move move, char out[SAN_MAX]) {
    if (move_kind(move) == MOVE_CASTLE && x->settings.chess960) {
        strcpy(out, move_to(move) > move_from(move) ? "O-O" : "O-O-O");
        return;
    }
    coord_write(pos, move, false, out);
}

/* What the engine calls, on its own thread. */

static int printed_score(Score score) {
    if (!score_is_mate(score)) return score;
    return score > 0 ? 100000 + score_mate_moves(score) : -100000 + score_mate_moves(score);
}

static void on_info(void *context, const SearchInfo *info) {
    XBoard *x = context;
    pthread_mutex_lock(&x->mutex);
    x->latest = *info;
    pthread_mutex_unlock(&x->mutex);
    if (info->depth == 0 || !atomic_load(&x->aloud)) return;
    Position pos = *engine_position(x->settings.engine);
    char san[SAN_MAX];
    Text out = text_growing();
    text_format(&out, "%d %d %lld %llu", info->depth, printed_score(info->score),
                (long long)info->time_ms / 10, (unsigned long long)info->nodes);
    for (int i = 0; i < info->length; i++) {
        san_write(&pos, info->line[i], san);
        text_format(&out, " %s", san);
        position_play(&pos, info->line[i]);
    }
    if (info->bound == BOUND_LOWER) text_char(&out, '!');
    if (info->bound == BOUND_UPPER) text_char(&out, '?');
    say("%s", text_get(&out));
    text_free(&out);
}

static void on_done(void *context, const SearchResult *result) {
    (void)result;
    XBoard *x = context;
    while (write(x->bell[1], "!", 1) < 0 && errno == EINTR) {
    }
}

static void hear_bell(const XBoard *x) {
    char byte;
    while (read(x->bell[0], &byte, 1) < 0 && errno == EINTR) {
    }
}

/* Starting and stopping the engine. */

/* Drops whatever the engine is doing. */
static void cancel(XBoard *x) {
    if (x->activity == IDLE) return;
    engine_stop(x->settings.engine);
    engine_wait(x->settings.engine);
    hear_bell(x);
    x->activity = IDLE;
}

/* The game, and `next` after it unless that is NO_MOVE, for the engine. */
static bool show_game(XBoard *x, Move next) {
    int count = x->game.count;
    Move *moves = malloc((size_t)(count + 1) * sizeof *moves);
    if (!moves) return false;
    if (count) memcpy(moves, x->game.moves, (size_t)count * sizeof *moves);
    if (next != NO_MOVE) moves[count++] = next;
    engine_set_position(x->settings.engine, game_start(&x->game), moves, count);
    free(moves);
    return true;
}

static void start(XBoard *x, Activity activity, const Limits *limits, Move next) {
    SearchListener listener = {.context = x, .info = on_info, .done = on_done};
    x->started_ms = clock_ms();
    x->activity = activity;
    atomic_store(&x->aloud, x->post || activity == ANALYSING);
    bool shown = show_game(x, next);
    if (shown && engine_start(x->settings.engine, limits, &listener)) return;
    x->activity = IDLE;
    say("tellusererror the engine could not be started");
}

static Limits our_limits(const XBoard *x) {
    const TimeControl *t = &x->time;
    Limits limits = {.depth = t->depth, .overhead_ms = x->settings.overhead_ms};
    if (t->movetime_ms) {
        limits.movetime_ms = t->movetime_ms;
        return limits;
    }
    limits.has_clock = true;
    limits.time_ms[x->ours] = t->left_ms;
    limits.increment_ms[x->ours] = t->increment_ms;
    if (t->moves) limits.moves_to_go = t->moves - x->game.count / 2 % t->moves;
    return limits;
}

static void ponder(XBoard *x) {
    if (!x->pondering || x->forced || x->expected == NO_MOVE) return;
    if (!position_is_legal(game_now(&x->game), x->expected)) return;
    Limits limits = our_limits(x);
    limits.ponder = true;
    start(x, PONDERING, &limits, x->expected);
}

static void analyse(XBoard *x) {
    start(x, ANALYSING, &(Limits){.infinite = true}, NO_MOVE);
}

/* The game. */

static void claim(Outcome outcome) {
    char words[OUTCOME_MAX];
    outcome_text(outcome, words);
    say("%s {%s}", outcome_result(outcome), words);
}

/* A GUI that referees two engines forfeits claims it cannot check, and it does not know races: so
 * the loser gives up, the winner waits for that, and a draw is agreed upon. */
static void concede(const XBoard *x, Outcome outcome) {
    if (outcome.winner == NO_COLOR)
        say("offer draw");
    else if (outcome.winner != x->ours)
        say("resign");
}

/* Tells the result if there is one.  A draw that may be claimed is claimed unless it was the other
 * side's move that allows it and we stand better. */
static void tell_end(XBoard *x, bool our_move) {
    Outcome outcome = game_outcome(&x->game);
    if (outcome.reason == ONGOING && !x->forced && (our_move || x->score <= 0))
        outcome = game_claimable_draw(&x->game);
    x->over = outcome.reason != ONGOING;
    if (!x->over || x->forced) return; // then the others keep the score
    if (x->against_engine && x->settings.rules->goal)
        concede(x, outcome);
    else
        claim(outcome);
}

static bool play(XBoard *x, Move move) {
    if (game_play(&x->game, move)) return true;
    say("tellusererror out of memory");
    return false;
}

/* Plays and says a move of ours, and thinks ahead. */
static void our_move(XBoard *x, Move move, Move expected) {
    if (move == NO_MOVE) return;
    char text[SAN_MAX];
    write_move(x, game_now(&x->game), move, text);
    if (!play(x, move)) return;
    x->expected = expected;
    say("move %s", text);
    tell_end(x, true);
    if (!x->over) ponder(x);
}

static void think(XBoard *x) {
    if (x->over || !show_game(x, NO_MOVE)) return;
    Move move = settings_book_move(&x->settings);
    if (move != NO_MOVE) {
        our_move(x, move, NO_MOVE);
        return;
    }
    Limits limits = our_limits(x);
    start(x, THINKING, &limits, NO_MOVE);
}

/* The bell rang: the engine has chosen a move. */
static void finish_thinking(XBoard *x) {
    hear_bell(x);
    SearchResult result = engine_wait(x->settings.engine);
    x->activity = IDLE;
    x->time.left_ms += x->time.increment_ms - (clock_ms() - x->started_ms);
    x->score = result.score;
    our_move(x, result.best, result.ponder);
}

static void their_move(XBoard *x, Move move) {
    if (x->activity == THINKING) {
        say("Error (it is not your turn): move");
        return;
    }
    bool expected = x->activity == PONDERING && move == x->expected;
    if (!expected) cancel(x);
    if (!play(x, move)) return;
    tell_end(x, false);
    if (x->over || x->forced || x->analysing) {
        cancel(x);
    } else if (expected) {
        x->activity = THINKING;
        x->started_ms = clock_ms();
        engine_ponderhit(x->settings.engine);
    } else if (position_turn(game_now(&x->game)) == x->ours) {
        think(x);
    }
}

static void refuse_move(const XBoard *x, const char *word, size_t length) {
    char why[EXPLAIN_MAX];
    if (explain_text(game_now(&x->game), word, length, why))
        say("Illegal move (%s): %.*s", why, (int)length, word);
    else
        say("Illegal move: %.*s", (int)length, word);
}

/* Begins a game from a position; the old one stays if there is no memory. */
static void new_game(XBoard *x, const Position *pos) {
    Game game;
    if (!game_init(&game, pos)) {
        say("tellusererror out of memory");
        return;
    }
    game_free(&x->game);
    x->game = game;
    x->over = false;
    x->expected = NO_MOVE;
    x->score = SCORE_DRAW;
}

static void new_game_of(XBoard *x, const Rules *rules, bool chess960) {
    x->settings.rules = rules;
    x->settings.chess960 = chess960;
    Position pos = position_start(rules);
    new_game(x, &pos);
}

/* The commands. */

static void do_protover(XBoard *x, Cursor *c) {
    (void)x;
    (void)c;
    say("feature ping=1 setboard=1 usermove=0 san=0 colors=0 sigint=0 sigterm=0 memory=1 smp=1 "
        "analyze=1 egt=\"syzygy\" playother=1 draw=1 variants=\"normal,fischerandom,racingkings\" "
        "myname=\"Roek %s\"",
        ROEK_VERSION);
    settings_list_xboard();
    say("feature done=1");
}
static void do_new(XBoard *x, Cursor *c) {
    (void)c;
    engine_clear(x->settings.engine);
    new_game_of(x, &STANDARD_CHESS, false);
    x->ours = BLACK;
    x->forced = x->analysing = x->against_engine = false;
    x->time.depth = 0;
    x->time.left_ms = x->time.base_ms;
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
        say("Error (unsupported variant): %.*s", (int)length, word);
        return;
    }
    new_game_of(x, rules, fischer);
    if (rules->goal)
        say("setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy %s",
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
static void do_go(XBoard *x, Cursor *c) {
    (void)c;
    x->forced = x->analysing = false;
    x->ours = position_turn(game_now(&x->game));
    tell_end(x, false);
    think(x);
}
static void do_playother(XBoard *x, Cursor *c) {
    (void)c;
    x->forced = x->analysing = false;
    x->ours = other(position_turn(game_now(&x->game)));
    ponder(x);
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

static void bad_arguments(const char *name) {
    say("Error (bad arguments): %s", name);
}
static void do_level(XBoard *x, Cursor *c) {
    int64_t moves, base, increment;
    if (!cursor_int(c, 0, 1000, &moves) || !read_base(c, &base) || !read_seconds(c, &increment)) {
        bad_arguments("level");
        return;
    }
    x->time = (TimeControl){.moves = (int)moves,
                            .base_ms = base,
                            .increment_ms = increment,
                            .depth = x->time.depth,
                            .left_ms = base ? base : increment};
}
static void do_st(XBoard *x, Cursor *c) {
    int64_t ms;
    if (read_seconds(c, &ms))
        x->time.movetime_ms = ms > 0 ? ms : 1;
    else
        bad_arguments("st");
}
static void do_sd(XBoard *x, Cursor *c) {
    int64_t depth;
    if (cursor_int(c, 0, MAX_PLY - 2, &depth))
        x->time.depth = (int)depth;
    else
        bad_arguments("sd");
}
static void do_time(XBoard *x, Cursor *c) {
    int64_t centiseconds;
    if (cursor_int(c, INT32_MIN, INT32_MAX, &centiseconds))
        x->time.left_ms = 10 * centiseconds;
    else
        bad_arguments("time");
}
static void do_move_now(XBoard *x, Cursor *c) {
    (void)c;
    if (x->activity == THINKING) engine_stop(x->settings.engine);
}
static void do_ping(XBoard *x, Cursor *c) {
    (void)x;
    const char *word;
    size_t length;
    if (cursor_word(c, &word, &length)) say("pong %.*s", (int)length, word);
}

/* We accept when we do not stand better, and not before the game has begun in earnest. */
static void do_draw(XBoard *x, Cursor *c) {
    (void)c;
    bool late = game_now(&x->game)->fullmove >= 20;
    if (!x->over && (x->score <= -100 || (late && x->score <= 0))) say("offer draw");
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
        new_game(x, &pos);
        return;
    }
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    say("tellusererror Illegal position (column %d): %s", r.column + 1, why);
}

static void do_hint(XBoard *x, Cursor *c) {
    (void)c;
    const Position *pos = game_now(&x->game);
    Move move = x->expected;
    bool known = move != NO_MOVE && position_is_legal(pos, move);
    if (!known && (x->activity != IDLE || !show_game(x, NO_MOVE))) return;
    if (!known)
        move = engine_search(x->settings.engine, &(Limits){.movetime_ms = HINT_MS}, NULL).best;
    if (move == NO_MOVE) return;
    char text[SAN_MAX];
    write_move(x, pos, move, text);
    say("Hint: %s", text);
}
static void do_bk(XBoard *x, Cursor *c) {
    (void)c;
    BookMove moves[MOVES_MAX];
    const Position *pos = game_now(&x->game);
    int count = x->settings.book ? book_moves(x->settings.book, pos, moves) : 0;
    for (int i = 0; i < count; i++) {
        char san[SAN_MAX];
        san_write(pos, moves[i].move, san);
        say(" %s %d", san, moves[i].weight);
    }
    say("%s", count ? "" : " no book moves\n"); // an empty line ends the answer
}
static void take_back(XBoard *x, int count, const char *name) {
    if (x->game.count < count) {
        say("Error (nothing to take back): %s", name);
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
    if (x->activity == PONDERING) cancel(x);
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
    x->analysing = false;
}
static void do_status(XBoard *x, Cursor *c) {
    (void)c;
    if (x->activity != ANALYSING) return;
    pthread_mutex_lock(&x->mutex);
    SearchInfo info = x->latest;
    pthread_mutex_unlock(&x->mutex);
    int moves = game_now(&x->game)->rules->count_moves(&game_now(&x->game)->board);
    say("stat01: %lld %llu %d 0 %d", (long long)(clock_ms() - x->started_ms) / 10,
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
static void do_option(XBoard *x, Cursor *c) {
    const char *end = c->at + strlen(c->at), *equals = strchr(c->at, '=');
    char *name = copy_trimmed(c->at, equals ? equals : end);
    char *value = copy_trimmed(equals ? equals + 1 : end, end);
    if (name && value) settings_set(&x->settings, name, value);
    free(name);
    free(value);
}
static void do_usermove(XBoard *x, Cursor *c) {
    const char *word;
    size_t length;
    Move move;
    if (!cursor_word(c, &word, &length)) return;
    if (san_read(game_now(&x->game), word, length, &move) == SAN_OK && move != NULL_MOVE)
        their_move(x, move);
    else
        refuse_move(x, word, length);
}

static void do_computer(XBoard *x, Cursor *c) {
    (void)c;
    x->against_engine = true;
}

typedef struct {
    const char *name;
    void (*run)(XBoard *x, Cursor *c); // NULL: heard, nothing to do
    bool cancels;                      // whatever the engine does is dropped first
} Word;

static const Word WORDS[] = {
    {"xboard", NULL, false},
    {"protover", do_protover, false},
    {"accepted", NULL, false},
    {"rejected", NULL, false},
    {"new", do_new, true},
    {"variant", do_variant, true},
    {"quit", do_quit, true},
    {"random", NULL, false},
    {"force", do_force, true},
    {"go", do_go, true},
    {"playother", do_playother, true},
    {"level", do_level, false},
    {"st", do_st, false},
    {"sd", do_sd, false},
    {"nps", NULL, false},
    {"time", do_time, false},
    {"otim", NULL, false},
    {"usermove", do_usermove, false},
    {"?", do_move_now, false},
    {"ping", do_ping, false},
    {"draw", do_draw, false},
    {"result", do_result, true},
    {"setboard", do_setboard, true},
    {"hint", do_hint, false},
    {"bk", do_bk, false},
    {"undo", do_undo, true},
    {"remove", do_remove, true},
    {"hard", do_hard, false},
    {"easy", do_easy, false},
    {"post", do_post, false},
    {"nopost", do_nopost, false},
    {"analyze", do_analyze, true},
    {"exit", do_exit, true},
    {".", do_status, false},
    {"memory", do_memory, true},
    {"cores", do_cores, true},
    {"egtpath", do_egtpath, true},
    {"option", do_option, true},
    {"name", NULL, false},
    {"rating", NULL, false},
    {"ics", NULL, false},
    {"computer", do_computer, false},
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
        say("Error (unknown command): %.*s", (int)(length < 80 ? length : 80), word);
    }
}

bool xboard_execute(XBoard *x, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return true;
    const Word *found = find_word(word, length);
    if (found && found->cancels) cancel(x);
    if (found && found->run) found->run(x, &c);
    if (!found) execute_other(x, &c, word, length);
    if (x->analysing && x->activity == IDLE && !x->quit) analyse(x);
    return !x->quit;
}

static void remark(const char *text) {
    say("# %s", text);
}

XBoard *xboard_new(void) {
    XBoard *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    pthread_mutex_init(&x->mutex, NULL);
    if (pipe(x->bell) == 0) {
        x->time = (TimeControl){
            .moves = DEFAULT_MOVES, .base_ms = DEFAULT_BASE_MS, .left_ms = DEFAULT_BASE_MS};
        x->ours = BLACK;
        bool opened = settings_open(&x->settings, remark);
        Position pos = position_start(&STANDARD_CHESS);
        if (opened && game_init(&x->game, &pos)) return x;
        settings_close(&x->settings);
        close(x->bell[0]);
        close(x->bell[1]);
    }
    free(x);
    return NULL;
}

void xboard_free(XBoard *x) {
    if (!x) return;
    cancel(x);
    settings_close(&x->settings);
    game_free(&x->game);
    close(x->bell[0]);
    close(x->bell[1]);
    pthread_mutex_destroy(&x->mutex);
    free(x);
}

void xboard_finish(XBoard *x) {
    if (x->activity == THINKING) finish_thinking(x);
    cancel(x);
}

/* Waits for a line or the bell. */
static void wait_for_news(XBoard *x, LineReader *reader) {
    struct pollfd sources[] = {
        {.fd = x->bell[0], .events = POLLIN},
        {.fd = reader->ended ? -1 : reader->fd, .events = POLLIN},
    };
    if (poll(sources, 2, -1) < 0) return;
    if (sources[0].revents) finish_thinking(x);
    if (sources[1].revents) lines_fill(reader);
}

int xboard_loop(LineReader *reader, const char *first_line) {
    XBoard *x = xboard_new();
    if (!x) {
        complain("not enough memory");
        return EXIT_MACHINE;
    }
    if (!isatty(reader->fd)) signal(SIGINT, SIG_IGN); // GUIs interrupt engines they think asleep
    const char *line;
    bool going = !first_line || xboard_execute(x, first_line);
    while (going) {
        while (going && lines_buffered(reader, &line)) going = xboard_execute(x, line);
        if (going && reader->ended && x->activity != THINKING) break;
        if (going) wait_for_news(x, reader);
    }
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
               "Examples:\n"
               "  xboard -fcp 'roek xboard'\n"
               "  printf 'new\\nst 1\\ne2e4\\n' | roek xboard\n"
               "  move e7e5\n",
    .run = run,
};

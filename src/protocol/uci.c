// SPDX-License-Identifier: MIT
//
// The Universal Chess Interface.
//
// Commands and options are tables of {name, …, function}.  Bad input is answered with an error or
// ignored, and the loop goes on.  After a position that cannot be read, `go` has nothing to search.
//
// Two threads: the input thread calls uci_execute, the thread of the command queue
// (command_queue.h) carries the lines out in order.  So `stop`, `quit` and `isready` are answered
// while the engine searches.
#include "protocol/uci.h"
#include "base/array.h"
#include "base/os/clock.h"
#include "cmd/common/command.h"
#include "core/perft.h"
#include "notation/text/diagram.h"
#include "notation/text/fen.h"
#include "notation/text/uci_move.h"
#include "play/game/eval_report.h"
#include "protocol/bench.h"
#include "protocol/command_queue.h"
#include "protocol/engine_options.h"
#include "protocol/mate_prover_thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct Uci {
    EngineSettings settings;
    CommandQueue *queue;
    uint64_t number;          // of the line that is being carried out
    MateProverThread *prover; // for `go mate`; belongs to the running search
    int mate;                 // N of `go mate N` if the search has no other limit; else 0
    pthread_mutex_t lock;     // guards the members below, which both threads use
    pthread_cond_t changed;
    int long_lines;            // queued or running commands that may take long
    bool busy;                 // one of them is running
    uint64_t running;          // the number of the line that searches; 0: none
    bool infinite;             // that search answers only after `stop` or another line
    bool waiting;              // the same, or it ponders
    bool finishing;            // input has ended: no `stop` can follow
    uint64_t ponderhit_number; // the last line before a ponderhit
};

static void uci_send(const Uci *uci, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void uci_send(const Uci *uci, const char *format, ...) {
    va_list args;
    va_start(args, format);
    line_sink_format_list(&uci->settings.out, format, args);
    va_end(args);
}

// --- listener of the search ---

static void write_score(Text *out, Score score) {
    if (score_is_mate(score))
        text_format(out, "mate %d", score_mate_moves(score));
    else
        text_format(out, "cp %d", score);
}

static void on_info(void *context, const SearchInfo *info) {
    const Uci *uci = context;
    Text out = text_growing();
    text_format(&out, "info depth %d", info->depth);
    if (info->depth) text_format(&out, " seldepth %d multipv %d", info->seldepth, info->multipv);
    text_string(&out, " score ");
    write_score(&out, info->score);
    if (info->bound == BOUND_LOWER) text_string(&out, " lowerbound");
    if (info->bound == BOUND_UPPER) text_string(&out, " upperbound");
    if (uci->settings.show_wdl) {
        int wdl[3];
        score_to_wdl(info->score, engine_position(uci->settings.engine), wdl);
        text_format(&out, " wdl %d %d %d", wdl[0], wdl[1], wdl[2]);
    }
    if (info->depth) {
        int64_t ms = info->time_ms > 0 ? info->time_ms : 1;
        text_format(&out, " nodes %llu nps %llu hashfull %d tbhits %llu time %lld pv",
                    (unsigned long long)info->nodes,
                    (unsigned long long)(info->nodes * 1000 / (uint64_t)ms), info->fullness,
                    (unsigned long long)info->tablebase_hits, (long long)info->time_ms);
        protocol_write_moves(&out, engine_position(uci->settings.engine), info->line, info->length,
                             uci->settings.chess960);
    }
    line_sink_text(&uci->settings.out, &out);
}

static void on_root_move(void *context, int depth, Move move, int number) {
    const Uci *uci = context;
    char text[UCI_MOVE_MAX];
    uci_move_write(engine_position(uci->settings.engine), move, uci->settings.chess960, text);
    uci_send(uci, "info depth %d currmove %s currmovenumber %d", depth, text, number);
}

/* Marks a long command as done.  Called before its answer is sent: lines that the GUI sends after
 * it has read the answer are then carried out in order. */
static void end_busy(Uci *uci) {
    pthread_mutex_lock(&uci->lock);
    if (uci->busy) uci->long_lines--;
    uci->busy = false;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
}

static void send_bestmove(Uci *uci, Move best, Move ponder) {
    end_busy(uci);
    if (best == NO_MOVE) {
        uci_send(uci, "bestmove (none)");
        return;
    }
    char text[UCI_MOVE_MAX], expected[UCI_MOVE_MAX];
    Position pos = *engine_position(uci->settings.engine);
    uci_move_write(&pos, best, uci->settings.chess960, text);
    position_play(&pos, best);
    if (ponder == NO_MOVE) {
        uci_send(uci, "bestmove %s", text);
        return;
    }
    uci_move_write(&pos, ponder, uci->settings.chess960, expected);
    uci_send(uci, "bestmove %s ponder %s", text, expected);
}

/* Sends a mate that the prover thread found. */
static void send_mate(Uci *uci, const MateResult *mate, bool mated) {
    Score distance = 2 * mate->moves - !mated;
    SearchInfo info = {.depth = mate->length,
                       .seldepth = mate->length,
                       .multipv = 1,
                       .score = mated ? -SCORE_MATE + distance : SCORE_MATE - distance,
                       .bound = BOUND_EXACT,
                       .nodes = mate->nodes,
                       .time_ms = (int64_t)(mate->seconds * 1000),
                       .line = mate->line,
                       .length = mate->length};
    on_info(uci, &info);
    send_bestmove(uci, mate->line[0], mate->length > 1 ? mate->line[1] : NO_MOVE);
}

static bool is_mate_found(const Uci *uci, Score score) {
    return score_is_mate(score) && abs(score_mate_moves(score)) <= uci->mate;
}

/* A search may end before the prover, for instance when the hash table holds its result. */
static void wait_for_prover(const Uci *uci, const SearchResult *result) {
    if (result->best == NO_MOVE || is_mate_found(uci, result->score)) return;
    while (mate_prover_thread_is_running(uci->prover) &&
           !engine_is_stop_requested(uci->settings.engine))
        clock_sleep_ms(1);
}

static void on_done(void *context, const SearchResult *result) {
    Uci *uci = context;
    MateResult mate;
    bool mated;
    if (uci->mate) wait_for_prover(uci, result);
    bool proved = mate_prover_thread_finish(uci->prover, &mate, &mated) && result->best != NO_MOVE;
    uci->prover = NULL;
    if (proved && mate.verdict == MATE_NONE)
        uci_send(uci, "info string no mate in %d", mate.excluded);
    if (proved && mate.verdict == MATE_FOUND && mate.length > 0)
        send_mate(uci, &mate, mated);
    else
        send_bestmove(uci, result->best, result->ponder);
}

/* setoption name N a m e value V a l u e */
static void do_setoption(Uci *uci, Cursor *c) {
    if (!cursor_take_word(c, "name")) {
        uci_send(uci, "info string error: 'setoption name NAME [value VALUE]' expected");
        return;
    }
    const char *name_start = c->at, *name_end = NULL, *word;
    size_t length;
    while (!name_end && cursor_word(c, &word, &length))
        if (span_is(word, length, "value")) name_end = word;
    if (!name_end) name_end = c->at;
    char *name = protocol_copy_trimmed(name_start, name_end);
    char *value = protocol_copy_trimmed(c->at, c->at + strlen(c->at));
    if (name && value) settings_set(&uci->settings, name, value);
    free(name);
    free(value);
}

// --- positions ---

static void send_fen_fault(const Uci *uci, const char *fen, FenResult r) {
    int field = 1;
    for (int i = 1; i <= r.column && fen[i - 1]; i++)
        field += char_is_space(fen[i - 1]) && !char_is_space(fen[i]);
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    uci_send(uci, "info string error: FEN field %d, column %d: %s", field, r.column + 1, why);
}

static void send_mended(const Uci *uci, const char *fen, SetupFaults faults) {
    char why[FEN_FAULT_MAX];
    fen_fault_text(fen_unplayable(fen, faults), why);
    uci_send(uci, "info string warning: %s; it is ignored", why);
}

static bool read_fen(Uci *uci, Cursor *c, Position *out) {
    const char *start = c->at, *end = NULL, *word;
    size_t length;
    while (!end && cursor_word(c, &word, &length))
        if (span_is(word, length, "moves")) end = word;
    if (end) c->at = end;
    char *fen = protocol_copy_trimmed(start, end ? end : c->at);
    if (!fen) return false;
    FenResult r = fen_read_position(fen, uci->settings.rules, out);
    if (r.fault != FEN_OK) send_fen_fault(uci, fen, r);
    if (r.fault == FEN_OK && r.faults) send_mended(uci, fen, r.faults);
    free(fen);
    return r.fault == FEN_OK;
}

/* Reads the listed moves into a growing array; stops at the first illegal one. */
static bool read_moves(const Uci *uci, const Position *start, Cursor *c, Move **moves, int *count) {
    Position pos = *start;
    const char *word;
    size_t length;
    size_t capacity = 0;
    *count = 0;
    *moves = NULL;
    while (cursor_word(c, &word, &length)) {
        Move move = uci_move_read(&pos, word, length);
        if (move == NO_MOVE) {
            uci_send(uci, "info string error: illegal move %.*s", protocol_shown_length(length),
                     word);
            return false;
        }
        if (!array_reserve(moves, &capacity, (size_t)*count + 1, sizeof **moves)) return false;
        (*moves)[(*count)++] = move;
        position_play(&pos, move);
    }
    return true;
}

/* Skips to behind the word `moves`; unknown words before it are ignored. */
static bool find_moves(Cursor *c) {
    const char *word;
    size_t length;
    while (cursor_word(c, &word, &length))
        if (span_is(word, length, "moves")) return true;
    return false;
}

static bool read_position(Uci *uci, Cursor *c) {
    Position start;
    if (cursor_take_word(c, "startpos")) {
        start = position_start(uci->settings.rules);
    } else if (!cursor_take_word(c, "fen")) {
        uci_send(uci, "info string error: 'position startpos' or 'position fen FEN' expected");
        return false;
    } else if (!read_fen(uci, c, &start)) {
        return false;
    }
    Move *moves = NULL;
    int count = 0;
    bool read = !find_moves(c) || read_moves(uci, &start, c, &moves, &count);
    if (read) engine_set_position(uci->settings.engine, &start, moves, count);
    free(moves);
    return read;
}

/* A refused position leaves none: searching the old one would play a wrong move. */
static void do_position(Uci *uci, Cursor *c) {
    uci->settings.has_position = read_position(uci, c);
}

/* The engine's position; NULL, with an error line, if the last one was refused. */
static const Position *position_or_remark(const Uci *uci) {
    if (uci->settings.has_position) return engine_position(uci->settings.engine);
    uci_send(uci, "info string error: there is no position, as the last one was refused");
    return NULL;
}

// --- go ---

static void do_perft(const Uci *uci, const Position *pos, int depth) {
    PerftOptions options = {.threads = 1, .stop = command_queue_cancelled(uci->queue)};
    MoveList list;
    uint64_t total = 0;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position next = *pos;
        char text[UCI_MOVE_MAX];
        PerftResult below;
        position_play(&next, list.items[i]);
        if (!perft_count(&next, depth - 1, options, &below)) {
            uci_send(uci, "info string perft stopped");
            return;
        }
        uci_move_write(pos, list.items[i], uci->settings.chess960, text);
        uci_send(uci, "%s: %llu", text, (unsigned long long)below.nodes);
        total += below.nodes;
    }
    uci_send(uci, "\nNodes searched: %llu\n", (unsigned long long)total);
}

typedef struct {
    SearchLimits limits;
    bool has_time[2]; // `wtime`, `btime` were given; 0 is a time, too
    bool has_control; // an increment or a number of moves was given, which imply a clock
    MoveList search_moves;
    bool listing; // after `searchmoves`: words that are no keyword are moves
    int perft;
    bool bad;
} GoCommand;

static bool read_number(const Uci *uci, GoCommand *go, Cursor *c, const char *name, int64_t *out) {
    if (!cursor_take_word(c, name)) return false;
    if (!cursor_int_near(c, INT32_MIN, INT64_MAX / 2000000, out)) {
        uci_send(uci, "info string error: '%s' wants a number", name);
        go->bad = true;
    }
    return true;
}

/* Reads a move of `searchmoves`; ignores unknown words. */
static void read_other_word(const Uci *uci, GoCommand *go, Cursor *c) {
    const char *word;
    size_t length;
    if (!cursor_word(c, &word, &length) || !go->listing) return;
    Move move = uci_move_read(engine_position(uci->settings.engine), word, length);
    if (move != NO_MOVE && go->search_moves.count < MOVES_MAX)
        go->search_moves.items[go->search_moves.count++] = move;
}

static void read_time(GoCommand *go, Color c, int64_t ms) {
    go->limits.time_ms[c] = ms;
    go->has_time[c] = go->limits.has_clock = true;
}

static void read_increment(GoCommand *go, Color c, int64_t ms) {
    go->limits.increment_ms[c] = ms;
    go->has_control = true;
}

static void read_moves_to_go(GoCommand *go, int64_t n) {
    go->limits.moves_to_go = n > 0 ? (int)(n < 999 ? n : 999) : 0;
    go->has_control = true;
}

static void read_go_word(const Uci *uci, GoCommand *go, Cursor *c) {
    SearchLimits *l = &go->limits;
    int64_t n = 0;
    if (read_number(uci, go, c, "wtime", &n))
        read_time(go, WHITE, n);
    else if (read_number(uci, go, c, "btime", &n))
        read_time(go, BLACK, n);
    else if (read_number(uci, go, c, "winc", &n))
        read_increment(go, WHITE, n);
    else if (read_number(uci, go, c, "binc", &n))
        read_increment(go, BLACK, n);
    else if (read_number(uci, go, c, "movestogo", &n))
        read_moves_to_go(go, n);
    else if (read_number(uci, go, c, "movetime", &n))
        l->movetime_ms = n > 0 ? n : 1;
    else if (read_number(uci, go, c, "depth", &n))
        l->depth = n > 0 ? (int)(n < 999 ? n : 999) : 1;
    else if (read_number(uci, go, c, "nodes", &n))
        l->nodes = n > 0 ? (uint64_t)n : 1;
    else if (read_number(uci, go, c, "mate", &n))
        l->mate = n > 0 ? (int)(n < 999 ? n : 999) : 1;
    else if (read_number(uci, go, c, "perft", &n))
        go->perft = n > 0 ? (int)(n < 30 ? n : 30) : 1;
    else if (cursor_take_word(c, "infinite"))
        l->infinite = true;
    else if (cursor_take_word(c, "ponder"))
        l->ponder = true;
    else if (cursor_take_word(c, "searchmoves"))
        go->listing = true;
    else
        read_other_word(uci, go, c);
}

/* If only the other side's time is given, it counts for both.  If only an increment or a number of
 * moves is given, the clock stands at zero. */
static void complete_clocks(GoCommand *go, Color us) {
    SearchLimits *l = &go->limits;
    if (!go->has_time[us]) l->time_ms[us] = l->time_ms[other(us)];
    bool bounded = l->has_clock || l->movetime_ms || l->depth || l->nodes || l->mate || go->perft;
    if (!bounded && go->has_control) l->has_clock = true;
    if (!bounded && !go->has_control) l->infinite = true;
}

/* Answers with a book move; returns false if there is none. */
static bool play_from_book(Uci *uci) {
    Move move = settings_book_move(&uci->settings);
    if (move == NO_MOVE) return false;
    SearchInfo info = {
        .depth = 1, .seldepth = 1, .multipv = 1, .bound = BOUND_EXACT, .line = &move, .length = 1};
    uci_send(uci, "info string book move");
    on_info(uci, &info);
    send_bestmove(uci, move, NO_MOVE);
    return true;
}

static bool must_wait(const Uci *uci, const SearchLimits *limits) {
    return limits->infinite || (limits->ponder && uci->number > uci->ponderhit_number);
}

/* Is there a reason to end an infinite search: another line, or the end of input?  The caller holds
 * the lock. */
static bool has_follower(const Uci *uci) {
    return uci->finishing || command_queue_waiting(uci->queue) > 0;
}

/* Starts the engine, and applies a `stop`, `ponderhit` or further line that arrived while this line
 * was still waiting in the queue. */
static bool start_engine(Uci *uci, const SearchLimits *limits) {
    Engine *engine = uci->settings.engine;
    SearchListener listener = {uci, on_info, on_root_move, on_done};
    pthread_mutex_lock(&uci->lock);
    bool started = engine_start(engine, limits, &listener);
    uci->running = started ? uci->number : 0;
    uci->infinite = limits->infinite;
    uci->waiting = must_wait(uci, limits);
    if (atomic_load(command_queue_cancelled(uci->queue)) || (uci->waiting && has_follower(uci)))
        engine_stop(engine);
    else if (limits->ponder && !uci->waiting)
        engine_ponderhit(engine);
    pthread_mutex_unlock(&uci->lock);
    return started;
}

static void search(Uci *uci, const SearchLimits *limits) {
    if (!start_engine(uci, limits)) {
        uci_send(uci, "info string error: no thread could be started");
        on_done(uci, &(SearchResult){.best = NO_MOVE});
    }
    engine_wait(uci->settings.engine);
    pthread_mutex_lock(&uci->lock);
    uci->running = 0;
    pthread_mutex_unlock(&uci->lock);
}

static void run_go(Uci *uci, GoCommand *go, const Position *pos) {
    SearchLimits *l = &go->limits;
    if (go->search_moves.count) l->search_moves = &go->search_moves;
    bool at_once = !l->infinite && !l->ponder;
    if (at_once && !l->search_moves && play_from_book(uci)) return;
    if (l->mate && !l->infinite)
        uci->prover = mate_prover_thread_start(pos, l->mate, l->search_moves);
    if (uci->prover) l->stop = mate_prover_thread_answered(uci->prover);
    uci->mate = l->has_clock || l->movetime_ms || l->depth || l->nodes ? 0 : l->mate;
    search(uci, l);
}

/* Answers a `go` after a refused position, at the time when a search would have to answer. */
static void answer_without_position(Uci *uci, const SearchLimits *limits) {
    uci_send(uci, "info depth 0 score cp 0"); // GUIs expect an info line before each bestmove
    pthread_mutex_lock(&uci->lock);
    uci->infinite = limits->infinite;
    uci->waiting = must_wait(uci, limits);
    while (uci->waiting && !has_follower(uci) && !atomic_load(command_queue_cancelled(uci->queue)))
        pthread_cond_wait(&uci->changed, &uci->lock);
    pthread_mutex_unlock(&uci->lock);
    send_bestmove(uci, NO_MOVE, NO_MOVE);
}

static void do_go(Uci *uci, Cursor *c) {
    const Position *pos = position_or_remark(uci);
    GoCommand go = {.limits.overhead_ms = uci->settings.overhead_ms};
    for (cursor_skip_spaces(c); !cursor_done(c); cursor_skip_spaces(c)) read_go_word(uci, &go, c);
    if (go.bad) go.limits.depth = go.limits.depth ? go.limits.depth : 1; // still answer
    complete_clocks(&go, pos ? position_turn(pos) : WHITE);
    if (!pos)
        answer_without_position(uci, &go.limits);
    else if (go.perft)
        do_perft(uci, pos, go.perft);
    else
        run_go(uci, &go, pos);
}

// --- other commands ---

static void do_uci(Uci *uci, Cursor *c) {
    (void)c;
    uci_send(uci, "id name Roek %s", ROEK_VERSION);
    uci_send(uci, "id author the Roek authors");
    settings_list_uci(&uci->settings);
    uci_send(uci, "uciok");
}
static void do_isready(Uci *uci, Cursor *c) {
    (void)c;
    uci_send(uci, "readyok");
}
static void do_newgame(Uci *uci, Cursor *c) {
    (void)c;
    engine_clear(uci->settings.engine);
    settings_start_position(&uci->settings);
}
static void do_show(Uci *uci, Cursor *c) {
    (void)c;
    const Position *pos = position_or_remark(uci);
    if (!pos) return;
    char fen[FEN_MAX];
    Text out = text_growing();
    diagram_write(&out, pos->piece, &(DiagramOptions){.style = DIAGRAM_ASCII});
    fen_write_position(pos, fen);
    text_format(&out, "\nFen: %s\nKey: %016llx", fen, (unsigned long long)pos->key);
    line_sink_text(&uci->settings.out, &out);
}
static void do_eval(Uci *uci, Cursor *c) {
    (void)c;
    const Position *pos = position_or_remark(uci);
    if (!pos) return;
    Text out = text_growing();
    eval_report_write(&out, engine_evaluator(uci->settings.engine), pos);
    line_sink_text(&uci->settings.out, &out);
}
static void do_flip(Uci *uci, Cursor *c) {
    (void)c;
    const Position *pos = position_or_remark(uci);
    if (!pos) return;
    Setup setup = position_to_setup(pos), flipped = setup;
    if (!pos->rules->is_symmetric) {
        uci_send(uci, "info string error: colours cannot be swapped in %s", pos->rules->title);
        return;
    }
    for (Square s = A1; s <= H8; s++) {
        Piece p = setup.piece[s ^ 56];
        flipped.piece[s] = p == NO_PIECE ? p : (Piece)(p ^ 8);
    }
    flipped.turn = other(setup.turn);
    flipped.castling = __builtin_bswap64(setup.castling);
    flipped.ep = setup.ep == NO_SQUARE ? setup.ep : setup.ep ^ 56;
    Position out;
    if (position_from_setup(&flipped, pos->rules, &out) == 0)
        engine_set_position(uci->settings.engine, &out, NULL, 0);
}
static void do_bench(Uci *uci, Cursor *c) {
    int64_t depth = BENCH_DEPTH;
    cursor_int(c, 1, 64, &depth);
    BenchOptions bench = {.depth = (int)depth,
                          .out = &uci->settings.out,
                          .stop = command_queue_cancelled(uci->queue)};
    bench_run(&bench);
}
static void do_help(Uci *uci, Cursor *c);

// --- commands of the input thread ---

/* Ends a search that waits for `stop` when another line follows it. */
static void stop_waiting(Uci *uci, uint64_t follower) {
    pthread_mutex_lock(&uci->lock);
    if (uci->running && uci->running < follower && uci->waiting) engine_stop(uci->settings.engine);
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
}
static void do_stop(Uci *uci, Cursor *c) {
    (void)c;
    command_queue_cancel(uci->queue);
    pthread_mutex_lock(&uci->lock);
    if (uci->running) engine_stop(uci->settings.engine);
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
}
static void do_ponderhit(Uci *uci, Cursor *c) {
    (void)c;
    pthread_mutex_lock(&uci->lock);
    uci->ponderhit_number = command_queue_last_number(uci->queue);
    uci->waiting = uci->infinite;
    if (uci->running) engine_ponderhit(uci->settings.engine);
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
}

typedef enum {
    IN_ORDER,      // by the thread of the queue
    IN_ORDER_LONG, // the same, and it may take long
    UNLESS_BUSY,   // in order; but at once, by the input thread, while a long command runs
    AT_ONCE        // by the input thread
} CommandTiming;

typedef struct {
    const char *name, *help;
    void (*run)(Uci *uci, Cursor *c); // NULL: accepted, nothing to do
    CommandTiming when;
} UciCommand;

static const UciCommand UCI_COMMANDS[] = {
    {"uci", "say who we are and list the options", do_uci, UNLESS_BUSY},
    {"isready", "answer readyok, also while thinking", do_isready, UNLESS_BUSY},
    {"setoption", "setoption name NAME [value VALUE]", do_setoption, IN_ORDER},
    {"ucinewgame", "forget the last game", do_newgame, IN_ORDER},
    {"position", "position startpos|fen FEN [moves MOVE…]", do_position, IN_ORDER},
    {"go",
     "think: wtime btime winc binc movestogo movetime depth nodes mate infinite ponder "
     "searchmoves perft",
     do_go, IN_ORDER_LONG},
    {"stop", "answer now", do_stop, AT_ONCE},
    {"ponderhit", "the expected move was played", do_ponderhit, AT_ONCE},
    {"quit", "end the program", do_stop, AT_ONCE},
    {"d", "show the board", do_show, IN_ORDER},
    {"eval", "explain the evaluation term by term", do_eval, IN_ORDER},
    {"flip", "swap the colours", do_flip, IN_ORDER},
    {"bench", "bench [DEPTH]: fixed work, one node count", do_bench, IN_ORDER_LONG},
    {"debug", "accepted, nothing to debug", NULL, AT_ONCE},
    {"register", "accepted, nothing to register", NULL, AT_ONCE},
    {"help", "this list", do_help, UNLESS_BUSY},
};

static void do_help(Uci *uci, Cursor *c) {
    (void)c;
    for (size_t i = 0; i < sizeof UCI_COMMANDS / sizeof *UCI_COMMANDS; i++)
        uci_send(uci, "%-11s %s", UCI_COMMANDS[i].name, UCI_COMMANDS[i].help);
}

static const UciCommand *find_command(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof UCI_COMMANDS / sizeof *UCI_COMMANDS; i++)
        if (span_is(word, length, UCI_COMMANDS[i].name)) return &UCI_COMMANDS[i];
    return NULL;
}

/* The first command in a line; unknown words before it are skipped, as UCI demands. */
static const UciCommand *read_command(Cursor *c) {
    const char *word;
    size_t length;
    const UciCommand *found = NULL;
    while (!found && cursor_word(c, &word, &length)) found = find_command(word, length);
    return found;
}

bool uci_is_command(const char *text) {
    Cursor c = cursor_on(text);
    const char *word;
    size_t length;
    return cursor_word(&c, &word, &length) && find_command(word, length);
}

static void count_long(Uci *uci, const UciCommand *word, int change) {
    pthread_mutex_lock(&uci->lock);
    if (word->when == IN_ORDER_LONG) uci->long_lines += change;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
}

static void begin_busy(Uci *uci) {
    pthread_mutex_lock(&uci->lock);
    uci->busy = true;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->lock);
}

static void run_queued(void *context, const char *line, uint64_t number) {
    Uci *uci = context;
    Cursor c = cursor_on(line);
    const UciCommand *word = read_command(&c);
    uci->number = number;
    if (word->when == IN_ORDER_LONG) begin_busy(uci);
    word->run(uci, &c);
    end_busy(uci);
}

static void enqueue(Uci *uci, const UciCommand *word, const char *line) {
    count_long(uci, word, 1);
    uint64_t number = command_queue_add(uci->queue, line);
    stop_waiting(uci, number);
    if (number) return;
    uci_send(uci, "info string error: no memory, or too much is waiting: '%s' is dropped",
             word->name);
    count_long(uci, word, -1);
}

/* Is a long command running?  If one is queued, waits until it runs. */
static bool is_busy(Uci *uci) {
    pthread_mutex_lock(&uci->lock);
    while (uci->long_lines > 0 && !uci->busy) pthread_cond_wait(&uci->changed, &uci->lock);
    bool busy = uci->long_lines > 0;
    pthread_mutex_unlock(&uci->lock);
    return busy;
}

bool uci_execute(Uci *uci, const char *line) {
    Cursor c = cursor_on(line);
    const UciCommand *word = read_command(&c);
    if (!word || !word->run) return true;
    if (word->when == AT_ONCE || (word->when == UNLESS_BUSY && is_busy(uci)))
        word->run(uci, &c);
    else
        enqueue(uci, word, line);
    return strcmp(word->name, "quit") != 0;
}

Uci *uci_new(LineSink out) {
    Uci *uci = calloc(1, sizeof *uci);
    if (!uci) return NULL;
    pthread_mutex_init(&uci->lock, NULL);
    pthread_cond_init(&uci->changed, NULL);
    if (settings_open(&uci->settings, out, "info string ")) {
        uci->queue = command_queue_new(run_queued, uci);
        if (uci->queue) return uci;
    }
    uci_free(uci);
    return NULL;
}

void uci_free(Uci *uci) {
    if (!uci) return;
    if (uci->queue) do_stop(uci, NULL);
    command_queue_free(uci->queue);
    settings_close(&uci->settings);
    pthread_cond_destroy(&uci->changed);
    pthread_mutex_destroy(&uci->lock);
    free(uci);
}

static void set_finishing(Uci *uci, bool finishing) {
    pthread_mutex_lock(&uci->lock);
    uci->finishing = finishing;
    pthread_mutex_unlock(&uci->lock);
}

void uci_finish(Uci *uci) {
    set_finishing(uci, true);
    stop_waiting(uci, UINT64_MAX);
    command_queue_finish(uci->queue);
    set_finishing(uci, false);
}

static void send_too_long(void *context, int number, const char *start) {
    uci_send(context, "info string error: line %d has more than %d bytes and is skipped: %s…",
             number, LINE_READER_LIMIT, start);
}

int uci_loop(LineReader *reader, const char *first_line) {
    Uci *uci = uci_new(STDOUT_LINES);
    if (!uci) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    const char *line;
    bool going = !first_line || uci_execute(uci, first_line);
    reader->too_long = send_too_long;
    reader->context = uci;
    while (going && line_reader_next(reader, &line)) going = uci_execute(uci, line);
    print_input_error("the commands", reader->error);
    uci_finish(uci);
    uci_free(uci);
    return EXIT_DONE;
}

int uci_run_arguments(int count, char **arguments) {
    Uci *uci = uci_new(STDOUT_LINES);
    if (!uci) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    Text line = text_growing();
    for (int i = 0; i < count && strcmp(arguments[i], "quit") != 0; i++) {
        text_format(&line, "%s ", arguments[i]);
        if (i + 1 < count && !uci_is_command(arguments[i + 1])) continue;
        uci_execute(uci, text_get(&line));
        text_clear(&line);
    }
    text_free(&line);
    uci_finish(uci);
    uci_free(uci);
    return EXIT_DONE;
}

static int run(const Command *self, int argc, char **argv) {
    return protocol_run(self, argc, argv, uci_loop);
}

const Command command_uci = {
    .name = "uci",
    .synopsis = "uci",
    .summary = "Be an engine for a chess GUI that speaks UCI",
    .details = "Point your GUI at the roek binary; it needs no arguments.\n"
               "\n"
               "Examples:\n"
               "  $ printf 'position startpos moves e2e4\\ngo movetime 1000\\n' | roek uci\n",
    .run = run,
};

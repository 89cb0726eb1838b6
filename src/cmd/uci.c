// SPDX-License-Identifier: MIT
//
// The Universal Chess Interface.  Lines in, lines out; the engine does the rest.
//
// Words and options are tables of {name, …, function}.  Whatever comes in, the loop answers or
// ignores it and lives on; a position that cannot be read leaves the old one in place.
#include "roek/cmd/uci.h"
#include "roek/base/text.h"
#include "roek/cmd/bench.h"
#include "roek/cmd/command.h"
#include "roek/eval/eval.h"
#include "roek/notation/coord.h"
#include "roek/notation/fen.h"
#include "roek/rules/rules.h"
#include "roek/search/engine.h"
#include "roek/search/skill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    Engine *engine;
    const Rules *rules;
    EngineOptions options;
    bool chess960, show_wdl, limit_strength;
    int skill, elo;
    int64_t overhead_ms;
    bool infinite; // the running search waits for a stop
    bool quit;
} Uci;

/* One write per line, so that lines of two threads never mix. */
static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...) {
    Text line = text_growing();
    va_list args;
    va_start(args, format);
    text_format_list(&line, format, args);
    va_end(args);
    text_char(&line, '\n');
    fputs(text_get(&line), stdout);
    fflush(stdout);
    text_free(&line);
}

static bool word_is(Cursor *c, const char *word) {
    Cursor ahead = *c;
    const char *at;
    size_t length;
    if (!cursor_word(&ahead, &at, &length) || !span_is(at, length, word)) return false;
    *c = ahead;
    return true;
}

/* What the engine tells while it thinks. */

static void write_score(Text *out, Score score) {
    if (score_is_mate(score))
        text_format(out, "mate %d", score_mate_moves(score));
    else
        text_format(out, "cp %d", score);
}

static void write_line(Text *out, const Uci *uci, const Move *line, int length) {
    Position pos = *engine_position(uci->engine);
    char text[COORD_MAX];
    for (int i = 0; i < length; i++) {
        coord_write(&pos, line[i], uci->chess960, text);
        text_format(out, " %s", text);
        position_play(&pos, line[i]);
    }
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
    if (uci->show_wdl) {
        int wdl[3];
        score_to_wdl(info->score, engine_position(uci->engine), wdl);
        text_format(&out, " wdl %d %d %d", wdl[0], wdl[1], wdl[2]);
    }
    if (info->depth) {
        int64_t ms = info->time_ms > 0 ? info->time_ms : 1;
        text_format(&out, " nodes %llu nps %llu hashfull %d tbhits %llu time %lld pv",
                    (unsigned long long)info->nodes,
                    (unsigned long long)(info->nodes * 1000 / (uint64_t)ms), info->fullness,
                    (unsigned long long)info->table_hits, (long long)info->time_ms);
        write_line(&out, uci, info->line, info->length);
    }
    say("%s", text_get(&out));
    text_free(&out);
}

static void on_root_move(void *context, int depth, Move move, int number) {
    const Uci *uci = context;
    char text[COORD_MAX];
    coord_write(engine_position(uci->engine), move, uci->chess960, text);
    say("info depth %d currmove %s currmovenumber %d", depth, text, number);
}

static void on_done(void *context, const SearchResult *result) {
    const Uci *uci = context;
    if (result->best == NO_MOVE) {
        say("bestmove (none)");
        return;
    }
    char best[COORD_MAX], ponder[COORD_MAX];
    Position pos = *engine_position(uci->engine);
    coord_write(&pos, result->best, uci->chess960, best);
    position_play(&pos, result->best);
    if (result->ponder == NO_MOVE) {
        say("bestmove %s", best);
        return;
    }
    coord_write(&pos, result->ponder, uci->chess960, ponder);
    say("bestmove %s ponder %s", best, ponder);
}

/* Options. */

typedef struct UciOption UciOption;
struct UciOption {
    const char *name, *type;
    const char *fallback; // default, as shown
    int64_t min, max;
    const char *vars;
    void (*set)(Uci *uci, const char *value, int64_t number);
};

static void configure(Uci *uci) {
    uci->options.skill = uci->limit_strength ? skill_for_elo(uci->elo) : uci->skill;
    if (!engine_configure(uci->engine, &uci->options)) {
        say("info string error: not enough memory; the old setting stays");
        uci->options = *engine_options(uci->engine);
    }
}

static void set_hash(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->options.hash_mb = (size_t)n;
    configure(uci);
}
static void set_threads(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->options.threads = (int)n;
    configure(uci);
}
static void set_multipv(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->options.multipv = (int)n;
    configure(uci);
}
static void set_skill(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->skill = (int)n;
    configure(uci);
}
static void set_elo(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->elo = (int)n;
    configure(uci);
}
static void set_limit_strength(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->limit_strength = n != 0;
    configure(uci);
}
static void set_overhead(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->overhead_ms = n;
}
static void set_chess960(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->chess960 = n != 0;
}
static void set_show_wdl(Uci *uci, const char *value, int64_t n) {
    (void)value;
    uci->show_wdl = n != 0;
}
static void clear_hash(Uci *uci, const char *value, int64_t n) {
    (void)value;
    (void)n;
    engine_clear(uci->engine);
}
/* Known to GUIs, but nothing to do: we always ponder when asked, and so on. */
static void accept_only(Uci *uci, const char *value, int64_t n) {
    (void)uci;
    (void)value;
    (void)n;
}

static void start_position(Uci *uci) {
    Position pos = position_start(uci->rules);
    engine_set_position(uci->engine, &pos, NULL, 0);
}

static void set_variant(Uci *uci, const char *value, int64_t n) {
    (void)n;
    const Rules *rules = *value ? rules_find(value) : &STANDARD_CHESS;
    if (!rules) {
        say("info string error: unknown variant '%s'", value);
        return;
    }
    uci->rules = rules;
    start_position(uci);
    say("info string variant %s files 8 ranks 8 pocket 0 template %s startpos %s", rules->name,
        rules->goal ? "fairy" : "chess", rules->start_fen);
}

static const UciOption OPTIONS[] = {
    {"Hash", "spin", "16", 1, 1 << 20, NULL, set_hash},
    {"Threads", "spin", "1", 1, ENGINE_THREADS_MAX, NULL, set_threads},
    {"Clear Hash", "button", NULL, 0, 0, NULL, clear_hash},
    {"Ponder", "check", "false", 0, 0, NULL, accept_only},
    {"MultiPV", "spin", "1", 1, MOVES_MAX - 1, NULL, set_multipv},
    {"Move Overhead", "spin", "10", 0, 5000, NULL, set_overhead},
    {"Skill Level", "spin", "20", 0, ENGINE_SKILL_MAX, NULL, set_skill},
    {"UCI_LimitStrength", "check", "false", 0, 0, NULL, set_limit_strength},
    {"UCI_Elo", "spin", "1500", SKILL_ELO_MIN, SKILL_ELO_MAX, NULL, set_elo},
    {"UCI_Chess960", "check", "false", 0, 0, NULL, set_chess960},
    {"UCI_Variant", "combo", "chess", 0, 0, " var chess var racingkings", set_variant},
    {"UCI_AnalyseMode", "check", "false", 0, 0, NULL, accept_only},
    {"UCI_ShowWDL", "check", "false", 0, 0, NULL, set_show_wdl},
    {"UCI_Opponent", "string", "<empty>", 0, 0, NULL, accept_only},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static void list_options(void) {
    for (int i = 0; i < OPTION_COUNT; i++) {
        const UciOption *o = &OPTIONS[i];
        Text line = text_growing();
        text_format(&line, "option name %s type %s", o->name, o->type);
        if (o->fallback) text_format(&line, " default %s", o->fallback);
        if (strcmp(o->type, "spin") == 0)
            text_format(&line, " min %lld max %lld", (long long)o->min, (long long)o->max);
        if (o->vars) text_string(&line, o->vars);
        say("%s", text_get(&line));
        text_free(&line);
    }
}

static void apply_option(Uci *uci, const UciOption *o, const char *value) {
    int64_t n = 0;
    if (strcmp(o->type, "check") == 0) {
        n = span_is_nocase(value, strlen(value), "true");
    } else if (strcmp(o->type, "spin") == 0) {
        if (!text_to_int(value, INT64_MIN, INT64_MAX, &n)) {
            say("info string error: option %s wants a number, not '%s'", o->name, value);
            return;
        }
        int64_t asked = n;
        n = n < o->min ? o->min : n > o->max ? o->max : n;
        if (n != asked) say("info string option %s set to %lld", o->name, (long long)n);
    } else if (strcmp(value, "<empty>") == 0) {
        value = "";
    }
    o->set(uci, value, n);
}

/* Moves to `end`, and cuts the blanks off both ends of what lies before. */
static char *trimmed(const char *start, const char *end) {
    while (start < end && char_is_space(*start)) start++;
    while (end > start && char_is_space(end[-1])) end--;
    char *copy = malloc((size_t)(end - start) + 1);
    if (!copy) return NULL;
    memcpy(copy, start, (size_t)(end - start));
    copy[end - start] = '\0';
    return copy;
}

/* setoption name N a m e value V a l u e */
static void do_setoption(Uci *uci, Cursor *c) {
    if (!word_is(c, "name")) {
        say("info string error: 'setoption name NAME [value VALUE]' expected");
        return;
    }
    const char *name_start = c->at, *name_end = NULL, *word;
    size_t length;
    while (!name_end && cursor_word(c, &word, &length))
        if (span_is(word, length, "value")) name_end = word;
    if (!name_end) name_end = c->at;
    char *name = trimmed(name_start, name_end);
    char *value = trimmed(c->at, c->at + strlen(c->at));
    const UciOption *found = NULL;
    for (int i = 0; name && i < OPTION_COUNT; i++)
        if (span_is_nocase(name, strlen(name), OPTIONS[i].name)) found = &OPTIONS[i];
    int64_t number;
    if (found && value)
        apply_option(uci, found, value);
    else if (name && value && text_to_int(value, INT32_MIN, INT32_MAX, &number) &&
             engine_set_param(uci->engine, name, (int)number)) {
    } else
        say("info string error: no such option: %s", name ? name : "");
    free(name);
    free(value);
}

/* Positions. */

static bool read_fen(Uci *uci, Cursor *c, Position *out) {
    const char *start = c->at, *end = NULL, *word;
    size_t length;
    while (!end && cursor_word(c, &word, &length))
        if (span_is(word, length, "moves")) end = word;
    if (end) c->at = end;
    char *fen = trimmed(start, end ? end : c->at);
    if (!fen) return false;
    FenResult r = fen_read_position(fen, uci->rules, out);
    free(fen);
    if (r.fault == FEN_OK) return true;
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    say("info string error: FEN column %d: %s", r.column + 1, why);
    return false;
}

/* Plays the listed moves into a growing array; stops at the first bad one. */
static bool read_moves(const Position *start, Cursor *c, Move **moves, int *count) {
    Position pos = *start;
    const char *word;
    size_t length;
    int room = 0;
    *count = 0;
    *moves = NULL;
    while (cursor_word(c, &word, &length)) {
        Move move = coord_read(&pos, word, length);
        if (move == NO_MOVE) {
            say("info string error: illegal move %.*s", (int)(length < 20 ? length : 20), word);
            return false;
        }
        if (*count == room) {
            room = room ? 2 * room : 256;
            Move *more = realloc(*moves, (size_t)room * sizeof **moves);
            if (!more) return false;
            *moves = more;
        }
        (*moves)[(*count)++] = move;
        position_play(&pos, move);
    }
    return true;
}

static void do_position(Uci *uci, Cursor *c) {
    Position start;
    if (word_is(c, "startpos")) {
        start = position_start(uci->rules);
    } else if (word_is(c, "fen")) {
        if (!read_fen(uci, c, &start)) return;
    } else {
        say("info string error: 'position startpos' or 'position fen FEN' expected");
        return;
    }
    Move *moves = NULL;
    int count = 0;
    if (!word_is(c, "moves") || read_moves(&start, c, &moves, &count))
        engine_set_position(uci->engine, &start, moves, count);
    free(moves);
}

/* Going. */

static void do_perft(Uci *uci, int depth) {
    const Position *pos = engine_position(uci->engine);
    MoveList list;
    uint64_t total = 0;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Position next = *pos;
        char text[COORD_MAX];
        position_play(&next, list.items[i]);
        uint64_t n = depth > 1 ? pos->rules->perft(&next.board, depth - 1) : 1;
        coord_write(pos, list.items[i], uci->chess960, text);
        say("%s: %llu", text, (unsigned long long)n);
        total += n;
    }
    say("\nNodes searched: %llu\n", (unsigned long long)total);
}

typedef struct {
    Limits limits;
    MoveList only;
    int perft;
    bool bad;
} Go;

static void read_searchmoves(Uci *uci, Cursor *c, MoveList *out) {
    const char *word;
    size_t length;
    Cursor ahead = *c;
    while (cursor_word(&ahead, &word, &length)) {
        bool looks_like_move = length >= 4 && word[1] >= '1' && word[1] <= '8';
        if (!looks_like_move) return;
        Move move = coord_read(engine_position(uci->engine), word, length);
        if (move != NO_MOVE && out->count < MOVES_MAX) out->items[out->count++] = move;
        *c = ahead;
    }
}

static bool read_number(Go *go, Cursor *c, const char *name, int64_t *out) {
    if (!word_is(c, name)) return false;
    if (!cursor_int(c, INT32_MIN, INT64_MAX / 2000000, out)) {
        say("info string error: '%s' wants a number", name);
        go->bad = true;
    }
    return true;
}

static void read_go_word(Uci *uci, Go *go, Cursor *c) {
    Limits *l = &go->limits;
    int64_t n = 0;
    if (read_number(go, c, "wtime", &n))
        l->time_ms[WHITE] = n, l->has_clock = true;
    else if (read_number(go, c, "btime", &n))
        l->time_ms[BLACK] = n, l->has_clock = true;
    else if (read_number(go, c, "winc", &n))
        l->increment_ms[WHITE] = n;
    else if (read_number(go, c, "binc", &n))
        l->increment_ms[BLACK] = n;
    else if (read_number(go, c, "movestogo", &n))
        l->moves_to_go = n > 0 ? (int)(n < 999 ? n : 999) : 0;
    else if (read_number(go, c, "movetime", &n))
        l->movetime_ms = n > 0 ? n : 1;
    else if (read_number(go, c, "depth", &n))
        l->depth = n > 0 ? (int)(n < 999 ? n : 999) : 1;
    else if (read_number(go, c, "nodes", &n))
        l->nodes = n > 0 ? (uint64_t)n : 1;
    else if (read_number(go, c, "mate", &n))
        l->mate = n > 0 ? (int)(n < 999 ? n : 999) : 1;
    else if (read_number(go, c, "perft", &n))
        go->perft = n > 0 ? (int)(n < 30 ? n : 30) : 1;
    else if (word_is(c, "infinite"))
        l->infinite = true;
    else if (word_is(c, "ponder"))
        l->ponder = true;
    else if (word_is(c, "searchmoves"))
        read_searchmoves(uci, c, &go->only);
    else {
        const char *word;
        size_t length;
        cursor_word(c, &word, &length); // unknown words are ignored
    }
}

/* A clock given for the other side only is still a clock. */
static void complete_clocks(Limits *l, Color us) {
    if (l->has_clock && l->time_ms[us] == 0 && l->time_ms[other(us)] > 0)
        l->time_ms[us] = l->time_ms[other(us)];
}

static void do_go(Uci *uci, Cursor *c) {
    Go go = {.limits.overhead_ms = uci->overhead_ms};
    for (cursor_skip_spaces(c); !cursor_done(c); cursor_skip_spaces(c)) read_go_word(uci, &go, c);
    if (go.bad) go.limits.depth = go.limits.depth ? go.limits.depth : 1; // still answer
    if (go.perft) {
        engine_wait(uci->engine);
        do_perft(uci, go.perft);
        return;
    }
    Limits *l = &go.limits;
    complete_clocks(l, position_turn(engine_position(uci->engine)));
    if (go.only.count) l->only = &go.only;
    bool bounded = l->has_clock || l->movetime_ms || l->depth || l->nodes || l->mate;
    if (!bounded && !l->ponder) l->infinite = true;
    uci->infinite = l->infinite || l->ponder;
    SearchListener listener = {uci, on_info, on_root_move, on_done};
    if (!engine_start(uci->engine, l, &listener)) {
        say("info string error: no thread could be started");
        say("bestmove (none)");
    }
}

/* The rest of the words. */

static void do_uci(Uci *uci, Cursor *c) {
    (void)uci;
    (void)c;
    say("id name Roek %s", ROEK_VERSION);
    say("id author the Roek authors");
    list_options();
    say("uciok");
}
static void do_isready(Uci *uci, Cursor *c) {
    (void)uci;
    (void)c;
    say("readyok");
}
static void do_newgame(Uci *uci, Cursor *c) {
    (void)c;
    engine_clear(uci->engine);
    start_position(uci);
}
static void do_stop(Uci *uci, Cursor *c) {
    (void)c;
    engine_stop(uci->engine);
}
static void do_ponderhit(Uci *uci, Cursor *c) {
    (void)c;
    uci->infinite = false;
    engine_ponderhit(uci->engine);
}
static void do_quit(Uci *uci, Cursor *c) {
    (void)c;
    engine_stop(uci->engine);
    uci->quit = true;
}
static void do_show(Uci *uci, Cursor *c) {
    (void)c;
    const Position *pos = engine_position(uci->engine);
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    for (int rank = 7; rank >= 0; rank--) {
        char row[24] = "";
        Text t = text_on(row, sizeof row);
        for (int file = 0; file < 8; file++) {
            Piece piece = pos->piece[square_at(file, rank)];
            text_format(&t, " %c", piece == NO_PIECE ? '.' : piece_to_char(piece));
        }
        say("%d %s", rank + 1, row);
    }
    say("   a b c d e f g h\n\nFen: %s\nKey: %016llx", fen, (unsigned long long)pos->key);
}
static void do_eval(Uci *uci, Cursor *c) {
    (void)c;
    const Position *pos = engine_position(uci->engine);
    EvalTerm terms[EVAL_TERMS_MAX];
    Score scaled;
    const Evaluator *evaluator = evaluator_for(pos->rules);
    int n = evaluator->explain(pos, terms, &scaled);
    say("%-14s %8s %8s %8s", "term", "white", "black", "total");
    for (int i = 0; i < n; i++)
        say("%-14s %8.2f %8.2f %8.2f", terms[i].name, terms[i].white / 100.0,
            terms[i].black / 100.0, terms[i].total / 100.0);
    say("%-14s %8s %8s %8.2f  (White's side, after scaling)", "sum", "", "", scaled / 100.0);
}
static void do_flip(Uci *uci, Cursor *c) {
    (void)c;
    const Position *pos = engine_position(uci->engine);
    Setup setup = position_to_setup(pos), flipped = setup;
    if (pos->rules->goal) {
        say("info string error: colours cannot be swapped in a race");
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
        engine_set_position(uci->engine, &out, NULL, 0);
}
static void do_bench(Uci *uci, Cursor *c) {
    (void)uci;
    int64_t depth = BENCH_DEPTH;
    cursor_int(c, 1, 64, &depth);
    bench_run((int)depth, stdout);
    fflush(stdout);
}
static void do_help(Uci *uci, Cursor *c);

typedef struct {
    const char *name, *help;
    void (*run)(Uci *uci, Cursor *c);
    bool waits; // for a running search to end
} Word;

static const Word WORDS[] = {
    {"uci", "say who we are and list the options", do_uci, false},
    {"isready", "answer readyok, also while thinking", do_isready, false},
    {"setoption", "setoption name NAME [value VALUE]", do_setoption, true},
    {"ucinewgame", "forget the last game", do_newgame, true},
    {"position", "position startpos|fen FEN [moves MOVE…]", do_position, true},
    {"go",
     "think: wtime btime winc binc movestogo movetime depth nodes mate infinite ponder "
     "searchmoves perft",
     do_go, true},
    {"stop", "answer now", do_stop, false},
    {"ponderhit", "the expected move was played", do_ponderhit, false},
    {"quit", "end the program", do_quit, false},
    {"d", "show the board", do_show, true},
    {"eval", "explain the evaluation term by term", do_eval, true},
    {"flip", "swap the colours", do_flip, true},
    {"bench", "bench [DEPTH]: fixed work, one node count", do_bench, true},
    {"debug", "accepted, nothing to debug", NULL, false},
    {"register", "accepted, nothing to register", NULL, false},
    {"help", "this list", do_help, false},
};

static void do_help(Uci *uci, Cursor *c) {
    (void)uci;
    (void)c;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        say("%-11s %s", WORDS[i].name, WORDS[i].help);
}

static void execute(Uci *uci, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    while (cursor_word(&c, &word, &length)) { // unknown words before a command are skipped
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
            const Word *w = &WORDS[i];
            if (!span_is(word, length, w->name)) continue;
            if (w->waits && uci->infinite && engine_is_searching(uci->engine))
                engine_stop(uci->engine); // what else could be meant?
            if (w->waits) engine_wait(uci->engine);
            if (w->run) w->run(uci, &c);
            return;
        }
    }
}

int uci_loop(const char *first_line) {
    Uci uci = {.rules = &STANDARD_CHESS,
               .options = ENGINE_DEFAULTS,
               .skill = ENGINE_SKILL_MAX,
               .elo = 1500,
               .overhead_ms = 10,
               .engine = engine_new()};
    if (!uci.engine) {
        complain("not enough memory");
        return EXIT_MACHINE;
    }
    start_position(&uci);
    if (first_line) execute(&uci, first_line);
    char *line = NULL;
    size_t size = 0;
    while (!uci.quit && getline(&line, &size, stdin) >= 0) execute(&uci, line);
    // end of input: a finite search may finish, an endless one must answer now
    if (uci.infinite) engine_stop(uci.engine);
    engine_wait(uci.engine);
    free(line);
    engine_free(uci.engine);
    return EXIT_DONE;
}

static int run(const Command *self, int argc, char **argv) {
    Operands rest;
    const Option options[] = {{0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count > 0) {
        complain("uci takes no operands");
        return EXIT_MISUSE;
    }
    return uci_loop(NULL);
}

const Command command_uci = {
    .name = "uci",
    .synopsis = "uci",
    .summary = "Be an engine for a chess GUI that speaks UCI",
    .details = "Point your GUI at the roek binary; it needs no arguments.  By hand:\n"
               "\n"
               "  $ roek uci\n"
               "  position startpos moves e2e4\n"
               "  go movetime 1000\n",
    .run = run,
};

// SPDX-License-Identifier: MIT
//
// Games by JSON: requests become commands of the arena, its events become objects.
#include "session/session_internal.h"

#include "base/rng.h"
#include "core/outcome.h"
#include "core/piece_names.h"
#include "play/game/game_pgn.h"
#include "search/score.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYER_TEXT_MAX = 512, LONGEST_MS = 1000000000 };

static const char *color_word(Color c) {
    return c == WHITE ? "white" : c == BLACK ? "black" : "none";
}

// Events.

static void put_clocks(Text *out, const int64_t ms[2]) {
    if (ms[WHITE] < 0 && ms[BLACK] < 0) return;
    json_key(out, "clock");
    json_open(out, '{');
    for (Color c = WHITE; c <= BLACK; c++)
        if (ms[c] >= 0) json_put_int(out, color_word(c), ms[c]);
    json_close(out, '}');
}

static void put_moves(Text *out, const Position *pos, bool over) {
    MoveList list = {.count = 0};
    if (!over) position_legal_moves(pos, &list);
    json_key(out, "moves");
    json_open(out, '[');
    for (int i = 0; i < list.count; i++) json_move(out, pos, list.items[i]);
    json_close(out, ']');
}

/* Everything about the position on the board: what a board shows. */
static void put_state(Text *out, const Arena *a, int64_t now) {
    const Position *pos = arena_now(a);
    int64_t ms[2] = {arena_time_left(a, WHITE, now), arena_time_left(a, BLACK, now)};
    Outcome outcome = arena_outcome(a);
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    json_put_string(out, "variant", pos->rules->name);
    json_put_int(out, "ply", arena_game(a)->count);
    json_put_int(out, "plies", arena_game(a)->length);
    json_put_string(out, "fen", fen);
    json_put_string(out, "turn", color_word(position_turn(pos)));
    json_put_bool(out, "check", pos->rules->has_check && position_is_check(pos));
    json_put_bool(out, "awaits", arena_awaits_human(a) && !arena_is_paused(a));
    json_put_bool(out, "paused", arena_is_paused(a));
    put_clocks(out, ms);
    put_moves(out, pos, outcome_is_over(outcome));
    json_put_string(out, "result", outcome_result(outcome));
    if (outcome_is_over(outcome)) put_outcome(out, outcome);
}

/* The moves played and taken back, so that a list of them can be shown. */
static void put_history(Text *out, const Game *game) {
    char fen[FEN_MAX];
    fen_write_position(game_start(game), fen);
    json_put_string(out, "start", fen);
    put_line(out, game_start(game), game->moves, game->length);
}

static void put_moved(Text *out, const ArenaEvent *e) {
    char captured[2] = {e->captured == NO_PIECE ? '\0' : piece_to_char(e->captured), '\0'};
    json_put_string(out, "color", color_word(e->color));
    json_put_string(out, "san", e->san);
    json_put_string(out, "uci", e->uci);
    if (*captured) json_put_string(out, "captured", captured);
    if (!e->has_score) return;
    json_put_int(out, "depth", e->thought.depth);
    put_score(out, e->thought.score);
}

static void put_thinking(Text *out, const Arena *a, const ArenaEvent *e) {
    json_put_string(out, "color", color_word(e->color));
    json_put_int(out, "depth", e->thought.depth);
    put_score(out, e->thought.score);
    json_put_int(out, "nodes", (int64_t)e->thought.nodes);
    json_put_int(out, "ms", e->thought.time_ms);
    put_line(out, arena_now(a), e->thought.line, e->thought.length);
}

static void put_hint(Text *out, const ArenaEvent *e) {
    char square[3];
    json_put_int(out, "step", e->hint);
    square_write(move_from(e->move), square);
    json_put_string(out, "from", square);
    if (e->hint > 1) {
        square_write(move_to(e->move), square);
        json_put_string(out, "to", square);
    }
    if (e->hint > 2) {
        json_put_string(out, "san", e->san);
        json_put_string(out, "uci", e->uci);
    }
}

static void put_ended(Text *out, const ArenaEvent *e) {
    json_put_string(out, "winner", color_word(e->outcome.winner));
}

static const char *event_name(ArenaEventKind kind) {
    static const char *const NAMES[] = {
        [ARENA_BEGAN] = "began",     [ARENA_MOVED] = "moved",       [ARENA_WENT] = "went",
        [ARENA_CLOCKS] = "clock",    [ARENA_THINKING] = "thinking", [ARENA_HINT] = "hint",
        [ARENA_OPINION] = "opinion", [ARENA_OFFERED] = "offered",   [ARENA_DECLINED] = "declined",
        [ARENA_FAULT] = "fault",     [ARENA_ENDED] = "ended",       [ARENA_UNADVISED] = "unadvised",
        [ARENA_WARNING] = "warning"};
    return NAMES[kind];
}

/* An event is told together with the state after it where that has changed. */
static void tell(Session *s, const SessionGame *g, const ArenaEvent *e, int64_t now) {
    Text out = message_open(&g->id);
    json_put_string(&out, "event", event_name(e->kind));
    bool state = true;
    switch (e->kind) {
    case ARENA_BEGAN:
    case ARENA_WENT: put_history(&out, arena_game(g->arena)); break;
    case ARENA_CLOCKS: break;
    case ARENA_MOVED: put_moved(&out, e); break;
    case ARENA_ENDED: put_ended(&out, e); break;
    case ARENA_THINKING:
        state = false;
        put_thinking(&out, g->arena, e);
        break;
    case ARENA_HINT:
        state = false;
        put_hint(&out, e);
        break;
    case ARENA_OPINION:
        state = false;
        put_score(&out, e->thought.score);
        break;
    case ARENA_UNADVISED:
        state = false;
        json_put_string(&out, "of", e->hint ? "hint" : "opinion");
        json_put_string(&out, "text", e->words);
        break;
    case ARENA_OFFERED:
    case ARENA_DECLINED:
    case ARENA_FAULT:
    case ARENA_WARNING:
        state = false;
        json_put_string(&out, "color", color_word(e->color));
        if (*e->words) json_put_string(&out, "text", e->words);
        break;
    }
    if (state) put_state(&out, g->arena, now);
    session_say(s, &out);
}

/* A thought about a position that the game has left, played or taken back, is of no use. */
static bool is_stale(const Arena *a, const ArenaEvent *e) {
    char fen[FEN_MAX];
    fen_write_position(arena_now(a), fen);
    return e->kind == ARENA_THINKING && strcmp(fen, e->fen) != 0;
}

static void tell_news(Session *s, SessionGame *g, int64_t now) {
    ArenaEvent event;
    while (arena_event(g->arena, &event))
        if (!is_stale(g->arena, &event)) tell(s, g, &event, now);
}

void games_step(Session *s, int64_t now) {
    for (int i = 0; i < s->game_count; i++) {
        if (s->games[i].ended) continue;
        arena_step(s->games[i].arena, now);
        tell_news(s, &s->games[i], now);
    }
}

// Life.

static void game_end(Session *s, SessionGame *g) {
    arena_free(g->arena);
    for (int c = 0; c < 2; c++) player_free(g->players[c]);
    session_give_hash(s, g->hash);
}

void games_clear(Session *s) {
    int kept = 0;
    for (int i = 0; i < s->game_count; i++) {
        if (s->games[i].ended)
            game_end(s, &s->games[i]);
        else
            s->games[kept++] = s->games[i];
    }
    s->game_count = kept;
}

void games_free(Session *s) {
    for (int i = 0; i < s->game_count; i++) game_end(s, &s->games[i]);
    s->game_count = 0;
}

/* "time": {"base": MS, "increment": MS, "moves": N, "move": MS} for both sides. */
static bool call_time(Call *call, TimeControl *out) {
    const JsonNode *node = call_field(call, "time");
    static const char *const NAMES[] = {"base", "increment", "moves", "move"};
    int64_t value[4] = {0};
    if (!node) return true;
    if (json_type(node) != JSON_OBJECT)
        return call_error(call, node, "bad-field", "'time' must be an object");
    for (int i = 0; i < 4; i++) {
        const JsonNode *part = json_get(node, NAMES[i]);
        if (part && !json_to_int(part, 0, i == 2 ? 9999 : LONGEST_MS, &value[i]))
            return call_error(call, part, "bad-field", "'%s' must be a whole number from 0",
                              NAMES[i]);
    }
    *out = (TimeControl){
        .base_ms = value[0], .increment_ms = value[1], .moves = (int)value[2], .move_ms = value[3]};
    return true;
}

/* "left": {"white": MS, "black": MS}, where a game goes on that had been begun elsewhere. */
static bool call_left(Call *call, const TimeControl *time, int64_t out[2]) {
    const JsonNode *node = call_field(call, "left");
    if (!node) return true;
    if (json_type(node) != JSON_OBJECT)
        return call_error(call, node, "bad-field", "'left' must be an object");
    if (!time_has_clock(time))
        return call_error(call, node, "bad-field", "'left' needs 'time' with clocks");
    for (Color c = WHITE; c <= BLACK; c++) {
        const JsonNode *part = json_get(node, color_word(c));
        if (part && !json_to_int(part, 1, LONGEST_MS, &out[c]))
            return call_error(call, part, "bad-field", "'%s' must be a whole number from 1",
                              color_word(c));
    }
    return true;
}

static bool make_player(Call *call, Color c, const PlayerOptions *options, SessionGame *g) {
    char text[PLAYER_TEXT_MAX] = "human", error[PLAYER_ERROR_MAX];
    if (!call_string(call, color_word(c), text, sizeof text)) return false;
    const PlayerKind *kind = player_kind_of(text);
    if (kind && kind->outside && !call->session->options.outside)
        return call_error(call, call_field(call, color_word(c)), "forbidden",
                          "programs outside cannot play here");
    g->players[c] = player_new(text, options, error);
    if (!g->players[c])
        return call_error(call, call_field(call, color_word(c)), "bad-player", "%s", error);
    if (player_is_human(g->players[c])) return true;
    if (!call_take_hash(call)) return false;
    g->hash += call->hash;
    return true;
}

static bool make_players(Call *call, SessionGame *g, uint64_t seed) {
    PlayerOptions options = PLAYER_DEFAULTS;
    int64_t threads = 1, hash = 16, think = options.movetime_ms;
    if (!call_effort(call, &threads, &hash)) return false;
    if (!call_int(call, "think", 1, LONGEST_MS, &think)) return false;
    options.seed = seed;
    options.threads = (int)threads;
    options.hash_mb = (size_t)hash;
    options.movetime_ms = think;
    if (call_has(call, "think")) options.fen_program_ms = think;
    options.prober = endings_prober(&call->session->options.endings);
    return make_player(call, WHITE, &options, g) && make_player(call, BLACK, &options, g);
}

/* The start: fen and moves, or a number of the game's shuffled starts. */
static bool call_start_game(Call *call, Game *out) {
    const JsonNode *node = call_field(call, "shuffle");
    const Rules *rules;
    Setup setup;
    Position pos;
    int64_t number = 0;
    if (!node) return call_game(call, out);
    if (!call_rules(call, &rules) || !call_int(call, "shuffle", 0, rules->shuffles - 1, &number))
        return false;
    static const char *const OTHERS[] = {"fen", "moves"};
    for (int i = 0; i < 2; i++)
        if (call_has(call, OTHERS[i]))
            return call_error(call, node, "bad-field", "'shuffle' and '%s' exclude each other",
                              OTHERS[i]);
    rules->shuffle((int)number, &setup);
    position_from_setup(&setup, rules, &pos);
    return game_init(out, &pos) || call_no_memory(call);
}

/* "result" and "reason": how a game ended that was begun elsewhere.  ONGOING if they are not there.
 */
static bool call_end(Call *call, Outcome *out) {
    static const char *const RESULTS[] = {"1-0", "0-1", "1/2-1/2"};
    static const Color WINNERS[] = {WHITE, BLACK, NO_COLOR};
    const JsonNode *result = call_field(call, "result"), *reason = call_field(call, "reason");
    char name[32];
    int found = -1;
    *out = (Outcome){ONGOING, NO_COLOR};
    if (!result && !reason) return true;
    for (int i = 0; i < 3; i++)
        if (json_is(result, RESULTS[i])) found = i;
    if (found < 0)
        return call_error(call, result, "bad-field",
                          "'result' must be \"1-0\", \"0-1\" or \"1/2-1/2\"");
    out->winner = WINNERS[found];
    bool known = json_to_string(reason, name, sizeof name) &&
                 outcome_reason_find(name, &out->reason) && outcome_is_over(*out);
    return known ||
           call_error(call, reason, "bad-field", "'reason' must be a word such as \"resignation\"");
}

/* Ends the game as the players did.  What the board says goes before it. */
static bool end_as_declared(Call *call, Arena *a, Outcome end) {
    if (!outcome_is_over(end) || arena_is_over(a)) return true;
    if (end.reason < FIFTY_MOVES)
        return call_error(call, call_field(call, "reason"), "bad-field",
                          "the last position is no %s", outcome_reason_name(end.reason));
    arena_declare(a, end, call->now);
    return true;
}

static bool begin(Call *call, SessionGame *g, const Game *start) {
    Session *s = call->session;
    TimeControl time = {0};
    Outcome end;
    int64_t seed = -1, pace = 0, left[2] = {0};
    if (!call_time(call, &time) || !call_left(call, &time, left) ||
        !call_int(call, "seed", 0, INT64_MAX, &seed) ||
        !call_int(call, "pace", 0, PACE_MAX, &pace) || !call_end(call, &end))
        return false;
    uint64_t luck = seed >= 0 ? (uint64_t)seed : rng_fresh_seed();
    if (!make_players(call, g, luck)) return false;
    ArenaOptions options = {.start = *game_start(start),
                            .opening = start->moves,
                            .opening_count = start->count,
                            .players = {g->players[WHITE], g->players[BLACK]},
                            .allowance = {{.time = time}, {.time = time}},
                            .left_ms = {left[WHITE], left[BLACK]},
                            .seed = luck,
                            .pace_ms = pace,
                            .prober = endings_prober(&s->options.endings),
                            .threaded = s->options.threaded,
                            .ring = s->options.ring,
                            .context = s->options.context};
    g->arena = arena_new(&options, call->now);
    return g->arena ? end_as_declared(call, g->arena, end) : call_no_memory(call);
}

static void do_new(Call *call) {
    Session *s = call->session;
    SessionGame g = {.id = call->id};
    Game start;
    if (s->game_count == SESSION_GAMES_MAX) {
        call_error(call, NULL, "too-many", "%d games are going on already; 'end' ends one",
                   SESSION_GAMES_MAX);
        return;
    }
    if (!call_start_game(call, &start)) return;
    bool good = begin(call, &g, &start);
    game_free(&start);
    if (!good) {
        game_end(s, &g);
        return;
    }
    s->games[s->game_count++] = g;
    Text out = call_answer(call);
    json_put_string(&out, "white", g.players[WHITE]->name);
    json_put_string(&out, "black", g.players[BLACK]->name);
    session_say(s, &out);
}

/* The game a request is about: the one named, else the last one begun. */
static SessionGame *call_which(Call *call) {
    Session *s = call->session;
    const JsonNode *which = call_field(call, "game");
    for (int i = s->game_count - 1; i >= 0; i--)
        if (!s->games[i].ended && (!which || id_is(&s->games[i].id, which))) return &s->games[i];
    call_error(call, which, "no-game", "there is no such game");
    return NULL;
}

/* The answer to a command, then what came of it. */
static void report(Call *call, SessionGame *g, ArenaRefusal refusal) {
    if (refusal == ARENA_OK)
        call_ok(call);
    else
        call_error(call, NULL, arena_refusal_name(refusal), "%s", arena_refusal_text(refusal));
    tell_news(call->session, g, call->now);
}

/* Without threads the request may have come in the middle of a thought. */
static void do_end(Call *call) {
    Session *s = call->session;
    SessionGame *g = call_which(call);
    if (!g) return;
    g->ended = true;
    arena_pause(g->arena, call->now);
    if (!s->working) games_clear(s);
    call_ok(call);
}

static void do_state(Call *call) {
    SessionGame *g = call_which(call);
    if (!g) return;
    Text out = call_answer(call);
    put_history(&out, arena_game(g->arena));
    put_state(&out, g->arena, call->now);
    session_say(call->session, &out);
}

/* Commands that need no more than their name. */
static const struct {
    const char *name;
    ArenaRefusal (*run)(Arena *a, int64_t now);
} COMMANDS[] = {
    {"undo", arena_undo},
    {"redo", arena_redo},
    {"offer", arena_offer_draw},
    {"accept", arena_accept_draw},
    {"decline", arena_decline_draw},
    {"claim", arena_claim_draw},
    {"hint", arena_hint},
    {"pause", arena_pause},
    {"resume", arena_resume},
};

static void do_command(Call *call) {
    SessionGame *g = call_which(call);
    for (size_t i = 0; g && i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (json_is(call_field(call, "do"), COMMANDS[i].name))
            report(call, g, COMMANDS[i].run(g->arena, call->now));
}

static void do_move(Call *call) {
    SessionGame *g = call_which(call);
    const JsonNode *node = call_field(call, "move");
    char text[32] = "";
    Move move;
    if (!g || !call_string(call, "move", text, sizeof text)) return;
    if (!node) {
        call_error(call, NULL, "missing-field", "'move' must name a move");
        return;
    }
    const Position *pos = arena_now(g->arena);
    bool read = san_read(pos, text, strlen(text), &move) == SAN_OK && move != NULL_MOVE;
    if (!read && arena_awaits_human(g->arena)) {
        call_illegal(call, node, pos, text);
        return;
    }
    report(call, g, arena_move(g->arena, read ? move : NO_MOVE, call->now));
}

static void do_go(Call *call) {
    SessionGame *g = call_which(call);
    int64_t ply = 0;
    if (!g || !call_int(call, "ply", 0, INT32_MAX, &ply)) return;
    report(call, g, arena_go_to(g->arena, (int)ply, call->now));
}

static bool call_color(Call *call, Color *out) {
    char word[8] = "";
    if (!call_string(call, "color", word, sizeof word)) return false;
    if (strcmp(word, "white") == 0 || strcmp(word, "black") == 0) *out = word[0] == 'b';
    bool good = !*word || strcmp(word, "white") == 0 || strcmp(word, "black") == 0;
    return good || call_error(call, call_field(call, "color"), "bad-field",
                              "'color' must be \"white\" or \"black\"");
}

static void do_resign(Call *call) {
    SessionGame *g = call_which(call);
    if (!g) return;
    Color loser = position_turn(arena_now(g->arena));
    if (arena_humans(g->arena) == 1) loser = player_is_human(g->players[WHITE]) ? WHITE : BLACK;
    if (call_color(call, &loser)) report(call, g, arena_resign(g->arena, loser, call->now));
}
static void do_evaluate(Call *call) {
    SessionGame *g = call_which(call);
    if (g) report(call, g, arena_evaluate(g->arena));
}
static void do_pace(Call *call) {
    SessionGame *g = call_which(call);
    int64_t ms = 0;
    if (!g || !call_int(call, "ms", 0, PACE_MAX, &ms)) return;
    arena_set_pace(g->arena, ms);
    call_ok(call);
}
static void do_stop(Call *call) {
    SessionGame *g = call_which(call);
    if (!g) return;
    arena_hurry(g->arena);
    call_ok(call);
}

/* A FEN, or a game of PGN, to play on from. */
static void do_load(Call *call) {
    SessionGame *g = call_which(call);
    PgnGame pgn;
    ScoreLine line;
    int count;
    if (!g || !call_text(call, arena_now(g->arena)->rules, &pgn, &count, NULL)) return;
    if (scoresheet_line(&pgn, &line))
        report(call, g, arena_begin(g->arena, &line.start, line.moves, line.count, call->now));
    else
        call_no_memory(call);
    free(line.moves);
    pgn_game_free(&pgn);
}

static void do_save(Call *call) {
    SessionGame *g = call_which(call);
    if (!g) return;
    Text pgn = text_growing(), out = call_answer(call);
    arena_write_pgn(g->arena, &pgn);
    json_put_text(&out, "pgn", &pgn);
    text_free(&pgn);
    session_say(call->session, &out);
}

const RequestKind SESSION_GAME_REQUESTS[] = {
    {"new",
     "variant fen moves shuffle white black time left result reason think threads hash seed pace",
     do_new},
    {"end", "game", do_end},
    {"state", "game", do_state},
    {"move", "game move", do_move},
    {"undo", "game", do_command},
    {"redo", "game", do_command},
    {"go", "game ply", do_go},
    {"resign", "game color", do_resign},
    {"offer", "game", do_command},
    {"accept", "game", do_command},
    {"decline", "game", do_command},
    {"claim", "game", do_command},
    {"hint", "game", do_command},
    {"evaluate", "game", do_evaluate},
    {"pause", "game", do_command},
    {"resume", "game", do_command},
    {"pace", "game ms", do_pace},
    {"stop", "game", do_stop},
    {"load", "game text number", do_load},
    {"save", "game", do_save},
    {NULL, NULL, NULL},
};

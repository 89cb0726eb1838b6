// SPDX-License-Identifier: MIT
//
// Games by JSON: requests become calls of the game controller, its events become objects.
#include "session/session_internal.h"

#include "base/os/random_seed.h"
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

// --- events ---

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

/* The state that a client needs to draw the board: position, clocks, legal moves, result. */
static void put_state(Text *out, const GameController *a, int64_t now) {
    const Position *pos = controller_position(a);
    int64_t ms[2] = {controller_time_left(a, WHITE, now), controller_time_left(a, BLACK, now)};
    Outcome outcome = controller_outcome(a);
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    json_put_string(out, "variant", pos->rules->name);
    json_put_int(out, "ply", controller_game(a)->count);
    json_put_int(out, "plies", controller_game(a)->length);
    json_put_string(out, "fen", fen);
    json_put_string(out, "turn", color_word(position_turn(pos)));
    json_put_bool(out, "check", pos->rules->traits.checks && position_is_check(pos));
    json_put_bool(out, "awaits", controller_is_human_turn(a) && !controller_is_paused(a));
    json_put_bool(out, "paused", controller_is_paused(a));
    put_clocks(out, ms);
    put_moves(out, pos, outcome_is_over(outcome));
    json_put_string(out, "result", outcome_result(outcome));
    if (outcome_is_over(outcome)) put_outcome(out, outcome);
}

/* The moves of the game, with those taken back, so that the client can show a move list. */
static void put_history(Text *out, const Game *game) {
    char fen[FEN_MAX];
    fen_write_position(game_start(game), fen);
    json_put_string(out, "start", fen);
    put_line(out, game_start(game), game->moves, game->length);
}

static void put_moved(Text *out, const GameEvent *e) {
    char captured[2] = {e->captured == NO_PIECE ? '\0' : piece_to_char(e->captured), '\0'};
    json_put_string(out, "color", color_word(e->color));
    json_put_string(out, "san", e->san);
    json_put_string(out, "uci", e->uci);
    if (*captured) json_put_string(out, "captured", captured);
    if (!e->has_score) return;
    json_put_int(out, "depth", e->pv.depth);
    json_put_score(out, e->pv.score);
}

static void put_thinking(Text *out, const GameController *a, const GameEvent *e) {
    json_put_string(out, "color", color_word(e->color));
    json_put_int(out, "depth", e->pv.depth);
    json_put_score(out, e->pv.score);
    json_put_int(out, "nodes", (int64_t)e->pv.nodes);
    json_put_int(out, "ms", e->pv.time_ms);
    put_line(out, controller_position(a), e->pv.line, e->pv.length);
}

static void put_hint(Text *out, const GameEvent *e) {
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

static void put_ended(Text *out, const GameEvent *e) {
    json_put_string(out, "winner", color_word(e->outcome.winner));
}

static const char *event_name(GameEventKind kind) {
    static const char *const NAMES[] = {[GAME_EVENT_STARTED] = "began",
                                        [GAME_EVENT_MOVE] = "moved",
                                        [GAME_EVENT_NAVIGATED] = "went",
                                        [GAME_EVENT_CLOCKS] = "clock",
                                        [GAME_EVENT_THINKING] = "thinking",
                                        [GAME_EVENT_HINT] = "hint",
                                        [GAME_EVENT_OPINION] = "opinion",
                                        [GAME_EVENT_DRAW_OFFERED] = "offered",
                                        [GAME_EVENT_DRAW_DECLINED] = "declined",
                                        [GAME_EVENT_FORFEIT] = "fault",
                                        [GAME_EVENT_ENDED] = "ended",
                                        [GAME_EVENT_NO_ADVICE] = "unadvised",
                                        [GAME_EVENT_WARNING] = "warning"};
    return NAMES[kind];
}

/* Sends an event; events that change the game carry the state after it. */
static void send_event(Session *s, const SessionGame *g, const GameEvent *e, int64_t now) {
    Text out = message_open(&g->id);
    json_put_string(&out, "event", event_name(e->kind));
    bool state = true;
    switch (e->kind) {
    case GAME_EVENT_STARTED:
    case GAME_EVENT_NAVIGATED: put_history(&out, controller_game(g->controller)); break;
    case GAME_EVENT_CLOCKS: break;
    case GAME_EVENT_MOVE: put_moved(&out, e); break;
    case GAME_EVENT_ENDED: put_ended(&out, e); break;
    case GAME_EVENT_THINKING:
        state = false;
        put_thinking(&out, g->controller, e);
        break;
    case GAME_EVENT_HINT:
        state = false;
        put_hint(&out, e);
        break;
    case GAME_EVENT_OPINION:
        state = false;
        json_put_score(&out, e->pv.score);
        break;
    case GAME_EVENT_NO_ADVICE:
        state = false;
        json_put_string(&out, "of", e->hint ? "hint" : "opinion");
        json_put_string(&out, "text", e->message);
        break;
    case GAME_EVENT_DRAW_OFFERED:
    case GAME_EVENT_DRAW_DECLINED:
    case GAME_EVENT_FORFEIT:
    case GAME_EVENT_WARNING:
        state = false;
        json_put_string(&out, "color", color_word(e->color));
        if (*e->message) json_put_string(&out, "text", e->message);
        break;
    }
    if (state) put_state(&out, g->controller, now);
    session_send(s, &out);
}

/* Is this a line of analysis about a position that the game has already left?  It is dropped. */
static bool is_stale(const GameController *a, const GameEvent *e) {
    char fen[FEN_MAX];
    fen_write_position(controller_position(a), fen);
    return e->kind == GAME_EVENT_THINKING && strcmp(fen, e->fen) != 0;
}

static void send_events(Session *s, SessionGame *g, int64_t now) {
    GameEvent event;
    while (controller_next_event(g->controller, &event))
        if (!is_stale(g->controller, &event)) send_event(s, g, &event, now);
}

void games_step(Session *s, int64_t now) {
    for (int i = 0; i < s->game_count; i++) {
        if (s->games[i].ended) continue;
        controller_step(s->games[i].controller, now);
        send_events(s, &s->games[i], now);
    }
}

// --- beginning and ending games ---

static void game_end(Session *s, SessionGame *g) {
    controller_free(g->controller);
    for (int c = 0; c < 2; c++) player_free(g->players[c]);
    session_release_hash(s, g->hash);
}

void games_free_ended(Session *s) {
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

/* "left": {"white": MS, "black": MS}: the clocks of a game that is resumed. */
static bool call_clocks(Call *call, const TimeControl *time, int64_t out[2]) {
    const JsonNode *node = call_field(call, "left");
    if (!node) return true;
    if (json_type(node) != JSON_OBJECT)
        return call_error(call, node, "bad-field", "'left' must be an object");
    if (!timecontrol_has_clock(time))
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
    if (kind && kind->external && !call->session->options.external)
        return call_error(call, call_field(call, color_word(c)), "forbidden",
                          "programs outside cannot play here");
    g->players[c] = player_new(text, options, error);
    if (!g->players[c])
        return call_error(call, call_field(call, color_word(c)), "bad-player", "%s", error);
    if (player_is_human(g->players[c])) return true;
    if (!call_reserve_hash(call)) return false;
    g->hash += call->hash;
    return true;
}

static bool make_players(Call *call, SessionGame *g, uint64_t seed) {
    PlayerOptions options = PLAYER_DEFAULTS;
    int64_t threads = call->session->options.threads, hash = call->session->options.hash;
    int64_t think = options.movetime_ms;
    if (!call_threads_and_hash(call, &threads, &hash)) return false;
    if (!call_int(call, "think", 1, LONGEST_MS, &think)) return false;
    options.seed = seed;
    options.threads = (int)threads;
    options.hash_mb = (size_t)hash;
    options.movetime_ms = think;
    if (call_has(call, "think")) options.fen_program_ms = think;
    options.prober = tablebases_prober(&call->session->options.endings);
    return make_player(call, WHITE, &options, g) && make_player(call, BLACK, &options, g);
}

/* The start: "fen" and "moves", or "shuffle", a number of the variant's shuffled
 * start positions. */
static bool call_start_game(Call *call, Game *out) {
    const JsonNode *node = call_field(call, "shuffle");
    const Rules *rules;
    Setup setup;
    Position pos;
    int64_t number = 0;
    if (!node) return call_game(call, out);
    if (!call_rules(call, &rules) ||
        !call_int(call, "shuffle", 0, rules->shuffle_count - 1, &number))
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

static bool start_game(Call *call, SessionGame *g, const Game *start) {
    Session *s = call->session;
    TimeControl time = {0};
    Resume resume;
    int64_t seed = -1, pace = 0, left[2] = {0};
    if (!call_time(call, &time) || !call_clocks(call, &time, left) ||
        !call_resume(call, start->count, &resume) || !call_int(call, "seed", 0, INT64_MAX, &seed) ||
        !call_int(call, "pace", 0, MOVE_DELAY_MAX, &pace))
        return false;
    uint64_t player_seed = seed >= 0 ? (uint64_t)seed : random_seed();
    if (!make_players(call, g, player_seed)) return false;
    ControllerOptions options = {.start = *game_start(start),
                                 .opening = start->moves,
                                 .opening_count = start->count,
                                 .players = {g->players[WHITE], g->players[BLACK]},
                                 .budget = {{.time = time}, {.time = time}},
                                 .left_ms = {left[WHITE], left[BLACK]},
                                 .seed = player_seed,
                                 .move_delay_ms = pace,
                                 .prober = tablebases_prober(&s->options.endings),
                                 .threaded = s->options.threaded,
                                 .wake = s->options.wake,
                                 .context = s->options.context};
    g->controller = controller_new(&options, call->now);
    if (!g->controller) return call_no_memory(call);
    return resume_game(call, g->controller, start->count, &resume);
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
    bool good = start_game(call, &g, &start);
    game_free(&start);
    if (!good) {
        game_end(s, &g);
        return;
    }
    s->games[s->game_count++] = g;
    Text out = call_answer(call);
    json_put_string(&out, "white", g.players[WHITE]->name);
    json_put_string(&out, "black", g.players[BLACK]->name);
    session_send(s, &out);
}

/* The game a request is about: the one named, else the last one begun. */
static SessionGame *call_session_game(Call *call) {
    Session *s = call->session;
    const JsonNode *which = call_field(call, "game");
    for (int i = s->game_count - 1; i >= 0; i--)
        if (!s->games[i].ended && (!which || request_id_is(&s->games[i].id, which)))
            return &s->games[i];
    call_error(call, which, "no-game", "there is no such game");
    return NULL;
}

/* Sends the answer to a command, then the events that it caused. */
static void send_refusal(Call *call, SessionGame *g, ControllerError refusal) {
    if (refusal == CONTROLLER_OK)
        call_ok(call);
    else
        call_error(call, NULL, controller_error_name(refusal), "%s",
                   controller_error_text(refusal));
    send_events(call->session, g, call->now);
}

/* Without threads this request may come while a player computes: then session_run_pending frees the
 * game afterwards. */
static void do_end(Call *call) {
    Session *s = call->session;
    SessionGame *g = call_session_game(call);
    if (!g) return;
    g->ended = true;
    controller_pause(g->controller, call->now);
    if (!s->running_pending) games_free_ended(s);
    call_ok(call);
}

static void do_state(Call *call) {
    SessionGame *g = call_session_game(call);
    if (!g) return;
    Text out = call_answer(call);
    put_history(&out, controller_game(g->controller));
    put_state(&out, g->controller, call->now);
    session_send(call->session, &out);
}

/* Commands without arguments. */
static const struct {
    const char *name;
    ControllerError (*run)(GameController *a, int64_t now);
} COMMANDS[] = {
    {"undo", controller_undo},
    {"redo", controller_redo},
    {"offer", controller_offer_draw},
    {"accept", controller_accept_draw},
    {"decline", controller_decline_draw},
    {"claim", controller_claim_draw},
    {"hint", controller_hint},
    {"pause", controller_pause},
    {"resume", controller_resume},
};

static void do_command(Call *call) {
    SessionGame *g = call_session_game(call);
    for (size_t i = 0; g && i < sizeof COMMANDS / sizeof *COMMANDS; i++)
        if (json_is(call_field(call, "do"), COMMANDS[i].name))
            send_refusal(call, g, COMMANDS[i].run(g->controller, call->now));
}

static void do_move(Call *call) {
    SessionGame *g = call_session_game(call);
    const JsonNode *node = call_field(call, "move");
    char text[32] = "";
    Move move;
    if (!g || !call_string(call, "move", text, sizeof text)) return;
    if (!node) {
        call_error(call, NULL, "missing-field", "'move' must name a move");
        return;
    }
    const Position *pos = controller_position(g->controller);
    bool read = san_read(pos, text, strlen(text), &move) == SAN_OK && move != NULL_MOVE;
    if (!read && controller_is_human_turn(g->controller)) {
        call_illegal(call, node, pos, text);
        return;
    }
    send_refusal(call, g, controller_move(g->controller, read ? move : NO_MOVE, call->now));
}

static void do_go(Call *call) {
    SessionGame *g = call_session_game(call);
    int64_t ply = 0;
    if (!g || !call_int(call, "ply", 0, INT32_MAX, &ply)) return;
    send_refusal(call, g, controller_go_to(g->controller, (int)ply, call->now));
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
    SessionGame *g = call_session_game(call);
    if (!g) return;
    Color loser = position_turn(controller_position(g->controller));
    if (controller_human_count(g->controller) == 1)
        loser = player_is_human(g->players[WHITE]) ? WHITE : BLACK;
    if (call_color(call, &loser))
        send_refusal(call, g, controller_resign(g->controller, loser, call->now));
}
static void do_evaluate(Call *call) {
    SessionGame *g = call_session_game(call);
    if (g) send_refusal(call, g, controller_evaluate(g->controller));
}
static void do_pace(Call *call) {
    SessionGame *g = call_session_game(call);
    int64_t ms = 0;
    if (!g || !call_int(call, "ms", 0, MOVE_DELAY_MAX, &ms)) return;
    controller_set_move_delay(g->controller, ms);
    call_ok(call);
}
static void do_stop(Call *call) {
    SessionGame *g = call_session_game(call);
    if (!g) return;
    controller_move_now(g->controller);
    call_ok(call);
}

/* Continues from a FEN or a game of a PGN text. */
static void do_load(Call *call) {
    SessionGame *g = call_session_game(call);
    PgnGame pgn;
    MainLine line;
    int count;
    if (!g || !call_text(call, controller_position(g->controller)->rules, &pgn, &count, NULL))
        return;
    if (game_pgn_main_line(&pgn, &line))
        send_refusal(
            call, g,
            controller_start_game(g->controller, &line.start, line.moves, line.count, call->now));
    else
        call_no_memory(call);
    free(line.moves);
    pgn_game_free(&pgn);
}

static void do_save(Call *call) {
    SessionGame *g = call_session_game(call);
    if (!g) return;
    Text pgn = text_growing(), out = call_answer(call);
    controller_write_pgn(g->controller, &pgn);
    json_put_text(&out, "pgn", &pgn);
    text_free(&pgn);
    session_send(call->session, &out);
}

const RequestKind SESSION_GAME_REQUESTS[] = {
    {"new",
     "variant fen moves ply shuffle white black time left paused result reason think threads hash "
     "seed pace",
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

// SPDX-License-Identifier: MIT
//
// Turns the events of a game into messages for the user.
#include "terminal/game/play.h"

#include "base/os/clock.h"
#include "cmd/common/command.h"
#include "core/outcome.h"
#include "core/piece_names.h"
#include "notation/text/san.h"
#include "search/score.h"

enum { LINE_SHOWN = 6 }; // half-moves of the best line

bool play_verdict(const PlayGame *game, char out[TABLE_VALUE_TEXT_MAX]) {
    const Position *pos = controller_position(game->controller);
    TableValue value;
    if (!tablebases_probe_race(game->setup->endings.race, pos, &value)) return false;
    table_value_describe(value, position_turn(pos), out);
    return true;
}

/* "Black Bot (Bimbi) plays Kh3."; there is no message about a person's move. */
static void put_move(PlayGame *game, const GameEvent *e) {
    char name[PLAY_TEXT_MAX];
    if (player_is_human(controller_player(game->controller, e->color)) || game->setup->quiet)
        return;
    play_name(game, e->color, name);
    text_format(&game->message, "%s plays %s.\n", name, e->san);
}

void play_put_hint(PlayGame *game, Move move, int step) {
    const Position *pos = controller_position(game->controller);
    const char *role = role_name(piece_role(pos->piece[move_from(move)]));
    char from[3], to[3], san[SAN_MAX];
    square_write(move_from(move), from);
    square_write(move_to(move), to);
    san_write(pos, move, san);
    if (step == 1)
        text_format(&game->message, "Look at the %s on %s.\n", role, from);
    else if (step == 2 && move_kind(move) == MOVE_CASTLE)
        text_string(&game->message, "It can castle.\n");
    else if (step == 2)
        text_format(&game->message, "The %s wants to go to %s.\n", role, to);
    else
        text_format(&game->message, "The move is %s.\n", san);
}

static void put_hint(PlayGame *game, const GameEvent *e) {
    char verdict[TABLE_VALUE_TEXT_MAX];
    play_put_hint(game, e->move, e->hint);
    if (play_verdict(game, verdict)) text_format(&game->message, "With best play: %s.\n", verdict);
}

/* "Best is 1. e4 e5 2. Nf3." */
static void put_best_line(PlayGame *game, const PvLine *pv) {
    Position pos = *controller_position(game->controller);
    if (pv->length == 0) return;
    text_string(&game->message, "Best is");
    for (int i = 0; i < pv->length && i < LINE_SHOWN; i++) {
        char san[SAN_MAX];
        if (!position_is_legal(&pos, pv->line[i])) break;
        if (position_turn(&pos) == WHITE)
            text_format(&game->message, " %d.", (int)pos.fullmove);
        else if (i == 0)
            text_format(&game->message, " %d...", (int)pos.fullmove);
        san_write(&pos, pv->line[i], san);
        text_format(&game->message, " %s", san);
        position_play(&pos, pv->line[i]);
    }
    text_char(&game->message, '\n');
}

static void put_opinion(PlayGame *game, const GameEvent *e) {
    Score score = e->pv.score;
    game->has_score = true;
    game->score = score;
    if (game->awaits_advice && !game->eval_bar_seen && score_is_mate(score))
        text_format(&game->message, "Evaluation: %s wins in %d.\n", color_name(score < 0),
                    score > 0 ? score_mate_moves(score) : -score_mate_moves(score));
    else if (game->awaits_advice && !game->eval_bar_seen)
        text_format(&game->message, "Evaluation: %+.2f (positive is good for White).\n",
                    score / 100.0);
    if (game->setup->analysis) put_best_line(game, &e->pv);
}

void play_put_no_advice(PlayGame *game, bool hint, const char *why) {
    if (!hint) game->eval_bar = false; // else the front end would ask again
    text_format(&game->message, "There is no %s: %s.\n", hint ? "hint" : "evaluation", why);
}

static void put_offer(PlayGame *game, const GameEvent *e) {
    Color opponent = other(e->color);
    if (!player_is_human(controller_player(game->controller, opponent)))
        return; // an immediate answer needs no message
    text_format(&game->message, "A draw is offered to %s.\n", color_name(opponent));
    game->ask = PROMPT_DRAW;
}

static void put_end(PlayGame *game, const GameEvent *e) {
    if (e->outcome.reason == OUTCOME_AGREEMENT &&
        controller_draw_offer(game->controller) != NO_COLOR)
        text_format(&game->message, "%s accepts the draw.\n",
                    color_name(other(controller_draw_offer(game->controller))));
}

static void put_event(PlayGame *game, const GameEvent *e) {
    switch (e->kind) {
    case GAME_EVENT_MOVE: put_move(game, e); break;
    case GAME_EVENT_HINT: put_hint(game, e); break;
    case GAME_EVENT_OPINION: put_opinion(game, e); break;
    case GAME_EVENT_NO_ADVICE: play_put_no_advice(game, e->hint, e->message); break;
    case GAME_EVENT_DRAW_OFFERED: put_offer(game, e); return;
    case GAME_EVENT_DRAW_DECLINED:
        text_format(&game->message, "%s refuses the draw.\n", color_name(e->color));
        break;
    case GAME_EVENT_FORFEIT:
        text_format(&game->message, "%s is at fault: %s.\n", color_name(e->color), e->message);
        break;
    case GAME_EVENT_WARNING:
        text_format(&game->message, "%s %s.\n", color_name(e->color), e->message);
        return;
    case GAME_EVENT_ENDED: put_end(game, e); break;
    case GAME_EVENT_STARTED:
    case GAME_EVENT_NAVIGATED:
    case GAME_EVENT_CLOCKS:
    case GAME_EVENT_THINKING: return;
    }
    game->awaits_advice = false;
}

static bool changes_board(GameEventKind kind) {
    return kind == GAME_EVENT_STARTED || kind == GAME_EVENT_MOVE || kind == GAME_EVENT_NAVIGATED ||
           kind == GAME_EVENT_ENDED;
}

bool play_evaluate(PlayGame *game) {
    ControllerError refusal = controller_evaluate(game->controller);
    if (refusal == CONTROLLER_NO_MEMORY)
        play_put_no_advice(game, false, controller_error_text(refusal));
    return refusal == CONTROLLER_OK;
}

void play_update(PlayGame *game) {
    controller_step(game->controller, clock_ms());
    play_collect_events(game);
}

void play_collect_events(PlayGame *game) {
    GameEvent event;
    while (controller_next_event(game->controller, &event)) {
        put_event(game, &event);
        if (event.kind == GAME_EVENT_MOVE) play_end_step(game);
        if (!changes_board(event.kind)) continue;
        game->changed = true;
        game->has_score = false;
        game->shown = -1;
    }
    if (game->changed) play_autosave(game, false);
    if (game->eval_bar && !game->has_score) play_evaluate(game);
}

int64_t play_deadline(const PlayGame *game) {
    return controller_deadline(game->controller);
}

// SPDX-License-Identifier: MIT
//
// What happens in a game, told to the people at the terminal.
#include "terminal/game/play.h"

#include "base/os/clock.h"
#include "cmd/common/command.h"
#include "core/outcome.h"
#include "core/piece_names.h"
#include "notation/text/san.h"
#include "search/score.h"

enum { LINE_TOLD = 6 }; // half-moves of the best line

bool play_verdict(const PlayGame *game, char out[TABLE_WORDS_MAX]) {
    const Position *pos = arena_now(game->arena);
    TableValue value;
    if (!endings_race(game->setup->endings.race, pos, &value)) return false;
    tables_describe(value, position_turn(pos), out);
    return true;
}

/* "Black Bot (Bimbi) plays Kh3."; people know what they played. */
static void tell_move(PlayGame *game, const ArenaEvent *e) {
    char name[PLAY_TEXT_MAX];
    if (player_is_human(arena_player(game->arena, e->color)) || game->setup->quiet) return;
    play_name(game, e->color, name);
    text_format(&game->message, "%s plays %s.\n", name, e->san);
}

void play_put_hint(PlayGame *game, Move move, int step) {
    const Position *pos = arena_now(game->arena);
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

static void tell_hint(PlayGame *game, const ArenaEvent *e) {
    char verdict[TABLE_WORDS_MAX];
    play_put_hint(game, e->move, e->hint);
    if (play_verdict(game, verdict)) text_format(&game->message, "With best play: %s.\n", verdict);
}

/* "Best is 1. e4 e5 2. Nf3." */
static void tell_best_line(PlayGame *game, const Thought *thought) {
    Position pos = *arena_now(game->arena);
    if (thought->length == 0) return;
    text_string(&game->message, "Best is");
    for (int i = 0; i < thought->length && i < LINE_TOLD; i++) {
        char san[SAN_MAX];
        if (!position_is_legal(&pos, thought->line[i])) break;
        if (position_turn(&pos) == WHITE)
            text_format(&game->message, " %d.", (int)pos.fullmove);
        else if (i == 0)
            text_format(&game->message, " %d...", (int)pos.fullmove);
        san_write(&pos, thought->line[i], san);
        text_format(&game->message, " %s", san);
        position_play(&pos, thought->line[i]);
    }
    text_char(&game->message, '\n');
}

static void tell_opinion(PlayGame *game, const ArenaEvent *e) {
    Score score = e->thought.score;
    game->has_score = true;
    game->score = score;
    if (game->waits && !game->bar_seen && score_is_mate(score))
        text_format(&game->message, "Evaluation: %s wins in %d.\n", color_name(score < 0),
                    score > 0 ? score_mate_moves(score) : -score_mate_moves(score));
    else if (game->waits && !game->bar_seen)
        text_format(&game->message, "Evaluation: %+.2f (positive is good for White).\n",
                    score / 100.0);
    if (game->setup->analysis) tell_best_line(game, &e->thought);
}

void play_put_unadvised(PlayGame *game, bool hint, const char *why) {
    if (!hint) game->bar = false; // else it would be asked for again
    text_format(&game->message, "There is no %s: %s.\n", hint ? "hint" : "evaluation", why);
}

static void tell_offer(PlayGame *game, const ArenaEvent *e) {
    Color opponent = other(e->color);
    if (!player_is_human(arena_player(game->arena, opponent))) return; // it answers at once
    text_format(&game->message, "A draw is offered to %s.\n", color_name(opponent));
    game->ask = ASK_DRAW;
}

static void tell_end(PlayGame *game, const ArenaEvent *e) {
    if (e->outcome.reason == AGREEMENT && arena_offer(game->arena) != NO_COLOR)
        text_format(&game->message, "%s accepts the draw.\n",
                    color_name(other(arena_offer(game->arena))));
}

static void tell(PlayGame *game, const ArenaEvent *e) {
    switch (e->kind) {
    case ARENA_MOVED: tell_move(game, e); break;
    case ARENA_HINT: tell_hint(game, e); break;
    case ARENA_OPINION: tell_opinion(game, e); break;
    case ARENA_UNADVISED: play_put_unadvised(game, e->hint, e->words); break;
    case ARENA_OFFERED: tell_offer(game, e); return;
    case ARENA_DECLINED:
        text_format(&game->message, "%s refuses the draw.\n", color_name(e->color));
        break;
    case ARENA_FAULT:
        text_format(&game->message, "%s is at fault: %s.\n", color_name(e->color), e->words);
        break;
    case ARENA_WARNING:
        text_format(&game->message, "%s %s.\n", color_name(e->color), e->words);
        return;
    case ARENA_ENDED: tell_end(game, e); break;
    case ARENA_BEGAN:
    case ARENA_WENT:
    case ARENA_CLOCKS:
    case ARENA_THINKING: return;
    }
    game->waits = false;
}

static bool changes_board(ArenaEventKind kind) {
    return kind == ARENA_BEGAN || kind == ARENA_MOVED || kind == ARENA_WENT || kind == ARENA_ENDED;
}

bool play_evaluate(PlayGame *game) {
    ArenaRefusal refusal = arena_evaluate(game->arena);
    if (refusal == ARENA_NO_MEMORY) play_put_unadvised(game, false, arena_refusal_text(refusal));
    return refusal == ARENA_OK;
}

void play_attend(PlayGame *game) {
    arena_step(game->arena, clock_ms());
    play_tell(game);
}

void play_tell(PlayGame *game) {
    ArenaEvent event;
    while (arena_event(game->arena, &event)) {
        tell(game, &event);
        if (event.kind == ARENA_MOVED) play_end_step(game);
        if (!changes_board(event.kind)) continue;
        game->changed = true;
        game->has_score = false;
        game->shown = -1;
    }
    if (game->changed) play_keep(game, false);
    if (game->bar && !game->has_score) play_evaluate(game);
}

int64_t play_due(const PlayGame *game) {
    return arena_due(game->arena);
}

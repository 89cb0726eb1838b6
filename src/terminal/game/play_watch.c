// SPDX-License-Identifier: MIT
//
// Watching computers: to stop them, to let them make one move, to change their speed.
#include "terminal/game/play.h"

#include "base/os/clock.h"

/* The slowest that + and - offer; from nothing they begin with the shortest. */
enum { PACE_SHORTEST = 100, PACE_LONGEST = 6400 };

/* What + and - take a person's time for. */
enum { PACE_PERSON = 3200 };

static void refuse(PlayGame *game, ArenaRefusal refusal) {
    text_format(&game->message, "That cannot be: %s.\n", arena_refusal_text(refusal));
}

void play_pause(PlayGame *game) {
    ArenaRefusal refusal = arena_pause(game->arena, clock_ms());
    game->stepping = false;
    if (refusal != ARENA_OK)
        refuse(game, refusal);
    else
        text_string(&game->message, "Paused.  'step' plays one move, 'resume' goes on.\n");
    play_attend(game);
}

void play_resume(PlayGame *game) {
    game->stepping = false;
    if (arena_resume(game->arena, clock_ms()) == ARENA_NOTHING)
        text_string(&game->message, "The game is not paused.\n");
    play_attend(game);
}

void play_step(PlayGame *game) {
    if (arena_is_over(game->arena)) {
        refuse(game, ARENA_OVER);
    } else if (arena_awaits_human(game->arena)) {
        text_string(&game->message, "The next move is yours; 'step' is for computers.\n");
    } else {
        game->stepping = true;
        arena_resume(game->arena, clock_ms());
        arena_hurry(game->arena);
        play_attend(game);
    }
}

void play_end_step(PlayGame *game) {
    bool holds = game->stepping && !arena_is_over(game->arena) && !arena_awaits_human(game->arena);
    game->stepping = false;
    if (holds) arena_pause(game->arena, clock_ms());
}

void play_set_pace(PlayGame *game, int64_t pace_ms) {
    game->pace_ms = pace_ms;
    arena_set_pace(game->arena, pace_ms);
    if (pace_ms == PACE_HUMAN)
        text_string(&game->message, "Computers take as long as people.\n");
    else if (pace_ms == 0)
        text_string(&game->message, "Computers move at once.\n");
    else
        text_format(&game->message, "Computers take %.1f s a move.\n", (double)pace_ms / 1000);
}

static int64_t faster(int64_t pace_ms) {
    if (pace_ms == PACE_HUMAN) pace_ms = PACE_PERSON;
    return pace_ms <= PACE_SHORTEST ? 0 : pace_ms / 2;
}

static int64_t slower(int64_t pace_ms) {
    if (pace_ms == PACE_HUMAN) pace_ms = PACE_PERSON;
    if (pace_ms < PACE_SHORTEST) return PACE_SHORTEST;
    return pace_ms * 2 < PACE_LONGEST ? pace_ms * 2 : PACE_LONGEST;
}

/* Is there anything that goes on by itself? */
static bool runs(const PlayGame *game) {
    const Arena *a = game->arena;
    return !arena_is_over(a) && (!arena_awaits_human(a) || arena_has_clocks(a));
}

bool play_key(PlayGame *game, char key) {
    bool watched = arena_humans(game->arena) == 0 && !arena_is_over(game->arena);
    bool thinks = !arena_is_over(game->arena) && !arena_awaits_human(game->arena);
    if (key == ' ' && arena_is_paused(game->arena))
        play_resume(game);
    else if (key == ' ' && runs(game))
        play_pause(game);
    else if (key == ' ')
        text_string(&game->message, "Nothing to pause.  Type a move, or help.\n");
    else if (key == '.' && thinks)
        play_step(game);
    else if (key == '+' && watched)
        play_set_pace(game, faster(game->pace_ms));
    else if (key == '-' && watched)
        play_set_pace(game, slower(game->pace_ms));
    else
        return false;
    return true;
}

// SPDX-License-Identifier: MIT
//
// Watching computers: pause them, let them make one move, change their speed.
#include "terminal/game/play.h"

#include "base/os/clock.h"

/* The range of delays for the keys + and -, in milliseconds; from no delay, - goes to
 * the shortest. */
enum { DELAY_SHORTEST = 100, DELAY_LONGEST = 6400 };

/* The delay that + and - start from if the delay is "human". */
enum { DELAY_HUMAN = 3200 };

static void refuse(PlayGame *game, ControllerError refusal) {
    text_format(&game->message, "That cannot be: %s.\n", controller_error_text(refusal));
}

void play_pause(PlayGame *game) {
    ControllerError refusal = controller_pause(game->controller, clock_ms());
    game->stepping = false;
    if (refusal != CONTROLLER_OK)
        refuse(game, refusal);
    else
        text_string(&game->message, "Paused.  'step' plays one move, 'resume' goes on.\n");
    play_update(game);
}

void play_resume(PlayGame *game) {
    game->stepping = false;
    if (controller_resume(game->controller, clock_ms()) == CONTROLLER_NOTHING_TO_DO)
        text_string(&game->message, "The game is not paused.\n");
    play_update(game);
}

void play_step(PlayGame *game) {
    if (controller_is_over(game->controller)) {
        refuse(game, CONTROLLER_GAME_OVER);
    } else if (controller_is_human_turn(game->controller)) {
        text_string(&game->message, "The next move is yours; 'step' is for computers.\n");
    } else {
        game->stepping = true;
        controller_resume(game->controller, clock_ms());
        controller_move_now(game->controller);
        play_update(game);
    }
}

void play_end_step(PlayGame *game) {
    bool holds = game->stepping && !controller_is_over(game->controller) &&
                 !controller_is_human_turn(game->controller);
    game->stepping = false;
    if (holds) controller_pause(game->controller, clock_ms());
}

void play_set_move_delay(PlayGame *game, int64_t move_delay_ms) {
    game->move_delay_ms = move_delay_ms;
    controller_set_move_delay(game->controller, move_delay_ms);
    if (move_delay_ms == MOVE_DELAY_HUMAN)
        text_string(&game->message, "Computers take as long as people.\n");
    else if (move_delay_ms == 0)
        text_string(&game->message, "Computers move at once.\n");
    else
        text_format(&game->message, "Computers take %.1f s a move.\n",
                    (double)move_delay_ms / 1000);
}

static int64_t faster(int64_t move_delay_ms) {
    if (move_delay_ms == MOVE_DELAY_HUMAN) move_delay_ms = DELAY_HUMAN;
    return move_delay_ms <= DELAY_SHORTEST ? 0 : move_delay_ms / 2;
}

static int64_t slower(int64_t move_delay_ms) {
    if (move_delay_ms == MOVE_DELAY_HUMAN) move_delay_ms = DELAY_HUMAN;
    if (move_delay_ms < DELAY_SHORTEST) return DELAY_SHORTEST;
    return move_delay_ms * 2 < DELAY_LONGEST ? move_delay_ms * 2 : DELAY_LONGEST;
}

/* Does the game go on without input: a computer to move, or a running clock? */
static bool runs(const PlayGame *game) {
    const GameController *a = game->controller;
    return !controller_is_over(a) && (!controller_is_human_turn(a) || controller_has_clocks(a));
}

bool play_key(PlayGame *game, char key) {
    bool watched =
        controller_human_count(game->controller) == 0 && !controller_is_over(game->controller);
    bool thinks =
        !controller_is_over(game->controller) && !controller_is_human_turn(game->controller);
    if (key == ' ' && controller_is_paused(game->controller))
        play_resume(game);
    else if (key == ' ' && runs(game))
        play_pause(game);
    else if (key == ' ')
        text_string(&game->message, "Nothing to pause.  Type a move, or help.\n");
    else if (key == '.' && thinks)
        play_step(game);
    else if (key == '+' && watched)
        play_set_move_delay(game, faster(game->move_delay_ms));
    else if (key == '-' && watched)
        play_set_move_delay(game, slower(game->move_delay_ms));
    else
        return false;
    return true;
}

// SPDX-License-Identifier: MIT
//
// Mate puzzles.  For the game controller both players are people; this file plays the defender's
// moves, which the mate solver chooses.
#include "terminal/game/play.h"

#include "base/os/clock.h"
#include "core/piece_names.h"

#include <string.h>

static const char SOLVED_FILE[] = "mates";

int play_puzzle_left(const PlayGame *game) {
    return game->setup->puzzle->moves - controller_game(game->controller)->count / 2;
}

static void play_both(PlayGame *game, Move move, Move reply) {
    game->hints = 0;
    controller_move(game->controller, move, clock_ms());
    if (reply != NO_MOVE) controller_move(game->controller, reply, clock_ms());
    play_collect_events(game);
}

void play_puzzle_try(PlayGame *game, Move move) {
    const Position *pos = controller_position(game->controller);
    PuzzleAnswer answer = puzzle_try(game->solver, pos, play_puzzle_left(game), move);
    char san[SAN_MAX], reply[SAN_MAX] = "";
    Position after = *pos;
    san_write(pos, move, san);
    position_play(&after, move);
    if (answer.reply != NO_MOVE) san_write(&after, answer.reply, reply);
    switch (answer.verdict) {
    case PUZZLE_SOLVED:
        play_state_append(SOLVED_FILE, game->setup->puzzle->fen);
        play_both(game, move, NO_MOVE);
        text_format(&game->message, "%s is mate: solved.\n", san);
        break;
    case PUZZLE_CONTINUES:
        play_both(game, move, answer.reply);
        text_format(&game->message, "%s is right.  The best defence is %s.\n", san, reply);
        break;
    case PUZZLE_REFUTED:
        if (*reply)
            text_format(&game->message, "Not %s: %s averts the mate.\n", san, reply);
        else
            text_format(&game->message, "Not %s: that is stalemate.\n", san);
        break;
    case PUZZLE_UNKNOWN:
        text_format(&game->message, "Whether %s mates was not settled in time.\n", san);
        break;
    }
}

/* The key move of the position; NO_MOVE, with a message, if there is none to show. */
static Move find_key(PlayGame *game) {
    Move key = NO_MOVE;
    if (controller_is_over(game->controller))
        text_string(&game->message, "It is solved.\n");
    else if (!(key = puzzle_key(game->solver, controller_position(game->controller),
                                play_puzzle_left(game))))
        text_string(&game->message, "No mate was found in time.\n");
    return key;
}

void play_puzzle_hint(PlayGame *game) {
    Move key = find_key(game);
    if (key == NO_MOVE) return;
    if (game->hints < 3) game->hints++;
    play_put_hint(game, key, game->hints);
}

void play_puzzle_solution(PlayGame *game) {
    Move key = find_key(game);
    if (key != NO_MOVE) play_put_hint(game, key, 3);
}

void play_puzzle_undo(PlayGame *game) {
    int count = controller_game(game->controller)->count, to = count % 2 ? count - 1 : count - 2;
    game->hints = 0;
    if (to < 0)
        text_string(&game->message, "There is nothing to take back.\n");
    else
        controller_go_to(game->controller, to, clock_ms());
    play_update(game);
}

// --- solved puzzles ---

static bool has_line(const FileContents *file, const char *line) {
    const char *text = (const char *)file->data, *end = text + file->size;
    size_t length = strlen(line);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        if (!stop) stop = end;
        if ((size_t)(stop - text) == length && memcmp(text, line, length) == 0) return true;
        text = stop + 1;
    }
    return false;
}

PuzzleProgress play_puzzle_progress(int moves) {
    PuzzleProgress p = {.next = -1};
    char path[STATE_PATH_MAX];
    FileContents file = {.size = 0};
    bool known = play_state_file(SOLVED_FILE, path) && file_load(path, &file);
    int first = -1;
    for (int i = 0; puzzle_at(i); i++) {
        if (puzzle_at(i)->moves != moves) continue;
        if (first < 0) first = i;
        bool solved = known && has_line(&file, puzzle_at(i)->fen);
        p.count++;
        p.solved += solved;
        if (!solved && p.next < 0) p.next = i;
    }
    if (known) file_contents_free(&file);
    if (p.next < 0) p.next = first;
    return p;
}

// SPDX-License-Identifier: MIT
//
// Any line as the command line of a player program and any bytes as its output: the player gives a
// legal move or a reason why not.  The first bytes choose the position.
#include "fuzz/fuzz_clock.h"
#include "fuzz/fuzz_process.h"

#include "play/players/player.h"

enum { COMMAND_MAX = 300 };

/* The words of a command line have no more characters than the line. */
static void check_words(const char *line) {
    int count = 0;
    size_t total = 0;
    char **words = process_split_command(line, &count);
    for (int i = 0; words && i < count; i++) total += strlen(words[i]);
    fuzz_assert(!words || (count > 0 && !words[count] && total <= strlen(line)));
    free(words);
}

static void ask(Player *player, const Game *game) {
    SearchLimits limits = {.movetime_ms = 100};
    atomic_bool never = false;
    limits.stop = &never;
    PlayerChoice choice = player_choose(player, game, &limits, NULL);
    fuzz_assert(!choice.no_memory);
    fuzz_assert((choice.move == NO_MOVE) == (choice.fault[0] != '\0'));
    fuzz_assert_printable(choice.fault);
}

/* The first line is the command line. */
static void play(const Position *pos, const uint8_t *data, size_t size) {
    char command[COMMAND_MAX] = "cmd:", error[PLAYER_ERROR_MAX] = "";
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    size_t length = end ? (size_t)(end - data) : 0;
    if (!end || !fuzz_text(data, length, command + 4, sizeof command - 4)) return;
    text_sanitize(command, strlen(command)); // error messages repeat it
    check_words(command + 4);
    Player *player = player_new(command, &PLAYER_DEFAULTS, error);
    fuzz_assert((player != NULL) == (error[0] == '\0'));
    Game game;
    fuzz_assert(game_init(&game, pos));
    fuzz_set_program_output(end + 1, size - length - 1);
    for (int i = 0; player && i < 3; i++) ask(player, &game);
    game_free(&game);
    player_free(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Position pos = fuzz_position(&data, &size);
    fuzz_set_clock(100, 1);
    if (!outcome_is_over(position_outcome(&pos))) play(&pos, data, size);
    return 0;
}

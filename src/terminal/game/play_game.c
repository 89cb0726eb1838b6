// SPDX-License-Identifier: MIT
#include "terminal/game/play.h"

#include "base/os/clock.h"
#include "cmd/common/command.h"
#include "core/outcome.h"
#include "core/piece_names.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <errno.h>
#include <string.h>

enum { PUZZLE_MEGABYTES = 16 };

static bool make_players(PlayGame *game) {
    const PlaySetup *setup = game->setup;
    for (int c = 0; c < 2; c++) {
        char error[PLAYER_ERROR_MAX];
        PlayerOptions options = setup->player_options;
        options.prober = tablebases_prober(&setup->endings);
        errno = 0;
        game->players[c] = player_new(setup->players[c], &options, error);
        if (game->players[c]) continue;
        game->failed = errno == ENOMEM;
        print_error("%s: %s", c == WHITE ? "--white" : "--black", error);
        return false;
    }
    return true;
}

bool play_game_start(PlayGame *game, const PlaySetup *setup) {
    *game = (PlayGame){.setup = setup,
                       .from = NO_SQUARE,
                       .flip = setup->flip,
                       .shown = -1,
                       .move_delay_ms = setup->move_delay_ms,
                       .eval_bar = setup->analysis,
                       .changed = true,
                       .message = text_growing()};
    event_init(&game->wakeup);
    if (setup->puzzle) game->solver = mate_solver_new(1, PUZZLE_MEGABYTES);
    if (make_players(game) && (!setup->puzzle || game->solver)) {
        ControllerOptions options = {.start = setup->start,
                                     .opening = setup->moves,
                                     .opening_count = setup->move_count,
                                     .players = {game->players[WHITE], game->players[BLACK]},
                                     .budget = {{.time = setup->time}, {.time = setup->time}},
                                     .seed = setup->player_options.seed,
                                     .move_delay_ms = setup->move_delay_ms,
                                     .prober = tablebases_prober(&setup->endings),
                                     .threaded = true,
                                     .wake = event_set,
                                     .context = &game->wakeup};
        game->controller = controller_new(&options, clock_ms());
        for (Color c = WHITE; game->controller && setup->moves && c <= BLACK; c++)
            if (setup->left_ms[c] >= 0)
                controller_set_time_left(game->controller, c, setup->left_ms[c], clock_ms());
        if (game->controller) return true;
        print_memory_error();
    }
    play_game_end(game);
    return false;
}

void play_game_end(PlayGame *game) {
    if (game->controller) play_autosave(game, true);
    controller_free(game->controller);
    mate_solver_free(game->solver);
    for (int c = 0; c < 2; c++) player_free(game->players[c]);
    event_destroy(&game->wakeup);
    text_free(&game->message);
}

void play_name(const PlayGame *game, Color c, char out[PLAY_TEXT_MAX]) {
    Text t = text_on(out, PLAY_TEXT_MAX);
    const Player *player = controller_player(game->controller, c);
    text_string(&t, color_name(c));
    if (!player_is_human(player)) text_format(&t, " Bot (%s)", player->name);
}

void play_turn(const PlayGame *game, char out[PLAY_TEXT_MAX]) {
    const GameController *a = game->controller;
    Text t = text_on(out, PLAY_TEXT_MAX);
    text_string(&t, "");
    if (controller_is_over(a)) return;
    Color turn = position_turn(controller_position(a));
    if (!player_is_human(controller_player(a, turn)))
        text_format(&t, "%s Bot's turn", color_name(turn));
    else if (controller_human_count(a) == 1)
        text_string(&t, "Your turn");
    else
        text_format(&t, "%s's turn", color_name(turn));
}

/* The prompt for a whole move or a command. */
static void prompt_for_move(const PlayGame *game, Text *out) {
    const GameController *a = game->controller;
    const char *turn = color_name(position_turn(controller_position(a)));
    if (game->setup->puzzle && controller_is_over(a))
        text_string(out, "Solved (Enter goes on, quit leaves): ");
    else if (game->setup->puzzle)
        text_format(out, "%s mates in %d, or help: ", turn, play_puzzle_left(game));
    else if (controller_is_over(a))
        text_string(out, "The game is over (Enter leaves, or help): ");
    else if (controller_is_paused(a))
        text_string(out, "Paused (resume, step or help): ");
    else if (controller_is_human_turn(a) && controller_human_count(a) == 1)
        text_string(out, "Your move, or help: ");
    else if (controller_is_human_turn(a))
        text_format(out, "%s's move, or help: ", turn);
    else if (controller_human_count(a) == 0)
        text_string(out, "The bots play (Space pauses, . steps, + and - speed): ");
    else
        text_format(out, "%s Bot thinks (Space pauses, . hurries, or help): ", turn);
}

void play_prompt(const PlayGame *game, char out[PLAY_TEXT_MAX]) {
    static const char *const QUESTIONS[] = {
        [PROMPT_FROM_ROW] = "Row of the piece (1-8): ",
        [PROMPT_TO_COLUMN] = "Column of the target (a-h): ",
        [PROMPT_TO_ROW] = "Row of the target (1-8): ",
        [PROMPT_CHOICE] = "Which one? ",
        [PROMPT_DRAW] = "Is the draw agreed (yes or no)? ",
        [PROMPT_LEAVE] = "Leave the game (yes or no)? ",
        [PROMPT_NEW] = "Start again and lose this game (yes or no)? ",
        [PROMPT_REPLACE] = "Replace the file (yes or no)? ",
    };
    Text t = text_on(out, PLAY_TEXT_MAX);
    if (game->ask == PROMPT_MOVE)
        prompt_for_move(game, &t);
    else
        text_string(&t, QUESTIONS[game->ask]);
}

/* Back to asking for a whole move. */
static void ask_anew(PlayGame *game) {
    game->ask = PROMPT_MOVE;
    game->from = NO_SQUARE;
}

int play_shown_ply(const PlayGame *game) {
    int count = controller_game(game->controller)->count;
    return game->shown >= 0 && game->shown < count ? game->shown : count;
}

void play_browse(PlayGame *game, int plies) {
    int count = controller_game(game->controller)->count, to = play_shown_ply(game) + plies;
    game->shown = to >= count ? -1 : to > 0 ? to : 0;
}

static void play_move(PlayGame *game, Move move) {
    ask_anew(game);
    if (game->setup->puzzle) {
        play_puzzle_try(game, move);
        return;
    }
    ControllerError refusal = controller_move(game->controller, move, clock_ms());
    if (refusal != CONTROLLER_OK)
        text_format(&game->message, "That cannot be: %s.\n", controller_error_text(refusal));
    play_collect_events(game); // the answer comes after the board was shown
}

static void put_choices(PlayGame *game) {
    const Position *pos = controller_position(game->controller);
    text_string(&game->message, "Several moves are meant by that:");
    for (int i = 0; i < game->choices.count; i++) {
        char san[SAN_MAX], coord[UCI_MOVE_MAX];
        san_write(pos, game->choices.items[i], san);
        uci_move_write(pos, game->choices.items[i], false, coord);
        text_format(&game->message, "%s %d %s (%s)", i ? "," : "", i + 1, san, coord);
    }
    text_string(&game->message, ".\n");
}

static void put_targets(PlayGame *game, const MoveList *moves) {
    char square[3];
    Bitboard targets = 0;
    for (int i = 0; i < moves->count; i++) targets |= bit(move_to(moves->items[i]));
    square_write(game->from, square);
    const Position *pos = controller_position(game->controller);
    text_format(&game->message, "The %s on %s can go to",
                role_name(piece_role(pos->piece[game->from])), square);
    FOR_EACH_SQUARE(s, targets) {
        square_write(s, square);
        text_format(&game->message, " %s", square);
    }
    text_string(&game->message, ".\n");
}

/* Suggests the nearest command for a line that is not a move. */
static bool suggest_word(PlayGame *game, const char *typed) {
    const char *word = play_command_near(game, typed);
    if (!word) return false;
    text_quote(&game->message, typed);
    text_format(&game->message, " is not understood; did you mean '%s'?\n", word);
    return true;
}

/* Plays a move that was read, or asks for the rest of one. */
static void take_input(PlayGame *game, const MoveInput *input, const char *typed) {
    ask_anew(game);
    switch (input->kind) {
    case MOVE_INPUT_MOVE: play_move(game, input->move); return;
    case MOVE_INPUT_AMBIGUOUS:
        game->choices = input->choices;
        game->ask = PROMPT_CHOICE;
        put_choices(game);
        return;
    case MOVE_INPUT_PIECE:
        game->from = input->from;
        game->ask = PROMPT_TO_COLUMN;
        put_targets(game, &input->choices);
        return;
    case MOVE_INPUT_UNREADABLE:
    case MOVE_INPUT_ILLEGAL:
        if (input->kind == MOVE_INPUT_UNREADABLE && suggest_word(game, typed)) return;
        text_format(&game->message, "Not possible: %s.\n", input->why);
        return;
    }
}

void play_squares(PlayGame *game, Square from, Square to) {
    MoveInput input = move_input_from_squares(controller_position(game->controller), from, to);
    take_input(game, &input, "");
}

static bool read_column(const char *text, int *out) {
    char c = char_lower(text[0]);
    if (c < 'a' || c > 'h' || text[1] != '\0') return false;
    *out = c - 'a';
    return true;
}

static bool read_row(const char *text, int *out) {
    if (text[0] < '1' || text[0] > '8' || text[1] != '\0') return false;
    *out = text[0] - '1';
    return true;
}

void play_piece(PlayGame *game, Square from) {
    const Position *pos = controller_position(game->controller);
    char square[3];
    square_write(from, square);
    ask_anew(game);
    Piece piece = pos->piece[from];
    if (piece == NO_PIECE)
        text_format(&game->message, "Not possible: there is no piece on %s.\n", square);
    else if (piece_color(piece) != position_turn(pos))
        text_format(&game->message, "Not possible: the %s on %s belongs to the opponent.\n",
                    role_name(piece_role(piece)), square);
    else {
        MoveInput input = {.kind = MOVE_INPUT_PIECE, .from = from};
        move_input_moves_from(pos, from, &input.choices);
        if (input.choices.count == 0) {
            text_format(&game->message, "Not possible: the %s on %s has no legal move.\n",
                        role_name(piece_role(piece)), square);
            return;
        }
        take_input(game, &input, "");
    }
}

/* Handles the answer to a prompt for a part of a move; returns false if the line is none. */
static bool answer_part(PlayGame *game, const char *line) {
    int row;
    Square to = strlen(line) == 2 ? square_read(line) : NO_SQUARE;
    switch (game->ask) {
    case PROMPT_FROM_ROW:
        if (!read_row(line, &row)) return false;
        play_piece(game, square_at(game->column, row));
        return true;
    case PROMPT_TO_COLUMN:
        if (to != NO_SQUARE) {
            play_squares(game, game->from, to);
            return true;
        }
        if (!read_column(line, &game->column)) return false;
        game->ask = PROMPT_TO_ROW;
        return true;
    case PROMPT_TO_ROW:
        if (!read_row(line, &row)) return false;
        play_squares(game, game->from, square_at(game->column, row));
        return true;
    default: return false;
    }
}

static bool answer_choice(PlayGame *game, const char *line) {
    Move move = move_input_pick(controller_position(game->controller), &game->choices, line);
    if (move == NO_MOVE) return false;
    play_move(game, move);
    return true;
}

/* Carries out the answer, yes or no, to a question. */
static void conclude(PlayGame *game, PlayPrompt asked, bool yes) {
    switch (asked) {
    case PROMPT_DRAW:
        if (yes)
            controller_accept_draw(game->controller, clock_ms());
        else
            controller_decline_draw(game->controller, clock_ms());
        break;
    case PROMPT_LEAVE: game->left = yes; break;
    case PROMPT_NEW:
        if (yes) play_restart(game);
        break;
    case PROMPT_REPLACE:
        if (yes)
            play_save_as(game, game->path);
        else
            text_string(&game->message, "The file stays as it is.\n");
        break;
    default: break;
    }
    play_update(game);
}

static bool answer_yes_or_no(PlayGame *game, const char *line) {
    char c = char_lower(line[0]);
    PlayPrompt asked = game->ask;
    if (c != 'y' && c != 'n') return false;
    ask_anew(game);
    conclude(game, asked, c == 'y');
    return true;
}

static bool answer(PlayGame *game, const char *line) {
    switch (game->ask) {
    case PROMPT_MOVE: return false;
    case PROMPT_CHOICE: return answer_choice(game, line);
    case PROMPT_DRAW:
    case PROMPT_LEAVE:
    case PROMPT_NEW:
    case PROMPT_REPLACE: return answer_yes_or_no(game, line);
    default: return answer_part(game, line);
    }
}

static void read_whole_move(PlayGame *game, const char *line) {
    if (controller_is_over(game->controller)) {
        text_string(&game->message,
                    "The game is over; 'undo' takes moves back, 'new' starts again, "
                    "'quit' leaves.\n");
        return;
    }
    if (!controller_is_human_turn(game->controller)) {
        text_string(&game->message, "It is not your turn.\n");
        return;
    }
    if (read_column(line, &game->column)) {
        game->ask = PROMPT_FROM_ROW;
        return;
    }
    MoveInput input = move_input_read(controller_position(game->controller), line);
    take_input(game, &input, line);
}

void play_handle_line(PlayGame *game, const char *line) {
    char text[PLAY_TEXT_MAX * 4];
    Text t = text_on(text, sizeof text);
    while (char_is_space(*line)) line++;
    size_t length = strlen(line);
    while (length > 0 && char_is_space(line[length - 1])) length--;
    text_bytes(&t, line, length);
    bool was_over = controller_is_over(game->controller);
    play_update(game);
    if (!was_over && controller_is_over(game->controller)) return; // the person lost on time before
    if (length == 0) {
        game->left |= controller_is_over(game->controller);
        game->goes_on = game->left && game->setup->puzzle;
        if (game->ask != PROMPT_MOVE) text_string(&game->message, "Never mind.\n");
        ask_anew(game);
        return;
    }
    if (answer(game, text)) return;
    if (play_run_command(game, text)) return;
    bool asked_for_part = game->ask != PROMPT_MOVE && game->ask != PROMPT_CHOICE;
    if (game->ask >= PROMPT_DRAW ||
        (asked_for_part && length <= 2)) { // else it may be a whole move
        text_quote(&game->message, text);
        text_string(&game->message, " is not an answer to that; an empty line goes back.\n");
        return;
    }
    read_whole_move(game, text);
}

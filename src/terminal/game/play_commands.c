// SPDX-License-Identifier: MIT
//
// The commands that can be typed during a game.
#include "terminal/game/play.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "core/piece_names.h"
#include "play/game/game_pgn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Adds the reason to the message if a command was refused; returns true if it was carried out. */
static bool put_refusal(PlayGame *game, ControllerError refusal, const char *nothing) {
    if (refusal == CONTROLLER_NOTHING_TO_DO)
        text_format(&game->message, "%s\n", nothing);
    else if (refusal != CONTROLLER_OK)
        text_format(&game->message, "That cannot be: %s.\n", controller_error_text(refusal));
    play_update(game);
    return refusal == CONTROLLER_OK;
}

static void do_undo(PlayGame *game, const char *rest) {
    (void)rest;
    game->ask = PROMPT_MOVE;
    if (game->setup->puzzle) {
        play_puzzle_undo(game);
        return;
    }
    put_refusal(game, controller_undo(game->controller, clock_ms()),
                "There is nothing to take back.");
}

static void do_redo(PlayGame *game, const char *rest) {
    (void)rest;
    game->ask = PROMPT_MOVE;
    put_refusal(game, controller_redo(game->controller, clock_ms()),
                "There is nothing to play again.");
}

static void do_hint(PlayGame *game, const char *rest) {
    (void)rest;
    if (game->setup->puzzle) {
        play_puzzle_hint(game);
        return;
    }
    game->awaits_advice = true; // until it has come
    ControllerError refusal = controller_hint(game->controller, clock_ms());
    if (refusal != CONTROLLER_OK) play_put_no_advice(game, true, controller_error_text(refusal));
    play_update(game);
    game->awaits_advice = game->awaits_advice && refusal == CONTROLLER_OK;
}

static void do_flip(PlayGame *game, const char *rest) {
    (void)rest;
    game->flip = !game->flip;
    game->changed = true;
}

static void do_resign(PlayGame *game, const char *rest) {
    (void)rest;
    const GameController *a = game->controller;
    game->ask = PROMPT_MOVE;
    // against a computer the person resigns, whichever side is to move
    Color loser = position_turn(controller_position(a));
    if (controller_human_count(a) == 1 && !player_is_human(controller_player(a, loser)))
        loser = other(loser);
    if (controller_is_over(a))
        text_string(&game->message, "The game is over already.\n");
    else
        put_refusal(game, controller_resign(game->controller, loser, clock_ms()), "");
}

static void do_draw(PlayGame *game, const char *rest) {
    (void)rest;
    GameController *a = game->controller;
    game->ask = PROMPT_MOVE;
    if (controller_is_over(a)) {
        text_string(&game->message, "The game is over already.\n");
    } else if (!controller_is_human_turn(a)) {
        text_string(&game->message, "A draw can be offered when it is your turn.\n");
    } else if (controller_claim_draw(a, clock_ms()) == CONTROLLER_OK) {
        text_string(&game->message, "You claim the draw.\n");
        play_update(game);
    } else {
        game->awaits_advice =
            !player_is_human(controller_player(a, other(position_turn(controller_position(a)))));
        if (!put_refusal(game, controller_offer_draw(a, clock_ms()), ""))
            game->awaits_advice = false;
    }
}

bool play_save(const PlayGame *game, const char *path, char error[PLAY_ERROR_MAX]) {
    Text why = text_on(error, PLAY_ERROR_MAX);
    Text out = text_growing();
    controller_write_pgn(game->controller, &out);
    FileChunk part = {text_get(&out), out.used};
    bool saved = false;
    if (out.failed)
        text_string(&why, "not enough memory");
    else if (!(saved = file_replace(path, &part, 1)))
        text_format(&why, "%.160s: %s", path, strerror(errno));
    text_free(&out);
    return saved;
}

void play_save_as(PlayGame *game, const char *path) {
    char error[PLAY_ERROR_MAX];
    if (play_save(game, path, error))
        text_format(&game->message, "The game is saved in %s.\n", path);
    else
        text_format(&game->message, "The game is not saved: %s.\n", error);
}

bool play_record(PlayGame *game, char error[PLAY_ERROR_MAX]) {
    Text why = text_on(error, PLAY_ERROR_MAX), out = text_growing();
    controller_write_pgn(game->controller, &out);
    bool good = !game->setup->pgn ||
                (!out.failed && file_log_add(game->setup->pgn, text_get(&out), out.used));
    if (!good)
        text_format(&why, "%.160s: %s", game->setup->pgn_path,
                    out.failed ? "not enough memory" : strerror(errno));
    text_free(&out);
    return good;
}

static void do_save(PlayGame *game, const char *rest) {
    Text path = text_on(game->path, sizeof game->path);
    text_string(&path, rest);
    if (!*rest) {
        text_string(&game->message, "Name the file: save game.pgn\n");
    } else if (path.failed) {
        text_string(&game->message, "The name of the file is too long.\n");
    } else if (file_exists(rest)) {
        text_format(&game->message, "There is a file %s already.\n", rest);
        game->ask = PROMPT_REPLACE;
    } else {
        play_save_as(game, rest);
    }
}

bool play_read_file(const char *path, const Rules *rules, MainLine *line,
                    char error[GAME_PGN_ERROR_MAX]) {
    Text why = text_on(error, GAME_PGN_ERROR_MAX);
    char name[PLAY_PATH_MAX];
    Text t = text_on(name, sizeof name);
    const char *hash = strrchr(path, '#');
    int64_t number = 1;
    if (hash && !text_to_int(hash + 1, 1, INT32_MAX, &number)) hash = NULL;
    text_bytes(&t, path, hash ? (size_t)(hash - path) : strlen(path));
    FileContents file;
    if (t.failed || !file_load(name, &file)) {
        text_format(&why, "%.160s cannot be read", name);
        return false;
    }
    bool good =
        game_pgn_read((const char *)file.data, file.size, (int)number - 1, rules, line, error);
    file_contents_free(&file);
    return good;
}

/* Is Black the only person? */
static bool plays_black(const PlayGame *game) {
    return player_is_human(controller_player(game->controller, BLACK)) &&
           !player_is_human(controller_player(game->controller, WHITE));
}

/* Reads a file and plays on from what it holds; `left_out`: moves of the game that cannot be. */
static bool load(PlayGame *game, const char *path, int *left_out, char error[GAME_PGN_ERROR_MAX]) {
    Text why = text_on(error, GAME_PGN_ERROR_MAX);
    MainLine line;
    const Rules *before = controller_position(game->controller)->rules;
    if (!play_read_file(path, before, &line, error)) return false;
    ControllerError refusal =
        controller_start_game(game->controller, &line.start, line.moves, line.count, clock_ms());
    free(line.moves);
    *left_out = line.left_out;
    if (refusal != CONTROLLER_OK)
        text_string(&why, controller_error_text(refusal));
    else if (controller_position(game->controller)->rules !=
             before) // the score of the old game does not apply
        game->flip =
            plays_black(game) && controller_position(game->controller)->rules->is_symmetric;
    return refusal == CONTROLLER_OK;
}

static void do_load(PlayGame *game, const char *rest) {
    char error[GAME_PGN_ERROR_MAX];
    int left_out;
    if (!*rest) {
        text_string(&game->message, "Name the file: load game.pgn\n");
        return;
    }
    game->owns_autosave = false; // the game so far is another one
    if (!load(game, rest, &left_out, error)) {
        text_format(&game->message, "Not loaded: %s.\n", error);
        return;
    }
    game->ask = PROMPT_MOVE;
    int count = controller_game(game->controller)->count;
    text_format(&game->message, "Loaded %s, %d half-move%s.\n", rest, count,
                plural_s((uint64_t)count));
    if (left_out)
        text_format(&game->message, "The game goes on with %d more that cannot be played.\n",
                    left_out);
    play_update(game);
}

static void do_fen(PlayGame *game, const char *rest) {
    (void)rest;
    char fen[FEN_MAX];
    fen_write_position(controller_position(game->controller), fen);
    text_format(&game->message, "%s\n", fen);
}

/* Adds the table value of a move, unless the fifty-move rule could end the game before. */
static void put_value(PlayGame *game, const Position *pos, const TableMove *m) {
    char san[SAN_MAX], words[TABLE_VALUE_TEXT_MAX];
    san_write(pos, m->move, san);
    if (m->value.plies + pos->halfmove <= pos->rules->halfmove_limit)
        table_value_describe(m->value, position_turn(pos), words);
    else
        strcpy(words, "too far: the fifty moves end first");
    text_format(&game->message, "%-7s %s\n", san, words);
}

/* Lists the legal moves, with their values if the tables know the position. */
static void do_moves(PlayGame *game, const char *rest) {
    (void)rest;
    const Position *pos = controller_position(game->controller);
    const RkTablebase *tables = game->setup->endings.race;
    TableMove values[MOVES_MAX];
    TableValue value;
    MoveList list;
    position_legal_moves(pos, &list);
    if (controller_is_over(game->controller) || list.count == 0) {
        text_string(&game->message, "There are no moves: the game is over.\n");
        return;
    }
    bool known = tablebases_probe_race(tables, pos, &value) &&
                 rk_tablebase_probe_moves(tables, &pos->board, values) == list.count;
    for (int i = 0; known && i < list.count; i++) put_value(game, pos, &values[i]);
    for (int i = 0; !known && i < list.count; i++) {
        char san[SAN_MAX];
        san_write(pos, list.items[i], san);
        text_format(&game->message, "%s%s", san, i + 1 == list.count ? "\n" : " ");
    }
}

static void do_eval(PlayGame *game, const char *rest) {
    (void)rest;
    game->eval_bar = !game->eval_bar;
    game->has_score = false;
    if (!game->eval_bar)
        text_string(&game->message, "The evaluation is hidden.\n");
    else
        game->awaits_advice = play_evaluate(game);
    play_update(game);
}

static void do_board(PlayGame *game, const char *rest) {
    (void)rest;
    game->changed = true;
}

void play_restart(PlayGame *game) {
    Position start = *game_start(controller_game(game->controller));
    game->ask = PROMPT_MOVE;
    game->owns_autosave = false;
    put_refusal(game, controller_start_game(game->controller, &start, NULL, 0, clock_ms()), "");
}

/* Would leaving lose a game?  Then the person is asked first. */
static bool is_under_way(const PlayGame *game) {
    return game->setup->asks && !game->setup->casual &&
           controller_game(game->controller)->count > 0 && !controller_is_over(game->controller);
}

static void do_new(PlayGame *game, const char *rest) {
    (void)rest;
    if (is_under_way(game))
        game->ask = PROMPT_NEW;
    else
        play_restart(game);
}

static void do_quit(PlayGame *game, const char *rest) {
    (void)rest;
    game->left = !is_under_way(game);
    if (game->left) return;
    text_string(&game->message, "The game is kept: 'Continue the last game' goes on with it.\n");
    game->ask = PROMPT_LEAVE;
}

static void do_pause(PlayGame *game, const char *rest) {
    (void)rest;
    play_pause(game);
}

static void do_resume(PlayGame *game, const char *rest) {
    (void)rest;
    play_resume(game);
}

static void do_step(PlayGame *game, const char *rest) {
    (void)rest;
    play_step(game);
}

static void do_pace(PlayGame *game, const char *rest) {
    int64_t pace;
    if (move_delay_read(rest, &pace))
        play_set_move_delay(game, pace);
    else
        text_format(&game->message,
                    "Say how many milliseconds, 0 to %d, or human: pace 500, pace human\n",
                    MOVE_DELAY_MAX);
}

static void do_solution(PlayGame *game, const char *rest) {
    (void)rest;
    play_puzzle_solution(game);
}

static void do_next(PlayGame *game, const char *rest) {
    (void)rest;
    game->left = game->goes_on = true;
}

static void do_help(PlayGame *game, const char *rest);

/* Where a command is available. */
typedef enum { ANYWHERE, IN_GAMES, IN_PUZZLES } CommandScope;

typedef struct {
    const char *name, *other, *help;
    void (*run)(PlayGame *game, const char *rest);
    CommandScope scope;
} PlayCommand;

static bool is_known(const PlayGame *game, const PlayCommand *word) {
    return word->scope == ANYWHERE || (word->scope == IN_PUZZLES) == (game->setup->puzzle != NULL);
}

static const PlayCommand PLAY_COMMANDS[] = {
    {"help", "?", "this list", do_help, ANYWHERE},
    {"moves", NULL, "the legal moves", do_moves, ANYWHERE},
    {"hint", NULL, "a hint: the piece; again: its target; again: the move", do_hint, ANYWHERE},
    {"undo", NULL, "take your last move back", do_undo, ANYWHERE},
    {"redo", NULL, "play it again", do_redo, IN_GAMES},
    {"flip", NULL, "turn the board round", do_flip, ANYWHERE},
    {"board", "show", "show the board again", do_board, ANYWHERE},
    {"eval", NULL, "show or hide the evaluation", do_eval, IN_GAMES},
    {"draw", NULL, "claim a draw or offer one", do_draw, IN_GAMES},
    {"resign", NULL, "give up", do_resign, IN_GAMES},
    {"pause", NULL, "stop clocks and computers", do_pause, IN_GAMES},
    {"resume", "go", "let them go on", do_resume, IN_GAMES},
    {"step", NULL, "let a computer make one move, now", do_step, IN_GAMES},
    {"pace", NULL, "pace MS: the pause between two computers; pace human: they take their time",
     do_pace, IN_GAMES},
    {"save", NULL, "save FILE: write the game as PGN", do_save, ANYWHERE},
    {"load", NULL, "load FILE[#N]: go on with game N of a PGN file", do_load, IN_GAMES},
    {"fen", NULL, "the position as FEN", do_fen, ANYWHERE},
    {"new", NULL, "start again", do_new, IN_GAMES},
    {"solution", NULL, "show the move that mates", do_solution, IN_PUZZLES},
    {"next", NULL, "go on with the next one", do_next, IN_PUZZLES},
    {"quit", "exit", "leave the game", do_quit, ANYWHERE},
};

static void do_help(PlayGame *game, const char *rest) {
    (void)rest;
    if (game->setup->puzzle)
        text_string(&game->message, "Find the mate; every move is answered by the best defence.\n");
    bool pawns = controller_position(game->controller)->rules->traits.pawns;
    text_format(&game->message, "Moves: Nf3, %s; or a column, and the rest is asked.\n",
                pawns ? "e2e4, e2 e4, O-O, e8=Q" : "g1f3, g1 f3");
    for (size_t i = 0; i < sizeof PLAY_COMMANDS / sizeof *PLAY_COMMANDS; i++)
        if (is_known(game, &PLAY_COMMANDS[i]))
            text_format(&game->message, "  %-8s %s\n", PLAY_COMMANDS[i].name,
                        PLAY_COMMANDS[i].help);
}

bool play_run_command(PlayGame *game, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return false;
    for (size_t i = 0; i < sizeof PLAY_COMMANDS / sizeof *PLAY_COMMANDS; i++) {
        const PlayCommand *w = &PLAY_COMMANDS[i];
        bool named = span_is_nocase(word, length, w->name);
        if (!is_known(game, w)) continue;
        if (!named && !(w->other && span_is_nocase(word, length, w->other))) continue;
        cursor_skip_spaces(&c);
        w->run(game, c.at);
        return true;
    }
    return false;
}

const char *play_command_near(const PlayGame *game, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return NULL;
    NearWord near = near_word_to(word, length);
    for (size_t i = 0; i < sizeof PLAY_COMMANDS / sizeof *PLAY_COMMANDS; i++)
        if (is_known(game, &PLAY_COMMANDS[i])) near_word_try(&near, PLAY_COMMANDS[i].name);
    return near.found;
}

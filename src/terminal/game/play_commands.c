// SPDX-License-Identifier: MIT
//
// What can be typed during a game besides moves.
#include "terminal/game/play.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "core/piece_names.h"
#include "play/game/game_pgn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Says why nothing was done; true if something was. */
static bool done(PlayGame *game, ArenaRefusal refusal, const char *nothing) {
    if (refusal == ARENA_NOTHING)
        text_format(&game->message, "%s\n", nothing);
    else if (refusal != ARENA_OK)
        text_format(&game->message, "That cannot be: %s.\n", arena_refusal_text(refusal));
    play_attend(game);
    return refusal == ARENA_OK;
}

static void do_undo(PlayGame *game, const char *rest) {
    (void)rest;
    game->ask = ASK_MOVE;
    if (game->setup->puzzle) {
        play_puzzle_undo(game);
        return;
    }
    done(game, arena_undo(game->arena, clock_ms()), "There is nothing to take back.");
}

static void do_redo(PlayGame *game, const char *rest) {
    (void)rest;
    game->ask = ASK_MOVE;
    done(game, arena_redo(game->arena, clock_ms()), "There is nothing to play again.");
}

static void do_hint(PlayGame *game, const char *rest) {
    (void)rest;
    if (game->setup->puzzle) {
        play_puzzle_hint(game);
        return;
    }
    game->waits = true; // until it is told
    ArenaRefusal refusal = arena_hint(game->arena, clock_ms());
    if (refusal != ARENA_OK) play_put_unadvised(game, true, arena_refusal_text(refusal));
    play_attend(game);
    game->waits = game->waits && refusal == ARENA_OK;
}

static void do_flip(PlayGame *game, const char *rest) {
    (void)rest;
    game->flip = !game->flip;
    game->changed = true;
}

static void do_resign(PlayGame *game, const char *rest) {
    (void)rest;
    const Arena *a = game->arena;
    game->ask = ASK_MOVE;
    // against a computer it is the person who resigns, whoever is to move
    Color loser = position_turn(arena_now(a));
    if (arena_humans(a) == 1 && !player_is_human(arena_player(a, loser))) loser = other(loser);
    if (arena_is_over(a))
        text_string(&game->message, "The game is over already.\n");
    else
        done(game, arena_resign(game->arena, loser, clock_ms()), "");
}

static void do_draw(PlayGame *game, const char *rest) {
    (void)rest;
    Arena *a = game->arena;
    game->ask = ASK_MOVE;
    if (arena_is_over(a)) {
        text_string(&game->message, "The game is over already.\n");
    } else if (!arena_awaits_human(a)) {
        text_string(&game->message, "A draw can be offered when it is your turn.\n");
    } else if (arena_claim_draw(a, clock_ms()) == ARENA_OK) {
        text_string(&game->message, "You claim the draw.\n");
        play_attend(game);
    } else {
        game->waits = !player_is_human(arena_player(a, other(position_turn(arena_now(a)))));
        if (!done(game, arena_offer_draw(a, clock_ms()), "")) game->waits = false;
    }
}

bool play_save(const PlayGame *game, const char *path, char error[PLAY_ERROR_MAX]) {
    Text why = text_on(error, PLAY_ERROR_MAX);
    Text out = text_growing();
    arena_write_pgn(game->arena, &out);
    FilePart part = {text_get(&out), out.used};
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
    arena_write_pgn(game->arena, &out);
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
    } else if (file_is_there(rest)) {
        text_format(&game->message, "There is a file %s already.\n", rest);
        game->ask = ASK_REPLACE;
    } else {
        play_save_as(game, rest);
    }
}

bool play_read_file(const char *path, const Rules *rules, ScoreLine *line,
                    char error[SCORESHEET_ERROR_MAX]) {
    Text why = text_on(error, SCORESHEET_ERROR_MAX);
    char name[PLAY_PATH_MAX];
    Text t = text_on(name, sizeof name);
    const char *hash = strrchr(path, '#');
    int64_t number = 1;
    if (hash && !text_to_int(hash + 1, 1, INT32_MAX, &number)) hash = NULL;
    text_bytes(&t, path, hash ? (size_t)(hash - path) : strlen(path));
    FileView file;
    if (t.failed || !file_view(name, &file)) {
        text_format(&why, "%.160s cannot be read", name);
        return false;
    }
    bool good =
        scoresheet_read((const char *)file.data, file.size, (int)number - 1, rules, line, error);
    file_close(&file);
    return good;
}

/* Is Black the only person? */
static bool plays_black(const PlayGame *game) {
    return player_is_human(arena_player(game->arena, BLACK)) &&
           !player_is_human(arena_player(game->arena, WHITE));
}

/* Reads a file and plays on from what it holds. */
static bool load(PlayGame *game, const char *path, char error[SCORESHEET_ERROR_MAX]) {
    Text why = text_on(error, SCORESHEET_ERROR_MAX);
    ScoreLine line;
    const Rules *before = arena_now(game->arena)->rules;
    if (!play_read_file(path, before, &line, error)) return false;
    ArenaRefusal refusal =
        arena_begin(game->arena, &line.start, line.moves, line.count, clock_ms());
    free(line.moves);
    if (refusal != ARENA_OK)
        text_string(&why, arena_refusal_text(refusal));
    else if (arena_now(game->arena)->rules != before) // how the other game stood says nothing
        game->flip = plays_black(game) && arena_now(game->arena)->rules->is_symmetric;
    return refusal == ARENA_OK;
}

static void do_load(PlayGame *game, const char *rest) {
    char error[SCORESHEET_ERROR_MAX];
    if (!*rest) {
        text_string(&game->message, "Name the file: load game.pgn\n");
        return;
    }
    game->keeps = false; // the game so far is another one
    if (!load(game, rest, error)) {
        text_format(&game->message, "Not loaded: %s.\n", error);
        return;
    }
    game->ask = ASK_MOVE;
    int count = arena_game(game->arena)->count;
    text_format(&game->message, "Loaded %s, %d half-move%s.\n", rest, count,
                plural((uint64_t)count));
    play_attend(game);
}

static void do_fen(PlayGame *game, const char *rest) {
    (void)rest;
    char fen[FEN_MAX];
    fen_write_position(arena_now(game->arena), fen);
    text_format(&game->message, "%s\n", fen);
}

/* What a move leads to by the tables, unless the count of moves may come before it. */
static void put_value(PlayGame *game, const Position *pos, const TableMove *m) {
    char san[SAN_MAX], words[TABLE_WORDS_MAX];
    san_write(pos, m->move, san);
    if (m->value.plies + pos->halfmove <= pos->rules->fifty_limit)
        tables_describe(m->value, position_turn(pos), words);
    else
        strcpy(words, "too far: the fifty moves end first");
    text_format(&game->message, "%-7s %s\n", san, words);
}

/* With tables, what each move leads to; else just the moves. */
static void do_moves(PlayGame *game, const char *rest) {
    (void)rest;
    const Position *pos = arena_now(game->arena);
    const Tables *tables = game->setup->endings.race;
    TableMove values[MOVES_MAX];
    TableValue value;
    MoveList list;
    position_legal_moves(pos, &list);
    if (arena_is_over(game->arena) || list.count == 0) {
        text_string(&game->message, "There are no moves: the game is over.\n");
        return;
    }
    bool known = endings_race(tables, pos, &value) &&
                 tables_probe_moves(tables, &pos->board, values) == list.count;
    for (int i = 0; known && i < list.count; i++) put_value(game, pos, &values[i]);
    for (int i = 0; !known && i < list.count; i++) {
        char san[SAN_MAX];
        san_write(pos, list.items[i], san);
        text_format(&game->message, "%s%s", san, i + 1 == list.count ? "\n" : " ");
    }
}

static void do_eval(PlayGame *game, const char *rest) {
    (void)rest;
    game->bar = !game->bar;
    game->has_score = false;
    if (!game->bar)
        text_string(&game->message, "The evaluation is hidden.\n");
    else
        game->waits = play_evaluate(game);
    play_attend(game);
}

static void do_board(PlayGame *game, const char *rest) {
    (void)rest;
    game->changed = true;
}

void play_restart(PlayGame *game) {
    Position start = *game_start(arena_game(game->arena));
    game->ask = ASK_MOVE;
    game->keeps = false;
    done(game, arena_begin(game->arena, &start, NULL, 0, clock_ms()), "");
}

/* Would somebody be sorry? */
static bool is_under_way(const PlayGame *game) {
    return game->setup->asks && !game->setup->casual && arena_game(game->arena)->count > 0 &&
           !arena_is_over(game->arena);
}

static void do_new(PlayGame *game, const char *rest) {
    (void)rest;
    if (is_under_way(game))
        game->ask = ASK_NEW;
    else
        play_restart(game);
}

static void do_quit(PlayGame *game, const char *rest) {
    (void)rest;
    game->left = !is_under_way(game);
    if (game->left) return;
    text_string(&game->message, "The game is kept: 'Continue the last game' goes on with it.\n");
    game->ask = ASK_LEAVE;
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
    if (pace_read(rest, &pace))
        play_set_pace(game, pace);
    else
        text_format(&game->message,
                    "Say how many milliseconds, 0 to %d, or human: pace 500, pace human\n",
                    PACE_MAX);
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

/* Where a word means something. */
typedef enum { ANYWHERE, IN_GAMES, IN_PUZZLES } Place;

typedef struct {
    const char *name, *other, *help;
    void (*run)(PlayGame *game, const char *rest);
    Place place;
} Word;

static bool is_known(const PlayGame *game, const Word *word) {
    return word->place == ANYWHERE || (word->place == IN_PUZZLES) == (game->setup->puzzle != NULL);
}

static const Word WORDS[] = {
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
    bool pawns = arena_now(game->arena)->rules->has_pawns;
    text_format(&game->message, "Moves: Nf3, %s; or a column, and the rest is asked.\n",
                pawns ? "e2e4, e2 e4, O-O, e8=Q" : "g1f3, g1 f3");
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (is_known(game, &WORDS[i]))
            text_format(&game->message, "  %-8s %s\n", WORDS[i].name, WORDS[i].help);
}

bool play_word(PlayGame *game, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return false;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        const Word *w = &WORDS[i];
        bool named = span_is_nocase(word, length, w->name);
        if (!is_known(game, w)) continue;
        if (!named && !(w->other && span_is_nocase(word, length, w->other))) continue;
        cursor_skip_spaces(&c);
        w->run(game, c.at);
        return true;
    }
    return false;
}

const char *play_word_near(const PlayGame *game, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return NULL;
    NearWord near = near_word(word, length);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (is_known(game, &WORDS[i])) near_word_try(&near, WORDS[i].name);
    return near.found;
}

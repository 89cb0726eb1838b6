// SPDX-License-Identifier: MIT
//
// What can be typed during a game besides moves.
#include "roek/cmd/play.h"

#include "roek/core/names.h"
#include "roek/core/outcome.h"
#include "roek/notation/coord.h"
#include "roek/notation/fen.h"
#include "roek/notation/san.h"
#include "roek/play/session_pgn.h"
#include "roek/search/score.h"

#include <string.h>

static void do_undo(PlayGame *game, const char *rest) {
    (void)rest;
    game->ask = ASK_MOVE;
    game->changed = session_undo(game->session);
    if (!game->changed) text_string(&game->message, "There is nothing to take back.\n");
}

static void do_redo(PlayGame *game, const char *rest) {
    (void)rest;
    game->ask = ASK_MOVE;
    game->changed = session_redo(game->session);
    if (!game->changed) text_string(&game->message, "There is nothing to play again.\n");
}

static void do_hint(PlayGame *game, const char *rest) {
    (void)rest;
    char hint[HINT_MAX], verdict[TABLE_WORDS_MAX];
    if (!session_hint(game->session, hint)) {
        text_string(&game->message, "There is no hint: the game is over.\n");
        return;
    }
    text_format(&game->message, "%s\n", hint);
    if (session_verdict(game->session, verdict))
        text_format(&game->message, "With best play: %s.\n", verdict);
}

static void do_flip(PlayGame *game, const char *rest) {
    (void)rest;
    game->flip = !game->flip;
    game->changed = true;
}

static void do_resign(PlayGame *game, const char *rest) {
    (void)rest;
    const Session *s = game->session;
    game->ask = ASK_MOVE;
    if (session_is_over(s)) {
        text_string(&game->message, "The game is over already.\n");
        return;
    }
    // against a computer it is the person who resigns, whoever is to move
    Color loser = position_turn(session_now(s));
    if (session_humans(s) == 1 && !player_is_human(session_player(s, loser))) loser = other(loser);
    session_resign(game->session, loser);
    game->changed = true;
}

static void do_draw(PlayGame *game, const char *rest) {
    (void)rest;
    Session *s = game->session;
    game->ask = ASK_MOVE;
    if (session_is_over(s)) {
        text_string(&game->message, "The game is over already.\n");
        return;
    }
    if (!session_awaits_human(s)) {
        text_string(&game->message, "A draw can be offered when it is your turn.\n");
        return;
    }
    const char *opponent = color_name(other(position_turn(session_now(s))));
    switch (session_offer_draw(s)) {
    case DRAW_CLAIMED: text_string(&game->message, "You claim the draw.\n"); break;
    case DRAW_ACCEPTED: text_format(&game->message, "%s accepts the draw.\n", opponent); break;
    case DRAW_REFUSED: text_format(&game->message, "%s refuses the draw.\n", opponent); return;
    case DRAW_TO_BE_ASKED:
        text_format(&game->message, "A draw is offered to %s.\n", opponent);
        game->ask = ASK_DRAW;
        return;
    }
    game->changed = true;
}

bool play_save(PlayGame *game, const char *path) {
    char error[PLAYER_ERROR_MAX];
    bool saved = session_save_pgn(game->session, path, error);
    if (saved)
        text_format(&game->message, "The game is saved in %s.\n", path);
    else
        text_format(&game->message, "The game is not saved: %s.\n", error);
    return saved;
}

static void do_save(PlayGame *game, const char *rest) {
    if (*rest)
        play_save(game, rest);
    else
        text_string(&game->message, "Name the file: save game.pgn\n");
}

static void do_load(PlayGame *game, const char *rest) {
    char error[PLAYER_ERROR_MAX];
    if (!*rest) {
        text_string(&game->message, "Name the file: load game.pgn\n");
        return;
    }
    if (!session_load_pgn(game->session, rest, error)) {
        text_format(&game->message, "Not loaded: %s.\n", error);
        return;
    }
    game->ask = ASK_MOVE;
    game->changed = true;
    text_format(&game->message, "Loaded %s, %d half-moves.\n", rest,
                session_game(game->session)->count);
}

static void do_fen(PlayGame *game, const char *rest) {
    (void)rest;
    char fen[FEN_MAX];
    fen_write_position(session_now(game->session), fen);
    text_format(&game->message, "%s\n", fen);
}

/* With tables, what each move leads to; else just the moves. */
static void do_moves(PlayGame *game, const char *rest) {
    (void)rest;
    const Position *pos = session_now(game->session);
    TableMove values[MOVES_MAX];
    const Tables *tables = game->setup->tables;
    MoveList list;
    position_legal_moves(pos, &list);
    bool known = tables && pos->rules->goal && list.count > 0 &&
                 tables_probe_moves(tables, &pos->board, values) == list.count;
    if (session_is_over(game->session) || list.count == 0) {
        text_string(&game->message, "There are no moves: the game is over.\n");
        return;
    }
    for (int i = 0; i < list.count; i++) {
        char san[SAN_MAX], words[TABLE_WORDS_MAX];
        Move move = known ? values[i].move : list.items[i];
        san_write(pos, move, san);
        if (known) {
            tables_describe(values[i].value, position_turn(pos), words);
            text_format(&game->message, "%-7s %s\n", san, words);
        } else
            text_format(&game->message, "%s%s", san, i + 1 == list.count ? "\n" : " ");
    }
}

static void do_eval(PlayGame *game, const char *rest) {
    (void)rest;
    Score score;
    game->bar = !game->bar;
    game->changed = true;
    if (!game->bar || !session_evaluate(game->session, &score)) return;
    if (score_is_mate(score))
        text_format(&game->message, "Evaluation: %s wins in %d.\n", color_name(score < 0),
                    score > 0 ? score_mate_moves(score) : -score_mate_moves(score));
    else
        text_format(&game->message, "Evaluation: %+.2f (positive is good for White).\n",
                    score / 100.0);
}

static void do_board(PlayGame *game, const char *rest) {
    (void)rest;
    game->changed = true;
}

static void do_new(PlayGame *game, const char *rest) {
    (void)rest;
    game->ask = ASK_MOVE;
    game->changed = true;
    if (!session_restart_game(game->session))
        text_string(&game->message, "There is not enough memory for a new game.\n");
}

static void do_quit(PlayGame *game, const char *rest) {
    (void)rest;
    game->left = true;
}

static void do_help(PlayGame *game, const char *rest);

typedef struct {
    const char *name, *other, *help;
    void (*run)(PlayGame *game, const char *rest);
} Word;

static const Word WORDS[] = {
    {"help", "?", "this list", do_help},
    {"moves", NULL, "the legal moves", do_moves},
    {"hint", NULL, "a hint: the piece; again: its goal; again: the move", do_hint},
    {"undo", NULL, "take your last move back", do_undo},
    {"redo", NULL, "play it again", do_redo},
    {"flip", NULL, "turn the board round", do_flip},
    {"board", "show", "show the board again", do_board},
    {"eval", NULL, "show or hide the evaluation", do_eval},
    {"draw", NULL, "claim a draw or offer one", do_draw},
    {"resign", NULL, "give up", do_resign},
    {"save", NULL, "save FILE: write the game as PGN", do_save},
    {"load", NULL, "load FILE: go on with a game from a PGN file", do_load},
    {"fen", NULL, "the position as FEN", do_fen},
    {"new", NULL, "start again", do_new},
    {"quit", "exit", "leave the game", do_quit},
};

static void do_help(PlayGame *game, const char *rest) {
    (void)rest;
    text_string(&game->message,
                "Moves: Nf3, e2e4, e2 e4, O-O, e8=Q; or a column, and the rest is asked.\n");
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        text_format(&game->message, "  %-7s %s\n", WORDS[i].name, WORDS[i].help);
}

bool play_word(PlayGame *game, const char *line) {
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    if (!cursor_word(&c, &word, &length)) return false;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        const Word *w = &WORDS[i];
        bool named = span_is_nocase(word, length, w->name);
        if (!named && !(w->other && span_is_nocase(word, length, w->other))) continue;
        cursor_skip_spaces(&c);
        w->run(game, c.at);
        return true;
    }
    return false;
}

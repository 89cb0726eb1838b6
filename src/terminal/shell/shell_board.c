// SPDX-License-Identifier: MIT
//
// The shell's commands that show and change a board.
#include "notation/text/fen.h"
#include "notation/text/illegal_move.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"
#include "play/game/game_pgn.h"
#include "rules/registry.h"
#include "terminal/shell/shell_internal.h"

#include <string.h>

enum { MOVES_PER_LINE = 12 };

/* The variant that the first argument names, or that of the current board; NULL after an error. */
static const Rules *rules_of(Shell *shell, const ShellWords *words) {
    if (words->count < 2) return workspace_current_board(&shell->workspace)->rules;
    const Rules *rules = rules_find(words->words[1]);
    if (!rules)
        shell_error(shell, words, 1, "there is no game '%s'; chess and racingkings are known",
                    words->words[1]);
    return rules;
}

/* The largest move counters that a FEN can have; a game may exceed them. */
enum { HALFMOVE_MOST = 9999, FULLMOVE_MOST = 99999 };

static bool change(Shell *shell, const Rules *rules, const Setup *setup) {
    Setup bounded = *setup;
    if (bounded.halfmove > HALFMOVE_MOST) bounded.halfmove = HALFMOVE_MOST;
    if (bounded.fullmove > FULLMOVE_MOST) bounded.fullmove = FULLMOVE_MOST;
    return workspace_board_change(workspace_current_board(&shell->workspace), rules, &bounded) ||
           shell_no_memory(shell);
}

static bool do_new(Shell *shell, const ShellWords *words) {
    const Rules *rules = rules_of(shell, words);
    if (!rules) return false;
    Position start = position_start(rules);
    Setup setup = position_to_setup(&start);
    return change(shell, rules, &setup);
}

static bool do_empty(Shell *shell, const ShellWords *words) {
    const Rules *rules = rules_of(shell, words);
    if (!rules) return false;
    Setup setup = setup_empty();
    return change(shell, rules, &setup);
}

static Bitboard last_move_squares(const WorkspaceBoard *board) {
    const Game *game = board->game;
    if (!game || game->count == 0) return 0;
    Move move = game->moves[game->count - 1];
    return bit(move_from(move)) | bit(move_to(move));
}

static bool do_board(Shell *shell, const ShellWords *words) {
    const Workspace *workspace = &shell->workspace;
    const WorkspaceBoard *board = workspace_current_board(workspace);
    DiagramOptions options = {.style = workspace->style,
                              .flip = workspace->params[WORKSPACE_FLIP],
                              .frame = workspace->params[WORKSPACE_FRAME],
                              .mark = last_move_squares(board)};
    if (words->count > 1 && !diagram_style_find(words->words[1], &options.style))
        return shell_error(shell, words, 1, "the board styles are " DIAGRAM_STYLES ", svg");
    Setup setup = workspace_board_setup(board);
    diagram_write(&shell->out, setup.piece, &options);
    if (options.style == DIAGRAM_SVG) return true;
    text_format(&shell->out, "%s to move\n", setup.turn == WHITE ? "White" : "Black");
    if (board->game) shell_put_outcome(&shell->out, game_current(board->game), board->game);
    return true;
}

static bool do_style(Shell *shell, const ShellWords *words) {
    DiagramStyle style;
    if (!diagram_style_find(words->words[1], &style) || style == DIAGRAM_SVG)
        return shell_error(shell, words, 1, "the board styles are " DIAGRAM_STYLES);
    shell->workspace.style = style;
    return true;
}

/* All words of the move as one text: "e2 e4", "e7 e8 q", "Nf3"; squares in either case. */
static void join_move(const ShellWords *words, Text *out) {
    for (int i = 1; i < words->count; i++) {
        const char *word = words->words[i];
        bool square = strlen(word) == 2 && square_read(word) != NO_SQUARE && words->count > 2;
        if (!*word) continue;
        text_char(out, square ? char_lower(word[0]) : word[0]);
        text_string(out, word + 1);
    }
}

bool shell_read_move(const ShellWords *words, ShellWords *out) {
    char text[64];
    SanParts parts;
    if (words->count == SHELL_WORDS_MAX) return false;
    *out = (ShellWords){.count = words->count + 1, .words = {words->words[0]}};
    for (int i = 0; i < words->count; i++) {
        out->words[i + 1] = words->words[i];
        out->columns[i + 1] = words->columns[i];
    }
    Text joined = text_on(text, sizeof text);
    join_move(out, &joined);
    return !joined.failed && san_parse(text, joined.used, &parts);
}

static bool do_move(Shell *shell, const ShellWords *words) {
    const Position *pos = shell_position(shell);
    if (!pos) return false;
    char text[64], why[ILLEGAL_MOVE_TEXT_MAX], san[SAN_MAX];
    Text joined = text_on(text, sizeof text);
    join_move(words, &joined);
    Game *game = workspace_current_board(&shell->workspace)->game;
    if (outcome_is_over(game_outcome(game))) {
        char words_of_end[OUTCOME_TEXT_MAX];
        outcome_text(game_outcome(game), words_of_end);
        return shell_error(shell, words, 1, "the game is over: %s", words_of_end);
    }
    Move move;
    if (san_read(pos, text, joined.used, &move) != SAN_OK || move == NULL_MOVE) {
        if (!illegal_move_explain_text(pos, text, joined.used, why))
            strcpy(why, "one may not pass");
        return shell_error(shell, words, 1, "%s: %s", text, why);
    }
    san_write(pos, move, san);
    bool white = position_turn(pos) == WHITE;
    text_format(&shell->out, "%u%s %s\n", pos->fullmove, white ? "." : "...", san);
    if (!game_play(game, move)) return shell_no_memory(shell);
    if (shell->limits.shows_board) return do_board(shell, &(ShellWords){.count = 1});
    shell_put_outcome(&shell->out, game_current(game), game);
    return true;
}

static bool read_role(const char *word, Role *out) {
    static const char *const NAMES[] = {"pawn",  "knight", "bishop", "rook",
                                        "queen", "king",   "none"};
    static const char *const LETTERS = "pnbrqk";
    for (int i = 0; i <= NO_ROLE; i++) {
        bool letter = i < NO_ROLE && char_lower(word[0]) == LETTERS[i] && !word[1];
        if (!letter && !span_is_nocase(word, strlen(word), NAMES[i])) continue;
        *out = (Role)i;
        return true;
    }
    return false;
}

/* Reads a square in upper or lower case; NO_SQUARE if the word is none. */
static Square square_of(const char *word) {
    char name[3] = "";
    if (strlen(word) != 2) return NO_SQUARE;
    for (int i = 0; i < 2; i++) name[i] = char_lower(word[i]);
    return square_read(name);
}

static bool read_square(Shell *shell, const ShellWords *words, int index, Square *out) {
    *out = square_of(words->words[index]);
    return *out != NO_SQUARE ||
           shell_error(shell, words, index, "a square such as e4 expected, not '%s'",
                       words->words[index]);
}

/* Reads the name of a piece, black with a minus before it; "none" is NO_PIECE. */
static bool read_piece(const char *word, Piece *out) {
    bool black = word[0] == '-';
    Role role;
    if (!read_role(word + black, &role)) return false;
    *out = role == NO_ROLE ? (Piece)NO_PIECE : piece_of(black ? BLACK : WHITE, role);
    return true;
}

/* A piece and the squares it is put on. */
typedef struct {
    Piece piece;
    Bitboard squares;
} ShellPlacement;

/* Sets the error: the placement that begins at `first` cannot be read from the word at `at` on. */
static bool wrong_placement(Shell *shell, const ShellWords *words, int first, int at,
                            bool piece_first) {
    Piece piece;
    if (at == words->count || read_piece(words->words[at], &piece))
        return shell_error(shell, words, first, "there is no %s for '%s'",
                           piece_first ? "square" : "piece", words->words[first]);
    const char *wanted = piece_first  ? "a square such as e4"
                         : at > first ? "a piece such as king or -king (black), or none,"
                                      : "a piece such as king or -king, or a square such as e4,";
    return shell_error(shell, words, at, "%s expected, not '%s'", wanted, words->words[at]);
}

/* Reads the words from `*at` on: a piece and its squares, or squares and their piece. */
static bool read_placement(Shell *shell, const ShellWords *words, int *at, ShellPlacement *out) {
    int first = *at;
    bool piece_first = read_piece(words->words[first], &out->piece);
    Square s;
    out->squares = 0;
    for (*at += piece_first; *at < words->count; ++*at) {
        if ((s = square_of(words->words[*at])) == NO_SQUARE) break;
        out->squares |= bit(s);
    }
    bool piece_last = !piece_first && *at < words->count && out->squares &&
                      read_piece(words->words[*at], &out->piece);
    *at += piece_last;
    bool good = piece_first ? out->squares != 0 : piece_last;
    return good || wrong_placement(shell, words, first, *at, piece_first);
}

/* p PIECE SQUARE... PIECE SQUARE..., or with squares before their piece. */
static bool do_place(Shell *shell, const ShellWords *words) {
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    Setup setup = workspace_board_setup(board);
    for (int at = 1; at < words->count;) {
        ShellPlacement placement;
        if (!read_placement(shell, words, &at, &placement)) return false;
        FOR_EACH_SQUARE(s, placement.squares) setup.piece[s] = placement.piece;
        setup.castling &= ~placement.squares;
    }
    setup.ep = NO_SQUARE;
    setup.halfmove = 0;
    setup_prune_castling(&setup);
    return change(shell, board->rules, &setup);
}

static bool do_castling(Shell *shell, const ShellWords *words) {
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    Setup setup = workspace_board_setup(board), read;
    char fen[2 * FEN_MAX];
    setup.castling = 0;
    fen_write(&setup, fen);
    // the FEN reader parses the field, as it finds the rooks
    char text[3 * FEN_MAX];
    Text whole = text_on(text, sizeof text);
    text_format(&whole, "%.*s %c %.40s - 0 1", (int)strcspn(fen, " "), fen,
                setup.turn == WHITE ? 'w' : 'b', words->words[1]);
    FenResult r = fen_read(text, &read);
    if (r.fault != FEN_OK)
        return shell_error(shell, words, 1, "rights such as KQkq, or -, expected, not '%s'",
                           words->words[1]);
    Bitboard asked = read.castling;
    setup.castling = asked;
    setup_prune_castling(&setup);
    if (setup.castling != asked)
        return shell_error(shell, words, 1, "there are no king and rook in place for '%s'",
                           words->words[1]);
    return change(shell, board->rules, &setup);
}

static bool do_ep(Shell *shell, const ShellWords *words) {
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    Setup setup = workspace_board_setup(board);
    setup.ep = NO_SQUARE;
    if (strcmp(words->words[1], "-") != 0) {
        if (!read_square(shell, words, 1, &setup.ep)) return false;
        if (!(bit(setup.ep) & (RANK_3 | RANK_6)))
            return shell_error(shell, words, 1, "a square on the third or sixth rank expected");
    }
    return change(shell, board->rules, &setup);
}

static bool do_switch(Shell *shell, const ShellWords *words) {
    (void)words;
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    Setup setup = workspace_board_setup(board);
    setup.turn = other(setup.turn);
    setup.ep = NO_SQUARE;
    if (!change(shell, board->rules, &setup)) return false;
    text_format(&shell->out, "%s to move\n", setup.turn == WHITE ? "White" : "Black");
    return true;
}

static void put_moves(Text *out, const Position *pos, const MoveList *list) {
    for (int i = 0; i < list->count; i++) {
        char san[SAN_MAX];
        san_write(pos, list->items[i], san);
        if (i > 0) text_string(out, i % MOVES_PER_LINE ? " " : "\n  ");
        text_string(out, san);
    }
    text_char(out, '\n');
}

/* Adds the moves of one side, or why it has none. */
static void put_side(Shell *shell, Color color) {
    Position pos;
    MoveList list;
    const char *name = color == WHITE ? "White" : "Black";
    if (!shell_position_for(shell, color, &pos)) {
        text_format(&shell->out, "%s: no moves, as %s\n", name, text_get(&shell->error));
        text_clear(&shell->error);
        return;
    }
    position_legal_moves(&pos, &list);
    text_format(&shell->out, "%s, %d move%s: ", name, list.count, list.count == 1 ? "" : "s");
    put_moves(&shell->out, &pos, &list);
}

static bool do_status(Shell *shell, const ShellWords *words) {
    (void)words;
    const WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    Setup setup = workspace_board_setup(board);
    text_format(&shell->out, "%s, move %d, %s to move\n", board->rules->title, setup.fullmove,
                setup.turn == WHITE ? "White" : "Black");
    put_side(shell, WHITE);
    put_side(shell, BLACK);
    if (!board->game) return true;
    const Position *pos = game_current(board->game);
    if (board->rules->traits.checks && position_is_check(pos))
        text_format(&shell->out, "%s is in check\n", setup.turn == WHITE ? "White" : "Black");
    shell_put_outcome(&shell->out, pos, board->game);
    return true;
}

static bool do_moves(Shell *shell, const ShellWords *words) {
    const Position *pos = shell_position(shell);
    MoveList list, shown = {.count = 0};
    Square from = NO_SQUARE;
    if (!pos || (words->count > 1 && !read_square(shell, words, 1, &from))) return false;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (from == NO_SQUARE || move_from(list.items[i]) == from)
            shown.items[shown.count++] = list.items[i];
    text_format(&shell->out, "%d: ", shown.count);
    put_moves(&shell->out, pos, &shown);
    return true;
}

/* fen prints; fen FIELDS... sets up. */
static bool do_fen(Shell *shell, const ShellWords *words) {
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    Setup setup = workspace_board_setup(board);
    char fen[FEN_MAX];
    if (words->count == 1) {
        fen_write(&setup, fen);
        text_format(&shell->out, "%s\n", fen);
        return true;
    }
    char text[512], why[FEN_FAULT_MAX];
    Text joined = text_on(text, sizeof text);
    for (int i = 1; i < words->count; i++)
        text_format(&joined, "%s%s", i > 1 ? " " : "", words->words[i]);
    FenResult r = fen_read(text, &setup);
    if (r.fault != FEN_OK) {
        fen_fault_text(r, why);
        return shell_error(shell, words, 1, "%s (column %d of the FEN)", why, r.column + 1);
    }
    return change(shell, board->rules, &setup);
}

static bool do_undo(Shell *shell, const ShellWords *words) {
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    if (workspace_board_undo(board)) return true;
    if (board->undo_count > 0) return shell_no_memory(shell);
    return shell_error(shell, words, 0, "there is nothing to take back");
}

static bool do_redo(Shell *shell, const ShellWords *words) {
    Game *game = workspace_current_board(&shell->workspace)->game;
    return (game && game_redo(game)) || shell_error(shell, words, 0, "no move was taken back");
}

static bool do_game(Shell *shell, const ShellWords *words) {
    (void)words;
    const Game *game = workspace_current_board(&shell->workspace)->game;
    if (!game) return shell_position(shell) != NULL;
    if (game->count == 0) {
        text_string(&shell->out, "no moves yet\n");
        return true;
    }
    san_write_line(&shell->out, game_start(game), game->moves, game->count);
    text_char(&shell->out, '\n');
    return true;
}

static bool do_pgn(Shell *shell, const ShellWords *words) {
    (void)words;
    GameRecord sheet = {.game = workspace_current_board(&shell->workspace)->game,
                        .names = {"White", "Black"}};
    if (!sheet.game) return shell_position(shell) != NULL;
    game_pgn_write(&shell->out, &sheet);
    return true;
}

const ShellCommand SHELL_BOARD_COMMANDS[] = {
    {"new", "[GAME]", 0, 1, COMPLETE_VARIANT, do_new, "the start position",
     "GAME is chess or racingkings; without it, the game of this board.\n"},
    {"empty", "[GAME]", 0, 1, COMPLETE_VARIANT, do_empty, "an empty board, to place pieces on",
     NULL},
    {"b", "[STYLE]", 0, 1, COMPLETE_STYLE, do_board, "show the board",
     "STYLE is unicode or figurine (figures), lines (with lines between them), ascii, german\n"
     "(letters K D T L S B, black with a star) or svg.\n"},
    {"style", "STYLE", 1, 1, COMPLETE_STYLE, do_style, "how boards are shown from now on", NULL},
    {"m", "MOVE", 1, 3, COMPLETE_MOVE, do_move, "make a move",
     "As two squares (m e2 e4, m e7 e8 q), as e2e4, or as Nf3, O-O, e8=Q.\n"},
    {"p", "PIECE SQUARE...", 2, SHELL_WORDS_MAX, COMPLETE_PIECE, do_place, "place a piece",
     "PIECE is king, queen, rook, bishop, knight, pawn, with a minus for a black one, or none to\n"
     "take it off: p king e1, p -rook a8 h8, p none e4.  Squares may stand before their piece,\n"
     "and more pieces may follow: p e2 -king, p king e1 -king e8.\n"},
    {"castling", "RIGHTS", 1, 1, COMPLETE_NOTHING, do_castling, "who may still castle: KQkq or -",
     NULL},
    {"ep", "SQUARE", 1, 1, COMPLETE_NOTHING, do_ep,
     "the square behind a pawn that has just made a double step, or -", NULL},
    {"sc", "", 0, 0, COMPLETE_NOTHING, do_switch, "switch colour: the other side is to move", NULL},
    {"s", "", 0, 0, COMPLETE_NOTHING, do_status, "status: the legal moves of both sides", NULL},
    {"moves", "[SQUARE]", 0, 1, COMPLETE_NOTHING, do_moves,
     "the legal moves of the side to move, or of one piece", NULL},
    {"fen", "[FEN]", 0, 6, COMPLETE_NOTHING, do_fen, "print the position as FEN, or set one up",
     NULL},
    {"undo", "", 0, 0, COMPLETE_NOTHING, do_undo, "take back a move or a change of the board",
     NULL},
    {"redo", "", 0, 0, COMPLETE_NOTHING, do_redo, "play a move that was taken back again", NULL},
    {"game", "", 0, 0, COMPLETE_NOTHING, do_game, "the moves played so far", NULL},
    {"pgn", "", 0, 0, COMPLETE_NOTHING, do_pgn, "the game as PGN", NULL},
    {NULL, NULL, 0, 0, COMPLETE_NOTHING, NULL, NULL, NULL},
};

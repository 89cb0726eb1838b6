// SPDX-License-Identifier: MIT
#include "terminal/game/play_view.h"

#include "base/os/clock.h"
#include "core/outcome.h"
#include "core/piece_names.h"
#include "notation/text/fen.h"
#include "notation/text/piece_shapes.h"
#include "notation/text/san.h"
#include "search/score.h"

#include <string.h>

#define COLOR(rich_, basic_) \
    { .color256 = (rich_), .color8 = (basic_) }
#define PLAIN COLOR(-1, -1)

const ScreenStyle VIEW_TEXT = {.text = PLAIN, .background = PLAIN};
const ScreenStyle VIEW_STRONG = {.text = PLAIN, .background = PLAIN, .bold = true};
const ScreenStyle VIEW_FAINT = {.text = COLOR(245, 7), .background = PLAIN};
const ScreenStyle VIEW_TITLE = {.text = COLOR(73, 6), .background = PLAIN, .bold = true};
const ScreenStyle VIEW_CHOSEN = {.text = COLOR(16, 0), .background = COLOR(109, 6)};
const ScreenStyle VIEW_WARNING = {.text = COLOR(209, 1), .background = PLAIN};

/* Background colours of squares: light, dark. */
static const ScreenColor GROUND[2] = {COLOR(109, 6), COLOR(66, 4)};
static const ScreenColor GROUND_FINISH[2] = {COLOR(151, 6), COLOR(108, 4)};
static const ScreenColor GROUND_LAST[2] = {COLOR(180, 3), COLOR(137, 3)};
static const ScreenColor GROUND_SELECTED = COLOR(72, 2);
static const ScreenColor GROUND_VICTIM = COLOR(167, 1);
static const ScreenColor GROUND_CURSOR = COLOR(214, 3);
static const ScreenColor PIECE[2] = {COLOR(231, 7), COLOR(16, 0)};
static const ScreenColor DOT = COLOR(23, 0);

enum { BOARD_SIDE = 8, LABELS = 3, BAR_WIDTH = 2, PANEL_LEAST = 18, PANEL_MOST = 34 };

/* Sizes of squares, the largest first, and the screen that each needs. */
static const struct {
    int rows, columns, screen_rows, screen_columns;
    bool halves;
} SIZES[] = {
    {3, 7, 31, LABELS + 56 + BAR_WIDTH + PANEL_LEAST, false},
    {2, 5, 23, LABELS + 40 + BAR_WIDTH + PANEL_LEAST, true},
    {1, 3, 13, LABELS + 24, false},
};

void view_layout(View *v) {
    screen_size(v->screen, &v->rows, &v->columns);
    v->fits = false;
    for (int i = 0; i < 3 && !v->fits; i++) {
        v->fits = v->rows >= SIZES[i].screen_rows && v->columns >= SIZES[i].screen_columns;
        v->cell_rows = SIZES[i].rows;
        v->cell_columns = SIZES[i].columns;
        v->halves = SIZES[i].halves && !diagram_is_ascii(v->style); // half blocks are no ASCII
    }
    v->top = 1;
    v->left = LABELS;
    v->panel = v->left + BOARD_SIDE * v->cell_columns + BAR_WIDTH + 2;
    if (v->columns - v->panel < PANEL_LEAST) v->panel = 0;
    v->panel_rows = BOARD_SIDE * v->cell_rows + v->halves;
}

int view_message_row(const View *v) {
    return v->top + v->panel_rows + 1;
}
int view_message_rows(const View *v) {
    int rows = v->rows - 1 - view_message_row(v);
    return rows > 0 ? rows : 0;
}

static Square square_shown(bool flip, int rank, int file) { // from the top left
    return flip ? square_at(7 - file, rank) : square_at(file, 7 - rank);
}

Square view_square_at(const View *v, bool flip, int row, int column) {
    int down = row - v->top, right = column - v->left;
    if (down < 0 || right < 0 || !v->fits) return NO_SQUARE;
    int rank = down / v->cell_rows, file = right / v->cell_columns;
    return rank < BOARD_SIDE && file < BOARD_SIDE ? square_shown(flip, rank, file) : NO_SQUARE;
}

// --- the board ---

/* The highlighted squares. */
typedef struct {
    const Position *pos;
    Bitboard last, targets, check, finish;
} BoardMarks;

static BoardMarks marks_of(const View *v, const PlayGame *game) {
    const Game *g = controller_game(game->controller);
    int shown = play_shown_ply(game);
    BoardMarks m = {.pos = game_position_at(g, shown)};
    m.finish = m.pos->rules->traits.finish;
    if (shown > 0) {
        Move last = g->moves[shown - 1];
        m.last = bit(move_from(last)) | bit(move_to(last));
    }
    if (v->selected != NO_SQUARE) {
        MoveList moves;
        move_input_moves_from(m.pos, v->selected, &moves);
        for (int i = 0; i < moves.count; i++) m.targets |= bit(move_to(moves.items[i]));
    }
    if (m.pos->rules->traits.checks && position_is_check(m.pos))
        m.check = bit(board_king(&m.pos->board, position_turn(m.pos)));
    return m;
}

static ScreenColor ground_of(const View *v, const BoardMarks *m, Square s) {
    bool dark = DARK_SQUARES & bit(s);
    if (s == v->cursor) return GROUND_CURSOR;
    if (s == v->selected) return GROUND_SELECTED;
    if (m->check & bit(s)) return GROUND_VICTIM;
    if (m->targets & bit(s) && m->pos->piece[s] != NO_PIECE) return GROUND_VICTIM;
    if (m->last & bit(s)) return GROUND_LAST[dark];
    return m->finish & bit(s) ? GROUND_FINISH[dark] : GROUND[dark];
}

static void shape_of(const View *v, Piece piece, char out[8]) {
    Text t = text_on(out, 8);
    Role role = piece_role(piece);
    switch (v->style) {
    case DIAGRAM_FIGURINE: text_string(&t, piece_figurine(piece)); break;
    case DIAGRAM_ASCII: text_char(&t, piece_to_char(piece)); break;
    case DIAGRAM_GERMAN:
        if (piece_color(piece) == BLACK) text_char(&t, '*');
        text_char(&t, "BSLTDK"[role]);
        break;
    default: text_string(&t, piece_figurine(piece_of(BLACK, role))); // solid, with colours
    }
}

static ScreenStyle on_ground(ScreenColor text, ScreenColor ground) {
    return (ScreenStyle){.text = text, .background = ground, .bold = true};
}

/* Draws the row of a square that shows its piece. */
static void draw_inside(const View *v, const BoardMarks *m, Square s, int row, int column) {
    static const char BLANKS[] = "         ";
    ScreenColor ground = ground_of(v, m, s);
    Piece piece = m->pos->piece[s];
    char figure[8] = "";
    ScreenColor color = DOT;
    if (piece != NO_PIECE) {
        shape_of(v, piece, figure);
        color = PIECE[piece_color(piece)];
    } else if (m->targets & bit(s)) {
        strcpy(figure, diagram_is_ascii(v->style) ? "." : "•");
    }
    int width = screen_width(figure), before = (v->cell_columns - width) / 2;
    char text[32];
    Text t = text_on(text, sizeof text);
    text_bytes(&t, BLANKS, (size_t)before);
    text_string(&t, figure);
    text_bytes(&t, BLANKS, (size_t)(v->cell_columns - width - before));
    screen_put(v->screen, row, column, on_ground(color, ground), text);
}

/* Draws a row without a piece, in the colours of the squares above and below; NO_SQUARE: outside
 * the board. */
static void draw_edge(const View *v, const BoardMarks *m, Square upper, Square lower, int row,
                      int column) {
    char text[32];
    Text t = text_on(text, sizeof text);
    ScreenStyle style = VIEW_TEXT;
    const char *block = upper == NO_SQUARE ? "▄" : "▀";
    for (int i = 0; i < v->cell_columns; i++) text_string(&t, upper == lower ? " " : block);
    if (upper != NO_SQUARE && lower != NO_SQUARE) {
        style = on_ground(ground_of(v, m, upper), ground_of(v, m, lower));
        style.bold = false;
    } else
        style.text = ground_of(v, m, upper == NO_SQUARE ? lower : upper);
    screen_put(v->screen, row, column, style, text);
}

/* Draws a file of squares that is shifted by half a row: rows with and without pieces alternate. */
static void draw_file_in_halves(const View *v, const BoardMarks *m, bool flip, int file) {
    int column = v->left + file * v->cell_columns;
    Square above = NO_SQUARE;
    for (int rank = 0; rank < BOARD_SIDE; rank++) {
        Square s = square_shown(flip, rank, file);
        draw_edge(v, m, above, s, v->top + 2 * rank, column);
        draw_inside(v, m, s, v->top + 2 * rank + 1, column);
        above = s;
    }
    draw_edge(v, m, above, NO_SQUARE, v->top + 2 * BOARD_SIDE, column);
}

static void draw_file(const View *v, const BoardMarks *m, bool flip, int file) {
    int column = v->left + file * v->cell_columns;
    for (int rank = 0; rank < BOARD_SIDE; rank++) {
        Square s = square_shown(flip, rank, file);
        for (int i = 0; i < v->cell_rows; i++) {
            int row = v->top + rank * v->cell_rows + i;
            if (i == (v->cell_rows - 1) / 2)
                draw_inside(v, m, s, row, column);
            else
                draw_edge(v, m, s, s, row, column);
        }
    }
}

static void draw_labels(const View *v, bool flip) {
    for (int i = 0; i < BOARD_SIDE; i++) {
        Square s = square_shown(flip, i, i);
        char rank[2] = {(char)('1' + rank_of(s)), '\0'}, file[2] = {(char)('a' + file_of(s)), '\0'};
        int row = v->top + i * v->cell_rows + (v->halves ? 1 : (v->cell_rows - 1) / 2);
        screen_put(v->screen, row, 1, VIEW_FAINT, rank);
        screen_put(v->screen, v->top + v->panel_rows,
                   v->left + i * v->cell_columns + v->cell_columns / 2, VIEW_FAINT, file);
    }
}

static void draw_board(const View *v, const PlayGame *game) {
    BoardMarks marks = marks_of(v, game);
    for (int file = 0; file < BOARD_SIDE; file++) {
        if (v->halves)
            draw_file_in_halves(v, &marks, game->flip, file);
        else
            draw_file(v, &marks, game->flip, file);
    }
    draw_labels(v, game->flip);
}

/* White's share of the bar, from the bottom (or from the top when turned round). */
static void draw_bar(const View *v, const PlayGame *game) {
    static const ScreenStyle SHARE[2] = {{.background = COLOR(254, 7)},
                                         {.background = COLOR(236, 0)}};
    if (!game->eval_bar || !game->has_score) return;
    int wdl[3];
    score_to_wdl(game->score, controller_position(game->controller), wdl);
    int white = (wdl[0] * 2 + wdl[1]) * v->panel_rows / 2000;
    for (int i = 0; i < v->panel_rows; i++) {
        int from_bottom = game->flip ? i : v->panel_rows - 1 - i;
        Color side = from_bottom < white ? WHITE : BLACK;
        screen_put(v->screen, v->top + i, v->left + BOARD_SIDE * v->cell_columns + 1, SHARE[side],
                   "  ");
    }
}

// --- the panel beside it ---

/* The pieces of colour `c` that the other side has captured, the most valuable first. */
static void captured_of(const View *v, const PlayGame *game, Color c, char *out, size_t size) {
    const Board *before = &game_start(controller_game(game->controller))->board;
    const Board *now =
        &game_position_at(controller_game(game->controller), play_shown_ply(game))->board;
    Text t = text_on(out, size);
    text_string(&t, "");
    int promoted = 0; // surplus pieces: pawns that promoted and were not captured
    for (int role = QUEEN; role >= PAWN; role--) {
        int missing = popcount(board_pieces(before, c, (Role)role)) -
                      popcount(board_pieces(now, c, (Role)role));
        if (missing < 0) promoted -= missing;
        if (role == PAWN) missing -= promoted;
        char figure[8];
        shape_of(v, piece_of(c, (Role)role), figure);
        for (; missing > 0; missing--) text_string(&t, figure);
    }
}

/* Two rows: the name with the clock, and the pieces taken from the opponent. */
static void draw_player(const View *v, const PlayGame *game, Color c, int row) {
    const GameController *a = game->controller;
    bool to_move = !controller_is_over(a) && position_turn(controller_position(a)) == c;
    char name[PLAY_TEXT_MAX], line[PLAY_TEXT_MAX + 8], captured[80];
    Text t = text_on(line, sizeof line);
    play_name(game, c, name);
    text_format(&t, "%s %s",
                diagram_is_ascii(v->style) ? (to_move ? ">" : " ") : (to_move ? "▶" : " "), name);
    screen_put(v->screen, row, v->panel, to_move ? VIEW_STRONG : VIEW_TEXT, line);
    captured_of(v, game, other(c), captured, sizeof captured);
    if (controller_has_clocks(a)) {
        char clock[TIMECONTROL_CLOCK_MAX];
        timecontrol_write_clock(controller_time_left(a, c, clock_ms()), clock);
        screen_put(v->screen, row + 1, v->panel + 2, to_move ? VIEW_STRONG : VIEW_FAINT, clock);
    }
    screen_put(v->screen, row + 1, v->panel + (controller_has_clocks(a) ? 11 : 2), VIEW_FAINT,
               captured);
}

/* The last moves that fit, a row for each pair. */
static void draw_moves(const View *v, const PlayGame *game, int row, int rows) {
    const Game *g = controller_game(game->controller);
    const Position *start = game_start(g);
    int shift = position_turn(start) == BLACK; // Black began
    int pairs = (g->count + shift + 1) / 2, first = pairs > rows ? pairs - rows : 0;
    int looked_at = (play_shown_ply(game) + shift - 1) / 2;
    if (looked_at < first) first = looked_at > 0 ? looked_at : 0;
    if (pairs > first + rows) pairs = first + rows;
    for (int pair = first; pair < pairs; pair++) {
        char number[16], san[SAN_MAX];
        Text t = text_on(number, sizeof number);
        text_format(&t, "%4d.", (int)start->fullmove + pair);
        screen_put(v->screen, row + pair - first, v->panel, VIEW_FAINT, number);
        for (int side = 0; side < 2; side++) {
            int i = 2 * pair + side - shift;
            if (i >= g->count) continue;
            if (i < 0)
                strcpy(san, "...");
            else
                san_write(game_position_at(g, i), g->moves[i], san);
            screen_put(v->screen, row + pair - first, v->panel + 6 + 9 * side,
                       i == play_shown_ply(game) - 1 ? VIEW_STRONG : VIEW_TEXT, san);
        }
    }
}

/* The verdict of the tables and the engine's score, in short; false if neither is known. */
static bool write_opinion(const PlayGame *game, Text *out) {
    char verdict[TABLE_VALUE_TEXT_MAX];
    bool known = game->eval_bar && game->has_score;
    size_t before = out->used;
    if (controller_is_over(game->controller)) return false;
    if (play_verdict(game, verdict))
        text_string(out, verdict);
    else if (known && score_is_mate(game->score))
        text_format(out, "%s wins in %d", color_name(game->score < 0),
                    game->score > 0 ? score_mate_moves(game->score)
                                    : -score_mate_moves(game->score));
    else if (known)
        text_format(out, "%+.2f", game->score / 100.0);
    return out->used > before;
}

static void draw_opinion(const View *v, const PlayGame *game, int row) {
    char text[TABLE_VALUE_TEXT_MAX + 16];
    Text t = text_on(text, sizeof text);
    char verdict[TABLE_VALUE_TEXT_MAX];
    if (!play_verdict(game, verdict) && !score_is_mate(game->score)) text_string(&t, "Evaluation ");
    if (write_opinion(game, &t)) screen_put(v->screen, row, v->panel + 2, VIEW_TITLE, text);
}

static void draw_panel(const View *v, const PlayGame *game) {
    if (!v->panel) return;
    Color upper = game->flip ? WHITE : BLACK;
    int last = v->top + v->panel_rows - 1;
    draw_player(v, game, upper, v->top);
    draw_player(v, game, other(upper), last - 1);
    int rows = v->panel_rows - 7;
    draw_moves(v, game, v->top + 3, rows);
    draw_opinion(v, game, last - 2);
}

/* The line for clocks and evaluation if there is no panel beside the board. */
static void write_rest(const PlayGame *game, Text *out) {
    char clock[TIMECONTROL_CLOCK_MAX];
    for (Color c = WHITE; controller_has_clocks(game->controller) && c <= BLACK; c++) {
        timecontrol_write_clock(controller_time_left(game->controller, c, clock_ms()), clock);
        text_format(out, "%s%c %s", c ? " " : "", "WB"[c], clock);
    }
    if (out->used == 0) write_opinion(game, out);
}

/* Draws whose turn it is or how the game ended, and the variant if both fit. */
static void draw_title(const View *v, const PlayGame *game) {
    char turn[PLAY_TEXT_MAX], words[OUTCOME_TEXT_MAX], rest[TABLE_VALUE_TEXT_MAX + 8];
    const char *title = controller_position(game->controller)->rules->title;
    Text t = text_on(rest, sizeof rest);
    play_turn(game, turn);
    outcome_text(controller_outcome(game->controller), words);
    const char *state = *turn ? turn : words;
    int column = 1;
    text_string(&t, "");
    if (!v->panel) write_rest(game, &t);
    int needed = screen_width(title) + 4 + screen_width(state) + screen_width(rest) + 2;
    if (needed <= v->columns) {
        screen_put(v->screen, 0, column, VIEW_TITLE, title);
        column += screen_width(title) + 3;
    }
    screen_put(v->screen, 0, column, VIEW_STRONG, state);
    if (*rest && column + screen_width(state) + screen_width(rest) < v->columns)
        screen_put(v->screen, 0, v->columns - screen_width(rest), VIEW_TITLE, rest);
}

/* Uses few and short lines, as there is little room. */
static void say_too_small(const View *v) {
    char needed[32], here[32];
    Text t = text_on(needed, sizeof needed);
    text_format(&t, "%d x %d needed", SIZES[2].screen_columns, SIZES[2].screen_rows);
    t = text_on(here, sizeof here);
    text_format(&t, "%d x %d here", v->columns, v->rows);
    screen_put(v->screen, 0, 0, VIEW_WARNING, "Too small");
    screen_put(v->screen, 1, 0, VIEW_TEXT, needed);
    screen_put(v->screen, 2, 0, VIEW_TEXT, here);
}

void view_draw(View *v, const PlayGame *game) {
    view_layout(v);
    screen_clear(v->screen);
    if (!v->fits) {
        say_too_small(v);
        return;
    }
    draw_title(v, game);
    draw_board(v, game);
    draw_bar(v, game);
    draw_panel(v, game);
}

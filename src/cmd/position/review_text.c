// SPDX-License-Identifier: MIT
//
// Games looked back upon, as text and JSON, and written into their PGN.
#include "cmd/common/output.h"
#include "cmd/position/review_output.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <string.h>

/* Of a better line, so many half-moves are shown. */
enum { LINE_SHOWN = 8, MOVE_WIDTH = 16, GRAPH_WIDTH = 64, GRAPH_HEIGHT = 6 };

/* "?" is how PGN says that something is not known. */
static const char *tag_or(const PgnGame *game, const char *name, const char *otherwise) {
    const char *value = pgn_tag(game, name);
    return value && *value && strcmp(value, "?") != 0 ? value : otherwise;
}

void review_put_title(Text *out, const PgnGame *game) {
    text_format(out, "%s - %s, %s", tag_or(game, "White", "White"), tag_or(game, "Black", "Black"),
                game->result);
}

static int shown_length(const ReviewedMove *m) {
    return m->best.length < LINE_SHOWN ? m->best.length : LINE_SHOWN;
}

/* As White sees it. */
static Score for_white(const Position *pos, Score mover) {
    return position_turn(pos) == WHITE ? mover : -mover;
}

/* What was wrong with the move made in `pos`, and what was better. */
static void put_fault(Text *out, const Position *pos, const ReviewedMove *m) {
    if (m->missed_win)
        text_format(out, "missed %s in %d: ", pos->rules->goal_name, score_mate_moves(m->before));
    else
        text_format(out, "%s; better ", review_judgement_name(m->judgement));
    san_write_line(out, pos, m->best.line, shown_length(m));
    text_string(out, " (");
    output_score(out, for_white(pos, m->before));
    text_char(out, ')');
}

void review_put_move(Text *out, const Position *pos, const ReviewedMove *m) {
    char left[64], right[16], san[SAN_MAX];
    Text t = text_on(left, sizeof left), score = text_on(right, sizeof right);
    san_write(pos, m->move, san);
    text_format(&t, "%3u%s %s%s", pos->fullmove, position_turn(pos) == WHITE ? "." : "...", san,
                review_judgement_symbol(m->judgement));
    output_score(&score, for_white(pos, m->after));
    text_format(out, "%-*s %7s", MOVE_WIDTH, left, right);
    if (m->judgement != JUDGEMENT_GOOD) {
        text_string(out, "  ");
        put_fault(out, pos, m);
    }
    text_char(out, '\n');
}

/* The graph: White's chances after each move as the height of a column. */

/* Chances in eighths of a row, the mean of the plies that share the column. */
static int column_height(const Review *review, int column, int columns) {
    int plies = review->count + 1, from = column * plies / columns;
    int to = (column + 1) * plies / columns;
    double sum = 0;
    for (int ply = from; ply < to; ply++) sum += review_win_chance(review_score(review, ply));
    return (int)(sum / (to - from) * 8 * GRAPH_HEIGHT + 0.5);
}

static void put_graph(Text *out, const Review *review, bool fine) {
    static const char *const FINE[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const PLAIN[] = {" ", " ", " ", ":", ":", ":", "#", "#", "#"};
    static const char *const LABELS[] = {"White", "", "", "", "", "Black"};
    int columns = review->count + 1 < GRAPH_WIDTH ? review->count + 1 : GRAPH_WIDTH;
    for (int row = 0; row < GRAPH_HEIGHT; row++) {
        text_format(out, "%5s %s", LABELS[row], fine ? "│" : "|");
        for (int column = 0; column < columns; column++) {
            int filled = column_height(review, column, columns) - 8 * (GRAPH_HEIGHT - 1 - row);
            filled = filled < 0 ? 0 : filled > 8 ? 8 : filled;
            text_string(out, fine ? FINE[filled] : PLAIN[filled]);
        }
        text_format(out, "%s\n", fine ? "│" : "|");
    }
}

static void put_number(Text *out, int count, const char *noun) {
    text_format(out, ", %d %s%s", count, noun, plural_s((uint64_t)count));
}

static void put_side(Text *out, const Review *review, Color c) {
    if (review->accuracy[c] < 0) return;
    text_format(out, "%s: accuracy %.0f %%", c == WHITE ? "White" : "Black", review->accuracy[c]);
    put_number(out, review->judgements[c][JUDGEMENT_INACCURACY], "doubtful move");
    put_number(out, review->judgements[c][JUDGEMENT_MISTAKE], "error");
    put_number(out, review->judgements[c][JUDGEMENT_BLUNDER], "blunder");
    text_char(out, '\n');
}

void review_put_summary(Text *out, const Review *review, bool fine) {
    if (review->count > 0) put_graph(out, review, fine);
    put_side(out, review, WHITE);
    put_side(out, review, BLACK);
}

// --- JSON ---

static void put_json_line(Text *out, const Position *from, const ReviewedMove *m) {
    Position pos = *from;
    char san[SAN_MAX];
    json_key(out, "better");
    json_open(out, '[');
    for (int i = 0; i < shown_length(m); i++) {
        san_write(&pos, m->best.line[i], san);
        json_string(out, san);
        position_play(&pos, m->best.line[i]);
    }
    json_close(out, ']');
}

static void put_json_move(Text *out, const Position *pos, const ReviewedMove *m) {
    char san[SAN_MAX], uci[UCI_MOVE_MAX];
    san_write(pos, m->move, san);
    uci_move_write(pos, m->move, false, uci);
    json_open(out, '{');
    json_put_string(out, "san", san);
    json_put_string(out, "uci", uci);
    json_put_score(out, for_white(pos, m->after));
    json_put_string(out, "verdict", review_judgement_name(m->judgement));
    if (m->judgement != JUDGEMENT_GOOD) {
        json_put_int(out, "cost", m->cost);
        json_put_bool(out, "missed_win", m->missed_win);
        put_json_line(out, pos, m);
    }
    json_close(out, '}');
}

void review_put_json(Text *out, const PgnGame *game, const Review *review, int number,
                     bool complete) {
    Position pos = review->start;
    json_open(out, '{');
    json_put_int(out, "game", number);
    json_put_string(out, "variant", pos.rules->name);
    json_put_string(out, "white", tag_or(game, "White", "?"));
    json_put_string(out, "black", tag_or(game, "Black", "?"));
    json_put_string(out, "result", game->result);
    if (!complete) json_put_bool(out, "complete", false);
    json_key(out, "moves");
    json_open(out, '[');
    for (int i = 0; i < review->count; i++) {
        put_json_move(out, &pos, &review->moves[i]);
        position_play_or_pass(&pos, review->moves[i].move);
    }
    json_close(out, ']');
    json_key(out, "accuracy");
    json_open(out, '{');
    if (review->accuracy[WHITE] >= 0) json_put_real(out, "white", review->accuracy[WHITE]);
    if (review->accuracy[BLACK] >= 0) json_put_real(out, "black", review->accuracy[BLACK]);
    json_close(out, '}');
    json_close(out, '}');
    text_char(out, '\n');
}

// --- PGN ---

static void annotate_score(PgnGame *game, int node, Score white) {
    PgnEval eval;
    if (pgn_read_eval(pgn_comment(game, game->nodes[node].after), &eval)) return;
    eval = (PgnEval){score_is_mate(white), score_is_mate(white) ? score_mate_moves(white) : white};
    if (eval.is_mate && eval.value == 0) return; // the board says so
    char remark[32];
    Text text = text_on(remark, sizeof remark);
    pgn_put_eval(&text, eval);
    pgn_add_comment(game, node, remark);
}

/* The node of a move after another, which may be there already; -1 without memory. */
static int follow(PgnGame *game, int at, Move move) {
    int node = at < 0 ? -1 : game->nodes[at].next;
    while (node >= 0 && game->nodes[node].move != move) node = game->nodes[node].alternative;
    return node >= 0 ? node : pgn_add_move(game, at, move);
}

/* Not said again of a game that was judged before. */
static const char MISSED[] = "a win was missed";

/* The better line as a variation beside the move. */
static void annotate_fault(PgnGame *game, int node, const ReviewedMove *m) {
    int at = game->nodes[node].parent;
    pgn_add_nag(game, node, review_judgement_nag(m->judgement));
    const char *said = pgn_comment(game, game->nodes[node].after);
    if (m->missed_win && !(said && strstr(said, MISSED))) pgn_add_comment(game, node, MISSED);
    for (int i = 0; i < shown_length(m); i++) at = follow(game, at, m->best.line[i]);
}

void review_annotate(PgnGame *game, const Review *review) {
    Position pos = review->start;
    int node = game->nodes[0].next;
    for (int i = 0; i < review->count && node >= 0; i++) {
        const ReviewedMove *m = &review->moves[i];
        annotate_score(game, node, for_white(&pos, m->after));
        if (m->judgement != JUDGEMENT_GOOD) annotate_fault(game, node, m);
        position_play_or_pass(&pos, m->move);
        node = game->nodes[node].next;
    }
}

// SPDX-License-Identifier: MIT
#include "cmd/common/output.h"

#include "base/os/platform.h"
#include "cmd/common/command.h"
#include "notation/text/fen.h"
#include "notation/text/san.h"

#include <stdio.h>
#include <unistd.h>

enum { LIVE_COLUMNS = 79 }; // where the terminal does not say how many it has

/* So much that it does not break into two lines, which could not be overwritten. */
static int live_width(void) {
    int columns = system_columns(STDERR_FILENO);
    return (columns ? columns : LIVE_COLUMNS) - 1;
}

void answer_open(Text *out, const Position *pos) {
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    json_open(out, '{');
    json_put_string(out, "fen", fen);
    json_put_string(out, "variant", pos->rules->name);
}

void answer_put_score(Text *out, Score score) {
    if (score_is_mate(score))
        json_put_int(out, "mate", score_mate_moves(score));
    else
        json_put_int(out, "cp", score);
}

void answer_write_score(Text *out, Score score) {
    if (!score_is_mate(score))
        text_format(out, "%+.2f", score / 100.0);
    else if (score_mate_moves(score) == 0)
        text_char(out, '#');
    else
        text_format(out, "#%d", score_mate_moves(score));
}

void answer_show_live(const Position *pos, const Thought *best) {
    Text line = text_growing();
    text_format(&line, "depth %d  ", best->depth);
    answer_write_score(&line, best->score);
    text_string(&line, "  ");
    san_write_line(&line, pos, best->line, best->length);
    fprintf(stderr, "\r%.*s\033[K", live_width(), text_get(&line));
    fflush(stderr);
    text_free(&line);
}

void answer_clear_live(void) {
    fputs("\r\033[K", stderr);
}

void answer_close(Text *out) {
    json_close(out, '}');
    say_text(out, "\n");
    text_free(out);
}

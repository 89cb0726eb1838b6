// SPDX-License-Identifier: MIT
#include "cmd/common/output.h"

#include "base/os/platform.h"
#include "cmd/common/command.h"
#include "notation/text/fen.h"
#include "notation/text/san.h"

#include <stdio.h>
#include <unistd.h>

enum { LIVE_COLUMNS = 79 }; // if the width of the terminal is unknown

/* One column less than the terminal has: a wrapped line could not be overwritten. */
static int live_width(void) {
    int columns = platform_terminal_columns(STDERR_FILENO);
    return (columns ? columns : LIVE_COLUMNS) - 1;
}

void output_json_open(Text *out, const Position *pos) {
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    json_open(out, '{');
    json_put_string(out, "fen", fen);
    json_put_string(out, "variant", pos->rules->name);
}

void output_score(Text *out, Score score) {
    if (!score_is_mate(score))
        text_format(out, "%+.2f", score / 100.0);
    else if (score_mate_moves(score) == 0)
        text_char(out, '#');
    else
        text_format(out, "#%d", score_mate_moves(score));
}

void output_live_line(const Position *pos, const PvLine *best) {
    Text line = text_growing();
    text_format(&line, "depth %d  ", best->depth);
    output_score(&line, best->score);
    text_string(&line, "  ");
    san_write_line(&line, pos, best->line, best->length);
    fprintf(stderr, "\r%.*s\033[K", live_width(), text_get(&line));
    fflush(stderr);
    text_free(&line);
}

void output_clear_live_line(void) {
    fputs("\r\033[K", stderr);
}

void output_json_print(Text *out) {
    json_close(out, '}');
    print_text(out, "\n");
    text_free(out);
}

// SPDX-License-Identifier: MIT
#include "cmd/common/output.h"

#include "cmd/common/command.h"
#include "console/progress.h"
#include "notation/text/fen.h"
#include "notation/text/san.h"

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
    progress_show("%s", text_get(&line));
    text_free(&line);
}

void output_json_print(Text *out) {
    json_close(out, '}');
    print_text(out, "\n");
    text_free(out);
}

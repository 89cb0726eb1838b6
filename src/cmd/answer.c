// SPDX-License-Identifier: MIT
#include "roek/cmd/answer.h"

#include "roek/cmd/command.h"
#include "roek/notation/fen.h"

#include <stdio.h>

void answer_open(Text *out, const Position *pos) {
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    json_open(out, '{');
    json_put_string(out, "fen", fen);
    json_put_string(out, "variant", pos->rules->name);
}

void answer_close(Text *out) {
    json_close(out, '}');
    say_text(out, "\n");
    text_free(out);
}

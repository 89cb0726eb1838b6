// SPDX-License-Identifier: MIT
#include "play/game/eval_report.h"

#include "eval/nnue_eval.h"

static void write_terms(Text *out, const Evaluator *evaluator, const Position *pos) {
    EvalTerm terms[EVAL_TERMS_MAX];
    Score scaled;
    int count = evaluator->explain(evaluator, pos, terms, &scaled), sum = 0;
    text_format(out, "%-16s %8s %8s %8s\n", "term", "White", "Black", "total");
    for (int i = 0; i < count; i++) {
        text_format(out, "%-16s %8.2f %8.2f %+8.2f\n", terms[i].name, terms[i].white / 100.0,
                    terms[i].black / 100.0, terms[i].total / 100.0);
        sum += terms[i].total;
    }
    text_format(out, "%-16s %8s %8s %+8.2f\n", "sum", "", "", sum / 100.0);
    text_format(out, "score for White: %+.2f (%s)\n", scaled / 100.0, evaluator->name);
}

/* Prints the value of each piece to its side. */
static void write_piece_values(Text *out, const Evaluator *nnue, const Position *pos) {
    Score values[64];
    nnue_piece_values(nnue, pos, values);
    text_string(out, "what each man is worth to its side where it stands:\n");
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++) {
            Square s = square_at(file, rank);
            Piece piece = pos->piece[s];
            if (piece == NO_PIECE)
                text_format(out, "%7s", ".");
            else if (piece_role(piece) == KING)
                text_format(out, "%7c", "Kk"[piece_color(piece)]);
            else
                text_format(out, " %c%+5.1f", "PNBRQKXXpnbrqk"[piece], values[s] / 100.0);
        }
        text_char(out, '\n');
    }
}

void eval_report_write(Text *out, const Evaluator *evaluator, const Position *pos) {
    const Evaluator *classical = handcrafted_evaluator(pos->rules);
    if (evaluator != classical) {
        write_piece_values(out, evaluator, pos);
        text_string(out, "\nby hand:\n");
        write_terms(out, classical, pos);
        text_string(out, "\nby the network, taking men off:\n");
    }
    write_terms(out, evaluator, pos);
}

// SPDX-License-Identifier: MIT
#include "notation/problem/problem_fen.h"

#include "base/text/text.h"
#include "notation/text/fen.h"

enum { SQUARES = 64 };

/* The square `count` squares behind a8, in reading order. */
static Square square_behind(int count) {
    return square_at(count % 8, 7 - count / 8);
}

static Piece piece_named(char letter) {
    return piece_from_char(letter == 'S' ? 'N' : letter == 's' ? 'n' : letter);
}

/* Reads a number of one or two digits. Returns how many characters it has. */
static size_t read_run(const char *at, const char *end, int *out) {
    bool two = end - at >= 2 && char_is_digit(at[1]);
    *out = two ? 10 * (at[0] - '0') + (at[1] - '0') : at[0] - '0';
    return two ? 2 : 1;
}

static ProblemFenResult fault_at(const char *text, const char *at, ProblemFenFault fault) {
    return (ProblemFenResult){fault, (int)(at - text)};
}

/* Does a rank end here? Then a slash may follow. */
static bool ends_rank(const char *text, const char *at, int count) {
    return count > 0 && count % 8 == 0 && at > text && at[-1] != '/';
}

ProblemFenResult problem_fen_read(const char *text, size_t length, Setup *out) {
    const char *at = text, *end = text + length;
    Setup setup = *out;
    int count = 0; // squares read so far
    if (!length) return fault_at(text, at, PROBLEM_FEN_EMPTY);
    while (at < end) {
        Piece piece = piece_named(*at);
        int run = piece != NO_PIECE;
        size_t used = char_is_digit(*at) ? read_run(at, end, &run) : 1;
        if (!run && *at != '/') return fault_at(text, at, PROBLEM_FEN_BAD_PIECE);
        if (*at == '/' && !ends_rank(text, at, count))
            return fault_at(text, at, PROBLEM_FEN_STRAY_BAR);
        if (run > SQUARES - count) return fault_at(text, at, PROBLEM_FEN_TOO_LONG);
        if (piece != NO_PIECE) setup.piece[square_behind(count)] = piece;
        count += run;
        at += used;
    }
    *out = setup;
    return (ProblemFenResult){PROBLEM_FEN_OK, 0};
}

const char *problem_fen_fault_text(ProblemFenFault fault) {
    switch (fault) {
    case PROBLEM_FEN_OK: return "fine";
    case PROBLEM_FEN_EMPTY: return "no position";
    case PROBLEM_FEN_BAD_PIECE: return "neither a piece nor a number of empty squares";
    case PROBLEM_FEN_STRAY_BAR: return "no rank ends here";
    case PROBLEM_FEN_TOO_LONG: return "this goes beyond the 64th square";
    }
    return "";
}

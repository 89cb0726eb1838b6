// SPDX-License-Identifier: MIT
#include "solve/problem/stipulation.h"

#include <string.h>

static const struct {
    const char *name;
    ProblemPlay play;
} PLAYS[] = {
    {"ser-h", PROBLEM_PLAY_SERIES_HELP},
    {"ser-s", PROBLEM_PLAY_SERIES_SELF},
    {"ser-", PROBLEM_PLAY_SERIES},
    {"semi-r", PROBLEM_PLAY_SEMIREFLEX},
    {"hs", PROBLEM_PLAY_HELPSELF},
    {"h", PROBLEM_PLAY_HELP},
    {"s", PROBLEM_PLAY_SELF},
    {"r", PROBLEM_PLAY_REFLEX},
    {"", PROBLEM_PLAY_DIRECT},
};

enum { PLAYS_COUNT = sizeof PLAYS / sizeof PLAYS[0] };

typedef struct {
    const char *at, *start, *end;
} StipulationText;

static bool span_has(const StipulationText *span, char c) {
    return span->at < span->end && *span->at == c;
}

static StipulationResult fault_at(const StipulationText *span, StipulationFault fault) {
    return (StipulationResult){fault, (int)(span->at - span->start)};
}

/* Longer names come first in the table, so the first match is the longest. */
static void read_play(StipulationText *span, ProblemPlay *out) {
    for (int i = 0; i < PLAYS_COUNT; i++) {
        size_t length = strlen(PLAYS[i].name);
        if ((size_t)(span->end - span->at) < length) continue;
        if (!span_is_nocase(span->at, length, PLAYS[i].name)) continue;
        span->at += length;
        *out = PLAYS[i].play;
        return;
    }
}

static bool read_goal(StipulationText *span, ProblemGoal *out) {
    if (!span_has(span, '#') && !span_has(span, '=')) return false;
    *out = *span->at++ == '#' ? PROBLEM_GOAL_MATE : PROBLEM_GOAL_STALEMATE;
    return true;
}

static bool read_number(StipulationText *span, int *out) {
    const char *first = span->at;
    int number = 0;
    while (span->at < span->end && char_is_digit(*span->at) && number <= STIPULATION_MOVES_MAX)
        number = 10 * number + (*span->at++ - '0');
    *out = number;
    return span->at > first && number <= STIPULATION_MOVES_MAX;
}

/* Reads ".5" or ",5". */
static bool read_half(StipulationText *span) {
    bool half = (span_has(span, '.') || span_has(span, ',')) && span->end - span->at >= 2 &&
                span->at[1] == '5';
    if (half) span->at += 2;
    return half;
}

StipulationResult stipulation_read(const char *text, size_t length, Stipulation *out) {
    StipulationText span = {text, text, text + length};
    Stipulation s = {0};
    read_play(&span, &s.play);
    if (!read_goal(&span, &s.goal))
        return fault_at(&span, span.at == text ? STIPULATION_BAD_PLAY : STIPULATION_NO_GOAL);
    StipulationText number = span;
    if (!read_number(&span, &s.moves)) return fault_at(&number, STIPULATION_BAD_LENGTH);
    StipulationText fraction = span;
    s.half = read_half(&span);
    if (s.half && s.play != PROBLEM_PLAY_HELP && s.play != PROBLEM_PLAY_HELPSELF)
        return fault_at(&fraction, STIPULATION_BAD_HALF);
    s.moves += s.half;
    if (s.moves < 1 || s.moves > STIPULATION_MOVES_MAX ||
        (s.moves == 1 && s.half && s.play == PROBLEM_PLAY_HELPSELF))
        return fault_at(&number, STIPULATION_BAD_LENGTH);
    if (span.at != span.end) return fault_at(&span, STIPULATION_TRAILING);
    *out = s;
    return (StipulationResult){STIPULATION_OK, 0};
}

const char *stipulation_fault_text(StipulationFault fault) {
    switch (fault) {
    case STIPULATION_OK: return "fine";
    case STIPULATION_BAD_PLAY:
        return "a stipulation is such as #3, s#4, r#2, semi-r#2, h#2.5, hs#3, =2 or ser-h#5";
    case STIPULATION_NO_GOAL: return "'#' (mate) or '=' (stalemate) is wanted here";
    case STIPULATION_BAD_LENGTH: return "the number of moves is from 1 to 99 (help play: from 0.5)";
    case STIPULATION_BAD_HALF: return "only help play has half moves";
    case STIPULATION_TRAILING: return "nothing more is wanted here";
    }
    return "";
}

void stipulation_write(const Stipulation *s, char out[STIPULATION_MAX]) {
    Text text = text_on(out, STIPULATION_MAX);
    for (int i = 0; i < PLAYS_COUNT; i++)
        if (PLAYS[i].play == s->play) text_string(&text, PLAYS[i].name);
    text_char(&text, s->goal == PROBLEM_GOAL_MATE ? '#' : '=');
    text_int(&text, s->moves - s->half);
    if (s->half) text_string(&text, ".5");
}

int stipulation_plies(const Stipulation *s) {
    switch (s->play) {
    case PROBLEM_PLAY_DIRECT: return 2 * s->moves - 1;
    case PROBLEM_PLAY_SERIES: return s->moves;
    case PROBLEM_PLAY_SERIES_HELP:
    case PROBLEM_PLAY_SERIES_SELF: return s->moves + 1;
    default: return 2 * s->moves - s->half;
    }
}

Color stipulation_victim(const Stipulation *s, Color turn) {
    bool other_side = s->play == PROBLEM_PLAY_DIRECT || s->play == PROBLEM_PLAY_SERIES || s->half;
    return other_side ? other(turn) : turn;
}

Color stipulation_default_turn(const Stipulation *s) {
    bool black_is_helped = s->play == PROBLEM_PLAY_HELP || s->play == PROBLEM_PLAY_SERIES_HELP;
    return black_is_helped != s->half ? BLACK : WHITE;
}

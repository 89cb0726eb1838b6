// SPDX-License-Identifier: MIT
#include "play/game/game_pgn.h"

#include "search/score.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// Writing.

static void set_date(PgnGame *pgn) {
    char text[16];
    time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day) && strftime(text, sizeof text, "%Y.%m.%d", &day))
        pgn_set_tag(pgn, "Date", text);
}

/* The words that the PGN standard knows. */
static const char *termination(Outcome outcome) {
    switch (outcome.reason) {
    case ONGOING: return "unterminated";
    case TIME_FORFEIT: return "time forfeit";
    case ILLEGAL_MOVE: return "rules infraction";
    case ABANDONED: return "abandoned";
    default: return "normal";
    }
}

static void set_tags(PgnGame *pgn, const ScoreSheet *sheet) {
    Outcome outcome = game_outcome(sheet->game);
    pgn_set_tag(pgn, "Event", "Casual game");
    pgn_set_tag(pgn, "Site", "Roek");
    set_date(pgn);
    pgn_set_tag(pgn, "White", sheet->names[WHITE]);
    pgn_set_tag(pgn, "Black", sheet->names[BLACK]);
    pgn_set_result(pgn, outcome_result(outcome));
    pgn_set_tag(pgn, "Termination", termination(outcome));
    if (!time_has_clock(&sheet->time[WHITE])) return;
    char text[TIME_CONTROL_MAX];
    time_write_tag(&sheet->time[WHITE], text);
    pgn_set_tag(pgn, "TimeControl", text);
}

void scoresheet_put_note(Text *out, const MoveNote *note, Color mover) {
    if (note->has_score) {
        Score score = mover == WHITE ? note->score : -note->score;
        PgnEval eval = {.is_mate = score_is_mate(score)};
        eval.value = eval.is_mate ? score_mate_moves(score) : score;
        pgn_put_eval(out, eval);
    }
    if (note->clock_ms < 0) return;
    if (note->has_score) text_char(out, ' ');
    pgn_put_clock(out, note->clock_ms);
}

static void put_moves(PgnGame *pgn, const ScoreSheet *sheet) {
    int node = 0;
    for (int i = 0; i < sheet->game->count && node >= 0; i++) {
        char words[96] = "";
        Text text = text_on(words, sizeof words);
        node = pgn_add(pgn, node, sheet->game->moves[i]);
        if (node < 0 || !sheet->notes) continue;
        scoresheet_put_note(&text, &sheet->notes[i], position_turn(game_position(sheet->game, i)));
        if (*words) pgn_annotate(pgn, node, words);
    }
}

void scoresheet_write(Text *out, const ScoreSheet *sheet) {
    PgnGame pgn = pgn_game(game_start(sheet->game));
    set_tags(&pgn, sheet);
    put_moves(&pgn, sheet);
    if (!pgn.failed) pgn_write(out, &pgn);
    out->failed |= pgn.failed;
    pgn_game_free(&pgn);
}

void arena_write_pgn(const Arena *a, Text *out) {
    ScoreSheet sheet = {.game = arena_game(a)};
    int count = sheet.game->count;
    MoveNote *notes = malloc((size_t)count * sizeof *notes + 1);
    for (Color c = WHITE; c <= BLACK; c++) {
        sheet.names[c] = arena_player(a, c)->name;
        sheet.time[c] = *arena_time_control(a, c);
    }
    for (int i = 0; notes && i < count; i++) notes[i] = *arena_note(a, i);
    sheet.notes = notes;
    scoresheet_write(out, &sheet);
    free(notes);
}

// Reading.

bool scoresheet_line(const PgnGame *pgn, ScoreLine *line) {
    Position pos = line->start = pgn->start;
    line->count = 0;
    line->moves = malloc((size_t)pgn->node_count * sizeof *line->moves + 1);
    if (!line->moves) return false;
    for (int node = pgn->nodes[0].next; node >= 0; node = pgn->nodes[node].next) {
        Move move = pgn->nodes[node].move;
        if (move == NULL_MOVE || outcome_is_over(position_outcome(&pos))) break;
        line->moves[line->count++] = move;
        position_play(&pos, move);
    }
    return true;
}

/* The game of this number, or why there is none; broken ones before it are counted. */
static PgnStatus read_game(PgnReader *reader, int number, PgnGame *pgn, PgnError *fault) {
    for (int i = 0;; i++) {
        PgnStatus status = pgn_read(reader, pgn, fault);
        bool is_game = status == PGN_GAME || status == PGN_BROKEN;
        if (!is_game || i == number) return status;
        pgn_game_free(pgn);
    }
}

static bool read_pgn(const char *text, size_t length, int number, ScoreLine *line, Text *error) {
    PgnReader *reader = pgn_reader_on(text, length);
    PgnGame pgn;
    PgnError fault;
    if (!reader) {
        text_string(error, "not enough memory");
        return false;
    }
    PgnStatus status = read_game(reader, number, &pgn, &fault);
    bool good = status == PGN_GAME && scoresheet_line(&pgn, line);
    if (status == PGN_BROKEN)
        text_format(error, "line %d, column %d: %.180s", fault.line, fault.column + 1, fault.text);
    else if (status == PGN_END && number > 0)
        text_format(error, "there is no game number %d", number + 1);
    else if (status == PGN_END)
        text_string(error, "there is no game");
    else if (!good)
        text_string(error, "not enough memory");
    pgn_game_free(&pgn);
    pgn_reader_free(reader);
    return good;
}

/* A position of one line, if the text is that. */
static bool read_fen(const char *text, size_t length, const Rules *rules, ScoreLine *line) {
    char fen[FEN_MAX];
    while (length > 0 && char_is_space(*text)) text++, length--;
    while (length > 0 && char_is_space(text[length - 1])) length--;
    if (length == 0 || length >= sizeof fen) return false;
    memcpy(fen, text, length);
    fen[length] = '\0';
    *line = (ScoreLine){.moves = NULL};
    return fen_read_position(fen, rules, &line->start).fault == FEN_OK;
}

bool scoresheet_read(const char *text, size_t length, int number, const Rules *rules,
                     ScoreLine *line, char error[SCORESHEET_ERROR_MAX]) {
    Text why = text_on(error, SCORESHEET_ERROR_MAX);
    if (number == 0 && read_fen(text, length, rules, line)) return true;
    return read_pgn(text, length, number, line, &why);
}

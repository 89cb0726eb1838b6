// SPDX-License-Identifier: MIT
#include "play/game/game_pgn.h"

#include "search/score.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// --- writing ---

static void set_date(PgnGame *pgn) {
    char text[16];
    time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day) && strftime(text, sizeof text, "%Y.%m.%d", &day))
        pgn_set_tag(pgn, "Date", text);
}

/* The values of the PGN standard. */
static const char *termination_tag(Outcome outcome) {
    switch (outcome.reason) {
    case OUTCOME_ONGOING: return "unterminated";
    case OUTCOME_TIME_FORFEIT: return "time forfeit";
    case OUTCOME_ILLEGAL_MOVE: return "rules infraction";
    case OUTCOME_ABANDONED: return "abandoned";
    default: return "normal";
    }
}

static void set_tags(PgnGame *pgn, const GameRecord *record) {
    Outcome outcome = game_outcome(record->game);
    pgn_set_tag(pgn, "Event", "Casual game");
    pgn_set_tag(pgn, "Site", "Roek");
    set_date(pgn);
    pgn_set_tag(pgn, "White", record->names[WHITE]);
    pgn_set_tag(pgn, "Black", record->names[BLACK]);
    pgn_set_result(pgn, outcome_result(outcome));
    pgn_set_tag(pgn, "Termination", termination_tag(outcome));
    if (!timecontrol_has_clock(&record->time[WHITE])) return;
    char text[TIMECONTROL_TEXT_MAX];
    timecontrol_write_tag(&record->time[WHITE], text);
    pgn_set_tag(pgn, "TimeControl", text);
}

void game_pgn_put_info(Text *out, const MoveInfo *info, Color mover) {
    if (info->has_score) {
        Score score = mover == WHITE ? info->score : -info->score;
        PgnEval eval = {.is_mate = score_is_mate(score)};
        eval.value = eval.is_mate ? score_mate_moves(score) : score;
        pgn_put_eval(out, eval);
    }
    if (info->clock_ms < 0) return;
    if (info->has_score) text_char(out, ' ');
    pgn_put_clock(out, info->clock_ms);
}

static void put_moves(PgnGame *pgn, const GameRecord *record) {
    int node = 0;
    for (int i = 0; i < record->game->count && node >= 0; i++) {
        char words[96] = "";
        Text text = text_on(words, sizeof words);
        node = pgn_add_move(pgn, node, record->game->moves[i]);
        if (node < 0 || !record->infos) continue;
        game_pgn_put_info(&text, &record->infos[i],
                          position_turn(game_position_at(record->game, i)));
        if (*words) pgn_add_comment(pgn, node, words);
    }
}

void game_pgn_write(Text *out, const GameRecord *record) {
    PgnGame pgn = pgn_game_new(game_start(record->game));
    set_tags(&pgn, record);
    put_moves(&pgn, record);
    if (!pgn.failed) pgn_write(out, &pgn);
    out->failed |= pgn.failed;
    pgn_game_free(&pgn);
}

void controller_write_pgn(const GameController *ctl, Text *out) {
    GameRecord record = {.game = controller_game(ctl)};
    int count = record.game->count;
    MoveInfo *infos = malloc((size_t)count * sizeof *infos + 1);
    for (Color c = WHITE; c <= BLACK; c++) {
        record.names[c] = controller_player(ctl, c)->name;
        record.time[c] = *controller_time_control(ctl, c);
    }
    for (int i = 0; infos && i < count; i++) infos[i] = *controller_move_info(ctl, i);
    record.infos = infos;
    game_pgn_write(out, &record);
    free(infos);
}

// --- reading ---

bool game_pgn_main_line(const PgnGame *pgn, MainLine *line) {
    Position pos = line->start = pgn->start;
    bool ended = false;
    line->count = line->left_out = 0;
    line->moves = malloc((size_t)pgn->node_count * sizeof *line->moves + 1);
    if (!line->moves) return false;
    for (int node = pgn->nodes[0].next; node >= 0; node = pgn->nodes[node].next) {
        Move move = pgn->nodes[node].move;
        ended = ended || move == NULL_MOVE || outcome_is_over(position_outcome(&pos));
        if (ended) {
            line->left_out++;
        } else {
            line->moves[line->count++] = move;
            position_play(&pos, move);
        }
    }
    return true;
}

/* Reads the game with this number, or returns why there is none; malformed games count, too. */
static PgnStatus read_game(PgnReader *reader, int number, PgnGame *pgn, PgnError *fault) {
    for (int i = 0;; i++) {
        PgnStatus status = pgn_read(reader, pgn, fault);
        bool is_game = status == PGN_GAME || status == PGN_BROKEN;
        if (!is_game || i == number) return status;
        pgn_game_free(pgn);
    }
}

static bool read_pgn(const char *text, size_t length, int number, MainLine *line, Text *error) {
    PgnReader *reader = pgn_reader_on(text, length);
    PgnGame pgn;
    PgnError fault;
    if (!reader) {
        text_string(error, "not enough memory");
        return false;
    }
    PgnStatus status = read_game(reader, number, &pgn, &fault);
    bool ok = status == PGN_GAME && game_pgn_main_line(&pgn, line);
    if (status == PGN_BROKEN)
        text_format(error, "line %d, column %d: %.180s", fault.line, fault.column + 1, fault.text);
    else if (status == PGN_END && number > 0)
        text_format(error, "there is no game number %d", number + 1);
    else if (status == PGN_END)
        text_string(error, "there is no game");
    else if (!ok)
        text_string(error, "not enough memory");
    pgn_game_free(&pgn);
    pgn_reader_free(reader);
    return ok;
}

/* Reads the text as a FEN, if it is one line. */
static bool read_fen(const char *text, size_t length, const Rules *rules, MainLine *line) {
    char fen[FEN_MAX];
    while (length > 0 && char_is_space(*text)) text++, length--;
    while (length > 0 && char_is_space(text[length - 1])) length--;
    if (length == 0 || length >= sizeof fen) return false;
    memcpy(fen, text, length);
    fen[length] = '\0';
    *line = (MainLine){.moves = NULL};
    return fen_read_position(fen, rules, &line->start).fault == FEN_OK;
}

bool game_pgn_read(const char *text, size_t length, int number, const Rules *rules, MainLine *line,
                   char error[GAME_PGN_ERROR_MAX]) {
    Text why = text_on(error, GAME_PGN_ERROR_MAX);
    if (number == 0 && read_fen(text, length, rules, line)) return true;
    return read_pgn(text, length, number, line, &why);
}

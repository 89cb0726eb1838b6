// SPDX-License-Identifier: MIT
#include "roek/play/session_pgn.h"

#include "roek/base/file.h"
#include "roek/notation/pgn.h"
#include "roek/play/session_internal.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static void set_date(PgnGame *pgn) {
    char text[16];
    time_t now = time(NULL);
    struct tm day;
    if (localtime_r(&now, &day) && strftime(text, sizeof text, "%Y.%m.%d", &day))
        pgn_set_tag(pgn, "Date", text);
}

static const char *termination(Outcome outcome) {
    switch (outcome.reason) {
    case ONGOING: return "unterminated";
    case TIME_FORFEIT: return "time forfeit";
    case ILLEGAL_MOVE: return "rules infraction";
    default: return "normal";
    }
}

static void set_tags(const Session *s, PgnGame *pgn) {
    pgn_set_tag(pgn, "Event", "Casual game");
    pgn_set_tag(pgn, "Site", "Roek");
    set_date(pgn);
    pgn_set_tag(pgn, "White", s->players[WHITE]->name);
    pgn_set_tag(pgn, "Black", s->players[BLACK]->name);
    Outcome outcome = session_outcome(s);
    pgn_set_result(pgn, outcome_result(outcome));
    pgn_set_tag(pgn, "Termination", termination(outcome));
    if (!session_has_clocks(s)) return;
    char text[48];
    Text t = text_on(text, sizeof text);
    text_format(&t, "%g+%g", (double)s->options.time.base_ms / 1000,
                (double)s->options.time.increment_ms / 1000);
    pgn_set_tag(pgn, "TimeControl", text);
}

void session_write_pgn(const Session *s, Text *out) {
    const Game *game = &s->game;
    PgnGame pgn = pgn_game(game_start(game));
    set_tags(s, &pgn);
    int node = 0;
    for (int i = 0; i < game->count; i++) {
        node = pgn_add(&pgn, node, game->moves[i]);
        if (node < 0) break;
        if (!session_has_clocks(s)) continue;
        char clock[32];
        Text t = text_on(clock, sizeof clock);
        pgn_put_clock(&t, s->left[i + 1].ms[position_turn(game_position(game, i))]);
        pgn_annotate(&pgn, node, clock);
    }
    pgn_write(out, &pgn);
    if (pgn.failed) out->failed = true;
    pgn_game_free(&pgn);
}

bool session_save_pgn(const Session *s, const char *path, char error[PLAYER_ERROR_MAX]) {
    Text why = text_on(error, PLAYER_ERROR_MAX);
    Text out = text_growing();
    session_write_pgn(s, &out);
    FilePart part = {text_get(&out), out.used};
    bool saved = false;
    if (out.failed)
        text_string(&why, "not enough memory");
    else if (!(saved = file_replace(path, &part, 1)))
        text_format(&why, "%.160s: %s", path, strerror(errno));
    text_free(&out);
    return saved;
}

/* Plays a line that was read; the clocks stay full, as nobody knows how long it took. */
static bool take_over(Session *s, const PgnGame *pgn) {
    if (!session_restart(s, &pgn->start)) return false;
    for (int node = pgn->nodes[0].next; node >= 0; node = pgn->nodes[node].next) {
        Move move = pgn->nodes[node].move;
        if (move == NULL_MOVE || session_is_over(s)) break;
        if (!session_play(s, move)) return false;
    }
    for (int i = 1; i <= s->game.count; i++) s->left[i] = s->left[0];
    return true;
}

bool session_load_pgn(Session *s, const char *path, char error[PLAYER_ERROR_MAX]) {
    Text why = text_on(error, PLAYER_ERROR_MAX);
    FileView file;
    if (!file_view(path, &file)) {
        text_format(&why, "%.160s cannot be read", path);
        return false;
    }
    PgnReader *reader = pgn_reader_on((const char *)file.data, file.size);
    PgnGame pgn;
    PgnError fault;
    bool loaded = false;
    if (!reader) {
        text_string(&why, "not enough memory");
        file_close(&file);
        return false;
    }
    PgnStatus status = pgn_read(reader, &pgn, &fault);
    if (status == PGN_GAME && !(loaded = take_over(s, &pgn)))
        text_string(&why, "not enough memory");
    else if (status == PGN_BROKEN)
        text_format(&why, "line %d, column %d: %.180s", fault.line, fault.column + 1, fault.text);
    else if (status == PGN_END)
        text_format(&why, "there is no game in %.160s", path);
    else if (status == PGN_NO_MEMORY)
        text_string(&why, "not enough memory");
    pgn_game_free(&pgn);
    pgn_reader_free(reader);
    file_close(&file);
    return loaded;
}

// SPDX-License-Identifier: MIT
#include "match/match_pgn.h"

#include "play/game/game_pgn.h"

#include <stdlib.h>
#include <string.h>

static void set_int_tag(PgnGame *pgn, const char *name, uint64_t value) {
    char text[24];
    Text out = text_on(text, sizeof text);
    text_format(&out, "%llu", (unsigned long long)value);
    pgn_set_tag(pgn, name, text);
}

/* The values of the PGN standard. */
static const char *termination(GameEnd end) {
    switch (end) {
    case GAME_END_RULES: return "normal";
    case GAME_END_TIME: return "time forfeit";
    case GAME_END_ILLEGAL: return "rules infraction";
    case GAME_END_CRASH: return "abandoned";
    case GAME_END_ADJUDICATED: return "adjudication";
    default: return "unterminated";
    }
}

static void set_tags(PgnGame *pgn, const Match *match, const MatchGame *game, const char *event,
                     const char *date) {
    const MatchOptions *o = match_options(match);
    pgn_set_tag(pgn, "Event", event);
    pgn_set_tag(pgn, "Site", "?");
    pgn_set_tag(pgn, "Date", date);
    set_int_tag(pgn, "Round", (uint64_t)game->number + 1);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Participant *p = &o->participants[game->participants[c]];
        char control[TIMECONTROL_TEXT_MAX];
        timecontrol_write_tag(&p->budget.time, control);
        pgn_set_tag(pgn, c == WHITE ? "White" : "Black", p->name);
        pgn_set_tag(pgn, c == WHITE ? "WhiteTimeControl" : "BlackTimeControl", control);
    }
    set_int_tag(pgn, "PlyCount", (uint64_t)game->game->game.count);
    pgn_set_tag(pgn, "Termination", termination(game->game->end));
    set_int_tag(pgn, "MatchSeed", o->seed);
}

/* Appends "[%eval 0.35] [%clk 0:00:59] d12 0.53s"; the score is from White's view. */
static void put_info(Text *out, const MoveInfo *info, Color mover) {
    if (info->time_ms < 0) {
        text_string(out, "book");
        return;
    }
    game_pgn_put_info(out, info, mover);
    if (out->used) text_char(out, ' ');
    if (info->depth) text_format(out, "d%d ", info->depth);
    text_format(out, "%.3fs", (double)info->time_ms / 1000);
}

static void put_moves(PgnGame *pgn, const RefereedGame *game) {
    int node = 0;
    for (int i = 0; i < game->game.count && node >= 0; i++) {
        char info[128];
        Text text = text_on(info, sizeof info);
        node = pgn_add_move(pgn, node, game->game.moves[i]);
        put_info(&text, &game->infos[i], position_turn(game_position_at(&game->game, i)));
        if (node >= 0) pgn_add_comment(pgn, node, info);
    }
    char how[GAME_END_TEXT_MAX], last[GAME_END_TEXT_MAX + PLAYER_FAULT_MAX + 4];
    refereed_game_text(game, how);
    Text text = text_on(last, sizeof last);
    text_format(&text, "%s%s%s", how, game->fault[0] ? ": " : "", game->fault);
    if (node >= 0) pgn_add_comment(pgn, node, last);
}

void match_pgn_write(Text *out, const Match *match, const MatchGame *game, const char *event,
                     const char *date) {
    PgnGame pgn = pgn_game_new(game_start(&game->game->game));
    set_tags(&pgn, match, game, event, date);
    put_moves(&pgn, game->game);
    pgn_set_result(&pgn, outcome_result(game->game->outcome));
    if (!pgn.failed) pgn_write(out, &pgn);
    out->failed |= pgn.failed;
    pgn_game_free(&pgn);
}

// --- reading ---

static bool number_tag(const PgnGame *pgn, const char *name, int64_t max, int64_t *out) {
    const char *value = pgn_tag(pgn, name);
    return value && text_to_int(value, 0, max, out);
}

bool match_pgn_seed(const char *text, size_t length, uint64_t *seed) {
    PgnReader *reader = pgn_reader_on(text, length);
    if (!reader) return false;
    PgnGame game;
    PgnError error;
    pgn_read(reader, &game, &error);
    const char *value = pgn_tag(&game, "MatchSeed");
    char *end = NULL;
    if (value) *seed = strtoull(value, &end, 10);
    bool found = value && *value && !*end;
    pgn_game_free(&game);
    pgn_reader_free(reader);
    return found;
}

/* White's half-points; -1: no result. */
static int white_half_points(const char *result) {
    return strcmp(result, "1-0") == 0       ? 2
           : strcmp(result, "0-1") == 0     ? 0
           : strcmp(result, "1/2-1/2") == 0 ? 1
                                            : -1;
}

static bool record(Match *match, const PgnGame *pgn, Text *error) {
    const MatchOptions *o = match_options(match);
    int64_t round = 0;
    int participants[2];
    bool known = number_tag(pgn, "Round", match_game_count(match), &round) && round > 0;
    for (Color c = WHITE; known && c <= BLACK; c++) {
        match_participants(match, (int)round - 1, participants);
        const char *name = pgn_tag(pgn, c == WHITE ? "White" : "Black");
        known = name && strcmp(name, o->participants[participants[c]].name) == 0;
    }
    if (known && match_record(match, (int)round - 1, white_half_points(pgn->result))) return true;
    const char *tag = pgn_tag(pgn, "Round");
    text_format(error, "its game of round '%.20s' is not one of this match, or there twice",
                tag ? tag : "?");
    return false;
}

/* The end of the last game with a result; an empty line follows its moves. */
static size_t complete_length(const char *text, size_t length) {
    static const char *const RESULTS[] = {"1-0\n\n", "0-1\n\n", "1/2-1/2\n\n"};
    size_t sound = 0;
    for (size_t i = 0; i < sizeof RESULTS / sizeof *RESULTS; i++) {
        size_t n = strlen(RESULTS[i]);
        for (size_t at = length; at >= n && at > sound; at--)
            if (memcmp(text + at - n, RESULTS[i], n) == 0) sound = at;
    }
    return sound;
}

static const char *find(const char *text, const char *end, const char *words) {
    size_t n = strlen(words);
    for (; (size_t)(end - text) >= n; text++)
        if (memcmp(text, words, n) == 0) return text;
    return NULL;
}

/* Is this the beginning of a game as match_pgn_write writes it?  Other text must not be removed:
 * the file may be the user's game collection. */
static bool is_partial_game(const char *text, size_t length) {
    static const char EVENT[] = "[Event \"";
    const char *end = text + length, *moves = find(text, end, "\n\n");
    size_t known = length < sizeof EVENT - 1 ? length : sizeof EVENT - 1;
    if (length == 0) return true;
    if (memcmp(text, EVENT, known) != 0 || find(text + 1, end, EVENT)) return false;
    if (moves) return find(text, moves, "\n[MatchSeed \"") != NULL;
    for (const char *line = text; (line = find(line, end, "\n")) && ++line < end;)
        if (*line != '[') return false;
    return !find(text, end, "\r");
}

static int line_at(const char *text, size_t length) {
    int line = 1;
    for (size_t i = 0; i < length; i++) line += text[i] == '\n';
    return line;
}

bool match_pgn_resume(Match *match, const char *text, size_t length, size_t *sound,
                      char error[MATCH_PGN_ERROR_MAX]) {
    Text words = text_on(error, MATCH_PGN_ERROR_MAX);
    *sound = complete_length(text, length);
    if (!is_partial_game(text + *sound, length - *sound)) {
        text_format(&words, "line %d: this is not the beginning of a game of a match",
                    line_at(text, *sound));
        return false;
    }
    PgnReader *reader = pgn_reader_on(text, *sound);
    bool ok = reader != NULL;
    PgnStatus status = PGN_NO_MEMORY;
    while (ok) {
        PgnGame game;
        PgnError wrong;
        status = pgn_read(reader, &game, &wrong);
        if (status == PGN_BROKEN)
            text_format(&words, "line %d, column %d: %.160s", wrong.line, wrong.column + 1,
                        wrong.text);
        ok = status == PGN_GAME && record(match, &game, &words);
        pgn_game_free(&game);
    }
    pgn_reader_free(reader);
    if (status == PGN_NO_MEMORY) text_string(&words, "not enough memory");
    return status == PGN_END;
}

// SPDX-License-Identifier: MIT
#include "match/openings.h"

#include "base/array.h"
#include "base/text/text.h"
#include "notation/pgn/pgn.h"
#include "notation/text/epd.h"
#include "play/players/player.h"

#include <stdlib.h>
#include <string.h>

enum { PGN_MOVES_MAX = 1024, RANDOM_TRIES = 100 };

static bool add(Openings *out, const Position *start, const Move *moves, int count) {
    if (!array_reserve(&out->items, &out->capacity, (size_t)out->count + 1, sizeof *out->items))
        return false;
    Opening opening = {.start = *start, .count = count};
    if (count > 0) {
        opening.moves = malloc((size_t)count * sizeof *opening.moves);
        if (!opening.moves) return false;
        memcpy(opening.moves, moves, (size_t)count * sizeof *moves);
    }
    out->items[out->count++] = opening;
    return true;
}

void openings_free(Openings *openings) {
    for (int i = 0; i < openings->count; i++) free(openings->items[i].moves);
    free(openings->items);
    *openings = (Openings){0};
}

static bool fail_no_memory(Text *error) {
    text_string(error, "not enough memory");
    return false;
}

static bool read_line(Openings *out, const Text *whole, int number, const Rules *rules,
                      char error[OPENINGS_ERROR_MAX]) {
    Text text = text_on(error, OPENINGS_ERROR_MAX);
    if (whole->failed) return fail_no_memory(&text);
    const char *line = text_get(whole), *start = line + strspn(line, " \t\r");
    if (!*start || *start == '#') return true;
    char why[FEN_FAULT_MAX];
    Epd epd;
    Position pos;
    EpdResult r = epd_read_position(line, rules, &epd, &pos);
    if (r.fault != EPD_OK) {
        epd_fault_text(r, why);
        text_format(&text, "line %d, column %d: %.400s", number,
                    text_width(line, (size_t)r.column) + 1, why);
        return false;
    }
    return add(out, &pos, NULL, 0) || fail_no_memory(&text);
}

static bool read_lines(Openings *out, const char *text, size_t length, const Rules *rules,
                       char error[OPENINGS_ERROR_MAX]) {
    Text line = text_growing();
    bool good = true;
    int number = 0;
    for (const char *at = text, *end = text + length; good && at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        text_clear(&line);
        text_bytes(&line, at, (size_t)(stop - at));
        good = read_line(out, &line, ++number, rules, error);
        at = stop + 1;
    }
    text_free(&line);
    return good;
}

static bool add_game(Openings *out, const PgnGame *game, const Rules *rules, int plies,
                     Text *error) {
    Move moves[PGN_MOVES_MAX];
    int most = plies > 0 && plies < PGN_MOVES_MAX ? plies : PGN_MOVES_MAX;
    int count = pgn_main_line(game, moves, most), null = pgn_null_move(game, 0);
    bool cut = null > 0 && null <= count;
    if (cut) count = null - 1;
    if (cut && !out->null_game) {
        out->null_game = out->count + 1;
        out->null_ply = null;
    }
    if (game->start.rules != rules) {
        text_format(error, "game %d is one of %s", out->count + 1, game->start.rules->title);
        return false;
    }
    return add(out, &game->start, moves, count) || fail_no_memory(error);
}

static bool read_games(Openings *out, const char *text, size_t length, const Rules *rules,
                       int plies, char error[OPENINGS_ERROR_MAX]) {
    Text words = text_on(error, OPENINGS_ERROR_MAX);
    PgnReader *reader = pgn_reader_on(text, length);
    PgnStatus status = PGN_NO_MEMORY;
    bool good = reader != NULL;
    while (good) {
        PgnGame game;
        PgnError wrong;
        status = pgn_read(reader, &game, &wrong);
        if (status == PGN_BROKEN)
            text_format(&words, "line %d, column %d: %s", wrong.line, wrong.column + 1, wrong.text);
        good = status == PGN_GAME && add_game(out, &game, rules, plies, &words);
        pgn_game_free(&game);
    }
    pgn_reader_free(reader);
    if (status == PGN_NO_MEMORY) fail_no_memory(&words);
    return status == PGN_END;
}

bool openings_read(Openings *out, const char *text, size_t length, const Rules *rules, int plies,
                   char error[OPENINGS_ERROR_MAX]) {
    *out = (Openings){0};
    size_t mark = utf8_bom_length(text, length);
    text += mark;
    length -= mark;
    bool good = pgn_looks_like_game(text, length)
                    ? read_games(out, text, length, rules, plies, error)
                    : read_lines(out, text, length, rules, error);
    if (!good || out->count) return good;
    Text words = text_on(error, OPENINGS_ERROR_MAX);
    text_string(&words, "there is no opening in it");
    return false;
}

/* Makes random moves from the start position, none of which ends the game; returns their number. */
static int random_line(const Rules *rules, int plies, Rng *rng, Move *moves) {
    int count = 0;
    for (int tries = 0; tries < RANDOM_TRIES; tries++) {
        Position pos = position_start(rules);
        for (count = 0; count < plies; count++) {
            moves[count] = player_random_move(&pos, rng);
            position_play(&pos, moves[count]);
            if (position_outcome(&pos).reason != OUTCOME_ONGOING) break;
        }
        if (count == plies) break;
    }
    return count;
}

bool openings_random(Openings *out, const Rules *rules, int count, int plies, uint64_t seed) {
    *out = (Openings){0};
    Position start = position_start(rules);
    Rng rng = rng_seeded(seed);
    Move moves[PGN_MOVES_MAX];
    for (int i = 0; i < count; i++) {
        int length = random_line(rules, plies < PGN_MOVES_MAX ? plies : PGN_MOVES_MAX, &rng, moves);
        if (!add(out, &start, moves, length)) return false;
    }
    return true;
}

void openings_shuffle(Openings *openings, uint64_t seed) {
    Rng rng = rng_seeded(seed);
    for (int i = openings->count - 1; i > 0; i--) {
        int j = (int)rng_below(&rng, (uint32_t)i + 1);
        Opening swap = openings->items[i];
        openings->items[i] = openings->items[j];
        openings->items[j] = swap;
    }
}

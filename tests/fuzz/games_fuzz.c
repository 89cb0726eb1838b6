// SPDX-License-Identifier: MIT
//
// Any bytes as a game to resume and as the openings of a match: refused with a reason, or legal
// from the first move to the last.  Also as the PGN of an interrupted match of A against B.
#include "fuzz/fuzz.h"

#include "match/match_pgn.h"
#include "match/openings.h"
#include "play/game/game_pgn.h"

static void check_line(const Position *start, const Move *moves, int count) {
    Position pos = *start;
    for (int i = 0; i < count; i++) {
        fuzz_assert(position_is_legal(&pos, moves[i]));
        position_play(&pos, moves[i]);
    }
}

static void read_openings(const char *text, size_t length, const Rules *rules) {
    char error[OPENINGS_ERROR_MAX] = "";
    Openings openings;
    if (!openings_read(&openings, text, length, rules, 8, error)) fuzz_assert(error[0]);
    for (int i = 0; i < openings.count; i++)
        check_line(&openings.items[i].start, openings.items[i].moves, openings.items[i].count);
    openings_free(&openings);
}

static void resume_match(const char *text, size_t length) {
    static const char *const TEXTS[] = {"random[name=A]", "bimbi[name=B]"};
    Participant participants[2];
    MatchOptions options = {
        .rules = &STANDARD_CHESS, .participants = participants, .participant_count = 2, .games = 4};
    char error[PLAYER_ERROR_MAX] = "", fault[MATCH_PGN_ERROR_MAX] = "";
    size_t sound;
    for (int i = 0; i < 2; i++)
        fuzz_assert(participant_read(&participants[i], TEXTS[i], &PLAYER_DEFAULTS,
                                     &(SearchBudget){0}, error));
    Match *match = match_new(&options, error);
    fuzz_assert(match != NULL);
    bool good = match_pgn_resume(match, text, length, &sound, fault);
    fuzz_assert(sound <= length && good == (fault[0] == '\0'));
    fuzz_assert(match_played_count(match) <= match_game_count(match));
    match_free(match);
    for (int i = 0; i < 2; i++) participant_free(&participants[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    char error[GAME_PGN_ERROR_MAX] = "";
    MainLine line;
    uint64_t seed;
    for (int number = 0; number < 2; number++) {
        if (game_pgn_read(text, size, number, rules_at(number), &line, error)) {
            check_line(&line.start, line.moves, line.count);
            free(line.moves);
        } else {
            fuzz_assert(error[0]);
        }
        read_openings(text, size, rules_at(number));
    }
    match_pgn_seed(text, size, &seed);
    resume_match(text, size);
    return 0;
}

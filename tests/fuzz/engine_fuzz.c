// SPDX-License-Identifier: MIT
//
// Any bytes as what a UCI engine says: it is refused with a reason or plays legal moves, what it
// thinks stays within limits, it cannot fill our memory, and the games it played can be read again.
// The first byte chooses the game, its bit 2 a match instead of single moves; the second the
// limits.
#include "fuzz/fuzz_clock.h"
#include "fuzz/fuzz_process.h"

#include "match/match_pgn.h"
#include "search/score.h"

enum { PLIES_MAX = 12, MOVES_ENOUGH = 12, MEMORY_MOST = 1 << 20 };

/* Of the address sanitizer, where it is there. */
size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

static size_t memory_in_use(void) {
    return __sanitizer_get_current_allocated_bytes ? __sanitizer_get_current_allocated_bytes() : 0;
}

static Position start_of(uint8_t first) {
    static const char CHESS960[] = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    static const char ENDING[] = "8/P6k/8/8/8/8/7K/8 w - - 98 90";
    Position pos;
    if ((first & 2) == 0) return position_start(rules_at(first & 1));
    FenResult r = fen_read_position(first & 1 ? CHESS960 : ENDING, &STANDARD_CHESS, &pos);
    fuzz_assert(r.fault == FEN_OK);
    return pos;
}

static Allowance allowance_of(uint8_t second) {
    static const Allowance CHOICES[] = {
        {.time = {.base_ms = 60000, .increment_ms = 1000}},
        {.time = {.base_ms = 1000, .moves = 5}},
        {.time = {.move_ms = 100}},
        {.depth = 3, .nodes = 1000},
    };
    return CHOICES[second & 3];
}

// Single moves.

static void hear(void *context, const Thought *thought) {
    Position pos = *game_now(context);
    fuzz_assert(thought->rank >= 1 && thought->rank <= MOVES_MAX);
    fuzz_assert(thought->depth >= 0 && thought->depth < INT16_MAX && thought->time_ms >= 0);
    fuzz_assert(abs(thought->score) <= SCORE_MATE);
    fuzz_assert(score_is_mate(thought->score) || abs(thought->score) <= EVAL_LIMIT);
    fuzz_assert(thought->length >= 0 && thought->length <= THOUGHT_MOVES_MAX);
    for (int i = 0; i < thought->length; i++) {
        fuzz_assert(position_is_legal(&pos, thought->line[i]));
        position_play(&pos, thought->line[i]);
    }
}

static void check_choice(const PlayerChoice *choice, const Position *pos) {
    fuzz_assert(choice->depth >= 0 && abs(choice->score) <= SCORE_MATE && !choice->no_memory);
    if (choice->move != NO_MOVE) {
        fuzz_assert(position_is_legal(pos, choice->move));
        return;
    }
    fuzz_assert(choice->fault[0] != '\0');
    fuzz_assert_tame(choice->fault);
}

static Limits limits_of(uint8_t second, const Game *game) {
    Allowance own = allowance_of(second);
    ChessClock clock = chessclock_set((TimeControl[2]){own.time, own.time});
    static atomic_bool never;
    Limits limits = allowance_limits(&own, &clock, position_turn(game_now(game)), 0, 10);
    limits.stop = &never;
    return limits;
}

static void play(Player *player, Game *game, uint8_t second) {
    Listener listener = {.context = game, .thought = hear};
    char error[PLAYER_ERROR_MAX];
    bool ready = player_prepare(player, game, 1, error);
    if (!ready) fuzz_assert_tame(error);
    for (int ply = 0; ready && ply < PLIES_MAX && !outcome_is_over(game_outcome(game)); ply++) {
        Limits limits = limits_of(second, game);
        PlayerChoice choice = player_choose(player, game, &limits, &listener);
        fuzz_assert_tame(player->name);
        check_choice(&choice, game_now(game));
        if (choice.move != NO_MOVE) fuzz_assert(game_play(game, choice.move));
    }
}

/* Two games, so that a program that has gone is started again for the second. */
static void play_alone(uint8_t first, uint8_t second) {
    static const char *const SETTINGS[] = {"Contempt=0", "Button", "Style="};
    PlayerOptions options = PLAYER_DEFAULTS;
    char error[PLAYER_ERROR_MAX] = "";
    options.threads = 1 + (second >> 2 & 1);
    options.settings = SETTINGS;
    options.setting_count = second >> 3 & 3;
    Player *player = player_new("uci:engine", &options, error);
    fuzz_assert((player != NULL) == (error[0] == '\0'));
    fuzz_assert_tame(player ? player->name : error);
    for (int i = 0; player && i < 2; i++) {
        Game game;
        Position start = start_of((uint8_t)(first + i));
        fuzz_assert(game_init(&game, &start));
        play(player, &game, second);
        game_free(&game);
    }
    player_free(player);
}

// A match.

/* What was written is read again, as a game of this match. */
static void check_pgn(Match *match, const MatchGame *game) {
    Text text = text_growing();
    char error[MATCH_PGN_ERROR_MAX] = "";
    size_t sound;
    match_pgn_write(&text, match, game, "fuzz", "2024.02.29");
    fuzz_assert(match_pgn_resume(match, text_get(&text), text.used, &sound, error));
    fuzz_assert(sound == text.used && match_has(match, game->number));
    text_free(&text);
}

static void play_game(Match *match, MatchBoard *board, int number) {
    RefereedGame game;
    MatchGame played = {.number = number, .game = &game};
    match_play(board, number, &game);
    fuzz_assert_tame(game.fault);
    fuzz_assert(game.end != END_STOPPED && game.end != END_MEMORY);
    match_entrants(match, number, played.entrants);
    check_pgn(match, &played);
    refereed_free(&game);
}

static void play_match(uint8_t first, uint8_t second) {
    Entrant entrants[2];
    Allowance allowance = allowance_of(second);
    Openings openings = {.items = &(Opening){.start = start_of(first)}, .count = 1};
    char error[PLAYER_ERROR_MAX] = "";
    fuzz_assert(entrant_read(&entrants[0], "uci:engine", &PLAYER_DEFAULTS, &allowance, error));
    fuzz_assert(entrant_read(&entrants[1], "uci:other", &PLAYER_DEFAULTS, &allowance, error));
    MatchOptions options = {.rules = openings.items->start.rules,
                            .entrants = entrants,
                            .entrant_count = 2,
                            .games = 2,
                            .openings = &openings,
                            .concurrency = 1,
                            .adjudication = {.resign_score = 900,
                                             .resign_plies = 3,
                                             .draw_from = 3,
                                             .draw_plies = 4,
                                             .most_moves = MOVES_ENOUGH}};
    Match *match = match_new(&options, error);
    if (!match) fuzz_assert_tame(error);
    MatchBoard *board = match ? match_board_new(match) : NULL;
    for (int i = 0; board && i < 2; i++) play_game(match, board, i);
    match_board_free(board);
    match_free(match);
    for (int i = 0; i < 2; i++) entrant_free(&entrants[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    size_t before = memory_in_use();
    fuzz_set_clock(100, 1);
    fuzz_programs_say(data + 2, size - 2);
    if (data[0] & 4)
        play_match(data[0], data[1]);
    else
        play_alone(data[0], data[1]);
    fuzz_assert(memory_in_use() <= before + MEMORY_MOST);
    return 0;
}

// SPDX-License-Identifier: MIT
//
// Any bytes as the output of a UCI engine.  The player must reject it with a reason or return a
// legal move; depths and scores must be within limits; memory must stay bounded; and the PGN of its
// games must be readable.  The first byte selects the variant, its bit 2 a match instead of single
// moves; the second byte the limits.
#include "fuzz/fuzz_clock.h"
#include "fuzz/fuzz_process.h"

#include "match/match_pgn.h"
#include "search/score.h"

enum { PLIES_MAX = 12, MOVES_ENOUGH = 12, MEMORY_MOST = 1 << 20 };

/* From the address sanitizer; NULL without it. */
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

static SearchBudget budget_of(uint8_t second) {
    static const SearchBudget CHOICES[] = {
        {.time = {.base_ms = 60000, .increment_ms = 1000}},
        {.time = {.base_ms = 1000, .moves = 5}},
        {.time = {.move_ms = 100}},
        {.depth = 3, .nodes = 1000},
    };
    return CHOICES[second & 3];
}

// --- single moves ---

static void ignore_event(void *context, const PvLine *pv) {
    Position pos = *game_current(context);
    fuzz_assert(pv->rank >= 1 && pv->rank <= MOVES_MAX);
    fuzz_assert(pv->depth >= 0 && pv->depth < INT16_MAX && pv->time_ms >= 0);
    fuzz_assert(abs(pv->score) <= SCORE_MATE);
    fuzz_assert(score_is_mate(pv->score) || abs(pv->score) <= EVAL_LIMIT);
    fuzz_assert(pv->length >= 0 && pv->length <= PV_LINE_MOVES_MAX);
    for (int i = 0; i < pv->length; i++) {
        fuzz_assert(position_is_legal(&pos, pv->line[i]));
        position_play(&pos, pv->line[i]);
    }
}

static void check_choice(const PlayerChoice *choice, const Position *pos) {
    fuzz_assert(choice->depth >= 0 && abs(choice->score) <= SCORE_MATE && !choice->no_memory);
    if (choice->move != NO_MOVE) {
        fuzz_assert(position_is_legal(pos, choice->move));
        return;
    }
    fuzz_assert(choice->fault[0] != '\0');
    fuzz_assert_printable(choice->fault);
}

static SearchLimits limits_of(uint8_t second, const Game *game) {
    SearchBudget own = budget_of(second);
    ChessClock clock = chessclock_set((TimeControl[2]){own.time, own.time});
    static atomic_bool never;
    SearchLimits limits =
        search_budget_limits(&own, &clock, position_turn(game_current(game)), 0, 10);
    limits.stop = &never;
    return limits;
}

static void play(Player *player, Game *game, uint8_t second) {
    PlayerListener listener = {.context = game, .pv = ignore_event};
    char error[PLAYER_ERROR_MAX];
    bool ready = player_prepare(player, game, 1, error);
    if (!ready) fuzz_assert_printable(error);
    for (int ply = 0; ready && ply < PLIES_MAX && !outcome_is_over(game_outcome(game)); ply++) {
        SearchLimits limits = limits_of(second, game);
        PlayerChoice choice = player_choose(player, game, &limits, &listener);
        fuzz_assert_printable(player->name);
        check_choice(&choice, game_current(game));
        if (choice.move != NO_MOVE) fuzz_assert(game_play(game, choice.move));
    }
}

/* Plays two games, so that a program that has exited is restarted for the second. */
static void play_alone(uint8_t first, uint8_t second) {
    static const char *const SETTINGS[] = {"Contempt=0", "Button", "Style="};
    PlayerOptions options = PLAYER_DEFAULTS;
    char error[PLAYER_ERROR_MAX] = "";
    options.threads = 1 + (second >> 2 & 1);
    options.uci_options = SETTINGS;
    options.uci_option_count = second >> 3 & 3;
    Player *player = player_new("uci:engine", &options, error);
    fuzz_assert((player != NULL) == (error[0] == '\0'));
    fuzz_assert_printable(player ? player->name : error);
    for (int i = 0; player && i < 2; i++) {
        Game game;
        Position start = start_of((uint8_t)(first + i));
        fuzz_assert(game_init(&game, &start));
        play(player, &game, second);
        game_free(&game);
    }
    player_free(player);
}

// --- a match ---

/* Reads the written PGN back as a game of this match. */
static void check_pgn(Match *match, const MatchGame *game) {
    Text text = text_growing();
    char error[MATCH_PGN_ERROR_MAX] = "";
    size_t sound;
    match_pgn_write(&text, match, game, "fuzz", "2024.02.29");
    fuzz_assert(match_pgn_resume(match, text_get(&text), text.used, &sound, error));
    fuzz_assert(sound == text.used && match_is_played(match, game->number));
    text_free(&text);
}

static void play_game(Match *match, MatchWorker *board, int number) {
    RefereedGame game;
    MatchGame played = {.number = number, .game = &game};
    match_worker_play(board, number, &game);
    fuzz_assert_printable(game.fault);
    fuzz_assert(game.end != GAME_END_STOPPED && game.end != GAME_END_NO_MEMORY);
    match_participants(match, number, played.participants);
    check_pgn(match, &played);
    refereed_game_free(&game);
}

static void play_match(uint8_t first, uint8_t second) {
    Participant participants[2];
    SearchBudget budget = budget_of(second);
    Openings openings = {.items = &(Opening){.start = start_of(first)}, .count = 1};
    char error[PLAYER_ERROR_MAX] = "";
    fuzz_assert(participant_read(&participants[0], "uci:engine", &PLAYER_DEFAULTS, &budget, error));
    fuzz_assert(participant_read(&participants[1], "uci:other", &PLAYER_DEFAULTS, &budget, error));
    MatchOptions options = {.rules = openings.items->start.rules,
                            .participants = participants,
                            .participant_count = 2,
                            .games = 2,
                            .openings = &openings,
                            .concurrency = 1,
                            .adjudication = {.resign_score = 900,
                                             .resign_plies = 3,
                                             .draw_from = 3,
                                             .draw_plies = 4,
                                             .max_moves = MOVES_ENOUGH}};
    Match *match = match_new(&options, error);
    if (!match) fuzz_assert_printable(error);
    MatchWorker *board = match ? match_worker_new(match) : NULL;
    for (int i = 0; board && i < 2; i++) play_game(match, board, i);
    match_worker_free(board);
    match_free(match);
    for (int i = 0; i < 2; i++) participant_free(&participants[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    size_t before = memory_in_use();
    fuzz_set_clock(100, 1);
    fuzz_set_program_output(data + 2, size - 2);
    if (data[0] & 4)
        play_match(data[0], data[1]);
    else
        play_alone(data[0], data[1]);
    fuzz_assert(memory_in_use() <= before + MEMORY_MOST);
    return 0;
}

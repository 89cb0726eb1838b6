// SPDX-License-Identifier: MIT
//
// The menus, the same in both front ends.
#include "terminal/game/play.h"

#include "base/os/clock.h"
#include "base/os/random_seed.h"
#include "base/rng.h"
#include "cmd/common/command.h"
#include "cmd/loop/loop_command.h"
#include "notation/text/fen.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

/* The result of a menu: something was chosen; back to the menu before; end of the program. */
typedef enum { CHOSEN, BACK, END } MenuResult;

typedef struct {
    FrontEnd *front;
    PlaySetup *setup;
    bool shuffled;
    int64_t usual_pace; // the move delay unless "human" is chosen
    AutosavedGame kept; // the saved game
    bool goes_on;       // the user chose to resume it
} Menus;

static MenuResult ask(const Menus *m, Menu *menu, int *out) {
    *out = m->front->menu(m->front, menu);
    if (*out == MENU_END) return END;
    return *out == menu->back ? BACK : CHOSEN;
}

static MenuResult choose_level(const Menus *m, const char **player) {
    static const char *const ITEMS[] = {
        "Beginner: sees captures, and overlooks much",    "Casual player: looks one move ahead",
        "Club player: few blunders, but plans end early", "Strong player: punishes mistakes",
        "Full strength: thinks as long as it may",        "Back"};
    static const char *const PLAYERS[] = {"roek:0", "roek:5", "roek:10", "roek:15", "roek"};
    Menu menu = {.title = "How strong shall Roek be?", .items = ITEMS, .count = 6, .back = 5};
    int n;
    MenuResult choice = ask(m, &menu, &n);
    if (choice == CHOSEN) *player = PLAYERS[n];
    return choice;
}

static MenuResult choose_bot(const Menus *m, const char *title, const char **player) {
    static const char *const ITEMS[] = {"Bimbi: plays anything legal; for beginners",
                                        "Optimus Prime: runs and grabs; thinks no further",
                                        "Roek: the engine, from beginner to full strength", "Back"};
    static const char *const PLAYERS[] = {"bimbi", "optimus"};
    Menu menu = {.title = title, .items = ITEMS, .count = 4, .back = 3};
    for (;;) {
        int n;
        MenuResult choice = ask(m, &menu, &n);
        if (choice != CHOSEN) return choice;
        if (n == 2) {
            choice = choose_level(m, player);
            if (choice == BACK) continue;
            return choice;
        }
        *player = PLAYERS[n];
        return CHOSEN;
    }
}

static MenuResult choose_color(const Menus *m, Color *out) {
    static const char *const ITEMS[] = {"White", "Black", "Random", "Back"};
    Menu menu = {.title = "Which colour do you play?", .items = ITEMS, .count = 4, .back = 3};
    int n;
    MenuResult choice = ask(m, &menu, &n);
    if (choice != CHOSEN) return choice;
    Rng rng = rng_seeded(m->setup->player_options.seed);
    *out = n == 2 ? (Color)rng_below(&rng, 2) : (Color)n;
    return CHOSEN;
}

static MenuResult choose_against_computer(const Menus *m) {
    const char *bot;
    Color human = WHITE;
    MenuResult choice;
    do {
        choice = choose_bot(m, "Difficulty", &bot);
        if (choice != CHOSEN) return choice;
        choice = choose_color(m, &human);
    } while (choice == BACK);
    m->setup->players[human] = "human";
    m->setup->players[other(human)] = bot;
    // the player's side is at the bottom, unless both sides move in the same direction
    m->setup->flip = human == BLACK && m->setup->rules->is_symmetric;
    return choice;
}

static MenuResult choose_computers(const Menus *m) {
    MenuResult choice;
    do {
        choice = choose_bot(m, "Who plays White?", &m->setup->players[WHITE]);
        if (choice != CHOSEN) return choice;
        choice = choose_bot(m, "Who plays Black?", &m->setup->players[BLACK]);
    } while (choice == BACK);
    return choice;
}

/* Changes to the next of the offered time controls. */
static void next_clock(PlaySetup *setup) {
    static const TimeControl CLOCKS[] = {
        {0}, {60000, 0, 0, 0}, {180000, 2000, 0, 0}, {300000, 3000, 0, 0}, {900000, 10000, 0, 0}};
    enum { COUNT = (int)(sizeof CLOCKS / sizeof *CLOCKS) };
    int now = 0;
    while (now < COUNT && CLOCKS[now].base_ms != setup->time.base_ms) now++;
    setup->time = CLOCKS[(now + 1) % COUNT];
}

static void set_start(Menus *m) {
    PlaySetup *setup = m->setup;
    setup->start = position_start(setup->rules);
    setup->moves = NULL;
    setup->move_count = 0;
    if (!m->shuffled) return;
    Rng rng = rng_seeded(setup->player_options.seed);
    Setup shuffled;
    setup->rules->shuffle((int)rng_below(&rng, (uint32_t)setup->rules->shuffle_count), &shuffled);
    position_from_setup(&shuffled, setup->rules, &setup->start);
}

/* Changes between the usual move delay and that of people. */
static void change_pace(Menus *m) {
    int64_t *pace = &m->setup->move_delay_ms;
    *pace = *pace == MOVE_DELAY_HUMAN ? m->usual_pace : MOVE_DELAY_HUMAN;
}

enum { PERSONS, AGAINST_COMPUTER, COMPUTERS, TO_BACK, CLOCK, START, PACE, MODE_COUNT };

/* Shows the menu until a mode is chosen; its settings may be changed before. */
static int ask_mode(Menus *m, Menu *menu) {
    for (;;) {
        char clock[TIMECONTROL_TEXT_MAX], clock_item[TIMECONTROL_TEXT_MAX + 16];
        Text item = text_on(clock_item, sizeof clock_item);
        timecontrol_write_words(&m->setup->time, clock);
        text_format(&item, "Clock: %s", timecontrol_has_clock(&m->setup->time) ? clock : "none");
        const char *items[MODE_COUNT] = {
            "Player vs Player", "Player vs Computer",     "Computer vs Computer", "Back",
            clock_item,         "Start position: normal", "Bots: at full speed"};
        if (m->shuffled) items[START] = "Start position: shuffled";
        if (m->setup->move_delay_ms == MOVE_DELAY_HUMAN) items[PACE] = "Bots: at a human pace";
        menu->items = items;
        int n = m->front->menu(m->front, menu);
        if (n == CLOCK)
            next_clock(m->setup);
        else if (n == START)
            m->shuffled = !m->shuffled;
        else if (n == PACE)
            change_pace(m);
        else
            return n;
    }
}

static MenuResult choose_mode(Menus *m) {
    Menu menu = {.title = "Mode", .count = MODE_COUNT, .settings = 3, .back = TO_BACK};
    for (;;) {
        MenuResult choice = CHOSEN;
        switch (ask_mode(m, &menu)) {
        case PERSONS: m->setup->players[WHITE] = m->setup->players[BLACK] = "human"; break;
        case AGAINST_COMPUTER: choice = choose_against_computer(m); break;
        case COMPUTERS: choice = choose_computers(m); break;
        case TO_BACK: return BACK;
        default: return END;
        }
        if (choice != BACK) return choice;
    }
}

void play_setup_from_autosave(PlaySetup *setup, const AutosavedGame *kept) {
    setup->rules = kept->line.start.rules;
    setup->start = kept->line.start;
    setup->moves = kept->line.moves;
    setup->move_count = kept->line.count;
    setup->time = kept->time;
    for (int c = 0; c < 2; c++) {
        setup->players[c] = kept->players[c];
        setup->left_ms[c] = kept->left_ms[c];
    }
    bool black =
        strcmp(kept->players[WHITE], "human") != 0 && strcmp(kept->players[BLACK], "human") == 0;
    setup->flip = black && setup->rules->is_symmetric;
}

enum { GAMES_MAX = 8 };

/* Fills the menu with the variants, then `kept` if a game was saved, then Back.  Returns the number
 * of variants. */
static int list_games(Menus *m, const char *kept, const char *items[GAMES_MAX + 2], Menu *menu) {
    int games = 0;
    for (; games < GAMES_MAX && rules_at(games); games++) items[games] = rules_at(games)->title;
    int count = games;
    free(m->kept.line.moves);
    if (play_autosave_read(&m->kept)) items[count++] = kept;
    items[count++] = "Back";
    menu->items = items;
    menu->count = count;
    menu->back = count - 1;
    return games;
}

static MenuResult choose_game(Menus *m) {
    const char *items[GAMES_MAX + 2];
    Menu menu = {.title = "Which game?"};
    int games = list_games(m, "Continue the last game", items, &menu);
    for (;;) {
        int n;
        MenuResult choice = ask(m, &menu, &n);
        if (choice != CHOSEN) return choice;
        m->goes_on = n == games;
        if (m->goes_on) {
            play_setup_from_autosave(m->setup, &m->kept);
            return CHOSEN;
        }
        m->setup->rules = rules_at(n);
        m->setup->flip = false;
        choice = choose_mode(m);
        if (choice != BACK) return choice;
    }
}

/* Plays a game; `wants_next` is set if the player asked for the next puzzle. */
static MenuResult run_game(Menus *m, const PlaySetup *setup, bool *wants_next) {
    PlayGame game;
    *wants_next = false;
    if (!play_game_start(&game, setup)) return CHOSEN;
    bool goes_on = m->front->game(m->front, &game);
    *wants_next = goes_on && game.goes_on;
    play_game_end(&game);
    return goes_on ? CHOSEN : END;
}

static MenuResult play_chosen(Menus *m) {
    MenuResult choice = choose_game(m);
    if (choice != CHOSEN) return choice;
    if (!m->goes_on) set_start(m);
    bool more;
    choice = run_game(m, m->setup, &more);
    m->setup->player_options.seed += 2; // so that the next game differs
    return choice;
}

/* A board on which the user moves both sides and sees the evaluation. */
static MenuResult analyse(Menus *m) {
    const char *items[GAMES_MAX + 2];
    Menu menu = {.title = "Analyse what?"};
    int games = list_games(m, "The last game", items, &menu), n;
    MenuResult choice = ask(m, &menu, &n);
    if (choice != CHOSEN) return choice;
    PlaySetup setup = *m->setup;
    if (n == games) {
        play_setup_from_autosave(&setup, &m->kept);
    } else {
        setup.rules = rules_at(n);
        setup.start = position_start(setup.rules);
        setup.moves = NULL;
        setup.move_count = 0;
    }
    setup.players[WHITE] = setup.players[BLACK] = "human";
    setup.time = (TimeControl){0};
    setup.flip = false;
    setup.analysis = setup.casual = true;
    bool more;
    return run_game(m, &setup, &more);
}

static MenuResult show(Menus *m, const char *title, const char *text) {
    return m->front->page(m->front, title, text) ? CHOSEN : END;
}

/* Plays one puzzle after the other until the player leaves. */
static MenuResult solve_mates(Menus *m, int first) {
    for (int i = first;; i++) {
        PlaySetup setup = *m->setup;
        setup.puzzle = puzzle_at(i);
        if (!setup.puzzle || setup.puzzle->moves != puzzle_at(first)->moves)
            return show(m, "Mates", "That was the last one of this length.\n");
        setup.rules = &STANDARD_CHESS;
        fen_read_position(setup.puzzle->fen, setup.rules, &setup.start);
        setup.moves = NULL;
        setup.move_count = 0;
        setup.players[WHITE] = setup.players[BLACK] = "human";
        setup.time = (TimeControl){0};
        setup.flip = position_turn(&setup.start) == BLACK;
        setup.casual = true;
        bool goes_on;
        MenuResult choice = run_game(m, &setup, &goes_on);
        if (!goes_on) return choice;
    }
}

/* A menu of the numbers from 1, each written by `write_item`, and of the way back; where it was
 * left it opens again. */
static MenuResult choose_number(const Menus *m, Menu *menu, int count,
                                void (*write_item)(Text *out, int number), int *number) {
    enum { MOST = 8 };
    _Static_assert((int)PUZZLE_MOVES_MAX <= MOST && (int)LOOP_LEVELS <= MOST, "all of them fit");
    char texts[MOST][64];
    const char *items[MOST + 1];
    for (int i = 0; i < count; i++) {
        Text t = text_on(texts[i], sizeof texts[i]);
        write_item(&t, i + 1);
        items[i] = texts[i];
    }
    items[count] = "Back";
    menu->items = items;
    menu->count = count + 1;
    menu->back = count;
    MenuResult choice = ask(m, menu, number);
    menu->items = NULL; // they end here
    ++*number;
    return choice;
}

static void write_mates_item(Text *out, int moves) {
    PuzzleProgress progress = play_puzzle_progress(moves);
    text_format(out, "Mate in %d: %d of %d solved", moves, progress.solved, progress.count);
}

static MenuResult choose_mates(Menus *m) {
    Menu menu = {.title = "Mates"};
    for (;;) {
        int moves;
        MenuResult choice = choose_number(m, &menu, PUZZLE_MOVES_MAX, write_mates_item, &moves);
        if (choice != CHOSEN) return choice;
        if (solve_mates(m, play_puzzle_progress(moves).next) == END) return END;
    }
}

static int fresh_loop_seed(void) {
    Rng rng = rng_seeded(random_seed());
    return (int)rng_below(&rng, LOOP_SEED_MAX + 1);
}

int play_loops(FrontEnd *front, int level, int seed) {
    LoopPlay *play = malloc(sizeof *play);
    bool good =
        play && loop_play_start(play, level, seed >= 0 ? seed : fresh_loop_seed(), clock_ms());
    int status = good ? EXIT_DONE : EXIT_MACHINE;
    if (!good)
        print_memory_error();
    else if (!front->loop(front, play))
        status = MENU_END;
    if (play) loop_play_end(play);
    free(play);
    return status;
}

static void write_loop_item(Text *out, int level) {
    int record = loop_record(level);
    text_format(out, "Level %d, %s", level, loop_level_name(level));
    if (record >= 0) text_string(out, ": best time ");
    if (record >= 0) loop_time_write(out, (int64_t)record * 1000);
}

static MenuResult choose_loop(Menus *m) {
    Menu menu = {.title = "Chess Loop"};
    for (;;) {
        int level;
        MenuResult choice = choose_number(m, &menu, LOOP_LEVELS, write_loop_item, &level);
        if (choice != CHOSEN) return choice;
        if (play_loops(m->front, level, -1) == MENU_END) return END;
    }
}

static MenuResult choose_puzzle(Menus *m) {
    static const char *const ITEMS[] = {"Mates: find the moves that force it",
                                        "Chess Loop: place pieces that attack in a ring", "Back"};
    Menu menu = {.title = "Puzzles", .items = ITEMS, .count = 3, .back = 2};
    for (;;) {
        int n;
        MenuResult choice = ask(m, &menu, &n);
        if (choice != CHOSEN) return choice;
        choice = n == 0 ? choose_mates(m) : choose_loop(m);
        if (choice == END) return END;
    }
}

static MenuResult show_rules(Menus *m) {
    return show(m, "How to play", play_rules());
}

static MenuResult show_splash(Menus *m) {
    bool ascii = diagram_is_ascii(m->setup->style);
    return show(m, NULL, play_splash(ascii, m->front->width(m->front)));
}

int play_menus(FrontEnd *front, PlaySetup *setup) {
    static const char *const ITEMS[] = {"Play",        "Puzzles",    "Analyse",
                                        "How to play", "Splash art", "Exit"};
    static MenuResult (*const RUN[])(Menus *) = {play_chosen, choose_puzzle, analyse, show_rules,
                                                 show_splash};
    enum { COUNT = (int)(sizeof ITEMS / sizeof *ITEMS) };
    Menu menu = {.title = "Main menu", .items = ITEMS, .count = COUNT, .back = COUNT - 1};
    int64_t pace =
        setup->move_delay_ms == MOVE_DELAY_HUMAN ? MOVE_DELAY_DEFAULT : setup->move_delay_ms;
    Menus m = {.front = front, .setup = setup, .usual_pace = pace};
    MenuResult choice = show_splash(&m);
    for (int n; choice != END && ask(&m, &menu, &n) == CHOSEN;) choice = RUN[n](&m);
    free(m.kept.line.moves);
    return EXIT_DONE;
}

int play_one(FrontEnd *front, const PlaySetup *setup) {
    PlayGame game;
    if (!play_game_start(&game, setup)) return game.failed ? EXIT_MACHINE : EXIT_MISUSE;
    front->game(front, &game);
    if (controller_forfeit(game.controller)->no_memory) print_memory_error();
    play_game_end(&game);
    return game.failed ? EXIT_MACHINE : EXIT_DONE;
}

// SPDX-License-Identifier: MIT
//
// The menus, the same in every front end.
#include "roek/cmd/play.h"

#include "roek/base/rng.h"
#include "roek/cmd/command.h"
#include "roek/notation/fen.h"
#include "roek/rules/rules.h"

#include <stdlib.h>
#include <string.h>

/* What was chosen before; Back leads to the menu before, END to the end of the program. */
typedef enum { CHOSEN, BACK, END } Choice;

typedef struct {
    Front *front;
    PlaySetup *setup;
    bool shuffled;
    KeptGame kept; // the game that was left
    bool goes_on;  // and it was chosen
} Menus;

static Choice ask(const Menus *m, const Menu *menu, int *out) {
    *out = m->front->menu(m->front, menu);
    if (*out == MENU_END) return END;
    return *out == menu->count - 1 ? BACK : CHOSEN;
}

static Choice choose_level(const Menus *m, const char **player) {
    static const char *const ITEMS[] = {"Beginner",      "Casual player", "Club player",
                                        "Strong player", "Full strength", "Back"};
    static const char *const PLAYERS[] = {"roek:0", "roek:5", "roek:10", "roek:15", "roek"};
    const Menu menu = {"How strong shall Roek be?", ITEMS, 6, NULL, 5};
    int n;
    Choice choice = ask(m, &menu, &n);
    if (choice == CHOSEN) *player = PLAYERS[n];
    return choice;
}

static Choice choose_bot(const Menus *m, const char *title, const char **player) {
    static const char *const ITEMS[] = {"Bimbi: plays anything legal; for beginners",
                                        "Optimus Prime: runs and grabs; thinks no further",
                                        "Roek: the engine, from beginner to full strength", "Back"};
    static const char *const PLAYERS[] = {"bimbi", "optimus"};
    const Menu menu = {title, ITEMS, 4, NULL, 3};
    for (;;) {
        int n;
        Choice choice = ask(m, &menu, &n);
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

static Choice choose_color(const Menus *m, Color *out) {
    static const char *const ITEMS[] = {"White", "Black", "Random", "Back"};
    const Menu menu = {"Which colour do you play?", ITEMS, 4, NULL, 3};
    int n;
    Choice choice = ask(m, &menu, &n);
    if (choice != CHOSEN) return choice;
    Rng rng = rng_seeded(m->setup->player_options.seed);
    *out = n == 2 ? (Color)rng_below(&rng, 2) : (Color)n;
    return CHOSEN;
}

static Choice choose_against_computer(const Menus *m) {
    const char *bot;
    Color human = WHITE;
    Choice choice;
    do {
        choice = choose_bot(m, "Difficulty", &bot);
        if (choice != CHOSEN) return choice;
        choice = choose_color(m, &human);
    } while (choice == BACK);
    m->setup->players[human] = "human";
    m->setup->players[other(human)] = bot;
    // seen from one's own side, unless both play in the same direction
    m->setup->flip = human == BLACK && m->setup->rules->is_symmetric;
    return choice;
}

static Choice choose_computers(const Menus *m) {
    Choice choice;
    do {
        choice = choose_bot(m, "Who plays White?", &m->setup->players[WHITE]);
        if (choice != CHOSEN) return choice;
        choice = choose_bot(m, "Who plays Black?", &m->setup->players[BLACK]);
    } while (choice == BACK);
    return choice;
}

/* The next of the clocks on offer. */
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
    setup->rules->shuffle((int)rng_below(&rng, (uint32_t)setup->rules->shuffles), &shuffled);
    position_from_setup(&shuffled, setup->rules, &setup->start);
}

static Choice choose_mode(Menus *m) {
    enum { PERSONS, AGAINST_COMPUTER, COMPUTERS, TO_BACK, CLOCK, START, ITEM_COUNT };
    for (;;) {
        char clock[TIME_CONTROL_MAX], clock_item[TIME_CONTROL_MAX + 16];
        Text item = text_on(clock_item, sizeof clock_item);
        time_write_words(&m->setup->time, clock);
        text_format(&item, "Clock: %s", clock);
        const char *items[ITEM_COUNT] = {
            "Player vs Player", "Player vs Computer",    "Computer vs Computer", "Back",
            clock_item,         "Start position: normal"};
        if (m->shuffled) items[START] = "Start position: shuffled";
        const Menu menu = {"Mode", items, ITEM_COUNT, "5 and 6 change what they say.", TO_BACK};
        int n = m->front->menu(m->front, &menu);
        Choice choice = CHOSEN;
        switch (n) {
        case PERSONS: m->setup->players[WHITE] = m->setup->players[BLACK] = "human"; break;
        case AGAINST_COMPUTER: choice = choose_against_computer(m); break;
        case COMPUTERS: choice = choose_computers(m); break;
        case TO_BACK: return BACK;
        case CLOCK: next_clock(m->setup); continue;
        case START: m->shuffled = !m->shuffled; continue;
        default: return END;
        }
        if (choice != BACK) return choice;
    }
}

void play_continue(PlaySetup *setup, const KeptGame *kept) {
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

static Choice choose_game(Menus *m) {
    enum { GAMES_MAX = 8 };
    const char *items[GAMES_MAX + 2];
    int games = 0;
    for (; games < GAMES_MAX && rules_at(games); games++) items[games] = rules_at(games)->title;
    int count = games;
    free(m->kept.line.moves);
    if (play_kept(&m->kept)) items[count++] = "Continue the last game";
    items[count++] = "Back";
    const Menu menu = {"Which game?", items, count, NULL, count - 1};
    for (;;) {
        int n;
        Choice choice = ask(m, &menu, &n);
        if (choice != CHOSEN) return choice;
        m->goes_on = n == games;
        if (m->goes_on) {
            play_continue(m->setup, &m->kept);
            return CHOSEN;
        }
        m->setup->rules = rules_at(n);
        m->setup->flip = false;
        choice = choose_mode(m);
        if (choice != BACK) return choice;
    }
}

static Choice play_chosen(Menus *m) {
    Choice choice = choose_game(m);
    if (choice != CHOSEN) return choice;
    PlayGame game;
    if (!m->goes_on) set_start(m);
    if (!play_game_start(&game, m->setup)) return CHOSEN;
    bool goes_on = m->front->game(m->front, &game);
    play_game_end(&game);
    m->setup->player_options.seed += 2; // the next game shall differ
    return goes_on ? CHOSEN : END;
}

int play_menus(Front *front, PlaySetup *setup) {
    static const char *const ITEMS[] = {"Play", "How to play", "Splash art", "Exit"};
    const Menu menu = {"Main menu", ITEMS, 4, NULL, 3};
    Menus m = {.front = front, .setup = setup};
    bool ascii = setup->style == STYLE_ASCII || setup->style == STYLE_GERMAN;
    bool goes_on = front->page(front, NULL, play_splash(ascii));
    while (goes_on) {
        int n;
        if (ask(&m, &menu, &n) != CHOSEN) break;
        if (n == 0) goes_on = play_chosen(&m) != END;
        if (n == 1) goes_on = front->page(front, "How to play", play_rules());
        if (n == 2) goes_on = front->page(front, NULL, play_splash(ascii));
    }
    free(m.kept.line.moves);
    return EXIT_DONE;
}

int play_one(Front *front, const PlaySetup *setup) {
    PlayGame game;
    if (!play_game_start(&game, setup)) return EXIT_MISUSE;
    front->game(front, &game);
    play_game_end(&game);
    return game.failed ? EXIT_MACHINE : EXIT_DONE;
}

// SPDX-License-Identifier: MIT
//
// The front end that prints line by line: for pipes, for screen readers, for any terminal.
#include "terminal/game/play.h"
#include "terminal/game/play_loop_view.h"

#include "base/file/line_reader.h"
#include "base/os/clock.h"
#include "base/os/platform.h"
#include "base/text/json.h"
#include "base/thread/line_queue.h"
#include "cmd/common/command.h"
#include "console/wrap.h"
#include "core/outcome.h"
#include "core/piece_names.h"
#include "notation/text/diagram.h"
#include "notation/text/fen.h"
#include "notation/text/san.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAIN_COLUMNS = 79, GLANCE_MS = 50 };

typedef struct {
    Inbox *inbox;
    FILE *talk; // standard error where the answer on standard output is an object
    DiagramStyle style;
    bool ended; // the input; the inbox tells it once
} PlainFront;

/* A line, if one comes before this time. */
static bool next_line(Front *front, int64_t deadline, const char **line) {
    PlainFront *f = front->state;
    if (f->ended) return false;
    InboxNews news = inbox_wait(f->inbox, deadline, line);
    f->ended = news == INBOX_END;
    return news == INBOX_LINE;
}

/* As wide as the terminal, but no wider than is good to read. */
static int columns_here(void) {
    int columns = system_columns(STDOUT_FILENO);
    return columns > 0 && columns <= PLAIN_COLUMNS ? columns - 1 : PLAIN_COLUMNS;
}

static FILE *talk_of(const Front *front) {
    const PlainFront *f = front->state;
    return f->talk;
}

static void say_as_it_is(const Front *front, const Text *text) {
    if (text->failed)
        complain_memory();
    else
        fputs(text_get(text), talk_of(front));
}

static void say(const Front *front, const Text *text) {
    if (talk_of(front) == stdout)
        say_wrapped(text);
    else
        say_as_it_is(front, text);
}

static void put(const Front *front, const char *words) {
    Text text = text_growing();
    text_string(&text, words);
    say(front, &text);
    text_free(&text);
}

/* Asks for a line; NULL at the end of input. */
static const char *ask(Front *front, const char *prompt) {
    const char *line;
    put(front, prompt);
    fflush(talk_of(front));
    bool got = next_line(front, INT64_MAX, &line);
    bool echoes = isatty(STDIN_FILENO);
    if (!got || !echoes) fputc('\n', talk_of(front)); // there the next would stick to the prompt
    return got ? line : NULL;
}

/* What does not fit goes on below the words, not below the number. */
static void put_item(FILE *talk, int number, const char *words) {
    enum { NUMBER_COLUMNS = 5 };
    Text out = text_growing();
    int length, room = columns_here() - NUMBER_COLUMNS;
    if (system_columns(STDOUT_FILENO) == 0) room = INT_MAX;
    wrap_text(&out, words, room);
    const char *at = text_get(&out);
    for (bool first = true; *at; first = false, at += length + 1) {
        length = (int)strcspn(at, "\n");
        if (first)
            fprintf(talk, "  %d  %.*s\n", number, length, at);
        else
            fprintf(talk, "%*s%.*s\n", NUMBER_COLUMNS, "", length, at);
    }
    text_free(&out);
}

static int plain_menu(Front *front, Menu *menu) {
    FILE *talk = talk_of(front);
    fprintf(talk, "\n%s\n", menu->title);
    for (int i = 0; i < menu->count; i++) {
        if (menu->settings > 0 && i == menu->count - menu->settings) fputs("Settings\n", talk);
        put_item(talk, i + 1, menu->items[i]);
    }
    for (;;) {
        const char *line = ask(front, "Your choice: ");
        if (!line) return MENU_END;
        Cursor c = cursor_on(line);
        int64_t n;
        cursor_skip_spaces(&c);
        if (cursor_int(&c, 1, menu->count, &n)) return menu->at = (int)n - 1;
        if (char_lower(*c.at) == 'q' && c.at[1] == '\0') return menu->back;
        Text answer = text_growing();
        text_quote(&answer, line);
        text_format(&answer, " is not on the menu; type a number from 1 to %d.\n", menu->count);
        say(front, &answer);
        text_free(&answer);
    }
}

static int plain_columns(Front *front) {
    (void)front;
    return columns_here();
}

/* People read it when they like; nobody need press a key. */
static bool plain_page(Front *front, const char *title, const char *text) {
    Text out = text_growing();
    wrap_text(&out, text, columns_here());
    if (title) fprintf(talk_of(front), "\n%s\n\n", title);
    say_as_it_is(front, &out);
    text_free(&out);
    return true;
}

/* Lines between the squares want twice the room. */
static DiagramStyle style_that_fits(DiagramStyle style) {
    enum { LINES_COLUMNS = 35 };
    bool fits = style != DIAGRAM_LINES || columns_here() >= LINES_COLUMNS;
    return fits ? style : DIAGRAM_UNICODE;
}

static void show_board(const PlayGame *game) {
    const Game *g = arena_game(game->arena);
    DiagramOptions look = {.style = style_that_fits(game->setup->style), .flip = game->flip};
    if (g->count > 0) {
        Move last = g->moves[g->count - 1];
        look.mark = bit(move_from(last)) | bit(move_to(last));
    }
    Text out = text_growing();
    diagram_write(&out, arena_now(game->arena)->piece, &look);
    putchar('\n');
    say_text(&out, "\n");
    text_free(&out);
}

static void show_clocks(const PlayGame *game) {
    if (!arena_has_clocks(game->arena)) return;
    char white[CLOCK_TEXT_MAX], black[CLOCK_TEXT_MAX];
    clock_write(arena_time_left(game->arena, WHITE, clock_ms()), white);
    clock_write(arena_time_left(game->arena, BLACK, clock_ms()), black);
    printf("Clocks: White %s, Black %s\n", white, black);
}

static void show_verdict(const PlayGame *game) {
    char verdict[TABLE_WORDS_MAX];
    if (play_verdict(game, verdict)) printf("With best play: %s.\n", verdict);
}

static void show_message(const Front *front, PlayGame *game) {
    say(front, &game->message);
    text_clear(&game->message);
}

static void show_if_changed(const Front *front, PlayGame *game) {
    show_message(front, game);
    if (!game->changed) return;
    show_board(game);
    show_clocks(game);
    if (!arena_is_over(game->arena)) show_verdict(game);
    game->changed = false;
}

static void show_end(const PlayGame *game) {
    char words[OUTCOME_MAX];
    outcome_text(arena_outcome(game->arena), words);
    Text out = text_growing();
    text_format(&out, "Game over.  %s.\n", words);
    say_wrapped(&out);
    text_free(&out);
}

static void show_end_as_json(const PlayGame *game) {
    const Game *g = arena_game(game->arena);
    Outcome outcome = arena_outcome(game->arena);
    char words[OUTCOME_MAX], fen[FEN_MAX];
    Text out = text_growing();
    outcome_text(outcome, words);
    json_open(&out, '{');
    json_put_string(&out, "variant", game_start(g)->rules->name);
    json_put_string(&out, "white", arena_player(game->arena, WHITE)->name);
    json_put_string(&out, "black", arena_player(game->arena, BLACK)->name);
    fen_write_position(game_start(g), fen);
    json_put_string(&out, "start", fen);
    json_key(&out, "moves");
    json_open(&out, '[');
    for (int i = 0; i < g->count; i++) {
        char san[SAN_MAX];
        san_write(game_position(g, i), g->moves[i], san);
        json_string(&out, san);
    }
    json_close(&out, ']');
    fen_write_position(game_now(g), fen);
    json_put_string(&out, "fen", fen);
    json_put_string(&out, "result", outcome_result(outcome));
    json_put_string(&out, "outcome", words);
    json_close(&out, '}');
    say_text(&out, "\n");
    text_free(&out);
}

/* Until something happens in the game. */
static void wait_for_news(PlayGame *game) {
    bell_wait(&game->bell, play_due(game));
    play_attend(game);
}

/* Somebody at the terminal may type while computers think. */
static void wait_for_news_or_line(Front *front, PlayGame *game) {
    int64_t soon = clock_ms() + GLANCE_MS, due = play_due(game);
    const char *line;
    bell_wait(&game->bell, due < soon ? due : soon);
    play_attend(game);
    if (!next_line(front, 0, &line)) return;
    if (*line)
        play_line(game, line);
    else
        play_pause(game);
}

/* Says whose turn it is, and waits until the computer has moved or is told otherwise. */
static void let_computer_move(Front *front, PlayGame *game) {
    bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    char text[PLAY_TEXT_MAX];
    play_turn(game, text);
    if (!game->setup->quiet) {
        Text out = text_growing();
        text_format(&out, "%s%s\n", text, typed ? " (Enter pauses)" : "");
        say_wrapped(&out);
        text_free(&out);
        fflush(stdout);
    }
    const Arena *a = game->arena;
    const PlainFront *f = front->state;
    int ply = arena_game(a)->count;
    while (!arena_is_over(a) && !arena_is_paused(a) && !game->left && game->message.used == 0 &&
           arena_game(a)->count == ply && !f->ended) {
        if (typed)
            wait_for_news_or_line(front, game);
        else
            wait_for_news(game);
    }
}

/* Advice and answers come before the next prompt. */
static void await_answers(PlayGame *game) {
    const Arena *a = game->arena;
    if (game->bar && !game->has_score && !arena_is_over(a)) game->waits = play_evaluate(game);
    while (game->waits && arena_owes_answer(a)) wait_for_news(game);
    game->waits = false;
}

/* A line from the person to move; false at the end of input. */
static bool let_person_move(Front *front, PlayGame *game) {
    char prompt[PLAY_TEXT_MAX];
    play_prompt(game, prompt);
    const char *line = ask(front, prompt);
    if (line) play_line(game, line);
    return line != NULL;
}

static void record_finished(PlayGame *game) {
    char error[PLAY_ERROR_MAX];
    game->failed = !play_record(game, error);
    if (game->failed)
        complain("--pgn: %s", error);
    else if (game->setup->pgn && !game->setup->quiet)
        printf("The game is saved in %s.\n", game->setup->pgn_path);
}

static void finish(PlayGame *game) {
    if (game->setup->json)
        show_end_as_json(game);
    else
        show_end(game);
    record_finished(game);
}

static bool plain_game(Front *front, PlayGame *game) {
    const Arena *a = game->arena;
    bool quiet = game->setup->quiet, announced = false;
    bool puzzle = game->setup->puzzle;
    bool stays = puzzle || (isatty(STDIN_FILENO) && arena_humans(a) > 0); // to save, to take back
    play_attend(game);
    while (!game->left) {
        if (quiet)
            show_message(front, game);
        else
            show_if_changed(front, game);
        bool over = arena_is_over(a);
        if (over && !announced && !puzzle) finish(game);
        announced = over;
        if (over && !stays) break;
        bool asks = game->ask != ASK_MOVE || arena_is_paused(a);
        if (!over && !arena_awaits_human(a) && !asks) {
            let_computer_move(front, game);
            if (((PlainFront *)front->state)->ended) return false;
            continue;
        }
        await_answers(game);
        show_message(front, game);
        if (!let_person_move(front, game)) return false;
        await_answers(game);
    }
    return true;
}

static bool plain_loop(Front *front, LoopPlay *play) {
    PlainFront *f = front->state;
    loop_play_task(play, &play->message);
    while (!play->left) {
        loop_show_plain(play, diagram_is_letters(f->style));
        say_wrapped(&play->message);
        text_clear(&play->message);
        char prompt[80];
        Text t = text_on(prompt, sizeof prompt);
        loop_play_prompt(play, false, &t);
        const char *line = ask(front, prompt);
        if (!line) return false;
        loop_play_line(play, line, clock_ms());
    }
    return true;
}

static void plain_close(Front *front) {
    PlainFront *f = front->state;
    complain_input("what is typed", inbox_error(f->inbox));
    inbox_free(f->inbox);
    free(f);
}

/* From the thread that reads, which may outlive us. */
static void tell_too_long(void *context, int number, const char *start) {
    (void)context;
    complain_long(number, start, LINES_LIMIT);
}

bool front_plain_open(Front *front, DiagramStyle style, FILE *talk) {
    PlainFront *f = malloc(sizeof *f);
    LineReader lines = lines_from(STDIN_FILENO);
    lines.too_long = tell_too_long;
    if (f) *f = (PlainFront){.inbox = inbox_new(&lines), .talk = talk, .style = style};
    *front = (Front){.state = f,
                     .menu = plain_menu,
                     .page = plain_page,
                     .width = plain_columns,
                     .game = plain_game,
                     .loop = plain_loop,
                     .close = plain_close};
    if (f && f->inbox) return true;
    free(f);
    return false;
}

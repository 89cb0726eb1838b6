// SPDX-License-Identifier: MIT
//
// The front end that prints line by line: for pipes, for screen readers, for any terminal.
#include "terminal/game/play.h"
#include "terminal/game/play_chess_loop_view.h"

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
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS_MAX = 79, POLL_MS = 50 };

typedef struct {
    LineQueue *line_queue;
    PrintStream dialogue; // standard error where the answer on standard output is an object
    DiagramStyle style;
    bool ended; // the input; the line queue reports this only once
} LineUi;

/* Reads a line; returns false if none comes before this time. */
static bool next_line(FrontEnd *front, int64_t deadline, const char **line) {
    LineUi *f = front->state;
    if (f->ended) return false;
    LineQueueResult news = line_queue_wait(f->line_queue, deadline, line);
    f->ended = news == LINE_QUEUE_END;
    return news == LINE_QUEUE_LINE;
}

/* The width of the terminal, but at most COLUMNS_MAX, which is easier to read. */
static int columns_here(void) {
    int columns = platform_terminal_columns(STDOUT_FILENO);
    return columns > 0 && columns <= COLUMNS_MAX ? columns - 1 : COLUMNS_MAX;
}

static PrintStream dialogue_of(const FrontEnd *front) {
    const LineUi *f = front->state;
    return f->dialogue;
}

static void print_unwrapped(const FrontEnd *front, const Text *text) {
    if (text->failed)
        print_memory_error();
    else
        print_string(dialogue_of(front), text_get(text));
}

static void print_dialogue(const FrontEnd *front, const Text *text) {
    if (dialogue_of(front) == PRINT_STDOUT)
        print_wrapped_text(text);
    else
        print_unwrapped(front, text);
}

static void put(const FrontEnd *front, const char *words) {
    Text text = text_growing();
    text_string(&text, words);
    print_dialogue(front, &text);
    text_free(&text);
}

/* Asks for a line; NULL at the end of input. */
static const char *ask(FrontEnd *front, const char *prompt) {
    const char *line;
    put(front, prompt);
    print_flush();
    bool got = next_line(front, INT64_MAX, &line);
    bool echoes = platform_is_terminal(STDIN_FILENO);
    if (!got || !echoes)
        print_string(dialogue_of(front), "\n"); // there the next would stick to the prompt
    return got ? line : NULL;
}

/* What does not fit goes on below the words, not below the number. */
static void put_item(PrintStream dialogue, int number, const char *words) {
    enum { NUMBER_COLUMNS = 5 };
    Text out = text_growing();
    int length, room = columns_here() - NUMBER_COLUMNS;
    if (platform_terminal_columns(STDOUT_FILENO) == 0) room = INT_MAX;
    wrap_text(&out, words, room);
    const char *at = text_get(&out);
    for (bool first = true; *at; first = false, at += length + 1) {
        length = (int)strcspn(at, "\n");
        if (first)
            print_to(dialogue, "  %d  %.*s\n", number, length, at);
        else
            print_to(dialogue, "%*s%.*s\n", NUMBER_COLUMNS, "", length, at);
    }
    text_free(&out);
}

static int line_ui_menu(FrontEnd *front, Menu *menu) {
    PrintStream dialogue = dialogue_of(front);
    print_to(dialogue, "\n%s\n", menu->title);
    for (int i = 0; i < menu->count; i++) {
        if (menu->settings > 0 && i == menu->count - menu->settings)
            print_string(dialogue, "Settings\n");
        put_item(dialogue, i + 1, menu->items[i]);
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
        print_dialogue(front, &answer);
        text_free(&answer);
    }
}

static int line_ui_columns(FrontEnd *front) {
    (void)front;
    return columns_here();
}

/* Prints the page and does not wait for a key. */
static bool line_ui_page(FrontEnd *front, const char *title, const char *text) {
    Text out = text_growing();
    wrap_text(&out, text, columns_here());
    if (title) print_to(dialogue_of(front), "\n%s\n\n", title);
    print_unwrapped(front, &out);
    text_free(&out);
    return true;
}

/* A board with lines between its squares is twice as wide: a narrow terminal gets none. */
static DiagramStyle style_that_fits(DiagramStyle style) {
    enum { LINES_COLUMNS = 35 };
    bool fits = style != DIAGRAM_LINES || columns_here() >= LINES_COLUMNS;
    return fits ? style : DIAGRAM_UNICODE;
}

static void show_board(const PlayGame *game) {
    const Game *g = controller_game(game->controller);
    DiagramOptions look = {.style = style_that_fits(game->setup->style), .flip = game->flip};
    if (g->count > 0) {
        Move last = g->moves[g->count - 1];
        look.mark = bit(move_from(last)) | bit(move_to(last));
    }
    Text out = text_growing();
    diagram_write(&out, controller_position(game->controller)->piece, &look);
    print_out("\n");
    print_text(&out, "\n");
    text_free(&out);
}

static void show_clocks(const PlayGame *game) {
    if (!controller_has_clocks(game->controller)) return;
    char white[TIMECONTROL_CLOCK_MAX], black[TIMECONTROL_CLOCK_MAX];
    timecontrol_write_clock(controller_time_left(game->controller, WHITE, clock_ms()), white);
    timecontrol_write_clock(controller_time_left(game->controller, BLACK, clock_ms()), black);
    print_out("Clocks: White %s, Black %s\n", white, black);
}

static void show_verdict(const PlayGame *game) {
    char verdict[TABLE_VALUE_TEXT_MAX];
    if (play_verdict(game, verdict)) print_out("With best play: %s.\n", verdict);
}

static void show_message(const FrontEnd *front, PlayGame *game) {
    print_dialogue(front, &game->message);
    text_clear(&game->message);
}

static void show_if_changed(const FrontEnd *front, PlayGame *game) {
    show_message(front, game);
    if (!game->changed) return;
    show_board(game);
    show_clocks(game);
    if (!controller_is_over(game->controller)) show_verdict(game);
    game->changed = false;
}

static void show_end(const PlayGame *game) {
    char words[OUTCOME_TEXT_MAX];
    outcome_text(controller_outcome(game->controller), words);
    Text out = text_growing();
    text_format(&out, "Game over.  %s.\n", words);
    print_wrapped_text(&out);
    text_free(&out);
}

static void show_end_as_json(const PlayGame *game) {
    const Game *g = controller_game(game->controller);
    Outcome outcome = controller_outcome(game->controller);
    char words[OUTCOME_TEXT_MAX], fen[FEN_MAX];
    Text out = text_growing();
    outcome_text(outcome, words);
    json_open(&out, '{');
    json_put_string(&out, "variant", game_start(g)->rules->name);
    json_put_string(&out, "white", controller_player(game->controller, WHITE)->name);
    json_put_string(&out, "black", controller_player(game->controller, BLACK)->name);
    fen_write_position(game_start(g), fen);
    json_put_string(&out, "start", fen);
    json_key(&out, "moves");
    json_open(&out, '[');
    for (int i = 0; i < g->count; i++) {
        char san[SAN_MAX];
        san_write(game_position_at(g, i), g->moves[i], san);
        json_string(&out, san);
    }
    json_close(&out, ']');
    fen_write_position(game_current(g), fen);
    json_put_string(&out, "fen", fen);
    json_put_string(&out, "result", outcome_result(outcome));
    json_put_string(&out, "outcome", words);
    json_close(&out, '}');
    print_text(&out, "\n");
    text_free(&out);
}

/* Waits until something happens in the game. */
static void wait_for_event(PlayGame *game) {
    event_wait(&game->wakeup, play_deadline(game));
    play_update(game);
}

/* The same, but also handles a line that the user types while a computer thinks. */
static void wait_for_event_or_line(FrontEnd *front, PlayGame *game) {
    int64_t soon = clock_ms() + POLL_MS, due = play_deadline(game);
    const char *line;
    event_wait(&game->wakeup, due < soon ? due : soon);
    play_update(game);
    if (!next_line(front, 0, &line)) return;
    if (*line)
        play_handle_line(game, line);
    else
        play_pause(game);
}

/* Prints whose turn it is, and waits until the computer has moved or the user interrupts it. */
static void let_computer_move(FrontEnd *front, PlayGame *game) {
    bool typed = platform_is_terminal(STDIN_FILENO) && platform_is_terminal(STDOUT_FILENO);
    char text[PLAY_TEXT_MAX];
    play_turn(game, text);
    if (!game->setup->quiet) {
        Text out = text_growing();
        text_format(&out, "%s%s\n", text, typed ? " (Enter pauses)" : "");
        print_wrapped_text(&out);
        text_free(&out);
        print_flush();
    }
    const GameController *a = game->controller;
    const LineUi *f = front->state;
    int ply = controller_game(a)->count;
    while (!controller_is_over(a) && !controller_is_paused(a) && !game->left &&
           game->message.used == 0 && controller_game(a)->count == ply && !f->ended) {
        if (typed)
            wait_for_event_or_line(front, game);
        else
            wait_for_event(game);
    }
}

/* Waits for the evaluation and for hints, so that they are printed before the next prompt. */
static void await_answers(PlayGame *game) {
    const GameController *a = game->controller;
    if (game->eval_bar && !game->has_score && !controller_is_over(a))
        game->awaits_advice = play_evaluate(game);
    while (game->awaits_advice && controller_is_reply_pending(a)) wait_for_event(game);
    game->awaits_advice = false;
}

/* Handles a line from the person to move; returns false at the end of input. */
static bool let_person_move(FrontEnd *front, PlayGame *game) {
    char prompt[PLAY_TEXT_MAX];
    play_prompt(game, prompt);
    const char *line = ask(front, prompt);
    if (line) play_handle_line(game, line);
    return line != NULL;
}

static void record_finished(PlayGame *game) {
    char error[PLAY_ERROR_MAX];
    game->failed = !play_record(game, error);
    if (game->failed)
        print_error("--pgn: %s", error);
    else if (game->setup->pgn && !game->setup->quiet)
        print_out("The game is saved in %s.\n", game->setup->pgn_path);
}

static void finish(PlayGame *game) {
    if (game->setup->json)
        show_end_as_json(game);
    else
        show_end(game);
    record_finished(game);
}

static bool line_ui_game(FrontEnd *front, PlayGame *game) {
    const GameController *a = game->controller;
    bool quiet = game->setup->quiet, announced = false;
    bool puzzle = game->setup->puzzle;
    bool stays = puzzle || (platform_is_terminal(STDIN_FILENO) &&
                            controller_human_count(a) > 0); // to save, to take back
    play_update(game);
    while (!game->left) {
        if (quiet)
            show_message(front, game);
        else
            show_if_changed(front, game);
        bool over = controller_is_over(a);
        if (over && !announced && !puzzle) finish(game);
        announced = over;
        if (over && !stays) break;
        bool asks = game->ask != PROMPT_MOVE || controller_is_paused(a);
        if (!over && !controller_is_human_turn(a) && !asks) {
            let_computer_move(front, game);
            if (((LineUi *)front->state)->ended) return false;
            continue;
        }
        await_answers(game);
        show_message(front, game);
        if (!let_person_move(front, game)) return false;
        await_answers(game);
    }
    return true;
}

static bool line_ui_loop(FrontEnd *front, LoopPlay *play) {
    LineUi *f = front->state;
    loop_play_task(play, &play->message);
    while (!play->left) {
        loop_show_plain(play, diagram_is_ascii(f->style));
        print_wrapped_text(&play->message);
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

static void line_ui_close(FrontEnd *front) {
    LineUi *f = front->state;
    print_input_error("what is typed", line_queue_error(f->line_queue));
    line_queue_free(f->line_queue);
    free(f);
}

/* Called by the reading thread, which may outlive this front end. */
static void print_too_long(void *context, int number, const char *start) {
    (void)context;
    print_long_line_error(number, start, LINE_READER_LIMIT);
}

bool line_ui_open(FrontEnd *front, DiagramStyle style, PrintStream dialogue) {
    LineUi *f = malloc(sizeof *f);
    LineReader lines = line_reader_on(STDIN_FILENO);
    lines.too_long = print_too_long;
    if (f)
        *f = (LineUi){.line_queue = line_queue_new(&lines), .dialogue = dialogue, .style = style};
    *front = (FrontEnd){.state = f,
                        .menu = line_ui_menu,
                        .page = line_ui_page,
                        .width = line_ui_columns,
                        .game = line_ui_game,
                        .loop = line_ui_loop,
                        .close = line_ui_close};
    if (f && f->line_queue) return true;
    free(f);
    return false;
}

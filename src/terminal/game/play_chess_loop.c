// SPDX-License-Identifier: MIT
#include "terminal/game/play_chess_loop.h"

#include "cmd/loop/loop_command.h"
#include "terminal/game/play.h"

#include <stdio.h>
#include <string.h>

static const char RECORDS_FILE[] = "loops";

// --- the puzzle ---

static int square_count(const LoopPlay *play) {
    return play->task.puzzle.rows * play->task.puzzle.cols;
}

bool loop_play_start(LoopPlay *play, int level, int seed, int64_t now) {
    *play = (LoopPlay){.level = level,
                       .seed = seed,
                       .began_ms = now,
                       .took_ms = -1,
                       .changed = true,
                       .message = text_growing()};
    LoopEnd end = loop_generate_level(level, seed, &(LoopLimits){0}, &play->task);
    memcpy(play->board, play->task.puzzle.mark, sizeof play->board);
    return end == LOOP_COMPLETE;
}

void loop_play_end(LoopPlay *play) {
    text_free(&play->message);
}

bool loop_code_read(const char *text, int *level, int *seed) {
    Cursor c = cursor_on(text);
    int64_t number;
    if (*c.at < '1' || *c.at > '0' + LOOP_LEVELS) return false;
    *level = *c.at++ - '0';
    *seed = -1;
    if (cursor_done(&c)) return true;
    if (*c.at++ != '-' || !text_to_int(c.at, 0, LOOP_SEED_MAX, &number)) return false;
    *seed = (int)number;
    return true;
}

void loop_code_write(const LoopPlay *play, char out[LOOP_CODE_MAX]) {
    Text t = text_on(out, LOOP_CODE_MAX);
    text_format(&t, "%d-%d", play->level, play->seed);
}

void loop_play_task(const LoopPlay *play, Text *out) {
    const LoopPuzzle *p = &play->task.puzzle;
    text_format(out,
                "Place %d %ss and %d %ss so that every piece attacks exactly one piece, of the "
                "other type, and the attacks form one closed loop.\n",
                p->n, loop_type_name(p->type[0]), p->n, loop_type_name(p->type[1]));
}

void loop_play_prompt(const LoopPlay *play, bool few, Text *out) {
    char letter = loop_type_letter(play->task.puzzle.type[0]);
    if (loop_play_is_solved(play))
        text_string(out, few ? "Solved (Enter: new): " : "Solved (Enter: another, or quit): ");
    else if (few)
        text_format(out, "%ca1, or help: ", letter);
    else
        text_format(out, "A piece (such as %ca1), or help: ", letter);
}

// --- the board ---

bool loop_play_is_given(const LoopPlay *play, int square) {
    return play->task.puzzle.mark[square] != LOOP_UNKNOWN;
}

int loop_play_count(const LoopPlay *play, LoopMark mark) {
    int count = 0;
    for (int s = 0; s < square_count(play); s++) count += play->board[s] == mark;
    return count;
}

bool loop_play_is_wrong(const LoopPlay *play, int square) {
    return loop_has_conflict(&play->task.puzzle, play->board, square);
}

bool loop_play_is_solved(const LoopPlay *play) {
    return play->took_ms >= 0;
}

int64_t loop_play_ms(const LoopPlay *play, int64_t now) {
    return loop_play_is_solved(play) ? play->took_ms : now - play->began_ms;
}

void loop_time_write(Text *out, int64_t ms) {
    text_format(out, "%d:%02d", (int)(ms / 60000), (int)(ms / 1000 % 60));
}

/* Checks the pieces on the board, without the marks for empty squares. */
static LoopCheck judge(const LoopPlay *play) {
    uint8_t placed[LOOP_MAX_SQUARES];
    for (int s = 0; s < LOOP_MAX_SQUARES; s++)
        placed[s] = play->board[s] == LOOP_EMPTY ? LOOP_UNKNOWN : play->board[s];
    return loop_check(&play->task.puzzle, placed);
}

static void take_note(LoopPlay *play, int64_t now) {
    char line[64], code[LOOP_CODE_MAX];
    Text t = text_on(line, sizeof line);
    play->took_ms = now - play->began_ms;
    loop_code_write(play, code);
    text_string(&play->message, "Solved in ");
    loop_time_write(&play->message, play->took_ms);
    text_format(&play->message, " with %d hint%s.  Enter makes another one.\n", play->hints,
                play->hints == 1 ? "" : "s");
    text_format(&t, "%s %d %d", code, (int)(play->took_ms / 1000), play->hints);
    play_state_append(RECORDS_FILE, line);
}

void loop_play_put(LoopPlay *play, int square, LoopMark mark, int64_t now) {
    char name[LOOP_NAME_MAX];
    const LoopPuzzle *p = &play->task.puzzle;
    if (loop_play_is_solved(play)) {
        text_string(&play->message, "It is solved; 'new' makes another one.\n");
    } else if (loop_play_is_given(play, square)) {
        text_format(&play->message, "%s is given and stays.\n", loop_square_name(p, square, name));
    } else {
        play->board[square] = (uint8_t)mark;
        play->changed = true;
        if (judge(play).verdict == LOOP_SOLVED)
            take_note(play, now);
        else if (loop_play_is_wrong(play, square))
            text_format(&play->message, "%s attacks its own type, or two pieces.\n",
                        loop_square_name(p, square, name));
    }
}

void loop_play_cycle(LoopPlay *play, int square, int64_t now) {
    loop_play_put(play, square, (LoopMark)((play->board[square] + 1) % 4), now);
}

// --- help ---

/* The board allows no solution: names the first piece without which it allows one again. */
static void put_dead_end(LoopPlay *play) {
    char name[LOOP_NAME_MAX];
    LoopPuzzle now = play->task.puzzle;
    LoopSolution solution;
    LoopOptions order = {.threads = 1};
    memcpy(now.mark, play->board, sizeof now.mark);
    for (int s = 0; s < square_count(play); s++) {
        if (loop_play_is_given(play, s) || now.mark[s] == LOOP_UNKNOWN) continue;
        now.mark[s] = LOOP_UNKNOWN;
        bool helps = loop_fault(&now) == LOOP_OK && loop_solve(&now, &order, &solution).solutions;
        now.mark[s] = play->board[s];
        if (!helps) continue;
        text_format(&play->message, "It cannot be finished like this: look at %s again.\n",
                    loop_square_name(&now, s, name));
        return;
    }
    text_string(&play->message, "It cannot be finished like this: several squares are wrong.\n");
}

void loop_play_hint(LoopPlay *play) {
    LoopPuzzle now = play->task.puzzle;
    LoopSolution solution;
    LoopStep step = {.place = -1};
    LoopOptions order = {.threads = 1};
    LoopResult r = {.solutions = 0};
    if (loop_play_is_solved(play)) {
        text_string(&play->message, "It is solved.\n");
        return;
    }
    play->hints++;
    memcpy(now.mark, play->board, sizeof now.mark);
    if (loop_fault(&now) == LOOP_OK) r = loop_next_step(&now, &order, &solution, &step);
    if (r.end == LOOP_NO_MEMORY) {
        text_string(&play->message, "There is not enough memory for a hint.\n");
    } else if (step.place >= 0) {
        loop_write_hint(&play->message, &now, &solution, &step);
        text_char(&play->message, '\n');
    } else {
        put_dead_end(play);
    }
}

static void check(LoopPlay *play) {
    LoopCheck c = judge(play);
    char name[LOOP_NAME_MAX], other[LOOP_NAME_MAX];
    const LoopPuzzle *p = &play->task.puzzle;
    switch (c.verdict) {
    case LOOP_SOLVED: text_string(&play->message, "It is solved.\n"); return;
    case LOOP_WRONG_COUNT:
        text_format(&play->message, "%d of %d %ss and %d of %d %ss are placed.\n",
                    loop_play_count(play, LOOP_FIRST), p->n, loop_type_name(p->type[0]),
                    loop_play_count(play, LOOP_SECOND), p->n, loop_type_name(p->type[1]));
        return;
    default: break;
    }
    loop_square_name(p, c.square, name);
    if (c.verdict == LOOP_NO_TARGET)
        text_format(&play->message, "The piece on %s attacks nothing.\n", name);
    else if (c.verdict == LOOP_SPLIT)
        text_format(&play->message, "From %s the attacks close after %d pieces, not after all.\n",
                    name, c.steps);
    else if (c.verdict == LOOP_CONTRADICTS_MARK)
        text_format(&play->message, "%s is given as something else.\n", name);
    else
        text_format(&play->message, "The piece on %s attacks %s%s.\n", name,
                    loop_square_name(p, c.other, other),
                    c.verdict == LOOP_OWN_TYPE ? ", of its own type" : " and another one");
}

static void clear(LoopPlay *play) {
    if (loop_play_is_solved(play)) return;
    play->changed = true;
    memcpy(play->board, play->task.puzzle.mark, sizeof play->board);
}

static void put_code(LoopPlay *play) {
    char code[LOOP_CODE_MAX];
    loop_code_write(play, code);
    text_format(&play->message, "roek play --loop %s makes this puzzle again.\n", code);
}

static void restart(LoopPlay *play, int level, int seed, int64_t now) {
    loop_play_end(play);
    play->left = !loop_play_start(play, level, seed, now); // when memory is short there is no board
}

static const char HELP[] = "Letter and square place a piece: %c%s, %c%s.  x%s marks a square as "
                           "empty, -%s clears it.\n"
                           "  hint    one step that can be found\n"
                           "  check   what is wrong\n"
                           "  task    what is to be done\n"
                           "  clear   begin again\n"
                           "  seed    how to make this puzzle again\n"
                           "  new     another puzzle of this level\n"
                           "  quit    leave\n";

static void help(LoopPlay *play) {
    const LoopPuzzle *p = &play->task.puzzle;
    text_format(&play->message, HELP, loop_type_letter(p->type[0]), "a1",
                loop_type_letter(p->type[1]), "b2", "c3", "c3");
}

/* Carries out "Ka1", "xa1" or "-a1"; returns false for other lines. */
static bool take_piece(LoopPlay *play, const char *line, int64_t now) {
    const LoopPuzzle *p = &play->task.puzzle;
    LoopMark mark;
    char letter = char_upper(line[0]);
    int col = char_lower(line[1]) - 'a', row = line[1] ? line[2] - '1' : -1;
    if (letter == loop_type_letter(p->type[0]))
        mark = LOOP_FIRST;
    else if (letter == loop_type_letter(p->type[1]))
        mark = LOOP_SECOND;
    else if (letter == 'X')
        mark = LOOP_EMPTY;
    else if (letter == '-')
        mark = LOOP_UNKNOWN;
    else
        return false;
    if (col < 0 || col >= p->cols || row < 0 || row >= p->rows || line[3]) return false;
    loop_play_put(play, (p->rows - 1 - row) * p->cols + col, mark, now);
    return true;
}

/* Suggests the nearest command, if there is one. */
static void refuse(LoopPlay *play, const char *typed) {
    static const char *const WORDS[] = {"hint", "check", "task", "clear",
                                        "seed", "new",   "quit", "help"};
    NearWord near = near_word_to(typed, strlen(typed));
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) near_word_try(&near, WORDS[i]);
    text_quote(&play->message, typed);
    if (near.found)
        text_format(&play->message, " is not understood; did you mean '%s'?\n", near.found);
    else
        text_string(&play->message, " is not understood; help lists what is.\n");
}

void loop_play_line(LoopPlay *play, const char *line, int64_t now) {
    while (char_is_space(*line)) line++;
    size_t length = strlen(line);
    while (length > 0 && char_is_space(line[length - 1])) length--;
    char word[32];
    Text t = text_on(word, sizeof word);
    text_bytes(&t, line, length);
    if (span_is_nocase(line, length, "quit") || span_is_nocase(line, length, "exit"))
        play->left = true;
    else if (span_is_nocase(line, length, "new") || (length == 0 && loop_play_is_solved(play)))
        restart(play, play->level, (play->seed + 1) % (LOOP_SEED_MAX + 1), now);
    else if (span_is_nocase(line, length, "hint"))
        loop_play_hint(play);
    else if (span_is_nocase(line, length, "check"))
        check(play);
    else if (span_is_nocase(line, length, "task"))
        loop_play_task(play, &play->message);
    else if (span_is_nocase(line, length, "clear"))
        clear(play);
    else if (span_is_nocase(line, length, "seed"))
        put_code(play);
    else if (length == 0 || span_is_nocase(line, length, "help") || span_is(line, length, "?"))
        help(play);
    else if (!take_piece(play, word, now))
        refuse(play, word);
}

// --- records ---

int loop_record(int level) {
    char path[STATE_PATH_MAX];
    FileContents file;
    int best = -1;
    if (!play_state_file(RECORDS_FILE, path) || !file_load(path, &file)) return best;
    const char *at = (const char *)file.data, *end = at + file.size;
    while (at < end) {
        char line[64];
        Text t = text_on(line, sizeof line);
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        text_bytes(&t, at, (size_t)(stop - at));
        int of, seed, seconds, hints;
        if (sscanf(line, "%d-%d %d %d", &of, &seed, &seconds, &hints) == 4 && of == level &&
            hints == 0 && seconds >= 0 && (best < 0 || seconds < best))
            best = seconds;
        at = stop + 1;
    }
    file_contents_free(&file);
    return best;
}

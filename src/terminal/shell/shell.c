// SPDX-License-Identifier: MIT
#include "terminal/shell/shell.h"

#include "notation/text/san.h"
#include "rules/registry.h"
#include "terminal/shell/shell_internal.h"

#include <stdlib.h>
#include <string.h>

static const ShellCommand *const GROUPS[] = {SHELL_BOARD_COMMANDS, SHELL_SEARCH_COMMANDS,
                                             SHELL_WORKSPACE_COMMANDS};

const ShellCommand *shell_command_at(int index) {
    for (size_t g = 0; g < sizeof GROUPS / sizeof *GROUPS; g++)
        for (const ShellCommand *c = GROUPS[g]; c->name; c++)
            if (index-- == 0) return c;
    return NULL;
}

const ShellCommand *shell_command_find(const char *name) {
    const ShellCommand *c;
    for (int i = 0; (c = shell_command_at(i)); i++)
        if (span_is_nocase(name, strlen(name), c->name)) return c;
    return NULL;
}

bool shell_init(Shell *shell, const Rules *rules, const ShellLimits *limits) {
    *shell = (Shell){.limits = *limits, .out = text_growing(), .error = text_growing()};
    return workspace_init(&shell->workspace, rules);
}

void shell_free(Shell *shell) {
    workspace_free(&shell->workspace);
    engine_free(shell->engine);
    text_free(&shell->out);
    text_free(&shell->error);
}

bool shell_error(Shell *shell, const ShellWords *words, int index, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_clear(&shell->error);
    text_format_list(&shell->error, format, args);
    va_end(args);
    shell->column = words && index >= 0 && index < words->count ? words->columns[index] : -1;
    return false;
}

bool shell_no_memory(Shell *shell) {
    shell->no_memory = true;
    return shell_error(shell, NULL, -1, "not enough memory");
}

bool shell_number(Shell *shell, const ShellWords *words, int index, int64_t min, int64_t max,
                  int64_t *out) {
    if (text_to_int(words->words[index], min, max, out)) return true;
    return shell_error(shell, words, index, "a number from %lld to %lld expected, not '%s'",
                       (long long)min, (long long)max, words->words[index]);
}

bool shell_color(Shell *shell, const ShellWords *words, int index, Color *out) {
    const char *word = words->words[index];
    size_t length = strlen(word);
    bool white = span_is_nocase(word, length, "white") || span_is_nocase(word, length, "w");
    bool black = span_is_nocase(word, length, "black") || span_is_nocase(word, length, "b");
    *out = white ? WHITE : BLACK;
    return white || black ||
           shell_error(shell, words, index, "white or black expected, not '%s'", word);
}

static bool unplayable(Shell *shell, SetupFaults faults) {
    char why[SETUP_FAULTS_TEXT_MAX];
    setup_faults_text(faults, why);
    return shell_error(shell, NULL, -1, "this position cannot be played: %s", why);
}

const Position *shell_position(Shell *shell) {
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    if (board->game) return game_current(board->game);
    Position pos;
    unplayable(shell, position_from_setup(&board->setup, board->rules, &pos));
    return NULL;
}

bool shell_position_for(Shell *shell, Color color, Position *out) {
    WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    if (board->game && position_turn(game_current(board->game)) == color) {
        *out = *game_current(board->game);
        return true;
    }
    Setup setup = workspace_board_setup(board);
    if (setup.turn != color) setup.ep = NO_SQUARE;
    setup.turn = color;
    SetupFaults faults = position_from_setup(&setup, board->rules, out);
    if (!faults) return true;
    char why[SETUP_FAULTS_TEXT_MAX];
    setup_faults_text(faults, why);
    return shell_error(shell, NULL, -1, "with %s to move this position cannot be played: %s",
                       color == WHITE ? "White" : "Black", why);
}

void shell_put_outcome(Text *out, const Position *pos, const Game *game) {
    Outcome outcome = game ? game_outcome(game) : position_outcome(pos);
    char words[OUTCOME_TEXT_MAX];
    if (!outcome_is_over(outcome) && game) outcome = game_claimable_draw(game);
    if (!outcome_is_over(outcome)) return;
    bool claim = game && !outcome_is_over(game_outcome(game));
    outcome_text(outcome, words);
    text_format(out, "%s%s\n", words, claim ? " (may be claimed)" : "");
}

// --- reading lines ---

typedef struct {
    const char *line;
    const char *at;
    char *to; // where the next word is copied to
    ShellWords words;
} LineParser;

static bool wrong_at(Shell *shell, const LineParser *p, const char *text) {
    shell_error(shell, NULL, -1, "%s", text);
    shell->column = (int)(p->at - p->line);
    return false;
}

static void skip_blanks(LineParser *p) {
    while (char_is_space(*p->at)) p->at++;
}

static bool at_end(const LineParser *p) {
    return *p->at == '\0' || *p->at == ';' || *p->at == '#';
}

/* Reads one word, plain or in quotes. */
static bool read_word(Shell *shell, LineParser *p, bool in_list) {
    if (p->words.count == SHELL_WORDS_MAX) return wrong_at(shell, p, "too many words");
    p->words.columns[p->words.count] = (int)(p->at - p->line);
    p->words.words[p->words.count++] = p->to;
    if (*p->at == '"') {
        const char *end = strchr(p->at + 1, '"');
        if (!end) return wrong_at(shell, p, "a quote without its end");
        size_t length = (size_t)(end - p->at) - 1;
        memcpy(p->to, p->at + 1, length);
        p->to += length;
        p->at = end + 1;
    } else {
        while (*p->at && !char_is_space(*p->at) && *p->at != ';' && *p->at != '"' &&
               !(in_list && (*p->at == '(' || *p->at == ')')))
            *p->to++ = *p->at++;
    }
    *p->to++ = '\0';
    return true;
}

/* Reads the words up to the closing parenthesis, or to the end of a line without one. */
static bool read_command(Shell *shell, LineParser *p) {
    bool in_list = *p->at == '(';
    const char *opened = p->at;
    p->words.count = 0;
    if (in_list) p->at++;
    for (;;) {
        skip_blanks(p);
        if (in_list && *p->at == ')') {
            p->at++;
            return true;
        }
        if (!in_list && at_end(p)) return true;
        if (*p->at == '\0' || *p->at == ';') {
            p->at = opened;
            return wrong_at(shell, p, "a parenthesis without its end");
        }
        if (in_list && *p->at == '(') return wrong_at(shell, p, "a list within a list");
        if (!read_word(shell, p, in_list)) return false;
    }
}

static bool refuse_unknown(Shell *shell, const ShellWords *words) {
    const char *word = words->words[0];
    NearWord near = near_word_to(word, strlen(word));
    const ShellCommand *c;
    for (int i = 0; (c = shell_command_at(i)); i++) near_word_try(&near, c->name);
    if (near.found)
        return shell_error(shell, words, 0, "there is no command '%s'; did you mean '%s'?", word,
                           near.found);
    return shell_error(shell, words, 0, "there is no command '%s'; 'help' lists them", word);
}

static bool run_command(Shell *shell, const ShellWords *words) {
    if (words->count == 0) return true;
    const ShellCommand *c = shell_command_find(words->words[0]);
    ShellWords moved;
    if (!c && shell_read_move(words, &moved)) {
        c = shell_command_find("m");
        words = &moved;
    }
    if (!c) return refuse_unknown(shell, words);
    int given = words->count - 1;
    if (given < c->min)
        return shell_error(shell, words, 0, "something is missing; usage: %s%s%s", c->name,
                           *c->usage ? " " : "", c->usage);
    if (given > c->max)
        return shell_error(shell, words, c->max + 1, "'%s' is too much; usage: %s%s%s",
                           words->words[c->max + 1], c->name, *c->usage ? " " : "", c->usage);
    return c->run(shell, words);
}

bool shell_execute(Shell *shell, const char *line) {
    text_clear(&shell->out);
    text_clear(&shell->error);
    shell->column = -1;
    shell->no_memory = shell->write_failed = false;
    char *room = malloc(2 * strlen(line) + 2); // each word and its terminator
    if (!room) return shell_no_memory(shell);
    LineParser p = {.line = line, .at = line, .to = room};
    bool good = true;
    for (skip_blanks(&p); good && !at_end(&p) && !shell->quit; skip_blanks(&p)) {
        if (p.words.count && *p.at != '(') good = wrong_at(shell, &p, "'(' expected");
        good = good && read_command(shell, &p) && run_command(shell, &p.words);
        if (p.words.count == 0) p.words.count = 1; // so that only a list may follow "()"
    }
    free(room);
    shell->no_memory |= shell->out.failed || shell->error.failed;
    return good && !shell->no_memory;
}

// --- completion ---

typedef struct {
    const char *prefix;
    size_t length;
    void (*add)(void *context, const char *word);
    void *context;
} Completer;

static void offer(const Completer *c, const char *word) {
    if (strlen(word) >= c->length && span_is_nocase(word, c->length, c->prefix))
        c->add(c->context, word);
}

static void offer_moves(const Completer *c, const Shell *shell) {
    const WorkspaceBoard *board = workspace_current_board(&shell->workspace);
    MoveList list;
    char san[SAN_MAX];
    if (!board->game) return;
    position_legal_moves(game_current(board->game), &list);
    for (int i = 0; i < list.count; i++) {
        san_write(game_current(board->game), list.items[i], san);
        offer(c, san);
    }
}

static void offer_all(const Completer *c, const char *const words[]) {
    for (; *words; words++) offer(c, *words);
}

static void offer_params(const Completer *c) {
    SearchParamInfo info;
    for (int i = 0; i < WORKSPACE_PARAMS; i++) offer(c, WORKSPACE_PARAM_INFO[i].name);
    for (int i = 0; search_param_at(i, &info); i++) offer(c, info.name);
}

static void offer_commands(const Completer *c) {
    const ShellCommand *command;
    for (int i = 0; (command = shell_command_at(i)); i++) offer(c, command->name);
}

static void offer_for(const Completer *c, const Shell *shell, ShellCompletion kind) {
    static const char *const PIECES[] = {"king",    "queen", "rook",   "bishop", "knight",
                                         "pawn",    "-king", "-queen", "-rook",  "-bishop",
                                         "-knight", "-pawn", "none",   NULL};
    static const char *const COLORS[] = {"white", "black", NULL};
    static const char *const STYLES[] = {"unicode", "figurine", "lines", "ascii", "german", NULL};
    switch (kind) {
    case COMPLETE_NOTHING: return;
    case COMPLETE_MOVE: offer_moves(c, shell); return;
    case COMPLETE_PIECE: offer_all(c, PIECES); return;
    case COMPLETE_PARAM: offer_params(c); return;
    case COMPLETE_COLOR: offer_all(c, COLORS); return;
    case COMPLETE_BOARD:
        for (int i = 0; i < shell->workspace.board_count; i++)
            offer(c, shell->workspace.boards[i]->name);
        return;
    case COMPLETE_STYLE: offer_all(c, STYLES); return;
    case COMPLETE_VARIANT:
        for (int i = 0; rules_at(i); i++) offer(c, rules_at(i)->name);
        return;
    case COMPLETE_COMMAND: offer_commands(c); return;
    }
}

void shell_complete(const Shell *shell, const char *text, size_t *length,
                    void (*add)(void *context, const char *word), void *context) {
    const char *open = strrchr(text, '(');
    Cursor cursor = cursor_on(open ? open + 1 : text);
    const char *first = NULL, *word = NULL, *next;
    size_t first_length = 0, n = 0, next_length;
    while (cursor_word(&cursor, &next, &next_length)) {
        if (!first) first = next, first_length = next_length;
        word = next;
        n = next_length;
    }
    bool begun = first && *text && !char_is_space(text[strlen(text) - 1]);
    Completer c = {begun ? word : "", begun ? n : 0, add, context};
    *length = c.length;
    if (!first || (begun && word == first)) {
        offer_commands(&c);
        return;
    }
    char name[24];
    Text copy = text_on(name, sizeof name);
    text_bytes(&copy, first, first_length);
    const ShellCommand *command = shell_command_find(name);
    if (command) offer_for(&c, shell, command->completion);
}

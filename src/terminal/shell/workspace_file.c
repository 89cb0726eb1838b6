// SPDX-License-Identifier: MIT
#include "terminal/shell/workspace_file.h"

#include "notation/text/fen.h"
#include "notation/text/illegal_move.h"
#include "notation/text/uci_move.h"
#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

// --- writing ---

static void write_moves(Text *out, const char *word, const Game *game, int from, int to) {
    if (from == to) return;
    text_string(out, word);
    for (int i = from; i < to; i++) {
        char move[UCI_MOVE_MAX];
        uci_move_write(game_position_at(game, i), game->moves[i], false, move);
        text_format(out, " %s", move);
    }
    text_char(out, '\n');
}

static void write_board(Text *out, const WorkspaceBoard *board) {
    char fen[FEN_MAX];
    text_format(out, "board %s %s\n", board->name, board->rules->name);
    if (!board->game) {
        fen_write(&board->setup, fen);
        text_format(out, "start %s\n", fen);
        return;
    }
    const Game *game = board->game;
    fen_write_position(game_start(game), fen);
    text_format(out, "start %s\n", fen);
    write_moves(out, "moves", game, 0, game->count);
    write_moves(out, "undone", game, game->count, game->length);
}

void workspace_write(const Workspace *workspace, Text *out) {
    text_format(out, "roek desk 1\nstyle %s\n", diagram_style_name(workspace->style));
    for (int i = 0; i < WORKSPACE_PARAMS; i++)
        text_format(out, "set %s %lld\n", WORKSPACE_PARAM_INFO[i].name,
                    (long long)workspace->params[i]);
    SearchParamInfo info;
    for (int i = 0; i < WORKSPACE_TUNED_MAX && search_param_at(i, &info); i++)
        if (workspace->tuned[i]) text_format(out, "tune %s %d\n", info.name, workspace->tuning[i]);
    for (int i = 0; i < workspace->board_count; i++) write_board(out, workspace->boards[i]);
    text_format(out, "current %s\nend\n", workspace_current_board(workspace)->name);
}

// --- reading ---

/* A board whose lines are still being read. */
typedef struct {
    Workspace *workspace;
    WorkspaceError *error;
    WorkspaceBoard *board; // NULL before the first `board` line
    const Rules *rules;
    Setup start;
    Game game; // from `start`, if that is a legal position
    bool has_start, has_game;
    int played; // moves of the game that are not taken back; -1: no `moves` line yet
    bool has_undone, has_style, ended, closed;
    bool has_param[WORKSPACE_PARAMS];
} WorkspaceReader;

static bool refuse(WorkspaceReader *r, const Cursor *c, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool refuse(WorkspaceReader *r, const Cursor *c, const char *format, ...) {
    Text text = text_on(r->error->text, sizeof r->error->text);
    va_list args;
    va_start(args, format);
    text_format_list(&text, format, args);
    va_end(args);
    r->error->column = cursor_column(c);
    return false;
}

static bool lack_memory(WorkspaceReader *r, const Cursor *c) {
    r->error->no_memory = true;
    return refuse(r, c, "not enough memory");
}

/* Copies the next word to `out` and skips it; on failure the cursor stays at its start. */
static bool read_word(WorkspaceReader *r, Cursor *c, const char *what, char *out, size_t size) {
    const char *word;
    size_t length;
    cursor_skip_spaces(c);
    Cursor before = *c;
    if (!cursor_word(c, &word, &length)) return refuse(r, c, "%s is missing", what);
    if (length >= size) {
        *c = before;
        return refuse(r, c, "%s is too long", what);
    }
    memcpy(out, word, length);
    out[length] = '\0';
    return true;
}

static bool read_end(WorkspaceReader *r, Cursor *c) {
    cursor_skip_spaces(c);
    return cursor_done(c) || refuse(r, c, "nothing more is expected here");
}

static bool read_style(WorkspaceReader *r, Cursor *c) {
    char name[16];
    Cursor at = *c;
    if (r->has_style) return refuse(r, &at, "a second style");
    if (!read_word(r, c, "the style", name, sizeof name)) return false;
    if (!diagram_style_find(name, &r->workspace->style) || r->workspace->style == DIAGRAM_SVG)
        return refuse(r, &at, "there is no board style '%s'", name);
    r->has_style = true;
    return read_end(r, c);
}

static bool read_set(WorkspaceReader *r, Cursor *c) {
    char name[32];
    Cursor at = *c;
    if (!read_word(r, c, "the parameter", name, sizeof name)) return false;
    for (int i = 0; i < WORKSPACE_PARAMS; i++) {
        const WorkspaceParamInfo *info = &WORKSPACE_PARAM_INFO[i];
        if (strcmp(info->name, name) != 0) continue;
        if (r->has_param[i]) return refuse(r, &at, "a second value for %s", name);
        r->has_param[i] = true;
        cursor_skip_spaces(c);
        if (!cursor_int(c, info->min, info->max, &r->workspace->params[i]))
            return refuse(r, c, "%s is a number from %lld to %lld", name, (long long)info->min,
                          (long long)info->max);
        return read_end(r, c);
    }
    return refuse(r, &at, "there is no parameter '%s'", name);
}

static bool read_tune(WorkspaceReader *r, Cursor *c) {
    char name[48];
    Cursor at = *c;
    SearchParamInfo info;
    int64_t value;
    if (!read_word(r, c, "the parameter", name, sizeof name)) return false;
    for (int i = 0; i < WORKSPACE_TUNED_MAX && search_param_at(i, &info); i++) {
        if (strcmp(info.name, name) != 0) continue;
        if (r->workspace->tuned[i]) return refuse(r, &at, "a second value for %s", name);
        cursor_skip_spaces(c);
        if (!cursor_int(c, info.min, info.max, &value))
            return refuse(r, c, "%s is a number from %d to %d", name, info.min, info.max);
        r->workspace->tuned[i] = true;
        r->workspace->tuning[i] = (int)value;
        return read_end(r, c);
    }
    return refuse(r, &at, "the search has no parameter '%s'", name);
}

/* Ends a board: gives it the set-up and moves that were read. */
static bool close_board(WorkspaceReader *r, const Cursor *c) {
    if (!r->board) return true;
    if (!r->has_start) return refuse(r, c, "board %s has no 'start' line", r->board->name);
    bool good =
        workspace_board_load(r->board, r->rules, &r->start, r->game.moves,
                             r->played < 0 ? 0 : r->played, r->has_game ? r->game.count : 0);
    if (r->has_game) game_free(&r->game);
    r->board = NULL;
    r->has_start = r->has_game = r->has_undone = false;
    return good || lack_memory(r, c);
}

static bool read_board(WorkspaceReader *r, Cursor *c) {
    char name[WORKSPACE_NAME_MAX], variant[16];
    Cursor at = *c;
    if (!close_board(r, c) || !read_word(r, c, "the name of the board", name, sizeof name))
        return false;
    if (!workspace_is_name(name)) return refuse(r, &at, "'%s' cannot be the name of a board", name);
    if (workspace_find_board(r->workspace, name) >= 0)
        return refuse(r, &at, "a second board '%s'", name);
    if (r->workspace->board_count == WORKSPACE_BOARDS_MAX) return refuse(r, &at, "too many boards");
    at = *c;
    if (!read_word(r, c, "the game", variant, sizeof variant)) return false;
    r->rules = rules_find(variant);
    if (!r->rules) return refuse(r, &at, "there is no game '%s'", variant);
    r->board = workspace_open_board(r->workspace, name, r->rules);
    r->played = -1;
    if (!r->board) return lack_memory(r, c);
    return read_end(r, c);
}

static bool read_start(WorkspaceReader *r, Cursor *c) {
    char why[FEN_FAULT_MAX];
    Position pos;
    cursor_skip_spaces(c);
    if (!r->board || r->has_start) return refuse(r, c, "'start' belongs once behind 'board'");
    FenResult result = fen_read(c->at, &r->start);
    if (result.fault != FEN_OK) {
        fen_fault_text(result, why);
        c->at += result.column;
        return refuse(r, c, "%.400s", why);
    }
    r->has_start = true;
    if (position_from_setup(&r->start, r->rules, &pos) != 0) return true;
    r->has_game = game_init(&r->game, &pos);
    return r->has_game || lack_memory(r, c);
}

/* Reads moves and plays them; they must be legal, and none may follow the end of the game. */
static bool read_moves(WorkspaceReader *r, Cursor *c) {
    const char *word;
    size_t length;
    if (!r->has_game) return refuse(r, c, "there is no game that moves could be played in");
    for (;;) {
        cursor_skip_spaces(c);
        Cursor before = *c;
        if (!cursor_word(c, &word, &length)) return true;
        const Position *pos = game_current(&r->game);
        Move move = uci_move_read(pos, word, length);
        char why[ILLEGAL_MOVE_TEXT_MAX];
        if (move == NO_MOVE) {
            bool said = illegal_move_explain_text(pos, word, length, why);
            return refuse(r, &before, "'%.*s' is illegal: %s", (int)utf8_fitting(word, length, 40),
                          word, said ? why : "not a move in UCI notation");
        }
        if (outcome_is_over(game_outcome(&r->game)))
            return refuse(r, &before, "the game is over before this move");
        if (!game_play(&r->game, move)) return lack_memory(r, &before);
    }
}

static bool read_played(WorkspaceReader *r, Cursor *c) {
    if (r->played >= 0) return refuse(r, c, "a second 'moves' line");
    if (!read_moves(r, c)) return false;
    r->played = r->game.count;
    return true;
}

static bool read_undone(WorkspaceReader *r, Cursor *c) {
    if (r->has_undone) return refuse(r, c, "a second 'undone' line");
    if (r->played < 0) r->played = 0;
    r->has_undone = true;
    return read_moves(r, c);
}

static bool read_current(WorkspaceReader *r, Cursor *c) {
    char name[WORKSPACE_NAME_MAX];
    Cursor at = *c;
    if (!close_board(r, c) || !read_word(r, c, "the name of the board", name, sizeof name))
        return false;
    int index = workspace_find_board(r->workspace, name);
    if (index < 0) return refuse(r, &at, "there is no board '%s'", name);
    r->workspace->current = index;
    r->closed = true;
    return read_end(r, c);
}

static bool read_last(WorkspaceReader *r, Cursor *c) {
    if (!r->closed) return refuse(r, c, "the line 'current' is missing before this one");
    r->ended = true;
    return read_end(r, c);
}

typedef struct {
    const char *word;
    bool (*read)(WorkspaceReader *r, Cursor *c);
} WorkspaceFileRow;

static const WorkspaceFileRow ROWS[] = {
    {"style", read_style},   {"set", read_set},         {"tune", read_tune},
    {"board", read_board},   {"start", read_start},     {"moves", read_played},
    {"undone", read_undone}, {"current", read_current}, {"end", read_last},
};

static bool read_line(WorkspaceReader *r, const char *line) {
    Cursor c = cursor_on(line);
    char word[16];
    if (r->error->line == 1)
        return strcmp(line, "roek desk 1") == 0 ||
               refuse(r, &c, "this is not a desk that 'sb' saved (first line: 'roek desk 1')");
    if (r->ended) return !*line || refuse(r, &c, "nothing may follow the end");
    if (!read_word(r, &c, "the first word", word, sizeof word)) return false;
    Cursor start = cursor_on(line);
    if (r->closed && strcmp(word, "end") != 0) return refuse(r, &start, "'end' expected");
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        if (strcmp(ROWS[i].word, word) == 0) {
            cursor_skip_spaces(&c);
            return ROWS[i].read(r, &c);
        }
    return refuse(r, &start, "'%s' is not known here", word);
}

static bool read_lines(WorkspaceReader *r, const char *text, size_t length) {
    Text line = text_growing();
    bool good = true;
    for (const char *at = text, *end = text + length; good && at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        text_clear(&line);
        text_bytes(&line, at, (size_t)(stop - at));
        r->error->line++;
        Cursor start = cursor_on("");
        if (memchr(at, '\0', (size_t)(stop - at)))
            good = refuse(r, &start, "a zero byte is not text");
        else if (line.failed)
            good = lack_memory(r, &start);
        else
            good = read_line(r, text_get(&line));
        at = stop + 1;
    }
    text_free(&line);
    return good;
}

bool workspace_read(const char *text, size_t length, Workspace *out, WorkspaceError *error) {
    *error = (WorkspaceError){.line = 0};
    *out = (Workspace){.style = DIAGRAM_ASCII};
    for (int i = 0; i < WORKSPACE_PARAMS; i++) out->params[i] = WORKSPACE_PARAM_INFO[i].value;
    WorkspaceReader r = {.workspace = out, .error = error};
    bool good = read_lines(&r, text, length);
    if (good && !r.ended) {
        Cursor end = cursor_on("");
        error->line++;
        good = refuse(&r, &end, "the file ends too soon");
    }
    if (r.has_game) game_free(&r.game);
    if (!good) workspace_free(out);
    return good;
}

// SPDX-License-Identifier: MIT
//
// The shell's commands about the workspace: boards by name, parameters, files, help.
#include "base/file/file.h"
#include "notation/text/fen.h"
#include "terminal/shell/shell_internal.h"
#include "terminal/shell/workspace_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LARGEST = 1 << 24 };

// --- boards ---

/* The board that the first argument names, created if it is new; NULL after an error. */
static WorkspaceBoard *open_board(Shell *shell, const ShellWords *words) {
    Workspace *workspace = &shell->workspace;
    WorkspaceBoard *board =
        workspace_open_board(workspace, words->words[1], workspace_current_board(workspace)->rules);
    if (!board && workspace->board_count < WORKSPACE_BOARDS_MAX)
        shell_no_memory(shell);
    else if (!board)
        shell_error(shell, words, 1, "there is no room for another board");
    return board;
}

static bool do_board(Shell *shell, const ShellWords *words) {
    Workspace *workspace = &shell->workspace;
    const char *name = words->words[1];
    if (!workspace_is_name(name))
        return shell_error(shell, words, 1, "a name has letters, digits, '-' and '_', at most %d",
                           WORKSPACE_NAME_MAX - 1);
    bool known = workspace_find_board(workspace, name) >= 0;
    if (!open_board(shell, words)) return false;
    text_format(&shell->out, "board %s%s\n", name, known ? "" : " (new)");
    return true;
}

static bool do_boards(Shell *shell, const ShellWords *words) {
    (void)words;
    const Workspace *workspace = &shell->workspace;
    for (int i = 0; i < workspace->board_count; i++) {
        const WorkspaceBoard *board = workspace->boards[i];
        Setup setup = workspace_board_setup(board);
        char fen[FEN_MAX];
        fen_write(&setup, fen);
        text_format(&shell->out, "%c %-12s %-11s %s\n", i == workspace->current ? '*' : ' ',
                    board->name, board->rules->name, fen);
    }
    return true;
}

/* Copies the current board with its game to a new name. */
static bool do_copy(Shell *shell, const ShellWords *words) {
    Workspace *workspace = &shell->workspace;
    const WorkspaceBoard *from = workspace_current_board(workspace);
    const char *name = words->words[1];
    if (!workspace_is_name(name) || workspace_find_board(workspace, name) >= 0)
        return shell_error(shell, words, 1, "'%s' is no name for a new board", name);
    WorkspaceBoard *to = open_board(shell, words);
    if (!to) return false;
    const Game *game = from->game;
    Setup start = game ? position_to_setup(game_start(game)) : from->setup;
    bool good =
        game ? workspace_board_load(to, from->rules, &start, game->moves, game->count, game->count)
             : workspace_board_load(to, from->rules, &start, NULL, 0, 0);
    return good || shell_no_memory(shell);
}

static bool do_drop(Shell *shell, const ShellWords *words) {
    Workspace *workspace = &shell->workspace;
    int index = workspace_find_board(workspace, words->words[1]);
    if (index < 0) return shell_error(shell, words, 1, "there is no board '%s'", words->words[1]);
    if (workspace->board_count == 1) return shell_error(shell, words, 1, "one board must remain");
    workspace_remove_board(workspace, index);
    text_format(&shell->out, "board %s\n", workspace_current_board(workspace)->name);
    return true;
}

// --- parameters ---

/* The default of a search parameter in the variant of the current board. */
static int built_in(const Workspace *workspace, int index) {
    return search_param_default(index, evaluation_kind(workspace_current_board(workspace)->rules));
}

static void list_params(Shell *shell) {
    const Workspace *workspace = &shell->workspace;
    SearchParamInfo info;
    for (int i = 0; i < WORKSPACE_PARAMS; i++)
        text_format(&shell->out, "%-10s %8lld  %s\n", WORKSPACE_PARAM_INFO[i].name,
                    (long long)workspace->params[i], WORKSPACE_PARAM_INFO[i].help);
    for (int i = 0; i < WORKSPACE_TUNED_MAX && search_param_at(i, &info); i++)
        if (workspace->tuned[i])
            text_format(&shell->out, "%-10s %8d  of the search, %d built in\n", info.name,
                        workspace->tuning[i], built_in(workspace, i));
}

/* Shows or sets a search parameter. */
static bool tune(Shell *shell, const ShellWords *words) {
    Workspace *workspace = &shell->workspace;
    SearchParamInfo info;
    int64_t value;
    for (int i = 0; i < WORKSPACE_TUNED_MAX && search_param_at(i, &info); i++) {
        if (strcmp(info.name, words->words[1]) != 0) continue;
        if (words->count < 3) {
            text_format(&shell->out, "%s %d\n", info.name,
                        workspace->tuned[i] ? workspace->tuning[i] : built_in(workspace, i));
            return true;
        }
        if (!shell_number(shell, words, 2, info.min, info.max, &value)) return false;
        workspace->tuning[i] = (int)value;
        workspace->tuned[i] = value != built_in(workspace, i);
        return true;
    }
    return shell_error(shell, words, 1, "there is no parameter '%s'; 'sp' lists them",
                       words->words[1]);
}

static bool do_params(Shell *shell, const ShellWords *words) {
    Workspace *workspace = &shell->workspace;
    if (words->count == 1) {
        list_params(shell);
        return true;
    }
    for (int i = 0; i < WORKSPACE_PARAMS; i++) {
        const WorkspaceParamInfo *info = &WORKSPACE_PARAM_INFO[i];
        if (!span_is_nocase(words->words[1], strlen(words->words[1]), info->name)) continue;
        if (words->count > 2)
            return shell_number(shell, words, 2, info->min, info->max, &workspace->params[i]);
        text_format(&shell->out, "%s %lld\n", info->name, (long long)workspace->params[i]);
        return true;
    }
    return tune(shell, words);
}

// --- files ---

static bool files_allowed(Shell *shell, const ShellWords *words) {
    return !shell->limits.no_files || shell_error(shell, words, 0, "files may not be used here");
}

static bool file_wrong(Shell *shell, const ShellWords *words, const char *verb, int error) {
    if (error == ENOMEM) return shell_no_memory(shell);
    return shell_error(shell, words, 1, "cannot %s '%s': %s", verb, words->words[1],
                       strerror(error));
}

static bool do_save(Shell *shell, const ShellWords *words) {
    if (!files_allowed(shell, words)) return false;
    const char *name = words->words[1];
    Text text = text_growing();
    workspace_write(&shell->workspace, &text);
    FileChunk part = {text_get(&text), text.used};
    errno = ENOMEM;
    bool good = !text.failed && file_replace(name, &part, 1);
    int error = errno;
    text_free(&text);
    shell->write_failed = !good;
    if (!good) return file_wrong(shell, words, "write", error);
    text_format(&shell->out, "saved to %s\n", name);
    return true;
}

/* Loads a regular file of limited size; NULL with errno on failure. */
static char *read_file(const char *name, size_t *length) {
    FileHandle file;
    if (!file_open(name, &file)) return NULL;
    bool small = file.size <= FILE_LARGEST;
    *length = small ? (size_t)file.size : 0;
    char *data = small ? malloc(*length + 1) : NULL;
    if (!small) errno = EFBIG;
    if (data && !file_read_at(&file, 0, data, *length)) {
        free(data);
        data = NULL;
    }
    int error = errno;
    file_close(&file);
    errno = error;
    return data;
}

static bool do_load(Shell *shell, const ShellWords *words) {
    if (!files_allowed(shell, words)) return false;
    const char *name = words->words[1];
    size_t length;
    char *text = read_file(name, &length);
    if (!text) return file_wrong(shell, words, "read", errno);
    Workspace workspace;
    WorkspaceError error;
    bool good = workspace_read(text, length, &workspace, &error);
    free(text);
    if (!good && error.no_memory) return shell_no_memory(shell);
    if (!good)
        return shell_error(shell, words, 1, "%s, line %d, column %d: %s; nothing was changed", name,
                           error.line, error.column + 1, error.text);
    workspace_free(&shell->workspace);
    shell->workspace = workspace;
    text_format(&shell->out, "loaded %s: %d board%s, %s in front\n", name, workspace.board_count,
                workspace.board_count == 1 ? "" : "s", workspace_current_board(&workspace)->name);
    return true;
}

// --- the rest ---

static bool do_help(Shell *shell, const ShellWords *words) {
    const ShellCommand *c;
    if (words->count > 1) {
        c = shell_command_find(words->words[1]);
        if (!c) return shell_error(shell, words, 1, "there is no command '%s'", words->words[1]);
        text_format(&shell->out, "%s%s%s: %s\n%s", c->name, *c->usage ? " " : "", c->usage,
                    c->summary, c->help ? c->help : "");
        return true;
    }
    for (int i = 0; (c = shell_command_at(i)); i++) {
        char usage[48];
        Text text = text_on(usage, sizeof usage);
        text_format(&text, "%s %s", c->name, c->usage);
        text_format(&shell->out, "%-24s %s\n", usage, c->summary);
    }
    text_string(&shell->out, "Commands may stand in parentheses, several to a line; ; and # start "
                             "comments.\n");
    return true;
}

static bool do_quit(Shell *shell, const ShellWords *words) {
    (void)words;
    shell->quit = true;
    return true;
}

const ShellCommand SHELL_WORKSPACE_COMMANDS[] = {
    {"sp", "[NAME [VALUE]]", 0, 2, COMPLETE_PARAM, do_params, "search parameters: show or set them",
     "Without a name all are shown.  The numbers inside the search (lmr_base, null_base …) can be\n"
     "set as well.\n"},
    {"board", "NAME", 1, 1, COMPLETE_BOARD, do_board, "go to the board of this name, or make one",
     NULL},
    {"boards", "", 0, 0, COMPLETE_NOTHING, do_boards, "all boards", NULL},
    {"copy", "NAME", 1, 1, COMPLETE_NOTHING, do_copy, "copy this board with its game, and go there",
     NULL},
    {"drop", "NAME", 1, 1, COMPLETE_BOARD, do_drop, "forget a board", NULL},
    {"sb", "FILE", 1, 1, COMPLETE_NOTHING, do_save, "save everything: boards, games, parameters",
     "A plain text file.  One that is there already is replaced only when the new one is whole.\n"},
    {"lb", "FILE", 1, 1, COMPLETE_NOTHING, do_load, "load what sb saved",
     "A file that is broken or not ours is refused with the line that is wrong, and nothing is\n"
     "changed.\n"},
    {"save", "FILE", 1, 1, COMPLETE_NOTHING, do_save, "the same as sb", NULL},
    {"load", "FILE", 1, 1, COMPLETE_NOTHING, do_load, "the same as lb", NULL},
    {"help", "[COMMAND]", 0, 1, COMPLETE_COMMAND, do_help, "this list, or more about one command",
     NULL},
    {"quit", "", 0, 0, COMPLETE_NOTHING, do_quit, "leave", NULL},
    {"exit", "", 0, 0, COMPLETE_NOTHING, do_quit, "leave", NULL},
    {NULL, NULL, 0, 0, COMPLETE_NOTHING, NULL, NULL, NULL},
};

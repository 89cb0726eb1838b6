// SPDX-License-Identifier: MIT
//
// Any lines: the shell answers, or gives an error at a column of the line, and goes on.  After a
// line "lb" the rest of the input is the file to load.
#include "fuzz/fuzz_file.h"

#include "terminal/shell/shell.h"
#include "terminal/shell/workspace_file.h"

static void ignore(void *context, const char *word) {
    (void)context;
    (void)word;
}

/* Any workspace can be saved and read again. */
static void assert_workspace_is_sound(const Workspace *workspace) {
    Text text = text_growing();
    Workspace back;
    WorkspaceError error;
    workspace_write(workspace, &text);
    fuzz_assert(workspace_read(text_get(&text), text.used, &back, &error));
    workspace_free(&back);
    text_free(&text);
}

static void ignore_line(void *context, const Position *pos, const PvLine *best) {
    (void)context;
    fuzz_assert(best->length == 0 || position_is_legal(pos, best->line[0]));
}

static void execute(Shell *shell, const char *line) {
    size_t length;
    if (shell->workspace.params[WORKSPACE_HASH] > 1) shell->workspace.params[WORKSPACE_HASH] = 1;
    shell->workspace.params[WORKSPACE_THREADS] = 1;
    bool good = shell_execute(shell, line);
    fuzz_assert(good == (text_get(&shell->error)[0] == '\0'));
    fuzz_assert(good || shell->column <= (int)strlen(line));
    shell_complete(shell, line, &length, ignore, NULL);
    fuzz_assert(length <= strlen(line));
}

/* Loads a file with the rest of the input. */
static void load(Shell *shell, const char *rest) {
    char line[64];
    shell->limits.no_files = false;
    snprintf(line, sizeof line, "lb %s", fuzz_file((const uint8_t *)rest, strlen(rest)));
    execute(shell, line);
}

static void execute_all(Shell *shell, char *text) {
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        bool loads = strcmp(line, "lb") == 0 && rest;
        execute(shell, line);
        if (loads) load(shell, rest);
        if (loads || shell->quit) return;
    }
}

/* The first byte chooses the game, and whether boards are shown after each move. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[4097];
    if (size == 0 || !fuzz_text(data + 1, size - 1, text, sizeof text)) return 0;
    static Engine *kept; // reused for all inputs: creating one takes longer than most lines
    ShellLimits limits = {.no_files = true,
                          .nodes = 200,
                          .perft_depth = 2,
                          .shows_board = (data[0] & 2) != 0,
                          .on_best_line = ignore_line};
    Shell shell;
    fuzz_assert(shell_init(&shell, rules_at(data[0] & 1), &limits));
    shell.engine = kept;
    execute_all(&shell, text);
    assert_workspace_is_sound(&shell.workspace);
    kept = shell.engine;
    shell.engine = NULL;
    shell_free(&shell);
    return 0;
}

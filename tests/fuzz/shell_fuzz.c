// SPDX-License-Identifier: MIT
//
// Any lines: the shell answers or complains about a column of the line, and lives on.
#include "fuzz/fuzz.h"

#include "roek/play/desk_file.h"
#include "roek/play/shell.h"

static void ignore(void *context, const char *word) {
    (void)context;
    (void)word;
}

/* What the desk holds can always be saved and read again. */
static void assert_desk_is_sound(const Desk *desk) {
    Text text = text_growing();
    Desk back;
    DeskError error;
    desk_write(desk, &text);
    fuzz_assert(desk_read(text_get(&text), text.used, &back, &error));
    desk_free(&back);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[4097];
    if (size == 0 || !fuzz_text(data + 1, size - 1, text, sizeof text)) return 0;
    static Engine *kept; // from input to input: a new one takes longer than most lines
    ShellLimits limits = {.no_files = true, .nodes = 200, .perft_depth = 2};
    Shell shell;
    fuzz_assert(shell_init(&shell, rules_at(data[0] & 1), &limits));
    shell.engine = kept;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        size_t length;
        if (shell.desk.params[DESK_HASH] > 1) shell.desk.params[DESK_HASH] = 1;
        shell.desk.params[DESK_THREADS] = 1;
        bool good = shell_execute(&shell, line);
        fuzz_assert(good == (text_get(&shell.error)[0] == '\0'));
        fuzz_assert(good || shell.column <= (int)strlen(line));
        shell_complete(&shell, line, &length, ignore, NULL);
        fuzz_assert(length <= strlen(line));
        if (shell.quit) break;
    }
    assert_desk_is_sound(&shell.desk);
    kept = shell.engine;
    shell.engine = NULL;
    shell_free(&shell);
    return 0;
}

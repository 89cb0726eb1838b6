// SPDX-License-Identifier: MIT
//
// roek shell: the board language at a terminal, from a pipe or from a file.
#include "base/file/file.h"
#include "base/file/line_reader.h"
#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "base/os/xdg_dirs.h"
#include "base/text/json.h"
#include "cmd/common/command.h"
#include "cmd/common/input.h"
#include "cmd/common/output.h"
#include "console/line_edit.h"
#include "console/progress.h"
#include "terminal/shell/shell.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 1 << 16 };

typedef struct {
    Shell shell;
    bool json, interactive;
    bool live;  // the terminal shows a line of analysis
    int number; // of the line
    int status;
} ShellDialogue;

static void answer_as_json(const ShellDialogue *d, const char *line, bool good) {
    Text out = text_growing();
    json_open(&out, '{');
    json_put_int(&out, "line", d->number);
    json_put_string(&out, "input", line);
    json_put_bool(&out, "ok", good);
    json_put_text(&out, "output", &d->shell.out);
    if (!good) json_put_text(&out, "error", &d->shell.error);
    if (!good && d->shell.column >= 0)
        json_put_int(&out, "column", text_width(line, (size_t)d->shell.column) + 1);
    json_close(&out, '}');
    print_text(&out, "\n");
    text_free(&out);
}

static void answer_as_text(const ShellDialogue *d, const char *line, bool good) {
    const Shell *shell = &d->shell;
    char place[32] = "";
    print_wrapped_text(&shell->out);
    if (good || shell->no_memory) return;
    Text text = text_on(place, sizeof place);
    if (!d->interactive) text_format(&text, "line %d: ", d->number);
    if (shell->column >= 0)
        print_error_at(line, shell->column, "%s%s", place, text_get(&shell->error));
    else
        print_error("%s%s", place, text_get(&shell->error));
}

static void show_thinking(void *context, const Position *pos, const PvLine *best) {
    ShellDialogue *d = context;
    output_live_line(pos, best);
    d->live = true;
}

/* Executes one line; returns false if it was the last. */
static bool answer(ShellDialogue *d, const char *line) {
    d->number++;
    bool good = shell_execute(&d->shell, line);
    if (d->live) progress_erase();
    d->live = false;
    if (d->json)
        answer_as_json(d, line, good);
    else
        answer_as_text(d, line, good);
    print_flush();
    if (d->shell.no_memory) print_memory_error();
    int status = good ? EXIT_DONE : d->shell.write_failed ? EXIT_MACHINE : EXIT_MISUSE;
    if (!d->interactive && status > d->status) d->status = status;
    // a script ends when memory was short: later lines may depend on the command that failed
    return !d->shell.quit && (d->interactive || !d->shell.no_memory);
}

static void on_too_long(void *context, int number, const char *start) {
    ShellDialogue *d = context;
    d->number++;
    if (d->status < EXIT_MISUSE) d->status = EXIT_MISUSE;
    print_long_line_error(number, start, LINE_MAX_BYTES);
}

static int run_file(ShellDialogue *d, const char *name) {
    LineReader lines;
    if (!line_reader_open(&lines, name)) {
        print_read_error(name);
        return EXIT_MISUSE;
    }
    lines.limit = LINE_MAX_BYTES;
    lines.too_long = on_too_long;
    lines.context = d;
    const char *line;
    bool more = true;
    while (more && line_reader_next(&lines, &line)) more = answer(d, line);
    errno = lines.error;
    if (errno) print_read_error(name);
    line_reader_free(&lines);
    return d->status;
}

static void complete(void *context, const char *text, size_t *length,
                     void (*add)(void *sink, const char *word), void *sink) {
    shell_complete(context, text, length, add, sink);
}

/* The path of the history file. */
static bool history_file(char *out, size_t size) {
    char folder[512];
    if (!xdg_dir(XDG_STATE, folder, sizeof folder) || !file_make_folders(folder)) return false;
    Text text = text_on(out, size);
    text_format(&text, "%s/shell_history", folder);
    return !text.failed;
}

static bool is_quit(void) {
    return interrupt_pending() && !interrupt_is_ctrl_c();
}

static int run_lines(ShellDialogue *d) {
    char history[512];
    bool kept = d->interactive && history_file(history, sizeof history);
    LineEditOptions options = {.prompt = "roek> ",
                               .history = kept ? history : NULL,
                               .complete = complete,
                               .context = &d->shell,
                               .limit = LINE_MAX_BYTES,
                               .too_long = on_too_long,
                               .too_long_context = d};
    LineEdit *edit = lineedit_new(&options);
    if (!edit) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    if (d->interactive) print_out("The board language of Roek; 'help' lists the commands.\n");
    const char *line;
    bool broken, more = true;
    while (more && (line = lineedit_read(edit, &broken)) && !is_quit()) {
        if (interrupt_is_ctrl_c()) interrupt_clear();
        if (!broken) more = answer(d, line) && !is_quit();
    }
    if (d->interactive && more) print_out("\n");
    print_input_error("the commands", lineedit_error(edit));
    lineedit_free(edit);
    return d->status;
}

static int run(const Command *self, int argc, char **argv) {
    Operands rest;
    const char *variant = NULL;
    ShellDialogue d = {.status = EXIT_DONE};
    const Option options[] = {
        VARIANT_OPTION(variant),
        {"json", 0, OPTION_FLAG, &d.json, NULL, "answer each line with a JSON object", 0, 0},
        {0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    RULES_OR_RETURN(rules, variant);
    if (rest.count > 1) {
        print_error("shell takes one FILE, not '%s' as well", rest.items[1]);
        return EXIT_MISUSE;
    }
    bool from_file = rest.count == 1 && strcmp(rest.items[0], "-") != 0;
    d.interactive =
        !from_file && platform_is_terminal(STDIN_FILENO) && platform_is_terminal(STDOUT_FILENO);
    ShellLimits limits = {.stop = interrupt_flag(),
                          .shows_board = d.interactive && !d.json,
                          .on_best_line =
                              d.interactive && progress_is_possible() ? show_thinking : NULL,
                          .context = &d};
    if (!shell_init(&d.shell, rules, &limits)) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    if (d.interactive && platform_is_utf8()) d.shell.workspace.style = DIAGRAM_UNICODE;
    if (d.interactive) interrupt_watch(INTERRUPT_ALL); // so that the terminal is restored
    int status = from_file ? run_file(&d, rest.items[0]) : run_lines(&d);
    shell_free(&d.shell);
    if (is_quit()) interrupt_reraise();
    return status;
}

const Command command_shell = {
    .name = "shell",
    .synopsis = "shell [FILE]",
    .summary = "The interactive board language; scripts from FILE or standard input",
    .details =
        "One command per line, as plain words or in parentheses; 'help' lists them, 'help m' "
        "tells\n"
        "more about one.  At a terminal lines can be edited, and Tab completes commands, moves "
        "and\n"
        "names; Ctrl-C ends a long thought.  In a script a bad line is reported with its number,\n"
        "the rest still runs, and the exit status is 2.\n"
        "\n"
        "Examples:\n"
        "  $ printf 'new\\nm e2 e4\\n(bbm 6)\\n' | roek shell\n"
        "  $ echo '(empty) (p king e1) (p rook a1) (p -king e8) (b german)' | roek shell\n"
        "  $ printf 'fen 3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1\\nsolve 3' | roek shell\n",
    .run = run,
};

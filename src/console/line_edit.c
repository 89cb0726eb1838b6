// SPDX-License-Identifier: MIT
#include "console/line_edit.h"

#include "base/file/line_reader.h"
#include "base/os/platform.h"
#include "console/print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef ROEK_HAVE_EDIT
#include "base/os/interrupt.h"

#include <histedit.h>
#include <wchar.h>
#endif

enum { HISTORY_LINES = 1000 };

struct LineEdit {
    LineEditOptions options;
    bool interactive;
    LineReader lines;
    char *line; // for libedit
#ifdef ROEK_HAVE_EDIT
    EditLine *edit;
    History *history;
#endif
};

static const char *read_plain(LineEdit *e, bool *interrupted) {
    if (e->interactive) {
        print_string(PRINT_STDOUT, e->options.prompt);
        print_flush();
    }
    const char *line;
    if (line_reader_next(&e->lines, &line)) return line;
    *interrupted = e->lines.interrupted;
    return *interrupted ? "" : NULL;
}

#ifdef ROEK_HAVE_EDIT

/* The common prefix of all completions, and their number. */
typedef struct {
    char shared[256];
    int count;
    char list[4096];
    size_t used;
} Candidates;

static void add_candidate(void *sink, const char *word) {
    Candidates *c = sink;
    size_t length = strlen(word);
    if (length >= sizeof c->shared) return;
    if (c->count++ == 0) {
        memcpy(c->shared, word, length + 1);
    } else {
        size_t same = 0;
        while (c->shared[same] && c->shared[same] == word[same]) same++;
        c->shared[same] = '\0';
    }
    if (c->used + length + 2 >= sizeof c->list) return;
    memcpy(c->list + c->used, word, length);
    c->used += length;
    c->list[c->used++] = ' ';
    c->list[c->used] = '\0';
}

static char *show_prompt(EditLine *edit) {
    LineEdit *e = NULL;
    static char none[] = "";
    el_get(edit, EL_CLIENTDATA, &e);
    union {
        const char *in;
        char *out;
    } prompt = {e->options.prompt}; // libedit does not write through this pointer
    return e->options.prompt ? prompt.out : none;
}

static unsigned char complete_word(EditLine *edit, int key) {
    (void)key;
    LineEdit *e = NULL;
    el_get(edit, EL_CLIENTDATA, &e);
    const LineInfo *info = el_line(edit);
    char text[1024];
    size_t before = (size_t)(info->cursor - info->buffer), length = 0;
    if (!e->options.complete || before >= sizeof text) return CC_ERROR;
    memcpy(text, info->buffer, before);
    text[before] = '\0';
    Candidates c = {.count = 0};
    e->options.complete(e->options.context, text, &length, add_candidate, &c);
    if (c.count == 0) return CC_ERROR;
    bool longer = strlen(c.shared) > length || strncmp(c.shared, text + before - length, length);
    if (!longer && c.count > 1) {
        print_out("\n%s\n", c.list);
        return CC_REDISPLAY;
    }
    el_deletestr(edit, (int)length);
    el_insertstr(edit, c.shared);
    if (c.count == 1) el_insertstr(edit, " ");
    return CC_REFRESH;
}

/* Waits for input. False if an interrupt comes first. */
static bool wait_for_key(void) {
    if (interrupt_wait_readable(STDIN_FILENO)) return true;
    errno = EINTR;
    return false;
}

/* Reads one character for libedit: returns 1, 0 at the end of input, -1 if interrupted. */
static int read_character(EditLine *edit, wchar_t *out) {
    (void)edit;
    mbstate_t state = {0};
    for (;;) {
        char byte;
        if (!wait_for_key()) return -1;
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got <= 0) return (int)got;
        size_t used = mbrtowc(out, &byte, 1, &state);
        if (used == (size_t)-2) continue; // incomplete multibyte character
        if (used == (size_t)-1) *out = L'?';
        return 1;
    }
}

static void open_edit(LineEdit *e) {
    HistEvent event;
    e->edit = el_init("roek", stdin, stdout, stderr);
    e->history = history_init();
    if (!e->edit || !e->history) return;
    history(e->history, &event, H_SETSIZE, HISTORY_LINES);
    history(e->history, &event, H_SETUNIQUE, 1);
    if (e->options.history) history(e->history, &event, H_LOAD, e->options.history);
    el_set(e->edit, EL_CLIENTDATA, e);
    el_set(e->edit, EL_PROMPT, show_prompt);
    el_set(e->edit, EL_SIGNAL, 0);
    el_set(e->edit, EL_GETCFN, read_character);
    el_set(e->edit, EL_EDITOR, "emacs");
    el_set(e->edit, EL_HIST, history, e->history);
    el_set(e->edit, EL_ADDFN, "roek-complete", "complete", complete_word);
    el_set(e->edit, EL_BIND, "^I", "roek-complete", NULL);
    el_source(e->edit, NULL);
}

static const char *read_edited(LineEdit *e, bool *interrupted) {
    int length = 0;
    errno = 0;
    const char *line = el_gets(e->edit, &length);
    if (!line || length <= 0) {
        *interrupted = errno == EINTR;
        if (!*interrupted) return NULL;
        print_out("\n");
        el_reset(e->edit);
        return "";
    }
    HistEvent event;
    if (length > 1) history(e->history, &event, H_ENTER, line);
    free(e->line);
    e->line = strdup(line);
    if (!e->line) return NULL;
    e->line[strcspn(e->line, "\r\n")] = '\0';
    return e->line;
}

static void close_edit(LineEdit *e) {
    HistEvent event;
    if (e->history && e->options.history) history(e->history, &event, H_SAVE, e->options.history);
    if (e->history) history_end(e->history);
    if (e->edit) el_end(e->edit);
}

#endif

LineEdit *lineedit_new(const LineEditOptions *options) {
    LineEdit *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->options = *options;
    e->interactive = platform_is_terminal(STDIN_FILENO) && platform_is_terminal(STDOUT_FILENO);
    e->lines = line_reader_on(STDIN_FILENO);
    if (options->limit) e->lines.limit = options->limit;
    e->lines.too_long = options->too_long;
    e->lines.context = options->too_long_context;
    e->lines.stop_on_signal = true;
#ifdef ROEK_HAVE_EDIT
    if (e->interactive) open_edit(e);
#endif
    return e;
}

const char *lineedit_read(LineEdit *edit, bool *interrupted) {
    *interrupted = false;
#ifdef ROEK_HAVE_EDIT
    if (edit->edit && edit->history) return read_edited(edit, interrupted);
#endif
    return read_plain(edit, interrupted);
}

int lineedit_error(const LineEdit *edit) {
    return edit->lines.error;
}

void lineedit_free(LineEdit *edit) {
    if (!edit) return;
    line_reader_free(&edit->lines);
#ifdef ROEK_HAVE_EDIT
    close_edit(edit);
#endif
    free(edit->line);
    free(edit);
}

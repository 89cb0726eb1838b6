// SPDX-License-Identifier: MIT
#include "base/process/process_internal.h"

#include "base/text/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Terminates the line at `length`, drops a CR and sanitizes the text. */
static const char *finish_line(char *start, size_t length) {
    if (length > 0 && start[length - 1] == '\r') length--;
    text_sanitize(start, length);
    start[length] = '\0';
    return start;
}

bool process_next_line(ProcessOutput *o, const char **line) {
    char *start = o->buffer + o->taken;
    size_t left = o->used - o->taken;
    char *end = memchr(start, '\n', left);
    if (end) {
        o->taken += (size_t)(end - start) + 1;
        bool tail = o->skipping;
        o->skipping = false;
        if (tail) return process_next_line(o, line);
        *line = finish_line(start, (size_t)(end - start));
        return true;
    }
    memmove(o->buffer, start, left);
    o->taken = 0;
    o->used = left;
    bool full = left == PROCESS_LINE_MAX;
    if (!full && !(o->closed && left > 0)) return false;
    o->used = 0;
    bool tail = o->skipping;
    o->skipping = full;
    *line = finish_line(o->buffer, left);
    return !tail;
}

bool process_is_out_of_resources(int error) {
    return error == ENOMEM || error == EAGAIN || error == EMFILE || error == ENFILE;
}

/* On Windows the backslash stands between folders. */
#ifdef _WIN32
static const char ESCAPE = '\0';
#else
static const char ESCAPE = '\\';
#endif

/* Copies one word to `*to` and advances both pointers. False on an open quote. */
static bool copy_word(const char **from, char **to) {
    char quote = '\0';
    for (; **from && (quote || !char_is_space(**from)); ++*from) {
        char c = **from;
        if (c == ESCAPE && quote != '\'' && (*from)[1])
            *(*to)++ = *++*from;
        else if (quote ? c == quote : c == '\'' || c == '"')
            quote = quote ? '\0' : c;
        else
            *(*to)++ = c;
    }
    *(*to)++ = '\0';
    return quote == '\0';
}

char **process_split_command(const char *command, int *count) {
    // the array of words, followed by their characters
    size_t length = strlen(command), most = length / 2 + 2;
    char **words = malloc(most * sizeof *words + length + 2);
    if (!words) return NULL;
    char *to = (char *)(words + most);
    int n = 0;
    for (;;) {
        while (char_is_space(*command)) command++;
        if (!*command) break;
        words[n++] = to;
        if (!copy_word(&command, &to)) n = -1;
        if (n < 0) break;
    }
    if (n <= 0) {
        free(words);
        return NULL;
    }
    words[n] = NULL;
    *count = n;
    return words;
}

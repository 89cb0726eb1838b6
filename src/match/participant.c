// SPDX-License-Identifier: MIT
#include "match/participant.h"

#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Participant *out;
    Text error;
} ParticipantReader;

/* A limit of the participant replaces the limits of the defaults. */
static bool read_limit(ParticipantReader *r, const char *key, const char *value) {
    SearchBudget budget = {0};
    int64_t n = 0;
    bool good;
    if (strcmp(key, "tc") == 0) {
        good = timecontrol_read_seconds(value, &budget.time);
    } else {
        good = text_to_int(value, 1, INT32_MAX, &n);
        if (strcmp(key, "movetime") == 0) budget.time.move_ms = n;
        if (strcmp(key, "depth") == 0) budget.depth = (int)n;
        if (strcmp(key, "nodes") == 0) budget.nodes = (uint64_t)n;
    }
    if (good)
        r->out->budget = budget;
    else
        text_format(&r->error, "%s=%.40s: not a limit", key, value);
    return good;
}

static bool is_limit(const char *key) {
    return strcmp(key, "tc") == 0 || strcmp(key, "movetime") == 0 || strcmp(key, "depth") == 0 ||
           strcmp(key, "nodes") == 0;
}

/* Reads an item "key=value"; the participant keeps the string. */
static bool read_item(ParticipantReader *r, char *item) {
    Participant *p = r->out;
    char *equals = strchr(item, '=');
    if (!equals) {
        text_format(&r->error, "'%.60s': NAME=VALUE expected", item);
        return false;
    }
    char key[16] = "";
    size_t length = (size_t)(equals - item);
    if (length < sizeof key) memcpy(key, item, length);
    if (is_limit(key)) return read_limit(r, key, equals + 1);
    if (strcmp(key, "name") == 0) {
        Text name = text_on(p->name, sizeof p->name);
        text_string(&name, equals + 1);
        return true;
    }
    p->uci_options[p->options.uci_option_count++] = item;
    return true;
}

/* Splits the list at its commas. */
static bool read_items(ParticipantReader *r, char *items) {
    char *rest = NULL;
    for (char *item = strtok_r(items, ",", &rest); item; item = strtok_r(NULL, ",", &rest))
        if (!read_item(r, item)) return false;
    return true;
}

static bool copy_uci_options(Participant *p, const PlayerOptions *options, size_t more) {
    size_t count = (size_t)options->uci_option_count;
    p->uci_options = calloc(count + more + 1, sizeof *p->uci_options);
    if (!p->uci_options) return false;
    if (count) memcpy(p->uci_options, options->uci_options, count * sizeof *p->uci_options);
    p->options.uci_options = (const char *const *)p->uci_options;
    return true;
}

bool participant_read(Participant *out, const char *text, const PlayerOptions *options,
                      const SearchBudget *budget, char error[PLAYER_ERROR_MAX]) {
    *out = (Participant){.options = *options, .budget = *budget};
    ParticipantReader r = {.out = out, .error = text_on(error, PLAYER_ERROR_MAX)};
    // the text for player_new, followed by a copy of the items, to which the options point
    out->player = malloc(2 * strlen(text) + 2);
    if (!out->player || !copy_uci_options(out, options, strlen(text))) {
        text_string(&r.error, "not enough memory");
        return false;
    }
    strcpy(out->player, text);
    size_t kind = strcspn(text, "[:");
    if (text[kind] != '[') return true;
    const char *end = strchr(text + kind, ']');
    if (!end || (end[1] && end[1] != ':')) {
        text_format(&r.error, "'%.80s': KIND[NAME=VALUE,…]:… expected", text);
        return false;
    }
    strcpy(out->player + kind, end + 1);
    char *items = out->player + strlen(out->player) + 1;
    memcpy(items, text + kind + 1, (size_t)(end - text) - kind - 1);
    items[(size_t)(end - text) - kind - 1] = '\0';
    return read_items(&r, items);
}

void participant_free(Participant *participant) {
    free(participant->player);
    free(participant->uci_options);
    *participant = (Participant){0};
}

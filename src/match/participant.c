// SPDX-License-Identifier: MIT
#include "match/participant.h"

#include "base/text/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Entrant *out;
    Text error;
} Reader;

/* A limit of its own replaces those that were set for all. */
static bool read_limit(Reader *r, const char *key, const char *value) {
    Allowance allowance = {0};
    int64_t n = 0;
    bool good;
    if (strcmp(key, "tc") == 0) {
        good = time_read_seconds(value, &allowance.time);
    } else {
        good = text_to_int(value, 1, INT32_MAX, &n);
        if (strcmp(key, "movetime") == 0) allowance.time.move_ms = n;
        if (strcmp(key, "depth") == 0) allowance.depth = (int)n;
        if (strcmp(key, "nodes") == 0) allowance.nodes = (uint64_t)n;
    }
    if (good)
        r->out->allowance = allowance;
    else
        text_format(&r->error, "%s=%.40s: not a limit", key, value);
    return good;
}

static bool is_limit(const char *key) {
    return strcmp(key, "tc") == 0 || strcmp(key, "movetime") == 0 || strcmp(key, "depth") == 0 ||
           strcmp(key, "nodes") == 0;
}

/* `item` is key=value and belongs to the entrant. */
static bool read_item(Reader *r, char *item) {
    Entrant *e = r->out;
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
        Text name = text_on(e->name, sizeof e->name);
        text_string(&name, equals + 1);
        return true;
    }
    e->settings[e->options.setting_count++] = item;
    return true;
}

/* Cuts the list up at its commas. */
static bool read_items(Reader *r, char *items) {
    char *rest = NULL;
    for (char *item = strtok_r(items, ",", &rest); item; item = strtok_r(NULL, ",", &rest))
        if (!read_item(r, item)) return false;
    return true;
}

static bool keep_settings(Entrant *e, const PlayerOptions *options, size_t more) {
    size_t count = (size_t)options->setting_count;
    e->settings = calloc(count + more + 1, sizeof *e->settings);
    if (!e->settings) return false;
    if (count) memcpy(e->settings, options->settings, count * sizeof *e->settings);
    e->options.settings = (const char *const *)e->settings;
    return true;
}

bool entrant_read(Entrant *out, const char *text, const PlayerOptions *options,
                  const Allowance *allowance, char error[PLAYER_ERROR_MAX]) {
    *out = (Entrant){.options = *options, .allowance = *allowance};
    Reader r = {.out = out, .error = text_on(error, PLAYER_ERROR_MAX)};
    // the player's text, and behind it the items, which the settings point at
    out->player = malloc(2 * strlen(text) + 2);
    if (!out->player || !keep_settings(out, options, strlen(text))) {
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

void entrant_free(Entrant *entrant) {
    free(entrant->player);
    free(entrant->settings);
    *entrant = (Entrant){0};
}

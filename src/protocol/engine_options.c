// SPDX-License-Identifier: MIT
#include "protocol/engine_options.h"

#include "base/file/file.h"
#include "base/os/random_seed.h"
#include "cmd/common/tablebase_folder.h"
#include "notation/text/fen.h"
#include "rules/registry.h"
#include "search/skill.h"
#include "solve/mate/mate_prober.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef enum { SPIN, CHECK, BUTTON, COMBO, STRING, FILE_NAME, FOLDER } SettingType;
static const char *const UCI_TYPES[] = {"spin",   "check",  "button", "combo",
                                        "string", "string", "string"};
static const char *const XBOARD_TYPES[] = {"spin",   "check", "button", "combo",
                                           "string", "file",  "path"};

/* Which protocols offer an option; xboard has commands of its own for some. */
enum { FOR_UCI = 1, FOR_XBOARD = 2, FOR_BOTH = 3 };

typedef struct {
    const char *name;
    SettingType type;
    int offered;
    const char *fallback; // the default, as the GUI shows it
    int64_t min, max;
    void (*set_number)(EngineSettings *s, int64_t n); // checks are 0 or 1
    void (*set_text)(EngineSettings *s, const char *value);
} SettingRow;

void settings_remark(const EngineSettings *s, const char *format, ...) {
    Text text = text_growing();
    va_list args;
    text_string(&text, s->remark);
    va_start(args, format);
    text_format_list(&text, format, args);
    va_end(args);
    line_sink_text(&s->out, &text);
}

static void configure(EngineSettings *s) {
    s->options.skill = s->limit_strength ? skill_for_elo(s->elo) : s->skill;
    if (engine_configure(s->engine, &s->options)) return;
    settings_remark(s, "error: not enough memory; the old setting stays");
    s->options = *engine_options(s->engine);
}

static void set_hash(EngineSettings *s, int64_t n) {
    s->options.hash_mb = (size_t)n;
    configure(s);
}
static void set_threads(EngineSettings *s, int64_t n) {
    s->options.threads = (int)n;
    configure(s);
}
static void set_multipv(EngineSettings *s, int64_t n) {
    s->options.multipv = (int)n;
    configure(s);
}
static void set_skill(EngineSettings *s, int64_t n) {
    s->skill = (int)n;
    configure(s);
}
static void set_elo(EngineSettings *s, int64_t n) {
    s->elo = (int)n;
    configure(s);
}
static void set_limit_strength(EngineSettings *s, int64_t n) {
    s->limit_strength = n != 0;
    configure(s);
}
static void set_overhead(EngineSettings *s, int64_t n) {
    s->overhead_ms = n;
}
static void set_chess960(EngineSettings *s, int64_t n) {
    s->chess960 = n != 0;
}
static void set_show_wdl(EngineSettings *s, int64_t n) {
    s->show_wdl = n != 0;
}
static void clear_hash(EngineSettings *s, int64_t n) {
    (void)n;
    engine_clear(s->engine);
}

void settings_start_position(EngineSettings *s) {
    Position pos = position_start(s->rules);
    engine_set_position(s->engine, &pos, NULL, 0);
    s->has_position = true;
}

static void set_variant(EngineSettings *s, const char *value) {
    const Rules *rules = *value ? rules_find(value) : &STANDARD_CHESS;
    if (!rules) {
        settings_remark(s, "error: unknown variant '%s'", value);
        return;
    }
    s->rules = rules;
    settings_start_position(s);
    settings_remark(s, "variant %s files 8 ranks 8 pocket 0 template %s startpos %s", rules->name,
                    rules->traits.pawns ? "chess" : "fairy", rules->start_fen);
}

/* Clears the hash table: scores of one evaluation mislead the other. */
static void set_evaluation(EngineSettings *s, const char *value) {
    bool classical = span_is_nocase(value, strlen(value), "classical");
    if (!classical && !span_is_nocase(value, strlen(value), "net")) {
        settings_remark(s, "error: Evaluation is net or classical, not '%s'", value);
        return;
    }
    s->options.classical = classical;
    configure(s);
    engine_clear(s->engine);
}
/* Is it a regular file?  Opening a pipe could block until a writer comes, and an engine must keep
 * answering. */
static bool is_plain(const char *path) {
    FileHandle file;
    bool plain = file_open(path, &file);
    if (plain) file_close(&file);
    return plain;
}

static void set_eval_file(EngineSettings *s, const char *value) {
    FileContents file = {0};
    errno = 0;
    if (*value && (!is_plain(value) || !file_load(value, &file))) {
        settings_remark(s, "error: cannot read '%s': %s", value,
                        errno ? strerror(errno) : "the file is empty");
        return;
    }
    const char *fault = engine_load_network(s->engine, file.data, file.size);
    if (*value) file_contents_free(&file);
    if (fault) settings_remark(s, "error: no network in '%s': %s", value, fault);
}

static void set_own_book(EngineSettings *s, int64_t n) {
    s->own_book = n != 0;
}
static void set_book_file(EngineSettings *s, const char *value) {
    book_free(s->book);
    s->book = NULL;
    if (!*value) return;
    if (!is_plain(value)) {
        settings_remark(s, "error: cannot read '%s': %s", value, strerror(errno));
        return;
    }
    s->book = book_open(value);
    if (!s->book) settings_remark(s, "error: no book in '%s'", value);
    if (s->book) settings_remark(s, "book with %zu entries", book_size(s->book));
}
static void set_syzygy_path(EngineSettings *s, const char *value) {
    engine_set_tablebase_prober(s->engine, (TablebaseProber){0});
    syzygy_close_with_errors(s->endings.syzygy);
    Text why = text_growing();
    s->endings.syzygy = *value ? syzygy_open(value, &why) : NULL;
    engine_set_tablebase_prober(s->engine, tablebases_prober(&s->endings));
    if (s->endings.syzygy)
        settings_remark(s, "tablebases of up to %d men", syzygy_men_max(s->endings.syzygy));
    else if (*value)
        settings_remark(s, "error: %s", text_get(&why));
    text_free(&why);
}

/* Rows without a function are accepted and have no effect: the engine always ponders when asked,
 * searches alike in analysis, and treats all opponents the same. */
static const SettingRow SETTINGS[] = {
    {"Hash", SPIN, FOR_UCI, "16", 1, 1 << 20, set_hash, NULL},
    {"Threads", SPIN, FOR_UCI, "1", 1, ENGINE_THREADS_MAX, set_threads, NULL},
    {"Clear Hash", BUTTON, FOR_BOTH, NULL, 0, 0, clear_hash, NULL},
    {"Ponder", CHECK, FOR_UCI, "false", 0, 1, NULL, NULL},
    {"MultiPV", SPIN, FOR_BOTH, "1", 1, MOVES_MAX - 1, set_multipv, NULL},
    {"Move Overhead", SPIN, FOR_BOTH, "10", 0, 5000, set_overhead, NULL},
    {"Skill Level", SPIN, FOR_BOTH, "20", 0, ENGINE_SKILL_MAX, set_skill, NULL},
    {"OwnBook", CHECK, FOR_BOTH, "false", 0, 1, set_own_book, NULL},
    {"BookFile", FILE_NAME, FOR_BOTH, "<empty>", 0, 0, NULL, set_book_file},
    {"SyzygyPath", FOLDER, FOR_BOTH, "<empty>", 0, 0, NULL, set_syzygy_path},
    {"Evaluation", COMBO, FOR_UCI, "net", 0, 0, NULL, set_evaluation},
    {"EvalFile", FILE_NAME, FOR_BOTH, "<empty>", 0, 0, NULL, set_eval_file},
    {"UCI_LimitStrength", CHECK, FOR_BOTH, "false", 0, 1, set_limit_strength, NULL},
    {"UCI_Elo", SPIN, FOR_BOTH, "1500", SKILL_ELO_MIN, SKILL_ELO_MAX, set_elo, NULL},
    {"UCI_Chess960", CHECK, FOR_UCI, "false", 0, 1, set_chess960, NULL},
    {"UCI_Variant", COMBO, FOR_UCI, "chess", 0, 0, NULL, set_variant},
    {"UCI_AnalyseMode", CHECK, FOR_UCI, "false", 0, 1, NULL, NULL},
    {"UCI_ShowWDL", CHECK, FOR_UCI, "false", 0, 1, set_show_wdl, NULL},
    {"UCI_Opponent", STRING, FOR_UCI, "<empty>", 0, 0, NULL, NULL},
};
enum { SETTING_COUNT = sizeof SETTINGS / sizeof *SETTINGS };

static void write_uci_option(const LineSink *out, const SettingRow *o) {
    Text line = text_growing();
    text_format(&line, "option name %s type %s", o->name, UCI_TYPES[o->type]);
    if (o->fallback) text_format(&line, " default %s", o->fallback);
    if (o->type == SPIN)
        text_format(&line, " min %lld max %lld", (long long)o->min, (long long)o->max);
    if (o->set_text == set_evaluation) text_string(&line, " var net var classical");
    for (int i = 0; o->set_text == set_variant && rules_at(i); i++)
        text_format(&line, " var %s", rules_at(i)->name);
    line_sink_text(out, &line);
}

static void write_xboard_option(const LineSink *out, const SettingRow *o) {
    Text line = text_growing();
    text_format(&line, "feature option=\"%s -%s", o->name, XBOARD_TYPES[o->type]);
    if (o->type == CHECK)
        text_format(&line, " %d", strcmp(o->fallback, "true") == 0);
    else if (o->fallback)
        text_format(&line, " %s", strcmp(o->fallback, "<empty>") == 0 ? "" : o->fallback);
    if (o->type == SPIN) text_format(&line, " %lld %lld", (long long)o->min, (long long)o->max);
    text_char(&line, '"');
    line_sink_text(out, &line);
}

void settings_list_uci(const EngineSettings *s) {
    for (int i = 0; i < SETTING_COUNT; i++)
        if (SETTINGS[i].offered & FOR_UCI) write_uci_option(&s->out, &SETTINGS[i]);
}
void settings_list_xboard(const EngineSettings *s) {
    for (int i = 0; i < SETTING_COUNT; i++)
        if (SETTINGS[i].offered & FOR_XBOARD) write_xboard_option(&s->out, &SETTINGS[i]);
}

/* The value of a spin option, clamped; false, with a remark, if it is not a number. */
static bool read_spin(const EngineSettings *s, const SettingRow *o, const char *value, int64_t *n) {
    Cursor c = cursor_on(value);
    int64_t asked;
    if (!cursor_int_near(&c, INT64_MIN, INT64_MAX, &asked) || !cursor_done(&c)) {
        settings_remark(s, "error: option %s wants a number, not '%s'", o->name, value);
        return false;
    }
    *n = asked < o->min ? o->min : asked > o->max ? o->max : asked;
    if (*n != asked) settings_remark(s, "option %s set to %lld", o->name, (long long)*n);
    return true;
}

/* The value of a check option, in the form of either protocol; false, with a remark, if it is
 * neither true nor false. */
static bool read_check(const EngineSettings *s, const SettingRow *o, const char *value,
                       int64_t *n) {
    static const char *const WORDS[] = {"false", "true", "0", "1"};
    for (int i = 0; i < 4; i++) {
        *n = i % 2;
        if (span_is_nocase(value, strlen(value), WORDS[i])) return true;
    }
    settings_remark(s, "error: option %s wants true or false, not '%s'", o->name, value);
    return false;
}

static void apply(EngineSettings *s, const SettingRow *o, const char *value) {
    int64_t n = 0;
    if (o->type == CHECK && !read_check(s, o, value, &n)) return;
    if (o->type == SPIN && !read_spin(s, o, value, &n)) return;
    if (strcmp(value, "<empty>") == 0) value = "";
    engine_wait(s->engine);
    if (o->set_number) o->set_number(s, n);
    if (o->set_text) o->set_text(s, value);
}

/* Compares names word by word, without regard to case and to the number of blanks. */
static bool is_name(const char *name, const char *known) {
    Cursor a = cursor_on(name), b = cursor_on(known);
    const char *x, *y;
    size_t x_length, y_length;
    while (cursor_word(&b, &y, &y_length)) {
        if (!cursor_word(&a, &x, &x_length) || x_length != y_length) return false;
        for (size_t i = 0; i < x_length; i++)
            if (char_lower(x[i]) != char_lower(y[i])) return false;
    }
    cursor_skip_spaces(&a);
    return cursor_done(&a);
}

bool settings_selects_variant(const char *name) {
    return is_name(name, "UCI_Variant") || is_name(name, "UCI_Chess960");
}

void settings_set(EngineSettings *s, const char *name, const char *value) {
    for (int i = 0; i < SETTING_COUNT; i++)
        if (is_name(name, SETTINGS[i].name)) {
            apply(s, &SETTINGS[i], value);
            return;
        }
    int64_t n; // else a parameter of the search, for tuning
    if (text_to_int(value, INT32_MIN, INT32_MAX, &n) && engine_set_param(s->engine, name, (int)n))
        return;
    settings_remark(s, "error: no such option: %s", name);
}

Move settings_book_move(EngineSettings *s) {
    return s->own_book ? book_choose(s->book, engine_position(s->engine), &s->rng) : NO_MOVE;
}

bool settings_open(EngineSettings *s, LineSink out, const char *remark) {
    *s = (EngineSettings){.rules = &STANDARD_CHESS,
                          .options = ENGINE_DEFAULTS,
                          .skill = ENGINE_SKILL_MAX,
                          .elo = 1500,
                          .overhead_ms = 10,
                          .out = out,
                          .remark = remark,
                          .engine = engine_new_with_mate_prober()};
    if (!s->engine) return false;
    s->options.seed = random_seed(); // so that weak levels vary their play
    s->rng = rng_seeded(s->options.seed);
    s->endings.race = s->tables = tablebase_folder_open(NULL);
    engine_set_tablebase_prober(s->engine, tablebases_prober(&s->endings));
    configure(s);
    settings_start_position(s);
    return true;
}

void settings_close(EngineSettings *s) {
    engine_free(s->engine);
    s->engine = NULL;
    syzygy_close_with_errors(s->endings.syzygy);
    tablebase_folder_close(s->tables);
    book_free(s->book);
}

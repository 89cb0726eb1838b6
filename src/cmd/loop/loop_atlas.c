// SPDX-License-Identifier: MIT
//
// roek loop atlas: for each live pair and number, the boards of the smallest area with a solution.
//
// A solution stays one when empty rows or columns are added at the edge, so solvable boards are
// closed under growing and impossible ones under shrinking.  To prove that nothing smaller than
// area A works it is enough to search, for each number of rows R, the widest board R x C with
// R * C < A; all others lie inside one of these.
//
// With --boards it is every board up to a size instead, with growing numbers on each.
//
// Every exhaustive count is a line of the file: a later run reads it back instead of searching.
#include "base/array.h"
#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/text/json.h"
#include "cmd/common/command.h"
#include "cmd/loop/loop_command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One board, searched to the end. */
typedef struct {
    LoopPuzzle puzzle;
    uint64_t solutions, orbits, nodes;
    double seconds;
    bool has_witness;
    LoopSolution witness;
} AtlasEntry;

typedef struct {
    const LoopCommandOptions *opts;
    FileLog *file; // NULL: nothing is kept
    Text *lines;   // what would go into the file, where others write it; or NULL
    Text *out;     // what would be printed, where others print it; or NULL
    AtlasEntry *entries;
    int count;
    size_t capacity;
    bool no_memory, cut_short;
    bool unwritable; // there is no use in counting on
} Atlas;

// --- the file ---

static void entry_write(Text *out, const AtlasEntry *e) {
    loop_write_puzzle(out, &e->puzzle);
    text_format(out, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%.3f\t", e->solutions, e->orbits,
                e->nodes, e->seconds);
    if (e->has_witness)
        loop_draw(out, &e->puzzle, &e->witness, LOOP_LIST);
    else
        text_string(out, "-\n");
}

static bool entry_add(Atlas *atlas, const AtlasEntry *e) {
    if (!array_reserve(&atlas->entries, &atlas->capacity, (size_t)atlas->count + 1,
                       sizeof *atlas->entries))
        return false;
    atlas->entries[atlas->count++] = *e;
    return true;
}

/* The next word; false if there is none, or if it does not fit. */
static bool read_word(Cursor *c, char *out, size_t size) {
    const char *word;
    size_t length;
    if (!cursor_word(c, &word, &length) || length >= size) return false;
    memcpy(out, word, length);
    out[length] = '\0';
    return true;
}

static bool read_count(Cursor *c, uint64_t *out) {
    int64_t value;
    if (!cursor_int(c, 0, INT64_MAX, &value)) return false;
    *out = (uint64_t)value;
    return true;
}

static bool read_seconds(Cursor *c, double *out) {
    char word[24];
    return read_word(c, word, sizeof word) && text_to_real(word, out) && *out >= 0;
}

/* ROWS COLS N TYPE1 TYPE2. */
static bool read_leg(Cursor *c, LoopPuzzle *out) {
    enum { MOST = LOOP_MAX_SQUARES };
    char type[2][16];
    int64_t rows, cols, n;
    *out = (LoopPuzzle){0};
    if (!cursor_int(c, 0, MOST, &rows) || !cursor_int(c, 0, MOST, &cols) ||
        !cursor_int(c, 0, MOST, &n))
        return false;
    out->rows = (int)rows;
    out->cols = (int)cols;
    out->n = (int)n;
    return read_word(c, type[0], sizeof type[0]) && read_word(c, type[1], sizeof type[1]) &&
           loop_type_read(type[0], &out->type[0]) && loop_type_read(type[1], &out->type[1]);
}

/* Reads one line as entry_write writes it; the witness is judged again. */
static bool move_input_read(const char *line, AtlasEntry *e) {
    memset(e, 0, sizeof *e);
    LoopPuzzle *p = &e->puzzle;
    Cursor c = cursor_on(line);
    if (!read_leg(&c, p) || !read_count(&c, &e->solutions) || !read_count(&c, &e->orbits) ||
        !read_count(&c, &e->nodes) || !read_seconds(&c, &e->seconds) || loop_fault(p) != LOOP_OK)
        return false;
    cursor_skip_spaces(&c);
    if (strcmp(c.at, "-") == 0) return e->solutions == 0;
    uint8_t placement[LOOP_MAX_SQUARES] = {0};
    if (!loop_read_placement(c.at, p, placement)) return false;
    LoopCheck check = loop_check(p, placement);
    e->has_witness = true;
    e->witness = check.solution;
    return check.verdict == LOOP_SOLVED && e->solutions > 0;
}

static int take_line(Atlas *atlas, const char *line) {
    AtlasEntry e;
    if (line[0] == '#' || line[0] == '\0') return EXIT_DONE;
    if (!move_input_read(line, &e)) return EXIT_MISUSE;
    return entry_add(atlas, &e) ? EXIT_DONE : EXIT_MACHINE;
}

/* A copy of what stands from `at` to `end`, without the mark that some systems end lines with. */
static char *copy_line(const char *at, const char *end) {
    if (end > at && end[-1] == '\r') end--;
    return text_copy_bytes(at, (size_t)(end - at));
}

static int take_lines(Atlas *atlas, const char *name, const FileContents *view) {
    const char *at = (const char *)view->data, *stop = at + view->size;
    int status = EXIT_DONE;
    for (int number = 1; status == EXIT_DONE && at < stop; number++) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        char *line = copy_line(at, end ? end : stop);
        status = line ? take_line(atlas, line) : EXIT_MACHINE;
        free(line);
        at = end ? end + 1 : stop;
        if (status == EXIT_MISUSE)
            print_error("'%s', line %d, is not a line of an atlas", name, number);
    }
    if (status == EXIT_MACHINE) print_error("not enough memory for '%s'", name);
    return status;
}

static int read_file(Atlas *atlas, const char *name) {
    FileContents view = {0};
    FileHandle plain;
    int status = EXIT_DONE;
    if (file_open(name, &plain)) { // a device has nothing to say
        file_close(&plain);
        if (file_load(name, &view)) status = take_lines(atlas, name, &view);
        file_contents_free(&view);
    }
    return status;
}

/* Does the file end within a line, as editors may leave it? */
static bool ends_within_line(const char *name) {
    FileHandle file;
    char last = '\n';
    if (!file_open(name, &file)) return false;
    if (file.size > 0 && !file_read_at(&file, file.size - 1, &last, 1)) last = '\n';
    file_close(&file);
    return last != '\n';
}

/* The first line that is added must not go on with the last one there is. */
static int open_log(Atlas *atlas, const char *name) {
    bool within_line = ends_within_line(name);
    atlas->file = file_log_open(name, FILE_LOG_APPEND);
    if (!atlas->file) {
        print_write_error(name);
        return EXIT_MACHINE;
    }
    if (within_line) file_log_add(atlas->file, "\n", 1); // closing the file reports a failure
    return EXIT_DONE;
}

/* What is there is read; it can be written before anything is searched. */
static int open_file(Atlas *atlas, const char *name) {
    int status = read_file(atlas, name);
    return status == EXIT_DONE ? open_log(atlas, name) : status;
}

/* Adds a line to the file, or to what will be added to it. */
static bool save_entry(Atlas *atlas, const AtlasEntry *e) {
    if (atlas->lines) entry_write(atlas->lines, e);
    if (!atlas->file) return true;
    Text out = text_growing();
    entry_write(&out, e);
    atlas->no_memory |= out.failed;
    // the end of the run tells it
    atlas->unwritable = !out.failed && !file_log_add(atlas->file, text_get(&out), out.used);
    text_free(&out);
    return !atlas->no_memory && !atlas->unwritable;
}

// --- searching ---

static const AtlasEntry *known(const Atlas *atlas, const LoopPuzzle *p) {
    for (int i = 0; i < atlas->count; i++) {
        const LoopPuzzle *q = &atlas->entries[i].puzzle;
        if (q->rows == p->rows && q->cols == p->cols && q->n == p->n && q->type[0] == p->type[0] &&
            q->type[1] == p->type[1])
            return &atlas->entries[i];
    }
    return NULL;
}

static void take(void *context, const LoopSolution *solution) {
    AtlasEntry *e = context;
    e->has_witness = true;
    e->witness = *solution;
}

/* Counts a board, or remembers it; NULL when that failed, or when an interrupt came. */
static const AtlasEntry *explore(Atlas *atlas, const LoopPuzzle *p) {
    const AtlasEntry *old = known(atlas, p);
    if (old) return old;
    AtlasEntry e = {.puzzle = *p};
    int64_t started = clock_ns();
    LoopOptions order = {.threads = (int)atlas->opts->threads,
                         .seconds = atlas->opts->seconds,
                         .stop = interrupt_flag()};
    atlas->cut_short |= interrupt_pending();
    if (interrupt_pending()) return NULL;
    LoopResult r = loop_enumerate(p, &order);
    if (r.end == LOOP_COMPLETE && r.solutions > 0) {
        LoopSolution witness;
        LoopOptions first = {.threads = 1, .seed = 1};
        LoopResult found = loop_solve(p, &first, &witness);
        if (found.solutions) take(&e, &witness);
        atlas->no_memory |= found.end == LOOP_NO_MEMORY;
    }
    e.solutions = r.solutions;
    e.orbits = r.orbits;
    e.nodes = r.nodes;
    e.seconds = (double)(clock_ns() - started) / 1e9;
    atlas->cut_short |= r.end == LOOP_INCOMPLETE;
    atlas->no_memory |= r.end == LOOP_NO_MEMORY;
    if (r.end != LOOP_COMPLETE || atlas->no_memory) return NULL;
    atlas->no_memory = !entry_add(atlas, &e);
    return !atlas->no_memory && save_entry(atlas, &e) ? &atlas->entries[atlas->count - 1] : NULL;
}

/* The smallest area from `from` to `to` that is seen to have a solution; 0: none. */
static int seen_area(const Atlas *atlas, LoopPuzzle p, int from, int to, int effort) {
    for (int area = from; area <= to; area++)
        for (p.rows = 1; p.rows * p.rows <= area; p.rows++) {
            if (area % p.rows) continue;
            p.cols = area / p.rows;
            const AtlasEntry *e = known(atlas, &p);
            if (e && e->solutions > 0) return area;
            LoopSolution solution;
            if (!e && loop_solve_quickly(&p, effort, interrupt_flag(), &solution)) return area;
        }
    return 0;
}

/* Some area with a solution; 0: none was found.  The proofs that follow take much longer on larger
 * boards, so it is worth some effort to come close to the smallest. */
static int likely_area(const Atlas *atlas, const LoopPuzzle *p) {
    int area = seen_area(atlas, *p, 2 * p->n, LOOP_MAX_SQUARES, 1);
    for (int effort = 8; area > 0 && effort <= 64; effort *= 8) {
        int smaller = seen_area(atlas, *p, area * 3 / 4, area - 1, effort);
        if (smaller) area = smaller;
    }
    return area;
}

/* Lowers the area until every wider board below it is proved impossible; 0: given up. */
static int smallest_area(Atlas *atlas, LoopPuzzle p) {
    int area = likely_area(atlas, &p);
    for (p.rows = 1; p.rows * p.rows < area; p.rows++) {
        p.cols = (area - 1) / p.rows;
        if (p.cols < p.rows || p.rows * p.cols < 2 * p.n) continue;
        const AtlasEntry *e = explore(atlas, &p);
        if (!e) return 0;
        if (e->solutions == 0) continue;
        area = p.rows * p.cols;
        p.rows = 0; // again, below the new area
    }
    return area;
}

// --- the command ---

static void write_json(Text *out, const AtlasEntry *e) {
    json_open(out, '{');
    loop_json_puzzle(out, &e->puzzle);
    json_put_int(out, "area", e->puzzle.rows * e->puzzle.cols);
    json_put_int(out, "solutions", (int64_t)e->solutions);
    json_put_int(out, "up_to_symmetry", (int64_t)e->orbits);
    loop_json_solution(out, &e->puzzle, &e->witness);
    json_close(out, '}');
    text_char(out, '\n');
}

static void write_entry(Text *out, const AtlasEntry *e) {
    loop_write_puzzle(out, &e->puzzle);
    text_format(out, "\tarea %d\t%" PRIu64 " solution%s\t%" PRIu64 " up to symmetry%s\t",
                e->puzzle.rows * e->puzzle.cols, e->solutions, plural_s(e->solutions), e->orbits,
                e->orbits == 1 ? " (unique)" : "");
    loop_draw(out, &e->puzzle, &e->witness, LOOP_LIST);
}

static void print_entry(const Atlas *atlas, const AtlasEntry *e) {
    Text own = text_growing(), *out = atlas->out ? atlas->out : &own;
    if (atlas->opts->format == LOOP_JSON)
        write_json(out, e);
    else
        write_entry(out, e);
    if (out == &own) loop_print(out);
    print_flush();
}

/* A bishop keeps its colour; a knight changes it, and so does a king that a bishop does not attack
 * back: an odd number of changes cannot close the loop. */
static bool is_odd_one_out(const LoopPuzzle *p) {
    bool bishops = p->type[0] == LOOP_BISHOP || p->type[1] == LOOP_BISHOP;
    bool rooks = p->type[0] == LOOP_ROOK || p->type[1] == LOOP_ROOK;
    return bishops && !rooks && p->n % 2 == 1;
}

/* All boards of the smallest area for one pair and number. */
static bool map_number(Atlas *atlas, LoopPuzzle p) {
    int area = smallest_area(atlas, p);
    if (area == 0) return false;
    for (p.rows = 1; p.rows * p.rows <= area; p.rows++) {
        if (area % p.rows) continue;
        p.cols = area / p.rows;
        const AtlasEntry *e = explore(atlas, &p);
        if (!e) return false;
        if (e->solutions > 0) print_entry(atlas, e);
    }
    return true;
}

/* One board with growing numbers; `p->n` is where it took too long. */
static bool map_board(Atlas *atlas, LoopPuzzle *p) {
    int most = p->rows * p->cols / 2;
    if (atlas->opts->most < most) most = (int)atlas->opts->most;
    for (p->n = 2; p->n <= most; p->n++) {
        if (is_odd_one_out(p)) continue;
        const AtlasEntry *e = explore(atlas, p);
        if (!e) return false;
        if (e->solutions > 0) print_entry(atlas, e);
    }
    return true;
}

/* A leg of the way through the atlas is a pair and a number, or a pair and a board. */
static bool map_item(Atlas *atlas, LoopPuzzle *item) {
    return item->rows ? map_board(atlas, item) : map_number(atlas, *item);
}

static void print_stop(const LoopPuzzle *item) {
    print_err("%ss %ss", loop_type_name(item->type[0]), loop_type_name(item->type[1]));
    if (item->rows) print_err(" on %d x %d", item->rows, item->cols);
    print_err(": stopped at n = %d\n", item->n);
}

/* Which pairs are wanted: all that can have loops, or the one that is named. */
typedef struct {
    LoopType pair[7][2];
    int count;
} TypePairs;

static bool read_pairs(char **words, int count, TypePairs *out) {
    static const TypePairs ALL = {{{LOOP_KING, LOOP_KNIGHT},
                                   {LOOP_KING, LOOP_ROOK},
                                   {LOOP_KING, LOOP_BISHOP},
                                   {LOOP_KNIGHT, LOOP_ROOK},
                                   {LOOP_KNIGHT, LOOP_BISHOP},
                                   {LOOP_KNIGHT, LOOP_QUEEN},
                                   {LOOP_ROOK, LOOP_BISHOP}},
                                  7};
    *out = ALL;
    if (count == 0) return true;
    out->count = 1;
    LoopType *a = &out->pair[0][0], *b = &out->pair[0][1];
    if (count != 2 || !loop_type_read(words[0], a) || !loop_type_read(words[1], b)) {
        print_error("atlas wants two types or none, for example 'roek loop atlas kings knights'");
        return false;
    }
    if (loop_pair_is_possible(*a, *b)) return true;
    print_error("%ss and %ss never make a loop of more than two pieces", loop_type_name(*a),
                loop_type_name(*b));
    return false;
}

/* Where the way through the atlas has come. */
typedef struct {
    const LoopCommandOptions *opts;
    const TypePairs *pairs;
    int pair;
    LoopPuzzle item;
} AtlasWalk;

static bool step_number(AtlasWalk *walk) {
    do walk->item.n = walk->item.n ? walk->item.n + 1 : 2;
    while (is_odd_one_out(&walk->item));
    return walk->item.n <= walk->opts->most;
}

/* In one row there are no loops. */
static bool step_board(AtlasWalk *walk) {
    LoopPuzzle *item = &walk->item;
    if (item->rows == 0 || item->cols == walk->opts->boards)
        item->cols = item->rows = item->rows ? item->rows + 1 : 2;
    else
        item->cols++;
    return item->rows <= walk->opts->boards;
}

static bool next_item(AtlasWalk *walk) {
    for (; walk->pair < walk->pairs->count; walk->pair++, walk->item = (LoopPuzzle){0}) {
        memcpy(walk->item.type, walk->pairs->pair[walk->pair], sizeof walk->item.type);
        if (walk->opts->boards ? step_board(walk) : step_number(walk)) return true;
    }
    return false;
}

/* Without --boards a pair ends with the first number that took too long. */
static void end_pair(AtlasWalk *walk) {
    if (walk->opts->boards) return;
    walk->pair++;
    walk->item = (LoopPuzzle){0};
}

/* Leg by leg; every board is kept as soon as it is known. */
static void map_all(Atlas *atlas, const TypePairs *pairs) {
    AtlasWalk walk = {.opts = atlas->opts, .pairs = pairs};
    while (next_item(&walk)) {
        LoopPuzzle item = walk.item;
        if (map_item(atlas, &item)) continue;
        if (atlas->no_memory || atlas->unwritable) return;
        print_stop(&item);
        if (interrupt_pending()) return;
        end_pair(&walk);
    }
}

static int map_here(const LoopCommandOptions *opts, const TypePairs *pairs) {
    Atlas atlas = {.opts = opts};
    int status = opts->file ? open_file(&atlas, opts->file) : EXIT_DONE;
    if (status == EXIT_DONE) map_all(&atlas, pairs);
    if (status == EXIT_DONE && atlas.no_memory) {
        print_error("not enough memory for this search");
        status = EXIT_MACHINE;
    }
    if (status == EXIT_DONE && atlas.cut_short) status = EXIT_NO;
    if (!file_log_close(atlas.file)) {
        print_write_error(opts->file);
        status = EXIT_MACHINE;
    }
    free(atlas.entries);
    return status;
}

// --- for many hands ---

/* A job is a leg. */
typedef struct {
    const LoopCommandOptions *opts;
    AtlasWalk walk;
    LoopType stopped[2]; // the pair that took too long
    bool cut_short;
    FileLog *file;
} AtlasBatch;

static bool next_job(void *context, Text *job) {
    AtlasBatch *s = context;
    if (!next_item(&s->walk)) return false;
    loop_write_puzzle(job, &s->walk.item);
    return true;
}

/* Either a number or a board is zero. */
static bool read_job(const Job *job, LoopPuzzle *out) {
    Cursor c = cursor_on(text_get(&job->part[JOB_INPUT]));
    return read_leg(&c, out) && out->n <= LOOP_MAX_SQUARES / 2 &&
           (out->n == 0) == (out->rows > 0) && (out->n == 0) == (out->cols > 0);
}

static void *state_new(void *context) {
    const AtlasBatch *s = context;
    Atlas *atlas = calloc(1, sizeof *atlas);
    if (!atlas) {
        print_memory_error();
        return NULL;
    }
    atlas->opts = s->opts;
    if (!s->opts->file || read_file(atlas, s->opts->file) == EXIT_DONE) return atlas;
    free(atlas->entries);
    free(atlas);
    return NULL;
}

static void state_free(void *context, void *state) {
    (void)context;
    Atlas *atlas = state;
    free(atlas->entries);
    free(atlas);
}

/* The note: a line with the number that took too long, or 0, and what is to be printed. */
static bool map_job(void *context, void *state, Job *job) {
    (void)context;
    Atlas *atlas = state;
    LoopPuzzle p;
    Text out = text_growing();
    if (!read_job(job, &p)) {
        print_error("this is no job of an atlas: '%s'", text_get(&job->part[JOB_INPUT]));
        return false;
    }
    atlas->out = &out;
    atlas->lines = &job->part[JOB_FILE];
    bool mapped = map_item(atlas, &p);
    text_format(&job->part[JOB_DATA], "%d\n", mapped ? 0 : p.n);
    text_append(&job->part[JOB_DATA], &out);
    text_free(&out);
    if (atlas->no_memory) print_error("not enough memory for this search");
    return !atlas->no_memory;
}

/* Was its pair ended by a smaller number?  So it is for one hand alone. */
static bool is_past_end(const AtlasBatch *s, const LoopPuzzle *item) {
    return s->cut_short && !item->rows && item->type[0] == s->stopped[0] &&
           item->type[1] == s->stopped[1];
}

/* The line of a note, and what is behind it. */
static bool read_note(const Job *job, int *stop, const char **printed) {
    int64_t n;
    Cursor c = cursor_on(text_get(&job->part[JOB_DATA]));
    if (!cursor_int(&c, 0, LOOP_MAX_SQUARES / 2, &n) || *c.at != '\n') return false;
    *stop = (int)n;
    *printed = c.at + 1;
    return true;
}

static TakeResult take_item(void *context, const Job *job) {
    AtlasBatch *s = context;
    LoopPuzzle item;
    const char *printed;
    const Text *lines = &job->part[JOB_FILE];
    int stop;
    if (!read_job(job, &item) || !read_note(job, &stop, &printed)) return TAKE_BAD;
    if (s->file && lines->used && !file_log_add(s->file, lines->data, lines->used))
        return TAKE_ENOUGH; // closing the file reports the failure
    if (is_past_end(s, &item)) return TAKE_MORE;
    print_string(PRINT_STDOUT, printed);
    if (!stop) return TAKE_MORE;
    s->cut_short = true;
    memcpy(s->stopped, item.type, sizeof s->stopped);
    item.n = stop;
    print_stop(&item);
    return TAKE_MORE;
}

static int end_batch(void *context) {
    const AtlasBatch *s = context;
    return s->cut_short ? EXIT_NO : EXIT_DONE;
}

static int map_as_batch(const LoopCommandOptions *opts, const TypePairs *pairs) {
    AtlasBatch atlas_batch = {.opts = opts, .walk = {.opts = opts, .pairs = pairs}};
    const Batch batch = {.context = &atlas_batch,
                         .next = next_job,
                         .state_new = state_new,
                         .state_free = state_free,
                         .work = map_job,
                         .take = take_item,
                         .finish = end_batch,
                         .stop = interrupt_flag()};
    Atlas log = {.opts = opts};
    bool written = opts->file && batch_takes_answers(opts->self, &opts->batch_options);
    int status = written ? open_log(&log, opts->file) : EXIT_DONE;
    atlas_batch.file = log.file;
    if (status == EXIT_DONE) status = batch_run(opts->self, &opts->batch_options, &batch);
    if (file_log_close(log.file)) return status;
    print_write_error(opts->file);
    return EXIT_MACHINE;
}

int loop_run_atlas(const LoopCommandOptions *opts, char **words, int count) {
    TypePairs pairs;
    if (!read_pairs(words, count, &pairs)) return EXIT_MISUSE;
    return loop_is_batch(opts) ? map_as_batch(opts, &pairs) : map_here(opts, &pairs);
}

// SPDX-License-Identifier: MIT
#include "solve/syzygy/syzygy_table.h"

#include <stdlib.h>
#include <string.h>

/* What the numbers of distances mean for each kind of result: themselves, or those listed. */
enum { MEANINGS = 4 };

typedef struct {
    uint16_t *list;
    size_t count;
} Meaning;

typedef struct {
    SyzygyLayout layout;
    SyzygyPairs pairs;
    Meaning meaning[MEANINGS];
} Part;

struct SyzygyTable {
    PagedFile file;
    const SyzygyNumbers *numbers;
    SyzygyKind kind;
    bool pawns, symmetric;
    int files, sides;
    Part part[SYZYGY_FILES][2]; // by the file of the leading pawn and the side to move
};

/* Flags of the pairs of distances. */
enum {
    BLACK_TO_MOVE = 1,
    HAS_MEANING = 2,
    WINS_IN_PLIES = 4, // else in moves
    LOSSES_IN_PLIES = 8,
    WIDE = 16, // meanings of 16 bits
};

// Reading the front.

static const uint8_t MAGIC[SYZYGY_KINDS][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};
enum { FRONT_MAX = 1 << 18, SPLIT = 1, PAWNS = 2, WORTH = 64 };

static bool read_start(SyzygyTable *t, SyzygyFront *front) {
    const uint8_t *magic = syzygy_take_bytes(front, sizeof MAGIC[0]);
    int flags = (int)syzygy_take(front, 1);
    if (!magic || memcmp(magic, MAGIC[t->kind], sizeof MAGIC[0]) != 0) return false;
    bool split = t->kind == SYZYGY_RESULTS && !t->symmetric;
    t->files = t->pawns ? SYZYGY_FILES : 1;
    t->sides = split ? 2 : 1;
    bool fits = t->kind == SYZYGY_DISTANCES || (flags & SPLIT) == (split ? SPLIT : 0);
    return fits && !!(flags & PAWNS) == t->pawns;
}

/* White's pieces are 1 to 6 in a file, Black's 9 to 14; what is none of both fits no layout. */
static Piece piece_from(uint64_t code) {
    bool known = (code & 7) >= 1 && (code & 7) <= 6;
    return known ? piece_of(code & 8 ? BLACK : WHITE, (Role)((code & 7) - 1)) : NO_PIECE;
}

/* The order of the pieces, a nibble for each side to move. */
static bool read_layouts(SyzygyTable *t, const SyzygyMaterial *m, int file, SyzygyFront *front) {
    Piece piece[2][SYZYGY_MEN_MAX];
    int order[2][2], men = syzygy_men(m);
    for (int i = 0; i < (syzygy_both_have_pawns(m) ? 2 : 1); i++) {
        int both = (int)syzygy_take(front, 1);
        order[0][i] = both & 15, order[1][i] = both >> 4;
    }
    for (int i = 0; i < men; i++) {
        uint64_t both = syzygy_take(front, 1);
        piece[0][i] = piece_from(both & 15), piece[1][i] = piece_from(both >> 4);
    }
    for (int side = 0; side < t->sides; side++)
        if (!syzygy_layout(t->numbers, m, file, piece[side], order[side],
                           &t->part[file][side].layout))
            return false;
    return !front->failed;
}

static bool read_meaning(SyzygyFront *front, int width, Meaning *out) {
    size_t count = (size_t)syzygy_take(front, width);
    out->list = malloc((count + 1) * sizeof *out->list);
    if (!out->list) return false;
    for (size_t i = 0; i < count; i++) out->list[i] = (uint16_t)syzygy_take(front, width);
    out->count = count;
    return true;
}

static bool read_meanings(Part *part, SyzygyFront *front) {
    if (!(part->pairs.flags & HAS_MEANING)) return true;
    int width = part->pairs.flags & WIDE ? 2 : 1;
    syzygy_align(front, (size_t)width);
    for (int i = 0; i < MEANINGS; i++)
        if (!read_meaning(front, width, &part->meaning[i])) return false;
    return true;
}

/* For each part, in the order of the file. */
#define FOR_EACH_PART(t, p)                          \
    for (int file_ = 0; file_ < (t)->files; file_++) \
        for (Part *p = (t)->part[file_]; p < (t)->part[file_] + (t)->sides; p++)

/* What is behind the front lies where it must; does it end in the file? */
static bool lay_out(SyzygyTable *t, uint64_t at) {
    enum { PLACE = 6, LENGTH = 2 };
    FOR_EACH_PART(t, p) {
        p->pairs.places_at = at;
        at += p->pairs.spans * PLACE;
    }
    FOR_EACH_PART(t, p) {
        p->pairs.lengths_at = at;
        at += p->pairs.lengths * LENGTH;
    }
    FOR_EACH_PART(t, p) {
        at = (at + WORTH - 1) / WORTH * WORTH;
        p->pairs.blocks_at = at;
        at += (uint64_t)p->pairs.blocks << p->pairs.block_bits;
    }
    return at <= t->file.file.size;
}

static bool read_front(SyzygyTable *t, const SyzygyMaterial *m, SyzygyFront *front) {
    if (!read_start(t, front)) return false;
    for (int file = 0; file < t->files; file++)
        if (!read_layouts(t, m, file, front)) return false;
    syzygy_align(front, 2);
    FOR_EACH_PART(t, p) {
        if (!syzygy_pairs_read(front, p->layout.size, &p->pairs)) return false;
    }
    FOR_EACH_PART(t, p) {
        if (t->kind == SYZYGY_DISTANCES && !read_meanings(p, front)) return false;
    }
    syzygy_align(front, 2);
    return !front->failed && lay_out(t, front->at);
}

static bool load(SyzygyTable *t, const SyzygyMaterial *m) {
    uint64_t size = t->file.file.size < FRONT_MAX ? t->file.file.size : FRONT_MAX;
    uint8_t *data = malloc((size_t)size + 1);
    SyzygyFront front = {.data = data, .size = (size_t)size};
    bool loaded = data && pages_read(&t->file, 0, data, front.size) && read_front(t, m, &front);
    free(data);
    return loaded;
}

SyzygyTable *syzygy_table_open(const char *path, SyzygyKind kind, const SyzygyMaterial *material,
                               const SyzygyNumbers *numbers, atomic_llong *allowance) {
    SyzygyTable *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    *t = (SyzygyTable){.numbers = numbers,
                       .kind = kind,
                       .pawns = syzygy_has_pawns(material),
                       .symmetric = syzygy_is_symmetric(material)};
    if (!pages_open(path, allowance, &t->file)) {
        free(t);
        return NULL;
    }
    if (load(t, material)) return t;
    syzygy_table_free(t);
    return NULL;
}

void syzygy_table_free(SyzygyTable *table) {
    if (!table) return;
    FOR_EACH_PART(table, p) {
        syzygy_pairs_free(&p->pairs);
        for (int i = 0; i < MEANINGS; i++) free(p->meaning[i].list);
    }
    pages_close(&table->file);
    free(table);
}

// Asking.

/* The side to move as the table sees it; where both sides have the same pieces it is White. */
static Color turn_in(const SyzygyTable *t, SyzygyView view) {
    Color turn = (Color)view.board->turn;
    return t->symmetric ? WHITE : view.exchanged ? other(turn) : turn;
}

static SyzygyView view_in(const SyzygyTable *t, SyzygyView view) {
    if (t->symmetric) view.exchanged = view.board->turn == BLACK;
    return view;
}

static int file_in(const SyzygyTable *t, SyzygyView view) {
    return t->pawns ? syzygy_file(view, piece_color(t->part[0][0].layout.piece[0])) : 0;
}

static bool ask(const SyzygyTable *t, const Part *part, SyzygyView view, int *out) {
    uint64_t index = syzygy_index(t->numbers, &part->layout, view);
    return index < part->layout.size && syzygy_pairs_value(&part->pairs, &t->file, index, out);
}

SyzygyAnswer syzygy_table_result(const SyzygyTable *table, SyzygyView view, SyzygyResult *out) {
    view = view_in(table, view);
    int side = turn_in(table, view) == WHITE ? 0 : 1, value;
    if (!ask(table, &table->part[file_in(table, view)][side], view, &value))
        return SYZYGY_UNREADABLE;
    if (value > SYZYGY_WIN - SYZYGY_LOSS) return SYZYGY_UNREADABLE;
    *out = (SyzygyResult)(value + SYZYGY_LOSS);
    return SYZYGY_TOLD;
}

/* What a number means where there is a list. */
static bool mean(const Part *part, SyzygyResult result, int *value) {
    static const int OF_RESULT[] = {1, 3, 0, 2, 0}; // from a loss to a win
    const Meaning *m = &part->meaning[OF_RESULT[result - SYZYGY_LOSS]];
    if (!(part->pairs.flags & HAS_MEANING)) return true;
    if ((size_t)*value >= m->count) return false;
    *value = m->list[*value];
    return true;
}

static bool is_in_plies(const Part *part, SyzygyResult result) {
    return (result == SYZYGY_WIN && part->pairs.flags & WINS_IN_PLIES) ||
           (result == SYZYGY_LOSS && part->pairs.flags & LOSSES_IN_PLIES);
}

SyzygyAnswer syzygy_table_distance(const SyzygyTable *table, SyzygyView view, SyzygyResult result,
                                   int *plies) {
    view = view_in(table, view);
    const Part *part = &table->part[file_in(table, view)][0];
    bool black = turn_in(table, view) == BLACK;
    bool either = table->symmetric && !table->pawns;
    if (!either && black != !!(part->pairs.flags & BLACK_TO_MOVE)) return SYZYGY_OTHER_SIDE;
    int value;
    if (!ask(table, part, view, &value) || !mean(part, result, &value)) return SYZYGY_UNREADABLE;
    *plies = (is_in_plies(part, result) ? value : 2 * value) + 1;
    return SYZYGY_TOLD;
}

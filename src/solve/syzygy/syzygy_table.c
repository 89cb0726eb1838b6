// SPDX-License-Identifier: MIT
#include "solve/syzygy/syzygy_table.h"

#include <stdlib.h>
#include <string.h>

/* Kinds of results; each may have a list that maps stored values to DTZ. */
enum { DTZ_MAPS = 4 };

typedef struct {
    uint16_t *list;
    size_t count;
} DtzMap;

typedef struct {
    SyzygyLayout layout;
    SyzygyPairs pairs;
    DtzMap dtz_map[DTZ_MAPS];
} Subtable;

struct SyzygyTable {
    PagedFile file;
    const SyzygyIndexTables *index_tables;
    SyzygyKind kind;
    bool pawns, symmetric;
    int files, sides;
    Subtable subtable[SYZYGY_FILES][2]; // by the file of the leading pawn and the side to move
};

/* Flags of a DTZ subtable. */
enum {
    BLACK_TO_MOVE = 1,
    HAS_DTZ_MAP = 2,
    WINS_IN_PLIES = 4, // else in moves
    LOSSES_IN_PLIES = 8,
    WIDE_DTZ_MAP = 16, // map entries of 16 bits
};

// --- reading the header ---

static const uint8_t MAGIC[SYZYGY_KINDS][4] = {{0x71, 0xe8, 0x23, 0x5d}, {0xd7, 0x66, 0x0c, 0xa5}};
enum { HEADER_MAX = 1 << 18, SPLIT = 1, PAWNS = 2, BLOCK_ALIGNMENT = 64 };

static bool read_start(SyzygyTable *t, SyzygyHeaderReader *reader) {
    const uint8_t *magic = syzygy_read_bytes(reader, sizeof MAGIC[0]);
    int flags = (int)syzygy_read_number(reader, 1);
    if (!magic || memcmp(magic, MAGIC[t->kind], sizeof MAGIC[0]) != 0) return false;
    bool split = t->kind == SYZYGY_WDL && !t->symmetric;
    t->files = t->pawns ? SYZYGY_FILES : 1;
    t->sides = split ? 2 : 1;
    bool fits = t->kind == SYZYGY_DTZ || (flags & SPLIT) == (split ? SPLIT : 0);
    return fits && !!(flags & PAWNS) == t->pawns;
}

/* White's pieces are 1 to 6 in a file, Black's 9 to 14.  Other codes fit no layout. */
static Piece piece_from(uint64_t code) {
    bool known = (code & 7) >= 1 && (code & 7) <= 6;
    return known ? piece_of(code & 8 ? BLACK : WHITE, (Role)((code & 7) - 1)) : NO_PIECE;
}

/* Reads the order of the pieces; each byte has a nibble for each side to move. */
static bool read_layouts(SyzygyTable *t, const SyzygyMaterial *m, int file,
                         SyzygyHeaderReader *reader) {
    Piece piece[2][SYZYGY_MEN_MAX];
    int order[2][2], men = syzygy_men(m);
    for (int i = 0; i < (syzygy_both_have_pawns(m) ? 2 : 1); i++) {
        int both = (int)syzygy_read_number(reader, 1);
        order[0][i] = both & 15, order[1][i] = both >> 4;
    }
    for (int i = 0; i < men; i++) {
        uint64_t both = syzygy_read_number(reader, 1);
        piece[0][i] = piece_from(both & 15), piece[1][i] = piece_from(both >> 4);
    }
    for (int side = 0; side < t->sides; side++)
        if (!syzygy_layout(t->index_tables, m, file, piece[side], order[side],
                           &t->subtable[file][side].layout))
            return false;
    return !reader->failed;
}

static bool read_dtz_map(SyzygyHeaderReader *reader, int width, DtzMap *out) {
    size_t count = (size_t)syzygy_read_number(reader, width);
    out->list = malloc((count + 1) * sizeof *out->list);
    if (!out->list) return false;
    for (size_t i = 0; i < count; i++) out->list[i] = (uint16_t)syzygy_read_number(reader, width);
    out->count = count;
    return true;
}

static bool read_dtz_maps(Subtable *subtable, SyzygyHeaderReader *reader) {
    if (!(subtable->pairs.flags & HAS_DTZ_MAP)) return true;
    int width = subtable->pairs.flags & WIDE_DTZ_MAP ? 2 : 1;
    syzygy_align_reader(reader, (size_t)width);
    for (int i = 0; i < DTZ_MAPS; i++)
        if (!read_dtz_map(reader, width, &subtable->dtz_map[i])) return false;
    return true;
}

/* Iterates over the subtables in the order of the file. */
#define FOR_EACH_SUBTABLE(t, p)                      \
    for (int file_ = 0; file_ < (t)->files; file_++) \
        for (Subtable *p = (t)->subtable[file_]; p < (t)->subtable[file_] + (t)->sides; p++)

/* Computes the offsets of everything after the header; false if the file is too short. */
static bool set_offsets(SyzygyTable *t, uint64_t at) {
    enum { SPARSE_ENTRY_BYTES = 6, BLOCK_LENGTH_BYTES = 2 };
    FOR_EACH_SUBTABLE(t, p) {
        p->pairs.sparse_index_at = at;
        at += p->pairs.spans * SPARSE_ENTRY_BYTES;
    }
    FOR_EACH_SUBTABLE(t, p) {
        p->pairs.lengths_at = at;
        at += p->pairs.lengths * BLOCK_LENGTH_BYTES;
    }
    FOR_EACH_SUBTABLE(t, p) {
        at = (at + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
        p->pairs.blocks_at = at;
        at += (uint64_t)p->pairs.blocks << p->pairs.block_bits;
    }
    return at <= t->file.file.size;
}

static bool read_header(SyzygyTable *t, const SyzygyMaterial *m, SyzygyHeaderReader *reader) {
    if (!read_start(t, reader)) return false;
    for (int file = 0; file < t->files; file++)
        if (!read_layouts(t, m, file, reader)) return false;
    syzygy_align_reader(reader, 2);
    FOR_EACH_SUBTABLE(t, p) {
        if (!syzygy_pairs_read(reader, p->layout.size, &p->pairs)) return false;
    }
    FOR_EACH_SUBTABLE(t, p) {
        if (t->kind == SYZYGY_DTZ && !read_dtz_maps(p, reader)) return false;
    }
    syzygy_align_reader(reader, 2);
    return !reader->failed && set_offsets(t, reader->at);
}

static bool load(SyzygyTable *t, const SyzygyMaterial *m) {
    uint64_t size = t->file.file.size < HEADER_MAX ? t->file.file.size : HEADER_MAX;
    uint8_t *data = malloc((size_t)size + 1);
    SyzygyHeaderReader reader = {.data = data, .size = (size_t)size};
    bool loaded =
        data && page_cache_read(&t->file, 0, data, reader.size) && read_header(t, m, &reader);
    free(data);
    return loaded;
}

SyzygyTable *syzygy_table_open(const char *path, SyzygyKind kind, const SyzygyMaterial *material,
                               const SyzygyIndexTables *index_tables, atomic_llong *cache_budget) {
    SyzygyTable *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    *t = (SyzygyTable){.index_tables = index_tables,
                       .kind = kind,
                       .pawns = syzygy_has_pawns(material),
                       .symmetric = syzygy_is_symmetric(material)};
    if (!page_cache_open(path, cache_budget, &t->file)) {
        free(t);
        return NULL;
    }
    if (load(t, material)) return t;
    syzygy_table_free(t);
    return NULL;
}

void syzygy_table_free(SyzygyTable *table) {
    if (!table) return;
    FOR_EACH_SUBTABLE(table, p) {
        syzygy_pairs_free(&p->pairs);
        for (int i = 0; i < DTZ_MAPS; i++) free(p->dtz_map[i].list);
    }
    page_cache_close(&table->file);
    free(table);
}

// --- probing ---

/* The side to move as the table sees it; White if both sides have the same pieces. */
static Color turn_in(const SyzygyTable *t, SyzygyView view) {
    Color turn = (Color)view.board->turn;
    return t->symmetric ? WHITE : view.exchanged ? other(turn) : turn;
}

static SyzygyView view_in(const SyzygyTable *t, SyzygyView view) {
    if (t->symmetric) view.exchanged = view.board->turn == BLACK;
    return view;
}

static int file_in(const SyzygyTable *t, SyzygyView view) {
    return t->pawns ? syzygy_lead_file(view, piece_color(t->subtable[0][0].layout.piece[0])) : 0;
}

static bool read_value(const SyzygyTable *t, const Subtable *subtable, SyzygyView view, int *out) {
    uint64_t index = syzygy_index(t->index_tables, &subtable->layout, view);
    return index < subtable->layout.size &&
           syzygy_pairs_value(&subtable->pairs, &t->file, index, out);
}

SyzygyStatus syzygy_table_wdl(const SyzygyTable *table, SyzygyView view, SyzygyWdl *out) {
    view = view_in(table, view);
    int side = turn_in(table, view) == WHITE ? 0 : 1, value;
    if (!read_value(table, &table->subtable[file_in(table, view)][side], view, &value))
        return SYZYGY_UNREADABLE;
    if (value > SYZYGY_WIN - SYZYGY_LOSS) return SYZYGY_UNREADABLE;
    *out = (SyzygyWdl)(value + SYZYGY_LOSS);
    return SYZYGY_FOUND;
}

/* Maps a stored value to DTZ if the subtable has a map; false if the value is not in it. */
static bool map_dtz(const Subtable *subtable, SyzygyWdl result, int *value) {
    static const int OF_RESULT[] = {1, 3, 0, 2, 0}; // from a loss to a win
    const DtzMap *m = &subtable->dtz_map[OF_RESULT[result - SYZYGY_LOSS]];
    if (!(subtable->pairs.flags & HAS_DTZ_MAP)) return true;
    if ((size_t)*value >= m->count) return false;
    *value = m->list[*value];
    return true;
}

static bool is_in_plies(const Subtable *subtable, SyzygyWdl result) {
    return (result == SYZYGY_WIN && subtable->pairs.flags & WINS_IN_PLIES) ||
           (result == SYZYGY_LOSS && subtable->pairs.flags & LOSSES_IN_PLIES);
}

SyzygyStatus syzygy_table_dtz(const SyzygyTable *table, SyzygyView view, SyzygyWdl result,
                              int *plies) {
    view = view_in(table, view);
    const Subtable *subtable = &table->subtable[file_in(table, view)][0];
    bool black = turn_in(table, view) == BLACK;
    bool either = table->symmetric && !table->pawns;
    if (!either && black != !!(subtable->pairs.flags & BLACK_TO_MOVE)) return SYZYGY_OTHER_SIDE;
    int value;
    if (!read_value(table, subtable, view, &value) || !map_dtz(subtable, result, &value))
        return SYZYGY_UNREADABLE;
    *plies = (is_in_plies(subtable, result) ? value : 2 * value) + 1;
    return SYZYGY_FOUND;
}

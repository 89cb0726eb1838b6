// SPDX-License-Identifier: MIT
#include "solve/syzygy/syzygy.h"

#include "base/array.h"
#include "base/file/file.h"
#include "base/hash.h"
#include "rules/registry.h"
#include "solve/syzygy/syzygy_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The tables of one material. */
typedef struct {
    SyzygyMaterial material;
    char *path[SYZYGY_KINDS]; // NULL: there is none
    _Atomic(SyzygyTable *) table[SYZYGY_KINDS];
} SyzygyEntry;

/* Slot of the hash table that finds entries by material, with these or with exchanged colours. */
typedef struct {
    uint64_t code; // 0: the slot is empty
    SyzygyEntry *entry;
    bool exchanged;
} SyzygySlot;

struct Syzygy {
    SyzygyEntry *entry;
    size_t count, capacity;
    SyzygySlot *slot;
    int slot_bits;
    int men;
    SyzygyIndexTables index_tables;
    atomic_llong cache_budget;
    atomic_bool read_error;
};

enum { CACHE_BYTES_MAX = 128 << 20 }; // limit of the cached pages of all tables, in bytes

// --- finding files ---

static const char *const SUFFIX[SYZYGY_KINDS] = {".rtbw", ".rtbz"};
enum { SUFFIX_LENGTH = 5 };

static bool is_table_name(const char *name, SyzygyKind *kind, SyzygyMaterial *material) {
    size_t length = strlen(name);
    if (length < SUFFIX_LENGTH || !syzygy_read_material(name, length - SUFFIX_LENGTH, material))
        return false;
    const char *suffix = name + length - SUFFIX_LENGTH;
    *kind = strcmp(suffix, SUFFIX[SYZYGY_WDL]) == 0 ? SYZYGY_WDL : SYZYGY_DTZ;
    return strcmp(suffix, SUFFIX[*kind]) == 0;
}

/* A complete table consists of blocks of 64 bytes and a checksum of 16. */
static bool is_whole(const char *path) {
    FileHandle file;
    if (!file_open(path, &file)) return true; // the first probe will report it
    file_close(&file);
    return file.size >= 64 + 16 && file.size % 64 == 16;
}

static SyzygyEntry *find_entry(const Syzygy *s, const SyzygyMaterial *m) {
    for (size_t i = 0; i < s->count; i++)
        if (memcmp(&s->entry[i].material, m, sizeof *m) == 0) return &s->entry[i];
    return NULL;
}

static SyzygyEntry *add_entry(Syzygy *s, const SyzygyMaterial *m) {
    if (!array_reserve(&s->entry, &s->capacity, s->count + 1, sizeof *s->entry)) return NULL;
    SyzygyEntry *entry = &s->entry[s->count++];
    memset(entry, 0, sizeof *entry);
    entry->material = *m;
    return entry;
}

/* State of a scan of the folders. */
typedef struct {
    Syzygy *syzygy;
    const char *folder;
    char *truncated_path; // a table that is incomplete
    bool failed;
} FolderScan;

static char *join_path(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    Text text = text_on(path, path ? size : 0);
    text_format(&text, "%s/%s", folder, name);
    return path;
}

static void add_path(FolderScan *scan, const SyzygyMaterial *m, SyzygyKind kind, char *path) {
    SyzygyEntry *entry = find_entry(scan->syzygy, m);
    if (!entry) entry = add_entry(scan->syzygy, m);
    if (!entry || entry->path[kind]) { // the first folder with the table takes precedence
        scan->failed |= !entry;
        free(path);
        return;
    }
    entry->path[kind] = path;
    int men = syzygy_men(m);
    if (kind == SYZYGY_WDL && men > scan->syzygy->men) scan->syzygy->men = men;
}

static void scan_name(void *context, const char *name) {
    FolderScan *scan = context;
    SyzygyMaterial material;
    SyzygyKind kind;
    if (scan->truncated_path || scan->failed || !is_table_name(name, &kind, &material)) return;
    char *path = join_path(scan->folder, name);
    if (!path)
        scan->failed = true;
    else if (is_whole(path))
        add_path(scan, &material, kind, path);
    else
        scan->truncated_path = path;
}

static void scan_folders(FolderScan *scan, const char *path) {
    while (*path && !scan->failed) {
        const char *end = strchr(path, PATH_LIST_SEPARATOR);
        size_t length = end ? (size_t)(end - path) : strlen(path);
        char *folder = text_copy_bytes(path, length);
        scan->folder = folder;
        scan->failed |= !folder;
        if (folder && *folder) file_list(folder, scan_name, scan);
        free(folder);
        path += length + (end != NULL);
    }
}

// --- finding entries ---

static size_t slot_of(const Syzygy *s, uint64_t code) {
    return (size_t)hash_slot(code, s->slot_bits);
}

static size_t next_slot(const Syzygy *s, size_t i) {
    return (i + 1) & (((size_t)1 << s->slot_bits) - 1);
}

static void fill_slot(Syzygy *s, const SyzygyMaterial *m, SyzygyEntry *entry, bool exchanged) {
    uint64_t code = syzygy_material_code(m);
    size_t i = slot_of(s, code);
    while (s->slot[i].code && s->slot[i].code != code) i = next_slot(s, i);
    if (!s->slot[i].code) s->slot[i] = (SyzygySlot){code, entry, exchanged};
}

static bool fill_slots(Syzygy *s) {
    for (s->slot_bits = 4; (size_t)1 << s->slot_bits < 4 * s->count;) s->slot_bits++;
    s->slot = calloc((size_t)1 << s->slot_bits, sizeof *s->slot);
    for (size_t i = 0; s->slot && i < s->count; i++) {
        SyzygyMaterial exchanged = syzygy_exchanged(&s->entry[i].material);
        fill_slot(s, &s->entry[i].material, &s->entry[i], false);
        fill_slot(s, &exchanged, &s->entry[i], true);
    }
    return s->slot != NULL;
}

static const SyzygySlot *find_slot(const Syzygy *s, const Board *board) {
    SyzygyMaterial material = syzygy_material_of(board);
    uint64_t code = syzygy_material_code(&material);
    for (size_t i = slot_of(s, code); s->slot[i].code; i = next_slot(s, i))
        if (s->slot[i].code == code) return &s->slot[i];
    return NULL;
}

// --- opening and closing ---

static void explain_failure(const FolderScan *scan, const char *path, Text *why) {
    if (!why) return;
    if (scan->truncated_path)
        text_format(why, "no tablebases, as '%s' is not whole", scan->truncated_path);
    else if (scan->failed)
        text_string(why, "no tablebases, for want of memory");
    else
        text_format(why, "no tablebases in '%s'", path);
}

Syzygy *syzygy_open(const char *path, Text *why) {
    FolderScan scan = {.syzygy = calloc(1, sizeof *scan.syzygy)};
    scan.failed = !scan.syzygy;
    if (!scan.failed) scan_folders(&scan, path);
    scan.failed = scan.failed || !fill_slots(scan.syzygy);
    bool open = !scan.failed && !scan.truncated_path && scan.syzygy->men;
    if (!open) explain_failure(&scan, path, why);
    free(scan.truncated_path);
    if (!open) {
        syzygy_close(scan.syzygy);
        return NULL;
    }
    syzygy_index_tables_init(&scan.syzygy->index_tables);
    atomic_init(&scan.syzygy->cache_budget, CACHE_BYTES_MAX);
    return scan.syzygy;
}

/* Stored instead of a table that cannot be read. */
static SyzygyTable *const UNREADABLE = (SyzygyTable *)1;

void syzygy_close(Syzygy *s) {
    if (!s) return;
    for (size_t i = 0; i < s->count; i++)
        for (int kind = 0; kind < SYZYGY_KINDS; kind++) {
            SyzygyTable *table = atomic_load(&s->entry[i].table[kind]);
            if (table != UNREADABLE) syzygy_table_free(table);
            free(s->entry[i].path[kind]);
        }
    free(s->entry);
    free(s->slot);
    free(s);
}

int syzygy_men_max(const Syzygy *s) {
    return s ? s->men : 0;
}

bool syzygy_has_read_error(const Syzygy *s) {
    return s && atomic_load(&s->read_error);
}

// --- probing a table ---

/* Returns the table.  If two threads open it at once, the second copy is freed. */
static const SyzygyTable *open_table(Syzygy *s, SyzygyEntry *entry, SyzygyKind kind) {
    SyzygyTable *table = atomic_load_explicit(&entry->table[kind], memory_order_acquire);
    if (!table && entry->path[kind]) {
        SyzygyTable *fresh = syzygy_table_open(entry->path[kind], kind, &entry->material,
                                               &s->index_tables, &s->cache_budget);
        if (!fresh) fresh = UNREADABLE;
        if (fresh == UNREADABLE) atomic_store(&s->read_error, true);
        if (atomic_compare_exchange_strong(&entry->table[kind], &table, fresh))
            table = fresh;
        else if (fresh != UNREADABLE)
            syzygy_table_free(fresh);
    }
    return table == UNREADABLE ? NULL : table;
}

static const SyzygyTable *find_table(Syzygy *s, const Board *board, SyzygyKind kind,
                                     SyzygyView *view) {
    const SyzygySlot *slot = find_slot(s, board);
    if (!slot) return NULL;
    *view = (SyzygyView){board, slot->exchanged};
    return open_table(s, slot->entry, kind);
}

static bool check_status(Syzygy *s, SyzygyStatus status) {
    if (status == SYZYGY_UNREADABLE) atomic_store(&s->read_error, true);
    return status == SYZYGY_FOUND;
}

static bool stored_wdl(Syzygy *s, const Board *board, SyzygyWdl *out) {
    SyzygyView view;
    *out = SYZYGY_DRAW;
    if (board_occupied(board) == board->role[KING]) return true;
    const SyzygyTable *table = find_table(s, board, SYZYGY_WDL, &view);
    return table && check_status(s, syzygy_table_wdl(table, view, out));
}

// --- WDL ---

/* Does the move reset the counter of the fifty-move rule? */
static bool is_zeroing(const Position *pos, Move move) {
    return piece_role(pos->piece[move_from(move)]) == PAWN || position_is_capture(pos, move);
}

typedef struct {
    SyzygyWdl result;
    bool immediate; // by a capture or, with `pawn_moves`, a pawn move
} ProbedWdl;

/* Stored values ignore captures, so captures are searched here.  Pawn moves are searched too if the
 * caller needs DTZ. */
static bool probe_captures(Syzygy *s, const Position *pos, bool pawn_moves, ProbedWdl *out) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    ProbedWdl best = {SYZYGY_LOSS, false};
    int tried = 0;
    for (int i = 0; i < moves.count && best.result < SYZYGY_WIN; i++) {
        Move move = moves.items[i];
        if (pawn_moves ? !is_zeroing(pos, move) : !position_is_capture(pos, move)) continue;
        Position next = position_after(pos, move);
        ProbedWdl reply;
        if (!probe_captures(s, &next, false, &reply)) return false;
        if (-reply.result > (int)best.result) best.result = (SyzygyWdl)-reply.result;
        tried++;
    }
    best.immediate = best.result > SYZYGY_DRAW || (tried > 0 && tried == moves.count);
    *out = best;
    if (best.result == SYZYGY_WIN || (tried > 0 && tried == moves.count)) return true;
    SyzygyWdl stored;
    if (!stored_wdl(s, &pos->board, &stored)) return false;
    if (stored > best.result) *out = (ProbedWdl){stored, false};
    return true;
}

static bool is_covered(const Syzygy *s, const Position *pos) {
    return pos->rules == &STANDARD_CHESS && !pos->board.castling &&
           popcount(board_occupied(&pos->board)) <= s->men;
}

bool syzygy_probe_wdl(Syzygy *s, const Position *pos, TablebaseProbeResult *out) {
    ProbedWdl probed;
    // WDL is valid right after a capture or pawn move
    if (!is_covered(s, pos) || pos->halfmove != 0 || !probe_captures(s, pos, false, &probed))
        return false;
    *out = (TablebaseProbeResult){.result = (probed.result == SYZYGY_WIN) -
                                            (probed.result == SYZYGY_LOSS)};
    return true;
}

// --- DTZ ---

static int sign_of(int n) {
    return (n > 0) - (n < 0);
}

/* DTZ with its sign.  Cursed wins and blessed losses get 100 plies more. */
static int signed_dtz(int plies, SyzygyWdl result) {
    bool in_time = result == SYZYGY_WIN || result == SYZYGY_LOSS;
    return sign_of(result) * (in_time ? plies : plies + 100);
}

static bool is_mate(const Position *pos) {
    return position_is_check(pos) && pos->rules->count_moves(&pos->board) == 0;
}

static bool dtz_of(Syzygy *s, const Position *pos, int *plies);

/* The DTZ if this is the first move. */
static bool dtz_by_move(Syzygy *s, const Position *pos, Move move, int *plies) {
    Position next = position_after(pos, move);
    ProbedWdl reply;
    if (is_zeroing(pos, move)) {
        if (!probe_captures(s, &next, false, &reply)) return false;
        *plies = signed_dtz(1, (SyzygyWdl)-reply.result);
        return true;
    }
    if (!dtz_of(s, &next, plies)) return false;
    *plies = is_mate(&next) ? 1 : -*plies - sign_of(*plies);
    return true;
}

/* The DTZ from all moves, for tables that have only the other side to move. */
static bool dtz_by_moves(Syzygy *s, const Position *pos, SyzygyWdl result, int *plies) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    int best = INT_MAX;
    for (int i = 0; i < moves.count; i++) {
        int distance;
        if (!dtz_by_move(s, pos, moves.items[i], &distance)) return false;
        if (distance < best && sign_of(distance) == sign_of(result)) best = distance;
    }
    *plies = best == INT_MAX ? -1 : best; // mate
    return true;
}

static bool dtz_of(Syzygy *s, const Position *pos, int *plies) {
    ProbedWdl probed;
    SyzygyView view;
    *plies = 0;
    if (!probe_captures(s, pos, true, &probed)) return false;
    if (probed.result == SYZYGY_DRAW) return true;
    *plies = signed_dtz(1, probed.result);
    if (probed.immediate) return true;
    const SyzygyTable *table = find_table(s, &pos->board, SYZYGY_DTZ, &view);
    if (!table) return false;
    SyzygyStatus status = syzygy_table_dtz(table, view, probed.result, plies);
    if (status == SYZYGY_OTHER_SIDE) return dtz_by_moves(s, pos, probed.result, plies);
    *plies = signed_dtz(*plies, probed.result);
    return check_status(s, status);
}

bool syzygy_probe_dtz(Syzygy *s, const Position *pos, int *plies) {
    return is_covered(s, pos) && dtz_of(s, pos, plies);
}

// --- the root ---

/* Ranks of moves, from -1000 to 1000.  Below CERTAIN the fifty-move rule may spoil a win. */
enum { BEST_RANK = 1000, CERTAIN = BEST_RANK - 100, CURSED = BEST_RANK - 101 };

/* The rank of a move with this DTZ when the counter of the fifty-move rule is at `halfmove`. */
static int rank_of_dtz(int plies, int halfmove, bool repeated) {
    if (plies > 0)
        return plies + halfmove <= 99 && !repeated ? BEST_RANK : BEST_RANK - (plies + halfmove);
    if (plies < 0)
        return -2 * plies + halfmove < 100 ? -BEST_RANK : -BEST_RANK + (-plies + halfmove);
    return 0;
}

static int rank_of_wdl(SyzygyWdl result) {
    bool in_time = result == SYZYGY_WIN || result == SYZYGY_LOSS;
    return sign_of(result) * (in_time ? BEST_RANK : CURSED);
}

typedef bool RankMove(Syzygy *s, const Position *pos, Move move, bool repeated, int *rank);

static bool rank_by_dtz(Syzygy *s, const Position *pos, Move move, bool repeated, int *rank) {
    int plies;
    if (!dtz_by_move(s, pos, move, &plies)) return false;
    *rank = rank_of_dtz(plies, pos->halfmove, repeated);
    return true;
}

static bool rank_by_wdl(Syzygy *s, const Position *pos, Move move, bool repeated, int *rank) {
    Position next = position_after(pos, move);
    ProbedWdl reply;
    (void)repeated;
    if (!probe_captures(s, &next, false, &reply)) return false;
    *rank = rank_of_wdl((SyzygyWdl)-reply.result);
    return true;
}

static bool rank_all(Syzygy *s, const Position *pos, bool repeated, RankMove *rank_move,
                     TablebaseRootResult *out) {
    MoveList legal;
    int best = INT_MIN;
    out->best.count = 0;
    position_legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++) {
        int rank;
        if (!rank_move(s, pos, legal.items[i], repeated, &rank)) return false;
        if (rank < best) continue;
        if (rank > best) out->best.count = 0;
        best = rank;
        out->best.items[out->best.count++] = legal.items[i];
    }
    out->result = (best >= CERTAIN) - (best <= -CERTAIN);
    return legal.count > 0;
}

bool syzygy_probe_root(Syzygy *s, const Position *pos, bool repeated, TablebaseRootResult *out) {
    return is_covered(s, pos) && (rank_all(s, pos, repeated, rank_by_dtz, out) ||
                                  rank_all(s, pos, repeated, rank_by_wdl, out));
}

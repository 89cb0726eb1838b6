// SPDX-License-Identifier: MIT
#include "solve/syzygy/syzygy.h"

#include "base/file/file.h"
#include "solve/syzygy/syzygy_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The tables of one ending. */
typedef struct {
    SyzygyMaterial material;
    char *path[SYZYGY_KINDS]; // NULL: there is none
    _Atomic(SyzygyTable *) table[SYZYGY_KINDS];
} Entry;

/* Where to find an ending: the code of its material with these colours, or with exchanged ones. */
typedef struct {
    uint64_t code; // 0: nothing here
    Entry *entry;
    bool exchanged;
} Slot;

struct Syzygy {
    Entry *entry;
    size_t count, room;
    Slot *slot;
    int slot_bits;
    int men;
    SyzygyNumbers numbers;
    atomic_llong allowance;
    atomic_bool lost;
};

enum { KEPT_MAX = 128 << 20 }; // bytes of all tables in memory

// Finding files.

static const char *const SUFFIX[SYZYGY_KINDS] = {".rtbw", ".rtbz"};
enum { SUFFIX_LENGTH = 5 };

static bool is_table_name(const char *name, SyzygyKind *kind, SyzygyMaterial *material) {
    size_t length = strlen(name);
    if (length < SUFFIX_LENGTH || !syzygy_read_material(name, length - SUFFIX_LENGTH, material))
        return false;
    const char *suffix = name + length - SUFFIX_LENGTH;
    *kind = strcmp(suffix, SUFFIX[SYZYGY_RESULTS]) == 0 ? SYZYGY_RESULTS : SYZYGY_DISTANCES;
    return strcmp(suffix, SUFFIX[*kind]) == 0;
}

/* A whole table has blocks of 64 bytes and 16 more. */
static bool is_whole(const char *path) {
    FileSource file;
    if (!file_open(path, &file)) return true; // that comes to light when it is asked
    file_shut(&file);
    return file.size >= 64 + 16 && file.size % 64 == 16;
}

static Entry *find_entry(const Syzygy *s, const SyzygyMaterial *m) {
    for (size_t i = 0; i < s->count; i++)
        if (memcmp(&s->entry[i].material, m, sizeof *m) == 0) return &s->entry[i];
    return NULL;
}

static Entry *add_entry(Syzygy *s, const SyzygyMaterial *m) {
    if (s->count == s->room) {
        size_t room = s->room ? 2 * s->room : 64;
        Entry *more = realloc(s->entry, room * sizeof *more);
        if (!more) return NULL;
        s->entry = more, s->room = room;
    }
    Entry *entry = &s->entry[s->count++];
    memset(entry, 0, sizeof *entry);
    entry->material = *m;
    return entry;
}

/* A look through folders, as far as it went well. */
typedef struct {
    Syzygy *syzygy;
    const char *folder;
    char *half; // a table that is not whole
    bool failed;
} Look;

static char *joined(const char *folder, const char *name) {
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    Text text = text_on(path, path ? size : 0);
    text_format(&text, "%s/%s", folder, name);
    return path;
}

static void keep_path(Look *look, const SyzygyMaterial *m, SyzygyKind kind, char *path) {
    Entry *entry = find_entry(look->syzygy, m);
    if (!entry) entry = add_entry(look->syzygy, m);
    if (!entry || entry->path[kind]) { // the first folder that has it counts
        look->failed |= !entry;
        free(path);
        return;
    }
    entry->path[kind] = path;
    int men = syzygy_men(m);
    if (kind == SYZYGY_RESULTS && men > look->syzygy->men) look->syzygy->men = men;
}

static void see_name(void *context, const char *name) {
    Look *look = context;
    SyzygyMaterial material;
    SyzygyKind kind;
    if (look->half || look->failed || !is_table_name(name, &kind, &material)) return;
    char *path = joined(look->folder, name);
    if (!path)
        look->failed = true;
    else if (is_whole(path))
        keep_path(look, &material, kind, path);
    else
        look->half = path;
}

static void look_through(Look *look, const char *path) {
    while (*path && !look->failed) {
        const char *end = strchr(path, FILE_SEPARATOR);
        size_t length = end ? (size_t)(end - path) : strlen(path);
        char *folder = strndup(path, length);
        look->folder = folder;
        look->failed |= !folder;
        if (folder && *folder) file_list(folder, see_name, look);
        free(folder);
        path += length + (end != NULL);
    }
}

// Finding entries.

static size_t slot_of(const Syzygy *s, uint64_t code) {
    return (size_t)(code * 0x9e3779b97f4a7c15u >> (64 - s->slot_bits));
}

static size_t next_slot(const Syzygy *s, size_t i) {
    return (i + 1) & (((size_t)1 << s->slot_bits) - 1);
}

static void fill_slot(Syzygy *s, const SyzygyMaterial *m, Entry *entry, bool exchanged) {
    uint64_t code = syzygy_material_code(m);
    size_t i = slot_of(s, code);
    while (s->slot[i].code && s->slot[i].code != code) i = next_slot(s, i);
    if (!s->slot[i].code) s->slot[i] = (Slot){code, entry, exchanged};
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

static const Slot *find_slot(const Syzygy *s, const Board *board) {
    SyzygyMaterial material = syzygy_material_of(board);
    uint64_t code = syzygy_material_code(&material);
    for (size_t i = slot_of(s, code); s->slot[i].code; i = next_slot(s, i))
        if (s->slot[i].code == code) return &s->slot[i];
    return NULL;
}

// Opening and closing.

static void tell_why(const Look *look, const char *path, Text *why) {
    if (!why) return;
    if (look->half)
        text_format(why, "no tablebases, as '%s' is not whole", look->half);
    else if (look->failed)
        text_string(why, "no tablebases, for want of memory");
    else
        text_format(why, "no tablebases in '%s'", path);
}

Syzygy *syzygy_open(const char *path, Text *why) {
    Look look = {.syzygy = calloc(1, sizeof *look.syzygy)};
    look.failed = !look.syzygy;
    if (!look.failed) look_through(&look, path);
    look.failed = look.failed || !fill_slots(look.syzygy);
    bool open = !look.failed && !look.half && look.syzygy->men;
    if (!open) tell_why(&look, path, why);
    free(look.half);
    if (!open) {
        syzygy_close(look.syzygy);
        return NULL;
    }
    syzygy_numbers(&look.syzygy->numbers);
    atomic_init(&look.syzygy->allowance, KEPT_MAX);
    return look.syzygy;
}

/* What is kept of a table that cannot be read. */
static SyzygyTable *const BAD = (SyzygyTable *)1;

void syzygy_close(Syzygy *s) {
    if (!s) return;
    for (size_t i = 0; i < s->count; i++)
        for (int kind = 0; kind < SYZYGY_KINDS; kind++) {
            SyzygyTable *table = atomic_load(&s->entry[i].table[kind]);
            if (table != BAD) syzygy_table_free(table);
            free(s->entry[i].path[kind]);
        }
    free(s->entry);
    free(s->slot);
    free(s);
}

int syzygy_men_max(const Syzygy *s) {
    return s ? s->men : 0;
}

bool syzygy_is_lost(const Syzygy *s) {
    return s && atomic_load(&s->lost);
}

// Asking a table.

/* Two threads may open the same table at once; the second one's is thrown away. */
static const SyzygyTable *open_table(Syzygy *s, Entry *entry, SyzygyKind kind) {
    SyzygyTable *table = atomic_load_explicit(&entry->table[kind], memory_order_acquire);
    if (!table && entry->path[kind]) {
        SyzygyTable *fresh = syzygy_table_open(entry->path[kind], kind, &entry->material,
                                               &s->numbers, &s->allowance);
        if (!fresh) fresh = BAD;
        if (fresh == BAD) atomic_store(&s->lost, true);
        if (atomic_compare_exchange_strong(&entry->table[kind], &table, fresh))
            table = fresh;
        else if (fresh != BAD)
            syzygy_table_free(fresh);
    }
    return table == BAD ? NULL : table;
}

static const SyzygyTable *find_table(Syzygy *s, const Board *board, SyzygyKind kind,
                                     SyzygyView *view) {
    const Slot *slot = find_slot(s, board);
    if (!slot) return NULL;
    *view = (SyzygyView){board, slot->exchanged};
    return open_table(s, slot->entry, kind);
}

static bool is_told(Syzygy *s, SyzygyAnswer answer) {
    if (answer == SYZYGY_UNREADABLE) atomic_store(&s->lost, true);
    return answer == SYZYGY_TOLD;
}

static bool stored_result(Syzygy *s, const Board *board, SyzygyResult *out) {
    SyzygyView view;
    *out = SYZYGY_DRAW;
    if (board_occupied(board) == board->role[KING]) return true;
    const SyzygyTable *table = find_table(s, board, SYZYGY_RESULTS, &view);
    return table && is_told(s, syzygy_table_result(table, view, out));
}

// Results.

/* Captures and pawn moves begin the count of the fifty-move rule anew. */
static bool is_zeroing(const Position *pos, Move move) {
    return piece_role(pos->piece[move_from(move)]) == PAWN || position_is_capture(pos, move);
}

typedef struct {
    SyzygyResult result;
    bool at_once; // by a capture or, if asked, a pawn move
} Verdict;

/* Tables hold what is there without captures; pawn moves are looked at, too, where their distances
 * are wanted. */
static bool judge(Syzygy *s, const Position *pos, bool pawn_moves, Verdict *out) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    Verdict best = {SYZYGY_LOSS, false};
    int tried = 0;
    for (int i = 0; i < moves.count && best.result < SYZYGY_WIN; i++) {
        Move move = moves.items[i];
        if (pawn_moves ? !is_zeroing(pos, move) : !position_is_capture(pos, move)) continue;
        Position next = position_after(pos, move);
        Verdict reply;
        if (!judge(s, &next, false, &reply)) return false;
        if (-reply.result > (int)best.result) best.result = (SyzygyResult)-reply.result;
        tried++;
    }
    best.at_once = best.result > SYZYGY_DRAW || (tried > 0 && tried == moves.count);
    *out = best;
    if (best.result == SYZYGY_WIN || (tried > 0 && tried == moves.count)) return true;
    SyzygyResult stored;
    if (!stored_result(s, &pos->board, &stored)) return false;
    if (stored > best.result) *out = (Verdict){stored, false};
    return true;
}

static bool is_covered(const Syzygy *s, const Position *pos) {
    return pos->rules->endings == SYZYGY_ENDINGS && !pos->board.castling &&
           popcount(board_occupied(&pos->board)) <= s->men;
}

bool syzygy_probe(Syzygy *s, const Position *pos, ProbeResult *out) {
    Verdict verdict;
    // the tables count from a capture or pawn move
    if (!is_covered(s, pos) || pos->halfmove != 0 || !judge(s, pos, false, &verdict)) return false;
    *out =
        (ProbeResult){.result = (verdict.result == SYZYGY_WIN) - (verdict.result == SYZYGY_LOSS)};
    return true;
}

// Distances.

static int sign_of(int n) {
    return (n > 0) - (n < 0);
}

/* With so many plies to the next capture or pawn move: too late is a hundred later. */
static int distance_in(int plies, SyzygyResult result) {
    bool in_time = result == SYZYGY_WIN || result == SYZYGY_LOSS;
    return sign_of(result) * (in_time ? plies : plies + 100);
}

static bool is_mate(const Position *pos) {
    return position_is_check(pos) && pos->rules->count_moves(&pos->board) == 0;
}

static bool distance_of(Syzygy *s, const Position *pos, int *plies);

/* The distance with this move as the first one. */
static bool distance_by(Syzygy *s, const Position *pos, Move move, int *plies) {
    Position next = position_after(pos, move);
    Verdict reply;
    if (is_zeroing(pos, move)) {
        if (!judge(s, &next, false, &reply)) return false;
        *plies = distance_in(1, (SyzygyResult)-reply.result);
        return true;
    }
    if (!distance_of(s, &next, plies)) return false;
    *plies = is_mate(&next) ? 1 : -*plies - sign_of(*plies);
    return true;
}

/* One move further, if the table has the other side to move. */
static bool distance_by_moves(Syzygy *s, const Position *pos, SyzygyResult result, int *plies) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    int best = INT_MAX;
    for (int i = 0; i < moves.count; i++) {
        int distance;
        if (!distance_by(s, pos, moves.items[i], &distance)) return false;
        if (distance < best && sign_of(distance) == sign_of(result)) best = distance;
    }
    *plies = best == INT_MAX ? -1 : best; // mate
    return true;
}

static bool distance_of(Syzygy *s, const Position *pos, int *plies) {
    Verdict verdict;
    SyzygyView view;
    *plies = 0;
    if (!judge(s, pos, true, &verdict)) return false;
    if (verdict.result == SYZYGY_DRAW) return true;
    *plies = distance_in(1, verdict.result);
    if (verdict.at_once) return true;
    const SyzygyTable *table = find_table(s, &pos->board, SYZYGY_DISTANCES, &view);
    if (!table) return false;
    SyzygyAnswer answer = syzygy_table_distance(table, view, verdict.result, plies);
    if (answer == SYZYGY_OTHER_SIDE) return distance_by_moves(s, pos, verdict.result, plies);
    *plies = distance_in(*plies, verdict.result);
    return is_told(s, answer);
}

bool syzygy_distance(Syzygy *s, const Position *pos, int *plies) {
    return is_covered(s, pos) && distance_of(s, pos, plies);
}

// The root.

/* Moves are ranked from -1000 to 1000; between these the fifty-move rule may spoil it. */
enum { BEST_RANK = 1000, SURE = BEST_RANK - 100, CURSED = BEST_RANK - 101 };

/* What a distance is worth when so many plies have gone by without progress. */
static int rank_of_distance(int plies, int halfmove, bool repeated) {
    if (plies > 0)
        return plies + halfmove <= 99 && !repeated ? BEST_RANK : BEST_RANK - (plies + halfmove);
    if (plies < 0)
        return -2 * plies + halfmove < 100 ? -BEST_RANK : -BEST_RANK + (-plies + halfmove);
    return 0;
}

static int rank_of_result(SyzygyResult result) {
    bool in_time = result == SYZYGY_WIN || result == SYZYGY_LOSS;
    return sign_of(result) * (in_time ? BEST_RANK : CURSED);
}

typedef bool RankMove(Syzygy *s, const Position *pos, Move move, bool repeated, int *rank);

static bool rank_by_distance(Syzygy *s, const Position *pos, Move move, bool repeated, int *rank) {
    int plies;
    if (!distance_by(s, pos, move, &plies)) return false;
    *rank = rank_of_distance(plies, pos->halfmove, repeated);
    return true;
}

static bool rank_by_result(Syzygy *s, const Position *pos, Move move, bool repeated, int *rank) {
    Position next = position_after(pos, move);
    Verdict reply;
    (void)repeated;
    if (!judge(s, &next, false, &reply)) return false;
    *rank = rank_of_result((SyzygyResult)-reply.result);
    return true;
}

static bool rank_all(Syzygy *s, const Position *pos, bool repeated, RankMove *rank_move,
                     RootVerdict *out) {
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
    out->result = (best >= SURE) - (best <= -SURE);
    return legal.count > 0;
}

bool syzygy_root(Syzygy *s, const Position *pos, bool repeated, RootVerdict *out) {
    return is_covered(s, pos) && (rank_all(s, pos, repeated, rank_by_distance, out) ||
                                  rank_all(s, pos, repeated, rank_by_result, out));
}

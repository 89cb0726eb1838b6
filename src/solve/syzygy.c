// SPDX-License-Identifier: MIT
#include "roek/solve/syzygy.h"

#ifdef ROEK_HAVE_FATHOM

#include <dirent.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tbprobe.h>

/* A position as the library wants it: sets of squares, castling rights, ep (0: none), turn. */
#define TB_POSITION(b, rule50)                                                                \
    (b)->color[WHITE], (b)->color[BLACK], (b)->role[KING], (b)->role[QUEEN], (b)->role[ROOK], \
        (b)->role[BISHOP], (b)->role[KNIGHT], (b)->role[PAWN], (rule50), 0,                   \
        (b)->ep == NO_SQUARE ? 0 : (b)->ep, (b)->turn == WHITE

bool syzygy_is_built_in(void) {
    return true;
}

/* The next folder of a path, to be freed; NULL at its end or without memory. */
static char *next_folder(const char **path) {
    const char *start = *path;
    size_t length = strcspn(start, ":");
    *path = start + length + (start[length] == ':');
    return *start ? strndup(start, length) : NULL;
}

/* The folders of a path that exist, joined again: the library stumbles over empty names. */
static void keep_folders(const char *path, Text *out) {
    for (char *folder; (folder = next_folder(&path)); free(folder)) {
        struct stat info;
        if (stat(folder, &info) == 0 && S_ISDIR(info.st_mode))
            text_format(out, "%s%s", *text_get(out) ? ":" : "", folder);
    }
}

static bool is_table_name(const char *name) {
    size_t length = strlen(name);
    const char *suffix = name + (length > 5 ? length - 5 : 0);
    return strcmp(suffix, ".rtbw") == 0 || strcmp(suffix, ".rtbz") == 0;
}

/* A whole table has blocks of 64 bytes and 16 more. */
static bool is_half(const char *file) {
    struct stat info;
    return stat(file, &info) == 0 && (info.st_size < 64 + 16 || info.st_size % 64 != 16);
}

static bool find_half(const char *folder, Text *out) {
    DIR *dir = opendir(folder);
    bool found = false;
    for (struct dirent *entry; dir && !found && (entry = readdir(dir));) {
        if (!is_table_name(entry->d_name)) continue;
        text_clear(out);
        text_format(out, "%s/%s", folder, entry->d_name);
        found = is_half(text_get(out));
    }
    if (dir) closedir(dir);
    return found;
}

bool syzygy_half(const char *path, Text *out) {
    bool found = false;
    for (char *folder; !found && (folder = next_folder(&path)); free(folder))
        found = find_half(folder, out);
    return found;
}

/* The library's number of men says it: it is the one place for it that a handler can reach. */
static const unsigned LOST = UINT_MAX;

bool syzygy_is_lost(void) {
    return TB_LARGEST == LOST;
}

/* Where to go on when a file is not what it was while this thread reads in it. */
static _Thread_local sigjmp_buf *syzygy_way_out;

static void leave_library(int number) {
    sigjmp_buf *way_out = syzygy_way_out;
    syzygy_way_out = NULL;
    if (!way_out) {
        signal(number, SIG_DFL); // not of our making: it comes again
        return;
    }
    TB_LARGEST = LOST;
    siglongjmp(*way_out, 1);
}

static void watch_files(void) {
    struct sigaction action = {.sa_handler = leave_library, .sa_flags = SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

static void close_files(void) {
    if (TB_LARGEST > 0) tb_init(""); // after tb_free some versions crash when opened again
    TB_LARGEST = 0;
}

int syzygy_open(const char *path) {
    close_files();
    Text folders = text_growing(), half = text_growing();
    keep_folders(path ? path : "", &folders);
    bool sound = *text_get(&folders) && !folders.failed && !syzygy_half(path, &half);
    bool opened = sound && tb_init(text_get(&folders));
    text_free(&folders);
    text_free(&half);
    if (opened) watch_files();
    return opened ? (int)TB_LARGEST : 0;
}

static bool is_covered(const Position *pos) {
    return pos->rules->endings == SYZYGY_ENDINGS && !pos->board.castling && !syzygy_is_lost() &&
           popcount(board_occupied(&pos->board)) <= (int)TB_LARGEST;
}

static bool ask_result(const Board *b, unsigned *out) {
    sigjmp_buf way_out;
    if (sigsetjmp(way_out, 0)) return false;
    syzygy_way_out = &way_out;
    *out = tb_probe_wdl(TB_POSITION(b, 0));
    syzygy_way_out = NULL;
    return *out != TB_RESULT_FAILED;
}

bool syzygy_probe(const Position *pos, ProbeResult *out) {
    unsigned wdl;
    // the tables count from a capture or pawn move
    if (!is_covered(pos) || pos->halfmove != 0 || !ask_result(&pos->board, &wdl)) return false;
    *out = (ProbeResult){.result = wdl == TB_WIN ? 1 : wdl == TB_LOSS ? -1 : 0};
    return true;
}

static bool ask_ranks(const Position *pos, bool repeated, struct TbRootMoves *out) {
    static const bool RULE50 = true;
    const Board *b = &pos->board;
    sigjmp_buf way_out;
    if (sigsetjmp(way_out, 0)) return false;
    syzygy_way_out = &way_out;
    bool told = tb_probe_root_dtz(TB_POSITION(b, pos->halfmove), repeated, RULE50, out) ||
                tb_probe_root_wdl(TB_POSITION(b, pos->halfmove), RULE50, out);
    syzygy_way_out = NULL;
    return told;
}

static bool is_same_move(Move move, TbMove theirs) {
    static const Role PROMOTED[8] = {NO_ROLE, QUEEN,   ROOK,    BISHOP,
                                     KNIGHT,  NO_ROLE, NO_ROLE, NO_ROLE};
    Role promoted = move_is_promotion(move) ? move_promoted(move) : NO_ROLE;
    return (unsigned)move_from(move) == TB_MOVE_FROM(theirs) &&
           (unsigned)move_to(move) == TB_MOVE_TO(theirs) &&
           promoted == PROMOTED[TB_MOVE_PROMOTES(theirs)];
}

/* The library ranks moves from -1000 to 1000; what lies between is decided by the fifty-move rule.
 */
static int result_of_rank(int rank) {
    enum { SURE = 900 };
    return rank >= SURE ? 1 : rank <= -SURE ? -1 : 0;
}

bool syzygy_root(const Position *pos, bool repeated, RootVerdict *out) {
    struct TbRootMoves ranked = {.size = 0};
    if (!is_covered(pos) || !ask_ranks(pos, repeated, &ranked)) return false;
    int best = INT32_MIN;
    for (unsigned i = 0; i < ranked.size; i++)
        if (ranked.moves[i].tbRank > best) best = ranked.moves[i].tbRank;
    MoveList legal;
    position_legal_moves(pos, &legal);
    *out = (RootVerdict){.result = result_of_rank(best)};
    for (int i = 0; i < legal.count; i++)
        for (unsigned j = 0; j < ranked.size; j++)
            if (ranked.moves[j].tbRank == best &&
                is_same_move(legal.items[i], ranked.moves[j].move))
                out->best.items[out->best.count++] = legal.items[i];
    return out->best.count > 0;
}

#else

bool syzygy_is_built_in(void) {
    return false;
}
bool syzygy_is_lost(void) {
    return false;
}
int syzygy_open(const char *path) {
    (void)path;
    return 0;
}
bool syzygy_half(const char *path, Text *out) {
    (void)path;
    (void)out;
    return false;
}
bool syzygy_probe(const Position *pos, ProbeResult *out) {
    (void)pos;
    (void)out;
    return false;
}
bool syzygy_root(const Position *pos, bool repeated, RootVerdict *out) {
    (void)pos;
    (void)repeated;
    (void)out;
    return false;
}

#endif

void syzygy_why_none(const char *path, Text *out) {
    Text half = text_growing();
    if (!syzygy_is_built_in())
        text_string(out, "built without the library that reads Syzygy tablebases");
    else if (syzygy_half(path, &half))
        text_format(out, "no tablebases, as '%s' is not whole", text_get(&half));
    else
        text_format(out, "no tablebases in '%s'", path);
    text_free(&half);
}

// SPDX-License-Identifier: MIT
#include "roek/solve/syzygy.h"

#ifdef ROEK_HAVE_FATHOM

#include "roek/base/text.h"

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

/* The folders of a path that exist, joined again: the library stumbles over empty names. */
static void keep_folders(const char *path, Text *out) {
    while (*path) {
        size_t length = strcspn(path, ":");
        char *folder = strndup(path, length);
        struct stat info;
        if (folder && stat(folder, &info) == 0 && S_ISDIR(info.st_mode))
            text_format(out, "%s%s", *text_get(out) ? ":" : "", folder);
        free(folder);
        path += length + (path[length] == ':');
    }
}

static void close_files(void) {
    if (TB_LARGEST > 0) tb_free();
    TB_LARGEST = 0;
}

int syzygy_open(const char *path) {
    close_files();
    Text folders = text_growing();
    keep_folders(path ? path : "", &folders);
    bool opened = *text_get(&folders) && !folders.failed && tb_init(text_get(&folders));
    text_free(&folders);
    return opened ? (int)TB_LARGEST : 0;
}

static bool is_covered(const Position *pos) {
    return pos->rules->endings == SYZYGY_ENDINGS && !pos->board.castling &&
           popcount(board_occupied(&pos->board)) <= (int)TB_LARGEST;
}

bool syzygy_probe(const Position *pos, ProbeResult *out) {
    // the tables count from a capture or pawn move
    if (!is_covered(pos) || pos->halfmove != 0) return false;
    unsigned wdl = tb_probe_wdl(TB_POSITION(&pos->board, 0));
    if (wdl == TB_RESULT_FAILED) return false;
    *out = (ProbeResult){.result = wdl == TB_WIN ? 1 : wdl == TB_LOSS ? -1 : 0};
    return true;
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
    if (!is_covered(pos)) return false;
    static const bool RULE50 = true;
    struct TbRootMoves ranked = {.size = 0};
    if (!tb_probe_root_dtz(TB_POSITION(&pos->board, pos->halfmove), repeated, RULE50, &ranked) &&
        !tb_probe_root_wdl(TB_POSITION(&pos->board, pos->halfmove), RULE50, &ranked))
        return false;
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
int syzygy_open(const char *path) {
    (void)path;
    return 0;
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

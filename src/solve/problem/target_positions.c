// SPDX-License-Identifier: MIT
#include "solve/problem/target_positions.h"

#include "solve/mate/mate_node.h"
#include "solve/problem/target_list.h"

#include <stdlib.h>
#include <string.h>

Finals *finals_new(void) {
    return calloc(1, sizeof(Finals));
}

void finals_free(Finals *f) {
    if (!f) return;
    free(f->parts);
    free(f->entries);
    free(f->groups);
    free(f);
}

/* ------------------------------------------------------------------ stacks that grow */

/* Room for one more; false without memory. */
static bool make_room(Finals *f, void **items, uint32_t used, uint32_t *room, size_t size) {
    if (used < *room) return true;
    uint32_t larger = *room ? 2 * *room : 1024;
    void *moved = realloc(*items, larger * size);
    if (!moved) {
        f->failed = true;
        return false;
    }
    *items = moved;
    *room = larger;
    return true;
}

void finals_add_entry(Finals *f, uint32_t part, int away) {
    void *items = f->entries;
    if (!make_room(f, &items, f->entries_used, &f->entries_room, sizeof *f->entries)) return;
    f->entries = items;
    f->entries[f->entries_used++] = (Entry){part, away};
}

void finals_add_group(Finals *f, Group group) {
    void *items = f->groups;
    if (!make_room(f, &items, f->groups_used, &f->groups_room, sizeof *f->groups)) return;
    f->groups = items;
    f->groups[f->groups_used++] = group;
}

uint32_t finals_add_part(Finals *f, const Part *part) {
    void *items = f->parts;
    if (!make_room(f, &items, f->parts_used, &f->parts_room, sizeof *f->parts)) return 0;
    f->parts = items;
    f->parts[f->parts_used] = *part;
    return f->parts_used++;
}

/* ------------------------------------------------------------------ the list */

static void number_pieces(const Board *b, FinalNode *out) {
    memset(out, 0, sizeof *out);
    memset(out->at, NO_SQUARE, sizeof out->at);
    memset(out->number, FINAL_NOBODY, sizeof out->number);
    for (Color c = WHITE; c <= BLACK; c++) {
        Bitboard pieces = b->color[c];
        for (uint8_t i = 0; pieces; i++) {
            Square s = pop_square(&pieces);
            out->at[c][i] = (uint8_t)s;
            out->role[c][i] = (uint8_t)board_role_at(b, s);
            out->number[s] = i;
        }
    }
}

/* Castling moves two pieces at once, and far. */
static bool can_be_listed(const Board *b, FinalMoves moves) {
    return !b->castling && popcount(b->color[WHITE]) <= FINAL_PIECES &&
           popcount(b->color[BLACK]) <= FINAL_PIECES && moves.of[WHITE] <= FINAL_MOVES_MAX &&
           moves.of[BLACK] <= FINAL_MOVES_MAX;
}

static void make_list(Finals *f, const Board *b) {
    int captures[2] = {popcount(b->color[BLACK]) - 1, popcount(b->color[WHITE]) - 1};
    f->parts_used = f->entries_used = f->groups_used = 0;
    f->failed = false;
    f->usable = false;
    if (!can_be_listed(b, f->moves)) return;
    reach_prepare(&f->reach, captures);
    number_pieces(b, &f->root);
    f->usable = finals_compose(f, b, &f->root) && !f->failed;
    f->root.count = f->groups_used;
}

const FinalNode *finals_list(Finals *f, const Board *b, Key key, Color victim, FinalMoves moves) {
    bool same = f->known && f->key == key && f->victim == victim &&
                f->moves.of[WHITE] == moves.of[WHITE] && f->moves.of[BLACK] == moves.of[BLACK];
    if (!same) {
        f->known = true;
        f->key = key;
        f->victim = victim;
        f->moves = moves;
        make_list(f, b);
    }
    return f->usable ? &f->root : NULL;
}

/* ------------------------------------------------------------------ one position */

/* The squares from which a piece of a part is near enough, when it may take this many moves more
 * than before the next move. */
static Bitboard near_enough(const Reach *reach, int row, Square to, Square from, int spare) {
    int moves = reach->moves[row][to][from] - 1 + spare;
    if (moves < 0) return 0;
    return reach->within[row][to][moves < REACH_FAR ? moves : REACH_FAR];
}

static void add_goals(const Finals *f, const FinalNode *node, Color mover, const Part *part,
                      int spare, Bitboard goals[FINAL_PIECES]) {
    for (unsigned left = part->active; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        uint8_t target = part->target[i];
        int row = reach_row(mover, (Role)node->role[mover][i], target_guise(target));
        goals[i] |= near_enough(&f->reach, row, target_square(target), node->at[mover][i], spare);
    }
}

void finals_goals(const Finals *f, const FinalNode *node, Color mover, FinalMoves moves,
                  Bitboard goals[FINAL_PIECES]) {
    unsigned idle = 0; // pieces that may waste a move
    memset(goals, node->blind ? 0xff : 0, FINAL_PIECES * sizeof *goals);
    for (uint32_t g = node->first; g < node->first + node->count; g++) {
        const Group *group = &f->groups[g];
        const Entry *entry = f->entries + group->first[mover];
        for (uint32_t i = 0; i < group->count[mover]; i++) {
            const Part *part = &f->parts[entry[i].part];
            int spare = moves.of[mover] - entry[i].away;
            if (spare > 0) idle |= ~(unsigned)part->active;
            add_goals(f, node, mover, part, spare, goals);
        }
    }
    for (int i = 0; i < FINAL_PIECES; i++)
        if (idle >> i & 1) goals[i] = ~0ull;
}

/* ------------------------------------------------------------------ from one to the next */

typedef struct {
    Color mover;
    int piece, taken; // numbers; taken: FINAL_NOBODY if nobody is
    Square from, to;
    int row_before[GUISES], row_after[GUISES];
} Change;

static Change change_of(const FinalNode *node, const Board *b, Move move) {
    Change change = {.mover = (Color)b->turn, .from = move_from(move), .to = move_to(move)};
    Square victim = change.to;
    if (move_kind(move) == MOVE_EN_PASSANT)
        victim = square_at(file_of(change.to), rank_of(change.from));
    change.piece = node->number[change.from];
    change.taken = node->number[victim];
    Role before = (Role)node->role[change.mover][change.piece];
    Role after = move_is_promotion(move) ? move_promoted(move) : before;
    for (int guise = 0; guise < GUISES; guise++) {
        change.row_before[guise] = reach_row(change.mover, before, (Guise)guise);
        change.row_after[guise] = reach_row(change.mover, after, (Guise)guise);
    }
    return change;
}

static void apply(FinalNode *node, const Change *change, Move move) {
    Color us = change->mover, them = other(us);
    if (change->taken != FINAL_NOBODY) {
        node->number[node->at[them][change->taken]] = FINAL_NOBODY;
        node->at[them][change->taken] = NO_SQUARE;
    }
    node->number[change->from] = FINAL_NOBODY;
    node->number[change->to] = (uint8_t)change->piece;
    node->at[us][change->piece] = (uint8_t)change->to;
    if (move_is_promotion(move)) node->role[us][change->piece] = (uint8_t)move_promoted(move);
}

/* How many moves more a part is away after the move. */
static int away_more(const Finals *f, const Part *part, const Change *change) {
    if (!(part->active >> change->piece & 1)) return 0;
    uint8_t target = part->target[change->piece];
    Square to = target_square(target);
    Guise guise = target_guise(target);
    return f->reach.moves[change->row_after[guise]][to][change->to] -
           f->reach.moves[change->row_before[guise]][to][change->from];
}

static void keep_own(Finals *f, const Change *change, int moves, Group *group) {
    uint32_t first = group->first[change->mover], count = group->count[change->mover];
    uint32_t kept = f->entries_used;
    for (uint32_t i = first; i < first + count; i++) {
        Entry entry = f->entries[i];
        int away = entry.away + away_more(f, &f->parts[entry.part], change);
        if (away <= moves) finals_add_entry(f, entry.part, away);
    }
    group->first[change->mover] = kept;
    group->count[change->mover] = f->entries_used - kept;
}

static void keep_others(Finals *f, const Change *change, Group *group) {
    Color them = other(change->mover);
    uint32_t first = group->first[them], count = group->count[them], kept = f->entries_used;
    for (uint32_t i = first; i < first + count; i++) {
        Entry entry = f->entries[i];
        bool lost = f->parts[entry.part].active >> change->taken & 1;
        if (!lost) finals_add_entry(f, entry.part, entry.away);
    }
    group->first[them] = kept;
    group->count[them] = f->entries_used - kept;
}

static void keep_group(Finals *f, const Change *change, FinalMoves moves, Group group) {
    uint32_t before = f->entries_used;
    keep_own(f, change, moves.of[change->mover], &group);
    if (group.count[change->mover] && change->taken != FINAL_NOBODY) keep_others(f, change, &group);
    if (group.count[WHITE] && group.count[BLACK])
        finals_add_group(f, group);
    else
        f->entries_used = before;
}

bool finals_enter(Finals *f, const FinalNode *node, const Board *b, Move move, FinalMoves moves,
                  FinalNode *next) {
    Change change = change_of(node, b, move);
    *next = *node;
    apply(next, &change, move);
    next->groups_before = f->groups_used;
    next->entries_before = f->entries_used;
    next->first = f->groups_used;
    for (uint32_t g = node->first; g < node->first + node->count; g++)
        keep_group(f, &change, moves, f->groups[g]);
    next->count = f->groups_used - next->first;
    next->blind = node->blind || f->failed;
    f->failed = false;
    if (next->count || next->blind) return true;
    finals_leave(f, next);
    return false;
}

void finals_leave(Finals *f, const FinalNode *node) {
    f->groups_used = node->groups_before;
    f->entries_used = node->entries_before;
}

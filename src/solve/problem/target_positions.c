// SPDX-License-Identifier: MIT
#include "solve/problem/target_positions.h"

#include "base/array.h"
#include "solve/mate/mate_node.h"
#include "solve/problem/target_list.h"

#include <stdlib.h>
#include <string.h>

TargetPositions *target_positions_new(void) {
    return calloc(1, sizeof(TargetPositions));
}

void target_positions_free(TargetPositions *targets) {
    if (!targets) return;
    free(targets->parts);
    free(targets->entries);
    free(targets->groups);
    free(targets);
}

// --- stacks that grow ---

/* Makes room for one more element; false, and noted, when memory or the 32-bit numbers run out. */
static bool make_room(TargetPositions *targets, void *items, uint32_t used, size_t *capacity,
                      size_t size) {
    bool room = used < UINT32_MAX && array_reserve(items, capacity, (size_t)used + 1, size);
    if (!room) targets->failed = true;
    return room;
}

void target_positions_add_entry(TargetPositions *targets, uint32_t part, int away) {
    if (!make_room(targets, &targets->entries, targets->entries_used, &targets->entries_capacity,
                   sizeof *targets->entries))
        return;
    targets->entries[targets->entries_used++] = (TargetEntry){part, away};
}

void target_positions_add_group(TargetPositions *targets, TargetGroup group) {
    if (!make_room(targets, &targets->groups, targets->groups_used, &targets->groups_capacity,
                   sizeof *targets->groups))
        return;
    targets->groups[targets->groups_used++] = group;
}

uint32_t target_positions_add_part(TargetPositions *targets, const TargetPart *part) {
    if (!make_room(targets, &targets->parts, targets->parts_used, &targets->parts_capacity,
                   sizeof *targets->parts))
        return 0;
    targets->parts[targets->parts_used] = *part;
    return targets->parts_used++;
}

// --- the list ---

static void number_pieces(const Board *b, TargetNode *out) {
    memset(out, 0, sizeof *out);
    memset(out->at, NO_SQUARE, sizeof out->at);
    memset(out->number, TARGET_NO_PIECE, sizeof out->number);
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

/* Castling is not supported, since it moves two pieces at once. */
static bool can_be_listed(const Board *b, TargetMovesLeft moves) {
    return !b->castling && popcount(b->color[WHITE]) <= TARGET_PIECES &&
           popcount(b->color[BLACK]) <= TARGET_PIECES && moves.of[WHITE] <= TARGET_MOVES_MAX &&
           moves.of[BLACK] <= TARGET_MOVES_MAX;
}

static void list_targets(TargetPositions *targets, const Board *b) {
    int captures[2] = {popcount(b->color[BLACK]) - 1, popcount(b->color[WHITE]) - 1};
    targets->parts_used = targets->entries_used = targets->groups_used = 0;
    targets->failed = false;
    targets->usable = false;
    if (!can_be_listed(b, targets->moves)) return;
    reach_prepare(&targets->reach, captures);
    number_pieces(b, &targets->root);
    targets->usable = target_positions_enumerate(targets, b, &targets->root) && !targets->failed;
    targets->root.count = targets->groups_used;
}

const TargetNode *target_positions_list(TargetPositions *targets, const Board *b, Key key,
                                        Color victim, TargetMovesLeft moves) {
    bool same = targets->known && targets->key == key && targets->victim == victim &&
                targets->moves.of[WHITE] == moves.of[WHITE] &&
                targets->moves.of[BLACK] == moves.of[BLACK];
    if (!same) {
        targets->known = true;
        targets->key = key;
        targets->victim = victim;
        targets->moves = moves;
        list_targets(targets, b);
    }
    return targets->usable ? &targets->root : NULL;
}

// --- one position ---

/* The squares from which the piece can still reach its target square, if `spare` moves more are
 * available than the part needs. */
static Bitboard near_enough(const Reachability *reach, int row, Square to, Square from, int spare) {
    int moves = reach->moves[row][to][from] - 1 + spare;
    if (moves < 0) return 0;
    return reach->within[row][to][moves < REACH_MOVES_MAX ? moves : REACH_MOVES_MAX];
}

static void add_destinations(const TargetPositions *targets, const TargetNode *node, Color mover,
                             const TargetPart *part, int spare,
                             Bitboard destinations[TARGET_PIECES]) {
    for (unsigned left = part->active; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        uint8_t target = part->target[i];
        int row = reach_row(mover, (Role)node->role[mover][i], target_reach_role(target));
        destinations[i] |=
            near_enough(&targets->reach, row, target_square(target), node->at[mover][i], spare);
    }
}

void target_positions_destinations(const TargetPositions *targets, const TargetNode *node,
                                   Color mover, TargetMovesLeft moves,
                                   Bitboard destinations[TARGET_PIECES]) {
    unsigned idle = 0; // pieces that have a spare move
    memset(destinations, node->unknown ? 0xff : 0, TARGET_PIECES * sizeof *destinations);
    for (uint32_t g = node->first; g < node->first + node->count; g++) {
        const TargetGroup *group = &targets->groups[g];
        const TargetEntry *entry = targets->entries + group->first[mover];
        for (uint32_t i = 0; i < group->count[mover]; i++) {
            const TargetPart *part = &targets->parts[entry[i].part];
            int spare = moves.of[mover] - entry[i].away;
            if (spare > 0) idle |= ~(unsigned)part->active;
            add_destinations(targets, node, mover, part, spare, destinations);
        }
    }
    for (int i = 0; i < TARGET_PIECES; i++)
        if (idle >> i & 1) destinations[i] = ~0ull;
}

// --- from one to the next ---

typedef struct {
    Color mover;
    int piece, taken; // numbers of the pieces; taken: TARGET_NO_PIECE if none is
    Square from, to;
    int row_before[REACH_ROLES], row_after[REACH_ROLES];
} TargetChange;

static TargetChange change_of(const TargetNode *node, const Board *b, Move move) {
    TargetChange change = {.mover = (Color)b->turn, .from = move_from(move), .to = move_to(move)};
    Square victim = change.to;
    if (move_kind(move) == MOVE_EN_PASSANT)
        victim = square_at(file_of(change.to), rank_of(change.from));
    change.piece = node->number[change.from];
    change.taken = node->number[victim];
    Role before = (Role)node->role[change.mover][change.piece];
    Role after = move_is_promotion(move) ? move_promotion_role(move) : before;
    for (int reach_role = 0; reach_role < REACH_ROLES; reach_role++) {
        change.row_before[reach_role] = reach_row(change.mover, before, (ReachRole)reach_role);
        change.row_after[reach_role] = reach_row(change.mover, after, (ReachRole)reach_role);
    }
    return change;
}

static void apply(TargetNode *node, const TargetChange *change, Move move) {
    Color us = change->mover, them = other(us);
    if (change->taken != TARGET_NO_PIECE) {
        node->number[node->at[them][change->taken]] = TARGET_NO_PIECE;
        node->at[them][change->taken] = NO_SQUARE;
    }
    node->number[change->from] = TARGET_NO_PIECE;
    node->number[change->to] = (uint8_t)change->piece;
    node->at[us][change->piece] = (uint8_t)change->to;
    if (move_is_promotion(move)) node->role[us][change->piece] = (uint8_t)move_promotion_role(move);
}

/* By how many moves the distance of a part grows with the move. */
static int away_more(const TargetPositions *targets, const TargetPart *part,
                     const TargetChange *change) {
    if (!(part->active >> change->piece & 1)) return 0;
    uint8_t target = part->target[change->piece];
    Square to = target_square(target);
    ReachRole reach_role = target_reach_role(target);
    return targets->reach.moves[change->row_after[reach_role]][to][change->to] -
           targets->reach.moves[change->row_before[reach_role]][to][change->from];
}

static void keep_own(TargetPositions *targets, const TargetChange *change, int moves,
                     TargetGroup *group) {
    uint32_t first = group->first[change->mover], count = group->count[change->mover];
    uint32_t kept = targets->entries_used;
    for (uint32_t i = first; i < first + count; i++) {
        TargetEntry entry = targets->entries[i];
        int away = entry.away + away_more(targets, &targets->parts[entry.part], change);
        if (away <= moves) target_positions_add_entry(targets, entry.part, away);
    }
    group->first[change->mover] = kept;
    group->count[change->mover] = targets->entries_used - kept;
}

static void keep_others(TargetPositions *targets, const TargetChange *change, TargetGroup *group) {
    Color them = other(change->mover);
    uint32_t first = group->first[them], count = group->count[them], kept = targets->entries_used;
    for (uint32_t i = first; i < first + count; i++) {
        TargetEntry entry = targets->entries[i];
        bool lost = targets->parts[entry.part].active >> change->taken & 1;
        if (!lost) target_positions_add_entry(targets, entry.part, entry.away);
    }
    group->first[them] = kept;
    group->count[them] = targets->entries_used - kept;
}

static void keep_group(TargetPositions *targets, const TargetChange *change, TargetMovesLeft moves,
                       TargetGroup group) {
    uint32_t before = targets->entries_used;
    keep_own(targets, change, moves.of[change->mover], &group);
    if (group.count[change->mover] && change->taken != TARGET_NO_PIECE)
        keep_others(targets, change, &group);
    if (group.count[WHITE] && group.count[BLACK])
        target_positions_add_group(targets, group);
    else
        targets->entries_used = before;
}

bool target_positions_push(TargetPositions *targets, const TargetNode *node, const Board *b,
                           Move move, TargetMovesLeft moves, TargetNode *next) {
    TargetChange change = change_of(node, b, move);
    *next = *node;
    apply(next, &change, move);
    next->groups_before = targets->groups_used;
    next->entries_before = targets->entries_used;
    next->first = targets->groups_used;
    for (uint32_t g = node->first; g < node->first + node->count; g++)
        keep_group(targets, &change, moves, targets->groups[g]);
    next->count = targets->groups_used - next->first;
    next->unknown = node->unknown || targets->failed;
    targets->failed = false;
    if (next->count || next->unknown) return true;
    target_positions_pop(targets, next);
    return false;
}

void target_positions_pop(TargetPositions *targets, const TargetNode *node) {
    targets->groups_used = node->groups_before;
    targets->entries_used = node->entries_before;
}

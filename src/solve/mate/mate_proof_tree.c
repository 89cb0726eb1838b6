// SPDX-License-Identifier: MIT
#include "solve/mate/mate_proof_tree.h"

#include "base/array.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

void proof_tree_free(ProofTree *tree) {
    free(tree->items);
    *tree = (ProofTree){0};
}

bool proof_tree_add(ProofTree *tree, Move move, int ply, uint32_t back_reference) {
    if (tree->count == PROOF_TREE_MAX) return false;
    if (!array_reserve(&tree->items, &tree->capacity, tree->count + 1, sizeof *tree->items)) {
        tree->no_memory = true;
        return false;
    }
    tree->items[tree->count++] = (ProofStep){move, (uint8_t)ply, back_reference};
    return true;
}

size_t proof_tree_subtree_end(const ProofTree *tree, size_t at) {
    size_t end = at + 1;
    while (end < tree->count && tree->items[end].ply > tree->items[at].ply) end++;
    return end;
}

/* The longest line below each step: its half-moves, and its first step. */
typedef struct {
    uint8_t *height;
    uint32_t *best;
    size_t open[256]; // by ply: the step whose subtree is being scanned
} SubtreeHeights;

/* Propagates the heights of finished subtrees, from ply `deepest` up to `ply`, to their parents. */
static void close_subtrees(SubtreeHeights *h, int deepest, int ply) {
    for (int p = deepest; p >= ply && p > 0; p--) {
        size_t child = h->open[p], parent = h->open[p - 1];
        if (h->height[parent] > h->height[child]) continue;
        h->height[parent] = (uint8_t)(h->height[child] + 1);
        h->best[parent] = (uint32_t)child;
    }
}

/* A single pass is enough: references lead to finished subtrees. */
static void measure(const ProofTree *tree, SubtreeHeights *h) {
    int deepest = -1;
    for (size_t i = 0; i < tree->count; i++) {
        const ProofStep *step = &tree->items[i];
        close_subtrees(h, deepest, step->ply);
        h->height[i] = step->back_reference ? h->height[step->back_reference - 1] : 0;
        h->best[i] = step->back_reference ? h->best[step->back_reference - 1] : 0;
        h->open[step->ply] = i;
        deepest = step->ply;
    }
    close_subtrees(h, deepest, 1);
}

static int longest_line(const ProofTree *tree, const SubtreeHeights *h, Move *out, int max) {
    size_t at = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (tree->items[i].ply == 0 && h->height[i] > h->height[at]) at = i;
    for (int length = 0; length < max; at = h->best[at]) {
        out[length++] = tree->items[at].move;
        if (h->height[at] == 0) return length;
    }
    return 0;
}

int proof_tree_main_line(const ProofTree *tree, Move *out, int max) {
    int length = 0;
    SubtreeHeights h = {.height = malloc(tree->count + 1),
                        .best = malloc((tree->count + 1) * sizeof *h.best)};
    if (h.height && h.best && tree->count) {
        measure(tree, &h);
        length = longest_line(tree, &h, out, max);
    }
    free(h.height);
    free(h.best);
    return length;
}

/* The positions written so far, by key and moves left. */
typedef struct {
    Key *keys;
    uint32_t *steps;
    size_t count, size; // size: a power of two
} PositionTable;

typedef struct {
    ProofTree *tree;
    const ProofOracle *oracle;
    PositionTable positions;
} ProofTreeWriter;

static size_t position_table_slot(const PositionTable *positions, Key key) {
    size_t i = key & (positions->size - 1);
    while (positions->keys[i] && positions->keys[i] != key) i = (i + 1) & (positions->size - 1);
    return i;
}

static bool position_table_grow(PositionTable *positions) {
    PositionTable old = *positions;
    positions->size = old.size ? old.size * 2 : 1024;
    positions->keys = calloc(positions->size, sizeof *positions->keys);
    positions->steps = calloc(positions->size, sizeof *positions->steps);
    if (!positions->keys || !positions->steps) {
        free(positions->keys);
        free(positions->steps);
        *positions = old;
        return false;
    }
    for (size_t i = 0; i < old.size; i++) {
        if (!old.keys[i]) continue;
        size_t slot = position_table_slot(positions, old.keys[i]);
        positions->keys[slot] = old.keys[i];
        positions->steps[slot] = old.steps[i];
    }
    free(old.keys);
    free(old.steps);
    return true;
}

/* The clock is part of the key: it limits what may follow. */
static Key position_table_key(const Position *pos, int n) {
    Key key = hash_salt(pos->key, (uint64_t)n, HASH_GOLDEN);
    return hash_salt(key, (uint64_t)pos->halfmove, HASH_LCG) | 1;
}

/* Adds the step that leads to `next`. Sets *known if its subtree was written before, and then adds
 * a back reference. */
static bool add_step(ProofTreeWriter *w, const Position *next, Move move, int n, int ply,
                     bool *known) {
    if (w->positions.count * 2 >= w->positions.size && !position_table_grow(&w->positions)) {
        w->tree->no_memory = true;
        return false;
    }
    Key key = position_table_key(next, n);
    size_t slot = position_table_slot(&w->positions, key);
    *known = w->positions.keys[slot] != 0;
    if (!*known) {
        w->positions.keys[slot] = key;
        w->positions.steps[slot] = (uint32_t)w->tree->count + 1;
        w->positions.count++;
    }
    return proof_tree_add(w->tree, move, ply, *known ? w->positions.steps[slot] : 0);
}

static bool prove_defences(ProofTreeWriter *w, const Position *pos, int n, int ply);

static bool prove_move(ProofTreeWriter *w, const Position *pos, int n, int ply) {
    if (w->oracle->is_reached(w->oracle->context, pos, true)) return true;
    Move move = n > 0 ? w->oracle->attack(w->oracle->context, pos, n) : NO_MOVE;
    if (!move || !proof_tree_add(w->tree, move, ply, 0)) return false;
    Position next = position_after(pos, move);
    return prove_defences(w, &next, n - 1, ply + 1);
}

static bool prove_defences(ProofTreeWriter *w, const Position *pos, int n, int ply) {
    if (w->oracle->is_reached(w->oracle->context, pos, false)) return true;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        bool known;
        Position next = position_after(pos, moves.items[i]);
        if (!add_step(w, &next, moves.items[i], n, ply, &known)) return false;
        if (!known && !prove_move(w, &next, n, ply + 1)) return false;
    }
    return moves.count > 0;
}

static bool refute_moves(ProofTreeWriter *w, const Position *pos, int n, int ply);

static bool refute_move(ProofTreeWriter *w, const Position *pos, int n, int ply) {
    MoveList moves;
    position_legal_moves(pos, &moves);
    if (n < 1 || moves.count == 0) return true;
    Move move = w->oracle->defence(w->oracle->context, pos, n);
    if (!move) return false;
    bool known;
    Position next = position_after(pos, move);
    if (!add_step(w, &next, move, n, ply, &known)) return false;
    return known || refute_moves(w, &next, n, ply + 1);
}

static bool refute_moves(ProofTreeWriter *w, const Position *pos, int n, int ply) {
    if (n <= REFUTATION_LEAF) return true;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!proof_tree_add(w->tree, moves.items[i], ply, 0)) return false;
        if (!refute_move(w, &next, n - 1, ply + 1)) return false;
    }
    return true;
}

static bool finish(ProofTreeWriter *w, bool done) {
    free(w->positions.keys);
    free(w->positions.steps);
    if (done) return true;
    bool no_memory = w->tree->no_memory;
    proof_tree_free(w->tree);
    w->tree->no_memory = no_memory;
    return false;
}

bool proof_tree_write_proof(ProofTree *tree, const Position *pos, int n, bool mated,
                            const ProofOracle *oracle) {
    ProofTreeWriter w = {.tree = tree, .oracle = oracle};
    return finish(&w, mated ? prove_defences(&w, pos, n, 0) : prove_move(&w, pos, n, 0));
}

bool proof_tree_write_refutation(ProofTree *tree, const Position *pos, int n, bool mated,
                                 const ProofOracle *oracle) {
    ProofTreeWriter w = {.tree = tree, .oracle = oracle};
    return finish(&w, mated ? refute_move(&w, pos, n, 0) : refute_moves(&w, pos, n, 0));
}

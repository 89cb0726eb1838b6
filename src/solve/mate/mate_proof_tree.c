// SPDX-License-Identifier: MIT
#include "solve/mate/mate_proof_tree.h"

#include <stdlib.h>
#include <string.h>

void mate_tree_free(MateTree *tree) {
    free(tree->items);
    *tree = (MateTree){0};
}

bool mate_tree_add(MateTree *tree, Move move, int ply, uint32_t same) {
    if (tree->count == MATE_TREE_MAX) return false;
    if (tree->count == tree->capacity) {
        size_t capacity = tree->capacity ? tree->capacity * 2 : 256;
        MateStep *items = realloc(tree->items, capacity * sizeof *items);
        if (!items) {
            tree->no_memory = true;
            return false;
        }
        tree->items = items;
        tree->capacity = capacity;
    }
    tree->items[tree->count++] = (MateStep){move, (uint8_t)ply, same};
    return true;
}

size_t mate_tree_end(const MateTree *tree, size_t at) {
    size_t end = at + 1;
    while (end < tree->count && tree->items[end].ply > tree->items[at].ply) end++;
    return end;
}

/* The longest way below each step: its half-moves, and the step that begins it. */
typedef struct {
    uint8_t *height;
    uint32_t *best;
    size_t open[256]; // by ply: the step whose subtree is being read
} Heights;

/* Hands the heights of finished subtrees, from `deepest` up to `ply`, to the steps above them. */
static void close_subtrees(Heights *h, int deepest, int ply) {
    for (int p = deepest; p >= ply && p > 0; p--) {
        size_t child = h->open[p], parent = h->open[p - 1];
        if (h->height[parent] > h->height[child]) continue;
        h->height[parent] = (uint8_t)(h->height[child] + 1);
        h->best[parent] = (uint32_t)child;
    }
}

/* A reference goes to a subtree that is finished, so one pass will do. */
static void measure(const MateTree *tree, Heights *h) {
    int deepest = -1;
    for (size_t i = 0; i < tree->count; i++) {
        const MateStep *step = &tree->items[i];
        close_subtrees(h, deepest, step->ply);
        h->height[i] = step->same ? h->height[step->same - 1] : 0;
        h->best[i] = step->same ? h->best[step->same - 1] : 0;
        h->open[step->ply] = i;
        deepest = step->ply;
    }
    close_subtrees(h, deepest, 1);
}

static int longest_way(const MateTree *tree, const Heights *h, Move *out, int max) {
    size_t at = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (tree->items[i].ply == 0 && h->height[i] > h->height[at]) at = i;
    for (int length = 0; length < max; at = h->best[at]) {
        out[length++] = tree->items[at].move;
        if (h->height[at] == 0) return length;
    }
    return 0;
}

int mate_tree_line(const MateTree *tree, Move *out, int max) {
    int length = 0;
    Heights h = {.height = malloc(tree->count + 1),
                 .best = malloc((tree->count + 1) * sizeof *h.best)};
    if (h.height && h.best && tree->count) {
        measure(tree, &h);
        length = longest_way(tree, &h, out, max);
    }
    free(h.height);
    free(h.best);
    return length;
}

/* Positions met while writing, by key and moves left. */
typedef struct {
    Key *keys;
    uint32_t *steps;
    size_t count, size; // size: a power of two
} Seen;

typedef struct {
    MateTree *tree;
    const MateOracle *oracle;
    Seen seen;
} Writer;

static size_t seen_slot(const Seen *seen, Key key) {
    size_t i = key & (seen->size - 1);
    while (seen->keys[i] && seen->keys[i] != key) i = (i + 1) & (seen->size - 1);
    return i;
}

static bool seen_grow(Seen *seen) {
    Seen old = *seen;
    seen->size = old.size ? old.size * 2 : 1024;
    seen->keys = calloc(seen->size, sizeof *seen->keys);
    seen->steps = calloc(seen->size, sizeof *seen->steps);
    if (!seen->keys || !seen->steps) {
        free(seen->keys);
        free(seen->steps);
        *seen = old;
        return false;
    }
    for (size_t i = 0; i < old.size; i++) {
        if (!old.keys[i]) continue;
        size_t slot = seen_slot(seen, old.keys[i]);
        seen->keys[slot] = old.keys[i];
        seen->steps[slot] = old.steps[i];
    }
    free(old.keys);
    free(old.steps);
    return true;
}

/* The clock is part of what makes positions equal here, as it bounds what may follow. */
static Key seen_key(const Position *pos, int n) {
    return (pos->key ^ ((uint64_t)n * 0x9e3779b97f4a7c15u) ^
            ((uint64_t)pos->halfmove * 0xd1342543de82ef95u)) |
           1;
}

/* Adds the step that leads to `next`; *known when its subtree stands elsewhere already. */
static bool add_step(Writer *w, const Position *next, Move move, int n, int ply, bool *known) {
    if (w->seen.count * 2 >= w->seen.size && !seen_grow(&w->seen)) {
        w->tree->no_memory = true;
        return false;
    }
    Key key = seen_key(next, n);
    size_t slot = seen_slot(&w->seen, key);
    *known = w->seen.keys[slot] != 0;
    if (!*known) {
        w->seen.keys[slot] = key;
        w->seen.steps[slot] = (uint32_t)w->tree->count + 1;
        w->seen.count++;
    }
    return mate_tree_add(w->tree, move, ply, *known ? w->seen.steps[slot] : 0);
}

static bool prove_defences(Writer *w, const Position *pos, int n, int ply);

static bool prove_move(Writer *w, const Position *pos, int n, int ply) {
    if (w->oracle->is_reached(w->oracle->context, pos, true)) return true;
    Move move = n > 0 ? w->oracle->attack(w->oracle->context, pos, n) : NO_MOVE;
    if (!move || !mate_tree_add(w->tree, move, ply, 0)) return false;
    Position next = position_after(pos, move);
    return prove_defences(w, &next, n - 1, ply + 1);
}

static bool prove_defences(Writer *w, const Position *pos, int n, int ply) {
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

static bool refute_moves(Writer *w, const Position *pos, int n, int ply);

static bool refute_move(Writer *w, const Position *pos, int n, int ply) {
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

static bool refute_moves(Writer *w, const Position *pos, int n, int ply) {
    if (n <= REFUTATION_LEAF) return true;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!mate_tree_add(w->tree, moves.items[i], ply, 0)) return false;
        if (!refute_move(w, &next, n - 1, ply + 1)) return false;
    }
    return true;
}

static bool finish(Writer *w, bool done) {
    free(w->seen.keys);
    free(w->seen.steps);
    if (done) return true;
    bool no_memory = w->tree->no_memory;
    mate_tree_free(w->tree);
    w->tree->no_memory = no_memory;
    return false;
}

bool mate_tree_prove(MateTree *tree, const Position *pos, int n, bool mated,
                     const MateOracle *oracle) {
    Writer w = {.tree = tree, .oracle = oracle};
    return finish(&w, mated ? prove_defences(&w, pos, n, 0) : prove_move(&w, pos, n, 0));
}

bool mate_tree_refute(MateTree *tree, const Position *pos, int n, bool mated,
                      const MateOracle *oracle) {
    Writer w = {.tree = tree, .oracle = oracle};
    return finish(&w, mated ? refute_move(&w, pos, n, 0) : refute_moves(&w, pos, n, 0));
}

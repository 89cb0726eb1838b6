// SPDX-License-Identifier: MIT
#include "roek/solve/runcode.h"

#include <stdlib.h>
#include <string.h>

enum { CLASSES = 10 };
static const uint16_t CLASS_START[CLASSES + 1] = {1, 2, 3, 4, 5, 9, 17, 33, 65, 129, 257};
static const uint8_t CLASS_BITS[CLASSES] = {0, 0, 0, 0, 2, 3, 4, 5, 6, 7};

static int run_class(int length) {
    int c = 0;
    while (length >= CLASS_START[c + 1]) c++;
    return c;
}

static int run_length(const uint8_t *values, int count) {
    int n = 1;
    while (n < count && values[n] == values[0]) n++;
    return n;
}

// Making the code.

typedef struct {
    uint64_t weight;
    int symbol;
    int parent;
} Node;

typedef struct {
    Node node[2 * RUNCODE_SYMBOLS];
    int leaves;
} Tree;

static int compare_leaves(const void *a, const void *b) {
    const Node *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
    return x->symbol - y->symbol;
}

/* The lighter of the next leaf and the next inner node; both queues are in order of weight. */
static int take_lightest(const Tree *t, int *leaf, int *inner, int end) {
    bool take_leaf =
        *leaf < t->leaves && (*inner >= end || t->node[*leaf].weight <= t->node[*inner].weight);
    return take_leaf ? (*leaf)++ : (*inner)++;
}

/* Joins the two lightest until one is left; returns it, the root. */
static int grow_tree(Tree *t) {
    qsort(t->node, (size_t)t->leaves, sizeof *t->node, compare_leaves);
    int leaf = 0, inner = t->leaves, end = t->leaves;
    while (end < 2 * t->leaves - 1) {
        int a = take_lightest(t, &leaf, &inner, end);
        int b = take_lightest(t, &leaf, &inner, end);
        t->node[a].parent = t->node[b].parent = end;
        t->node[end] = (Node){.weight = t->node[a].weight + t->node[b].weight};
        end++;
    }
    return end - 1;
}

static int leaf_depth(const Tree *t, int leaf, int root) {
    int depth = 0;
    for (int n = leaf; n != root; n = t->node[n].parent) depth++;
    return depth ? depth : 1; // even a lone symbol takes a bit
}

/* Flattens the weights until no code is too long. */
static void limit_depth(Tree *t) {
    for (;;) {
        int root = grow_tree(t), deepest = 0;
        for (int i = 0; i < t->leaves; i++) {
            int depth = leaf_depth(t, i, root);
            if (depth > deepest) deepest = depth;
        }
        if (deepest <= RUNCODE_LONGEST) return;
        for (int i = 0; i < t->leaves; i++) t->node[i].weight = (t->node[i].weight + 1) / 2;
    }
}

static void count_symbols(const uint8_t *values, uint64_t count, uint64_t *weight) {
    for (uint64_t i = 0; i < count;) {
        uint64_t left_in_block = RUNCODE_BLOCK - i % RUNCODE_BLOCK;
        int left = (int)(left_in_block < count - i ? left_in_block : count - i);
        int n = run_length(values + i, left);
        weight[values[i] * 16 + run_class(n)]++;
        i += (uint64_t)n;
    }
}

/* Heaviest leaves have the shortest codes, so backwards through them is canonical order. */
static void code_from_tree(const Tree *t, RunCode *out) {
    int root = 2 * t->leaves - 2;
    memset(out, 0, sizeof *out);
    for (int length = 1; length <= RUNCODE_LONGEST; length++)
        for (int i = t->leaves - 1; i >= 0; i--) {
            if (leaf_depth(t, i, root) != length) continue;
            out->count[length]++;
            out->symbol[out->symbol_count++] = (uint16_t)t->node[i].symbol;
        }
}

bool runcode_make(const uint8_t *values, uint64_t count, RunCode *out) {
    uint64_t *weight = calloc(RUNCODE_SYMBOLS, sizeof *weight);
    Tree *t = calloc(1, sizeof *t);
    bool ok = weight && t;
    if (ok) {
        count_symbols(values, count, weight);
        for (int s = 0; s < RUNCODE_SYMBOLS; s++)
            if (weight[s]) t->node[t->leaves++] = (Node){.weight = weight[s], .symbol = s};
        limit_depth(t);
        code_from_tree(t, out);
        ok = runcode_complete(out);
    }
    free(weight);
    free(t);
    return ok;
}

bool runcode_complete(RunCode *code) {
    uint64_t next = 0; // the next free code of this length
    uint32_t place = 0;
    for (int length = 1; length <= RUNCODE_LONGEST; length++) {
        next *= 2;
        code->base[length] = (uint32_t)next - place;
        next += code->count[length];
        place += code->count[length];
        if (next > 1ull << length || place > RUNCODE_SYMBOLS) return false;
        code->limit[length] = next << (32 - length);
    }
    if (place == 0 || place != code->symbol_count) return false;
    for (uint32_t ahead = 0; ahead < 256; ahead++) {
        uint8_t bits = 1;
        while (bits < RUNCODE_LONGEST && (uint64_t)ahead << 24 >= code->limit[bits]) bits++;
        code->shortest[ahead] = bits;
    }
    for (uint32_t i = 0; i < place; i++)
        if (code->symbol[i] >= RUNCODE_SYMBOLS || code->symbol[i] % 16 >= CLASSES) return false;
    return true;
}

// Writing.

void runcode_writer(const RunCode *code, RunWriter *out) {
    memset(out, 0, sizeof *out);
    uint32_t place = 0;
    for (int length = 1; length <= RUNCODE_LONGEST; length++)
        for (int i = 0; i < code->count[length]; i++, place++) {
            out->bits[code->symbol[place]] = place + code->base[length];
            out->length[code->symbol[place]] = (uint8_t)length;
        }
}

typedef struct {
    uint64_t bits; // the lowest `waiting` ones are not written yet
    int waiting;
    Text *out;
} BitWriter;

static void put_bits(BitWriter *w, uint32_t bits, int count) {
    w->bits = w->bits << count | bits;
    w->waiting += count;
    while (w->waiting >= 8) {
        w->waiting -= 8;
        text_char(w->out, (char)(w->bits >> w->waiting & 0xff));
    }
}

void runcode_write(const RunWriter *writer, const uint8_t *values, int count, Text *out) {
    BitWriter w = {.out = out};
    for (int i = 0; i < count;) {
        int n = run_length(values + i, count - i), c = run_class(n);
        int symbol = values[i] * 16 + c;
        put_bits(&w, writer->bits[symbol], writer->length[symbol]);
        put_bits(&w, (uint32_t)(n - CLASS_START[c]), CLASS_BITS[c]);
        i += n;
    }
    put_bits(&w, 0, 7);
}

// Reading.

typedef struct {
    const uint8_t *at, *end;
    uint64_t bits; // the highest `ready` ones are still to be read
    int ready;
} BitReader;

/* At least 32 bits for the taking; past the end come zeros, and `ready` keeps the count. */
static void refill(BitReader *r) {
    while (r->ready <= 56 && r->at < r->end) {
        r->bits |= (uint64_t)*r->at++ << (56 - r->ready);
        r->ready += 8;
    }
}

static bool take_bits(BitReader *r, int count) {
    r->bits <<= count;
    r->ready -= count;
    return r->ready >= 0;
}

/* The next run; false where the bytes end or hold no code. */
static bool read_run(const RunCode *code, BitReader *r, uint8_t *value, int *length) {
    refill(r);
    uint32_t ahead = (uint32_t)(r->bits >> 32);
    int bits = code->shortest[ahead >> 24];
    while (ahead >= code->limit[bits])
        if (++bits > RUNCODE_LONGEST) return false;
    uint32_t place = (ahead >> (32 - bits)) - code->base[bits];
    if (place >= code->symbol_count || !take_bits(r, bits)) return false;
    uint16_t symbol = code->symbol[place];
    int c = symbol % 16;
    *value = (uint8_t)(symbol / 16);
    *length = CLASS_START[c];
    if (!CLASS_BITS[c]) return true;
    *length += (int)(r->bits >> (64 - CLASS_BITS[c]));
    return take_bits(r, CLASS_BITS[c]);
}

bool runcode_read(const RunCode *code, const uint8_t *from, const uint8_t *end, int count,
                  uint8_t *values) {
    BitReader r = {.at = from, .end = end};
    for (int i = 0, length; i < count; i += length) {
        uint8_t value;
        if (!read_run(code, &r, &value, &length) || length > count - i) return false;
        memset(values + i, value, (size_t)length);
    }
    return true;
}

bool runcode_read_one(const RunCode *code, const uint8_t *from, const uint8_t *end, int index,
                      uint8_t *value) {
    BitReader r = {.at = from, .end = end};
    for (int i = 0, length; i <= index; i += length)
        if (!read_run(code, &r, value, &length)) return false;
    return true;
}

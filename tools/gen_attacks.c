// SPDX-License-Identifier: MIT
//
// Writes the constant tables of core/attacks.h and core/zobrist.h as C source. Everything is
// computed by walking the board one step at a time, so that this file is easy to verify, and tests
// can compare the fast look-ups with it.
#include "base/rng.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t Bitboard;
typedef struct {
    int file, rank;
} Step;

static const Step ROOK_STEPS[] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static const Step BISHOP_STEPS[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const Step KING_STEPS[] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0},
                                  {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const Step KNIGHT_STEPS[] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static bool inside(int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}
static Bitboard bit_at(int file, int rank) {
    return 1ull << (rank * 8 + file);
}

/* Squares reached from `s` by one step (reach 1) or many, up to and including a blocker. */
static Bitboard walk(int s, const Step *steps, int count, int reach, Bitboard occupied) {
    Bitboard seen = 0;
    for (int i = 0; i < count; i++) {
        int file = s % 8, rank = s / 8;
        for (int n = 0; n < reach; n++) {
            file += steps[i].file;
            rank += steps[i].rank;
            if (!inside(file, rank)) break;
            seen |= bit_at(file, rank);
            if (occupied & bit_at(file, rank)) break;
        }
    }
    return seen;
}

/* The relevant occupancy of a sliding piece: all squares of its rays but the last of each. */
static Bitboard inner(int s, const Step *steps) {
    Bitboard mask = 0;
    for (int i = 0; i < 4; i++) {
        int file = s % 8 + steps[i].file, rank = s / 8 + steps[i].rank;
        while (inside(file + steps[i].file, rank + steps[i].rank)) {
            mask |= bit_at(file, rank);
            file += steps[i].file;
            rank += steps[i].rank;
        }
    }
    return mask;
}

static void print_word(Bitboard word) {
    printf("0x%llxull,", (unsigned long long)word);
}

static void print_leaper(const char *name, const Step *steps, int count, int reach) {
    printf("const Bitboard %s[64] = {", name);
    for (int s = 0; s < 64; s++) print_word(walk(s, steps, count, reach, 0));
    printf("};\n");
}

static void print_pawns(void) {
    printf("const Bitboard PAWN_ATTACKS[2][64] = {");
    for (int color = 0; color < 2; color++) {
        int up = color == 0 ? 1 : -1;
        const Step steps[] = {{-1, up}, {1, up}};
        printf("{");
        for (int s = 0; s < 64; s++) print_word(walk(s, steps, 2, 1, 0));
        printf("},\n");
    }
    printf("};\n");
}

/* The step that leads from a to b along a line; false if they share none. */
static bool direction(int a, int b, Step *step) {
    int file = b % 8 - a % 8, rank = b / 8 - a / 8;
    if (a == b || (file != 0 && rank != 0 && file != rank && file != -rank)) return false;
    step->file = (file > 0) - (file < 0);
    step->rank = (rank > 0) - (rank < 0);
    return true;
}

static Bitboard between(int a, int b) {
    Step step;
    if (!direction(a, b, &step)) return 0;
    return walk(a, &step, 1, 8, 1ull << b) & ~(1ull << b);
}

static Bitboard whole_line(int a, int b) {
    Step step;
    if (!direction(a, b, &step)) return 0;
    Step back = {-step.file, -step.rank};
    return walk(a, &step, 1, 8, 0) | walk(a, &back, 1, 8, 0) | 1ull << a;
}

static void print_pairs(const char *name, Bitboard (*of)(int, int)) {
    printf("const Bitboard %s[64][64] = {", name);
    for (int a = 0; a < 64; a++) {
        printf("{");
        for (int b = 0; b < 64; b++) print_word(of(a, b));
        printf("},\n");
    }
    printf("};\n");
}

static void print_line_masks(void) {
    const Step file[] = {{0, 1}, {0, -1}}, diagonal[] = {{1, 1}, {-1, -1}},
               antidiagonal[] = {{1, -1}, {-1, 1}};
    print_leaper("FILE_MASK", file, 2, 8);
    print_leaper("DIAGONAL_MASK", diagonal, 2, 8);
    print_leaper("ANTIDIAGONAL_MASK", antidiagonal, 2, 8);
    const Step rank[] = {{1, 0}, {-1, 0}};
    printf("const uint8_t RANK_ATTACKS[64][8] = {");
    for (int blockers = 0; blockers < 64; blockers++) {
        printf("{");
        for (int s = 0; s < 8; s++)
            printf("%u,", (unsigned)walk(s, rank, 2, 8, (Bitboard)blockers << 1));
        printf("},");
    }
    printf("};\n");
}

/* Prints the attacks for every subset of the mask, in the order in which PEXT numbers them. */
static int print_subsets(int s, const Step *steps) {
    Bitboard mask = inner(s, steps), subset = 0;
    int count = 0;
    do {
        print_word(walk(s, steps, 4, 8, subset));
        subset = (subset - mask) & mask;
        count++;
    } while (subset);
    printf("\n");
    return count;
}

static void print_sliders(void) {
    uint32_t offset[2][64], next = 0;
    const Step *steps[2] = {ROOK_STEPS, BISHOP_STEPS};
    const char *names[2] = {"ROOK", "BISHOP"};
    printf("#if defined __BMI2__ || defined ROEK_ALL_TABLES\nconst Bitboard SLIDER_ATTACKS[] = {");
    for (int kind = 0; kind < 2; kind++)
        for (int s = 0; s < 64; s++) {
            offset[kind][s] = next;
            next += (uint32_t)print_subsets(s, steps[kind]);
        }
    printf("};\n");
    for (int kind = 0; kind < 2; kind++) {
        printf("const Bitboard %s_INNER[64] = {", names[kind]);
        for (int s = 0; s < 64; s++) print_word(inner(s, steps[kind]));
        printf("};\nconst uint32_t %s_OFFSET[64] = {", names[kind]);
        for (int s = 0; s < 64; s++) printf("%u,", offset[kind][s]);
        printf("};\n");
    }
    printf("#endif\n");
}

static uint64_t print_keys(const char *declaration, int count, Rng *rng) {
    uint64_t last = 0;
    printf("%s = {", declaration);
    for (int i = 0; i < count; i++) print_word(last = rng_next(rng));
    printf("};\n");
    return last;
}

enum { STEP_SLOTS = 8192 };

typedef struct {
    uint64_t keys[STEP_SLOTS];
    unsigned moves[STEP_SLOTS];
} StepTable;

/* Cuckoo hashing: an entry that finds its slot occupied evicts the occupant, which moves to its
 * other slot. */
static void insert_step(StepTable *table, uint64_t key, unsigned move) {
    unsigned slot = key % STEP_SLOTS;
    for (int thrown = 0; thrown < 1000; thrown++) {
        uint64_t old_key = table->keys[slot];
        unsigned old_move = table->moves[slot];
        table->keys[slot] = key;
        table->moves[slot] = move;
        if (!old_move) return;
        key = old_key;
        move = old_move;
        unsigned first = key % STEP_SLOTS, second = (key >> 16) % STEP_SLOTS;
        slot = slot == first ? second : first;
    }
    fprintf(stderr, "the table of steps is too full\n");
    exit(1);
}

/* The squares a piece reaches in one move from s on an empty board. */
static Bitboard steps_from(int role, int s) {
    switch (role) {
    case 1: return walk(s, KNIGHT_STEPS, 8, 1, 0);
    case 2: return walk(s, BISHOP_STEPS, 4, 8, 0);
    case 3: return walk(s, ROOK_STEPS, 4, 8, 0);
    case 4: return walk(s, BISHOP_STEPS, 4, 8, 0) | walk(s, ROOK_STEPS, 4, 8, 0);
    case 5: return walk(s, KING_STEPS, 8, 1, 0);
    default: return 0; // pawn moves are not reversible
    }
}

static void print_steps(uint64_t piece_keys[16][64], uint64_t black) {
    static StepTable table;
    for (int piece = 0; piece < 16; piece++)
        for (int from = 0; from < 64; from++)
            for (int to = from + 1; to < 64; to++)
                if (steps_from(piece % 8, from) >> to & 1)
                    insert_step(&table, piece_keys[piece][from] ^ piece_keys[piece][to] ^ black,
                                (unsigned)(from | to << 6));
    printf("const uint64_t STEP_KEYS[STEP_SLOTS] = {");
    for (int i = 0; i < STEP_SLOTS; i++) print_word(table.keys[i]);
    printf("};\nconst Move STEPS[STEP_SLOTS] = {");
    for (int i = 0; i < STEP_SLOTS; i++) printf("%u,", table.moves[i]);
    printf("};\n");
}

static void print_zobrist(void) {
    static uint64_t piece_keys[16][64];
    Rng rng = rng_seeded(20261115);
    printf("const uint64_t ZOBRIST_PIECE[16][64] = {");
    for (int piece = 0; piece < 16; piece++) {
        printf("{");
        if (piece % 8 < 6)
            for (int s = 0; s < 64; s++) print_word(piece_keys[piece][s] = rng_next(&rng));
        printf("},\n");
    }
    printf("};\n");
    print_keys("const uint64_t ZOBRIST_CASTLING[64]", 64, &rng);
    print_keys("const uint64_t ZOBRIST_EP[8]", 8, &rng);
    uint64_t black = print_keys("const uint64_t ZOBRIST_BLACK", 1, &rng);
    print_steps(piece_keys, black);
}

int main(void) {
    printf("// Generated by tools/gen_attacks.c.\n#include \"core/attacks.h\"\n"
           "#include \"core/zobrist.h\"\n");
    print_leaper("KNIGHT_ATTACKS", KNIGHT_STEPS, 8, 1);
    print_leaper("KING_ATTACKS", KING_STEPS, 8, 1);
    print_leaper("ROOK_RAYS", ROOK_STEPS, 4, 8);
    print_leaper("BISHOP_RAYS", BISHOP_STEPS, 4, 8);
    print_pawns();
    print_pairs("BETWEEN", between);
    print_pairs("LINE", whole_line);
    print_line_masks();
    print_sliders();
    print_zobrist();
    return 0;
}

// SPDX-License-Identifier: MIT
#include "solve/race_tables/material_index.h"

#include "base/text/text.h"

#include <string.h>

/* The order of pieces in names and indices. */
static const Role ROLES[4] = {QUEEN, ROOK, BISHOP, KNIGHT};
static const char LETTERS[4] = {'Q', 'R', 'B', 'N'};
static const int COUNT_MAX[4] = {1, 2, 2, 2};

enum { KING_PLACES = 28 * 56 };

/* The pieces of one side besides the king.  Its number has mixed radix (2, 3, 3, 3). */
typedef struct {
    int count[4];
} SideMaterial;

static int side_number(const SideMaterial *side) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        if (side->count[i] > COUNT_MAX[i]) return -1;
        n = n * (COUNT_MAX[i] + 1) + side->count[i];
    }
    return n;
}

static SideMaterial side_of(int number) {
    SideMaterial side;
    for (int i = 3; i >= 0; i--) {
        side.count[i] = number % (COUNT_MAX[i] + 1);
        number /= COUNT_MAX[i] + 1;
    }
    return side;
}

static int side_men(const SideMaterial *side) {
    return 1 + side->count[0] + side->count[1] + side->count[2] + side->count[3];
}

static int join_sides(int white, int black) {
    return white < 0 || black < 0 ? -1 : white * MATERIAL_SIDES + black;
}

static SideMaterial side_on_board(const Board *b, Color c) {
    SideMaterial side;
    for (int i = 0; i < 4; i++) side.count[i] = popcount(board_pieces(b, c, ROLES[i]));
    return side;
}

int material_id(const Board *b) {
    if (b->role[PAWN]) return -1;
    SideMaterial white = side_on_board(b, WHITE), black = side_on_board(b, BLACK);
    return join_sides(side_number(&white), side_number(&black));
}

Material material_of(int id) {
    Material e = {.id = id};
    SideMaterial side[2] = {side_of(id / MATERIAL_SIDES), side_of(id % MATERIAL_SIDES)};
    e.men = side_men(&side[WHITE]) + side_men(&side[BLACK]);
    e.positions = KING_PLACES;
    for (int i = 0; i < 8; i++) {
        Role role = ROLES[i / 2];
        Color c = (Color)(i % 2);
        int count = side[c].count[i / 2];
        if (!count) continue;
        MaterialGroup group = {c, role, count, count == 1 ? 64 : 64 * 64};
        e.group[e.group_count++] = group;
        e.positions *= group.size;
    }
    return e;
}

/* Reads one side of a name, from its K on; moves `at` behind it. */
static int read_side(const char **at) {
    SideMaterial side = {{0}};
    if (char_upper(**at) != 'K') return -1;
    while (*++*at) {
        const char *letter = memchr(LETTERS, char_upper(**at), sizeof LETTERS);
        if (!letter) break;
        side.count[letter - LETTERS]++;
    }
    return side_number(&side);
}

int material_read(const char *name) {
    int white = read_side(&name);
    if (char_lower(*name) != 'v') return -1;
    name++;
    int black = read_side(&name);
    return *name ? -1 : join_sides(white, black);
}

static void write_side(Text *out, int number) {
    SideMaterial side = side_of(number);
    text_char(out, 'K');
    for (int i = 0; i < 4; i++)
        for (int n = 0; n < side.count[i]; n++) text_char(out, LETTERS[i]);
}

void material_write(int id, char out[MATERIAL_NAME_MAX]) {
    Text t = text_on(out, MATERIAL_NAME_MAX);
    write_side(&t, id / MATERIAL_SIDES);
    text_char(&t, 'v');
    write_side(&t, id % MATERIAL_SIDES);
}

static int men_of(int id) {
    SideMaterial white = side_of(id / MATERIAL_SIDES), black = side_of(id % MATERIAL_SIDES);
    return side_men(&white) + side_men(&black);
}

bool ending_has_table(int id) {
    return id >= 0 && men_of(id) <= MATERIAL_MEN_MAX;
}

/* By men; then by White's share of them; then the strongest first. */
int material_up_to(int men, int out[MATERIAL_COUNT]) {
    int n = 0;
    for (int all = 2; all <= men; all++)
        for (int of_white = all - 1; of_white >= 1; of_white--)
            for (int id = MATERIAL_COUNT - 1; id >= 0; id--) {
                SideMaterial white = side_of(id / MATERIAL_SIDES);
                if (men_of(id) == all && side_men(&white) == of_white) out[n++] = id;
            }
    return n;
}

static int without(int id, Color c, int kind) {
    SideMaterial side[2] = {side_of(id / MATERIAL_SIDES), side_of(id % MATERIAL_SIDES)};
    side[c].count[kind]--;
    return join_sides(side_number(&side[WHITE]), side_number(&side[BLACK]));
}

int material_without(int id, Color color, Role role) {
    int kind = 0;
    while (ROLES[kind] != role) kind++;
    return without(id, color, kind);
}

int material_captures(int id, int out[MATERIAL_GROUPS_MAX]) {
    int n = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        SideMaterial side = side_of(c == WHITE ? id / MATERIAL_SIDES : id % MATERIAL_SIDES);
        for (int kind = 0; kind < 4; kind++)
            if (side.count[kind]) out[n++] = without(id, c, kind);
    }
    return n;
}

bool material_is_indexed(const Board *b) {
    for (Color c = WHITE; c <= BLACK; c++) {
        Bitboard bishops = board_pieces(b, c, BISHOP);
        if (more_than_one(bishops & DARK_SQUARES) || more_than_one(bishops & ~DARK_SQUARES))
            return false;
    }
    return !(b->role[KING] & RANK_8);
}

Bitboard material_partners(Role role, Square first) {
    if (role != BISHOP) return ~0ull << first & ~bit(first);
    return bit(first) & DARK_SQUARES ? ~DARK_SQUARES : 0;
}

/* The value of a group in the index.  `flip` is 7 when the board is mirrored. */
static uint32_t group_number(const MaterialGroup *group, const Board *b, Square flip) {
    Bitboard set = board_pieces(b, group->color, group->role);
    Square one = first_square(set) ^ flip;
    if (group->count == 1) return (uint32_t)one;
    Square two = first_square(set & (set - 1)) ^ flip;
    bool in_order = material_partners(group->role, one) & bit(two);
    return (uint32_t)(in_order ? one * 64 + two : two * 64 + one);
}

/* The inverse: the squares of a group; 0 if they are not in canonical order. */
static Bitboard group_squares(const MaterialGroup *group, uint32_t number) {
    if (group->count == 1) return bit((Square)number);
    Square one = (Square)(number / 64), two = (Square)(number % 64);
    return material_partners(group->role, one) & bit(two) ? bit(one) | bit(two) : 0;
}

uint64_t material_index(const Material *material, const Board *b) {
    Square white = board_king(b, WHITE), black = board_king(b, BLACK);
    Square flip = file_of(white) > 3 ? 7 : 0;
    white ^= flip;
    uint64_t index = (uint64_t)((rank_of(white) * 4 + file_of(white)) * 56 + (black ^ flip));
    for (int g = 0; g < material->group_count; g++)
        index = index * material->group[g].size + group_number(&material->group[g], b, flip);
    return index;
}

static bool is_check(const Board *b) {
    Bitboard occupied = board_occupied(b);
    return board_attackers(b, board_king(b, WHITE), BLACK, occupied) ||
           board_attackers(b, board_king(b, BLACK), WHITE, occupied);
}

bool material_board(const Material *material, uint64_t index, Color turn, Board *out) {
    Board b = {.turn = (uint8_t)turn, .ep = NO_SQUARE};
    if (index >= material->positions) return false;
    for (int g = material->group_count - 1; g >= 0; g--) {
        const MaterialGroup *group = &material->group[g];
        Bitboard set = group_squares(group, (uint32_t)(index % group->size));
        index /= group->size;
        if (!set || set & (b.color[WHITE] | b.color[BLACK])) return false;
        b.role[group->role] |= set;
        b.color[group->color] |= set;
    }
    Square king_square = (Square)(index / 56);
    Bitboard white = bit(square_at(king_square % 4, king_square / 4)),
             black = bit((Square)(index % 56));
    if (white & black || (white | black) & board_occupied(&b)) return false;
    b.role[KING] = white | black;
    b.color[WHITE] |= white;
    b.color[BLACK] |= black;
    if (is_check(&b)) return false;
    *out = b;
    return true;
}

// SPDX-License-Identifier: MIT
#include "solve/race_tables/material_index.h"

#include "base/text/text.h"

#include <string.h>

/* The order in which pieces are named and numbered. */
static const Role ROLES[4] = {QUEEN, ROOK, BISHOP, KNIGHT};
static const char LETTERS[4] = {'Q', 'R', 'B', 'N'};
static const int MOST[4] = {1, 2, 2, 2};

enum { KING_PLACES = 28 * 56 };

/* An army is how many of each it has; its number counts in mixed radix (2, 3, 3, 3). */
typedef struct {
    int count[4];
} Army;

static int army_number(const Army *army) {
    int n = 0;
    for (int i = 0; i < 4; i++) {
        if (army->count[i] > MOST[i]) return -1;
        n = n * (MOST[i] + 1) + army->count[i];
    }
    return n;
}

static Army army_of(int number) {
    Army army;
    for (int i = 3; i >= 0; i--) {
        army.count[i] = number % (MOST[i] + 1);
        number /= MOST[i] + 1;
    }
    return army;
}

static int army_men(const Army *army) {
    return 1 + army->count[0] + army->count[1] + army->count[2] + army->count[3];
}

static int join(int white, int black) {
    return white < 0 || black < 0 ? -1 : white * ENDING_ARMIES + black;
}

static Army army_on_board(const Board *b, Color c) {
    Army army;
    for (int i = 0; i < 4; i++) army.count[i] = popcount(board_pieces(b, c, ROLES[i]));
    return army;
}

int ending_id(const Board *b) {
    if (b->role[PAWN]) return -1;
    Army white = army_on_board(b, WHITE), black = army_on_board(b, BLACK);
    return join(army_number(&white), army_number(&black));
}

Ending ending_of(int id) {
    Ending e = {.id = id};
    Army army[2] = {army_of(id / ENDING_ARMIES), army_of(id % ENDING_ARMIES)};
    e.men = army_men(&army[WHITE]) + army_men(&army[BLACK]);
    e.positions = KING_PLACES;
    for (int i = 0; i < 8; i++) {
        Role role = ROLES[i / 2];
        Color c = (Color)(i % 2);
        int count = army[c].count[i / 2];
        if (!count) continue;
        EndingGroup group = {c, role, count, count == 1 ? 64 : 64 * 64};
        e.group[e.group_count++] = group;
        e.positions *= group.size;
    }
    return e;
}

/* One side of a name, from its K on; moves `at` behind it. */
static int read_army(const char **at) {
    Army army = {{0}};
    if (char_upper(**at) != 'K') return -1;
    while (*++*at) {
        const char *letter = memchr(LETTERS, char_upper(**at), sizeof LETTERS);
        if (!letter) break;
        army.count[letter - LETTERS]++;
    }
    return army_number(&army);
}

int ending_read(const char *name) {
    int white = read_army(&name);
    if (char_lower(*name) != 'v') return -1;
    name++;
    int black = read_army(&name);
    return *name ? -1 : join(white, black);
}

static void write_army(Text *out, int number) {
    Army army = army_of(number);
    text_char(out, 'K');
    for (int i = 0; i < 4; i++)
        for (int n = 0; n < army.count[i]; n++) text_char(out, LETTERS[i]);
}

void ending_write(int id, char out[ENDING_NAME_MAX]) {
    Text t = text_on(out, ENDING_NAME_MAX);
    write_army(&t, id / ENDING_ARMIES);
    text_char(&t, 'v');
    write_army(&t, id % ENDING_ARMIES);
}

static int men_of(int id) {
    Army white = army_of(id / ENDING_ARMIES), black = army_of(id % ENDING_ARMIES);
    return army_men(&white) + army_men(&black);
}

/* By men; then by White's share of them; then the strongest first. */
int endings_up_to(int men, int out[ENDING_COUNT]) {
    int n = 0;
    for (int all = 2; all <= men; all++)
        for (int of_white = all - 1; of_white >= 1; of_white--)
            for (int id = ENDING_COUNT - 1; id >= 0; id--) {
                Army white = army_of(id / ENDING_ARMIES);
                if (men_of(id) == all && army_men(&white) == of_white) out[n++] = id;
            }
    return n;
}

static int without(int id, Color c, int kind) {
    Army army[2] = {army_of(id / ENDING_ARMIES), army_of(id % ENDING_ARMIES)};
    army[c].count[kind]--;
    return join(army_number(&army[WHITE]), army_number(&army[BLACK]));
}

int ending_without(int id, Color color, Role role) {
    int kind = 0;
    while (ROLES[kind] != role) kind++;
    return without(id, color, kind);
}

int ending_captures(int id, int out[ENDING_GROUPS_MAX]) {
    int n = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        Army army = army_of(c == WHITE ? id / ENDING_ARMIES : id % ENDING_ARMIES);
        for (int kind = 0; kind < 4; kind++)
            if (army.count[kind]) out[n++] = without(id, c, kind);
    }
    return n;
}

bool ending_is_live(const Board *b) {
    for (Color c = WHITE; c <= BLACK; c++) {
        Bitboard bishops = board_pieces(b, c, BISHOP);
        if (has_many(bishops & DARK_SQUARES) || has_many(bishops & ~DARK_SQUARES)) return false;
    }
    return !(b->role[KING] & RANK_8);
}

Bitboard ending_partners(Role role, Square first) {
    if (role != BISHOP) return ~0ull << first & ~bit(first);
    return bit(first) & DARK_SQUARES ? ~DARK_SQUARES : 0;
}

/* How a group stands, as a number below its size.  `flip` is 7 when the board is mirrored. */
static uint32_t group_number(const EndingGroup *group, const Board *b, Square flip) {
    Bitboard set = board_pieces(b, group->color, group->role);
    Square one = first_square(set) ^ flip;
    if (group->count == 1) return (uint32_t)one;
    Square two = first_square(set & (set - 1)) ^ flip;
    bool in_order = ending_partners(group->role, one) & bit(two);
    return (uint32_t)(in_order ? one * 64 + two : two * 64 + one);
}

/* The inverse: the squares of a group; none if they are not counted so. */
static Bitboard group_squares(const EndingGroup *group, uint32_t number) {
    if (group->count == 1) return bit((Square)number);
    Square one = (Square)(number / 64), two = (Square)(number % 64);
    return ending_partners(group->role, one) & bit(two) ? bit(one) | bit(two) : 0;
}

uint64_t ending_index(const Ending *ending, const Board *b) {
    Square white = board_king(b, WHITE), black = board_king(b, BLACK);
    Square flip = file_of(white) > 3 ? 7 : 0;
    white ^= flip;
    uint64_t index = (uint64_t)((rank_of(white) * 4 + file_of(white)) * 56 + (black ^ flip));
    for (int g = 0; g < ending->group_count; g++)
        index = index * ending->group[g].size + group_number(&ending->group[g], b, flip);
    return index;
}

static bool is_check(const Board *b) {
    Bitboard occupied = board_occupied(b);
    return board_attackers(b, board_king(b, WHITE), BLACK, occupied) ||
           board_attackers(b, board_king(b, BLACK), WHITE, occupied);
}

bool ending_board(const Ending *ending, uint64_t index, Color turn, Board *out) {
    Board b = {.turn = (uint8_t)turn, .ep = NO_SQUARE};
    if (index >= ending->positions) return false;
    for (int g = ending->group_count - 1; g >= 0; g--) {
        const EndingGroup *group = &ending->group[g];
        Bitboard set = group_squares(group, (uint32_t)(index % group->size));
        index /= group->size;
        if (!set || set & (b.color[WHITE] | b.color[BLACK])) return false;
        b.role[group->role] |= set;
        b.color[group->color] |= set;
    }
    Square place = (Square)(index / 56);
    Bitboard white = bit(square_at(place % 4, place / 4)), black = bit((Square)(index % 56));
    if (white & black || (white | black) & board_occupied(&b)) return false;
    b.role[KING] = white | black;
    b.color[WHITE] |= white;
    b.color[BLACK] |= black;
    if (is_check(&b)) return false;
    *out = b;
    return true;
}

// SPDX-License-Identifier: MIT
#include "solve/syzygy/syzygy_layout.h"

#include <string.h>

// --- material ---

/* In the order of Role; names list the most valuable piece first. */
static const char ROLE_LETTERS[] = "PNBRQK";

static bool add_piece(SyzygyMaterial *m, Color c, char letter) {
    const char *found = letter ? strchr(ROLE_LETTERS, letter) : NULL;
    if (found) m->count[c][found - ROLE_LETTERS]++;
    return found != NULL;
}

bool syzygy_read_material(const char *name, size_t length, SyzygyMaterial *out) {
    SyzygyMaterial m = {0};
    Color c = WHITE;
    if (length > SYZYGY_NAME_MAX - 1) return false;
    for (size_t i = 0; i < length; i++) {
        if (name[i] == 'v' && c == WHITE)
            c = BLACK;
        else if (!add_piece(&m, c, name[i]))
            return false;
    }
    *out = m;
    return m.count[WHITE][KING] == 1 && m.count[BLACK][KING] == 1;
}

SyzygyMaterial syzygy_material_of(const Board *board) {
    SyzygyMaterial m;
    for (Color c = WHITE; c <= BLACK; c++)
        for (Role r = PAWN; r <= KING; r++)
            m.count[c][r] = (uint8_t)popcount(board_pieces(board, c, r));
    return m;
}

SyzygyMaterial syzygy_exchanged(const SyzygyMaterial *m) {
    SyzygyMaterial other;
    memcpy(other.count[WHITE], m->count[BLACK], sizeof other.count[WHITE]);
    memcpy(other.count[BLACK], m->count[WHITE], sizeof other.count[BLACK]);
    return other;
}

uint64_t syzygy_material_code(const SyzygyMaterial *m) {
    uint64_t code = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (Role r = PAWN; r <= KING; r++) code = code << 4 | m->count[c][r];
    return code;
}

int syzygy_men(const SyzygyMaterial *m) {
    int men = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (Role r = PAWN; r <= KING; r++) men += m->count[c][r];
    return men;
}

/* Is there a piece, not a king, that is the only one of its kind? */
static bool has_single(const SyzygyMaterial *m) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (Role r = PAWN; r < KING; r++)
            if (m->count[c][r] == 1) return true;
    return false;
}

// --- index tables ---

/* Positive above the long diagonal a1 h8, 0 on it, negative below. */
static int diagonal_side(Square s) {
    return rank_of(s) - file_of(s);
}

/* Numbers the squares below the long diagonal, rank by rank. */
static int below_diagonal(Square s) {
    int rank = rank_of(s);
    return rank * (13 - rank) / 2 + file_of(s) - 1;
}

/* Numbers the triangle a1 d1 d4: first the squares below the diagonal, then those on it. */
static int in_triangle(Square s) {
    int rank = rank_of(s);
    return diagonal_side(s) ? rank * (5 - rank) / 2 + file_of(s) - 1 : 6 + rank;
}

static int edge_distance(Square s) {
    return file_of(s) < 4 ? file_of(s) : 7 - file_of(s);
}

/* Numbers the squares of pawns so that the foremost has the highest number: nearest to the edge,
 * then least advanced, then left before right. */
static int pawn_square(Square s) {
    return 47 - 2 * (6 * edge_distance(s) + rank_of(s) - 1) - (file_of(s) > 3);
}

static void count_choices(SyzygyIndexTables *out) {
    for (int n = 0; n < 64; n++)
        for (int k = 0; k < SYZYGY_MEN_MAX; k++)
            out->choose[k][n] = k == 0   ? 1
                                : n == 0 ? 0
                                         : out->choose[k - 1][n - 1] + out->choose[k][n - 1];
}

/* Numbers the pairs of kings with the first in the triangle: both on the diagonal, or not. */
static int count_kings(SyzygyIndexTables *out, bool both_on_diagonal, int next) {
    for (int place = 0; place < 10; place++)
        for (Square first = A1; first <= D4; first++) {
            if (file_of(first) > 3 || diagonal_side(first) > 0 || in_triangle(first) != place)
                continue;
            for (Square second = A1; second <= H8; second++) {
                bool mirrored = diagonal_side(first) == 0 && diagonal_side(second) > 0;
                bool on = diagonal_side(first) == 0 && diagonal_side(second) == 0;
                if (king_distance(first, second) > 1 && !mirrored && on == both_on_diagonal)
                    out->kings[place][second] = (uint16_t)next++;
            }
        }
    return next;
}

/* Counts the placements of the other leading pawns, which all have lower numbers. */
static void count_lead_pawns(SyzygyIndexTables *out) {
    for (int pawns = 1; pawns < SYZYGY_MEN_MAX; pawns++)
        for (int file = 0; file < SYZYGY_FILES; file++) {
            uint32_t next = 0;
            for (int rank = 1; rank <= 6; rank++) {
                Square s = square_at(file, rank);
                out->lead[pawns][s] = next;
                next += out->choose[pawns - 1][pawn_square(s)];
            }
            out->leads[pawns][file] = next;
        }
}

void syzygy_index_tables_init(SyzygyIndexTables *out) {
    *out = (SyzygyIndexTables){0};
    count_choices(out);
    count_kings(out, true, count_kings(out, false, 0));
    count_lead_pawns(out);
}

// --- layouts ---

/* Number of placements of three different pieces, and of two kings, up to symmetry. */
enum { THREE_PLACES = 31332, KINGS_PLACES = 462 };

static bool has_all(const SyzygyMaterial *m, const Piece *piece, int men) {
    SyzygyMaterial seen = {0};
    for (int i = 0; i < men; i++) {
        if (piece[i] == NO_PIECE) return false;
        seen.count[piece_color(piece[i])][piece_role(piece[i])]++;
    }
    return memcmp(&seen, m, sizeof seen) == 0;
}

/* The length of the first group; 0 if the order of pieces is invalid. */
static int first_length(const SyzygyMaterial *m, const Piece *piece) {
    Role role = piece_role(piece[0]);
    if (syzygy_has_pawns(m)) return role == PAWN ? m->count[piece_color(piece[0])][PAWN] : 0;
    if (!has_single(m)) return role == KING && piece_role(piece[1]) == KING ? 2 : 0;
    for (int i = 0; i < 3; i++)
        if (m->count[piece_color(piece[i])][piece_role(piece[i])] != 1) return 0;
    return 3;
}

/* Equal pieces must be adjacent; if both sides have pawns, the pawns come first. */
static bool make_groups(const SyzygyMaterial *m, SyzygyLayout *l) {
    l->length[0] = first_length(m, l->piece);
    if (l->length[0] == 0) return false;
    l->groups = 1;
    for (int i = l->length[0]; i < l->men; i += l->length[l->groups++]) {
        Piece p = l->piece[i];
        int like = m->count[piece_color(p)][piece_role(p)];
        for (int j = i; j < i + like; j++)
            if (j >= l->men || l->piece[j] != p) return false;
        l->length[l->groups] = like;
    }
    return !l->both || piece_role(l->piece[l->length[0]]) == PAWN;
}

static uint64_t first_places(const SyzygyIndexTables *index_tables, const SyzygyLayout *l,
                             int file) {
    if (l->pawns) return index_tables->leads[l->length[0]][file];
    return l->length[0] == 3 ? THREE_PLACES : KINGS_PLACES;
}

/* Multiplies the sizes of the groups; `order` gives the places of the first two. */
static void set_weights(const SyzygyIndexTables *index_tables, int file, const int order[2],
                        SyzygyLayout *l) {
    int next = l->both ? 2 : 1;
    int left = 64 - l->length[0] - (l->both ? l->length[1] : 0);
    l->size = 1;
    for (int i = 0; i < l->groups; i++) {
        bool first = i == order[0], second = l->both && i == order[1];
        int group = first ? 0 : second ? 1 : next++;
        l->weight[group] = l->size;
        if (first)
            l->size *= first_places(index_tables, l, file);
        else
            l->size *= index_tables->choose[l->length[group]][second ? 48 - l->length[0] : left];
        if (!first && !second) left -= l->length[group];
    }
}

bool syzygy_layout(const SyzygyIndexTables *index_tables, const SyzygyMaterial *m, int file,
                   const Piece *piece, const int order[2], SyzygyLayout *out) {
    SyzygyLayout l = {
        .men = syzygy_men(m), .pawns = syzygy_has_pawns(m), .both = syzygy_both_have_pawns(m)};
    memcpy(l.piece, piece, (size_t)l.men * sizeof *piece);
    if (!has_all(m, piece, l.men) || !make_groups(m, &l) || order[0] >= l.groups) return false;
    if (l.both && (order[1] >= l.groups || order[1] == order[0])) return false;
    set_weights(index_tables, file, order, &l);
    *out = l;
    return true;
}

// --- positions ---

static Bitboard pieces_in(SyzygyView view, Color c, Role r) {
    return board_pieces(view.board, view.exchanged ? other(c) : c, r);
}

static Square square_in(SyzygyView view, Square s) {
    return s ^ (view.exchanged ? 56 : 0);
}

/* The pawn with the highest number. */
static Square foremost_of(const Square *pawn, int pawns) {
    Square foremost = pawn[0];
    for (int i = 1; i < pawns; i++)
        if (pawn_square(pawn[i]) > pawn_square(foremost)) foremost = pawn[i];
    return foremost;
}

int syzygy_lead_file(SyzygyView view, Color lead) {
    Bitboard pawns = pieces_in(view, lead, PAWN);
    Square square[SYZYGY_MEN_MAX];
    int count = 0;
    FOR_EACH_SQUARE(s, pawns) square[count++] = square_in(view, s);
    return edge_distance(foremost_of(square, count));
}

/* Lists the squares of the pieces, in the order of the table. */
static void place_pieces(const SyzygyLayout *l, SyzygyView view, Square *square) {
    Bitboard left = 0;
    for (int i = 0; i < l->men; i++) {
        if (i == 0 || l->piece[i] != l->piece[i - 1])
            left = pieces_in(view, piece_color(l->piece[i]), piece_role(l->piece[i]));
        square[i] = square_in(view, pop_square(&left));
    }
}

static void mirror(Square *square, int men, int mask) {
    for (int i = 0; i < men; i++) square[i] ^= mask;
}

/* Mirrors all squares at the long diagonal if the first leading piece off it is above it. */
static void mirror_below_diagonal(Square *square, int men, int leading) {
    int i = 0;
    while (i < leading && diagonal_side(square[i]) == 0) i++;
    if (i == leading || diagonal_side(square[i]) < 0) return;
    for (int j = 0; j < men; j++) square[j] = square_at(rank_of(square[j]), file_of(square[j]));
}

/* The index of three different pieces, by how many of the first ones are on the diagonal. */
static uint64_t three_pieces_index(const Square *s) {
    enum { ALL = 63 * 62, BELOW = 28 };
    int second = s[1] > s[0], third = (s[2] > s[0]) + (s[2] > s[1]);
    int number;
    if (diagonal_side(s[0]))
        return (uint64_t)(in_triangle(s[0]) * ALL + (s[1] - second) * 62 + s[2] - third);
    number = 6 * ALL;
    if (diagonal_side(s[1]))
        return (uint64_t)(number + (rank_of(s[0]) * BELOW + below_diagonal(s[1])) * 62 + s[2] -
                          third);
    number += 4 * BELOW * 62;
    int diagonal = rank_of(s[0]) * 7 + rank_of(s[1]) - second;
    if (diagonal_side(s[2])) return (uint64_t)(number + diagonal * BELOW + below_diagonal(s[2]));
    return (uint64_t)(number + 4 * 7 * BELOW + diagonal * 6 + rank_of(s[2]) - third);
}

typedef int SquareOrder(Square s);

static int by_square(Square s) {
    return s;
}

static void sort_squares(Square *square, int count, SquareOrder *order) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && order(square[j]) < order(square[j - 1]); j--) {
            Square s = square[j];
            square[j] = square[j - 1];
            square[j - 1] = s;
        }
}

static uint64_t lead_pawns_index(const SyzygyIndexTables *index_tables, Square *square, int pawns) {
    sort_squares(square, pawns, pawn_square); // the foremost is last
    uint64_t number = index_tables->lead[pawns][square[pawns - 1]];
    for (int i = 0; i + 1 < pawns; i++)
        number += index_tables->choose[i + 1][pawn_square(square[i])];
    return number;
}

/* The index of equal pieces among the squares that the pieces before them leave free.  Pawns cannot
 * stand on the first rank, so its 8 squares do not count. */
static uint64_t group_index(const SyzygyIndexTables *index_tables, Square *all, int before,
                            int length, bool pawns) {
    Square *square = all + before;
    uint64_t number = 0;
    sort_squares(square, length, by_square);
    for (int i = 0; i < length; i++) {
        int taken = pawns ? 8 : 0;
        for (int j = 0; j < before; j++) taken += all[j] < square[i];
        number += index_tables->choose[i + 1][square[i] - taken];
    }
    return number;
}

static uint64_t first_group_index(const SyzygyIndexTables *index_tables, const SyzygyLayout *l,
                                  Square *square) {
    if (l->pawns) return lead_pawns_index(index_tables, square, l->length[0]);
    if (rank_of(square[0]) > 3) mirror(square, l->men, 56);
    mirror_below_diagonal(square, l->men, l->length[0]);
    return l->length[0] == 3 ? three_pieces_index(square)
                             : index_tables->kings[in_triangle(square[0])][square[1]];
}

uint64_t syzygy_index(const SyzygyIndexTables *index_tables, const SyzygyLayout *layout,
                      SyzygyView view) {
    Square square[SYZYGY_MEN_MAX];
    place_pieces(layout, view, square);
    Square deciding = layout->pawns ? foremost_of(square, layout->length[0]) : square[0];
    if (file_of(deciding) > 3) mirror(square, layout->men, 7);
    uint64_t index = layout->weight[0] * first_group_index(index_tables, layout, square);
    for (int group = 1, at = layout->length[0]; group < layout->groups; group++) {
        bool pawns = group == 1 && layout->both;
        index += layout->weight[group] *
                 group_index(index_tables, square, at, layout->length[group], pawns);
        at += layout->length[group];
    }
    return index;
}

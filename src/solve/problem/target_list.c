// SPDX-License-Identifier: MIT
//
// Lists the target positions. For each square of the king the mating pieces are placed on posts,
// one after another, as long as the king's own side can block the squares that stay uncovered.
//
// Only parts in which every piece is needed are kept: on the empty board it covers a square that no
// other piece covers. A mate with redundant pieces is in the list without them, with fewer
// conditions. On the real board a needed piece's line may be closed, and an idle piece may cover
// the square instead. So a square counts as uncovered only if no idle piece could cover it with the
// moves left.
#include "solve/problem/target_list.h"

#include "base/hash.h"
#include "core/attacks.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_MAX = 1 << 16 };

enum { POSTS_MAX = 3 * 64, MASKS = 256, DEMANDS_MAX = 1 << 12, BLOCKING_ROLES = 5, NONE = 0 };

/* A set of squares beside the king, one bit each from the lowest square on, and the king's own
 * square. */
typedef uint16_t KingZone;

enum { ON_KING = 1 << 8 };

/* A square from which a mating piece covers squares of the king's zone. */
typedef struct {
    uint8_t target; // as in TargetPart
    uint8_t moves;
    uint8_t role;     // of the piece on that square
    KingZone here;    // the square itself, if it is beside the king
    KingZone covered; // on the empty board
} MatingPost;

/* What a part of the mating side requires of the king's side. */
typedef struct {
    Bitboard missing;   // squares beside the king that its own side must block
    uint64_t forbidden; // by square and role: blockers that could capture the checking piece or
                        // interpose
    uint32_t last;      // link
    uint8_t stamp;      // the king's square + 1; other values mark a free slot
} BlockDemand;

/* A part, linked to the previous one with the same demand. */
typedef struct {
    uint32_t part, before;
    int away;
} DemandLink;

typedef struct {
    TargetPositions *targets;
    Color attacker, victim;
    const TargetNode *root;
    Square home, king; // the king's square now, and in the mate
    Bitboard around;   // the squares beside `king`
    KingZone full;     // the zone of `around`
    int attacks, own;  // moves of each side; own: without the king's moves
    int king_moves;
    int steps, steps_max;
    // the mating side
    int pieces;
    int post_count[TARGET_PIECES];
    uint8_t check_moves[TARGET_PIECES]; // per piece: the fewest moves to give check
    KingZone reach[TARGET_PIECES][TARGET_MOVES_MAX + 1];         // what a piece can cover, by moves
    KingZone coverable[TARGET_PIECES + 1][TARGET_MOVES_MAX + 1]; // covered by it and later pieces
    const MatingPost *chosen[TARGET_PIECES];                     // NULL: has no part
    Bitboard taken;                                              // squares of the chosen posts
    // the king's side
    int blockers;               // number of its pieces, the king included
    uint8_t block_moves[MASKS]; // fewest moves to block a set of squares
    // the results
    int demand_count;
    uint16_t demand_order[DEMANDS_MAX];
    BlockDemand demands[DEMANDS_MAX]; // a hash table
    uint32_t links_used;
    DemandLink links[PARTS_MAX];
    MatingPost posts[TARGET_PIECES][POSTS_MAX];
} TargetListing;

static int row_of(Color c, const TargetNode *node, int piece, ReachRole reach_role) {
    return reach_row(c, (Role)node->role[c][piece], reach_role);
}

// --- posts ---

static Bitboard attacks_from(Color c, Role role, Square s, Bitboard occupied) {
    return role == PAWN ? PAWN_ATTACKS[c][s] : role_attacks(role, s, occupied);
}

static Bitboard post_attacks(const TargetListing *l, const MatingPost *post, Bitboard occupied) {
    return attacks_from(l->attacker, (Role)post->role, target_square(post->target), occupied);
}

static KingZone zone_of(const TargetListing *l, Bitboard squares) {
    unsigned zone = squares & bit(l->king) ? ON_KING : 0;
    squares &= l->around;
    FOR_EACH_SQUARE(s, squares) zone |= 1u << popcount(l->around & (bit(s) - 1));
    return (KingZone)zone;
}

static void add_post(TargetListing *l, int piece, Square s, Role role, ReachRole reach_role,
                     int moves) {
    MatingPost post = {.target = (uint8_t)(s | (int)reach_role << 6),
                       .moves = (uint8_t)moves,
                       .role = (uint8_t)role};
    if (s == l->king || (role == KING && l->around & bit(s))) return;
    Bitboard covered = post_attacks(l, &post, 0) & (l->around | bit(l->king));
    if (!covered) return;
    post.here = zone_of(l, bit(s));
    post.covered = zone_of(l, covered);
    l->posts[piece][l->post_count[piece]++] = post;
    if (post.covered & ON_KING && moves < l->check_moves[piece])
        l->check_moves[piece] = (uint8_t)moves;
}

/* Finds the posts of a piece that take exactly `moves` moves. */
static void find_posts_of(TargetListing *l, int piece, int moves) {
    static const Role ROLES[REACH_ROLES] = {PAWN, KNIGHT, QUEEN, NO_ROLE};
    Role role = (Role)l->root->role[l->attacker][piece];
    Square from = l->root->at[l->attacker][piece];
    for (ReachRole reach_role = REACH_AS_ITSELF;
         reach_role <= (role == PAWN ? REACH_AS_RIDER : REACH_AS_ITSELF); reach_role++) {
        uint8_t(*needed)[64] = l->targets->reach.moves[reach_row(l->attacker, role, reach_role)];
        for (Square s = A1; s <= H8; s++)
            if (needed[s][from] == moves)
                add_post(l, piece, s, role == PAWN ? ROLES[reach_role] : role, reach_role, moves);
    }
}

static void find_posts(TargetListing *l) {
    for (int i = 0; i < l->pieces; i++) {
        l->post_count[i] = 0;
        l->check_moves[i] = REACH_NEVER;
        for (int moves = 0; moves <= l->attacks; moves++) find_posts_of(l, i, moves);
    }
}

static void find_coverable(TargetListing *l) {
    memset(l->reach, 0, sizeof l->reach);
    memset(l->coverable[l->pieces], 0, sizeof l->coverable[0]);
    for (int i = l->pieces - 1; i >= 0; i--) {
        for (int k = 0; k < l->post_count[i]; k++)
            l->reach[i][l->posts[i][k].moves] |= l->posts[i][k].covered;
        for (int left = 0; left <= l->attacks; left++) {
            if (left) l->reach[i][left] |= l->reach[i][left - 1];
            l->coverable[i][left] = l->coverable[i + 1][left] | l->reach[i][left];
        }
    }
}

// --- the king's side ---

static bool is_blocker(const TargetListing *l, int piece) {
    return l->root->role[l->victim][piece] != KING;
}

/* A pawn can block a square as a pawn or as the piece it promotes to. */
static int moves_to_block(const TargetListing *l, int piece, Square to) {
    Square from = l->root->at[l->victim][piece];
    int moves =
        l->targets->reach.moves[row_of(l->victim, l->root, piece, REACH_AS_ITSELF)][to][from];
    int other_way =
        l->targets->reach.moves[row_of(l->victim, l->root, piece, REACH_AS_OFFICER)][to][from];
    return moves < other_way ? moves : other_way;
}

/* Updates block_moves for one more piece (dynamic programming over sets of squares). */
static void improve_blocks(TargetListing *l, int piece, int most) {
    uint8_t moves[8];
    int count = 0;
    Bitboard around = l->around;
    FOR_EACH_SQUARE(s, around) moves[count++] = (uint8_t)moves_to_block(l, piece, s);
    for (unsigned mask = (1u << count) - 1; mask; mask--) {
        if (__builtin_popcount(mask) > most) continue;
        for (unsigned left = mask; left; left &= left - 1) {
            int i = __builtin_ctz(left);
            int sum = l->block_moves[mask & ~(1u << i)] + moves[i];
            if (sum < l->block_moves[mask]) l->block_moves[mask] = (uint8_t)sum;
        }
    }
}

static void find_blocks(TargetListing *l) {
    memset(l->block_moves, REACH_NEVER, sizeof l->block_moves);
    l->block_moves[0] = 0;
    int seen = 0;
    for (int i = 0; i < l->blockers; i++)
        if (is_blocker(l, i)) improve_blocks(l, i, ++seen);
}

/* Can the king's side block the squares that are not covered? */
static bool can_be_filled(const TargetListing *l, KingZone covered) {
    return l->block_moves[~covered & l->full] <= l->own;
}

// --- blockers that could end the check ---

/* A blocker is forbidden only if it certainly ends the check. So a square that an idle piece may
 * occupy counts as occupied, a blocker that may be pinned counts as pinned, and if a second piece
 * may also give check no blocker can end it.
 *
 * A CheckScene holds the position for which this is decided. */

typedef struct {
    int spare;               // spare moves of the mating side
    Bitboard occupied;       // squares occupied by pieces that take part
    Bitboard maybe_occupied; // squares that are or may be occupied
    Bitboard check_stops;    // squares where a move ends the check
    Square attacker_king;    // or NO_SQUARE
} CheckScene;

static Bitboard rider_reach(const TargetListing *l, Color c, int piece, int moves) {
    Role role = (Role)l->root->role[c][piece];
    if (moves > REACH_MOVES_MAX) moves = REACH_MOVES_MAX;
    if (role == PAWN) return ~0ull;
    return l->targets->reach.within[role][l->root->at[c][piece]][moves];
}

static Bitboard maybe_occupied_by_idle(const TargetListing *l, int spare, int own_spare) {
    Bitboard maybe_occupied = 0;
    for (int i = 0; i < l->pieces; i++)
        if (!l->chosen[i]) maybe_occupied |= rider_reach(l, l->attacker, i, spare);
    for (int i = 0; i < l->blockers; i++)
        if (is_blocker(l, i)) maybe_occupied |= rider_reach(l, l->victim, i, own_spare);
    return maybe_occupied;
}

static bool may_check_too(const TargetListing *l, int spare) {
    for (int i = 0; i < l->pieces; i++)
        if (!l->chosen[i] && l->check_moves[i] <= spare) return true;
    return false;
}

/* The squares behind `s` as seen from the king. */
static Bitboard behind(Square king, Square s) {
    Bitboard line = LINE[king][s] & ~bit(s) & ~bit(king), out = 0;
    FOR_EACH_SQUARE(t, line) if (BETWEEN[king][t] & bit(s)) out |= bit(t);
    return out;
}

static bool pins_along(Role role, Square king, Square s) {
    bool straight = file_of(king) == file_of(s) || rank_of(king) == rank_of(s);
    return role == QUEEN || role == (straight ? ROOK : BISHOP);
}

/* Could this piece of the mating side stand on one of the squares and pin along the line? */
static bool may_pin(const TargetListing *l, int piece, Square s, Bitboard squares, int spare) {
    const MatingPost *post = l->chosen[piece];
    if (post)
        return pins_along((Role)post->role, l->king, s) &&
               squares & bit(target_square(post->target));
    Role role = (Role)l->root->role[l->attacker][piece];
    if (role != PAWN && !pins_along(role, l->king, s)) return false;
    int row = reach_row(l->attacker, role, role == PAWN ? REACH_AS_RIDER : REACH_AS_ITSELF);
    FOR_EACH_SQUARE(to, squares)
    if (l->targets->reach.moves[row][to][l->root->at[l->attacker][piece]] <= spare) return true;
    return false;
}

static bool may_be_pinned(const TargetListing *l, Square s, int spare) {
    Bitboard squares = behind(l->king, s);
    for (int i = 0; i < l->pieces; i++)
        if (may_pin(l, i, s, squares, spare)) return true;
    return false;
}

/* The roles, one bit each, that must not block a square beside the king. */
static unsigned forbidden_on(const TargetListing *l, Square s, const CheckScene *scene) {
    unsigned roles = 0;
    bool pinned = !scene->check_stops || may_be_pinned(l, s, scene->spare);
    Bitboard check_stops = pinned ? 0 : scene->check_stops;
    Bitboard king = scene->attacker_king == NO_SQUARE ? 0 : bit(scene->attacker_king);
    for (Role role = PAWN; role <= QUEEN; role++) {
        Bitboard attacked = attacks_from(l->victim, role, s, scene->maybe_occupied);
        Bitboard moves = attacked;
        if (role == PAWN)
            moves = (attacked & scene->occupied) |
                    (shift_forward(l->victim, bit(s)) & ~scene->occupied);
        if (attacked & king || moves & check_stops) roles |= 1u << role;
    }
    return roles;
}

static CheckScene scene_of(const TargetListing *l, Bitboard missing, Bitboard checkers, int spare) {
    CheckScene scene = {.spare = spare, .attacker_king = NO_SQUARE};
    int own_spare = l->own - l->block_moves[zone_of(l, missing)];
    scene.occupied = l->taken | missing;
    scene.maybe_occupied =
        scene.occupied | bit(l->king) | maybe_occupied_by_idle(l, spare, own_spare);
    if (checkers && !more_than_one(checkers) && !may_check_too(l, spare)) {
        Bitboard between = BETWEEN[l->king][first_square(checkers)];
        scene.check_stops = checkers | between;
        scene.maybe_occupied &= ~between;
    }
    for (int i = 0; i < l->pieces; i++)
        if (l->chosen[i] && l->chosen[i]->role == KING)
            scene.attacker_king = target_square(l->chosen[i]->target);
    return scene;
}

static uint64_t find_forbidden(const TargetListing *l, Bitboard missing, Bitboard checkers,
                               int spare) {
    if (!missing) return 0;
    CheckScene scene = scene_of(l, missing, checkers, spare);
    uint64_t forbidden = 0;
    int index = 0;
    FOR_EACH_SQUARE(s, missing)
    forbidden |= (uint64_t)forbidden_on(l, s, &scene) << (BLOCKING_ROLES * index++);
    return forbidden;
}

// --- a part is complete ---

static Bitboard chosen_attacks(const TargetListing *l, Bitboard occupied) {
    Bitboard attacks = 0;
    for (int i = 0; i < l->pieces; i++)
        if (l->chosen[i]) attacks |= post_attacks(l, l->chosen[i], occupied);
    return attacks;
}

/* The squares that idle pieces could cover with `spare` moves. */
static KingZone idle_reach(const TargetListing *l, int spare) {
    KingZone reach = 0;
    for (int i = 0; i < l->pieces; i++)
        if (!l->chosen[i]) reach |= l->reach[i][spare];
    return reach;
}

static Bitboard squares_of(const TargetListing *l, KingZone zone) {
    Bitboard squares = 0, around = l->around;
    for (; around; zone >>= 1) {
        Square s = pop_square(&around);
        if (zone & 1) squares |= bit(s);
    }
    return squares;
}

/* The squares that the king's side must block. A blocker may close lines and so uncover more
 * squares, so this iterates until nothing changes. */
static Bitboard find_missing(const TargetListing *l, KingZone covered, Bitboard helped) {
    Bitboard now = l->around & ~squares_of(l, covered), missing;
    do {
        missing = now;
        now |= l->around & ~chosen_attacks(l, l->taken | missing) & ~helped;
    } while (now != missing);
    return missing;
}

static Bitboard checkers_of(const TargetListing *l, Bitboard occupied) {
    Bitboard checkers = 0;
    for (int i = 0; i < l->pieces; i++)
        if (l->chosen[i] && post_attacks(l, l->chosen[i], occupied) & bit(l->king))
            checkers |= bit(target_square(l->chosen[i]->target));
    return checkers;
}

static BlockDemand *find_demand(TargetListing *l, Bitboard missing, uint64_t forbidden) {
    uint64_t hash = hash_salt(missing, forbidden, HASH_GOLDEN) * HASH_MURMUR_1;
    uint8_t stamp = (uint8_t)(l->king + 1);
    for (uint32_t i = (uint32_t)(hash >> 40);; i++) {
        BlockDemand *demand = &l->demands[i % DEMANDS_MAX];
        if (demand->stamp == stamp && demand->missing == missing && demand->forbidden == forbidden)
            return demand;
        if (demand->stamp == stamp) continue;
        if (l->demand_count == DEMANDS_MAX / 2) return NULL;
        *demand = (BlockDemand){missing, forbidden, NONE, stamp};
        l->demand_order[l->demand_count++] = (uint16_t)(demand - l->demands);
        return demand;
    }
}

static TargetPart part_of_chosen(const TargetListing *l) {
    TargetPart part = {0};
    for (int i = 0; i < l->pieces; i++) {
        if (!l->chosen[i]) continue;
        part.active |= (uint16_t)(1u << i);
        part.target[i] = l->chosen[i]->target;
    }
    return part;
}

/* Stores the part made of the chosen posts if it is valid; false if there are too many parts. */
static bool finish_part(TargetListing *l, KingZone covered, int left) {
    KingZone idle = idle_reach(l, left);
    Bitboard missing = find_missing(l, covered, squares_of(l, idle));
    Bitboard checkers = checkers_of(l, l->taken | missing);
    if (missing & l->taken || (!checkers && !(idle & ON_KING))) return true;
    if (l->block_moves[zone_of(l, missing)] > l->own) return true;
    BlockDemand *demand = find_demand(l, missing, find_forbidden(l, missing, checkers, left));
    if (!demand || l->links_used == PARTS_MAX) return false;
    TargetPart part = part_of_chosen(l);
    l->links[l->links_used] =
        (DemandLink){target_positions_add_part(l->targets, &part), demand->last, l->attacks - left};
    demand->last = l->links_used++;
    return true;
}

// --- placing the pieces ---

/* The state after placing some pieces. */
typedef struct {
    int left; // moves
    KingZone covered, twice, here;
} PlacedPosts;

static bool is_hopeless(const TargetListing *l, KingZone can_cover, KingZone here) {
    return !(can_cover & ON_KING) || here & ~can_cover || !can_be_filled(l, can_cover);
}

/* Does each piece chosen before this one still cover a square that no other piece covers? */
static bool all_are_needed(const TargetListing *l, int piece, KingZone twice) {
    for (int i = 0; i < piece; i++)
        if (l->chosen[i] && !(l->chosen[i]->covered & ~twice)) return false;
    return true;
}

static bool place_pieces(TargetListing *l, int piece, PlacedPosts so_far);

static bool place_piece_at(TargetListing *l, int piece, const MatingPost *post,
                           const PlacedPosts *so_far) {
    Bitboard here = bit(target_square(post->target));
    PlacedPosts next = {so_far->left - post->moves, so_far->covered | post->covered,
                        so_far->twice | (so_far->covered & post->covered),
                        so_far->here | post->here};
    if (!(post->covered & ~so_far->covered) || l->taken & here) return true;
    if (is_hopeless(l, next.covered | l->coverable[piece + 1][next.left], next.here)) return true;
    if (!all_are_needed(l, piece, next.twice)) return true;
    l->chosen[piece] = post;
    l->taken |= here;
    bool going = place_pieces(l, piece + 1, next);
    l->taken &= ~here;
    return going;
}

/* Places this piece and all later ones on every post in turn; false if there are too many. */
static bool place_pieces(TargetListing *l, int piece, PlacedPosts so_far) {
    if (++l->steps > l->steps_max) return false;
    if (piece == l->pieces) return finish_part(l, so_far.covered, so_far.left);
    l->chosen[piece] = NULL;
    bool going =
        is_hopeless(l, so_far.covered | l->coverable[piece + 1][so_far.left], so_far.here) ||
        place_pieces(l, piece + 1, so_far);
    for (int i = 0; going && i < l->post_count[piece]; i++) {
        const MatingPost *post = &l->posts[piece][i];
        if (post->moves > so_far.left) break;
        going = place_piece_at(l, piece, post, &so_far);
    }
    return going;
}

// --- groups ---

typedef struct {
    TargetListing *l;
    const BlockDemand *demand;
    TargetPart part;
} BlockSearch;

static void block(BlockSearch *blocking, Bitboard missing, int left);

static void block_by(BlockSearch *blocking, Bitboard missing, int left, int piece,
                     ReachRole reach_role) {
    TargetListing *l = blocking->l;
    Square to = first_square(missing);
    int row = row_of(l->victim, l->root, piece, reach_role);
    int moves = l->targets->reach.moves[row][to][l->root->at[l->victim][piece]];
    if (moves > left) return;
    blocking->part.active |= (uint16_t)(1u << piece);
    blocking->part.target[piece] = (uint8_t)(to | (int)reach_role << 6);
    block(blocking, missing & ~bit(to), left - moves);
    blocking->part.active &= (uint16_t) ~(1u << piece);
    blocking->part.target[piece] = 0;
}

static bool is_forbidden(const BlockDemand *demand, Square s, Role role) {
    int index = popcount(demand->missing & (bit(s) - 1));
    return demand->forbidden >> (BLOCKING_ROLES * index + (int)role) & 1;
}

/* Enumerates all ways to block the squares with `left` moves. */
static void block(BlockSearch *blocking, Bitboard missing, int left) {
    TargetListing *l = blocking->l;
    if (!missing) {
        int away = l->king_moves + l->own - left;
        target_positions_add_entry(l->targets,
                                   target_positions_add_part(l->targets, &blocking->part), away);
        return;
    }
    for (int i = 0; i < l->blockers; i++) {
        Role role = (Role)l->root->role[l->victim][i];
        if (role == KING || blocking->part.active >> i & 1) continue;
        if (!is_forbidden(blocking->demand, first_square(missing), role))
            block_by(blocking, missing, left, i, REACH_AS_ITSELF);
        if (role == PAWN) block_by(blocking, missing, left, i, REACH_AS_OFFICER);
    }
}

static void add_group(TargetListing *l, const BlockDemand *demand) {
    TargetPositions *targets = l->targets;
    BlockSearch blocking = {.l = l, .demand = demand};
    TargetGroup group;
    int king = l->root->number[l->home];
    blocking.part.active = (uint16_t)(1u << king);
    blocking.part.target[king] = (uint8_t)l->king;
    group.first[l->victim] = targets->entries_used;
    block(&blocking, demand->missing, l->own);
    group.count[l->victim] = targets->entries_used - group.first[l->victim];
    if (!group.count[l->victim]) return;
    group.first[l->attacker] = targets->entries_used;
    for (uint32_t i = demand->last; i != NONE; i = l->links[i].before)
        target_positions_add_entry(targets, l->links[i].part, l->links[i].away);
    group.count[l->attacker] = targets->entries_used - group.first[l->attacker];
    target_positions_add_group(targets, group);
}

static bool list_at(TargetListing *l, Square king) {
    l->king = king;
    l->around = KING_ATTACKS[king];
    l->full = (KingZone)((1u << popcount(l->around)) - 1);
    l->king_moves = king_distance(l->home, king);
    l->own = l->targets->moves.of[l->victim] - l->king_moves;
    if (l->own < 0) return true;
    l->demand_count = 0;
    l->links_used = 1; // link 0 (NONE) is not used
    find_posts(l);
    find_coverable(l);
    find_blocks(l);
    if (!place_pieces(l, 0, (PlacedPosts){.left = l->attacks})) return false;
    for (int i = 0; i < l->demand_count; i++) add_group(l, &l->demands[l->demand_order[i]]);
    return l->targets->parts_used <= PARTS_MAX;
}

/* The limit of steps: beyond it the list takes longer than it saves. */
static int most_steps(TargetMovesLeft moves) {
    int plies = moves.of[WHITE] + moves.of[BLACK];
    return 1 << (plies < 5 ? 4 * plies : 20);
}

bool target_positions_enumerate(TargetPositions *targets, const Board *b, const TargetNode *root) {
    TargetListing *l = calloc(1, sizeof *l);
    if (!l) return false;
    l->targets = targets;
    l->root = root;
    l->victim = targets->victim;
    l->attacker = other(targets->victim);
    l->home = board_king(b, targets->victim);
    l->attacks = targets->moves.of[l->attacker];
    l->steps_max = most_steps(targets->moves);
    l->pieces = popcount(b->color[l->attacker]);
    l->blockers = popcount(b->color[l->victim]);
    bool complete = true;
    for (Square king = A1; king <= H8 && complete; king++) complete = list_at(l, king);
    free(l);
    return complete;
}

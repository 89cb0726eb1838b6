// SPDX-License-Identifier: MIT
//
// The search of the loop solver, a template.  The including file defines LOOP_WORDS (64-bit words
// in a set of squares) and LOOP_KERNEL (the name of the resulting LoopKernel).
//
// A loop is built as a path that grows at both ends.  A node keeps the squares with pieces (`occ`),
// the free squares where pieces may still be placed (`room`), and the two ends: the head still
// needs a target, the tail still needs an attacker.  Choosing a target for a piece fixes all its
// rays: one is empty up to the target, the others are empty throughout; these squares leave `room`.
//
//        tail ──► o ──► o ──► head            `left` pieces are missing between head and tail
//         ▲                     │
//         └── ? ◄── … ◄── ? ◄───┘
//
// Each node extends the end that has fewer candidates.  The pruning rules are described at the
// functions below and proved in docs/chess-loop.md.
//
// Each loop is searched from one root: a piece of the root type in the lowest orbit of squares
// (under the symmetries of the board) that its type occupies.  One square per orbit is tried.  A
// loop with k pieces in the root's orbit is found k times from all squares of the orbit together,
// so it counts (size of the orbit) / k.
#include "base/array.h"
#include "base/os/host_yield.h"
#include "base/rng.h"
#include "solve/loop/loop_internal.h"

#include "solve/loop/loop_set_kernel.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    SquareSet occ;            // all known pieces, on the path or given
    SquareSet open[2];        // given pieces that are not on the path yet
    SquareSet room[2];        // free squares where a piece of the type may still stand
    SquareSet sees_path[2];   // squares from which a leaper of the type attacks a piece of the path
    SquareSet once[2];        // squares from which a leaper of the type attacks any piece
    SquareSet seen[12];       // per ray of a line piece: squares with a piece on that ray
    SquareSet head_targets;   // where the head's target may stand …
    SquareSet tail_attackers; // … and the tail's attacker, by lines of sight and `room`
    int free[2];              // pieces of each type that are not placed yet
    int left;                 // pieces missing on the path
    int head, tail;
    int root;
    uint8_t head_type, tail_type;
} LoopNode;

/* A root and the orbit it stands for. */
typedef struct {
    int square;
    int weight;
    SquareSet orbit;
    SquareSet denied; // squares of lower orbits: pieces of the root's type are excluded there
    bool forward;     // the second piece is the root's target, not its attacker
    SquareSet second; // candidates for the second piece, up to the symmetries that keep the root
} LoopRoot;

/* A subtree of the search: a node with its path from tail to head. */
enum { BRANCH_DEPTH = 8, BRANCHES_WANTED = 1500 };

typedef struct {
    LoopNode node;
    int before, length; // squares on the path before the root, and in all
    int weight;         // symmetric branches that this one stands for
    uint16_t path[BRANCH_DEPTH + 1];
} LoopBranch;

/* One type on one square. */
typedef struct {
    SquareSet all;     // every square its rays cover on an empty board
    SquareSet ray[8];  // each ray by itself
    SquareSet rest[8]; // `all` without that ray
} LoopSquareRays;

typedef struct {
    int squares, length, root_type, roots, branches, depths;
    bool leaps[2], given;
    uint8_t *ray_index[2]; // [from * squares + to]: the ray of `from` on which `to` lies
    int rays[2], first_ray[2];
    LoopSquareRays *place[2];
    SquareSet
        *attackable[2]; // squares a piece covers from which the other type does not attack back
    SquareSet *only;    // the set of one square, for each square
    /* walks[depth][type][square]: the squares from which that piece is reached in exactly `depth`
     * attacks on an empty board.  Beyond `depths` the last two entries repeat. */
    SquareSet *walks;
    int leaper_weight; // see head_weight
    int reach;         // from this number of attacks on, every square reaches every other
    LoopRoot *root;
    LoopBranch *branch;
    SquareSet board;
    LoopNode start; // common to all roots
    const LoopSymmetry *symmetry;
} LoopPlan;

static inline const SquareSet *walk_table(const LoopPlan *plan, int type, int square, int steps) {
    if (steps > plan->depths) steps = plan->depths - ((plan->depths ^ steps) & 1);
    return &plan->walks[((size_t)steps * 2 + (size_t)type) * (size_t)plan->squares +
                        (size_t)square];
}

static inline int direction(const LoopPlan *plan, int type, int from, int to) {
    return plan->ray_index[type][from * plan->squares + to];
}

/* The squares that must be empty so that the piece on `from` attacks exactly `to`. */
static inline SquareSet must_be_empty(const LoopPlan *plan, int type, int from, int to) {
    const LoopSquareRays *place = &plan->place[type][from];
    if (plan->leaps[type]) {
        return set_minus(place->all, plan->only[to]);
    }
    int d = direction(plan, type, from, to);
    SquareSet between = set_minus(place->ray[d], plan->place[type][to].ray[d]);
    return set_or(place->rest[d], set_minus(between, plan->only[to]));
}

/* Where pieces of a type may still join the path. */
static inline SquareSet squares_for(const LoopNode *node, int type) {
    return set_or(node->room[type], node->open[type]);
}

/* Narrows the targets of a piece that sees `piece`: to this one and the squares before it. */
static inline SquareSet targets_before(const LoopPlan *plan, SquareSet targets, int type, int from,
                                       int piece) {
    const LoopSquareRays *place = &plan->place[type][from];
    if (!set_has(&place->all, piece)) return targets;
    if (plan->leaps[type]) return set_and(targets, plan->only[piece]);
    int d = direction(plan, type, from, piece);
    return set_minus(set_and(targets, place->ray[d]), plan->place[type][piece].ray[d]);
}

/* Narrows the attackers of a piece on `to` after `piece` was placed: it blocks the line behind it.
 */
static inline SquareSet attackers_before(const LoopPlan *plan, SquareSet attackers, int type,
                                         int to, int piece) {
    if (plan->leaps[type] || !set_has(&plan->place[type][to].all, piece)) return attackers;
    int d = direction(plan, type, to, piece);
    return set_minus(attackers, plan->place[type][piece].ray[d]);
}

/* The squares that a new piece may attack, given the placed pieces. */
static inline SquareSet targets_of(const LoopPlan *plan, const LoopNode *node, int type,
                                   int square) {
    const LoopSquareRays *place = &plan->place[type][square];
    SquareSet targets = plan->attackable[type][square], seen = set_and(place->all, node->occ);
    if (set_is_empty(seen)) return targets;
    if (plan->leaps[type]) return set_size(seen) > 1 ? (SquareSet){{0}} : set_and(targets, seen);
    int d = direction(plan, type, square, set_lowest(seen));
    if (set_meets(place->rest[d], seen)) return (SquareSet){{0}};
    int nearest = d & 1 ? set_highest(seen) : set_lowest(seen);
    return set_and(targets, set_minus(place->ray[d], plan->place[type][nearest].ray[d]));
}

/* The squares from which a new piece may be attacked by a piece of the given type. */
static inline SquareSet attackers_of(const LoopPlan *plan, const LoopNode *node, int type,
                                     int square) {
    SquareSet attackers = plan->attackable[type][square];
    /* A leaper on such a square attacks the new piece, so it must not attack another one. */
    if (plan->leaps[type]) return plan->given ? attackers : set_minus(attackers, node->once[type]);
    SquareSet seen = set_and(plan->place[type][square].all, node->occ);
    SET_EACH(piece, seen) attackers = attackers_before(plan, attackers, type, square, piece);
    return attackers;
}

/* Keeps those of the head's targets that have a tail exactly `left` attacks away.  A leaper that
 * attacks a piece of the path must be the last piece, which closes the loop. */
static inline SquareSet filter_targets(const LoopPlan *plan, const LoopNode *node,
                                       SquareSet targets, int tail_type, int tail, int left) {
    if (left < plan->reach) targets = set_and(targets, *walk_table(plan, tail_type, tail, left));
    int type = tail_type ^ (left & 1);
    return plan->leaps[type] && left > 1 ? set_minus(targets, node->sees_path[type]) : targets;
}

/* Keeps those of the tail's attackers that are `left` attacks away from the head.  Attacks of
 * alternating types, read backwards, are attacks that lead to a piece of the other type. */
static inline SquareSet filter_attackers(const LoopPlan *plan, SquareSet attackers, int head_type,
                                         int head, int left) {
    if (left >= plan->reach) return attackers;
    return set_and(attackers, *walk_table(plan, !head_type, head, left));
}

/* Records the squares from which a new piece is attacked.  Returns the squares from which the type
 * would attack pieces on two rays; the type cannot stand there any more. */
static inline SquareSet mark_visible(const LoopPlan *plan, LoopNode *node, int type, int square) {
    const LoopSquareRays *place = &plan->place[type][square];
    if (plan->leaps[type]) { // each attacked piece is on a ray of its own
        SquareSet twice = set_and(node->once[type], place->all);
        node->once[type] = set_or(node->once[type], place->all);
        return twice;
    }
    SquareSet *seen = node->seen + plan->first_ray[type];
    SquareSet once = {{0}}, twice = {{0}};
    for (int d = 0; d < plan->rays[type]; d++) {
        seen[d] = set_or(seen[d], place->ray[d ^ 1]);
        twice = set_or(twice, set_and(once, seen[d]));
        once = set_or(once, seen[d]);
    }
    return twice;
}

/* Adds a piece to the path, on a free square or on a given piece.  False when a given piece now
 * attacks pieces on two rays. */
static inline bool place_piece(const LoopPlan *plan, LoopNode *node, int type, int square,
                               SquareSet need) {
    node->left--;
    for (int t = 0; t < 2; t++) {
        if (plan->leaps[t])
            node->sees_path[t] = set_or(node->sees_path[t], plan->place[t][square].all);
        node->room[t] = set_minus(node->room[t], need);
    }
    if (plan->given && set_has(&node->open[type], square)) {
        node->open[type] = set_minus(node->open[type], plan->only[square]);
        return true;
    }
    bool sound = true;
    for (int t = 0; t < 2; t++) {
        SquareSet twice = mark_visible(plan, node, t, square);
        node->room[t] = set_minus(node->room[t], set_or(twice, plan->only[square]));
        if (plan->given && set_meets(node->open[t], twice)) sound = false;
    }
    node->occ = set_or(node->occ, plan->only[square]);
    if (--node->free[type] == 0) node->room[type] = (SquareSet){{0}};
    return sound;
}

/* Gives the head its target; false when no loop can follow.  Cheap tests come first. */
static inline bool extend_head(const LoopPlan *plan, const LoopNode *node, int square,
                               LoopNode *child) {
    int type = !node->head_type, left = node->left - 1;
    SquareSet need = must_be_empty(plan, !type, node->head, square);
    SquareSet to =
        set_minus(set_and(targets_of(plan, node, type, square), squares_for(node, !type)), need);
    if (set_is_empty(filter_targets(plan, node, to, node->tail_type, node->tail, left)))
        return false;
    SquareSet from = set_minus(node->tail_attackers, need);
    from = attackers_before(plan, from, !node->tail_type, node->tail, square);
    if (set_is_empty(filter_attackers(plan, from, type, square, left))) return false;
    *child = *node;
    child->head = square;
    child->head_type = (uint8_t)type;
    if (!place_piece(plan, child, type, square, need)) return false;
    child->head_targets = set_and(to, squares_for(child, !type));
    child->tail_attackers = set_and(from, squares_for(child, !node->tail_type));
    return true;
}

/* Gives the tail its attacker; false when no loop can follow. */
static inline bool extend_tail(const LoopPlan *plan, const LoopNode *node, int square,
                               LoopNode *child) {
    int type = !node->tail_type, left = node->left - 1;
    SquareSet need = must_be_empty(plan, type, square, node->tail);
    SquareSet from =
        set_minus(set_and(attackers_of(plan, node, !type, square), squares_for(node, !type)), need);
    if (set_is_empty(filter_attackers(plan, from, node->head_type, node->head, left))) return false;
    SquareSet to = set_minus(node->head_targets, need);
    to = targets_before(plan, to, node->head_type, node->head, square);
    if (set_is_empty(filter_targets(plan, node, to, type, square, left))) return false;
    *child = *node;
    child->tail = square;
    child->tail_type = (uint8_t)type;
    if (!place_piece(plan, child, type, square, need)) return false;
    child->tail_attackers = set_and(from, squares_for(child, !type));
    child->head_targets = set_and(to, squares_for(child, !node->head_type));
    return true;
}

static inline bool extend(const LoopPlan *plan, const LoopNode *node, bool forward, int square,
                          LoopNode *child) {
    return forward ? extend_head(plan, node, square, child)
                   : extend_tail(plan, node, square, child);
}

// --- solutions ---

typedef struct {
    SquareSet type[2];
} Placement;

static Placement image_of(const LoopWorker *w, const uint16_t *map, int length) {
    const LoopPlan *plan = w->plan;
    Placement p = {0};
    for (int i = 0; i < length; i++)
        set_add(&p.type[(i & 1) ^ plan->root_type], map[w->path[w->low + i]]);
    return p;
}

static int placement_compare(const Placement *a, const Placement *b) {
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < LOOP_WORDS; i++)
            if (a->type[t].w[i] != b->type[t].w[i])
                return a->type[t].w[i] < b->type[t].w[i] ? -1 : 1;
    return 0;
}

static bool maps_to_itself(const LoopWorker *w, const uint16_t *map, const Placement *self,
                           int length) {
    const LoopPlan *plan = w->plan;
    for (int i = 0; i < length; i++)
        if (!set_has(&self->type[(i & 1) ^ plan->root_type], map[w->path[w->low + i]]))
            return false;
    return true;
}

/* Does the search from this root also find the image of the loop? */
static bool is_found_from_root(const LoopWorker *w, const LoopRoot *root, const uint16_t *map) {
    const LoopPlan *plan = w->plan;
    const uint16_t *loop = w->path + w->low;
    for (int i = 0; i < plan->length; i += 2) {
        if (map[loop[i]] != root->square) continue;
        int second = (i + (root->forward ? 1 : plan->length - 1)) % plan->length;
        return set_has(&root->second, map[loop[second]]);
    }
    return false;
}

/* Of the images of a loop that are found from the same root, only the smallest is reported. */
static bool is_canonical(const LoopWorker *w, const LoopRoot *root, const Placement *self) {
    const LoopPlan *plan = w->plan;
    for (int g = 1; g < plan->symmetry->count; g++) {
        const uint16_t *map = plan->symmetry->map[g];
        if (!is_found_from_root(w, root, map)) continue;
        Placement other = image_of(w, map, plan->length);
        if (placement_compare(&other, self) < 0) return false;
    }
    return true;
}

static void report_solution(LoopWorker *w, const LoopNode *node) {
    const LoopPlan *plan = w->plan;
    const LoopRoot *root = &plan->root[node->root];
    Placement self = image_of(w, plan->symmetry->map[0], plan->length);
    int stabiliser = 1;
    for (int g = 1; g < plan->symmetry->count; g++)
        stabiliser += maps_to_itself(w, plan->symmetry->map[g], &self, plan->length);
    int k = set_size(set_and(self.type[plan->root_type], root->orbit));
    w->counts.seen[k]++;
    w->counts.stabilisers[k] += (uint64_t)stabiliser;
    if (w->found && (w->first_only || is_canonical(w, root, &self)))
        w->found(w->context, w->path + w->low);
    if (w->first_only) w->stopped = true;
}

/* The path is a loop.  It is reported from a piece of the root's type. */
static void take_solution(LoopWorker *w, const LoopNode *node) {
    bool rotated = ((LOOP_MAX_SQUARES - w->low) & 1) != 0;
    if (rotated) w->path[w->high++] = w->path[w->low++];
    report_solution(w, node);
    if (rotated) w->low--, w->high--;
}

/* One piece is missing: it must be the head's target and the tail's attacker. */
static void close_loop(LoopWorker *w, const LoopNode *node, SquareSet last) {
    uint16_t list[64 * LOOP_WORDS];
    int count = set_list(last, list);
    for (int i = 0; i < count && !w->stopped; i++) {
        w->nodes++;
        w->path[w->high++] = list[i];
        take_solution(w, node);
        w->high--;
    }
}

// --- search ---

/* The squares for all missing pieces of a type but the last, which may be a leaper that attacks the
 * tail. */
static inline SquareSet inner_squares(const LoopPlan *plan, const LoopNode *node, int type) {
    SquareSet squares = squares_for(node, type);
    return plan->leaps[type] ? set_minus(squares, node->sees_path[type]) : squares;
}

/* Are there fewer squares than pieces of the type still to be placed? */
static inline bool lacks_squares(const LoopPlan *plan, const LoopNode *node, int type,
                                 int squares) {
    int needed = node->left / 2 + (node->left & 1 && type != node->head_type);
    return squares < needed - (plan->leaps[type] && type != node->tail_type);
}

/* Are there enough squares for all missing pieces? */
static inline bool has_room(const LoopPlan *plan, const LoopNode *node) {
    for (int t = 0; t < 2; t++)
        if (lacks_squares(plan, node, t, set_size(inner_squares(plan, node, t)))) return false;
    return true;
}

typedef enum { GROW_HEAD, GROW_TAIL, GROW_LAST } Growth;

typedef struct {
    Growth growth;
    SquareSet squares; // candidates for the new piece; none: the branch has no solution
} LoopExtension;

/* Weight of a candidate of the head when one of the tail weighs 6; fitted by measurement. */
static inline int head_weight(const LoopPlan *plan, const LoopNode *node) {
    return plan->leaps[!node->head_type] && !plan->leaps[!node->tail_type] ? plan->leaper_weight
                                                                           : 5;
}

/* Chooses the end with fewer candidates, with a small preference for the head (measured). */
static inline LoopExtension choose_extension(const LoopPlan *plan, const LoopNode *node) {
    SquareSet head =
        filter_targets(plan, node, node->head_targets, node->tail_type, node->tail, node->left);
    SquareSet tail =
        filter_attackers(plan, node->tail_attackers, node->head_type, node->head, node->left);
    if (node->left == 1)
        return (LoopExtension){.growth = GROW_LAST, .squares = set_and(head, tail)};
    if (set_is_empty(head) || set_is_empty(tail) || !has_room(plan, node))
        return (LoopExtension){.growth = GROW_HEAD};
    bool forward = head_weight(plan, node) * set_size(head) <= 6 * set_size(tail);
    return forward ? (LoopExtension){GROW_HEAD, head} : (LoopExtension){GROW_TAIL, tail};
}

static void shuffle_squares(LoopWorker *w, uint16_t *list, int count) {
    for (; count > 1; count--) {
        uint32_t i = (uint32_t)(xorshift64(&w->rng) >> 32) % (uint32_t)count;
        uint16_t last = list[count - 1];
        list[count - 1] = list[i];
        list[i] = last;
    }
}

/* Reports nodes and checks the limits; true when the search must stop. */
static bool check_limits(LoopWorker *w) {
    enum { NODES_BETWEEN = 4096 };
    if (w->total) atomic_fetch_add(w->total, w->nodes - w->nodes_reported);
    w->nodes_reported = w->nodes;
    host_yield();
    if (w->on_poll) w->on_poll(w->context);
    w->stopped = w->nodes >= w->budget || atomic_load(w->stop);
    w->next_poll = w->nodes + NODES_BETWEEN;
    if (w->next_poll > w->budget) w->next_poll = w->budget;
    return w->stopped;
}

/* The squares for the piece after the next one, before the next one is chosen. */
static inline SquareSet next_squares(const LoopPlan *plan, const LoopNode *node, bool forward) {
    int type = forward ? node->head_type : node->tail_type;
    SquareSet next = squares_for(node, type);
    /* Only the last piece of the loop may attack the tail. */
    bool free = !plan->leaps[type] || (forward && node->left == 2);
    return free ? next : set_minus(next, node->sees_path[type]);
}

static void search_node(LoopWorker *w, const LoopNode *node) {
    const LoopPlan *plan = w->plan;
    LoopExtension extension = choose_extension(plan, node);
    if (extension.growth == GROW_LAST) {
        close_loop(w, node, extension.squares);
        return;
    }
    bool forward = extension.growth == GROW_HEAD;
    uint16_t list[64 * LOOP_WORDS];
    int count = set_list(extension.squares, list);
    if (w->rng) shuffle_squares(w, list, count);
    SquareSet next = next_squares(plan, node, forward);
    const SquareSet *attackable = plan->attackable[forward ? !node->head_type : node->tail_type];
    for (int i = 0; i < count; i++) {
        LoopNode child;
        w->nodes++;
        if (!set_meets(attackable[list[i]], next)) continue;
        if (!extend(plan, node, forward, list[i], &child)) continue;
        if (w->nodes >= w->next_poll && check_limits(w)) return;
        w->path[forward ? w->high++ : --w->low] = list[i];
        search_node(w, &child);
        if (forward)
            w->high--;
        else
            w->low++;
        if (w->stopped) return;
    }
}

// --- branches ---

/* The node whose path is a single piece. */
static LoopNode first_node(const LoopPlan *plan, int type, int square, SquareSet denied) {
    LoopNode node = plan->start;
    node.head = node.tail = square;
    node.head_type = node.tail_type = (uint8_t)type;
    node.room[plan->root_type] = set_minus(node.room[plan->root_type], denied);
    SquareSet to = targets_of(plan, &node, type, square),
              from = attackers_of(plan, &node, !type, square);
    place_piece(plan, &node, type, square, (SquareSet){{0}});
    node.head_targets = set_and(to, squares_for(&node, !type));
    node.tail_attackers = set_and(from, squares_for(&node, !type));
    return node;
}

static void branch_run(LoopWorker *w, int number) {
    const LoopPlan *plan = w->plan;
    const LoopBranch *branch = &plan->branch[number];
    w->low = LOOP_MAX_SQUARES - branch->before;
    w->high = w->low + branch->length;
    memcpy(w->path + w->low, branch->path, (size_t)branch->length * sizeof branch->path[0]);
    search_node(w, &branch->node);
}

static LoopNode root_node(const LoopPlan *plan, int number) {
    const LoopRoot *root = &plan->root[number];
    LoopNode node = first_node(plan, plan->root_type, root->square, root->denied);
    node.root = number;
    return node;
}

static void attempt_run(LoopWorker *w) {
    const LoopPlan *plan = w->plan;
    uint16_t order[LOOP_MAX_SQUARES];
    for (int i = 0; i < plan->roots; i++) order[i] = (uint16_t)i;
    shuffle_squares(w, order, plan->roots);
    for (int i = 0; i < plan->roots && !w->stopped; i++) {
        LoopNode node = root_node(plan, order[i]);
        w->low = LOOP_MAX_SQUARES;
        w->high = w->low + 1;
        w->path[w->low] = (uint16_t)node.head;
        search_node(w, &node);
    }
}

static int trace_solution(const void *memory, const LoopSolution *solution, LoopStep steps[]) {
    const LoopPlan *plan = memory;
    int length = solution->length, head = 0, tail = 0, count = 0;
    if (plan->given)
        while (!set_has(&plan->start.open[head & 1], solution->square[head])) head++;
    tail = head;
    LoopNode node = first_node(plan, head & 1, solution->square[head], (SquareSet){{0}});
    steps[count++] =
        (LoopStep){.place = head, .from = -1, .choices = plan->given ? 1 : plan->squares};
    while (count < length) {
        LoopExtension extension = choose_extension(plan, &node);
        LoopStep step = {.choices = set_size(extension.squares),
                         .backward = extension.growth == GROW_TAIL};
        step.from = step.backward ? tail : head;
        step.place = (step.from + (step.backward ? length - 1 : 1)) % length;
        *(step.backward ? &tail : &head) = step.place;
        steps[count++] = step;
        LoopNode child;
        if (count == length ||
            !extend(plan, &node, !step.backward, solution->square[step.place], &child))
            break;
        node = child;
    }
    return count;
}

typedef struct {
    LoopBranch *items;
    int count;
    size_t capacity;
} LoopBranchList;

static bool branch_add(LoopBranchList *list, const LoopBranch *branch) {
    if (!array_reserve(&list->items, &list->capacity, (size_t)list->count + 1, sizeof *list->items))
        return false;
    list->items[list->count++] = *branch;
    return true;
}

/* Adds a piece to the path of a branch; false when no loop can follow. */
static bool branch_extend(const LoopPlan *plan, LoopBranch *branch, bool forward, int square) {
    LoopNode node = branch->node;
    if (!extend(plan, &node, forward, square, &branch->node)) return false;
    if (!forward) {
        memmove(branch->path + 1, branch->path, (size_t)branch->length * sizeof branch->path[0]);
        branch->before++;
    }
    branch->path[forward ? branch->length : 0] = (uint16_t)square;
    branch->length++;
    return true;
}

/* Replaces a branch by its children. */
static bool branch_split(const LoopPlan *plan, const LoopBranch *branch, LoopBranchList *branches) {
    LoopExtension extension = choose_extension(plan, &branch->node);
    if (extension.growth == GROW_LAST || branch->length > BRANCH_DEPTH)
        return branch_add(branches, branch);
    SET_EACH(square, extension.squares) {
        LoopBranch child = *branch;
        if (branch_extend(plan, &child, extension.growth == GROW_HEAD, square) &&
            !branch_add(branches, &child))
            return false;
    }
    return true;
}

/* The images of a square under the symmetries that keep the root. */
static SquareSet second_orbit(const LoopPlan *plan, const LoopRoot *root, int square) {
    SquareSet orbit = {{0}};
    for (int g = 0; g < plan->symmetry->count; g++)
        if (plan->symmetry->map[g][root->square] == root->square)
            set_add(&orbit, plan->symmetry->map[g][square]);
    return orbit;
}

/* One branch for each second piece of a root, up to symmetry. */
static bool root_start(const LoopPlan *plan, int number, LoopBranchList *branches) {
    LoopRoot *root = &plan->root[number];
    LoopBranch branch = {.node = root_node(plan, number), .length = 1, .weight = root->weight};
    branch.path[0] = (uint16_t)root->square;
    LoopExtension extension = choose_extension(plan, &branch.node);
    root->forward = extension.growth == GROW_HEAD;
    root->second = plan->board;
    if (extension.growth == GROW_LAST) return branch_add(branches, &branch);
    root->second = (SquareSet){{0}};
    SquareSet known = {{0}};
    SET_EACH(square, extension.squares) {
        if (set_has(&known, square)) continue;
        SquareSet orbit = second_orbit(plan, root, square);
        LoopBranch child = branch;
        known = set_or(known, orbit);
        set_add(&root->second, square);
        child.weight *= set_size(orbit);
        if (branch_extend(plan, &child, root->forward, square) && !branch_add(branches, &child))
            return false;
    }
    return true;
}

static bool plan_start(void *memory) {
    LoopPlan *plan = memory;
    LoopBranchList branches = {0};
    bool ok = true;
    for (int r = 0; r < plan->roots && ok; r++) ok = root_start(plan, r, &branches);
    plan->branch = branches.items;
    plan->branches = branches.count;
    return ok;
}

/* Splits branches until there are enough for all threads.  Early branches are split further,
 * because they are larger.  The result does not depend on the number of threads. */
static bool plan_split(void *memory, int done) {
    LoopPlan *plan = memory;
    LoopBranchList list = {plan->branch, plan->branches, (size_t)plan->branches};
    bool ok = true;
    for (int depth = 0; depth < BRANCH_DEPTH && list.count - done < BRANCHES_WANTED && ok;
         depth++) {
        LoopBranchList next = {0};
        for (int i = 0; i < list.count && ok; i++) {
            bool enough = next.count + list.count - i - done >= BRANCHES_WANTED;
            ok = i < done || enough ? branch_add(&next, &list.items[i])
                                    : branch_split(plan, &list.items[i], &next);
        }
        free(list.items);
        list = next;
    }
    plan->branch = list.items;
    plan->branches = list.count;
    return ok;
}

// --- tables ---

static void fill_place(const LoopPlan *plan, const LoopPuzzle *puzzle, int type, int square) {
    const LoopMoves *moves = loop_moves(puzzle->type[type]);
    LoopSquareRays *place = &plan->place[type][square];
    for (int d = 0; d < moves->rays; d++) {
        int row = square / puzzle->cols + moves->step[d][0];
        int col = square % puzzle->cols + moves->step[d][1];
        while (row >= 0 && row < puzzle->rows && col >= 0 && col < puzzle->cols) {
            int there = row * puzzle->cols + col;
            set_add(&place->ray[d], there);
            plan->ray_index[type][square * plan->squares + there] = (uint8_t)d;
            row += moves->step[d][0];
            col += moves->step[d][1];
            if (moves->leaps) break;
        }
        place->all = set_or(place->all, place->ray[d]);
    }
    for (int d = 0; d < moves->rays; d++) place->rest[d] = set_minus(place->all, place->ray[d]);
}

/* See head_weight. */
static int leaper_weight(LoopType line_piece) {
    return line_piece == LOOP_QUEEN ? 3 : line_piece == LOOP_BISHOP ? 7 : 5;
}

static void fill_places(LoopPlan *plan, const LoopPuzzle *puzzle) {
    for (int s = 0; s < plan->squares; s++) {
        set_add(&plan->board, s);
        set_add(&plan->only[s], s);
    }
    for (int t = 0; t < 2; t++) {
        const LoopMoves *moves = loop_moves(puzzle->type[t]);
        plan->leaps[t] = moves->leaps;
        plan->rays[t] = moves->rays;
        if (!moves->leaps) plan->leaper_weight = leaper_weight(puzzle->type[t]);
        plan->first_ray[t] = t && !plan->leaps[0] ? plan->rays[0] : 0;
        for (int s = 0; s < plan->squares; s++) fill_place(plan, puzzle, t, s);
    }
    /* The squares between a piece and its target are empty.  So a target that could attack back
     * would do so, which is allowed only in a loop of two pieces. */
    for (int t = 0; t < 2; t++)
        for (int s = 0; s < plan->squares; s++) {
            plan->attackable[t][s] = plan->place[t][s].all;
            if (plan->length > 2)
                plan->attackable[t][s] = set_minus(plan->attackable[t][s], plan->place[!t][s].all);
        }
}

static SquareSet walk_step(const LoopPlan *plan, int type, int square, int steps) {
    SquareSet reach = {{0}};
    uint16_t list[64 * LOOP_WORDS];
    int count = set_list(plan->attackable[!type][square], list);
    for (int i = 0; i < count; i++)
        reach = set_or(reach, *walk_table(plan, !type, list[i], steps - 1));
    return reach;
}

/* Does every square reach every other in so many attacks? */
static bool reaches_all(const LoopPlan *plan, int steps) {
    for (int t = 0; t < 2; t++)
        for (int s = 0; s < plan->squares; s++)
            if (!set_equal(*walk_table(plan, t, s, steps), plan->board)) return false;
    return true;
}

/* Fills one depth after the other until nothing changes.  If memory would not suffice, the last two
 * depths hold the whole board, which excludes nothing. */
static bool fill_walks(LoopPlan *plan) {
    enum { MOST_BYTES = 32 << 20 };
    size_t row = 2 * (size_t)plan->squares;
    int most = (int)(MOST_BYTES / (row * sizeof(SquareSet)));
    if (most > plan->length + 1) most = plan->length + 1;
    plan->walks = calloc((size_t)(most + 1) * row, sizeof(SquareSet));
    if (!plan->walks) return false;
    for (size_t i = 0; i < row; i++) set_add(&plan->walks[i], (int)(i % (size_t)plan->squares));
    plan->depths = most;
    for (int steps = 1; steps <= most; steps++) {
        bool changed = steps < 3;
        for (size_t i = 0; i < row; i++) {
            SquareSet *here = &plan->walks[(size_t)steps * row + i];
            if (steps > most - 2 && most < plan->length + 1)
                *here = plan->board;
            else
                *here = walk_step(plan, i >= row / 2, (int)(i % (row / 2)), steps);
            if (steps >= 3 && !set_equal(*here, here[-2 * (ptrdiff_t)row])) changed = true;
        }
        if (!changed) {
            plan->depths = steps;
            break;
        }
    }
    plan->reach = plan->depths + 1;
    while (plan->reach > 0 && reaches_all(plan, plan->reach - 1)) plan->reach--;
    if (plan->reach > plan->depths - 1) plan->reach = INT_MAX; // the last two repeat
    return true;
}

/* Applies the marks to the start node; false when a given piece attacks others on two rays. */
static bool fill_start(LoopPlan *plan, const LoopPuzzle *puzzle) {
    LoopNode *start = &plan->start;
    SquareSet free = plan->board, twice[2] = {{{0}}, {{0}}};
    start->left = plan->length;
    start->free[0] = start->free[1] = puzzle->n;
    for (int s = 0; s < plan->squares; s++) {
        if (puzzle->mark[s] == LOOP_UNKNOWN) continue;
        free = set_minus(free, plan->only[s]);
        if (puzzle->mark[s] == LOOP_EMPTY) continue;
        int type = puzzle->mark[s] == LOOP_SECOND;
        for (int t = 0; t < 2; t++) twice[t] = set_or(twice[t], mark_visible(plan, start, t, s));
        set_add(&start->occ, s);
        set_add(&start->open[type], s);
        start->free[type]--;
        plan->given = true;
    }
    for (int t = 0; t < 2; t++) {
        if (start->free[t] > 0) start->room[t] = set_minus(free, twice[t]);
        if (set_meets(start->open[t], twice[t])) return false;
    }
    return true;
}

static void add_root(LoopPlan *plan, int square, SquareSet denied) {
    LoopRoot *root = &plan->root[plan->roots++];
    *root = (LoopRoot){.square = square, .denied = denied};
    for (int g = 0; g < plan->symmetry->count; g++)
        set_add(&root->orbit, plan->symmetry->map[g][square]);
    root->weight = set_size(root->orbit);
}

/* Order of the types by the size of the search tree when they are the root (measured). */
static int root_rank(LoopType type) {
    static const int rank[LOOP_TYPES] = {
        [LOOP_KING] = 0, [LOOP_KNIGHT] = 1, [LOOP_BISHOP] = 2, [LOOP_ROOK] = 3, [LOOP_QUEEN] = 4};
    return rank[type];
}

/* With given pieces one of them is the only root, as it is in every solution; otherwise one square
 * per orbit is a root. */
static void fill_roots(LoopPlan *plan, const LoopPuzzle *puzzle) {
    for (int t = 0; t < 2 && plan->given; t++) {
        if (set_is_empty(plan->start.open[t])) continue;
        plan->root_type = t;
        plan->roots = 1;
        plan->root[0] = (LoopRoot){.square = set_lowest(plan->start.open[t]), .weight = 1};
        set_add(&plan->root[0].orbit, plan->root[0].square);
        return;
    }
    SquareSet done = {{0}};
    plan->root_type = root_rank(puzzle->type[1]) > root_rank(puzzle->type[0]);
    for (int s = 0; s < plan->squares; s++) {
        if (set_has(&done, s) || puzzle->mark[s] == LOOP_EMPTY) continue;
        add_root(plan, s, done);
        done = set_or(done, plan->root[plan->roots - 1].orbit);
    }
}

static void plan_free(void *memory) {
    LoopPlan *plan = memory;
    if (!plan) return;
    for (int t = 0; t < 2; t++) {
        free(plan->place[t]);
        free(plan->attackable[t]);
        free(plan->ray_index[t]);
    }
    free(plan->only);
    free(plan->walks);
    free(plan->root);
    free(plan->branch);
    free(plan);
}

static void *plan_new(const LoopPuzzle *puzzle, const LoopSymmetry *symmetry) {
    LoopPlan *plan = calloc(1, sizeof *plan);
    if (!plan) return NULL;
    size_t squares = (size_t)(puzzle->rows * puzzle->cols);
    plan->squares = (int)squares;
    plan->length = 2 * puzzle->n;
    plan->symmetry = symmetry;
    bool ok = true;
    for (int t = 0; t < 2; t++) {
        plan->place[t] = calloc(squares, sizeof(LoopSquareRays));
        plan->attackable[t] = calloc(squares, sizeof(SquareSet));
        plan->ray_index[t] = calloc(squares, squares);
        ok = ok && plan->place[t] && plan->attackable[t] && plan->ray_index[t];
    }
    plan->only = calloc(squares, sizeof(SquareSet));
    plan->root = calloc(squares, sizeof(LoopRoot));
    if (ok && plan->only && plan->root) {
        fill_places(plan, puzzle);
        if (fill_start(plan, puzzle)) fill_roots(plan, puzzle);
        if (fill_walks(plan)) return plan;
    }
    plan_free(plan);
    return NULL;
}

static int plan_root_type(const void *plan) {
    return ((const LoopPlan *)plan)->root_type;
}

static int plan_branches(const void *plan) {
    return ((const LoopPlan *)plan)->branches;
}

static int branch_weight(const void *memory, int branch) {
    const LoopPlan *plan = memory;
    return plan->branch[branch].weight;
}

const LoopKernel LOOP_KERNEL = {
    .max_squares = 64 * LOOP_WORDS,
    .plan_new = plan_new,
    .plan_free = plan_free,
    .plan_start = plan_start,
    .plan_split = plan_split,
    .plan_root_type = plan_root_type,
    .plan_branches = plan_branches,
    .branch_weight = branch_weight,
    .branch_run = branch_run,
    .attempt_run = attempt_run,
    .trace = trace_solution,
};

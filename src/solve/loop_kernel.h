// SPDX-License-Identifier: MIT
//
// The search of the loop solver, a template: LOOP_WORDS (64-bit words in a set of squares) and
// LOOP_KERNEL (the name of the result) are defined by the file that includes this one.
//
// A loop is laid as a path that grows at both ends.  A node knows the squares with pieces
// (`occ`), the squares that must stay empty (`dead`), and the two ends: the head still needs a
// target, the tail still needs an attacker.  Choosing a target for a piece fixes all its rays:
// one up to the target, the others wholly empty; these squares join `dead`.
//
//        tail ──► o ──► o ──► head            `left` pieces are missing between head and tail
//         ▲                     │
//         └── ? ◄── … ◄── ? ◄───┘
//
// At each node the end with fewer candidates is extended.  What cuts the tree is written at the
// functions below and proved in docs/chess-loop.md.
//
// Each loop is searched from one root: a piece of the root type in the lowest orbit of squares
// (under the symmetries of the board) that its type occupies.  One square per orbit is tried; a
// loop with k pieces in the root's orbit is seen k times from all squares of the orbit together,
// so its weight is (size of the orbit) / k.
#include "roek/solve/loop_internal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t w[LOOP_WORDS];
} Set;

#define SET_FOR(i) for (int i = 0; i < LOOP_WORDS; i++)

static inline Set set_or(Set a, Set b) {
    SET_FOR(i) a.w[i] |= b.w[i];
    return a;
}

static inline Set set_and(Set a, Set b) {
    SET_FOR(i) a.w[i] &= b.w[i];
    return a;
}

static inline Set set_minus(Set a, Set b) {
    SET_FOR(i) a.w[i] &= ~b.w[i];
    return a;
}

static inline bool set_meets(Set a, Set b) {
    uint64_t any = 0;
    SET_FOR(i) any |= a.w[i] & b.w[i];
    return any != 0;
}

static inline bool set_is_empty(Set a) {
    uint64_t any = 0;
    SET_FOR(i) any |= a.w[i];
    return any == 0;
}

static inline bool set_equal(Set a, Set b) {
    uint64_t any = 0;
    SET_FOR(i) any |= a.w[i] ^ b.w[i];
    return any == 0;
}

static inline int set_size(Set a) {
    int n = 0;
    SET_FOR(i) n += __builtin_popcountll(a.w[i]);
    return n;
}

static inline bool set_has(const Set *a, int s) {
    return LOOP_WORDS == 1 ? a->w[0] >> s & 1 : a->w[s >> 6] >> (s & 63) & 1;
}

static inline void set_add(Set *a, int s) {
    a->w[LOOP_WORDS == 1 ? 0 : s >> 6] |= 1ull << (s & 63);
}

/* The set must not be empty. */
static inline int set_lowest(Set a) {
    int i = 0;
    while (i < LOOP_WORDS - 1 && !a.w[i]) i++;
    return i * 64 + __builtin_ctzll(a.w[i]);
}

static inline int set_highest(Set a) {
    int i = LOOP_WORDS - 1;
    while (i > 0 && !a.w[i]) i--;
    return i * 64 + 63 - __builtin_clzll(a.w[i]);
}

/* The members in ascending order; returns how many.  A search loops over such a list and not over
 * the set itself: a bit taken out of a set in memory delays the next use of the whole set. */
static inline int set_list(Set a, uint16_t list[64 * LOOP_WORDS]) {
    int n = 0;
    for (int i = 0; i < LOOP_WORDS; i++)
        for (uint64_t word = a.w[i]; word; word &= word - 1)
            list[n++] = (uint16_t)(i * 64 + __builtin_ctzll(word));
    return n;
}

typedef struct {
    Set occ;      // all pieces known, on the path or given
    Set dead;     // squares that must stay empty
    Set open[2];  // given pieces that are not on the path yet
    Set bar[2];   // squares from which a leaper of the type would see a piece of the path
    Set once[2];  // squares from which the type would see a piece on one ray at least
    Set twice[2]; // … on two rays at least: no piece of the type may stand there
    Set seen[12]; // the same for each ray of the line pieces, see Plan.first_ray
    int free[2];  // pieces of each type whose squares are not known
    int left;     // pieces missing on the path
    int head, tail;
    int root;
    uint8_t head_type, tail_type;
} Node;

/* A root and the orbit it stands for. */
typedef struct {
    int square;
    int weight;
    Set orbit;
    Set denied; // squares of lower orbits: none of the root's type may stand there
} Root;

/* A piece of the search: a node with its path from tail to head. */
enum { JOB_DEPTH = 8, JOBS_WANTED = 1500 };

typedef struct {
    Node node;
    int before, length; // squares before the root, squares in all
    uint16_t path[JOB_DEPTH + 1];
} Job;

/* One type on one square. */
typedef struct {
    Set all;     // every square its rays cover on an empty board
    Set ray[8];  // one by one
    Set rest[8]; // all but one
} Place;

typedef struct {
    int squares, length, root_type, roots, jobs, depths;
    bool leaps[2], given;
    uint8_t direction[2][3][3]; // by the signs of the row and column steps; line pieces only
    int rays[2], first_ray[2];
    uint16_t row[LOOP_MAX_SQUARES], col[LOOP_MAX_SQUARES];
    Place *place[2];
    Set *aim[2]; // the squares a piece covers where its target would not attack back
    Set *only;   // each square by itself
    /* walk[depth][type][square]: from where that piece is reached in exactly so many attacks on an
     * empty board; beyond `depths` the last two repeat. */
    Set *walk;
    Root *root;
    Job *job;
    Set board;
    Node start; // common to all roots
    const LoopSymmetry *symmetry;
} Plan;

static inline const Set *walk_to(const Plan *plan, int type, int square, int steps) {
    if (steps > plan->depths) steps = plan->depths - ((plan->depths ^ steps) & 1);
    return &plan->walk[((size_t)steps * 2 + (size_t)type) * (size_t)plan->squares + (size_t)square];
}

static inline int sign(int x) {
    return (x > 0) - (x < 0);
}

static inline int direction(const Plan *plan, int type, int from, int to) {
    int dr = sign(plan->row[to] - plan->row[from]), dc = sign(plan->col[to] - plan->col[from]);
    return plan->direction[type][dr + 1][dc + 1];
}

/* The squares that must be empty so that the piece on `from` attacks exactly `to`. */
static inline Set must_be_empty(const Plan *plan, int type, int from, int to) {
    const Place *place = &plan->place[type][from];
    if (plan->leaps[type]) {
        return set_minus(place->all, plan->only[to]);
    }
    int d = direction(plan, type, from, to);
    Set between = set_minus(place->ray[d], plan->place[type][to].ray[d]);
    return set_or(place->rest[d], set_minus(between, plan->only[to]));
}

/* The nearest piece on a ray that has one. */
static inline int nearest(Set pieces, int d) {
    return d & 1 ? set_highest(pieces) : set_lowest(pieces);
}

/* The squares of a ray up to the nearest piece; that one too, it may be given and the target. */
static inline Set clear_part(const Plan *plan, const Node *node, int type, int square, int d) {
    const Place *place = &plan->place[type][square];
    Set pieces = set_and(place->ray[d], node->occ);
    return set_minus(place->ray[d], plan->place[type][nearest(pieces, d)].ray[d]);
}

/* Where new pieces of a type can stand at all. */
static inline Set squares_for(const Plan *plan, const Node *node, int type) {
    Set s = node->open[type];
    if (plan->given && node->free[type] == 0) return s;
    Set none = set_or(set_or(node->occ, node->dead), node->twice[type]);
    if (type == plan->root_type) none = set_or(none, plan->root[node->root].denied);
    return set_or(s, set_minus(plan->board, none));
}

/* The squares where the head's target may stand. */
static inline Set head_targets(const Plan *plan, const Node *node) {
    int type = node->head_type;
    const Place *place = &plan->place[type][node->head];
    Set seen = set_and(place->all, node->occ);
    Set targets = plan->aim[type][node->head];
    if (!set_is_empty(seen)) {
        int d = direction(plan, type, node->head, set_lowest(seen));
        if (plan->leaps[type]) {
            if (set_size(seen) > 1) return (Set){{0}};
            targets = set_and(targets, seen);
        } else {
            if (set_meets(place->rest[d], node->occ)) return (Set){{0}};
            targets = set_and(targets, clear_part(plan, node, type, node->head, d));
        }
    }
    return set_and(targets, *walk_to(plan, node->tail_type, node->tail, node->left));
}

/* The squares where the tail's attacker may stand, before looking at its other rays. */
static inline Set tail_attackers(const Plan *plan, const Node *node) {
    int type = !node->tail_type;
    const Place *place = &plan->place[type][node->tail];
    Set attackers = plan->aim[type][node->tail];
    if (!plan->leaps[type]) {
        Set seen = set_and(place->all, node->occ);
        for (int i = 0; i < LOOP_WORDS; i++)
            for (uint64_t word = seen.w[i]; word; word &= word - 1) { // nothing sees past a piece
                int piece = i * 64 + __builtin_ctzll(word);
                int d = direction(plan, type, node->tail, piece);
                attackers = set_minus(attackers, plan->place[type][piece].ray[d]);
            }
    }
    attackers = set_minus(attackers, node->twice[type]);
    /* Steps of alternating types from the head are steps back to a piece of the other type. */
    return set_and(attackers, *walk_to(plan, !node->head_type, node->head, node->left));
}

/* Notes from where a new piece would be seen.  A leaper sees each piece on a ray of its own. */
static inline void note_seen(const Plan *plan, Node *node, int square) {
    for (int t = 0; t < 2; t++) {
        const Place *place = &plan->place[t][square];
        if (plan->leaps[t]) {
            node->twice[t] = set_or(node->twice[t], set_and(node->once[t], place->all));
            node->once[t] = set_or(node->once[t], place->all);
            continue;
        }
        Set *seen = node->seen + plan->first_ray[t];
        Set once = {{0}}, twice = {{0}};
        for (int d = 0; d < plan->rays[t]; d++) {
            seen[d] = set_or(seen[d], place->ray[d ^ 1]);
            twice = set_or(twice, set_and(once, seen[d]));
            once = set_or(once, seen[d]);
        }
        node->once[t] = once;
        node->twice[t] = twice;
    }
}

/* Puts a piece on the path; on a free square or on a given piece. */
static inline void put(const Plan *plan, Node *node, int type, int square, Set need) {
    node->dead = set_or(node->dead, need);
    node->left--;
    /* A leaper that sees a piece of the path must be the one that closes the loop. */
    for (int t = 0; t < 2; t++)
        if (plan->leaps[t]) node->bar[t] = set_or(node->bar[t], plan->place[t][square].all);
    if (plan->given && set_has(&node->open[type], square)) {
        node->open[type] = set_minus(node->open[type], plan->only[square]);
        return;
    }
    node->free[type]--;
    node->occ = set_or(node->occ, plan->only[square]);
    note_seen(plan, node, square);
}

/* Gives the head its target. */
static inline void extend_head(const Plan *plan, const Node *node, int target, Node *child) {
    Set need = must_be_empty(plan, node->head_type, node->head, target);
    *child = *node;
    put(plan, child, !node->head_type, target, need);
    child->head = target;
    child->head_type = !node->head_type;
}

/* Gives the tail its attacker. */
static inline void extend_tail(const Plan *plan, const Node *node, int attacker, Node *child) {
    int type = !node->tail_type;
    Set need = must_be_empty(plan, type, attacker, node->tail);
    *child = *node;
    put(plan, child, type, attacker, need);
    child->tail = attacker;
    child->tail_type = (uint8_t)type;
}

/* --- solutions ------------------------------------------------------------------------------ */

typedef struct {
    Set type[2];
} Placement;

static Placement image_of(const LoopWorker *w, const uint16_t *map, int length) {
    const Plan *plan = w->plan;
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

static bool keeps(const LoopWorker *w, const uint16_t *map, const Placement *self, int length) {
    const Plan *plan = w->plan;
    for (int i = 0; i < length; i++)
        if (!set_has(&self->type[(i & 1) ^ plan->root_type], map[w->path[w->low + i]]))
            return false;
    return true;
}

/* Of the images of a loop that are seen from the same root, only the least is reported. */
static bool is_canonical(const LoopWorker *w, const Root *root, const Placement *self) {
    const Plan *plan = w->plan;
    for (int g = 1; g < plan->symmetry->count; g++) {
        Placement other = image_of(w, plan->symmetry->map[g], plan->length);
        if (set_has(&other.type[plan->root_type], root->square) &&
            placement_compare(&other, self) < 0)
            return false;
    }
    return true;
}

static void report_solution(LoopWorker *w, const Node *node) {
    const Plan *plan = w->plan;
    const Root *root = &plan->root[node->root];
    Placement self = image_of(w, plan->symmetry->map[0], plan->length);
    int stabiliser = 1;
    for (int g = 1; g < plan->symmetry->count; g++)
        stabiliser += keeps(w, plan->symmetry->map[g], &self, plan->length);
    int k = set_size(set_and(self.type[plan->root_type], root->orbit));
    w->tally.seen[k]++;
    w->tally.stabilisers[k] += (uint64_t)stabiliser;
    if (w->found && is_canonical(w, root, &self)) w->found(w->context, w->path + w->low);
    if (w->want_first) w->stopped = true;
}

/* The path is a loop.  It is handed on from a piece of the root's type. */
static void take_solution(LoopWorker *w, const Node *node) {
    bool turn = ((LOOP_MAX_SQUARES - w->low) & 1) != 0;
    if (turn) w->path[w->high++] = w->path[w->low++];
    report_solution(w, node);
    if (turn) w->low--, w->high--;
}

/* One piece is missing: it must be the head's target and the tail's attacker. */
static void close_loop(LoopWorker *w, const Node *node, Set last) {
    uint16_t list[64 * LOOP_WORDS];
    int count = set_list(last, list);
    for (int i = 0; i < count && !w->stopped; i++) {
        w->nodes++;
        w->path[w->high++] = list[i];
        take_solution(w, node);
        w->high--;
    }
}

/* --- search --------------------------------------------------------------------------------- */

/* Are there too few squares for the pieces still to be placed?  One leaper may see the tail. */
static inline bool is_crowded(const Plan *plan, const Node *node, const Set room[2]) {
    for (int t = 0; t < 2; t++) {
        Set usable = room[t];
        int needed = node->left / 2 + (node->left & 1 && t != node->head_type);
        if (plan->leaps[t]) {
            usable = set_minus(usable, node->bar[t]);
            needed -= t != node->tail_type;
        }
        if (set_size(usable) < needed) return true;
    }
    return false;
}

typedef enum { GROW_HEAD, GROW_TAIL, GROW_LAST } Growth;

typedef struct {
    Growth growth;
    Set squares; // where the new piece may stand; none: the branch is dead
    Set next;    // where the piece after it may stand
} Choice;

/* Which end to extend: the one with fewer candidates, a little in favour of the head (measured). */
static inline Choice choose(const Plan *plan, const Node *node) {
    Set room[2] = {squares_for(plan, node, 0), squares_for(plan, node, 1)};
    Set head = set_and(head_targets(plan, node), room[!node->head_type]);
    if (set_is_empty(head)) return (Choice){.growth = GROW_HEAD};
    Set tail = set_and(tail_attackers(plan, node), room[!node->tail_type]);
    if (node->left == 1) return (Choice){.growth = GROW_LAST, .squares = set_and(head, tail)};
    if (plan->leaps[!node->head_type]) head = set_minus(head, node->bar[!node->head_type]);
    if (is_crowded(plan, node, room)) return (Choice){.growth = GROW_HEAD};

    bool forward = 5 * set_size(head) <= 6 * set_size(tail);
    int type = forward ? node->head_type : node->tail_type;
    Choice choice = {forward ? GROW_HEAD : GROW_TAIL, forward ? head : tail, room[type]};
    /* Only the last piece of all may see the tail. */
    if (plan->leaps[type] && !(forward && node->left == 2))
        choice.next = set_minus(choice.next, node->bar[type]);
    return choice;
}

static uint32_t worker_random(LoopWorker *w) {
    w->rng ^= w->rng << 13;
    w->rng ^= w->rng >> 7;
    w->rng ^= w->rng << 17;
    return (uint32_t)(w->rng >> 32);
}

static void shuffle(LoopWorker *w, uint16_t *list, int count) {
    for (; count > 1; count--) {
        uint32_t i = worker_random(w) % (uint32_t)count;
        uint16_t last = list[count - 1];
        list[count - 1] = list[i];
        list[i] = last;
    }
}

/* Hands the branch back when it is time to stop. */
static inline bool out_of_budget(LoopWorker *w) {
    if (w->nodes < w->budget && ((w->nodes & 1023) || !atomic_load(w->stop))) return false;
    w->stopped = true;
    return true;
}

static void search(LoopWorker *w, const Node *node) {
    const Plan *plan = w->plan;
    Choice choice = choose(plan, node);
    bool forward = choice.growth == GROW_HEAD;
    if (choice.growth == GROW_LAST) {
        close_loop(w, node, choice.squares);
        return;
    }
    uint16_t list[64 * LOOP_WORDS];
    int count = set_list(choice.squares, list);
    if (w->rng) shuffle(w, list, count);
    const Set *aim = plan->aim[forward ? !node->head_type : node->tail_type];
    for (int i = 0; i < count; i++) {
        int square = list[i];
        Node child;
        w->nodes++;
        if (!set_meets(aim[square], choice.next)) continue;
        if (out_of_budget(w)) return;
        if (forward) {
            extend_head(plan, node, square, &child);
            w->path[w->high++] = (uint16_t)square;
            search(w, &child);
            w->high--;
        } else {
            extend_tail(plan, node, square, &child);
            w->path[--w->low] = (uint16_t)square;
            search(w, &child);
            w->low++;
        }
        if (w->stopped) return;
    }
}

/* --- jobs ----------------------------------------------------------------------------------- */

static Node root_node(const Plan *plan, int root) {
    Node node = plan->start;
    node.root = root;
    node.head = node.tail = plan->root[root].square;
    node.head_type = node.tail_type = (uint8_t)plan->root_type;
    put(plan, &node, plan->root_type, node.head, (Set){{0}});
    return node;
}

static void job_run(LoopWorker *w, int number) {
    const Plan *plan = w->plan;
    const Job *job = &plan->job[number];
    w->low = LOOP_MAX_SQUARES - job->before;
    w->high = w->low + job->length;
    memcpy(w->path + w->low, job->path, (size_t)job->length * sizeof job->path[0]);
    search(w, &job->node);
}

static void attempt_run(LoopWorker *w) {
    const Plan *plan = w->plan;
    uint16_t order[LOOP_MAX_SQUARES];
    for (int i = 0; i < plan->roots; i++) order[i] = (uint16_t)i;
    shuffle(w, order, plan->roots);
    for (int i = 0; i < plan->roots && !w->stopped; i++) job_run(w, order[i]);
}

static int trace(const void *memory, const LoopSolution *solution, LoopStep steps[]) {
    const Plan *plan = memory;
    int length = solution->length, head = 0, tail = 0, count = 0;
    if (plan->given)
        while (!set_has(&plan->start.open[head & 1], solution->square[head])) head++;
    tail = head;
    Node node = plan->start;
    node.head = node.tail = solution->square[head];
    node.head_type = node.tail_type = head & 1;
    steps[count++] =
        (LoopStep){.place = head, .from = -1, .choices = plan->given ? 1 : plan->squares};
    put(plan, &node, node.head_type, node.head, (Set){{0}});
    while (node.left > 0) {
        Node child;
        Choice choice = choose(plan, &node);
        LoopStep step = {.choices = set_size(choice.squares),
                         .backward = choice.growth == GROW_TAIL};
        step.from = step.backward ? tail : head;
        step.place = (step.from + (step.backward ? length - 1 : 1)) % length;
        if (step.backward)
            extend_tail(plan, &node, solution->square[tail = step.place], &child);
        else
            extend_head(plan, &node, solution->square[head = step.place], &child);
        node = child;
        steps[count++] = step;
    }
    return count;
}

typedef struct {
    Job *items;
    int count, room;
} JobList;

static bool job_add(JobList *list, const Job *job) {
    if (list->count == list->room) {
        int room = list->room ? 2 * list->room : 256;
        Job *items = realloc(list->items, (size_t)room * sizeof *items);
        if (!items) return false;
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = *job;
    return true;
}

/* Replaces a job by its children. */
static bool job_split(const Plan *plan, const Job *job, JobList *jobs) {
    Choice choice = choose(plan, &job->node);
    if (choice.growth == GROW_LAST) return job_add(jobs, job);
    uint16_t list[64 * LOOP_WORDS];
    int count = set_list(choice.squares, list);
    for (int i = 0; i < count; i++) {
        int square = list[i];
        Job child = *job;
        if (choice.growth == GROW_HEAD) {
            extend_head(plan, &job->node, square, &child.node);
            child.path[child.length] = (uint16_t)square;
        } else {
            extend_tail(plan, &job->node, square, &child.node);
            memmove(child.path + 1, child.path, (size_t)child.length * sizeof child.path[0]);
            child.path[0] = (uint16_t)square;
            child.before++;
        }
        child.length++;
        if (!job_add(jobs, &child)) return false;
    }
    return true;
}

/* One job per root. */
static bool plan_start(Plan *plan) {
    plan->job = calloc((size_t)plan->roots + 1, sizeof *plan->job);
    if (!plan->job) return false;
    plan->jobs = plan->roots;
    for (int r = 0; r < plan->roots; r++) {
        plan->job[r] = (Job){.node = root_node(plan, r), .length = 1};
        plan->job[r].path[0] = (uint16_t)plan->root[r].square;
    }
    return true;
}

/* Splits until there is enough to share out; the same jobs whatever the number of threads. */
static bool plan_split(void *memory) {
    Plan *plan = memory;
    JobList list = {plan->job, plan->jobs, plan->jobs};
    bool ok = true;
    for (int depth = 0; depth < JOB_DEPTH && list.count < JOBS_WANTED && ok; depth++) {
        JobList next = {0};
        for (int i = 0; i < list.count && ok; i++) ok = job_split(plan, &list.items[i], &next);
        free(list.items);
        list = next;
    }
    plan->job = list.items;
    plan->jobs = list.count;
    return ok;
}

/* --- tables --------------------------------------------------------------------------------- */

static void fill_place(const Plan *plan, const LoopPuzzle *puzzle, int type, int square) {
    const LoopMoves *moves = loop_moves(puzzle->type[type]);
    Place *place = &plan->place[type][square];
    for (int d = 0; d < moves->rays; d++) {
        int row = plan->row[square] + moves->step[d][0],
            col = plan->col[square] + moves->step[d][1];
        while (row >= 0 && row < puzzle->rows && col >= 0 && col < puzzle->cols) {
            set_add(&place->ray[d], row * puzzle->cols + col);
            row += moves->step[d][0];
            col += moves->step[d][1];
            if (moves->leaps) break;
        }
        place->all = set_or(place->all, place->ray[d]);
    }
    for (int d = 0; d < moves->rays; d++) place->rest[d] = set_minus(place->all, place->ray[d]);
}

static void fill_places(Plan *plan, const LoopPuzzle *puzzle) {
    for (int s = 0; s < plan->squares; s++) {
        plan->row[s] = (uint16_t)(s / puzzle->cols);
        plan->col[s] = (uint16_t)(s % puzzle->cols);
        set_add(&plan->board, s);
        set_add(&plan->only[s], s);
    }
    for (int t = 0; t < 2; t++) {
        const LoopMoves *moves = loop_moves(puzzle->type[t]);
        plan->leaps[t] = moves->leaps;
        plan->rays[t] = moves->rays;
        plan->first_ray[t] = t && !plan->leaps[0] ? plan->rays[0] : 0;
        for (int d = 0; d < moves->rays && !moves->leaps; d++)
            plan->direction[t][moves->step[d][0] + 1][moves->step[d][1] + 1] = (uint8_t)d;
        for (int s = 0; s < plan->squares; s++) fill_place(plan, puzzle, t, s);
    }
    /* A target that could attack back would: the squares between are empty.  Only the loop of two
     * pieces may do that. */
    for (int t = 0; t < 2; t++)
        for (int s = 0; s < plan->squares; s++) {
            plan->aim[t][s] = plan->place[t][s].all;
            if (plan->length > 2)
                plan->aim[t][s] = set_minus(plan->aim[t][s], plan->place[!t][s].all);
        }
}

static Set walk_step(const Plan *plan, int type, int square, int steps) {
    Set reach = {{0}};
    uint16_t list[64 * LOOP_WORDS];
    int count = set_list(plan->aim[!type][square], list);
    for (int i = 0; i < count; i++)
        reach = set_or(reach, *walk_to(plan, !type, list[i], steps - 1));
    return reach;
}

/* Fills depth after depth until nothing changes any more; when they get too many, the last two
 * hold the whole board, which excludes nothing. */
static bool fill_walks(Plan *plan) {
    enum { MOST_BYTES = 32 << 20 };
    size_t row = 2 * (size_t)plan->squares;
    int most = (int)(MOST_BYTES / (row * sizeof(Set)));
    if (most > plan->length + 1) most = plan->length + 1;
    plan->walk = calloc((size_t)(most + 1) * row, sizeof(Set));
    if (!plan->walk) return false;
    for (size_t i = 0; i < row; i++) set_add(&plan->walk[i], (int)(i % (size_t)plan->squares));
    plan->depths = most;
    for (int steps = 1; steps <= most; steps++) {
        bool changed = steps < 3;
        for (size_t i = 0; i < row; i++) {
            Set *here = &plan->walk[(size_t)steps * row + i];
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
    return true;
}

/* Where the marks put pieces and forbid them. */
static void fill_start(Plan *plan, const LoopPuzzle *puzzle) {
    Node *start = &plan->start;
    start->left = plan->length;
    start->free[0] = start->free[1] = puzzle->n;
    for (int s = 0; s < plan->squares; s++) {
        if (puzzle->mark[s] == LOOP_EMPTY) set_add(&start->dead, s);
        if (puzzle->mark[s] != LOOP_FIRST && puzzle->mark[s] != LOOP_SECOND) continue;
        int type = puzzle->mark[s] == LOOP_SECOND;
        set_add(&start->occ, s);
        set_add(&start->open[type], s);
        note_seen(plan, start, s);
        start->free[type]--;
        plan->given = true;
    }
}

static void add_root(Plan *plan, int square, Set denied) {
    Root *root = &plan->root[plan->roots++];
    *root = (Root){.square = square, .denied = denied};
    for (int g = 0; g < plan->symmetry->count; g++)
        set_add(&root->orbit, plan->symmetry->map[g][square]);
    root->weight = set_size(root->orbit);
}

/* Which type makes the smaller trees as a root, by measurement. */
static int root_rank(LoopType type) {
    static const int rank[LOOP_TYPES] = {
        [LOOP_KING] = 0, [LOOP_KNIGHT] = 1, [LOOP_BISHOP] = 2, [LOOP_ROOK] = 3, [LOOP_QUEEN] = 4};
    return rank[type];
}

/* A given piece is in every solution, so it is the only root; otherwise one per orbit. */
static void fill_roots(Plan *plan, const LoopPuzzle *puzzle) {
    for (int t = 0; t < 2 && plan->given; t++) {
        if (set_is_empty(plan->start.open[t])) continue;
        plan->root_type = t;
        plan->roots = 1;
        plan->root[0] = (Root){.square = set_lowest(plan->start.open[t]), .weight = 1};
        set_add(&plan->root[0].orbit, plan->root[0].square);
        return;
    }
    Set done = plan->start.dead;
    plan->root_type = root_rank(puzzle->type[1]) > root_rank(puzzle->type[0]);
    for (int s = 0; s < plan->squares; s++) {
        if (set_has(&done, s)) continue;
        add_root(plan, s, done);
        done = set_or(done, plan->root[plan->roots - 1].orbit);
    }
}

static void plan_free(void *memory) {
    Plan *plan = memory;
    if (!plan) return;
    free(plan->place[0]);
    free(plan->place[1]);
    free(plan->aim[0]);
    free(plan->aim[1]);
    free(plan->only);
    free(plan->walk);
    free(plan->root);
    free(plan->job);
    free(plan);
}

static void *plan_new(const LoopPuzzle *puzzle, const LoopSymmetry *symmetry) {
    Plan *plan = calloc(1, sizeof *plan);
    if (!plan) return NULL;
    size_t squares = (size_t)(puzzle->rows * puzzle->cols);
    plan->squares = (int)squares;
    plan->length = 2 * puzzle->n;
    plan->symmetry = symmetry;
    plan->place[0] = calloc(squares, sizeof(Place));
    plan->place[1] = calloc(squares, sizeof(Place));
    plan->aim[0] = calloc(squares, sizeof(Set));
    plan->aim[1] = calloc(squares, sizeof(Set));
    plan->only = calloc(squares, sizeof(Set));
    plan->root = calloc(squares, sizeof(Root));
    if (plan->place[0] && plan->place[1] && plan->aim[0] && plan->aim[1] && plan->only &&
        plan->root) {
        fill_places(plan, puzzle);
        fill_start(plan, puzzle);
        fill_roots(plan, puzzle);
        if (fill_walks(plan) && plan_start(plan)) return plan;
    }
    plan_free(plan);
    return NULL;
}

static int plan_root_type(const void *plan) {
    return ((const Plan *)plan)->root_type;
}

static int plan_jobs(const void *plan) {
    return ((const Plan *)plan)->jobs;
}

static int job_weight(const void *memory, int job) {
    const Plan *plan = memory;
    return plan->root[plan->job[job].node.root].weight;
}

const LoopKernel LOOP_KERNEL = {
    .max_squares = 64 * LOOP_WORDS,
    .plan_new = plan_new,
    .plan_free = plan_free,
    .plan_split = plan_split,
    .plan_root_type = plan_root_type,
    .plan_jobs = plan_jobs,
    .job_weight = job_weight,
    .job_run = job_run,
    .attempt_run = attempt_run,
    .trace = trace,
};

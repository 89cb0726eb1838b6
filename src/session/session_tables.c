// SPDX-License-Identifier: MIT
//
// Solved endings of races: what the tables say, and where the host wants that, what can be found
// out by solving the ending that is asked for.
#include "rules/registry.h"
#include "session/session_internal.h"

#include <stdlib.h>

enum { SOLVED_MEN_MAX = 4 }; // more takes minutes and gigabytes

static void put_value(Text *out, TableValue value) {
    static const char *const RESULTS[] = {"loss", "draw", "win"};
    json_put_string(out, "value", RESULTS[value.result + 1]);
    if (value.result != TABLE_DRAW) json_put_int(out, "plies", value.plies);
}

static void put_moves(Text *out, const RkTablebase *tables, const Position *pos) {
    TableMove moves[MOVES_MAX];
    int count = rk_tablebase_probe_moves(tables, &pos->board, moves);
    json_key(out, "moves");
    json_open(out, '[');
    for (int i = 0; i < count; i++) {
        json_open(out, '{');
        json_key(out, "uci");
        json_move(out, pos, moves[i].move);
        put_value(out, moves[i].value);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* The value of a race position for the side to move, and of each move. */
static void put_answer(Text *out, const Session *s, const Position *pos) {
    const RkTablebase *tables = s->options.endings.race;
    TableValue value;
    bool known = tablebases_probe_race(tables, pos, &value);
    json_put_bool(out, "known", known);
    if (!known) return;
    put_value(out, value);
    put_moves(out, tables, pos);
}

static void send_progress(void *context, const TableBuildProgress *progress) {
    Text out = task_event(context, "progress");
    json_put_int(&out, "number", progress->number);
    json_put_int(&out, "total", progress->total);
    json_put_int(&out, "plies", progress->plies);
    session_send(((SessionTask *)context)->session, &out);
}

/* Only sessions without threads build tables, so no search can be using the old ones here. */
static void use_solved(Session *s) {
    rk_tablebase_free(s->solved_tables);
    s->options.endings.race = s->solved_tables = rk_tablebase_open(s->options.tablebase_folder);
}

static void solve(SessionTask *task) {
    Session *s = task->session;
    const Position *pos = task->state;
    int solve_missing = material_id(&pos->board), plan[MATERIAL_COUNT];
    TableBuildOptions build = {.folder = s->options.tablebase_folder,
                               .endings = plan,
                               .ending_count = rk_tablebase_build_order(&solve_missing, 1, plan),
                               .threads = 1,
                               .stop = &task->stop,
                               .progress = send_progress,
                               .context = task};
    TableBuildStatus result = rk_tablebase_build(&build);
    if (result != BUILD_OK && result != BUILD_STOPPED) {
        task_error(task, "no-memory", "not enough memory to solve this ending");
        return;
    }
    use_solved(s);
    Text out = task_answer(task);
    put_answer(&out, s, pos);
    session_send(s, &out);
}

static bool can_solve(const Session *s, const Position *pos) {
    return s->options.tablebase_folder && pos->rules == &RACING_KINGS &&
           popcount(board_occupied(&pos->board)) <= SOLVED_MEN_MAX && material_id(&pos->board) >= 0;
}

static void do_tables(Call *call) {
    Session *s = call->session;
    Game game;
    TableValue value;
    bool solve_missing = false;
    if (!call_bool(call, "solve", &solve_missing) || !call_game(call, &game)) return;
    Position pos = *game_current(&game);
    game_free(&game);
    if (!solve_missing || !can_solve(s, &pos) ||
        tablebases_probe_race(s->options.endings.race, &pos, &value)) {
        Text out = call_answer(call);
        put_answer(&out, s, &pos);
        session_send(s, &out);
        return;
    }
    Position *state = malloc(sizeof *state);
    if (!state) {
        call_no_memory(call);
        return;
    }
    *state = pos;
    call_start_task(call, solve, free, state);
}

const RequestKind SESSION_TABLE_REQUESTS[] = {
    {"tables", "variant fen moves solve", do_tables},
    {NULL, NULL, NULL},
};

// SPDX-License-Identifier: MIT
//
// Solved endings of races: what the tables say, and where the host wants that, what can be found
// out by solving the ending that is asked for.
#include "session/session_internal.h"

#include <stdlib.h>

enum { SOLVED_MEN_MAX = 4 }; // more takes minutes and gigabytes

static void put_value(Text *out, TableValue value) {
    static const char *const RESULTS[] = {"loss", "draw", "win"};
    json_put_string(out, "value", RESULTS[value.result + 1]);
    if (value.result != TABLE_DRAW) json_put_int(out, "plies", value.plies);
}

static void put_moves(Text *out, const Tables *tables, const Position *pos) {
    TableMove moves[MOVES_MAX];
    int count = tables_probe_moves(tables, &pos->board, moves);
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

/* What a race is worth to the side to move, and each of its moves. */
static void put_answer(Text *out, const Session *s, const Position *pos) {
    const Tables *tables = s->options.endings.race;
    TableValue value;
    bool known = endings_race(tables, pos, &value);
    json_put_bool(out, "known", known);
    if (!known) return;
    put_value(out, value);
    put_moves(out, tables, pos);
}

static void tell_progress(void *context, const BuildProgress *progress) {
    Text out = job_event(context, "progress");
    json_put_int(&out, "number", progress->number);
    json_put_int(&out, "total", progress->total);
    json_put_int(&out, "plies", progress->plies);
    session_say(((Job *)context)->session, &out);
}

/* Nobody searches meanwhile: such a session does one thing after another. */
static void use_solved(Session *s) {
    tables_free(s->solved);
    s->options.endings.race = s->solved = tables_open(s->options.solve_folder);
}

static void solve(Job *job) {
    Session *s = job->session;
    const Position *pos = job->state;
    int wanted = ending_id(&pos->board), plan[ENDING_COUNT];
    TablesBuild build = {.folder = s->options.solve_folder,
                         .endings = plan,
                         .ending_count = tables_plan(&wanted, 1, plan),
                         .threads = 1,
                         .stop = &job->stop,
                         .progress = tell_progress,
                         .context = job};
    BuildResult result = tables_build(&build);
    if (result != BUILD_OK && result != BUILD_STOPPED) {
        job_error(job, "no-memory", "not enough memory to solve this ending");
        return;
    }
    use_solved(s);
    Text out = job_answer(job);
    put_answer(&out, s, pos);
    session_say(s, &out);
}

static bool can_solve(const Session *s, const Position *pos) {
    return s->options.solve_folder && pos->rules->endings == RACE_ENDINGS &&
           popcount(board_occupied(&pos->board)) <= SOLVED_MEN_MAX && ending_id(&pos->board) >= 0;
}

static void do_tables(Call *call) {
    Session *s = call->session;
    Game game;
    TableValue value;
    bool wanted = false;
    if (!call_bool(call, "solve", &wanted) || !call_game(call, &game)) return;
    Position pos = *game_now(&game);
    game_free(&game);
    if (!wanted || !can_solve(s, &pos) || endings_race(s->options.endings.race, &pos, &value)) {
        Text out = call_answer(call);
        put_answer(&out, s, &pos);
        session_say(s, &out);
        return;
    }
    Position *state = malloc(sizeof *state);
    if (!state) {
        call_no_memory(call);
        return;
    }
    *state = pos;
    call_job(call, solve, free, state);
}

const RequestKind SESSION_TABLE_REQUESTS[] = {
    {"tables", "variant fen moves solve", do_tables},
    {NULL, NULL, NULL},
};

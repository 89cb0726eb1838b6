// SPDX-License-Identifier: MIT
//
// roek tables stats: what the solved endings say as a whole.
#include "roek/base/json.h"
#include "roek/cmd/tables.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const RESULTS[3] = {"lost", "drawn", "won"};

static double share(const ResultStatistics *of, int result) {
    double all = (double)(of[0].count + of[1].count + of[2].count);
    return all > 0 ? 100.0 * (double)of[result].count / all : 0;
}

/* The longest win with the winner to move. */
static Color longest_winner(const TableStatistics *s) {
    return s->of[WHITE][2].plies >= s->of[BLACK][2].plies ? WHITE : BLACK;
}

static void example_fen(const Table *t, Color turn, int result, char out[TABLES_FEN_MAX]) {
    Board b;
    if (ending_board(&t->ending, t->statistics.of[turn][result].longest_at, turn, &b))
        tables_board_fen(&b, out);
    else
        out[0] = '\0';
}

static void put_side(Text *out, const Table *t, Color turn) {
    const ResultStatistics *of = t->statistics.of[turn];
    char fen[TABLES_FEN_MAX];
    json_key(out, turn == WHITE ? "white_to_move" : "black_to_move");
    json_open(out, '{');
    for (int r = 2; r >= 0; r--) json_put_int(out, RESULTS[r], (int64_t)of[r].count);
    for (int r = 2; r >= 0; r -= 2) {
        if (!of[r].plies) continue;
        example_fen(t, turn, r, fen);
        json_put_int(out, r ? "longest_win" : "longest_loss", of[r].plies);
        json_put_string(out, r ? "longest_win_fen" : "longest_loss_fen", fen);
    }
    json_close(out, '}');
}

static void print_json(const Table *t, const char *name) {
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "table", name);
    json_put_int(&out, "longest", t->statistics.of[longest_winner(&t->statistics)][2].plies);
    put_side(&out, t, WHITE);
    put_side(&out, t, BLACK);
    json_put_int(&out, "bytes", (int64_t)t->file.size);
    json_close(&out, '}');
    tables_print_json(&out);
}

static void print_head(void) {
    printf("                     White to move      Black to move     longest\n"
           "table    positions   won drawn lost     won drawn lost    win      position\n");
}

static void print_text(const Table *t, const char *name) {
    const TableStatistics *s = &t->statistics;
    const ResultStatistics *w = s->of[WHITE], *b = s->of[BLACK];
    Color winner = longest_winner(s);
    char fen[TABLES_FEN_MAX];
    example_fen(t, winner, 2, fen);
    printf("%-8s %9" PRIu64 " %5.1f %5.1f %4.1f   %5.1f %5.1f %4.1f   %3d plies  %s\n", name,
           w[0].count + w[1].count + w[2].count, share(w, 2), share(w, 1), share(w, 0), share(b, 2),
           share(b, 1), share(b, 0), s->of[winner][2].plies, fen);
}

int tables_run_stats(const TablesWish *wish) {
    int endings[ENDING_COUNT];
    bool named = wish->names.count > 0;
    int count = named ? tables_wanted(wish, endings) : endings_up_to(ENDING_MEN_MAX, endings);
    if (count < 0) return EXIT_MISUSE;
    Tables *tables = tables_enter(wish->folder);
    int shown = 0;
    for (int i = 0; i < count; i++) {
        const Table *table = tables_find(tables, endings[i]);
        if (!table) continue;
        char name[ENDING_NAME_MAX];
        ending_write(endings[i], name);
        if (wish->json) {
            print_json(table, name);
        } else {
            if (!shown) print_head();
            print_text(table, name);
        }
        shown++;
    }
    tables_leave(tables);
    if ((shown && (!named || shown == count)) || memory_ran_out()) return EXIT_DONE;
    complain("%s in %s; 'roek tables build' makes them",
             shown ? "some of these tables are not" : "there are no such tables", wish->folder);
    return EXIT_NO;
}

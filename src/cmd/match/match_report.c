// SPDX-License-Identifier: MIT
#include "cmd/match/match_command.h"

#include "base/text/json.h"
#include "cmd/common/command.h"
#include "console/progress.h"
#include "notation/text/uci_move.h"
#include "play/players/fen_contract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *name_of(const Match *match, int participant) {
    return match_options(match)->participants[participant].name;
}

static void print_line(Text *line) {
    print_text(line, "\n");
    print_flush();
    text_free(line);
}

/* Erases the progress line, which is drawn again after what follows. */
static void clear_live(MatchReport *r) {
    progress_erase();
    r->shown = 0;
}

// --- games ---

static void game_as_json(Text *line, const Match *match, const MatchGame *game) {
    const RefereedGame *g = game->game;
    char how[GAME_END_TEXT_MAX], fen[FEN_MAX], move[UCI_MOVE_MAX];
    refereed_game_text(g, how);
    json_open(line, '{');
    json_put_int(line, "game", game->number + 1);
    json_put_string(line, "white", name_of(match, game->participants[WHITE]));
    json_put_string(line, "black", name_of(match, game->participants[BLACK]));
    json_put_string(line, "result", outcome_result(g->outcome));
    json_put_string(line, "end", how);
    if (g->fault[0]) json_put_string(line, "fault", g->fault);
    fen_write_position(game_start(&g->game), fen);
    json_put_string(line, "start", fen);
    fen_write_position(game_current(&g->game), fen);
    json_put_string(line, "fen", fen);
    json_key(line, "moves");
    json_open(line, '[');
    for (int i = 0; i < g->game.count; i++) {
        uci_move_write(game_position_at(&g->game, i), g->game.moves[i], false, move);
        json_string(line, move);
    }
    json_close(line, ']');
    json_close(line, '}');
    text_char(line, '\n');
}

static void game_as_text(Text *line, const Match *match, const MatchGame *game, bool quiet) {
    const RefereedGame *g = game->game;
    char how[GAME_END_TEXT_MAX], fen[FEN_MAX];
    refereed_game_text(g, how);
    if (quiet && !g->fault[0]) return;
    int moves = (g->game.count + 1) / 2;
    text_format(line, "game %d: %s - %s %s, %s (%d move%s)\n", game->number + 1,
                name_of(match, game->participants[WHITE]),
                name_of(match, game->participants[BLACK]), outcome_result(g->outcome), how, moves,
                plural_s((uint64_t)moves));
    if (!g->fault[0]) return;
    fen_write_position(game_current(&g->game), fen);
    text_format(line, "  %s: %s\n  in %s\n", name_of(match, game->participants[g->culprit]),
                g->fault, fen);
}

void match_report_write_game(Text *out, const MatchReport *report, const Match *match,
                             const MatchGame *game) {
    if (!report->json)
        game_as_text(out, match, game, report->quiet);
    else if (!report->quiet || game->game->fault[0])
        game_as_json(out, match, game);
}

void match_report_game(MatchReport *report, const Match *match, const MatchGame *game) {
    Text out = text_growing();
    clear_live(report);
    match_report_write_game(&out, report, match, game);
    print_text(&out, "");
    print_flush();
    text_free(&out);
    report_warn(report, match, game->participants, game->game->omits_ep);
}

void report_warn(MatchReport *report, const Match *match, const int participants[2],
                 const bool omits_ep[2]) {
    for (Color c = WHITE; c <= BLACK; c++) {
        if (!omits_ep[c] || report->warned[participants[c]]) continue;
        report->warned[participants[c]] = true;
        clear_live(report);
        print_warning("%s %s; with --strict that is a fault", name_of(match, participants[c]),
                      FEN_REPLY_OMITS_EP);
    }
}

// --- numbers ---

/* "+51.2", "inf" when every game was won. */
static void put_elo(Text *out, double elo) {
    if (isinf(elo))
        text_string(out, elo > 0 ? "+inf" : "-inf");
    else
        text_format(out, "%+.1f", elo);
}

static void put_estimate(Text *out, const EloEstimate *e) {
    put_elo(out, e->elo);
    if (isinf(e->elo)) return;
    if (isinf(e->low) || isinf(e->high)) {
        text_string(out, " (");
        put_elo(out, e->low);
        text_string(out, " to ");
        put_elo(out, e->high);
        text_char(out, ')');
    } else {
        text_format(out, " +/- %.1f", (e->high - e->low) / 2);
    }
}

static void put_score(Text *out, const MatchScore *t) {
    int games = match_score_games(t);
    double points = t->wins + 0.5 * t->draws;
    text_format(out, "+%d =%d -%d, %g/%d", t->wins, t->draws, t->losses, points, games);
    if (games) text_format(out, " (%.1f %%)", 100 * points / games);
}

static const char *verdict_text(SprtVerdict verdict) {
    return verdict == SPRT_ACCEPT_1   ? "ELO1 accepted"
           : verdict == SPRT_ACCEPT_0 ? "ELO0 accepted"
                                      : "undecided";
}

static void put_sprt(Text *out, const Sprt *sprt, const MatchScore *t) {
    text_format(out, "SPRT ELO0 %g, ELO1 %g: LLR %.2f (%.2f to %.2f), %s", sprt->elo0, sprt->elo1,
                sprt_llr(sprt, t), sprt_lower(sprt), sprt_upper(sprt),
                verdict_text(sprt_verdict(sprt, t)));
}

void match_report_progress(MatchReport *report, const Match *match) {
    if (!report->live) return;
    int played = match_played_count(match);
    if (report->shown == played + 1) return;
    report->shown = played + 1;
    Text line = text_growing();
    MatchScore t = match_total_score(match, 0);
    EloEstimate e;
    const char *name = name_of(match, 0);
    text_format(&line, "%d of %d games, %.*s ", played, match_game_count(match),
                (int)utf8_fitting(name, strlen(name), 24), name);
    put_score(&line, &t);
    if (elo_estimate(&t, &e)) {
        text_string(&line, ", Elo ");
        put_estimate(&line, &e);
    }
    if (match_options(match)->sprt)
        text_format(&line, ", LLR %.2f", sprt_llr(match_options(match)->sprt, &t));
    progress_show("%s", text_get(&line));
    text_free(&line);
}

// --- the end ---

static const char *const FAULT_NAMES[] = {[GAME_END_TIME] = "lost on time",
                                          [GAME_END_ILLEGAL] = "illegal answers",
                                          [GAME_END_CRASH] = "crashes"};

static void print_faults(const Match *match) {
    static const GameEnd ENDS[] = {GAME_END_TIME, GAME_END_ILLEGAL, GAME_END_CRASH};
    for (int i = 0; i < match_options(match)->participant_count; i++)
        for (size_t e = 0; e < sizeof ENDS / sizeof *ENDS; e++) {
            int count = match_fault_count(match, i, ENDS[e]);
            if (count) print_out("%s: %s: %d\n", name_of(match, i), FAULT_NAMES[ENDS[e]], count);
        }
}

static void print_duel(const Match *match) {
    MatchScore t = match_total_score(match, 0);
    EloEstimate e;
    Text line = text_growing();
    text_format(&line, "%s against %s: ", name_of(match, 0), name_of(match, 1));
    put_score(&line, &t);
    if (elo_estimate(&t, &e)) {
        text_string(&line, "\nElo difference: ");
        put_estimate(&line, &e);
        text_format(&line, ", likelihood of superiority %.1f %%", 100 * e.los);
        text_format(&line,
                    "\npairs: %d won 2-0, %d won 1.5-0.5, %d even, %d lost 0.5-1.5, %d lost 0-2",
                    t.pairs[4], t.pairs[3], t.pairs[2], t.pairs[1], t.pairs[0]);
    }
    if (match_options(match)->sprt) {
        text_char(&line, '\n');
        put_sprt(&line, match_options(match)->sprt, &t);
    }
    print_line(&line);
}

/* Entrants from the highest share of points down. */
static void rank_participants(const Match *match, int order[MATCH_PARTICIPANTS_MAX]) {
    double share[MATCH_PARTICIPANTS_MAX];
    int count = match_options(match)->participant_count;
    for (int i = 0; i < count; i++) {
        MatchScore t = match_total_score(match, i);
        int games = match_score_games(&t), at = i;
        double own = games ? (t.wins + 0.5 * t.draws) / games : 0;
        for (; at > 0 && share[at - 1] < own; at--) {
            share[at] = share[at - 1];
            order[at] = order[at - 1];
        }
        share[at] = own;
        order[at] = i;
    }
}

static void print_table_row(const Match *match, const int order[], int row) {
    int count = match_options(match)->participant_count, participant = order[row];
    MatchScore t = match_total_score(match, participant);
    EloEstimate e;
    Text line = text_growing(), elo = text_growing();
    if (elo_estimate(&t, &e)) put_estimate(&elo, &e);
    text_format(&line, "%2d  %-24.24s %6g/%-5d %-18s", row + 1, name_of(match, participant),
                t.wins + 0.5 * t.draws, match_score_games(&t), text_get(&elo));
    for (int i = 0; i < count; i++) {
        MatchScore cell = match_score(match, participant, order[i]);
        char text[24];
        Text out = text_on(text, sizeof text);
        if (i == row)
            text_char(&out, '*');
        else
            text_format(&out, "%g/%d", cell.wins + 0.5 * cell.draws, match_score_games(&cell));
        text_format(&line, " %8s", text);
    }
    text_free(&elo);
    print_line(&line);
}

/* Everybody against everybody; the Elo difference is that to the opponents' average. */
static void print_table(const Match *match) {
    int order[MATCH_PARTICIPANTS_MAX];
    int count = match_options(match)->participant_count;
    rank_participants(match, order);
    print_out("    %-24s %12s %-18s", "player", "points", "Elo");
    for (int i = 0; i < count; i++) print_out(" %8d", i + 1);
    print_out("\n");
    for (int row = 0; row < count; row++) print_table_row(match, order, row);
}

static void json_elo(Text *line, const char *key, double elo) {
    json_key(line, key);
    if (isinf(elo))
        json_null(line);
    else
        json_real(line, elo);
}

static void tally_as_json(Text *line, const MatchScore *t) {
    EloEstimate e;
    json_put_int(line, "wins", t->wins);
    json_put_int(line, "draws", t->draws);
    json_put_int(line, "losses", t->losses);
    json_key(line, "pairs");
    json_open(line, '[');
    for (int i = 0; i < 5; i++) json_int(line, t->pairs[i]);
    json_close(line, ']');
    if (!elo_estimate(t, &e)) return;
    json_put_real(line, "score", e.score);
    json_elo(line, "elo", e.elo);
    json_elo(line, "elo_low", e.low);
    json_elo(line, "elo_high", e.high);
    json_put_real(line, "los", e.los);
}

static void participant_as_json(Text *line, const Match *match, int participant) {
    MatchScore t = match_total_score(match, participant);
    json_open(line, '{');
    json_put_string(line, "name", name_of(match, participant));
    tally_as_json(line, &t);
    json_put_int(line, "lost_on_time", match_fault_count(match, participant, GAME_END_TIME));
    json_put_int(line, "illegal", match_fault_count(match, participant, GAME_END_ILLEGAL));
    json_put_int(line, "crashes", match_fault_count(match, participant, GAME_END_CRASH));
    json_close(line, '}');
}

static void end_as_json(const Match *match, bool stopped) {
    const MatchOptions *o = match_options(match);
    Text line = text_growing();
    json_open(&line, '{');
    json_put_string(&line, "variant", o->rules->name);
    json_put_int(&line, "games", match_game_count(match));
    json_put_int(&line, "played", match_played_count(match));
    json_put_bool(&line, "stopped", stopped);
    json_put_int(&line, "seed", (int64_t)o->seed);
    json_key(&line, "players");
    json_open(&line, '[');
    for (int i = 0; i < o->participant_count; i++) participant_as_json(&line, match, i);
    json_close(&line, ']');
    if (o->sprt) {
        MatchScore t = match_total_score(match, 0);
        json_put_real(&line, "llr", sprt_llr(o->sprt, &t));
        json_put_string(&line, "sprt", verdict_text(sprt_verdict(o->sprt, &t)));
    }
    json_close(&line, '}');
    print_line(&line);
}

void match_report_end(MatchReport *report, const Match *match, bool stopped) {
    clear_live(report);
    if (report->json) {
        end_as_json(match, stopped);
        return;
    }
    if (match_options(match)->participant_count == 2)
        print_duel(match);
    else
        print_table(match);
    print_faults(match);
    if (stopped)
        print_out("stopped after %d of %d game%s\n", match_played_count(match),
                  match_game_count(match), plural_s((uint64_t)match_game_count(match)));
}

// SPDX-License-Identifier: MIT
//
// Saves the unfinished game in a file while it is played, so that it can be resumed after the end
// of input, a closed terminal or a crash.  The file is a PGN with three tags of our own.  If it
// holds another game, that game is first appended to left.pgn.
#include "terminal/game/play.h"

#include "base/file/file.h"
#include "base/os/clock.h"
#include "base/os/xdg_dirs.h"
#include "play/game/game_pgn.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Computers may move faster than a disk can be written: while they play, save this often
 * at most. */
enum { AUTOSAVE_MS = 1000 };

static const char *const PLAYER_TAGS[2] = {"RoekWhite", "RoekBlack"};

/* The user's state folder; false if no environment variable names one. */
static bool find_folder(char out[STATE_PATH_MAX]) {
    return xdg_dir(XDG_STATE, out, STATE_PATH_MAX - 16); // leaves room for a file name
}

bool play_state_file(const char *name, char out[STATE_PATH_MAX]) {
    if (!find_folder(out)) return false;
    size_t used = strlen(out);
    return (size_t)snprintf(out + used, STATE_PATH_MAX - used, "/%s", name) < STATE_PATH_MAX - used;
}

static bool add_to_file(const char *name, const char *record, size_t size) {
    char path[STATE_PATH_MAX];
    if (!find_folder(path) || !file_make_folders(path) || !play_state_file(name, path))
        return false;
    FileLog *log = file_log_open(path, FILE_LOG_APPEND);
    if (log) file_log_add(log, record, size);
    return log && file_log_close(log);
}

void play_state_append(const char *name, const char *line) {
    char record[PLAY_TEXT_MAX];
    Text t = text_on(record, sizeof record);
    text_format(&t, "%s\n", line);
    add_to_file(name, record, t.used);
}

static bool find_file(char out[STATE_PATH_MAX]) {
    return play_state_file("game.pgn", out);
}

static void put_tag(Text *out, const char *name, const char *value) {
    text_format(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') text_char(out, '\\');
        text_char(out, *value);
    }
    text_string(out, "\"]\n");
}

static bool write_file(const PlayGame *game, const char *path) {
    char time[TIMECONTROL_TEXT_MAX];
    Text out = text_growing();
    for (int c = 0; c < 2; c++) put_tag(&out, PLAYER_TAGS[c], game->setup->players[c]);
    timecontrol_write_tag(&game->setup->time, time);
    put_tag(&out, "RoekTime", time);
    controller_write_pgn(game->controller, &out);
    FileChunk part = {text_get(&out), out.used};
    bool whole = !out.failed, written = whole && file_replace(path, &part, 1);
    int error = whole ? errno : ENOMEM;
    text_free(&out);
    errno = error;
    return written;
}

/* The game goes on if it cannot be saved; a person gets one message about it. */
static void put_autosave_failure(PlayGame *game) {
    if (game->autosave_failed || controller_human_count(game->controller) == 0) return;
    text_format(&game->message, "The game cannot be kept: %s.\n", strerror(errno));
    game->autosave_failed = true;
}

/* Does the current game continue the saved one, that is, does it begin with the same moves? */
static bool goes_on_from(const PlayGame *game, const MainLine *kept) {
    const Game *g = controller_game(game->controller);
    return kept->start.rules == game_start(g)->rules && kept->start.key == game_start(g)->key &&
           kept->count > 0 && kept->count <= g->count &&
           memcmp(kept->moves, g->moves, (size_t)kept->count * sizeof *kept->moves) == 0;
}

/* Appends the other game in the file to left.pgn.  Returns false, with errno, if that fails. */
static bool set_aside(const char *path) {
    FileContents file;
    if (!file_load(path, &file)) return true;
    bool added = add_to_file("left.pgn", (const char *)file.data, file.size);
    int error = errno;
    file_contents_free(&file);
    errno = error;
    return added;
}

/* Makes the file belong to the current game; another game in it is set aside first.  Returns false,
 * and the file stays, if the current game does not need it or the other one cannot be set aside. */
static bool take_file(PlayGame *game, const char *path, bool needed) {
    AutosavedGame kept;
    if (game->owns_autosave) return true;
    bool others = play_autosave_read(&kept) && !goes_on_from(game, &kept.line);
    free(kept.line.moves);
    if (others && !needed) return false;
    game->owns_autosave = !others || set_aside(path);
    if (!game->owns_autosave) put_autosave_failure(game);
    return game->owns_autosave;
}

void play_autosave(PlayGame *game, bool at_once) {
    char path[STATE_PATH_MAX];
    int64_t now = clock_ms();
    bool due = at_once || controller_is_human_turn(game->controller) ||
               now - game->autosaved_ms >= AUTOSAVE_MS;
    if (!due || game->setup->quiet || game->setup->casual || !find_folder(path)) return;
    bool over = controller_is_over(game->controller),
         begun = controller_game(game->controller)->count > 0;
    game->autosaved_ms = now;
    if (begun && !over && !file_make_folders(path)) {
        put_autosave_failure(game);
        return;
    }
    find_file(path);
    if (!(begun || over) || !take_file(game, path, !over)) return;
    if (over)
        unlink(path);
    else if (!write_file(game, path))
        put_autosave_failure(game);
}

// --- resuming ---

static bool take_tags(const PgnGame *pgn, AutosavedGame *out) {
    const char *time = pgn_tag(pgn, "RoekTime");
    for (int c = 0; c < 2; c++) {
        const char *player = pgn_tag(pgn, PLAYER_TAGS[c]);
        if (!player || strlen(player) >= sizeof out->players[c]) return false;
        strcpy(out->players[c], player);
    }
    return time && (strcmp(time, "-") == 0 || timecontrol_read_seconds(time, &out->time));
}

/* Reads the clocks from the comments of the last moves. */
static void take_clocks(const PgnGame *pgn, AutosavedGame *out) {
    Color mover = position_turn(&pgn->start);
    out->left_ms[WHITE] = out->left_ms[BLACK] = -1;
    for (int node = pgn->nodes[0].next; node >= 0; node = pgn->nodes[node].next) {
        const char *comment = pgn_comment(pgn, pgn->nodes[node].after);
        int64_t ms;
        if (comment && pgn_read_clock(comment, &ms)) out->left_ms[mover] = ms;
        mover = other(mover);
    }
}

static bool take_game(const char *text, size_t length, AutosavedGame *out) {
    PgnReader *reader = pgn_reader_on(text, length);
    PgnGame pgn;
    PgnError fault;
    if (!reader) return false;
    bool good = pgn_read(reader, &pgn, &fault) == PGN_GAME && take_tags(&pgn, out);
    if (good) take_clocks(&pgn, out);
    pgn_game_free(&pgn);
    pgn_reader_free(reader);
    return good;
}

bool play_autosave_read(AutosavedGame *out) {
    char path[STATE_PATH_MAX], error[GAME_PGN_ERROR_MAX];
    FileContents file;
    *out = (AutosavedGame){.line = {.moves = NULL}};
    if (!find_file(path) || !file_load(path, &file)) return false;
    const char *text = (const char *)file.data;
    bool good = take_game(text, file.size, out) &&
                game_pgn_read(text, file.size, 0, &STANDARD_CHESS, &out->line, error);
    file_contents_free(&file);
    return good;
}

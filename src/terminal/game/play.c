// SPDX-License-Identifier: MIT
//
// roek play: options, and the choice between menus and one game, screen and plain lines.
#include "terminal/game/play.h"
#include "base/os/platform.h"

#include "base/os/random_seed.h"
#include "base/rng.h"
#include "cmd/common/command.h"
#include "cmd/common/input.h"
#include "cmd/common/tablebase_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The options of the command line. */
typedef struct {
    const char *white, *black, *variant, *fen, *start, *load, *time, *style, *pgn, *loop, *pace;
    int64_t seed, threads, hash, movetime;
    bool plain, ascii, flip, no_wait, quiet, json, go_on, strict;
} PlayCommandOptions;

static bool read_style(const PlayCommandOptions *opts, DiagramStyle *out) {
    *out = platform_is_utf8() && !opts->ascii ? DIAGRAM_LINES : DIAGRAM_ASCII;
    if (!opts->style) return true;
    if (diagram_style_find(opts->style, out) && *out != DIAGRAM_SVG) return true;
    print_error("--style: there is no style '%s'; known are " DIAGRAM_STYLES, opts->style);
    return false;
}

/* --start: "random" or the number of a shuffled start position of the variant. */
static bool read_shuffle(const char *text, const PlaySetup *setup, Setup *out) {
    const Rules *rules = setup->rules;
    int64_t number;
    if (strcmp(text, "random") == 0) {
        Rng rng = rng_seeded(setup->player_options.seed);
        number = rng_below(&rng, (uint32_t)rules->shuffle_count);
    } else if (!text_to_int(text, 0, rules->shuffle_count - 1, &number)) {
        print_error("--start wants 'random' or a number from 0 to %d, not '%s'",
                    rules->shuffle_count - 1, text);
        return false;
    }
    rules->shuffle((int)number, out);
    return true;
}

static void take_line(PlaySetup *setup, const MainLine *line) {
    setup->start = line->start;
    setup->rules = line->start.rules;
    setup->moves = line->moves;
    setup->move_count = line->count;
}

/* --load: a file with a position or games. */
static bool read_load(const char *path, PlaySetup *setup, MainLine *line) {
    char error[GAME_PGN_ERROR_MAX];
    if (!play_read_file(path, setup->rules, line, error)) {
        print_error("--load: %s", error);
        return false;
    }
    take_line(setup, line);
    if (line->left_out)
        print_warning(
            "--load: the game goes on with %d more half-move%s, which cannot be played: a null "
            "move or the end of the game stands before them",
            line->left_out, plural_s((uint64_t)line->left_out));
    return true;
}

static bool read_start(const PlayCommandOptions *opts, PlaySetup *setup, MainLine *line) {
    setup->start = position_start(setup->rules);
    if (!!opts->fen + !!opts->start + !!opts->load > 1) {
        print_error("--fen, --start and --load exclude each other");
        return false;
    }
    if (opts->load) return read_load(opts->load, setup, line);
    if (opts->fen) {
        FenResult r = fen_read_position(opts->fen, setup->rules, &setup->start);
        if (r.fault == FEN_OK) return input_accepts(opts->strict, "", opts->fen, r);
        char why[FEN_FAULT_MAX];
        fen_fault_text(r, why);
        print_error_at(opts->fen, r.column, "%s", why);
        return false;
    }
    Setup shuffled;
    if (!opts->start) return true;
    if (!read_shuffle(opts->start, setup, &shuffled)) return false;
    position_from_setup(&shuffled, setup->rules, &setup->start);
    return true;
}

/* --pace.  Without a terminal the computers do not wait, except with `human`. */
static bool read_pace(const PlayCommandOptions *opts, int64_t *out) {
    *out = MOVE_DELAY_DEFAULT;
    if (opts->pace && !move_delay_read(opts->pace, out)) {
        print_error("--pace wants milliseconds from 0 to %d, or human, not '%s'", MOVE_DELAY_MAX,
                    opts->pace);
        return false;
    }
    if (opts->no_wait || (*out != MOVE_DELAY_HUMAN && !platform_is_terminal(STDOUT_FILENO)))
        *out = 0;
    return true;
}

/* Reads all options but the choices of the menus.  Returns false after it printed an error. */
static bool read_setup(const PlayCommandOptions *opts, PlaySetup *out, MainLine *line) {
    *out = (PlaySetup){
        .rules = input_rules(opts->variant),
        .players = {opts->white ? opts->white : "human", opts->black ? opts->black : "roek"},
        .player_options = PLAYER_DEFAULTS,
        .flip = opts->flip,
        .pgn_path = opts->pgn,
        .left_ms = {-1, -1},
        .asks = platform_is_terminal(STDIN_FILENO),
        .quiet = opts->quiet || opts->json,
        .json = opts->json};
    if (!out->rules || !read_style(opts, &out->style) || !read_pace(opts, &out->move_delay_ms))
        return false;
    out->player_options.seed = opts->seed >= 0 ? (uint64_t)opts->seed : random_seed();
    out->player_options.threads = (int)opts->threads;
    out->player_options.hash_mb = (size_t)opts->hash;
    if (opts->movetime)
        out->player_options.movetime_ms = out->player_options.fen_program_ms = opts->movetime;
    out->player_options.strict = opts->strict;
    if (opts->time && !timecontrol_read_minutes(opts->time, &out->time)) {
        print_error("--time wants MINUTES[+SECONDS] such as 5+3, or none, not '%s'", opts->time);
        return false;
    }
    return read_start(opts, out, line);
}

/* --continue: the saved game, with its players and clocks. */
static bool take_kept(const PlayCommandOptions *opts, PlaySetup *setup, AutosavedGame *kept) {
    if (!opts->go_on) return true;
    if (!play_autosave_read(kept)) {
        print_error("--continue: there is no game to go on with");
        return false;
    }
    play_setup_from_autosave(setup, kept);
    return true;
}

static bool wants_plain(const PlayCommandOptions *opts) {
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return (term && strcmp(term, "dumb") == 0) || opts->plain || opts->quiet || opts->json ||
           !platform_is_terminal(STDIN_FILENO) || !platform_is_terminal(STDOUT_FILENO) ||
           (no_color && *no_color) || !platform_is_utf8();
}

static int play_setup(const PlayCommandOptions *opts, PlaySetup *setup) {
    bool menus = !opts->white && !opts->black && !opts->variant && !opts->fen && !opts->start &&
                 !opts->load && !opts->go_on;
    PrintStream talk = opts->json && !opts->loop ? PRINT_STDERR : PRINT_STDOUT;
    FrontEnd front;
    if (wants_plain(opts) || !tui_open(&front, setup->style))
        if (!line_ui_open(&front, setup->style, talk)) {
            print_memory_error();
            return EXIT_MACHINE;
        }
    RkTablebase *tables = tablebase_folder_open(NULL);
    setup->endings.race = tables;
    int level, seed;
    int status = EXIT_DONE;
    if (opts->loop && loop_code_read(opts->loop, &level, &seed))
        status = play_loops(&front, level, seed) == EXIT_MACHINE ? EXIT_MACHINE : EXIT_DONE;
    else
        status = menus ? play_menus(&front, setup) : play_one(&front, setup);
    front.close(&front);
    tablebase_folder_close(tables);
    return status;
}

/* The line ends that must be added to a file before another game: the end of its last line, an
 * empty line. */
static const char *gap_behind(const char *path) {
    char last[2] = {'\n', '\n'};
    FileHandle file;
    if (!file_open(path, &file)) return "";
    size_t n = file.size < sizeof last ? (size_t)file.size : sizeof last;
    bool known = file_read_at(&file, file.size - n, last + sizeof last - n, n);
    file_close(&file);
    return !known ? "" : last[1] != '\n' ? "\n\n" : last[0] != '\n' ? "\n" : "";
}

static FileLog *open_games(const char *path) {
    const char *gap = gap_behind(path);
    FileLog *log = file_log_open(path, FILE_LOG_APPEND);
    if (log && *gap) file_log_add(log, gap, strlen(gap)); // file_log_close reports a failure
    return log;
}

/* Opens the file for finished games first: if it cannot be written, the error comes before the
 * first move. */
static int play_recorded(const PlayCommandOptions *opts, PlaySetup *setup) {
    bool good = !opts->pgn || (setup->pgn = open_games(opts->pgn));
    int status = good ? play_setup(opts, setup) : EXIT_MACHINE;
    if (good && (file_log_close(setup->pgn) || status != EXIT_DONE)) return status;
    print_error("--pgn: %s: %s", opts->pgn, strerror(errno));
    return EXIT_MACHINE;
}

static int play(const PlayCommandOptions *opts) {
    PlaySetup setup;
    MainLine line = {.moves = NULL};
    AutosavedGame kept = {.line = {.moves = NULL}};
    int status = EXIT_MISUSE;
    if (read_setup(opts, &setup, &line) && take_kept(opts, &setup, &kept))
        status = play_recorded(opts, &setup);
    free(line.moves);
    free(kept.line.moves);
    return status;
}

static int run(const Command *self, int argc, char **argv) {
    PlayCommandOptions g = {.seed = -1, .threads = 1, .hash = 16};
    Operands rest;
    const Option options[] = {
        {"white", 'w', OPTION_TEXT, &g.white, "PLAYER", "who plays White (default human)", 0, 0},
        {"black", 'b', OPTION_TEXT, &g.black, "PLAYER", "who plays Black (default roek)", 0, 0},
        VARIANT_OPTION(g.variant),
        {"strict", 0, OPTION_FLAG, &g.strict, NULL,
         "take FENs to the letter, also those of cmd: programs", 0, 0},
        {"fen", 'f', OPTION_TEXT, &g.fen, "FEN", "start from this position", 0, 0},
        {"start", 0, OPTION_TEXT, &g.start, "N",
         "a shuffled start: random, or 0-959 in chess, 0-1439 in Racing Kings", 0, 0},
        {"load", 'l', OPTION_TEXT, &g.load, "FILE[#N]",
         "go on from a FEN, or from game N of a PGN file", 0, 0},
        {"loop", 0, OPTION_TEXT, &g.loop, "LEVEL[-SEED]",
         "a Chess Loop puzzle, of level 1 to 5 or one that was shared", 0, 0},
        {"continue", 'c', OPTION_FLAG, &g.go_on, NULL, "go on with the game that was left", 0, 0},
        {"time", 't', OPTION_TEXT, &g.time, "M[+S]",
         "clocks: M minutes, and S seconds more per move (default none)", 0, 0},
        {"movetime", 0, OPTION_INT, &g.movetime, "MS",
         "time a move without clocks (default 1000, cmd: programs 5000)", 1, 3600000},
        {"plain", 'p', OPTION_FLAG, &g.plain, NULL, "print line by line, no full screen", 0, 0},
        {"style", 0, OPTION_TEXT, &g.style, "STYLE", "of the board: " DIAGRAM_STYLES, 0, 0},
        {"ascii", 'a', OPTION_FLAG, &g.ascii, NULL, "the same as --style ascii", 0, 0},
        {"flip", 0, OPTION_FLAG, &g.flip, NULL, "Black at the bottom", 0, 0},
        {"no-wait", 0, OPTION_FLAG, &g.no_wait, NULL, "computers move at once", 0, 0},
        {"pace", 0, OPTION_TEXT, &g.pace, "MS|human",
         "pause between two computers (default 800); human: bots take a person's time", 0, 0},
        {"pgn", 0, OPTION_TEXT, &g.pgn, "FILE", "add finished games to this file", 0, 0},
        {"quiet", 'q', OPTION_FLAG, &g.quiet, NULL, "no boards, only the end", 0, 0},
        {"json", 0, OPTION_FLAG, &g.json, NULL, "the game as one JSON object at its end", 0, 0},
        {"seed", 0, OPTION_INT, &g.seed, "N", "make everything random repeatable", 0, INT64_MAX},
        {"threads", 0, OPTION_INT, &g.threads, "N", "for the engine (default 1)", 1,
         ENGINE_THREADS_MAX},
        {"hash", 0, OPTION_INT, &g.hash, "MB", "for the engine (default 16)", 1, 1 << 20},
        {0},
    };
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    int level, seed;
    if (g.loop && !loop_code_read(g.loop, &level, &seed)) {
        print_error("--loop wants a level from 1 to %d, or a puzzle such as 3-1234, not '%s'",
                    LOOP_LEVELS, g.loop);
        return EXIT_MISUSE;
    }
    if (rest.count > 0) {
        print_error("play takes no operands; a position is given with --fen");
        return EXIT_MISUSE;
    }
    return play(&g);
}

const Command command_play = {
    .name = "play",
    .synopsis = "play [options]",
    .summary = "Play chess or Racing Kings in the terminal",
    .details =
        "Without --white, --black, --variant, --fen and --start the menus ask for them.\n"
        "\n"
        "PLAYER is human, bimbi (any legal move), optimus (runs with the king; in chess takes\n"
        "what it can), roek or roek:LEVEL (the engine, LEVEL from 0 to 20), or an outside\n"
        "program: uci:PROGRAM, cmd:PROGRAM (one that keeps the FEN contract, see 'roek help\n"
        "match'; without clocks it has 5 s a move, or what --movetime says).\n"
        "\n"
        "Moves are typed as Nf3, e2e4 or e2 e4, or by column and row when asked; on the full\n"
        "screen arrows and mouse work as well.  help at the board lists the other words.\n"
        "The full screen needs a terminal with UTF-8; otherwise, and with --plain or "
        "NO_COLOR,\n"
        "boards are printed line by line.\n"
        "\n"
        "A game that is left is kept and can be continued, also after a crash.\n"
        "\n"
        "Examples:\n"
        "  $ roek play\n"
        "  $ roek play --variant racingkings --black roek:3\n"
        "  $ roek play --black roek:5 --pace human --time 10+5\n"
        "  $ roek play --loop 3-1234\n"
        "  $ roek play --white optimus --black bimbi --variant racingkings --plain --no-wait\n"
        "  $ roek play --white bimbi --black bimbi --seed 1 --json\n",
    .run = run,
};

// SPDX-License-Identifier: MIT
//
// Opening books made of games.
#include "base/file/file.h"
#include "base/text/json.h"
#include "cmd/common/input.h"
#include "match/polyglot_write.h"

#include <stdio.h>
#include <string.h>

/* A book under way. */
typedef struct {
    PolyglotWriter *maker;
    int plies; // how deep it goes
    bool json;
    int games; // so far
    int games_of_file;
    int undecided; // of these: they have no result
    bool broken;   // some of them
} BookRun;

/* What of a game does not count, though it can be read. */
static void note_lost(BookRun *m, const PgnGame *game, const char *path) {
    int null = pgn_null_move(game, 0);
    if (null > 0 && null <= m->plies)
        print_warning("%s, game %d, ply %d: a null move; the moves behind it do not count", path,
                      m->games_of_file, null);
    m->undecided += strcmp(game->result, "*") == 0;
}

/* The next game; a broken one is told and counts up to where it broke. */
static PgnStatus add_game(BookRun *m, PgnReader *reader, const char *path) {
    PgnGame game;
    PgnError error;
    PgnStatus status = pgn_read(reader, &game, &error);
    if (status == PGN_BROKEN) {
        input_print_game_error(path, &error);
        m->broken = true;
    }
    if (status == PGN_GAME || status == PGN_BROKEN) {
        m->games++;
        m->games_of_file++;
        note_lost(m, &game, path);
        if (!polyglot_writer_add(m->maker, &game, m->plies)) status = PGN_NO_MEMORY;
    }
    pgn_game_free(&game);
    return status;
}

/* All games of a file; an exit status. */
static int add_file(BookRun *m, const char *path) {
    FileContents view;
    if (!input_view(path, &view)) return EXIT_MISUSE;
    m->games_of_file = 0;
    PgnReader *reader = pgn_reader_on((const char *)view.data, view.size);
    PgnStatus status = reader ? PGN_GAME : PGN_NO_MEMORY;
    while (status == PGN_GAME || status == PGN_BROKEN) status = add_game(m, reader, path);
    pgn_reader_free(reader);
    file_contents_free(&view);
    if (status != PGN_NO_MEMORY) return EXIT_DONE;
    print_memory_error();
    return EXIT_MACHINE;
}

static void print_json(const BookRun *m, size_t moves, const char *path) {
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, "file", path);
    json_put_int(&out, "moves", (int64_t)moves);
    json_put_int(&out, "games", m->games);
    json_close(&out, '}');
    print_text(&out, "\n");
    text_free(&out);
}

static int write_book(const BookRun *m, uint32_t least, const char *path) {
    size_t size;
    const uint8_t *book = polyglot_writer_finish(m->maker, least, &size);
    if (m->undecided)
        print_warning("%d game%s without a result do%s not count", m->undecided,
                      plural_s((uint64_t)m->undecided), m->undecided == 1 ? "es" : "");
    if (!book || size == 0) {
        print_error(book ? "no move was played often enough" : "not enough memory");
        return book ? EXIT_NO : EXIT_MACHINE;
    }
    if (!file_replace(path, &(FileChunk){book, size}, 1)) {
        print_write_error(path);
        return EXIT_MACHINE;
    }
    if (m->json)
        print_json(m, size / 16, path);
    else
        print_out("%zu move%s of %d game%s in '%s'\n", size / 16, plural_s(size / 16), m->games,
                  plural_s((uint64_t)m->games), path);
    return finish_output(EXIT_DONE);
}

/* Reads the files and writes the book; bad input is told by the exit status whatever came of it. */
static int make_book(BookRun *m, const Operands *files, uint32_t least, const char *path) {
    int status = EXIT_DONE;
    for (int i = 1; status == EXIT_DONE && i < files->count; i++)
        status = add_file(m, files->items[i]);
    if (status == EXIT_DONE) status = write_book(m, least, path);
    return m->broken && status < EXIT_MISUSE ? EXIT_MISUSE : status;
}

static int run(const Command *self, int argc, char **argv) {
    int64_t plies = 24, least = 3;
    const char *output = NULL;
    bool json = false;
    const Option options[] = {
        {"output", 'o', OPTION_TEXT, &output, "FILE", "where the book goes", 0, 0},
        {"plies", 0, OPTION_INT, &plies, "N", "how deep it goes, in half-moves (24)", 1, 512},
        {"least", 0, OPTION_INT, &least, "N", "leave out moves of fewer games (3)", 1, 1000000000},
        {"json", 0, OPTION_FLAG, &json, NULL, "what came of it as a JSON object", 0, 0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    bool make = rest.count && strcmp(rest.items[0], "make") == 0;
    if (!make || rest.count < 2 || !output) {
        print_error(!make            ? "book make?  See 'roek help book'"
                    : rest.count < 2 ? "which games?"
                                     : "where shall the book go?  See -o");
        return EXIT_MISUSE;
    }
    if (overwrites_input("--output", output, &rest)) return EXIT_MISUSE;
    if (!file_is_writable(output)) {
        print_write_error(output);
        return EXIT_MACHINE;
    }
    BookRun making = {.maker = polyglot_writer_new(), .plies = (int)plies, .json = json};
    if (!making.maker) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    int status = make_book(&making, &rest, (uint32_t)least, output);
    polyglot_writer_free(making.maker);
    return status;
}

const Command command_book = {
    .name = "book",
    .synopsis = "book make GAMES.pgn... -o BOOK.bin",
    .summary = "Make an opening book of games",
    .details =
        "Every move that was played in enough games and did not always lose, in the Polyglot\n"
        "format: a win of the side that played it weighs two, a draw one.  Engines play a book's\n"
        "moves as often as their weights say (OwnBook and BookFile over UCI and xboard).\n"
        "'-' reads games from standard input.\n"
        "\n"
        "Examples:\n"
        "  $ roek match --white roek --black roek --games 20 --nodes 100 --random-plies 2 --pgn "
        "games.pgn\n"
        "  $ roek book make games.pgn -o book.bin\n",
    .run = run,
};

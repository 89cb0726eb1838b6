// SPDX-License-Identifier: MIT
//
// Whole commands with any text as an argument and as a file: they end with an exit status from 0 to
// 3 and leave nothing behind.
#include "fuzz/fuzz_file.h"

#include "base/text/text.h"
#include "cmd/common/command.h"

enum { WORDS = 16, TEXT_MAX = 4096 };

/* WORD is the first line of the text, FILE what follows.  Limits are such that a call takes a
 * moment. */
#define WORD "%"
#define FILE "@"
#define BRIEFLY "--nodes", "300", "--hash", "1"
#define KINGS_AND_KNIGHTS "kings", "knights"
static const char *const CALLS[][WORDS] = {
    {"problem", WORD, FILE, BRIEFLY},
    {"problem", WORD, FILE, BRIEFLY, "--json", "--tree", "--set", "--refutations", "1"},
    {"problem", "#2", FILE, BRIEFLY, "--twin", WORD},
    {"problem", "h#2", FILE, BRIEFLY, "--first", WORD, "--format", "latex"},
    {"problem", "book", FILE, BRIEFLY},
    {"problem", "book", FILE, BRIEFLY, "--letters", "de", "--castling", "from-squares"},
    {"loop", "check", "3", "4", "3", KINGS_AND_KNIGHTS, WORD},
    {"loop", "3", "4", "3", KINGS_AND_KNIGHTS, "--given", WORD, "--count", "--threads", "1"},
    {"loop", "4", "3", "3", "queens", "rooks", "--empty", WORD, "--json", "--threads", "1"},
    {"loop", "generate", "3", "4", "2", KINGS_AND_KNIGHTS, "--seed", WORD, "--format", "svg"},
    {"loop", "atlas", KINGS_AND_KNIGHTS, "--most", "2", "--threads", "1", "--file", FILE},
    {"board", "loop", "4", "4", "3", "kings", "rooks", WORD},
    {"board", FILE, "--mark", WORD, "--format", "svg"},
    {"board", FILE, "--arrow", WORD, "--json", "--strict"},
    {"moves", FILE, "--json"},
    {"moves", FILE, WORD},
    {"moves", "--variant", "racingkings", "--chess960", WORD},
    {"fen", FILE, "--depth", "1", "--hash", "1"},
    {"fen", WORD, "TEST", "--json"},
    {"perft", "1", FILE},
    {"perft", "1", WORD, "--divide"},
    {"mate", "2", FILE, BRIEFLY, "--all", "--tree"},
    {"mate", "dm", FILE, BRIEFLY, "--json", "--tries"},
    {"mate", "1", WORD, BRIEFLY, "--goal", "helpmate"},
    {"analyse", FILE, "--depth", "1", "--hash", "1", "--json"},
    {"analyse", FILE, "--depth", "1", "--hash", "1", "--multipv", WORD},
    {"tables", "probe", FILE, "--folder", "/nowhere"},
    {"tables", "probe", WORD, "--folder", "/nowhere", "--json", "--line"},
    {"problem", FILE, BRIEFLY, "--jobs", "2", "--duplex", "--twin", WORD},
};
enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

static int call(const char *const *words, char *line, const char *path) {
    char copies[WORDS][64], *argv[WORDS + 1] = {NULL};
    int argc = 0;
    for (; argc < WORDS && words[argc]; argc++) {
        const char *word = strcmp(words[argc], FILE) == 0 ? path : words[argc];
        snprintf(copies[argc], sizeof copies[argc], "%s", word);
        argv[argc] = strcmp(words[argc], WORD) == 0 ? line : copies[argc];
    }
    return command_call(command_find(words[0]), NULL, argc, argv);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[TEXT_MAX];
    if (size == 0 || !fuzz_text(data + 1, size - 1, text, sizeof text)) return 0;
    fuzz_mute();
    size_t line = strcspn(text, "\n"), rest = line + (line < size - 1);
    const char *path = fuzz_file(data + 1 + rest, size - 1 - rest);
    text[line] = '\0';
    int status = call(CALLS[data[0] % CALL_COUNT], text, path);
    fuzz_assert(status >= EXIT_DONE && status <= EXIT_MACHINE);
    return 0;
}

// SPDX-License-Identifier: MIT
#include "notation/problem/popeye.h"

#include "notation/text/fen.h"
#include "notation/text/uci_move.h"

#include <string.h>

typedef PopeyeSpan PopeyeWord;

typedef struct PopeyeKeyword PopeyeKeyword;

typedef struct {
    Cursor c;
    PopeyeWord word;              // lookahead; none if `at` is NULL
    const PopeyeKeyword *keyword; // the keyword whose arguments are read
    const char *at;               // its place in the text
    PopeyeProblem problem;
    bool has_pieces;
    Text twins;
    char label; // label of the last twin; 0: no twin yet
    PopeyeResult result;
} PopeyeReader;

static bool fail_at(PopeyeReader *r, const char *at, PopeyeFault fault) {
    r->result = (PopeyeResult){.fault = fault, .column = (int)(at - r->c.start)};
    return false;
}

// --- words ---

static bool is_gap(char c) {
    return char_is_space(c) || c == ';' || c == ',';
}

static bool next_word(Cursor *c, PopeyeWord *out) {
    while (is_gap(*c->at)) c->at++;
    out->at = c->at;
    while (*c->at && !is_gap(*c->at)) c->at++;
    out->length = (size_t)(c->at - out->at);
    return out->length > 0;
}

/* The next word, which is not consumed; empty at the end. */
static PopeyeWord peek(PopeyeReader *r) {
    if (!r->word.at) next_word(&r->c, &r->word);
    return r->word;
}

static PopeyeWord take(PopeyeReader *r) {
    PopeyeWord word = peek(r);
    r->word.at = NULL;
    return word;
}

/* The rest of the line behind the last word. */
static PopeyeWord take_line(Cursor *c) {
    while (*c->at == ' ' || *c->at == '\t') c->at++;
    PopeyeWord line = {c->at, strcspn(c->at, "\r\n")};
    c->at += line.length;
    while (line.length && is_gap(line.at[line.length - 1])) line.length--;
    return line;
}

/* Is the word equal to the name, or an abbreviation of it? */
static bool is_prefix_of(PopeyeWord word, const char *name) {
    for (size_t i = 0; i < word.length; i++)
        if (char_lower(word.at[i]) != char_lower(name[i])) return false; // also at its end
    return word.length > 0;
}

/* A keyword: the function that reads its arguments, and a parameter for that function. */
struct PopeyeKeyword {
    const char *name;
    bool (*read)(PopeyeReader *r);
    size_t argument;
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* Finds the keyword that the word abbreviates; NULL if there is none. Sets `*several` if the word
 * is ambiguous. */
static const PopeyeKeyword *find_keyword(const PopeyeKeyword *table, size_t count, PopeyeWord word,
                                         bool *several) {
    const PopeyeKeyword *found = NULL;
    *several = false;
    for (size_t i = 0; i < count; i++) {
        if (!is_prefix_of(word, table[i].name)) continue;
        *several = found != NULL;
        found = &table[i];
        if (strlen(found->name) == word.length) {
            *several = false;
            break;
        }
    }
    return found;
}

/* Reads keywords of the table, and their arguments, as long as there are any. */
static bool read_keywords(PopeyeReader *r, const PopeyeKeyword *table, size_t count) {
    for (;;) {
        bool several;
        PopeyeWord word = peek(r);
        const PopeyeKeyword *keyword = find_keyword(table, count, word, &several);
        if (!keyword) return true;
        if (several) return fail_at(r, word.at, POPEYE_AMBIGUOUS);
        r->keyword = keyword;
        r->at = take(r).at;
        if (!keyword->read(r)) return false;
    }
}

static bool read_number(PopeyeReader *r, int *out) {
    PopeyeWord word = take(r);
    *out = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (!char_is_digit(word.at[i]) || i == 6) return fail_at(r, word.at, POPEYE_NO_NUMBER);
        *out = 10 * *out + (word.at[i] - '0');
    }
    return word.length || fail_at(r, word.at, POPEYE_NO_NUMBER);
}

static bool refuse(PopeyeReader *r) {
    return fail_at(r, r->at, (PopeyeFault)r->keyword->argument);
}

// --- squares and pieces ---

/* "a1b2c3" */
static bool is_squares(const char *at, size_t length) {
    for (size_t i = 0; i + 1 < length; i += 2)
        if (square_read(at + i) == NO_SQUARE) return false;
    return length > 0 && length % 2 == 0;
}

static bool read_squares(PopeyeReader *r, PopeyeWord *out) {
    *out = take(r);
    return is_squares(out->at, out->length) || fail_at(r, out->at, POPEYE_NO_SQUARES);
}

static bool read_square(PopeyeReader *r, Square *out) {
    PopeyeWord word;
    if (!read_squares(r, &word)) return false;
    *out = square_read(word.at);
    return word.length == 2 || fail_at(r, word.at + 2, POPEYE_NO_SQUARES);
}

static bool role_named(char letter, Role *out) {
    static const char LETTERS[] = "psbrqk";
    const char *found = strchr(LETTERS, char_lower(letter));
    if (!letter || !found) return false;
    *out = (Role)(found - LETTERS);
    return true;
}

/* The number of characters that name the piece in a word such as "Qa5h3"; the squares may also be
 * in the next word. 0 if the word is no piece. */
static size_t piece_length(PopeyeWord word) {
    if (word.length == 1) return 1;
    size_t length = word.length % 2 ? 1 : 2;
    return word.length > length && is_squares(word.at + length, word.length - length) ? length : 0;
}

typedef void PutPiece(PopeyeReader *r, Color color, Role role, Square square);

/* "Qa5h3" or "Q a5h3" */
static bool read_piece(PopeyeReader *r, Color color, PutPiece *put) {
    Role role;
    PopeyeWord word = take(r), squares = {word.at + 1, word.length - 1};
    if (piece_length(word) != 1 || !role_named(*word.at, &role))
        return fail_at(r, word.at, POPEYE_FAIRY_PIECE);
    if (!squares.length && !read_squares(r, &squares)) return false;
    for (size_t i = 0; i < squares.length; i += 2) put(r, color, role, square_read(squares.at + i));
    return true;
}

/* Is the word a kind of fairy piece, which stands in place of White or Black? */
static bool is_fairy_kind(PopeyeWord word) {
    static const char *const KINDS[] = {
        "neutral",     "totalinvisible", "chameleon", "jigger",      "kamikaze",
        "paralysing",  "royal",          "volage",    "functionary", "hurdlecolourchanging",
        "halfneutral", "protean",        "magic",     "frischauf",   "uncapturable",
        "anda",        "andainverse",    "bul",       "dob",         "alicea",
        "aliceb",
    };
    for (size_t i = 0; i < COUNT(KINDS); i++)
        if (word.length > 2 && is_prefix_of(word, KINDS[i])) return true;
    return false;
}

/* A single letter is a piece: b is a bishop. */
static bool read_color(PopeyeWord word, Color *out) {
    if (word.length < 2 || (!is_prefix_of(word, "white") && !is_prefix_of(word, "black")))
        return false;
    *out = is_prefix_of(word, "white") ? WHITE : BLACK;
    return true;
}

/* Reads pieces of both colours, up to the first word that is no piece. */
static bool read_pieces(PopeyeReader *r, PutPiece *put) {
    Color color;
    PopeyeWord word = peek(r);
    if (!is_fairy_kind(word) && !read_color(word, &color))
        return fail_at(r, word.at, POPEYE_NO_COLOUR);
    for (;; word = peek(r)) {
        if (read_color(word, &color))
            take(r);
        else if (is_fairy_kind(word))
            return fail_at(r, word.at, POPEYE_FAIRY_KIND);
        else if (!piece_length(word))
            return true;
        else if (!read_piece(r, color, put))
            return false;
    }
}

static void put_on_board(PopeyeReader *r, Color color, Role role, Square square) {
    r->problem.setup.piece[square] = piece_of(color, role);
    r->has_pieces = true;
}

// --- options ---

static bool set_flag(PopeyeReader *r) {
    *(bool *)((char *)&r->problem + r->keyword->argument) = true;
    return true;
}

static bool set_number(PopeyeReader *r) {
    return read_number(r, (int *)((char *)&r->problem + r->keyword->argument));
}

static bool want_tries(PopeyeReader *r) {
    if (!r->problem.refutations) r->problem.refutations = 1;
    return true;
}

/* Ignores the option and its arguments, as many as `argument` says. */
static bool drop_option(PopeyeReader *r) {
    int number;
    for (size_t i = 0; i < r->keyword->argument; i++)
        if (!read_number(r, &number)) return false;
    return true;
}

/* Ignores the option and a number that may follow. */
static bool drop_or_number(PopeyeReader *r) {
    if (char_is_digit(*peek(r).at)) take(r);
    return true;
}

/* Reads the double step just made, such as "e2e3e4". */
static bool read_ep(PopeyeReader *r) {
    PopeyeWord squares;
    if (!read_squares(r, &squares)) return false;
    if (squares.length != 6) return fail_at(r, squares.at, POPEYE_NO_EP);
    r->problem.setup.ep = square_read(squares.at + 2);
    return true;
}

static bool read_no_castling(PopeyeReader *r) {
    PopeyeWord squares;
    if (!read_squares(r, &squares)) return false;
    for (size_t i = 0; i < squares.length; i += 2)
        r->problem.moved |= bit(square_read(squares.at + i));
    return true;
}

#define FIELD(name) offsetof(PopeyeProblem, name)

static bool read_option(PopeyeReader *r) {
    static const PopeyeKeyword OPTIONS[] = {
        {"Defence", set_number, FIELD(refutations)},
        {"SetPlay", set_flag, FIELD(set_play)},
        {"WhiteToPlay", set_flag, FIELD(white_begins)},
        {"Variations", drop_option, 0},
        {"MoveNumbers", drop_option, 0},
        {"StartMoveNumber", refuse, POPEYE_MOVE_NUMBER},
        {"UpToMoveNumber", refuse, POPEYE_MOVE_NUMBER},
        {"NoWk", refuse, POPEYE_FAIRY_OPTION},
        {"NoBk", refuse, POPEYE_FAIRY_OPTION},
        {"Duplex", set_flag, FIELD(duplex)},
        {"HalfDuplex", set_flag, FIELD(half_duplex)},
        {"Threat", drop_option, 1},
        {"NoThreat", set_flag, FIELD(every_defence)},
        {"Try", want_tries, 0},
        {"TrivialTriesAvoid", drop_option, 0},
        {"MaxSolutions", set_number, FIELD(most)},
        {"MaxFlightsquares", drop_option, 1},
        {"NonTrivial", drop_option, 2},
        {"KeepMatingPiece", drop_option, 0},
        {"EnPassant", read_ep, 0},
        {"NoBoard", drop_option, 0},
        {"NoShortVariations", set_flag, FIELD(no_short)},
        {"PostKeyPlay", set_flag, FIELD(after_key)},
        {"Intelligent", drop_or_number, 0},
        {"MaxTime", set_number, FIELD(seconds)},
        {"NoCastling", read_no_castling, 0},
        {"CastlingMutuallyExclusive", refuse, POPEYE_FAIRY_OPTION},
        {"Quodlibet", refuse, POPEYE_FAIRY_OPTION},
        {"StopOnShortSolutions", drop_option, 0},
        {"Beep", drop_or_number, 0},
        {"GoalIsEnd", refuse, POPEYE_FAIRY_OPTION},
        {"NullMoves", refuse, POPEYE_FAIRY_OPTION},
        {"MatesIn1", drop_option, 0},
        {"LastCapture", refuse, POPEYE_FAIRY_OPTION},
        {"SuppressGrid", refuse, POPEYE_FAIRY_OPTION},
        {"WriteGrid", refuse, POPEYE_FAIRY_OPTION},
    };
    return read_keywords(r, OPTIONS, COUNT(OPTIONS));
}

// --- twins ---

static bool put_pair(PopeyeReader *r, const char *before, const char *sign) {
    Square from, to;
    char names[2][3];
    if (!read_square(r, &from) || !read_square(r, &to)) return false;
    square_write(from, names[0]);
    square_write(to, names[1]);
    text_format(&r->twins, " %s%s%s%s", before, names[0], sign, names[1]);
    return true;
}

static bool twin_move(PopeyeReader *r) {
    return put_pair(r, "", "-");
}

static bool twin_exchange(PopeyeReader *r) {
    return put_pair(r, "", "<>");
}

static bool twin_shift(PopeyeReader *r) {
    return put_pair(r, "shift ", "-");
}

static bool twin_remove(PopeyeReader *r) {
    PopeyeWord squares;
    if (!read_squares(r, &squares)) return false;
    for (size_t i = 0; i < squares.length; i += 2) text_format(&r->twins, " -%.2s", squares.at + i);
    return true;
}

static void put_in_twin(PopeyeReader *r, Color color, Role role, Square square) {
    char name[3];
    square_write(square, name);
    text_format(&r->twins, " %c%c%s", color == WHITE ? 'w' : 'b', "PSBRQK"[role], name);
}

static bool twin_add(PopeyeReader *r) {
    return read_pieces(r, put_in_twin);
}

/* Popeye rotates counter-clockwise, twin.h clockwise. */
static bool twin_rotate(PopeyeReader *r) {
    int degrees;
    const char *at = peek(r).at;
    if (!read_number(r, &degrees)) return false;
    if (degrees != 90 && degrees != 180 && degrees != 270)
        return fail_at(r, at, POPEYE_BAD_ROTATION);
    text_format(&r->twins, " rotate%d", 360 - degrees);
    return true;
}

/* Reads which two corners the mirror exchanges. */
static bool twin_mirror(PopeyeReader *r) {
    static const char *const MIRRORS[][2] = {
        {"a1<-->h1", "mirror"},
        {"a1<-->a8", "flip"},
        {"a1<-->h8", "rotate90 mirror"},
        {"a8<-->h1", "rotate90 flip"},
    };
    PopeyeWord word = take(r);
    for (size_t i = 0; i < COUNT(MIRRORS); i++) {
        if (!span_is_nocase(word.at, word.length, MIRRORS[i][0])) continue;
        text_format(&r->twins, " %s", MIRRORS[i][1]);
        return true;
    }
    return fail_at(r, word.at, POPEYE_BAD_MIRROR);
}

static bool twin_colours(PopeyeReader *r) {
    text_string(&r->twins, " colours");
    return true;
}

static bool twin_substitute(PopeyeReader *r) {
    Role role;
    PopeyeWord old = take(r), new = take(r);
    if (old.length != 1 || !role_named(*old.at, &role))
        return fail_at(r, old.at, POPEYE_FAIRY_PIECE);
    if (new.length != 1 || !role_named(*new.at, &role))
        return fail_at(r, new.at, POPEYE_FAIRY_PIECE);
    text_format(&r->twins, " %c>%c", *old.at, *new.at);
    return true;
}

static bool twin_stipulation(PopeyeReader *r) {
    PopeyeWord word = take(r);
    if (!word.length) return fail_at(r, word.at, POPEYE_NO_STIPULATION);
    text_char(&r->twins, ' ');
    text_bytes(&r->twins, word.at, word.length);
    return true;
}

/* Consumes an abbreviation of "continued", which may only be the first word of a twin. */
static bool take_continued(PopeyeReader *r) {
    bool continues = peek(r).length > 2 && is_prefix_of(peek(r), "continued");
    if (continues) take(r);
    return continues;
}

static bool begin_twin(PopeyeReader *r, bool zero) {
    if (zero && r->label) return fail_at(r, r->at, POPEYE_LATE_ZERO);
    if (r->label == 'z') return fail_at(r, r->at, POPEYE_MANY_TWINS);
    r->label = zero ? 'a' : r->label ? (char)(r->label + 1) : 'b';
    const char *gap = r->twins.used ? " " : "";
    text_format(&r->twins, "%s%s%c)", gap, take_continued(r) ? "+" : "", r->label);
    return true;
}

static bool read_twin(PopeyeReader *r) {
    static const PopeyeKeyword CHANGES[] = {
        {"move", twin_move, 0},
        {"exchange", twin_exchange, 0},
        {"stipulation", twin_stipulation, 0},
        {"sstipulation", refuse, POPEYE_STRUCTURED},
        {"add", twin_add, 0},
        {"remove", twin_remove, 0},
        {"rotate", twin_rotate, 0},
        {"condition", refuse, POPEYE_CONDITION},
        {"polishtype", twin_colours, 0},
        {"mirror", twin_mirror, 0},
        {"shift", twin_shift, 0},
        {"substitute", twin_substitute, 0},
    };
    bool several;
    if (!begin_twin(r, r->keyword->argument)) return false;
    PopeyeWord word = peek(r);
    if (!find_keyword(CHANGES, COUNT(CHANGES), word, &several))
        return fail_at(r, word.at, POPEYE_BAD_TWIN);
    if (!read_keywords(r, CHANGES, COUNT(CHANGES))) return false;
    return !r->twins.failed || fail_at(r, word.at, POPEYE_MANY_TWINS);
}

// --- commands ---

static bool read_text(PopeyeReader *r) {
    *(PopeyeSpan *)((char *)&r->problem + r->keyword->argument) = take_line(&r->c);
    return true;
}

static bool drop_text(PopeyeReader *r) {
    take_line(&r->c);
    return true;
}

static bool read_stipulation(PopeyeReader *r) {
    static const char EXACT[] = "exact-";
    PopeyeWord word = take(r);
    size_t length = strlen(EXACT);
    r->problem.exact = word.length > length && is_prefix_of((PopeyeWord){word.at, length}, EXACT);
    if (r->problem.exact) word = (PopeyeWord){word.at + length, word.length - length};
    r->problem.stipulation = word;
    return word.length || fail_at(r, word.at, POPEYE_NO_STIPULATION);
}

static bool read_fen(PopeyeReader *r) {
    PopeyeWord word = take(r);
    for (size_t i = 0; i < word.length; i++)
        if (char_lower(word.at[i]) == 'n') return fail_at(r, word.at + i, POPEYE_FAIRY_PIECE);
    ProblemFenResult fen = problem_fen_read(word.at, word.length, &r->problem.setup);
    r->has_pieces = true;
    if (fen.fault == PROBLEM_FEN_OK) return true;
    fail_at(r, word.at + fen.column, POPEYE_BAD_FEN);
    r->result.fen = fen.fault;
    return false;
}

static bool read_board(PopeyeReader *r) {
    return read_pieces(r, put_on_board);
}

static bool refuse_condition(PopeyeReader *r) {
    return fail_at(r, peek(r).at, POPEYE_CONDITION);
}

static const PopeyeKeyword COMMANDS[] = {
    {"remark", drop_text, 0},
    {"protocol", drop_text, 0},
    {"award", drop_text, 0},
    {"latex", drop_text, 0},
    {"author", read_text, FIELD(author)},
    {"origin", read_text, FIELD(origin)},
    {"title", read_text, FIELD(title)},
    {"stipulation", read_stipulation, 0},
    {"sstipulation", refuse, POPEYE_STRUCTURED},
    {"pieces", read_board, 0},
    {"forsyth", read_fen, 0},
    {"condition", refuse_condition, 0},
    {"option", read_option, 0},
    {"twin", read_twin, false},
    {"zeroposition", read_twin, true},
};

static void read_problem(PopeyeReader *r) {
    if (!read_keywords(r, COMMANDS, COUNT(COMMANDS))) return;
    const char *at = peek(r).at;
    if (*at)
        fail_at(r, at, POPEYE_BAD_COMMAND);
    else if (!r->problem.stipulation.at)
        fail_at(r, at, POPEYE_NO_STIPULATION);
    else if (!r->has_pieces)
        fail_at(r, at, POPEYE_EMPTY_BOARD);
}

PopeyeResult popeye_read(const char *text, PopeyeProblem *out) {
    char twins[POPEYE_TWINS_MAX] = "";
    PopeyeReader r = {.c = cursor_on(text), .twins = text_on(twins, sizeof twins)};
    r.problem.setup = setup_empty();
    read_problem(&r);
    if (r.result.fault != POPEYE_OK) return r.result;
    memcpy(r.problem.twins, twins, sizeof twins);
    *out = r.problem;
    return r.result;
}

// --- where problems begin and end ---

const char *popeye_begin(const char *line) {
    Cursor c = cursor_on(line);
    PopeyeWord word;
    return next_word(&c, &word) && word.length > 2 && is_prefix_of(word, "beginproblem") ? c.at
                                                                                         : NULL;
}

/* Does this keyword make the rest of the line text? Within twins "rem" is short for "remove", not
 * for "remark". */
static bool opens_text(PopeyeWord word, bool first) {
    bool several;
    const PopeyeKeyword *found = find_keyword(COMMANDS, COUNT(COMMANDS), word, &several);
    if (!found || several || (found->read != read_text && found->read != drop_text)) return false;
    return first || !is_prefix_of(word, "rem");
}

const char *popeye_end(const char *line, bool *another, size_t *length) {
    Cursor c = cursor_on(line);
    PopeyeWord word;
    for (bool first = true; next_word(&c, &word); first = false) {
        if (opens_text(word, first)) return NULL;
        *another = word.length > 2 && is_prefix_of(word, "nextproblem");
        *length = word.length;
        if (*another || (word.length > 2 && is_prefix_of(word, "endproblem"))) return word.at;
    }
    return NULL;
}

const char *popeye_fault_text(PopeyeResult result) {
    static const char *const TEXTS[] = {
        [POPEYE_OK] = "fine",
        [POPEYE_BAD_COMMAND] = "not a word of Popeye's that is known here",
        [POPEYE_AMBIGUOUS] = "this may stand for several words",
        [POPEYE_STRUCTURED] = "only plain stipulations are known here",
        [POPEYE_CONDITION] = "fairy conditions are not known here",
        [POPEYE_FAIRY_PIECE] = "only K, Q, R, B, S (the knight) and P are known here",
        [POPEYE_FAIRY_KIND] =
            "only white and black pieces are known here, none with special powers",
        [POPEYE_NO_COLOUR] = "White or Black is wanted here",
        [POPEYE_NO_SQUARES] = "squares such as a1b2 are wanted here",
        [POPEYE_NO_NUMBER] = "a number is wanted here",
        [POPEYE_NO_EP] = "the three squares of a double step, such as e2e3e4, are wanted here",
        [POPEYE_FAIRY_OPTION] = "this option is not known here",
        [POPEYE_MOVE_NUMBER] = "Popeye counts first moves in an order of its own; see --first",
        [POPEYE_BAD_TWIN] = ("a twin wants Move, Exchange, Remove, Add, Rotate, Mirror, Shift, "
                             "PolishType, Substitute or Stipulation"),
        [POPEYE_BAD_ROTATION] = "90, 180 or 270 is wanted here",
        [POPEYE_BAD_MIRROR] = "a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1 is wanted here",
        [POPEYE_LATE_ZERO] = "ZeroPosition stands before all twins",
        [POPEYE_MANY_TWINS] = "too many twins",
        [POPEYE_NO_STIPULATION] = "the stipulation is missing",
        [POPEYE_EMPTY_BOARD] = "the pieces are missing",
    };
    return result.fault == POPEYE_BAD_FEN ? problem_fen_fault_text(result.fen)
                                          : TEXTS[result.fault];
}

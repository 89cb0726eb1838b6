// SPDX-License-Identifier: MIT
//
// Pages of text: the splash screen and the rules.
#include "terminal/game/play.h"

// clang-format off
static const char SPLASH_ASCII[] =
    "                         ____\n"
    "                    _.-''    ''-.\n"
    "                 .-'    (o)      '-._____\n"
    "               .'                    ____>>\n"
    "              /                 _.-''\n"
    "             /    .--.        .'\n"
    "            /    /    '-.    /\n"
    "           /    /        '. ;        |_|_|_|_|\n"
    "          /    ;    R o e k |         \\_____/\n"
    "         /     |            |          |   |\n"
    "       .'   .-.;           /           |   |\n"
    "     .'  .-'    '.       .'           /_____\\\n"
    "   .'.-''         '-.__.'            |_______|\n"
    "  '-'                | |\n"
    "                    _|_|_\n"
    "\n"
    "        Chess and Racing Kings, puzzles and analysis\n";

static const char SPLASH_UNICODE[] =
    "\n"
    "   ██████╗    ██████╗   ███████╗  ██╗  ██╗        ▄▄▄▄▄▄▄▄\n"
    "   ██╔══██╗  ██╔═══██╗  ██╔════╝  ██║ ██╔╝      ▄██▀▀▀▀████▄▄▄▄▄\n"
    "   ██████╔╝  ██║   ██║  █████╗    █████╔╝      ▄██  ●  ▄███▀▀▀▀▀▀\n"
    "   ██╔══██╗  ██║   ██║  ██╔══╝    ██╔═██╗     ▄████▄▄▄████▀\n"
    "   ██║  ██║  ╚██████╔╝  ███████╗  ██║  ██╗   ▄███████████▀\n"
    "   ╚═╝  ╚═╝   ╚═════╝   ╚══════╝  ╚═╝  ╚═╝  ▄███████████▀\n"
    "                                          ▄▄████████▀▀▀\n"
    "      ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜                   ▄███████▀▀ ║║\n"
    "      ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟                 ▀▀▀▀▀      ══╩╩══\n"
    "\n"
    "      Chess and Racing Kings, puzzles and analysis\n";

static const char SPLASH_SMALL_ASCII[] =
    "  ___   _   ___ _  __\n"
    " | _ \\/ _ \\| __| |/ /\n"
    " |   / (_) | _|| ' <\n"
    " |_|_\\\\___/|___|_|\\_\\\n"
    "\n"
    " Chess, Racing Kings,\n"
    " puzzles and analysis\n";

static const char SPLASH_SMALL_UNICODE[] =
    "      ▄▄▄▄▄▄\n"
    "    ▄██▀▀▀███▄▄▄\n"
    "   ▄██ ● ▄██▀▀▀▀\n"
    "  ▄████████▀   R o e k\n"
    " ▄███████▀\n"
    "\n"
    " Chess, Racing Kings,\n"
    " puzzles and analysis\n";
// clang-format on

enum { SPLASH_COLUMNS = 64 };

const char *play_splash(bool ascii, int columns) {
    if (columns < SPLASH_COLUMNS) return ascii ? SPLASH_SMALL_ASCII : SPLASH_SMALL_UNICODE;
    return ascii ? SPLASH_ASCII : SPLASH_UNICODE;
}

static const char RULES[] =
    "RACING KINGS\n"
    "Both kings run for the eighth rank; whose king is there first wins.\n"
    "- Each side has a king, a queen, two rooks, two bishops and two knights, all on the "
    "first two ranks: Black on the left, White on the right. There are no pawns. White moves "
    "first.\n"
    "- Pieces move and capture as in chess.\n"
    "- Nobody may ever be in check: a move that gives check is forbidden, just like one that "
    "puts or leaves the own king in check. So nobody is mated.\n"
    "- White moves first, therefore Black gets one more move when the white king arrives: if "
    "the black king arrives with it, the game is drawn. When Black's king arrives first, "
    "Black has won at once.\n"
    "- Drawn are also stalemate, fifty moves without a capture, and the third time of the "
    "same position.\n"
    "- Both players look at the board from White's side.\n"
    "\n"
    "CHESS\n"
    "- Mate the king: attack it so that no move saves it.\n"
    "- A pawn steps forward, the first time one or two squares, and captures diagonally; on "
    "the last rank it becomes a queen, rook, bishop or knight. A pawn that has just made two "
    "steps may be captured as if it had made one (en passant).\n"
    "- Castling: king and rook that have not moved, nothing between them, the king not in "
    "check and not passing an attacked square: O-O or O-O-O.\n"
    "- Drawn are stalemate, a position nobody can win, the fifth repetition and 75 moves "
    "without progress; the third repetition and fifty moves may be claimed with 'draw'.\n"
    "\n"
    "AT THE BOARD\n"
    "- Type a move as Nf3, e2e4 or e2 e4. Or give the column of the piece (a-h) and answer: "
    "its row, then column and row of the target.\n"
    "- On the full screen, arrows and Enter or the mouse choose squares too.\n"
    "- A move that is not possible is answered with the reason.\n"
    "- help lists the other words: hint, undo, flip, draw, resign, save, ...\n"
    "\n"
    "THE PLAYERS\n"
    "- Bimbi plays any legal move.\n"
    "- Optimus Prime runs with its king whenever it can; in chess it takes the most valuable "
    "piece it can. Otherwise it plays any move.\n"
    "- Roek thinks. It has levels from beginner to full strength.\n";

const char *play_rules(void) {
    return RULES;
}

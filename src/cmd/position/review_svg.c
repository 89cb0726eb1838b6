// SPDX-License-Identifier: MIT
//
// The course of a game as a picture: White's chances after every move, mistakes as dots.
#include "cmd/position/review_output.h"

#include <string.h>

enum { WIDTH = 640, HEIGHT = 160, EDGE = 20, BLOCK = HEIGHT + 3 * EDGE };
enum { TITLE_MAX = 256 }; // of bytes; what is longer is cut

static double graph_x(const Review *review, int ply) {
    return EDGE + (double)(WIDTH - 2 * EDGE) * ply / (review->count > 0 ? review->count : 1);
}

static double graph_y(const Review *review, int ply) {
    return 2 * EDGE + HEIGHT * (1 - review_win_chance(review_score(review, ply)));
}

static void put_curve(Text *out, const Review *review) {
    int bottom = 2 * EDGE + HEIGHT;
    text_format(out, "<path class=\"area\" d=\"M%d %d", EDGE, bottom);
    for (int ply = 0; ply <= review->count; ply++)
        text_format(out, "L%.1f %.1f", graph_x(review, ply), graph_y(review, ply));
    text_format(out, "L%.1f %dz\"/>\n", graph_x(review, review->count), bottom);
}

static void put_faults(Text *out, const Review *review) {
    static const char *const CLASSES[JUDGEMENTS] = {"", "doubtful", "error", "blunder"};
    for (int i = 0; i < review->count; i++) {
        MoveJudgement judgement = review->moves[i].judgement;
        if (judgement == JUDGEMENT_GOOD) continue;
        text_format(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n",
                    CLASSES[judgement], graph_x(review, i + 1), graph_y(review, i + 1));
    }
}

void review_put_graph(Text *out, const PgnGame *game, const Review *review, int above) {
    char words[TITLE_MAX];
    Text title = text_on(words, sizeof words);
    review_put_title(&title, game);
    text_format(out, "<g transform=\"translate(0 %d)\">\n", above * BLOCK);
    text_format(out, "<text x=\"%d\" y=\"%d\">", EDGE, EDGE + 5);
    text_escape_xml(out, words, strlen(words));
    text_format(out,
                "</text>\n<rect class=\"black\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                EDGE, 2 * EDGE, WIDTH - 2 * EDGE, HEIGHT);
    put_curve(out, review);
    text_format(out, "<path class=\"middle\" d=\"M%d %dH%d\"/>\n", EDGE, 2 * EDGE + HEIGHT / 2,
                WIDTH - EDGE);
    put_faults(out, review);
    text_string(out, "</g>\n");
}

void review_put_svg(Text *out, const char *graphs, int count) {
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n<title>The course of the game</title>\n",
                WIDTH, count * BLOCK, WIDTH, count * BLOCK);
    text_string(out, "<style>.black{fill:#555}.area{fill:#f4f0e6}.middle{stroke:#c22;fill:none}\n"
                     ".doubtful{fill:#e6b422}.error{fill:#e67722}.blunder{fill:#d22}\n"
                     "circle{stroke:#fff}text{font:14px sans-serif;fill:#333}</style>\n"
                     "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    text_string(out, graphs);
    text_string(out, "</svg>\n");
}

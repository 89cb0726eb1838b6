#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws two levels of the tree that the shell's `tree` prints:  roek shell ... | tools/draw_tree.py > tree.svg

Moves are in order from top to bottom, each with its search window and its score. Moves that were the
best so far are green, replies that refuted a move are red; the moves cut off after them are only
indicated.
"""
import html
import re
import sys
from dataclasses import dataclass, field

ROW, TOP, WIDTH = 30, 34, 760
X = (24, 190, 470)       # columns of the root, the moves and the replies
BEST, CUT, PLAIN, FAINT = "#2f6f4f", "#a33b2e", "#444444", "#888888"


@dataclass
class Branch:
    move: str
    window: str
    value: str = ""
    kind: str = PLAIN
    replies: list = field(default_factory=list)

    def rows(self):
        return max(1, len(self.replies) + self.is_cut())

    def is_cut(self):
        return any(reply.kind == CUT for reply in self.replies)


def parse(lines):
    """Reads the root moves, and the summary line."""
    open_branches, roots, summary = [None, None], [], ""
    for line in lines:
        depth = (len(line) - len(line.lstrip())) // 4
        words = line.strip()
        opened = re.match(r"(\S+)\s+(\(.*\))$", words)
        if words.startswith("value "):
            summary = words
        elif opened and depth < 2:
            branch = Branch(*opened.groups())
            open_branches[depth] = branch
            (roots if depth == 0 else open_branches[0].replies).append(branch)
        elif words.startswith("= ") and 1 <= depth <= 2:
            close(open_branches[depth - 1], words[2:])
    return roots, summary


def close(branch, words):
    value, _, remark = words.partition(", ")
    branch.value = value.replace(" at most", "")
    if " at most" in value:
        branch.value = "≤ " + branch.value
    if remark.startswith("best"):
        branch.kind = BEST
    elif remark.startswith("enough"):
        branch.kind = CUT


def text(x, y, words, color=PLAIN, anchor="start", size=13, weight="normal"):
    return (f'<text x="{x}" y="{y}" fill="{color}" text-anchor="{anchor}" font-size="{size}" '
            f'font-weight="{weight}">{html.escape(words)}</text>')


def edge(x1, y1, x2, y2, color, dashes=""):
    bend = (x1 + x2) / 2
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (f'<path d="M{x1} {y1} C{bend} {y1} {bend} {y2} {x2} {y2}" fill="none" stroke="{color}" '
            f'stroke-width="1.6"{dashed}/>')


def draw_node(x, y, branch, from_x, from_y):
    pretty = branch.window.replace("-inf", "−∞").replace("inf", "∞").replace("-", "−")
    return [edge(from_x, from_y, x - 8, y, branch.kind),
            f'<circle cx="{x}" cy="{y}" r="4" fill="{branch.kind}"/>',
            text(x + 10, y - 2, branch.move, branch.kind, weight="bold"),
            text(x + 10, y + 11, pretty, FAINT, size=10),
            text(x + 150, y + 4, branch.value.replace("-", "−"), branch.kind, anchor="end")]


def draw_replies(branch, y, top):
    """Draws the replies on the right, and indicates those that were not searched."""
    parts = []
    for i, reply in enumerate(branch.replies):
        parts += draw_node(X[2], top + i * ROW, reply, X[1] + 158, y)
    if branch.is_cut():
        at = top + len(branch.replies) * ROW
        parts += [edge(X[1] + 158, y, X[2] - 8, at, FAINT, "3 4"),
                  text(X[2] + 10, at + 4, "cut off", FAINT, size=11)]
    return parts


def draw(roots, summary):
    height = TOP + ROW * sum(branch.rows() for branch in roots) + 30
    middle = (height - 30) / 2
    parts, top = [], TOP
    for branch in roots:
        y = top + (branch.rows() - 1) * ROW / 2
        parts += draw_node(X[1], y, branch, X[0] + 6, middle) + draw_replies(branch, y, top)
        top += branch.rows() * ROW
    parts += [f'<circle cx="{X[0]}" cy="{middle}" r="6" fill="{PLAIN}"/>',
              text(WIDTH / 2, height - 10, summary, FAINT, "middle", 12)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'font-family="DejaVu Sans, sans-serif">\n<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n'
            + "\n".join(parts) + "\n</svg>\n")


def main():
    roots, summary = parse(sys.stdin.read().splitlines())
    if not roots:
        sys.exit("draw_tree.py: no tree to draw")
    sys.stdout.write(draw(roots, summary))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws a terminal as SVG:  tmux capture-pane -e -p | tools/terminal_picture.py > picture.svg

Supports the colours that tmux writes (16, 256 and true colours, bold, dim, inverse). Draws half blocks
as rectangles, so that the picture has no seams.
"""
import re
import sys
from xml.sax.saxutils import escape

WIDTH, HEIGHT, SIZE, EDGE = 10, 20, 17, 12
TEXT, GROUND = "#d8d8d8", "#1b1d1e"
BASIC = ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
         "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff"]


def indexed(n):
    if n < 16:
        return BASIC[n]
    if n >= 232:
        grey = 8 + 10 * (n - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    level = [0, 95, 135, 175, 215, 255]
    n -= 16
    return f"#{level[n // 36]:02x}{level[n // 6 % 6]:02x}{level[n % 6]:02x}"


class Pen:
    def __init__(self):
        self.reset()

    def reset(self):
        self.text, self.ground, self.bold, self.inverse = None, None, False, False

    def apply(self, codes):
        codes = [int(c or 0) for c in codes.split(";")]
        while codes:
            c = codes.pop(0)
            if c == 0:
                self.reset()
            elif c == 1:
                self.bold = True
            elif c == 22:
                self.bold = False
            elif c in (7, 27):
                self.inverse = c == 7
            elif c in (38, 48):
                color = self.extended(codes)
                if c == 38:
                    self.text = color
                else:
                    self.ground = color
            elif 30 <= c <= 37 or 90 <= c <= 97:
                self.text = BASIC[c - 30 if c < 40 else c - 82]
            elif 40 <= c <= 47 or 100 <= c <= 107:
                self.ground = BASIC[c - 40 if c < 50 else c - 92]
            elif c == 39:
                self.text = None
            elif c == 49:
                self.ground = None

    @staticmethod
    def extended(codes):
        if codes.pop(0) == 5:
            return indexed(codes.pop(0))
        return "#%02x%02x%02x" % (codes.pop(0), codes.pop(0), codes.pop(0))

    def colors(self):
        text, ground = self.text or TEXT, self.ground or GROUND
        return (ground, text) if self.inverse else (text, ground)


def cells(lines):
    pen = Pen()
    for row, line in enumerate(lines):
        column = 0
        for escape_codes, character in re.findall(r"\x1b\[([0-9;]*)m|(.)", line):
            if not character:
                pen.apply(escape_codes)
                continue
            text, ground = pen.colors()
            yield row, column, character, text, ground, pen.bold
            column += 1


def rect(x, y, width, height, color):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{color}"/>'


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    columns = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    columns = max(columns, int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    width, height = columns * WIDTH + 2 * EDGE, len(lines) * HEIGHT + 2 * EDGE
    grounds, signs = [], []
    for row, column, character, text, ground, bold in cells(lines):
        x, y = EDGE + column * WIDTH, EDGE + row * HEIGHT
        if ground != GROUND:
            grounds.append(rect(x, y, WIDTH, HEIGHT, ground))
        if character in "▀▄█":
            top = y + (HEIGHT // 2 if character == "▄" else 0)
            grounds.append(rect(x, top, WIDTH, HEIGHT if character == "█" else HEIGHT // 2, text))
        elif character != " ":
            chess = character in "♔♕♖♗♘♙♚♛♜♝♞♟"
            weight = ' font-weight="bold"' if bold and not chess else ""
            size = SIZE + 7 if chess and ground != GROUND else SIZE
            signs.append(f'<text x="{x + WIDTH / 2}" y="{y + HEIGHT / 2 + size * 0.34:.1f}" '
                         f'font-size="{size}" fill="{text}"{weight}>{escape(character)}</text>')
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
          f'shape-rendering="crispEdges" font-family="DejaVu Sans Mono, monospace" '
          f'text-anchor="middle">')
    print(f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>')
    print("\n".join(grounds + signs))
    print("</svg>")


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws plots of measured tables:  tools/plots.py FOLDER

Every number is read from the Markdown tables in docs/, so that plots and text always agree. A table is
identified by its file and its header row; a missing table is an error.
"""
import html
import math
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"

# name: file, header begins with, title, unit, column of labels, columns of values, logarithmic
PLOTS = {
    "perft": ("performance.md", "| position | depth | Roek | stockfish", "Perft", "million positions a second", 0, (2, 3), False),
    "perft-race": ("performance.md", "| Racing Kings | Roek |", "Perft of Racing Kings", "million positions a second", 0, (1, 2), False),
    "strength": ("strength.md", "| opponent, 3+0.03 |", "Score against others", "%", 0, (3,), False),
    "mates": ("mate.md", "| mate in | problems | Roek | matefish | stockfish", "Mates found", "problems", 0, (2, 3, 4), False),
    "mates-keys": ("mate.md", "| mate in | problems | Roek | Popeye |", "All keys, beside Popeye", "times as fast", 0, (4,), True),
}
COLORS = ("#2f6f4f", "#b5803a", "#7d8a99")
WIDTH, LEFT, BAR, GAP = 720, 220, 14, 10


def cells(row):
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def tables(text):
    """(header line, [cells]) of every table, in order."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if line.startswith("|") and i + 1 < len(lines) and re.match(r"^\|[-:| ]+\|$", lines[i + 1]):
            rows = []
            for row in lines[i + 2:]:
                if not row.startswith("|"):
                    break
                rows.append(cells(row))
            yield line, rows


def number(cell):
    """The first number of a cell, None if there is none."""
    found = re.search(r"[-−+]?\d[\d,]*(?:\.\d+)?", cell)
    return float(found.group().replace(",", "").replace("−", "-")) if found else None


def find_table(name):
    file, header = PLOTS[name][:2]
    for line, rows in tables((DOCS / file).read_text(encoding="utf-8")):
        if line.startswith(header):
            return cells(line), rows
    sys.exit(f"docs/{file}: there is no table that begins with '{header}'")


def text(x, y, words, anchor="start", size=12):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{html.escape(words)}</text>'


def draw(name):
    """Draws one table as a bar chart in SVG."""
    _, _, title, unit, label, columns, logarithmic = PLOTS[name]
    head, rows = find_table(name)
    values = [[number(row[c]) if c < len(row) else None for c in columns] for row in rows]
    known = [v for line in values for v in line if v is not None]
    if not known or min(known) < 0:
        sys.exit(f"{name}: the table has no numbers to draw")
    scale = (lambda v: math.log10(v + 1)) if logarithmic else (lambda v: v)
    most, room = scale(max(known)), WIDTH - LEFT - 70
    out, y = [text(0, 16, f"{title} ({unit})", size=15)], 30
    if len(columns) > 1:
        for i, c in enumerate(columns):
            out.append(f'<rect x="{LEFT + 150 * i}" y="{y}" width="12" height="12" fill="{COLORS[i]}"/>')
            out.append(text(LEFT + 150 * i + 18, y + 11, head[c]))
        y += 24
    for row, line in zip(rows, values):
        out.append(text(LEFT - 8, y + 11, re.sub(r"[`*]", "", row[label])[:34], "end"))
        for i, value in enumerate(line):
            if value is None:
                continue
            length = max(1.0, room * scale(value) / most)
            out.append(f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR}" fill="{COLORS[i]}"/>')
            out.append(text(round(LEFT + length + 5), y + 11, f"{value:g}"))
            y += BAR + 2
        y += GAP
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" '
            f'font-family="sans-serif" fill="currentColor" role="img" aria-label="{html.escape(title)}">\n' + "\n".join(out) + "\n</svg>\n")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: tools/plots.py FOLDER")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in PLOTS:
        (folder / f"{name}.svg").write_text(draw(name), encoding="utf-8")


if __name__ == "__main__":
    main()

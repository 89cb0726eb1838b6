#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Find out which parameters of the search are worth changing, many of them at once.

    tools/screen_params.py build/roek FACTORS OPENINGS SECONDS [TC [GAMES AT A TIME]]

FACTORS lists one parameter a line: its name and two values, `lmr_base 600 950`.  For SECONDS pairs of
games are played between two engines, each with every parameter at one of its values by chance; then
the effects are fitted to all results by least squares.  So each game tells about all parameters, and
forty of them are measured about as well as one would be with half of the games.

Prints, most certain first, the Elo that the second value is above the first.
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import time


def read_factors(path):
    rows = [line.split() for line in open(path) if line.split() and not line.startswith("#")]
    return [(name, int(low), int(high)) for name, low, high in rows]


def play_pair(roek, factors, levels, opening, tc):
    """Plays two games with colours swapped; returns the difference of the scores, from -1 to 1."""
    players = [
        "uci[name=%d,%s]:%s uci"
        % (side, ",".join("%s=%d" % (f[0], f[1 + on]) for f, on in zip(factors, levels[side])), roek)
        for side in (0, 1)
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".epd", delete=False) as file:
        file.write(opening)
    command = [roek, "match", "--white", players[0], "--black", players[1], "--games", "2"]
    command += ["--tc", tc, "--openings", file.name, "--resign", "600:6", "--draw", "60:15:8", "--json"]
    output = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    os.unlink(file.name)
    summary = json.loads(output[-1]) if output else {}
    return summary["players"][0]["score"] * 2 - 1 if summary.get("played") == 2 else None


def play(roek, factors, openings, seconds, tc, games):
    end, rows, lock = time.time() + seconds, [], threading.Lock()

    def work(seed):
        rng = random.Random(seed)
        while time.time() < end:
            levels = [[rng.random() < 0.5 for _ in factors] for _ in (0, 1)]
            result = play_pair(roek, factors, levels, rng.choice(openings), tc)
            if result is not None:
                with lock:
                    rows.append(([a - b for a, b in zip(*levels)], result))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(games)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return rows


def invert(matrix):
    size = len(matrix)
    rows = [list(map(float, row)) + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(size):
            if r != i:
                rows[r] = [value - rows[r][i] * own for value, own in zip(rows[r], rows[i])]
    return [row[size:] for row in rows]


def fit(rows, count):
    """Fits the effects and their standard errors, in Elo."""
    inverse = invert([[sum(x[i] * x[j] for x, _ in rows) for j in range(count)] for i in range(count)])
    moments = [sum(x[i] * y for x, y in rows) for i in range(count)]
    effects = [sum(a * b for a, b in zip(row, moments)) for row in inverse]
    rest = sum((y - sum(e * v for e, v in zip(effects, x))) ** 2 for x, y in rows)
    variance = rest / (len(rows) - count)
    elo = 2 * 400 / math.log(10)  # Elo per score near one half
    return [(e * elo, math.sqrt(inverse[i][i] * variance) * elo) for i, e in enumerate(effects)]


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    roek, factors, openings = sys.argv[1], read_factors(sys.argv[2]), list(open(sys.argv[3]))
    tc = sys.argv[5] if len(sys.argv) > 5 else "0.4+0.004"
    games = int(sys.argv[6]) if len(sys.argv) > 6 else os.cpu_count()
    rows = play(roek, factors, openings, float(sys.argv[4]), tc, games)
    if len(rows) <= 2 * len(factors):
        sys.exit("error: %d pairs of games are too few for %d parameters" % (len(rows), len(factors)))
    results = sorted(zip(factors, fit(rows, len(factors))), key=lambda r: -abs(r[1][0] / r[1][1]))
    for (name, low, high), (effect, error) in results:
        print("%-22s %6d -> %6d  %+6.1f +/- %.1f" % (name, low, high, effect, error))
    print("%d pairs of games" % len(rows))


main()

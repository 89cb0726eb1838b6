#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes scores of a network as test data: FEN, tab, centipawns for the side to move.

    facts.py NET RECORDS [COUNT] > tests/data/net-chess.tsv
"""
import sys

import numpy as np

from net import Net, read_records

LETTERS = ".PNBRQKpnbrqk"


def fen_of(record, race, black):
    """Converts a record to a FEN with White or Black to move; the network ignores castling rights."""
    codes = np.stack((record[:32] & 15, record[:32] >> 4), axis=1).reshape(8, 8)
    rows = ["".join(LETTERS[c] for c in row) for row in codes]
    if black:
        rows = [row.swapcase() for row in rows]
    if race or not black:
        rows = rows[::-1]
    for empty in range(8, 0, -1):
        rows = [row.replace("." * empty, str(empty)) for row in rows]
    return "%s %s - - 0 1" % ("/".join(rows), "b" if black else "w")


def main():
    net = Net.from_bytes(open(sys.argv[1], "rb").read())
    records = read_records([sys.argv[2]])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    chosen = records[np.random.default_rng(1).choice(len(records), count, replace=False)]
    print("# scores of the network with checksum %08x" % net.checksum())
    for i, (record, score) in enumerate(zip(chosen, net.evaluate(chosen))):
        print(fen_of(record, net.race, bool(record[36]) if net.race else i % 2), score, sep="\t")


if __name__ == "__main__":
    main()

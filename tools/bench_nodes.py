#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nodes per CPU second of a UCI engine, with an option and without it, in turn.

    tools/bench_nodes.py ENGINE NODES NAME=VALUE [RUNS]

    tools/bench_nodes.py build/roek 400000 Evaluation=classical      what the network costs
"""
import os
import subprocess
import sys

POSITIONS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkb1r/pp3ppp/2np1n2/4p3/3NP3/2N5/PPP1BPPP/R1BQK2R w KQkq - 0 7",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P3B1PP/2RQ1R1K w - - 0 14",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


class Engine:
    def __init__(self, command, options):
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name, value in options:
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, answer):
        self.say(line)
        while not self.process.stdout.readline().startswith(answer):
            pass

    def cpu_seconds(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rate(self, nodes):
        """Million nodes per second over all positions, each with an empty table."""
        before = self.cpu_seconds()
        for fen in POSITIONS:
            self.say("ucinewgame")
            self.say(f"position fen {fen}")
            self.ask(f"go nodes {nodes}", "bestmove")
        rate = nodes * len(POSITIONS) / (self.cpu_seconds() - before) / 1e6
        self.say("quit")
        self.process.wait()
        return rate


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    command, nodes, option = sys.argv[1], int(sys.argv[2]), sys.argv[3].split("=", 1)
    for _ in range(int(sys.argv[4]) if len(sys.argv) > 4 else 3):
        plain, changed = (Engine(command, options).rate(nodes) for options in ([], [option]))
        print(f"{plain:.2f} million a second; {'='.join(option)} {changed:.2f}; ratio {plain / changed:.2f}", flush=True)


main()

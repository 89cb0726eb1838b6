#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tactics beside other engines: tools/bench_tactics.py ROEK EPD MS ENGINE...

Gives each position of EPD (with `bm` in SAN and `id`) to ROEK and to each ENGINE (a UCI command line;
several words in quotes) for MS milliseconds, one thread and 64 MB each, and counts the best moves found.
ROEK runs beside each of the others, each on a core of its own, so that both share whatever else the
machine does; what counts is the difference.
"""
import os
import re
import subprocess
import sys
import threading


def coordinates(roek, fen):
    """Maps the SAN of each legal move, without check signs, to coordinates."""
    listing = subprocess.run([roek, "moves", fen], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listing.splitlines())
    return {row[0].rstrip("+#"): row[1] for row in rows if len(row) >= 2}


def read_problems(roek, path):
    problems = []
    for line in open(path):
        best = re.search(r"bm ([^;]+);", line)
        if not best:
            continue
        fen = " ".join(line.split()[:4]) + " 0 1"
        moves = coordinates(roek, fen)
        name = re.search(r'id "([^"]+)"', line)
        wanted = {moves[san.rstrip("+#!")] for san in best[1].split()}
        problems.append((name[1] if name else fen, fen, wanted))
    return problems


class Engine:
    def __init__(self, command, core):
        self.name = os.path.basename(command.split()[0])
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1,
                                        preexec_fn=lambda: os.sched_setaffinity(0, {core}))
        self.say("uci", "setoption name Threads value 1", "setoption name Hash value 64")
        self.sync()

    def say(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def hear(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split()
        sys.exit(f"{self.name} ended")

    def sync(self):
        self.say("isready")
        self.hear("readyok")

    def best_move(self, fen, milliseconds):
        self.say("ucinewgame", f"position fen {fen}")
        self.sync()
        self.say(f"go movetime {milliseconds}")
        return self.hear("bestmove")[1]

    def close(self):
        self.process.kill()  # some engines keep searching after the end of their input
        self.process.wait()


def solve(command, core, problems, milliseconds, missed):
    engine = Engine(command, core)
    for name, fen, wanted in problems:
        if engine.best_move(fen, milliseconds) not in wanted:
            missed.append(name)
    engine.close()


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    roek, epd, milliseconds, rivals = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    cores = sorted(os.sched_getaffinity(0))
    problems = read_problems(roek, epd)
    for rival in rivals:
        missed = [], []
        threads = [threading.Thread(target=solve, args=(command, core, problems, milliseconds, list_))
                   for command, core, list_ in zip((roek + " uci", rival), (cores[0], cores[-1]), missed)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for command, list_ in zip((roek, rival), missed):
            print(f"{os.path.basename(command.split()[0]):20} {len(problems) - len(list_):4} of {len(problems)}"
                  f"   missed: {' '.join(list_)}", flush=True)
        print()


if __name__ == "__main__":
    main()

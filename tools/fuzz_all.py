#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All fuzz targets in turn, until each has had its time.

    make fuzzers CC=clang BUILD=build-fuzz SANITIZE=fuzzer-no-link,address,undefined OPTIMIZE=-O1
    tools/fuzz_all.py 3600 [--jobs N] [--slice S] [--minutes M] [--build DIR] [--report]

Seconds are of the processor, so that a busy machine cheats nobody.  A slice goes to the target that
has had least so far; what is found is kept in DIR/found (build-fuzz/found), so that a run can be
stopped at any time and goes on another day.  With --minutes it stops by itself after so many by the
clock on the wall, every slice counted.  --report prints what was done as a table and ends.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import threading
import time


class Ledger:
    """The log: seconds, inputs and coverage of each target, one line per slice."""

    def __init__(self, folder):
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, "slices.txt")

    def add(self, name, seconds, inputs, coverage):
        with open(self.path, "a") as file:
            file.write(f"{name} {seconds:.1f} {inputs} {coverage}\n")

    def totals(self):
        totals = collections.defaultdict(lambda: [0.0, 0, 0])
        if os.path.exists(self.path):
            for line in open(self.path):
                name, seconds, inputs, coverage = line.split()
                t = totals[name]
                t[0], t[1], t[2] = t[0] + float(seconds), t[1] + int(inputs), max(t[2], int(coverage))
        return totals


def command(name, build, seconds):
    seeds, words = f"tests/fuzz/seeds/{name}", f"tests/fuzz/{name}.dict"
    corpus = f"{build}/found/corpus/{name}"
    os.makedirs(corpus, exist_ok=True)
    return [f"{build}/tests/fuzz/{name}", corpus, *([seeds] if os.path.isdir(seeds) else []),
            *([f"-dict={words}"] if os.path.exists(words) else []), f"-max_total_time={seconds}",
            "-max_len=4096", "-timeout=60", f"-artifact_prefix={build}/found/{name}-"]


def run_slice(name, build, seconds, ledger):
    """Runs one slice of a target; true unless it found a failure."""
    log = f"{build}/found/{name}.log"
    with open(log, "w") as out:
        child = subprocess.Popen(command(name, build, seconds), stdout=out, stderr=out)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
    said = open(log, errors="replace").read()
    inputs = re.findall(r"^#(\d+)", said, re.M)
    coverage = re.findall(r"cov: (\d+)", said)
    ledger.add(name, usage.ru_utime + usage.ru_stime, (inputs or [0])[-1], (coverage or [0])[-1])
    if status == 0:
        os.remove(log)
    else:
        print(f"FOUND  {name}: see {log}", flush=True)
    return status == 0


def work(names, args, ledger, lock, busy, found):
    while True:
        with lock:
            done = ledger.totals()
            open_ones = [n for n in names if n not in busy and n not in found and done[n][0] < args.seconds]
            rest = args.end - time.monotonic()
            if not open_ones or rest < 2:
                return
            name = min(open_ones, key=lambda n: done[n][0])
            busy.add(name)
            left = args.seconds - done[name][0]
        good = run_slice(name, args.build, max(1, int(min(args.slice, left + 1, rest))), ledger)
        with lock:
            busy.discard(name)
            if not good:
                found.add(name)


def report(ledger):
    print("| target | CPU seconds | inputs | branches |\n|---|---|---|---|")
    for name, (seconds, inputs, coverage) in sorted(ledger.totals().items()):
        print(f"| {name.removesuffix('_fuzz')} | {seconds:,.0f} | {inputs:,} | {coverage:,} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--slice", type=int, default=150)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--build", default="build-fuzz")
    parser.add_argument("--report", action="store_true")
    args = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    if not os.path.isdir(f"{args.build}/tests/fuzz"):
        sys.exit(f"there are no fuzz targets in {args.build}; --help says how to make them")
    ledger = Ledger(f"{args.build}/found")
    if args.report:
        return report(ledger)
    args.end = time.monotonic() + 60 * args.minutes
    names = sorted(n for n in os.listdir(f"{args.build}/tests/fuzz") if n.endswith("_fuzz"))
    shared = names, args, ledger, threading.Lock(), set(), set()
    hands = [threading.Thread(target=work, args=shared, daemon=True) for _ in range(args.jobs)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    report(ledger)
    return 1 if shared[-1] else 0


if __name__ == "__main__":
    sys.exit(main())

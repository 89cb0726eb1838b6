#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays a game against itself through `roek session`, then looks at its end.

    examples/session.py [PROGRAM]
"""
import json
import subprocess
import sys


class Roek:
    """One `roek session`; requests are methods, events are handed to a function."""

    def __init__(self, program="roek"):
        self.process = subprocess.Popen([program, "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last = 0

    def ask(self, do, on_event=lambda event: None, **fields):
        """Sends a request and waits for its answer; what happens meanwhile goes to on_event."""
        self.last += 1
        self.process.stdin.write(json.dumps({"id": self.last, "do": do, **fields}) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            said = json.loads(line)
            if "event" in said:
                on_event(said)
            elif said["id"] == self.last:
                if "error" in said:
                    raise ValueError(said["error"]["text"])
                return said
        raise EOFError("the session has ended")

    def events(self):
        """What happens while nobody asks."""
        for line in self.process.stdout:
            yield json.loads(line)


def main():
    roek = Roek(*sys.argv[1:])
    moves = []
    roek.ask("new", variant="racingkings", white="optimus", black="bimbi", seed=1)
    for event in roek.events():
        if event["event"] == "moved":
            moves.append(event["san"])
        if event["event"] == "ended":
            print(f"{event['outcome']} after {len(moves)} half-moves, the last one {moves[-1]}")
            break
    start = roek.ask("position", moves=["e4", "e5"])["fen"]
    print("perft 3 after 1. e4 e5:", roek.ask("perft", fen=start, depth=3)["nodes"])
    try:
        roek.ask("moves", moves=["e4", "e5", "Ke3"])
    except ValueError as error:
        print("Ke3:", error)
    roek.ask("quit")


main()

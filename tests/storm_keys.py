#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A storm of random keys at the terminal:  tests/storm_keys.py ROEK [SECONDS] [SEED]

Roek runs in a pseudo-terminal: menus, games, puzzles, line by line and on the full screen, and the
shell.  Keys, words, clicks, nonsense, resizing and signals come at random; a burst is sent when the
last one has been read, so that nothing waits in a queue.  Roek may end only as it was told to, must
leave the terminal as it was and go on with the game it kept; a program built with sanitizers ends
with another status when they find something.  The same seed makes the same storm, but for the time
that passes in between.
"""
import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

KEYS = (["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r"] * 4 +
        ["\x1b", "\x7f", "\x1b[5~", "\x1b[6~", "\t", " ", "\x1b[H", "\x1b[F", "\x1b[3~", "\x1bOP",
         "\x1bx", "\x0c", "+", "-", ".", "q", "?", "\x01", "\x05", "\x0b", "\x15", "\x12", "\x1b[999~"] +
        list("123456789"))
WORDS = """e4 e5 d4 Nf3 Nc6 O-O e2e4 e7e5 e2 b1 c3 a h8 e8=Q Kh3 Ka3 Rxa7 undo redo flip hint eval moves help
board draw resign pause resume step yes no y n new quit fen solution next check clear seed task Na1 xb2 -b2 Qc3
pace\\ 0 pace\\ human pace\\ 99999999999 pace save save\\ game.pgn save\\ /nonexistent/x load load\\ game.pgn#1
load\\ game.pgn#9 load\\ /etc/passwd 1 2 3 4 5 6 7 99 -1""".replace("\\ ", "\0").split()
SHELL_WORDS = """new empty b style\0lines style\0german m\0e2\0e4 (m\0e7\0e5) p\0king\0e1 p\0-king\0e8 p\0none\0e4 sc s moves fen
fen\0bad undo redo game pgn evaluate bwm\0 bwm\0003 bbm\0004 solve\0002 solve\0003\0white\0all tsolve\0001 tree\0002 perft\0003 sp
sp\0depth\0003 board\0x boards copy\0y drop\0x sb\0desk lb\0desk lb\0nothing help help\0m e4 e5 Nf3 castling\0- ep\0e3 ((((
new\0racingkings""".split()
NONSENSE = [b"\xff\xfe", b"\xe2\x99", "♔é漢".encode(), b"\x00", b"%s%n", b"\x1b[M", b"\x1b[<0;999;999M", b"\x1b]0;x\x07"]
WAYS = ["play", "play", "play", "play --plain", "play --plain --ascii", "play --loop 1-7", "play --loop 3",
        "play --white human --black roek:3", "play --white bimbi --black optimus --pace 20",
        "play --continue", "play --variant racingkings --white human --black human --time 1",
        "play --load game.pgn --white human --black bimbi", "play --style ascii", "shell"]
ENDS = {"eof": (0, 2), "TERM": (143,), "HUP": (129,), "INT": (130,), "hang up": (129, 0, 2, 130)}


def mouse(rng):
    """A press and a release, in the old way of writing them."""
    x, y = rng.randrange(1, 100), rng.randrange(1, 40)
    return b"\x1b[M" + bytes([32, 32 + x, 32 + y]) + b"\x1b[M" + bytes([35, 32 + x, 32 + y])


class Terminal:
    def __init__(self, roek, way, rng, folder, dumb):
        self.rng, self.way, self.seen, self.sent = rng, way, b"", []
        self.errors = open(os.path.join(folder, "errors"), "w+b")
        self.master, self.slave = pty.openpty()
        self.resize(rng.choice([(24, 80), (13, 27), (40, 120)]))
        self.before = termios.tcgetattr(self.slave)
        environment = dict(os.environ, TERM="dumb" if dumb else "xterm-256color", XDG_STATE_HOME=folder + "/state",
                           LC_ALL=rng.choice(["C", "C.UTF-8", "C.UTF-8"]))
        environment.pop("NO_COLOR", None)
        # the two words that libedit copies for a binding of keys are never freed by it
        environment["LSAN_OPTIONS"] = f"suppressions={folder}/leaks:print_suppressions=0"
        self.child = subprocess.Popen(
            [roek] + way.split() + (["--seed", "7", "--movetime", "20"] if way.startswith("play") else []),
            stdin=self.slave, stdout=self.slave, stderr=self.errors, cwd=folder, env=environment,
            preexec_fn=self.take_terminal)

    def take_terminal(self):
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):  # nohup and shells ignore some
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def resize(self, size):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    def drain(self, wait):
        while self.master >= 0 and select.select([self.master], [], [], wait)[0]:
            try:
                self.seen = (self.seen + os.read(self.master, 65536))[-4000:]
            except OSError:
                return
            wait = 0

    def unread(self):
        return struct.unpack("i", fcntl.ioctl(self.slave, termios.FIONREAD, b"\0" * 4))[0]

    def is_idle(self, patience):
        """Waits until everything that was sent has been read, or Roek has ended."""
        end = time.monotonic() + patience
        while self.child.poll() is None and self.unread() > 0:
            self.drain(0.01)
            if time.monotonic() > end:
                return False
        self.drain(0.005)
        return True

    def burst(self):
        rng = self.rng
        words = SHELL_WORDS if self.way == "shell" else WORDS
        for _ in range(rng.randrange(1, 9)):
            kind = rng.random()
            if kind < 0.45:
                data = rng.choice(KEYS).encode()
            elif kind < 0.85:
                data = rng.choice(words).replace("\0", " ").encode() + b"\r"
            elif kind < 0.93:
                data = mouse(rng)
            elif kind < 0.97:
                data = rng.choice(NONSENSE)
            else:
                self.resize((rng.randrange(1, 60), rng.randrange(1, 160)))
                continue
            self.sent = self.sent[-200:] + [data]
            os.write(self.master, data)

    def end(self, how):
        if how == "eof":
            for _ in range(40):  # once for each question that is open, at the beginning of a line
                if self.child.poll() is not None:
                    break
                os.write(self.master, b"\x15\x04" if "plain" in self.way or self.way == "shell" else b"\x04")
                self.is_idle(60)
                self.drain(0.05)
        elif how == "hang up":
            os.close(self.master)
            self.master = -1
            os.close(self.slave)
            self.slave = -1
        else:
            self.child.send_signal(getattr(signal, "SIG" + how))
        end = time.monotonic() + 120
        while self.child.poll() is None and time.monotonic() < end:
            self.drain(0.02) if self.master >= 0 else time.sleep(0.02)
        return self.child.poll()

    def close(self):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        for fd in (self.master, self.slave):
            if fd >= 0:
                os.close(fd)
        self.errors.close()

    def complaint(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")


def one_run(roek, rng, folder, end_of_time):
    """One program from start to end; what is wrong with it, or None."""
    way, dumb = rng.choice(WAYS), rng.random() < 0.1
    t = Terminal(roek, way, rng, folder, dumb)

    def wrong(what):
        return (f"roek {way}: {what}\nsent last: {b' '.join(t.sent)!r}\nseen last: {t.seen[-1500:]!r}\n"
                f"errors: {t.complaint()[-4000:]}")
    try:
        for _ in range(rng.randrange(5, 80)):
            if t.child.poll() is not None or time.monotonic() > end_of_time:
                break
            t.burst()
            for _ in range(12):
                if t.is_idle(10):
                    break
                if way == "shell":  # "bwm 34" takes as long as one lets it
                    t.child.send_signal(signal.SIGINT)
            else:
                return wrong("reads no keys any more")
        how = rng.choice(list(ENDS))
        told = t.child.poll() is None
        if told and how == "INT" and way == "shell":  # ends what it is doing, but not the shell
            t.child.send_signal(signal.SIGINT)
            how = "eof"
        status = t.end(how) if told else t.child.returncode
        if status is None:
            return wrong(f"does not end after {how}")
        status = status if status >= 0 else 128 - status
        if status not in (ENDS[how] + (0, 2) if told else (0, 2)):
            return wrong(f"ended with status {status} after {how if told else 'keys'}")
        if "Sanitizer" in t.complaint() or "runtime error" in t.complaint():
            return wrong("the sanitizers found something")
        if t.slave >= 0 and termios.tcgetattr(t.slave)[:4] != t.before[:4]:
            return wrong(f"left the terminal in another state after {how}")
        return None
    finally:
        t.close()


def main():
    roek = os.path.realpath(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    end_of_time, runs, failed = time.monotonic() + seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/game.pgn", "w") as games:
            games.write("[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n")
        with open(folder + "/leaks", "w") as leaks:
            leaks.write("leak:wcsdup\n")
        while time.monotonic() < end_of_time and failed < 5:
            runs += 1
            fault = one_run(roek, random.Random(seed * 1000003 + runs), folder, end_of_time)
            if fault:
                failed += 1
                print(f"FAILED: seed {seed}, run {runs}: {fault}", flush=True)
    print(f"storm of keys: {runs} runs in {seconds:.0f} s, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

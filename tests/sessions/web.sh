#!/usr/bin/env bash
# The server of the page, without a browser:  web.sh ROEK
# A browser is told the address by a file, nobody sees it; strangers keep nobody out; it always ends in
# order.
set -eu
roek=$(realpath "$1")
command -v python3 > /dev/null || { echo "left out: there is no python3"; exit 0; }
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
mkdir "$room/bin" "$room/runtime" "$room/tmp"
# stands in for xdg-open: tells its process group, its streams, its words and the page
cat > "$room/bin/xdg-open" <<'END'
#!/bin/bash
exec 3>&1
{
    cut -d' ' -f5 /proc/$$/stat
    readlink /proc/$$/fd/{0,2,3} | uniq
    grep SigIgn /proc/$$/status | cut -f2
    echo "$*"
    stat -c %a "$1"
    cat "$1"
} > "$ROOM/seen.new"
mv "$ROOM/seen.new" "$ROOM/seen"
END
chmod +x "$room/bin/xdg-open"
export ROOM=$room PATH=$room/bin:$PATH
python3 - "$roek" "$room" <<'END'
import atexit, os, pathlib, re, signal, socket, subprocess, sys, time
roek, room = sys.argv[1], pathlib.Path(sys.argv[2])

class Server:
    def __init__(self, *options, **variables):
        env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "TMPDIR")}
        self.process = subprocess.Popen([roek, "web", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env=env | {"ROOM": str(room)} | variables)
        atexit.register(self.process.kill) # also when something is wrong
        line = self.process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)(/([0-9a-f]{32})/)\n", line)
        assert found, line + self.process.stderr.read()
        self.address, self.port, self.path, self.secret = line.strip(), int(found[1]), found[2], found[3]

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def request(self, path, method="GET", fields=""):
        return f"{method} {self.path}{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{fields}\r\n".encode()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        self.ended()

    def ended(self):
        _, said = self.process.communicate(timeout=60)
        assert self.process.returncode == 0 and not said, f"status {self.process.returncode}: {said}"

def wait_for(what):
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)

def pages():
    return [*room.glob("runtime/.*"), *room.glob("tmp/.*")]

def is_told_by_file(folder, **variables):
    server = Server(DISPLAY=":9", **variables)
    wait_for((room / "seen").exists)
    group, stream, ignored, words, mode, *page = (room / "seen").read_text().splitlines()
    assert int(group) not in (os.getpgrp(), os.getpgid(server.process.pid)), "Ctrl-C would end the browser"
    assert stream == "/dev/null", "the browser has our streams"
    assert not int(ignored, 16) >> signal.SIGXFSZ - 1 & 1, "the browser ignores a signal that we ignore"
    assert server.secret not in words and words.startswith(f"{room}/{folder}/") and words.endswith(".html"), words
    assert mode == "600", mode
    assert sum(server.address in line for line in page) == 2, page
    (room / "seen").unlink()
    return server

def doorway():
    runtime, tmp = {"XDG_RUNTIME_DIR": f"{room}/runtime"}, {"TMPDIR": f"{room}/tmp"}
    server = is_told_by_file("runtime", **runtime, **tmp)
    with server.connect() as s:
        s.sendall(server.request("events"))
        wait_for(lambda: not pages()) # who comes had the address
    server.end()
    for variables in (tmp, tmp | {"XDG_RUNTIME_DIR": f"{room}/none"}, tmp | {"XDG_RUNTIME_DIR": "."}):
        server = is_told_by_file("tmp", **variables)
        assert len(pages()) == 1
        server.end()
        assert not pages(), "left behind"
    for options, screen in ((["--no-open"], {"DISPLAY": ":9"}), ([], {})):
        server = Server(*options, **runtime, **screen)
        assert not pages(), "a page for nobody"
        server.end()
    assert not (room / "seen").exists(), "a browser for nobody"

def crowd():
    """Strangers who hold on to more connections than there are, and come back when they are shut out."""
    server = Server("--no-open")
    strangers = [server.connect() for _ in range(100)]
    for _ in range(100):
        with server.connect() as s:
            s.sendall(server.request(""))
            assert s.recv(12) == b"HTTP/1.1 200"
        strangers.pop(0).close()
        strangers.append(server.connect())
    for s in strangers: s.close()
    server.end()

def friends():
    """Who has shown the secret stays, however many strangers come."""
    server = Server("--no-open")
    with server.connect() as s:
        for _ in range(3):
            s.sendall(server.request("none"))
            answer = b""
            while not answer.endswith(b"\r\n\r\nnot found\n"): # it may come in pieces
                piece = s.recv(4096)
                assert piece, answer
                answer += piece
            assert answer.startswith(b"HTTP/1.1 404"), answer
            for stranger in [server.connect() for _ in range(100)]: stranger.close()
    server.end()

def endings():
    """Windows that come just when it ends."""
    for _ in range(200):
        server = Server("--no-open")
        late = [server.connect() for _ in range(14)]
        time.sleep(0.005) # they have been met
        for i, s in enumerate(late):
            if i == 7: server.process.send_signal(signal.SIGINT)
            try: s.sendall(server.request("events"))
            except OSError: pass
        server.ended()
        for s in late: s.close()

class Window:
    """A conversation: lines go out by requests of their own, what is said comes as a stream."""
    def __init__(self, server):
        self.server = server
        self.stream = server.connect()
        self.stream.sendall(server.request("events"))
        self.heard = b""
        self.number = self.hear(rb"event: session\ndata: (\d+)\n\n")

    def hear(self, pattern):
        while not (found := re.search(pattern, self.heard)):
            piece = self.stream.recv(1 << 16)
            assert piece, "the conversation ended"
            self.heard += piece
        self.heard = self.heard[found.end():]
        return found[1].decode()

    def say(self, line):
        with self.server.connect() as s:
            s.sendall(self.server.request(f"lines?session={self.number}", "POST", f"Content-Length: {len(line)}\r\n") + line)
            assert s.recv(12) == b"HTTP/1.1 204"

    def close(self):
        self.stream.close()

def longest_wait(server, seconds):
    """How long a request waits for its answer at most, of those made within this time."""
    longest, end = 0, time.monotonic() + seconds
    while (asked := time.monotonic()) < end:
        with server.connect() as s:
            s.sendall(server.request("none"))
            assert s.recv(12) == b"HTTP/1.1 404"
        longest = max(longest, time.monotonic() - asked)
        time.sleep(0.005)
    return longest

def leaving():
    """A window that closes while its session reads a long text keeps no other one waiting."""
    server = Server("--no-open")
    text = b'{"id":1,"do":"pgn","text":"' + b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 * " * 90000 + b'"}'
    waits = []
    while len(waits) < 10:
        window = Window(server)
        began = time.monotonic()
        window.say(text)
        window.hear(rb'("id":1,)')
        takes = time.monotonic() - began
        window.say(text)
        time.sleep(takes / 8) # it is being read
        window.close()
        waits.append(longest_wait(server, takes / 2) / takes)
        if waits[-1] < 0.25: break # a busy machine may be late now and then, but not each time
    server.end()
    assert waits[-1] < 0.25, f"others wait for {waits} of what a text takes"

def threads_of(server):
    return len(os.listdir(f"/proc/{server.process.pid}/task"))

def effort():
    """Searches of the page use all processors and --hash, without a word in the request."""
    def threads_when(request, *options):
        server = Server("--no-open", *options)
        window = Window(server)
        before = threads_of(server)
        window.say(request)
        window.hear(rb'"event":"(line|progress)"')
        wait_for(lambda: threads_of(server) > before)
        count = threads_of(server) - before
        window.close()
        server.end()
        return count
    analyse = b'{"id":1,"do":"analyse"}'
    one = threads_when(analyse, "--threads", "1")
    assert threads_when(analyse, "--threads", "4") == one + 3
    assert threads_when(analyse) == one + len(os.sched_getaffinity(0)) - 1
    server = Server("--no-open", "--threads", "2", "--hash", "2000")
    window = Window(server)
    window.say(b'{"id":2,"do":"analyse","threads":3}')
    window.hear(rb'"id":2,"error":{"code":"(bad-field)"')
    for i in range(5): window.say(b'{"id":%d,"do":"analyse"}' % (10 + i)) # there is room for four
    window.hear(rb'"id":14,"error":{"code":"(too-many)"')
    server.end()

doorway(), crowd(), friends(), endings(), leaving(), effort()
print("web: passed")
END

#!/usr/bin/env bash
# The server of the page, without a browser:  web.sh ROEK
# The port and the key stay the same from start to start; a browser gets the address by a file that
# other users cannot read; strangers keep nobody out; it always ends in order.
set -eu
roek=$(realpath "$1")
command -v python3 > /dev/null || { echo "left out: there is no python3"; exit 0; }
room=$(mktemp -d); trap 'rm -rf "$room"' EXIT
mkdir "$room/bin" "$room/data"
# stands in for xdg-open: notes its process group, its streams, its words and the page
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
PORT = 7665 # where nothing else is asked for
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/#key=([0-9a-f]{32})\n")

def start(*options, **variables):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    process = subprocess.Popen([roek, "web", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=env | {"ROOM": str(room), "XDG_DATA_HOME": f"{room}/data"} | variables)
    atexit.register(process.kill) # also when something is wrong
    return process

def run(*options, **variables):
    """A start that is to end by itself: its status, what it printed, what it complained about."""
    process = start(*options, **variables)
    said, complaint = process.communicate(timeout=60)
    return process.returncode, said, complaint

class Server:
    def __init__(self, *options, **variables):
        """Without options on a port of its own, so that several may run."""
        self.process = start(*(options or ("--no-open", "--port", "0")), **variables)
        line = self.process.stdout.readline()
        found = ADDRESS.fullmatch(line)
        assert found, line + self.process.stderr.read()
        self.address, self.port, self.key = line.strip(), int(found[1]), found[2]

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def request(self, path, method="GET", fields="", key=None):
        return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                f"Authorization: Bearer {key or self.key}\r\n{fields}\r\n").encode()

    def ask(self, request):
        """The status of an answer, and all of it."""
        with self.connect() as s:
            s.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
            answer = b""
            while piece := s.recv(1 << 16): answer += piece
        return int(answer.split()[1]), answer.decode()

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

def is_free(port):
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try: s.bind(("127.0.0.1", port))
        except OSError: return False
    return True

key_file = room / "data/roek/web.key"
def key_mode():
    return key_file.stat().st_mode & 0o777

def same_address():
    """Port and key stay, and a second start shows the first one's address."""
    first = Server("--no-open")
    assert first.port == PORT or not is_free(PORT), first.port
    assert key_mode() == 0o600 and key_file.read_text() == first.key + "\n"
    assert run("--no-open") == (0, first.address + "\n", "")
    assert run("--no-open", "--hash", "64")[0:2] == (0, first.address + "\n")
    second = Server()
    assert second.port != first.port and second.key == first.key
    status, said, complaint = run("--no-open", "--port", str(second.port))
    assert status == 3 and not said and str(second.port) in complaint, complaint
    status, said, complaint = run("--no-open", "--new-key")
    assert status == 3 and not said and str(first.port) in complaint and first.key not in complaint, complaint
    first.end()
    assert run("--no-open") == (0, second.address + "\n", "") # which still runs
    second.end()
    again = Server("--no-open")
    assert again.key == first.key and (again.port == first.port or not is_free(first.port))
    again.process.kill() # leaves its lock file behind, which does not count
    again.process.wait()
    other = Server("--no-open", "--new-key")
    assert other.key != first.key and key_file.read_text() == other.key + "\n"
    assert other.ask(other.request("/events", key=first.key))[0] == 403
    other.end()
    assert not [*room.glob("data/roek/*.lock")], "locks are left behind"

def taken_port():
    """The next free one."""
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try: s.bind(("127.0.0.1", PORT))
        except OSError: pass # another program has it
        else: s.listen()
        server = Server("--no-open")
        assert PORT < server.port < PORT + 100, server.port
        server.end()

def together():
    """Of many that start at once one serves."""
    processes = [start("--no-open") for _ in range(8)]
    addresses = {p.stdout.readline() for p in processes}
    assert len(addresses) == 1 and ADDRESS.fullmatch(addresses.pop())
    wait_for(lambda: sum(p.poll() is None for p in processes) == 1)
    for p in processes:
        if p.poll() is None: p.send_signal(signal.SIGINT)
        assert p.wait(timeout=60) == 0

def bad_keys():
    """A key file that others could read, or that holds no key, is replaced."""
    keys = set()
    for text, mode in ((None, 0o644), ("", 0o600), ("x" * 32, 0o600), ("0" * 31 + "\0\n", 0o600), ("0" * 40, 0o600)):
        if text is not None: key_file.write_text(text)
        key_file.chmod(mode)
        server = Server("--no-open")
        assert key_mode() == 0o600 and key_file.read_text() == server.key + "\n"
        keys.add(server.key)
        server.end()
    assert len(keys) == 5
    (room / "plain").touch()
    for folder in ("plain", "plain/below"):
        server = Server("--no-open", XDG_DATA_HOME=f"{room}/{folder}")
        server.process.send_signal(signal.SIGINT)
        _, said = server.process.communicate(timeout=60)
        assert server.process.returncode == 0 and said.startswith("warning: nothing can be kept"), said
    Server("--no-open", XDG_DATA_HOME="", HOME="").end()

def who_may():
    """The page is for everybody on this machine, all else for those with the key; nothing holds it."""
    server = Server()
    host, bearer = f"127.0.0.1:{server.port}", f"Bearer {server.key}"
    def ask(target, **fields):
        lines = "".join(f"{name}: {value}\r\n" for name, value in ({"Host": host} | fields).items() if value)
        return server.ask(f"GET {target} HTTP/1.1\r\n{lines}\r\n".encode())
    status, page = ask("/")
    assert status == 200 and "roek-server" in page and server.key not in page and "set-cookie" not in page.lower(), page[:3000]
    for key in (None, "Bearer ", bearer[:-1], bearer + "0", f"Bearer {'0' * 32}", f"Basic {server.key}", server.key):
        for target in ("/events", "/lines?session=1", f"/events?key={server.key}", "/none", f"/{server.key}/", f"/{server.key}/events"):
            status, said = ask(target, Authorization=key)
            assert status == 403 and server.key not in said, (key, target, said)
    assert ask("/events", Cookie=f"key={server.key}")[0] == 403
    assert ask("/none", Authorization=bearer)[0] == 404
    for fields in ({"Host": "evil.example"}, {"Host": None}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
        for target in ("/", "/none"): assert ask(target, **{"Authorization": bearer} | fields)[0] == 403
    for fields in ({"Host": f"localhost:{server.port}"}, {"Origin": f"http://{host}"}):
        assert ask("/none", **{"Authorization": bearer} | fields)[0] == 404
    # the whole address, as proxies send it
    assert ask(f"http://{host}/")[0] == 200
    assert ask(f"http://{host}/none", Authorization=bearer)[0] == 404
    assert ask(f"http://{host}/none")[0] == 403
    for target in ("http://evil.example/", f"http://{host}@evil.example/", f"http://{host}.evil.example/"):
        assert ask(target, Host=target.split("/")[2])[0] == 403
        assert ask(target)[0] == 400
    server.end()

def doorway():
    """A browser gets the address by a page for our user alone, also from a second start."""
    for second in (False, True):
        server = Server(*(["--no-open"] if second else []), "--port", "0", **({} if second else {"DISPLAY": ":9"}))
        if second: assert run(DISPLAY=":9") == (0, server.address + "\n", "")
        wait_for((room / "seen").exists)
        group, stream, ignored, words, mode, *page = (room / "seen").read_text().splitlines()
        assert int(group) not in (os.getpgrp(), os.getpgid(server.process.pid)), "Ctrl-C would end the browser"
        assert stream == "/dev/null", "the browser has our streams"
        assert not int(ignored, 16) >> signal.SIGXFSZ - 1 & 1, "the browser ignores a signal that we ignore"
        assert words == f"{room}/data/roek/web.html", words
        assert mode == "600", mode
        assert sum(server.address in line for line in page) == 2, page
        (room / "seen").unlink()
        server.end()
    for options, screen in ((["--no-open", "--port", "0"], {"DISPLAY": ":9"}), (["--port", "0"], {})):
        Server(*options, **screen).end()
    assert not (room / "seen").exists(), "a browser for nobody"

def crowd():
    """Strangers who hold on to more connections than there are, and come back when they are shut out."""
    server = Server()
    strangers = [server.connect() for _ in range(100)]
    for _ in range(100):
        status, page = server.ask(server.request("/", key="none"))
        assert status == 200 and page.endswith("</html>\n"), page[-100:]
        strangers.pop(0).close()
        strangers.append(server.connect())
    for s in strangers: s.close()
    server.end()

def friends():
    """Who has shown the key stays, however many strangers come."""
    server = Server()
    with server.connect() as s:
        for _ in range(3):
            s.sendall(server.request("/none"))
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
        server = Server()
        late = [server.connect() for _ in range(14)]
        time.sleep(0.005) # they have been met
        for i, s in enumerate(late):
            if i == 7: server.process.send_signal(signal.SIGINT)
            try: s.sendall(server.request("/events"))
            except OSError: pass
        server.ended()
        for s in late: s.close()

class Window:
    """A conversation: lines go out by requests of their own, what is said comes as a stream."""
    def __init__(self, server):
        self.server = server
        self.stream = server.connect()
        self.stream.sendall(server.request("/events"))
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
            s.sendall(self.server.request(f"/lines?session={self.number}", "POST", f"Content-Length: {len(line)}\r\n") + line)
            assert s.recv(12) == b"HTTP/1.1 204"

    def close(self):
        self.stream.close()

def longest_wait(server, seconds):
    """How long a request waits for its answer at most, of those made within this time."""
    longest, end = 0, time.monotonic() + seconds
    while (asked := time.monotonic()) < end:
        with server.connect() as s:
            s.sendall(server.request("/none"))
            assert s.recv(12) == b"HTTP/1.1 404"
        longest = max(longest, time.monotonic() - asked)
        time.sleep(0.005)
    return longest

def leaving():
    """A window that closes while its session reads a long text keeps no other one waiting."""
    server = Server()
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
        server = Server("--no-open", "--port", "0", *options)
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
    server = Server("--no-open", "--port", "0", "--threads", "2", "--hash", "2000")
    window = Window(server)
    window.say(b'{"id":2,"do":"analyse","threads":3}')
    window.hear(rb'"id":2,"error":{"code":"(bad-field)"')
    for i in range(5): window.say(b'{"id":%d,"do":"analyse"}' % (10 + i)) # there is room for four
    window.hear(rb'"id":14,"error":{"code":"(too-many)"')
    server.end()

same_address(), taken_port(), together(), bad_keys(), who_may()
doorway(), crowd(), friends(), endings(), leaving(), effort()
print("web: passed")
END

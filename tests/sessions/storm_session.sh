#!/usr/bin/env bash
# A storm of requests at the session and at the server of the page:  storm_session.sh ROEK [SEED]
# Each request of the session is answered exactly once, whatever goes on beside it; the server answers
# sense after any nonsense.
set -u
roek=$(realpath "$1")
command -v python3 > /dev/null || { echo "left out: there is no python3"; exit 0; }
exec python3 - "$roek" "${2:-1}" "${STORM_ROUNDS:-150}" <<'END'
import atexit, json, os, random, re, socket, subprocess, sys, tempfile
roek, seed, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(seed)
FENS = ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "bad", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]
MOVES = ["e4", "e5", "Nf3", "d2d4", "Ke3", "zz", "O-O"]

def request(n):
    """One of all kinds, sensible more often than not."""
    pick = random.choice
    r = pick([
        {"do": "perft", "depth": random.randint(1, 4)}, {"do": "moves", "moves": random.sample(MOVES, 2)},
        {"do": "position", "fen": pick(FENS)}, {"do": "analyse", "nodes": random.randint(1, 3000), "threads": random.randint(1, 3)},
        {"do": "mate", "n": random.randint(1, 3), "fen": pick(FENS)}, {"do": "cancel", "request": random.randint(0, n)},
        {"do": "new", "white": pick(["human", "bimbi", "roek:1"]), "black": pick(["human", "optimus", "roek:0"]),
         "variant": pick(["chess", "racingkings"])},
        {"do": "move", "move": pick(MOVES)}, {"do": "undo"}, {"do": "redo"}, {"do": "hint"}, {"do": "evaluate"}, {"do": "pause"},
        {"do": "resume"}, {"do": "offer"}, {"do": "stop"}, {"do": "save"}, {"do": "state"}, {"do": "end"}, {"do": "nonsense"}])
    return dict(r, id=n)

def session():
    p = subprocess.Popen([roek, "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    lines = [json.dumps(request(n)) for n in range(rounds)]
    out, _ = p.communicate("\n".join(lines + ['{"id":"last","do":"quit"}', ""]), timeout=300)
    answers = {}
    for line in out.splitlines():
        said = json.loads(line)
        if "ok" in said or "error" in said:
            answers[said["id"]] = answers.get(said["id"], 0) + 1
    wrong = [n for n in range(rounds) if answers.get(n) != 1]
    assert p.returncode == 0, f"session: exit status {p.returncode}"
    assert not wrong, f"session: not answered once: {[(lines[n], answers.get(n)) for n in wrong[:5]]}"
    return len(lines)

def ask(port, data):
    """Sends bytes and takes the beginning of the answer; none is an answer, too."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as s:
        try:
            s.sendall(data)
            s.shutdown(socket.SHUT_WR)
            return s.recv(4096)
        except OSError:
            return b""

def nonsense(good):
    data = bytearray(good)
    for _ in range(random.randint(1, 8)):
        at = random.randrange(len(data))
        how = random.randrange(4)
        if how == 0: data[at] = random.randrange(256)
        elif how == 1: del data[at:at + random.randint(1, 20)]
        elif how == 2: data[at:at] = bytes(random.randrange(256) for _ in range(random.randint(1, 50)))
        else: data[at:at] = data[: random.randint(1, len(data))]
        if not data: return b"\n"
    return bytes(data)

def memory(pid):
    return next(int(line.split()[1]) for line in open(f"/proc/{pid}/status") if line.startswith("VmRSS"))

def flood(p, port, host, get):
    """Nothing is kept of what strangers send."""
    before = memory(p.pid)
    strangers = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(20)]
    for s in strangers:
        s.sendall(f"POST /lines HTTP/1.1\r\n{host}Content-Length: {8 << 20}\r\n\r\n".encode() + b"x" * ((8 << 20) - 1))
    ask(port, get)
    grown = memory(p.pid) - before
    for s in strangers: s.close()
    assert grown < 50000, f"server: {grown} KB kept for strangers"

def server():
    data = tempfile.TemporaryDirectory()
    p = subprocess.Popen([roek, "web", "--no-open", "--port", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         env=os.environ | {"XDG_DATA_HOME": data.name})
    atexit.register(p.kill) # also when something is wrong
    address = re.match(r"http://127\.0\.0\.1:(\d+)/#key=(\S*)", p.stdout.readline())
    assert address, p.stderr.read()
    port = int(address.group(1))
    host = f"Host: 127.0.0.1:{port}\r\n"
    key = f"{host}Authorization: Bearer {address.group(2)}\r\n"
    get = f"GET / HTTP/1.1\r\n{host}Connection: close\r\n\r\n".encode()
    body = b'{"id":1,"do":"perft","depth":2}'
    post = f"POST /lines?session=1 HTTP/1.1\r\n{key}Content-Length: {len(body)}\r\n\r\n".encode() + body
    events = f"GET /events HTTP/1.1\r\n{key}\r\n".encode()
    for _ in range(rounds):
        ask(port, nonsense(random.choice([get, post])))
    for _ in range(5): ask(port, events)
    flood(p, port, host, get)
    answer = ask(port, get)
    assert answer.startswith(b"HTTP/1.1 200"), f"server: {answer[:60]}"
    p.terminate()
    status = p.wait(timeout=60)
    assert status in (0, 1, -15, 143), f"server: exit status {status}: {p.stderr.read()[-2000:]}"
    return rounds

print(f"{session()} requests, {server()} times nonsense over HTTP")
END

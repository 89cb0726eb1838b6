// The session as WebAssembly, under node, in the build for platforms that cannot suspend it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { startEngine } from "../../web/engine.js";
import { Client } from "../../web/client.js";
import { PROBLEMS } from "../../web/problems.js";

const wasm = await WebAssembly.compile(await readFile(new URL("../../build/web/roek-sliced.wasm", import.meta.url)));

async function open() {
    const port = {};
    const engine = await startEngine(wasm, (line) => port.onLine(line), (why) => port.onLost(why), false);
    port.send = engine.line;
    return new Client(port);
}

test("counts, mates, loops and searches give what they give natively", async () => {
    const client = await open();
    assert.equal((await client.ask("perft", { depth: 5 })).nodes, 4865609);
    assert.equal((await client.ask("perft", { depth: 4, variant: "racingkings" })).nodes, 296242);
    const loops = await client.ask("loop-count", { rows: 8, cols: 8, n: 4, types: ["rooks", "knights"] });
    assert.deepEqual([loops.solutions, loops.orbits], [57468, 7244]);
    const list = [];
    await client.ask("loop-list", { rows: 5, cols: 5, n: 2, types: ["queens", "knights"], most: 10 }, ({ loop }) => list.push(loop));
    assert.equal(list.length, 10);
    const puzzle = await client.ask("loop-generate", { seed: 5 });
    assert.equal((await client.ask("loop-solve", puzzleFields(puzzle))).found, true);
    const line = await client.ask("analyse", { nodes: 30000 });
    assert.equal(line.nodes, 30000);
});

const puzzleFields = ({ rows, cols, n, types, first, second, empty }) => ({ rows, cols, n, types, first, second, empty });

test("the problems of the page have one key each", async () => {
    const client = await open();
    for (const { fen, n } of PROBLEMS) {
        const answer = await client.ask("mate", { fen, n, all: true, hash: 16 });
        assert.equal(answer.verdict, "mate", fen);
        assert.deepEqual([answer.moves, answer.keys.length], [n, 1], fen);
    }
});

test("long work hears a cancel, and other requests go on beside it", async () => {
    const client = await open();
    const long = [
        ["analyse", {}],
        ["perft", { depth: 12 }],
        ["mate", { n: 40, fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" }],
        ["loop-count", { rows: 10, cols: 10, n: 10, types: ["rooks", "knights"] }],
    ];
    for (const [what, fields] of long) {
        const asked = client.ask(what, fields);
        await new Promise((done) => setTimeout(done, 60));
        assert.equal((await client.ask("position")).turn, "white");
        await client.cancel(asked.id);
        assert.equal((await asked).cancelled, true, what);
    }
});

test("a game is played, also when it is ended or taken back in the middle of a thought", async () => {
    const client = await open();
    const moved = [];
    let ring = () => {};
    const moves = async (count) => {
        while (moved.length < count) await new Promise((done) => (ring = done));
        return moved[count - 1];
    };
    const game = client.begin({ white: "human", black: "roek:2", think: 200, seed: 1 }, (event) => {
        if (event.event === "moved") moved.push(event);
        ring();
    });
    await game;
    await client.ask("move", { game: game.id, move: "e4" });
    assert.equal((await moves(1)).san, "e4");
    assert.equal((await moves(2)).color, "black");
    await client.ask("move", { game: game.id, move: "d4" });
    await client.ask("undo", { game: game.id });
    assert.equal((await client.ask("state", { game: game.id })).ply, 2);
    await client.ask("move", { game: game.id, move: "d4" });
    await client.end(game.id);
    await assert.rejects(client.ask("state", { game: game.id }), (error) => error.code === "no-game");
    assert.equal((await client.ask("hello")).name, "Roek");
});

test("two computers play on, however long each look at the clock takes", async (t) => {
    let time = performance.now();
    performance.now = () => (time += 20); // more than the pace of the game
    t.after(() => delete performance.now);
    const client = await open();
    const seen = await new Promise((done) => {
        let moves = 0;
        const game = client.begin({ white: "bimbi", black: "bimbi", pace: 10 }, ({ event }) => event === "moved" && ++moves === 5 && done(client.end(game.id)));
    });
    assert.equal(seen.ok, true);
});

test("what goes wrong while two computers play, and nobody asks for anything, is told", async () => {
    const why = await new Promise((lost) => {
        let moves = 0;
        const say = (line) => {
            if (JSON.parse(line).event === "moved" && ++moves === 3) throw new Error("broken on purpose");
        };
        const game = { id: 1, do: "new", white: "roek:1", black: "roek:1", pace: 10, think: 10 };
        startEngine(wasm, say, lost, false).then((engine) => engine.line(JSON.stringify(game)));
    });
    assert.equal(why, "broken on purpose");
});

test("solved endings are those that the program solves", async () => {
    const ROEK = new URL("../../build/roek", import.meta.url).pathname;
    const folder = await mkdtemp(`${tmpdir()}/roek-tables-`);
    execFileSync(ROEK, ["tables", "build", "KQvK", "KvKN", "--folder", folder], { stdio: "ignore" });
    const requests = ["8/8/8/8/8/4k3/8/Q3K3 w - - 0 1", "8/8/8/8/8/k7/8/1Q2K3 b - - 0 1", "8/8/8/8/8/4k3/8/n3K3 w - - 0 1"].map((fen, id) => ({ id, do: "tables", variant: "racingkings", fen }));
    const input = requests.map((request) => JSON.stringify(request)).join("\n");
    const said = execFileSync(ROEK, ["session"], { input, env: { ...process.env, ROEK_TABLES: folder }, encoding: "utf8" });
    await rm(folder, { recursive: true });
    const client = await open();
    for (const native of said.trim().split("\n").map((line) => JSON.parse(line))) {
        const { fen } = requests[native.id];
        assert.equal(native.known, true, fen);
        const { id, ...answer } = await client.ask("tables", { variant: "racingkings", fen, solve: true });
        assert.deepEqual({ ...answer, id: native.id }, native);
    }
    const long = client.ask("tables", { variant: "racingkings", fen: "8/8/8/8/8/r3k3/8/Q3K3 w - - 0 1", solve: true }, () => client.cancel(long.id));
    assert.equal((await long).cancelled, true);
});

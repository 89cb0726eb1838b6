// The package under node, as somebody who has installed it uses it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { Refusal, open } from "../../build/npm/index.js";

const PACKAGE = new URL("../../build/npm/", import.meta.url);
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const roek = await open();
after(() => roek.close());

test("three games have their rules", async () => {
    assert.equal((await roek.moves()).length, 20);
    assert.equal((await roek.moves({ variant: "racingkings" })).length, 21);
    assert.equal((await roek.perft({ depth: 4 })).nodes, 197281);
    assert.equal((await roek.perft({ depth: 4, fen: "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9" })).nodes, 326672);
    const wrong = roek.moves({ move: "Ke3" });
    await assert.rejects(wrong, (error) => error instanceof Refusal && error.code === "illegal" && /king/.test(error.message));
    const faults = roek.position({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" });
    await assert.rejects(faults, (error) => error.faults.length >= 2);
    assert.deepEqual((await roek.pgn("1. e4 (1. d4) e5 *")).nodes.map(({ after, san }) => `${after}${san}`), ["0e4", "0d4", "1e5"]);
});

test("the engine tells its lines, and stops when it is asked to", async () => {
    const depths = [];
    const answer = await roek.analyse({ nodes: 20000, fen: START }, ({ depth }) => depths.push(depth));
    assert.ok(depths.length > 3 && answer.best.length === 4);
    const long = roek.analyse();
    await long.cancel();
    assert.equal((await long).cancelled, true);
    const control = new AbortController();
    const longer = roek.perft({ depth: 12, signal: control.signal });
    control.abort();
    assert.equal((await longer).cancelled, true);
    assert.throws(() => roek.analyse({ signal: control.signal }), { name: "AbortError" });
});

test("mates and loops are solved", async () => {
    const mate = await roek.mate({ fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", n: 2, tree: true });
    assert.deepEqual([mate.verdict, mate.moves, mate.keys], ["mate", 1, ["a1a8"]]);
    const frame = { rows: 5, cols: 5, n: 2, types: ["queens", "knights"] };
    assert.equal((await roek.loops.count(frame)).solutions, 380);
    const { loop } = await roek.loops.solve(frame);
    assert.equal((await roek.loops.check({ ...frame, first: [loop[0], loop[2]], second: [loop[1], loop[3]] })).solved, true);
    const found = [];
    await roek.loops.list({ ...frame, most: 3 }, (said) => found.push(said.loop));
    assert.equal(found.length, 3);
});

test("an ending of Racing Kings is solved", async () => {
    const answer = await roek.tables({ variant: "racingkings", fen: "8/8/8/8/8/4k3/8/R3K3 w - - 0 1", solve: true });
    assert.deepEqual([answer.value, answer.plies, answer.moves[0].uci], ["win", 17, "a1a4"]);
});

test("a game goes on by events", async () => {
    const game = roek.play({ white: "human", black: "bimbi", variant: "racingkings", seed: 3 });
    const heard = [];
    for (const name of ["began", "moved", "ended"]) game.addEventListener(name, ({ detail }) => heard.push(detail.san ?? name));
    const answered = new Promise((done) => game.addEventListener("moved", ({ detail }) => detail.color === "black" && done()));
    await game.move("Nxc2");
    await answered;
    assert.equal(game.state.ply, 2);
    await assert.rejects(game.move("Nxc2"), { code: "illegal" });
    const ended = game.next("ended");
    await game.resign("white");
    assert.equal((await ended).reason, "resignation");
    assert.equal(heard[1], "Nxc2");
    assert.match(await game.save(), /\[Variant "Racing Kings"\]/);
    await game.end();
    await assert.rejects(game.save(), { code: "no-game" });
    const none = roek.play({ white: "nobody" });
    await assert.rejects(none.ready, { code: "bad-player" });
});

test("a session in the calling thread, from bytes", async () => {
    const here = await open({ worker: false, wasm: await readFile(new URL("roek-sliced.wasm", PACKAGE)) });
    assert.equal((await here.hello()).name, "Roek");
    assert.equal((await here.perft({ depth: 3 })).nodes, 8902);
});

test("a module that is none is told", async () => {
    await assert.rejects(open({ wasm: new URL("README.md", PACKAGE) }), /magic|WebAssembly/i);
});

test("the example of its README runs", async () => {
    const text = await readFile(new URL("README.md", PACKAGE), "utf8");
    const code = text.match(/```js\n([^]*?)```/)[1];
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { cwd: PACKAGE.pathname });
    assert.match(stdout, /illegal a king/);
    assert.match(stdout, /a1a8/);
    assert.match(stdout, /57468/);
    assert.match(stdout, /1\. e4/);
});

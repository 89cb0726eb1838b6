// The WebAssembly computes what the program of this machine computes, to the last node.
import assert from "node:assert/strict";
import { execFileSync, execFile } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { promisify } from "node:util";
import { WASI } from "node:wasi";

const at = (path) => new URL(`../../build/${path}`, import.meta.url).pathname;
const GAMES = 90; // of at most 120 moves, three kinds of chess
const DEPTH = "12"; // as `roek bench` by itself

/** What the program prints, compiled for this machine. */
const native = async (words, input = "") => {
    const run = promisify(execFile)(at("tests/web/same"), words, { maxBuffer: 1 << 26 });
    run.child.stdin.end(input);
    return (await run).stdout;
};

/** And as WebAssembly, with nobody who wants a turn. */
async function asWasm(words, input = "") {
    const folder = mkdtempSync(`${tmpdir()}/roek-same-`);
    writeFileSync(`${folder}/in`, input);
    const stdin = openSync(`${folder}/in`, "r");
    const stdout = openSync(`${folder}/out`, "w");
    const wasi = new WASI({ version: "preview1", args: ["same", ...words], stdin, stdout });
    const host = { is_due: () => 0, turn: () => {} };
    const { instance } = await WebAssembly.instantiate(readFileSync(at("tests/web/same.wasm")), { ...wasi.getImportObject(), host });
    const status = wasi.start(instance);
    [stdin, stdout].forEach(closeSync);
    const said = readFileSync(`${folder}/out`, "utf8");
    rmSync(folder, { recursive: true });
    assert.equal(status, 0);
    return said;
}

/** The first line in which two texts differ. */
function difference(one, other) {
    const [left, right] = [one, other].map((text) => text.split("\n"));
    const line = left.findIndex((words, i) => words !== right[i]);
    return line < 0 && left.length === right.length ? "" : `line ${line + 1}: ${left[line]} | ${right[line]}`;
}

test("every position has the same evaluation", async (t) => {
    const words = ["evaluations", String(GAMES)];
    const [one, other] = await Promise.all([native(words), asWasm(words)]);
    assert.equal(difference(one, other), "");
    const positions = one.trim().split("\n").map((line) => line.split(" "));
    assert.ok(positions.length > 5000, `${positions.length} positions`);
    assert.ok(positions.every(([once, kept]) => once === kept), "a memory changes no score");
    assert.ok(new Set(positions.map(([once]) => once)).size > 1000, "and they are not all the same");
    t.diagnostic(`${positions.length} positions`);
});

test("bench counts the same nodes", async (t) => {
    const lines = execFileSync(at("roek"), ["bench", DEPTH, "--json"], { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line));
    const sum = lines.pop();
    const said = await asWasm(["nodes", DEPTH], lines.map(({ variant, fen }) => `${variant} ${fen}\n`).join(""));
    const nodes = said.trim().split("\n").map((line) => Number(line.split(" ")[0]));
    assert.deepEqual(nodes, lines.map((line) => line.nodes));
    assert.equal(nodes.reduce((all, one) => all + one), sum.nodes);
    t.diagnostic(`${sum.nodes} nodes`);
});

// The modules of the page that need no browser.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { Client, Refusal } from "../../web/client.js";
import { mistake, scoreText, share, forWhite } from "../../web/scores.js";
import { piecesOf, placementOf, squareName, squareOf, targetsOf, kingOf } from "../../web/squares.js";
import { LANGUAGES, speak, t } from "../../web/words.js";
import { PROBLEMS } from "../../web/problems.js";
import { firstMove, moveNumber, spokenMove } from "../../web/moves.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("squares have the same name both ways", () => {
    for (let square = 0; square < 64; square++) assert.equal(squareOf(squareName(square, 8, 8)), square);
    assert.equal(squareName(0, 8, 8), "a8");
    assert.equal(squareName(11, 3, 6), "f2");
});

test("a placement is read and written back", () => {
    for (const placement of [START.split(" ")[0], "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ", "8/8/8/8/8/8/8/8"]) assert.equal(placementOf(piecesOf(placement)), placement);
    assert.equal(kingOf(piecesOf(START), "white"), 60);
    assert.equal(kingOf(new Map(), "black"), -1);
});

test("targets are gathered by piece", () => {
    const targets = targetsOf(["e2e4", "e2e3", "a7a8q", "a7a8n"]);
    assert.deepEqual([...targets.get(squareOf("e2"))], [squareOf("e4"), squareOf("e3")]);
    assert.equal(targets.get(squareOf("a7")).size, 1);
});

test("moves are numbered from the start position", () => {
    assert.deepEqual([0, 1, 2].map((i) => moveNumber(START, i)), ["1.", "", "2."]);
    const black = START.replace(" w ", " b ").replace(/1$/, "7");
    assert.deepEqual(firstMove(black), { number: 7, black: true });
    assert.deepEqual([0, 1, 2].map((i) => moveNumber(black, i)), ["7…", "8.", ""]);
});

test("moves are spoken", () => {
    speak("en");
    assert.equal(spokenMove("Nxf3+"), "knight takes f3, check");
    assert.equal(spokenMove("e8=Q#"), "pawn e8 becomes a queen, mate");
    assert.equal(spokenMove("O-O-O"), "castles long");
    assert.equal(spokenMove("exd6"), "pawn e takes d6");
    speak("nl");
    assert.equal(spokenMove("Qd4"), "dame d4");
    speak("en");
});

test("scores are shown for White", () => {
    assert.deepEqual(forWhite({ cp: 30 }, "black"), { cp: -30 });
    assert.equal(scoreText({ cp: -125 }), "−1.25");
    assert.equal(scoreText({ mate: -3 }), "−#3");
    assert.ok(share({ cp: 0 }) === 0.5 && share({ mate: 2 }) === 1 && share({ cp: -900 }) < 0.05);
    assert.equal(mistake({ cp: 20 }, { cp: -400 }, "white").kind, "blunder");
    assert.equal(mistake({ cp: 20 }, { cp: -400 }, "black"), null);
});

test("every language has the same words, and the page uses no others", async () => {
    const keys = Object.keys(LANGUAGES.en).sort();
    for (const [name, words] of Object.entries(LANGUAGES)) {
        assert.deepEqual(Object.keys(words).sort(), keys, name);
        for (const key of keys) {
            const holes = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
            assert.deepEqual(holes(words[key]), holes(LANGUAGES.en[key]), `${name} ${key}`);
        }
    }
    const folder = new URL("../../web/", import.meta.url);
    for (const file of (await readdir(folder)).filter((name) => name.endsWith(".js"))) {
        const source = await readFile(new URL(file, folder), "utf8");
        for (const [, key] of source.matchAll(/\bt\("([\w.-]+)"/g)) assert.ok(keys.includes(key), `${file}: ${key}`);
    }
    assert.equal(speak("xx"), "en");
    assert.equal(t("no such key"), "no such key");
});

test("problems are all different", () => {
    assert.equal(new Set(PROBLEMS.map(({ fen }) => fen)).size, PROBLEMS.length);
});

test("a client brings answers, events, refusals and losses to who asked", async () => {
    const sent = [];
    const port = { send: (line) => sent.push(JSON.parse(line)) };
    const client = new Client(port);
    const said = (object) => port.onLine(JSON.stringify(object));
    const heard = [];
    const one = client.ask("analyse", { nodes: 5 }, (event) => heard.push(event.depth));
    const two = client.ask("position");
    assert.deepEqual(sent[0], { id: 1, do: "analyse", nodes: 5 });
    said({ id: 1, event: "line", depth: 3 });
    said({ id: 2, error: { code: "bad-fen", text: "no king", faults: ["a", "b"] } });
    await assert.rejects(two, (error) => error instanceof Refusal && error.faults.length === 2);
    said({ id: 1, ok: true, best: "e2e4" });
    assert.equal((await one).best, "e2e4");
    said({ id: 1, event: "line", depth: 4 });
    assert.deepEqual(heard, [3]);
    const lost = client.ask("hello");
    let why = "";
    client.onLost = (words) => (why = words);
    port.onLost("gone");
    await assert.rejects(lost, (error) => error.code === "lost");
    assert.equal(why, "gone");
});

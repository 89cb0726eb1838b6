// The modules of the page that need no browser.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";
import { Client, Refusal } from "../../web/client.js";
import { eventsOf } from "../../web/ports.js";
import { scoreText, forWhite } from "../../web/scores.js";
import { STARTS, piecesOf, placementOf, rightsOf, squareName, squareOf, targetsOf, kingOf } from "../../web/squares.js";
import { LANGUAGES, speak, t } from "../../web/words.js";
import { PROBLEMS, problemOf } from "../../web/problems.js";
import { outcomeText, refusalText } from "../../web/refusals.js";
import { firstMove, moveNumber, numberAlways, spokenMove } from "../../web/moves.js";
import { isTurned, playerName, settingOf } from "../../web/newgame.js";
import { bestDefence, treeOf } from "../../web/solution.js";
import { savedAnalysis, savedGame, savedLoop, savedMate, savedSetup } from "../../web/saved.js";
import { lineThrough, nodeOf, sharedMoves, variationsOf } from "../../web/variations.js";

const START = STARTS.chess;

test("squares have the same name both ways", () => {
    for (let square = 0; square < 64; square++) assert.equal(squareOf(squareName(square, 8, 8)), square);
    assert.equal(squareName(0, 8, 8), "a8");
    assert.equal(squareName(11, 3, 6), "f2");
    const columns = [25, 26, 27, 51, 52, 701, 702].map((col) => squareName(col, 1, 1024));
    assert.deepEqual(columns, ["z1", "aa1", "ab1", "az1", "ba1", "zz1", "aaa1"]);
});

test("a placement is read and written back", () => {
    for (const placement of [START.split(" ")[0], "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ", "8/8/8/8/8/8/8/8"]) assert.equal(placementOf(piecesOf(placement)), placement);
    assert.equal(kingOf(piecesOf(START), "white"), 60);
    assert.equal(kingOf(new Map(), "black"), -1);
});

test("castling rights are told by their sides, whatever letters they are written with", () => {
    const of = (field, placement) => Object.values(rightsOf(field, piecesOf(placement)));
    assert.deepEqual(of("KQkq", START), ["K", "Q", "k", "q"]);
    assert.deepEqual(of("AHah", START), ["H", "A", "h", "a"]);
    assert.deepEqual(of("HQa", START), ["H", "Q", "", "a"]);
    assert.deepEqual(of("BFbf", "1r1k1r2/8/8/8/8/8/8/1R1K1R2"), ["F", "B", "f", "b"]);
    assert.deepEqual(of("-", START), ["", "", "", ""]);
    assert.deepEqual(of("KHx", "8/8/8/8/8/8/8/8"), ["KH", "", "", ""]);
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
    assert.deepEqual([0, 1, 2].map((i) => numberAlways(black, i)), ["7…", "8.", "8…"]);
});

test("a PGN has a main line and variations, as far as they can be played", () => {
    // 1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) (1... -- 2. d4) 2. f4!
    const nodes = [
        { after: 0, san: "e4", uci: "e2e4" },
        { after: 1, san: "e5", uci: "e7e5" },
        { after: 1, san: "c5", uci: "c7c5" },
        { after: 3, san: "Nf3", uci: "g1f3" },
        { after: 3, san: "c3", uci: "c2c3", comment: "sound" },
        { after: 5, san: "d5", uci: "d7d5" },
        { after: 1, san: "--" },
        { after: 7, san: "d4", uci: "d2d4" },
        { after: 2, san: "f4", uci: "f2f4", nags: [44, 1] },
    ];
    const sans = (node) => lineThrough(nodes, node).map(({ san, sign }) => san + sign).join(" ");
    assert.deepEqual([0, 3, 5, 7].map(sans), ["e4 e5 f4!", "e4 c5 Nf3", "e4 c5 c3 d5", "e4"]);
    assert.equal(lineThrough(nodes, 5)[2].comment, "sound");
    assert.deepEqual(variationsOf(nodes, START), [
        { node: 3, from: 1, words: "1…c5 2.Nf3" },
        { node: 5, from: 2, words: "2.c3 d5" },
        { node: 7, from: 1, words: "1…-- 2.d4" },
    ]);
    assert.deepEqual([lineThrough([], 0), variationsOf([], START)], [[], []]);
    assert.deepEqual(lineThrough(nodes, 5).map(({ node }) => node), [1, 3, 5, 6]);
    assert.deepEqual([nodeOf(nodes, 1, "c7c5"), nodeOf(nodes, 0, "e2e4"), nodeOf(nodes, 2, "c7c5"), nodeOf([], 0, "e2e4")], [3, 1, 0, 0]);
    const shared = (one, other) => sharedMoves(lineThrough(nodes, one), lineThrough(nodes, other));
    assert.deepEqual([shared(0, 3), shared(3, 5), shared(0, 0), shared(0, 7), sharedMoves([], [])], [1, 2, 3, 1, 0]);
});

test("the board is turned for Black, never in a race, and as the user wants it", () => {
    const alone = { white: "roek:3", black: "human" };
    assert.deepEqual([{ ...alone, variant: "chess" }, alone, { white: "human", black: "human" }, { white: "bimbi", black: "optimus" }].map(isTurned), [true, true, false, false]);
    for (const variant of ["racingkings", "Racing Kings", "race"]) {
        assert.equal(isTurned({ ...alone, variant }), false, variant);
        assert.equal(isTurned({ ...alone, variant, flipped: true }), true, variant);
    }
    assert.equal(isTurned({ ...alone, variant: "chess", flipped: false }), false);
});

/** The value, and each of these in its place: what another program may have written. */
function spoiled(value) {
    const others = [null, -1, 1.5, "x", [], {}, undefined];
    return [...others, ...Object.keys(value).flatMap((name) => others.map((other) => ({ ...value, [name]: other })))];
}

test("what was stored is gone on with if it is whole", () => {
    const game = { variant: "chess", white: "human", black: "roek:3", fen: START, moves: ["e2e4"], result: "0-1", reason: "time" };
    assert.equal(savedGame(game), game);
    for (const bad of [null, 5, {}, { ...game, time: 5 }, { ...game, variant: null }, { ...game, reason: {} }]) assert.equal(savedGame(bad), null);
    const setup = { variant: "racingkings", fen: "rubbish" };
    assert.equal(savedSetup(setup), setup);
    for (const bad of [null, { ...setup, variant: "toString" }, { ...setup, fen: 7 }]) assert.equal(savedSetup(bad), null);
    const mate = { variant: "chess", fen: START, n: "3", goal: "mate", path: ["e2e4"], left: 2, day: null };
    assert.equal(savedMate(mate, 7), mate);
    assert.ok(savedMate({ ...mate, day: 7 }, 7));
    for (const bad of [null, { ...mate, day: 6 }, { ...mate, goal: "glory" }, { ...mate, path: "e2e4" }, { ...mate, left: -1 }]) assert.equal(savedMate(bad, 7), null);
    for (const bad of spoiled(mate)) assert.doesNotThrow(() => savedMate(bad, 7));
});

test("an analysis is gone on with if its text is the one it was stored with", () => {
    const place = { id: 0.5, variant: "chess", number: 2, through: 3, ply: 4, tried: { 1: [], 2: [{ after: 0, move: "e2e4" }] } };
    assert.deepEqual(savedAnalysis(place, { id: 0.5, text: "1. d4 *" }), { ...place, text: "1. d4 *" });
    assert.equal(savedAnalysis(place, { id: 0.6, text: "1. d4 *" }), null); // another window's
    const one = savedAnalysis(place, { id: 0.5, text: "1. d4 *", only: 2 });
    assert.deepEqual([one.number, one.tried], [1, { 1: [{ after: 0, move: "e2e4" }] }]);
    assert.equal(savedAnalysis(place, { id: 0.5, text: "1. d4 *", only: 1 }), null);
    assert.equal(savedAnalysis({ ...place, tried: { 1: [{ after: "0", move: "e2e4" }] } }, { id: 0.5, text: "" }), null);
    for (const bad of spoiled(place)) assert.doesNotThrow(() => savedAnalysis(bad, { id: 0.5, text: "*" }));
    for (const bad of spoiled({ id: 0.5, text: "*", only: 2 })) assert.doesNotThrow(() => savedAnalysis(place, bad));
});

test("a loop is gone on with if everything stands on its board", () => {
    const types = ["rooks", "bishops"];
    const puzzle = { name: "3-5", first: [0], second: [3], empty: [], loop: [0, 1, 2, 3] };
    const loop = { rows: 2, cols: 3, n: 2, types, level: 3, put: [[0, 0], [3, 1], [5, "empty"]], puzzle, time: 61000, hints: 1 };
    assert.equal(savedLoop(loop, types), loop);
    assert.ok(savedLoop({ ...loop, puzzle: null, time: null }, types));
    const wrong = { rows: 0, cols: 1024, types: ["rooks", "dragons"], put: [[6, 0]], puzzle: { ...puzzle, loop: [6] }, time: -1, level: 9, hints: "1" };
    for (const [name, value] of Object.entries(wrong)) assert.equal(savedLoop({ ...loop, [name]: value }, types), null, name);
    for (const bad of spoiled(loop)) assert.doesNotThrow(() => savedLoop(bad, types));
});

test("the best defence holds out longest", () => {
    const steps = [
        { ply: 0, san: "Qd3" },
        { ply: 1, san: "Ka4" },
        { ply: 2, san: "Qa3" },
        { ply: 1, san: "Ka5" },
        { ply: 2, san: "b8=Q" },
        { ply: 3, san: "Ka4" },
        { ply: 4, san: "Qa6" },
        { ply: 1, san: "Kc5", same: 1 },
    ];
    const [key] = treeOf(steps);
    assert.deepEqual(key.replies.map(({ san }) => san), ["Ka4", "Ka5", "Kc5"]);
    assert.equal(bestDefence(key.replies).san, "Ka5");
    assert.equal(key.replies[2].alike, key.replies[0]);
    assert.equal(key.replies[0].before, key);
});

test("the form of a new game becomes what the session is asked for", () => {
    const chosen = { mode: "you", variant: "chess", color: "black", opponent: "bimbi", first: "roek:1", second: "roek:2", clock: "none", minutes: "5", increment: "3", shuffle: "", fen: " " };
    assert.deepEqual(settingOf(chosen), { variant: "chess", shuffle: undefined, fen: undefined, time: "none", white: "bimbi", black: "human" });
    assert.deepEqual(settingOf({ ...chosen, mode: "computers", variant: "racingkings", clock: "own", fen: "8/8 w" }), { variant: "racingkings", shuffle: undefined, fen: "8/8 w", time: "300+3", white: "roek:1", black: "roek:2" });
    assert.equal(settingOf({ ...chosen, variant: "chess960", shuffle: "518" }).shuffle, 518);
    assert.equal(settingOf({ ...chosen, variant: "chess960" }, () => 0.999).shuffle, 959);
    assert.equal(settingOf({ ...chosen, color: "either" }, () => 0.9).black, "human");
    assert.equal(playerName("roek:7"), "Roek, level 7");
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
    assert.deepEqual(forWhite({ cp: 30, chance: 0.75 }, "black"), { cp: -30, mate: undefined, chance: 0.25 });
    assert.deepEqual(forWhite({ mate: 2, chance: 1 }, "black"), { cp: undefined, mate: -2, chance: 0 });
    assert.equal(scoreText({ cp: -125 }), "−1.25");
    assert.equal(scoreText({ mate: -3 }), "−#3");
});

test("refusals are put into the reader's words", () => {
    const why = (error) => refusalText(new Refusal({ code: "illegal", text: "in English", ...error }));
    const pinned = { reason: "pinned", names: { piece: "Be3", by: "Re8" } };
    const said = { en: "The bishop on e3 is pinned by the rook on e8", nl: "De loper op e3 is gepend door de toren op e8", de: "Läufer e3 ist durch Turm e8 gefesselt" };
    for (const [language, words] of Object.entries(said)) {
        speak(language);
        assert.equal(why(pinned), words);
    }
    assert.equal(why({ reason: "moves-otherwise", names: { role: "Q" } }), "Eine Dame zieht nicht so");
    assert.equal(why({ reason: "over", names: { outcome: "stalemate" } }), "Die Partie ist zu Ende: patt");
    speak("en");
    assert.equal(why({ reason: "pgn-move", names: { game: "2", line: "7", column: "1", found: "Bd4" }, because: pinned }), "Game 2, line 7, Bd4: the bishop on e3 is pinned by the rook on e8");
    assert.equal(why({ code: "bad-fen", reason: "unplayable", reasons: ["no-white-king", "pawns"] }), "White has no king; Racing Kings has no pawns");
    assert.equal(why({ code: "over" }), "The game is over");
    assert.equal(why({ code: "new-and-strange", reason: "unheard-of" }), "in English");
    assert.equal(outcomeText({ result: "0-1", reason: "time" }), "Black wins (time ran out)");
});

/** The names for programs in a table of the C source. */
async function namesIn(file, pattern) {
    const source = await readFile(new URL(`../../src/${file}`, import.meta.url), "utf8");
    return [...source.matchAll(pattern)].map(([, name]) => name);
}

test("every reason of the session has its sentence", async () => {
    const rows = {
        why: [
            ...(await namesIn("notation/text/illegal_move.c", /\[[A-Z_]+\] =\s*\{"([\w-]+)",/g)),
            ...(await namesIn("notation/text/fen.c", /\[FEN_\w+\] =\s*\{"([\w-]+)",/g)),
            ...(await namesIn("notation/pgn/pgn_read.c", /\[PGN_\w+\] =\s*"([\w-]+)"/g)),
            ...(await namesIn("solve/loop/loop_board.c", /\[LOOP_\w+\] =\s*\{"(loop-[\w-]+)"/g)),
        ],
        fault: await namesIn("core/setup.c", /^ {4}\{"([\w-]+)", "/gm),
        reason: await namesIn("core/outcome.c", /\[[A-Z_]+\] =\s*\{"([\w-]+)",/g),
    };
    assert.deepEqual([rows.why.length, rows.fault.length, rows.reason.length], [40 + 16 + 9 + 7, 12, 15]);
    const unsaid = ["none", "fen-good", "unplayable", "pgn-good", "loop-good", "ongoing"];
    for (const [group, names] of Object.entries(rows))
        for (const name of names) assert.ok(unsaid.includes(name) || LANGUAGES.en[`${group}.${name}`], `${group}.${name}`);
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

test("the problem of the day changes at the reader's midnight", () => {
    const zone = process.env.TZ;
    for (const place of ["Pacific/Auckland", "America/Los_Angeles", "UTC"]) {
        process.env.TZ = place;
        const at = (day, hour) => problemOf(new Date(2024, 4, day, hour, 30));
        assert.equal(at(17, 0), at(17, 23), place);
        assert.notEqual(at(17, 23), at(18, 0), place);
        const days = Array.from({ length: PROBLEMS.length }, (_, day) => at(day, 1)); // with the days that clocks are changed
        assert.equal(new Set(days).size, PROBLEMS.length, place);
    }
    process.env.TZ = zone ?? "";
    if (zone === undefined) delete process.env.TZ;
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
    const why = [];
    client.onLost = (words) => why.push(words);
    port.onLost("gone");
    port.onLost("gone again"); // of another line that could not be sent
    await assert.rejects(lost, (error) => error.code === "lost");
    await assert.rejects(client.ask("hello"), (error) => error.code === "lost");
    assert.deepEqual([why, sent.length], [["gone"], 3]);
});

/** A client of a port that goes down and comes up, with all that it sends. */
function clientThatReconnects() {
    const sent = [];
    const port = { reconnects: true, send: (text) => sent.push(JSON.parse(text)) };
    const client = new Client(port);
    return { client, port, sent, said: (object) => port.onLine(JSON.stringify(object)), take: () => sent.splice(0) };
}

test("what was asked while the session was out of reach is asked when it is back", async () => {
    const { client, port, take, said } = clientThatReconnects();
    const told = [];
    client.onAway = (why) => told.push(why);
    client.onBack = () => told.push("back");
    const early = client.ask("hello");
    assert.deepEqual(take(), []);
    port.onUp();
    assert.deepEqual(take(), [{ id: 1, do: "hello" }]);
    said({ id: 1, ok: true });
    await early;
    const heard = [];
    const list = client.ask("loop-list", {}, ({ number }) => heard.push(number));
    said({ id: 2, event: "solution", number: 1 });
    said({ id: 2, event: "solution", number: 2 });
    take();
    port.onDown("gone");
    port.onDown("gone");
    const late = client.ask("position");
    client.cancel(2);
    assert.deepEqual(take(), []);
    port.onUp();
    assert.deepEqual(take().map((request) => [request.id, request.do]), [[2, "loop-list"], [3, "position"], [4, "cancel"]]);
    for (const number of [1, 2, 3]) said({ id: 2, event: "solution", number });
    assert.deepEqual(heard, [1, 2, 3]);
    said({ id: 2, ok: true, cancelled: true });
    said({ id: 3, ok: true, turn: "white" });
    assert.equal((await list).cancelled, true);
    assert.equal((await late).turn, "white");
    assert.deepEqual(told, ["back", "gone", "gone", "back"]);
    port.onDown("gone");
    port.onUp();
    assert.deepEqual(take().map((request) => request.id), [4]); // to which nothing was said yet
});

test("games are begun anew where they were", async () => {
    const { client, port, take, said } = clientThatReconnects();
    port.onUp();
    const events = [];
    const fields = { variant: "chess", shuffle: 7, white: "human", black: "roek:3", time: { base: 60000 }, pace: 400 };
    const game = client.begin(fields, (event) => events.push(event.event));
    const state = { variant: "chess", plies: 2, turn: "white", paused: false, clock: { white: 50000, black: 40000.4 }, result: "*" };
    const restart = () => {
        port.onDown("gone");
        take();
        port.onUp();
        return take();
    };
    assert.deepEqual(restart(), [{ id: 1, do: "new", ...fields }]); // there was no answer yet
    said({ id: 1, ok: true });
    await game;
    assert.deepEqual(restart(), [{ id: 1, do: "new", ...fields }]); // and nothing was heard of it
    said({ id: 1, ok: true });
    said({ id: 1, event: "began", ...state, fen: "S", ply: 0, start: "S", uci: [], turn: "black" });
    said({ id: 1, event: "moved", ...state, fen: "A", ply: 1, uci: "e2e4", turn: "black" });
    said({ id: 1, event: "moved", ...state, fen: "B", ply: 2, uci: "e7e5" });
    client.ask("pace", { game: 1, ms: 0 }).catch(() => {});
    said({ id: 2, ok: true });
    const { shuffle, ...rest } = fields;
    const [anew, ...more] = restart();
    assert.ok(anew.left.white <= 50000 && anew.left.white > 0, anew.left.white); // ran until the server was gone
    assert.deepEqual(anew, { id: 1, do: "new", ...rest, pace: 0, fen: "S", moves: ["e2e4", "e7e5"], ply: 2, left: { white: anew.left.white, black: 40000 }, paused: false });
    assert.deepEqual(more, []);
    said({ id: 1, event: "went", ...state, fen: "A", ply: 1, start: "S", uci: ["e2e4", "e7e5"], paused: true });
    said({ id: 1, event: "offered", color: "white" });
    port.onDown("gone");
    for (const move of ["d7d5", "c7c5"]) client.ask("move", { game: 1, move }).catch(() => {});
    client.ask("move", { game: 9, move: "a2a3" }).catch(() => {});
    take();
    port.onUp();
    assert.deepEqual(
        take().map(({ id, do: what, ply, paused, move }) => ({ id, what, ply, paused, move })).map((one) => JSON.parse(JSON.stringify(one))),
        [{ id: 1, what: "new", ply: 1, paused: true }, { id: 6, what: "offer" }, { id: 4, what: "move", move: "c7c5" }, { id: 5, what: "move", move: "a2a3" }],
    );
    said({ id: 1, event: "ended", ...state, fen: "A", ply: 1, result: "0-1", reason: "resignation" });
    const [over] = restart();
    assert.deepEqual([over.result, over.reason], ["0-1", "resignation"]);
    said({ id: 1, error: { code: "too-many", text: "too many games" } });
    assert.equal(events.at(-1), "fault"); // it cannot be gone on with
    assert.deepEqual(restart().filter((request) => request.do === "new"), []);
});

test("a game that is ended is not begun anew", () => {
    const { client, port, take, said } = clientThatReconnects();
    port.onUp();
    client.begin({}, () => {});
    said({ id: 1, ok: true });
    client.end(1);
    said({ id: 2, ok: true });
    take();
    port.onDown("gone");
    port.onUp();
    assert.deepEqual(take(), []);
});

test("events of a stream are read however they are cut", async () => {
    const text = 'event: session\ndata: 12\n\n:\n\ndata: {"a: b":"♞"}\n\ndata: 2\n\ndata: cut';
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size < bytes.length; size++) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size));
        const found = [];
        for await (const { name, data } of eventsOf(ReadableStream.from(pieces))) found.push([name, data]);
        assert.deepEqual(found, [["session", "12"], ["message", '{"a: b":"♞"}'], ["message", "2"]]);
    }
});

test("modules share no name, as the page joins them", async () => {
    const folder = new URL("../../web/", import.meta.url);
    const owners = new Map();
    for (const file of (await readdir(folder)).filter((name) => /\.js$/.test(name) && !["engine.js", "worker.js"].includes(name))) {
        const source = await readFile(new URL(file, folder), "utf8");
        for (const [, name] of source.matchAll(/^(?:export )?(?:async )?(?:const|let|class|function) (\w+)/gm)) {
            assert.equal(owners.get(name), undefined, `${name} in ${file} and ${owners.get(name)}`);
            owners.set(name, file);
        }
    }
    assert.ok(owners.size > 50);
});

// What the page keeps: a game that is analysed, games that have ended, positions, puzzles; all of it
// comes back when the page is loaded again.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { FILE, TWO, drag, holds, launch, leave, lists, reloadWhen, says, square, turnTo, visit } from "./page.mjs";

const GAME = "d4 Nf6 c4 e6 Nf3 d5 Nc3 Bb4 Bg5 h6 Bxf6 Qxf6 e3 O-O Rc1 dxc4 Bxc4 c5 O-O cxd4 exd4 Nc6 a3 Ba5 b4 Bb6 d5 exd5 Nxd5 Qd6 Nxb6 axb6 Qxd6".split(" ");
const TEXT = `[Event "Club"]\n[White "Ada"]\n[Black "Ben"]\n[Result "1-0"]\n\n{A quiet start} ${GAME.map((san, i) => `${i % 2 ? "" : `${i / 2 + 1}. `}${san}`).join(" ")} {and White won} 1-0\n`;
let browser;

before(async () => (browser = await launch()));
after(() => browser.close());

const press = (page, name) => page.locator("main").getByRole("button", { name, exact: true }).click();

/** What "Save PGN" saves. */
async function savedPgn(page) {
    await page.getByText("PGN and FEN").click();
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Save PGN")]);
    await page.getByText("PGN and FEN").click();
    return (await readFile(await file.path(), "utf8")).replace(/\s+/g, " ");
}

/** Ada against Ben after 17 plies, with another move tried there. */
async function tryAnotherMove(page) {
    await lists(page, GAME);
    await page.locator(".moves .san").nth(16).click();
    await holds(page, "c4", "white bishop");
    await drag(page, "b8", "c6");
    await lists(page, [...GAME.slice(0, 17), "Nc6"]);
}

test("a trial move keeps the game that was loaded, in the page, as PGN and after a reload", async () => {
    const page = await visit(browser, { hash: `#pgn=${encodeURIComponent(TEXT)}` });
    await tryAnotherMove(page);
    await page.locator("ol.lines .line", { hasText: /./ }).first().click(); // and on with the engine's move
    await page.waitForFunction(() => document.querySelectorAll(".moves .san").length === 19);
    await press(page, "Main line");
    await lists(page, GAME);
    await holds(page, "c4", "white bishop"); // where the game was left
    await holds(page, "b8", "black knight");
    await page.getByText("Ada – Ben, 1-0").waitFor();
    for (const san of ["c5", "O-O"]) {
        await page.keyboard.press("ArrowRight");
        await page.locator(".moves [aria-current]", { hasText: san }).waitFor(); // the moves of the game go on
    }
    const pgn = await savedPgn(page);
    for (const words of ['[White "Ada"]', '[Result "1-0"]', "{A quiet start} 1. d4", "9. Bxc4 c5 (9... Nc6 10. ", ") 10. O-O cxd4", "17. Qxd6 {and White won} 1-0"]) assert.ok(pgn.includes(words), `${words} in ${pgn}`);
    await page.getByRole("button", { name: /^9…Nc6/ }).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves .san").length === 19);
    const variation = await page.locator(".moves .san").allTextContents();
    await reloadWhen(page, "analysis", (kept) => kept.ply === 18);
    await lists(page, variation);
    await holds(page, "c6", "black knight"); // at the move that was tried
    assert.equal((await savedPgn(page)), pgn);
    await press(page, "Main line");
    await lists(page, GAME);
    await page.getByText("Ada – Ben, 1-0").waitFor();
    await leave(page);
});

test("a judged game stays judged when another move is tried in it", async () => {
    const page = await visit(browser, { hash: `#pgn=${encodeURIComponent("1. f3 e5 2. g4?? Qh4# 0-1")}` });
    await press(page, "Judge the game");
    await page.getByText("Accuracy").waitFor();
    const judged = await page.locator(".mistakes").textContent();
    await page.locator(".moves .san").first().click();
    await holds(page, "f3", "white pawn");
    await drag(page, "d7", "d5");
    await page.waitForFunction(() => document.querySelectorAll(".moves .san").length === 2);
    assert.equal(await page.getByText("Accuracy").count(), 0); // of a game that ends otherwise
    await press(page, "Main line");
    await page.getByText("Accuracy").waitFor();
    assert.equal(await page.locator(".mistakes").textContent(), judged);
    assert.ok(await page.locator(".graph").isVisible());
    await leave(page);
});

test("moves that are tried in several games of a collection stay in each of them", async () => {
    const page = await visit(browser, { hash: `#pgn=${encodeURIComponent('[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 d5 (1... Nf6 2. c4) *\n')}` });
    await lists(page, ["e4", "e5"]);
    await drag(page, "g1", "f3");
    await lists(page, ["e4", "e5", "Nf3"]);
    await press(page, "Next game");
    await lists(page, ["d4", "d5"]);
    await page.keyboard.press("Home");
    await holds(page, "d2", "white pawn");
    await drag(page, "d2", "d4"); // which is in the game, and its line goes on
    await page.locator(".moves [aria-current]", { hasText: "d4" }).waitFor();
    await drag(page, "g8", "f6"); // which is in it as a variation
    await lists(page, ["d4", "Nf6", "c4"]);
    await drag(page, "g1", "f3");
    await lists(page, ["d4", "Nf6", "Nf3"]);
    await reloadWhen(page, "analysis", (kept) => kept.number === 2 && kept.ply === 3);
    await lists(page, ["d4", "Nf6", "Nf3"]);
    assert.deepEqual(await page.locator(".variations button").allTextContents(), ["Main line", "1…Nf6 2.c4", "2.Nf3"]);
    await press(page, "Previous game");
    await lists(page, ["e4", "e5", "Nf3"]);
    await leave(page);
});

test("an analysis without a loaded game comes back, too", async () => {
    const page = await visit(browser, { hash: "#fen=8/7K/8/8/8/k7/8/8_w_-_-_0_1&variant=Racing%20Kings" });
    await holds(page, "h7", "white king");
    await drag(page, "h7", "g7");
    await lists(page, ["Kg7"]);
    await drag(page, "a3", "a4");
    await lists(page, ["Kg7", "Ka4"]);
    await page.keyboard.press("ArrowLeft");
    await holds(page, "a3", "black king");
    await reloadWhen(page, "analysis", (kept) => kept.ply === 1);
    await lists(page, ["Kg7", "Ka4"]);
    await holds(page, "g7", "white king");
    assert.equal(await page.locator("#analyse-variant").inputValue(), "racingkings");
    await leave(page);
});

test("what is stored for the analysis may be anything", async () => {
    const page = await visit(browser, { hash: "#play" });
    await says(page, /White to move/);
    const place = { id: 1, variant: "chess", number: 1, through: 0, ply: 0, tried: {} };
    const stored = [
        [7, 7],
        [place, { id: 2, text: "1. d4 *" }],
        [place, { id: 1, text: "rubbish" }],
        [{ ...place, number: 9, ply: 1e9, tried: { 9: [{ after: 44, move: "e9" }] } }, { id: 1, text: "1. d4 *" }],
        [{ ...place, tried: { 1: [{ after: 0, move: "e9" }] } }, { id: 1, text: "1. d4 *" }],
        [{ ...place, number: 2 }, { id: 1, text: "1. d4 *", only: 1 }],
    ];
    for (const [place, text] of stored) {
        await page.evaluate((kept) => kept.forEach(([name, value]) => localStorage.setItem(`roek.${name}`, JSON.stringify(value))), [["analysis", place], ["analysis.text", text]]);
        await turnTo(page, "analyse");
        await holds(page, "e2", "white pawn");
        await turnTo(page, "play");
        await page.reload();
        await says(page, /White to move/);
    }
    await leave(page);
});

/** Each kind of end that players bring about, by a game between two people at one board. */
const ENDS = {
    resignation: [{}, (page) => press(page, "Resign"), /White wins \(resignation\)/],
    time: [{ time: "1+0" }, () => null, /Draw|White wins \(time ran out\)/],
    agreement: [{}, async (page) => {
        await press(page, "Offer draw");
        await press(page, "Accept");
    }, /Draw \(agreement\)/],
    "fifty moves": [{ fen: "4k3/8/8/8/8/8/P7/R3K3 w - - 99 90" }, (page) => press(page, "Claim draw"), /Draw \(fifty moves/],
};

for (const [kind, [fields, end, result]] of Object.entries(ENDS))
    test(`a game that ended by ${kind} is shown after a reload`, async () => {
        const page = await visit(browser, { game: { ...TWO, ...fields } });
        await says(page, /White to move/);
        await drag(page, ...(fields.fen ? ["a1", "b1"] : ["e2", "e4"]));
        await page.locator(".moves .san").waitFor();
        await end(page);
        await says(page, result);
        const [status, moves] = [await page.locator("main .status").textContent(), await page.locator(".moves .san").allTextContents()];
        await reloadWhen(page, "game", (game) => game.result && game.result !== "*");
        await says(page, result);
        assert.equal(await page.locator("main .status").textContent(), status);
        await lists(page, moves);
        assert.match(await savedPgn(page), status.startsWith("Draw") ? /1\/2-1\/2 $/ : / 1-0 $/);
        await press(page, "Rematch");
        await says(page, /White to move/);
        await leave(page);
    });

test("Roek does not play on in a game that was resigned, and the resignation can be taken back after a reload", async () => {
    const page = await visit(browser, { game: { variant: "chess", white: "human", black: "roek:1" } });
    await says(page, /White to move/);
    await press(page, "Resign");
    await says(page, /Black wins \(resignation\)/);
    await reloadWhen(page, "game", (game) => game.result === "0-1");
    await says(page, /Black wins \(resignation\)/);
    await lists(page, []);
    await press(page, "Undo");
    await says(page, /White to move/);
    await reloadWhen(page, "game", (game) => !game.result);
    await says(page, /White to move/);
    await leave(page);
});

/** What stands on all squares, as it is spoken. */
const standing = (page) => page.locator("main .cell").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));

test("a position that is set up comes back, also one with faults", async () => {
    const page = await visit(browser, { hash: "#setup" });
    await page.getByText("This position can be played").waitFor();
    await press(page, "Clear");
    await page.locator("#setup-turn").selectOption("b");
    await press(page, "white king");
    await square(page, "e1").click();
    await page.getByText("Black has no king").waitFor();
    await reloadWhen(page, "setup", (kept) => kept.fen === "8/8/8/8/8/8/8/4K3 b - - 0 1");
    await page.getByText("Black has no king").waitFor();
    await holds(page, "e1", "white king");
    assert.equal(await page.locator("#setup-turn").inputValue(), "b");
    await page.locator("#setup-variant").selectOption("racingkings");
    await reloadWhen(page, "setup", (kept) => kept.variant === "racingkings");
    await page.getByText("This position can be played").waitFor();
    await holds(page, "h2", "white king");
    assert.equal(await page.locator("#setup-variant").inputValue(), "racingkings");
    await leave(page);
});

test("a loop that is half solved comes back, with its time and hints", async () => {
    const page = await visit(browser, { hash: "#loop=3-5" });
    await says(page, /Still to place/);
    const [free] = await page.locator("main .cell").evaluateAll((cells) => cells.filter((cell) => / empty$/.test(cell.getAttribute("aria-label"))).map((cell) => cell.dataset.square));
    await press(page, "Show the solution");
    await says(page, /A loop/);
    const right = await page.locator("main .cell").evaluateAll((cells) => cells.find((cell) => / white rook$/.test(cell.getAttribute("aria-label"))).dataset.square);
    await press(page, "Start again");
    await says(page, /Still to place: 3 rooks/);
    await press(page, "Hint");
    await page.locator(".cell.hinted").waitFor();
    await square(page, right).click();
    await says(page, /Still to place: 2 rooks/);
    for (const what of ["white", "black", "crossed out"]) {
        await square(page, free).click();
        await holds(page, free, what);
    }
    await page.waitForFunction(() => document.querySelector(".timer").textContent >= "0:02");
    await says(page, /Still to place: 2 rooks/);
    const seen = await standing(page);
    await reloadWhen(page, "loop", (kept, count) => kept.hints === 1 && kept.put.length === count, seen.filter((words) => !/ empty$/.test(words)).length);
    await says(page, /Still to place: 2 rooks/);
    assert.deepEqual(await standing(page), seen);
    await page.waitForFunction(() => document.querySelector(".timer").textContent >= "0:02");
    await page.getByText("4 rooks and 4 bishops", { exact: true }).waitFor();
    await page.goto("about:blank");
    await page.goto(`${FILE}#loop=3-5`); // who opens the link again goes on
    await says(page, /Still to place: 2 rooks/);
    assert.deepEqual(await standing(page), seen);
    await press(page, "Start again");
    await holds(page, free, "empty");
    await leave(page);
});

test("a loop board of one's own comes back", async () => {
    const page = await visit(browser, { hash: "#loop=3x6,2,queens,knights" });
    await page.waitForFunction(() => document.querySelectorAll("main .cell").length === 18);
    await square(page, "a1").click();
    await says(page, /Still to place: 1 queens and 2 knights/);
    await page.locator("#loop-n").fill("3");
    await page.locator("#loop-n").press("Enter"); // another board, empty
    await holds(page, "a1", "empty");
    await square(page, "b2").click();
    await says(page, /Still to place: 2 queens and 3 knights/);
    await reloadWhen(page, "loop", (kept) => kept.n === 3 && kept.put.length === 1);
    await says(page, /Still to place: 2 queens and 3 knights/);
    await holds(page, "b2", "white queen");
    assert.equal(await page.locator("main .cell").count(), 18);
    await leave(page);
});

test("a mate that is half found comes back", async () => {
    const page = await visit(browser, { hash: "#mate=8/1P6/6QK/8/1k6/8/8/8_w_-_-_0_1&n=3" });
    await says(page, /White to move: mate in 3/);
    await drag(page, "g6", "d3");
    await says(page, /Qd3 is right! K.. is the answer: mate in 2/);
    const seen = await standing(page);
    await reloadWhen(page, "mate", (kept) => kept.path?.length === 2);
    await says(page, /White to move: mate in 2/);
    assert.deepEqual(await standing(page), seen);
    assert.equal(await page.locator("#mate-n").inputValue(), "3");
    await drag(page, "b7", "b8");
    await page.locator('.promotion [data-piece="q"]').click();
    await says(page, /b8=Q.? is right! K.. is the answer: mate in 1/);
    await leave(page);
});

test("the problem of the day changes at the reader's midnight, and yesterday's is not kept", async () => {
    const page = await visit(browser, { url: "about:blank", timezoneId: "Pacific/Auckland" });
    const fens = [];
    for (const time of ["2024-05-17T00:30:00+12:00", "2024-05-17T23:30:00+12:00", "2024-05-18T00:30:00+12:00"]) {
        await page.clock.setFixedTime(new Date(time));
        await page.goto("about:blank");
        await page.goto(`${FILE}#mates`);
        await says(page, /to move: mate in \d/);
        fens.push(await page.locator("#mate-fen").inputValue());
    }
    assert.equal(fens[0], fens[1]);
    assert.notEqual(fens[1], fens[2]);
    await leave(page);
});

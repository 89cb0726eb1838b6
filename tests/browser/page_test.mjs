// The page as people use it, from one file without a server.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { FILE, TWO, blank, drag, holds, launch, leave, lists, reload, reloadWhen, says, square, tap, told, turnTo, visit, walk } from "./page.mjs";

const FOOLS_MATE = [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]];
let browser;

before(async () => (browser = await launch()));
after(() => browser.close());

test("a game is won by mouse", async () => {
    const page = await visit(browser, { game: TWO });
    await says(page, /White to move/);
    assert.deepEqual(await page.locator(".plate .name").allTextContents(), ["Black", "White"]);
    for (const [from, to] of FOOLS_MATE) {
        await drag(page, from, to);
        await holds(page, from, "empty");
    }
    await says(page, /Black wins/);
    await lists(page, ["f3", "e5", "g4", "Qh4#"]);
    await leave(page);
});

test("a game is won by touch", async () => {
    const page = await visit(browser, { game: TWO, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await says(page, /White to move/);
    for (const [from, to] of FOOLS_MATE) {
        await tap(page, from);
        await tap(page, to);
        await holds(page, from, "empty");
    }
    await says(page, /Black wins/);
    await leave(page);
});

test("a second finger on the board moves nothing", async () => {
    const page = await visit(browser, { game: TWO, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await says(page, /White to move/);
    const devices = await page.context().newCDPSession(page);
    const finger = async (id, name) => {
        const box = await square(page, name).boundingBox();
        return { id, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const touch = (type, ...touchPoints) => devices.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", await finger(1, "e2"));
    await touch("touchMove", await finger(1, "e4"));
    await touch("touchStart", await finger(1, "e4"), await finger(2, "d2"));
    await touch("touchMove", await finger(1, "e4"), await finger(2, "d4"));
    await touch("touchEnd", await finger(1, "e4")); // the second one leaves
    await touch("touchEnd");
    await holds(page, "e4", "white pawn");
    await holds(page, "d2", "white pawn");
    assert.equal(await page.locator(".dragged").count(), 0);
    await leave(page);
});

test("a game is won by keyboard alone, walking and typing", async () => {
    const page = await visit(browser, { game: TWO });
    await says(page, /White to move/);
    await square(page, "e2").focus();
    for (const [from, to] of FOOLS_MATE.slice(0, 2)) {
        await walk(page, from);
        await walk(page, to);
        await holds(page, from, "empty");
    }
    for (const move of ["g4", "Qh4"]) {
        await page.keyboard.press("Escape");
        await page.locator("#typed").focus();
        await page.keyboard.type(move);
        await page.keyboard.press("Enter");
    }
    await says(page, /Black wins/);
    await page.locator("#announcer", { hasText: /Black wins/ }).waitFor({ state: "attached" });
    await leave(page);
});

test("Roek answers, in both builds of the engine", async () => {
    for (const sliced of [false, true]) {
        const page = await visit(browser, { game: { variant: "chess", white: "human", black: "roek:1" }, sliced });
        await says(page, /White to move/);
        await drag(page, "e2", "e4");
        await page.waitForFunction(() => document.querySelectorAll(".moves .san").length === 2);
        await says(page, /White to move/);
        await leave(page);
    }
});

test("a Racing Kings game goes to its end", async () => {
    const page = await visit(browser, { game: { variant: "racingkings", fen: "8/K7/8/8/8/8/7k/8 w - - 0 1", white: "human", black: "bimbi" } });
    await says(page, /White to move/);
    await drag(page, "a7", "a8");
    await says(page, /White wins/);
    await leave(page);
});

test("promotion, castling, en passant and Chess960 castling", async () => {
    const cases = [
        ["8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7", "a8", "a8=N", "white knight"],
        ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "g1", "O-O", "white king"],
        ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "d6", "exd6", "white pawn"],
        ["4k3/8/8/8/8/8/8/1K3R2 w F - 0 1", "b1", "f1", "O-O", "white rook"],
    ];
    for (const [fen, from, to, san, words] of cases) {
        const page = await visit(browser, { game: { ...TWO, fen } });
        await says(page, /White to move/);
        await drag(page, from, to);
        if (san.includes("=")) await page.locator('.promotion [data-piece="n"]').click();
        await lists(page, [san]);
        await holds(page, to, words);
        await leave(page);
    }
});

test("a wrong move says why, undo and redo, looking back", async () => {
    const page = await visit(browser, { game: TWO });
    await says(page, /White to move/);
    await page.getByRole("button", { name: "Back" }).click(); // there is nothing before the start
    await says(page, /White to move/);
    await drag(page, "e2", "e5");
    await told(page, /A pawn makes a double step|A pawn does not move like that/);
    await holds(page, "e2", "white pawn");
    await drag(page, "e2", "e4");
    await says(page, /Black to move/);
    await drag(page, "e7", "e5");
    await holds(page, "e5", "black pawn");
    await page.getByRole("button", { name: "Undo" }).click();
    await holds(page, "e5", "empty");
    await page.getByRole("button", { name: "Redo" }).click();
    await holds(page, "e5", "black pawn");
    await page.getByRole("button", { name: "To the start" }).click();
    await holds(page, "e2", "white pawn");
    await says(page, /earlier position/);
    await page.getByRole("button", { name: "To the end" }).click();
    await holds(page, "e4", "white pawn");
    await leave(page);
});

test("what cannot move at all says why, by every hand", async () => {
    const fen = "4r1k1/8/8/8/8/2N1B3/8/4K3 w - - 0 1";
    const page = await visit(browser, { game: { ...TWO, fen }, hasTouch: true });
    await says(page, /White to move/);
    await drag(page, "e3", "d4");
    await told(page, /The bishop on e3 is pinned by the rook on e8/);
    await drag(page, "e8", "e3");
    await told(page, /The rook on e8 belongs to Black, and White is to move/);
    await tap(page, "c3");
    await tap(page, "c4");
    await told(page, /A knight does not move like that/);
    await square(page, "e1").focus();
    await walk(page, "e3");
    await walk(page, "f4");
    await told(page, /pinned by the rook on e8/, 2);
    await turnTo(page, `fen=${fen.replace(/ /g, "_")}`, "analyse");
    await holds(page, "e3", "white bishop");
    await drag(page, "e3", "c5");
    await told(page, /pinned by the rook on e8/, 3);
    await leave(page);
});

test("hints come in steps", async () => {
    const page = await visit(browser, { game: { ...TWO, fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" } });
    await says(page, /White to move/);
    await page.getByRole("button", { name: "Hint" }).click();
    await says(page, /piece on a1/);
    await page.getByRole("button", { name: "Hint" }).click();
    await says(page, /a1 to a8/);
    await page.getByRole("button", { name: "Hint" }).click();
    await says(page, /Ra8#/);
    await drag(page, "a1", "b1");
    await drag(page, "g8", "f8");
    await says(page, /White to move/);
    await page.getByRole("button", { name: "To the start" }).click();
    await says(page, /earlier position/);
    await page.getByRole("button", { name: "Hint" }).click();
    await says(page, /Look at the piece/);
    await holds(page, "b1", "white rook"); // it is for the game as it stands
    await leave(page);
});

test("the game survives a reload", async () => {
    const page = await visit(browser, { game: TWO });
    await says(page, /White to move/);
    await drag(page, "d2", "d4");
    await holds(page, "d4", "white pawn");
    await reload(page, ["d2d4"]);
    await holds(page, "d4", "white pawn");
    await lists(page, ["d4"]);
    await leave(page);
});

test("a game that a link began is known again, with all that it left out", async () => {
    const page = await visit(browser, { hash: "#play=&black=roek&time=300" }); // no variant, level or increment
    await says(page, /White to move/);
    assert.match(await page.locator('.plate[data-color="black"]').textContent(), /level 20.*5:00/);
    await page.getByRole("button", { name: "New game" }).click();
    assert.equal(await page.locator("#new-opponent").inputValue(), "roek:20");
    assert.equal(await page.locator("#new-clock").inputValue(), "300+0");
    await page.getByRole("button", { name: "Cancel" }).click();
    await reload(page, []);
    assert.match(await page.locator('.plate[data-color="black"]').textContent(), /level 20/);
    await leave(page);
});

test("the clocks survive a reload", async () => {
    const page = await visit(browser, { game: { ...TWO, time: "3000+7" } });
    await says(page, /White to move/);
    await drag(page, "d2", "d4");
    await says(page, /Black to move/);
    await drag(page, "d7", "d5"); // each has the increment now
    await says(page, /White to move/);
    await reload(page, ["d2d4", "d7d5"]);
    await lists(page, ["d4", "d5"]);
    assert.match(await page.locator('.plate[data-color="black"] .clock').textContent(), /^(50:0|49:)/);
    const left = await page.evaluate(() => JSON.parse(localStorage.getItem("roek.game")).left);
    assert.ok(left.black !== 3000000 && left.white !== 3000000, JSON.stringify(left));
    await leave(page);
});

/** The page with the form for a new game. */
async function openForm() {
    const page = await visit(browser, { game: TWO });
    await page.getByRole("button", { name: "New game" }).click();
    return page;
}

test("a new game is set up by its form, with a clock", async () => {
    const page = await openForm();
    await page.locator("#new-mode").selectOption("computers");
    await page.locator("#new-first").selectOption("bimbi");
    await page.locator("#new-second").selectOption("optimus");
    await page.locator("#new-variant").selectOption("chess960");
    await page.locator("#new-shuffle").fill("0");
    await page.locator("#new-clock").selectOption("60+0");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves .san").length > 3);
    await page.getByRole("button", { name: "Pause" }).click();
    await says(page, /Paused/);
    assert.match(await page.locator('.plate[data-color="white"] .clock').textContent(), /^[01]:\d\d/);
    await leave(page);
});

test("a game begins from any position and with any clock, if they are right", async () => {
    const page = await openForm();
    await page.locator("#new-mode").selectOption("two");
    await page.locator("#new-fen").fill("4k3/8/8/8/8/8/8/8 w - - 0 1");
    await page.locator("#new-clock").selectOption("own");
    await page.locator("#new-minutes").fill("90");
    await page.locator("#new-increment").fill("30");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator("dialog .bad", { hasText: "White has no king" }).waitFor();
    await page.locator("#new-fen").fill("4k3/8/8/8/8/8/P7/4K3 b - - 0 1");
    await page.getByRole("button", { name: "Begin" }).click();
    await says(page, /Black to move/);
    await holds(page, "a2", "white pawn");
    assert.match(await page.locator('.plate[data-color="white"] .clock').textContent(), /^90:00/);
    await page.getByRole("button", { name: "New game" }).click();
    await page.locator("#new-minutes").fill("4.1"); // 245999.99999999997 ms
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForFunction(() => /^4:0/.test(document.querySelector('.plate[data-color="black"] .clock').textContent));
    await leave(page);
});

test("what is written down is copied and saved", async () => {
    const page = await visit(browser, { game: { ...TWO, fen: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" } });
    await says(page, /White to move/);
    await page.getByText("PGN and FEN").click();
    const saved = async (name) => {
        const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
        return [file.suggestedFilename(), await readFile(await file.path(), "utf8")];
    };
    assert.deepEqual(await saved("Save FEN"), ["roek.fen", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1\n"]);
    const [name, pgn] = await saved("Save PGN");
    assert.equal(name, "roek.pgn");
    assert.match(pgn, /\[FEN "4k3\/8\/8\/8\/8\/8\/P7\/4K3 w - - 0 1"\]/);
    await leave(page);
});

test("draws are offered and taken, and a game is given up", async () => {
    const page = await visit(browser, { game: TWO });
    await says(page, /White to move/);
    await page.getByRole("button", { name: "Offer draw" }).click();
    await page.getByRole("button", { name: "Accept" }).click();
    await says(page, /Draw/);
    await page.getByRole("button", { name: "Rematch" }).click();
    await says(page, /White to move/);
    await page.getByRole("button", { name: "Resign" }).click();
    await says(page, /Black wins/);
    await leave(page);
});

test("analysis: lines, a PGN of a hundred games with variations, the graph, mistakes", async () => {
    const page = await visit(browser, { hash: "#analyse" });
    await says(page, /depth \d+/);
    const one = (i) => `[Event "e"]\n[White "W${i}"]\n[Black "B${i}"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) f6 3. Bc4 g5 *\n\n`;
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator("#asked-text").fill(Array.from({ length: 100 }, (_, i) => one(i + 1)).join(""));
    await page.getByRole("button", { name: "OK" }).click();
    await page.getByText("game 1 of 100").waitFor();
    await page.getByRole("button", { name: "Next game" }).click();
    await page.getByText("game 2 of 100").waitFor();
    await page.getByRole("button", { name: "2.f4 exf4" }).click();
    await lists(page, ["e4", "e5", "f4", "exf4"]);
    await holds(page, "f4", "white pawn"); // it is shown from where it leaves the game
    await page.getByRole("button", { name: "Main line" }).click();
    await lists(page, ["e4", "e5", "Nf3", "f6", "Bc4", "g5"]);
    await page.locator("#pgn-game").selectOption({ label: "73. W73 – B73, *" });
    await page.getByText("game 73 of 100").waitFor();
    await page.getByRole("button", { name: "Judge the game" }).click();
    await page.locator(".moves .san.blunder, .moves .san.error").first().waitFor();
    await page.locator(".graph").waitFor();
    await turnTo(page, "fen=7k/5Q2/8/8/8/8/8/K7_b_-_-_0_1", "analyse"); // a queen ahead, but stalemate
    await says(page, /Draw/);
    assert.equal(await page.locator(".evalbar").getAttribute("data-score"), "0.00");
    await turnTo(page, "fen=4k2R/8/4K3/8/8/8/8/8_b_-_-_0_1", "analyse");
    await says(page, /White wins/);
    assert.equal(await page.locator(".evalbar").getAttribute("data-score"), "#");
    await leave(page);
});

test("games come by paste and drop, with comments and signs, and arrow keys go through them", async () => {
    const page = await visit(browser, { hash: "#mates" });
    await says(page, /to move/);
    const bring = (kind, text) =>
        page.evaluate(
            ([kind, text]) => {
                const data = new DataTransfer();
                data.setData("text", text);
                document.body.dispatchEvent(kind === "paste" ? new ClipboardEvent(kind, { clipboardData: data, bubbles: true }) : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
            },
            [kind, text],
        );
    await bring("paste", "1. e4! {best by test} e5?? (1... c5 $1) (1... --) 2. Nf3 *");
    await lists(page, ["e4!", "e5??", "Nf3"]);
    await holds(page, "f3", "white knight");
    await page.keyboard.press("Home");
    await holds(page, "e2", "white pawn");
    await page.keyboard.press("ArrowRight");
    await holds(page, "e4", "white pawn");
    await page.getByText("best by test").waitFor();
    await page.getByRole("button", { name: "1…--" }).click(); // nobody may pass: as far as it goes
    await lists(page, ["e4!"]);
    await bring("drop", "1. d4 d5 *");
    await lists(page, ["d4", "d5"]);
    await page.getByRole("button", { name: "Load" }).click();
    await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(["1. c4 *"], "game.pgn"));
        document.getElementById("asked-text").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.getElementById("asked-text").value === "1. c4 *"); // where it was dropped
    await lists(page, ["d4", "d5"]);
    await page.getByRole("button", { name: "OK" }).click();
    await lists(page, ["c4"]);
    await leave(page);
});

test("an ending of Racing Kings is solved", async () => {
    const page = await visit(browser, { hash: "#fen=8/8/8/8/8/4k3/8/R3K3_w_-_-_0_1&variant=racingkings" });
    await page.getByText("Solved: the side to move wins in 17 plies · Best: Ra4").waitFor();
    await drag(page, "a1", "a4");
    await page.getByText("Solved: the side to move loses in 16 plies").waitFor();
    await leave(page);
});

test("links lead to positions, games, mates and loops, and bad ones are told", async () => {
    const page = await visit(browser, { hash: "#fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1" });
    await holds(page, "h1", "white rook");
    await turnTo(page, "pgn=1.%20d4%20d5%20*", "analyse");
    await holds(page, "d5", "black pawn");
    await turnTo(page, "fen=rubbish", "analyse");
    await told(page, /FEN/);
    await turnTo(page, "pgn=1.%20e4%20e4", "analyse");
    await told(page, /Game 1, line 1, e4/);
    await turnTo(page, "mate=6k1/5ppp/8/8/8/8/8/R5K1_w_-_-_0_1&n=1", "mates");
    await says(page, /White to move/);
    await holds(page, "a1", "white rook");
    for (const n of ["-5", "", "1.5", "126"]) {
        await page.locator("#mate-n").fill(n);
        await page.locator("#mate-n").press("Enter");
        await says(page, /out of range/);
        await page.locator("#mate-n").fill("1");
        await page.locator("#mate-n").press("Enter");
        await says(page, /mate in 1/);
    }
    await page.locator("#mate-find").click();
    await says(page, /Mate in 1/);
    await turnTo(page, "loop=4x5,2,queens,knights", "loop");
    await page.waitForFunction(() => document.querySelectorAll("main .cell").length === 20);
    await turnTo(page, "mates");
    await turnTo(page, "loop");
    await turnTo(page, "loop=4x5,2,queens,dragons", "loop");
    await told(page, /out of range/);
    assert.equal((await page.evaluate(() => window.toasts)).filter((words) => /out of range/.test(words)).length, 1);
    await square(page, "a1").click();
    await holds(page, "a1", "white queen");
    await leave(page);
});

test("games in links are known by all their names, and unknown ones are told", async () => {
    const page = await visit(browser, { hash: "#mate=6k1/8/8/8/8/8/8/R5K1_w_-_-_0_1&variant=checkers" });
    await told(page, /There is no such game/);
    await says(page, /mate in \d/); // the problem of the day
    assert.equal(await page.locator("#mate-variant").inputValue(), "chess");
    await turnTo(page, "mate=8/7K/8/8/8/k7/8/8_w_-_-_0_1&variant=Racing%20Kings", "mates");
    await holds(page, "h7", "white king");
    assert.equal(await page.locator("#mate-variant").inputValue(), "racingkings");
    await turnTo(page, "mate=rubbish", "mates");
    await told(page, /FEN/);
    await turnTo(page, "mate=6k1/8/8/8/8/8/8/R5K1_w_-_-_0_1&goal=glory", "mates");
    await told(page, /out of range/);
    await holds(page, "h7", "white king");
    await page.locator("main").getByRole("button", { name: "Set up" }).click();
    await page.locator(".faults .good").waitFor();
    await page.getByRole("button", { name: "Start position" }).click();
    await holds(page, "h2", "white king");
    await turnTo(page, "fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1&variant=standard", "analyse");
    await holds(page, "h1", "white rook");
    await turnTo(page, "fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1&variant=checkers", "analyse");
    await told(page, /There is no such game/, 2);
    assert.equal(await page.locator("#analyse-variant").inputValue(), "chess");
    await leave(page);
});

test("a game that is refused leaves the one that was there", async () => {
    const page = await visit(browser, { hash: "#play=rubbish" });
    await says(page, /White to move/);
    await drag(page, "e2", "e4");
    await holds(page, "e4", "white pawn");
    await turnTo(page, "play=&variant=checkers", "play");
    await told(page, /There is no such game/);
    await page.waitForFunction(() => document.querySelectorAll(".moves .san").length >= 2); // it goes on, and Roek has answered
    await holds(page, "e4", "white pawn");
    await says(page, /White to move/);
    await page.getByRole("button", { name: "Resign" }).click();
    await says(page, /Black wins/);
    await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error("broken on purpose"); }));
    await told(page, /broken on purpose/);
    await says(page, /Black wins/);
    page.faults = page.faults.filter((words) => !words.includes("broken on purpose"));
    await leave(page);
});

test("nothing at all in a link is no position either", async () => {
    const page = await visit(browser, { hash: "#fen=" });
    await told(page, /The FEN is empty/);
    await holds(page, "e2", "white pawn");
    await leave(page);
});

test("set up names every fault", async () => {
    const page = await visit(browser, { hash: "#setup" });
    await page.getByText("This position can be played").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator(".faults .bad").first().waitFor();
    assert.equal(await page.getByRole("button", { name: "Play from here" }).isDisabled(), true);
    for (const [piece, name] of [["white king", "e1"], ["black king", "e8"], ["white queen", "d1"]]) {
        await page.getByRole("button", { name: piece }).click();
        await square(page, name).click();
        await holds(page, name, piece);
    }
    await page.getByText("This position can be played").waitFor();
    assert.match(await page.locator("#setup-fen").inputValue(), /^4k3\/8\/8\/8\/8\/8\/8\/3QK3 w/);
    await page.locator("#setup-fen").fill("1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1");
    await page.locator("#setup-turn").selectOption("b");
    assert.equal(await page.locator("#setup-fen").inputValue(), "1r1k1r2/8/8/8/8/8/8/1R1K1R2 b FBfb - 0 1");
    await page.getByText("This position can be played").waitFor();
    await leave(page);
});

test("castling rights are given and taken by boxes, whatever letters they began with", async () => {
    const page = await visit(browser, { hash: "#setup" });
    await page.getByText("This position can be played").waitFor();
    const box = (side) => page.locator(`#castling-${side}`);
    const rights = async () => (await page.locator("#setup-fen").inputValue()).split(" ")[2];
    for (const [field, left, given] of [["HAha", "Aha", "KAha"], ["KQkq", "Qkq", "KQkq"], ["Aha", null, "KAha"]]) {
        await page.locator("#setup-fen").fill(`r3k2r/8/8/8/8/8/8/R3K2R w ${field} - 0 1`);
        assert.equal(await box("K").isChecked(), left !== null, field);
        if (left) {
            await box("K").uncheck();
            assert.equal(await rights(), left);
        }
        await box("K").check();
        assert.equal(await rights(), given);
        await page.getByText("This position can be played").waitFor();
        assert.equal(await page.locator(".faults li").count(), 1);
    }
    await page.locator("#setup-variant").selectOption("racingkings");
    await page.getByText("This position can be played").waitFor();
    assert.equal(await box("K").isVisible(), false);
    await leave(page);
});

test("a race stays one from tool to tool, and when it is loaded", async () => {
    const page = await visit(browser, { hash: "#mate=8/7K/8/8/8/k7/8/8_w_-_-_0_1&variant=racingkings" });
    await says(page, /White to move/);
    await page.locator("main").getByRole("button", { name: "Set up" }).click();
    await page.locator(".faults .good").waitFor();
    assert.equal(await page.locator("#setup-variant").inputValue(), "racingkings");
    await turnTo(page, "play=&white=human&black=human", "play");
    await says(page, /White to move/);
    await page.getByText("PGN and FEN").click();
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator("#asked-text").fill('[Variant "Racing Kings"]\n\n1. Kh3 Ka3 *');
    await page.getByRole("button", { name: "OK" }).click();
    await lists(page, ["Kh3", "Ka3"]);
    await page.waitForFunction(() => JSON.parse(localStorage.getItem("roek.game")).variant === "racingkings");
    await leave(page);
});

test("set up takes pieces from beside the board, by mouse and by touch", async () => {
    const page = await visit(browser, { hash: "#setup" });
    await page.getByText("This position can be played").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    const carry = async (piece, to) => {
        const from = await page.getByRole("button", { name: piece }).boundingBox();
        const box = await square(page, to).boundingBox();
        await page.mouse.move(from.x + 10, from.y + 10);
        await page.mouse.down();
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
        await page.mouse.up();
        await holds(page, to, piece);
    };
    await carry("white king", "a1");
    await page.getByText("Black has no king").waitFor();
    await carry("black king", "a2");
    await page.locator(".faults .bad").first().waitFor();
    await drag(page, "a2", "h8");
    await page.getByText("This position can be played").waitFor();
    await drag(page, "h8", "h7");
    await holds(page, "h7", "black king");
    assert.match(await page.locator("#setup-fen").inputValue(), /^8\/7k\/8\/8\/8\/8\/8\/K7 w/);
    await leave(page);
});

/** In the page: clicks, and tells how long it took until the status said that. */
function clickUntil([id, words]) {
    return new Promise((done) => {
        const start = performance.now();
        const status = document.querySelector("main .status");
        new MutationObserver(() => status.textContent.includes(words) && done(performance.now() - start)).observe(status, { childList: true, characterData: true, subtree: true });
        document.getElementById(id).click();
    });
}

test("mates: the problem of the day, its tree, and stopping a long search", async (t) => {
    const page = await visit(browser, { hash: "#mates" });
    await says(page, /to move/);
    await page.locator("#mate-find").click();
    await says(page, /Mate in \d/);
    await page.locator(".tree .san").first().click();
    await page.locator(".arrows .arrow").waitFor();
    await page.locator("#mate-fen").fill("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await page.locator("#mate-n").fill("40");
    await page.locator("#mate-find").click();
    await says(page, /no mate in [1-9]/);
    const ms = await page.evaluate(clickUntil, ["mate-find", "Not decided"]);
    t.diagnostic(`stopped ${ms.toFixed(0)} ms after the click`);
    await leave(page);
});

test("a mate is found on the board, against the best defence", async () => {
    const page = await visit(browser, { hash: "#mate=8/1P6/6QK/8/1k6/8/8/8_w_-_-_0_1&n=3" });
    await says(page, /White to move: mate in 3/);
    await drag(page, "g6", "d6");
    await says(page, /Qd6\+ does not mate in 3/);
    await drag(page, "g6", "d3");
    await says(page, /Qd3 is right! K.. is the answer: mate in 2/);
    await drag(page, "b7", "b8");
    await page.locator('.promotion [data-piece="q"]').click();
    await says(page, /b8=Q.? is right! K.. is the answer: mate in 1/);
    await turnTo(page, "mate=k7/7R/8/8/8/8/6R1/K7_w_-_-_0_1&n=3", "mates");
    await says(page, /mate in 3/);
    await drag(page, "g2", "g6"); // mates in two, but there is a shorter way
    await says(page, /Rg6 does not mate in 1$/);
    await page.locator("#mate-goal").selectOption("selfmate");
    await page.getByRole("button", { name: "Another problem" }).click();
    await says(page, /to move: mate in \d/);
    await page.getByRole("button", { name: "Problem of the day" }).click();
    await says(page, /to move: mate in \d/);
    await leave(page);
});

test("loops are solved, counted and stepped through", async () => {
    const page = await visit(browser, { hash: "#loop=5x5,2,queens,knights" });
    await page.getByRole("button", { name: "Solve" }).click();
    await says(page, /A loop/);
    assert.equal(await page.locator(".arrows .arrow").count(), 4);
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Count" }).click();
    await says(page, /solutions/);
    await page.getByRole("button", { name: "Step through all" }).click();
    await says(page, /Solution 1 of/);
    await page.getByRole("button", { name: "Forward" }).click();
    await says(page, /Solution 2 of/);
    await page.locator("#loop-number").fill("7");
    await page.locator("#loop-number").press("Enter");
    await says(page, /Solution 7 of/);
    await page.locator("main h2, main .status").first().click();
    await page.keyboard.press("ArrowLeft");
    await says(page, /Solution 6 of/);
    await page.keyboard.press("Home");
    await says(page, /Solution 1 of/);
    await page.keyboard.press("End");
    await says(page, /Solution (\d+) of \1/);
    await leave(page);
});

test("a button takes the click that ends the typing of a number, and any number is taken for a solution", async () => {
    const page = await visit(browser, { hash: "#loop=5x5,3,queens,knights" });
    await page.locator("#loop-n").fill("2");
    await page.getByRole("button", { name: "Step through all" }).click();
    await says(page, /Solution 1 of 48/);
    for (const [number, place] of [["99999", 48], ["1.5", 2], ["-4", 1], ["47", 47], ["", 1]]) {
        await page.locator("#loop-number").fill(number);
        await page.locator("#loop-number").press("Enter");
        await says(page, new RegExp(`Solution ${place} of 48`));
        assert.equal(await page.locator("#loop-number").inputValue(), String(place));
    }
    await leave(page);
});

test("a loop puzzle is solved by hand, with a hint and a conflict on the way", async () => {
    const page = await visit(browser, { hash: "#loop=3-5" });
    await says(page, /Still to place/);
    await page.getByRole("button", { name: "Show the solution" }).click();
    await says(page, /A loop/);
    const read = () => page.locator("main .cell").evaluateAll((cells) => cells.map((cell) => [cell.dataset.square, cell.getAttribute("aria-label")]));
    const solution = (await read()).filter(([, words]) => /white|black/.test(words));
    await page.getByRole("button", { name: "Start again" }).click();
    await says(page, /Still to place/);
    const given = new Map(await read());
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".cell.hinted").first().waitFor();
    for (const [name, words] of solution) {
        if (/white|black/.test(given.get(name))) continue;
        await square(page, name).click();
        if (words.includes("black")) await square(page, name).click();
        await holds(page, name, words.split(", ")[1]);
    }
    await says(page, /Solved in \d+:\d\d, hints: 1/);
    const [last] = solution.find(([name]) => !/white|black/.test(given.get(name)));
    for (let i = 0; i < 4; i++) await square(page, last).click(); // once round: solved again, in no time that counts
    await says(page, /Solved: one closed loop/);
    await leave(page);
});

test("a puzzle is printed with its task and its name, dark on light", async () => {
    const page = await visit(browser, { hash: "#loop=3-5", colorScheme: "dark" });
    await says(page, /Still to place/);
    await page.evaluate(() => (window.print = () => (window.printed = true)));
    await page.getByRole("button", { name: "Print" }).click();
    assert.equal(await page.evaluate(() => window.printed), true);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.getByText("4 rooks and 4 bishops", { exact: true }).isVisible());
    assert.ok(!(await page.getByRole("button", { name: "Hint" }).isVisible()));
    const [ink, name] = await page.evaluate(() => [getComputedStyle(document.body).color, getComputedStyle(document.querySelector(".panel"), "::after").content]);
    assert.deepEqual([ink, name], ["rgb(0, 0, 0)", '"Roek 3-5"']);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Own board" }).click();
    await page.locator("#loop-rows").fill("0");
    await page.locator("#loop-rows").press("Enter");
    await says(page, /The board must have from 1 to 1024 squares/);
    await leave(page);
});

/** In the page: keeps all that the status of the tool says from now on. */
function keepStatus() {
    const status = document.querySelector("main .status");
    window.said = [];
    new MutationObserver(() => window.said.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
}

test("what was given up for something else is not heard of again", async () => {
    const page = await visit(browser, { hash: "#mates" });
    await says(page, /to move/);
    await page.locator("#mate-fen").fill("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await page.locator("#mate-n").fill("40");
    await page.locator("#mate-find").click();
    await says(page, /no mate in [1-9]/);
    await page.getByRole("button", { name: "Another problem" }).click();
    await page.evaluate(keepStatus);
    await says(page, /to move: mate in \d/);
    await page.locator("#mate-find").click();
    await says(page, /Mate in \d/);
    assert.deepEqual((await page.evaluate(() => window.said)).filter((words) => /Not decided/.test(words)), []);
    await turnTo(page, "loop=14x14,9,rooks,knights", "loop");
    await page.getByRole("button", { name: "Count" }).click();
    await says(page, /found/);
    await page.locator("#loop-rows").fill("0"); // no board at all, but what is under way is given up
    await page.locator("#loop-rows").press("Enter");
    await says(page, /must have from 1 to 1024 squares/);
    await page.getByRole("button", { name: "Count" }).waitFor();
    await page.locator("#loop-rows").fill("14");
    await page.getByRole("button", { name: "Count" }).click();
    await says(page, /found/);
    await page.evaluate(keepStatus);
    await page.locator("#loop-rows").fill("5");
    await page.locator("#loop-n").fill("2");
    await page.getByRole("button", { name: "Solve" }).click();
    await says(page, /A loop/);
    assert.deepEqual((await page.evaluate(() => window.said)).filter((words) => /Stopped/.test(words)), []);
    await leave(page);
});

/** A move, a crash of the engine, and the next move: the game goes on. */
async function survivesCrash(page) {
    await says(page, /White to move/);
    await drag(page, "c2", "c4");
    await holds(page, "c4", "white pawn");
    await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error("broken on purpose"); }));
    await told(page, /broken on purpose/);
    await says(page, /Black to move/);
    await drag(page, "e7", "e5");
    await holds(page, "e5", "black pawn");
    page.faults = page.faults.filter((words) => !words.includes("broken on purpose"));
    await leave(page);
}

test("a crashed engine is started again and the game goes on", async () => {
    const page = await visit(browser, { game: TWO });
    await survivesCrash(page);
});

test("without storage the game goes on, too, when the engine has crashed", async () => {
    const page = await blank(browser);
    await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new Error("forbidden"); } }));
    await page.goto(`${FILE}#play=&white=human&black=human`);
    await survivesCrash(page);
});

test("a game that could not begin before the engine crashed begins then, or leaves the one that was there", async () => {
    for (const [link, moves, pattern] of [["play=&white=human&black=human&time=600", [], /White to move/], ["play=rubbish", ["e4"], /Black to move/]]) {
        const page = await visit(browser, { game: TWO });
        await says(page, /White to move/);
        await drag(page, "e2", "e4");
        await holds(page, "e4", "white pawn");
        const [engine] = page.workers();
        await engine.evaluate(() => void (onmessage = () => {})); // hears nothing any more
        await turnTo(page, link, "play");
        await engine.evaluate(() => void setTimeout(() => { throw new Error("broken on purpose"); }));
        await told(page, /broken on purpose/);
        await says(page, pattern);
        await lists(page, moves);
        page.faults = page.faults.filter((words) => !words.includes("broken on purpose"));
        await leave(page);
    }
});

/** In the page: the first engine is lost as soon as it is there. */
function loseFirstEngine() {
    const Usual = Worker;
    let made = 0;
    window.Worker = class extends Usual {
        constructor(address) {
            super(address);
            if (made++ === 0) setTimeout(() => this.onerror({ message: "broken on purpose" }));
        }
    };
}

test("what a link leads to comes, too, if the first engine is lost", async () => {
    const cases = [
        ["#fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1", "h1", "white rook"],
        ["#pgn=1.%20d4%20d5%20*", "d5", "black pawn"],
        ["#mate=6k1/5ppp/8/8/8/8/8/R5K1_w_-_-_0_1&n=1", "a1", "white rook"],
        ["#loop=3-5", "c5", "black bishop, given"],
    ];
    for (const [hash, name, words] of cases) {
        const page = await blank(browser);
        await page.addInitScript(loseFirstEngine);
        await page.goto(FILE + hash);
        await told(page, /broken on purpose/);
        await holds(page, name, words);
        await leave(page);
    }
});

test("an ending whose solver is lost is not said to be solved any longer", async () => {
    const page = await visit(browser, { hash: "#fen=8/8/8/8/8/4k3/q7/R3K3_w_-_-_0_1&variant=racingkings" });
    await page.getByText("Solving this ending").waitFor();
    await page.workers().at(-1).evaluate(() => void setTimeout(() => { throw new Error("broken on purpose"); }));
    await told(page, /broken on purpose/);
    await page.waitForFunction(() => document.querySelector(".tables").textContent === "");
    page.faults = page.faults.filter((words) => !words.includes("broken on purpose"));
    await leave(page);
});

/** Waits until the control with this name has the focus. */
async function focuses(page, name) {
    await page.waitForFunction((name) => (document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent) === name, name);
}

test("the focus stays where it was when buttons, pieces and moves are drawn anew", async () => {
    const page = await visit(browser, { game: TWO });
    await says(page, /White to move/);
    const press = async (name) => {
        await page.locator("main").getByRole("button", { name, exact: true }).first().focus();
        await page.keyboard.press("Enter");
    };
    await press("Pause");
    await says(page, /Paused/);
    await focuses(page, "Go on");
    await page.keyboard.press("Enter");
    await says(page, /White to move/);
    await focuses(page, "Pause");
    await press("New game");
    await page.getByRole("button", { name: "Begin" }).press("Enter");
    await says(page, /White to move/);
    await focuses(page, "New game");
    await turnTo(page, `pgn=${encodeURIComponent("1. e4 e5 2. Nf3")}`, "analyse");
    await lists(page, ["e4", "e5", "Nf3"]);
    await press("e5, pawn e5");
    await holds(page, "f3", "empty");
    await focuses(page, "e5, pawn e5");
    await page.locator("ol.lines .line", { hasText: /./ }).first().focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".moves .san").length === 3 && document.querySelector(".moves li:last-child .san").matches("[aria-current]"));
    await page.locator("ol.lines .line:focus", { hasText: /^2…/ }).waitFor();
    await turnTo(page, "setup");
    await press("white queen");
    await focuses(page, "white queen");
    await turnTo(page, "loop=5x5,2,queens,knights", "loop");
    await press("Step through all");
    await says(page, /Solution 1 of/);
    await press("Forward");
    await says(page, /Solution 2 of/);
    await focuses(page, "Forward");
    await leave(page);
});

test("a line of the engine stays one thing to press while its words change", async () => {
    const page = await visit(browser, { hash: "#analyse" });
    await page.locator("ol.lines .line").first().waitFor();
    await page.evaluate(() => {
        window.first = document.querySelector("ol.lines .line");
        window.words = window.first.textContent;
    });
    await page.waitForFunction(() => document.querySelector("ol.lines .line")?.textContent !== window.words);
    assert.equal(await page.evaluate(() => window.first.isConnected), true);
    await page.locator("ol.lines .line").first().click();
    await page.locator(".moves .san").waitFor();
    await leave(page);
});

test("mistakes and the graph stay things to press while the game is judged", async () => {
    const page = await visit(browser, { hash: `#pgn=${encodeURIComponent("1. f3 e5 2. a3 Ke7 3. Kf2 Ke6 4. Kg3 Kd5 5. e4+ Kc6 6. Bb5+ Kxb5 7. b4 a6 8. Kf2 Qg5 *")}` });
    await says(page, /depth/);
    await page.getByRole("button", { name: "Judge the game" }).click();
    await page.locator(".mistakes .san").first().waitFor();
    await page.evaluate(() => (window.shown = [...document.querySelectorAll(".mistakes .san, .graph")]));
    await page.getByText("Accuracy").waitFor();
    assert.ok(await page.evaluate(() => window.shown.length > 1 && window.shown.every((element) => element.isConnected)));
    const first = page.locator(".mistakes .san").first();
    await first.click();
    await page.waitForFunction((words) => document.querySelector(".moves [aria-current]")?.textContent === words, (await first.textContent()).split(" ").at(-1));
    await turnTo(page, "setup");
    await turnTo(page, "analyse");
    await says(page, /depth/);
    assert.match(await page.locator("main").textContent(), /Accuracy/);
    await leave(page);
});

/** In the page: how much lighter what stands behind a piece is than its body. */
function contrastOf(piece) {
    const light = (text) => text.match(/\d+/g).slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0.05);
    return light(getComputedStyle(piece.closest("button")).backgroundColor) / light(getComputedStyle(piece.querySelector(".body")).fill);
}

test("black pieces beside the board are seen in the dark", async () => {
    const page = await visit(browser, { game: { ...TWO, fen: "7K/8/8/8/8/8/p6k/8 b - - 0 1" }, colorScheme: "dark" });
    await says(page, /Black to move/);
    await drag(page, "a2", "a1");
    const ratios = [await page.locator('.promotion [data-piece="n"] .piece').evaluate(contrastOf)];
    await page.locator('.promotion [data-piece="n"]').click();
    await turnTo(page, "setup");
    ratios.push(await page.getByRole("button", { name: "black queen" }).locator(".piece").evaluate(contrastOf));
    for (const ratio of ratios) assert.ok(ratio > 2, `${ratios}`);
    await leave(page);
});

test("on a phone what is told of a loop stands beside the board", async () => {
    const page = await visit(browser, { hash: "#loop=3-5", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await says(page, /Still to place/);
    const bottom = await page.locator("main .teaching").evaluate((told) => told.getBoundingClientRect().bottom);
    assert.ok(bottom < 600, `${bottom}`);
    await leave(page);
});

test("the page speaks Dutch and German", async () => {
    for (const [language, before, after] of [["nl", /Wit aan zet/, /\(schaakmat\)/], ["de", /Weiß am Zug/, /\(schachmatt\)/]]) {
        const page = await visit(browser, { game: { ...TWO, fen: "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1" }, locale: language });
        await says(page, before);
        await drag(page, "a1", "a8");
        await says(page, after);
        assert.equal(await page.locator("html").getAttribute("lang"), language);
        await leave(page);
    }
});

/** In the page: which share of a picture has another colour than its first pixel. */
async function shareDrawn(picture) {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let other = 0;
    for (let i = 0; i < data.length; i += 4) other += [0, 1, 2].some((part) => Math.abs(data[i + part] - data[part]) > 30);
    return other / (data.length / 4);
}

/** How much of the middle of a square the piece on it takes, as it is seen. */
async function pieceSeen(page, name) {
    const { x, y, width, height } = await square(page, name).boundingBox();
    const picture = await page.screenshot({ clip: { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 } });
    return page.evaluate(shareDrawn, picture.toString("base64"));
}

test("a piece stays in sight when its square gets the focus", async () => {
    const page = await visit(browser, { game: TWO, reducedMotion: "reduce" });
    await says(page, /White to move/);
    assert.equal(await pieceSeen(page, "e4"), 0);
    for (const name of ["e2", "d8"]) {
        assert.ok((await pieceSeen(page, name)) > 0.2, name);
        await square(page, name).focus();
        assert.equal(await square(page, name).evaluate((cell) => getComputedStyle(cell).outlineStyle), "solid");
        assert.ok((await pieceSeen(page, name)) > 0.2, `${name} with the focus`);
    }
    await leave(page);
});

test("arrow keys step through the moves wherever the focus is, but where keys put it onto the board or a control wants them", async () => {
    const page = await visit(browser, { game: TWO });
    await says(page, /White to move/);
    for (const [from, to] of [["e2", "e4"], ["e7", "e5"]]) {
        await drag(page, from, to);
        await holds(page, to, "pawn");
    }
    const goes = async (key, name, words) => {
        await page.keyboard.press(key);
        await holds(page, name, words);
    };
    await goes("ArrowLeft", "e5", "empty"); // the focus is where the piece was dropped
    await goes("ArrowLeft", "e4", "empty");
    await goes("ArrowRight", "e4", "white pawn");
    await goes("End", "e5", "black pawn");
    await square(page, "g1").click(); // a piece is picked up
    await goes("ArrowLeft", "e5", "empty");
    await goes("ArrowRight", "e5", "black pawn");
    const at = () => page.evaluate(() => document.activeElement.dataset.square);
    await page.locator("#typed").focus();
    await page.keyboard.type("Nf3");
    await page.keyboard.press("ArrowLeft"); // within the text
    await holds(page, "e5", "black pawn");
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    while ((await at()) === undefined) await page.keyboard.press("Shift+Tab");
    const from = await at();
    assert.equal(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "solid");
    await page.keyboard.press("ArrowLeft");
    assert.notEqual(await at(), from);
    await holds(page, "e5", "black pawn");
    await drag(page, "g1", "f3");
    await holds(page, "f3", "white knight");
    await goes("ArrowLeft", "f3", "empty");
    await turnTo(page, "pgn=1.%20e4%20e5%20*", "analyse");
    await holds(page, "e5", "black pawn");
    await page.locator("#engine-on").uncheck();
    await goes("ArrowLeft", "e5", "empty"); // a box has no use for them
    await page.locator("#line-count").focus();
    await page.keyboard.press("ArrowLeft");
    await holds(page, "e4", "white pawn");
    await leave(page);
});

test("after a promotion by mouse arrow keys step through the moves, too", async () => {
    const page = await visit(browser, { game: { ...TWO, fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1" } });
    await says(page, /White to move/);
    await drag(page, "a7", "a8");
    await page.locator('.promotion [data-piece="q"]').click();
    await holds(page, "a8", "white queen");
    await page.keyboard.press("ArrowLeft");
    await holds(page, "a7", "white pawn");
    await leave(page);
});

test("arrow keys walk on a board that has no moves to step through, whatever put the focus there", async () => {
    const page = await visit(browser, { hash: "#setup" });
    await page.getByText("This position can be played").waitFor();
    await square(page, "e2").click();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "d2");
    await leave(page);
});

test("Racing Kings is never turned round by itself, and chess is for Black", async () => {
    const corner = (page) => page.locator("main .cell").first().getAttribute("data-square");
    const black = { white: "bimbi", black: "human" };
    for (const [variant, name] of [["chess", "h1"], ["racingkings", "a8"], ["Racing%20Kings", "a8"]]) {
        const page = await visit(browser, { game: { ...black, variant } });
        await page.locator(".moves .san").waitFor();
        assert.equal(await corner(page), name, variant);
        if (variant !== "chess") {
            await page.getByRole("button", { name: "Flip" }).click(); // who wants it turned has it turned
            assert.equal(await corner(page), "h1");
            await reloadWhen(page, "game", (game) => game.flipped);
            await page.locator(".moves .san").waitFor();
            assert.equal(await corner(page), "h1");
        }
        await leave(page);
    }
    const page = await visit(browser, { game: { ...black, variant: "chess" } });
    await page.locator(".moves .san").waitFor();
    await page.getByText("PGN and FEN").click();
    await page.getByRole("button", { name: "Load" }).click();
    await page.locator("#asked-text").fill('[Variant "Racing Kings"]\n\n1. Kh3 *');
    await page.getByRole("button", { name: "OK" }).click();
    await lists(page, ["Kh3"]);
    assert.equal(await corner(page), "a8");
    await leave(page);
});

test("what the engine says is gone when it is switched off", async () => {
    const page = await visit(browser, { hash: "#pgn=1.%20e4%20e5%202.%20Nf3%20*" });
    const spoken = () => page.evaluate(() => [document.querySelectorAll(".arrow").length, document.querySelector("ol.lines").textContent, document.querySelector("main .status").textContent, document.querySelector(".evalbar").dataset.score ?? ""]);
    await page.locator(".arrow").first().waitFor();
    await page.locator("#engine-on").uncheck();
    assert.deepEqual(await spoken(), [0, "", "", ""]);
    await page.keyboard.press("ArrowLeft");
    await holds(page, "g1", "white knight");
    assert.deepEqual(await spoken(), [0, "", "", ""]);
    await page.locator("#engine-on").check();
    await page.locator(".arrow").first().waitFor();
    await says(page, /depth/);
    await leave(page);
});

/** When everything a tool shows at first is there and nothing changes any more. */
const SETTLED = {
    play: (page) => says(page, /White to move/),
    analyse: async (page) => {
        await says(page, /depth \d+/);
        await page.locator("#engine-on").uncheck();
    },
    setup: (page) => page.getByText("This position can be played").waitFor(),
    mates: (page) => says(page, /to move/),
    loop: (page) => page.getByRole("button", { name: "Solve" }).waitFor(),
};

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe has against the page as it is. */
function violations(page) {
    return page.evaluate(async (source) => {
        if (!window.axe) new Function(source)();
        return (await window.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
    }, AXE);
}

const LOOKS = {
    light: {},
    dark: { colorScheme: "dark" },
    "high contrast": { contrast: "more" },
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

test("axe finds nothing on any tool, however it looks", async () => {
    for (const [look, options] of Object.entries(LOOKS)) {
        const page = await visit(browser, { game: TWO, bypassCSP: true, reducedMotion: "reduce", ...options });
        for (const [tool, settle] of Object.entries(SETTLED)) {
            await turnTo(page, tool);
            await settle(page);
            assert.deepEqual(await violations(page), [], `${tool}, ${look}`);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, `${tool} is too wide, ${look}`);
        }
        await leave(page);
    }
});

test("axe finds nothing in dialogs, in judged games, in trees and in puzzles", async () => {
    const page = await visit(browser, { game: { ...TWO, fen: "8/P6k/8/8/8/8/8/K7 w - - 0 1" }, bypassCSP: true, reducedMotion: "reduce" });
    const look = async (what, close) => {
        assert.deepEqual(await violations(page), [], what);
        if (close) await page.keyboard.press("Escape");
    };
    await says(page, /White to move/);
    await drag(page, "a7", "a8");
    await page.locator(".promotion").waitFor();
    await look("promotion", true);
    for (const name of ["New game", "Settings"]) {
        await page.getByRole("button", { name }).click();
        await page.locator("dialog[open] h2").waitFor();
        await look(name, true);
    }
    await turnTo(page, `pgn=${encodeURIComponent("1. f3 e5 (1... d5 2. e4) 2. g4?? {fatal} Qh4# 0-1")}`, "analyse");
    await page.getByRole("button", { name: "Judge the game" }).click();
    await page.getByText("Accuracy").waitFor();
    await look("a judged game");
    await page.getByRole("button", { name: "Load" }).click();
    await look("load", true);
    await turnTo(page, "mate=8/1P6/6QK/8/1k6/8/8/8_w_-_-_0_1&n=3", "mates");
    await page.locator("#mate-find").click();
    await says(page, /Mate in 3/);
    await look("a tree");
    await turnTo(page, "loop=3-5", "loop");
    await says(page, /Still to place/);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".cell.hinted").waitFor();
    await look("a puzzle");
    await leave(page);
});

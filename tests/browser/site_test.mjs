// The page from any web server: build/web as it is.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { TWO, drag, holds, launch, leave, says, told, turnTo, visit } from "./page.mjs";

const FOLDER = new URL("../../build/web/", import.meta.url);
const TYPES = { html: "text/html; charset=utf-8", wasm: "application/wasm" };

/** Serves the folder; what ends in .wasm when `engine` says so, with the status it says. */
async function serve(t, engine) {
    const server = createServer(async ({ url }, answer) => {
        const name = url === "/" ? "index.html" : url.slice(1);
        const status = name.endsWith(".wasm") ? await engine() : 200;
        const data = await readFile(new URL(name, FOLDER));
        answer.writeHead(status, { "Content-Type": TYPES[name.split(".").at(-1)] }).end(status === 200 ? data : "");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const browser = await launch();
    t.after(() => server.close());
    t.after(() => browser.close());
    return visit(browser, { url: `http://127.0.0.1:${server.address().port}/`, game: TWO });
}

async function plays(page) {
    await says(page, /White to move/);
    await drag(page, "e2", "e4");
    await holds(page, "e4", "white pawn");
    await leave(page);
}

test("everything is drawn before the engine is there, and plays when it has come", async (t) => {
    let come;
    const engine = new Promise((done) => (come = () => done(200)));
    const page = await serve(t, () => engine);
    await says(page, /Roek is getting ready/);
    await holds(page, "e1", "white king");
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    for (const words of ["Play", "Analyse", "Set up", "Mates", "Chess Loop"]) assert.ok(await page.getByRole("link", { name: words }).isVisible(), words);
    come();
    await plays(page);
});

test("what is pressed before the engine is there does no harm", async (t) => {
    let come;
    const engine = new Promise((done) => (come = () => done(200)));
    const page = await serve(t, () => engine);
    await says(page, /Roek is getting ready/);
    assert.equal(await page.getByText("PGN and FEN").count(), 0);
    await page.getByRole("button", { name: "Flip" }).click();
    await page.getByRole("button", { name: "Flip" }).click();
    await turnTo(page, "analyse");
    for (const name of ["Judge the game", "Copy link", "Back", "To the end", "Play from here"]) await page.getByRole("button", { name }).click();
    await page.keyboard.press("ArrowLeft");
    come();
    await says(page, /depth/);
    await turnTo(page, "play");
    await plays(page);
});

test("an engine that does not come is told and asked for again", async (t) => {
    const answers = [503, 503];
    const page = await serve(t, () => answers.shift() ?? 200);
    await told(page, /roek.wasm: 503/, 2);
    page.faults = page.faults.filter((words) => !words.includes("503"));
    await plays(page);
});

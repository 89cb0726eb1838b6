// A browser for the tests: Debian's Chromium by playwright-core.
import { chromium } from "playwright-core";
import assert from "node:assert/strict";

export const TWO = { variant: "chess", white: "human", black: "human" };
export const FILE = new URL("../../build/web/roek.html", import.meta.url).href;
export const PATIENCE = 180000; // a busy machine is no fault

export async function launch() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        timeout: PATIENCE,
    });
}

/** The link that begins a game. */
function linkOf({ fen = "", ...fields }) {
    return `#play=${fen.replace(/ /g, "_")}${Object.entries(fields).map(([name, value]) => `&${name}=${value}`).join("")}`;
}

/**
 * A fresh page with a game to begin with; what goes wrong in it is collected in `page.faults`.
 * The game comes by a link: what one page stores, the next may not see yet.
 */
export async function visit(browser, { url = FILE, game = null, hash = game ? linkOf(game) : "", ...options } = {}) {
    const page = await blank(browser, { url, ...options });
    await page.goto(url + hash);
    return page;
}

/** One that shows nothing yet. */
export async function blank(browser, { url = FILE, sliced = false, ...options } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    page.faults = [];
    page.foreign = [];
    page.on("pageerror", (error) => page.faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
    page.on("request", (request) => {
        if (!/^(file|data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(url).host) page.foreign.push(request.url());
    });
    if (sliced) await page.addInitScript(() => void delete WebAssembly.Suspending);
    await page.addInitScript(keepToasts);
    return page;
}

/** In the page: what it says in passing is kept, as a busy machine may look too late. */
function keepToasts() {
    window.toasts = [];
    const keep = (node) => node.matches?.(".toasts p") && window.toasts.push(node.textContent);
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(keep))).observe(document, { childList: true, subtree: true });
}

/** Waits until the page has said this in passing, so many times. */
export async function told(page, pattern, times = 1) {
    await page.waitForFunction(([source, times]) => window.toasts.filter((words) => new RegExp(source).test(words)).length >= times, [pattern.source, times]);
}

/** Loads the page again when another one sees that `isKept` holds for what is remembered under this name. */
export async function reloadWhen(page, name, isKept, value) {
    const other = await page.context().newPage();
    await other.goto(new URL("package.json", import.meta.url).href); // sees the same storage
    await other.waitForFunction(`(${isKept})(JSON.parse(localStorage.getItem("roek.${name}") ?? "{}"), ${JSON.stringify(value)})`);
    await page.reload();
    await other.close();
}

/** The same for the game with these moves. */
export async function reload(page, moves) {
    await reloadWhen(page, "game", (game, moves) => JSON.stringify(game.moves) === JSON.stringify(moves), moves);
    await says(page, /to move/);
}

/** Everything the page said went wrong, and every request to elsewhere. */
export async function leave(page) {
    assert.deepEqual(page.faults, []);
    assert.deepEqual(page.foreign, []);
    await page.context().close();
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);

async function middle(page, name) {
    const box = await square(page, name).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

export async function drag(page, from, to) {
    await page.mouse.move(...(await middle(page, from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, to)), { steps: 4 });
    await page.mouse.up();
}

export async function tap(page, name) {
    await page.touchscreen.tap(...(await middle(page, name)));
}

/** From the focused square to another by arrow keys, then Enter. */
export async function walk(page, to) {
    const at = await page.evaluate(() => document.activeElement.dataset.square);
    const press = async (key, times) => {
        for (let i = 0; i < times; i++) await page.keyboard.press(key);
    };
    const files = to.charCodeAt(0) - at.charCodeAt(0);
    const ranks = Number(to[1]) - Number(at[1]);
    await press(files > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(files));
    await press(ranks > 0 ? "ArrowUp" : "ArrowDown", Math.abs(ranks));
    await page.keyboard.press("Enter");
}

/** Waits until the status of the tool that is shown says so. */
export async function says(page, pattern) {
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("main .status")?.textContent ?? ""), pattern.source);
}

/** Waits until a piece (as it is spoken, or "empty") stands there. */
export async function holds(page, name, words) {
    await page.waitForFunction(([name, words]) => document.querySelector(`[data-square="${name}"]`)?.getAttribute("aria-label").includes(words), [name, words]);
}

/** Waits until these moves are listed. */
export async function lists(page, sans) {
    await page.waitForFunction((sans) => [...document.querySelectorAll(".moves .san")].map((move) => move.textContent).join(" ") === sans, sans.join(" "));
}

/** Opens another tool of the page, and waits for it. */
export async function turnTo(page, hash, tool = hash) {
    await page.evaluate((hash) => (location.hash = `#${hash}`), hash);
    await page.locator(`.tabs [data-tool="${tool}"][aria-current]`).waitFor();
}

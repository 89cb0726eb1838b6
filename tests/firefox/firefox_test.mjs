// The page in Debian's Firefox, driven by puppeteer-core over WebDriver BiDi: make test-firefox
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";

const FILE = new URL("../../build/web/roek.html", import.meta.url).href;
const PATIENCE = { timeout: 180000 }; // a busy machine is no fault
let browser;

before(async () => {
    browser = await puppeteer.launch({
        browser: "firefox",
        executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
        extraPrefsFirefox: { "intl.accept_languages": "en" },
    });
});
after(() => browser.close());

async function visit(hash) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    page.faults = [];
    page.on("pageerror", (error) => page.faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
    await page.goto(FILE + hash);
    return page;
}

async function leave(page) {
    assert.deepEqual(page.faults, []);
    await page.close();
}

async function says(page, pattern) {
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("main .status")?.textContent ?? ""), PATIENCE, pattern.source);
}

async function lists(page, sans) {
    await page.waitForFunction((sans) => [...document.querySelectorAll(".moves .san")].map((move) => move.textContent).join(" ") === sans, PATIENCE, sans);
}

async function drag(page, from, to) {
    const middle = async (name) => {
        const box = await (await page.$(`[data-square="${name}"]`)).boundingBox();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(to)), { steps: 4 });
    await page.mouse.up();
}

async function press(page, words) {
    await page.waitForFunction((words) => [...document.querySelectorAll("main button")].some((one) => one.textContent === words), PATIENCE, words);
    await page.evaluate((words) => [...document.querySelectorAll("main button")].find((one) => one.textContent === words).click(), words);
}

test("a game is won by mouse and keyboard", async () => {
    const page = await visit("#play=&white=human&black=human");
    await says(page, /White to move/);
    await drag(page, "f2", "f3");
    await lists(page, "f3");
    await drag(page, "e7", "e5");
    await lists(page, "f3 e5");
    for (const [move, all] of [["g4", "f3 e5 g4"], ["Qh4", "f3 e5 g4 Qh4#"]]) {
        await page.focus("#typed");
        await page.keyboard.type(move);
        await page.keyboard.press("Enter");
        await lists(page, all);
    }
    await says(page, /Black wins/);
    await leave(page);
});

test("Roek answers", async () => {
    const page = await visit("#play=&white=human&black=roek:1");
    await says(page, /White to move/);
    await drag(page, "e2", "e4");
    await page.waitForFunction(() => document.querySelectorAll(".moves .san").length === 2, PATIENCE);
    await leave(page);
});

test("analysis, a mate and a loop", async () => {
    const page = await visit("#analyse");
    await says(page, /depth \d+/);
    await page.evaluate(() => (location.hash = "#mate=6k1/5ppp/8/8/8/8/8/R5K1_w_-_-_0_1&n=1"));
    await page.waitForSelector("#mate-find", PATIENCE);
    await page.click("#mate-find");
    await says(page, /Mate in 1/);
    await page.evaluate(() => (location.hash = "#loop=5x5,2,queens,knights"));
    await press(page, "Solve");
    await says(page, /A loop/);
    await leave(page);
});

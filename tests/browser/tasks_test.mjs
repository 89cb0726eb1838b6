// The page's own thread is never busy for long, whatever the engine does.  CPU time is counted, so
// that others on the machine do no harm.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FILE, blank, drag, launch, leave, says, turnTo } from "./page.mjs";

const MOST_MS = 100;
const GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 (3... Nf6 4. d3)) a6 {Morphy} 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0";
let browser;

before(async () => (browser = await launch()));
after(() => browser.close());

/** Does something and returns the tasks of the page's thread meanwhile, as milliseconds of CPU. */
async function tasksDuring(page, act) {
    const talk = await page.context().newCDPSession(page);
    const events = [];
    talk.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    await talk.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel"] } });
    await act();
    const complete = new Promise((done) => talk.once("Tracing.tracingComplete", done));
    await talk.send("Tracing.end");
    await complete;
    const place = ({ pid, tid }) => `${pid}.${tid}`;
    const own = new Set(events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(place));
    return events.filter((event) => own.has(place(event)) && event.name.endsWith("RunTask") && event.tdur).map(({ tdur }) => tdur / 1000);
}

/** Puts text into a field as somebody who pastes it. */
const paste = ([id, text]) => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.getElementById(id).dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
};

const STEPS = {
    start: async (page) => {
        await page.goto(`${FILE}#play=&white=human&black=roek:1`);
        await says(page, /White to move/);
    },
    play: async (page) => {
        await drag(page, "e2", "e4");
        await page.waitForFunction(() => document.querySelectorAll(".moves .san").length === 2);
    },
    analyse: async (page) => {
        await turnTo(page, "analyse");
        await says(page, /depth 1\d/);
    },
    "a hundred games": async (page) => {
        const one = (i) => `[White "W${i}"]\n[Black "B${i}"]\n[Result "1-0"]\n\n${GAME}\n\n`;
        await page.getByRole("button", { name: "Load" }).click();
        await page.evaluate(paste, ["asked-text", Array.from({ length: 100 }, (_, i) => one(i + 1)).join("")]);
        await page.getByRole("button", { name: "OK" }).click();
        await page.getByText("game 1 of 100").waitFor();
        await page.locator("#pgn-game").selectOption("57");
        await page.getByText("game 57 of 100").waitFor();
    },
    judge: async (page) => {
        await page.getByRole("button", { name: "Judge the game" }).click();
        await page.getByText("Accuracy").waitFor();
    },
    loops: async (page) => {
        await turnTo(page, "loop=9x9,7,rooks,knights", "loop");
        await page.getByRole("button", { name: "Step through all" }).click();
        await says(page, /Solution 1 of 10,000 · there are more/);
    },
};

test("no task of the page's thread takes long", async (t) => {
    const page = await blank(browser);
    for (const [name, act] of Object.entries(STEPS)) {
        const tasks = await tasksDuring(page, () => act(page));
        const longest = Math.max(...tasks);
        t.diagnostic(`${name}: the longest of ${tasks.length} tasks took ${longest.toFixed(0)} ms of CPU`);
        assert.ok(tasks.length > 3 && longest < MOST_MS, `${name}: ${longest.toFixed(0)} ms`);
    }
    await leave(page);
});

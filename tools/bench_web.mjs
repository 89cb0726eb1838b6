// Compares the speed of the web page with one native thread of a plain build. Measures CPU time, so
// that other programs disturb little; runs take turns, and the best of several rounds counts.
//   make bench-web
import { execFileSync } from "node:child_process";
import { launch, visit } from "../tests/browser/page.mjs";

const ROEK = process.argv[2];
const ROUNDS = Number(process.argv[3] ?? 5);
const TASKS = [
    ["search, chess", 0.5, { do: "analyse", nodes: 1000000 }],
    ["search, middle game", 0.5, { do: "analyse", nodes: 1000000, fen: "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 b - - 3 12" }],
    ["search, Racing Kings", 0.5, { do: "analyse", nodes: 1000000, variant: "racingkings" }],
    ["perft 6", 0.4, { do: "perft", depth: 6 }],
    ["mate", 0.4, { do: "mate", n: 9, fen: "8/8/8/8/8/4k3/8/R3K3 w - - 0 1", hash: 16 }],
    ["loops", 0.7, { do: "loop-count", rows: 9, cols: 9, n: 7, types: ["rooks", "knights"] }],
];

/** The CPU seconds of the native program for a request. */
function native(task) {
    const timed = `TIMEFORMAT='%U %S'; { time "$0" session > /dev/null; } 2>&1`;
    const said = execFileSync("bash", ["-c", timed, ROEK], { input: JSON.stringify({ id: 1, ...task }), encoding: "utf8" });
    return said.trim().split(" ").reduce((sum, part) => sum + Number(part), 0);
}

/** Starts a worker with one build of the engine in the page, and runs the task once to warm it up. */
async function startWorker(page, build, task) {
    await page.evaluate(
        async ({ build, suspends }) => {
            const worker = new Worker(URL.createObjectURL(new Blob([document.getElementById("worker").textContent])));
            const text = document.querySelector(`script[data-file="${build}.wasm.gz"]`).textContent;
            const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
            const wasm = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
            worker.postMessage({ wasm, suspends });
            window.doTask = (task) => {
                const answered = new Promise((done) => (worker.onmessage = ({ data }) => (typeof data !== "string" ? done(data) : JSON.parse(data).event || done(data))));
                worker.postMessage(JSON.stringify({ id: 1, ...task }));
                return answered;
            };
        },
        { build, suspends: build === "roek" },
    );
    await page.evaluate((task) => window.doTask(task), task);
}

/** The CPU seconds of the browser's renderer processes. */
async function renderersTime(browser) {
    const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
    return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function inPage({ page, talk }, task) {
    const before = await renderersTime(talk);
    await page.evaluate((task) => window.doTask(task), task);
    return (await renderersTime(talk)) - before;
}

/** The best times for a task: of the native program, and of both builds, each in its own browser. */
async function measure(task) {
    const seats = [];
    for (const build of ["roek", "roek-sliced"]) {
        const browser = await launch();
        const page = await visit(browser, { hash: "#setup" });
        await startWorker(page, build, task);
        seats.push({ browser, page, talk: await browser.newBrowserCDPSession() });
    }
    const best = [Infinity, Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round++) {
        const times = [native(task), await inPage(seats[0], task), await inPage(seats[1], task)];
        times.forEach((time, i) => (best[i] = Math.min(best[i], time)));
    }
    for (const { browser } of seats) await browser.close();
    return best;
}

const column = (time) => time.toFixed(2).padStart(9);
console.log("CPU seconds               native     page  share   sliced  share   goal");
for (const [name, goal, task] of TASKS) {
    const [own, page, sliced] = await measure(task);
    console.log(`${name.padEnd(22)} ${column(own)} ${column(page)}   ${(own / page).toFixed(2)} ${column(sliced).slice(1)}   ${(own / sliced).toFixed(2)}    ${goal}`);
}

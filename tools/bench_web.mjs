// How fast the page computes beside one native thread of a portable build.
//   make bench-web            medians of five; the machine should have nothing else to do
import { execFileSync } from "node:child_process";
import { launch, visit } from "../tests/browser/page.mjs";

const ROEK = process.argv[2];
const ROUNDS = 5;
const TASKS = [
    ["search, chess", { do: "analyse", nodes: 500000 }],
    ["search, Racing Kings", { do: "analyse", nodes: 500000, variant: "racingkings" }],
    ["perft 6", { do: "perft", depth: 6 }],
    ["mate", { do: "mate", n: 8, fen: "8/8/8/8/8/4k3/8/R3K3 w - - 0 1", hash: 16 }],
    ["loops", { do: "loop-count", rows: 8, cols: 8, n: 6, types: ["rooks", "knights"] }],
];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function native(task) {
    const start = process.hrtime.bigint();
    execFileSync(ROEK, ["session"], { input: JSON.stringify({ id: 1, ...task }) });
    return Number(process.hrtime.bigint() - start) / 1e6;
}

/** In a worker of the page, in the build for platforms that suspend WebAssembly or in the other. */
function inPage(page, task, suspends) {
    return page.evaluate(
        async ({ task, suspends }) => {
            const source = document.getElementById("worker").textContent;
            const worker = new Worker(URL.createObjectURL(new Blob([source])));
            const text = document.querySelector(`script[data-file="${suspends ? "roek" : "roek-sliced"}.wasm.gz"]`).textContent;
            const packed = new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
            const wasm = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
            const answered = () => new Promise((done) => (worker.onmessage = ({ data }) => (typeof data !== "string" ? done(data) : JSON.parse(data).event || done(data))));
            worker.postMessage({ wasm, suspends });
            worker.postMessage('{"id":0,"do":"perft","depth":4}'); // compiled and ready
            await answered();
            const start = performance.now();
            worker.postMessage(JSON.stringify({ id: 1, ...task }));
            await answered();
            const ms = performance.now() - start;
            worker.terminate();
            return ms;
        },
        { task, suspends },
    );
}

const browser = await launch();
const page = await visit(browser, { hash: "#setup" });
console.log("task                    native ms   page ms  share   sliced ms  share");
for (const [name, task] of TASKS) {
    const times = { native: [], page: [], sliced: [] };
    for (let round = 0; round < ROUNDS; round++) {
        times.native.push(native(task));
        times.page.push(await inPage(page, task, true));
        times.sliced.push(await inPage(page, task, false));
    }
    const [n, p, s] = [times.native, times.page, times.sliced].map(median);
    console.log(`${name.padEnd(22)} ${n.toFixed(0).padStart(10)} ${p.toFixed(0).padStart(9)}  ${(n / p).toFixed(2)} ${s.toFixed(0).padStart(12)}  ${(n / s).toFixed(2)}`);
}
await browser.close();

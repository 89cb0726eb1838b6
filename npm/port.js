// A way to the session: lines out and in, from a worker or from this very thread.
import { canSuspend, startEngine } from "./engine.js";

const isNode = typeof process === "object" && Boolean(process.versions?.node);

/** The module: as given, from an address, or the file of this package that the platform is fit for. */
async function moduleFrom(wasm) {
    if (wasm instanceof WebAssembly.Module) return wasm;
    if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
    const address = new URL(wasm ?? (canSuspend() ? "./roek.wasm" : "./roek-sliced.wasm"), import.meta.url);
    if (isNode && address.protocol === "file:") return WebAssembly.compile(await (await import("node:fs/promises")).readFile(address));
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
}

/** Does the build take turns by unwinding itself, and not by being suspended? */
const isSliced = (module) => WebAssembly.Module.exports(module).some(({ name }) => name === "asyncify_start_unwind");

/** The session in this thread; it lets others have their turn every 20 ms. */
export async function portHere(wasm) {
    const port = { onLine() {}, onLost() {}, close() {} };
    const module = await moduleFrom(wasm);
    const engine = await startEngine(module, (line) => port.onLine(line), (why) => port.onLost(why), !isSliced(module));
    port.send = engine.line;
    return port;
}

/** A worker of the platform, node's with the looks of a browser's. */
async function startWorker() {
    const address = new URL("./worker.js", import.meta.url);
    if (!isNode) return new Worker(address, { type: "module" });
    const worker = new (await import("node:worker_threads")).Worker(address, { execArgv: [] }); // "--input-type" would be wrong there
    worker.on("message", (data) => worker.onmessage?.({ data }));
    worker.on("error", (error) => worker.onerror?.(error));
    return worker;
}

/** The session in a worker; the worker says when it is there. */
export async function portInWorker(wasm) {
    const worker = await startWorker();
    const port = { onLine() {}, onLost() {}, send: (line) => worker.postMessage(line), close: () => worker.terminate() };
    await new Promise((ready, fail) => {
        const lose = (why) => {
            worker.terminate();
            fail(new Error(why));
            port.onLost(why);
        };
        worker.onerror = (event) => lose(event.message ?? "the worker could not be started");
        worker.onmessage = ({ data }) => {
            if (typeof data === "string") port.onLine(data);
            else if (data.lost) lose(data.lost);
            else if (data.wants) worker.postMessage({ wasm: wasm instanceof URL ? wasm.href : wasm });
            else ready();
        };
    });
    return port;
}

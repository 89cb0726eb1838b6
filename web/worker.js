// The worker: gets the module first, then lines.
import { startEngine } from "./engine.js";

let engine = null;
const early = [];

function fail(error) {
    postMessage({ lost: String(error?.message ?? error) });
}

function hand(line) {
    try {
        engine.line(line).catch(fail);
    } catch (error) {
        fail(error);
    }
}

onmessage = async ({ data }) => {
    if (typeof data === "string") {
        if (engine) hand(data);
        else early.push(data);
        return;
    }
    try {
        engine = await startEngine(await WebAssembly.compile(data.wasm), (line) => postMessage(line), data.suspends);
        early.splice(0).forEach(hand);
    } catch (error) {
        fail(error);
    }
};

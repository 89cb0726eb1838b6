// The worker: gets the module first, then lines.
import { startEngine } from "./engine.js";

let engine = null;
const early = [];
const lose = (lost) => postMessage({ lost });

onmessage = async ({ data }) => {
    if (typeof data === "string") {
        if (engine) engine.line(data);
        else early.push(data);
        return;
    }
    try {
        engine = await startEngine(await WebAssembly.compile(data.wasm), (line) => postMessage(line), lose, data.suspends);
        early.splice(0).forEach(engine.line);
    } catch (error) {
        lose(String(error?.message ?? error));
    }
};

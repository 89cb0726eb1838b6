// The worker: asks for its module, says that it is there, then takes lines.
import { portHere } from "./port.js";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
const outside = isNode ? (await import("node:worker_threads")).parentPort : globalThis;
let port = null;

async function begin({ wasm }) {
    try {
        port = await portHere(wasm);
        port.onLine = (line) => outside.postMessage(line);
        port.onLost = (lost) => outside.postMessage({ lost });
        outside.postMessage({ ready: true });
    } catch (error) {
        outside.postMessage({ lost: String(error?.message ?? error) });
    }
}

const take = (data) => (typeof data === "string" ? port.send(data) : begin(data));
if (isNode) outside.on("message", take);
else outside.onmessage = ({ data }) => take(data);
outside.postMessage({ wants: "module" });

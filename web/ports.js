// The two ways to a session: WebAssembly in a worker of this page, or the server the page came from.
import { serverKey } from "./key.js";
import { t } from "./words.js";

/** Whether the platform can suspend WebAssembly; then the faster build is used. */
const suspends = () => typeof WebAssembly.Suspending === "function";

const bytesOf = (base64) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64).buffer;
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes.buffer;
};

const inflated = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

/** The page is drawn before the last of it has come. */
const wholePage = () =>
    document.readyState === "loading" ? new Promise((done) => addEventListener("DOMContentLoaded", done, { once: true })) : null;

/** The module: from this very file, or from beside it. */
async function fetchWasm() {
    const name = suspends() ? "roek.wasm" : "roek-sliced.wasm";
    await wholePage();
    const inside = document.querySelector(`script[data-file="${name}.gz"]`);
    if (inside) return inflated(bytesOf(inside.textContent.trim()));
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.arrayBuffer();
}

let wasmOnce = null;

function workerPort() {
    const source = document.getElementById("worker").textContent;
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(address);
    const port = { send: (line) => worker.postMessage(line) };
    URL.revokeObjectURL(address);
    const lose = (why) => {
        worker.terminate();
        port.onLost(why);
    };
    worker.onmessage = ({ data }) => (typeof data === "string" ? port.onLine(data) : lose(data.lost));
    worker.onerror = (event) => lose(event.message);
    wasmOnce ??= fetchWasm();
    wasmOnce.then(
        (wasm) => worker.postMessage({ wasm, suspends: suspends() }),
        (error) => {
            wasmOnce = null; // the next one asks again
            lose(error.message);
        },
    );
    return port;
}

// A browser has six connections to a server for all its windows, and each window keeps one for what
// it hears; with none left for what they say, all of them would hang.
const WINDOWS_MOST = 5;

/** Whether there was room for one more window of this browser; it is taken until `over`. */
async function takePlace(over) {
    const take = (place) =>
        new Promise((tell) => {
            navigator.locks.request(`roek.window.${place}`, { ifAvailable: true }, (lock) => {
                tell(lock !== null);
                return lock && over;
            });
        });
    for (let place = 1; place <= WINDOWS_MOST; place++) if (await take(place)) return true;
    return false;
}

/** Server-sent events out of a stream as they come: {name, data}. */
export async function* eventsOf(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        let from = Math.max(0, text.length - 1); // the end of an event may come in two parts
        text += value;
        for (let end; (end = text.indexOf("\n\n", from)) >= 0; from = 0) {
            const fields = Object.fromEntries(text.slice(0, end).split("\n").map((line) => line.split(/: (.*)/s)));
            if (fields.data) yield { name: fields.event ?? "message", data: fields.data };
            text = text.slice(end + 2);
        }
    }
}

/** A request to the server, with the key that no cookie and no address holds. */
const askServer = (path, options = {}) =>
    fetch(path, { cache: "no-store", ...options, headers: { Authorization: `Bearer ${serverKey()}` } });

/** Lines out by POST, one after another so that they keep their order; lines in as events. */
function serverPort() {
    const stop = new AbortController();
    let number = null;
    let queue;
    let end;
    const over = new Promise((done) => (end = done));
    const send = (line, options) => askServer(`lines?session=${number}`, { method: "POST", body: line, ...options });
    const listen = async () => {
        if (!(await takePlace(over))) throw new Error(t("lost.windows", { most: WINDOWS_MOST }));
        const answer = await askServer("events", { signal: stop.signal });
        if (!answer.ok) throw new Error(`${t("lost.server")}, ${answer.status}`);
        const events = eventsOf(answer.body);
        number = (await events.next()).value.data;
        hear(events);
    };
    const hear = async (events) => {
        try {
            for await (const { data } of events) port.onLine(data);
        } finally {
            lose(t("lost.server"));
        }
    };
    const post = async (line) => {
        const answer = await send(line);
        if (!answer.ok) throw new Error(`${t("lost.server")}, ${answer.status}`);
    };
    const lose = (why) => {
        stop.abort();
        end();
        port.onLost(why);
    };
    const port = {
        send(line) {
            queue = queue.then(() => post(line));
            queue.catch((error) => lose(error.message));
        },
    };
    queue = listen();
    queue.catch((error) => lose(error.message));
    addEventListener("pagehide", () => number && send('{"id":0,"do":"quit"}', { keepalive: true }).catch(() => {}));
    return port;
}

/** Did the page come from `roek web`? */
export const isServed = () => Boolean(document.querySelector('meta[name="roek-server"]'));

/** A new session of this page. */
export const openPort = () => (isServed() ? serverPort() : workerPort());

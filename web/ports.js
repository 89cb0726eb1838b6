// The two ways to a session: WebAssembly in a worker of this page, or the server the page came from.
import { dropKey, keyToCome } from "./key.js";
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

/** Whether there was room for one more window of this browser.  The page keeps its place to its end. */
async function takePlace() {
    const take = (place) =>
        new Promise((tell) => {
            navigator.locks.request(`roek.window.${place}`, { ifAvailable: true }, (lock) => {
                tell(lock !== null);
                return lock && new Promise(() => {});
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
            const lines = text.slice(0, end).split("\n");
            const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s)));
            if (fields.data) yield { name: fields.event ?? "message", data: fields.data };
            text = text.slice(end + 2);
        }
    }
}

const RETRY_LEAST_MS = 250;
const RETRY_MOST_MS = 2000;
const FLOOD_MS = 100; // before a line is sent again that came too fast

/** So long, or until the user comes back to this window: the timers of hidden ones are slow. */
const pause = (ms) =>
    new Promise((done) => {
        const stop = new AbortController();
        const go = () => {
            clearTimeout(timer);
            stop.abort();
            done();
        };
        const timer = setTimeout(go, ms);
        for (const name of ["visibilitychange", "pageshow", "online", "focus"]) addEventListener(name, go, { signal: stop.signal });
    });

/** A request to the server, with the key that no cookie and no address holds. */
const askServer = (path, key, options) =>
    fetch(path, { cache: "no-store", headers: { Authorization: `Bearer ${key}` }, ...options });

/** A conversation with the server, until its end: lines out by POST, one after another so that they
 * keep their order; lines in as events. */
class Conversation {
    #key;
    #number = null;
    #stop = new AbortController();
    #queue = Promise.resolve();

    constructor(key) {
        this.#key = key;
    }

    /** Listens until the connection ends; returns why, as a key of words. */
    async hold(onStart, onLine) {
        const answer = await askServer("events", this.#key, { signal: this.#stop.signal });
        if (answer.status === 403) return "away.key";
        if (!answer.ok) return "away.server";
        for await (const { name, data } of eventsOf(answer.body)) {
            if (name === "session") {
                this.#number = data;
                onStart();
            } else onLine(data);
        }
        return "away.server";
    }

    #post(line, options) {
        return askServer(`lines?session=${this.#number}`, this.#key, { method: "POST", body: line, ...options });
    }

    /** `refuse` is called if the line is too long for the server. */
    send(line, refuse) {
        this.#queue = this.#queue.then(() => this.#deliver(line, refuse)).catch(() => this.#stop.abort());
    }

    async #deliver(line, refuse) {
        if (this.#stop.signal.aborted) return;
        const { ok, status } = await this.#post(line, { signal: this.#stop.signal });
        if (ok) return;
        if (status === 413) return refuse();
        if (status !== 429) throw new Error(`${status}`);
        await pause(FLOOD_MS);
        return this.#deliver(line, refuse);
    }

    /** The window is closed. */
    quit() {
        if (this.#number) this.#post('{"id":0,"do":"quit"}', { keepalive: true }).catch(() => {});
    }
}

/** An exception of a listener is reported, and the conversation goes on. */
const guarded = (act) => (value) => {
    try {
        act(value);
    } catch (error) {
        reportError(error);
    }
};

/** The session behind `roek web`.  When the server cannot be reached it is tried again and again, and
 * then there is a new session. */
function serverPort() {
    let talk = null; // the present conversation
    const refuse = (line) => {
        const error = { code: "too-long", text: "the request is too long" };
        port.onLine(JSON.stringify({ id: JSON.parse(line).id, error }));
    };
    const port = { reconnects: true, send: (line) => talk?.send(line, () => refuse(line)) };
    const converse = async () => {
        const key = await keyToCome();
        const onStart = guarded(() => port.onUp());
        talk = new Conversation(key);
        const why = await talk.hold(onStart, guarded((line) => port.onLine(line))).catch(() => "away.server");
        talk = null;
        if (why === "away.key") dropKey(key);
        return why;
    };
    const run = async () => {
        while (!(await takePlace())) {
            port.onDown(t("away.windows", { most: WINDOWS_MOST }));
            await pause(RETRY_MOST_MS);
        }
        for (let wait = RETRY_LEAST_MS; ; await pause(wait)) {
            const began = performance.now();
            port.onDown(t(await converse()));
            wait = performance.now() - began > RETRY_MOST_MS ? RETRY_LEAST_MS : Math.min(2 * wait, RETRY_MOST_MS);
        }
    };
    run();
    addEventListener("pagehide", () => talk?.quit());
    return port;
}

/** Did the page come from `roek web`? */
export const isServed = () => Boolean(document.querySelector('meta[name="roek-server"]'));

/** A new session of this page. */
export const openPort = () => (isServed() ? serverPort() : workerPort());

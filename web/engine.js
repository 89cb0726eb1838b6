// The session of the C library as WebAssembly, for a worker or for node.
//
// While the library thinks it asks `is_due` now and then, and takes a `turn` when it is: the event
// loop goes round once, so that lines which came meanwhile are read and can stop the work.  Where
// the platform suspends WebAssembly that costs nothing; elsewhere the sliced build unwinds and
// rewinds its own stack.

const TURN_MS = 20; // how long the outside waits at most while the library thinks
const SHELF_BYTES = 1 << 20;
const NOT_THERE = 52; // what WASI says of everything a browser has not: ENOSYS

export const canSuspend = () => typeof WebAssembly.Suspending === "function";

/** One round of the event loop. */
const nextRound = (() => {
    if (typeof setImmediate === "function") return () => new Promise((done) => setImmediate(done));
    const channel = new MessageChannel();
    const waiting = [];
    channel.port1.onmessage = () => waiting.shift()();
    return () =>
        new Promise((done) => {
            waiting.push(done);
            channel.port2.postMessage(0);
        });
})();

/** What the C library asks of its system. */
function wasi(memory) {
    const own = {
        clock_time_get(_clock, _precision, at) {
            const now = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6));
            new DataView(memory().buffer).setBigUint64(at, now, true);
            return 0;
        },
        random_get(at, length) {
            crypto.getRandomValues(new Uint8Array(memory().buffer, at, length));
            return 0;
        },
        proc_exit(code) {
            throw new Error(`the engine ended with ${code}`);
        },
    };
    return new Proxy(own, { get: (known, name) => known[name] ?? (() => NOT_THERE) });
}

/** The imports WASI wants as plain functions: a Proxy alone is not enough for instantiation. */
function importsOf(module, sources) {
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = sources[from]?.[name];
    return imports;
}

/**
 * Starts a session.  `say` takes each line it says, `lose` why it broke, whenever that is.  Returns
 * `line(text)`, which hands a request in.
 */
export async function startEngine(module, say, lose, suspends = canSuspend()) {
    let exports;
    let inside = 0; // calls from outside that must not take a turn
    let dueAt = 0;
    let working = false;
    let news = false;
    let timer = 0;
    let shelf = 0;
    const memory = () => exports.memory;
    const text = new TextDecoder();
    const bytes = new TextEncoder();

    const takeTurn = async () => {
        await nextRound();
        quick(exports.step);
        dueAt = performance.now() + TURN_MS;
    };
    const unwind = () => {
        if (exports.asyncify_get_state() === 2) {
            exports.asyncify_stop_rewind();
            return;
        }
        new Uint32Array(memory().buffer, shelf, 2).set([shelf + 8, shelf + SHELF_BYTES]);
        exports.asyncify_start_unwind(shelf);
    };
    const workInSlices = async () => {
        let worked = exports.work();
        while (exports.asyncify_get_state() === 1) {
            exports.asyncify_stop_unwind();
            await takeTurn();
            exports.asyncify_start_rewind(shelf);
            worked = exports.work();
        }
        return worked;
    };

    const host = {
        say: (at, length) => say(text.decode(new Uint8Array(memory().buffer, at, length))),
        is_due: () => (inside === 0 && performance.now() >= dueAt ? 1 : 0),
        turn: suspends ? new WebAssembly.Suspending(takeTurn) : unwind,
    };
    const instance = await WebAssembly.instantiate(
        module,
        importsOf(module, { host, wasi_snapshot_preview1: wasi(memory) }),
    );
    exports = instance.exports;
    exports._initialize?.();
    if (!exports.start()) throw new Error("not enough memory for the engine");
    if (!suspends) shelf = exports.shelf(SHELF_BYTES);
    const work = suspends ? WebAssembly.promising(exports.work) : workInSlices;

    function quick(call, ...values) {
        inside++;
        const result = call(...values);
        inside--;
        return result;
    }

    async function workOn() {
        news = true;
        if (working) return;
        working = true;
        dueAt = performance.now() + TURN_MS;
        while (news) {
            news = false; // what comes from now on may have missed the last look
            do quick(exports.step);
            while (await work()); // no step comes after the last look: it may ask a computer
        }
        working = false;
        const due = quick(exports.due);
        clearTimeout(timer);
        if (due >= 0) timer = setTimeout(wake, due + 1);
    }

    const guarded = (act) => async (value) => {
        try {
            await act(value);
        } catch (error) {
            lose(String(error?.message ?? error));
        }
    };

    const wake = guarded(workOn);

    return {
        line: guarded((request) => {
            const data = bytes.encode(request);
            const at = quick(exports.room, data.length);
            if (!at) throw new Error("the request is too long");
            new Uint8Array(memory().buffer, at, data.length).set(data);
            quick(exports.line, data.length);
            return workOn();
        }),
    };
}

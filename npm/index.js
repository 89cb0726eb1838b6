// Roek as a package: the session (docs/session.md) as functions and events.
import { Client, Refusal } from "./client.js";
import { portHere, portInWorker } from "./port.js";

export { Refusal };

/**
 * Opens a session: in a worker of its own, or with `worker: false` in this thread.  `wasm` is the
 * module where it does not lie beside this file: an address, bytes, or compiled.
 */
export async function open({ worker = true, wasm } = {}) {
    return new Roek(await (worker ? portInWorker : portHere)(wasm));
}

export class Roek extends EventTarget {
    #port;
    #client;

    constructor(port) {
        super();
        this.#port = port;
        this.#client = new Client(port);
        this.#client.onLost = (why) => this.dispatchEvent(new CustomEvent("lost", { detail: why }));
    }

    /** Any request, as the session takes it; events before the answer go to `onEvent`. */
    ask(what, fields = {}, onEvent = null) {
        return this.#client.ask(what, fields, onEvent);
    }

    /** Work that can be broken off: by `signal`, or by `cancel()` of the promise. */
    #work(what, { signal, ...fields } = {}, onEvent = null) {
        signal?.throwIfAborted();
        const asked = this.#client.ask(what, fields, onEvent);
        const cancel = () => this.#client.cancel(asked.id);
        signal?.addEventListener("abort", cancel, { once: true });
        const freed = () => signal?.removeEventListener("abort", cancel);
        asked.then(freed, freed);
        return Object.assign(asked, { cancel });
    }

    hello = () => this.ask("hello");

    // Rules.
    position = (fields) => this.ask("position", fields);
    moves = async (fields) => (await this.ask("moves", fields)).moves;
    pgn = (text, number = 1, list = false) => this.ask("pgn", { text, number, list });
    tables = (fields, onProgress) => this.#work("tables", fields, onProgress);

    // Engine and solvers.
    perft = (fields) => this.#work("perft", fields);
    analyse = (fields, onLine) => this.#work("analyse", fields, onLine);
    review = (fields, onMove) => this.#work("review", fields, onMove);
    mate = (fields, onProgress) => this.#work("mate", fields, onProgress);

    loops = {
        solve: (fields) => this.#work("loop-solve", fields),
        count: (fields, onProgress) => this.#work("loop-count", fields, onProgress),
        list: (fields, onSolution) => this.#work("loop-list", fields, onSolution),
        generate: (fields) => this.#work("loop-generate", fields),
        check: (fields) => this.ask("loop-check", fields),
        hint: (fields) => this.#work("loop-hint", fields),
    };

    /** Begins a game.  Listen to it before anything else is waited for, and no event is missed. */
    play(fields = {}) {
        return new Game(this.#client, fields);
    }

    /** Ends everything at once; what was asked is never answered. */
    close() {
        return this.#port.close();
    }
}

/** A game; its events are those of the session, the object that was said as `detail`. */
export class Game extends EventTarget {
    #client;
    #id;
    /** The state as it was told last. */
    state = null;

    constructor(client, fields) {
        super();
        this.#client = client;
        this.ready = client.begin(fields, (said) => this.#hear(said));
        this.#id = this.ready.id;
        this.ready.catch(() => {}); // who does not wait for it hears "no-game" from every command
    }

    #hear(said) {
        if (said.fen) this.state = said;
        this.dispatchEvent(new CustomEvent(said.event, { detail: said }));
    }

    /** The next event of that name. */
    next(name) {
        return new Promise((done) => this.addEventListener(name, ({ detail }) => done(detail), { once: true }));
    }

    #ask(what, fields = {}) {
        return this.#client.ask(what, { game: this.#id, ...fields });
    }

    move = (move) => this.#ask("move", { move });
    undo = () => this.#ask("undo");
    redo = () => this.#ask("redo");
    go = (ply) => this.#ask("go", { ply });
    resign = (color) => this.#ask("resign", { color });
    offer = () => this.#ask("offer");
    accept = () => this.#ask("accept");
    decline = () => this.#ask("decline");
    claim = () => this.#ask("claim");
    hint = () => this.#ask("hint");
    evaluate = () => this.#ask("evaluate");
    pause = () => this.#ask("pause");
    resume = () => this.#ask("resume");
    pace = (ms) => this.#ask("pace", { ms });
    stop = () => this.#ask("stop");
    load = (text, number = 1) => this.#ask("load", { text, number });
    save = async () => (await this.#ask("save")).pgn;
    end = () => this.#client.end(this.#id);
}

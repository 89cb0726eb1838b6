// The session as promises and events.  A port brings lines out and in:
//
//     port.send(text)        port.onLine = (text) => …        port.onLost = (why) => …

/** Why a request was refused: `code` and `reason` for programs, the message for people. */
export class Refusal extends Error {
    constructor(error) {
        super(error.text);
        this.code = error.code;
        this.faults = error.faults ?? [];
        this.reason = error.reason;
        this.reasons = error.reasons ?? [];
        this.names = error.names ?? {};
        this.because = error.because;
    }
}

export class Client {
    #port;
    #next = 1;
    #open = new Map(); // id → {resolve, reject}
    #listeners = new Map(); // id → function
    #gone = null; // why nobody answers any more

    constructor(port) {
        this.#port = port;
        port.onLine = (text) => this.#hear(JSON.parse(text));
        port.onLost = (why) => this.#lose(why);
    }

    /** Called when the session is gone; everything that was open has been rejected then. */
    onLost = () => {};

    #hear(said) {
        if (said.event) {
            this.#listeners.get(said.id)?.(said);
            return;
        }
        const asked = this.#open.get(said.id);
        this.#open.delete(said.id);
        if (!asked) return;
        if (!asked.lasting) this.#listeners.delete(said.id);
        if (said.error) asked.reject(new Refusal(said.error));
        else asked.resolve(said);
    }

    /** A port may say so more than once, for each line that it could not send. */
    #lose(why) {
        if (this.#gone) return;
        this.#gone = new Refusal({ code: "lost", text: why });
        const open = [...this.#open.values()];
        this.#open.clear();
        this.#listeners.clear();
        for (const asked of open) asked.reject(this.#gone);
        this.onLost(why);
    }

    #send(request, asked, onEvent) {
        const id = this.#next++;
        if (onEvent) this.#listeners.set(id, onEvent);
        const answer = new Promise((resolve, reject) => {
            if (this.#gone) throw this.#gone;
            this.#open.set(id, { resolve, reject, ...asked });
            this.#port.send(JSON.stringify({ id, ...request }));
        });
        return Object.assign(answer, { id });
    }

    /** Asks; the promise has the `id` of the request. */
    ask(what, fields = {}, onEvent = null) {
        return this.#send({ do: what, ...fields }, {}, onEvent);
    }

    /** Begins a game: its events go on after the answer, until `end`. */
    begin(fields, onEvent) {
        return this.#send({ do: "new", ...fields }, { lasting: true }, onEvent);
    }

    end(game) {
        this.#listeners.delete(game);
        return this.ask("end", { game }).catch(() => {});
    }

    cancel(id) {
        return this.ask("cancel", { request: id }).catch(() => {}); // it may just have ended
    }
}

// The session as promises and events.  A port brings lines out and in:
//
//     port.send(text)        port.onLine = (text) => …        port.onLost = (why) => …
//
// A port that `reconnects` takes lines while it is up.  When it comes up again there is a new session
// behind it: games are begun anew where they were, and requests without an answer are asked again.
//
//     port.onUp = () => …    port.onDown = (why) => …
import { GameRecord } from "./record.js";

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
    #open = new Map(); // id → {request, resolve, reject, lasting, solutions}
    #listeners = new Map(); // id → function
    #games = new Map(); // id → GameRecord
    #gone = null; // why nobody answers any more
    #up;
    #lost = 0; // when the port went down

    constructor(port) {
        this.#port = port;
        this.#up = !port.reconnects;
        port.onLine = (text) => this.#hear(JSON.parse(text));
        port.onLost = (why) => this.#lose(why);
        port.onDown = (why) => this.#pause(why);
        port.onUp = () => this.#resume();
    }

    /** Called when the session is gone; everything that was open has been rejected then. */
    onLost = () => {};

    /** Called when the session is out of reach, and when it is back. */
    onAway = () => {};
    onBack = () => {};

    #hear(said) {
        if (said.event) {
            this.#hearEvent(said);
            return;
        }
        const asked = this.#open.get(said.id);
        this.#open.delete(said.id);
        if (said.error) this.#dropGame(said, asked);
        if (!asked) return;
        if (!asked.lasting) this.#listeners.delete(said.id);
        if (said.error) asked.reject(new Refusal(said.error));
        else asked.resolve(said);
    }

    /** A game that was refused.  One that was to begin anew ends with a fault that says why. */
    #dropGame({ id, error }, asked) {
        if (!this.#games.delete(id) || asked) return;
        this.#listeners.get(id)?.({ id, event: "fault", text: error.text });
    }

    /** A list that is asked for again brings the same solutions: those that are known are passed over. */
    #hearEvent(said) {
        const asked = this.#open.get(said.id);
        if (asked && said.event === "solution") {
            if (said.number <= asked.solutions) return;
            asked.solutions = said.number;
        }
        this.#games.get(said.id)?.hear(said, performance.now());
        this.#listeners.get(said.id)?.(said);
    }

    /** A port may say so more than once, for each line that it could not send. */
    #lose(why) {
        if (this.#gone) return;
        this.#gone = new Refusal({ code: "lost", text: why });
        const open = [...this.#open.values()];
        this.#open.clear();
        this.#listeners.clear();
        this.#games.clear();
        for (const asked of open) asked.reject(this.#gone);
        this.onLost(why);
    }

    #pause(why) {
        if (this.#up) this.#lost = performance.now();
        this.#up = false;
        this.onAway(why);
    }

    #resume() {
        this.#up = true;
        for (const [id, game] of this.#games) {
            if (this.#open.has(id)) continue; // it has not begun yet
            this.#post({ id, do: "new", ...game.fields(this.#lost) });
            for (const request of game.requests()) this.#post({ id: this.#next++, game: id, ...request });
        }
        for (const { request } of this.#open.values()) this.#post(request);
        this.onBack();
    }

    #post(request) {
        this.#port.send(JSON.stringify(request));
    }

    #send(fields, asked, onEvent) {
        const id = this.#next++;
        const request = { id, ...fields };
        if (onEvent) this.#listeners.set(id, onEvent);
        const answer = new Promise((resolve, reject) => {
            if (this.#gone) throw this.#gone;
            if (!this.#up) this.#replaceMove(request);
            this.#open.set(id, { request, resolve, reject, solutions: 0, ...asked });
            if (this.#up) this.#post(request);
        });
        return Object.assign(answer, { id });
    }

    /** Of the moves that were tried in a game while the session was out of reach the last one counts. */
    #replaceMove({ do: what, game }) {
        if (what !== "move") return;
        for (const [id, { request, resolve }] of this.#open) {
            if (request.do !== what || request.game !== game) continue;
            this.#open.delete(id);
            resolve({ id, ok: true });
        }
    }

    /** Asks; the promise has the `id` of the request. */
    ask(what, fields = {}, onEvent = null) {
        if (what === "pace") this.#games.get(fields.game)?.setPace(fields.ms);
        return this.#send({ do: what, ...fields }, {}, onEvent);
    }

    /** Begins a game: its events go on after the answer, until `end`. */
    begin(fields, onEvent) {
        const answer = this.#send({ do: "new", ...fields }, { lasting: true }, onEvent);
        if (!this.#gone) this.#games.set(answer.id, new GameRecord(fields));
        return answer;
    }

    end(game) {
        this.#listeners.delete(game);
        this.#games.delete(game);
        return this.ask("end", { game }).catch(() => {});
    }

    cancel(id) {
        return this.ask("cancel", { request: id }).catch(() => {}); // it may just have ended
    }
}

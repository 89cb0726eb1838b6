// What must be known of a game to begin it anew where it was, after the session that had it is gone.

export class GameRecord {
    #fields; // the game was begun with
    #start = null;
    #line = []; // all moves, with those taken back
    #state = null; // what the session said last
    #heard = 0; // when that was
    #offered = false; // a draw, to which there is no answer yet

    constructor(fields) {
        this.#fields = fields;
    }

    /** Takes an event of the game, as it came at `now`. */
    hear(event, now) {
        if (event.event === "offered") this.#offered = true;
        if (["declined", "moved", "went", "began", "ended"].includes(event.event)) this.#offered = false;
        if (!event.fen) return;
        this.#state = event;
        this.#heard = now;
        if (event.start) [this.#start, this.#line] = [event.start, event.uci];
        else if (event.event === "moved") this.#line = [...this.#line.slice(0, event.ply - 1), event.uci];
    }

    setPace(ms) {
        this.#fields = { ...this.#fields, pace: ms };
    }

    /** What a clock showed at that time, in whole milliseconds of which there is always one. */
    #left(color, now) {
        const { clock, turn, paused, result } = this.#state;
        const runs = turn === color && !paused && result === "*";
        return clock[color] === undefined ? undefined : Math.max(1, Math.round(clock[color] - (runs ? now - this.#heard : 0)));
    }

    /** The fields that begin it anew.  Its clocks have stood still since `lost`. */
    fields(lost) {
        const { shuffle, ...rest } = this.#fields;
        if (!this.#state) return this.#fields;
        const { variant, ply, clock, paused, result, reason } = this.#state;
        const left = clock && { white: this.#left("white", lost), black: this.#left("black", lost) };
        const end = result === "*" ? {} : { result, reason };
        return { ...rest, variant, fen: this.#start, moves: this.#line, ply, left, paused, ...end };
    }

    /** The requests that follow: an offer is no part of the fields. */
    requests() {
        return this.#offered ? [{ do: "offer" }] : [];
    }
}

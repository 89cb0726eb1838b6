// Playing: against Roek, two at one board, or watching two computers.
import { Board } from "./board.js";
import { button, choice, copyText, download, fill, h, labelled, refill } from "./dom.js";
import { MoveList, spokenMove } from "./moves.js";
import { askNewGame, isTurned, playerName } from "./newgame.js";
import { moveBetween } from "./promotion.js";
import { outcomeText } from "./refusals.js";
import { savedGame } from "./saved.js";
import { STARTS, kingOf, piecesOf, squareOf, targetsOf } from "./squares.js";
import { recall, remember } from "./store.js";
import { t } from "./words.js";

const THINK_MS = 600;
const USUAL = { variant: "chess", white: "human", black: "roek:3" };

/** The game that was left, if there is one. */
const recallGame = () => savedGame(recall("game", null));

/** The game that was left, and one that can always be played. */
const toGoOnWith = () => [recallGame(), USUAL].filter(Boolean);

/** A clock as people read it. */
export function clockText(ms) {
    const left = Math.max(0, ms);
    const minutes = Math.floor(left / 60000);
    const seconds = Math.floor((left % 60000) / 1000);
    const tenths = left < 20000 ? `.${Math.floor((left % 1000) / 100)}` : "";
    return `${minutes}:${String(seconds).padStart(2, "0")}${tenths}`;
}

function timeOf(text) {
    if (!text || text === "none") return undefined;
    const [base, increment] = text.split("+").map(Number);
    return { base: Math.round(base * 1000), increment: Math.round(increment * 1000) };
}

export class Play {
    #app;
    #board = new Board();
    #moves = new MoveList((ply) => this.#view(ply));
    #plates = { white: plate(), black: plate() };
    #status = h("p", { class: "status", role: "status" });
    #offer = h("div", { class: "offer", hidden: true });
    #tools = h("div", { class: "tools" });
    #typed;
    #id = null;
    #setting = null; // what the game was begun with
    #state = null; // what the session said last
    #line = { start: "", san: [], uci: [] };
    #viewed = null; // a ply that is looked at, else the present
    #heard = 0; // when the clocks were told
    #drawn = ""; // what the buttons were drawn for: they stay, and keep the focus, while that holds

    constructor(app) {
        this.#app = app;
        this.#typed = h("input", { type: "text", id: "typed", autocomplete: "off", spellcheck: "false", placeholder: t("type.move"), "aria-label": t("type.move") });
        const form = h("form", { class: "typing", onsubmit: (event) => this.#type(event) }, this.#typed, h("button", { type: "submit" }, t("play.it")));
        this.root = h(
            "section",
            { class: "tool", "aria-label": t("tab.play") },
            h("div", { class: "stage" }, this.#plates.black.root, this.#board, this.#plates.white.root),
            h("div", { class: "panel" }, this.#status, this.#offer, this.#moves.root, this.#steps(), form, this.#tools),
        );
        this.#board.addEventListener("play", ({ detail }) => this.#try(detail.from, detail.to));
        this.#board.addEventListener("letter", ({ detail }) => {
            this.#typed.value += detail.letter;
            this.#typed.focus();
        });
        setInterval(() => this.#tick(), 100);
    }

    /** Shows the running game, or begins one. */
    open(setting) {
        if (setting) return this.#replace(setting);
        if (this.#id !== null) return undefined;
        return this.#begin(...toGoOnWith());
    }

    // Beginning.

    /** Another game; the one that is left is gone on with if that is refused. */
    #replace(setting) {
        this.keep();
        return this.#begin(setting, ...toGoOnWith());
    }

    /** Begins the first of these games that is not refused. */
    async #begin(setting, ...others) {
        const client = this.#app.client("play");
        if (this.#id !== null) client.end(this.#id);
        this.#setting = setting;
        this.#viewed = null;
        this.#line = { start: "", san: [], uci: [] };
        const { variant, fen, moves, shuffle, white, black, time, left, pace, result, reason } = setting;
        const asked = client.begin(
            { variant, fen, moves, shuffle, white, black, time: timeOf(time), left, result, reason, pace: pace ?? 400, think: THINK_MS },
            (event) => event.id === this.#id && this.#hear(event),
        );
        this.#id = asked.id;
        this.#turnBoard();
        if (!this.#state) this.#expect(setting);
        this.#drawTools();
        try {
            await asked;
        } catch (error) {
            if (this.#id !== asked.id) return;
            this.#id = null;
            this.#app.tell(error);
            if (others.length) this.#begin(...others);
        }
    }

    /** Before the engine is there the board shows what it will say, most likely. */
    #expect({ variant = "chess", fen, shuffle, shown }) {
        const likely = shown ?? fen ?? (shuffle === undefined && Object.hasOwn(STARTS, variant) ? STARTS[variant] : null);
        if (likely) this.#board.show({ pieces: piecesOf(likely) });
        this.#status.textContent = t("starting");
    }

    #ask(what, fields = {}) {
        if (this.#id === null) return Promise.resolve();
        return this.#app
            .client("play")
            .ask(what, { game: this.#id, ...fields })
            .catch((error) => this.#refused(error));
    }

    #refused(error) {
        if (error.code === "lost") return;
        this.#app.tell(error);
        this.#show();
    }

    /** The session is gone, as `words` say: nothing can be played until it is back. */
    lose(words) {
        this.keep();
        this.#id = null;
        if (this.#state) this.#state.awaits = false;
        this.#board.show({ side: "", targets: new Map() });
        this.#status.textContent = words;
    }

    /** After that: the same game again, from what is remembered; or the one that was to begin. */
    recover() {
        const wanted = this.#line.start ? [recallGame()].filter(Boolean) : [this.#setting, ...toGoOnWith()];
        if (wanted.length) this.#begin(...wanted);
        else this.#show(); // one that is over
    }

    // Hearing.

    #hear(event) {
        if (event.fen) {
            this.#state = event;
            this.#setting = { ...this.#setting, variant: event.variant }; // what is loaded may be another game
            this.#heard = performance.now();
        }
        const act = {
            began: () => this.#take(event),
            went: () => this.#take(event),
            moved: () => this.#moved(event),
            hint: () => this.#hint(event),
            unadvised: () => this.#app.toast(event.text),
            offered: () => this.#offered(event),
            declined: () => this.#declined(),
            fault: () => this.#app.toast(event.text),
            ended: () => this.#ended(event),
            thinking: () => this.#thinking(event),
        }[event.event];
        act?.();
        if (event.fen) {
            this.#save();
            if (this.#viewed === null) this.#show();
            this.#drawTools();
        }
    }

    #take({ start, san, uci }) {
        this.#app.settleLink("play");
        this.#turnBoard();
        this.#line = { start, san, uci };
        this.#viewed = null;
        this.#offer.hidden = true;
    }

    #moved({ san, uci, ply, color }) {
        this.#line.san = [...this.#line.san.slice(0, ply - 1), san];
        this.#line.uci = [...this.#line.uci.slice(0, ply - 1), uci];
        this.#offer.hidden = true;
        this.#viewed = null;
        this.#app.announce(`${t(color)}: ${spokenMove(san)}`);
    }

    #hint({ step, from, to, san }) {
        if (this.#viewed !== null) this.#view(this.#state.ply); // which it is meant for
        const arrows = to ? [{ from: squareOf(from), to: squareOf(to), kind: "hint" }] : [];
        this.#board.show({ marks: new Map([[squareOf(from), "hinted"]]), arrows });
        const words = step === 1 ? t("hint.piece", { square: from }) : step === 2 ? t("hint.square", { from, to }) : t("hint.move", { move: san });
        this.#app.announce(words);
        this.#status.textContent = words;
    }

    #thinking({ depth }) {
        if (this.#viewed === null) this.#status.textContent = t("thinking", { depth });
    }

    #offered({ color }) {
        const opponent = this.#setting[color === "white" ? "black" : "white"];
        if (opponent !== "human") {
            this.#app.toast(t("offer.made"));
            return;
        }
        fill(
            this.#offer,
            h("span", {}, t("offer.from", { color: t(color) })),
            button(t("accept"), () => this.#ask("accept")),
            button(t("decline"), () => this.#ask("decline")),
        );
        this.#offer.hidden = false;
        this.#app.announce(t("offer.from", { color: t(color) }));
    }

    #declined() {
        this.#offer.hidden = true;
        this.#app.toast(t("offer.declined"));
    }

    #ended() {
        this.#offer.hidden = true;
        this.#app.announce(this.#resultWords());
    }

    #resultWords() {
        return outcomeText(this.#state);
    }

    #isOver() {
        return this.#state && this.#state.result !== "*";
    }

    /** The game, with what the clocks show now. */
    keep() {
        if (this.#id !== null && this.#line.start) this.#save();
    }

    #save() {
        const { plies, ply, fen: shown } = this.#state;
        const { variant, white, black, time, pace, flipped } = this.#setting;
        const left = this.#state.clock && { white: this.#left("white"), black: this.#left("black") };
        const { result, reason } = this.#isOver() ? this.#state : {};
        remember("game", { variant, white, black, time, left, pace, fen: this.#line.start, moves: this.#line.uci.slice(0, Math.min(plies, ply)), shown, flipped, result, reason });
    }

    // Showing.

    #show() {
        const state = this.#state;
        if (!state) return;
        const pieces = piecesOf(state.fen);
        const last = this.#line.uci[state.ply - 1];
        this.#board.show({
            pieces,
            side: state.awaits ? state.turn : "",
            targets: state.awaits ? targetsOf(state.moves) : new Map(),
            last: last ? [squareOf(last), squareOf(last.slice(2))] : [],
            check: state.check ? kingOf(pieces, state.turn) : -1,
            arrows: [],
            marks: new Map(),
        });
        this.#moves.show(this.#line.start, this.#line.san, state.ply);
        this.#status.textContent = this.#isOver() ? this.#resultWords() : state.paused ? t("paused") : state.awaits ? t("to.move", { color: t(state.turn) }) : t("thinks", { name: playerName(this.#setting[state.turn]) });
        this.#tick();
    }

    /** Looks at an earlier position; the game stays where it is. */
    async #view(ply) {
        const now = this.#state.ply;
        if (ply === now) {
            this.#viewed = null;
            this.#show();
            return;
        }
        const seen = Math.max(0, Math.min(ply, this.#line.uci.length));
        this.#viewed = seen;
        const asked = await this.#app.client("play").ask("position", { variant: this.#setting.variant, fen: this.#line.start, moves: this.#line.uci.slice(0, seen) });
        if (this.#viewed !== seen) return;
        const last = this.#line.uci[seen - 1];
        this.#board.show({ pieces: piecesOf(asked.fen), side: "", targets: new Map(), last: last ? [squareOf(last), squareOf(last.slice(2))] : [], check: -1, arrows: [], marks: new Map() });
        this.#moves.show(this.#line.start, this.#line.san, seen);
        this.#status.textContent = t("looking.back");
    }

    /** Looks at what was so many moves before, or after that; false if there is no game yet. */
    step(by) {
        if (!this.#state) return false;
        this.#view(Math.max(0, Math.min((this.#viewed ?? this.#state.ply) + by, this.#state.ply)));
        return true;
    }

    #steps() {
        const step = (sign, words, by) => button(sign, () => this.step(by), { "aria-label": words, title: words });
        return h(
            "div",
            { class: "steps" },
            step("«", t("first"), -Infinity),
            step("‹", t("back"), -1),
            step("›", t("forward"), 1),
            step("»", t("latest"), Infinity),
        );
    }

    #arrangePlates() {
        const { white, black } = this.#plates;
        const alone = this.#setting.white === "human" && this.#setting.black === "human"; // nobody to tell "you" from
        for (const color of ["white", "black"]) {
            const plateOf = this.#plates[color];
            plateOf.name.textContent = alone ? t(color) : playerName(this.#setting[color]);
            plateOf.root.dataset.color = color;
        }
        const [top, bottom] = this.#board.flipped ? [white, black] : [black, white];
        this.#board.before(top.root);
        this.#board.after(bottom.root);
    }

    #runs(color) {
        const state = this.#state;
        return Boolean(state) && !this.#isOver() && !state.paused && state.turn === color;
    }

    /** What a clock shows now, in whole milliseconds of which there is always one. */
    #left(color) {
        const told = this.#state.clock[color];
        return Math.max(1, Math.round(this.#runs(color) ? told - (performance.now() - this.#heard) : told));
    }

    #tick() {
        for (const color of ["white", "black"]) {
            const { clock, root } = this.#plates[color];
            root.classList.toggle("turn", this.#runs(color));
            clock.hidden = !this.#state?.clock;
            if (!clock.hidden) clock.textContent = clockText(this.#left(color));
        }
    }

    // Acting.

    async #try(from, to) {
        if (this.#viewed !== null || !this.#state?.awaits) {
            this.#show();
            return;
        }
        const move = await moveBetween(from, to, this.#state.moves);
        if (move) await this.#ask("move", { move });
        else this.#show();
    }

    #type(event) {
        event.preventDefault();
        const move = this.#typed.value.trim();
        this.#typed.value = "";
        if (move) this.#ask("move", { move });
    }

    #flip() {
        this.#setting = { ...this.#setting, flipped: !this.#board.flipped };
        this.#turnBoard();
        if (this.#line.start) this.#save();
    }

    #turnBoard() {
        this.#board.show({ flipped: isTurned(this.#setting) });
        this.#arrangePlates();
    }

    #rematch() {
        const { variant, white, black, time, pace } = this.#setting;
        this.#replace({ variant, white: black, black: white, time, pace, fen: this.#line.start });
    }

    #drawTools() {
        const over = this.#isOver();
        const computers = this.#setting.white !== "human" && this.#setting.black !== "human";
        const paused = this.#state?.paused;
        const drawn = `${this.#id} ${over} ${computers} ${paused} ${this.#line.start !== ""}`;
        if (drawn === this.#drawn) return;
        this.#drawn = drawn;
        refill(
            this.#tools,
            h(
                "div",
                { class: "buttons" },
                button(t("new"), () => this.#askNew(), { class: "primary" }),
                over && button(t("rematch"), () => this.#rematch()),
                button(t("undo"), () => this.#ask("undo")),
                button(t("redo"), () => this.#ask("redo")),
                !over && !computers && button(t("hint"), () => this.#ask("hint")),
                button(t("flip"), () => this.#flip()),
                !over && !computers && button(t("offer"), () => this.#ask("offer")),
                !over && !computers && button(t("claim"), () => this.#ask("claim")),
                !over && button(t("resign"), () => this.#ask("resign")),
                !over && button(t(paused ? "resume" : "pause"), () => this.#ask(paused ? "resume" : "pause")),
            ),
            computers && this.#speed(),
            this.#line.start && h(
                "details",
                {},
                h("summary", {}, t("notation")),
                h(
                    "div",
                    { class: "buttons" },
                    button(t("pgn.copy"), () => this.#copyPgn()),
                    button(t("pgn.save"), () => this.#savePgn()),
                    button(t("fen.copy"), () => this.#copy(this.#state.fen)),
                    button(t("fen.save"), () => download("roek.fen", `${this.#state.fen}\n`)),
                    button(t("load"), () => this.#load()),
                    button(t("to.analysis"), () => this.#app.goTo("analyse", this.#gameSoFar())),
                ),
            ),
        );
    }

    #speed() {
        const slider = h("input", { type: "range", min: 0, max: 2000, step: 100, value: 2000 - (this.#setting.pace ?? 400), oninput: () => this.#ask("pace", { ms: 2000 - Number(slider.value) }) });
        return labelled(t("speed"), slider);
    }

    #gameSoFar() {
        const { start, san, uci } = this.#line;
        return { variant: this.#setting.variant, fen: start, line: san.map((words, i) => ({ san: words, uci: uci[i] })) };
    }

    async #copy(text) {
        if (await copyText(text)) this.#app.toast(t("copied"));
        else this.#app.showText(text);
    }

    async #copyPgn() {
        const saved = await this.#ask("save");
        if (saved) this.#copy(saved.pgn);
    }

    async #savePgn() {
        const saved = await this.#ask("save");
        if (saved) download("roek.pgn", saved.pgn);
    }

    async #load() {
        const text = await this.#app.askText(t("load"), t("load.help"));
        if (text) this.#ask("load", { text });
    }

    async #askNew() {
        const isGood = (position) => this.#app.client("play").ask("position", position);
        const setting = await askNewGame(this.#setting, isGood);
        if (setting) this.#replace(setting);
    }
}

function plate() {
    const name = h("span", { class: "name" });
    const clock = h("span", { class: "clock", hidden: true });
    return { root: h("div", { class: "plate" }, h("span", { class: "stone" }), name, clock), name, clock };
}

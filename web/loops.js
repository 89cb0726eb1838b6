// Chess Loop: pieces of two types, each attacking exactly one of the other type, all in one loop.
import { Board } from "./board.js";
import { button, choice, h, labelled, refill, toolSection } from "./dom.js";
import { refusalText } from "./refusals.js";
import { savedLoop } from "./saved.js";
import { recall, remember } from "./store.js";
import { t } from "./words.js";

const TYPES = { kings: "K", queens: "Q", rooks: "R", bishops: "B", knights: "N" };
const LIST_MOST = 10000;
const TYPE = `(${Object.keys(TYPES).map((type) => `${type}?`).join("|")})`;
const BOARD_LINK = new RegExp(`^(\\d+)x(\\d+),(\\d+),${TYPE},${TYPE}$`);

/** Puzzles name their types in the singular. */
const plural = (type) => (type.endsWith("s") ? type : `${type}s`);

export class Loops {
    #app;
    #board = new Board();
    #status = h("p", { class: "status", role: "status" });
    #teaching = h("p", { class: "teaching", "aria-live": "polite" });
    #controls;
    #buttons = h("div", { class: "buttons" });
    #timer = h("span", { class: "timer" });
    #puzzle = null; // a generated one that is being solved
    #began = 0;
    #hints = 0;
    #put = new Map(); // square → 0 or 1 (type), or "empty"
    #found = []; // solutions that were listed
    #at = 0;
    #number = h("input", { type: "number", id: "loop-number", min: 1, "aria-label": t("loop.which"), onchange: () => this.#showListed(Number(this.#number.value) - 1) });
    #beyond = ""; // why they are not all, in words
    #wish = null; // the puzzle that is being made
    #running = null;
    #drawn = ""; // what the buttons were drawn for: they stay, to be pressed, while that holds
    #judged = 0;

    constructor(app) {
        this.#app = app;
        const number = (id, value, max) => h("input", { type: "number", id, min: 1, max, value, onchange: () => this.#fresh() });
        const types = (id, value) => choice(id, Object.keys(TYPES).map((type) => [type, t(`types.${type}`)]), value, () => this.#fresh());
        this.#controls = { rows: number("loop-rows", 5, 32), cols: number("loop-cols", 5, 32), n: number("loop-n", 3, 64), first: types("loop-first", "rooks"), second: types("loop-second", "knights") };
        const level = choice("loop-level", [1, 2, 3, 4, 5].map((number) => [number, t(`loop.level.${number}`)]), 2);
        this.#controls.level = level;
        this.#board.tapping = true;
        this.#board.addEventListener("tap", ({ detail: { square } }) => this.#tap(square));
        const { rows, cols, n, first, second } = this.#controls;
        this.root = toolSection(t("tab.loop"), this.#board, [
            h("p", { class: "help" }, t("loop.help")),
            h("div", { class: "buttons" }, labelled(t("loop.level"), level), button(t("loop.puzzle"), () => this.#generate(Number(level.value), newSeed()), { class: "primary" }), this.#timer),
            h("div", { class: "row-fields" }, labelled(t("rows"), rows), labelled(t("cols"), cols), labelled(t("loop.n"), n)),
            h("div", { class: "row-fields" }, labelled(t("loop.first"), first), labelled(t("loop.second"), second)),
            this.#buttons,
            this.#status,
            this.#teaching,
        ], "loop");
        setInterval(() => this.#tick(), 500);
    }

    open(values) {
        const link = values?.link;
        const puzzle = link?.match(/^([1-5])-(\d{1,6})$/)?.slice(1).map(Number); // as `roek play --loop` names it
        const board = link?.match(BOARD_LINK);
        const isNew = !this.#buttons.children.length;
        const kept = isNew ? savedLoop(recall("loop", null), Object.keys(TYPES)) : null;
        const isUnderWay = puzzle && kept?.puzzle?.name === puzzle.join("-") && kept.time !== null;
        if (puzzle && !isUnderWay) {
            this.#generate(...puzzle);
            return;
        }
        this.#app.settleLink("loop");
        if (board) {
            const { rows, cols, n, first, second } = this.#controls;
            [rows.value, cols.value, n.value, first.value, second.value] = [board[1], board[2], board[3], plural(board[4]), plural(board[5])];
            this.#fresh();
        } else if (kept) this.#goOn(kept);
        else if (isNew) this.#fresh();
        if (link && !puzzle && !board) this.#app.toast(refusalText({ code: "bad-field" }));
    }

    /** What stood on the board before the page was loaded. */
    #goOn({ rows, cols, n, types, level, puzzle, put, time, hints }) {
        const values = { rows, cols, n, first: types[0], second: types[1], level };
        for (const [name, control] of Object.entries(this.#controls)) control.value = values[name];
        this.#board.resize(rows, cols);
        this.#puzzle = puzzle;
        this.#put = new Map(put);
        this.#began = time === null ? 0 : Date.now() - time;
        this.#hints = hints;
        this.#draw();
        if (puzzle) this.#teaching.textContent = this.#taskWords();
        if (puzzle || put.length) this.#judge();
        this.#drawButtons();
    }

    /** Stores the board, with the puzzle and its time. */
    keep() {
        const { rows, cols, n, types } = this.#frame();
        const { name, first, second, empty, loop } = this.#puzzle ?? {};
        const puzzle = this.#puzzle && { name, first, second, empty, loop };
        const time = this.#began ? Date.now() - this.#began : null;
        remember("loop", { rows, cols, n, types, level: Number(this.#controls.level.value), puzzle, put: [...this.#put], time, hints: this.#hints });
    }

    leave() {
        this.#stop();
    }

    lose(words) {
        if (this.#running !== null) this.#status.textContent = words;
    }

    recover() {
        this.#running = null;
        this.#drawButtons();
        if (this.#wish) this.#generate(...this.#wish);
    }

    get #client() {
        return this.#app.client("loop");
    }

    // The board.

    #frame() {
        const { rows, cols, n, first, second } = this.#controls;
        return { rows: Number(rows.value), cols: Number(cols.value), n: Number(n.value), types: [first.value, second.value] };
    }

    #fresh() {
        this.#drop();
        const { rows, cols } = this.#frame();
        if (!(rows >= 1 && cols >= 1 && rows * cols <= 1024)) {
            this.#status.textContent = refusalText({ reason: "loop-board" });
            this.#drawButtons();
            return;
        }
        this.#puzzle = null;
        this.#found = [];
        this.#put = new Map();
        this.#board.resize(rows, cols);
        this.#status.textContent = "";
        this.#teaching.textContent = "";
        this.#drawButtons();
        this.keep();
    }

    #isGiven(square) {
        return this.#puzzle && ["first", "second", "empty"].some((list) => this.#puzzle[list].includes(square));
    }

    #codes() {
        const [first, second] = this.#frame().types.map((type) => TYPES[type]);
        return [first, second.toLowerCase()];
    }

    #draw(marks = new Map(), arrows = []) {
        const codes = this.#codes();
        const pieces = new Map();
        for (const [square, what] of this.#put) {
            if (what === "empty") marks.set(square, `${marks.get(square) ?? ""} crossed`.trim());
            else pieces.set(square, codes[what]);
            if (this.#isGiven(square)) marks.set(square, `${marks.get(square) ?? ""} given`.trim());
        }
        this.#board.show({ pieces, marks, arrows });
        this.keep();
    }

    #placed() {
        const of = (what) => [...this.#put].filter(([, is]) => is === what).map(([square]) => square);
        return { first: of(0), second: of(1), empty: of("empty") };
    }

    /** A tap goes round: first type, second type, known to be empty, nothing. */
    #tap(square) {
        if (this.#isGiven(square)) return;
        this.#found = [];
        const next = { undefined: 0, 0: 1, 1: "empty", empty: undefined }[this.#put.get(square)];
        if (next === undefined) this.#put.delete(square);
        else this.#put.set(square, next);
        this.#draw();
        this.#judge();
        this.#drawButtons();
    }

    /** What is missing when so many of both types stand there. */
    #leftWords(first, second) {
        const { n, types } = this.#frame();
        const [firsts, seconds] = types.map((type) => t(`types.${type}`));
        return t("loop.left", { first: n - first, firsts, second: n - second, seconds });
    }

    async #judge() {
        const asked = ++this.#judged;
        const { first, second } = this.#placed();
        let check;
        try {
            check = await this.#client.ask("loop-check", { ...this.#frame(), first, second });
        } catch (error) {
            if (error.code !== "lost") this.#status.textContent = refusalText(error);
            return;
        }
        if (asked !== this.#judged) return;
        const marks = new Map(check.conflicts.map((square) => [square, "conflict"]));
        this.#draw(marks, check.solved ? arrowsOf(check.loop) : []);
        this.#status.textContent = check.solved ? t("loop.solved") : check.conflicts.length ? t("loop.conflict") : this.#leftWords(first.length, second.length);
        if (!check.solved) return;
        this.#app.announce(t("loop.solved"));
        if (this.#puzzle && this.#began) {
            this.#status.textContent = t("loop.done", { time: timeText(Date.now() - this.#began), hints: this.#hints });
            this.#began = 0;
            this.keep();
        }
    }

    // Work.

    #drawButtons() {
        const drawn = this.#running !== null ? "running" : this.#puzzle ? "puzzle" : this.#found.length > 1 ? "list" : "board";
        if (drawn === this.#drawn) return;
        this.#drawn = drawn;
        refill(this.#buttons, ...this.#buttonsFor(drawn));
    }

    #buttonsFor(what) {
        if (what === "running") return [button(t("stop"), () => this.#stop(), { class: "primary" })];
        const always = [button(t("link.copy"), () => this.#copyLink()), button(t("print"), () => this.#print())];
        if (what === "puzzle") return [button(t("hint"), () => this.#hint()), button(t("loop.restart"), () => this.#restart()), button(t("loop.show"), () => this.#reveal()), button(t("loop.own"), () => this.#fresh()), ...always];
        const several = [button("‹", () => this.#step(-1), { "aria-label": t("back") }), this.#number, button("›", () => this.#step(1), { "aria-label": t("forward") })];
        return [button(t("solve"), () => this.#solve()), button(t("loop.count"), () => this.#count()), button(t("loop.list"), () => this.#list()), button(t("clear"), () => this.#fresh()), ...(what === "list" ? several : []), ...always];
    }

    /** One piece of long work at a time; null if it failed or something else has begun since. */
    async #work(what, fields, onEvent) {
        this.#drop();
        const asked = this.#client.ask(what, fields, (event) => asked.id === this.#running && onEvent?.(event));
        this.#running = asked.id;
        this.#status.textContent = t("searching");
        this.#teaching.textContent = "";
        this.#drawButtons();
        let answer = null;
        try {
            answer = await asked;
        } catch (error) {
            if (asked.id === this.#running && error.code !== "lost") this.#status.textContent = refusalText(error);
        }
        if (asked.id !== this.#running) return null;
        this.#running = null;
        this.#drawButtons();
        return answer;
    }

    /** What was found until then is still told. */
    #stop() {
        if (this.#running !== null) this.#client.cancel(this.#running);
    }

    /** Nobody wants to hear of it any more. */
    #drop() {
        this.#stop();
        this.#running = null;
        this.#wish = null;
    }

    #showLoop(loop) {
        const given = this.#puzzle ? new Map([...this.#put].filter(([square, what]) => what === "empty" && this.#isGiven(square))) : new Map();
        this.#put = given;
        loop.forEach((square, i) => this.#put.set(square, i % 2));
        this.#draw(new Map(), arrowsOf(loop));
    }

    async #solve() {
        const answer = await this.#work("loop-solve", { ...this.#frame(), ...this.#placed(), seed: newSeed() });
        if (!answer) return;
        if (answer.found) this.#showLoop(answer.loop);
        this.#status.textContent = answer.found ? t("loop.found") : answer.complete ? t("loop.none") : t("stopped");
    }

    async #count() {
        const answer = await this.#work("loop-count", { ...this.#frame(), ...this.#placed() }, ({ done, found }) => {
            this.#status.textContent = t("loop.counting", { percent: (done * 100).toFixed(0), found: found.toLocaleString() });
        });
        if (answer) this.#status.textContent = t(answer.complete ? "loop.counted" : "loop.partly", { solutions: answer.solutions.toLocaleString(), orbits: answer.orbits.toLocaleString() });
    }

    async #list() {
        this.#found = [];
        const answer = await this.#work("loop-list", { ...this.#frame(), ...this.#placed(), most: LIST_MOST }, ({ loop }) => this.#found.push(loop));
        if (!answer) return;
        this.#beyond = answer.complete ? "" : t(answer.cancelled ? "stopped" : "loop.more");
        if (this.#found.length) this.#showListed(0);
        else this.#status.textContent = t(answer.complete ? "loop.none" : "stopped");
    }

    /** Round the list, or to its first and its last; false if there is none. */
    step(by) {
        if (this.#found.length < 2 || this.#running !== null) return false;
        if (Number.isFinite(by)) this.#step(by);
        else this.#showListed(by);
        return true;
    }

    #step(by) {
        const listed = this.#found.length;
        this.#showListed((this.#at + by + listed) % listed);
    }

    /** The solution at that place of the list, or the one that is nearest. */
    #showListed(place) {
        const listed = this.#found.length;
        this.#at = Math.max(0, Math.min(Math.round(place), listed - 1));
        this.#showLoop(this.#found[this.#at]);
        this.#number.max = listed;
        this.#number.value = this.#at + 1;
        const words = [t("loop.number", { number: this.#at + 1, count: listed.toLocaleString() }), this.#beyond];
        this.#status.textContent = words.filter(Boolean).join(" · ");
        this.#drawButtons();
    }

    // Puzzles.

    async #generate(board, seed) {
        const made = this.#work("loop-generate", { board, seed });
        this.#wish = [board, seed];
        const answer = await made;
        if (!answer) return; // if the session was lost, it goes on when that is back
        this.#wish = null;
        this.#app.settleLink("loop");
        if (!answer.complete) {
            this.#status.textContent = t("stopped");
            return;
        }
        const { rows, cols, n, first, second, level } = this.#controls;
        level.value = board;
        [rows.value, cols.value, n.value] = [answer.rows, answer.cols, answer.n];
        [first.value, second.value] = answer.types.map(plural);
        this.#board.resize(answer.rows, answer.cols);
        this.#puzzle = { ...answer, name: `${board}-${seed}` };
        this.#restart();
    }

    #restart() {
        const { first, second, empty } = this.#puzzle;
        this.#put = new Map([...first.map((s) => [s, 0]), ...second.map((s) => [s, 1]), ...empty.map((s) => [s, "empty"])]);
        this.#began = Date.now();
        this.#hints = 0;
        this.#draw();
        this.#teaching.textContent = this.#taskWords();
        this.#status.textContent = this.#leftWords(first.length, second.length);
        this.#drawButtons();
    }

    async #hint() {
        const answer = await this.#work("loop-hint", { ...this.#frame(), ...this.#placed() });
        if (!answer) return;
        this.#status.textContent = answer.complete ? "" : t("stopped");
        if (!answer.complete) return;
        this.#hints++;
        this.keep();
        if (!answer.found) {
            this.#teaching.textContent = t("loop.wrong");
            return;
        }
        if (!answer.step) return;
        const { square, type, from, backward, choices } = answer.step;
        const types = this.#frame().types.map((name) => t(`types.${name}`));
        const marks = new Map([[square, "hinted"]]);
        if (from !== undefined) marks.set(from, "source");
        this.#draw(marks, from === undefined ? [] : [{ from: backward ? square : from, to: backward ? from : square, kind: "hint" }]);
        this.#teaching.textContent = from === undefined ? t("loop.hint.free", { type: types[type] }) : t(choices === 1 ? "loop.hint.only" : "loop.hint.some", { type: types[type], choices });
    }

    #reveal() {
        this.#began = 0;
        this.#showLoop(this.#puzzle.loop);
        this.#status.textContent = t("loop.found");
    }

    #tick() {
        this.#timer.textContent = this.#puzzle && this.#began ? timeText(Date.now() - this.#began) : "";
    }

    #taskWords() {
        const { n, types } = this.#frame();
        const [first, second] = types.map((type) => t(`types.${type}`));
        return t("loop.task", { n, first, second });
    }

    /** The board with what is to be done, and the name by which others find the puzzle. */
    #print() {
        this.#teaching.textContent = this.#taskWords();
        this.root.querySelector(".panel").dataset.name = this.#puzzle ? `Roek ${this.#puzzle.name}` : "Roek";
        window.print();
    }

    #copyLink() {
        const { rows, cols, n, types } = this.#frame();
        const hash = `#loop=${this.#puzzle ? this.#puzzle.name : `${rows}x${cols},${n},${types.join(",")}`}`;
        this.#app.copyLink(hash, hash);
    }
}

const newSeed = () => Math.floor(Math.random() * 1e6);

const timeText = (ms) => `${Math.floor(ms / 60000)}:${String(Math.floor((ms % 60000) / 1000)).padStart(2, "0")}`;

/** Each piece attacks the next, the last one the first. */
export function arrowsOf(loop) {
    return loop.map((from, i) => ({ from, to: loop[(i + 1) % loop.length], kind: i % 2 ? "other" : "best" }));
}

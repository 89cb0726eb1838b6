// Setting a position up: every fault is named while it is edited.
import { Board } from "./board.js";
import { button, choice, copyText, fill, h, labelled, refill, toolSection } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { faultTexts, refusalText } from "./refusals.js";
import { savedSetup } from "./saved.js";
import { STARTS, piecesOf, placementOf, rightsOf } from "./squares.js";
import { recall, remember } from "./store.js";
import { t } from "./words.js";

const WHITE_MEN = [..."KQRBNP"];
const BLACK_MEN = [..."kqrbnp"];
const CARRY_PIXELS = 5;

export class SetUp {
    #app;
    #board = new Board();
    #hand = null; // the piece that a tap puts down; "" takes away
    #palette = h("div", { class: "palette", role: "toolbar", "aria-label": t("pieces") });
    #fen = h("input", { type: "text", class: "fen", id: "setup-fen", "aria-label": "FEN", spellcheck: "false", oninput: () => this.#read(this.#fen.value) });
    #faults = h("ul", { class: "faults", "aria-live": "polite" });
    #turn = choice("setup-turn", [["w", t("white")], ["b", t("black")]], "w", () => this.#changed());
    #variant = choice("setup-variant", [["chess", t("chess")], ["racingkings", t("racingkings")]], "chess", () => this.#read(STARTS[this.#variant.value]));
    #castling = Object.fromEntries([..."KQkq"].map((letter) => [letter, h("input", { type: "checkbox", id: `castling-${letter}`, onchange: ({ target }) => this.#allow(letter, target.checked) })]));
    #boxes = h("fieldset", { class: "castling" }, h("legend", {}, t("castling")), ...Object.entries(this.#castling).map(([letter, box]) => labelled(t(`castling.${letter}`), box)));
    #rights = {}; // as they are written, by the letters of their boxes
    #rest = "- 0 1";
    #go = [];
    #asked = 0;

    constructor(app) {
        this.#app = app;
        this.#board.loose = true;
        this.#board.addEventListener("play", ({ detail: { from, to } }) => this.#move(from, to));
        this.#board.addEventListener("tap", ({ detail: { square } }) => this.#put(square));
        this.#board.addEventListener("clear", ({ detail: { square } }) => this.#change((pieces) => pieces.delete(square)));
        const use = (words, act) => {
            const made = button(words, act);
            this.#go.push(made);
            return made;
        };
        this.root = toolSection(t("tab.setup"), this.#board, [
            this.#palette,
            h("div", { class: "row-fields" }, labelled(t("new.variant"), this.#variant), labelled(t("turn"), this.#turn)),
            this.#boxes,
            labelled("FEN", this.#fen),
            this.#faults,
            h(
                "div",
                { class: "buttons" },
                use(t("to.play"), () => app.goTo("play", { ...this.#here(), white: "human", black: "roek:5" })),
                use(t("to.analysis"), () => app.goTo("analyse", this.#here())),
                use(t("to.mates"), () => app.goTo("mates", this.#here())),
                button(t("clear"), () => this.#read("8/8/8/8/8/8/8/8 w - - 0 1")),
                button(t("start.position"), () => this.#read(STARTS[this.#variant.value])),
                button(t("fen.copy"), async () => ((await copyText(this.#fen.value)) ? app.toast(t("copied")) : app.showText(this.#fen.value))),
            ),
        ]);
        this.#drawPalette();
    }

    open(values) {
        const wanted = values ?? (this.#fen.value ? null : savedSetup(recall("setup", null)));
        if (wanted) this.#variant.value = wanted.variant;
        this.#read(wanted?.fen ?? (this.#fen.value || STARTS.chess));
    }

    recover() {
        this.#check();
    }

    #drawPalette() {
        const pick = (code, content, words) => button(content, () => this.#take(this.#hand === code ? null : code), { "aria-label": words, "aria-pressed": this.#hand === code });
        const man = (code) => pick(code, drawPiece(code), t(`piece.${code}`));
        refill(this.#palette, ...WHITE_MEN.map(man), pick("", "✕", t("remove")), ...BLACK_MEN.map(man));
        [...this.#palette.children].forEach((made, i) => made.addEventListener("pointerdown", (event) => this.#carry(event, [...WHITE_MEN, "", ...BLACK_MEN][i])));
    }

    /** From the palette to a square; who only taps takes the piece into the hand instead. */
    #carry(down, code) {
        if (!code || down.button !== 0) return;
        const { clientX, clientY, target, pointerId } = down;
        const done = new AbortController();
        let ghost = null;
        const move = (event) => {
            if (!ghost && Math.hypot(event.clientX - clientX, event.clientY - clientY) < CARRY_PIXELS) return;
            ghost ??= document.body.appendChild(h("div", { class: "carried" }, drawPiece(code)));
            ghost.style.left = `${event.clientX}px`;
            ghost.style.top = `${event.clientY}px`;
        };
        const drop = (event) => {
            done.abort();
            ghost?.remove();
            const square = this.#board.squareUnder(event);
            if (!ghost || event.type === "pointercancel" || square < 0) return;
            this.#change((pieces) => pieces.set(square, code));
        };
        if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId); // touch keeps to where it began
        for (const [name, act] of [["pointermove", move], ["pointerup", drop], ["pointercancel", drop]]) addEventListener(name, act, done);
    }

    #take(code) {
        this.#hand = code;
        this.#board.tapping = code !== null;
        this.#drawPalette();
    }

    #put(square) {
        if (this.#hand === null) return;
        this.#change((pieces) => (this.#hand ? pieces.set(square, this.#hand) : pieces.delete(square)));
    }

    #move(from, to) {
        this.#change((pieces) => {
            const piece = pieces.get(from);
            pieces.delete(from);
            if (piece && to >= 0) pieces.set(to, piece);
        });
    }

    #change(act) {
        const pieces = new Map(this.#board.pieces);
        act(pieces);
        this.#board.show({ pieces });
        this.#changed();
    }

    #allow(letter, may) {
        this.#rights[letter] = may ? letter : "";
        this.#changed();
    }

    #changed() {
        const rights = Object.values(this.#rights).join("");
        this.#fen.value = `${placementOf(this.#board.pieces)} ${this.#turn.value} ${rights || "-"} ${this.#rest}`;
        this.#check();
    }

    #read(fen) {
        const [placement = "", turn, rights = "-", ...rest] = fen.trim().split(/\s+/);
        this.#fen.value = fen;
        if (/^[KQRBNPkqrbnp1-8/]+$/.test(placement)) this.#board.show({ pieces: new Map([...piecesOf(placement)].filter(([square]) => square < 64)) });
        this.#turn.value = turn === "b" ? "b" : "w";
        this.#rights = rightsOf(rights, this.#board.pieces);
        for (const [letter, box] of Object.entries(this.#castling)) box.checked = this.#rights[letter] !== "";
        this.#boxes.hidden = this.#variant.value !== "chess";
        this.#rest = rest.length === 3 ? rest.join(" ") : "- 0 1";
        this.#check();
    }

    /** Stores the position, good or not. */
    keep() {
        remember("setup", this.#here());
    }

    #here() {
        return { variant: this.#variant.value, fen: this.#fen.value };
    }

    async #check() {
        const asked = ++this.#asked;
        this.keep();
        let faults = [];
        let mended = [];
        try {
            ({ mended = [] } = await this.#app.client("setup").ask("position", this.#here()));
        } catch (error) {
            if (error.code === "lost") return;
            faults = error.reasons.length ? faultTexts(error.reasons) : [refusalText(error)];
        }
        if (asked !== this.#asked) return;
        const ignored = mended.length && h("li", {}, t("setup.mended", { faults: faultTexts(mended).join("; ") }));
        fill(this.#faults, ...(faults.length ? faults : [t("setup.good")]).map((words) => h("li", { class: faults.length ? "bad" : "good" }, words)), ignored);
        for (const made of this.#go) made.disabled = faults.length > 0;
    }
}

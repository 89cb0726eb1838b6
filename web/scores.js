// Scores in words and pictures.  They come for the side to move and are shown for White.
import { h } from "./dom.js";
import { t } from "./words.js";

/** {cp} or {mate} and the chance to win for White, from those for the side to move. */
export function forWhite({ cp, mate, chance }, turn) {
    if (turn === "white") return { cp, mate, chance };
    return { cp: cp && -cp, mate: mate && -mate, chance: 1 - chance };
}

/** What a game that is over was worth in the end. */
export const finalScore = (result) => ({ "1-0": { mate: 0, chance: 1 }, "0-1": { mate: 0, chance: 0 } })[result] ?? { cp: 0, chance: 0.5 };

export function scoreText({ cp, mate }) {
    if (mate !== undefined) return mate === 0 ? "#" : `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
    const pawns = Math.abs(cp / 100).toFixed(2);
    return `${cp > 0 ? "+" : cp < 0 ? "−" : ""}${pawns}`;
}

/** The bar beside the board. */
export class EvalBar {
    root = h("div", { class: "evalbar", role: "img", "aria-label": t("evaluation") }, h("div", { class: "fill" }));

    /** Nothing is known of the position. */
    clear() {
        this.root.classList.add("unknown");
        delete this.root.dataset.score;
        this.root.setAttribute("aria-label", t("evaluation"));
    }

    show(score, flipped) {
        this.root.classList.remove("unknown");
        this.root.style.setProperty("--share", score.chance);
        this.root.classList.toggle("flipped", flipped);
        this.root.dataset.score = scoreText(score);
        this.root.setAttribute("aria-label", `${t("evaluation")} ${scoreText(score)}`);
    }
}

/** A game as a line, as far as it is judged; `go` gets a ply.  It stays one thing while it grows. */
export class Graph {
    #moves = 1;
    #area = h("svg:path", { class: "area" });
    #line = h("svg:path", { class: "line" });
    #now = h("svg:path", { class: "now" });

    constructor(go) {
        this.root = h(
            "svg:svg",
            { class: "graph", viewBox: "0 0 300 80", preserveAspectRatio: "none", role: "img", "aria-label": t("graph"), hidden: true, onclick: ({ offsetX }) => go(Math.round((offsetX / this.root.clientWidth) * this.#moves)) },
            this.#area,
            h("svg:path", { class: "middle", d: "M0 40H300" }),
            this.#line,
            this.#now,
        );
    }

    /** Of a game of so many moves; before there is a line nothing is shown. */
    show(scores, moves, ply) {
        this.root.toggleAttribute("hidden", scores.length < 2);
        if (scores.length < 2) return;
        this.#moves = Math.max(1, moves);
        const x = (i) => ((i / this.#moves) * 300).toFixed(1);
        const line = scores.map((score, i) => `${x(i)} ${((1 - (score?.chance ?? 0.5)) * 80).toFixed(1)}`).join("L");
        this.#area.setAttribute("d", `M0 80L${line}V80z`);
        this.#line.setAttribute("d", `M${line}`);
        this.#now.setAttribute("d", `M${x(ply)} 0V80`);
    }
}

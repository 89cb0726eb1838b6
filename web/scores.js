// Scores in words and pictures.  They come for the side to move and are shown for White.
import { h } from "./dom.js";
import { t } from "./words.js";

/** {cp} or {mate} for White, from one for the side to move. */
export function forWhite({ cp, mate }, turn) {
    const sign = turn === "white" ? 1 : -1;
    return mate !== undefined ? { mate: mate * sign } : { cp: (cp ?? 0) * sign };
}

export function scoreText({ cp, mate }) {
    if (mate !== undefined) return mate === 0 ? "#" : `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
    const pawns = Math.abs(cp / 100).toFixed(2);
    return `${cp > 0 ? "+" : cp < 0 ? "−" : ""}${pawns}`;
}

/** How much of the bar is White's, from 0 to 1. */
export function share({ cp, mate }) {
    if (mate !== undefined) return mate >= 0 ? 1 : 0;
    return 1 / (1 + Math.exp(-cp / 250));
}

/** What a move has cost, in hundredths of a pawn, and what that is called; null if it was good. */
export function mistake(before, after, turn) {
    const value = ({ cp, mate }) => (mate !== undefined ? Math.sign(mate || 1) * 2000 : Math.max(-1500, Math.min(1500, cp)));
    const lost = (value(before) - value(after)) * (turn === "white" ? 1 : -1);
    if (lost >= 300) return { sign: "??", kind: "blunder", lost };
    if (lost >= 150) return { sign: "?", kind: "error", lost };
    if (lost >= 80) return { sign: "?!", kind: "doubt", lost };
    return null;
}

/** The bar beside the board. */
export class EvalBar {
    root = h("div", { class: "evalbar", role: "img", "aria-label": t("evaluation") }, h("div", { class: "fill" }));

    show(score, flipped) {
        this.root.style.setProperty("--share", share(score));
        this.root.classList.toggle("flipped", flipped);
        this.root.dataset.score = scoreText(score);
        this.root.setAttribute("aria-label", `${t("evaluation")} ${scoreText(score)}`);
    }
}

/** The whole game as a line; `go` gets a ply. */
export function graph(scores, ply, go) {
    const width = Math.max(1, scores.length - 1);
    const points = scores.map((score, i) => [((i / width) * 300).toFixed(1), ((1 - share(score ?? { cp: 0 })) * 80).toFixed(1)]);
    const line = points.map((point) => point.join(" ")).join("L");
    const svg = h(
        "svg:svg",
        { class: "graph", viewBox: "0 0 300 80", preserveAspectRatio: "none", role: "img", "aria-label": t("graph"), onclick: (event) => go(Math.round((event.offsetX / svg.clientWidth) * width)) },
        h("svg:path", { class: "area", d: `M0 80L${line}L300 80z` }),
        h("svg:path", { class: "middle", d: "M0 40H300" }),
        h("svg:path", { class: "line", d: `M${line}` }),
        h("svg:path", { class: "now", d: `M${(ply / width) * 300} 0V80` }),
    );
    return svg;
}

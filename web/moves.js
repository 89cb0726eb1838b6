// Moves in words and lists.
import { h, refill } from "./dom.js";
import { t } from "./words.js";

/** "Nxf3+" as it is spoken. */
export function spokenMove(san) {
    if (/^O-O-O/.test(san)) return t("say.long") + ending(san);
    if (/^O-O/.test(san)) return t("say.short") + ending(san);
    const [, piece, rest, promoted] = san.match(/^([KQRBN]?)([^=+#]*)(?:=([QRBN]))?/);
    const words = [t(`role.${piece || "P"}`)];
    const place = rest.replace("x", ` ${t("say.takes")} `).trim();
    words.push(place);
    if (promoted) words.push(t("say.promotes", { piece: t(`role.${promoted}`) }));
    return words.join(" ") + ending(san);
}

const ending = (san) => (san.endsWith("#") ? `, ${t("say.mate")}` : san.endsWith("+") ? `, ${t("check")}` : "");

/** Of a start position: whose move is the first and which number it has. */
export function firstMove(fen) {
    const fields = fen.split(" ");
    return { number: Number(fields[5]) || 1, black: fields[1] === "b" };
}

/** The number before a move, "" where none is written. */
export function moveNumber(fen, index) {
    const { number, black } = firstMove(fen);
    const half = index + (black ? 1 : 0);
    const full = number + Math.floor(half / 2);
    return half % 2 === 0 ? `${full}.` : index === 0 ? `${full}…` : "";
}

/** The number of a move, Black's as "3…". */
export const numberAlways = (fen, index) => moveNumber(fen, index) || moveNumber(fen, index - 1).replace(".", "…");

/** A list of moves to click on; `go` gets the number of moves before the position. */
export class MoveList {
    root = h("ol", { class: "moves", "aria-label": t("moves") });
    #go;

    constructor(go) {
        this.#go = go;
    }

    show(start, sans, ply, notes = new Map()) {
        const { black } = firstMove(start);
        const rows = [];
        let row = null;
        sans.forEach((san, index) => {
            const white = (index + (black ? 1 : 0)) % 2 === 0;
            if (white || !row) {
                row = h("li", {}, h("span", { class: "number" }, moveNumber(start, index)));
                if (!white) row.append(h("span", { class: "gap" }, "…"));
                rows.push(row);
            }
            row.append(this.#move(san, index + 1, ply, notes.get(index)));
        });
        refill(this.root, ...rows);
        const current = this.root.querySelector("[aria-current]")?.parentElement;
        if (current) this.root.scrollTop = current.offsetTop - this.root.offsetTop - this.root.clientHeight / 2; // the page stays where it is
    }

    #move(san, ply, current, note) {
        const words = note ? `${san}${note.sign}` : san;
        return h(
            "button",
            {
                type: "button",
                class: note ? `san ${note.kind}` : "san",
                "aria-current": ply === current ? "step" : null,
                "aria-label": [words, spokenMove(san), note?.words].filter(Boolean).join(", "),
                title: note?.words,
                onclick: () => this.#go(ply),
            },
            words,
        );
    }
}

// Which piece a pawn becomes.
import { h } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { squareName } from "./squares.js";
import { t } from "./words.js";

/** One of the letters, or null if nobody chose. */
export function askPromotion(letters, white) {
    return new Promise((done) => {
        const dialog = h("dialog", { class: "promotion", "aria-label": t("promotion") });
        let chosen = null;
        for (const letter of letters)
            dialog.append(
                h(
                    "button",
                    {
                        type: "button",
                        "aria-label": t(`role.${letter.toUpperCase()}`),
                        "data-piece": letter,
                        onclick: () => {
                            chosen = letter;
                            dialog.close();
                        },
                    },
                    drawPiece(white ? letter.toUpperCase() : letter),
                ),
            );
        dialog.addEventListener("close", () => {
            dialog.remove();
            done(chosen);
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}

/** The move that somebody means by two squares, asked for if several are legal; a move nobody may
 * make is told as it is, so that whoever knows the rules says why.  Null if nobody chose. */
export async function moveBetween(from, to, legal) {
    const text = squareName(from, 8, 8) + squareName(to, 8, 8);
    const same = legal.filter((move) => move.startsWith(text));
    if (same.length < 2) return same[0] ?? text;
    const letters = ["q", "r", "b", "n"].filter((letter) => same.includes(text + letter));
    const letter = await askPromotion(letters, text[3] === "8");
    return letter && text + letter;
}

// Why something was refused, in the reader's words.  The session tells a reason and what it names;
// the sentences are words of the page.
import { t } from "./words.js";

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const known = (key) => t(key, null) !== null;

/** "Re8" as "the rook on e8". */
const pieceOn = (text) => t(`on.${text[0]}`, { square: text.slice(1) });

const VALUES = { piece: pieceOn, by: pieceOn, color: t, other: t, game: t, outcome: (name) => t(`reason.${name}`), role: (letter) => t(`role.${letter}`) };

function valuesOf(names = {}) {
    const values = Object.fromEntries(Object.entries(names).map(([name, value]) => [name, VALUES[name] ? VALUES[name](value) : value]));
    return names.role ? { ...values, a: t(`a.${names.role}`), no: t(`no.${names.role}`) } : values;
}

const sentence = ({ reason, reasons, names, because }) => {
    const words = reasons?.length ? faultTexts(reasons).join("; ") : t(`why.${reason}`, valuesOf(names));
    return because ? `${words}: ${sentence(because)}` : words;
};

/** The faults of a set-up by name, a sentence each. */
export const faultTexts = (names) => names.map((name) => capital(t(`fault.${name}`)));

/** An error of the session as it is shown; one that no words are known for as it was said. */
export function refusalText(error) {
    if (error.reasons?.length || (error.reason && known(`why.${error.reason}`))) return capital(sentence(error));
    return known(`refusal.${error.code}`) ? t(`refusal.${error.code}`) : error.message;
}

/** How a game ended: "White wins (checkmate)". */
export function outcomeText({ result, reason }) {
    const winner = { "1-0": "white", "0-1": "black" }[result];
    return `${winner ? t("wins", { color: t(winner) }) : t("draw")} (${t(`reason.${reason}`)})`;
}

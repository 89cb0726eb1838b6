// The form of a new game.
import { button, choice, h, labelled } from "./dom.js";
import { refusalText } from "./refusals.js";
import { t } from "./words.js";

const OWN = "own";
const CLOCKS = ["none", "60+0", "180+2", "300+0", "600+5", "900+10"];
const LEVELS = ["bimbi", "optimus", ...Array.from({ length: 21 }, (_, level) => `roek:${level}`)];

export const playerName = (player) =>
    player === "human" ? t("you") : player === "bimbi" ? "Bimbi" : player === "optimus" ? "Optimus Prime" : t("roek.level", { level: player.split(":")[1] ?? 20 });

/** Whether the board is turned round: as the user wants it, else for Black.  Never in a race, where
 * both sides go up the board. */
export const isTurned = ({ variant = "chess", white, black, flipped }) => flipped ?? (black === "human" && white !== "human" && !isRace(variant));

const isRace = (variant) => /^\W*rac/i.test(variant); // by any of its names

function clockWords(text) {
    if (text === "none") return t("no.clock");
    const [base, increment] = text.split("+").map(Number);
    return increment ? t("clock.plus", { minutes: base / 60, seconds: increment }) : t("clock.plain", { minutes: base / 60 });
}

/** Everything that can be chosen, as it was for the game before. */
function controlsOf(before) {
    const humans = ["white", "black"].filter((color) => before[color] === "human").length;
    const engine = [before.black, before.white].find((player) => player !== "human") ?? "roek:3";
    const levels = LEVELS.map((player) => [player, playerName(player)]);
    const time = before.time ?? "none";
    const [base, increment] = (time === "none" ? "300+3" : time).split("+").map(Number);
    const number = (id, min, max, value, step = 1) => h("input", { id, type: "number", min, max, value, step, required: true });
    return {
        mode: choice("new-mode", [["you", t("mode.you")], ["two", t("mode.two")], ["computers", t("mode.computers")]], ["computers", "you", "two"][humans]),
        variant: choice("new-variant", [["chess", t("chess")], ["chess960", "Chess960"], ["racingkings", t("racingkings")]], before.shuffle === undefined ? before.variant : "chess960"),
        color: choice("new-color", [["white", t("white")], ["black", t("black")], ["either", t("either")]], before.black === "human" && humans === 1 ? "black" : "white"),
        opponent: choice("new-opponent", levels, engine),
        first: choice("new-first", levels, before.white === "human" ? "roek:10" : before.white),
        second: choice("new-second", levels, before.black === "human" ? "roek:10" : before.black),
        clock: choice("new-clock", [...CLOCKS.map((text) => [text, clockWords(text)]), [OWN, t("clock.own")]], CLOCKS.includes(time) ? time : OWN),
        minutes: number("new-minutes", 0.1, 600, base / 60, "any"),
        increment: number("new-increment", 0, 600, increment, "any"),
        shuffle: h("input", { id: "new-shuffle", type: "number", min: 0, max: 959, placeholder: t("by.chance") }),
        fen: h("input", { id: "new-fen", type: "text", spellcheck: "false", autocomplete: "off", placeholder: t("start.position") }),
    };
}

/** Shows what belongs to the choices that were made; what is hidden asks for nothing. */
function arrange(controls, rows) {
    const mode = controls.mode.value;
    const shuffled = controls.variant.value === "chess960";
    rows.color.hidden = rows.opponent.hidden = mode !== "you";
    rows.first.hidden = rows.second.hidden = mode !== "computers";
    rows.shuffle.hidden = !shuffled;
    rows.fen.hidden = shuffled;
    rows.minutes.hidden = rows.increment.hidden = controls.clock.value !== OWN;
    for (const [name, row] of Object.entries(rows)) controls[name].disabled = row.hidden;
}

/** What the session is asked for. */
export function settingOf(value, chance = Math.random) {
    const color = value.color === "either" ? (chance() < 0.5 ? "white" : "black") : value.color;
    const players = {
        you: { white: color === "white" ? "human" : value.opponent, black: color === "black" ? "human" : value.opponent },
        two: { white: "human", black: "human" },
        computers: { white: value.first, black: value.second },
    }[value.mode];
    const shuffled = value.variant === "chess960";
    const number = value.shuffle === "" ? Math.floor(chance() * 960) : Number(value.shuffle);
    const time = value.clock === OWN ? `${Number(value.minutes) * 60}+${Number(value.increment)}` : value.clock;
    return { variant: shuffled ? "chess" : value.variant, shuffle: shuffled ? number : undefined, fen: (!shuffled && value.fen.trim()) || undefined, time, ...players };
}

/** The form; null if nobody wants a game.  `isGood` refuses a position that cannot be played. */
export function askNewGame(before, isGood) {
    const controls = controlsOf(before);
    const rows = Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, labelled(t(`new.${name}`), control)]));
    const fault = h("p", { class: "bad", role: "alert" });
    const rearrange = () => arrange(controls, rows);
    for (const name of ["mode", "variant", "clock"]) controls[name].addEventListener("change", rearrange);
    rearrange();
    return new Promise((done) => {
        let setting = null;
        const begin = async (event) => {
            event.preventDefault();
            const wanted = settingOf(Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, control.value])));
            try {
                await isGood({ variant: wanted.variant, fen: wanted.fen });
                setting = wanted;
                dialog.close();
            } catch (error) {
                fault.textContent = refusalText(error);
            }
        };
        const dialog = h(
            "dialog",
            { class: "sheet", "aria-label": t("new") },
            h("form", { onsubmit: begin }, h("h2", {}, t("new")), ...Object.values(rows), fault, h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, t("begin")), button(t("cancel"), () => dialog.close()))),
        );
        dialog.addEventListener("close", () => {
            dialog.remove();
            done(setting);
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}

// The page: tools, links, settings.
import { Analyse } from "./analyse.js";
import { Client } from "./client.js";
import { button, choice, copyText, fill, h, labelled } from "./dom.js";
import { Loops } from "./loops.js";
import { Mates } from "./mates.js";
import { drawPiece } from "./pieces.js";
import { Play } from "./play.js";
import { isServed, openPort } from "./ports.js";
import { refusalText } from "./refusals.js";
import { SetUp } from "./setup.js";
import { recall, remember } from "./store.js";
import { LANGUAGES, speak, t } from "./words.js";

const LOSS_MS = 10000; // so many sessions may be lost within this time before nothing is tried again
const LOSSES_MOST = 4;
const RETRY_MS = 100;
const TOOLS = { play: Play, analyse: Analyse, setup: SetUp, mates: Mates, loop: Loops };

/** The page as the user last wanted it; before anything is drawn. */
export function applySettings() {
    const settings = recall("settings", {});
    document.documentElement.lang = speak(settings.language ?? navigator.language?.slice(0, 2));
    document.documentElement.dataset.theme = settings.theme ?? "auto";
}

/** In place of the page, while it has no key to its server. */
export function showKeyless() {
    fill(document.getElementById("page"), h("main", {}, h("p", { class: "keyless", role: "status" }, t("key.none"))));
}

export class App {
    #clients = new Map();
    #tools = new Map();
    #current = null;
    #losses = [];
    #live = h("div", { class: "unseen", "aria-live": "polite", id: "announcer" });
    #toasts = h("div", { class: "toasts", role: "status" });
    #away = h("p", { class: "away", role: "status" });
    #main = h("main", {});
    #tabs = h("nav", { class: "tabs", "aria-label": t("tools") });

    start() {
        const logo = h("a", { class: "logo", href: "#play", "aria-label": "Roek" }, drawPiece("r"), h("h1", {}, "Roek"));
        const gear = button("☰", () => this.#askSettings(), { class: "gear", "aria-label": t("settings"), title: t("settings") });
        fill(document.getElementById("page"), h("header", {}, logo, this.#tabs, gear), this.#away, this.#main, this.#toasts, this.#live);
        for (const name of Object.keys(TOOLS)) this.#tabs.append(h("a", { href: `#${name}`, "data-tool": name }, t(`tab.${name}`)));
        addEventListener("hashchange", () => this.#follow());
        addEventListener("keydown", (event) => this.#key(event), { capture: true }); // before the board
        addEventListener("pagehide", () => this.#tools.forEach((tool) => tool.keep()));
        addEventListener("paste", (event) => !isTyping(event.target) && this.#take(event.clipboardData.getData("text")));
        addEventListener("dragover", (event) => event.preventDefault());
        addEventListener("drop", async (event) => {
            event.preventDefault();
            this.#take(await textOf(event.dataTransfer));
        });
        addEventListener("unhandledrejection", (event) => event.reason?.code === "lost" && event.preventDefault()); // onLost tells
        this.#follow();
    }

    // What tools need.

    /** A session of its own for each tool where they share one thread, else one for all; a lost one
     * is begun anew when it is next wanted. */
    client(tool) {
        const name = isServed() ? "all" : tool;
        if (!this.#clients.has(name)) {
            const client = new Client(openPort());
            client.onLost = (why) => this.#lose(name, why);
            client.onAway = (why) => this.#showAway(why);
            client.onBack = () => this.#showAway("");
            this.#clients.set(name, client);
        }
        return this.#clients.get(name);
    }

    #lose(name, why) {
        this.#clients.delete(name);
        const users = [...this.#tools].filter(([own]) => name === "all" || own === name).map(([, made]) => made);
        const again = !this.#losesTooOften(); // else it would only go round in circles
        const words = t(again ? "lost" : "lost.ever", { why });
        for (const user of users) user.lose?.(words);
        this.toast(words);
        if (again) setTimeout(() => users.forEach((user) => user.recover?.()), RETRY_MS * this.#losses.length ** 2);
    }

    /** One sentence while the server is out of reach; "" when it is back. */
    #showAway(why) {
        if (this.#away.textContent !== why) this.#away.textContent = why; // else it would be read out again
    }

    #losesTooOften() {
        const now = Date.now();
        this.#losses = [...this.#losses, now].filter((then) => now - then < LOSS_MS);
        return this.#losses.length > LOSSES_MOST;
    }

    announce(words) {
        this.#live.textContent = words;
    }

    toast(words) {
        const note = h("p", {}, words);
        this.#toasts.append(note);
        setTimeout(() => note.remove(), 6000);
        while (this.#toasts.children.length > 3) this.#toasts.firstChild.remove();
    }

    /** Why something was refused; that a session is gone `onLost` tells. */
    tell(error) {
        if (error.code !== "lost") this.toast(refusalText(error));
    }

    goTo(name, values = null) {
        history.replaceState(null, "", `#${name}`);
        this.#open(name, values);
    }

    /** What a link to this tool brought is there, or was refused.  From now on the address names the
     * tool alone, so that a reload goes on with what is stored. */
    settleLink(name) {
        const { tool, values } = readLink(location.hash);
        if (values && tool === name) history.replaceState(null, "", `#${name}`);
    }

    /** Text from the user, typed or from a file; null if there is none. */
    askText(title, help) {
        return new Promise((done) => {
            const area = h("textarea", { rows: 8, "aria-label": title, id: "asked-text", onpaste: pasteAtOnce });
            const file = h("input", { type: "file", accept: ".pgn,.fen,.txt", "aria-label": t("file"), onchange: async () => (area.value = await file.files[0].text()) });
            let text = null;
            const dialog = h(
                "dialog",
                { class: "sheet", "aria-label": title },
                h("form", { method: "dialog", onsubmit: () => (text = area.value.trim()) }, h("h2", {}, title), h("p", {}, help), area, file, h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, t("ok")), button(t("cancel"), () => dialog.close()))),
            );
            dialog.addEventListener("drop", async (event) => {
                event.preventDefault();
                area.value = await textOf(event.dataTransfer);
            });
            dialog.addEventListener("close", () => {
                dialog.remove();
                done(text || null);
            });
            document.body.append(dialog);
            dialog.showModal();
        });
    }

    /** Copies a link to this page.  The address of `roek web` leads nowhere on another machine, so there
     * the text itself is copied: a FEN or a PGN, or the name of a puzzle. */
    async copyLink(hash, text) {
        const words = isServed() ? text : `${location.href.split("#")[0]}${hash}`;
        if (await copyText(words)) this.toast(t(isServed() ? "link.text" : "copied"));
        else this.showText(words);
    }

    showText(text) {
        const dialog = h("dialog", { class: "sheet" }, h("textarea", { rows: 10, readonly: true, "aria-label": t("notation") }), button(t("close"), () => dialog.close()));
        dialog.querySelector("textarea").value = text;
        dialog.addEventListener("close", () => dialog.remove());
        document.body.append(dialog);
        dialog.showModal();
    }

    // Tools and links.

    #open(name, values) {
        if (!this.#tools.has(name)) this.#tools.set(name, new TOOLS[name](this));
        const tool = this.#tools.get(name);
        if (this.#current && this.#current !== tool) this.#current.leave?.();
        this.#current = tool;
        fill(this.#main, tool.root);
        for (const tab of this.#tabs.children) {
            if (tab.dataset.tool === name) tab.setAttribute("aria-current", "page");
            else tab.removeAttribute("aria-current");
        }
        this.#tabs.querySelector("[aria-current]").scrollIntoView({ block: "nearest", inline: "nearest" });
        tool.open(values);
    }

    #follow() {
        const { tool, values } = readLink(location.hash);
        this.#open(tool, values);
    }

    /** A game or position that somebody brings along is looked at, but not behind a dialog. */
    #take(text) {
        if (text.trim() && !document.querySelector("dialog[open]")) this.goTo("analyse", { pgn: text });
    }

    /** Through the moves of a game, or the loops of a list. */
    #key(event) {
        const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
        if (!by || event.altKey || event.ctrlKey || event.metaKey || usesArrows(event.target)) return;
        if (this.#current.step?.(by)) event.preventDefault();
    }

    #askSettings() {
        const settings = recall("settings", {});
        const names = { en: "English", nl: "Nederlands", de: "Deutsch" };
        const change = (key) => (value) => {
            remember("settings", { ...recall("settings", {}), [key]: value });
            if (key === "theme") document.documentElement.dataset.theme = value;
            else location.reload();
        };
        const dialog = h(
            "dialog",
            { class: "sheet", "aria-label": t("settings") },
            h("h2", {}, t("settings")),
            labelled(t("language"), choice("language", Object.keys(LANGUAGES).map((code) => [code, names[code]]), document.documentElement.lang, change("language"))),
            labelled(t("theme"), choice("theme", [["auto", t("theme.auto")], ["light", t("theme.light")], ["dark", t("theme.dark")]], settings.theme ?? "auto", change("theme"))),
            h("p", { class: "about" }, t("about")),
            button(t("close"), () => dialog.close()),
        );
        dialog.addEventListener("close", () => dialog.remove());
        document.body.append(dialog);
        dialog.showModal();
    }
}

/** Browsers edit long texts line by line, which takes a second for a hundred games. */
function pasteAtOnce(event) {
    const area = event.target;
    event.preventDefault();
    area.setRangeText(event.clipboardData.getData("text"), area.selectionStart, area.selectionEnd, "end");
}

/** What was dropped: a file, or text. */
const textOf = async (data) => (data.files.length ? data.files[0].text() : data.getData("text"));

const isTyping = (target) => Boolean(target.closest?.("input, select, textarea"));

const OWN_ARROWS = 'textarea, select, dialog, [role="menu"], input:not([type="checkbox"], [type="button"])';

/** Whether arrow keys mean something to what has the focus: a control, or a board that keys walk on. */
function usesArrows(target) {
    const board = target.closest?.("roek-board");
    return Boolean(document.querySelector("dialog[open]") || target.closest?.(OWN_ARROWS) || (board && !board.pointed));
}

// What links may leave out, as the form of a new game has it: full strength, no increment.
const playerOf = (name) => (name === "roek" ? "roek:20" : name);
const clockOf = (text) => text?.replace(" ", "+").replace(/^[\d.]+$/, "$&+0"); // a plus reads as a blank there

const playersOf = (fields) => ({ white: playerOf(fields.get("white") ?? "human"), black: playerOf(fields.get("black") ?? "roek:3"), time: clockOf(fields.get("time")) });

/** "#play=…", "#fen=…", "#pgn=…", "#loop=…", "#mate=…" or the name of a tool. */
export function readLink(hash) {
    const text = hash.replace(/^#/, "");
    const [name, ...rest] = text.split("=");
    const fields = new URLSearchParams(text);
    const decode = () => {
        try {
            return decodeURIComponent(rest.join("=").split("&")[0]).replace(/_/g, " ");
        } catch {
            return "";
        }
    };
    const variant = fields.get("variant") ?? "chess";
    if (name === "fen") return { tool: "analyse", values: { variant, fen: decode() } };
    if (name === "pgn") return { tool: "analyse", values: { pgn: fields.get("pgn") } };
    if (name === "play" && rest.length) return { tool: "play", values: { ...playersOf(fields), variant, fen: decode() || undefined } };
    if (name === "loop") return { tool: "loop", values: { link: decode() } };
    if (name === "mate") return { tool: "mates", values: { variant, fen: decode(), n: Number(fields.get("n")) || 3, goal: fields.get("goal") ?? "mate" } };
    return { tool: Object.hasOwn(TOOLS, name) ? name : "play", values: null };
}

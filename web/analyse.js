// Analysis: a game to go through, the engine's lines, a graph, mistakes.
import { Board } from "./board.js";
import { button, choice, copyText, fill, h, labelled } from "./dom.js";
import { MoveList, moveNumber } from "./moves.js";
import { moveBetween } from "./promotion.js";
import { outcomeText, refusalText } from "./refusals.js";
import { EvalBar, forWhite, graph, scoreText } from "./scores.js";
import { kingOf, piecesOf, squareOf, targetsOf } from "./squares.js";
import { t } from "./words.js";

const GRAPH_NODES = 40000;
const SOLVED_MEN = 4;

export class Analyse {
    #app;
    #board = new Board();
    #bar = new EvalBar();
    #moves = new MoveList((ply) => this.#go(ply));
    #lines = h("ol", { class: "lines", "aria-label": t("lines") });
    #info = h("p", { class: "status", role: "status" });
    #graph = h("div", { class: "graphbox" });
    #games = h("div", { class: "games" });
    #tables = h("p", { class: "tables" });
    #fen = h("input", { type: "text", class: "fen", "aria-label": "FEN", spellcheck: "false", onchange: () => this.#load({ variant: this.#variant, fen: this.#fen.value, moves: [] }) });
    #variant = "chess";
    #start = null;
    #uci = [];
    #san = [];
    #ply = 0;
    #now = null; // {fen, turn, moves}
    #running = null; // id of the analysis
    #on = true;
    #wanted = 3;
    #found = [];
    #scores = [];
    #notes = new Map();
    #graphing = null; // id of the review
    #sums = null; // what it came to
    #solving = null; // id of the request for an ending
    #pgn = null;

    constructor(app) {
        this.#app = app;
        const engine = h("input", { type: "checkbox", checked: true, id: "engine-on", onchange: () => this.#turn(engine.checked) });
        const count = choice("line-count", [1, 2, 3, 4, 5].map((n) => [n, n]), 3, (value) => {
            this.#wanted = Number(value);
            this.#think();
        });
        const variants = choice("analyse-variant", [["chess", t("chess")], ["racingkings", t("racingkings")]], "chess", (value) => this.#load({ variant: value, moves: [] }));
        this.#variants = variants;
        this.root = h(
            "section",
            { class: "tool", "aria-label": t("tab.analyse") },
            h("div", { class: "stage with-bar" }, this.#bar.root, this.#board),
            h(
                "div",
                { class: "panel" },
                h("div", { class: "row-fields" }, labelled(t("engine"), engine), labelled(t("lines"), count), labelled(t("new.variant"), variants)),
                this.#info,
                this.#lines,
                this.#tables,
                this.#moves.root,
                this.#steps(),
                this.#graph,
                this.#games,
                labelled("FEN", this.#fen),
                h(
                    "div",
                    { class: "buttons" },
                    button(t("load"), () => this.#askGame(), { class: "primary" }),
                    button(t("graph.make"), () => this.#makeGraph()),
                    button(t("flip"), () => this.#flip()),
                    button(t("to.play"), () => app.goTo("play", { variant: this.#variant, fen: this.#now.fen, white: this.#now.turn === "white" ? "human" : "roek:5", black: this.#now.turn === "black" ? "human" : "roek:5" })),
                    button(t("link.copy"), () => this.#copyLink()),
                ),
            ),
        );
        this.#board.addEventListener("play", ({ detail }) => this.#try(detail.from, detail.to));
        this.root.addEventListener("keydown", (event) => {
            if (event.target.closest("roek-board, input, select, textarea")) return;
            if (event.key === "ArrowLeft") this.#go(this.#ply - 1);
            if (event.key === "ArrowRight") this.#go(this.#ply + 1);
        });
    }
    #variants;

    open(values) {
        if (values?.pgn) return this.#loadPgn(values.pgn, 1);
        if (values) return this.#load(values);
        if (!this.#start) return this.#load({ variant: "chess", moves: [] });
        return this.#think();
    }

    leave() {
        this.#stop();
        this.#dropGraph();
    }

    recover() {
        this.#running = null;
        this.#graphing = null; // the session that judged is gone
        if (this.root.isConnected) this.open();
    }

    get #client() {
        return this.#app.client("analyse");
    }

    // A game.

    async #load({ variant = "chess", fen, moves = [] }) {
        try {
            const asked = await this.#client.ask("position", { variant, fen, moves });
            const start = moves.length ? (await this.#client.ask("position", { variant, fen })).fen : asked.fen;
            this.#variant = variant;
            this.#variants.value = variant;
            this.#start = start;
            this.#uci = [];
            this.#san = [];
            this.#forget();
            this.#pgn = null;
            fill(this.#games);
            for (const move of moves) await this.#append(move);
            await this.#go(moves.length);
        } catch (error) {
            this.#app.toast(refusalText(error));
            if (!this.#start && (fen || moves.length)) await this.#load({});
        }
    }

    async #append(move) {
        const answer = await this.#client.ask("moves", { variant: this.#variant, fen: this.#start, moves: this.#uci, move });
        const { san, uci } = answer.moves[0];
        this.#uci.push(uci);
        this.#san.push(san);
    }

    #forget() {
        this.#scores = [];
        this.#notes = new Map();
        this.#dropGraph();
        fill(this.#graph);
    }

    #dropGraph() {
        if (this.#graphing !== null) this.#client.cancel(this.#graphing);
        this.#graphing = null;
        this.#sums = null;
    }

    async #askGame() {
        const text = await this.#app.askText(t("load"), t("load.help"));
        if (text) await this.#loadPgn(text, 1);
    }

    async #loadPgn(text, number) {
        try {
            const game = await this.#client.ask("pgn", { variant: this.#variant, text, number });
            const main = mainLine(game.nodes);
            this.#variant = game.variant;
            this.#variants.value = game.variant;
            this.#start = game.start;
            this.#uci = main.map((node) => node.uci);
            this.#san = main.map((node) => node.san);
            this.#forget();
            this.#pgn = { text, number, game };
            this.#showGames();
            await this.#go(this.#uci.length);
        } catch (error) {
            this.#app.toast(refusalText(error));
            if (!this.#start) await this.#load({});
        }
    }

    #showGames() {
        const { text, number, game } = this.#pgn;
        const step = (by) => this.#loadPgn(text, number + by);
        const variations = game.nodes.length - mainLine(game.nodes).length;
        fill(
            this.#games,
            (game.tags.White || variations > 0) && h("p", {}, `${game.tags.White ?? "?"} – ${game.tags.Black ?? "?"}, ${game.result}${variations ? `, ${t("variations", { count: variations })}` : ""}`),
            game.games > 1 &&
                h(
                    "div",
                    { class: "buttons" },
                    button("‹", () => step(-1), { disabled: number === 1, "aria-label": t("game.before") }),
                    h("span", {}, t("game.of", { number, count: game.games })),
                    button("›", () => step(1), { disabled: number === game.games, "aria-label": t("game.after") }),
                ),
            variations > 0 && h("div", { class: "buttons" }, ...branches(game.nodes).map((line) => button(line.san.slice(0, 4).join(" "), () => this.#follow(line)))),
        );
    }

    /** Shows a variation instead of the main line. */
    #follow(line) {
        this.#uci = line.uci;
        this.#san = line.san;
        this.#forget();
        this.#go(line.from + 1);
    }

    // A position of it.

    async #go(ply) {
        this.#ply = Math.max(0, Math.min(ply, this.#uci.length));
        const here = (this.#here = { variant: this.#variant, fen: this.#start, moves: this.#uci.slice(0, this.#ply) });
        const [position, list] = await Promise.all([this.#client.ask("position", here), this.#client.ask("moves", here)]);
        if (here !== this.#here) return; // somebody went on meanwhile
        this.#now = { ...position, moves: position.result ? [] : list.moves.map((move) => move.uci) };
        this.#show();
        this.#think();
        this.#askTables(here);
    }
    #here = null;

    #show() {
        const { fen, turn, check, moves } = this.#now;
        const pieces = piecesOf(fen);
        const last = this.#uci[this.#ply - 1];
        this.#board.show({ pieces, targets: targetsOf(moves), last: last ? [squareOf(last), squareOf(last.slice(2))] : [], check: check ? kingOf(pieces, turn) : -1, arrows: [], marks: new Map() });
        this.#moves.show(this.#start, this.#san, this.#ply, this.#notes);
        this.#fen.value = fen;
        if (this.#scores.length) this.#drawGraph();
    }

    async #try(from, to) {
        const move = await moveBetween(from, to, this.#now.moves);
        if (!move) return;
        const keep = this.#uci[this.#ply] === move;
        try {
            if (!keep) {
                const kept = [this.#uci, this.#san];
                this.#uci = this.#uci.slice(0, this.#ply);
                this.#san = this.#san.slice(0, this.#ply);
                try {
                    await this.#append(move);
                } catch (error) {
                    [this.#uci, this.#san] = kept;
                    throw error;
                }
                this.#forget();
            }
            await this.#go(this.#ply + 1);
        } catch (error) {
            this.#app.toast(refusalText(error));
            this.#show();
        }
    }

    #flip() {
        this.#board.show({ flipped: !this.#board.flipped });
        this.#bar.root.classList.toggle("flipped", this.#board.flipped);
    }

    #steps() {
        const step = (sign, words, ply) => button(sign, () => this.#go(ply()), { "aria-label": words, title: words });
        return h(
            "div",
            { class: "steps" },
            step("«", t("first"), () => 0),
            step("‹", t("back"), () => this.#ply - 1),
            step("›", t("forward"), () => this.#ply + 1),
            step("»", t("latest"), () => this.#uci.length),
        );
    }

    async #copyLink() {
        const address = `${location.href.split("#")[0]}#fen=${this.#now.fen.replace(/ /g, "_")}${this.#variant === "chess" ? "" : `&variant=${this.#variant}`}`;
        if (await copyText(address)) this.#app.toast(t("copied"));
        else this.#app.showText(address);
    }

    // The engine.

    #turn(on) {
        this.#on = on;
        if (on) this.#think();
        else this.#stop();
    }

    #stop() {
        if (this.#running !== null) this.#client.cancel(this.#running);
        this.#running = null;
    }

    #think() {
        this.#stop();
        if (!this.#now) return; // until a position is there
        this.#found = [];
        fill(this.#lines);
        if (this.#now.result) {
            this.#info.textContent = outcomeText(this.#now);
            return;
        }
        if (this.#graphing !== null) return; // which goes on here when it has ended
        this.#info.textContent = "";
        if (!this.#on) return;
        const asked = this.#client.ask("analyse", { variant: this.#variant, fen: this.#start, moves: this.#uci.slice(0, this.#ply), lines: this.#wanted }, (event) => asked.id === this.#running && this.#hear(event));
        this.#running = asked.id;
        asked.catch((error) => error.code !== "lost" && this.#app.toast(refusalText(error)));
    }

    #hear(event) {
        if (event.event !== "line") return;
        const score = forWhite(event, this.#now.turn);
        this.#found[event.rank - 1] = { score, san: event.san, uci: event.uci };
        if (event.rank === 1) {
            this.#bar.show(score, this.#board.flipped);
            this.#info.textContent = t("depth.nodes", { depth: event.depth, nodes: Math.round(event.nodes / 1000), speed: Math.round(event.nodes / Math.max(1, event.ms)) });
        }
        fill(this.#lines, ...this.#found.filter(Boolean).map((line) => this.#line(line)));
        const arrows = this.#found.filter(Boolean).slice(0, 3).map(({ uci }, rank) => ({ from: squareOf(uci[0]), to: squareOf(uci[0].slice(2)), kind: rank ? "other" : "best" }));
        this.#board.show({ arrows: arrows.reverse() });
    }

    #line({ score, san, uci }) {
        const words = san.slice(0, 10).map((move, i) => `${moveNumber(this.#now.fen, i)}${move}`);
        return h("li", {}, h("b", { class: "score" }, scoreText(score)), button(words.join(" "), () => this.#playLine(uci[0]), { class: "line" }));
    }

    #playLine(move) {
        this.#try(squareOf(move), squareOf(move.slice(2)));
    }

    /** Of a race with few men, in a session of its own: what no table tells is solved, which takes a while. */
    async #askTables(here) {
        this.#tables.textContent = "";
        const client = this.#app.client("tables");
        if (this.#solving !== null) client.cancel(this.#solving);
        this.#solving = null;
        if (this.#variant !== "racingkings" || this.#now.result || piecesOf(this.#now.fen).size > SOLVED_MEN) return;
        const asked = client.ask("tables", { ...here, solve: true }, ({ plies }) => here === this.#here && (this.#tables.textContent = t("table.solving", { plies })));
        this.#solving = asked.id;
        const answer = await asked;
        if (here !== this.#here) return;
        this.#solving = null;
        this.#tables.textContent = answer.known ? this.#verdict(answer) : "";
    }

    #verdict({ value, plies, moves }) {
        const best = moves.filter((move) => move.value === value && move.plies === moves[0].plies).map(({ uci }) => uci);
        return `${t(`table.${value}`, { plies: plies ?? 0 })} · ${t("table.best", { moves: best.join(", ") })}`;
    }

    // The graph.

    async #makeGraph() {
        this.#stop();
        this.#forget();
        const asked = this.#client.ask("review", { variant: this.#variant, fen: this.#start, moves: this.#uci, nodes: GRAPH_NODES }, (event) => asked.id === this.#graphing && this.#judged(event));
        this.#graphing = asked.id;
        this.#info.textContent = t("graphing", { ply: 0, count: this.#uci.length });
        try {
            const sums = await asked;
            if (this.#graphing !== asked.id) return;
            this.#sums = sums;
        } catch (error) {
            if (error.code !== "lost") this.#app.toast(refusalText(error));
        }
        if (this.#graphing !== asked.id) return;
        this.#graphing = null;
        this.#drawGraph();
        this.#moves.show(this.#start, this.#san, this.#ply, this.#notes);
        this.#think();
    }

    #judged({ ply, before, after, verdict, sign, san }) {
        this.#scores[ply - 1] ??= before;
        this.#scores[ply] = after;
        if (verdict !== "sound") this.#notes.set(ply - 1, { sign, kind: verdict, words: t("better", { move: san[0] }) });
        this.#info.textContent = t("graphing", { ply, count: this.#uci.length });
        this.#drawGraph();
    }

    #drawGraph() {
        const sums = this.#sums && h("p", { class: "help" }, t("accuracy", { white: this.#sums.white.accuracy ?? "–", black: this.#sums.black.accuracy ?? "–" }));
        fill(this.#graph, this.#scores.length > 1 && graph(this.#scores, this.#uci.length, this.#ply, (ply) => this.#go(ply)), sums, this.#mistakes());
    }

    /** Each with what was better, to go to. */
    #mistakes() {
        const item = ([index, { sign, kind, words }]) => {
            const number = moveNumber(this.#start, index) || moveNumber(this.#start, index - 1).replace(".", "…");
            return h("li", {}, button(`${number} ${this.#san[index]}${sign}`, () => this.#go(index + 1), { class: `san ${kind}` }), ` ${words}`);
        };
        return this.#notes.size > 0 && h("ol", { class: "mistakes", "aria-label": t("mistakes") }, ...[...this.#notes].map(item));
    }
}

/** Nodes name the one they come after; the first that comes after each is the main line. */
export function mainLine(nodes) {
    const line = [];
    let at = 0;
    for (;;) {
        const next = nodes.findIndex((node) => node.after === at);
        if (next < 0) return line;
        line.push(nodes[next]);
        at = next + 1;
    }
}

/** Every variation as a whole game: moves to where it leaves another line, then its own. */
export function branches(nodes) {
    const lines = [];
    nodes.forEach((node, index) => {
        if (nodes.findIndex((other) => other.after === node.after) === index) return;
        const line = [];
        for (let at = index + 1; at > 0; at = nodes[at - 1].after) line.unshift(nodes[at - 1]);
        const from = line.length - 1;
        let at = index + 1;
        for (;;) {
            const next = nodes.findIndex((other) => other.after === at);
            if (next < 0) break;
            line.push(nodes[next]);
            at = next + 1;
        }
        lines.push({ from, san: line.map((one) => one.san), uci: line.map((one) => one.uci) });
    });
    return lines;
}

// Analysis: a game to go through, the engine's lines, a graph, mistakes.
import { Board } from "./board.js";
import { button, choice, copyText, fill, h, labelled, refill } from "./dom.js";
import { MoveList, moveNumber, numberAlways } from "./moves.js";
import { moveBetween } from "./promotion.js";
import { outcomeText } from "./refusals.js";
import { EvalBar, Graph, finalScore, forWhite, scoreText } from "./scores.js";
import { kingOf, piecesOf, squareOf, targetsOf } from "./squares.js";
import { lineThrough, variationsOf } from "./variations.js";
import { t } from "./words.js";

const GRAPH_NODES = 40000;
const SOLVED_MEN = 4;
const NO_NODE = -1;

export class Analyse {
    #app;
    #board = new Board();
    #bar = new EvalBar();
    #moves = new MoveList((ply) => this.#go(ply));
    #lines = h("ol", { class: "lines", "aria-label": t("lines") });
    #info = h("p", { class: "status figures", role: "status" });
    #graph = new Graph((ply) => this.#go(ply));
    #accuracy = h("p", { class: "help" });
    #mistakes = h("ol", { class: "mistakes", "aria-label": t("mistakes"), hidden: true });
    #games = h("div", { class: "games" });
    #comment = h("p", { class: "comment" });
    #tables = h("p", { class: "tables" });
    #fen = h("input", { type: "text", class: "fen", "aria-label": "FEN", spellcheck: "false", onchange: () => this.#load({ variant: this.#variant, fen: this.#fen.value }) });
    #variant = "chess";
    #start = null;
    #wish = null; // what a link or another tool brought, until it is there or refused
    #line = []; // moves: {san, uci, comment, sign}
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
        const variants = choice("analyse-variant", [["chess", t("chess")], ["racingkings", t("racingkings")]], "chess", (value) => this.#load({ variant: value }));
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
                this.#comment,
                h(
                    "div",
                    { class: "buttons" },
                    button(t("load"), () => this.#askGame(), { class: "primary" }),
                    button(t("graph.make"), () => this.#makeGraph()),
                    button(t("flip"), () => this.#flip()),
                    button(t("to.play"), () => this.#playOn()),
                    button(t("link.copy"), () => this.#copyLink()),
                ),
                this.#games,
                h("div", {}, this.#graph.root, this.#accuracy, this.#mistakes),
                labelled("FEN", this.#fen),
            ),
        );
        this.#board.addEventListener("play", ({ detail }) => this.#try(detail.from, detail.to));
    }

    #variants;

    /** So many moves on, or back. */
    step(by) {
        this.#go(this.#ply + by);
    }

    open(values) {
        this.#wish = values ?? this.#wish;
        if (this.#wish?.pgn) return this.#loadPgn(this.#wish.pgn, 1);
        if (this.#wish) return this.#load(this.#wish);
        if (!this.#start) return this.#load({});
        return this.#go(this.#ply);
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

    async #load({ variant = "chess", fen, line = [] }) {
        try {
            const position = await this.#client.ask("position", { variant, fen });
            this.#pgn = null;
            fill(this.#games);
            this.#wish = null;
            await this.#take(position.variant, position.fen, line, line.length);
        } catch (error) {
            await this.#refuse(error, fen !== undefined);
        }
    }

    /** A line to go through, from the position after `ply` of its moves on. */
    #take(variant, start, line, ply) {
        this.#variant = variant;
        this.#variants.value = variant;
        this.#start = start;
        this.#line = line;
        this.#forget();
        return this.#go(ply);
    }

    get #uci() {
        return this.#line.map(({ uci }) => uci);
    }

    #forget() {
        this.#scores = [];
        this.#notes = new Map();
        this.#dropGraph();
        this.#sums = null;
        fill(this.#mistakes);
        this.#drawGraph();
    }

    #dropGraph() {
        if (this.#graphing !== null) this.#client.cancel(this.#graphing);
        this.#graphing = null;
    }

    async #askGame() {
        const text = await this.#app.askText(t("load"), t("load.help"));
        if (text) await this.#loadPgn(text, 1);
    }

    async #loadPgn(text, number) {
        try {
            const list = this.#pgn?.text === text ? this.#pgn.list : null;
            const game = await this.#client.ask("pgn", { variant: this.#variant, text, number, list: !list });
            this.#pgn = { text, number, game, list: list ?? game.list };
            this.#wish = null;
            await this.#follow(0);
        } catch (error) {
            await this.#refuse(error, true);
        }
    }

    /** What was there stays; if that was nothing, the start may be shown. */
    async #refuse(error, orStart) {
        if (error.code === "lost") return; // the wish goes on when the session is back
        this.#wish = null;
        this.#app.tell(error);
        if (orStart && !this.#start) await this.#load({});
    }

    /** Shows the line of the PGN through this node, from there on; that of 0 is the main one. */
    async #follow(node) {
        const { variant, start, nodes } = this.#pgn.game;
        const line = lineThrough(nodes, node);
        const variations = variationsOf(nodes, start);
        this.#showGames(variations, node);
        const from = variations.find((one) => one.node === node)?.from;
        await this.#take(variant, start, line, node ? from + 1 : line.length);
    }

    #showGames(variations, node) {
        const { text, number, game, list } = this.#pgn;
        const go = (to) => this.#loadPgn(text, to);
        const line = (words, to) => h("li", {}, button(words, () => this.#follow(to), { class: "san", "aria-current": to === node ? "true" : null }));
        refill(
            this.#games,
            list.length === 1 && game.tags.White && h("p", {}, `${game.tags.White} – ${game.tags.Black ?? "?"}, ${game.result}`),
            list.length > 1 &&
                h(
                    "div",
                    { class: "buttons" },
                    button("‹", () => go(number - 1), { disabled: number === 1, "aria-label": t("game.before"), title: t("game.before") }),
                    labelled(t("game.of", { number, count: list.length }), choice("pgn-game", list.map(({ white, black, result }, i) => [i + 1, `${i + 1}. ${white} – ${black}, ${result}`]), number, (value) => go(Number(value)))),
                    button("›", () => go(number + 1), { disabled: number === list.length, "aria-label": t("game.after"), title: t("game.after") }),
                ),
            variations.length > 0 && h("ul", { class: "variations", "aria-label": t("variations") }, line(t("main.line"), 0), ...variations.map((one) => line(one.words, one.node))),
        );
    }

    // A position of it.

    async #go(ply) {
        if (!this.#start) return; // until a game is there
        this.#ply = Math.max(0, Math.min(ply, this.#line.length));
        const here = (this.#here = { variant: this.#variant, fen: this.#start, moves: this.#uci.slice(0, this.#ply) });
        const [position, list] = await Promise.all([this.#client.ask("position", here), this.#client.ask("moves", here)]);
        if (here !== this.#here) return; // somebody went on meanwhile
        this.#now = { ...position, moves: position.result ? [] : list.moves.map((move) => move.uci), san: new Map(list.moves.map(({ uci, san }) => [uci, san])) };
        this.#show();
        this.#think();
        this.#askTables(here);
    }
    #here = null;

    #show() {
        const { fen, turn, check, moves } = this.#now;
        const pieces = piecesOf(fen);
        const last = this.#line[this.#ply - 1]?.uci;
        this.#board.show({ pieces, side: this.#now.result ? "" : turn, targets: targetsOf(moves), last: last ? [squareOf(last), squareOf(last.slice(2))] : [], check: check ? kingOf(pieces, turn) : -1, arrows: [], marks: new Map() });
        this.#showMoves();
        this.#comment.textContent = this.#line[this.#ply - 1]?.comment ?? "";
        this.#fen.value = fen;
        this.#drawGraph();
    }

    /** What was found out about a move goes before what the PGN says of it. */
    #showMoves() {
        const signed = new Map();
        this.#line.forEach(({ sign, comment }, index) => sign && signed.set(index, { sign, kind: "signed", words: comment }));
        this.#moves.show(this.#start, this.#line.map(({ san }) => san), this.#ply, new Map([...signed, ...this.#notes]));
    }

    async #try(from, to) {
        const move = await moveBetween(from, to, this.#now.moves);
        if (move) await this.#playMove(move);
    }

    /** The next move of the line, or one that leaves it. */
    async #playMove(move) {
        const here = this.#here;
        try {
            if (this.#line[this.#ply]?.uci === move) return await this.#go(this.#ply + 1);
            const { moves } = await this.#client.ask("moves", { ...here, move });
            if (here !== this.#here) return undefined;
            if (this.#pgn) this.#showGames(variationsOf(this.#pgn.game.nodes, this.#start), NO_NODE);
            return await this.#take(this.#variant, this.#start, [...this.#line.slice(0, this.#ply), { san: moves[0].san, uci: moves[0].uci }], this.#ply + 1);
        } catch (error) {
            this.#app.tell(error);
            return this.#show();
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
            step("»", t("latest"), () => this.#line.length),
        );
    }

    #playOn() {
        if (!this.#now) return;
        const { fen, turn } = this.#now;
        this.#app.goTo("play", { variant: this.#variant, fen, white: turn === "white" ? "human" : "roek:5", black: turn === "black" ? "human" : "roek:5" });
    }

    async #copyLink() {
        if (!this.#now) return;
        const address = `${location.href.split("#")[0]}#fen=${this.#now.fen.replace(/ /g, "_")}${this.#variant === "chess" ? "" : `&variant=${this.#variant}`}`;
        if (await copyText(address)) this.#app.toast(t("copied"));
        else this.#app.showText(address);
    }

    // The engine.

    #turn(on) {
        this.#on = on;
        this.#think();
    }

    #stop() {
        if (this.#running !== null) this.#client.cancel(this.#running);
        this.#running = null;
    }

    #think() {
        this.#stop();
        if (!this.#now) return; // until a position is there
        this.#found = [];
        this.#clearLines();
        this.#board.show({ arrows: [] });
        if (this.#now.result) {
            this.#info.textContent = outcomeText(this.#now);
            this.#bar.show(finalScore(this.#now.result), this.#board.flipped);
            return;
        }
        if (this.#graphing !== null) return; // which goes on here when it has ended
        this.#info.textContent = "";
        if (!this.#on) {
            this.#bar.clear();
            return;
        }
        const asked = this.#client.ask("analyse", { ...this.#here, lines: this.#wanted }, (event) => asked.id === this.#running && this.#hear(event));
        this.#running = asked.id;
        asked.catch((error) => this.#app.tell(error));
    }

    #hear(event) {
        if (event.event !== "line") return;
        const score = forWhite(event, this.#now.turn);
        this.#found[event.rank - 1] = { score, san: event.san, uci: event.uci };
        if (event.rank === 1) {
            this.#bar.show(score, this.#board.flipped);
            this.#info.textContent = t("depth.nodes", { depth: event.depth, nodes: Math.round(event.nodes / 1000), speed: Math.round(event.nodes / Math.max(1, event.ms)) });
        }
        this.#found.filter(Boolean).forEach((line, place) => this.#showLine(line, place));
        const arrows = this.#found.filter(Boolean).slice(0, 3).map(({ uci }, rank) => ({ from: squareOf(uci[0]), to: squareOf(uci[0].slice(2)), kind: rank ? "other" : "best" }));
        this.#board.show({ arrows: arrows.reverse() });
    }

    /** Nothing is found any more; the lines that will come again keep their place, and the focus. */
    #clearLines() {
        const coming = this.#on && this.#graphing === null ? Math.min(this.#wanted, this.#now.moves.length) : 0;
        while (this.#lines.children.length > coming) this.#lines.lastChild.remove();
        for (const part of this.#lines.querySelectorAll("b, button")) part.textContent = "";
    }

    /** What is there stays while its words change: who presses it presses one thing, however fast the engine thinks. */
    #showLine({ score, san }, place) {
        if (!this.#lines.children[place]) this.#lines.append(this.#newLine(place));
        const [points, moves] = this.#lines.children[place].children;
        points.textContent = scoreText(score);
        moves.textContent = san.slice(0, 10).map((move, i) => `${moveNumber(this.#now.fen, i)}${move}`).join(" ");
    }

    #newLine(place) {
        return h("li", {}, h("b", { class: "score" }), button("", () => this.#playLine(place), { class: "line" }));
    }

    #playLine(place) {
        const line = this.#found.filter(Boolean)[place];
        if (line) this.#playMove(line.uci[0]);
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
        let answer = { known: false };
        try {
            answer = await asked;
        } catch (error) {
            this.#app.tell(error);
        }
        if (here !== this.#here) return;
        this.#solving = null;
        this.#tables.textContent = answer.known ? this.#verdict(answer) : "";
    }

    #verdict({ value, plies, moves }) {
        const best = moves.filter((move) => move.value === value && move.plies === moves[0].plies).map(({ uci }) => this.#now.san.get(uci) ?? uci);
        return `${t(`table.${value}`, { plies: plies ?? 0 })} · ${t("table.best", { moves: best.join(", ") })}`;
    }

    // The graph.

    async #makeGraph() {
        if (!this.#start) return;
        this.#stop();
        this.#forget();
        const asked = this.#client.ask("review", { variant: this.#variant, fen: this.#start, moves: this.#uci, nodes: GRAPH_NODES }, (event) => asked.id === this.#graphing && this.#judged(event));
        this.#graphing = asked.id;
        this.#info.textContent = t("graphing", { ply: 0, count: this.#line.length });
        try {
            const sums = await asked;
            if (this.#graphing !== asked.id) return;
            this.#sums = sums;
        } catch (error) {
            this.#app.tell(error);
        }
        if (this.#graphing !== asked.id) return;
        this.#graphing = null;
        this.#drawGraph();
        this.#showMoves();
        this.#think();
    }

    #judged({ ply, before, after, verdict, sign, san }) {
        this.#scores[ply - 1] ??= before;
        this.#scores[ply] = after;
        if (verdict !== "sound") this.#notes.set(ply - 1, { sign, kind: verdict, words: t("better", { move: san[0] }) });
        this.#info.textContent = t("graphing", { ply, count: this.#line.length });
        this.#drawGraph();
    }

    /** Only what is new is put in, as the rest may be pressed meanwhile. */
    #drawGraph() {
        this.#graph.show(this.#scores, this.#line.length, this.#ply);
        this.#accuracy.textContent = this.#sums ? t("accuracy", { white: this.#sums.white.accuracy ?? "–", black: this.#sums.black.accuracy ?? "–" }) : "";
        this.#mistakes.append(...[...this.#notes].slice(this.#mistakes.children.length).map((note) => this.#mistake(note)));
        this.#mistakes.hidden = this.#notes.size === 0;
    }

    /** With what was better, to go to. */
    #mistake([index, { sign, kind, words }]) {
        return h("li", {}, button(`${numberAlways(this.#start, index)} ${this.#line[index].san}${sign}`, () => this.#go(index + 1), { class: `san ${kind}` }), ` ${words}`);
    }
}

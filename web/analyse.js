// Analysis: a game to go through, the engine's lines, a graph, mistakes.
//
// A game is a tree of moves.  It comes from a text, PGN or FEN, that stays as it is; moves that are
// tried become nodes behind those of the text and are stored beside it.  The session reads the text,
// adds the tried moves to it and writes the whole as PGN.
import { Board } from "./board.js";
import { button, choice, copyText, fill, h, labelled, refill } from "./dom.js";
import { MoveList, moveNumber, numberAlways } from "./moves.js";
import { moveBetween } from "./promotion.js";
import { outcomeText } from "./refusals.js";
import { savedAnalysis } from "./saved.js";
import { EvalBar, Graph, finalScore, forWhite, scoreText } from "./scores.js";
import { kingOf, piecesOf, squareOf, targetsOf } from "./squares.js";
import { recall, remember } from "./store.js";
import { lineThrough, nodeOf, sharedMoves, variationsOf } from "./variations.js";
import { t } from "./words.js";

const GRAPH_NODES = 40000;
const SOLVED_MEN = 4;
const TEXT_MOST = 2500000; // half of what browsers store for a page
const NO_REVIEW = { line: [], scores: [], notes: new Map(), sums: null };

/** A game of a text with the moves that were tried in it, as the session is asked for it. */
const request = ({ variant, text, number, tried }) => ({ variant, text, number, add: tried[number] });

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
    #fen = h("input", { type: "text", class: "fen", "aria-label": "FEN", spellcheck: "false", onchange: () => this.#load({ variant: this.#variants.value, fen: this.#fen.value }) });
    #variants = choice("analyse-variant", [["chess", t("chess")], ["racingkings", t("racingkings")]], "chess", (value) => this.#load({ variant: value }));
    #source = null; // {id, variant, text, number, list, tried}: a text of games, which of them, moves tried in each
    #game = null; // that game, as the session answers: {variant, start, tags, result, nodes}
    #through = 0; // a node of the line that is shown; 0: the main line
    #stored = null; // {id, only}: which text is stored, and which game of it alone, if not all
    #wish = null; // what a link or another tool brought, until it is there or refused
    #line = []; // moves: {node, san, uci, comment, sign}
    #ply = 0;
    #now = null; // {fen, turn, moves}
    #running = null; // id of the analysis
    #on = true;
    #wanted = 3;
    #found = [];
    #review = NO_REVIEW;
    #graphing = null; // id of the request for it
    #solving = null; // id of the request for an ending

    constructor(app) {
        this.#app = app;
        const engine = h("input", { type: "checkbox", checked: true, id: "engine-on", onchange: () => this.#turn(engine.checked) });
        const count = choice("line-count", [1, 2, 3, 4, 5].map((n) => [n, n]), 3, (value) => {
            this.#wanted = Number(value);
            this.#think();
        });
        this.root = h(
            "section",
            { class: "tool", "aria-label": t("tab.analyse") },
            h("div", { class: "stage with-bar" }, this.#bar.root, this.#board),
            h(
                "div",
                { class: "panel" },
                h("div", { class: "row-fields" }, labelled(t("engine"), engine), labelled(t("lines"), count), labelled(t("new.variant"), this.#variants)),
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
                this.#notation(),
                this.#games,
                h("div", {}, this.#graph.root, this.#accuracy, this.#mistakes),
                labelled("FEN", this.#fen),
            ),
        );
        this.#board.addEventListener("play", ({ detail }) => this.#try(detail.from, detail.to));
        addEventListener("storage", ({ key }) => key?.endsWith("analysis.text") && (this.#stored = null)); // another window stored its own
    }

    #notation() {
        const copy = async (pgn) => ((await copyText(pgn)) ? this.#app.toast(t("copied")) : this.#app.showText(pgn));
        const use = (act) => async () => {
            try {
                if (this.#game) await act(await this.#pgn());
            } catch (error) {
                this.#app.tell(error);
            }
        };
        return h("details", {}, h("summary", {}, t("notation")), h("div", { class: "buttons" }, button(t("pgn.copy"), use(copy)), button(t("pgn.save"), use((pgn) => download("roek.pgn", pgn)))));
    }

    /** So many moves on, or back; false if there is no game yet. */
    step(by) {
        this.#go(this.#ply + by);
        return this.#game !== null;
    }

    open(values) {
        this.#wish = values ?? this.#wish;
        if (this.#wish?.pgn) return this.#loadPgn(this.#wish.pgn);
        if (this.#wish) return this.#load(this.#wish);
        if (!this.#game) return this.#restore();
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

    /** A position, with the moves that came after it. */
    async #load({ variant = "chess", fen, line = [] }) {
        try {
            const position = await this.#client.ask("position", { variant, fen });
            const nodes = line.map(({ san, uci }, after) => ({ after, san, uci }));
            const tried = { 1: nodes.map(({ after, uci }) => ({ after, move: uci })) };
            const source = { id: Math.random(), variant: position.variant, text: position.fen, number: 1, list: [{}], tried };
            await this.#take(source, { variant: position.variant, start: position.fen, tags: {}, result: "*", nodes });
        } catch (error) {
            await this.#refuse(error, fen !== undefined);
        }
    }

    async #loadPgn(text) {
        try {
            await this.#read({ id: Math.random(), variant: this.#variants.value, text, number: 1, tried: {} });
        } catch (error) {
            await this.#refuse(error, true);
        }
    }

    /** Another game of the text. */
    async #turnTo(number) {
        try {
            await this.#read({ ...this.#source, number });
        } catch (error) {
            this.#app.tell(error);
        }
    }

    /** What was looked at before the page was loaded; the start position if there is nothing. */
    async #restore() {
        const kept = savedAnalysis(recall("analysis", null), recall("analysis.text", null));
        if (!kept) return this.#load({});
        try {
            const { id, variant, text, number, tried } = kept;
            await this.#read({ id, variant, text, number, tried }, kept);
            if (kept.flipped) this.#flip();
        } catch (error) {
            if (error.code !== "lost" && !this.#game && !this.#wish) await this.#load({});
        }
        return undefined;
    }

    async #read(source, place) {
        const game = await this.#client.ask("pgn", { ...request(source), list: !source.list });
        await this.#take({ ...source, list: source.list ?? game.list }, game, place);
    }

    /** Shows a game, at its end if no other place is named. */
    async #take(source, game, { through = 0, ply = Infinity } = {}) {
        this.#source = source;
        this.#game = game;
        this.#variants.value = game.variant;
        this.#dropGraph();
        this.#review = NO_REVIEW;
        this.#settle();
        await this.#follow(through <= game.nodes.length ? through : 0, ply);
    }

    /** What a link or another tool brought is there, or was refused. */
    #settle() {
        this.#wish = null;
        this.#app.settleLink("analyse");
    }

    get #uci() {
        return this.#line.map(({ uci }) => uci);
    }

    /** The game as PGN, with the moves that were tried. */
    async #pgn(source = this.#source) {
        return (await this.#client.ask("pgn", { ...request(source), write: true })).pgn;
    }

    /** Stores the text; of one that there is no room for, the game that is looked at. */
    async #storeText() {
        const { id, text, number } = this.#source;
        if (this.#stored?.id === id && (this.#stored.only ?? number) === number) return;
        this.#stored = { id };
        if (text.length <= TEXT_MOST && remember("analysis.text", { id, text })) return;
        this.#stored = { id, only: number };
        const pgn = await this.#pgn({ ...this.#source, tried: {} });
        if (this.#stored?.id === id && this.#stored.only === number) remember("analysis.text", { id, text: pgn, only: number });
    }

    /** Stores which game it is, the moves that were tried and the place in it. */
    keep() {
        if (!this.#game) return;
        const { id, variant, number, tried } = this.#source;
        remember("analysis", { id, variant, number, tried, through: this.#through, ply: this.#ply, flipped: this.#board.flipped });
        this.#storeText().catch((error) => this.#app.tell(error));
    }

    #dropGraph() {
        if (this.#graphing !== null) this.#client.cancel(this.#graphing);
        this.#graphing = null;
    }

    async #askGame() {
        const text = await this.#app.askText(t("load"), t("load.help"));
        if (text) await this.#loadPgn(text);
    }

    /** What was there stays; if that was nothing, what is stored may be shown, or the start. */
    async #refuse(error, orStored) {
        if (error.code === "lost") return; // the wish goes on when the session is back
        this.#settle();
        this.#app.tell(error);
        if (orStored && !this.#game) await this.#restore();
    }

    /** Shows the line through this node, from the position after `ply` of its moves on; that through
     * 0 is the main one. */
    #follow(node, ply) {
        this.#dropGraph();
        this.#through = node;
        this.#line = lineThrough(this.#game.nodes, node);
        this.#showGames();
        fill(this.#mistakes);
        return this.#go(ply);
    }

    /** The main line, where the line that is shown left it. */
    #followMain() {
        const shared = sharedMoves(this.#line, lineThrough(this.#game.nodes, 0));
        return this.#follow(0, Math.min(this.#ply, shared));
    }

    #showGames() {
        const { number, list } = this.#source;
        const { start, tags, result, nodes } = this.#game;
        const variations = variationsOf(nodes, start);
        const shown = variations.findLast(({ node }) => this.#line.some((move) => move.node === node));
        const line = (words, act, isShown) => h("li", {}, button(words, act, { class: "san", "aria-current": isShown ? "true" : null }));
        refill(
            this.#games,
            list.length === 1 && tags.White && h("p", {}, `${tags.White} – ${tags.Black ?? "?"}, ${result}`),
            list.length > 1 &&
                h(
                    "div",
                    { class: "buttons" },
                    button("‹", () => this.#turnTo(number - 1), { disabled: number === 1, "aria-label": t("game.before"), title: t("game.before") }),
                    labelled(t("game.of", { number, count: list.length }), choice("pgn-game", list.map(({ white, black, result: end }, i) => [i + 1, `${i + 1}. ${white} – ${black}, ${end}`]), number, (value) => this.#turnTo(Number(value)))),
                    button("›", () => this.#turnTo(number + 1), { disabled: number === list.length, "aria-label": t("game.after"), title: t("game.after") }),
                ),
            variations.length > 0 &&
                h(
                    "ul",
                    { class: "variations", "aria-label": t("variations") },
                    line(t("main.line"), () => this.#followMain(), !shown),
                    ...variations.map((one) => line(one.words, () => this.#follow(one.node, one.from + 1), one === shown)),
                ),
        );
    }

    // A position of it.

    async #go(ply) {
        if (!this.#game) return; // until one is there
        this.#ply = Math.max(0, Math.min(ply, this.#line.length));
        const here = (this.#here = { variant: this.#game.variant, fen: this.#game.start, moves: this.#uci.slice(0, this.#ply) });
        const [position, list] = await Promise.all([this.#client.ask("position", here), this.#client.ask("moves", here)]);
        if (here !== this.#here) return; // somebody went on meanwhile
        this.keep();
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
        this.#moves.show(this.#game.start, this.#line.map(({ san }) => san), this.#ply, new Map([...signed, ...this.#judgement().notes]));
    }

    async #try(from, to) {
        const move = await moveBetween(from, to, this.#now.moves);
        if (move) await this.#playMove(move);
    }

    /** A move of the line, of another line of the game, or a new one, which becomes a line of it. */
    async #playMove(move) {
        const here = this.#here;
        const { nodes } = this.#game;
        const after = this.#line[this.#ply - 1]?.node ?? 0;
        try {
            if (this.#line[this.#ply]?.uci === move) return await this.#go(this.#ply + 1);
            const known = nodeOf(nodes, after, move);
            if (known) return await this.#follow(known, this.#ply + 1);
            const { moves: [{ san, uci }] } = await this.#client.ask("moves", { ...here, move });
            if (here !== this.#here) return undefined;
            (this.#source.tried[this.#source.number] ??= []).push({ after, move: uci });
            return await this.#follow(nodes.push({ after, san, uci }), this.#ply + 1);
        } catch (error) {
            this.#app.tell(error);
            return this.#show();
        }
    }

    #flip() {
        this.#board.show({ flipped: !this.#board.flipped });
        this.#bar.root.classList.toggle("flipped", this.#board.flipped);
        this.keep();
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
        this.#app.goTo("play", { variant: this.#game.variant, fen, white: turn === "white" ? "human" : "roek:5", black: turn === "black" ? "human" : "roek:5" });
    }

    #copyLink() {
        if (!this.#now) return;
        const { fen } = this.#now;
        this.#app.copyLink(`#fen=${fen.replace(/ /g, "_")}${this.#game.variant === "chess" ? "" : `&variant=${this.#game.variant}`}`, fen);
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
        if (this.#game.variant !== "racingkings" || this.#now.result || piecesOf(this.#now.fen).size > SOLVED_MEN) return;
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
        if (!this.#game) return;
        this.#stop();
        this.#dropGraph();
        this.#review = { line: this.#line, scores: [], notes: new Map(), sums: null };
        fill(this.#mistakes);
        this.#drawGraph();
        const { variant, start } = this.#game;
        const asked = this.#client.ask("review", { variant, fen: start, moves: this.#uci, nodes: GRAPH_NODES }, (event) => asked.id === this.#graphing && this.#judged(event));
        this.#graphing = asked.id;
        this.#info.textContent = t("graphing", { ply: 0, count: this.#line.length });
        try {
            const sums = await asked;
            if (this.#graphing !== asked.id) return;
            this.#review.sums = sums;
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
        const { scores, notes } = this.#review;
        scores[ply - 1] ??= before;
        scores[ply] = after;
        if (verdict !== "sound") notes.set(ply - 1, { sign, kind: verdict, words: t("better", { move: san[0] }) });
        this.#info.textContent = t("graphing", { ply, count: this.#line.length });
        this.#drawGraph();
    }

    /** What was judged of the line that is shown: as far as it is the one that was judged. */
    #judgement() {
        const { line, scores, notes, sums } = this.#review;
        const shared = sharedMoves(line, this.#line);
        const isWhole = shared === line.length && shared === this.#line.length;
        return { scores: scores.slice(0, shared + 1), notes: [...notes].filter(([index]) => index < shared), sums: isWhole ? sums : null };
    }

    /** Only what is new is put in, as the rest may be pressed meanwhile. */
    #drawGraph() {
        const { scores, notes, sums } = this.#judgement();
        this.#graph.show(scores, this.#line.length, this.#ply);
        this.#accuracy.textContent = sums ? t("accuracy", { white: sums.white.accuracy ?? "–", black: sums.black.accuracy ?? "–" }) : "";
        this.#mistakes.append(...notes.slice(this.#mistakes.children.length).map((note) => this.#mistake(note)));
        this.#mistakes.hidden = notes.length === 0;
    }

    /** With what was better, to go to. */
    #mistake([index, { sign, kind, words }]) {
        return h("li", {}, button(`${numberAlways(this.#game.start, index)} ${this.#line[index].san}${sign}`, () => this.#go(index + 1), { class: `san ${kind}` }), ` ${words}`);
    }
}

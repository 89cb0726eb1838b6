// Mates: the bounds close in, then the solution can be walked through; or found on the board.
import { Board } from "./board.js";
import { Refusal } from "./client.js";
import { button, choice, fill, h, labelled, toolSection } from "./dom.js";
import { numberAlways, spokenMove } from "./moves.js";
import { GOALS, PROBLEMS, dayOf, problemOf } from "./problems.js";
import { moveBetween } from "./promotion.js";
import { outcomeText, refusalText } from "./refusals.js";
import { savedMate } from "./saved.js";
import { bestDefence, treeOf } from "./solution.js";
import { kingOf, piecesOf, squareOf, targetsOf } from "./squares.js";
import { recall, remember } from "./store.js";
import { t } from "./words.js";

export class Mates {
    #app;
    #board = new Board();
    #fen = h("input", { type: "text", class: "fen", id: "mate-fen", "aria-label": "FEN", spellcheck: "false", onchange: () => this.#change() });
    #variant = choice("mate-variant", [["chess", t("chess")], ["racingkings", t("racingkings")]], "chess", () => this.#change());
    #goal = choice("mate-goal", GOALS.map((goal) => [goal, t(`goal.${goal}`)]), "mate", () => this.#change());
    #n = h("input", { type: "number", id: "mate-n", min: 1, max: 125, value: 3, required: true, onchange: () => this.#change() });
    #status = h("p", { class: "status", role: "status" });
    #tree = h("div", { class: "tree" });
    #find = button(t("solve"), () => this.#toggle(), { class: "primary", id: "mate-find" });
    #wish = null; // what a link or another tool brought, until it is there or refused
    #day = null; // whose problem this is
    #running = null;
    #path = []; // moves that somebody found, with the answers to them
    #left = 0; // how many are still to be found
    #legal = [];
    #seen = null; // of the tree

    constructor(app) {
        this.#app = app;
        this.root = toolSection(t("tab.mates"), this.#board, [
            this.#status,
            h("div", { class: "buttons" }, this.#find, button(t("daily"), () => this.#daily()), button(t("another"), () => this.#another()), button(t("tab.setup"), () => app.goTo("setup", this.#here())), button(t("flip"), () => this.#board.show({ flipped: !this.#board.flipped }))),
            this.#tree,
            h("div", { class: "row-fields" }, labelled(t("new.variant"), this.#variant), labelled(t("goal"), this.#goal), labelled(t("in.moves"), this.#n)),
            labelled("FEN", this.#fen),
        ]);
        this.#board.addEventListener("play", ({ detail }) => this.#try(detail.from, detail.to));
    }

    async open(values) {
        this.#wish = values ?? this.#wish;
        if (this.#wish) await this.#take(this.#wish);
        if (!this.#fen.value && !this.#wish) this.#goOn();
    }

    /** What was posed before the page was loaded, with the moves that were found; else the problem of the day. */
    #goOn() {
        const kept = savedMate(recall("mate", null), dayOf(new Date()));
        if (!kept) {
            this.#daily();
            return;
        }
        this.#day = kept.day;
        [this.#variant.value, this.#fen.value, this.#n.value, this.#goal.value] = [kept.variant, kept.fen, kept.n, kept.goal];
        this.#show(kept.path, kept.left);
    }

    /** Stores the problem, with the moves that were found. */
    keep() {
        if (!this.#fen.value) return; // nothing is posed yet
        remember("mate", { ...this.#here(), n: this.#n.value, goal: this.#goal.value, path: this.#path, left: this.#left, day: this.#day });
    }

    /** What a link or another tool brings; if it is no problem that is told, and what was there stays. */
    async #take({ variant, fen, n = this.#n.value, goal = this.#goal.value }) {
        try {
            if (!GOALS.includes(goal)) throw new Refusal({ code: "bad-field" });
            const position = await this.#app.client("mates").ask("position", { variant, fen });
            this.#pose({ variant: position.variant, fen: position.fen, n, goal });
        } catch (error) {
            if (error.code === "lost") return; // the wish goes on when the session is back
            this.#settle();
            this.#app.tell(error);
        }
    }

    /** What a link or another tool brought is posed, or was refused. */
    #settle() {
        this.#wish = null;
        this.#app.settleLink("mates");
    }

    leave() {
        this.#stop();
    }

    lose(words) {
        if (this.#running !== null || !this.#board.pieces.size) this.#status.textContent = words;
    }

    recover() {
        this.#finish();
        if (this.#wish) this.open();
        else if (!this.#board.pieces.size) this.#show(this.#path, this.#left);
    }

    #daily() {
        const now = new Date();
        this.#poseOurs(problemOf(now), dayOf(now));
    }

    #another() {
        const others = PROBLEMS.filter(({ fen }) => fen !== this.#fen.value);
        this.#poseOurs(others[Math.floor(Math.random() * others.length)]);
    }

    /** A problem of ours, whatever was looked for before. */
    #poseOurs({ fen, n }, day = null) {
        this.#pose({ variant: "chess", fen, n, goal: "mate" }, day);
    }

    #pose({ variant, fen, n, goal }, day = null) {
        this.#settle();
        this.#day = day;
        [this.#variant.value, this.#fen.value, this.#n.value, this.#goal.value] = [variant, fen, n, goal];
        this.#show();
    }

    /** By hand, to a problem of one's own. */
    #change() {
        this.#day = null;
        this.#show();
    }

    /** Everything as it is before a search, after moves that were found. */
    async #show(path = [], left = Number(this.#n.value)) {
        this.#drop();
        fill(this.#tree);
        this.#path = path;
        this.#left = left;
        this.keep();
        try {
            const now = await this.#showPath();
            if (this.#running !== null) return; // which has more to say
            this.#status.textContent = this.#n.checkValidity() ? this.#taskWords(now) : refusalText({ code: "bad-field" });
        } catch (error) {
            if (error.code !== "lost") this.#status.textContent = refusalText(error);
        }
    }

    #taskWords(now) {
        if (now.result && this.#path.length) return outcomeText(now);
        return t(this.#isToFind() ? "mate.task" : "to.move", { color: t(now.turn), n: this.#left });
    }

    /** The position after what was found, with what may be tried there; returns what it is. */
    async #showPath() {
        const here = { ...this.#here(), moves: this.#path };
        const client = this.#app.client("mates");
        const [now, { moves }] = await Promise.all([client.ask("position", here), client.ask("moves", here)]);
        const { fen, turn, check, result } = now;
        const pieces = piecesOf(fen);
        const last = this.#path.at(-1);
        this.#legal = result ? [] : moves.map(({ uci }) => uci);
        this.#board.show({ pieces, side: this.#isToFind() && !result ? turn : "", targets: targetsOf(this.#legal), last: last ? [squareOf(last), squareOf(last.slice(2))] : [], check: check ? kingOf(pieces, turn) : -1, arrows: [] });
        return now;
    }

    /** Only plain mates can be looked for on the board. */
    #isToFind() {
        return this.#goal.value === "mate" && this.#variant.value === "chess";
    }

    /** Somebody's idea: is it one that mates in time?  Then the best answer to it is made. */
    async #try(from, to) {
        const move = this.#running === null && (await moveBetween(from, to, this.#legal));
        if (!move) return;
        const here = { ...this.#here(), moves: this.#path };
        const client = this.#app.client("mates");
        try {
            const { moves: [{ san }] } = await client.ask("moves", { ...here, move });
            const answer = await this.#work("mate", { ...here, n: this.#left, tree: true, all: true, hash: 32 });
            if (!answer) return;
            if (answer.cancelled) {
                this.#say(t("stopped"));
                return;
            }
            if (!answer.keys?.includes(move)) {
                const none = answer.verdict === "none"; // else the keys are those of the shortest mate
                this.#say(t(none ? "mate.none" : "mate.wrong", { move: san, n: none ? this.#left : answer.moves }));
                return;
            }
            await this.#answerTo(move, san, answer);
        } catch (error) {
            this.#app.tell(error);
        }
    }

    async #answerTo(move, san, { moves, tree }) {
        const key = treeOf(tree).find(({ uci }) => uci === move);
        const { moves: replies } = await this.#app.client("mates").ask("moves", { ...this.#here(), moves: [...this.#path, move] });
        const reply = key?.replies.length ? bestDefence(key.replies) : replies[0];
        this.#left = moves - 1;
        this.#path = [...this.#path, move, ...(reply ? [reply.uci] : [])];
        this.keep();
        await this.#showPath();
        this.#say(reply ? t("mate.right", { move: san, reply: reply.san, n: this.#left }) : t("mate.done", { move: san }));
    }

    #say(words) {
        this.#status.textContent = words;
        this.#app.announce(words);
    }

    #here() {
        return { variant: this.#variant.value, fen: this.#fen.value };
    }

    #toggle() {
        if (this.#running !== null) this.#stop();
        else this.#solve();
    }

    /** What was found until then is still told. */
    #stop() {
        if (this.#running !== null) this.#app.client("mates").cancel(this.#running);
    }

    /** Nobody wants to hear of it any more. */
    #drop() {
        this.#stop();
        this.#finish();
    }

    #finish() {
        this.#running = null;
        this.#find.textContent = t("solve");
    }

    async #solve() {
        fill(this.#tree);
        const n = Number(this.#n.value);
        const goal = this.#variant.value === "chess" ? this.#goal.value : "mate";
        const answer = await this.#work("mate", { ...this.#here(), n, goal, tree: true, all: true, hash: 32 });
        if (answer) this.#report(answer, n);
    }

    /** Long work, which the button stops; null if it failed or something else is posed since. */
    async #work(what, fields) {
        const asked = this.#app.client("mates").ask(what, fields, (event) => asked.id === this.#running && this.#progress(event));
        this.#running = asked.id;
        this.#find.textContent = t("stop");
        this.#status.textContent = t("searching");
        let answer = null;
        try {
            answer = await asked;
        } catch (error) {
            if (asked.id === this.#running && error.code !== "lost") this.#status.textContent = refusalText(error);
        }
        if (asked.id !== this.#running) return null;
        this.#finish();
        return answer;
    }

    #progress({ excluded, within, nodes }) {
        const words = [t("excluded", { n: excluded })];
        if (within) words.push(t("within", { n: within }));
        words.push(t("positions", { count: nodes.toLocaleString() }));
        this.#status.textContent = words.join(" · ");
    }

    #report(answer, n) {
        const more = answer.keys.length > 1 ? ` ${t("mate.more", { count: answer.keys.length - 1 })}` : "";
        const words = { mate: t("mate.found", { n: answer.moves, key: answer.san?.[0] ?? "" }) + more, none: t("mate.none", { n }), unknown: t("mate.unknown", { n: answer.excluded }) };
        this.#status.textContent = `${words[answer.verdict]} · ${t("positions", { count: answer.nodes.toLocaleString() })}`;
        this.#app.announce(words[answer.verdict]);
        if (answer.tree) fill(this.#tree, this.#branch(treeOf(answer.tree)), answer.cut && h("p", {}, t("tree.cut")));
    }

    /** Replies that lead on are opened when somebody looks. */
    #branch(nodes) {
        return h(
            "ul",
            {},
            ...nodes.map((node) => {
                const index = node.ply;
                const label = `${numberAlways(this.#fen.value, index)}${node.san}`;
                const named = { class: "san", "aria-label": `${label}, ${spokenMove(node.san)}` };
                const below = node.alike ? node.alike.replies : node.replies;
                if (!below.length) return h("li", {}, button(label, () => this.#look(node), named));
                const open = (event) => {
                    if (details.open && this.#seen !== node) event.preventDefault(); // the first click looks, the next one closes
                    this.#look(node);
                };
                const details = h("details", { open: index === 0 && nodes.length === 1 }, h("summary", { ...named, onclick: open }, label));
                const grow = () => details.open && details.children.length === 1 && details.append(this.#branch(below));
                details.addEventListener("toggle", grow);
                grow();
                return h("li", {}, details);
            }),
        );
    }

    async #look(node) {
        this.#seen = node;
        const moves = [];
        for (let at = node; at; at = at.before) moves.unshift(at.uci);
        const { fen } = await this.#app.client("mates").ask("position", { ...this.#here(), moves });
        const last = [squareOf(node.uci), squareOf(node.uci.slice(2))];
        this.#board.show({ pieces: piecesOf(fen), side: "", targets: new Map(), last, check: -1, arrows: [{ from: last[0], to: last[1], kind: "best" }] });
    }
}

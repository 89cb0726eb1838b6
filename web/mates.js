// Mates: the bounds close in, then the solution can be walked through.
import { Board } from "./board.js";
import { button, choice, fill, h, labelled } from "./dom.js";
import { moveNumber, spokenMove } from "./moves.js";
import { PROBLEMS } from "./problems.js";
import { refusalText } from "./refusals.js";
import { piecesOf, squareOf } from "./squares.js";
import { t } from "./words.js";

const GOALS = ["mate", "selfmate", "helpmate", "stalemate"];

/** The problem of a day, the same for everybody. */
export function problemOf(date) {
    const day = Math.floor(date.getTime() / 86400000);
    return PROBLEMS[day % PROBLEMS.length];
}

/** A flat list of steps, each with its ply, as nested {san, uci, replies, same}. */
export function treeOf(steps) {
    const root = { replies: [] };
    const path = [root];
    const made = steps.map(({ ply, san, uci, same }) => {
        const node = { san, uci, ply, replies: [], same };
        path.length = ply + 1;
        path[ply].replies.push(node);
        path[ply + 1] = node;
        node.before = path[ply] === root ? null : path[ply];
        return node;
    });
    for (const node of made) if (node.same !== undefined) node.alike = made[node.same];
    return root.replies;
}

export class Mates {
    #app;
    #board = new Board();
    #fen = h("input", { type: "text", class: "fen", id: "mate-fen", "aria-label": "FEN", spellcheck: "false", onchange: () => this.#show() });
    #variant = choice("mate-variant", [["chess", t("chess")], ["racingkings", t("racingkings")]], "chess", () => this.#show());
    #goal = choice("mate-goal", GOALS.map((goal) => [goal, t(`goal.${goal}`)]), "mate");
    #n = h("input", { type: "number", id: "mate-n", min: 1, max: 99, value: 3 });
    #status = h("p", { class: "status", role: "status" });
    #tree = h("div", { class: "tree" });
    #find = button(t("find"), () => this.#toggle(), { class: "primary", id: "mate-find" });
    #running = null;

    constructor(app) {
        this.#app = app;
        this.root = h(
            "section",
            { class: "tool", "aria-label": t("tab.mates") },
            h("div", { class: "stage" }, this.#board),
            h(
                "div",
                { class: "panel" },
                labelled("FEN", this.#fen),
                h("div", { class: "row-fields" }, labelled(t("new.variant"), this.#variant), labelled(t("goal"), this.#goal), labelled(t("in.moves"), this.#n)),
                h("div", { class: "buttons" }, this.#find, button(t("daily"), () => this.#daily()), button(t("tab.setup"), () => app.goTo("setup", { fen: this.#fen.value })), button(t("flip"), () => this.#board.show({ flipped: !this.#board.flipped }))),
                this.#status,
                this.#tree,
            ),
        );
    }

    open(values) {
        if (!values) {
            if (!this.#fen.value) this.#daily();
            return;
        }
        this.#fen.value = values.fen;
        this.#variant.value = values.variant ?? "chess";
        if (values.n) this.#n.value = values.n;
        if (GOALS.includes(values.goal)) this.#goal.value = values.goal;
        this.#show();
    }

    leave() {
        this.#stop();
    }

    recover() {
        this.#finish();
    }

    #daily() {
        const { fen, n, goal = "mate" } = problemOf(new Date());
        this.open({ fen, n, goal, variant: "chess" });
    }

    /** Everything as it is before a search. */
    async #show() {
        this.#stop();
        fill(this.#tree);
        this.#status.textContent = "";
        try {
            const { fen, turn } = await this.#app.client("mates").ask("position", this.#here());
            this.#board.show({ pieces: piecesOf(fen), last: [], arrows: [] });
            this.#status.textContent = t("to.move", { color: t(turn) });
        } catch (error) {
            if (error.code !== "lost") this.#status.textContent = refusalText(error);
        }
    }

    #here() {
        return { variant: this.#variant.value, fen: this.#fen.value };
    }

    #toggle() {
        if (this.#running !== null) this.#stop();
        else this.#solve();
    }

    #stop() {
        if (this.#running !== null) this.#app.client("mates").cancel(this.#running);
    }

    #finish() {
        this.#running = null;
        this.#find.textContent = t("find");
    }

    async #solve() {
        fill(this.#tree);
        const n = Number(this.#n.value);
        const goal = this.#variant.value === "chess" ? this.#goal.value : "mate";
        const asked = this.#app.client("mates").ask("mate", { ...this.#here(), n, goal, tree: true, all: true, hash: 32 }, (event) => this.#progress(event));
        this.#running = asked.id;
        this.#find.textContent = t("stop");
        this.#status.textContent = t("searching");
        try {
            this.#report(await asked, n);
        } catch (error) {
            if (error.code !== "lost") this.#status.textContent = refusalText(error);
        }
        this.#finish();
    }

    #progress({ excluded, within, nodes }) {
        const words = [t("excluded", { n: excluded })];
        if (within) words.push(t("within", { n: within }));
        words.push(t("positions", { count: nodes.toLocaleString() }));
        this.#status.textContent = words.join(" · ");
    }

    #report(answer, n) {
        const words = { mate: t("mate.found", { n: answer.moves, keys: answer.keys.length }), none: t("mate.none", { n }), unknown: t("mate.unknown", { n: answer.excluded }) };
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
                const label = `${moveNumber(this.#fen.value, index) || ""}${node.san}`;
                const move = button(label, () => this.#look(node), { class: "san", "aria-label": spokenMove(node.san) });
                const below = node.alike ? node.alike.replies : node.replies;
                if (!below.length) return h("li", {}, move);
                const details = h("details", { open: index === 0 && nodes.length === 1 }, h("summary", {}, move));
                const grow = () => details.open && details.children.length === 1 && details.append(this.#branch(below));
                details.addEventListener("toggle", grow);
                grow();
                return h("li", {}, details);
            }),
        );
    }

    async #look(node) {
        const moves = [];
        for (let at = node; at; at = at.before) moves.unshift(at.uci);
        const { fen } = await this.#app.client("mates").ask("position", { ...this.#here(), moves });
        const last = [squareOf(node.uci), squareOf(node.uci.slice(2))];
        this.#board.show({ pieces: piecesOf(fen), last, arrows: [{ from: last[0], to: last[1], kind: "best" }] });
    }
}

// The board: any number of rows and columns, for pointer, touch and keyboard.
//
//     board.show({pieces, side, targets, last, check, arrows, marks, flipped})    what is given changes
//     board.addEventListener("play", ({detail: {from, to}}) => …)           somebody wants to move
//     board.addEventListener("tap", ({detail: {square}}) => …)              with `tapping`
//
// It knows no rule: whose move it is stands in `side` ("" : nobody's), what may move where is in
// `targets`, and every try is reported, so that whoever knows the rules says what is wrong with it.
import { h } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { squareName } from "./squares.js";
import { t } from "./words.js";

const FREE_SPACE = -1;
const DRAG_PIXELS = 5;

export class Board extends HTMLElement {
    rows = 8;
    cols = 8;
    tapping = false; // report taps instead of moves
    loose = false; // every piece can be dragged, also off the board
    #shown = { pieces: new Map(), side: "", targets: new Map(), last: [], check: -1, arrows: [], marks: new Map(), flipped: false };
    #cells = [];
    #placed = new Map(); // square → element of the piece
    #selected = FREE_SPACE;
    #focus = 0;
    #drag = null;

    connectedCallback() {
        this.#attached = new AbortController();
        document.addEventListener("keydown", ({ key }) => key === "Tab" && this.classList.remove("pointed"), { signal: this.#attached.signal });
        if (this.#cells.length) return;
        this.#grid = h("div", { class: "squares", role: "grid", "aria-label": t("board") });
        this.#layer = h("div", { class: "pieces", "aria-hidden": "true" });
        this.#drawing = h("svg:svg", { class: "arrows", "aria-hidden": "true" });
        this.append(this.#grid, this.#layer, this.#drawing);
        this.#grid.addEventListener("keydown", (event) => this.#key(event));
        this.#grid.addEventListener("focusin", (event) => this.#cellFocused(event.target));
        this.addEventListener("pointerdown", (event) => this.#press(event));
        this.addEventListener("pointermove", (event) => this.#move(event));
        this.addEventListener("pointerup", (event) => this.#release(event));
        this.addEventListener("pointercancel", ({ pointerId }) => this.#drag?.pointer === pointerId && this.#dropDrag());
        this.resize(this.rows, this.cols);
    }

    disconnectedCallback() {
        this.#attached.abort();
    }
    #attached;
    #grid;
    #layer;
    #drawing;

    /** Another size of board, empty. */
    resize(rows, cols) {
        this.rows = rows;
        this.cols = cols;
        this.style.setProperty("--rows", rows);
        this.style.setProperty("--cols", cols);
        this.parentElement?.style.setProperty("--shape", cols / rows);
        this.#cells = [];
        this.#placed.clear();
        this.#layer.replaceChildren();
        this.#selected = FREE_SPACE;
        this.#focus = rows > 1 ? (rows - 2) * cols + Math.min(4, cols - 1) : 0;
        const lines = [];
        for (let row = 0; row < rows; row++) {
            const line = h("div", { role: "row", class: "row" });
            for (let col = 0; col < cols; col++) {
                const cell = h("div", { role: "gridcell", class: "cell", tabindex: -1 });
                this.#cells.push(cell);
                line.append(cell);
            }
            lines.push(line);
        }
        this.#grid.replaceChildren(...lines);
        this.show({ pieces: new Map(), side: "", targets: new Map(), last: [], check: -1, arrows: [], marks: new Map() });
    }

    show(changes) {
        const turned = changes.flipped !== undefined && changes.flipped !== this.#shown.flipped;
        Object.assign(this.#shown, changes);
        if (changes.pieces || changes.targets) this.#selected = FREE_SPACE;
        this.#placePieces(turned);
        this.#paint();
        this.#drawArrows();
    }

    /** The square under a point of the window, -1 beside the board. */
    squareUnder(point) {
        return this.#squareAt(point);
    }

    get flipped() {
        return this.#shown.flipped;
    }

    get pieces() {
        return this.#shown.pieces;
    }

    /** Whether a pointer put the focus onto the board: then keys do not walk on it yet. */
    get pointed() {
        return this.classList.contains("pointed");
    }

    select(square) {
        this.#selected = square;
        this.#paint();
    }

    // Places on the screen.

    #cellAt(square) {
        return this.#cells[this.#turned(square)];
    }

    /** From a square to its place on the screen, and back. */
    #turned(square) {
        return this.#shown.flipped ? this.rows * this.cols - 1 - square : square;
    }

    #squareAt(event) {
        const box = this.#grid.getBoundingClientRect();
        const col = Math.floor(((event.clientX - box.left) / box.width) * this.cols);
        const row = Math.floor(((event.clientY - box.top) / box.height) * this.rows);
        if (col < 0 || row < 0 || col >= this.cols || row >= this.rows) return FREE_SPACE;
        return this.#turned(row * this.cols + col);
    }

    #put(element, square) {
        const place = this.#turned(square);
        element.style.setProperty("--x", place % this.cols);
        element.style.setProperty("--y", Math.floor(place / this.cols));
    }

    // Showing.

    /** Pieces that stay keep their element; one that left goes to where one like it came. */
    #placePieces(turned) {
        const wanted = this.#shown.pieces;
        const spare = [];
        for (const [square, element] of this.#placed)
            if (wanted.get(square) !== element.dataset.code) {
                spare.push([square, element]);
                this.#placed.delete(square);
            }
        for (const [square, code] of wanted) {
            if (this.#placed.has(square)) continue;
            const at = spare.findIndex(([, element]) => element.dataset.code === code);
            const element = at >= 0 ? spare.splice(at, 1)[0][1] : this.#newPiece(code);
            this.#placed.set(square, element);
            this.#put(element, square);
        }
        for (const [, element] of spare) element.remove();
        if (turned) for (const [square, element] of this.#placed) this.#put(element, square);
    }

    #newPiece(code) {
        const element = h("div", { class: "man" }, drawPiece(code));
        element.dataset.code = code;
        this.#layer.append(element);
        return element;
    }

    #paint() {
        const { pieces, targets, last, check, marks } = this.#shown;
        const goals = targets.get(this.#selected);
        this.#cells.forEach((cell, place) => {
            const square = this.#turned(place);
            const piece = pieces.get(square);
            const row = Math.floor(place / this.cols);
            const col = place % this.cols;
            const name = squareName(square, this.rows, this.cols);
            const classes = ["cell", (row + col) % 2 ? "dark" : "light"];
            if (last.includes(square)) classes.push("last");
            if (square === this.#selected) classes.push("selected");
            if (square === check) classes.push("check");
            if (goals?.has(square)) classes.push(piece ? "take" : "target");
            const mark = marks.get(square);
            if (mark) classes.push(...mark.split(" "));
            cell.className = classes.join(" ");
            cell.dataset.square = name;
            cell.dataset.file = row === this.rows - 1 ? name.replace(/\d+/, "") : "";
            cell.dataset.rank = col === 0 ? name.replace(/\D+/, "") : "";
            cell.tabIndex = place === this.#turned(this.#focus) ? 0 : -1;
            const words = [name, piece ? t(`piece.${piece}`) : t("empty")];
            if (goals?.has(square)) words.push(t("target"));
            if (square === check) words.push(t("check"));
            for (const word of mark?.split(" ") ?? []) if (t(`mark.${word}`, null)) words.push(t(`mark.${word}`));
            cell.setAttribute("aria-label", words.join(", "));
            cell.setAttribute("aria-selected", square === this.#selected);
        });
    }

    #drawArrows() {
        this.#drawing.setAttribute("viewBox", `0 0 ${this.cols * 100} ${this.rows * 100}`);
        const centre = (square) => {
            const place = this.#turned(square);
            return [(place % this.cols) * 100 + 50, Math.floor(place / this.cols) * 100 + 50];
        };
        this.#drawing.replaceChildren(
            ...this.#shown.arrows.map(({ from, to, kind = "" }) => arrow(centre(from), centre(to), kind)),
        );
    }

    // Pointer and touch.

    #press(event) {
        this.classList.add("pointed"); // who points needs no frame around the square
        if (!event.isPrimary || !this.#grid.contains(event.target)) return;
        const square = this.#squareAt(event);
        if (square === FREE_SPACE) return;
        this.#focusOn(square); // for each button, as browsers do
        if (event.button !== 0) return;
        if (this.tapping) {
            this.#emit("tap", { square });
            return;
        }
        const piece = this.#placed.get(square);
        if (!piece || !(this.loose || this.#shown.side)) {
            this.#choose(square);
            return;
        }
        event.preventDefault();
        this.setPointerCapture(event.pointerId);
        this.#dropDrag(); // one whose end was never heard of
        this.#drag = { pointer: event.pointerId, square, piece, x: event.clientX, y: event.clientY, moving: false, was: this.#selected };
        if (this.#isOwn(square) && !this.#shown.targets.get(this.#selected)?.has(square)) this.select(square);
    }

    /** Of the side that is to move; of a loose board all. */
    #isOwn(square) {
        const code = this.#shown.pieces.get(square);
        if (!code || this.loose) return Boolean(code);
        return this.#shown.side === (code === code.toUpperCase() ? "white" : "black");
    }

    #move(event) {
        const drag = this.#drag;
        if (drag?.pointer !== event.pointerId) return; // another finger's
        const dx = event.clientX - drag.x;
        const dy = event.clientY - drag.y;
        if (!drag.moving && Math.hypot(dx, dy) < DRAG_PIXELS) return;
        drag.moving = true;
        drag.piece.classList.add("dragged");
        drag.piece.style.setProperty("--dx", `${dx}px`);
        drag.piece.style.setProperty("--dy", `${dy}px`);
    }

    #release(event) {
        const drag = this.#drag;
        if (drag?.pointer !== event.pointerId) return;
        this.#dropDrag();
        const to = this.#squareAt(event);
        if (drag.moving && to !== drag.square) {
            this.select(FREE_SPACE);
            if (to !== FREE_SPACE) this.#focusOn(to);
            if (to !== FREE_SPACE || this.loose) this.#emit("play", { from: drag.square, to, dragged: true });
        } else if (!drag.moving && drag.was === drag.square) {
            this.select(FREE_SPACE);
        } else if (!drag.moving && (!this.#isOwn(drag.square) || this.#shown.targets.get(drag.was)?.has(drag.square))) {
            this.#choose(drag.square);
        }
    }

    #dropDrag() {
        if (!this.#drag) return;
        const { piece } = this.#drag;
        this.#drag = null;
        piece.classList.remove("dragged");
        piece.style.removeProperty("--dx");
        piece.style.removeProperty("--dy");
    }

    /** A tap or Enter: picks a piece up, or puts it down. */
    #choose(square) {
        const from = this.#selected;
        if (this.tapping) this.#emit("tap", { square });
        else if (from === square) this.select(FREE_SPACE);
        else if (from !== FREE_SPACE && (this.loose || !this.#isOwn(square) || this.#shown.targets.get(from)?.has(square))) {
            this.select(FREE_SPACE);
            this.#emit("play", { from, to: square, dragged: false });
        } else if (this.#isOwn(square)) this.select(square);
        else this.#emit("tap", { square });
    }

    #emit(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }

    // Keyboard.

    #key(event) {
        const steps = { ArrowUp: -this.cols, ArrowDown: this.cols, ArrowLeft: -1, ArrowRight: 1 };
        const place = this.#turned(this.#focus);
        const step = steps[event.key];
        if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
        if (step) {
            const next = place + step;
            const wraps = Math.abs(step) === 1 && Math.floor(next / this.cols) !== Math.floor(place / this.cols);
            if (next >= 0 && next < this.#cells.length && !wraps) this.#focusOn(this.#turned(next));
        } else if (event.key === "Enter" || event.key === " ") this.#choose(this.#focus);
        else if (event.key === "Escape") this.select(FREE_SPACE);
        else if (event.key === "Delete" || event.key === "Backspace") this.#emit("clear", { square: this.#focus });
        else if (/^[A-Za-z]$/.test(event.key)) {
            this.#emit("letter", { letter: event.key });
        } else return;
        this.classList.remove("pointed");
        event.preventDefault();
    }

    #focusOn(square) {
        this.#focus = square;
        this.#cells.forEach((cell, place) => (cell.tabIndex = this.#turned(place) === square ? 0 : -1));
        this.#cellAt(square).focus({ preventScroll: true });
    }

    /** Another square than the board chose itself: not by a pointer. */
    #cellFocused(target) {
        const place = this.#cells.indexOf(target);
        if (place < 0 || this.#turned(place) === this.#focus) return;
        this.#focus = this.#turned(place);
        this.classList.remove("pointed");
    }
}

/** An arrow from centre to centre, ending before the middle of the square it points to. */
function arrow([x1, y1], [x2, y2], kind) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [sx, sy, ex, ey] = [x1 + ux * 26, y1 + uy * 26, x2 - ux * 18, y2 - uy * 18];
    const [bx, by] = [ex - ux * 26, ey - uy * 26];
    const head = `M${ex} ${ey}L${bx - uy * 17} ${by + ux * 17}L${bx + uy * 17} ${by - ux * 17}z`;
    return h("svg:g", { class: `arrow ${kind}` }, h("svg:path", { class: "shaft", d: `M${sx} ${sy}L${bx} ${by}` }), h("svg:path", { d: head }));
}

if (!customElements.get("roek-board")) customElements.define("roek-board", Board);

// The pieces, drawn on a square of 100.  `body` is filled and outlined, `lines` are drawn over it.

const BASE = "M24 80q0-5 6-5h40q6 0 6 5v8H24z";

export const SHAPES = {
    P: {
        body: `M50 19a14 14 0 0 1 9.6 24.2c3.6 1.6 5.4 3.8 5.9 6.8h-7.3c.8 11.6 4.6 18.6 13.3 25H28.5c8.7-6.4 12.5-13.4 13.3-25h-7.3c.5-3 2.3-5.2 5.9-6.8A14 14 0 0 1 50 19z${BASE}`,
        lines: "M41.8 50h16.4",
    },
    R: {
        body: `M26 17h12v8h7v-8h10v8h7v-8h12v19l-8 7 2.5 32h-37L34 43l-8-7z${BASE}`,
        lines: "M34 43h32M26.5 36h47",
    },
    N: {
        body: `M29 75c0-17 11-22 17.5-33-6 0-9.5 5.5-14.5 8-4.5 2-9.5-1-10.5-6 5-7 8.5-14.5 15.5-19.5l-.5-10 9.5 6.5C65 22 77 37 77 58c0 7-.8 12-2 17z${BASE}`,
        lines: "M56 27c9 6 13 16 13 29",
        dot: [41.5, 31.5],
    },
    B: {
        body: `M50 12a5.5 5.5 0 0 1 3.6 9.7C65 30.5 70 40 70 49c0 7.5-4 12-10 14.5l1.5 5c5 1 8.5 3.5 10 6.5h-43c1.5-3 5-5.5 10-6.5l1.5-5C34 61 30 56.5 30 49c0-9 5-18.5 16.4-27.3A5.5 5.5 0 0 1 50 12z${BASE}`,
        lines: "M50 33v17M42.5 41.5h15M40 63.5h20",
    },
    Q: {
        body: `M17 30a5 5 0 1 1 4.5 5L31 54l2.5-25.5a5 5 0 1 1 5.5-1L46.5 52 48 24.6a5 5 0 1 1 4 0L53.5 52 61 27.5a5 5 0 1 1 5.5 1L69 54l9.5-19a5 5 0 1 1 4.5-5L73 75H27z${BASE}`,
        lines: "M29 64c13-4 29-4 42 0",
    },
    K: {
        body: `M47 8h6v7h7v6h-7v7.5c2 1.5 3.5 4 4 6.5 11-7 25-1 25 12 0 10.5-7.5 17-9.5 28h-45C25.5 64 18 57.5 18 47c0-13 14-19 25-12 .5-2.5 2-5 4-6.5V21h-7v-6h7z${BASE}`,
        lines: "M50 66c-1-12-3-20-9-26M50 66c1-12 3-20 9-26M29 66c13-4 29-4 42 0",
    },
};

const SPACE = "http://www.w3.org/2000/svg";

function element(name, values) {
    const made = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(values)) made.setAttribute(key, value);
    return made;
}

/** A piece as SVG; its code is a letter of a FEN. */
export function drawPiece(code) {
    const shape = SHAPES[code.toUpperCase()];
    const white = code === code.toUpperCase();
    const svg = element("svg", { viewBox: "0 0 100 100", class: `piece ${white ? "white" : "black"}`, "aria-hidden": "true" });
    svg.append(element("path", { class: "body", d: shape.body }), element("path", { class: "lines", d: shape.lines }));
    if (shape.dot) svg.append(element("circle", { class: "dot", cx: shape.dot[0], cy: shape.dot[1], r: 3.2 }));
    return svg;
}

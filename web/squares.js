// Squares are numbers, row by row from the top left as White sees the board.

const A = "a".charCodeAt(0);

/** Where the games begin; only to be shown and edited, as whoever plays is asked. */
export const STARTS = { chess: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", racingkings: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1" };

/** After column z comes aa, as in `roek loop`. */
function columnName(col) {
    const last = String.fromCharCode(A + (col % 26));
    return col < 26 ? last : columnName(Math.floor(col / 26) - 1) + last;
}

export function squareName(index, rows, cols) {
    return columnName(index % cols) + (rows - Math.floor(index / cols));
}

/** Of a name on a board of eight rows and columns. */
export function squareOf(name) {
    return (8 - Number(name[1])) * 8 + name.charCodeAt(0) - A;
}

/** The pieces of a FEN, by square; what is none is passed over, as the session says what is wrong with it. */
export function piecesOf(fen) {
    const pieces = new Map();
    let index = 0;
    for (const letter of fen.split(" ")[0]) {
        if (letter === "/") continue;
        if (/\d/.test(letter)) index += Number(letter);
        else if (/[pnbrqk]/i.test(letter)) pieces.set(index++, letter);
    }
    return pieces;
}

/** The first field of a FEN. */
export function placementOf(pieces) {
    const rows = [];
    for (let row = 0; row < 8; row++) {
        let text = "";
        let gap = 0;
        for (let col = 0; col < 8; col++) {
            const piece = pieces.get(row * 8 + col);
            if (!piece) {
                gap++;
                continue;
            }
            text += (gap || "") + piece;
            gap = 0;
        }
        rows.push(text + (gap || ""));
    }
    return rows.join("/");
}

/** Castling rights of a FEN by KQkq, each as it was written: by such a letter, or by the file of the rook. */
export function rightsOf(field, pieces) {
    const rights = { K: "", Q: "", k: "", q: "" };
    for (const letter of field.replace(/[^KQA-H]/gi, "")) {
        const white = letter < "a";
        const king = kingOf(pieces, white ? "white" : "black") % 8;
        const side = /[kq]/i.test(letter) ? letter : letter.toLowerCase().charCodeAt(0) - A > king ? "K" : "Q";
        rights[white ? side : side.toLowerCase()] += letter;
    }
    return rights;
}

/** Where each piece may go, from moves in UCI notation. */
export function targetsOf(moves) {
    const targets = new Map();
    for (const move of moves) {
        const from = squareOf(move.slice(0, 2));
        if (!targets.has(from)) targets.set(from, new Set());
        targets.get(from).add(squareOf(move.slice(2, 4)));
    }
    return targets;
}

export function kingOf(pieces, turn) {
    for (const [square, piece] of pieces) if (piece === (turn === "white" ? "K" : "k")) return square;
    return -1;
}

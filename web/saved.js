// What was stored, checked: other pages of this machine, other versions and the user may have written
// anything there.  Each function takes a value as it was read and returns it if the page can go on
// with it, else null.
import { GOALS } from "./problems.js";
import { STARTS } from "./squares.js";

const SQUARES_MOST = 1024;

const isText = (value) => typeof value === "string";
const isTextOrNothing = (value) => value === undefined || isText(value);
const isCount = (value) => Number.isInteger(value) && value >= 0;
const isObject = (value) => value !== null && typeof value === "object";
const isVariant = (value) => isText(value) && Object.hasOwn(STARTS, value);

/** The last game of Play, in progress or ended. */
export function savedGame(game) {
    const isGood = isObject(game) && ["variant", "white", "black"].every((name) => isText(game[name])) && ["fen", "shown", "time", "result", "reason"].every((name) => isTextOrNothing(game[name]));
    return isGood ? game : null;
}

const isTriedMove = (move) => isObject(move) && isCount(move.after) && isText(move.move);
const areTriedMoves = (tried) => isObject(tried) && Object.values(tried).every((moves) => Array.isArray(moves) && moves.every(isTriedMove));

/** The analysis with its text, which is stored beside it.  A text that was too long is stored as
 * `only` one game of it. */
export function savedAnalysis(analysis, stored) {
    const isGood = isObject(analysis) && isObject(stored) && isText(stored.text) && stored.id === analysis.id && isVariant(analysis.variant) && ["number", "through", "ply"].every((name) => isCount(analysis[name])) && areTriedMoves(analysis.tried);
    if (!isGood) return null;
    const { text, only } = stored;
    if (only === undefined) return { ...analysis, text };
    return only === analysis.number ? { ...analysis, text, number: 1, tried: { 1: analysis.tried[only] ?? [] } } : null;
}

/** The position of Set up, good or not. */
export const savedSetup = (setup) => (isObject(setup) && isVariant(setup.variant) && isText(setup.fen) ? setup : null);

/** The problem of Mates.  One of the day is not gone on with on another `day`. */
export function savedMate(mate, day) {
    const isGood = isObject(mate) && isVariant(mate.variant) && GOALS.includes(mate.goal) && [mate.fen, mate.n].every(isText) && isCount(mate.left) && Array.isArray(mate.path) && mate.path.every(isText);
    return isGood && (mate.day === null || mate.day === day) ? mate : null;
}

const WHAT = [0, 1, "empty"];

/** The board of Chess Loop with what stands on it, and the puzzle it belongs to, if any. */
export function savedLoop(loop, types) {
    if (!isObject(loop) || ![loop.rows, loop.cols, loop.n, loop.hints].every(isCount)) return null;
    const squares = loop.rows * loop.cols;
    const isSquare = (value) => isCount(value) && value < squares;
    const areSquares = (list) => Array.isArray(list) && list.every(isSquare);
    const isPlaced = (pair) => Array.isArray(pair) && isSquare(pair[0]) && WHAT.includes(pair[1]);
    const isPuzzle = (puzzle) => isObject(puzzle) && isText(puzzle.name) && ["first", "second", "empty", "loop"].every((name) => areSquares(puzzle[name]));
    const isGood =
        squares >= 1 &&
        squares <= SQUARES_MOST &&
        [1, 2, 3, 4, 5].includes(loop.level) &&
        Array.isArray(loop.types) &&
        loop.types.length === 2 &&
        loop.types.every((type) => types.includes(type)) &&
        (loop.time === null || isCount(loop.time)) &&
        Array.isArray(loop.put) &&
        loop.put.every(isPlaced) &&
        (loop.puzzle === null || isPuzzle(loop.puzzle));
    return isGood ? loop : null;
}

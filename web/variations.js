// The moves of a PGN as the session tells them: nodes that name the one they come after (0 is the
// start, the first node is 1).  Of several after the same one, the first goes on with its line.
import { moveNumber, numberAlways } from "./moves.js";

const SIGNS = ["", "!", "?", "!!", "??", "!?", "?!"]; // the numeric annotation glyphs that are signs

/** For the start and each node: the one that goes on with its line, 0 where it ends. */
function followers(nodes) {
    const next = new Array(nodes.length + 1).fill(0);
    nodes.forEach(({ after }, index) => (next[after] ||= index + 1));
    return next;
}

const moveOf = ({ san, uci, comment, nags }, node) => ({ node, san, uci, comment, sign: nags?.map((nag) => SIGNS[nag]).find(Boolean) ?? "" });

/** The whole line through a node, as far as it can be played: some pass where nobody may.  Through
 * 0 it is the main line. */
export function lineThrough(nodes, node) {
    const next = followers(nodes);
    const line = [];
    for (let at = node; at > 0; at = nodes[at - 1].after) line.unshift(moveOf(nodes[at - 1], at));
    for (let at = next[node]; at > 0; at = next[at]) line.push(moveOf(nodes[at - 1], at));
    const pass = line.findIndex(({ uci }) => !uci);
    return pass < 0 ? line : line.slice(0, pass);
}

/** The node of a move after another node; 0 if the game has no such move there. */
export const nodeOf = (nodes, after, uci) => nodes.findIndex((node) => node.after === after && node.uci === uci) + 1;

/** How many moves two lines of a game share. */
export function sharedMoves(one, other) {
    const leaves = one.findIndex(({ node }, index) => other[index]?.node !== node);
    return leaves < 0 ? one.length : leaves;
}

/** Where lines leave others: the first node of each, how many moves were made before it, and the
 * words of its first moves. */
export function variationsOf(nodes, start, most = 6) {
    const next = followers(nodes);
    const plies = [0];
    const found = [];
    nodes.forEach(({ after }, index) => {
        plies.push(plies[after] + 1);
        if (next[after] === index + 1) return;
        const moves = [];
        for (let at = index + 1; at > 0 && moves.length < most; at = next[at]) moves.push(nodes[at - 1].san);
        found.push({ node: index + 1, from: plies[after], words: wordsOf(moves, start, plies[after]) });
    });
    return found;
}

function wordsOf(moves, start, from) {
    return moves.map((san, i) => `${i ? moveNumber(start, from + i) : numberAlways(start, from)}${san}`).join(" ");
}

// The solution of a problem as a tree.

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

/** Of several answers the one that holds out longest. */
export function bestDefence(replies) {
    const length = (node) => 1 + Math.max(0, ...(node.alike ?? node).replies.map(length));
    return replies.reduce((best, reply) => (length(reply) > length(best) ? reply : best));
}

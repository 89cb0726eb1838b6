// What is remembered: settings, the last game, and what stands on the board of each tool.  Without
// storage it lasts as long as the page.

const PREFIX = "roek.";
const here = new Map(); // where private windows forbid storage, or it is full

/** An object of ours; anything may lie there, as pages of files and of this machine share their storage. */
export function recall(name, otherwise) {
    try {
        const value = JSON.parse(here.get(name) ?? localStorage.getItem(PREFIX + name));
        return value !== null && typeof value === "object" ? value : otherwise;
    } catch {
        return otherwise;
    }
}

/** Whether it outlasts the page. */
export function remember(name, value) {
    const text = JSON.stringify(value);
    try {
        if (value === null) localStorage.removeItem(PREFIX + name);
        else localStorage.setItem(PREFIX + name, text);
        here.delete(name);
        return true;
    } catch {
        here.set(name, text);
        return false;
    }
}

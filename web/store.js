// What is remembered: settings and the running game.  Without storage everything still works.

const PREFIX = "roek.";

/** An object of ours; anything may lie there, as pages of files and of this machine share their storage. */
export function recall(name, otherwise) {
    try {
        const value = JSON.parse(localStorage.getItem(PREFIX + name));
        return value !== null && typeof value === "object" ? value : otherwise;
    } catch {
        return otherwise;
    }
}

export function remember(name, value) {
    try {
        if (value === null) localStorage.removeItem(PREFIX + name);
        else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
        // private windows may forbid it
    }
}

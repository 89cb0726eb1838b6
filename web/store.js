// What is remembered: settings and the running game.  Without storage everything still works.

const PREFIX = "roek.";

export function recall(name, otherwise) {
    try {
        const text = localStorage.getItem(PREFIX + name);
        return text === null ? otherwise : JSON.parse(text);
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

// The words of the page in the reader's language; each language is one file.
import { de } from "./words/de.js";
import { en } from "./words/en.js";
import { nl } from "./words/nl.js";

export const LANGUAGES = { en, nl, de };

let words = en;

/** Takes a language that is there, else English; returns which. */
export function speak(language) {
    const known = Object.hasOwn(LANGUAGES, language) ? language : "en";
    words = LANGUAGES[known];
    return known;
}

/** Words by key, with {names} filled in.  An unknown key is shown as it is, unless told otherwise. */
export function t(key, values = {}) {
    const text = words[key] ?? en[key];
    if (text === undefined) return values === null ? null : key;
    return text.replace(/\{(\w+)\}/g, (_, name) => values?.[name] ?? "");
}

// Small helpers for the document.

/** An element: h("button", {class: "big", onclick: f}, "words", child). */
export function h(name, properties = {}, ...children) {
    const [tag, space] = name.startsWith("svg:") ? [name.slice(4), "http://www.w3.org/2000/svg"] : [name];
    const element = space ? document.createElementNS(space, tag) : document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
    return element;
}

export function fill(element, ...children) {
    element.replaceChildren(...children.flat().filter(Boolean));
    return element;
}

const nameOf = (control) => control.getAttribute("aria-label") ?? control.textContent;

/** Fills anew, and the focus stays: on the control with the same name, else on what took its place. */
export function refill(element, ...children) {
    const controls = () => [...element.querySelectorAll("button, input, select, summary")].filter((control) => control.checkVisibility());
    const focused = document.activeElement;
    const place = controls().indexOf(focused);
    fill(element, ...children);
    if (place < 0) return;
    const now = controls();
    const there = now[Math.min(place, now.length - 1)];
    const same = there && nameOf(there) === nameOf(focused) ? there : now.find((control) => nameOf(control) === nameOf(focused));
    (same ?? there)?.focus({ preventScroll: true });
}

export function button(words, act, properties = {}) {
    return h("button", { type: "button", onclick: act, ...properties }, words);
}

/** A select of [value, words] pairs. */
export function choice(id, pairs, chosen, act) {
    const select = h("select", { id, onchange: () => act?.(select.value) });
    for (const [value, words] of pairs)
        select.append(h("option", { value, selected: String(value) === String(chosen) }, words));
    return select;
}

export function labelled(words, control) {
    return h("label", { class: "field" }, h("span", {}, words), control);
}

/** Offers text as a file. */
export function download(name, text) {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false; // no permission: whoever asks shows the text instead
    }
}

/** A tool of the page: the board on its stage, and the panel beside it. */
export function toolSection(label, board, panel, kind = "") {
    const stage = h("div", { class: "stage" }, board);
    return h("section", { class: `tool ${kind}`.trim(), "aria-label": label }, stage, h("div", { class: "panel" }, ...panel));
}

// The key to the server of `roek web`.  The printed address has it as its fragment, "#key=…", with a
// link of the page behind it or not.  The key leaves the address at once, so that neither the history
// nor a copied address gives it away, and stays in the storage of this window, which a reload and a
// restored window find again.  A window that was opened without it, as by a link in a new tab, asks
// the other windows of this page.

const PLACE = "roek.key";
const ADDRESS = /^#key=([0-9a-f]{32})(?:[&#](.*))?$/;

let key = null;
let channel = null;
let waiting = []; // to be called when there is a key

export const serverKey = () => key;

const stored = (act) => {
    try {
        return act(sessionStorage);
    } catch {
        return null; // no storage: the key lasts as long as the page
    }
};

function takeKey(found) {
    key = found;
    stored((storage) => storage.setItem(PLACE, key));
    const called = waiting;
    waiting = [];
    called.forEach((act) => act(key));
}

function takeFromAddress() {
    const [, found, link] = location.hash.match(ADDRESS) ?? [];
    if (!found) return;
    history.replaceState(null, "", link ? `#${link}` : location.pathname);
    takeKey(found);
    channel.postMessage({ key }); // windows with an old one wait for it
}

function hear({ data }) {
    if (data.ask && key) channel.postMessage({ key });
    else if (data.key && !key) takeKey(data.key);
}

/** To be called first, and where there is a server. */
export function watchKey() {
    channel = new BroadcastChannel(PLACE);
    channel.onmessage = hear;
    addEventListener("hashchange", takeFromAddress);
    takeFromAddress();
    key ??= stored((storage) => storage.getItem(PLACE));
}

/** The key, as soon as there is one. */
export function keyToCome() {
    if (key) return Promise.resolve(key);
    channel.postMessage({ ask: true });
    return new Promise((done) => waiting.push(done));
}

/** The server does not know this key any more. */
export function dropKey(bad) {
    if (key !== bad) return;
    key = null;
    stored((storage) => storage.removeItem(PLACE));
}

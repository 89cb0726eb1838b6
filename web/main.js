import { App, applySettings, showKeyless } from "./app.js";
import { keyToCome, watchKey } from "./key.js";
import { isServed } from "./ports.js";

const KEY_MS = 300; // other windows may take this long to hand over their key

/** A page of `roek web` begins when it has the key, which it may have to wait for. */
async function main() {
    applySettings();
    if (isServed()) {
        watchKey();
        const missing = setTimeout(showKeyless, KEY_MS);
        await keyToCome();
        clearTimeout(missing);
    }
    new App().start();
}

main();

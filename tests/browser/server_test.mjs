// The page from `roek web`: people who use it, and people who should not.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PATIENCE, TWO, blank, drag, holds, launch, leave, lists, says, told, turnTo, visit } from "./page.mjs";

const ROEK = new URL("../../build/roek", import.meta.url).pathname;
const ROOM = mkdtempSync(join(tmpdir(), "roek-web-"));
process.once("exit", () => rmSync(ROOM, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(ROOM, "data-"));
let server;
let address;

/** A server with a data folder of its own, unless `data` names one. */
async function startServer({ data = newFolder(), options = ["--port", "0"] } = {}) {
    const child = spawn(ROEK, ["web", "--no-open", ...options], { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_DATA_HOME: data } });
    let text = "";
    while (!text.includes("\n")) text += (await once(child.stdout, "data"))[0];
    return [child, new URL(text.trim())];
}

const keyOf = ({ hash }) => hash.replace("#key=", "");

async function stopServer(child) {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode; // a test has ended it
    const ended = once(child, "exit");
    child.kill("SIGINT");
    return (await ended)[0];
}

/** A server of a test's own, which is asked instead of the common one until the test ends. */
async function askOwnServer(t) {
    const [child, own] = await startServer();
    const common = address;
    t.after(() => (address = common));
    address = own;
    return child;
}

/** The same for a browser: the address for it, as all windows of the server are free. */
async function visitOwnServer(t) {
    const [child, own] = await startServer();
    const browser = await launch();
    t.after(() => browser.close());
    t.after(() => stopServer(child));
    return [browser, own.href];
}

before(async () => ([server, address] = await startServer()));
after(async () => assert.equal(await stopServer(server), 0));

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The status and the text of an answer, by a connection of its own: one that is kept may be closed
 * by the server just when it is used again. */
function ask(path, { method = "GET", headers = {}, body = null, port = address.port, key = keyOf(address) } = {}) {
    return new Promise((done, fail) => {
        const sent = request({ host: "127.0.0.1", port, path, method, headers: { Authorization: `Bearer ${key}`, ...headers }, agent: false }, (answer) => {
            let text = "";
            answer.on("data", (piece) => (text += piece));
            answer.on("end", () => done({ status: answer.statusCode, text, headers: answer.headers }));
        });
        sent.on("error", fail);
        sent.end(body);
    });
}

/** A conversation: its number and the lines that come; without a number where there was no room. */
function listen() {
    return new Promise((done) => {
        const headers = { Authorization: `Bearer ${keyOf(address)}` };
        const sent = request({ host: "127.0.0.1", port: address.port, path: "/events", headers, agent: false }, (answer) => {
            const lines = [];
            let text = "";
            let ring = () => {};
            const close = () => sent.destroy();
            const next = async () => {
                while (!lines.length) await new Promise((then) => (ring = then));
                return lines.shift();
            };
            answer.on("data", (piece) => {
                text += piece;
                for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
                    const event = text.slice(0, end);
                    const data = event.match(/^data: (.*)$/m)?.[1];
                    if (event.startsWith("event: session")) done({ number: data, next, close, status: answer.statusCode });
                    else if (data) lines.push(JSON.parse(data));
                }
                ring();
            });
            answer.on("error", () => {});
            if (answer.statusCode !== 200) done({ status: answer.statusCode, close });
        });
        sent.on("error", () => done({ status: 0, close() {} }));
        sent.end();
    });
}

const say = (talk, object) => ask(`/lines?session=${talk.number}`, { method: "POST", body: JSON.stringify(object) });

test("the page is served with everything that keeps it to itself", async () => {
    const { status, text, headers } = await ask("/");
    assert.equal(status, 200);
    assert.match(text, /Content-Security-Policy/);
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["access-control-allow-origin"], undefined);
});

test("lines go in, events come out, and sessions do not hear each other", async () => {
    const [one, two] = [await listen(), await listen()];
    assert.notEqual(one.number, two.number);
    assert.equal((await say(one, { id: 1, do: "perft", depth: 4 })).status, 204);
    assert.equal((await say(two, { id: 1, do: "perft", depth: 3 })).status, 204);
    assert.equal((await one.next()).nodes, 197281);
    assert.equal((await two.next()).nodes, 8902);
    assert.equal((await say(one, { id: 2, do: "new", white: "cmd:true" })).status, 204);
    assert.equal((await one.next()).error.code, "forbidden");
    one.close();
    two.close();
});

test("who does not belong here gets nothing", async () => {
    const post = { method: "POST", body: "{}" };
    const wrong = keyOf(address).replace(/[0-9a-f]/, (digit) => (digit === "0" ? "1" : "0"));
    const cases = [
        ["/", { key: wrong }, 200],
        ["/events", { key: wrong }, 403],
        ["/lines?session=1", { key: wrong, ...post }, 403],
        [`/events?key=${keyOf(address)}`, { key: "" }, 403],
        ["/../events", {}, 404],
        ["/", { headers: { Host: "evil.example" } }, 403],
        ["/", { headers: { Host: `evil.example:${address.port}` } }, 403],
        ["/", { headers: { Origin: "http://evil.example" } }, 403],
        ["/events", { headers: { Origin: "null" } }, 403],
        ["/lines?session=1", { headers: { Origin: `http://127.0.0.1:${address.port}x` }, ...post }, 403],
        ["/lines?session=99999", post, 404],
        ["/lines?session=-1", post, 404],
        ["/lines", post, 404],
        ["/events", { method: "OPTIONS", key: "", headers: { Origin: "http://evil.example", "Access-Control-Request-Headers": "authorization" } }, 403],
        ["/", { method: "DELETE" }, 405],
    ];
    for (const [path, options, status] of cases) assert.equal((await ask(path, options)).status, status, `${path} ${JSON.stringify(options)}`);
    assert.equal((await ask("/", { headers: { Host: `localhost:${address.port}` } })).status, 200);
});

test("on the port of HTTP browsers name none", async (t) => {
    const child = spawn(ROEK, ["web", "--no-open", "--port", "80"], { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, XDG_DATA_HOME: newFolder() } });
    const said = await Promise.race([once(child.stdout, "data"), once(child, "exit").then(() => null)]);
    if (!said) return t.skip("port 80 is not ours to have");
    const status = async (Host) => (await ask("/", { port: 80, headers: { Host } })).status;
    for (const host of ["127.0.0.1", "localhost", "localhost:80"]) assert.equal(await status(host), 200, host);
    for (const host of ["evil.example", "127.0.0.1:", "localhost:8080"]) assert.equal(await status(host), 403, host);
    assert.equal(await stopServer(child), 0);
});

test("huge bodies, rubbish and half requests do no harm", async () => {
    const talk = await listen();
    const path = `/lines?session=${talk.number}`;
    const huge = await ask(path, { method: "POST", body: Buffer.alloc((8 << 20) + 1, 32) }).catch(() => ({ status: 413 }));
    assert.equal(huge.status, 413);
    assert.equal((await ask(path, { method: "POST", body: "\u0000rubbish" })).status, 204);
    assert.equal((await talk.next()).error.code, "bad-json");
    for (const text of ["rubbish\r\n\r\n", "GET / HTTP/1.1\r\nHost: ", `GET /${"x".repeat(300000)} HTTP/1.1\r\n\r\n`, `POST ${path} HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n`]) {
        const socket = connect(address.port, "127.0.0.1");
        socket.on("error", () => {});
        await new Promise((done) => socket.write(text, done));
        socket.destroy();
    }
    assert.equal((await say(talk, { id: 1, do: "hello" })).status, 204);
    assert.equal((await talk.next()).name, "Roek");
    talk.close();
});

test("who floods is told to wait, and is heard again", async () => {
    const talk = await listen();
    const path = `/lines?session=${talk.number}`;
    const one = `POST ${path} HTTP/1.1\r\nHost: ${address.host}\r\nAuthorization: Bearer ${keyOf(address)}\r\nContent-Length: 2\r\n\r\n{}`;
    const socket = connect(address.port, "127.0.0.1");
    let said = "";
    const flooded = new Promise((done) => socket.on("data", (piece) => (said += piece).includes(" 429 ") && done()));
    const flood = setInterval(() => socket.writableLength === 0 && socket.write(one.repeat(3000)), 10); // many in a second, however slow this machine
    await flooded;
    clearInterval(flood);
    socket.destroy();
    for (;;) {
        if ((await say(talk, { id: 1, do: "hello" })).status === 204) break;
        await sleep(50);
    }
    for (;;) if ((await talk.next()).name === "Roek") break;
    talk.close();
});

/** Connections without a word; those that the server does not take end by themselves. */
async function crowd(count) {
    const sockets = Array.from({ length: count }, () => connect(address.port, "127.0.0.1"));
    const met = sockets.map((socket) => new Promise((done) => socket.once("connect", done).on("error", done)));
    await Promise.all(met);
    return sockets;
}

test("what waits to be answered is limited, and who ends it all need not wait for it", async (t) => {
    const child = await askOwnServer(t);
    const talk = await listen();
    const game = '[FEN "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1"] * ';
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await say(talk, { id: i, do: "pgn", text: game.repeat(99999) })).status);
    assert.equal(statuses[0], 204);
    assert.equal(statuses.at(-1), 429);
    assert.equal(await stopServer(child), 0);
});

test("two hundred connections are survived", async () => {
    for (const socket of await crowd(200)) socket.destroy();
    for (;;) {
        const answer = await ask("/").catch(() => null); // the server sees the closed ones one by one
        if (answer?.status === 200) break;
        await sleep(20);
    }
});

test("there is room for so many windows, and again when they have gone without a word", async () => {
    const talks = [];
    while (!talks.some(({ status }) => status === 503)) talks.push(await listen());
    for (const talk of talks) talk.close();
    for (let open = 0; open < 10; ) {
        const talk = await listen(); // who left is noticed after a while
        if (talk.number) open++;
        else await sleep(100);
        if (talk.number) await say(talk, { id: 0, do: "quit" });
    }
});

test("the page plays against the program, two windows beside each other", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const one = await visit(browser, { url, game: { variant: "chess", white: "human", black: "roek:1" } });
    const two = await visit(browser, { url, game: TWO });
    await says(one, /White to move/);
    await says(two, /White to move/);
    await drag(one, "e2", "e4");
    await drag(two, "d2", "d4");
    await one.waitForFunction(() => document.querySelectorAll(".moves .san").length === 2);
    await holds(two, "d4", "white pawn");
    await turnTo(two, "analyse");
    await says(two, /depth \d/);
    await turnTo(two, "loop=5x5,2,queens,knights", "loop");
    await two.getByRole("button", { name: "Count" }).click();
    await says(two, /solutions/);
    await leave(one);
    await leave(two);
});

test("the key leaves the address, goes out as a header only, and stays in its window", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const key = keyOf(new URL(url));
    const page = await blank(browser, { url });
    const asked = [];
    page.on("request", (sent) => asked.push(sent));
    for (const address of [url, `${url}#analyse`, `${url}&analyse`]) {
        await page.goto("about:blank");
        await page.goto(address);
        await says(page, address === url ? /White to move/ : /depth/);
        assert.equal(page.url(), new URL(address === url ? "/" : "/#analyse", url).href);
    }
    await page.reload();
    await says(page, /depth/);
    assert.equal((await page.content()).includes(key), false);
    assert.equal(await page.evaluate(() => JSON.stringify(localStorage) + document.cookie + document.referrer).then((text) => text.includes(key)), false);
    for (const sent of asked) {
        const headers = await sent.allHeaders();
        assert.equal(sent.url().includes(key), sent.isNavigationRequest() && sent.url().startsWith(url), sent.url()); // where the fragment is not sent
        assert.equal(headers.referer, undefined);
        assert.equal(headers.cookie, undefined);
        assert.equal(headers.authorization, sent.isNavigationRequest() ? undefined : `Bearer ${key}`, sent.url());
    }
    assert.ok(asked.length > 6);
    await leave(page);
});

test("links in a new window have the key, and a window without it says how to open the page", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const page = await visit(browser, { url });
    await says(page, /White to move/);
    const opened = page.context().waitForEvent("page");
    await page.locator('[data-tool="analyse"]').click({ modifiers: ["ControlOrMeta"] });
    await says(await opened, /depth/);
    const typed = await page.context().newPage(); // the address without anything
    await typed.goto(new URL("/", url).href);
    await says(typed, /White to move/);
    await leave(page);
    const stranger = await visit(browser, { url: new URL("/", url).href });
    await stranger.getByText("open the address that “roek web” prints").waitFor();
    assert.equal(await stranger.locator("roek-board").count(), 0);
    await stranger.evaluate((hash) => (location.hash = hash), new URL(url).hash); // typed behind it
    await says(stranger, /White to move/);
    await leave(stranger);
});

test("Copy link copies no address of this server, but what it would lead to", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const cases = [
        ["fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1", /depth/, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
        ["loop=3-5", /Still to place/, "#loop=3-5"],
        ["loop=5x5,2,queens,knights", /^$/, "#loop=5x5,2,queens,knights"],
    ];
    for (const [link, ready, copied] of cases) {
        const page = await visit(browser, { url, hash: `&${link}`, permissions: ["clipboard-read", "clipboard-write"] });
        await says(page, ready);
        await page.getByRole("button", { name: "Copy link" }).click();
        await told(page, /works on this machine alone/);
        assert.equal(await page.evaluate(() => navigator.clipboard.readText()), copied);
        await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("forbidden"))));
        await page.getByRole("button", { name: "Copy link" }).click();
        assert.equal(await page.locator("dialog textarea").inputValue(), copied);
        await leave(page);
    }
});

test("a bookmark and what is remembered are good after the next start", async (t) => {
    const data = newFolder();
    const browser = await launch();
    t.after(() => browser.close());
    const [first, url] = await startServer({ data });
    const page = await visit(browser, { url: url.href, game: TWO });
    await says(page, /White to move/);
    await drag(page, "e2", "e4");
    await holds(page, "e4", "white pawn");
    await page.goto("about:blank");
    assert.equal(await stopServer(first), 0);
    const [second, again] = await startServer({ data, options: ["--port", url.port] });
    t.after(() => stopServer(second));
    assert.equal(again.href, url.href);
    await page.goto(url.href);
    await holds(page, "e4", "white pawn");
    await says(page, /Black to move/);
    await leave(page);
});

test("a browser has as many windows as its connections allow, and one more is told", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const context = await browser.newContext({ locale: "en-GB" }); // windows of one context share their connections
    context.setDefaultTimeout(PATIENCE);
    const open = async () => {
        const page = await context.newPage();
        await page.goto(`${url}#play=&white=human&black=human`);
        return page;
    };
    const windows = [];
    while (windows.length < 5) {
        windows.push(await open());
        await says(windows.at(-1), /White to move/);
    }
    const late = await open();
    await late.getByText("room for 5 windows of Roek").waitFor();
    await drag(windows[0], "e2", "e4");
    await holds(windows[0], "e4", "white pawn");
    await windows[1].reload(); // which leaves its place and takes it again
    await says(windows[1], /White to move/);
    await windows[2].close();
    await says(late, /White to move/); // by itself
    await late.getByText("room for 5 windows of Roek").waitFor({ state: "hidden" });
    await context.close();
});

const AWAY = "The server cannot be reached; this page tries again by itself, and nothing is lost.";

/** A server that can be ended and started again at the same address, and a browser. */
async function startAgain(t) {
    const data = newFolder();
    const browser = await launch();
    t.after(() => browser.close());
    let [child, url] = await startServer({ data });
    t.after(() => stopServer(child));
    return {
        browser,
        url: url.href,
        async end(signal = "SIGKILL") {
            const ended = once(child, "exit");
            child.kill(signal);
            await ended;
        },
        async start(...options) {
            const before = url;
            [child, url] = await startServer({ data, options: ["--port", url.port, ...options] });
            assert.equal(url.port, before.port);
            return url.href;
        },
    };
}

/** What a page whose server is away cannot do without: the browser says each failed connection. */
const forgiveFailures = (page) => (page.faults = page.faults.filter((words) => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(words)));

test("a game goes on when the server is back, with what was tried meanwhile", async (t) => {
    const server = await startAgain(t);
    const page = await visit(server.browser, { url: server.url, game: { ...TWO, time: "600+0" } });
    await says(page, /White to move/);
    for (const signal of ["SIGKILL", "SIGINT"]) {
        await drag(page, "e2", "e4");
        await holds(page, "e4", "white pawn");
        await drag(page, "e7", "e5");
        await lists(page, ["e4", "e5"]);
        await page.locator("main").getByRole("button", { name: "Undo" }).click();
        await lists(page, ["e4", "e5"]);
        await says(page, /Black to move/);
        await server.end(signal);
        await page.getByText(AWAY).waitFor();
        assert.equal(await page.getByText(AWAY).count(), 1);
        await drag(page, "d7", "d5");
        await drag(page, "c7", "c5"); // instead
        await server.start();
        await holds(page, "c5", "black pawn");
        await page.getByText(AWAY).waitFor({ state: "hidden" });
        await lists(page, ["e4", "c5"]);
        await says(page, /White to move/);
        assert.deepEqual(await page.evaluate(() => window.toasts), []);
        for (const clock of await page.locator(".clock").allTextContents()) assert.match(clock, /^(10:00|9:\d\d)$/);
        for (let i = 0; i < 2; i++) await page.locator("main").getByRole("button", { name: "Undo" }).click();
        await holds(page, "e2", "white pawn");
    }
    forgiveFailures(page);
    await leave(page);
});

test("an end that no board shows, a pause and a computer's turn are there when the server is back", async (t) => {
    const server = await startAgain(t);
    const cases = [
        [{ ...TWO }, "Resign", /Black wins \(resignation\)/],
        [{ ...TWO, time: "600+0" }, "Pause", /Paused/],
        [{ variant: "chess", white: "roek:1", black: "human" }, null, /Black to move/],
    ];
    for (const [game, press, pattern] of cases) {
        const page = await visit(server.browser, { url: server.url, game });
        if (press) {
            await says(page, /White to move/);
            await page.locator("main").getByRole("button", { name: press }).click();
            await says(page, pattern);
        }
        await server.end();
        await page.getByText(AWAY).waitFor();
        await server.start();
        await page.getByText(AWAY).waitFor({ state: "hidden" });
        await says(page, pattern);
        await page.locator("main").getByRole("button", { name: "Undo" }).click(); // takes back an end alone
        if (press === "Resign") await says(page, /White to move/);
        forgiveFailures(page);
        await leave(page);
    }
});

test("analysis and long work are asked for again when the server is back", async (t) => {
    const server = await startAgain(t);
    const page = await visit(server.browser, { url: server.url, hash: "&analyse" });
    await says(page, /depth/);
    await server.end();
    await page.getByText(AWAY).waitFor();
    await page.evaluate(() => (document.querySelector("main .status").textContent = ""));
    await drag(page, "e2", "e4");
    await server.start();
    await holds(page, "e4", "white pawn");
    await says(page, /depth/);
    await turnTo(page, "loop=16x16,12,rooks,knights", "loop"); // which takes hours
    await page.getByRole("button", { name: "Count" }).click();
    await says(page, /found/);
    await server.end();
    await page.getByText(AWAY).waitFor();
    await page.evaluate(() => (document.querySelector("main .status").textContent = ""));
    await server.start();
    await says(page, /found/);
    await page.getByRole("button", { name: "Stop" }).click();
    await says(page, /Stopped/);
    forgiveFailures(page);
    await leave(page);
});

test("a line that is lost on its way is sent again", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const page = await visit(browser, { url, game: TWO });
    await says(page, /White to move/);
    await page.route("**/lines?*", (route) => route.abort(), { times: 1 });
    await drag(page, "e2", "e4");
    await holds(page, "e4", "white pawn");
    await drag(page, "e7", "e5");
    await lists(page, ["e4", "e5"]);
    page.faults = page.faults.filter((words) => !words.includes("ERR_FAILED"));
    await leave(page);
});

test("a text that is too long for the server is refused, and nothing else happens", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const page = await visit(browser, { url, game: TWO });
    await says(page, /White to move/);
    await drag(page, "e2", "e4");
    await holds(page, "e4", "white pawn");
    await page.evaluate(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "1. e4 e5 * ".repeat(900000));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await told(page, /The text is too long/);
    await turnTo(page, "play");
    await drag(page, "e7", "e5");
    await holds(page, "e5", "black pawn");
    assert.equal((await page.evaluate(() => window.toasts)).length, 1);
    page.faults = page.faults.filter((words) => !words.includes("413"));
    await leave(page);
});

test("a window whose key is no longer good says so, and takes the new one from another window", async (t) => {
    const server = await startAgain(t);
    const page = await visit(server.browser, { url: server.url, game: TWO });
    await says(page, /White to move/);
    await drag(page, "e2", "e4");
    await holds(page, "e4", "white pawn");
    await server.end();
    const url = await server.start("--new-key");
    await page.getByText("The server has another key now").waitFor();
    const other = await page.context().newPage();
    await other.goto(url);
    await says(other, /to move/);
    await page.getByText("The server has another key now").waitFor({ state: "hidden" });
    await drag(page, "e7", "e5");
    await holds(page, "e5", "black pawn");
    page.faults = page.faults.filter((words) => !words.includes("403"));
    forgiveFailures(page);
    await leave(page);
});

test("links and stored things of strangers leave the page in order", async (t) => {
    const [browser, url] = await visitOwnServer(t);
    const html = encodeURIComponent("<img src=x onerror=alert(1)>");
    for (const hash of ["#constructor", "#toString", "#__proto__"]) {
        const page = await visit(browser, { url, hash });
        await says(page, /White to move/);
        await leave(page);
    }
    for (const hash of ["#play=zzzz/8", `#play=${html}`, "#play=&variant=constructor", `#play=&white=${html}`]) {
        const page = await visit(browser, { url, hash });
        await told(page, /./);
        assert.equal(await page.locator("img").count(), 0);
        await leave(page);
    }
    const stored = [["settings", "null"], ["settings", '{"language":"constructor"}'], ["game", "5"], ["game", "{}"], ["game", '{"variant":"chess","white":"human","black":"human","time":5}']];
    for (const [name, value] of stored) {
        const page = await blank(browser, { url });
        await page.addInitScript(([name, value]) => localStorage.setItem(`roek.${name}`, value), [name, value]);
        await page.goto(url);
        await says(page, /White to move/);
        await leave(page);
    }
});

test("Ctrl-C ends it in the middle of everything", async (t) => {
    const child = await askOwnServer(t);
    const talk = await listen();
    await say(talk, { id: 1, do: "analyse" });
    assert.equal((await talk.next()).event, "line");
    assert.equal(await stopServer(child), 0);
});

// SPDX-License-Identifier: MIT
//
// Solves a mate and a loop through `roek session`, both at once.
//
//     node examples/session.mjs [PROGRAM]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** One `roek session`: ask() promises the answer, events go to a function. */
class Roek {
  #process;
  #last = 0;
  #open = new Map();

  constructor(program = "roek") {
    this.#process = spawn(program, ["session"], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface({ input: this.#process.stdout }).on("line", (line) => this.#hear(JSON.parse(line)));
  }

  #hear(said) {
    const asked = this.#open.get(said.id);
    if (said.event) return asked?.onEvent?.(said);
    this.#open.delete(said.id);
    return said.error ? asked.reject(new Error(said.error.text)) : asked.resolve(said);
  }

  ask(what, fields = {}, onEvent) {
    const id = ++this.#last;
    this.#process.stdin.write(JSON.stringify({ id, do: what, ...fields }) + "\n");
    return new Promise((resolve, reject) => this.#open.set(id, { resolve, reject, onEvent }));
  }
}

const roek = new Roek(process.argv[2]);
const fen = "3r1k2/5ppp/8/8/3q4/1P6/2PPQ3/2K1R3 w - - 0 1";
const [mate, loop] = await Promise.all([
  roek.ask("mate", { n: 3, fen }),
  roek.ask("loop-count", { rows: 6, cols: 6, n: 4, types: ["knights", "rooks"] }),
]);
console.log(`mate in ${mate.moves}: ${mate.san.join(" ")}`);
console.log(`${loop.solutions} loops, ${loop.orbits} up to symmetry`);
await roek.ask("quit");

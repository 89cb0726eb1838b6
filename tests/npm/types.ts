// Does what people write pass the compiler, and what is wrong not?  Compiled, never run.
import { Game, Refusal, open } from "../../build/npm/index.js";

const roek = await open({ worker: false });
const first: string = (await roek.moves({ fen: "", move: "e4" }))[0].san;
const work = roek.analyse({ ms: 100, lines: 2 }, ({ cp, mate, san }) => void [cp ?? mate ?? 0, san.join(" ")]);
await work.cancel();
const best: string = (await work).best;
const accuracy: number | undefined = (await roek.review({ moves: ["e4"] }, ({ verdict, after }) => void [verdict, after.chance])).white.accuracy;
const game: Game = roek.play({ white: "human", black: "roek:5", time: { base: 60000 } });
game.addEventListener("ended", ({ detail }) => void detail.reason.length);
const moved: string = (await game.next("moved")).san;
const made = await roek.loops.generate({ seed: 1 });
const level: number = made.complete ? made.level : 0;
try {
    await game.move(first + best + moved + level + accuracy);
} catch (error) {
    if (error instanceof Refusal) error.code.trim();
}

// @ts-expect-error no such player
roek.play({ white: "deep blue" });
// @ts-expect-error depth is a number
roek.perft({ depth: "four" });
// @ts-expect-error no such event
await game.next("exploded");

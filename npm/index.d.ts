// What can be asked of Roek and what it answers.

export type Variant = "chess" | "racingkings";
export type Color = "white" | "black";
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";
/** "human", "bimbi", "optimus", "roek" or "roek:0" to "roek:20". */
export type Player = "human" | "bimbi" | "optimus" | "roek" | `roek:${number}`;
export type LoopType = "kings" | "queens" | "rooks" | "bishops" | "knights";

/** Why something was refused. */
export class Refusal extends Error {
    constructor(error: { code: string; text: string; faults?: string[] } & Partial<Because>);
    /** For programs: "illegal", "bad-fen", "no-game", "lost" … */
    code: string;
    /** Everything that is wrong with a set-up, in words and by name. */
    faults: string[];
    reasons: string[];
    /** What people did wrong, and what that is about: "pinned", {piece: "Be3", by: "Re8"}. */
    reason?: string;
    names: Record<string, string>;
    /** What is wrong with the move or the FEN of a PGN. */
    because?: Because;
}

export interface Because {
    reason: string;
    names?: Record<string, string>;
    faults?: string[];
    reasons?: string[];
}

/** A position: a FEN (default: the start) and moves from there, in SAN or UCI notation. */
export interface Place {
    variant?: Variant;
    fen?: string;
    moves?: string[];
}

export interface PositionAnswer {
    variant: Variant;
    fen: string;
    turn: Color;
    check: boolean;
    /** Rights of the FEN that nothing bears out; they were dropped. */
    mended?: string[];
    result?: Result;
    outcome?: string;
    reason?: string;
}

export interface MoveAnswer {
    san: string;
    uci: string;
    fen: string;
}

export interface PgnNode {
    /** The number of the node before it, from 1; 0: the start. */
    after: number;
    san: string;
    uci: string;
    comment?: string;
    nags?: number[];
}

export interface PgnAnswer {
    games: number;
    number: number;
    /** Of every game, where it was asked for. */
    list?: { white: string; black: string; result: Result }[];
    tags: Record<string, string>;
    variant: Variant;
    start: string;
    result: Result;
    nodes: PgnNode[];
    /** The game as text, with `write`. */
    pgn?: string;
}

export type TableValue = "win" | "draw" | "loss";

export interface TablesAnswer {
    known: boolean;
    value?: TableValue;
    plies?: number;
    moves?: { uci: string; value: TableValue; plies?: number }[];
}

/** For the side to move: hundredths of a pawn, or moves to mate. */
export interface Evaluated {
    cp?: number;
    mate?: number;
}

export interface Effort {
    /** MB for a table. */
    hash?: number;
    signal?: AbortSignal;
}

/** The answer of long work; `cancel` ends it at once, and the answer says so. */
export type Work<Answer> = Promise<Answer & { cancelled?: true }> & { id: number; cancel(): Promise<unknown> };

export interface AnalyseFields extends Place, Effort {
    depth?: number;
    nodes?: number;
    ms?: number;
    lines?: number;
    level?: number;
}

export interface AnalyseLine extends Evaluated {
    event: "line";
    /** To win, draws counting half: from 0 to 1. */
    chance: number;
    rank: number;
    depth: number;
    seldepth: number;
    nodes: number;
    ms: number;
    san: string[];
    uci: string[];
}

export interface AnalyseAnswer extends Evaluated {
    best: string;
    depth: number;
    nodes: number;
    ms: number;
}

export interface ReviewFields extends Place, Effort {
    /** For each position; with none of them 40,000 nodes. */
    depth?: number;
    nodes?: number;
    ms?: number;
}

export interface JudgedMove {
    event: "judged";
    ply: number;
    /** For White. */
    before: Evaluated & { chance: number };
    after: Evaluated & { chance: number };
    cost: number;
    verdict: "sound" | "doubtful" | "error" | "blunder";
    sign: "" | "?!" | "?" | "??";
    /** What was best. */
    san: string[];
    uci: string[];
}

export interface ReviewSums {
    /** In percent; not there if that side made no move. */
    accuracy?: number;
    doubtful: number;
    error: number;
    blunder: number;
}

export interface ReviewAnswer {
    white: ReviewSums;
    black: ReviewSums;
}

export interface PerftAnswer {
    nodes: number;
    moves?: { uci: string; nodes: number }[];
}

export interface MateFields extends Place, Effort {
    n: number;
    goal?: "mate" | "selfmate" | "helpmate" | "stalemate";
    all?: boolean;
    quick?: boolean;
    tree?: boolean;
    seconds?: number;
    nodes?: number;
}

export interface MateProgress {
    event: "progress";
    excluded: number;
    within?: number;
    nodes: number;
    ms: number;
}

export interface MateAnswer {
    verdict: "mate" | "none" | "unknown";
    excluded: number;
    moves?: number;
    proved?: boolean;
    keys: string[];
    san?: string[];
    uci?: string[];
    nodes: number;
    ms: number;
    tree?: { ply: number; san: string; uci: string; same?: number }[];
}

/** Squares are numbers from 0, row by row from the top left. */
export interface LoopFields {
    rows: number;
    cols: number;
    n: number;
    types: [LoopType, LoopType];
    first?: number[];
    second?: number[];
    empty?: number[];
    seed?: number;
    seconds?: number;
    signal?: AbortSignal;
}

export interface LoopStep {
    square: number;
    type: 0 | 1;
    from?: number;
    backward?: boolean;
    choices: number;
}

export interface LoopPuzzle {
    rows: number;
    cols: number;
    n: number;
    /** In the singular: "knight". */
    types: [string, string];
    first: number[];
    second: number[];
    empty: number[];
    level: number;
    loop: number[];
    steps: LoopStep[];
}

export interface LoopCount {
    complete: boolean;
    solutions: number;
    orbits: number;
    nodes: number;
}

export interface Loops {
    solve(fields: LoopFields): Work<{ found: boolean; complete: boolean; loop?: number[] }>;
    count(fields: LoopFields, onProgress?: (said: { event: "progress"; done: number; found: number }) => void): Work<LoopCount>;
    list(fields: LoopFields & { most?: number; every?: boolean }, onSolution?: (said: { event: "solution"; number: number; loop: number[] }) => void): Work<LoopCount>;
    generate(fields?: Partial<LoopFields> & { unique?: boolean; board?: number }): Work<({ complete: true } & LoopPuzzle) | { complete: false }>;
    check(fields: LoopFields): Promise<{ solved: boolean; verdict: string; conflicts: number[]; loop?: number[] }>;
    hint(fields: LoopFields): Work<{ found: boolean; complete: boolean; step?: LoopStep }>;
}

export interface GameFields extends Place {
    /** A number of the shuffled starts, instead of `fen`: of Chess960, 518 is the usual one. */
    shuffle?: number;
    white?: Player;
    black?: Player;
    /** In milliseconds; `moves` until the next control, `move` for every move. */
    time?: { base?: number; increment?: number; moves?: number; move?: number };
    /** What the clocks show at first, of a game that goes on. */
    left?: Partial<Record<Color, number>>;
    /** How many of the `moves` are played, of a game that goes on; the others can be redone. */
    ply?: number;
    /** It goes on paused. */
    paused?: boolean;
    /** How it ended where the board does not show it; both or none. */
    result?: "1-0" | "0-1" | "1/2-1/2";
    reason?: string;
    /** Milliseconds a move without clocks. */
    think?: number;
    /** Milliseconds between the moves of two computers. */
    pace?: number;
    hash?: number;
    seed?: number;
}

export interface GameState {
    variant: Variant;
    ply: number;
    /** With those taken back. */
    plies: number;
    fen: string;
    turn: Color;
    check: boolean;
    /** A person is to move. */
    awaits: boolean;
    paused: boolean;
    clock?: Partial<Record<Color, number>>;
    moves: string[];
    result: Result;
    outcome?: string;
}

export interface GameHistory {
    start: string;
    san: string[];
    uci: string[];
}

export interface GameEvents {
    began: GameState & GameHistory;
    went: GameState & GameHistory;
    moved: GameState & Evaluated & { color: Color; san: string; uci: string; captured?: string; depth?: number };
    clock: GameState;
    ended: GameState & { winner: Color | "none"; reason: string };
    thinking: Evaluated & { color: Color; depth: number; nodes: number; ms: number; san: string[]; uci: string[] };
    hint: { step: 1 | 2 | 3; from: string; to?: string; san?: string; uci?: string };
    /** For White. */
    opinion: Evaluated;
    unadvised: { of: "hint" | "opinion"; text: string };
    offered: { color: Color };
    declined: { color: Color };
    fault: { color: Color; text: string };
}

export class Game extends EventTarget {
    private constructor();
    /** Answers with the names of the players, or says why there is no game. */
    readonly ready: Promise<{ white: string; black: string }>;
    readonly state: GameState | null;
    addEventListener<Name extends keyof GameEvents>(name: Name, listener: (event: CustomEvent<GameEvents[Name]>) => void, options?: boolean | AddEventListenerOptions): void;
    addEventListener(name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
    next<Name extends keyof GameEvents>(name: Name): Promise<GameEvents[Name]>;
    move(move: string): Promise<unknown>;
    undo(): Promise<unknown>;
    redo(): Promise<unknown>;
    go(ply: number): Promise<unknown>;
    resign(color?: Color): Promise<unknown>;
    offer(): Promise<unknown>;
    accept(): Promise<unknown>;
    decline(): Promise<unknown>;
    claim(): Promise<unknown>;
    /** One step further each time, as an event. */
    hint(): Promise<unknown>;
    evaluate(): Promise<unknown>;
    pause(): Promise<unknown>;
    resume(): Promise<unknown>;
    pace(ms: number): Promise<unknown>;
    /** The computer moves at once. */
    stop(): Promise<unknown>;
    /** Plays on from a FEN or a game of a PGN. */
    load(text: string, number?: number): Promise<unknown>;
    /** The game as PGN. */
    save(): Promise<string>;
    end(): Promise<unknown>;
}

export class Roek extends EventTarget {
    private constructor();
    /** Any request by its name. */
    ask(what: string, fields?: object, onEvent?: (said: Record<string, unknown>) => void): Promise<Record<string, unknown>> & { id: number };
    hello(): Promise<{ name: string; version: string; protocol: number }>;
    position(fields?: Place): Promise<PositionAnswer>;
    /** All legal moves, or with `move` that one. */
    moves(fields?: Place & { move?: string }): Promise<MoveAnswer[]>;
    pgn(text: string, number?: number, list?: boolean): Promise<PgnAnswer>;
    /** What is known of an ending of Racing Kings; with `solve` one of up to four men is solved first. */
    tables(fields?: Place & { solve?: boolean; signal?: AbortSignal }, onProgress?: (said: { event: "progress"; number: number; total: number; plies: number }) => void): Work<TablesAnswer>;
    perft(fields: Place & Effort & { depth: number; divide?: boolean }): Work<PerftAnswer>;
    analyse(fields?: AnalyseFields, onLine?: (line: AnalyseLine) => void): Work<AnalyseAnswer>;
    review(fields?: ReviewFields, onMove?: (move: JudgedMove) => void): Work<ReviewAnswer>;
    mate(fields: MateFields, onProgress?: (said: MateProgress) => void): Work<MateAnswer>;
    readonly loops: Loops;
    play(fields?: GameFields): Game;
    close(): unknown;
}

export interface OpenOptions {
    /** Default: true, a worker of its own. */
    worker?: boolean;
    wasm?: string | URL | BufferSource | WebAssembly.Module;
}

export function open(options?: OpenOptions): Promise<Roek>;

// Problems of our own, found by the solver among random positions: one key, no check, no capture.
// Each has its only shortest solution in `n` moves.
export const PROBLEMS = [
    { n: 3, fen: "K6R/R7/8/P7/8/8/k7/8 w - - 0 1" },
    { n: 3, fen: "8/1P6/6QK/8/1k6/8/8/8 w - - 0 1" },
    { n: 2, fen: "8/1K6/3k4/8/4R1R1/8/4P3/8 w - - 0 1" },
    { n: 4, fen: "8/7Q/8/5K2/1k6/3B4/8/1B6 w - - 0 1" },
    { n: 3, fen: "8/2k5/8/8/8/3p4/5R2/3N2KQ w - - 0 1" },
    { n: 2, fen: "8/8/8/Q7/8/2K4B/8/6k1 w - - 0 1" },
    { n: 4, fen: "K7/1B6/4N3/5k2/8/8/7Q/8 w - - 0 1" },
    { n: 2, fen: "4R3/8/6P1/8/5K2/8/8/5k1B w - - 0 1" },
    { n: 3, fen: "8/8/3R4/3R3K/8/8/8/5k2 w - - 0 1" },
    { n: 4, fen: "1k6/8/8/8/1K6/6P1/3Q4/8 w - - 0 1" },
    { n: 3, fen: "8/PR6/3p1B1k/8/8/8/6K1/8 w - - 0 1" },
    { n: 2, fen: "1K6/8/7k/1R6/8/8/B7/1R6 w - - 0 1" },
    { n: 4, fen: "n1N4k/8/8/8/6R1/3K4/B5p1/8 w - - 0 1" },
    { n: 4, fen: "4k3/7p/8/7K/8/2Q5/8/5N2 w - - 0 1" },
    { n: 3, fen: "2R5/k2N4/8/p4R2/8/8/4K3/8 w - - 0 1" },
    { n: 2, fen: "1k3n2/8/Q7/8/8/8/4KN2/4R3 w - - 0 1" },
    { n: 2, fen: "7k/8/8/Q1B2K2/8/8/2R5/8 w - - 0 1" },
    { n: 3, fen: "8/3k2K1/8/8/8/R7/4Q3/8 w - - 0 1" },
    { n: 3, fen: "2N5/2R5/8/8/2R5/8/1K6/6k1 w - - 0 1" },
    { n: 3, fen: "8/7n/6RK/8/k7/3P4/6R1/8 w - - 0 1" },
    { n: 3, fen: "KQ6/N7/8/8/8/k7/8/8 w - - 0 1" },
    { n: 2, fen: "8/8/1n3K2/6Bk/8/8/8/3R4 w - - 0 1" },
    { n: 3, fen: "1K2k3/8/8/8/8/8/1B5B/7Q w - - 0 1" },
    { n: 2, fen: "4k3/7P/8/4K3/8/3p3p/8/Q7 w - - 0 1" },
    { n: 3, fen: "8/1R6/2kp2Q1/8/N7/8/4n3/5K2 w - - 0 1" },
    { n: 3, fen: "8/2k5/3N1K2/8/8/8/8/2N2Q2 w - - 0 1" },
    { n: 3, fen: "8/1k6/p7/3R3K/8/7Q/8/8 w - - 0 1" },
    { n: 4, fen: "8/8/8/7P/2K5/8/1R6/6k1 w - - 0 1" },
    { n: 2, fen: "4N3/8/8/2Q5/8/8/k7/3K4 w - - 0 1" },
    { n: 2, fen: "2R5/4p3/6p1/R7/8/K7/7k/3N4 w - - 0 1" },
];

export const GOALS = ["mate", "selfmate", "helpmate", "stalemate"];

const DAY_MS = 86400000;

/** The number of a day, by the calendar of the reader. */
export const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;

/** The problem of a day, the same for everybody. */
export const problemOf = (date) => PROBLEMS[dayOf(date) % PROBLEMS.length];

const TIMES = 64
const ROUNDS = 3

const took = (work: () => void): number => {
  const before = performance.now()
  work()
  return performance.now() - before
}

/**
 * How much longer work takes in one piece than in 64 pieces of a 64th of its size: not at all where its cost is linear,
 * 64 times as long where it is quadratic. Both take their time in turns, so that whatever else the machine does slows
 * down both, and of each the round that was disturbed least counts.
 */
const growth = (size: number, work: (size: number) => void): number => {
  const [whole, pieces]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    pieces.push(
      took(() => {
        for (let piece = 0; piece < TIMES; piece += 1) work(size / TIMES)
      }),
    )
    whole.push(took(() => work(size)))
  }
  return Math.min(...whole) / Math.min(...pieces)
}

/** Far above what linear work shows, collecting its garbage included, and far below quadratic work. */
const LINEAR_GROWTH = 16

/** Whether the time of some work grows as its size does. A busy machine spoils one measurement, but hardly three. */
export const isLinear = (size: number, work: (size: number) => void): boolean =>
  growth(size, work) < LINEAR_GROWTH || growth(size, work) < LINEAR_GROWTH || growth(size, work) < LINEAR_GROWTH

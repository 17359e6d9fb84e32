const TIMES = 32
const ROUNDS = 5

/** What the same work takes at the least: of several rounds the one that was disturbed least. */
const leastTime = (work: () => void): number => {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = performance.now()
    work()
    return performance.now() - before
  })
  return Math.min(...times)
}

/** By how much the time of work grows with 32 times its size: by 32 where it is linear, by 1,024 where it is quadratic. */
export const growth = (size: number, work: (size: number) => void): number => {
  work(size)
  return leastTime(() => work(TIMES * size)) / leastTime(() => work(size))
}

/** Eight times what linear work grows by, a quarter of what quadratic work does. */
export const LINEAR_GROWTH = 256

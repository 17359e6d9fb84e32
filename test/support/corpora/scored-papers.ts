import { leastPaper } from '../service/papers.ts'

/** Papers p1, p2, … with these scores; undefined for none. */
export const scored = (...scores: (number | undefined)[]): Record<string, unknown>[] =>
  scores.map((longHorizonScore, index) => leastPaper({ id: `p${index + 1}`, longHorizonScore }))

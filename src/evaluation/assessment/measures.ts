import type { Chapter } from '#core/papers/chapter.ts'
import type { Paper, ResearchType } from '#core/papers/paper.ts'
import { toUnit, type Millionths } from '#core/papers/score.ts'
import { meanInterval, type Interval, type Outcome } from './mean-interval.ts'

/** How near a guess comes to what the editors said. */

/** Values of each field, the likeliest first; null where there is no guess. */
export type Guess = {
  chapters: Chapter[]
  types: ResearchType[]
  longHorizon: Millionths | null
  enterprise: Millionths | null
  concepts: string[]
}

const NONE: Outcome = { sum: 0, count: 0 }
const FIRST = 3

const isFound = (condition: boolean): Outcome => ({ sum: condition ? 1 : 0, count: 1 })

const error = (guess: Millionths | null, said: Millionths | null): Outcome =>
  guess === null || said === null ? NONE : { sum: Math.abs(toUnit(guess) - toUnit(said)), count: 1 }

const shared = (guess: Guess, { concepts }: Paper): number =>
  guess.concepts.filter((name) => concepts.includes(name)).length

/** Each measure of one paper; papers without a value in a field do not count for it. */
const measures = {
  chapterFirst: ({ chapters }: Guess, { chapter }: Paper) =>
    chapter === null ? NONE : isFound(chapters[0] === chapter),
  chapterFirstThree: ({ chapters }: Guess, { chapter }: Paper) =>
    chapter === null ? NONE : isFound(chapters.slice(0, FIRST).includes(chapter)),
  type: ({ types }: Guess, { type }: Paper) => (type === null ? NONE : isFound(types[0] === type)),
  longHorizonError: (guess: Guess, paper: Paper) => error(guess.longHorizon, paper.longHorizon),
  enterpriseError: (guess: Guess, paper: Paper) => error(guess.enterprise, paper.enterprise),
  conceptRecall: (guess: Guess, paper: Paper) =>
    paper.concepts.length === 0 ? NONE : { sum: shared(guess, paper) / paper.concepts.length, count: 1 },
  conceptPrecision: (guess: Guess, paper: Paper) =>
    paper.concepts.length === 0 ? NONE : { sum: shared(guess, paper), count: guess.concepts.length },
} satisfies Record<string, (guess: Guess, paper: Paper) => Outcome>

export type MeasureName = keyof typeof measures
export type Figures = Record<MeasureName, Interval>
export const measureNames = Object.keys(measures) as MeasureName[]

export const measure = (guesses: readonly { guess: Guess; paper: Paper }[]): Figures =>
  Object.fromEntries(
    measureNames.map((name) => [name, meanInterval(guesses.map(({ guess, paper }) => measures[name](guess, paper)))]),
  ) as Figures

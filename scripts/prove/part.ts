import type { Goal } from '../../bench/report.ts'
import type { BudgetName } from '../../test/support/budgets.ts'
import type { PromiseId } from './promises.ts'

/** A figure that a part prints. */
export type Reading = {
  promise: PromiseId
  /** What was counted or measured, after the figure: “kills of the server”. */
  what: string
  /** Finds the figure by its group `value`, as often as it is printed. */
  pattern: RegExp
  goal?: Goal
  /** How often something was tried, not how well it went: too few times are no failure. All that were printed are added. */
  isExtent?: true
  /** Its goal holds for a part that was given at least so many seconds. */
  fromSeconds?: number
}

/** Budgets of tests that grow with the minutes of a run. */
export type Growth = { budgets: readonly BudgetName[]; secondsEach: number; most: number }

/** A program or some tests that try promises. */
export type Part = {
  /** As `--only` finds it. */
  name: string
  /** How it tries them, as the page says it. */
  how: string
  promises: readonly PromiseId[]
  /** The arguments of Node. */
  args: (seconds: number) => readonly string[]
  readings?: readonly Reading[]
  /** How long it takes at least, on two cores. */
  seconds: number
  /** Budgets to raise. */
  growth?: Growth
  /** The most seconds that a program makes use of, if it takes as many as it is given. */
  mostSeconds?: number
  /** It measures times, so nothing runs beside it. */
  isAlone?: true
  /** No other part of `npm run test:thorough` runs it. */
  isApart?: true
  /** Why it cannot run on this machine; null if it can. */
  missing?: () => string | null
}

const SETUP = '--test-global-setup=test/support/database/global-setup.ts'

/** The arguments that run these test files. The reporter prints what tests say, and counts them. */
export const testFiles =
  (...files: readonly string[]) =>
  (): readonly string[] => ['--test', '--test-concurrency=1', '--test-reporter=tap', SETUP, ...files]

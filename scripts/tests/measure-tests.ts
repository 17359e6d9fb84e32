import { afterEach, beforeEach } from 'node:test'
import type { Ended, Measured } from './messages.ts'
import { since, spentBy, totalOf, type Spent } from './processor-time.ts'

/** Measures the processor time of everything that runs under the parent of this process: it must be its only child of tests. */
export type Meter = {
  /** To be called when a file has been loaded. */
  loaded(): void
  /** What was spent since the last call, and each test of it. */
  ended(): Pick<Ended, 'spent' | 'tests'>
}

const spent = (): Spent => spentBy(process.ppid, process.pid)

/** Ends the name of the test that waits, at the end of each file, until the next one is loaded. */
export const HAS_ENDED = ' has ended'

type Begun = { at: number; spent: Spent }

const begin = (): Begun => ({ at: performance.now(), spent: spent() })

const measured = (name: string, begun: Begun): Measured => ({
  name,
  seconds: (performance.now() - begun.at) / 1_000,
  spent: since(begun.spent, spent()),
})

/** To be called before the first test is known: its hooks are those of every test. */
export const measureTests = (): Meter => {
  let file = begin()
  let tests: Measured[] = []
  const running = new Map<string, Begun>()
  beforeEach((t) => void running.set(t.fullName, begin()))
  afterEach((t) => {
    const begun = running.get(t.fullName)
    if (begun !== undefined && !t.name.endsWith(HAS_ENDED)) tests.push(measured(t.fullName, begun))
    running.delete(t.fullName)
  })
  return {
    loaded: () => tests.push(measured('(loading)', file)),
    ended: () => {
      const ended = { spent: since(file.spent, spent()), tests: tests.filter((each) => totalOf(each.spent) > 0) }
      file = begin()
      tests = []
      return ended
    },
  }
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Steps } from '#core/steps.ts'
import { doInTurns } from './turns.ts'

const LONGER_THAN_A_TURN_MS = 11

/** Work of some steps, each of which is noted; it fails after the last if it is to. */
function* work(
  noted: string[],
  name: string,
  { steps, isLong, fails = false }: { steps: number; isLong: boolean; fails?: boolean },
): Steps<string> {
  for (let step = 1; step <= steps; step += 1) {
    const begun = performance.now()
    while (isLong && performance.now() - begun < LONGER_THAN_A_TURN_MS);
    noted.push(`${name}${step}`)
    yield
  }
  if (fails) throw new Error(`${name} failed`)
  return name
}

test('long work goes on alone after its first turn, and work that fails lets the next go on', async () => {
  const noted: string[] = []
  const done = await Promise.allSettled([
    doInTurns(work(noted, 'a', { steps: 3, isLong: true, fails: true })),
    doInTurns(work(noted, 'b', { steps: 3, isLong: true })),
    doInTurns(work(noted, 'c', { steps: 3, isLong: false })),
  ])
  assert.deepEqual(
    done.map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason))),
    ['Error: a failed', 'b', 'c'],
  )
  // Where the short work comes depends on how busy the machine is.
  const long = noted.filter((step) => !step.startsWith('c'))
  assert.deepEqual(long, ['a1', 'b1', 'a2', 'a3', 'b2', 'b3'])
})

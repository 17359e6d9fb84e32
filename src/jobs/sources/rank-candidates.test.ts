import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RankingState } from '#ports/store/sources.ts'
import type { Store } from '#ports/store/store.ts'
import { rankCandidatesJob } from './rank-candidates.ts'

test('candidates are ranked when some have no score, and anew once something else is rejected', async () => {
  let state: RankingState = { isUnranked: true, isOpen: true, rejected: '1, ' }
  let ranked = 0
  const job = rankCandidatesJob({
    store: { private: { candidates: { rankingState: () => Promise.resolve(state) } } } as unknown as Store,
    rank: () => Promise.resolve((ranked += 1)),
  })
  const run = async (next: Partial<RankingState> = {}): Promise<[boolean, number]> => {
    state = { ...state, ...next }
    const { more } = await job.run(new AbortController().signal)
    return [more, ranked]
  }
  assert.deepEqual(await run(), [true, 1], 'more wait for the next lot')
  assert.deepEqual(await run(), [true, 2])
  assert.deepEqual(await run({ isUnranked: false }), [false, 2])
  assert.deepEqual(await run({ rejected: '2 1, ' }), [false, 3])
  assert.deepEqual(await run(), [false, 3])
  assert.deepEqual(await run({ isOpen: false, rejected: '2 1, 4' }), [false, 3], 'there is nothing to rank')
  assert.deepEqual(await run({ isOpen: true }), [false, 3], 'what comes next is unranked')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RankingState } from '#ports/store/sources.ts'
import type { Store } from '#ports/store/store.ts'
import { rankCandidatesJob, watchSourcesJob } from './sources.ts'
import type { WatchedSource } from '#core/sources/watched-source.ts'

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

const clock = { now: () => new Date('2026-11-22T12:00:00Z') }
const at = (id: number, host: string) => ({ id, address: `https://${host}/feed` }) as WatchedSource
const dueOf = (sources: WatchedSource[]) => ({ private: { sources: { due: () => Promise.resolve(sources) } } })

test('a source whose server does not answer keeps no other waiting', async () => {
  const sources = [at(1, 'silent.org'), at(2, 'silent.org'), at(3, 'one.org'), at(4, 'two.org')]
  const silent = Promise.withResolvers<null>()
  const others = Promise.withResolvers<null>()
  const begun: number[] = []
  const done = watchSourcesJob({
    store: dueOf(sources),
    clock,
    read: async ({ id }) => {
      begun.push(id)
      if (id === 1) await silent.promise
      if (id === 4) others.resolve(null)
    },
  }).run(new AbortController().signal)
  await others.promise
  // One host is asked for one source at a time.
  assert.deepEqual(
    begun.toSorted((a, b) => a - b),
    [1, 3, 4],
  )
  silent.resolve(null)
  await done
  assert.deepEqual(
    begun.toSorted((a, b) => a - b),
    [1, 2, 3, 4],
  )
})

test('a run that takes all its time gives way to the sources behind it', async () => {
  const sources = Array.from({ length: 6 }, (_, index) => at(index + 1, `host${index}.org`))
  const shares: AbortController[] = []
  const [all, ended] = [Promise.withResolvers<null>(), [] as number[]]
  const done = watchSourcesJob({
    store: dueOf(sources),
    clock,
    timeout: () => {
      const share = new AbortController()
      shares.push(share)
      if (shares.length === 4) all.resolve(null)
      return share.signal
    },
    read: async ({ id }, signal) => {
      if (id <= 4) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      ended.push(id)
    },
  }).run(new AbortController().signal)
  await all.promise
  assert.deepEqual(ended, [])
  for (const share of shares) share.abort()
  await done
  assert.deepEqual(
    ended.toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6],
  )
})

test('a source that stays due is read once in a round, and none once the service stops', async () => {
  const stop = new AbortController()
  let reads = 0
  const job = watchSourcesJob({
    store: dueOf([at(1, 'one.org')]),
    clock,
    read: () => {
      reads += 1
      return Promise.resolve()
    },
  })
  await job.run(stop.signal)
  assert.equal(reads, 1)
  stop.abort()
  await job.run(stop.signal)
  assert.equal(reads, 1)
})

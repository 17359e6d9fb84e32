import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WatchedSource } from '#core/sources/watched-source.ts'
import { watchSourcesJob } from './watch-sources.ts'

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
    share: () => {
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

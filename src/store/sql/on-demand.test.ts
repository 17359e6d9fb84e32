import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onDemand } from './on-demand.ts'

type Readers = {
  revision(): Promise<number>
  papers: { find(id: string): Promise<string>; count(): Promise<number> }
  sources: { list(): AsyncIterable<string> }
}

const complete: Readers = {
  revision: () => Promise.resolve(1),
  papers: { find: (id) => Promise.resolve(`found ${id}`), count: () => Promise.resolve(2) },
  sources: {
    async *list() {
      yield 'a'
      yield 'b'
    },
  },
}

test('the first use of a reader that is not there loads all, once', async () => {
  let loads = 0
  const readers = onDemand<Readers>({ revision: () => Promise.resolve(7) }, async () => {
    loads += 1
    return complete
  })
  assert.equal(await readers.revision(), 7)
  assert.equal(loads, 0)
  const { papers } = readers
  assert.deepEqual(await Promise.all([papers.find('p1'), readers.papers.count()]), ['found p1', 2])
  assert.deepEqual(await Array.fromAsync(readers.sources.list()), ['a', 'b'])
  assert.equal(readers.papers, complete.papers)
  assert.equal(await papers.find('p2'), 'found p2')
  assert.equal(await readers.revision(), 7)
  assert.equal(loads, 1)
})

test('a failure to load is that of each call, whether it is awaited or iterated', async () => {
  const readers = onDemand<Readers>({}, () => Promise.reject(new Error('no such module')))
  await assert.rejects(readers.papers.count(), /no such module/u)
  await assert.rejects(Array.fromAsync(readers.sources.list()), /no such module/u)
})

test('neither they nor a reader that waits for itself is taken for a promise', async () => {
  const readers = onDemand<Readers>({}, () => assert.fail('loaded'))
  assert.equal(typeof (await Promise.resolve(readers)), 'object')
  assert.equal(typeof (await Promise.resolve(readers.papers)), 'object')
})

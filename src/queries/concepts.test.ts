import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicReader } from '#ports/store/store.ts'
import { conceptTrends } from './concepts.ts'

type Listed = Awaited<ReturnType<PublicReader['concepts']['list']>>

const listed: Listed = {
  window: { newest: 2026, recent: [2025, 2026], before: [2023, 2024] },
  corpus: { recent: 10, before: 10 },
  concepts: [{ id: 'a', name: 'a', definition: null, papers: 3, recent: 3, before: 0, oldestYear: 2025 }],
}

const countingStore = () => {
  const state = { revision: 1, lists: 0, fails: false }
  const list = async (): Promise<Listed> => {
    state.lists += 1
    if (state.fails) throw new Error('not now')
    return listed
  }
  const store = { public: { concepts: { list } } as unknown as PublicReader, currentRevision: () => state.revision }
  return { state, trends: conceptTrends(store) }
}

test('concepts are read once for each revision, also by callers at the same time', async () => {
  const { state, trends } = countingStore()
  const [first, second] = await Promise.all([trends(), trends()])
  assert.equal(first, second)
  assert.equal(first?.[0]?.evidence.trend, 'emerging')
  await trends()
  assert.equal(state.lists, 1)
  state.revision = 2
  await trends()
  assert.equal(state.lists, 2)
})

test('a failure is not kept', async () => {
  const { state, trends } = countingStore()
  state.fails = true
  await assert.rejects(trends(), /not now/u)
  state.fails = false
  assert.equal((await trends()).length, 1)
})

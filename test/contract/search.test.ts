import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CountProgress, PaperFilter } from '#ports/papers.ts'
import type { Store } from '#ports/store.ts'
import { engines } from '../support/engines.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { addPapers, filter, found, newPaper } from '../support/stored.ts'
import { recordingLog } from '../support/recording-log.ts'

const corpus = [
  newPaper({
    id: 'p1',
    title: 'Planning long-horizon tasks',
    authors: ['Ada Lovelace', 'Wei Wang'],
    abstract: 'Agents plan with GPT-4o and C++ tools; it isn’t easy. Ångström scale, naïve baselines.',
    topics: ['planning', 'tool use'],
    longHorizon: 900_000,
    chapter: 2,
    type: 'empirical',
  }),
  newPaper({
    id: 'p2',
    title: 'Memory for agents',
    authors: ['Wang Wei'],
    abstract: 'A long memory, then a horizon. 長期的な計画を学ぶ。 Back\\slash and \'quotes\' and "doubles".',
    topics: ['memory'],
    longHorizon: 500_000,
    chapter: 3,
    type: 'case_study',
  }),
  newPaper({ id: 'p3', title: 'C# agents: planned failures', authors: ['Zoë Ölund'], longHorizon: null, chapter: 2 }),
]

/** Counted as answers count them: by traits at once, by words in slices. */
const countedIn = async (store: Store, asked: PaperFilter): Promise<number> => {
  if (asked.query === null) return store.read.papers.total(asked)
  let progress: CountProgress = { counted: 0, after: 0 }
  while (progress.after !== null) progress = await store.read.papers.countOn(asked, progress, 7)
  return progress.counted
}

const cases: [query: string, ids: string[]][] = [
  ['agents', ['p1', 'p2', 'p3']],
  ['plan', ['p1', 'p3']],
  ['long horizon', ['p1', 'p2']],
  ['"long horizon"', ['p1']],
  ['long-horizon', ['p1']],
  ['longhorizon', ['p1']],
  ['gpt-4o', ['p1']],
  ['gpt4o', ['p1']],
  ['c++', ['p1']],
  ['c#', ['p3']],
  ['c', ['p1', 'p3']],
  ['agents -memory', ['p1', 'p3']],
  ['-memory', ['p1', 'p3']],
  ['-"wei wang"', ['p2', 'p3']],
  ['memory OR failures', ['p2', 'p3']],
  ['memory OR failures agents', ['p2', 'p3']],
  ['title:agents', ['p2', 'p3']],
  ['abstract:agents', ['p1']],
  ['author:wang', ['p1', 'p2']],
  ['author:"wei wang"', ['p1']],
  ['title:wang', []],
  ['topic:planning', ['p1']],
  ['topic:"planning tool"', []],
  ['author:"lovelace wei"', []],
  ['"tasks ada"', []],
  ['mem*', ['p2']],
  ['plannin*', ['p1', 'p3']],
  ['title:plan*', ['p1', 'p3']],
  ['abstract:plan*', ['p1']],
  ['"agents plan"', ['p1', 'p3']],
  ['angstrom', ['p1']],
  ['naive', ['p1']],
  ['zoe olund', ['p3']],
  ['isn’t', ['p1']],
  ['長期', ['p2']],
  ['計画を', ['p2']],
  ['slash', ['p2']],
  ["'quotes'", ['p2']],
  ["back\\slash '); drop", []],
  ['???', []],
  ['""', []],
  ['nowhere', []],
  ['OR', []],
]

const word = (index: number): string => index.toString(36).replaceAll(/\d/gu, 'q').padStart(4, 'z')

for (const engine of engines) {
  const open = async (t: Parameters<typeof engine.open>[0]): Promise<Store> =>
    engine.open(t, { clock: fakeClock(), log: recordingLog([]) })

  test(`${engine.name}: every operator finds the same papers, best first`, async (t) => {
    const store = await open(t)
    await addPapers(store, ...corpus)
    for (const [query, ids] of cases) assert.deepEqual(await found(store, query), ids, query)
    assert.deepEqual(await found(store, 'agents', { chapter: 2 }), ['p1', 'p3'])
    assert.deepEqual(await found(store, null, { type: 'case_study' }), ['p2'])
    assert.deepEqual(await found(store, 'agents', { minLongHorizon: 500_000 }), ['p1', 'p2'])
    assert.deepEqual(await found(store, null, { minLongHorizon: 500_001 }), ['p1'])
    await store.close()
  })

  test(`${engine.name}: pages follow each other, with the number of all matches`, async (t) => {
    const store = await open(t)
    const many = Array.from({ length: 45 }, (_, index) =>
      newPaper({ id: `p${index + 1}`, title: `Agents ${index}`, longHorizon: index % 3 === 0 ? null : index * 1_000 }),
    )
    await addPapers(store, ...many)
    for (const text of [null, 'agents']) {
      const whole = await store.read.papers.list(filter(text), null, 500)
      assert.equal(whole.papers.length, 45)
      const walked: string[] = []
      assert.equal(await countedIn(store, filter(text)), 45)
      for (let after: number | null = null, pages = 0; pages < 10; pages += 1) {
        const page = await store.read.papers.list(filter(text), after, 20)
        walked.push(...page.papers.map(({ id }) => id))
        after = page.next
        if (after === null) break
      }
      assert.deepEqual(
        walked,
        whole.papers.map(({ id }) => id),
      )
    }
    await store.close()
  })

  test(`${engine.name}: the largest papers that the forms let through are stored and found`, async (t) => {
    const store = await open(t)
    const cjk = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x4e_00 + index)).join('')
    await addPapers(
      store,
      newPaper({
        id: 'p1',
        title: 'the '.repeat(250).trim(),
        authors: Array.from(
          { length: 2_000 },
          (_, index) => `${word(index)} Wang ${cjk.slice(index % 300, (index % 300) + 250)}`,
        ),
        abstract: `${'agent memory '.repeat(3_000)}last words here`,
        topics: Array.from({ length: 100 }, (_, index) => cjk.slice(index, index + 200)),
      }),
    )
    assert.deepEqual(await found(store, 'abstract:last abstract:here title:the author:wang'), ['p1'])
    assert.deepEqual(await found(store, '"agent memory"'), ['p1'])
    assert.deepEqual(await found(store, '"last words"'), [])
    assert.deepEqual(await found(store, 'abstract:wang'), [])
    await store.close()
  })

  test(`${engine.name}: a retracted paper leaves search and counts`, async (t) => {
    const store = await open(t)
    await addPapers(store, ...corpus)
    await store.transact((tx) =>
      tx.papers.move('p1', { state: 'retracted', note: 'wrong data', actor: 'test', at: '2026-11-20T11:00:00.000Z' }),
    )
    assert.deepEqual(await found(store, 'agents'), ['p2', 'p3'])
    assert.deepEqual(await found(store, null), ['p2', 'p3'])
    assert.equal((await store.read.stats.counts()).papers, 2)
    assert.deepEqual(await store.read.papers.find('p1'), {
      state: 'retracted',
      retractedAt: '2026-11-20T11:00:00.000Z',
      reason: 'wrong data',
    })
    await store.close()
  })
}

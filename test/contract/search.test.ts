import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LibraryFilter } from '#core/search/paper-filter.ts'
import type { CountProgress } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'
import { engines } from '../support/database/engines.ts'
import { fakeClock, recordingLog } from '../support/ports.ts'
import { addPapers, filter, found, newPaper } from '../support/database/stored.ts'

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

/** Counted as responses count them: by traits at once, by words in slices. */
const countedIn = async (store: Store, searches: LibraryFilter): Promise<number> => {
  if (searches.query === null) return store.public.papers.countByAttributes(searches)
  let progress: CountProgress = { counted: 0, after: 0 }
  while (progress.after !== null) progress = await store.public.papers.continueCount(searches, progress, 7)
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
  ['"c++"', ['p1']],
  ['"C# agents"', ['p3']],
  ['"c agents"', []],
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

/** A text that one in this many papers has. */
const every = (step: number, index: number, text: string): string => (index % step === 0 ? text : '')

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
      const whole = await store.public.papers.list(filter(text), null, 500)
      assert.equal(whole.papers.length, 45)
      const walked: string[] = []
      assert.equal(await countedIn(store, filter(text)), 45)
      for (let after: number | null = null, pages = 0; pages < 10; pages += 1) {
        const page = await store.public.papers.list(filter(text), after, 20)
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

  test(`${engine.name}: rare and frequent words, fields and phrases are found alike, on every page`, async (t) => {
    const store = await open(t)
    const many = Array.from({ length: 1_500 }, (_, index) =>
      newPaper({
        id: `p${index + 1}`,
        title: `alpha ${every(2, index, 'beta')} ${every(170, index, 'gamma')} ${every(3, index, 'delta epsilon')}`,
        abstract: `${every(5, index, 'gamma')} ${index % 3 === 0 ? 'epsilon delta' : 'delta epsilon'} ${every(400, index, 'last')}`,
        longHorizon: 1_000_000 - (index % 997) * 1_000,
      }),
    )
    for (let first = 0; first < many.length; first += 300) await addPapers(store, ...many.slice(first, first + 300))
    const inOrder = many
      .map(({ paper }, index) => ({ id: paper.id, index, score: paper.longHorizon ?? 0 }))
      .toSorted((a, b) => b.score - a.score || a.index - b.index)
    const searches: [string, (index: number) => boolean][] = [
      ['beta', (index) => index % 2 === 0],
      ['title:gamma', (index) => index % 170 === 0],
      ['gamma -title:gamma', (index) => index % 5 === 0 && index % 170 !== 0],
      ['title:"delta epsilon"', (index) => index % 3 === 0],
      ['"epsilon delta"', (index) => index % 3 === 0],
      ['"delta epsilon"', () => true],
      ['"epsilon last"', (index) => index % 400 === 0 && index % 3 !== 0],
      ['"delta last" OR title:gamma', (index) => index % 1_200 === 0 || index % 170 === 0],
      ['"delta la*" -beta', () => false],
      ['delta-las* beta', (index) => index % 1_200 === 0],
    ]
    for (const [text, holds] of searches)
      for (const minLongHorizon of [null, 400_000]) {
        const expected = inOrder.filter(({ index, score }) => holds(index) && score >= (minLongHorizon ?? 0))
        const walked: string[] = []
        for (let after: number | null = 0; after !== null;) {
          const page = await store.public.papers.list(filter(text, { minLongHorizon }), after, 100)
          walked.push(...page.papers.map(({ id }) => id))
          after = page.next
        }
        assert.deepEqual(
          walked,
          expected.map(({ id }) => id),
          text,
        )
        assert.equal(await countedIn(store, filter(text, { minLongHorizon })), expected.length, text)
      }
    await store.close()
  })

  test(`${engine.name}: the largest papers that the schema accepts are stored and found`, async (t) => {
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
    // Every field is full to its last byte, with the longest words possible.
    const long = (from: number): string =>
      Array.from({ length: 9_000 }, (_, index) => word(from + index).padEnd(64, 'x')).join(' ')
    await addPapers(
      store,
      newPaper({ id: 'p2', title: long(0), authors: [long(10_000)], abstract: long(20_000), topics: [long(30_000)] }),
    )
    assert.deepEqual(await found(store, `abstract:"${word(20_000).padEnd(64, 'x')} ${word(20_001).padEnd(64, 'x')}"`), [
      'p2',
    ])
    await store.close()
  })

  test(`${engine.name}: a retracted paper leaves search and counts`, async (t) => {
    const store = await open(t)
    await addPapers(store, ...corpus)
    await store.transact((tx) =>
      tx.papers.transition('p1', {
        state: 'retracted',
        note: 'wrong data',
        actor: 'test',
        at: '2026-11-20T11:00:00.000Z',
      }),
    )
    assert.deepEqual(await found(store, 'agents'), ['p2', 'p3'])
    assert.deepEqual(await found(store, null), ['p2', 'p3'])
    assert.equal((await store.public.stats.counts()).papers, 2)
    assert.deepEqual(await store.public.papers.find('p1'), {
      state: 'retracted',
      retractedAt: '2026-11-20T11:00:00.000Z',
      reason: 'wrong data',
    })
    await store.close()
  })
}

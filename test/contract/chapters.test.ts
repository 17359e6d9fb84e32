import assert from 'node:assert/strict'
import { addChapter, mergeChapters, mergeChapterStep, removeChapter, setChapters } from '#actions/editorial/chapters.ts'
import type { Store } from '#ports/store/store.ts'
import { everyPaper } from '#core/search/paper-filter.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'
import { fakeClock, refusesWith, testRunner } from '../support/ports.ts'

const BY = { actor: 'editor:ada', at: AT }

const named = async (store: Store): Promise<[number, string, number][]> =>
  (await store.public.chapters.list()).map(({ number, name, version }) => [number, name, version])

const inChapter = async (store: Store, chapter: number): Promise<string[]> =>
  (await store.public.papers.list({ ...everyPaper, chapter }, null, 500)).papers.map(({ id }) => id)

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a new library has seven chapters that are called by their numbers', async (store) => {
    assert.deepEqual(
      await store.public.chapters.list(),
      ([1, 2, 3, 4, 5, 6, 7] as const).map((number) => ({
        number,
        name: `Chapter ${number}`,
        introduction: '',
        version: 0,
      })),
    )
  })

  contract('a chapter keeps its number and gets a new version whenever it is written', async (store) => {
    const before = await store.private.revision()
    const text = { name: 'Remembering', introduction: 'Other *words*.' }
    assert.equal(await store.transact((tx) => tx.chapters.put(3, text, AT)), 1)
    assert.equal(await store.transact((tx) => tx.chapters.put(3, { ...text, name: 'Recall' }, AT)), 2)
    const all = await store.public.chapters.list()
    assert.deepEqual(all[2], { number: 3, name: 'Recall', introduction: 'Other *words*.', version: 2 })
    for (const chapter of all) assert.deepEqual(await store.public.chapters.get(chapter.number), chapter)
    assert.deepEqual(
      await store.public.chapters.names(),
      all.map(({ number, name }) => ({ number, name })),
    )
    assert.equal(await store.private.revision(), before + 2)
  })

  contract('chapters come, go and are ordered, and each is a public change', async (store) => {
    await store.transact(async (tx) => {
      for (const number of [1, 2, 4, 6, 7] as const) await tx.chapters.remove(number)
      await tx.chapters.order([5, 3])
    })
    assert.deepEqual(await named(store), [
      [5, 'Chapter 5', 0],
      [3, 'Chapter 3', 0],
    ])
    assert.equal(await store.public.chapters.find(1), null)
    await assert.rejects(() => store.public.chapters.get(1), refusesWith('not_found', /has no chapter 1\./u))
    await store.transact((tx) => tx.chapters.put(1, { name: 'Back', introduction: '' }, AT))
    assert.deepEqual((await named(store)).at(-1), [1, 'Back', 1], 'a chapter that is added stands last')
    const changes = await store.public.changes.after(0, 20)
    assert.deepEqual(
      changes.map(({ kind, id, event }) => `${kind} ${id} ${event}`),
      [...[1, 2, 4, 6, 7].map((number) => `chapter ${number} retracted`), 'chapter 1 added'],
    )
    await store.transact(async (tx) => {
      for (const { number } of await tx.chapters.names()) await tx.chapters.remove(number)
    })
    assert.deepEqual(await named(store), [])
  })

  contract('words that come with a corpus are for chapters that nobody has edited', async (store) => {
    await store.transact((tx) => tx.chapters.put(2, { name: 'Own', introduction: 'Own.' }, AT))
    await store.transact((tx) =>
      tx.chapters.define(
        [
          { number: 1, name: 'First', introduction: 'F.' },
          { number: 2, name: 'Second', introduction: 'S.' },
        ],
        AT,
      ),
    )
    assert.deepEqual((await named(store)).slice(0, 3), [
      [1, 'First', 0],
      [2, 'Own', 1],
      [3, 'Chapter 3', 0],
    ])
  })

  contract('papers of every state move from a chapter, some at a time, each as a new version', async (store) => {
    const states = ['accepted', 'pending', 'accepted', 'pending', 'accepted'] as const
    await addPapers(
      store,
      ...states.map((state, index) =>
        newPaper({ id: `p${index + 1}`, chapter: 5, longHorizon: 10_000 * index, concepts: ['a'] }, state),
      ),
      newPaper({ id: 'p9', chapter: 3 }),
    )
    await store.transact((tx) =>
      tx.papers.transition('p3', { state: 'retracted', note: 'wrong', actor: 'editor:ada', at: AT }),
    )
    assert.deepEqual(await store.private.chapters.countPapers(5), { public: 2, other: 3 })
    const moved: number[] = []
    for (let last = 2; last === 2; moved.push(last))
      last = await store.transact((tx) => tx.chapters.movePapers(5, 3, { ...BY, most: 2 }))
    assert.deepEqual(moved, [2, 2, 1])
    assert.deepEqual(await store.private.chapters.countPapers(5), { public: 0, other: 0 })
    assert.deepEqual(await store.private.chapters.countPapers(3), { public: 3, other: 3 })
    assert.deepEqual([await inChapter(store, 5), (await inChapter(store, 3)).toSorted()], [[], ['p1', 'p5', 'p9']])
    const { facets } = (await store.public.library.page(everyPaper, 'long-horizon', null, 5)).counts
    assert.deepEqual(
      facets.chapter.map(({ value, papers }) => [value, papers]),
      [['3', 3]],
    )
    assert.deepEqual(await store.public.plots.chapters(), [{ chapter: 3, papers: 3 }])
    assert.deepEqual((await store.public.related.conceptCoverage(1))[0]?.byChapter, [0, 0, 2, 0, 0, 0, 0])
    for (const id of ['p1', 'p2', 'p3', 'p4', 'p5'])
      assert.deepEqual(
        [
          (await store.private.versions.find(id, 1))?.paper.chapter,
          (await store.private.versions.find(id, 2))?.paper.chapter,
        ],
        [5, 3],
        id,
      )
    const changes = await store.public.changes.after(0, 50)
    assert.deepEqual(
      changes.slice(-2).map(({ kind, id, event }) => `${kind} ${id} ${event}`),
      ['paper p5 revised', 'paper p1 revised'].toSorted(),
    )
    await store.transact((tx) => tx.chapters.movePapers(3, null, { ...BY, most: 50 }))
    assert.deepEqual(await store.public.plots.chapters(), [{ chapter: null, papers: 3 }])
  })

  contract('a paper may name a chapter that the library lacks', async (store) => {
    await store.transact((tx) => tx.chapters.remove(5))
    await addPapers(
      store,
      newPaper({ id: 'p1', chapter: 5 }, 'pending'),
      newPaper({ id: 'p2', chapter: 4 }, 'pending'),
      newPaper({ id: 'p3' }, 'pending'),
    )
    const lacked = await Promise.all(['p1', 'p2', 'p3', 'p4'].map((id) => store.private.chapters.findLacked(id)))
    assert.deepEqual(lacked, [5, null, null, null])
  })

  contract('the chapters of a library are set as a whole: added, edited, ordered and taken out', async (store) => {
    const run = await testRunner({ store, clock: fakeClock() })
    const set = (...chapters: [1 | 2 | 3 | 4 | 5 | 6 | 7, string][]): Promise<void> =>
      run(setChapters, {
        chapters: chapters.map(([number, name]) => ({ number, name, introduction: '' })),
        actor: 'editor:ada',
      })
    await set([6, 'Trials'], [2, 'Reviews'], [3, 'Chapter 3'])
    assert.deepEqual(await named(store), [
      [6, 'Trials', 1],
      [2, 'Reviews', 1],
      [3, 'Chapter 3', 0],
    ])
    const revision = await store.private.revision()
    await set([6, 'Trials'], [2, 'Reviews'], [3, 'Chapter 3'])
    assert.equal(await store.private.revision(), revision, 'what is as it was changes nothing')
    await addPapers(store, newPaper({ id: 'p1', chapter: 2 }), newPaper({ id: 'p2', chapter: 2 }, 'pending'))
    await assert.rejects(
      () => set([3, 'Third'], [1, 'First']),
      refusesWith('wrong_state', /^Chapter 2: Reviews has 2 papers, 1 of them not public: merge it/u),
    )
    await assert.rejects(
      () => set([3, 'Third'], [3, 'Again']),
      refusesWith('invalid', /chapters\.1\.number: is given twice/u),
    )
    assert.equal((await named(store)).length, 3, 'a refused set changes nothing')
    await set([2, 'Reviews'], [7, 'Seventh'], [6, 'Trials'])
    assert.deepEqual(
      (await named(store)).map(([number]) => number),
      [2, 7, 6],
    )
    await mergeChapters(run, { number: 2, into: null, actor: 'editor:ada' })
    await set()
    assert.deepEqual(await named(store), [])
    await set(...([1, 2, 3, 4, 5, 6, 7] as const).map((number): [typeof number, string] => [number, `n${number}`]))
    assert.equal((await named(store)).length, 7)
    const acts = new Set((await store.private.audit.listAfter(0, 100)).map(({ act, subject }) => `${act} ${subject}`))
    for (const act of [
      'chapter.add 7',
      'chapter.edit 6',
      'chapter.remove 3',
      'chapters.order chapters',
      'chapter.merge 2',
    ])
      assert.ok(acts.has(act), act)
  })

  contract(
    'a chapter is merged step by step, goes with its last paper, and any step may be the last one',
    async (store) => {
      const run = await testRunner({ store, clock: fakeClock() })
      await addPapers(
        store,
        ...Array.from({ length: 450 }, (_, index) => newPaper({ id: `p${index + 1}`, chapter: 4 })),
      )
      const input = { number: 4, into: 1, actor: 'editor:ada' } as const
      assert.deepEqual(await mergeChapters(run, input, 1), { moved: 200, left: 250 })
      assert.deepEqual(await store.private.chapters.countPapers(1), { public: 200, other: 0 })
      await assert.rejects(
        () => run(removeChapter, { number: 4, actor: 'editor:ada' }),
        refusesWith('wrong_state', /^Chapter 4 has 250 papers: merge/u),
      )
      assert.deepEqual(await mergeChapters(run, input), { moved: 250, left: 0 })
      assert.equal(await store.public.chapters.find(4), null)
      assert.deepEqual(await store.public.plots.chapters(), [{ chapter: 1, papers: 450 }])
      const refused = (
        given: Partial<typeof input> | { into: 4 | null },
        code: 'invalid' | 'not_found',
        message: RegExp,
      ) => assert.rejects(() => run(mergeChapterStep, { ...input, ...given }), refusesWith(code, message))
      await refused({ into: 4 }, 'invalid', /into: must be another chapter, or none/u)
      await refused({ into: null }, 'not_found', /has no chapter 4, and no paper names it/u)
      await assert.rejects(
        () => run(mergeChapterStep, { number: 1, into: 4, actor: 'x' }),
        refusesWith('not_found', /has no chapter 4\./u),
      )
      await addPapers(store, newPaper({ id: 'p900', chapter: 4 }, 'pending'))
      assert.deepEqual(
        await mergeChapters(run, { ...input, into: null }),
        { moved: 1, left: 0 },
        'a number that it lacks',
      )
      await assert.rejects(
        () => run(addChapter, { chapter: { number: 1, name: 'Twice', introduction: '' }, actor: 'x' }),
        refusesWith('wrong_state', /already has a chapter 1/u),
      )
    },
  )
}

import assert from 'node:assert/strict'
import { defaultSettings, type StoredSettings } from '#core/settings.ts'
import { toSample } from '#core/assessment/vector-space.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { fakeClock, testRunner } from '../support/ports.ts'
import { setSettings } from '../support/service/settings.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'

const fiction = (number: number) =>
  newPaper({
    id: `p${number}`,
    title: `Story ${number}`,
    abstract: 'A tale of the sea.',
    longHorizon: 900_000 - number,
  })

const about = (id: string, title: string, longHorizon: number | null) =>
  newPaper({ id, title, abstract: 'Retrieval from episodic memory.', longHorizon })

const assessed = { chapter: 3, type: 'system', longHorizon: 500_000 } as const

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('an assessment lacks only what the library has and shows', async (store) => {
    const { assessments, queue } = store.private
    const run = await testRunner({ store, clock: fakeClock() })
    const service = { run }
    await addPapers(
      store,
      newPaper({ id: 'p1', ...assessed, type: null }),
      newPaper({ id: 'p2', ...assessed, longHorizon: null }),
      newPaper({ id: 'p3', ...assessed, chapter: null }),
      newPaper({ id: 'p4', ...assessed, type: null }, 'pending'),
      newPaper({ id: 'p5', ...assessed, longHorizon: null }, 'pending'),
    )
    const labels = { types: { one: 'a "off":["gaps","types"]', many: '"scores":[]' } }
    const [, practice] = defaultSettings('House').scores
    assert.ok(practice)
    const cases: [StoredSettings, string[], string[]][] = [
      [{}, ['p1', 'p3', 'p2'], ['p4', 'p5']],
      [{ labels }, ['p1', 'p3', 'p2'], ['p4', 'p5']],
      [{ off: ['gaps', 'types'] }, ['p3', 'p2'], ['p5']],
      [{ labels, off: ['gaps'], scores: [] }, ['p1', 'p3'], ['p4']],
      [{ scores: [practice], off: ['types'] }, ['p3'], []],
    ]
    for (const [words, open, waiting] of cases) {
      await setSettings(service, words)
      const found = await assessments.listUnassessed(null, 9)
      assert.deepEqual(found.papers.map(({ id }) => id).toSorted(), open.toSorted(), JSON.stringify(words))
      assert.equal(await assessments.countUnassessed(), open.length)
      const pending = { state: 'pending', submittedBy: null, session: null, maxRisk: null, assessed: false } as const
      const { papers } = await queue.list(pending, { order: 'age', after: null, limit: 9 })
      assert.deepEqual(
        papers.map(({ id }) => id),
        waiting,
      )
      assert.ok(papers.every(({ lacks }) => lacks.length === 1))
    }
  })

  contract('public papers without a chapter, type or long-horizon score are not yet assessed', async (store) => {
    const { assessments, queue } = store.private
    await addPapers(
      store,
      newPaper({ id: 'p1', ...assessed }),
      newPaper({ id: 'p2', ...assessed, chapter: null }),
      newPaper({ id: 'p3', ...assessed, longHorizon: null }),
      newPaper({ id: 'p4', ...assessed, type: null, longHorizon: 900_000 }),
      newPaper({ id: 'p5' }, 'pending'),
      newPaper({ id: 'p6', ...assessed }, 'pending'),
    )
    const first = await assessments.listUnassessed(null, 2)
    const rest = await assessments.listUnassessed(first.next, 2)
    assert.deepEqual(
      [...first.papers, ...rest.papers].map(({ id }) => id),
      ['p4', 'p2', 'p3'],
    )
    assert.deepEqual([rest.next, await assessments.countUnassessed()], [null, 3])
    const pending = { state: 'pending', submittedBy: null, session: null, maxRisk: null } as const
    for (const [isAssessed, id] of [
      [false, 'p5'],
      [true, 'p6'],
    ] as const) {
      const filter = { ...pending, assessed: isAssessed }
      const { papers } = await queue.list(filter, { order: 'risk', after: null, limit: 9 })
      assert.deepEqual([papers.map((paper) => paper.id), await queue.count(filter)], [[id], 1])
    }
  })

  contract(
    'suggestions learn from accepted papers with the words of the ranking, never from the paper itself',
    async (store) => {
      await addPapers(store, fiction(1), fiction(2), newPaper({ id: 'p3', title: 'Hidden' }, 'pending'))
      const { samples, isAll } = await store.private.assessments.samplesFor(corePaper({ id: 'p9' }), 10)
      assert.deepEqual([samples.map(({ paper }) => paper.id), isAll], [['p1', 'p2'], true])
      for (const sample of samples) {
        const made = toSample(sample.paper)
        for (const field of ['title', 'abstract'] as const)
          assert.deepEqual(Array.from(sample.words[field].inOrder), Array.from(made.words[field].inOrder))
      }
      const others = await store.private.assessments.samplesFor(corePaper({ id: 'p1' }), 10)
      assert.deepEqual([others.samples.map(({ paper }) => paper.id), others.isAll], [['p2'], false])
    },
  )

  contract('samples for a suggestion are the assessed papers with the most similar words', async (store) => {
    await addPapers(
      store,
      ...[1, 2, 3, 4].map(fiction),
      about('p5', 'Episodic memory', 500_000),
      about('p6', 'Memory retrieval', 500_000),
      about('p7', 'Episodic memory retrieval', null),
    )
    const asked = corePaper({ id: 'p9', title: 'Episodic memory retrieval', abstract: 'On memory.' })
    const read = async (limit: number) => {
      const { samples, isAll } = await store.private.assessments.samplesFor(asked, limit)
      return [samples.map(({ paper }) => paper.id).toSorted(), isAll]
    }
    assert.deepEqual(await read(2), [['p5', 'p6'], false])
    assert.deepEqual(await read(6), [['p1', 'p2', 'p3', 'p4', 'p5', 'p6'], true])
  })

  contract('a concept is known by the names that it had', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', concepts: ['History compaction'] }))
    const [concept] = await store.private.concepts.listAll()
    await store.transact((tx) =>
      tx.concepts.revise(
        concept?.id ?? '',
        { name: 'Context compression', definition: null },
        { actor: 'test', at: AT },
      ),
    )
    assert.deepEqual(await store.private.assessments.listNames(), [
      { name: 'Context compression', otherNames: ['history compaction'] },
    ])
  })
}

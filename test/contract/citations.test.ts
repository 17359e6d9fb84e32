import assert from 'node:assert/strict'
import { importRecords, type CheckedRecord } from '#actions/imports.ts'
import { dismissCandidate } from '#actions/candidates.ts'
import { listCitedWorks } from '#actions/cited-works.ts'
import { decidePaper } from '#actions/decisions.ts'
import { savePaperVersion } from '#actions/papers.ts'
import type { CitationSource, CitedWork } from '#core/citations/cited-work.ts'
import { sourceRecord } from '#core/imports/imported-record.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'
import { fakeClock, testRunner } from '../support/ports.ts'

const cited = (given: Partial<CitedWork>): CitedWork => ({
  doi: null,
  arxivId: null,
  openalexId: null,
  title: null,
  year: null,
  authors: [],
  text: null,
  ...given,
})

type Given = Partial<PaperWithText> & { references?: CitedWork[]; format?: CitationSource; recordId?: string }

const record = ({ references = [], format = 'crossref', recordId, ...paper }: Given): CheckedRecord => ({
  position: 'record 1',
  paper: corePaper({ id: 'p0', year: 2025, authors: ['Ada Byron'], ...paper }),
  source: sourceRecord(
    {
      format,
      position: 'record 1',
      recordId: recordId ?? null,
      fields: {},
      unmapped: [],
      source: JSON.stringify([paper, references, format]),
    },
    { place: 'works.json', fetchedAt: AT },
  ),
  ...(references.length === 0 ? {} : { references }),
})

const runner = (store: Store) => testRunner({ store, clock: fakeClock(AT) })

const importing = (store: Store, given: Partial<Parameters<typeof importRecords>[1]> = {}) => {
  return async (...batch: CheckedRecord[]): Promise<string[]> => {
    const run = await runner(store)
    const order = { batch, state: 'accepted' as const, actor: 'cli', session: null, onlyOf: null, ...given }
    return (await run(importRecords, order)).map(({ id }) => id)
  }
}

const listed = async ({ public: { citations } }: Store, id: string): Promise<string[]> =>
  (await citations.references(id, null, 100)).references.map(({ work, paper, sources, citations: count }) =>
    [paper?.id ?? '-', work.title ?? work.doi ?? work.openalexId ?? work.text, sources.join('+'), count].join(' | '),
  )

const citing = async ({ public: { citations } }: Store, id: string): Promise<string[]> =>
  (await citations.citing(id, null, 100)).papers.map((paper) => paper.id)

const PLANS = { title: 'Plans of agents: a study of memory', authors: ['Grace Hopper', 'Alan Turing'], year: 2023 }
const MAPS = { title: 'Maps for robots that explore caves', authors: ['Mary Jackson'], year: 2022 }

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('references find the paper that they are to, by identifiers or as duplicates do', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', ...PLANS, doi: '10.1000/plans' }),
      newPaper({ id: 'p2', ...MAPS, arxivId: '2201.00001' }),
    )
    const [id = ''] = await importing(store)(
      record({
        title: 'A citing work',
        references: [
          cited({ doi: '10.1000/plans' }),
          cited({ title: 'Maps for robots that explore caves.', authors: ['M. Jackson'], year: 2022 }),
          cited({ title: 'Maps for robots that explore towns', authors: ['M. Jackson'], year: 2022 }),
          cited({ title: 'Plans of agents: a study of memory', authors: ['B. Other'], year: 2023 }),
          cited({ text: 'Byron, A., MNRAS 407, 435' }),
        ],
      }),
    )
    assert.deepEqual(await listed(store, id), [
      'p1 | 10.1000/plans | crossref | 1',
      'p2 | Maps for robots that explore caves. | crossref | 1',
      '- | Maps for robots that explore towns | crossref | 1',
      '- | Plans of agents: a study of memory | crossref | 1',
      '- | Byron, A., MNRAS 407, 435 | crossref | 1',
    ])
    assert.deepEqual(await citing(store, 'p1'), [id])
    assert.deepEqual(await store.public.citations.counts(id), { references: 5, inLibrary: 2, citations: 0 })
    assert.deepEqual(await store.public.citations.counts('p2'), { references: 0, inLibrary: 0, citations: 1 })
  })

  contract(
    'a paper that comes later is found by the references to it, also with a typo in the title',
    async (store) => {
      const add = importing(store)
      const references = [
        cited({ title: 'Plans of agents: a studdy of memory', authors: ['G. Hopper'], year: 2023 }),
        cited({ doi: '10.1000/maps' }),
      ]
      const [one = '', two = ''] = await add(
        record({ title: 'Work on plans', references }),
        record({ title: 'More work on other plans', authors: ['Jean Bartik'], references: references.slice(0, 1) }),
      )
      assert.deepEqual(await listed(store, two), ['- | Plans of agents: a studdy of memory | crossref | 2'])
      const [plans = '', maps = ''] = await add(record({ ...PLANS }), record({ ...MAPS, doi: '10.1000/maps' }))
      assert.deepEqual(await citing(store, plans), [two, one])
      assert.deepEqual(await citing(store, maps), [one])
      assert.deepEqual((await store.public.citations.counts(plans)).citations, 2)
      const page = await store.public.citations.citing(plans, null, 1)
      assert.deepEqual([page.papers.map(({ id }) => id), page.next !== null], [[two], true])
      const rest = await store.public.citations.citing(plans, page.next, 1)
      assert.deepEqual([rest.papers.map(({ id }) => id), rest.next], [[one], null])
    },
  )

  contract('records of several formats join their references, each with where it came from', async (store) => {
    const add = importing(store)
    const paper = { title: 'A citing work', doi: '10.1000/citing' }
    const [id = ''] = await add(record({ ...paper, references: [cited({ doi: '10.1000/plans', ...PLANS })] }))
    await add(
      record({
        ...paper,
        format: 'pdf',
        references: [
          cited({ title: PLANS.title, year: 2023, authors: ['G. Hopper'], text: 'as printed' }),
          cited(MAPS),
        ],
      }),
    )
    await add(record({ ...paper, format: 'openalex', references: [cited({ openalexId: 'W7' })] }))
    assert.deepEqual(await listed(store, id), [`- | ${PLANS.title} | crossref+pdf | 1`, `- | ${MAPS.title} | pdf | 1`])
  })

  contract('works of OpenAlex find each other by its ids', async (store) => {
    const add = importing(store)
    const [citer = ''] = await add(
      record({
        title: 'A',
        format: 'openalex',
        recordId: 'https://openalex.org/W1',
        references: [cited({ openalexId: 'W2' })],
      }),
    )
    assert.deepEqual(await listed(store, citer), ['- | W2 | openalex | 1'])
    const [target = ''] = await add(record({ ...PLANS, format: 'openalex', recordId: 'https://openalex.org/W2' }))
    const [other = ''] = await add(
      record({
        title: 'C',
        authors: ['Jean Bartik'],
        format: 'openalex',
        references: [cited({ openalexId: 'W2' }), cited({ openalexId: 'W1' })],
      }),
    )
    assert.deepEqual(await citing(store, target), [other, citer])
    assert.deepEqual(await citing(store, citer), [other])
  })

  contract('unpublished papers are missing on either end, and counted once they are public', async (store) => {
    const run = await runner(store)
    await addPapers(
      store,
      newPaper({ id: 'p1', ...PLANS, doi: '10.1000/plans' }),
      newPaper({ id: 'p2', ...MAPS }, 'pending'),
    )
    const references = [cited({ doi: '10.1000/plans' }), cited(MAPS)]
    const [id = ''] = await importing(store, { state: 'pending', session: 's' })(
      record({ title: 'It waits', references }),
    )
    assert.deepEqual(await citing(store, 'p1'), [])
    assert.equal((await store.public.citations.counts('p1')).citations, 0)
    await run(decidePaper, { id, event: 'accept', note: null, actor: 'editor' })
    assert.deepEqual(await citing(store, 'p1'), [id])
    assert.deepEqual(await listed(store, id), ['p1 | 10.1000/plans | crossref | 1', `- | ${MAPS.title} | crossref | 1`])
    assert.deepEqual(await store.public.citations.counts(id), { references: 2, inLibrary: 1, citations: 0 })
    await run(decidePaper, { id: 'p2', event: 'accept', note: null, actor: 'editor' })
    assert.deepEqual(await citing(store, 'p2'), [id])
    assert.equal((await store.public.citations.counts('p2')).citations, 1)
    await run(decidePaper, { id, event: 'retract', note: 'Withdrawn', actor: 'editor' })
    assert.deepEqual(await citing(store, 'p1'), [])
    assert.equal((await store.public.citations.counts('p1')).citations, 0)
  })

  contract('a duplicate leaves its references, and those to it, to the paper it is merged into', async (store) => {
    const add = importing(store)
    await addPapers(
      store,
      newPaper({ id: 'p1', ...PLANS, doi: '10.1000/a' }),
      newPaper({ id: 'p2', ...MAPS, doi: '10.1000/b' }),
    )
    const [citer = ''] = await add(
      record({ title: 'A citing work', references: [cited({ doi: '10.1000/a' }), cited({ doi: '10.1000/b' })] }),
    )
    await store.transact((tx) =>
      tx.citations.add([
        { paperId: 'p2', source: 'jats', references: [cited({ doi: '10.1000/c' })], openalexId: null },
      ]),
    )
    await store.transact((tx) => tx.papers.mergeInto('p2', 'p1', { note: 'the same', actor: 'editor', at: AT }))
    assert.deepEqual(await citing(store, 'p1'), [citer])
    assert.equal((await store.public.citations.counts('p1')).citations, 1)
    assert.deepEqual(await listed(store, 'p1'), ['- | 10.1000/c | jats | 1'])
  })

  contract('a paper with another title is cited by what cites that title', async (store) => {
    const run = await runner(store)
    await addPapers(store, newPaper({ id: 'p1', ...PLANS }))
    const [citer = ''] = await importing(store)(
      record({ title: 'A citing work', references: [cited(PLANS), cited(MAPS)] }),
    )
    const change = (paper: PaperWithText): PaperWithText => ({ ...paper, ...MAPS })
    await run(savePaperVersion, { id: 'p1', change, version: null, actor: 'editor', act: 'paper.edit' })
    assert.deepEqual(await listed(store, citer), [
      `- | ${PLANS.title} | crossref | 1`,
      `p1 | ${MAPS.title} | crossref | 1`,
    ])
    assert.equal((await store.public.citations.counts('p1')).citations, 1)
  })

  contract('papers are near that cite the same works', async (store) => {
    const add = importing(store)
    const works = Array.from({ length: 4 }, (_, index) => cited({ doi: `10.1000/work${index}` }))
    const [one = '', two = '', three = ''] = await add(
      record({ title: 'First of three', references: works }),
      record({ title: 'Second in a row', authors: ['Jean Bartik'], references: works.slice(0, 1) }),
      record({ title: 'Third and last', authors: ['Betty Holberton'], references: works.slice(1) }),
    )
    const near = await store.public.citations.sharing(one, 5)
    assert.deepEqual(
      near.map(({ paper, shared }) => [paper.id, shared]),
      [
        [three, 3],
        [two, 1],
      ],
    )
  })

  contract('whoever may not see a paper adds no references to it', async (store) => {
    const run = await runner(store)
    await addPapers(store, newPaper({ id: 'p1', ...PLANS, doi: '10.1000/plans' }))
    const sent = record({ ...PLANS, doi: '10.1000/plans', references: [cited(MAPS)] })
    await run(importRecords, { batch: [sent], state: 'pending', actor: 'key', session: 's', onlyOf: 'key' })
    assert.deepEqual(await listed(store, 'p1'), [])
  })

  contract('works that papers cite often become candidates, once, and leave the inbox as papers', async (store) => {
    const run = await runner(store)
    const add = importing(store)
    const often = cited({ doi: '10.1000/often', title: 'It is cited often here', authors: ['A. Nother'], year: 2020 })
    const titled = cited({ title: 'A book without any identifier', authors: ['B. Nother'], year: 2019 })
    const titles = ['First of several', 'Second in a row', 'Third and last of them']
    const ids = await add(
      ...titles.map((title, index) =>
        record({
          title,
          authors: [`Author N${index}`],
          references: index < 2 ? [often, cited(MAPS)] : [often, titled],
        }),
      ),
    )
    assert.equal(await run(listCitedWorks, null), false)
    const { candidates: open } = await store.private.candidates.listOpen(
      { words: null, source: null },
      { order: 'latest', after: null, limit: 10 },
    )
    assert.deepEqual(
      open.map(({ doi, listed: work }) => [doi, work?.title]),
      [['10.1000/often', 'It is cited often here']],
    )
    const candidate = open[0]?.id ?? 0
    const told = (await store.private.citations.ofCandidates([candidate])).get(candidate)
    assert.deepEqual([told?.citations, told?.papers.map(({ id }) => id)], [3, ids.toReversed()])
    await run(listCitedWorks, null)
    assert.equal(await store.private.candidates.countOpen(), 1, 'it is listed once')

    const [paper = ''] = await add(record({ title: 'It is cited often here', authors: ['A. Nother'], year: 2020 }))
    await run(listCitedWorks, null)
    const kept = await store.private.candidates.find(candidate)
    assert.deepEqual([kept?.state, kept?.paperId], ['kept', paper])
  })

  contract('a work that was dismissed as a candidate is not listed again', async (store) => {
    const run = await runner(store)
    const id = await store.transact((tx) =>
      tx.candidates.add({ paper: null, doi: '10.1000/often', arxivId: null, listed: null, at: AT }),
    )
    await run(dismissCandidate, { id, actor: 'editor' })
    await importing(store)(
      ...['One of them', 'Two in a row', 'Three and no more'].map((title, index) =>
        record({ title, authors: [`Author N${index}`], references: [cited({ doi: '10.1000/often' })] }),
      ),
    )
    await run(listCitedWorks, null)
    assert.equal(await store.private.candidates.countOpen(), 0)
    assert.deepEqual(await store.private.citations.missingWorks(1, 10), [])
  })
}

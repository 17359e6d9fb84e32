import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { wholeLibrary, type LibraryFacet, type LibraryFilter } from '#core/search/library-filter.ts'
import type { SortOrder } from '#core/search/sort-order.ts'
import { researchTypes, type PaperWithText } from '#core/papers/paper.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { Chapter } from '#core/papers/chapter.ts'
import type { FacetCount, FacetCounts, LibraryPosition } from '#ports/store/library.ts'
import type { Store } from '#ports/store/store.ts'
import { engines } from '../support/database/engines.ts'
import { fakeClock } from '../support/service/fake-clock.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'
import { recordingLog } from '../support/service/recording-log.ts'

const libraryFilter = (text: string | null, given: Partial<LibraryFilter> = {}): LibraryFilter => ({
  ...wholeLibrary,
  query: text === null ? null : parseSearchQuery(text),
  ...given,
})

const WORDS = ['agents', 'plans', 'memory', 'tools', 'budgets']

/** Papers that differ in everything they can be filtered by, some with required fields only. */
const made = (index: number): PaperWithText =>
  index % 11 === 0
    ? corePaper({ id: `p${index + 1}`, title: `Bare agents ${index}`, year: 2020 })
    : corePaper({
        id: `p${index + 1}`,
        title: `${WORDS[index % 5]} and ${WORDS[(index + 2) % 5]} ${index}`,
        abstract: `${WORDS[(index + 1) % 5]} once more`,
        topics: [WORDS[(index + 3) % 5] ?? ''],
        year: 2019 + (index % 6),
        chapter: (1 + (index % 7)) as Chapter,
        type: researchTypes[index % 8] ?? null,
        institution: index % 3 === 0 ? null : `Institute of ${WORDS[index % 4]}`,
        longHorizon: index % 4 === 0 ? null : (index * 37_000) % 1_000_001,
        enterprise: index % 5 === 0 ? null : (index * 91_003) % 1_000_001,
        concepts: [`concept ${index % 4}`, `concept ${index % 9}`],
        fullText: index % 6 === 0 ? 'text' : null,
      })

const papers = Array.from({ length: 120 }, (_, index) => made(index))

/** What a filter without words must find. */
const fits =
  ({ chapter, year, type, concept, institution, withText }: LibraryFilter) =>
  (paper: PaperWithText): boolean =>
    (chapter === null || paper.chapter === chapter) &&
    (year === null || paper.year === year) &&
    (type === null || paper.type === type) &&
    (concept === null || paper.concepts.some((name) => name.replace(' ', '-') === concept)) &&
    (institution === null || paper.institution?.toLowerCase() === institution.toLowerCase()) &&
    (!withText || paper.fullText !== null)

const counted = (values: (string | number | null)[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== null) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return counts
}

const expectedFacets = (matching: PaperWithText[]): Record<LibraryFacet, Map<string, number>> => ({
  chapter: counted(matching.map(({ chapter }) => chapter)),
  year: counted(matching.map(({ year }) => year)),
  type: counted(matching.map(({ type }) => type)),
  concept: counted(matching.flatMap(({ concepts }) => [...new Set(concepts.map((name) => name.replace(' ', '-')))])),
  institution: counted(matching.map(({ institution }) => institution)),
  text: counted(matching.map(({ fullText }) => (fullText === null ? null : 'yes'))),
})

/** Every facet of the papers, and of facets with many values the largest. */
const assertCounted = (
  { papers: of, isExact, facets, facetsAreExact }: FacetCounts,
  matching: PaperWithText[],
): void => {
  assert.deepEqual([of, isExact, facetsAreExact], [matching.length, true, true])
  const expected = expectedFacets(matching)
  for (const facet of Object.keys(expected) as LibraryFacet[]) {
    const shown = facets[facet].map(({ value }) => [value, expected[facet].get(value) ?? 0] as const)
    assert.deepEqual(asMap(facets[facet]), new Map(shown), facet)
    assert.equal(facets[facet].length, Math.min(expected[facet].size, 12), facet)
  }
}

const asMap = (counts: FacetCount[]): Map<string, number> => new Map(counts.map(({ value, papers: of }) => [value, of]))

const hundredths = (score: number | null): number => (score === null ? -1 : Math.round(score / 10_000))

/** The public order of papers that were added in the order of the list. */
const inPublicOrder = (list: PaperWithText[]): PaperWithText[] =>
  list.toSorted((a, b) => (b.longHorizon ?? -1) - (a.longHorizon ?? -1))

const sorted: Record<Exclude<SortOrder, 'relevance'>, (list: PaperWithText[]) => PaperWithText[]> = {
  'long-horizon': inPublicOrder,
  enterprise: (list) => inPublicOrder(list).toSorted((a, b) => hundredths(b.enterprise) - hundredths(a.enterprise)),
  newest: (list) => inPublicOrder(list).toSorted((a, b) => b.year - a.year),
}

const walk = async (store: Store, filter: LibraryFilter, order: SortOrder, limit: number): Promise<string[]> => {
  const ids: string[] = []
  let from: LibraryPosition | null = null
  for (let pages = 0; pages < 200; pages += 1) {
    const page = await store.public.library.page(filter, order, from, limit)
    assert.ok(page.papers.length <= limit)
    ids.push(...page.papers.map(({ id }) => id))
    from = page.next
    if (from === null) break
  }
  return ids
}

const filters: LibraryFilter[] = [
  wholeLibrary,
  libraryFilter(null, { chapter: 3 }),
  libraryFilter(null, { year: 2020 }),
  libraryFilter(null, { type: 'case_study', year: 2021 }),
  libraryFilter(null, { concept: 'concept-2' }),
  libraryFilter(null, { institution: 'institute OF plans', chapter: 2 }),
  libraryFilter(null, { withText: true }),
  libraryFilter(null, { chapter: 5, year: 2022, concept: 'concept-3' }),
]

for (const engine of engines) {
  const contract = (name: string, body: (store: Store, t: TestContext) => Promise<void>): void => {
    test(`${engine.name}: ${name}`, async (t) => {
      const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
      try {
        await body(store, t)
      } finally {
        await store.close()
      }
    })
  }

  contract('every facet is counted exactly, for any filter, and every order is walked whole', async (store) => {
    await addPapers(store, ...papers.map((paper) => newPaper(paper)))
    await addPapers(store, newPaper({ ...made(3), id: 'p900' }, 'pending'))
    for (const filter of filters) {
      const matching = papers.filter(fits(filter))
      const message = JSON.stringify(filter)
      const { counts } = await store.public.library.page(filter, 'long-horizon', null, 1)
      assertCounted(counts, matching)
      for (const least of [null, 0, 370_000, 1_000_000]) {
        const scored = matching.filter(({ longHorizon }) => least === null || (longHorizon ?? -1) >= least)
        assertCounted(await store.public.library.counts(filter, least), scored)
      }
      for (const order of ['long-horizon', 'enterprise', 'newest'] as const) {
        const ids = sorted[order](matching).map(({ id }) => id)
        assert.deepEqual(await walk(store, filter, order, 7), ids, `${message} ${order}`)
      }
    }
  })

  contract('words and filters meet, and a list says what a paper is about', async (store) => {
    await addPapers(store, ...papers.map((paper) => newPaper(paper)))
    const filter = libraryFilter('agents -bare', { chapter: 4, year: 2020 })
    const { papers: found, counts } = await store.public.library.page(filter, 'newest', null, 50)
    const expected = papers
      .filter(fits(filter))
      .filter(({ title, abstract, topics }) => [title, abstract, ...topics].join(' ').includes('agents'))
      .filter(({ title }) => !title.includes('Bare'))
    assert.ok(expected.length > 0)
    assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(expected.map(({ id }) => id)))
    assert.equal(counts.papers, expected.length)
    const [first] = found
    assert.deepEqual(
      first?.conceptLinks.map(({ name }) => name),
      [...new Set(first?.concepts)],
    )
    assert.equal(first?.hasText, papers.find(({ id }) => id === first?.id)?.fullText !== null)
  })

  contract('relevance: titles first, then topics, then the rest, each paper once', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Other', abstract: 'checkpoint recovery', longHorizon: 900_000 }),
      newPaper({ id: 'p2', title: 'Checkpoint and recovery', longHorizon: 100_000 }),
      newPaper({ id: 'p3', title: 'Recovery', topics: ['checkpoints'], longHorizon: 500_000 }),
      newPaper({ id: 'p4', title: 'Checkpoints for recovery', longHorizon: 200_000 }),
      newPaper({ id: 'p5', title: 'Checkpoints', longHorizon: 999_000 }),
    )
    assert.deepEqual(await walk(store, libraryFilter('checkpoint recovery'), 'relevance', 2), ['p4', 'p2', 'p3', 'p1'])
    assert.deepEqual(await walk(store, libraryFilter('checkpoint -other'), 'relevance', 2), ['p5', 'p4', 'p2', 'p3'])
    assert.deepEqual(await walk(store, libraryFilter('title:checkpoint'), 'relevance', 9), ['p5', 'p4', 'p2'])
    assert.deepEqual(await walk(store, libraryFilter(null), 'relevance', 2), ['p5', 'p1', 'p3', 'p4', 'p2'])
  })

  contract('a filter for something that does not exist finds nothing', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }))
    for (const given of [{ concept: 'nothing' }, { institution: 'Nowhere' }, { year: 1999 }, { withText: true }])
      assert.deepEqual(
        (await store.public.library.page(libraryFilter(null, given), 'newest', null, 9)).counts.papers,
        0,
      )
    const { papers: none, counts } = await store.public.library.page(libraryFilter('???'), 'relevance', null, 9)
    assert.deepEqual([none.length, counts.papers, counts.isExact], [0, 0, true])
    assert.equal(await store.public.library.conceptName('nothing'), null)
  })

  contract('a retracted paper leaves every facet', async (store) => {
    await addPapers(store, ...papers.map((paper) => newPaper(paper)))
    const { public: reader } = store
    const before = await reader.library.page(wholeLibrary, 'newest', null, 200)
    await addPapers(store, newPaper({ ...made(44), ...made(1), id: 'p500', title: 'Unheard spelling', fullText: 'x' }))
    assert.equal((await reader.library.page(wholeLibrary, 'newest', null, 1)).counts.papers, 121)
    assert.equal(await reader.library.didYouMean('unhaerd', wholeLibrary), 'unheard')
    await store.transact((tx) =>
      tx.papers.transition('p500', { state: 'retracted', note: 'wrong', actor: 'test', at: AT }),
    )
    assert.deepEqual(await reader.library.page(wholeLibrary, 'newest', null, 200), before)
    assert.equal(await reader.library.didYouMean('unhaerd', wholeLibrary), null)
  })

  contract(
    'an edited paper moves to its new place, also under a concept that another was merged into',
    async (store) => {
      const { public: reader } = store
      const paper = made(1)
      const by = { actor: 'test', at: AT }
      await addPapers(store, newPaper(paper), newPaper(made(2)))
      const edited = { ...paper, title: 'Reworded', year: 2011, chapter: null, institution: 'Elsewhere', fullText: 'x' }
      const renamed = { ...edited, concepts: ['Renamed'], longHorizon: 999_000 }
      await store.transact((tx) => tx.papers.revise(renamed.id, by, () => renamed))
      const idsOf = async (given: Partial<LibraryFilter>) =>
        (await reader.library.page(libraryFilter(null, given), 'newest', null, 9)).papers.map(({ id }) => id)
      assert.deepEqual(await idsOf({ year: 2011, institution: 'elsewhere', concept: 'renamed', withText: true }), [
        'p2',
      ])
      assert.deepEqual(await idsOf({ year: paper.year }), [])
      assert.deepEqual(await idsOf({ concept: 'concept-1' }), [])
      await store.transact((tx) => tx.concepts.merge('renamed', 'concept-2', by))
      assert.deepEqual(await idsOf({ concept: 'concept-2' }), ['p3', 'p2'])
      assert.deepEqual(await idsOf({ concept: 'renamed' }), ['p3', 'p2'])
      assert.equal(await reader.library.conceptName('renamed'), 'concept 2')
      const { facets } = (await reader.library.page(wholeLibrary, 'newest', null, 9)).counts
      assert.deepEqual(asMap(facets.concept), new Map([['concept-2', 2]]))
    },
  )

  contract('a typo is noticed where that helps, and only there', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Checkpointing for agents', authors: ['Wei Wang'], chapter: 2 }),
      newPaper({ id: 'p2', title: 'Planning with memory', concepts: ['Hierarchical planning'], chapter: 3 }),
    )
    const meant = (text: string, given = {}) => store.public.library.didYouMean(text, libraryFilter(text, given))
    assert.equal(await meant('chekpointing'), 'checkpointing')
    assert.equal(await meant('"chekpointing" agents'), '"checkpointing" agents')
    assert.equal(await meant('title:planing -robots'), 'title:planning -robots')
    assert.equal(await meant('hcheckpointing'), 'checkpointing')
    assert.equal(await meant('chekpointing', { chapter: 3 }), null)
    assert.equal(await meant('agents memory'), null)
    assert.equal(await meant('xylophones'), null)
    assert.equal(await meant('wang'), null)
    const like = async (text: string) => (await store.public.library.suggestConcepts(text, 3)).map(({ id }) => id)
    assert.deepEqual(await like('hierarchical'), ['hierarchical-planning'])
    assert.deepEqual(await like('???'), [])
    assert.deepEqual(await like('planning'), [])
  })

  contract('beyond the bound counts are lower bounds, and orders still hold', async (store) => {
    const many = Array.from({ length: 5_200 }, (_, index) =>
      newPaper({
        id: `p${index + 1}`,
        title: 'Agents',
        year: 2020 + (index % 2),
        chapter: 1,
        longHorizon: index,
        enterprise: (index % 50) * 10_000,
      }),
    )
    for (let first = 0; first < many.length; first += 500) await addPapers(store, ...many.slice(first, first + 500))
    const { counts } = await store.public.library.page(libraryFilter('agents'), 'newest', null, 1)
    assert.deepEqual([counts.papers, counts.isExact, counts.facetsAreExact], [5_000, false, false])
    const inYears = counts.facets.year.reduce((sum, { papers: of }) => sum + of, 0)
    assert.ok(inYears >= 5_000 && inYears <= 5_001)
    const chapter = await store.public.library.page(libraryFilter(null, { chapter: 1 }), 'newest', null, 1)
    assert.deepEqual([chapter.counts.papers, chapter.counts.facetsAreExact], [5_200, true])
    const year = await store.public.library.page(libraryFilter(null, { year: 2020 }), 'newest', null, 1)
    assert.deepEqual([year.counts.papers, year.counts.isExact], [2_600, true])
    const scored = await store.public.library.counts(libraryFilter(null, { chapter: 1 }), 150)
    assert.deepEqual([scored.papers, scored.isExact, scored.facetsAreExact], [5_050, true, false])
    const found = await store.public.library.counts(libraryFilter('agents'), 150)
    assert.deepEqual([found.papers, found.isExact], [5_000, false])
    const newest = await walk(store, libraryFilter('agents'), 'newest', 500)
    assert.equal(newest.length, 5_200)
    assert.deepEqual(newest.slice(0, 2), ['p5200', 'p5198'])
    const enterprise = await store.public.library.page(libraryFilter('agents'), 'enterprise', null, 106)
    assert.deepEqual(enterprise.papers.map(({ enterprise: score }) => score).slice(103), [490_000, 480_000, 480_000])
  })
}

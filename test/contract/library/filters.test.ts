import assert from 'node:assert/strict'
import { everyPaper, type LibraryFilter, type SortOrder } from '#core/search/paper-filter.ts'
import { type LibraryFacet, libraryFacets } from '#core/search/facet-token.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { FacetCounts } from '#ports/store/library.ts'
import { engines, contractFor } from '../../support/database/engines.ts'
import { addPapers, newPaper, AT } from '../../support/database/stored.ts'
import { made, papers, asMap, libraryFilter, walk } from '../../support/database/library.ts'

/** Three days of two months, two of them far apart. */
const addedDay = ({ id }: PaperWithText): string =>
  ['2026-10-31', '2026-11-01', '2026-11-20'][Number(id.slice(1)) % 3] ?? ''

const addedPaper = (paper: PaperWithText) => ({ ...newPaper(paper), at: `${addedDay(paper)}T23:59:59.999Z` })

const isOneOf = (values: readonly unknown[] | undefined, value: unknown): boolean => values?.includes(value) ?? true
const lowered = (name: string): string => name.toLowerCase()

/** What a filter without words must find. */
const fits =
  ({
    chapter,
    year,
    type,
    concept,
    institution,
    container,
    withText,
    yearFrom,
    yearTo,
    addedSince,
    oneOf,
  }: LibraryFilter) =>
  (paper: PaperWithText): boolean =>
    (chapter === null || paper.chapter === chapter) &&
    (year === null || paper.year === year) &&
    (yearFrom === null || paper.year >= yearFrom) &&
    (yearTo === null || paper.year <= yearTo) &&
    (addedSince === null || addedDay(paper) >= addedSince) &&
    (type === null || paper.type === type) &&
    (concept === null || paper.concepts.some((name) => name.replace(' ', '-') === concept)) &&
    (institution === null || paper.institution?.toLowerCase() === institution.toLowerCase()) &&
    (container === null || textKey(paper.container ?? '') === textKey(container)) &&
    (!withText || paper.fullText !== null) &&
    isOneOf(oneOf?.chapter, paper.chapter) &&
    isOneOf(oneOf?.year, paper.year) &&
    isOneOf(oneOf?.type, paper.type) &&
    isOneOf(oneOf?.institution?.map(lowered), lowered(paper.institution ?? '')) &&
    (oneOf?.concept?.some((id) => paper.concepts.some((name) => name.replace(' ', '-') === id)) ?? true)

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
  container: counted(matching.map(({ container }) => container)),
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

const hundredths = (score: number | null): number => (score === null ? -1 : Math.round(score / 10_000))

/** The public order of papers that were added in the order of the list. */
const inPublicOrder = (list: PaperWithText[]): PaperWithText[] =>
  list.toSorted((a, b) => (b.longHorizon ?? -1) - (a.longHorizon ?? -1))

const sorted: Record<Exclude<SortOrder, 'relevance'>, (list: PaperWithText[]) => PaperWithText[]> = {
  'long-horizon': inPublicOrder,
  enterprise: (list) => inPublicOrder(list).toSorted((a, b) => hundredths(b.enterprise) - hundredths(a.enterprise)),
  newest: (list) => inPublicOrder(list).toSorted((a, b) => b.year - a.year),
  added: (list) => inPublicOrder(list).toSorted((a, b) => addedDay(b).localeCompare(addedDay(a))),
  // None of these papers cites another.
  cited: inPublicOrder,
}

const filters: LibraryFilter[] = [
  everyPaper,
  libraryFilter(null, { chapter: 3 }),
  libraryFilter(null, { year: 2020 }),
  libraryFilter(null, { type: 'case_study', year: 2021 }),
  libraryFilter(null, { concept: 'concept-2' }),
  libraryFilter(null, { institution: 'institute OF plans', chapter: 2 }),
  libraryFilter(null, { container: 'JOURNAL, of memory' }),
  libraryFilter(null, { container: 'Journal of plans', institution: 'Institute of agents', yearFrom: 2020 }),
  libraryFilter(null, { withText: true }),
  libraryFilter(null, { yearFrom: 2021 }),
  libraryFilter(null, { yearFrom: 2020, yearTo: 2021, chapter: 3 }),
  libraryFilter(null, { yearTo: 2020, type: 'survey' }),
  libraryFilter(null, { yearFrom: 2023, yearTo: 2021 }),
  libraryFilter(null, { addedSince: '2026-10-01' }),
  libraryFilter(null, { addedSince: '2026-10-31', chapter: 2 }),
  libraryFilter(null, { addedSince: '2026-11-01' }),
  libraryFilter(null, { addedSince: '2026-11-02', yearFrom: 2021, withText: true }),
  libraryFilter(null, { addedSince: '2026-11-21' }),
  libraryFilter(null, { chapter: 5, year: 2022, concept: 'concept-3' }),
  libraryFilter(null, { oneOf: { chapter: [1, 3] } }),
  libraryFilter(null, { oneOf: { year: [2019, 2021, 2099] } }),
  // A paper with both is counted once.
  libraryFilter(null, { oneOf: { concept: ['concept-1', 'concept-2', 'nothing-such'] } }),
  libraryFilter(null, { oneOf: { concept: ['nothing-such', 'nor-such'] } }),
  libraryFilter(null, {
    oneOf: { type: ['survey', 'case_study'], institution: ['institute OF plans', 'Institute of tools'] },
  }),
  libraryFilter(null, {
    chapter: 2,
    yearFrom: 2020,
    oneOf: { year: [2020, 2022], concept: ['concept-0', 'concept-3'] },
  }),
]

for (const engine of engines) {
  const contract = contractFor(engine)

  contract(
    'every facet is counted exactly for any filter, and the pages of every order hold every match',
    async (store) => {
      await addPapers(store, ...papers.map(addedPaper))
      await addPapers(store, newPaper({ ...made(3), id: 'p900' }, 'pending'))
      const days = ['2026-11-20', '2026-11-01', '2026-10-31'].map((day) => ({ day, papers: 40 }))
      assert.deepEqual(await store.public.library.addedDays(3), { days, areAll: true })
      assert.deepEqual(await store.public.library.addedDays(2), { days: days.slice(0, 2), areAll: false })
      const { papers: listed } = await store.public.library.page(everyPaper, 'added', null, 50)
      for (const paper of listed) assert.equal(paper.addedOn, addedDay({ ...paper, fullText: null }))
      for (const filter of filters) {
        const matching = papers.filter(fits(filter))
        const message = JSON.stringify(filter)
        const { counts } = await store.public.library.page(filter, 'long-horizon', null, 1)
        assertCounted(counts, matching)
        for (const least of [null, 0, 370_000, 1_000_000]) {
          const scored = matching.filter(({ longHorizon }) => least === null || (longHorizon ?? -1) >= least)
          assertCounted(await store.public.library.counts({ ...filter, minLongHorizon: least }), scored)
        }
        for (const order of ['long-horizon', 'enterprise', 'newest', 'added'] as const) {
          const ids = sorted[order](matching).map(({ id }) => id)
          assert.deepEqual(await walk(store, filter, order, 7), ids, `${message} ${order}`)
        }
      }
    },
  )

  contract('one facet is counted with all of its values, or with the largest and how many there are', async (store) => {
    await addPapers(store, ...papers.map((paper) => newPaper(paper)))
    const { library } = store.public
    for (const filter of [...filters, libraryFilter('agents', { chapter: 4 }), libraryFilter('nothinglikeit', {})]) {
      const counts = await library.counts(filter)
      for (const facet of libraryFacets) {
        const whole = await library.groups(filter, facet, 1_000)
        const message = `${JSON.stringify(filter)} ${facet}`
        assert.deepEqual([whole.papers, whole.isExact, whole.groupsAreExact], [counts.papers, true, true], message)
        assert.deepEqual(whole.groups.slice(0, counts.facets[facet].length), counts.facets[facet], message)
        assert.equal(whole.groupTotal, whole.groups.length, message)
        const some = await library.groups(filter, facet, 2)
        assert.deepEqual(
          [some.groups.length, some.groupTotal],
          [Math.min(2, whole.groupTotal), whole.groupTotal],
          message,
        )
      }
    }
    assert.ok((await library.groups(everyPaper, 'concept', 1)).groupTotal > 2)
    assert.deepEqual(await library.groups(libraryFilter(null, { concept: 'no-such-concept' }), 'year', 5), {
      papers: 0,
      isExact: true,
      groups: [],
      groupTotal: 0,
      groupsAreExact: true,
    })
  })

  contract(
    'words and filters are combined, and each entry has its concepts and whether there is a full text',
    async (store) => {
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
    },
  )

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
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a retracted paper leaves every facet', async (store) => {
    await addPapers(store, ...papers.map((paper) => newPaper(paper)))
    const { public: reader } = store
    const before = await reader.library.page(everyPaper, 'newest', null, 200)
    await addPapers(store, newPaper({ ...made(44), ...made(1), id: 'p500', title: 'Unheard spelling', fullText: 'x' }))
    assert.equal((await reader.library.page(everyPaper, 'newest', null, 1)).counts.papers, 121)
    assert.equal(await reader.library.didYouMean('unhaerd', everyPaper), 'unheard')
    await store.transact((tx) =>
      tx.papers.transition('p500', { state: 'retracted', note: 'wrong', actor: 'test', at: AT }),
    )
    assert.deepEqual(await reader.library.page(everyPaper, 'newest', null, 200), before)
    assert.equal(await reader.library.didYouMean('unhaerd', everyPaper), null)
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
      const { facets } = (await reader.library.page(everyPaper, 'newest', null, 9)).counts
      assert.deepEqual(asMap(facets.concept), new Map([['concept-2', 2]]))
    },
  )
}

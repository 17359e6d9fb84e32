import assert from 'node:assert/strict'
import type { PaperWithText } from '#core/papers/paper.ts'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../../support/database/engines.ts'
import { libraryFilter, made, walk } from '../../support/database/library.ts'
import { addPapers, AT, corePaper, newPaper } from '../../support/database/stored.ts'
import { mergeAll, request } from '../../support/search.ts'

/** People, each with the spellings of the name: what somebody else's name contains is not the same name. */
const people = [
  ['Wei Wang', 'WEI WANG', 'Wei-Wang'],
  ['Wei Wang Li'],
  ['Xu Wei Wang'],
  ['José García-Pérez', 'Jose Garcia Perez'],
  ['J. García-Pérez', 'J. Garcia Perez'],
  ['王伟'],
  ['王伟明'],
  ['O’Brien, Ann', "O'Brien Ann"],
  ['Plato'],
  ['Plato Young'],
  ['Jørgen Łoś', 'Jorgen Los'],
  ['Nobody Twice'],
] as const

const personOf = (name: string): number => people.findIndex((spellings) => spellings.some((one) => one === name))

const spelledBy = (person: number, index: number): string => {
  const spellings = people[person] ?? ['']
  // The first spelling is by far the most frequent, so that it is the one that is shown.
  return (index % 5 === 0 ? spellings[index % spellings.length] : spellings[0]) ?? ''
}

/** Two to four authors a paper, some twice; the last person wrote one paper. */
const authorsOf = (index: number): string[] =>
  index === 7
    ? ['Nobody Twice', 'Wei Wang']
    : [index % 11, (index * 3 + 1) % 11, (index * index) % 11, ...(index % 4 === 0 ? [index % 11] : [])].map(
        (person, place) => spelledBy(person, index + place),
      )

const papers = Array.from({ length: 110 }, (_, index) => ({ ...made(index), authors: authorsOf(index) }))

const isBy = ({ authors }: PaperWithText, person: number): boolean => authors.some((name) => personOf(name) === person)

/** How many papers each person wrote: those of at least two, most papers first. */
const expectedAuthors = (matching: readonly PaperWithText[]) =>
  people
    .map((spellings, person) => {
      const papersOf = matching.filter((paper) => isBy(paper, person))
      const times = (spelling: string) => papersOf.filter(({ authors }) => authors.includes(spelling)).length
      const [shown] = spellings.toSorted((a, b) => times(b) - times(a) || (a < b ? -1 : 1))
      return { name: shown ?? '', papers: papersOf.length }
    })
    .filter(({ papers: count }) => count > 1)
    .toSorted((a, b) => b.papers - a.papers || (a.name < b.name ? -1 : 1))
    .slice(0, 8)

const shownAuthors = (authors: readonly { value: string; label: string; papers: number }[]) =>
  authors.map(({ value, label, papers: count }) => {
    assert.equal(value, label)
    return { name: value, papers: count }
  })

const filled = async (store: Store): Promise<void> => {
  await addPapers(store, ...papers.map((paper) => newPaper(paper)))
  await addPapers(store, newPaper({ ...made(3), id: 'p900', authors: ['Wei Wang', 'Plato'] }, 'pending'))
  await addPapers(store, newPaper({ ...made(4), id: 'p901', authors: ['Wei Wang', 'Plato'] }))
  const retraction = { state: 'retracted', note: 'wrong', actor: 'test', at: AT } as const
  await store.transact((tx) => tx.papers.transition('p901', retraction))
}

const views: { filter: LibraryFilter; fits: (paper: PaperWithText) => boolean }[] = [
  { filter: everyPaper, fits: () => true },
  { filter: libraryFilter(null, { chapter: 3 }), fits: ({ chapter }) => chapter === 3 },
  { filter: libraryFilter(null, { yearFrom: 2021 }), fits: ({ year }) => year >= 2021 },
  {
    filter: libraryFilter('title:memory', { oneOf: { year: [2019, 2022, 2024] } }),
    fits: ({ title, year }) => title.includes('memory') && [2019, 2022, 2024].includes(year),
  },
  {
    filter: libraryFilter(null, { minLongHorizon: 500_000 }),
    fits: ({ longHorizon }) => (longHorizon ?? 0) >= 500_000,
  },
]

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('authors are counted as their pages compare them, and each number is what choosing gives', async (store) => {
    await filled(store)
    const { library } = store.public
    for (const { filter, fits } of views) {
      const message = JSON.stringify(filter)
      const matching = papers.filter(fits)
      const { authors, papers: counted, areAll } = await library.authors(filter)
      assert.deepEqual([counted, areAll], [matching.length, true], message)
      assert.deepEqual(shownAuthors(authors), expectedAuthors(matching), message)
      for (const [person, spellings] of people.entries())
        for (const name of spellings) {
          const narrowed = { ...filter, authorNames: [name] }
          const expected = matching.filter((paper) => isBy(paper, person)).map(({ id }) => id)
          const { papers: count, isExact } = await library.counts(narrowed)
          assert.deepEqual([count, isExact], [expected.length, true], `${message} ${name}`)
          const ids = await walk(store, narrowed, 'long-horizon', 30)
          assert.deepEqual(ids.toSorted(), expected.toSorted(), `${message} ${name}`)
        }
    }
  })

  contract('of several authors a paper has one, in every order, list, count and feed', async (store) => {
    await filled(store)
    const authorNames = ['wei wang', 'JOSE GARCIA PEREZ', 'Nobody at all', '???']
    const filter = libraryFilter(null, { authorNames, year: 2020 })
    const expected = papers
      .filter((paper) => paper.year === 2020 && (isBy(paper, 0) || isBy(paper, 3)))
      .map(({ id }) => id)
      .toSorted()
    assert.ok(expected.length > 3)
    for (const order of ['long-horizon', 'enterprise', 'newest', 'added', 'relevance'] as const)
      assert.deepEqual((await walk(store, filter, order, 2)).toSorted(), expected, order)
    const { library, papers: reader, feeds } = store.public
    assert.deepEqual(await library.count(filter, 500), { papers: expected.length, isExact: true })
    assert.deepEqual((await library.list(filter, 'newest', null, 100)).papers.length, expected.length)
    assert.equal((await reader.list(filter, null, 100)).papers.length, expected.length)
    const changed = await feeds.changedPapers(filter, null, 100)
    assert.deepEqual(changed.map(({ paper }) => paper.id).toSorted(), expected)
    for (const nobody of ['Nobody at all', '???', 'Wei', 'Wang Wei'])
      assert.equal((await library.counts({ ...everyPaper, authorNames: [nobody] })).papers, 0, nobody)
    // Signs alone find nothing, with an author as without.
    assert.equal((await library.counts(libraryFilter('???', { authorNames }))).papers, 0)
  })

  contract('a ranking counts the authors of its hits, and has hits by an author only', async (store) => {
    await filled(store)
    await mergeAll(store)
    const { ranking } = store.public
    const asked = { ...request('agents with tools and memory'), limit: 200, countsAuthors: true }
    const { hits, authors } = await ranking.list(asked)
    const found = new Set(hits.map(({ paper }) => paper.id))
    assert.ok(found.size > 20)
    const matching = papers.filter(({ id }) => found.has(id))
    assert.deepEqual([authors.papers, authors.areAll], [found.size, true])
    assert.deepEqual(shownAuthors(authors.authors), expectedAuthors(matching))
    for (const [person, [name]] of people.entries()) {
      const narrowed = { ...asked, filter: { ...asked.filter, authorNames: [name] } }
      const expected = matching.filter((paper) => isBy(paper, person)).map(({ id }) => id)
      const listed = await ranking.list(narrowed)
      assert.deepEqual(listed.hits.map(({ paper }) => paper.id).toSorted(), expected.toSorted(), name)
      assert.equal(listed.counts.papers, expected.length)
    }
    assert.deepEqual((await ranking.list({ ...asked, countsAuthors: false })).authors.papers, 0)
  })

  contract('of many papers some are counted and a thousand are compared, and the answer says so', async (store) => {
    const many = Array.from({ length: 1_010 }, (_, index) =>
      corePaper({ id: `p${index + 1}`, title: `Paper ${index}`, authors: ['Ada Prolific', `Guest ${index % 500}`] }),
    )
    const crowd = Array.from({ length: 200 }, (_, index) => `Collaborator ${index}`)
    await addPapers(store, ...many.map((paper) => newPaper(paper)))
    const { library } = store.public
    const whole = await library.authors(everyPaper)
    assert.deepEqual([whole.papers, whole.areAll, whole.authors[0]?.papers], [500, false, 500])
    const prolific = await library.counts({ ...everyPaper, authorNames: ['ada prolific'] })
    assert.deepEqual([prolific.papers, prolific.isExact, prolific.facetsAreExact], [1_000, false, false])
    const counted = await library.count({ ...everyPaper, authorNames: ['ada prolific'] }, 5_000)
    assert.deepEqual(counted, { papers: 1_000, isExact: false })
    const guest = await library.counts({ ...everyPaper, authorNames: ['Guest 3'] })
    assert.deepEqual([guest.papers, guest.isExact], [3, true])
    // A paper with a crowd of authors is left out of the numbers, not of what a name finds.
    await addPapers(store, newPaper({ ...made(8), id: 'p5000', year: 1990, authors: crowd }))
    await addPapers(store, newPaper({ ...made(8), id: 'p5001', year: 1990, authors: ['Collaborator 7'] }))
    assert.deepEqual(await library.authors(libraryFilter(null, { year: 1990 })), {
      authors: [],
      papers: 1,
      areAll: false,
    })
    const found = await library.counts({ ...everyPaper, authorNames: ['collaborator 7'] })
    assert.deepEqual([found.papers, found.isExact], [2, true])
  })
}

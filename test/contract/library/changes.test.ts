import assert from 'node:assert/strict'
import { wholeLibrary, type LibraryFilter } from '#core/search/library-filter.ts'
import { engines } from '../../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../../support/database/stored.ts'
import { made, papers } from '../../support/corpora/varied-papers.ts'
import { asMap, libraryFilter } from '../../support/search/library-pages.ts'
import { contractFor } from '../../support/database/contract.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

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
}

import { noBibliography } from '#core/papers/bibliography.ts'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'

/** Papers as the store takes them, for tests below the forms of the contract. */
export const corePaper = (given: Partial<PaperWithText> = {}): PaperWithText => ({
  id: 'p1',
  title: 'Checkpoints for agents that work for days',
  authors: ['Ada Example'],
  year: 2025,
  institution: null,
  url: null,
  abstract: null,
  chapter: null,
  type: null,
  longHorizon: null,
  enterprise: null,
  topics: [],
  concepts: [],
  frameworks: [],
  commentary: null,
  storageUrl: null,
  ...noBibliography,
  fullText: null,
  ...given,
})

export const AT = '2026-11-20T10:00:00.000Z'

export const newPaper = (given: Partial<PaperWithText>, state: NewPaper['state'] = 'accepted'): NewPaper => ({
  paper: corePaper(given),
  state,
  submittedBy: null,
  actor: 'test',
  at: AT,
})

export const addPapers = (store: Store, ...papers: NewPaper[]): Promise<void> =>
  store.transact((tx) => tx.papers.add(papers))

export const filter = (text: string | null, given: Partial<LibraryFilter> = {}): LibraryFilter => ({
  ...everyPaper,
  query: text === null ? null : parseSearchQuery(text),
  ...given,
})

/** Ids of the papers that a search finds, in order. */
export const found = async (
  store: Store,
  text: string | null,
  given: Partial<LibraryFilter> = {},
): Promise<string[]> => {
  const page = await store.public.papers.list(filter(text, given), null, 500)
  return page.papers.map(({ id }) => id)
}

/** Accepted papers of a concept by year, without the years that have none. */
export const yearsOf = async (store: Store, concept: string): Promise<{ year: number; papers: number }[]> => {
  const timeline = await store.public.related.conceptTimeline(concept)
  return (timeline?.years ?? []).filter(({ papers }) => papers > 0).map(({ year, papers }) => ({ year, papers }))
}

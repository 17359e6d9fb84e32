import { papersFoundBy } from '#core/search/paper-filter.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import type { PrivatePaperReader, PublicPaperReader } from '#ports/store/papers.ts'

const MAX_FOUND = 10

type PaperTitle = { id: string; title: string }

/** Titles of papers by their ids, in that order; an id without a paper is its own title. */
export const findPapersById = async (papers: PrivatePaperReader, ids: readonly string[]): Promise<PaperTitle[]> => {
  const stored = await papers.findByIds(ids)
  return ids.map((id) => ({ id, title: stored.get(id)?.title ?? '(no such paper)' }))
}

/** Public papers by id or by words, as the library finds them; a few. */
export const findPapers = async (papers: PublicPaperReader, text: string): Promise<PaperTitle[]> => {
  const q = text.trim()
  if (q === '') return []
  if (PAPER_ID.test(q)) {
    const found = await papers.find(q)
    return found?.state === 'accepted' ? [found.paper] : []
  }
  return (await papers.list(papersFoundBy(parseSearchQuery(q)), null, MAX_FOUND)).papers
}

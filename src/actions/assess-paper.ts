import { assess, type Assessment } from '#core/checks/assess.ts'
import type { AlikePaper } from '#core/checks/finding.ts'
import { CANDIDATES, isNearTitle, nearTitleQuery } from '#core/checks/near-title.ts'
import { identifiersIn } from '#core/identifiers.ts'
import type { PaperWithText } from '#core/paper.ts'
import type { PaperReader } from '#ports/papers.ts'

const NEAR_AT_MOST = 5

/** Public papers whose titles have most words in common with this one. */
const nearTitles = async (papers: PaperReader, { id, title }: PaperWithText): Promise<AlikePaper[]> => {
  const query = nearTitleQuery(title)
  if (query === null) return []
  const traits = { chapter: null, type: null, minLongHorizon: null }
  const page = await papers.list({ query, ...traits }, null, CANDIDATES)
  return page.papers
    .filter((other) => other.id !== id && isNearTitle(title, other.title))
    .slice(0, NEAR_AT_MOST)
    .map((other) => ({ id: other.id, title: other.title, match: 'near_title', state: 'accepted' }))
}

/**
 * What an editor should look at in a paper as the corpus stands now. Nothing is stored, and it is no part of a
 * transaction: a search would keep other writers waiting.
 */
export const assessPaper = async (papers: PaperReader, paper: PaperWithText, now: Date): Promise<Assessment> => {
  const same = await papers.alike({ ...paper, ...identifiersIn([paper.url, paper.storageUrl]) })
  const near = await nearTitles(papers, paper)
  const more = near.filter(({ id }) => !same.some((found) => found.id === id))
  return assess(paper, { now, alike: [...same, ...more] })
}

import { papersFoundBy } from '#core/search/paper-filter.ts'
import { assess, type Assessment } from '#core/review/checks/assess.ts'
import type { Finding, SimilarPaper } from '#core/review/checks/finding.ts'
import { isSimilarTitle, similarTitleQueries, MAX_RARE_MATCHES } from '#core/review/checks/similar-title.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'

const NEAR_AT_MOST = 5

/** Public papers whose titles have most words in common with this one, a rare one among them. */
const nearTitles = async (papers: PrivateReader['papers'], { id, title }: PaperWithText): Promise<SimilarPaper[]> => {
  const pages = await Promise.all(
    similarTitleQueries(title).map((query) => papers.list(papersFoundBy(query), null, MAX_RARE_MATCHES)),
  )
  const rare = pages.filter(({ next }) => next === null).flatMap((page) => page.papers)
  const others = new Map(rare.map((other) => [other.id, other.title]))
  return [...others]
    .filter(([otherId, otherTitle]) => otherId !== id && isSimilarTitle(title, otherTitle))
    .slice(0, NEAR_AT_MOST)
    .map(([otherId, otherTitle]) => ({ id: otherId, title: otherTitle, match: 'near_title', state: 'accepted' }))
}

type PaperToAssess = {
  paper: PaperWithText
  now: Date
  /** What the checks find in its texts, where that is known already. */
  texts?: readonly Finding[] | undefined
  between?: (() => Promise<void>) | undefined
}

/**
 * What the checks find in a paper as the corpus stands now. It is made before a transaction, not in one: its searches
 * would keep other writers waiting. `between` runs before the text is checked: a long one takes some milliseconds.
 */
export const assessPaper = async (
  papers: PrivateReader['papers'],
  { paper, now, texts, between }: PaperToAssess,
): Promise<Assessment> => {
  const same = await papers.allDuplicates(withIdentifiers(paper))
  const near = await nearTitles(papers, paper)
  const more = near.filter(({ id }) => !same.some((found) => found.id === id))
  await between?.()
  return assess(paper, { now, alike: [...same, ...more], texts })
}

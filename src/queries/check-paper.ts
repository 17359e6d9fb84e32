import { papersFoundBy } from '#core/search/paper-filter.ts'
import {
  checkSubmission,
  type CheckReport,
  type SimilarPaper,
  isSimilarTitle,
  similarTitleQueries,
  MAX_RARE_MATCHES,
} from '#core/review/checks.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { isInReview } from '#core/review/submission.ts'

const MAX_SIMILAR_TITLES = 5

/** Public papers whose titles share most of their words with this one, including a rare word. */
const findSimilarTitles = async (
  papers: PrivateReader['papers'],
  { id, title }: PaperWithText,
): Promise<SimilarPaper[]> => {
  const pages = await Promise.all(
    similarTitleQueries(title).map((query) => papers.list(papersFoundBy(query), null, MAX_RARE_MATCHES)),
  )
  const rare = pages.filter(({ next }) => next === null).flatMap((page) => page.papers)
  const others = new Map(rare.map((other) => [other.id, other.title]))
  return [...others]
    .filter(([otherId, otherTitle]) => otherId !== id && isSimilarTitle(title, otherTitle))
    .slice(0, MAX_SIMILAR_TITLES)
    .map(([otherId, otherTitle]) => ({ id: otherId, title: otherTitle, match: 'near_title', state: 'accepted' }))
}

/** Runs the checks on a paper against the current corpus. Not for use in a transaction: its searches would block writers. */
export const checkPaper = async (
  papers: PrivateReader['papers'],
  { paper, now }: { paper: PaperWithText; now: Date },
): Promise<CheckReport> => {
  const same = await papers.allDuplicates(withIdentifiers(paper))
  const near = await findSimilarTitles(papers, paper)
  const more = near.filter(({ id }) => !same.some((found) => found.id === id))
  return checkSubmission(paper, { now, alike: [...same, ...more] })
}

/** Runs the checks on the new version of a paper in review; null for any other paper. */
export const checkEdit = async (
  { submissions, papers }: Pick<PrivateReader, 'submissions' | 'papers'>,
  { paper, now }: { paper: PaperWithText; now: Date },
): Promise<CheckReport | null> => {
  const state = (await submissions.findWithoutHistory(paper.id))?.state
  return state !== undefined && isInReview(state) ? checkPaper(papers, { paper, now }) : null
}

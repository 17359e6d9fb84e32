import { papersFoundBy } from '#core/search/paper-filter.ts'
import {
  checkSubmission,
  type CheckReport,
  type SimilarPaper,
  isSimilarTitle,
  similarTitleQueries,
  MAX_RARE_MATCHES,
  withCarriedFindings,
  withoutUnsureFields,
  changedUnsureFields,
  unsureFieldsIn,
} from '#core/review/checks.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import type { UnsureField } from '#core/review/unsure-fields.ts'
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

type EditedPaper = {
  paper: PaperWithText
  now: Date
  /** Fields that whoever edits has compared with the source. */
  confirmed?: readonly UnsureField[]
}

/** Null for a paper that is not in review. `confirmed` has those fields that were unsure until now, and did not change. */
type CheckedEdit = { checkReport: CheckReport | null; confirmed: UnsureField[] }

/** Runs the checks on the new version of a stored paper. What is known from its source stays, as long as it concerns the new version. */
export const checkRevision = async (
  { papers, queue }: Pick<PrivateReader, 'papers' | 'queue'>,
  { paper, now, confirmed = [] }: EditedPaper,
): Promise<CheckedEdit & { checkReport: CheckReport }> => {
  const stored = (await queue.find(paper.id))?.checkReport ?? null
  // The stored paper is read only if something in it is unsure: it may have a long text.
  const isAnyUnsure = unsureFieldsIn(stored).length > 0
  const before = isAnyUnsure ? (await papers.findByIds([paper.id])).get(paper.id) : undefined
  const unchanged = before === undefined ? stored : withoutUnsureFields(stored, changedUnsureFields(before, paper))
  return {
    checkReport: withCarriedFindings(
      await checkPaper(papers, { paper, now }),
      withoutUnsureFields(unchanged, confirmed),
    ),
    confirmed: unsureFieldsIn(unchanged).filter((field) => confirmed.includes(field)),
  }
}

/** The same for an edit of a paper in any state. */
export const checkEdit = async (
  read: Pick<PrivateReader, 'submissions' | 'papers' | 'queue'>,
  edited: EditedPaper,
): Promise<CheckedEdit> => {
  const state = (await read.submissions.findWithoutHistory(edited.paper.id))?.state
  return state !== undefined && isInReview(state) ? checkRevision(read, edited) : { checkReport: null, confirmed: [] }
}

import { sameWork, workMatches, type WorkMatch } from '#core/papers/same-work.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { ImportReader, WorkCandidate } from '#ports/store/imports.ts'

export type FoundWork = WorkCandidate & { match: WorkMatch }

/** Of several papers that are the same work, the one that readers or editors see. */
const order: SubmissionState[] = [
  'accepted',
  'pending',
  'changes_requested',
  'rejected',
  'retracted',
  'withdrawn',
  'merged',
]

const byStrength = (a: FoundWork, b: FoundWork): number =>
  workMatches.indexOf(a.match) - workMatches.indexOf(b.match) || order.indexOf(a.state) - order.indexOf(b.state)

/** The stored paper that is the same work, by the strongest sign of it; null when there is none. */
export const findSameWork = async (
  imports: Pick<ImportReader, 'workCandidates'>,
  paper: PaperWithText,
): Promise<FoundWork | null> => {
  const work = withIdentifiers(paper)
  const candidates = await imports.workCandidates(work)
  const found = candidates.flatMap((candidate) => {
    const match = sameWork(withIdentifiers(candidate.paper), work)
    return match === null ? [] : [{ ...candidate, match }]
  })
  return found.toSorted(byStrength)[0] ?? null
}

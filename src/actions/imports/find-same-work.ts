import { sameWork, workMatches, type WorkMatch } from '#core/papers/same-work/same-work.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { isKnownToAll, type SubmissionState } from '#core/review/submission-state.ts'
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

/**
 * Whether somebody may know of a stored paper.
 * @param onlyOf who may know, of what is not public, only what they brought in; null for those who may know all
 */
export const mayKnow = ({ state, broughtBy }: WorkCandidate, onlyOf: string | null): boolean =>
  onlyOf === null || broughtBy === onlyOf || isKnownToAll(state)

/**
 * The stored paper that is the same work, by the strongest sign of it; null when there is none.
 * @param onlyOf who may know, of what is not public, only what they brought in; null for those who may know all
 */
export const findSameWork = async (
  imports: Pick<ImportReader, 'workCandidates'>,
  paper: PaperWithText,
  onlyOf: string | null,
): Promise<FoundWork | null> => {
  const work = withIdentifiers(paper)
  const candidates = await imports.workCandidates(work)
  const found = candidates.flatMap((candidate) => {
    if (!mayKnow(candidate, onlyOf)) return []
    const match = sameWork(withIdentifiers(candidate.paper), work)
    return match === null ? [] : [{ ...candidate, match }]
  })
  return found.toSorted(byStrength)[0] ?? null
}

import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { SubmissionState } from '#core/review/submission-state.ts'
import type { DuplicateCandidate } from '#core/review/submission.ts'
import type { PrivateReader } from '#ports/store/store.ts'

const publicOnce: ReadonlySet<SubmissionState> = new Set(['accepted', 'retracted', 'merged'])

/**
 * What submitting a paper would tell, without storing or counting it. Throws `duplicate_id`, but not for what another
 * key submitted and nobody may see: trying out ids costs nothing here.
 */
export const dryRunSubmission = async (
  { submissions, papers }: Pick<PrivateReader, 'submissions' | 'papers'>,
  { paper, key }: { paper: PaperWithText; key: KeyRecord },
): Promise<{ duplicates: DuplicateCandidate[] }> => {
  const used = await submissions.findWithoutHistory(paper.id)
  if (used !== null && (used.submittedBy === key.id || publicOnce.has(used.state)))
    throw new Failure('duplicate_id', `The id ${paper.id} was used before; choose another one.`)
  return { duplicates: await papers.visibleDuplicates(withIdentifiers(paper), key.id) }
}

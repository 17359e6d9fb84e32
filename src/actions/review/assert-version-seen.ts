import { Failure } from '#core/failure.ts'
import { wasResubmitted, type Submission } from '#core/review/submission.ts'
import type { SubmissionReader } from '#ports/store/submissions.ts'

/**
 * Throws `wrong_state` and names the present version when a decision is about another one, or about none although the
 * paper came back reworked: nobody publishes what they have not seen.
 */
export const assertVersionSeen = async (
  submissions: SubmissionReader,
  { id, version }: Submission,
  seen: number | null,
): Promise<void> => {
  if (seen === version) return
  if (seen === null && (version === 1 || !wasResubmitted(await submissions.find(id)))) return
  const happened = seen === null ? `${id} was resubmitted` : `${id} has changed since version ${seen}`
  throw new Failure('wrong_state', `${happened}: look at version ${version} and decide on ${id}@${version}.`, {
    members: { version },
  })
}

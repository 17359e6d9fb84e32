import type { KeyRecord } from '#core/access/api-key.ts'
import { Failure } from '#core/failure.ts'
import type { Submission } from '#core/review/submission.ts'
import type { Transaction } from '#ports/store/store.ts'

/** A submission for the key that sent it; to any other key it does not exist. */
export const getOwnSubmission = async (
  { submissions }: Pick<Transaction, 'submissions'>,
  id: string,
  key: KeyRecord,
): Promise<Submission> => {
  const submission = await submissions.findWithoutHistory(id)
  if (submission === null || submission.submittedBy !== key.id)
    throw new Failure('not_found', `There is no submission ${id} of this key.`)
  return submission
}

import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Submission } from '#core/review/submission.ts'
import type { EditingPorts } from '#http/editorial-api/versioned-edit.ts'
import { presentVersion, presentVersions } from './present.ts'

/** A paper of any state. Throws `not_found`. */
export const getPaper = async (
  { store }: EditingPorts,
  id: string,
): Promise<{ paper: PaperWithText; submission: Submission }> => {
  const paper = (await store.private.papers.findByIds([id])).get(id)
  const submission = await store.private.submissions.findWithoutHistory(id)
  if (paper === undefined || submission === null) throw new Failure('not_found', `There is no paper ${id}.`)
  return { paper, submission }
}

/** Every version of a paper, as the API presents them. Throws `not_found` where there is none. */
export const listVersions = async ({ store }: EditingPorts, id: string) => {
  const versions = await store.private.versions.list(id)
  if (versions.length === 0) throw new Failure('not_found', `There is no paper ${id}.`)
  return presentVersions(versions)
}

/** One version of a paper by the number in its path. Throws `not_found`, also if it is not a number. */
export const getVersion = async ({ store }: EditingPorts, id: string, number: string) => {
  const found = /^[1-9]\d{0,8}$/u.test(number) ? await store.private.versions.find(id, Number(number)) : null
  if (found === null) throw new Failure('not_found', `There is no version ${number} of a paper ${id}.`)
  return presentVersion(found)
}

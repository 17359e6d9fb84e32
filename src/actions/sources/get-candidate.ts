import { Failure } from '#core/failure.ts'
import type { CandidateState, PaperCandidate } from '#core/sources/paper-candidate.ts'
import type { CandidateReader } from '#ports/store/sources.ts'

/** A candidate in a state. Throws `not_found`, and `wrong_state` for one in another. */
export const getCandidate = async (
  { candidates }: { candidates: Pick<CandidateReader, 'find'> },
  id: number,
  state: CandidateState,
): Promise<PaperCandidate> => {
  const candidate = await candidates.find(id)
  if (candidate === null) throw new Failure('not_found', `There is no candidate ${id}.`)
  if (candidate.state !== state) throw new Failure('wrong_state', `The candidate ${id} is ${candidate.state} already.`)
  return candidate
}

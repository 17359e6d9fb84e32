import { Failure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PublicPaperReader } from '#ports/store/papers.ts'

/**
 * An accepted paper. Throws `not_found` for unknown and unpublished ids alike, `retracted` with reason and date,
 * `merged` with the id of the paper that took this one in.
 */
export const getPublicPaper = async (papers: PublicPaperReader, id: string): Promise<PaperWithText> => {
  const found = await papers.find(id)
  if (found === null) throw new Failure('not_found', `There is no paper ${id}.`)
  if (found.state === 'accepted') return found.paper
  if (found.state === 'merged')
    throw new Failure('merged', `The paper ${id} was a duplicate: it is ${found.into} now.`, {
      members: { mergedInto: found.into },
    })
  const { retractedAt, reason } = found
  throw new Failure('retracted', `The paper ${id} was retracted on ${retractedAt.slice(0, 10)}: ${reason}`, {
    members: { retractedAt, reason },
  })
}

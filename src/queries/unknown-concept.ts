import { Failure } from '#core/failure.ts'
import type { PublicConceptReader } from '#ports/store/editorial.ts'

/** Why there is no concept under an id: it was merged into another, or there never was one. */
export const unknownConcept = async (concepts: PublicConceptReader, id: string): Promise<Failure> => {
  const mergedInto = await concepts.findRedirect(id)
  return mergedInto === null
    ? new Failure('not_found', `There is no concept ${id}.`)
    : new Failure('merged', `The concept ${id} was merged: it is ${mergedInto} now.`, { members: { mergedInto } })
}

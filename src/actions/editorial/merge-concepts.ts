import type { ConceptRecord } from '#core/editorial/concept.ts'
import type { ActionContext } from '#actions/run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { assertVersion } from '#core/editorial/assert-version.ts'
import type { PrivateConceptReader } from '#ports/store/editorial.ts'

type MergeConceptsInput = { id: string; into: string; version: number | null; actor: string }

const getConcept = async (concepts: PrivateConceptReader, id: string): Promise<ConceptRecord> => {
  const found = await concepts.find(id)
  if (found === null) throw new Failure('not_found', `There is no concept ${id}.`)
  return found
}

/**
 * Merges a concept into another: papers take the other's name, and the merged one's id and names lead to the other from
 * now on. How many papers changed. Throws `not_found`, `stale`, and `invalid` for a concept and itself.
 */
export const mergeConcepts = async (
  tx: ActionContext,
  { id, into, version, actor }: MergeConceptsInput,
): Promise<number> => {
  if (id === into) throw validationFailure([{ path: 'into', message: 'must be another concept' }])
  const { name, definition, version: present } = await getConcept(tx.concepts, id)
  const target = await getConcept(tx.concepts, into)
  assertVersion(`The concept ${id}`, version, present)
  const at = tx.now.toISOString()
  const papers = await tx.concepts.merge(id, into, { actor, at })
  const after = { into: target.id, papersRenamed: papers }
  await tx.audit.record({ at, actor, act: 'concept.merge', subject: id, before: { name, definition }, after })
  return papers
}

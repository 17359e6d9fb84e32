import { Failure, validationFailure } from '#core/failure.ts'
import { assertVersion } from '#core/editorial/assert-version.ts'
import type { Clock } from '#ports/clock.ts'
import type { ConceptRecord } from '#ports/store/editorial.ts'
import type { Store, Transaction } from '#ports/store/store.ts'

const getConcept = async (tx: Transaction, id: string): Promise<ConceptRecord> => {
  const found = await tx.concepts.find(id)
  if (found === null) throw new Failure('not_found', `There is no concept ${id}.`)
  return found
}

export type ConceptMerge = { id: string; into: string; version: number | null; actor: string }

/**
 * Lets one concept stand for another as well: papers take its name over, and the other's id and names lead to it from
 * now on. How many papers changed. Throws `not_found`, `stale`, and `invalid` for a concept and itself.
 */
export const mergeConceptsWithin = async (
  tx: Transaction,
  { id, into, version, actor, at }: ConceptMerge & { at: string },
): Promise<number> => {
  if (id === into) throw validationFailure([{ path: 'into', message: 'must be another concept' }])
  const { name, definition, version: present } = await getConcept(tx, id)
  const target = await getConcept(tx, into)
  assertVersion(`The concept ${id}`, version, present)
  const papers = await tx.concepts.merge(id, into, { actor, at })
  const after = { into: target.id, papersRenamed: papers }
  await tx.audit.record({ at, actor, act: 'concept.merge', subject: id, before: { name, definition }, after })
  return papers
}

/** The same in a transaction of its own. */
export const mergeConcepts = ({ store, clock }: { store: Store; clock: Clock }, merge: ConceptMerge): Promise<number> =>
  store.transact((tx) => mergeConceptsWithin(tx, { ...merge, at: clock.now().toISOString() }))

import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { changedFields, assertVersion } from '#core/editorial/assert-version.ts'

type EditConceptInput = {
  id: string
  words: { name: string; definition: string | null }
  version: number | null
  actor: string
}

/**
 * Renames or defines a concept; its papers take the name over. Its version then. Throws `not_found`, `stale`, and
 * `wrong_state` when another concept has or had that name.
 */
export const editConcept = async (
  tx: ActionContext,
  { id, words, version, actor }: EditConceptInput,
): Promise<number> => {
  const concept = await tx.concepts.find(id)
  if (concept === null) throw new Failure('not_found', `There is no concept ${id}.`)
  assertVersion(`The concept ${id}`, version, concept.version)
  const named = await tx.concepts.findByName(words.name)
  if (named !== null && named.id !== id)
    throw new Failure(
      'wrong_state',
      `"${words.name}" means the concept ${named.id} already; merge the two, or choose another name.`,
    )
  const changed = changedFields(concept, words)
  if (changed === null) return concept.version
  const at = tx.now.toISOString()
  const papers = await tx.concepts.revise(id, words, { actor, at })
  const after = { ...changed.after, ...(papers === 0 ? {} : { papersRenamed: papers }) }
  await tx.audit.record({ at, actor, act: 'concept.edit', subject: id, before: changed.before, after })
  return concept.version + 1
}

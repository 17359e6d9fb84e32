import type { ActionContext } from '#actions/run-action.ts'
import { type ConceptRecord, usesInWords } from '#core/editorial/concept.ts'
import { assertVersion } from '#core/editorial/version.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { saveEdit, type Edit } from './save-edit.ts'

const getConcept = async (tx: ActionContext, id: string): Promise<ConceptRecord> => {
  const found = await tx.concepts.find(id)
  if (found === null) throw new Failure('not_found', `There is no concept ${id}.`)
  return found
}

export type ConceptWords = { name: string; definition: string | null }

/**
 * Renames or defines a concept; its papers get the new name. Returns its version afterwards. Throws `not_found`, `stale`, and
 * `wrong_state` if the name belongs, or once belonged, to another concept.
 */
export const editConcept = async (tx: ActionContext, edit: Edit<string, ConceptWords>): Promise<number> => {
  const { id, words, actor } = edit
  const { version: present, name, definition } = await getConcept(tx, id)
  return saveEdit(tx, edit, {
    what: `The concept ${id}`,
    act: 'concept.edit',
    subject: id,
    present,
    before: { name, definition },
    after: words,
    store: async (at) => {
      const named = await tx.concepts.findByName(words.name)
      if (named !== null && named.id !== id)
        throw new Failure(
          'wrong_state',
          `"${words.name}" is already a name of the concept ${named.id}; merge the two, or choose another name.`,
        )
      const papersRenamed = await tx.concepts.revise(id, words, { actor, at })
      return { version: present + 1, noted: papersRenamed === 0 ? {} : { papersRenamed } }
    },
  })
}

type MergeConceptsInput = { id: string; into: string; version: number | null; actor: string }

/**
 * Merges a concept into another: its papers get the other's name, and its id and names redirect there. Returns how many papers
 * changed. Throws `not_found`, `stale`, and `invalid` for a concept and itself.
 */
export const mergeConcepts = async (
  tx: ActionContext,
  { id, into, version, actor }: MergeConceptsInput,
): Promise<number> => {
  if (id === into) throw validationFailure([{ path: 'into', message: 'must be another concept' }])
  const { name, definition, version: present } = await getConcept(tx, id)
  const target = await getConcept(tx, into)
  assertVersion(`The concept ${id}`, version, present)
  const at = tx.now.toISOString()
  const papers = await tx.concepts.merge(id, into, { actor, at })
  const after = { into: target.id, papersRenamed: papers }
  await tx.audit.record({ at, actor, act: 'concept.merge', subject: id, before: { name, definition }, after })
  return papers
}

type RemoveConceptInput = { id: string; version: number | null; actor: string }

/**
 * Deletes a concept that is in use nowhere; the audit log keeps its name and definition. Throws `not_found`, `stale`, and
 * `wrong_state` with where it is in use.
 */
export const removeConcept = async (tx: ActionContext, { id, version, actor }: RemoveConceptInput): Promise<void> => {
  const { name, definition, version: present } = await getConcept(tx, id)
  assertVersion(`The concept ${id}`, version, present)
  const used = usesInWords(await tx.concepts.uses(id))
  if (used !== null)
    throw new Failure(
      'wrong_state',
      `The concept "${name}" is in use: ${used}. Merge it into another concept, or take it away there first.`,
    )
  await tx.concepts.remove(id)
  const at = tx.now.toISOString()
  await tx.audit.record({ at, actor, act: 'concept.remove', subject: id, before: { name, definition }, after: null })
}

import { type ConceptWords, editConcept } from '#actions/editorial/concepts.ts'
import type { ConceptRecord } from '#core/editorial/concept.ts'
import { Failure } from '#core/failure.ts'
import { type EditedResource, inputOf, lineField, optionalTextField } from './edited-resource.ts'

const fields = {
  name: lineField({ label: 'Name', hint: 'Its papers get the new name.', max: 200 }),
  definition: optionalTextField({ label: 'Definition', max: 5_000, rows: 4 }),
}

export const editedConcepts: EditedResource<string, ConceptRecord, ConceptWords, typeof fields> = {
  noun: 'concept',
  fields,
  input: inputOf(fields),
  parseId: (text) => text,
  get: async (read, id) => {
    const found = await read.concepts.find(id)
    if (found === null) throw new Failure('not_found', `There is no concept ${id}.`)
    return found
  },
  present: ({ name, definition }) => ({ name, ...(definition === null ? {} : { definition }) }),
  edit: editConcept,
}

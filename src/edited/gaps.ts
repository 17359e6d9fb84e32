import { editGap, type GapWords } from '#actions/editorial/gaps.ts'
import { type Gap, severities } from '#core/editorial/gap.ts'
import { Failure } from '#core/failure.ts'
import { choiceField, type EditedResource, inputOf, lineField, papersField, textField } from './edited-resource.ts'

const fields = {
  title: lineField({ label: 'Title', max: 300 }),
  severity: choiceField({ label: 'Severity', options: severities, initial: 'medium' }),
  explanation: textField({ label: 'Explanation', max: 20_000, rows: 6 }),
  papers: papersField({ label: 'Papers that show the gap', shortLabel: 'Papers' }),
}

export const editedGaps: EditedResource<string, Gap & { version: number }, GapWords, typeof fields> = {
  noun: 'gap',
  fields,
  input: inputOf(fields).transform(({ papers, ...words }) => ({ ...words, paperIds: papers })),
  parseId: (text) => text,
  get: async (read, id) => {
    const found = await read.gaps.find(id)
    if (found === null) throw new Failure('not_found', `There is no gap ${id}.`)
    return found
  },
  present: ({ title, severity, explanation, paperIds }) => ({ title, severity, explanation, papers: paperIds }),
  edit: editGap,
}

import type { z } from 'zod'
import { editGap, type GapStateWords, type GapWords } from '#actions/editorial/gaps.ts'
import { type Gap, type GapState, gapStates, severities } from '#core/editorial/gap.ts'
import { Failure } from '#core/failure.ts'
import { choiceField, type EditedResource, inputOf, lineField, papersField, textField } from './edited-resource.ts'

const fields = {
  title: lineField({ label: 'Title', max: 300 }),
  severity: choiceField({ label: 'Severity', options: severities, initial: 'medium' }),
  explanation: textField({ label: 'Explanation', max: 20_000, rows: 6 }),
  papers: papersField({ label: 'Papers that show the gap', shortLabel: 'Papers' }),
}

const stateFields = {
  state: choiceField({ label: 'State', options: gapStates, initial: 'narrowing' }),
  reason: textField({ label: 'Reason', max: 2_000, rows: 3 }),
  papers: papersField({ label: 'Papers that narrow or close it', shortLabel: 'Papers' }),
}

/** A change of the state of a gap, as forms, requests and the command line give it. */
export const gapStateInput: z.ZodType<GapStateWords> = inputOf(stateFields).transform(({ papers, ...words }) => ({
  ...words,
  paperIds: papers,
}))

/** A gap as it is stored. */
export type StoredGap = Gap & { state: GapState; version: number }

export const editedGaps: EditedResource<string, StoredGap, GapWords, typeof fields> = {
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

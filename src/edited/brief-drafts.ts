import { type BriefWords, saveBriefDraft } from '#actions/editorial/briefs.ts'
import type { BriefDraft } from '#core/editorial/brief.ts'
import { Failure } from '#core/failure.ts'
import { findMarks } from '#core/text/evidence-marks.ts'
import { type EditedResource, inputOf, lineField, papersField, textField, type WireValues } from './edited-resource.ts'

const fields = {
  title: lineField({ label: 'Title', max: 300 }),
  summary: textField({ label: 'Summary', max: 50_000, rows: 14, hint: 'Markdown.' }),
  houseTake: textField({ label: 'Take', max: 50_000, rows: 8, hint: 'Markdown.' }),
  featuredPapers: papersField({ label: 'Featured papers', shortLabel: 'Featured' }),
}

export const presentBriefWords = ({ title, summary, take, featured }: BriefWords): WireValues<typeof fields> => ({
  title,
  summary,
  houseTake: take,
  featuredPapers: featured,
})

/** Drafts of weekly briefs, by the id of their week. A published brief cannot be edited. */
export const briefDrafts: EditedResource<string, BriefDraft, BriefWords, typeof fields> = {
  noun: 'draft',
  fields,
  input: inputOf(fields).transform(({ houseTake, featuredPapers, ...rest }) => ({
    ...rest,
    take: houseTake,
    featured: featuredPapers,
  })),
  parseId: (text) => text,
  get: async (read, id) => {
    const found = await read.briefs.draft(id)
    if (found === null) throw new Failure('not_found', `There is no draft ${id}; a published brief cannot be edited.`)
    return found
  },
  present: presentBriefWords,
  edit: saveBriefDraft,
}

const correctionField = textField({ label: 'Correction', max: 5_000, rows: 6 })

/** Everybody reads a correction as it is stored, so marks of evidence would be seen as they are written. */
const correctionText = correctionField.input.refine((text) => findMarks(text).length === 0, {
  error: 'must have no marks such as [p19]: write p19 without brackets, which pages link, and quote in the sentence',
})

/** A correction under a published brief. */
export const correctionInput = inputOf({ text: { ...correctionField, input: correctionText } })

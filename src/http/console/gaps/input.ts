import type { FormBody } from '#http/input/form-body.ts'

/** The fields of the form of a gap. */
export type GapFormValues = { title: string; severity: string; explanation: string; papers: string[]; find: string }

export const toGapFormValues = (form: FormBody): GapFormValues => ({
  title: form.fields.title ?? '',
  severity: form.fields.severity ?? '',
  explanation: form.fields.explanation ?? '',
  papers: form.getAll('papers'),
  find: form.fields.find ?? '',
})

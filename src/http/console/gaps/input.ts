import { z } from 'zod'
import type { FormBody } from '#http/input/form-body.ts'

export const gapSavedQuery = z.strictObject({ saved: z.string().max(20).optional() })

/** A gap as the form holds it. */
export type GapFormValues = { title: string; severity: string; explanation: string; papers: string[]; find: string }

export const toGapFormValues = (form: FormBody): GapFormValues => ({
  title: form.fields.title ?? '',
  severity: form.fields.severity ?? '',
  explanation: form.fields.explanation ?? '',
  papers: form.getAll('papers'),
  find: form.fields.find ?? '',
})

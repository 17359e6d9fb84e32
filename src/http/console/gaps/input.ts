import { z } from 'zod'
import type { Form } from '#http/input/form-body.ts'

export const savedQuery = z.strictObject({ saved: z.string().max(20).optional() })

/** A gap as the form holds it. */
export type TypedGap = { title: string; severity: string; explanation: string; papers: string[]; find: string }

export const toTyped = (form: Form): TypedGap => ({
  title: form.fields.title ?? '',
  severity: form.fields.severity ?? '',
  explanation: form.fields.explanation ?? '',
  papers: form.all('papers'),
  find: form.fields.find ?? '',
})

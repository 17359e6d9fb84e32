import { z } from 'zod'
import type { FormBody } from '#http/input/form-body.ts'

/** `published`: the brief that was just published. */
export const briefListQuery = z.strictObject({
  published: z
    .string()
    .regex(/^\d{4}-w\d{2}$/u, { error: 'must be a week such as 2026-w47' })
    .optional(),
})

/** The fields of the form of a brief. */
export type BriefFormValues = {
  title: string
  summary: string
  houseTake: string
  featuredPapers: string[]
  find: string
}

export const toBriefFormValues = (form: FormBody): BriefFormValues => ({
  title: form.fields.title ?? '',
  summary: form.fields.summary ?? '',
  houseTake: form.fields.houseTake ?? '',
  featuredPapers: form.getAll('featuredPapers'),
  find: form.fields.find ?? '',
})

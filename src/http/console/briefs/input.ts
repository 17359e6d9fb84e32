import { z } from 'zod'
import type { FormBody } from '#http/input/form-body.ts'

/** `published`: the brief that was just published. */
export const briefListQuery = z.strictObject({
  published: z
    .string()
    .regex(/^\d{4}-w\d{2}$/u, { error: 'must be a week such as 2026-w47' })
    .optional(),
})

export const sendChoices = ['none', 'now', 'at'] as const

/** Whether a brief goes out by email, and `at` which time if so chosen. */
export type SendValues = { email: (typeof sendChoices)[number]; at: string }

export const toSendValues = ({ fields }: FormBody): SendValues => ({
  email: sendChoices.find((choice) => choice === fields.email) ?? 'none',
  at: fields.at ?? '',
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

/** As which window an email is shown; without it, as the window it is in. */
export const emailThemeQuery = z.strictObject({ theme: z.enum(['light', 'dark']).optional() })

import { z } from 'zod'
import { line, emailAddress } from '#schemas/fields.ts'

const MAX_INPUT_LENGTH = 1_000

/** No rule about the form of either: an error would reveal which accounts may exist. */
export const signInFormSchema = z.object({
  email: z.string().max(MAX_INPUT_LENGTH),
  passphrase: z.string().max(MAX_INPUT_LENGTH),
  next: z.string().optional(),
})

export const codeFormSchema = z.object({
  token: z.string().max(MAX_INPUT_LENGTH),
  code: z.string().max(MAX_INPUT_LENGTH),
})

export const signInQuery = z.object({ next: z.string().optional() })

export const invitationQuery = z.object({ token: z.string().max(MAX_INPUT_LENGTH).default('') })

export const invitationFormSchema = z.object({
  token: z.string().max(MAX_INPUT_LENGTH),
  passphrase: z.string().max(MAX_INPUT_LENGTH),
})

/** What the first admin enters besides. */
export const firstAdminFormSchema = z.object({ name: line(200), email: emailAddress() })

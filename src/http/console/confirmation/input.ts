import { z } from 'zod'
import { passkeyAnswerSchema } from '#http/console/passkeys/input.ts'

const MAX_INPUT_LENGTH = 1_000

export const confirmationQuery = z.strictObject({ next: z.string().optional() })

/** Fields of the form itself. Beside them stand those of the form that it came before, under their own names. */
export const confirmationFormSchema = z.object({
  'confirm-passphrase': z.string().max(MAX_INPUT_LENGTH),
  'confirm-path': z.string().max(MAX_INPUT_LENGTH).optional(),
  'confirm-again': z.literal('yes').optional(),
})

export const confirmationAnswerSchema = z.object({ answer: passkeyAnswerSchema })

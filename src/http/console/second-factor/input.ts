import { z } from 'zod'

const MAX_INPUT_LENGTH = 1_000

export const firstCodeFormSchema = z.object({ code: z.string().max(MAX_INPUT_LENGTH) })

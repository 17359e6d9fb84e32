import { z } from 'zod'
import { filePermissions, MAX_FILE_NAME_LENGTH } from '#core/files/held-file.ts'

export const fileQuery = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_FILE_NAME_LENGTH)
    .optional()
    .meta({ description: 'What the file is called; the id of the paper if left out.', example: 'checkpoints.pdf' }),
})

export const permissionSchema = z.strictObject({
  permission: z
    .enum(filePermissions)
    .nullable()
    .meta({ description: 'allowed: anybody may get the files; refused: only editors; null: the licence decides.' }),
})

import { z } from 'zod'
import { roles } from '#core/access/editor.ts'

const userNotices = ['role', 'removed', 'reset'] as const
export type UserNotice = (typeof userNotices)[number]

export const userListQuery = z.strictObject({
  done: z.enum(userNotices).optional(),
  /** Keys that were revoked with the removal. */
  keys: z
    .string()
    .regex(/^k_\w{1,40}(?:,k_\w{1,40})*$/u)
    .max(5_000)
    .optional(),
})

export const userIdFormSchema = z.object({ id: z.string().max(100) })

export const roleFormSchema = z.object({ id: z.string().max(100), role: z.enum(roles) })

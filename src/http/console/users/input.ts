import { z } from 'zod'
import { roles } from '#core/access/editor.ts'

const userNotices = ['role', 'removed'] as const
export type UserNotice = (typeof userNotices)[number]

export const userListQuery = z.strictObject({ done: z.enum(userNotices).optional() })

export const userIdFormSchema = z.object({ id: z.string().max(100) })

export const roleFormSchema = z.object({ id: z.string().max(100), role: z.enum(roles) })

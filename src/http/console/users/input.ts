import { z } from 'zod'
import { roles } from '#core/access/editor.ts'

const outcomes = ['role', 'removed'] as const
export type Outcome = (typeof outcomes)[number]

export const peopleQuery = z.strictObject({ done: z.enum(outcomes).optional() })

export const editorId = z.object({ id: z.string().max(100) })

export const roleForm = z.object({ id: z.string().max(100), role: z.enum(roles) })

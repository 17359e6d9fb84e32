import { z } from 'zod'
import { roles } from '#core/access/editor.ts'
import { line, emailAddress } from './fields.ts'

/** An editor to be added, as a command or a form gives it. */
export const editorSchema = z.object({ name: line(200), email: emailAddress(), role: z.enum(roles) })

import { z } from 'zod'
import { roles } from '#core/access/editor.ts'
import { line, mailAddress } from './fields.ts'

/** An editor to be added, as a command or a form gives it. */
export const editorForm = z.object({ name: line(200), email: mailAddress(), role: z.enum(roles) })

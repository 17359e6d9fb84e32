import { z } from 'zod'
import { block, line, emailAddress, optionalLine } from './fields.ts'

/** Contract 2.3; unknown fields are ignored. */
export const contactSchema = z.object({
  name: line(200),
  email: emailAddress(),
  organisation: optionalLine(200),
  subject: optionalLine(200),
  message: block(10_000),
})

/** Contract 2.4. */
export const subscribeSchema = z.object({ email: emailAddress(), name: optionalLine(200) })

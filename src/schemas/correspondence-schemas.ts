import { z } from 'zod'
import { block, line, mailAddress, optionalLine } from './fields.ts'

/** Contract section 2.3; unknown fields are ignored. */
export const contactForm = z.object({
  name: line(200),
  email: mailAddress(),
  organisation: optionalLine(200),
  subject: optionalLine(200),
  message: block(10_000),
})

/** Contract section 2.4. */
export const subscribeForm = z.object({ email: mailAddress(), name: optionalLine(200) })

import { z } from 'zod'
import { limitParameter } from '#http/input/query.ts'

/** Numbers stay far below what JSON carries exactly. */
const MAX_DIGITS = 15

const numberUpTo = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`, 'u'), { error: 'must be a whole number from 0' })
    .transform(Number)

/** So long a request waits at most: proxies give up after a minute, some sooner. */
const LONGEST_WAIT_SECONDS = 30

/** Query of GET /changes; an unknown parameter is refused. */
export const changesQuery = z.strictObject({
  since: numberUpTo(MAX_DIGITS)
    .optional()
    .transform((since) => since ?? 0)
    .meta({
      description: 'The number of the last change that is known; 0, the default, asks for all.',
      example: '120',
    }),
  limit: limitParameter(),
  wait: numberUpTo(6)
    .optional()
    .transform((wait) => Math.min(wait ?? 0, LONGEST_WAIT_SECONDS))
    .meta({
      description: `Seconds to wait for a change where there is none yet, ${LONGEST_WAIT_SECONDS} at most.`,
      example: '30',
    }),
})

/** What a client of server-sent events has seen last; the number of its last event. */
export const lastEventId = numberUpTo(MAX_DIGITS)

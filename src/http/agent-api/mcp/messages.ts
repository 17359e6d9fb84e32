import { Failure } from '#core/failure.ts'
import type { Reply } from '#http/routing/reply.ts'

/** Clients of the revision of March 2025 may send several messages at once. */
const MOST_MESSAGES = 20

/** Null for what is no JSON: that is told in the words of the protocol. */
export const parseMessages = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Throws `invalid`. */
export const refuseManyMessages = (messages: unknown): void => {
  if (Array.isArray(messages) && messages.length > MOST_MESSAGES)
    throw new Failure('invalid', `At most ${MOST_MESSAGES} messages are taken at once; send them one by one.`)
}

/**
 * Nothing is told of its own accord, and no capability says that it would be: a request to listen names a method that is
 * not there. The package would call it a defect of ours (-32603), and clients would try again. Null for all else.
 */
export const refusedSubscription = (messages: unknown): Reply | null => {
  if (typeof messages !== 'object' || messages === null) return null
  const { method, id } = messages as { method?: unknown; id?: unknown }
  if (method !== 'subscriptions/listen' || (typeof id !== 'string' && typeof id !== 'number')) return null
  const error = { code: -32_601, message: 'There are no subscriptions; get_changes tells what changed.' }
  return {
    status: 404,
    body: JSON.stringify({ jsonrpc: '2.0', id, error }),
    type: 'application/json',
    headers: {},
  }
}

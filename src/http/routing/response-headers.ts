/** Headers that a client acts upon, and what they say: what is sent of them is described, and the other way round. */
export const responseHeaders = {
  'Content-Location': 'The address of just this form.',
  ETag: 'Names this answer; If-None-Match with it asks whether it is still right, If-Match changes only that version.',
  'Idempotent-Replayed': 'true: the answer of the first request with this Idempotency-Key, given again.',
  Link: 'Where to go on (RFC 8288): rel="next" is the next page.',
  Location: 'Where it is, or where to go on.',
  RateLimit: 'What is left of the quota: r requests, for t seconds.',
  'RateLimit-Policy': 'The quota: q requests in w seconds.',
  'Retry-After': 'Whole seconds to wait before the next try.',
  'WWW-Authenticate': 'What is missing to be let in.',
  'X-Change-Seq': 'The number of the last change that the list knows of; GET /api/v1/changes goes on from it.',
  'X-Total-Count': 'All matches, where they are counted.',
} as const

export type ResponseHeader = keyof typeof responseHeaders

import type { Caller } from './caller.ts'
import type { BodyOf, CallOptions, QueryOf } from './operation-types.ts'

/** Sent with what is stored, so that a request whose answer was lost can be made again without doing it twice. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type StoringOptions = CallOptions & {
  /** Names the request; by default one is made, which covers the tries of this call. */
  idempotencyKey?: string
}

const named = ({ idempotencyKey = newKey(), ...options }: StoringOptions) => ({
  ...options,
  headers: { 'Idempotency-Key': idempotencyKey },
})

/** What is sent to the library: papers by the holder of a key with the scope `submit`, and words to its editors. */
export const submittingMethods = ({ send, list }: Caller) => ({
  /** Submits a paper; editors decide on it. With `dryRun` it is checked only. */
  submit: async (
    paper: BodyOf<'POST /api/papers'>,
    { dryRun = false, ...options }: StoringOptions & { dryRun?: boolean } = {},
  ) => (await send('POST /api/papers', { ...named(options), body: paper, query: dryRun ? { dryRun } : {} })).data,

  /** Submissions of this key, oldest first. */
  submissions: (query: QueryOf<'GET /api/submissions'> = {}, options: CallOptions = {}) =>
    list('GET /api/submissions', ({ submissions }) => submissions, { ...options, query }),

  /** Where a submission stands, with what the editors wrote. */
  submission: async (id: string, options: CallOptions = {}) =>
    (await send('GET /api/submissions/{id}', { ...options, path: { id } })).data.submission,

  /** Sends a paper again that needs changes. It is not repeated by itself: a second one would be refused. */
  resubmit: async (id: string, paper: BodyOf<'PUT /api/submissions/{id}'>, options: CallOptions = {}) =>
    (await send('PUT /api/submissions/{id}', { ...options, path: { id }, body: paper })).data.submission,

  withdraw: async (id: string, options: CallOptions = {}) =>
    (await send('DELETE /api/submissions/{id}', { ...options, path: { id } })).data.submission,

  /** Writes to the research team. */
  contact: async (message: BodyOf<'POST /api/contact'>, options: StoringOptions = {}) =>
    (await send('POST /api/contact', { ...named(options), body: message })).data,

  /** Asks for the weekly brief by mail; it begins once the address is confirmed. */
  subscribe: async (subscriber: BodyOf<'POST /api/subscribe'>, options: StoringOptions = {}) =>
    (await send('POST /api/subscribe', { ...named(options), body: subscriber })).data,
})

import type { Caller } from './caller.ts'
import type { BodyOf, CallOptions, QueryOf } from './operation-types.ts'

/** An idempotency key, so that a request can be repeated safely if its response is lost. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type StoringOptions = CallOptions & {
  /** Identifies the request; by default a new key, which covers the attempts of this call. */
  idempotencyKey?: string
}

const named = ({ idempotencyKey = newKey(), ...options }: StoringOptions) => ({
  ...options,
  headers: { 'Idempotency-Key': idempotencyKey },
})

/** Writes: papers with a key of the scope `submit`, and messages to the editors. */
export const submittingMethods = ({ send, list }: Caller) => ({
  /** Submits a paper for review. With `dryRun` it is only checked. */
  submit: async (
    paper: BodyOf<'POST /api/papers'>,
    { dryRun = false, ...options }: StoringOptions & { dryRun?: boolean } = {},
  ) => (await send('POST /api/papers', { ...named(options), body: paper, query: dryRun ? { dryRun } : {} })).data,

  /** Submissions of this key, oldest first. */
  submissions: (query: QueryOf<'GET /api/submissions'> = {}, options: CallOptions = {}) =>
    list('GET /api/submissions', ({ submissions }) => submissions, { ...options, query }),

  /** The state of a submission, with the notes of the editors. */
  submission: async (id: string, options: CallOptions = {}) =>
    (await send('GET /api/submissions/{id}', { ...options, path: { id } })).data.submission,

  /** Resubmits a paper that needs changes. It is not retried automatically: a second request would be refused. */
  resubmit: async (id: string, paper: BodyOf<'PUT /api/submissions/{id}'>, options: CallOptions = {}) =>
    (await send('PUT /api/submissions/{id}', { ...options, path: { id }, body: paper })).data.submission,

  withdraw: async (id: string, options: CallOptions = {}) =>
    (await send('DELETE /api/submissions/{id}', { ...options, path: { id } })).data.submission,

  /** Writes to the research team. */
  contact: async (message: BodyOf<'POST /api/contact'>, options: StoringOptions = {}) =>
    (await send('POST /api/contact', { ...named(options), body: message })).data,

  /** Subscribes to the weekly brief, which starts once the address is confirmed. */
  subscribe: async (subscriber: BodyOf<'POST /api/subscribe'>, options: StoringOptions = {}) =>
    (await send('POST /api/subscribe', { ...named(options), body: subscriber })).data,
})

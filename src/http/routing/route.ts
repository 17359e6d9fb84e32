import type { Context } from 'hono'
import type { z } from 'zod'
import type { Role } from '#core/access/editor.ts'
import type { Form } from './form.ts'
import type { Reply } from './reply.ts'
import type { ResponseHeader } from './response-headers.ts'

/** One row of a surface's route table: what is asked, what is answered, and how it is found and described. */
export type Route = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: `/${string}`
  summary: string
  /**
   * Who may call it: anybody, the holder of a key with the scope, the holder of a token that was mailed, or an editor
   * who is signed in with at least that role.
   */
  access: 'public' | 'submit' | 'review' | 'token' | Role
  /** Whether the editor must have signed in, or confirmed to be there, within the last ten minutes. */
  needsConfirmation?: true
  /**
   * What an editor may do who must have a second factor and has not given one; without this, nothing. To set one up is for
   * those who have none.
   */
  beforeSecondFactor?: 'always' | 'to set one up'
  /** `revision`: a public read that changes only with the corpus. */
  caching: 'revision' | 'none'
  /** Whether scripts of other origins may read the answer. */
  allowCors: boolean
  query?: z.ZodObject
  body?: z.ZodType
  /** A body that is taken as it stands. */
  bodyExample?: unknown
  /** Media types of bodies that are no JSON of ours. */
  bodyTypes?: readonly string[]
  /** What answers look like, by status; `headers` are those that the description does not find by its own rules. */
  responses: Record<
    number,
    { description: string; schema?: z.ZodType; type?: string; headers?: readonly ResponseHeader[] }
  >
  /** Other forms that `Accept` may ask for instead of the page; `withForms` also gives them addresses of their own. */
  forms?: readonly Form[]
  /**
   * The path before the endings of its forms where that is another route's. Here `Accept` may ask for them, and whatever else it asks
   * for gets the page.
   */
  formsAt?: `/${string}`
  /**
   * Answers requests that wait for something to happen, past the cache; null for any other request. Where a route has this, its usual
   * answer is JSON.
   */
  live?: { mediaType: string; answer: (context: Context) => Promise<Reply> | null }
  handle(context: Context): Promise<Reply> | Reply
}

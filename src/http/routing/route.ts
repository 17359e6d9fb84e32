import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Role } from '#core/access/editor.ts'
import type { Reply } from './reply.ts'

/** Headers that clients act on, with their descriptions. A test checks that exactly these are sent and documented. */
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

/**
 * Runs a part of a request that costs time, when it is the client's turn. Throws `unavailable` when too much waits, or when
 * earlier responses of the client are still unread.
 */
export type TakeTurn = <Result>(context: Context, work: () => Promise<Result>) => Promise<Result>

/** Counts further requests of the client as in progress until the response is sent. Throws `unavailable` if there are too many. */
export type CountRequests = (requests: number) => void

/** Counts a batch as the requests in it. */
export const countAsRequests = (context: Context, requests: number): void => {
  if (requests > 1) (context.env as { countRequests?: CountRequests } | undefined)?.countRequests?.(requests - 1)
}

const allowed = new WeakSet<IncomingMessage>()

/**
 * Lets the body of a request take longer than usual as long as it arrives at a steady pace: a slow connection cannot send a
 * file in time. Only for requests whose sender is known by a key or a session.
 */
export const allowSlowBody = (context: Context): void => {
  const request = (context.env as { incoming?: IncomingMessage } | undefined)?.incoming
  if (request !== undefined) allowed.add(request)
}

export const isSlowBodyAllowed = (request: IncomingMessage): boolean => allowed.has(request)

/** The scopes that a route can require of a key. */
export const keyAccess = ['submit', 'draft', 'review'] as const
export type KeyAccess = (typeof keyAccess)[number]

/** One row of a surface's route table: the request, the responses, and their descriptions. */
export type Route = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: `/${string}`
  summary: string
  /**
   * Who may call it: anybody, a key with the scope (`review` stands for all editorial scopes), the holder of an emailed
   * token, or a signed-in editor with at least that role.
   */
  access: 'public' | KeyAccess | 'token' | Role
  /** Whether the editor must have signed in or reauthenticated within the last ten minutes. */
  needsConfirmation?: true
  /**
   * Whether editors who must have a second factor may call it before giving one: `always`, or `to set one up` if they have
   * none; by default never.
   */
  beforeSecondFactor?: 'always' | 'to set one up'
  /** `revision`: a public read that changes only with the corpus. */
  caching: 'revision' | 'none'
  /**
   * What a cached response depends on besides the corpus and the request, in a short text: how the words of a question are read
   * today. Null for requests whose response cannot change with time.
   */
  dependsOnTime?: (context: Context) => string | null
  /** Whether scripts of other origins may read the response. */
  allowCors: boolean
  query?: z.ZodObject
  body?: z.ZodType
  /** An example of a body that has no schema. */
  bodyExample?: unknown
  /** Media types of the body if it is not JSON of ours. */
  bodyTypes?: readonly string[]
  /** The largest body that is accepted. */
  bodyBytes?: number
  /** Whether an Idempotency-Key is accepted. */
  isIdempotent?: true
  /** Whether a change must name the version that it is based on. */
  needsVersion?: true
  /**
   * Responses by status. Those that follow from access, query, body and path, and headers that follow from rules, are
   * documented without being listed here.
   */
  responses: Record<
    number,
    { description: string; schema?: z.ZodType; type?: string; headers?: readonly ResponseHeader[] }
  >
  /** Other forms that `Accept` may choose instead of the page; `withForms` also gives each its own address. */
  forms?: readonly Form[]
  /** The path before the endings of its forms, if they belong to another route. `Accept` falls back to the page here. */
  formsAt?: `/${string}`
  /** Answers requests that wait for events, bypassing the cache; null for other requests, which then get JSON. */
  live?: { mediaType: string; answer: (context: Context) => Promise<Reply> | null }
  handle(context: Context): Promise<Reply> | Reply
}

/** Another representation of a route's resource, at its address with an ending, or at its own address by `Accept`. */
export type Form = {
  /** What follows the address, such as `md` in /papers/p12.md. */
  ending: string
  /** Its name in descriptions. */
  name: string
  mediaType: string
  /** Its schema, if it is JSON of ours. */
  schema?: z.ZodType
  /** Headers that the page does not have. */
  headers?: readonly ResponseHeader[]
  /** By default that of the page. */
  caching?: Route['caching']
  /** @param id the last parameter of the path, without the ending; empty if the path has none */
  show: (context: Context, id: string) => Promise<Reply> | Reply
}

const LAST_PARAMETER = /:(?<name>\w+)$/u

const lastParameter = ({ path }: Route): string | undefined => LAST_PARAMETER.exec(path)?.groups?.name

/** The address of a form. The part before the ending may not contain dots, so that `.csl.json` does not match `.json`. */
export const pathOfForm = (path: Route['path'], ending: string): Route['path'] => {
  const name = LAST_PARAMETER.exec(path)?.groups?.name
  return name === undefined
    ? `${path}.${ending}`
    : (path.replace(LAST_PARAMETER, () => `:${name}{[^/.]+\\.${ending.replaceAll('.', '\\.')}}`) as Route['path'])
}

/** The value of the last parameter of a request's path. */
export const shownId = (route: Route, context: Context): string => {
  const name = lastParameter(route)
  return name === undefined ? '' : (context.req.param(name) ?? '')
}

/** A route for each form at its own address, and the route itself, which chooses among them by `Accept`. */
export const withForms = (route: Route, forms: readonly Form[]): Route[] => [
  ...forms.map(({ ending, name, mediaType, schema, headers = [], caching = route.caching, show }): Route => {
    const path = pathOfForm(route.path, ending)
    return {
      ...route,
      allowCors: true,
      caching,
      path,
      summary: `${route.summary}, as ${name}`,
      responses: {
        ...route.responses,
        200: { description: `The ${name}.`, type: mediaType, headers, ...(schema === undefined ? {} : { schema }) },
      },
      handle: (context) => {
        const id = shownId(route, context)
        return show(context, id === '' ? '' : id.slice(0, -ending.length - 1))
      },
    }
  }),
  { ...route, forms },
]
